"""Declaration of a command from a function's signature and docstring."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Union, get_args, get_origin, get_type_hints

from adjudicator.phase import Phase
from app.commands.declaring.command import Asks, Available, Checked, Command, Offers
from app.commands.declaring.docstring import describe
from app.session.errors import DeclarationError
from app.session.parameters import Kind, Parameter
from app.session.roles import Who, refusal
from languages import tr

if TYPE_CHECKING:
    from app.session.session import Session

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
        available if who is Who.ANYBODY else partial(_for_whom, who, available),
        checked,
        offers,
        asks,
        who,
    )


def _for_whom(who: Who, available: Available, session: Session) -> str:
    return refusal(session, who) or available(session)


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
