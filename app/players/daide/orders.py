"""Orders in the words of DAIDE."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, PhaseKind, Piece, Remove, Retreat, Support, Unit, Waive
from app.players.daide.board import DaideBoard
from app.players.daide.grammar import ANY_POWER, ANY_PROVINCE, PLACE, UNIT, Phrase, Scan, bracketed, choice, many, optional, record, then
from app.players.daide.language import Message, group
from app.players.daide.tokens import CLOSE, OPEN, WORDS

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
class _Rest:
    """The part of an order behind its unit."""

    of: Callable[..., Order]
    """Class of the order."""

    target: Location | None = None
    other: Unit | None = None
    route: tuple[Location, ...] = ()


_UNIT = bracketed(UNIT)
_REST = choice(
    record(_Rest, "HLD", of=Hold),
    record(_Rest, "MTO", of=Move, target=PLACE, route=()),
    record(_Rest, "CTO", of=Move, target=ANY_PROVINCE, route=then("VIA", bracketed(many(ANY_PROVINCE, 1)))),
    record(_Rest, "SUP", of=Support, other=_UNIT, target=optional(then("MTO", ANY_PROVINCE))),
    record(_Rest, "CVY", of=Convoy, other=_UNIT, target=then("CTO", ANY_PROVINCE)),
    record(_Rest, "RTO", of=Retreat, target=PLACE),
    record(_Rest, "DSB", of=Disband),
    record(_Rest, "BLD", of=Build),
    record(_Rest, "REM", of=Remove),
)


def _read(scan: Scan) -> WrittenOrder:
    scan.words((OPEN,))
    begun = scan.at
    if scan.is_ahead((OPEN,)):
        unit = _UNIT.read(scan)
        rest = _REST.read(scan)
        written = WrittenOrder(unit.power, _made(unit.piece, rest), rest.other)
    else:
        written = WrittenOrder(ANY_POWER.read(scan), Waive())
        scan.words((WORDS["WVE"],))
    words = scan.tokens[begun : scan.at]
    scan.words((CLOSE,))
    return replace(written, words=words)


def _made(piece: Piece, rest: _Rest) -> Order:
    other = None if rest.other is None else rest.other.piece
    way = {"via_convoy": True, "route": tuple(each.province for each in rest.route)} if rest.route else {}
    return rest.of(piece, *(each for each in (other, rest.target) if each is not None), **way)


def _write(board: DaideBoard, written: WrittenOrder) -> Message:
    order = written.order
    if isinstance(order, Waive):
        return group(board.power(written.power), "WVE")
    route = tuple(map(Location, order.route)) if isinstance(order, Move) else ()
    rest = _Rest(type(order), getattr(order, "target", None), written.other, route)
    return group(_UNIT.write(board, Unit(written.power, order.piece)), _REST.write(board, rest))


ORDER = Phrase(_read, _write)
"""An order in its brackets."""

RouteOf = Callable[[Move], tuple[str, ...]]
"""The provinces of the fleets that carry a move; empty for one that goes by itself."""


def to_write(power: str, order: Order, owner_of: Callable[[Piece], str], route_of: RouteOf) -> WrittenOrder:
    """*order* of *power*, in canonical form, with the power of the unit that is supported or carried, and with the way of a move."""
    if isinstance(order, Move):
        return WrittenOrder(power, replace(order, route=route_of(order)))
    other = order.supported if isinstance(order, Support) else order.army if isinstance(order, Convoy) else None
    return WrittenOrder(power, order, None if other is None else Unit(owner_of(other), other))
