"""Declaration of a command from a function's signature and docstring, which is taken apart for palette, help and reference."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Union, get_args, get_origin, get_type_hints

from adjudicator.phase import Phase
from app.commands.declaring.command import Asks, Available, Checked, Command, Offers
from app.session.errors import DeclarationError
from app.session.parameters import Kind, Parameter
from app.session.roles import Who
from languages import tr
from languages.wording import shortcut_name

if TYPE_CHECKING:
    from app.session.session import Session


@dataclass(frozen=True, slots=True)
class Description:
    """Description in a docstring."""

    summary: str
    """Its first paragraph, on one line."""

    details: str
    """The paragraphs between the summary and ``Args:``."""

    arguments: dict[str, str]
    """Description of each parameter."""


_LITERAL = re.compile(r"(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)")


def in_plain_words(text: str) -> str:
    """*text* of a docstring in plain words: literals stand in quotation marks, not between backticks."""
    return _LITERAL.sub(r"'\2'", text)


def in_window(summary: str, command: str) -> str:
    """*summary* of the command of that id as a window says it: in plain words, and without an example of what is typed.

    >>> in_window('Say whose a centre is: owner BEL FRANCE. It stays.', 'owner')
    'Say whose a centre is. It stays.'
    """
    return re.sub(rf"\s*:\s{re.escape(command)}\s.*?(?=\.(?:\s|$))", "", in_plain_words(summary))


def describe(docstring: str) -> Description:
    """The parts of a docstring with a summary, more paragraphs, and an ``Args:`` part of ``name: text`` entries."""
    body: list[str] = []
    arguments: dict[str, str] = {}
    part = ""
    name = ""
    for line in inspect.cleandoc(docstring).splitlines():
        if line in {"Args:", "Raises:", "Returns:"}:
            part = line
            continue
        if part and line and not line[0].isspace():
            part = ""
        if part == "Args:":
            text = line.strip()
            if line.startswith("    ") and not line.startswith("     ") and ":" in text:
                name, _, text = text.partition(":")
                arguments[name] = text.strip()
            elif text and name:
                arguments[name] = f"{arguments[name]} {text}"
        elif not part:
            body.append(line)
    paragraphs = [" ".join(line.strip() for line in block.splitlines()) for block in "\n".join(body).split("\n\n")]
    cleaned = [paragraph.strip() for paragraph in paragraphs if paragraph.strip()]
    return Description(cleaned[0] if cleaned else "", "\n\n".join(cleaned[1:]), arguments)


HEADING = """\
# Commands

Generated from `app/commands/` by `./run reference`; a test holds it current.

Every command can be typed in the console (F12), found in the palette (Ctrl+K), stand in a script file (one a line), and be run without a
window: `./run COMMAND [GAME.dpn] WORDS`. Words in capitals stand for something of yours, brackets mark what may be left out,
`...` takes the rest of the line. A parameter can also be given by name, as `--name value` or `name=value`.
Orders are typed as they are: `A PAR - BUR`.

Where people sit round one laptop with secret seats, the last column says whose a command is: anybody's, the table's (all of them together),
a seat's (the person at the laptop, for their own power), or the game master's. Without a table everything is everybody's.
"""


def help_text(command: Command) -> str:
    """Usage, summary, details and parameters of *command*, for a terminal, in the language in use."""
    lines = [command.usage, "", in_plain_words(tr(command.summary))]
    if command.details:
        lines += ["", in_plain_words(tr(command.details))]
    if command.parameters:
        width = max(len(_shown_name(each)) for each in command.parameters)
        lines += ["", *(f"  {_shown_name(each):{width}}  {in_plain_words(tr(each.description))}" for each in command.parameters)]
    if command.shortcut:
        lines += ["", tr("Shortcut: {keys}", keys=", ".join(map(shortcut_name, command.shortcuts)))]
    return "\n".join(lines)


def reference(commands: Iterable[Command]) -> str:
    """The whole page, in Markdown; the same commands give the same text."""
    listed = sorted(commands, key=lambda each: each.id)
    table = ["| command | does | menu | shortcut | at a table |", "| --- | --- | --- | --- | --- |"]
    table += [f"| [`{each.id}`](#{each.id}) | {each.summary} | {each.menu or ''} | {_keys(each)} | {each.who} |" for each in listed]
    return "\n".join((HEADING, *table, "", *(_section(each, f"## {each.id}") for each in listed)))


def command_page(command: Command) -> str:
    """Return the help page of *command*, in Markdown."""
    where = ", ".join(filter(None, (f"menu *{command.menu}*" if command.menu else "", _keys(command))))
    return _section(command, f"# {command.title.rstrip('…')}") + (f"Also: {where}.\n" if where else "")


def _section(command: Command, heading: str) -> str:
    lines = [heading, "", f"    {command.usage}", "", command.summary, ""]
    if command.details:
        lines += [command.details, ""]
    if command.parameters:
        lines += ["| parameter | kind | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{_shown_name(each)}` | {_docstring_kind(each)} | {each.description} |" for each in command.parameters]
        lines.append("")
    return "\n".join(lines)


def _shown_name(parameter: Parameter) -> str:
    return f"--{parameter.name}" if parameter.option else parameter.name


def _docstring_kind(parameter: Parameter) -> str:
    return ", ".join(parameter.choices) if parameter.choices else parameter.kind.value


def _keys(command: Command) -> str:
    return ", ".join(f"`{key}`" for key in command.shortcuts)


_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NO_CHOICES: Mapping[str, object] = types.MappingProxyType({})


def declare(
    function: Callable[..., None],
    id: str,  # noqa: A002 - the word that the decorator's users write
    title: str,
    *,
    menu: str | None,
    place: int,
    shortcut: str | None,
    palette: bool,
    available: Available,
    checked: Checked | None,
    offers: Offers | None = None,
    asks: Asks | None = None,
    who: Who = Who.GAME_MASTER,
) -> Command:
    """The command that *function* declares.

    Raises:
        DeclarationError: the id is malformed, a docstring is missing, a parameter is undescribed or of no kind we know.
    """
    if _ID.fullmatch(id) is None:
        raise DeclarationError(tr("command id {id!r}: expected small letters, with - between words", id=id))
    description = describe(function.__doc__ or "")
    shared = _shared(function)
    if not description.summary:
        raise DeclarationError(tr("command {id}: its function has no docstring", id=id))
    parameters = tuple(_parameters(function, id, description.arguments))
    undescribed = [each.name for each in parameters if not each.description]
    if undescribed:
        raise DeclarationError(tr("command {id}: the docstring says nothing of {names}", id=id, names=", ".join(undescribed)))
    unknown = description.arguments.keys() - {each.python_name for each in parameters}
    if unknown:
        names = ", ".join(sorted(unknown))
        raise DeclarationError(tr("command {id}: the docstring describes {names}, which is no parameter", id=id, names=names))
    return Command(
        id,
        title,
        _gathering(function, shared),
        parameters,
        description.summary,
        description.details,
        menu,
        place,
        shortcut,
        palette,
        available,
        checked,
        offers,
        asks,
        who,
    )


def _shared(function: Callable[..., None]) -> dict[str, type]:
    """The options that several commands share, by the parameter that takes them: one whose type is a dataclass has a field for each."""
    first, *rest = inspect.signature(function).parameters.values()
    hints = _hints(function, first.name)
    return {each.name: hint for each in rest if isinstance(hint := hints.get(each.name), type) and is_dataclass(hint) and hint is not Phase}


def _gathering(function: Callable[..., None], shared: Mapping[str, type]) -> Callable[..., None]:
    """*function* as it is called with an argument for each option."""
    if not shared:
        return function

    @wraps(function)
    def gathered(session: Session, *positional: object, **named: object) -> None:
        for name, kind in shared.items():
            named[name] = kind(**{each.name: named.pop(each.name) for each in fields(kind) if each.name in named})
        function(session, *positional, **named)

    return gathered


def _parameters(function: Callable[..., None], id: str, descriptions: Mapping[str, str]) -> list[Parameter]:  # noqa: A002
    signature = inspect.signature(function)
    first, *rest = signature.parameters.values()
    hints, shared = _hints(function, first.name), _shared(function)
    found: list[Parameter] = []
    for each in rest:
        if each.name in shared:
            found += _options(shared[each.name], id, descriptions)
            continue
        kind, choices = _kind(hints.get(each.name), id, each.name)
        several = each.kind is inspect.Parameter.VAR_POSITIONAL
        found.append(
            Parameter(
                name=each.name.replace("_", "-"),
                kind=kind,
                description=descriptions.get(each.name, ""),
                required=each.default is inspect.Parameter.empty and not several,
                default=None if each.default is inspect.Parameter.empty else each.default,
                several=several,
                option=each.kind is inspect.Parameter.KEYWORD_ONLY,
                choices=choices,
            )
        )
    return found


def _options(group: type, id: str, descriptions: Mapping[str, str]) -> Iterator[Parameter]:  # noqa: A002
    """An option for each field of *group*, described where the command does so itself, else by the group."""
    hints, known = get_type_hints(group, include_extras=True), describe(group.__doc__ or "").arguments
    for each in fields(group):
        kind, choices = _kind(hints[each.name], id, each.name)
        words = descriptions.get(each.name, known.get(each.name, ""))
        yield Parameter(each.name.replace("_", "-"), kind, words, required=False, default=each.default, option=True, choices=choices)


def _hints(function: Callable[..., None], session_name: str) -> dict[str, object]:
    """The resolved annotations; that of the session is left out, since it may be known to type checkers only."""
    names = {name: text for name, text in function.__annotations__.items() if name not in {session_name, "return"}}
    stand_in = types.SimpleNamespace(__annotations__=names, __globals__=getattr(function, "__globals__", {}))
    return dict(get_type_hints(stand_in, globalns=stand_in.__globals__, include_extras=True))


def _kind(hint: object, id: str, name: str) -> tuple[Kind, Mapping[str, object]]:  # noqa: A002
    if get_origin(hint) in (Union, types.UnionType):
        left = [each for each in get_args(hint) if each is not type(None)]
        hint = left[0] if len(left) == 1 else hint
    if get_origin(hint) is Annotated:
        marked = [each for each in get_args(hint)[1:] if isinstance(each, Kind)]
        if marked:
            return marked[0], _NO_CHOICES
    if get_origin(hint) is Literal:
        return Kind.CHOICE, {str(each): each for each in get_args(hint)}
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return Kind.CHOICE, {str(each.value): each for each in hint}
        simple: dict[type, Kind] = {
            str: Kind.TEXT,
            int: Kind.INTEGER,
            float: Kind.DECIMAL,
            bool: Kind.FLAG,
            Path: Kind.PATH,
            Phase: Kind.PHASE,
        }
        if hint in simple:
            return simple[hint], _NO_CHOICES
    raise DeclarationError(
        tr("command {id}: parameter {name} has a type that no word can be read as: {hint!r}", id=id, name=name, hint=hint)
    )
