"""Templates that end: Jinja2's sandbox with a count of what a template does and how much it writes.

A template is a person's own, so it is no attack; but a slip must neither hang the program nor fill the memory. What a template may use is a
short list, each part of which is bounded; loops, calls and filters are counted together.
"""

from __future__ import annotations

import textwrap
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from entente.words.names import join_words
from languages import labelled, plural, system_words, tr

MOST_STEPS = 200_000
"""Turns of loops, calls and filters in one text."""
MOST_CHARACTERS = 1_000_000
"""Limit of a text, and of any value on the way to it."""
MOST_ITEMS = 100_000
"""Limit of a list."""
_MOST_COMPILED = 16

_METHODS = frozenset(
    ("upper", "lower", "title", "capitalize", "strip", "lstrip", "rstrip", "startswith", "endswith", "splitlines", "count")
)
"""Methods that may be called on a text; the filters do the rest."""
# fmt: off
_KEPT_FILTERS = frozenset((
    "upper", "lower", "title", "capitalize", "trim", "join", "length", "count", "default", "d", "first", "last", "sort", "reverse", "list",
    "e", "escape", "safe", "wordcount", "selectattr", "rejectattr", "select", "reject", "map", "groupby", "unique", "int", "abs", "round",
    "sum", "min", "max", "batch", "dictsort", "items",
))
# fmt: on
_KEPT_GLOBALS = frozenset({"namespace", "dict", "range"})


class TooMuchError(ValueError):
    """A template does or writes more than one may."""


class _Compiled(jinja2.BytecodeCache):
    """Templates as they were compiled last, by name and text: a round fills in the same one for every player."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[str, CodeType]] = OrderedDict()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give *bucket* what was kept for the same text."""
        known = self._known.get(bucket.key)
        if known is not None and known[0] == bucket.checksum:
            bucket.code = known[1]

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what *bucket* has."""
        if bucket.code is not None:
            self._known[bucket.key] = (bucket.checksum, bucket.code)
            self._known.move_to_end(bucket.key)
            while len(self._known) > _MOST_COMPILED:
                self._known.popitem(last=False)


_COMPILED = _Compiled()


class _Environment(ImmutableSandboxedEnvironment):
    """Counts and bounds what a template does."""

    intercepted_binops = frozenset(["+", "-", "*", "/", "//", "%", "**"])

    def __init__(self, loader: jinja2.BaseLoader, autoescape: Callable[[str | None], bool]) -> None:
        super().__init__(
            loader=loader,
            autoescape=autoescape,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            optimized=False,  # what is worked out while a template is compiled is not counted
            cache_size=0,
            bytecode_cache=_COMPILED,
        )
        self.steps = 0
        self.filters = {name: self._counted(each) for name, each in self.filters.items() if name in _KEPT_FILTERS}
        self.filters.update({"pad": self._pad, "right": self._right, "indent": self._indent, "wrap": self._wrap, "replace": self._replace})
        self.filters.update({"words": self._words})
        self.filters.update({"_joined": self._joined, "_walked": self._walked})
        self.tests = {name: each for name, each in self.tests.items() if name not in {"filter", "test"}}
        self.globals = {name: each for name, each in self.globals.items() if name in _KEPT_GLOBALS}
        self.globals.update({"tr": self._tr, "plural": self._plural})

    def step(self) -> None:
        """One more thing is done."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMuchError(
                tr("the template does more than {most_steps} steps; a loop in it goes on for too long", most_steps=MOST_STEPS)
            )

    # --- what the sandbox asks ---

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - Jinja's own way: an argument may be called self
        __self.step()
        return within(super().call(__context, __obj, *args, **kwargs))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        self.step()
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if not numbers and operator != "+":
            raise TooMuchError(tr("{operator} is for numbers in a template", operator=operator))
        if numbers and (operator == "**" or max(abs(left), abs(right)) > 1e12):
            raise TooMuchError(tr("numbers as large as that are not worked out in a template"))
        return within(super().call_binop(context, operator, left, right))

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:  # noqa: ARG002 - the sandbox's own words
        """``format`` is not to be had: it makes texts of any width."""
        return None

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, str | bytes):
            return attr in _METHODS
        if isinstance(obj, list | dict):
            return attr in {"items", "keys", "values", "get"}
        return super().is_safe_attribute(obj, attr, value)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in list(tree.find_all(nodes.For)):
            loop.iter = nodes.Filter(loop.iter, "_walked", [], [], None, None, lineno=loop.lineno)
        _join_by_filter(tree)
        tree.set_environment(self)
        return tree

    # --- sentences in the language of the reader ---

    def _tr(self, text: str, **places: object) -> str:
        self.step()
        return _text(tr(_with_plain_places(text), **_as_texts(places)))

    def _plural(self, one: str, many: str, count: int, **places: object) -> str:
        self.step()
        return _text(plural(_with_plain_places(one), _with_plain_places(many), int(count), **_as_texts(places)))

    # --- filters ---

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.step()
            return within(function(*args, **kwargs))

        for mark in ("jinja_pass_arg", "jinja_async_variant"):
            if hasattr(function, mark):
                setattr(counted, mark, getattr(function, mark))
        return counted

    def _walked(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self.step()
            yield item

    def _joined(self, parts: list[Any]) -> str:
        self.step()
        found = [each if isinstance(each, str) else str(each) for each in parts]
        if any(isinstance(each, Markup) for each in found):
            return _text(Markup("").join(found))
        return _text("".join(found))

    def _pad(self, text: object, width: int) -> str:
        """Blanks behind *text* up to *width*."""
        self.step()
        return _text(str(text)).ljust(min(int(width), 200))

    def _right(self, text: object, width: int) -> str:
        """Blanks before *text* up to *width*."""
        self.step()
        return _text(str(text)).rjust(min(int(width), 200))

    def _indent(self, text: object, width: int = 2) -> str:
        """Blanks before each line of *text*."""
        self.step()
        return _text(textwrap.indent(_text(str(text)), " " * max(0, min(int(width), 80))))

    def _wrap(self, text: object, width: int = 72, indent: int = 0) -> str:
        """*text* in lines of at most *width* characters, those after the first with *indent* blanks before them."""
        self.step()
        blanks = " " * max(0, min(int(indent), 40))
        return _text("\n".join(textwrap.wrap(_text(str(text)), max(20, min(int(width), 1000)), subsequent_indent=blanks)))

    def _words(self, items: Iterable[Any], last: str = "and") -> str:
        """``a, b and c``"""
        self.step()
        return _text(join_words([str(each) for each in items], str(last)))

    def _replace(self, text: object, old: str, new: str) -> str:
        self.step()
        before = str(text)
        if not old:
            raise TooMuchError(tr("replace needs something to look for"))
        if len(before) + before.count(old) * (len(new) - len(old)) > MOST_CHARACTERS:
            raise TooMuchError(tr("the text would grow over {most_characters} characters", most_characters=MOST_CHARACTERS))
        return before.replace(old, str(new))


def _with_plain_places(text: str) -> str:
    """*text*, whose places are names alone: widths and attributes would let a template out of its bounds."""
    for _, name, form, conversion in Formatter().parse(str(text)):
        if name is not None and (not name.isidentifier() or form or conversion):
            raise TooMuchError(tr("a place in a sentence is a name in braces, such as {example}", example="{power}"))
    return str(text)


def _as_texts(places: Mapping[str, object]) -> dict[str, str]:
    return {name: str(each) for name, each in places.items()}


def _join_by_filter(node: nodes.Node) -> None:
    """Join texts by a filter that bounds them, in place of ``~``."""
    for child in node.iter_child_nodes():
        _join_by_filter(child)
    for name in node.fields:
        value = getattr(node, name)
        if isinstance(value, nodes.Concat):
            setattr(node, name, _as_filter(value))
        elif isinstance(value, list):
            setattr(node, name, [_as_filter(each) if isinstance(each, nodes.Concat) else each for each in value])


def _as_filter(concat: nodes.Concat) -> nodes.Filter:
    return nodes.Filter(nodes.List(concat.nodes, lineno=concat.lineno), "_joined", [], [], None, None, lineno=concat.lineno)


def within(value: Any) -> Any:
    """*value*, where it is not too large.

    Raises:
        TooMuchError: it is.
    """
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        raise TooMuchError(tr("the text grows over {most_characters} characters", most_characters=MOST_CHARACTERS))
    if isinstance(value, list | tuple | dict) and len(value) > MOST_ITEMS:
        raise TooMuchError(tr("a list grows over {most_items} entries", most_items=MOST_ITEMS))
    return value


def _text(text: str) -> str:
    within(text)
    return text


class TemplateFault(ValueError):  # noqa: N818 - it is what people call it
    """A template does not work. ``str()`` is ``file:line: what``."""

    def __init__(self, file: str, line: int | None, what: str) -> None:
        super().__init__(f"{file}:{line}: {what}" if line else labelled(file, what))
        self.file = file
        self.line = line
        """From 1; ``None`` where it is not known."""
        self.what = what


Find = Callable[[str], tuple[str, Path] | None]
"""From the name of a file of templates to its text and where it lies."""


def render(name: str, find: Find, values: dict[str, object]) -> str:
    """The text that the template *name* makes of *values*.

    Args:
        name: a file name; what ends in ``.html`` escapes what it is filled in with.
        find: gives templates that others are built on too.

    Raises:
        TemplateFault: it is not there, cannot be read as a template, asks for something that there is not, or does too much.
    """

    def load(wanted: str) -> tuple[str, str, Callable[[], bool]] | None:
        found = find(wanted)
        return None if found is None else (found[0], str(found[1]), lambda: True)

    environment = _Environment(jinja2.FunctionLoader(load), lambda wanted: (wanted or "").endswith(".html"))
    own = find(name)
    file = name if own is None else str(own[1])
    pieces: list[str] = []
    length = 0
    try:
        for piece in environment.get_template(name).generate(**values):
            length += len(piece)
            if length > MOST_CHARACTERS:
                raise TooMuchError(tr("it writes more than {most_characters} characters", most_characters=MOST_CHARACTERS))
            pieces.append(piece)
    except jinja2.TemplateSyntaxError as error:
        raise TemplateFault(error.filename or file, error.lineno, error.message or tr("it cannot be read")) from error
    except jinja2.TemplateNotFound as error:
        raise TemplateFault(file, None, tr("there is no template {message}", message=error.message)) from error
    except RecursionError as error:
        raise TemplateFault(file, None, tr("it goes round in circles: too many things inside one another")) from error
    except Exception as error:  # a template can raise whatever the values in it can
        place = _line_of(error, file)
        raise TemplateFault(*place, _words(error)) from error
    return "".join(pieces)


def _words(error: Exception) -> str:
    return system_words(error)


def _line_of(error: Exception, file: str) -> tuple[str, int | None]:
    """The file and line of a template in which *error* came up: Jinja2 rewrites the traceback to them."""
    place: tuple[str, int | None] = (file, None)
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith((".txt", ".html")):
            place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return place
