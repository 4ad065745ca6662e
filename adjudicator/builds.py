"""An adjustment phase: builds, removals, and what happens to a power that orders too much or too little."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import Terrain
from adjudicator.board_tables import BoardTables, spread
from adjudicator.matching import OrdersByPower
from adjudicator.movement import PhaseResult
from adjudicator.order import AdjustmentOrder, Build, Order, Remove, Waive
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Result
from adjudicator.rule_choices import (
    BuildCoast,
    BuildDecline,
    InlandFleet,
    KindNaming,
    NoOrders,
    RemovalDistance,
    RepeatedBuild,
    TooManyBuilds,
    TooManyRemovals,
)
from adjudicator.unit import Piece, Unit
from adjudicator.variant import BuildPolicy, PowerRole
from adjudicator.variant_tables import VariantTables, position_tables
from adjudicator.verdict import Refusal, Verdict

FAR_AWAY = 1 << 30


def removal_sequence(tables: VariantTables, position: Position, power: str) -> list[Unit]:
    """The units of *power*, those that civil disorder removes first coming first (DATC 4.D.8).

    The farthest goes first, fleets before armies, then by the province's name.
    """
    board = tables.board
    choice = tables.variant.rules.removal_distance
    provinces = board.board.provinces
    if choice is RemovalDistance.OWNED:
        goals = [code for code, owner in position.owners.items() if owner == power]
    elif choice is RemovalDistance.HOME:
        goals = [code for code, place in provinces.items() if place.home == power and place.centre]
    else:
        goals = [code for code, place in provinces.items() if power in (place.home, place.territory)]
    near = [board.province_index[code] for code in goals]
    on_foot = board.distances_from(near)
    by_sea = _fleet_distances(board, near) if choice is RemovalDistance.HOME else None

    def key(unit: Unit) -> tuple[int, int, str, str]:
        afloat = Terrain.SEA in board.board.kinds[unit.kind].terrains
        if afloat and by_sea is not None:
            location = unit.location
            steps = by_sea[board.spot_index[unit.kind, location.province, location.coast]]
        else:
            steps = on_foot[board.province_index[unit.province]]
        distance = FAR_AWAY if steps < 0 else steps
        return -distance, 0 if afloat else 1, provinces[unit.province].name, unit.province

    return sorted(position.units_of(power), key=key)


def _fleet_distances(board: BoardTables, goals: list[int]) -> list[int]:
    """Steps from each spot to the nearest of the provinces *goals*, by the moves that a unit there can make itself."""
    backwards: list[list[int]] = [[] for _ in board.pieces]
    for origin, target, _ in board.edges:
        backwards[target].append(origin)
    wanted = set(goals)
    return spread(backwards, [spot for spot, province in enumerate(board.province_of) if province in wanted])


OK = frozenset({Result.OK})
ILLEGAL = frozenset({Result.ILLEGAL})
BUILDS = "rulebook, Gaining and Losing Units"


class Adjustments:
    """Builds and removals of the powers in a position: how many are due, and where they may be."""

    def __init__(self, tables: VariantTables, position: Position) -> None:
        self.tables = tables
        self.position = position
        self.here = position_tables(tables, position)
        self.owned: dict[str, list[str]] = {power: [] for power in tables.powers}
        for code, owner in position.owners.items():
            if owner in self.owned and code in tables.centre_codes:
                self.owned[owner].append(code)
        self.units: dict[str, list[int]] = {power: [] for power in tables.powers}
        """Power to its units' places in the position."""
        for unit, rank in enumerate(self.here.powers):
            self.units[tables.powers[rank]].append(unit)
        self._sites: dict[str, list[int]] = {}

    def due(self, power: str) -> int:
        """Centres less units: builds the power is entitled to, or (negative) units it must remove."""
        if self.tables.variant.powers[power].role is PowerRole.NEUTRAL:
            return 0
        return len(self.owned[power]) - len(self.units[power])

    def balance(self, power: str) -> int:
        """Builds that can be made, no more than there are sites for; or (negative) units that must be removed."""
        due = self.due(power)
        if due <= 0:
            return due
        if self.tables.variant.powers[power].role is not PowerRole.PLAYING:
            return 0
        return min(due, len(self.sites(power)))

    def why_no_site(self, power: str, province: int) -> Verdict | None:
        """Return the reason that *power* cannot build in *province*, or ``None`` if it can."""
        variant = self.tables.variant
        code = self.tables.board.codes[province]
        place = variant.board.provinces[code]
        if not place.centre and not (place.build_site and place.home == power):
            return Verdict(Refusal.NOT_A_CENTRE, (code,))
        if place.centre and self.position.owners.get(code) != power:
            return Verdict(Refusal.CENTRE_NOT_OWNED, (code,))
        if not self._may_build_at(power, code):
            return Verdict(Refusal.NOT_HOME, (code,))
        if self.here.at[province] >= 0:
            return Verdict(Refusal.SITE_OCCUPIED, (code,))
        if self.position.barred:
            spots = [spot for kind in self.tables.board.board.kinds for spot in self.tables.board.spots_in[kind, province]]
            bars = [self.bar(power, spot) for spot in spots]
            if spots and all(bar is not None for bar in bars):
                return Verdict(Refusal.BARRED, (code,), bars[0] or "")
        return None

    def bar(self, power: str, spot: int) -> str | None:
        """The name of the game's own rule that bars a build of *power* at *spot*; ``None`` where none does."""
        barred = self.position.barred
        return barred.get(f"{power} {Build(self.tables.board.pieces[spot])}") if barred else None

    def _may_build_at(self, power: str, code: str) -> bool:
        """Return True if the build policy lets *power* build in *code*, which it owns."""
        variant = self.tables.variant
        place = variant.board.provinces[code]
        if place.home == power or place.build_site:
            return True
        match variant.builds:
            case BuildPolicy.HOME:
                return False
            case BuildPolicy.ANY_OWNED:
                return True
            case BuildPolicy.ANY_OWNED_WITH_HOME:
                return any(variant.board.provinces[owned].home == power for owned in self.owned[power])
            case BuildPolicy.ANY_HOME:
                return place.home is not None
            case BuildPolicy.CORES:
                return self.position.counters.get(core_name(power, code), 0) > 0

    def sites(self, power: str) -> list[int]:
        """The provinces in which *power* can build now, in the board's sequence."""
        known = self._sites.get(power)
        if known is None:
            at = self.here.at
            free = [province for province in self.tables.sites if at[province] < 0]
            known = self._sites[power] = [province for province in free if self.why_no_site(power, province) is None]
        return known

    # ------------------------------------------------------------------ legality

    def interpret(self, power: str, order: Order) -> AdjustmentOrder | Verdict:
        """*order* as *power* can mean it, or why it is illegal; whether builds or removals are left is not asked."""
        if not isinstance(order, AdjustmentOrder):
            return Verdict(Refusal.WRONG_PHASE)
        due = self.due(power)
        if self.tables.variant.powers[power].role is not PowerRole.PLAYING:
            due = min(due, 0)
        match order:
            case Waive():
                if due <= 0 or self.tables.variant.rules.build_decline is BuildDecline.FORBIDDEN:
                    return Verdict(Refusal.NO_BUILDS_LEFT)
                return order
            case Build(piece):
                if due <= 0:
                    return Verdict(Refusal.NO_BUILDS_LEFT)
                return self._interpret_build(power, piece)
            case Remove(piece):
                if due >= 0:
                    return Verdict(Refusal.NO_REMOVALS_LEFT)
                return self._interpret_removal(power, piece)

    def _interpret_build(self, power: str, piece: Piece) -> Build | Verdict:
        board, rules = self.tables.board, self.tables.variant.rules
        location = piece.location
        province = board.province_index.get(location.province)
        if province is None:
            return Verdict(Refusal.UNKNOWN_PLACE, (location.province,))
        closed = self.why_no_site(power, province)
        if closed is not None:
            return closed
        standing = board.spots_in.get((piece.kind, province), ())
        possible = tuple(spot for spot in standing if self.bar(power, spot) is None) if self.position.barred else standing
        if len(possible) < len(standing):
            named = next((spot for spot in standing if board.pieces[spot].location.coast == location.coast), None)
            if named not in possible and (named is not None or not possible):
                by = self.bar(power, standing[0] if named is None else named)
                return Verdict(Refusal.BARRED, (str(location),), by or "")
        if not possible:
            others = [kind for kind in board.board.kinds if board.spots_in[kind, province]]
            if rules.inland_fleet is InlandFleet.ARMY and others:
                army = board.spots_in[others[0], province][0]
                bar = self.bar(power, army)
                return Build(board.pieces[army]) if bar is None else Verdict(Refusal.BARRED, (str(location),), bar)
            return Verdict(Refusal.WRONG_TERRAIN, (location.province,))
        named = next((spot for spot in possible if board.pieces[spot].location.coast == location.coast), None)
        if named is None and (len(possible) == 1 or (location.coast is None and rules.build_coast is BuildCoast.DEFAULT)):
            named = possible[0]
        if named is None:
            places = tuple(str(board.pieces[spot].location) for spot in possible)
            return Verdict(Refusal.COAST_NEEDED if location.coast is None else Refusal.COAST_IMPOSSIBLE, places)
        return Build(board.pieces[named])

    def _interpret_removal(self, power: str, piece: Piece) -> Remove | Verdict:
        tables = self.tables
        code = piece.location.province
        province = tables.board.province_index.get(code)
        if province is None:
            return Verdict(Refusal.UNKNOWN_PLACE, (code,))
        unit = self.here.at[province]
        if unit < 0:
            return Verdict(Refusal.NO_UNIT, (code,))
        if tables.powers[self.here.powers[unit]] != power:
            return Verdict(Refusal.FOREIGN_UNIT, (code,))
        standing = tables.board.pieces[self.here.spots[unit]]
        if piece.kind != standing.kind and tables.variant.rules.wrong_kind is KindNaming.ILLEGAL:
            return Verdict(Refusal.WRONG_KIND, (str(standing.location),))
        return Remove(standing)


def adjustments_of(tables: VariantTables, position: Position) -> Adjustments:
    """Return the builds and removals of the powers in *position*, computed once."""
    return position_tables(tables, position).once(Adjustments, tables, position)


def core_name(power: str, province: str) -> str:
    """The counter in a position that says, when it is above zero, that *province* is a core of *power*: ``core FRANCE MUN``.

    >>> core_name("FRANCE", "PAR")
    'core FRANCE PAR'
    """
    return f"core {power} {province}"


def adjust_units(tables: VariantTables, position: Position, orders_by_power: OrdersByPower) -> PhaseResult:
    """Adjudicate an adjustment phase. Source: rulebook, Gaining and Losing Units; DATC 4.D, 6.I, 6.J."""
    adjustments = adjustments_of(tables, position)
    outcomes: list[OrderOutcome] = []
    refused: list[OrderOutcome] = []
    for power, given in orders_by_power.items():
        if power not in tables.power_rank:
            refused.extend(_refusal(power, order, Verdict(Refusal.UNKNOWN_POWER, (power,))) for order in given)
    numbers = set(adjustments.here.numbers)
    width, rank = len(tables.board.pieces), tables.power_rank
    for power in tables.powers:
        given = orders_by_power.get(power, ())
        due = adjustments.due(power)
        if power not in orders_by_power and tables.variant.rules.no_orders is NoOrders.DISBAND:
            done = [_removed_by_rule(unit_of) for unit_of in (_units(adjustments, power) if due else ())]
        elif due < 0:
            done = _remove(adjustments, power, given, -due, refused)
        else:
            done = _build(adjustments, power, given, adjustments.balance(power), refused)
        outcomes += done
        for outcome in done:
            if outcome.unit is not None:
                number = rank[power] * width + _spot(tables.board, outcome.unit.piece)
                if isinstance(outcome.order, Build):
                    numbers.add(number)
                else:
                    numbers.discard(number)
    outcomes.sort(key=lambda each: (each.power, "~" if each.unit is None else str(each.unit.location)))
    standing = sorted(numbers)
    return PhaseResult(tuple(outcomes), tuple(refused), standing, tuple([tables.units[number] for number in standing]))


def _spot(board: BoardTables, piece: Piece) -> int:
    return board.spot_index[piece.kind, piece.location.province, piece.location.coast]


def _units(adjustments: Adjustments, power: str) -> list[Unit]:
    return [adjustments.position.units[unit] for unit in adjustments.units[power]]


def _refusal(power: str, order: Order, verdict: Verdict, unit: Unit | None = None) -> OrderOutcome:
    reason = Reason(ReasonKind.REFUSED, "4.E.1", verdict=verdict)
    return OrderOutcome(unit, power, order, given=True, results=ILLEGAL, reasons=(reason,))


def _removed_by_rule(unit: Unit) -> OrderOutcome:
    reason = Reason(ReasonKind.CIVIL_DISORDER, "4.D.8", province=unit.province)
    return OrderOutcome(unit, unit.power, Remove(unit.piece), given=False, results=OK, reasons=(reason,))


def _build(adjustments: Adjustments, power: str, given: Sequence[Order], entitled: int, refused: list[OrderOutcome]) -> list[OrderOutcome]:
    """Make the builds that *power* ordered, no more than *entitled*; what it did not order is waived."""
    rules = adjustments.tables.variant.rules
    wanted: list[tuple[Order, Build | Waive]] = []
    for order in given:
        meant = adjustments.interpret(power, order)
        if isinstance(meant, Verdict):
            refused.append(_refusal(power, order, meant))
        elif isinstance(meant, Build | Waive):
            wanted.append((order, meant))
    wanted = _one_build_each(rules.repeated_build, power, wanted, refused)
    if len(wanted) > entitled:
        if rules.too_many_builds is TooManyBuilds.NONE:
            kept: list[tuple[Order, Build | Waive]] = []
        elif rules.too_many_builds is TooManyBuilds.FIRST:
            kept = wanted[:entitled]
        else:
            kept = wanted[len(wanted) - entitled :]
        refused.extend(_refusal(power, order, Verdict(Refusal.NO_BUILDS_LEFT)) for order, meant in wanted if (order, meant) not in kept)
        wanted = kept
    done: list[OrderOutcome] = []
    for _, meant in wanted:
        unit = Unit(power, meant.piece) if isinstance(meant, Build) else None
        reasons = (Reason(ReasonKind.UNOPPOSED, BUILDS, province=unit.province if unit else None),)
        done.append(OrderOutcome(unit, power, meant, given=True, results=OK, reasons=reasons))
    lacking = entitled - len(done)
    if rules.build_decline is BuildDecline.FORBIDDEN:
        done += _builds_by_rule(adjustments, power, lacking, {each.unit.province for each in done if each.unit})
        lacking = entitled - len(done)
    waived = (Reason(ReasonKind.NOT_ORDERED, BUILDS),)
    done += [OrderOutcome(None, power, Waive(), given=False, results=OK, reasons=waived) for _ in range(lacking)]
    return done


def _one_build_each(
    choice: RepeatedBuild, power: str, wanted: list[tuple[Order, Build | Waive]], refused: list[OrderOutcome]
) -> list[tuple[Order, Build | Waive]]:
    """Settle several builds in one province (DATC 4.D.5)."""
    by_site: dict[str, list[int]] = {}
    for index, (_, meant) in enumerate(wanted):
        if isinstance(meant, Build):
            by_site.setdefault(meant.piece.location.province, []).append(index)
    dropped: set[int] = set()
    for indices in by_site.values():
        if len(indices) > 1:
            spared = {RepeatedBuild.FIRST: indices[0], RepeatedBuild.LAST: indices[-1], RepeatedBuild.NONE: -1}[choice]
            dropped.update(index for index in indices if index != spared)
    for index in sorted(dropped):
        order, meant = wanted[index]
        assert isinstance(meant, Build)
        refused.append(_refusal(power, order, Verdict(Refusal.SITE_OCCUPIED, (meant.piece.location.province,))))
    return [each for index, each in enumerate(wanted) if index not in dropped]


def _builds_by_rule(adjustments: Adjustments, power: str, count: int, taken: set[str]) -> list[OrderOutcome]:
    """The builds of a power that may not decline them (DATC 4.D.7 b): in the board's sequence, the first kind that can stand there."""
    board = adjustments.tables.board
    done: list[OrderOutcome] = []
    for province in adjustments.sites(power):
        if len(done) >= count or board.codes[province] in taken:
            continue
        spots = [spot for kind in board.board.kinds for spot in board.spots_in[kind, province] if adjustments.bar(power, spot) is None]
        if spots:
            unit = Unit(power, board.pieces[spots[0]])
            reason = Reason(ReasonKind.NOT_ORDERED, "4.D.7", province=unit.province)
            done.append(OrderOutcome(unit, power, Build(unit.piece), given=False, results=OK, reasons=(reason,)))
    return done


def _remove(adjustments: Adjustments, power: str, given: Sequence[Order], required: int, refused: list[OrderOutcome]) -> list[OrderOutcome]:
    """Make the removals that *power* ordered, no more than *required*; the civil disorder rule makes the rest."""
    rules = adjustments.tables.variant.rules
    wanted: list[tuple[Order, Remove]] = []
    for order in given:
        meant = adjustments.interpret(power, order)
        if isinstance(meant, Verdict):
            refused.append(_refusal(power, order, meant))
        elif isinstance(meant, Remove):
            if any(meant == other for _, other in wanted):
                refused.append(_refusal(power, order, Verdict(Refusal.UNIT_ORDERED_TWICE, (meant.piece.location.province,))))
            else:
                wanted.append((order, meant))
    if len(wanted) > required:
        if rules.too_many_removals is TooManyRemovals.DISORDER:
            kept: list[tuple[Order, Remove]] = []
        elif rules.too_many_removals is TooManyRemovals.FIRST:
            kept = wanted[:required]
        else:
            kept = wanted[len(wanted) - required :]
        refused.extend(_refusal(power, order, Verdict(Refusal.NO_REMOVALS_LEFT)) for order, meant in wanted if (order, meant) not in kept)
        wanted = kept
    chosen = [meant for _, meant in wanted]
    done: list[OrderOutcome] = []
    for meant in chosen:
        unit = Unit(power, meant.piece)
        reason = Reason(ReasonKind.UNOPPOSED, BUILDS, province=unit.province)
        done.append(OrderOutcome(unit, power, meant, given=True, results=OK, reasons=(reason,)))
    pieces = {meant.piece for meant in chosen}
    left = [unit for unit in removal_sequence(adjustments.tables, adjustments.position, power) if unit.piece not in pieces]
    done += [_removed_by_rule(unit) for unit in left[: required - len(done)]]
    return done
