"""One position and many joint orders: what follows from each, without reasons. Agrees with :func:`adjudicate` on every legal joint order.

Most joint orders hold no convoy and no cycle of decisions. Those are decided here by one recursion over the moves, on numbers prepared once
for the position; all others go the way that :func:`adjudicate` goes.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from operator import getitem
from typing import NamedTuple

from adjudicator.adjudicating import adjudicate, conclude, retreats_follow, step_index
from adjudicator.compiled import Core, core_for
from adjudicator.convoy_routes import has_chain
from adjudicator.legal import legal_by_core, movement_orders
from adjudicator.movement import PhaseResult
from adjudicator.movement_order import ANY_COAST, CONVOY, HOLD, MOVE, MOVE_BY_CONVOY, SUPPORT_HOLD, IndexedOrder, index_order, is_possible
from adjudicator.order import Order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Ending
from adjudicator.rows import HEAD, NotClaimedError
from adjudicator.rule_choices import (
    AdjacentConvoy,
    AttackOrigin,
    CoastInSupport,
    ConvoyParadox,
    ConvoyRoutes,
    DislodgedEffect,
    ImplicitOrders,
    RetreatToConvoy,
)
from adjudicator.unit import DislodgedUnit
from adjudicator.variant import Variant
from adjudicator.variant_tables import PositionTables, position_tables, remember_numbers, variant_tables

UNIT = 2
"""The strength of a unit or a support, in halves."""
NOTHING = -1
STAYS, GOES, HELPS, HELPS_MOVE, CARRIES, WEAKLY, FAILS, HARD = range(8)
Plan = tuple[int, int, int, int, int]
"""An order in numbers: what it does, target province, target spot (or *any*), the other unit, strength."""
HOLDS: Plan = (STAYS, NOTHING, 0, 0, 0)


class JointMoves(NamedTuple):
    """The moves of a joint order, and which succeed."""

    targets: list[int]
    """Unit to the province it moves to."""
    arrives: list[int]
    """Unit to the spot where it would stand there."""
    attackers: dict[int, list[int]]
    """Province to the units that move there, stranded ones apart."""
    movers: list[int]
    moved: list[bool | None]
    """True for each unit that moved, ``None`` for one that did not try."""
    carried: list[int]
    """The movers that go by convoy, which meet no unit head to head."""


class InACircleError(Exception):
    """Decisions wait for one another."""


class Battle:
    """The moves that wait for others, each decided when it is first asked for."""

    def __init__(
        self,
        here: PositionTables,
        found: JointMoves,
        strength: list[int],
        supporters: dict[int, list[int]],
        doubtful: dict[int, list[tuple[int, int]]],
        stuck: list[int],
    ) -> None:
        self._here = here
        self._targets, self._attackers = found.targets, found.attackers
        self._moved, self._carried = found.moved, found.carried
        self._strength = strength
        self._supporters = supporters
        self._doubtful = doubtful
        self._stuck = stuck
        self._waiting: set[int] = set()

    def strength_of(self, unit: int) -> int:
        """Return the strength of *unit* with all supports that are given."""
        strength = self._strength[unit]
        if unit in self._doubtful:
            for _, attacker in self._doubtful[unit]:
                if not self.decided(attacker):
                    strength += UNIT
        return strength

    def _helped_by(self, unit: int, power: int) -> int:
        """Return the strength of the supports that *power* gives to *unit*."""
        powers = self._here.powers
        found = sum([UNIT for helper in self._supporters.get(unit, ()) if powers[helper] == power])
        for helper, attacker in self._doubtful.get(unit, ()):
            if powers[helper] == power and not self.decided(attacker):
                found += UNIT
        return found

    def decided(self, unit: int) -> bool:
        """MOVE (DATC 5.B.1): whether *unit* moves.

        Raises:
            InACircleError: it waits for itself.
        """
        known = self._moved[unit]
        if known is not None:
            return known
        if unit in self._waiting:
            raise InACircleError
        self._waiting.add(unit)
        here, targets = self._here, self._targets
        powers, provinces = here.powers, here.provinces
        target = targets[unit]
        there = here.at[target]
        rivals = self._attackers[target]
        against = NOTHING
        attack = self.strength_of(unit)
        if there >= 0:
            stays = targets[there] < 0
            is_stuck = there in self._stuck
            faces = targets[there] == provinces[unit] and not (is_stuck or there in self._carried or unit in self._carried)
            if faces or stays or is_stuck or not self.decided(there):
                if powers[there] == powers[unit]:
                    attack = NOTHING
                elif attack > UNIT:
                    attack -= self._helped_by(unit, powers[there])
                against = self.strength_of(there) if faces or stays else UNIT
        if attack > against and len(rivals) > 1:
            for rival in rivals:
                if rival == unit:
                    continue
                if there >= 0 and targets[there] == provinces[rival] and self._meets(there, rival) and self.decided(there):
                    continue  # dislodged in a head-to-head battle, it has no effect here (DATC 4.A.7)
                prevents = self.strength_of(rival)
                if prevents > against:
                    against = prevents
                    if against >= attack:
                        break
        moved = self._moved[unit] = attack > against
        return moved

    def _meets(self, one: int, other: int) -> bool:
        """Return True if two units that go for each other's provinces meet head to head."""
        return not (one in self._stuck or one in self._carried or other in self._carried)


class Following(NamedTuple):
    """Position after a phase, and the ending if the game is over."""

    position: Position
    ending: Ending | None


class _ByCore:
    """Positions that follow from joint orders by the compiled core."""

    def __init__(self, core: Core, codes: Sequence[Sequence[int]], here: PositionTables, position: Position) -> None:
        self._core, self._codes, self._places, self._position = core, codes, here.provinces, position
        self._orders = array("q", bytes(8 * core.provinces))

    @cached_property
    def _row(self) -> array[int] | None:
        try:
            return self._core.row(self._position)
        except NotClaimedError:
            return None

    def _after(self, row: array[int], joint: Sequence[int]) -> array[int] | None:
        orders = self._orders[:]
        for province, codes, number in zip(self._places, self._codes, joint, strict=True):
            if number >= 0:
                orders[province] = codes[number]
        return self._core.after(row, orders)

    def after(self, joint: Sequence[int]) -> tuple[Position, Ending | None] | None:
        """Return the position that follows and the ending; ``None`` where Python must compute them."""
        row = self._row
        out = None if row is None else self._after(row, joint)
        if row is None or out is None:
            return None
        position = self._core.position(out, self._position, row)
        return position, self._core.ending(out, position) if out[4] else None

    def numbers_after(self, joint: Sequence[int]) -> Sequence[int] | None:
        """The units that stand on the board afterwards."""
        row = self._row
        out = None if row is None else self._after(row, joint)
        return None if out is None else [number for number in out[HEAD : HEAD + self._core.provinces] if number >= 0]


class JointOrders:
    """A position of a movement phase, and what follows from joint orders given as numbers.

    Args:
        variant: what is played.
        position: a movement phase.

    Raises:
        ValueError: the position is of another kind of phase, or does not fit the variant.
    """

    def __init__(self, variant: Variant, position: Position) -> None:
        if position.phase.kind is not PhaseKind.MOVEMENT:
            raise ValueError(f"{position.phase} is no movement phase")
        self.variant = variant
        self.position = position
        self._tables = variant_tables(variant)
        here = self._here = position_tables(self._tables, position)
        core, known = core_for(self._tables, here.open_edges), legal_by_core(here)
        self._core = (
            None
            if core is None or known is None
            else _ByCore(core, [memoryview(known[at][1]).cast("q") for at in here.provinces], here, position)
        )
        self.options: tuple[tuple[Order, ...], ...] = (
            tuple([tuple(movement_orders(here, unit)) for unit in range(len(here.spots))])
            if known is None
            else tuple([tuple(known[at][0]) for at in here.provinces])
        )
        """For each unit, in the order of ``position.units``, its legal orders; a joint order is a number for each."""
        rules = variant.rules
        self._is_plain = (
            rules.dislodged_effect is not DislodgedEffect.NEVER
            and rules.implicit_orders is not ImplicitOrders.ALLOWED
            and not here.open_edges.limited
        )
        """True if the short way can be gone at all by these rules."""
        self._via_fails = rules.adjacent_convoy in (AdjacentConvoy.RULES_2025, AdjacentConvoy.DPTG)
        self._convoys_are_plain = (
            rules.convoy_routes is ConvoyRoutes.ALL
            and rules.convoy_paradox is ConvoyParadox.SZYKMAN
            and rules.attack_origin is AttackOrigin.START
        )
        self._allowed_back = rules.retreat_to_convoy is RetreatToConvoy.ALLOWED
        self._any_coast = rules.coast_in_support is CoastInSupport.NEVER_MATCHED
        self._follow = retreats_follow(self._tables, position.phase)
        self._next = self._quiet_next()
        """The next phase where no unit is dislodged and no centre can change hands; ``None`` where more is to be looked at."""

    @cached_property
    def _plans(self) -> list[list[Plan]]:
        return [[self._plan(unit, order) for order in orders] for unit, orders in enumerate(self.options)]

    def _quiet_next(self) -> Phase | None:
        index = step_index(self._tables, self.position.phase)
        steps = self._tables.turns[index : index + 3]
        kinds = [step.kind for step in steps]
        if kinds != [PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.MOVEMENT]:
            return None
        if any(step.captures for step in steps[:2]) or any(step.later for step in steps[1:]):
            return None
        return self._tables.phase(steps[2].season, self.position.phase.year, PhaseKind.MOVEMENT)

    def _plan(self, unit: int, order: Order) -> Plan:
        here = self._here
        reach = here.open_edges.reaches[here.powers[unit]]
        indexed: IndexedOrder = index_order(reach, order)
        kind = indexed.kind
        if not self._is_plain or indexed.spot != here.spots[unit] or not is_possible(here, indexed):
            return HARD, 0, 0, 0, 0
        if kind == HOLD:
            return HOLDS
        if kind == MOVE:
            return GOES if indexed.strength == UNIT else WEAKLY, indexed.target, indexed.target_spot, 0, indexed.strength
        if kind <= MOVE_BY_CONVOY:
            # Without a fleet that is ordered to carry it, it stays and cannot be supported.
            fails = kind == MOVE_BY_CONVOY or self._via_fails
            return (FAILS if fails else HARD), indexed.target, indexed.target_spot, 0, UNIT
        other = here.at[indexed.other]
        if kind == SUPPORT_HOLD:
            return HELPS, indexed.other, 0, other, 0
        if kind == CONVOY:
            return CARRIES, indexed.target, indexed.target_spot, other, 0
        return HELPS_MOVE, indexed.target, ANY_COAST if self._any_coast else indexed.target_spot, other, 0

    def after(self, joint: Sequence[int]) -> Following:
        """Return the next position where each unit is given the order of that number; -1 gives it none.

        Args:
            joint: for each unit, in the order of ``position.units``, an index into ``options``.
        """
        if self._core is not None:
            following = self._core.after(joint)
            return self._the_long_way(joint) if following is None else Following(*following)
        moved = self._moved(joint)
        return self._the_long_way(joint) if moved is None else self._carried_out(moved)

    def numbers_after(self, joint: Sequence[int]) -> Sequence[int]:
        """The numbers of the units that stand on the board after the moves, dislodged ones apart; see ``after``.

        A number is the power's rank times the spots of the board, plus the spot.
        """
        if self._core is not None:
            numbers = self._core.numbers_after(joint)
            if numbers is not None:
                return numbers
        moved = self._moved(joint)
        if moved is None:
            return position_tables(self._tables, self._the_long_way(joint).position).numbers
        here, at = self._here, self._here.at
        spots, went = here.spots, moved.moved
        after = here.numbers[:]
        driven_out: list[int] = []
        for unit in moved.movers:
            if went[unit]:
                after[unit] += moved.arrives[unit] - spots[unit]
                there = at[moved.targets[unit]]
                if there >= 0 and not went[there]:
                    driven_out.append(there)
        if driven_out:
            for unit in sorted(driven_out, reverse=True):
                del after[unit]
        return after

    def _the_long_way(self, joint: Sequence[int]) -> Following:
        orders: dict[str, list[Order]] = {power: [] for power in self.variant.powers}
        for unit, number, options in zip(self.position.units, joint, self.options, strict=True):
            if number >= 0:
                orders[unit.power].append(options[number])
        resolution = adjudicate(self.variant, self.position, orders)
        return Following(resolution.next, resolution.ending)

    # ------------------------------------------------------------------ deciding

    def _moved(self, joint: Sequence[int]) -> JointMoves | None:
        """Return the moves of the units; ``None`` where only the long way decides."""
        here = self._here
        provinces, powers, at = here.provinces, here.powers, here.at
        count = len(provinces)
        targets = [NOTHING] * count
        arrives = [NOTHING] * count
        strength = [UNIT] * count
        moved: list[bool | None] = [None] * count
        attackers: dict[int, list[int]] = {}
        chosen: list[Plan] = list(map(getitem, self._plans, joint)) if min(joint, default=0) >= 0 else self._chosen(joint)
        movers: list[int] = []
        helping: list[int] = []
        carrying: list[int] = []
        stuck: list[int] = []
        for unit, (what, target, spot, _, own_strength) in enumerate(chosen):
            if what == GOES:
                targets[unit] = target
                arrives[unit] = spot
                movers.append(unit)
                if target in attackers:
                    attackers[target].append(unit)
                else:
                    attackers[target] = [unit]
            elif what <= HELPS_MOVE:
                if what != STAYS:
                    helping.append(unit)
            elif what == CARRIES:
                carrying.append(unit)
            elif what == WEAKLY:
                targets[unit] = target
                arrives[unit] = spot
                strength[unit] = own_strength
                movers.append(unit)
                attackers.setdefault(target, []).append(unit)
            elif what == FAILS:
                targets[unit] = target
                arrives[unit] = spot
                moved[unit] = False
                stuck.append(unit)
            else:
                return None
        carried: list[int] = []
        if carrying and not self._convoyed(carrying, chosen, targets, attackers, movers, stuck, carried, moved):
            return None
        supporters: dict[int, list[int]] = {}
        doubtful: dict[int, list[tuple[int, int]]] = {}
        """Supported unit to those whose support is cut only by being dislodged, each with who attacks it."""
        for unit in helping:
            what, target, spot, other, _ = chosen[unit]
            if what == HELPS:
                if targets[other] >= 0:
                    continue
            elif targets[other] != target or (spot != ANY_COAST and spot != arrives[other]):
                continue
            place = provinces[unit]
            if place in attackers:
                power = powers[unit]
                from_there = -1
                for rival in attackers[place]:
                    if powers[rival] != power:
                        if provinces[rival] != target:
                            break
                        from_there = rival
                else:
                    if from_there < 0:
                        strength[other] += UNIT
                        supporters.setdefault(other, []).append(unit)
                    else:
                        doubtful.setdefault(other, []).append((unit, from_there))
                continue
            strength[other] += UNIT
            if other in supporters:
                supporters[other].append(unit)
            else:
                supporters[other] = [unit]
        open_: list[int] = []
        for unit in movers:
            target = targets[unit]
            if at[target] < 0 and len(attackers[target]) == 1:
                moved[unit] = True
            else:
                open_.append(unit)
        found = JointMoves(targets, arrives, attackers, movers, moved, carried)
        if open_:
            battle = Battle(here, found, strength, supporters, doubtful, stuck)
            try:
                for unit in open_:
                    if moved[unit] is None:
                        battle.decided(unit)
            except InACircleError:
                return None
        return found

    def _convoyed(
        self,
        carrying: list[int],
        chosen: list[Plan],
        targets: list[int],
        attackers: dict[int, list[int]],
        movers: list[int],
        stuck: list[int],
        carried: list[int],
        moved: list[bool | None],
    ) -> bool:
        """Return True if every convoy is plain, its fleets safe. Its army is then moved from *stuck* to the movers and to *carried*."""
        here = self._here
        fleets: dict[int, list[int]] = {}
        for unit in carrying:
            _, target, _, army, _ = chosen[unit]
            if targets[army] == target:
                fleets.setdefault(army, []).append(unit)
        for army, under_way in fleets.items():
            if not self._convoys_are_plain or army not in stuck:
                return False
            spots = 0
            for fleet in under_way:
                spots |= 1 << here.spots[fleet]
            reach = here.open_edges.reaches[here.powers[army]]
            if has_chain(reach, here.provinces[army], targets[army], spots):
                carried.append(army)
        for army in carried:
            stuck.remove(army)
            moved[army] = None
            movers.append(army)
            attackers.setdefault(targets[army], []).append(army)
        return not any(here.provinces[fleet] in attackers for army in carried for fleet in fleets[army])

    def _chosen(self, joint: Sequence[int]) -> list[Plan]:
        return [HOLDS if number < 0 else plans[number] for number, plans in zip(joint, self._plans, strict=True)]

    # ------------------------------------------------------------------ carrying out

    def _carried_out(self, found: JointMoves) -> Following:
        here, tables, position = self._here, self._tables, self.position
        at, spots = here.at, here.spots
        targets, arrives, _, movers, moved, _ = found
        after = here.numbers[:]
        arrived: dict[int, int] = {}
        driven_out: dict[int, int] = {}
        for unit in movers:
            if moved[unit]:
                target = targets[unit]
                arrived[target] = unit
                after[unit] += arrives[unit] - spots[unit]
                there = at[target]
                if there >= 0 and not moved[there]:
                    driven_out[there] = unit
        dislodged: tuple[DislodgedUnit, ...] = ()
        left_empty: frozenset[str] = frozenset()
        if driven_out:
            if self._follow:
                dislodged, left_empty = self._retreating(found, arrived, driven_out)
            for unit in sorted(driven_out, reverse=True):
                del after[unit]
        after.sort()
        units = tuple(map(tables.units.__getitem__, after))
        if self._next is not None and not dislodged:
            following = Position(self._next, units, position.owners, (), left_empty, position.conditions, position.counters)
            remember_numbers(tables, following, after)
            return Following(following, None)
        resolution = conclude(tables, position, PhaseResult((), (), after, units, dislodged, left_empty))
        return Following(resolution.next, resolution.ending)

    def _retreating(
        self, found: JointMoves, arrived: dict[int, int], driven_out: dict[int, int]
    ) -> tuple[tuple[DislodgedUnit, ...], frozenset[str]]:
        """Return the units that must retreat, and the provinces that a standoff left empty."""
        here, codes = self._here, self._tables.board.codes
        at, provinces, moved = here.at, here.provinces, found.moved
        contested = [place for place, rivals in found.attackers.items() if self._is_contested(place, rivals, arrived, found)]
        dislodged: list[DislodgedUnit] = []
        for unit, attacker in sorted(driven_out.items()):
            comes_by_sea = attacker in found.carried
            behind = -1 if comes_by_sea and self._allowed_back else provinces[attacker]
            for province in here.open_edges.reaches[here.powers[unit]].provinces[here.spots[unit]]:
                if province != behind and province not in arrived and province not in contested:
                    standing = at[province]
                    if standing < 0 or moved[standing]:
                        dislodged.append(DislodgedUnit(self.position.units[unit], codes[provinces[attacker]], comes_by_sea))
                        break
        return tuple(dislodged), frozenset([codes[place] for place in contested]) if dislodged else frozenset()

    def _is_contested(self, place: int, rivals: list[int], arrived: dict[int, int], found: JointMoves) -> bool:
        """Return True if a standoff left *place* empty."""
        standing = self._here.at[place]
        if place in arrived or (standing >= 0 and not found.moved[standing]):
            return False
        # A single unit stays out of an empty province only where the unit that left it dislodged it head to head, and so has no effect
        # on where that came from (DATC 4.A.7); of several that all stay out, two hold up one another.
        return len(rivals) > 1
