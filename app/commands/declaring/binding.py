"""The words of a line become the arguments of a command."""

from __future__ import annotations

from collections.abc import Sequence

from app.session.errors import ArgumentError, did_you_mean, nearest
from app.session.parameters import Kind, Parameter, Surroundings, read_word
from app.session.words import Word, Words
from languages import tr

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
