"""Phrases of messages: each reads its part of a message, with the place of what is wrong, and writes the same part.

A message stands in its table once: ``record(ComeBack, "IAM", power=bracketed(POWER), passcode=bracketed(NUMBER))``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Generic, TypeVar

from adjudicator import Location, Phase, Unit
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, WrongTokenError, group, message
from app.players.daide.tokens import CLOSE, OPEN, WORDS, Category, Token, category, integer, is_integer, is_province, number_of, text_tokens
from languages.outside_text import outside_line

Value = TypeVar("Value")
Other = TypeVar("Other")


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

    def is_ahead(self, words: Message) -> bool:
        """Return True if these words come next."""
        return self.tokens[self.at : self.at + len(words)] == words

    @property
    def has_more(self) -> bool:
        """True if something follows before a bracket closes."""
        return self.ahead not in {None, CLOSE}

    def one(self, fits: Callable[[Token], bool]) -> Token:
        """The next token, which has to fit."""
        each = self.ahead
        if each is None or not fits(each):
            raise WrongTokenError(self.at)
        self.at += 1
        return each

    def take_for(self, meant: Token) -> None:
        """Pass over the next token, and have it as *meant*."""
        self.tokens = (*self.tokens[: self.at], meant, *self.tokens[self.at + 1 :])
        self.at += 1

    def words(self, words: Message) -> None:
        """Pass over these words."""
        for word in words:
            self.one(word.__eq__)

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


# Phrases made of phrases ---------------------------------------------------------------------------------------------------


def one(fits: Callable[[Token], bool]) -> Phrase[Token]:
    """A token that fits."""
    return Phrase(lambda scan: scan.one(fits), lambda _board, each: (each,))


def of(wanted: Category) -> Phrase[Token]:
    """A token of a category."""
    return one(lambda each: category(each) == wanted)


def mapped(
    phrase: Phrase[Other], read: Callable[[Scan, Other], Value | None], write: Callable[[DaideBoard, Value], Other]
) -> Phrase[Value]:
    """A phrase whose values mean others; a value that means none is wrong where it begins."""

    def read_mapped(scan: Scan) -> Value:
        begun = scan.at
        found = read(scan, phrase.read(scan))
        if found is None:
            raise WrongTokenError(begun)
        return found

    return Phrase(read_mapped, lambda board, value: phrase.write(board, write(board, value)), phrase.words)


def bracketed(phrase: Phrase[Value]) -> Phrase[Value]:
    """The same in brackets."""

    def read(scan: Scan) -> Value:
        scan.words((OPEN,))
        found = phrase.read(scan)
        scan.words((CLOSE,))
        return found

    return Phrase(read, lambda board, value: group(phrase.write(board, value)))


def pair(first: Phrase[Value], second: Phrase[Other]) -> Phrase[tuple[Value, Other]]:
    """Two phrases, one after the other."""
    return Phrase(
        lambda scan: (first.read(scan), second.read(scan)),
        lambda board, both: message(first.write(board, both[0]), second.write(board, both[1])),
        first.words,
    )


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


def optional(
    phrase: Phrase[Value], when: Callable[[Scan], bool] | None = None, absent: Value | None = None, instead: str = ""
) -> Phrase[Value | None]:
    """A phrase that may be missing, with *instead* in its place: where its words do not come, or nothing does, unless *when* says it."""
    is_there = when or (lambda scan: scan.is_ahead(phrase.words) if phrase.words else scan.has_more)
    other = message(*instead.split())

    def read(scan: Scan) -> Value | None:
        if is_there(scan):
            return phrase.read(scan)
        scan.words(other)
        return absent

    return Phrase(read, lambda board, value: other if value is None or value == absent else phrase.write(board, value))


def then(word: str, phrase: Phrase[Value]) -> Phrase[Value]:
    """A phrase behind a word."""
    lead = message(word)

    def read(scan: Scan) -> Value:
        scan.words(lead)
        return phrase.read(scan)

    return Phrase(read, lambda board, value: message(lead, phrase.write(board, value)), lead)


def record(make: type[Value], words: str, /, **parts: object) -> Phrase[Value]:
    """A value with fields: its words, then the fields that are phrases. Brackets that the words open are closed behind them.

    Args:
        make: the class of the value.
        words: what it begins with.
        parts: the phrases of fields in sequence; what is no phrase is a field that is not said, and has this value.
    """
    lead = message(*words.split())
    closing = (CLOSE,) * lead.count(OPEN)
    build: Callable[..., Value] = make
    phrases = {name: each for name, each in parts.items() if isinstance(each, Phrase)}
    fixed = {name: each for name, each in parts.items() if name not in phrases}

    def read(scan: Scan) -> Value:
        scan.words(lead)
        found = {name: each.read(scan) for name, each in phrases.items()}
        scan.words(closing)
        return build(**found, **fixed)

    return Phrase(
        read,
        lambda board, value: message(lead, *(each.write(board, getattr(value, name)) for name, each in phrases.items()), closing),
        lead,
        lambda value: isinstance(value, make) and all(getattr(value, name) == each for name, each in fixed.items()),
    )


def choice(*phrases: Phrase[Any]) -> Phrase[Any]:
    """The first of *phrases* whose words come; where none do, the message is wrong behind the most words that fit."""

    def fitting(scan: Scan, words: Message) -> int:
        both = zip(words, scan.tokens[scan.at :], strict=False)
        return sum(1 for _ in takewhile(lambda each: each[0] == each[1], both))

    def read(scan: Scan) -> object:
        for each in phrases:
            if scan.is_ahead(each.words):
                return each.read(scan)
        raise WrongTokenError(scan.at + max(fitting(scan, each.words) for each in phrases))

    return Phrase(read, lambda board, value: next(each for each in phrases if each.fits(value)).write(board, value))


# Words that many messages have ----------------------------------------------------------------------------------------------


def _read_inside(scan: Scan) -> Message:
    scan.words((OPEN,))
    begun, depth = scan.at, 1
    while depth:
        each = scan.one(lambda _each: True)
        depth += (each == OPEN) - (each == CLOSE)
    return scan.tokens[begun : scan.at - 1]


INSIDE = Phrase(_read_inside, lambda _board, tokens: group(tokens))
"""All tokens in the brackets that open, of any kind."""

NUMBER = mapped(one(is_integer), lambda _scan, each: number_of(each), lambda _board, number: integer(number))
SECONDS = bracketed(mapped(NUMBER, lambda _scan, number: number if number >= 0 else None, lambda _board, number: number))
TEXT = bracketed(
    mapped(
        many(of(Category.TEXT)),
        lambda _scan, letters: outside_line("".join(chr(each & 0xFF) for each in letters)),
        lambda _board, text: text_tokens(text),
    )
)
"""``( 'a text' )``, which may be empty, as one line."""

POWER: Phrase[str] = mapped(of(Category.POWER), lambda scan, each: scan.board.power_of(each), lambda board, power: board.power(power))
"""A power of the game."""

ANY_POWER = mapped(of(Category.POWER), lambda scan, each: scan.board.power_of(each) or "", lambda board, power: board.power(power))
"""A power; one that is none of the game's is called nothing."""

OWNER = optional(POWER, lambda scan: scan.ahead != WORDS["UNO"], instead="UNO")
"""A power; ``None`` for no owner."""

PROVINCE_TOKEN = one(is_province)
PROVINCE: Phrase[str] = mapped(PROVINCE_TOKEN, lambda scan, each: scan.board.province_of(each), lambda board, code: board.province(code))
"""A province of the board."""

ANY_PROVINCE = mapped(
    PROVINCE_TOKEN, lambda scan, each: scan.board.location(each, None), lambda board, place: board.province(place.province)
)
"""A province without a coast; one that is none of the board's keeps its letters."""


def coasted(phrase: Phrase[Token]) -> Phrase[tuple[Token, Token | None]]:
    """``AMY`` or ``( FLT NCS )``: a token, with a coast where one matters."""
    both = bracketed(pair(phrase, of(Category.COAST)))
    return Phrase(
        lambda scan: both.read(scan) if scan.is_ahead((OPEN,)) else (phrase.read(scan), None),
        lambda _board, value: (value[0],) if value[1] is None else group(value[0], value[1]),
    )


def _read_place(scan: Scan) -> Location:
    province, coast = coasted(PROVINCE_TOKEN).read(scan)
    return scan.board.location(province, None if coast == WORDS["NCS"] and not _has_coasts(scan.board, province) else coast)


def _has_coasts(board: DaideBoard, province: Token) -> bool:
    known = board.variant.board.provinces.get(board.province_of(province) or "")
    return known is None or bool(known.coasts)


PLACE = Phrase(_read_place, lambda board, place: board.place(place))
"""``PAR``, or ``( STP SCS )``."""

UNIT: Phrase[Unit] = Phrase(
    lambda scan: scan.board.unit_of(of(Category.POWER).read(scan), of(Category.UNIT).read(scan), PLACE.read(scan)),
    lambda board, unit: board.unit(unit),
)
"""``FRA AMY PAR``, without brackets."""

TURN: Phrase[Phase] = bracketed(
    mapped(
        pair(of(Category.SEASON), one(is_integer)),
        lambda scan, turn: scan.board.turns.phase(*turn),
        lambda board, phase: board.turns.message(phase),
    )
)
"""``( SPR 1901 )``."""


def _is_turn(scan: Scan) -> bool:
    return scan.is_ahead((OPEN,)) and any(category(each) == Category.SEASON for each in scan.tokens[scan.at + 1 : scan.at + 2])


TURN_IF_ANY = optional(TURN, when=_is_turn)
