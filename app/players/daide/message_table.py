"""Messages of clients and of servers: the values that they are, and the tables by which each is read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator import DislodgedUnit, Location, Phase, Position, Retreat, Unit, Variant, legal_orders
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import (
    ANY_POWER,
    INSIDE,
    NUMBER,
    OWNER,
    PLACE,
    POWER,
    PROVINCE,
    SECONDS,
    TEXT,
    TURN,
    TURN_IF_ANY,
    UNIT,
    Phrase,
    Scan,
    bracketed,
    choice,
    many,
    mapped,
    of,
    one,
    optional,
    pair,
    record,
    then,
)
from app.players.daide.language import Message, WrongTokenError
from app.players.daide.orders import ORDER, WrittenOrder
from app.players.daide.press import NUMBERS_AHEAD, PRESS, PressNumbers
from app.players.daide.tokens import WORDS, Category, Token, category, is_integer

# Of clients ------------------------------------------------------------------------------------------------------------------

ASKED_AGAIN = ("HLO", "SCO", "NOW", "ORD", "MIS", "SMR", "MAP", "MDF")
"""Words that alone are a request of a client."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """NME: it wants a seat."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Observe:
    """OBS: it wants to look on."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """IAM: it had a seat."""

    power: str
    passcode: int


@dataclass(frozen=True, slots=True)
class Ask:
    """One of ``ASKED_AGAIN``."""

    word: str


@dataclass(frozen=True, slots=True)
class AskHistory:
    """HST, of one turn or of all."""

    turn: Phase | None


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """YES or REJ to MAP."""

    name: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class Submit:
    """SUB: orders."""

    turn: Phase | None
    orders: tuple[WrittenOrder, ...]


@dataclass(frozen=True, slots=True)
class Withdraw:
    """NOT (SUB): one order, or all."""

    order: WrittenOrder | None


@dataclass(frozen=True, slots=True)
class OrdersReady:
    """GOF, or NOT (GOF)."""

    is_ready: bool


@dataclass(frozen=True, slots=True)
class VoteDraw:
    """DRW, or NOT (DRW)."""

    wanted: bool
    powers: tuple[str, ...]
    """Powers that are to share in it; empty for all that are left."""


@dataclass(frozen=True, slots=True)
class Timer:
    """TME: the time that is left is asked for, or notices before the deadline."""

    seconds: int | None
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Admin:
    """ADM: words to everybody."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Send:
    """SND: press."""

    turn: Phase | None
    receivers: tuple[Token, ...]
    numbers: PressNumbers | None
    """Numbering of press words by its writer, where it can be known."""

    press: Message


@dataclass(frozen=True, slots=True)
class Taken:
    """HUH, PRN, or YES or REJ to something of the server's: never answered."""

    word: str
    about: Message


ClientMessage = (
    SeatRequest
    | Observe
    | ComeBack
    | Ask
    | AskHistory
    | MapAnswer
    | Submit
    | Withdraw
    | OrdersReady
    | VoteDraw
    | Timer
    | Admin
    | Send
    | Taken
)

_SHARING = mapped(bracketed(many(ANY_POWER, 1)), lambda _scan, powers: tuple(sorted(set(powers))), lambda _board, powers: powers)
ADMIN = record(Admin, "ADM", name=TEXT, text=TEXT)
SEND = record(
    Send, "SND", turn=TURN_IF_ANY, receivers=bracketed(many(of(Category.POWER), 1)), numbers=NUMBERS_AHEAD, press=bracketed(PRESS)
)
CLIENT_PHRASES: tuple[Phrase[Any], ...] = (
    record(SeatRequest, "NME", name=TEXT, version=TEXT),
    record(Observe, "OBS"),
    record(ComeBack, "IAM", power=bracketed(ANY_POWER), passcode=bracketed(NUMBER)),
    *(record(Ask, word, word=word) for word in ASKED_AGAIN),
    record(AskHistory, "HST", turn=optional(TURN)),
    record(MapAnswer, "YES ( MAP", name=TEXT, accepted=True),
    record(MapAnswer, "REJ ( MAP", name=TEXT, accepted=False),
    record(Submit, "SUB", turn=TURN_IF_ANY, orders=many(ORDER, 1)),
    record(Withdraw, "NOT ( SUB", order=optional(ORDER)),
    record(OrdersReady, "GOF", is_ready=True),
    record(OrdersReady, "NOT ( GOF", is_ready=False),
    record(VoteDraw, "DRW", powers=optional(_SHARING, lambda scan: scan.partial_draws and scan.has_more, ()), wanted=True),
    record(VoteDraw, "NOT ( DRW", powers=(), wanted=False),
    record(Timer, "TME", seconds=optional(SECONDS), wanted=True),
    record(Timer, "NOT ( TME", seconds=optional(SECONDS), wanted=False),
    ADMIN,
    *(record(Taken, word, word=word, about=INSIDE) for word in ("YES", "REJ", "HUH", "PRN")),
    SEND,
)
"""Every message of a client."""

CLIENT = choice(*CLIENT_PHRASES)
_SILENT = choice(*(each for each in CLIENT_PHRASES if each is not SEND))


def read_client_message(board: DaideBoard, tokens: Message, *, press: bool = False, partial_draws: bool = False) -> ClientMessage:
    """Read the message of a client; its brackets match.

    Args:
        board: the words.
        tokens: the message.
        press: whether there is press in this game.
        partial_draws: whether a vote may name those who share in a draw.

    Raises:
        WrongTokenError: it is nothing that a client says.
    """
    scan = Scan(tokens, board, partial_draws=partial_draws)
    found: ClientMessage = (CLIENT if press else _SILENT).read(scan)
    scan.end()
    return found


# Of servers ------------------------------------------------------------------------------------------------------------------

_FLAGS = frozenset({"AOA", "DSD", "PDA", "NPR", "NPB"})
"""Words of HLO without a number."""


@dataclass(frozen=True, slots=True)
class DaideHello:
    """HLO."""

    power: str | None
    """``None`` for an observer."""

    passcode: int
    limits: Mapping[str, int] = field(default_factory=dict)
    """``LVL``, ``MTL``, ``PDA`` and so on; a word without a number has 1."""


@dataclass(frozen=True, slots=True)
class Now:
    """NOW."""

    phase: Phase
    rows: tuple[tuple[Unit, tuple[Location, ...] | None], ...]
    """Every unit; a dislodged one with the places that it may retreat to."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units that were not dislodged."""
        return tuple(sorted((unit for unit, places in self.rows if places is None), key=str))

    @property
    def dislodged(self) -> Mapping[Unit, tuple[Location, ...]]:
        """Dislodged units with the places that they may retreat to."""
        return {unit: places for unit, places in self.rows if places is not None}


@dataclass(frozen=True, slots=True)
class Carried:
    """ORD: what became of an order."""

    phase: Phase
    written: WrittenOrder
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """SLO or DRW."""

    powers: tuple[str, ...]
    """Winner, or those that share in the draw where it names some."""

    is_draw: bool


@dataclass(frozen=True, slots=True)
class SentPress:
    """FRM: press that was passed on."""

    sender: str
    receivers: tuple[str, ...]
    words: Message
    """Without brackets around it."""


def _owned(_scan: Scan, rows: tuple[tuple[str | None, tuple[str, ...]], ...]) -> Mapping[str, str]:
    return {centre: power for power, centres in rows for centre in centres if power is not None}


def _rows(board: DaideBoard, owners: Mapping[str, str]) -> tuple[tuple[str | None, tuple[str, ...]], ...]:
    """Every centre with its owner. Powers without any are left out."""
    return tuple(row for row in board.held({code: owners.get(code) for code in board.variant.board.centres}) if row[1])


_PARAMETER = mapped(of(Category.PARAMETER), lambda scan, each: scan.board.vocabulary.letters(each), lambda _board, word: WORDS[word])
_LIMIT = mapped(
    pair(_PARAMETER, optional(NUMBER)),
    lambda _scan, limit: (limit[0], 1 if limit[1] is None else limit[1]),
    lambda _board, limit: (limit[0], None if limit[0] in _FLAGS else limit[1]),
)
_LIMITS = mapped(bracketed(many(bracketed(_LIMIT))), lambda _scan, limits: dict(limits), lambda _board, limits: tuple(limits.items()))
_RESULT = mapped(of(Category.RESULT), lambda scan, each: scan.board.vocabulary.letters(each), lambda _board, word: WORDS[word])
_SENDER = mapped(pair(POWER, many(one(is_integer))), lambda _scan, sender: sender[0], lambda _board, power: (power, ()))
"""An older form numbers its messages behind the sender."""

_ENDERS = optional(bracketed(many(ANY_POWER, 1)), absent=())

STANDING = pair(UNIT, optional(then("MRT", bracketed(many(PLACE)))))
"""``FRA AMY PAR MRT ( BUR GAS )``: a unit, and where a dislodged one can go, which may be nowhere."""

HELLO = record(DaideHello, "HLO", power=bracketed(OWNER), passcode=bracketed(NUMBER), limits=optional(_LIMITS, absent={}))
OWNERS: Phrase[Mapping[str, str]] = mapped(then("SCO", many(bracketed(pair(OWNER, many(PROVINCE))))), _owned, _rows)
"""SCO: centres to the powers that own them."""

NOW = record(Now, "NOW", phase=TURN, rows=many(bracketed(STANDING)))
CARRIED = record(Carried, "ORD", phase=TURN, written=ORDER, results=bracketed(many(_RESULT)))
SOLO = record(GameEnd, "SLO", powers=_ENDERS, is_draw=False)
DRAW = record(GameEnd, "DRW", powers=_ENDERS, is_draw=True)
TIME_LEFT = then("TME", bracketed(NUMBER))
PRESS_FROM = record(SentPress, "FRM", sender=bracketed(_SENDER), receivers=bracketed(many(ANY_POWER, 1)), words=INSIDE)

SERVER: Mapping[Token, Phrase[Any]] = {each.words[0]: each for each in (HELLO, OWNERS, NOW, CARRIED, SOLO, DRAW, TIME_LEFT, PRESS_FROM)}
"""The messages of a server by their words."""


def position_told(variant: Variant, now: Now, owners: Mapping[str, str]) -> Position:
    """The position of NOW and SCO by themselves, without what was before.

    The origin of a dislodgement is not sent; retreats that are not in its list are barred by name.
    """
    dislodged = tuple(sorted((DislodgedUnit(unit, unit.province) for unit in now.dislodged), key=str))
    bare = Position(now.phase, now.units, owners, dislodged)
    barred: dict[str, str] = {}
    for unit, places in now.dislodged.items():
        for order in legal_orders(variant, bare, unit.location):
            if isinstance(order, Retreat) and order.target not in places:
                barred[f"{unit.power} {order}"] = "the server"
    return Position(now.phase, now.units, owners, dislodged, barred=barred)


def retreats_in(variant: Variant, position: Position) -> Mapping[Unit, frozenset[Location]]:
    """The places that each dislodged unit of a position may retreat to."""
    found = {}
    for each in position.dislodged:
        legal = legal_orders(variant, position, each.unit.location)
        found[each.unit] = frozenset(order.target for order in legal if isinstance(order, Retreat))
    return found


def unit_in(board: DaideBoard, part: Message) -> Unit | None:
    """The unit that a part of MIS names; ``None`` where it names none."""
    try:
        return UNIT.read(Scan(part, board))
    except WrongTokenError:
        return None


def is_about(tokens: Message, word: str) -> bool:
    """Return True if a YES, REJ, HUH or PRN is about a message of this word."""
    inner: list[Token] = [each for each in tokens[1:3] if category(each) == Category.COMMAND]
    return inner[:1] == [WORDS[word]]
