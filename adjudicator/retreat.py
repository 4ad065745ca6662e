"""A retreat phase: dislodged units go where they can, or disband."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.matching import OrdersByPower
from adjudicator.movement import PhaseResult, retreat_spots
from adjudicator.order import Disband, Order, Retreat, RetreatOrder
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Result
from adjudicator.rule_choices import (
    ImpossibleCoast,
    KindNaming,
    MissingCoast,
    OneCoast,
    RepeatedOrder,
    RetreatToConvoy,
    StrayCoast,
    WrongCoast,
)
from adjudicator.unit import DislodgedUnit, Location, Piece
from adjudicator.variant_tables import PositionTables, VariantTables, position_tables
from adjudicator.verdict import Refusal, Verdict


class Retreats:
    """The dislodged units of a position, and where each can go."""

    def __init__(self, tables: VariantTables, position: Position) -> None:
        self.tables = tables
        here = position_tables(tables, position)
        self.here: PositionTables = here
        self.dislodged = {each.unit.province: each for each in position.dislodged}
        self.contested = {tables.board.province_index[code] for code in position.contested}
        self.occupied = set(here.provinces)
        self.barred = position.barred
        self.options = {code: self._options(each) for code, each in self.dislodged.items()}
        """Province of a dislodged unit to the spots it can retreat to."""

    def _options(self, each: DislodgedUnit) -> tuple[int, ...]:
        board = self.tables.board
        allowed_back = each.by_convoy and self.tables.variant.rules.retreat_to_convoy is RetreatToConvoy.ALLOWED
        closed = -1 if allowed_back else board.province_index[each.attacker_origin]
        reach = self.here.open_edges.reaches[self.tables.power_rank[each.unit.power]]
        closed_to_all = self.occupied | self.contested
        spots = retreat_spots(reach, self.spot_of(each), lambda province: province == closed or province in closed_to_all)
        return tuple(spot for spot in spots if self._bar(each, spot) is None) if self.barred else spots

    def _bar(self, each: DislodgedUnit, spot: int) -> str | None:
        """The name of the game's own rule that bars the retreat to *spot*."""
        return self.barred.get(f"{each.unit.power} {Retreat(each.unit.piece, self.tables.board.pieces[spot].location)}")

    def spot_of(self, each: DislodgedUnit) -> int:
        """The spot that a dislodged unit was dislodged from."""
        location = each.unit.location
        return self.tables.board.spot_index[each.unit.kind, location.province, location.coast]

    def interpret(self, power: str, order: Order) -> tuple[RetreatOrder, int] | Verdict:
        """*order* as *power* can mean it, with the spot retreated to (-1 to disband), or why it is illegal."""
        if not isinstance(order, RetreatOrder):
            return Verdict(Refusal.WRONG_PHASE)
        each = self._meant(power, order.piece)
        if isinstance(each, Verdict):
            return each
        if isinstance(order, Disband):
            return Disband(each.unit.piece), -1
        spot = self._target(each, order.target)
        if isinstance(spot, Verdict):
            return spot
        return Retreat(each.unit.piece, self.tables.board.pieces[spot].location), spot

    def _meant(self, power: str, piece: Piece) -> DislodgedUnit | Verdict:
        rules = self.tables.variant.rules
        code, coast = piece.location.province, piece.location.coast
        if code not in self.tables.board.province_index:
            return Verdict(Refusal.UNKNOWN_PLACE, (code,))
        each = self.dislodged.get(code)
        if each is None:
            standing = self.here.at[self.tables.board.province_index[code]]
            return Verdict(Refusal.NO_UNIT if standing < 0 else Refusal.NOT_DISLODGED, (code,))
        if each.unit.power != power:
            return Verdict(Refusal.FOREIGN_UNIT, (code,))
        if piece.kind != each.unit.kind and rules.wrong_kind is KindNaming.ILLEGAL:
            return Verdict(Refusal.WRONG_KIND, (str(each.unit.location),))
        if coast not in (None, each.unit.location.coast):
            known = coast in self.tables.board.board.provinces[code].coasts and each.unit.location.coast is not None
            strict = rules.wrong_coast is WrongCoast.ILLEGAL if known else rules.stray_coast is StrayCoast.ILLEGAL
            if strict:
                return Verdict(Refusal.COAST_IMPOSSIBLE, (str(each.unit.location),))
        return each

    def _target(self, each: DislodgedUnit, target: Location) -> int | Verdict:
        """The spot that *target* means, its coast settled as for moves (DATC 4.B)."""
        board, rules = self.tables.board, self.tables.variant.rules
        code = each.unit.province
        province = board.province_index.get(target.province)
        if province is None:
            return Verdict(Refusal.UNKNOWN_PLACE, (target.province,))
        if target.province == code:
            return Verdict(Refusal.SAME_PROVINCE, (code,))
        barred = self._barred(each, target)
        if barred is not None:
            return barred
        possible = [spot for spot in self.options[code] if board.province_of[spot] == province]
        if not possible:
            return self._why_not(each, province)
        coasts = {board.pieces[spot].location.coast for spot in possible}
        coast = target.coast
        if (coast is not None and coast not in board.board.provinces[target.province].coasts) or coasts == {None}:
            if coast is not None and rules.stray_coast is StrayCoast.ILLEGAL:
                return Verdict(Refusal.COAST_IMPOSSIBLE, tuple(str(board.pieces[spot].location) for spot in possible))
            coast = None
        named = next((spot for spot in possible if board.pieces[spot].location.coast == coast), None)
        if named is not None:
            return named
        places = tuple(str(board.pieces[spot].location) for spot in possible)
        if coast is None:
            forgiven = rules.one_coast is OneCoast.TAKEN if len(possible) == 1 else rules.missing_coast is MissingCoast.DEFAULT
            return possible[0] if forgiven else Verdict(Refusal.COAST_NEEDED, places)
        if len(possible) == 1 and rules.impossible_coast is ImpossibleCoast.CORRECTED:
            return possible[0]
        return Verdict(Refusal.COAST_IMPOSSIBLE, places)

    def _barred(self, each: DislodgedUnit, target: Location) -> Verdict | None:
        """The refusal where a rule of the game's own bars *target*, or every coast that it could mean."""
        if not self.barred:
            return None
        board = self.tables.board
        spots = board.spots_in.get((each.unit.kind, board.province_index[target.province]), ())
        named = [spot for spot in spots if board.pieces[spot].location.coast == target.coast] or spots
        bars = [bar for spot in named if (bar := self._bar(each, spot)) is not None]
        free = any(spot in self.options[each.unit.province] for spot in named)
        return Verdict(Refusal.BARRED, (str(target),), bars[0]) if bars and not free else None

    def _why_not(self, each: DislodgedUnit, province: int) -> Verdict:
        board = self.tables.board
        code = board.codes[province]
        reach = self.here.open_edges.reaches[self.tables.power_rank[each.unit.power]]
        spot = self.spot_of(each)
        if province not in reach.provinces[spot]:
            if not board.spots_in[each.unit.kind, province]:
                return Verdict(Refusal.WRONG_TERRAIN, (code,))
            if any(origin == spot and board.province_of[end] == province for origin, end, _ in board.edges):
                return Verdict(Refusal.BORDER_CLOSED, (code,))
            return Verdict(Refusal.NOT_ADJACENT, (code,))
        if province in self.occupied:
            return Verdict(Refusal.RETREAT_OCCUPIED, (code,))
        if province in self.contested:
            return Verdict(Refusal.RETREAT_CONTESTED, (code,))
        return Verdict(Refusal.RETREAT_TO_ATTACKER, (code,))


def retreat_units(tables: VariantTables, position: Position, orders_by_power: OrdersByPower) -> PhaseResult:
    """Adjudicate a retreat phase. Units that go to the same province, or nowhere, are lost. Source: rulebook, Retreats; DATC 6.H."""
    retreats = Retreats(tables, position)
    chosen: dict[str, tuple[RetreatOrder, int]] = {}
    illegal: dict[str, tuple[Order, Verdict]] = {}
    refused: list[OrderOutcome] = []
    for power, given in orders_by_power.items():
        for order in _in_sequence(tables, given):
            meant = retreats.interpret(power, order) if power in tables.power_rank else Verdict(Refusal.UNKNOWN_POWER, (power,))
            if not isinstance(meant, Verdict):
                carried_out, _ = meant
                code = carried_out.piece.location.province
                if code not in chosen:
                    if code in illegal:
                        refused.append(_refused(retreats, power, *illegal.pop(code)))
                    chosen[code] = meant
                elif chosen[code] != meant:
                    refused.append(_refused(retreats, power, order, Verdict(Refusal.UNIT_ORDERED_TWICE, (code,))))
                continue
            own = retreats.dislodged.get(order.piece.location.province) if isinstance(order, RetreatOrder) else None
            if own is not None and own.unit.power == power and own.unit.province not in chosen and own.unit.province not in illegal:
                illegal[own.unit.province] = (order, meant)
            else:
                refused.append(_refused(retreats, power, order, meant))
    outcomes, arrived = _carry_out(retreats, chosen, illegal)
    numbers = sorted([*retreats.here.numbers, *arrived])
    return PhaseResult(outcomes, tuple(refused), numbers, tuple([tables.units[number] for number in numbers]))


def _in_sequence(tables: VariantTables, given: Sequence[Order]) -> Sequence[Order]:
    """The orders so that the one that counts for a unit comes first (DATC 4.D.3)."""
    return given[::-1] if tables.variant.rules.repeated_order is RepeatedOrder.LAST else given


def _refused(retreats: Retreats, power: str, order: Order, verdict: Verdict) -> OrderOutcome:
    each = retreats.dislodged.get(order.piece.location.province) if isinstance(order, RetreatOrder) else None
    reason = Reason(ReasonKind.REFUSED, "4.E.1", verdict=verdict)
    unit = None if each is None else each.unit
    return OrderOutcome(unit, power, order, given=True, results=frozenset({Result.ILLEGAL}), reasons=(reason,))


def _carry_out(
    retreats: Retreats, chosen: dict[str, tuple[RetreatOrder, int]], illegal: dict[str, tuple[Order, Verdict]]
) -> tuple[tuple[OrderOutcome, ...], list[int]]:
    """The outcomes by power and location, and the numbers of the units that got away."""
    tables = retreats.tables
    province_of = tables.board.province_of
    width = len(tables.board.pieces)
    goals: dict[int, list[DislodgedUnit]] = {}
    for code, (_, spot) in chosen.items():
        if spot >= 0:
            goals.setdefault(province_of[spot], []).append(retreats.dislodged[code])
    outcomes: list[OrderOutcome] = []
    arrived: list[int] = []
    for each in sorted(retreats.dislodged.values(), key=lambda each: (each.unit.power, str(each.unit.location))):
        unit = each.unit
        order, spot = chosen.get(unit.province, (None, -1))
        if order is None:
            if unit.province in illegal:
                wrong, verdict = illegal[unit.province]
                reason = Reason(ReasonKind.REFUSED, "4.E.1", verdict=verdict)
                results = frozenset({Result.ILLEGAL, Result.DESTROYED})
                outcomes.append(OrderOutcome(unit, unit.power, wrong, given=True, results=results, reasons=(reason,)))
            else:
                reason = Reason(ReasonKind.NOT_ORDERED, "rulebook, Retreats", province=unit.province)
                disband = Disband(unit.piece)
                results = frozenset({Result.DESTROYED})
                outcomes.append(OrderOutcome(unit, unit.power, disband, given=False, results=results, reasons=(reason,)))
            continue
        if spot < 0:
            reasons: tuple[Reason, ...] = (Reason(ReasonKind.UNOPPOSED, "rulebook, Retreats", province=unit.province),)
            outcomes.append(OrderOutcome(unit, unit.power, order, given=True, results=frozenset({Result.OK}), reasons=reasons))
            continue
        code = tables.board.codes[province_of[spot]]
        rivals = tuple(other.unit for other in goals[province_of[spot]] if other is not each)
        if rivals:
            reasons = (Reason(ReasonKind.RETREAT_CONFLICT, "rulebook, Retreats", province=code, by=rivals),)
            results = frozenset({Result.BOUNCE, Result.DESTROYED})
            outcomes.append(OrderOutcome(unit, unit.power, order, given=True, results=results, reasons=reasons))
        else:
            reasons = (Reason(ReasonKind.UNOPPOSED, "rulebook, Retreats", province=code),)
            outcomes.append(OrderOutcome(unit, unit.power, order, given=True, results=frozenset({Result.OK}), reasons=reasons))
            arrived.append(tables.power_rank[unit.power] * width + spot)
    return tuple(outcomes), arrived
