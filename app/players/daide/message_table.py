"""Orders and messages of clients and of servers, each in a line: both how it is read and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, Phase, PhaseKind, Remove, Retreat, Support, Unit, Waive
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import MessageTable, Phrase, Scan, is_draw_shared, mapped, phrase, where
from app.players.daide.language import Message
from app.players.daide.press import PRESS, PressNumbers, numbers_shown
from app.players.daide.tokens import OPEN, WORDS, Token

# Orders ----------------------------------------------------------------------------------------------------------------------

_PHASES = dict.fromkeys((Retreat, Disband), PhaseKind.RETREAT) | dict.fromkeys((Build, Remove, Waive), PhaseKind.ADJUSTMENT)


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
        return _PHASES.get(type(self.order), PhaseKind.MOVEMENT)


_ACTS = MessageTable("""
    HLD | DSB | BLD | REM
    MTO place | RTO place
    CTO any_province VIA ( any_province+ )
    SUP ( unit ) [ MTO any_province ]
    CVY ( unit ) CTO any_province
""")
"""The part of an order behind its unit."""

_ORDERS: Mapping[str, Any] = {"HLD": Hold, "MTO": Move, "RTO": Retreat, "DSB": Disband, "BLD": Build, "REM": Remove}
_WORDS = {order: word for word, order in _ORDERS.items()}
_OF_UNIT = phrase("( ( unit ) act )", act=Phrase(_ACTS.read, lambda board, act: _ACTS.write(board, *act)))
_WAIVED = phrase("( any_power WVE )")


def _read_order(scan: Scan) -> WrittenOrder:
    begun = scan.at
    if scan.tokens[begun + 1 : begun + 2] == (OPEN,):
        unit, act = _OF_UNIT.read(scan)
        match act:
            case ("CTO", target, route):
                way = tuple(each.province for each in route)
                written = WrittenOrder(unit.power, Move(unit.piece, target, via_convoy=True, route=way))
            case ("SUP", other, target):
                written = WrittenOrder(unit.power, Support(unit.piece, other.piece, target), other)
            case ("CVY", other, target):
                written = WrittenOrder(unit.power, Convoy(unit.piece, other.piece, target), other)
            case (word, *target):
                written = WrittenOrder(unit.power, _ORDERS[word](unit.piece, *target))
    else:
        written = WrittenOrder(_WAIVED.read(scan), Waive())
    return replace(written, words=scan.tokens[begun + 1 : scan.at - 1])


def _write_order(board: DaideBoard, written: WrittenOrder) -> Message:
    act: tuple[object, ...]
    match order := written.order:
        case Waive():
            return _WAIVED.write(board, written.power)
        case Move() if order.route:
            act = ("CTO", order.target, tuple(map(Location, order.route)))
        case Support():
            act = ("SUP", written.other, order.target)
        case Convoy():
            act = ("CVY", written.other, order.target)
        case Move() | Retreat():
            act = (_WORDS[type(order)], order.target)
        case _:
            act = (_WORDS[type(order)],)
    return _OF_UNIT.write(board, (written.unit, act))


_ORDER = Phrase(_read_order, _write_order)

# Of clients ------------------------------------------------------------------------------------------------------------------


class Send(NamedTuple):
    """SND: press."""

    turn: Phase | None
    receivers: tuple[Token, ...]
    numbers: PressNumbers | None
    """Numbering of press words by its writer, where it can be known."""

    press: Message


_SHARED = mapped(phrase("( any_power+ )"), lambda _scan, powers: tuple(sorted(set(powers))), lambda _board, powers: powers)
_NUMBERS: Phrase[PressNumbers | None] = Phrase(lambda scan: numbers_shown(scan.tokens[scan.at :]), lambda _board, _numbers: ())
CLIENT = MessageTable(
    """
    OBS | HLO | SCO | NOW | ORD | MIS | SMR | MAP | MDF
    NME ( text ) ( text )                                   # name and version
    IAM ( any_power ) ( number )                            # power and passcode of a seat that it had
    HST [ turn ]                                            # of one turn, or of all
    YES ( MAP ( text ) ) | REJ ( MAP ( text ) )
    SUB if_turn order+
    NOT ( SUB [ order ] )                                   # of one order, or of all
    GOF | NOT ( GOF )
    DRW shared | NOT ( DRW )                                # powers that are to share in it, none for all that are left
    TME [ ( seconds ) ] | NOT ( TME [ ( seconds ) ] )       # before the deadline; without them the time that is left is asked for
    ADM ( text ) ( text )                                   # name, and words to everybody
    SND if_turn ( power_token+ ) ( numbers press )          # the values of Send
    YES ( inside ) | REJ ( inside ) | HUH ( inside ) | PRN ( inside )
    """,
    order=_ORDER,
    shared=where(is_draw_shared, _SHARED, ()),
    numbers=_NUMBERS,
    press=PRESS,
)
"""Every message of a client."""


def read_client_message(board: DaideBoard, tokens: Message, *, press: bool = False, partial_draws: bool = False) -> tuple[Any, ...]:
    """Read the message of a client, whose brackets match, in a game that has *press* and *partial_draws* or not.

    Raises:
        WrongTokenError: it is nothing that a client says.
    """
    scan = Scan(tokens, board, partial_draws)
    if not press:
        scan.one(WORDS["SND"].__ne__)
        scan.at = 0
    found = CLIENT.read(scan)
    scan.end()
    return found


# Of servers ------------------------------------------------------------------------------------------------------------------

_FLAGS = frozenset({"AOA", "DSD", "PDA", "NPR", "NPB"})
"""Words of HLO without a number."""


class DaideHello(NamedTuple):
    """HLO."""

    power: str | None
    """``None`` for an observer."""

    passcode: int
    limits: Mapping[str, int]
    """``LVL``, ``MTL``, ``PDA`` and so on; a word without a number has 1."""


class Now(NamedTuple):
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


class SentPress(NamedTuple):
    """FRM: press that was passed on."""

    sender: str
    receivers: tuple[str, ...]
    words: Message
    """Without brackets around it."""


STANDING = phrase("unit [ MRT ( place* ) ]")
"""A unit, and where a dislodged one can go, which may be nowhere."""

SERVER = MessageTable(
    """
    HLO ( owner ) ( number ) limits             # the values of DaideHello
    SCO owners
    NOW turn {* standing }                      # the values of Now
    ORD turn order ( result* )
    SLO enders | DRW enders                     # the winner, or those who share in the draw where it names some
    TME ( number )
    FRM ( sender ) ( any_power+ ) ( inside )    # the values of SentPress
    """,
    limits=mapped(
        phrase("[ { {* parameter [ number ] } } ]"),
        lambda _scan, rows: {word: 1 if number is None else number for word, number in rows or ()},
        lambda _board, limits: tuple((word, None if word in _FLAGS else number) for word, number in limits.items()) or None,
    ),
    owners=mapped(
        phrase("{* owner province* }"),
        lambda _scan, rows: {centre: power for power, centres in rows for centre in centres if power is not None},
        # every centre with its owner; powers without any are left out
        lambda board, owners: tuple(row for row in board.held({each: owners.get(each) for each in board.variant.board.centres}) if row[1]),
    ),
    standing=STANDING,
    order=_ORDER,
    enders=mapped(phrase("[ ( any_power+ ) ]"), lambda _scan, powers: powers or (), lambda _board, powers: powers or None),
    # an older form numbers its messages behind the sender
    sender=mapped(phrase("power integer*"), lambda _scan, sender: sender[0], lambda _board, power: (power, ())),
)
"""Every message of a server, but for those that say of a message what became of it."""
