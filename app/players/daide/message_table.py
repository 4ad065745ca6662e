"""Orders and messages of clients and of servers: the values that they are, and the tables by which each is read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, Phase, PhaseKind, Piece, Remove, Retreat, Support, Unit, Waive
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import Phrase, Scan, choice, is_draw_shared, mapped, phrase, record, where
from app.players.daide.language import Message
from app.players.daide.press import PRESS, PressNumbers, numbers_shown
from app.players.daide.tokens import OPEN, Token

# Orders ----------------------------------------------------------------------------------------------------------------------

_PHASES = {
    **dict.fromkeys((Hold, Move, Support, Convoy), PhaseKind.MOVEMENT),
    **dict.fromkeys((Retreat, Disband), PhaseKind.RETREAT),
    **dict.fromkeys((Build, Remove, Waive), PhaseKind.ADJUSTMENT),
}


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """An order as a client wrote it, not checked yet."""

    power: str
    """The power that it names: the unit's, or the one that waives."""

    order: Order
    other: Unit | None = None
    """The unit that is supported or carried."""

    words: Message = field(default=(), compare=False)
    """Words of the order as it was read, without the brackets around it."""

    @property
    def unit(self) -> Unit | None:
        """The unit that is ordered; ``None`` for a waive."""
        return None if isinstance(self.order, Waive) else Unit(self.power, self.order.piece)

    @property
    def kind(self) -> PhaseKind:
        """The kind of phase that such orders belong to."""
        return _PHASES[type(self.order)]


@dataclass(frozen=True, slots=True)
class _Act:
    """The part of an order behind its unit."""

    of: Callable[..., Order]
    """Class of the order."""

    target: Location | None = None
    other: Unit | None = None
    route: tuple[Location, ...] = ()


_ACT = choice(
    record(_Act, "HLD", of=Hold),
    record(_Act, "MTO target:place", of=Move, route=()),
    record(_Act, "CTO target:any_province VIA ( route:any_province+ )", of=Move),
    record(_Act, "SUP ( other:unit ) [ MTO target:any_province ]", of=Support),
    record(_Act, "CVY ( other:unit ) CTO target:any_province", of=Convoy),
    record(_Act, "RTO target:place", of=Retreat),
    record(_Act, "DSB", of=Disband),
    record(_Act, "BLD", of=Build),
    record(_Act, "REM", of=Remove),
)
_OF_UNIT, _WAIVED = phrase("( ( unit ) act )", act=_ACT), phrase("( any_power WVE )")


def _read_order(scan: Scan) -> WrittenOrder:
    begun = scan.at
    if scan.tokens[begun + 1 : begun + 2] == (OPEN,):
        unit, act = _OF_UNIT.read(scan)
        written = WrittenOrder(unit.power, _made(unit.piece, act), act.other)
    else:
        written = WrittenOrder(_WAIVED.read(scan), Waive())
    return replace(written, words=scan.tokens[begun + 1 : scan.at - 1])


def _made(piece: Piece, act: _Act) -> Order:
    other = None if act.other is None else act.other.piece
    way = {"via_convoy": True, "route": tuple(each.province for each in act.route)} if act.route else {}
    return act.of(piece, *(each for each in (other, act.target) if each is not None), **way)


def _write_order(board: DaideBoard, written: WrittenOrder) -> Message:
    order = written.order
    if isinstance(order, Waive):
        return _WAIVED.write(board, written.power)
    route = tuple(map(Location, order.route)) if isinstance(order, Move) else ()
    act = _Act(type(order), getattr(order, "target", None), written.other, route)
    return _OF_UNIT.write(board, (written.unit, act))


ORDER = Phrase(_read_order, _write_order)
"""An order in its brackets."""

# Of clients ------------------------------------------------------------------------------------------------------------------

ASKED_AGAIN = ("HLO", "SCO", "NOW", "ORD", "MIS", "SMR", "MAP", "MDF")
"""Words that alone are a request of a client."""


class ClientMessage:
    """A message of a client."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SeatRequest(ClientMessage):
    """NME: it wants a seat."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Observe(ClientMessage):
    """OBS: it wants to look on."""


@dataclass(frozen=True, slots=True)
class ComeBack(ClientMessage):
    """IAM: it had a seat."""

    power: str
    passcode: int


@dataclass(frozen=True, slots=True)
class Ask(ClientMessage):
    """One of ``ASKED_AGAIN``."""

    word: str


@dataclass(frozen=True, slots=True)
class AskHistory(ClientMessage):
    """HST, of one turn or of all."""

    turn: Phase | None


@dataclass(frozen=True, slots=True)
class MapAnswer(ClientMessage):
    """YES or REJ to MAP."""

    name: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class Submit(ClientMessage):
    """SUB: orders."""

    turn: Phase | None
    orders: tuple[WrittenOrder, ...]


@dataclass(frozen=True, slots=True)
class Withdraw(ClientMessage):
    """NOT (SUB): one order, or all."""

    order: WrittenOrder | None


@dataclass(frozen=True, slots=True)
class OrdersReady(ClientMessage):
    """GOF, or NOT (GOF)."""

    is_ready: bool


@dataclass(frozen=True, slots=True)
class VoteDraw(ClientMessage):
    """DRW, or NOT (DRW)."""

    wanted: bool
    powers: tuple[str, ...]
    """Powers that are to share in it; empty for all that are left."""


@dataclass(frozen=True, slots=True)
class Timer(ClientMessage):
    """TME: the time that is left is asked for, or notices before the deadline."""

    seconds: int | None
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Admin(ClientMessage):
    """ADM: words to everybody."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Send(ClientMessage):
    """SND: press."""

    turn: Phase | None
    receivers: tuple[Token, ...]
    numbers: PressNumbers | None
    """Numbering of press words by its writer, where it can be known."""

    press: Message


@dataclass(frozen=True, slots=True)
class Taken(ClientMessage):
    """HUH, PRN, or YES or REJ to something of the server's: never answered."""

    word: str
    about: Message


_SHARED = mapped(phrase("( any_power+ )"), lambda _scan, powers: tuple(sorted(set(powers))), lambda _board, powers: powers)
_NUMBERS: Phrase[PressNumbers | None] = Phrase(lambda scan: numbers_shown(scan.tokens[scan.at :]), lambda _board, _numbers: ())
ADMIN = record(Admin, "ADM ( name:text ) ( text )")
SEND = record(Send, "SND turn:if_turn ( receivers:power_token+ ) ( numbers press )", numbers=_NUMBERS, press=PRESS)
CLIENT_PHRASES: tuple[Phrase[Any], ...] = (
    record(SeatRequest, "NME ( name:text ) ( version:text )"),
    record(Observe, "OBS"),
    record(ComeBack, "IAM ( power:any_power ) ( passcode:number )"),
    *(record(Ask, word, word=word) for word in ASKED_AGAIN),
    record(AskHistory, "HST [ turn ]"),
    record(MapAnswer, "YES ( MAP ( name:text ) )", accepted=True),
    record(MapAnswer, "REJ ( MAP ( name:text ) )", accepted=False),
    record(Submit, "SUB turn:if_turn orders:order+", order=ORDER),
    record(Withdraw, "NOT ( SUB [ order ] )", order=ORDER),
    record(OrdersReady, "GOF", is_ready=True),
    record(OrdersReady, "NOT ( GOF )", is_ready=False),
    record(VoteDraw, "DRW powers:shared", shared=where(is_draw_shared, _SHARED, ()), wanted=True),
    record(VoteDraw, "NOT ( DRW )", powers=(), wanted=False),
    record(Timer, "TME [ ( seconds ) ]", wanted=True),
    record(Timer, "NOT ( TME [ ( seconds ) ] )", wanted=False),
    ADMIN,
    *(record(Taken, f"{word} ( about:inside )", word=word) for word in ("YES", "REJ", "HUH", "PRN")),
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


_LIMITS = mapped(
    phrase("[ limits:{ each:{ parameter [ number ] }* } ]"),
    lambda _scan, rows: {word: 1 if number is None else number for word, number in rows or ()},
    lambda _board, limits: tuple((word, None if word in _FLAGS else number) for word, number in limits.items()) or None,
)
OWNERS: Phrase[Mapping[str, str]] = mapped(
    phrase("SCO rows:{ owner centres:province* }*"),
    lambda _scan, rows: {centre: power for power, centres in rows for centre in centres if power is not None},
    # every centre with its owner; powers without any are left out
    lambda board, owners: tuple(row for row in board.held({each: owners.get(each) for each in board.variant.board.centres}) if row[1]),
)
"""SCO: centres to the powers that own them."""

# an older form numbers its messages behind the sender
_SENDER = mapped(phrase("power integer*"), lambda _scan, sender: sender[0], lambda _board, power: (power, ()))
_ENDERS = mapped(phrase("[ ( any_power+ ) ]"), lambda _scan, powers: powers or (), lambda _board, powers: powers or None)

HELLO = record(DaideHello, "HLO ( power:owner ) ( passcode:number ) limits", limits=_LIMITS)
STANDING = phrase("unit [ MRT ( place* ) ]")
"""A unit, and where a dislodged one can go, which may be nowhere."""

NOW = record(Now, "NOW phase:turn rows:{ standing }*", standing=STANDING)
CARRIED = record(Carried, "ORD phase:turn written:order ( results:result* )", order=ORDER)
SOLO = record(GameEnd, "SLO powers:enders", enders=_ENDERS, is_draw=False)
DRAW = record(GameEnd, "DRW powers:enders", enders=_ENDERS, is_draw=True)
TIME_LEFT: Phrase[int] = phrase("TME ( number )")
PRESS_FROM = record(SentPress, "FRM ( sender ) ( receivers:any_power+ ) ( words:inside )", sender=_SENDER)

SERVER: Mapping[Token, Phrase[Any]] = {each.words[0]: each for each in (HELLO, OWNERS, NOW, CARRIED, SOLO, DRAW, TIME_LEFT, PRESS_FROM)}
"""The messages of a server by their words."""
