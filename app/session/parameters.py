"""Parameters of a command, their kinds and forms, and a command line taken apart into the words that fill them."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from adjudicator import Phase, PhaseKind, Variant
from app.session.errors import ArgumentError, LineError, did_you_mean, nearest
from languages import mark, tr


class Kind(StrEnum):
    """Kind of value that a parameter takes; the name stands in usage lines."""

    TEXT = mark("text")
    REST = mark("rest of the line")
    INTEGER = mark("number")
    DECIMAL = mark("decimal number")
    FLAG = mark("yes or no")
    CHOICE = mark("choice")
    PATH = mark("file")
    POWER = mark("power")
    PROVINCE = mark("province")
    PHASE = mark("phase")
    PHASES = "phase|all"
    BRANCH = mark("branch")
    SEAT = "POWER=WHO"


RestOfLine = Annotated[str, Kind.REST]
"""All that follows, as written."""

PowerName = Annotated[str, Kind.POWER]
"""The id of a power of the game; written as id, name, adjective or a beginning that only one has."""

ProvinceCode = Annotated[str, Kind.PROVINCE]
"""The code of a province; written as code, alias, name or a beginning that only one has."""

SeatWords = Annotated[str, Kind.SEAT]
"""``FRANCE=WHO``: who plays a power; on a command line also written as an option, ``--france WHO``."""

PhaseOrAll = Annotated[str, Kind.PHASES]
"""A phase as its canonical text, ``F1901M``, or ``all``."""

BranchName = Annotated[str, Kind.BRANCH]
"""The name of a branch of the game."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Context in which words are understood: the game that is open, if one is."""

    variant: Variant | None = None
    branches: tuple[str, ...] = ()


_TITLES = {"back": "Seat of before"}
"""Titles of fields by the name of the parameter, where that is the word of a button with another meaning."""


def english_title(name: str) -> str:
    """The title in English of the field for the parameter called *name*: ``Same id``."""
    return _TITLES.get(name) or name.replace("-", " ").capitalize()


def field_title(name: str) -> str:
    """The parameter called *name* as a form names its field: ``Same id``."""
    return tr(english_title(name))


def read_word(kind: Kind, text: str, surroundings: Surroundings, choices: Mapping[str, object], name: str, column: int) -> object:
    """The value that *text* stands for.

    Args:
        choices: for ``Kind.CHOICE``, the words and their values.
        name: of the parameter, for the error's text.
        column: of the word, for the error's place.

    Raises:
        ArgumentError: it stands for none.
    """

    def wrong(expected: str, names: tuple[str, ...] = ()) -> ArgumentError:
        suggestions = nearest(text, names)
        return ArgumentError(
            tr("{word!r} is not {expected} (for {name})", word=text, expected=expected, name=name) + did_you_mean(suggestions),
            word=text,
            column=column,
            suggestions=suggestions,
        )

    match kind:
        case Kind.TEXT | Kind.REST:
            return text
        case Kind.SEAT:
            power, equals, who = text.partition("=")
            if not (power and equals and who.strip()):
                raise wrong(tr("a power and who plays it, such as FRANCE=steady"))
            return text
        case Kind.INTEGER:
            return _whole_number(text, wrong)
        case Kind.DECIMAL:
            try:
                return float(text)
            except ValueError:
                raise wrong(tr("a number")) from None
        case Kind.FLAG:
            if text.casefold() in {"yes", "on", "true"}:
                return True
            if text.casefold() in {"no", "off", "false"}:
                return False
            raise wrong(tr("yes or no"), ("yes", "no", "on", "off"))
        case Kind.CHOICE:
            return _choice(text, choices, wrong)
        case Kind.PATH:
            if not text or "\0" in text:
                raise wrong(tr("a file name"))
            return Path(text).expanduser()
        case Kind.POWER:
            return _power(text, surroundings.variant, wrong)
        case Kind.PROVINCE:
            return _province(text, surroundings.variant, wrong)
        case Kind.PHASE:
            return _phase(text, wrong)
        case Kind.PHASES:
            return "all" if text.casefold() == "all" else str(_phase(text, wrong))
        case Kind.BRANCH:
            if surroundings.branches and text not in surroundings.branches:
                raise wrong(tr("a branch of this game ({branches})", branches=", ".join(surroundings.branches)), surroundings.branches)
            return text


_Wrong = Callable[..., ArgumentError]


def _whole_number(text: str, wrong: _Wrong) -> int:
    try:
        number = int(text)
    except ValueError:
        raise wrong(tr("a whole number")) from None
    if abs(number) > 10**9:
        raise wrong(tr("a whole number of at most nine digits"))
    return number


def _choice(text: str, choices: Mapping[str, object], wrong: _Wrong) -> object:
    folded = {word.casefold(): value for word, value in choices.items()}
    wanted = text.casefold()
    if wanted in folded:
        return folded[wanted]
    starting = [word for word in folded if wanted and word.startswith(wanted)]
    if len(starting) == 1:
        return folded[starting[0]]
    raise wrong(tr("one of {choices}", choices=", ".join(choices)), tuple(choices))


def _power(text: str, variant: Variant | None, wrong: _Wrong) -> str:
    if variant is None:
        return text.upper()
    names: dict[str, str] = {}
    for power in variant.powers.values():
        for word in (power.id, power.name, power.adjective):
            names[word.casefold()] = power.id
    return _named(text, names, tr("a power of this game"), wrong, tuple(variant.powers))


def _province(text: str, variant: Variant | None, wrong: _Wrong) -> str:
    if variant is None:
        return text.upper()
    codes: dict[str, str] = {}
    for province in variant.board.provinces.values():
        codes[province.code.casefold()] = province.code
    names = dict(codes)
    for province in variant.board.provinces.values():
        for word in (province.name, *province.aliases, *province.names):
            names.setdefault(word.casefold(), province.code)
    shown = (*variant.board.provinces, *(province.name for province in variant.board.provinces.values()))
    return _named(text, names, tr("a province of this board"), wrong, shown)


def _named(text: str, names: Mapping[str, str], expected: str, wrong: _Wrong, shown: tuple[str, ...]) -> str:
    wanted = text.casefold().strip()
    if wanted in names:
        return names[wanted]
    starting = {value for word, value in names.items() if wanted and word.startswith(wanted)}
    if len(starting) == 1:
        return starting.pop()
    raise wrong(expected, shown)


def _phase(text: str, wrong: _Wrong) -> Phase:
    wanted = text.strip().upper()
    if wanted and wanted[-1].isdigit():
        wanted += (PhaseKind.ADJUSTMENT if wanted.startswith("W") else PhaseKind.MOVEMENT).value
    try:
        return Phase.of(wanted)
    except ValueError:
        raise wrong(tr("a phase such as S1901M, F1901R or W1901A")) from None


_NO_CHOICES: Mapping[str, object] = types.MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a command."""

    name: str
    """Name as options write it: ``dry-run``."""

    kind: Kind
    description: str
    required: bool
    default: object = None
    several: bool = False
    """True if it takes all words that are left, as ``*names`` does."""

    option: bool = False
    """True if it is given by name only (``--power FRANCE``)."""

    choices: Mapping[str, object] = field(default_factory=lambda: _NO_CHOICES)

    @property
    def python_name(self) -> str:
        """The name of the function's parameter."""
        return self.name.replace("-", "_")

    @property
    def usage(self) -> str:
        """Form in the usage line: ``[--power POWER]``."""
        word = "|".join(self.choices) if self.choices else self.name.upper()
        if self.option:
            word = f"--{self.name}" if self.kind is Kind.FLAG else f"--{self.name} {word if self.choices else self.kind.value.upper()}"
        if self.several or self.kind is Kind.REST:
            word += "..."
        return word if self.required else f"[{word}]"


@dataclass(frozen=True, slots=True)
class Form:
    """Form of a command's parameters, for a person to fill in."""

    title: str
    summary: str
    parameters: tuple[Parameter, ...]
    command: str = ""
    """Id of the command."""


LONGEST_LINE = 4_000
"""Characters of one command line."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, and where it stands in the line."""

    text: str
    column: int
    """From 1."""

    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a line, and the line itself for parameters that take the rest of it unchanged."""

    line: str
    words: tuple[Word, ...]

    def stretch(self, index: int, end: int) -> str:
        """The line from word *index* up to word *end*, as written."""
        if index >= len(self.words):
            return ""
        until = self.words[end].column - 1 if end < len(self.words) else len(self.line)
        return self.line[self.words[index].column - 1 : until].strip()


def split(line: str) -> Words:
    """The words of *line*. A word that starts with ``"`` or ``'`` ends with the same mark and may hold blanks.

    Raises:
        LineError: a quotation mark is not closed, or the line is longer than 4,000 characters.
    """
    if len(line) > LONGEST_LINE:
        raise LineError(
            tr(
                "a command line of {count} characters is too long; at most {longest_line} are taken",
                count=len(line),
                longest_line=LONGEST_LINE,
            ),
            column=LONGEST_LINE,
        )
    words: list[Word] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        if line[at] in "\"'":
            end = line.find(line[at], at + 1)
            if end < 0:
                raise LineError(tr("the quotation mark at column {at} is not closed", at=at + 1), word=line[at:], column=at + 1)
            words.append(Word(line[at + 1 : end], at + 1, quoted=True))
            at = end + 1
            continue
        end = at
        while end < len(line) and not line[end].isspace():
            end += 1
        words.append(Word(line[at:end], at + 1))
        at = end
    return Words(line, tuple(words))


def from_arguments(arguments: Sequence[str]) -> Words:
    """The words of a shell's argument list, which a shell has split already."""
    words: list[Word] = []
    column = 1
    for text in arguments:
        words.append(Word(text, column, quoted=" " in text))
        column += len(text) + 1
    return Words(" ".join(arguments), tuple(words))
