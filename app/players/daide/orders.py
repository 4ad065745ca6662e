"""Orders in the words of DAIDE, read with the place of what is wrong, and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, PhaseKind, Piece, Remove, Retreat, Support, Unit, Waive
from app.players.daide.board import DaideBoard
from app.players.daide.language import Message, Scan, WrongTokenError, group, message
from app.players.daide.tokens import OPEN, WORDS, Category, Token, is_province

_PHASES = {
    **dict.fromkeys(("HLD", "MTO", "SUP", "CVY", "CTO"), PhaseKind.MOVEMENT),
    **dict.fromkeys(("RTO", "DSB"), PhaseKind.RETREAT),
    **dict.fromkeys(("BLD", "REM", "WVE"), PhaseKind.ADJUSTMENT),
}


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """An order as a client wrote it, not checked yet."""

    power: str
    """The power that it names: the unit's, or the one that waives."""

    order: Order
    unit: Unit | None
    """The unit that is ordered; ``None`` for a waive."""

    other: Unit | None
    """The unit that is supported or carried."""

    kind: PhaseKind
    """The kind of phase that such orders belong to."""

    words: Message
    """Words of the order as written, without the brackets around it."""


def read_order(board: DaideBoard, scan: Scan) -> WrittenOrder:
    """The order in brackets at *scan*.

    Raises:
        WrongTokenError: it is none.
    """
    scan.open()
    begun = scan.at
    if scan.ahead != OPEN:
        power = _power(board, scan.of(Category.POWER))
        scan.word("WVE")
        words = tuple(scan.tokens[begun : scan.at])
        scan.close()
        return WrittenOrder(power, Waive(), None, None, PhaseKind.ADJUSTMENT, words)
    unit = read_unit(board, scan)
    verb = next(word for word in _PHASES if scan.is_ahead(word)) if any(map(scan.is_ahead, _PHASES)) else ""
    if verb in {"", "WVE"}:
        raise WrongTokenError(scan.at)
    scan.any()
    order, other = _rest(board, scan, unit.piece, verb)
    words = tuple(scan.tokens[begun : scan.at])
    scan.close()
    return WrittenOrder(unit.power, order, unit, other, _PHASES[verb], words)


def _rest(board: DaideBoard, scan: Scan, piece: Piece, verb: str) -> tuple[Order, Unit | None]:
    """Read the rest of an order behind its verb, and the other unit that it names."""
    plain = _PLAIN.get(verb)
    if plain is not None:
        return plain(piece), None
    if verb == "MTO":
        return Move(piece, read_place(board, scan)), None
    if verb == "RTO":
        return Retreat(piece, read_place(board, scan)), None
    if verb == "CTO":
        target = board.location(scan.province(), None)
        scan.word("VIA")
        scan.open()
        route = [board.location(scan.province(), None).province]
        while not scan.is_ahead(")"):
            route.append(board.location(scan.province(), None).province)
        scan.close()
        return Move(piece, target, via_convoy=True, route=tuple(route)), None
    other = read_unit(board, scan)
    if verb == "CVY":
        scan.word("CTO")
        return Convoy(piece, other.piece, board.location(scan.province(), None)), other
    if not scan.is_ahead("MTO"):
        return Support(piece, other.piece), other
    scan.any()
    return Support(piece, other.piece, board.location(scan.province(), None)), other


_PLAIN: dict[str, Callable[[Piece], Order]] = {"HLD": Hold, "DSB": Disband, "BLD": Build, "REM": Remove}


def read_unit(board: DaideBoard, scan: Scan) -> Unit:
    """``( FRA AMY PAR )``.

    Raises:
        WrongTokenError: it is none.
    """
    scan.open()
    power, kind = scan.of(Category.POWER), scan.of(Category.UNIT)
    place = read_place(board, scan)
    scan.close()
    return board.unit_of(power, kind, place)


def read_place(board: DaideBoard, scan: Scan) -> Location:
    """``PAR``, or ``( STP SCS )``.

    Raises:
        WrongTokenError: it is none.
    """
    each = scan.ahead
    if each is not None and is_province(each):
        return board.location(scan.any(), None)
    scan.open()
    province, coast = scan.province(), scan.of(Category.COAST)
    scan.close()
    return board.location(province, None if coast == WORDS["NCS"] and not _has_coasts(board, province) else coast)


def _has_coasts(board: DaideBoard, province: Token) -> bool:
    known = board.variant.board.provinces.get(board.province_of(province) or "")
    return known is None or bool(known.coasts)


def _power(board: DaideBoard, each: Token) -> str:
    return board.power_of(each) or board.vocabulary.letters(each)


RouteOf = Callable[[Move], tuple[str, ...]]
"""The provinces of the fleets that carry a move; empty for one that goes by itself."""


def order_words(board: DaideBoard, power: str, order: Order, owner_of: Callable[[Piece], str], route_of: RouteOf) -> Message:
    """*order* of *power*, without brackets around it.

    Args:
        board: the words.
        power: whose order it is.
        order: in canonical form.
        owner_of: the power of a unit that is supported or carried.
        route_of: the fleets that carry a move.
    """
    if isinstance(order, Waive):
        return message(board.power(power), "WVE")
    unit = group(board.unit(Unit(power, order.piece)))
    match order:
        case Hold():
            return message(unit, "HLD")
        case Move(_, target):
            route = route_of(order)
            if route:
                return message(unit, "CTO", board.province(target.province), "VIA", group(tuple(map(board.province, route))))
            return message(unit, "MTO", board.place(target))
        case Support(_, supported, target):
            other = group(board.unit(Unit(owner_of(supported), supported)))
            return message(unit, "SUP", other, *(() if target is None else ("MTO", board.province(target.province))))
        case Convoy(_, army, target):
            return message(unit, "CVY", group(board.unit(Unit(owner_of(army), army))), "CTO", board.province(target.province))
        case Retreat(_, target):
            return message(unit, "RTO", board.place(target))
        case Disband():
            return message(unit, "DSB")
        case Build():
            return message(unit, "BLD")
        case Remove():
            return message(unit, "REM")
