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
from app.players.daide.language import Message, WrongTokenError, depths, message, show
from app.players.daide.tokens import CLOSE, OPEN, PROVINCES, WORDS, Category, Token, category, integer, number_of, text_of, text_tokens
from languages.outside_text import outside_line

Value = TypeVar("Value")


@dataclass
class Scan:
    """A place in a message."""

    tokens: Message
    board: DaideBoard | None = None
    """Board that is played; ``None`` for messages without powers and provinces, and for the one that tells of the board."""

    partial_draws: bool = False
    """True if a draw may name those who share in it (PDA)."""

    at: int = 0
    depth: int = 0
    """Brackets that press is in."""

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
        found = [_sequence(_parts(iter(line.split()), _KINDS | kinds), unpack=False) for line in lines]
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
    return _sequence(_parts(iter(notation.split()), _KINDS | kinds))


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
            found.append(optional(_sequence(_parts(marks, kinds))))
        else:
            field = _sequence(_parts(chain("(", marks), kinds)) if plain == "{" else kinds[plain]
            found.append(field if mark == plain else many(field, mark[-1] == "+"))
    return found


def _sequence(parts: Sequence[Token | Phrase[Any]], *, unpack: bool = True) -> Phrase[Any]:
    """The phrase of all *parts*; its value is a tuple of those of the fields, or the only one of them where it may *unpack* it."""
    is_single = unpack and sum(isinstance(each, Phrase) for each in parts) == 1
    words = tuple(each for each in takewhile(lambda part: isinstance(part, Token), parts) if isinstance(each, Token))
    while words[-1:] in {(OPEN,), (CLOSE,)}:
        words = words[:-1]

    def read(scan: Scan) -> Any:
        found = [(each, scan.one(each.__eq__) if isinstance(each, Token) else each.read(scan)) for each in parts]
        values = tuple(value for each, value in found if isinstance(each, Phrase))
        return values[0] if is_single else values

    def write(board: DaideBoard, value: Any) -> Message:
        values = iter((value,) if is_single else value)
        return message(*(each if isinstance(each, Token) else each.write(board, next(values)) for each in parts))

    return Phrase(read, write, words)


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


def optional(phrase: Phrase[Any], is_there: Callable[[Scan], bool] = lambda scan: scan.has_more, absent: object = None) -> Phrase[Any]:
    """A phrase that may be missing, which says *absent*; unless *is_there* is given it stands where any token does."""
    return Phrase(
        lambda scan: phrase.read(scan) if is_there(scan) else absent,
        lambda board, value: () if value == absent else phrase.write(board, value),
    )


def mapped(notation: str, read: Callable[[DaideBoard, Any], Value | None], write: Callable[[DaideBoard, Value], Any]) -> Phrase[Value]:
    """The phrase of *notation*, whose values mean others on the board; a value that means none is wrong where it begins."""
    tokens = phrase(notation)

    def read_mapped(scan: Scan) -> Value:
        assert scan.board is not None
        begun = scan.at
        found = read(scan.board, tokens.read(scan))
        if found is None:
            raise WrongTokenError(begun)
        return found

    return Phrase(read_mapped, lambda board, value: tokens.write(board, write(board, value)))


# Kinds of fields ------------------------------------------------------------------------------------------------------------


def _of(*categories: int) -> Phrase[Token]:
    return Phrase(lambda scan: scan.one(lambda each: category(each) in categories), lambda _board, each: (each,))


def _read_inside(scan: Scan) -> Message:
    begun = scan.at
    scan.at += sum(1 for _ in takewhile(lambda depth: depth >= 0, depths(scan.tokens[begun:])))
    return scan.tokens[begun : scan.at]


def coasted(kind: str) -> Phrase[tuple[Token, Token | None]]:
    """``AMY`` or ``( FLT NCS )``: a token of a kind, with a coast where one matters."""
    alone, both = phrase(kind), phrase(f"( {kind} coast_token )")
    return Phrase(
        lambda scan: both.read(scan) if scan.ahead == OPEN else (alone.read(scan), None),
        lambda board, value: alone.write(board, value[0]) if value[1] is None else both.write(board, value),
    )


def is_draw_shared(scan: Scan) -> bool:
    """Return True where those who share in a draw are named."""
    return scan.partial_draws and scan.has_more


_KINDS: dict[str, Phrase[Any]] = {f"{each.name.lower()}_token": _of(each) for each in Category} | {
    "province_token": _of(*PROVINCES),
    "integer": _of(*range(Category.BRACKET)),
    "inside": Phrase(_read_inside, lambda _board, tokens: tokens),
}
"""Kinds of fields whose value is a token; of ``inside``, all tokens up to the bracket that closes."""

_KINDS["province_and_coast"] = coasted("province_token")
_VALUES: tuple[tuple[str, str, Callable[[DaideBoard, Any], Any], Callable[[DaideBoard, Any], Any]], ...] = (
    ("number", "integer", lambda _board, each: number_of(each), lambda _board, number: integer(number)),
    ("seconds", "integer", lambda _board, each: each if number_of(each) >= 0 else None, lambda _board, number: integer(number)),
    ("text", "text_token*", lambda _board, letters: outside_line(text_of(letters)), lambda _board, text: text_tokens(text)),
    ("result", "result_token", lambda board, each: board.vocabulary.letters(each), lambda _board, word: WORDS[word]),
    ("parameter", "parameter_token", lambda board, each: board.vocabulary.letters(each), lambda _board, word: WORDS[word]),
    ("power", "power_token", DaideBoard.power_of, DaideBoard.power),
    ("any_power", "power_token", lambda board, each: board.power_of(each) or "", DaideBoard.power),
    ("province", "province_token", DaideBoard.province_of, DaideBoard.province),
    ("any_province", "province_token", DaideBoard.location, lambda board, place: board.province(place.province)),
    ("place", "province_and_coast", lambda board, place: board.location(*place), DaideBoard.place),
    ("unit", "power_token unit_token place", lambda board, unit: board.unit_of(*unit), DaideBoard.unit),
    ("turn", "( season_token integer )", lambda board, turn: board.turns.phase(*turn), lambda board, phase: board.turns.message(phase)),
)
"""Kinds of fields by what they mean: how each is written, what its tokens say, and the tokens of a value.

``text`` is one line, which may be empty. ``any_power`` and ``any_province`` need not be of the board: such a power is called nothing, such
a province keeps its letters. ``place`` is ``( STP SCS )``, ``unit`` ``FRA AMY PAR``.
"""
for _name, _notation, _read, _write in _VALUES:
    _KINDS[_name] = mapped(_notation, _read, _write)
_KINDS["if_turn"] = optional(
    _KINDS["turn"], lambda scan: [category(each) for each in scan.tokens[scan.at : scan.at + 2]] == [Category.BRACKET, Category.SEASON]
)
_KINDS["owner"] = Phrase(
    lambda scan: None if scan.ahead == WORDS["UNO"] and scan.one() else _KINDS["power"].read(scan),
    lambda board, power: (WORDS["UNO"] if power is None else board.power(power),),
)
"""A power, or ``None`` for UNO, which owns what is unowned."""
