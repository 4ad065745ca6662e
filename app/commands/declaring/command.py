"""A command as a value: what people call it, what it takes, who may use it when, the function that carries it out; and its run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.game.record import EditError
from app.game.storage.atomic import StorageError
from app.installation import moved
from app.session.errors import Abort, ArgumentError, CommandError, FileTrouble, GivenUp, did_you_mean, nearest
from app.session.parameters import Form, Kind, Parameter, Surroundings, Word, Words, read_word
from app.session.roles import Who, refusal
from app.session.services import ArgumentsQuestion
from languages import labelled, system_words, tr

if TYPE_CHECKING:
    from app.session.session import Session


LONGEST_NAME = 5
"""Words that the name of a province or power has at most."""


def lacking(command: str, usage: str, parameter: Parameter, column: int = 1) -> ArgumentError:
    """The error for a *parameter* of *command* without its word."""
    return ArgumentError(tr("{command} needs {parameter}: {usage}", command=command, parameter=parameter.name, usage=usage), column=column)


def as_tuple(value: object) -> tuple[object, ...]:
    """One *value* as one of several."""
    return value if isinstance(value, tuple) else (value,)


class Binding:
    """Reads the words of one line into the arguments of one command."""

    def __init__(self, command: str, usage: str, parameters: Sequence[Parameter], words: Words, surroundings: Surroundings) -> None:
        self._command = command
        self._usage = usage
        self._parameters = parameters
        self._words = words
        self._surroundings = surroundings
        self._found: dict[str, object] = {}
        self._open = [each for each in parameters if not each.option]

    def bind(self, first: int) -> dict[str, object]:
        """The arguments by the names of the function's parameters; the words are read from index *first* on.

        Raises:
            ArgumentError: a word does not fit, is missing, or is one too many.
        """
        index = first
        while index < len(self._words.words):
            index = self._take(index)
        for each in self._parameters:
            if each.required and each.python_name not in self._found:
                raise lacking(self._command, self._usage, each, len(self._words.line) + 1)
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
            raise ArgumentError(
                tr("{word!r} is one word too many: {usage}", word=word.text, usage=self._usage), word=word.text, column=word.column
            )
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
            names = tuple(f"--{each.name}" for each in self._parameters)
            suggestions = nearest(f"--{name}", names)
            message = tr(
                "{command} has no option --{name}{did_you_mean}", command=self._command, name=name, did_you_mean=did_you_mean(suggestions)
            )
            raise ArgumentError(message, word=word.text, column=word.column, suggestions=suggestions)
        if equals:
            self._put(parameter, Word(value, word.column + 2 + len(name) + 1))
            return index + 1
        if parameter.kind is Kind.FLAG:
            self._put(parameter, Word("no" if off else "yes", word.column))
            return index + 1
        if index + 1 >= len(self._words.words):
            raise ArgumentError(tr("--{name} needs a {kind}", name=name, kind=tr(parameter.kind.value)), word=word.text, column=word.column)
        self._put(parameter, self._words.words[index + 1])
        return index + 2

    @property
    def _seats(self) -> Parameter | None:
        """The parameter that takes who plays what."""
        return next((each for each in self._parameters if each.kind is Kind.SEAT), None)

    def _take_seat(self, index: int, power: str, who: str | None) -> int:
        """``--france WHO`` and ``--france=WHO`` are ``FRANCE=WHO``."""
        word = self._words.words[index]
        assert self._seats is not None
        if who is None and index + 1 >= len(self._words.words):
            raise ArgumentError(
                tr("--{power} needs who plays it, or is no option of {command}", power=power, command=self._command),
                word=word.text,
                column=word.column,
            )
        self._put(self._seats, Word(f"{power.upper()}={self._words.words[index + 1].text if who is None else who}", word.column))
        return index + (2 if who is None else 1)

    def _parameter(self, name: str) -> Parameter | None:
        return next((each for each in self._parameters if each.name == name.casefold()), None)

    def _put(self, parameter: Parameter, word: Word) -> None:
        value = read_word(parameter.kind, word.text, self._surroundings, parameter.choices, parameter.name, word.column)
        if parameter.several:
            value = (*as_tuple(self._found.get(parameter.python_name, ())), value)
        elif parameter.python_name in self._found:
            raise ArgumentError(tr("{parameter} is given twice", parameter=parameter.name), word=word.text, column=word.column)
        if parameter in self._open and not parameter.several:
            self._open.remove(parameter)
        self._found[parameter.python_name] = value


Available = Callable[["Session"], str]
"""Says why a command cannot be used now; empty when it can."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One of the things that a command can be run for, such as a set of unit symbols."""

    title: str
    arguments: Mapping[str, object]
    """By the names of the function's parameters."""

    chosen: bool = False
    """True if it is the present choice."""


Offers = Callable[["Session"], Sequence[Offer]]
"""Choices that a command can be run with now: its menu entry opens on them, the palette lists each."""

Asks = Callable[["Session"], Mapping[str, object] | None]
"""Function that asks a person for the arguments of a command called without any; ``None`` where it opened a panel for them."""

Checked = Callable[["Session"], bool]
"""Function that tells if the menu shows a tick beside the command."""

_NOTHING_SAID: Mapping[str, object] = MappingProxyType({})


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
    """Place in its menu, from the top; each ten is a group of its own."""

    shortcut: str | None = None
    """``Ctrl+Z``; several are parted by a comma and a blank, since a comma can be a key: ``Ctrl+,``."""

    palette: bool = True
    condition: Available = always
    checked: Checked | None = None
    offers: Offers | None = None
    asks: Asks | None = None
    who: Who = Who.GAME_MASTER
    """Role that a person needs for it at a table with secret seats."""

    def available(self, session: Session) -> str:
        """Return the reason that it cannot be used now; empty where it can."""
        return refusal(session, self.who) or self.condition(session)

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
        """True if it cannot be run without arguments."""
        return any(each.required for each in self.parameters)

    @property
    def form(self) -> Form:
        """Form of its parameters, for a person to fill in."""
        return Form(tr(self.title).rstrip(".…"), tr(self.summary), self.parameters, self.id)

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
                    positional.extend(as_tuple(named.pop(each.python_name, ())))
                elif not each.option:
                    positional.append(named.pop(each.python_name, each.default))
        self.function(session, *positional, **named)

    def _asked(self, session: Session) -> Mapping[str, object] | None:
        """Return the answers of a person who can be asked; ``None`` where a panel was opened in its place."""
        if session.can_ask and self.asks is not None:
            return self.asks(session)
        if not self.needs_words:
            return _NOTHING_SAID
        if not session.can_ask:
            raise self.lacking(next(each for each in self.parameters if each.required))
        return self.filled_in(session)

    def filled_in(self, session: Session) -> Mapping[str, object]:
        """The arguments as a person fills them in.

        Raises:
            GivenUp: nobody did.
        """
        answers = session.services.ask(ArgumentsQuestion(self.form))
        if answers is None:
            raise GivenUp(tr("{title}: nothing was done.", title=self.form.title))
        return answers

    def lacking(self, parameter: Parameter, column: int = 1) -> ArgumentError:
        """The error for a *parameter* without its word."""
        return lacking(self.id, self.usage, parameter, column)

    def bind(self, words: Words, first: int, surroundings: Surroundings) -> dict[str, object]:
        """The arguments that *words*, from index *first* on, stand for.

        Raises:
            ArgumentError: a word does not fit, is missing, or is one too many.
        """
        return Binding(self.id, self.usage, self.parameters, words, surroundings).bind(first)


def run_command(session: Session, command: Command, arguments: Mapping[str, object] | None = None) -> None:
    """Carry out *command*; every error on the way comes out as a ``CommandError`` with a sentence.

    Menus, keys, palette, console, scripts, the command line and a person's own commands all come through here.

    Args:
        arguments: by the names of the function's parameters; ``None`` where nothing was said, so that a person who is there is asked.

    Raises:
        CommandError: it could not be done.
    """
    session.unfinished.tell()
    try:
        command.run(session, arguments)
    except CommandError:
        gone = moved()
        if gone is not None:
            session.say(gone)
        raise
    except EditError as error:
        raise Abort(str(error)) from error
    except StorageError as error:
        raise FileTrouble(str(error)) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileTrouble(moved() or file_trouble(error)) from error
    except ImportError as error:
        gone = moved()
        if gone is None:
            raise
        raise FileTrouble(gone) from error


def file_trouble(error: OSError) -> str:
    """Return the words of the system for *error*, after the file."""
    words = system_words(error)
    return labelled(error.filename, words) if error.filename else words
