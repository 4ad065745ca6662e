"""XML from strangers as a tree: bounded, with line numbers, without entities or anything fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from variants.compile.hardened_xml import parse_hardened
from variants.fault import Fault, VariantError

LARGEST_DRAWING = 32 * 1024 * 1024
MOST_ELEMENTS = 200_000
DEEPEST = 60
MOST_ATTRIBUTES = 60

_PREFIXES = {
    "http://www.w3.org/2000/svg": "",
    "http://www.inkscape.org/namespaces/inkscape": "inkscape:",
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd": "sodipodi:",
    "http://www.w3.org/1999/xlink": "xlink:",
    "http://www.w3.org/XML/1998/namespace": "xml:",
}
_BAR = "\x1f"


@dataclass(slots=True)
class Element:
    """One element. Tags and attributes of SVG have no prefix; those of other names are ``?:name``."""

    tag: str
    attributes: dict[str, str]
    line: int
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)
    text: str = ""
    """The characters before its first child."""
    tail: str = ""
    """The characters between its end and what follows."""

    def get(self, name: str) -> str:
        """The attribute, or empty text."""
        return self.attributes.get(name, "")

    @property
    def label(self) -> str:
        """What its author calls it: Inkscape's label, else its id."""
        return self.get("inkscape:label") or self.get("id")

    def style(self, name: str) -> str:
        """A presentation property as it stands on this very element: the inline style, else the attribute."""
        for declaration in self.get("style").split(";"):
            key, _, value = declaration.partition(":")
            if key.strip() == name:
                return value.replace("!important", "").strip()
        return self.get(name).strip()

    def inherited(self, name: str) -> str:
        """A property that children take over from their parents."""
        element: Element | None = self
        while element is not None:
            value = element.style(name)
            if value and value != "inherit":
                return value
            element = element.parent
        return ""

    def walk(self) -> Iterator[Element]:
        """This element and all below, in the sequence of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def read_xml(content: bytes, source: str) -> Element:
    """The root element.

    Raises:
        VariantError: too large, too deep, too many elements, not well formed, or with entities; with the line.
    """
    if len(content) > LARGEST_DRAWING:
        raise _error(source, None, f"the drawing has {len(content)} bytes", f"at most {LARGEST_DRAWING}")
    builder = _Builder(source)
    parse_hardened(content, source, builder, "a drawing saved as SVG in UTF-8", separator=_BAR)
    if builder.root is None or builder.root.tag != "svg":
        raise _error(source, 1, "this is no SVG", "a root element <svg>")
    return builder.root


def _error(source: str, line: int | None, what: str, expected: str) -> VariantError:
    return VariantError((Fault(source, line, what, expected),))


class _Builder:
    def __init__(self, source: str) -> None:
        self.root: Element | None = None
        self.parser: expat.XMLParserType | None = None
        self._source = source
        self._open: list[Element] = []
        self._count = 0

    def _line(self) -> int:
        return self.parser.CurrentLineNumber if self.parser is not None else 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise _error(self._source, self._line(), "too many elements", f"at most {MOST_ELEMENTS}")
        if len(self._open) >= DEEPEST:
            raise _error(self._source, self._line(), "elements are nested too deeply", f"at most {DEEPEST} levels")
        if len(attributes) > MOST_ATTRIBUTES:
            raise _error(self._source, self._line(), "too many attributes on one element", f"at most {MOST_ATTRIBUTES}")
        parent = self._open[-1] if self._open else None
        element = Element(_short(name), {_short_attribute(key): value for key, value in attributes.items()}, self._line(), parent)
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def end(self, _name: str) -> None:
        self._open.pop()

    def characters(self, text: str) -> None:
        if not self._open:
            return
        element = self._open[-1]
        if element.children:
            element.children[-1].tail += text
        else:
            element.text += text


def _short(name: str) -> str:
    space, bar, local = name.rpartition(_BAR)
    if not bar:
        return name
    return _PREFIXES.get(space, "?:") + local


def _short_attribute(name: str) -> str:
    space, bar, local = name.rpartition(_BAR)
    if not bar:
        return name
    prefix = _PREFIXES.get(space, "?:")
    return (prefix or "svg:") + local
