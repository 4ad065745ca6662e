"""A command as a value: what a function's signature and docstring declare."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Union, get_args, get_origin, get_type_hints

from adjudicator.phase import Phase
from app.commands.declaring.docstring import describe
from app.session.errors import Abort, ArgumentError, DeclarationError, GivenUp
from app.session.nearest import did_you_mean, nearest
from app.session.parameter_kinds import Kind, Surroundings, read_word
from app.session.parameters import Form, Parameter
from app.session.roles import Who, refusal
from app.session.words import Word, Words

if TYPE_CHECKING:
    from app.session.session import Session

Available = Callable[["Session"], str]
"""Says why a command cannot be used now; empty when it can."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One of the things that a command can be run for, such as a set of unit symbols."""

    title: str
    arguments: Mapping[str, object]
    """By the names of the function's parameters."""

    chosen: bool = False
    """Whether it is the one that holds now."""


Offers = Callable[["Session"], Sequence[Offer]]
"""What a command can be run for now: its menu entry opens on them, the palette lists each."""

Asks = Callable[["Session"], Mapping[str, object] | None]
"""Asks whoever is there what a command that was called without a word is to do; ``None`` where a panel was opened in which that is said."""

Checked = Callable[["Session"], bool]
"""Whether the menu shows a tick beside the command."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 5
"""Words that the name of a province or power has at most."""

_NO_CHOICES: Mapping[str, object] = types.MappingProxyType({})


def always(_session: Session) -> str:
    """Can be used at any time."""
    return ""


@dataclass(frozen=True, slots=True)
class Command:
    """A function that people can call by name."""

    id: str
    title: str
    """As menus and the palette show it."""

    function: Callable[..., None]
    parameters: tuple[Parameter, ...]
    summary: str
    details: str
    menu: str | None = None
    """The menu it stands in: ``Game``, or ``View/Labels``; ``None`` is in no menu."""

    place: int = 0
    """Where in its menu, from the top; each ten is a group of its own."""

    shortcut: str | None = None
    """``Ctrl+Z``; several are parted by a comma and a blank, since a comma can be a key: ``Ctrl+,``."""

    palette: bool = True
    available: Available = always
    checked: Checked | None = None
    offers: Offers | None = None
    asks: Asks | None = None
    who: Who = Who.GAME_MASTER
    """Whose it is at a table with secret seats."""

    @property
    def usage(self) -> str:
        """``order TEXT... [--power POWER]``"""
        return " ".join((self.id, *(each.usage for each in self.parameters)))

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Its shortcuts one by one."""
        return tuple(self.shortcut.split(", ")) if self.shortcut else ()

    @property
    def needs_words(self) -> bool:
        """Whether it cannot be run without arguments."""
        return any(each.required for each in self.parameters)

    @property
    def form(self) -> Form:
        """What it needs, for a person to fill in."""
        return Form(self.title.rstrip(".…"), self.summary, self.parameters)

    def run(self, session: Session, arguments: Mapping[str, object] | None = None) -> None:
        """Carry it out with *arguments*, by the names of the function's parameters.

        Args:
            arguments: ``None`` where nothing was said: then a person who is there is asked, and usual values hold where nobody is.

        Raises:
            CommandError: it cannot be done.
        """
        reason = self.available(session)
        if reason:
            raise Abort(reason)
        if arguments is None:
            arguments = self._asked(session)
            if arguments is None:
                return
        positional: list[object] = []
        named = dict(arguments)
        if any(each.several for each in self.parameters):
            for each in self.parameters:
                if each.several:
                    positional.extend(_as_tuple(named.pop(each.python_name, ())))
                elif not each.option:
                    positional.append(named.pop(each.python_name, each.default))
        self.function(session, *positional, **named)

    def _asked(self, session: Session) -> Mapping[str, object] | None:
        """What a person says who is there to be asked; ``None`` where a panel was opened in its place."""
        if session.can_ask and self.asks is not None:
            return self.asks(session)
        if not self.needs_words:
            return _NO_CHOICES
        if not session.can_ask:
            raise self.lacking(next(each for each in self.parameters if each.required))
        return self.filled_in(session)

    def filled_in(self, session: Session) -> Mapping[str, object]:
        """The arguments as a person fills them in.

        Raises:
            GivenUp: nobody did.
        """
        answers = session.services.ask_arguments(self.form)
        if answers is None:
            raise GivenUp(f"{self.id}: nothing was done.")
        return answers

    def lacking(self, parameter: Parameter, column: int = 1) -> ArgumentError:
        """The error for a *parameter* without its word."""
        return ArgumentError(f"{self.id} needs {parameter.name}: {self.usage}", column=column)

    def bind(self, words: Words, first: int, surroundings: Surroundings) -> dict[str, object]:
        """The arguments that *words*, from index *first* on, stand for.

        Raises:
            ArgumentError: a word does not fit, is missing, or is one too many.
        """
        return _Binder(self, words, surroundings).bind(first)


class _Binder:
    """Reads the words of one line into the arguments of one command."""

    def __init__(self, command: Command, words: Words, surroundings: Surroundings) -> None:
        self._command = command
        self._words = words
        self._surroundings = surroundings
        self._found: dict[str, object] = {}
        self._open = [each for each in command.parameters if not each.option]

    def bind(self, first: int) -> dict[str, object]:
        index = first
        while index < len(self._words.words):
            index = self._take(index)
        for each in self._command.parameters:
            if each.required and each.python_name not in self._found:
                raise self._command.lacking(each, len(self._words.line) + 1)
        return self._found

    def _take(self, index: int) -> int:
        word = self._words.words[index]
        if word.text.startswith("--") and len(word.text) > 2 and not word.quoted:
            return self._take_option(index)
        name, equals, value = word.text.partition("=")
        named = self._parameter(name) if equals and not word.quoted else None
        if named is not None:
            self._put(named, Word(value, word.column + len(name) + 1))
            return index + 1
        seats = self._seats
        if seats is not None and equals and not word.quoted:
            self._put(seats, word)
            return index + 1
        if not self._open:
            raise ArgumentError(f"{word.text!r} is one word too many: {self._command.usage}", word=word.text, column=word.column)
        parameter = self._open[0]
        if parameter.kind is Kind.REST:
            self._open.pop(0)
            end = self._first_option_after(index)
            self._found[parameter.python_name] = word.text if word.quoted and index + 1 == end else self._words.stretch(index, end)
            return end
        if not parameter.several:
            self._open.pop(0)
        if parameter.kind in {Kind.PROVINCE, Kind.POWER}:
            word = self._name_of_several_words(parameter, index) or word
        self._put(parameter, word)
        return index + 1 + word.text.count(" ") * (not word.quoted)

    def _first_option_after(self, index: int) -> int:
        """The index of the first word after *index* that is an option of this command; the number of words where there is none."""
        words = self._words.words
        for number, word in enumerate(words[index + 1 :], index + 1):
            name = word.text.removeprefix("--").partition("=")[0]
            parameter = self._parameter(name) or self._parameter(name.removeprefix("no-"))
            if word.text.startswith("--") and not word.quoted and parameter is not None and parameter.option:
                return number
        return len(words)

    def _name_of_several_words(self, parameter: Parameter, index: int) -> Word | None:
        """The longest name from word *index* on that reads as a whole: ``north sea``."""
        first = self._words.words[index]
        if self._surroundings.variant is None or first.quoted:
            return None
        following = [each.text for each in self._words.words[index : index + LONGEST_NAME]]
        for length in range(len(following), 1, -1):
            text = " ".join(following[:length])
            try:
                read_word(parameter.kind, text, self._surroundings, parameter.choices, parameter.name, first.column)
            except ArgumentError:
                continue
            return Word(text, first.column)
        return None

    def _take_option(self, index: int) -> int:
        word = self._words.words[index]
        name, equals, value = word.text[2:].partition("=")
        off = name.startswith("no-") and self._parameter(name) is None
        parameter = self._parameter(name[3:] if off else name)
        if parameter is None and self._seats is not None:
            return self._take_seat(index, name, value if equals else None)
        if parameter is None or (off and parameter.kind is not Kind.FLAG):
            names = tuple(f"--{each.name}" for each in self._command.parameters)
            suggestions = nearest(f"--{name}", names)
            message = f"{self._command.id} has no option --{name}{did_you_mean(suggestions)}"
            raise ArgumentError(message, word=word.text, column=word.column, suggestions=suggestions)
        if equals:
            self._put(parameter, Word(value, word.column + 2 + len(name) + 1))
            return index + 1
        if parameter.kind is Kind.FLAG:
            self._put(parameter, Word("no" if off else "yes", word.column))
            return index + 1
        if index + 1 >= len(self._words.words):
            raise ArgumentError(f"--{name} needs a {parameter.kind}", word=word.text, column=word.column)
        self._put(parameter, self._words.words[index + 1])
        return index + 2

    @property
    def _seats(self) -> Parameter | None:
        """The parameter that takes who plays what."""
        return next((each for each in self._command.parameters if each.kind is Kind.SEAT), None)

    def _take_seat(self, index: int, power: str, who: str | None) -> int:
        """``--france WHO`` and ``--france=WHO`` are ``FRANCE=WHO``."""
        word = self._words.words[index]
        assert self._seats is not None
        if who is None and index + 1 >= len(self._words.words):
            raise ArgumentError(f"--{power} needs who plays it, or is no option of {self._command.id}", word=word.text, column=word.column)
        self._put(self._seats, Word(f"{power.upper()}={self._words.words[index + 1].text if who is None else who}", word.column))
        return index + (2 if who is None else 1)

    def _parameter(self, name: str) -> Parameter | None:
        return next((each for each in self._command.parameters if each.name == name.casefold()), None)

    def _put(self, parameter: Parameter, word: Word) -> None:
        value = read_word(parameter.kind, word.text, self._surroundings, parameter.choices, parameter.name, word.column)
        if parameter.several:
            value = (*_as_tuple(self._found.get(parameter.python_name, ())), value)
        elif parameter.python_name in self._found:
            raise ArgumentError(f"{parameter.name} is given twice", word=word.text, column=word.column)
        if parameter in self._open and not parameter.several:
            self._open.remove(parameter)
        self._found[parameter.python_name] = value


def _as_tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


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
        raise DeclarationError(f"command id {id!r}: expected small letters, with - between words")
    description = describe(function.__doc__ or "")
    if not description.summary:
        raise DeclarationError(f"command {id}: its function has no docstring")
    parameters = tuple(_parameters(function, id, description.arguments))
    undescribed = [each.name for each in parameters if not each.description]
    if undescribed:
        raise DeclarationError(f"command {id}: the docstring says nothing of {', '.join(undescribed)}")
    unknown = description.arguments.keys() - {each.python_name for each in parameters}
    if unknown:
        raise DeclarationError(f"command {id}: the docstring describes {', '.join(sorted(unknown))}, which is no parameter")
    return Command(
        id,
        title,
        function,
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


def _parameters(function: Callable[..., None], id: str, descriptions: Mapping[str, str]) -> list[Parameter]:  # noqa: A002
    signature = inspect.signature(function)
    first, *rest = signature.parameters.values()
    hints = _hints(function, first.name)
    found: list[Parameter] = []
    for each in rest:
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
    raise DeclarationError(f"command {id}: parameter {name} has a type that no word can be read as: {hint!r}")
