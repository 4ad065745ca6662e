"""Orders and messages of clients and of servers, each in a line: both how it is read and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, Phase, Remove, Retreat, Support, Unit, Waive
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import MessageTable, Phrase, Scan, is_draw_shared, mapped, optional, phrase
from app.players.daide.language import Message, WrongTokenError
from app.players.daide.press import PRESS, PressNumbers, numbering_of
from app.players.daide.tokens import OPEN, WORDS, Token

# Orders ----------------------------------------------------------------------------------------------------------------------


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


_ACTS = MessageTable("""
    HLD | DSB | BLD | REM
    MTO place | RTO place
    CTO any_province VIA ( any_province+ )
    SUP ( unit ) [ MTO any_province ]
    CVY ( unit ) CTO any_province
""")
"""The part of an order behind its unit."""

_WORDS = {Hold: "HLD", Move: "MTO", Support: "SUP", Convoy: "CVY", Retreat: "RTO", Disband: "DSB", Build: "BLD", Remove: "REM"}
_ORDERS: dict[str, Callable[..., Order]] = {word: order for order, word in _WORDS.items()} | {
    "CTO": lambda army, target, way: Move(army, target, via_convoy=True, route=tuple(each.province for each in way))
}
_OF_UNIT = phrase("( ( unit ) act )", act=Phrase(_ACTS.read, lambda board, act: _ACTS.write(board, *act)))
_WAIVED = phrase("( any_power WVE )")


def _read_order(scan: Scan) -> WrittenOrder:
    begun, other = scan.at, None
    if scan.tokens[begun + 1 : begun + 2] == (OPEN,):
        unit, (word, *values) = _OF_UNIT.read(scan)
        other = next((each for each in values if isinstance(each, Unit)), None)
        power, order = unit.power, _ORDERS[word](unit.piece, *(each.piece if isinstance(each, Unit) else each for each in values))
    else:
        power, order = _WAIVED.read(scan), Waive()
    return WrittenOrder(power, order, other, scan.tokens[begun + 1 : scan.at - 1])


def _write_order(board: DaideBoard, written: WrittenOrder) -> Message:
    match order := written.order:
        case Waive():
            return _WAIVED.write(board, written.power)
        case Move() if order.route:
            act: tuple[object, ...] = ("CTO", order.target, tuple(map(Location, order.route)))
        case Move() | Retreat():
            act = (_WORDS[type(order)], order.target)
        case Support() | Convoy():
            act = (_WORDS[type(order)], written.other, order.target)
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


_POWERS = phrase("( any_power+ )")
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
    shared=optional(_POWERS, is_draw_shared, absent=()),
    numbers=Phrase(lambda scan: numbering_of(scan.tokens[scan.at :]), lambda _board, _numbers: ()),
    press=PRESS,
)
"""Every message of a client."""


def read_client_message(board: DaideBoard, tokens: Message, *, press: bool = False, partial_draws: bool = False) -> tuple[Any, ...]:
    """Read the message of a client, whose brackets match, in a game that has *press* and *partial_draws* or not.

    Raises:
        WrongTokenError: it is nothing that a client says.
    """
    scan = Scan(tokens, board, partial_draws)
    if not press and scan.ahead == WORDS["SND"]:
        raise WrongTokenError(0)
    found = CLIENT.read(scan)
    scan.end()
    return found


# Of servers ------------------------------------------------------------------------------------------------------------------

_FLAGS = frozenset({"AOA", "DSD", "PDA", "NPR", "NPB"})
"""Words of HLO without a number."""


class SentPress(NamedTuple):
    """FRM: press that was passed on."""

    sender: str
    receivers: tuple[str, ...]
    words: Message
    """Without brackets around it."""


StandingUnit = tuple[Unit, tuple[Location, ...] | None]
"""A unit, and where a dislodged one can go, which may be nowhere; ``None`` for others."""

STANDING: Phrase[StandingUnit] = phrase("unit [ MRT ( place* ) ]")

SERVER = MessageTable(
    """
    HLO ( owner ) ( number ) limits             # power, None for an observer; passcode; numbers by LVL, MTL, PDA and so on
    SCO owners                                  # powers by their centres
    NOW turn {* standing }
    ORD turn order ( result* )
    SLO enders | DRW enders                     # the winner, or those who share in the draw where it names some
    TME ( number )
    FRM ( sender ) ( any_power+ ) ( inside )    # the values of SentPress
    """,
    limits=mapped(
        "[ ( {* parameter [ number ] } ) ]",
        lambda _board, rows: {word: 1 if number is None else number for word, number in rows or ()},
        lambda _board, limits: tuple((word, None if word in _FLAGS else number) for word, number in limits.items()) or None,
    ),
    owners=mapped(
        "{* owner province* }",
        lambda _board, rows: {centre: power for power, centres in rows for centre in centres if power is not None},
        # every centre with its owner; powers without any are left out
        lambda board, owners: tuple(row for row in board.held({each: owners.get(each) for each in board.variant.board.centres}) if row[1]),
    ),
    standing=STANDING,
    order=_ORDER,
    enders=optional(_POWERS, absent=()),
    # an older form numbers its messages behind the sender
    sender=mapped("power integer*", lambda _board, sender: sender[0], lambda _board, power: (power, ())),
)
"""Every message of a server, but for those that say of a message what became of it."""
