"""Messages in the notation of the documents of DAIDE, which is both their reader, with the place of what is wrong, and their writer.

``IAM ( any_power ) ( number )`` is a word, then two fields in brackets, each of a kind. What stands in ``[ ]`` may be missing, what has
``*`` or ``+`` behind it comes several times, up to the bracket that closes or the end. ``{ }``, or ``{* }``, are brackets of the message
too, and one field. The value of a field with others in it is the only one of them, or a tuple of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any, Generic, TypeVar

from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, WrongTokenError, message, show
from app.players.daide.tokens import CLOSE, OPEN, PROVINCES, WORDS, Category, Token, category, integer, number_of, text_tokens
from languages.outside_text import outside_line

Value = TypeVar("Value")


@dataclass
class Scan:
    """A place in a message."""

    tokens: Message
    known: DaideBoard | None = None
    """Board that is played; ``None`` for messages without powers and provinces, and for the one that tells of the board."""

    partial_draws: bool = False
    """True if a draw may name those who share in it (PDA)."""

    at: int = 0
    depth: int = 0
    """Brackets that press is in."""

    @property
    def board(self) -> DaideBoard:
        """Board that is played."""
        assert self.known is not None
        return self.known

    @property
    def ahead(self) -> Token | None:
        """The next token; ``None`` at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def has_more(self) -> bool:
        """True if something follows before a bracket closes."""
        return self.ahead not in {None, CLOSE}

    def fitting(self, words: Message) -> int:
        """Return how many of *words* come next."""
        return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(words, self.tokens[self.at :], strict=False)))

    def one(self, fits: Callable[[Token], bool] = lambda _each: True) -> Token:
        """The next token, which has to fit."""
        each = self.ahead
        if each is None or not fits(each):
            raise WrongTokenError(self.at)
        self.at += 1
        return each

    def end(self) -> None:
        """Check that all was read."""
        if self.ahead is not None:
            raise WrongTokenError(self.at)


@dataclass(frozen=True, slots=True)
class Phrase(Generic[Value]):
    """Part of a message, in both directions."""

    read: Callable[[Scan], Value]
    """Raises ``WrongTokenError`` where something else stands there."""

    write: Callable[[DaideBoard, Value], Message]
    words: Message = ()
    """Words that it begins with, without the brackets behind the last of them."""


class MessageTable:
    """Messages in *notation*, in lines or with ``|`` between them, which are tuples: of words, as ``"NOT SUB"``, and values of fields."""

    def __init__(self, notation: str, **kinds: Phrase[Any]) -> None:
        lines = chain.from_iterable(line.partition("#")[0].split("|") for line in notation.strip().splitlines())
        found = [_all(_parts(iter(line.split()), _KINDS | kinds)) for line in lines]
        self.rows = {show(each for each in row.words if each not in {OPEN, CLOSE}): row for row in found}

    def read(self, scan: Scan) -> tuple[Any, ...]:
        """The message with most words that come; where none do, it is wrong behind the most words that fit."""
        fitting = {words: scan.fitting(row.words) for words, row in self.rows.items()}
        come = [words for words, row in self.rows.items() if fitting[words] == len(row.words)]
        if not come:
            raise WrongTokenError(scan.at + max(fitting.values()))
        words = max(come, key=fitting.__getitem__)
        return words, *self.rows[words].read(scan)

    def write(self, board: DaideBoard, words: str, *values: object) -> Message:
        """The tokens of a message."""
        return self.rows[words].write(board, values)


def phrase(notation: str, **kinds: Phrase[Any]) -> Phrase[Any]:
    """The phrase that *notation* says; *kinds* beside those that all messages have."""
    return _value(_parts(iter(notation.split()), _KINDS | kinds))


def _parts(marks: Iterator[str], kinds: Mapping[str, Phrase[Any]]) -> list[Token | Phrase[Any]]:
    """The words and fields of a notation up to a bracket that closes."""
    found: list[Token | Phrase[Any]] = []
    for mark in marks:
        plain = mark.rstrip("*+")
        if plain == "]":
            break
        if plain == "}":
            return [*found, CLOSE]
        if plain in WORDS:
            found.append(WORDS[plain])
        elif plain == "[":
            found.append(_optional(_value(_parts(marks, kinds))))
        else:
            field = _value(_parts(chain("(", marks), kinds)) if plain == "{" else kinds[plain]
            found.append(field if mark == plain else many(field, mark[-1] == "+"))
    return found


def _all(parts: Sequence[Token | Phrase[Any]]) -> Phrase[tuple[Any, ...]]:
    """The phrase of all fields."""
    words = tuple(each for each in takewhile(lambda part: isinstance(part, Token), parts) if isinstance(each, Token))
    while words[-1:] in {(OPEN,), (CLOSE,)}:
        words = words[:-1]

    def write(board: DaideBoard, values: Sequence[Any]) -> Message:
        rest = iter(values)
        return message(*(each if isinstance(each, Token) else each.write(board, next(rest)) for each in parts))

    def read(scan: Scan) -> tuple[Any, ...]:
        values = [(each, scan.one(each.__eq__) if isinstance(each, Token) else each.read(scan)) for each in parts]
        return tuple(value for each, value in values if isinstance(each, Phrase))

    return Phrase(read, write, words)


def _value(parts: Sequence[Token | Phrase[Any]]) -> Phrase[Any]:
    found = _all(parts)
    if sum(isinstance(each, Phrase) for each in parts) != 1:
        return found
    return Phrase(lambda scan: found.read(scan)[0], lambda board, value: found.write(board, (value,)), found.words)


def _optional(field: Phrase[Any]) -> Phrase[Any]:
    return where(lambda scan: scan.fitting(field.words) == len(field.words) if field.words else scan.has_more, field)


# Phrases made of phrases ----------------------------------------------------------------------------------------------------


def many(phrase: Phrase[Value], least: int = 0, *, distinct: bool = False) -> Phrase[tuple[Value, ...]]:
    """A phrase several times, up to the bracket that closes or the end."""

    def read(scan: Scan) -> tuple[Value, ...]:
        found: list[Value] = []
        while len(found) < least or scan.has_more:
            begun = scan.at
            each = phrase.read(scan)
            if distinct and each in found:
                raise WrongTokenError(begun)
            found.append(each)
        return tuple(found)

    return Phrase(read, lambda board, values: message(*(phrase.write(board, each) for each in values)))


def where(condition: Callable[[Scan], bool], phrase: Phrase[Value], absent: Value | None = None) -> Phrase[Value | None]:
    """A phrase where *condition* holds of the place in the message; elsewhere nothing, which says *absent*."""
    return Phrase(
        lambda scan: phrase.read(scan) if condition(scan) else absent,
        lambda board, value: () if value is None or value == absent else phrase.write(board, value),
    )


def mapped(other: Phrase[Any], read: Callable[[Scan, Any], Value | None], write: Callable[[DaideBoard, Value], Any]) -> Phrase[Value]:
    """A phrase whose values mean others; a value that means none is wrong where it begins."""

    def read_mapped(scan: Scan) -> Value:
        begun = scan.at
        found = read(scan, other.read(scan))
        if found is None:
            raise WrongTokenError(begun)
        return found

    return Phrase(read_mapped, lambda board, value: other.write(board, write(board, value)))


# Kinds of fields ------------------------------------------------------------------------------------------------------------


def _of(*categories: int) -> Phrase[Token]:
    return Phrase(lambda scan: scan.one(lambda each: category(each) in categories), lambda _board, each: (each,))


def _word_of(wanted: Category) -> Phrase[str]:
    return mapped(_of(wanted), lambda scan, each: scan.board.vocabulary.letters(each), lambda _board, word: WORDS[word])


def _read_inside(scan: Scan) -> Message:
    begun, depth = scan.at, 0
    while depth or scan.ahead != CLOSE:
        each = scan.one()
        depth += (each == OPEN) - (each == CLOSE)
    return scan.tokens[begun : scan.at]


def coasted(kind: str) -> Phrase[tuple[Token, Token | None]]:
    """``AMY`` or ``( FLT NCS )``: a token of a kind, with a coast where one matters."""
    alone, both = phrase(kind), phrase(f"( {kind} coast )")
    return Phrase(
        lambda scan: both.read(scan) if scan.ahead == OPEN else (alone.read(scan), None),
        lambda board, value: alone.write(board, value[0]) if value[1] is None else both.write(board, value),
    )


def is_draw_shared(scan: Scan) -> bool:
    """Return True where those who share in a draw are named."""
    return scan.partial_draws and scan.has_more


def _is_turn(scan: Scan) -> bool:
    return scan.ahead == OPEN and [category(each) for each in scan.tokens[scan.at + 1 : scan.at + 2]] == [Category.SEASON]


_INTEGER, _PROVINCE, _POWER = _of(*range(Category.BRACKET)), _of(*PROVINCES), _of(Category.POWER)
_OURS: Phrase[str] = mapped(_POWER, lambda scan, each: scan.board.power_of(each), DaideBoard.power)
_KINDS: dict[str, Phrase[Any]] = {
    "power_token": _POWER,
    "province_token": _PROVINCE,
    "unit_token": _of(Category.UNIT),
    "coast": _of(Category.COAST),
    "season": _of(Category.SEASON),
    "integer": _INTEGER,
    "number": mapped(_INTEGER, lambda _scan, each: number_of(each), lambda _board, number: integer(number)),
    "seconds": mapped(_INTEGER, lambda _scan, each: each if number_of(each) >= 0 else None, lambda _board, number: integer(number)),
    "text": mapped(
        many(_of(Category.TEXT)),
        lambda _scan, letters: outside_line("".join(chr(each & 0xFF) for each in letters)),
        lambda _board, text: text_tokens(text),
    ),
    "result": _word_of(Category.RESULT),
    "parameter": _word_of(Category.PARAMETER),
    "inside": Phrase(_read_inside, lambda _board, tokens: tokens),
    "power": _OURS,
    "any_power": mapped(_POWER, lambda scan, each: scan.board.power_of(each) or "", DaideBoard.power),
    "owner": Phrase(
        lambda scan: None if scan.ahead == WORDS["UNO"] and scan.one() else _OURS.read(scan),
        lambda board, power: (WORDS["UNO"] if power is None else board.power(power),),
    ),
    "province": mapped(_PROVINCE, lambda scan, each: scan.board.province_of(each), DaideBoard.province),
    "any_province": mapped(
        _PROVINCE, lambda scan, each: scan.board.location(each, None), lambda board, place: board.province(place.province)
    ),
}
"""Kinds of fields that any message may have.

``text`` is one line, which may be empty; ``inside`` are all tokens up to the bracket that closes. ``any_power`` and ``any_province`` need
not be of the board: such a power is called nothing, such a province keeps its letters. ``owner`` is ``None`` for nobody, ``place`` is
``( STP SCS )``, ``unit`` ``FRA AMY PAR``.
"""

_PLACE, _TURN = coasted("province_token"), phrase("( season integer )")
_KINDS["place"] = Phrase(lambda scan: scan.board.location(*_PLACE.read(scan)), DaideBoard.place)
_UNIT = phrase("power_token unit_token place")
_KINDS["unit"] = Phrase(lambda scan: scan.board.unit_of(*_UNIT.read(scan)), DaideBoard.unit)
_KINDS["turn"] = mapped(_TURN, lambda scan, turn: scan.board.turns.phase(*turn), lambda board, phase: board.turns.message(phase))
_KINDS["if_turn"] = where(_is_turn, _KINDS["turn"])
