"""Phrases of messages in the notation of the documents of DAIDE: each reads its part, with the place of what is wrong, and writes it.

``IAM ( power:any_power ) ( passcode:number )`` is a word, then two fields in brackets, each of a kind; without a name a field is called as
its kind. What stands in ``[ ]`` may be missing, what has ``*`` or ``+`` behind it comes several times, up to the bracket that closes or the
end. ``{ }`` are brackets of the message too, and one field, whose value is what stands in them: the only value, or a tuple of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Generic, TypeVar

from adjudicator import Phase, Unit
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, WrongTokenError, message
from app.players.daide.tokens import (
    CLOSE,
    LOWEST,
    OPEN,
    WORDS,
    Category,
    Token,
    category,
    integer,
    is_integer,
    is_province,
    number_of,
    text_tokens,
)
from languages.outside_text import outside_line

Value = TypeVar("Value")


class Scan:
    """A place in a message.

    Args:
        tokens: the message.
        known: what is played; ``None`` for messages without powers and provinces, and for the one that tells of the board.
        partial_draws: whether a draw may name those who share in it (PDA).
    """

    def __init__(self, tokens: Sequence[Token], known: DaideBoard | None = None, *, partial_draws: bool = False) -> None:
        self.tokens = tuple(tokens)
        self.at = 0
        self.depth = 0
        """Brackets that press is in."""
        self.partial_draws = partial_draws
        self._board = known

    @property
    def board(self) -> DaideBoard:
        """Board that is played."""
        assert self._board is not None
        return self._board

    @property
    def ahead(self) -> Token | None:
        """The next token; ``None`` at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def has_more(self) -> bool:
        """True if something follows before a bracket closes."""
        return self.ahead not in {None, CLOSE}

    def is_ahead(self, words: Message) -> bool:
        """Return True if these words come next."""
        return self.tokens[self.at : self.at + len(words)] == words

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
    """Words that it begins with, by which one of several phrases is chosen."""

    fits: Callable[[object], bool] = lambda _value: True
    """Says whether it writes a value, where one of several phrases does."""


# The notation ---------------------------------------------------------------------------------------------------------------

_Part = tuple[str, Phrase[Any]]
"""A word, which has no name, or a field."""


def _parts(marks: Iterator[str], kinds: Mapping[str, Phrase[Any]]) -> tuple[list[_Part], str]:
    """The parts of a notation up to a bracket that closes, and that bracket."""
    found: list[_Part] = []
    for mark in marks:
        name, _, kind = mark.rpartition(":")
        plain = kind.rstrip("*+")
        if plain in {"]", "}"}:
            return found, kind
        if kind in WORDS:
            found.append(("", _word(WORDS[kind])))
        elif kind == "[":
            inside, _ = _parts(marks, kinds)
            found.append((_names(inside)[0], _if_there(_value(inside))))
        elif kind == "{":
            inside, closing = _parts(marks, kinds)
            found.append((name, _several(_value([("", _word(OPEN)), *inside, ("", _word(CLOSE))]), closing)))
        else:
            found.append((name or plain, _several(kinds[plain], kind)))
    return found, ""


def _word(word: Token) -> Phrase[Any]:
    return Phrase(lambda scan: scan.one(word.__eq__), lambda _board, _value: (word,), (word,))


def _if_there(phrase: Phrase[Any]) -> Phrase[Any]:
    return where(lambda scan: scan.is_ahead(phrase.words) if phrase.words else scan.has_more, phrase)


def _several(phrase: Phrase[Any], mark: str) -> Phrase[Any]:
    return many(phrase, mark[-1] == "+") if mark[-1] in "*+" else phrase


def _names(parts: Sequence[_Part]) -> list[str]:
    return [name for name, _ in parts if name]


def _fields(parts: Sequence[_Part]) -> Phrase[dict[str, Any]]:
    """The phrase of all fields by their names; its words are those in front, without the brackets behind the last of them."""
    words = message(*(phrase.words for _, phrase in takewhile(lambda part: not part[0], parts)))
    while words[-1:] in {(OPEN,), (CLOSE,)}:
        words = words[:-1]
    return Phrase(
        lambda scan: {name: value for name, value in [(name, phrase.read(scan)) for name, phrase in parts] if name},
        lambda board, values: message(*(phrase.write(board, values.get(name)) for name, phrase in parts)),
        words,
    )


def _value(parts: Sequence[_Part]) -> Phrase[Any]:
    """The phrase of the only field, or of a tuple of all."""
    fields, names = _fields(parts), _names(parts)
    if len(names) == 1:
        return Phrase(lambda scan: fields.read(scan)[names[0]], lambda board, value: fields.write(board, {names[0]: value}), fields.words)
    return Phrase(
        lambda scan: tuple(fields.read(scan).values()),
        lambda board, values: fields.write(board, dict(zip(names, values, strict=True))),
        fields.words,
    )


def phrase(notation: str, **kinds: Phrase[Any]) -> Phrase[Any]:
    """The phrase that *notation* says: its only value, or a tuple of all; *kinds* beside those that all messages have."""
    return _value(_parts(iter(notation.split()), _KINDS | kinds)[0])


def record(make: type[Value], notation: str, /, **parts: object) -> Phrase[Value]:
    """A value with fields.

    Args:
        make: the class of the value.
        notation: what is said of it.
        parts: further kinds of *notation*; what is no phrase is a field that is not said, and has this value.
    """
    build: Callable[..., Value] = make
    kinds = {name: each for name, each in parts.items() if isinstance(each, Phrase)}
    fixed = {name: each for name, each in parts.items() if name not in kinds}
    found, _ = _parts(iter(notation.split()), _KINDS | kinds)
    fields, names = _fields(found), _names(found)
    return Phrase(
        lambda scan: build(**fields.read(scan), **fixed),
        lambda board, value: fields.write(board, {name: getattr(value, name) for name in names}),
        fields.words,
        lambda value: isinstance(value, make) and all(getattr(value, name) == each for name, each in fixed.items()),
    )


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


def where(
    condition: Callable[[Scan], bool], phrase: Phrase[Value], absent: Value | None = None, instead: Message = ()
) -> Phrase[Value | None]:
    """A phrase where *condition* holds of the place in the message; elsewhere the words *instead*, which say *absent*."""

    def read(scan: Scan) -> Value | None:
        if condition(scan):
            return phrase.read(scan)
        for word in instead:
            scan.one(word.__eq__)
        return absent

    return Phrase(read, lambda board, value: instead if value is None or value == absent else phrase.write(board, value))


def choice(*phrases: Phrase[Any]) -> Phrase[Any]:
    """The one of *phrases* with most words that come; where none do, the message is wrong behind the most words that fit."""
    longest_first = sorted(phrases, key=lambda each: -len(each.words))

    def fitting(scan: Scan, words: Message) -> int:
        return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(words, scan.tokens[scan.at :], strict=False)))

    def read(scan: Scan) -> object:
        for each in longest_first:
            if scan.is_ahead(each.words):
                return each.read(scan)
        raise WrongTokenError(scan.at + max(fitting(scan, each.words) for each in phrases))

    return Phrase(read, lambda board, value: next(each for each in phrases if each.fits(value)).write(board, value))


def mapped(other: Phrase[Any], read: Callable[[Scan, Any], Value | None], write: Callable[[DaideBoard, Value], Any]) -> Phrase[Value]:
    """A phrase whose values mean others; a value that means none is wrong where it begins."""

    def read_mapped(scan: Scan) -> Value:
        begun = scan.at
        found = read(scan, other.read(scan))
        if found is None:
            raise WrongTokenError(begun)
        return found

    return Phrase(read_mapped, lambda board, value: other.write(board, write(board, value)), other.words)


# Kinds of fields ------------------------------------------------------------------------------------------------------------


def _token(fits: Callable[[Token], bool]) -> Phrase[Token]:
    return Phrase(lambda scan: scan.one(fits), lambda _board, each: (each,))


def _of(wanted: Category) -> Phrase[Token]:
    return _token(lambda each: category(each) == wanted)


def _word_of(wanted: Category) -> Phrase[str]:
    return mapped(_of(wanted), lambda scan, each: scan.board.vocabulary.letters(each), lambda _board, word: WORDS[word])


def _number(least: int) -> Phrase[int]:
    return mapped(
        _token(is_integer),
        lambda _scan, each: number_of(each) if number_of(each) >= least else None,
        lambda _board, number: integer(number),
    )


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


_POWER, _PROVINCE = _of(Category.POWER), _token(is_province)
POWER: Phrase[str] = mapped(_POWER, lambda scan, each: scan.board.power_of(each), DaideBoard.power)
TEXT = mapped(
    many(_of(Category.TEXT)),
    lambda _scan, letters: outside_line("".join(chr(each & 0xFF) for each in letters)),
    lambda _board, text: text_tokens(text),
)
"""A text as one line, which may be empty."""

_KINDS: dict[str, Phrase[Any]] = {
    "power_token": _POWER,
    "province_token": _PROVINCE,
    "unit_token": _of(Category.UNIT),
    "coast": _of(Category.COAST),
    "season": _of(Category.SEASON),
    "integer": _token(is_integer),
    "number": _number(LOWEST),
    "seconds": _number(0),
    "text": TEXT,
    "result": _word_of(Category.RESULT),
    "parameter": _word_of(Category.PARAMETER),
    "inside": Phrase(_read_inside, lambda _board, tokens: tokens),
    "power": POWER,
    "any_power": mapped(_POWER, lambda scan, each: scan.board.power_of(each) or "", DaideBoard.power),
    "owner": where(lambda scan: scan.ahead != WORDS["UNO"], POWER, instead=(WORDS["UNO"],)),
    "province": mapped(_PROVINCE, lambda scan, each: scan.board.province_of(each), DaideBoard.province),
    "any_province": mapped(
        _PROVINCE, lambda scan, each: scan.board.location(each, None), lambda board, place: board.province(place.province)
    ),
}
"""Kinds of fields that any message may have.

``inside`` are all tokens up to the bracket that closes. ``any_power`` and ``any_province`` need not be of the board: such a power is
called nothing, such a province keeps its letters. ``owner`` is ``None`` for nobody, ``place`` is ``( STP SCS )``, ``unit`` ``FRA AMY PAR``.
"""

_PLACE, _TURN = coasted("province_token"), phrase("( season integer )")
_KINDS["place"] = Phrase(lambda scan: scan.board.location(*_PLACE.read(scan)), DaideBoard.place)
_UNIT = phrase("power_token unit_token place")
UNIT: Phrase[Unit] = Phrase(lambda scan: scan.board.unit_of(*_UNIT.read(scan)), DaideBoard.unit)
TURN: Phrase[Phase] = mapped(_TURN, lambda scan, turn: scan.board.turns.phase(*turn), lambda board, phase: board.turns.message(phase))
_KINDS |= {"unit": UNIT, "turn": TURN, "if_turn": where(_is_turn, TURN)}
