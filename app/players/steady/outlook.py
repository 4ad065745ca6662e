"""Outlook of one power on a position: the worth of provinces to it, threats to them, and places where it would win."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator import BuildPolicy, Move, Order, PhaseKind, Position, PowerRole, Variant, Waive
from adjudicator.variant_tables import PositionTables, VariantTables, position_tables, variant_tables
from app.players.steady.chances import COVETED, FULL, LEAVES, PASSED, SETTLED, WANTED, YIELDS, comes_with, stands_with, uncut
from app.players.steady.dealing import dealt_centres
from app.players.steady.distances import Distances


class Sight:
    """For each province, by its number, the units that bear on it. Units have their places in ``Position.units``."""

    def __init__(self, here: PositionTables) -> None:
        tables = here.tables
        self.plays = [tables.variant.powers[power].role is PowerRole.PLAYING for power in tables.powers]
        """Power, by rank, to whether anybody orders its units; the others hold."""
        self.entering: list[list[int]] = [[] for _ in tables.board.codes]
        """Province to the units that can step there."""
        self.helping: list[list[int]] = [[] for _ in tables.board.codes]
        """Province to the units that can support into it."""
        for unit, (spot, power) in enumerate(zip(here.spots, here.powers, strict=True)):
            if self.plays[power]:
                reach = here.open_edges.reaches[power]
                for province in reach.provinces[spot]:
                    self.entering[province].append(unit)
                for province in reach.supports[spot]:
                    self.helping[province].append(unit)


TAKE = 10.0
"""Worth of a centre that is not the power's own, where it changes hands at the end of this season."""

GUARD = 11.0
"""Worth of an own centre that would otherwise be lost for certain."""

UNIT = 3.0
"""Worth of a unit that would otherwise be dislodged."""

_PATIENCE = 0.75
"""Discount of a gain for each season that it comes later."""

_PULL = 0.4
"""Weight of a centre that is not reached yet, ..."""

_FADE = (0.0, 0.5, 0.28, 0.16, 0.09, 0.05, 0.03, 0.015, 0.008, 0.004)
"""... by the seasons that it is away."""

_HELD = 0.7
"""Pull of a centre in which another power's unit stands, relative to one that is open."""

_UNOWNED, _EACH_YEAR, _MOST_UNOWNED = 1.4, 0.3, 2.0
"""Worth of taking a neutral centre, relative to another: at first, how much more in each year after that, and at most."""

_GIVES_WAY = 0.07
"""Worth of a neutral centre that the lot gives to another power, relative to others."""

_LEFT_OVER = 2
"""Years after the first from which a power does not go to a neutral centre that the lot gives to another; else some bounce for ever."""

_ROOM = 0.6
"""Cost of standing on a building site when builds are near."""


class Outlook:
    """One power's view of a position. Everything is looked up by number: provinces, spots, units, powers by rank."""

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        tables = variant_tables(variant)
        self.variant, self.position, self.power, self.tables = variant, position, power, tables
        self.board = tables.board
        self.here = here = position_tables(tables, position)
        self.rank = tables.power_rank[power]
        self.reach = here.open_edges.reaches[self.rank]
        self.ways: Distances = self.reach.once(Distances, self.reach)
        self.sight: Sight = here.once(Sight, here)
        self.own = [unit for unit, rank in enumerate(here.powers) if rank == self.rank]
        """Its units on the board."""
        index = self.board.province_index
        self.owner = [-1] * len(self.board.codes)
        """Province to the rank of the owner of the centre there."""
        for code, owner in position.owners.items():
            if owner in tables.power_rank and code in tables.centre_codes:
                self.owner[index[code]] = tables.power_rank[owner]
        self.centres = sorted(index[code] for code in tables.centre_codes)
        self.is_centre = [False] * len(self.board.codes)
        for province in self.centres:
            self.is_centre[province] = True
        self.unseen = {index[code] for code in position.unseen if code in index}
        self._years = position.phase.year - variant.start.phase.year
        self._unowned = min(_MOST_UNOWNED, _UNOWNED + _EACH_YEAR * max(0, self._years))
        away = seasons_to_capture(tables, position)
        self.patience = _PATIENCE ** max(0, away - 1)
        """Worth of a centre reached now, relative to one that changes hands now."""
        self.capturing = away <= 1
        """True if centres change hands after this season."""
        self._sizes = [0] * len(tables.powers)
        for rank in self.owner:
            if rank >= 0:
                self._sizes[rank] += 1
        goes = position.phase.kind is PhaseKind.MOVEMENT
        neutral = [province for province in self.centres if goes and self.owner[province] < 0]
        staying = [here.at[province] for province in neutral if self.capturing and here.at[province] >= 0]
        self._settled = {unit for unit in staying if tables.centres[here.spots[unit]] is not None}
        """Units that take a neutral centre at the end of this season by staying where they are."""
        self._dealt = dealt_centres(neutral, here, self.sight.entering, str(position.phase), staying=self.capturing) if neutral else {}
        """Neutral centre to the unit that the lot deals it to."""
        self._coming: dict[tuple[int, int], float] = {}
        self._danger: dict[int, float] = {}
        self._wins: dict[tuple[int, int], float] = {}
        self._foes: dict[int, dict[int, int]] = {}
        self.worths = [(province, self._worth(province)) for province in self.centres]
        """The centres with what draws units to them."""

    # ------------------------------------------------------------------ others

    def foes(self, province: int) -> dict[int, int]:
        """Other powers by rank to how many of their units can step into *province*; -1 for what may come out of the fog."""
        found = self._foes.get(province)
        if found is None:
            found = self._foes[province] = {}
            for unit in self.sight.entering[province]:
                rank = self.here.powers[unit]
                if rank != self.rank:
                    found[rank] = found.get(rank, 0) + 1
            if self.unseen and any(each in self.unseen for each in self.board.neighbours[province]):
                found[-1] = 1
        return found

    def _eager(self, unit: int, province: int) -> float:
        """Return the chance that a unit of another power steps into *province*."""
        rank = self.here.powers[unit]
        calm = SETTLED if unit in self._settled else 1.0
        if not self.is_centre[province]:
            return calm * PASSED
        dealt_to = self._dealt.get(province)
        if dealt_to is not None and self.here.powers[dealt_to] != rank:
            calm *= YIELDS
        return calm * (WANTED if self.owner[province] == rank else COVETED)

    def _comes(self, rank: int, province: int) -> float:
        """The chance that a unit of that power comes to *province*; -1 for what may come out of the fog."""
        if rank < 0:
            return PASSED
        found = self._coming.get((rank, province))
        if found is None:
            nobody = 1.0
            for unit in self.sight.entering[province]:
                if self.here.powers[unit] == rank:
                    nobody *= 1 - self._eager(unit, province)
            found = self._coming[rank, province] = 1 - nobody
        return found

    def danger(self, province: int) -> float:
        """The chance that another power comes to *province*."""
        found = self._danger.get(province)
        if found is None:
            nobody = 1.0
            for rank in self.foes(province):
                nobody *= 1 - self._comes(rank, province)
            found = self._danger[province] = 1 - nobody
        return found

    def wins(self, province: int, strength: int) -> float:
        """The chance that a unit gets into *province* with *strength* halves; an own unit that stands there is taken to leave."""
        known = self._wins.get((province, strength))
        if known is not None:
            return known
        chance, holder = 1.0, self.holder(province)
        for rank in self.foes(province):
            if rank != holder:
                chance *= 1 - self._comes_with(rank, province, strength)
        if holder >= 0:
            plays = self.sight.plays[holder]
            helpers = sum(self.here.powers[unit] == holder for unit in self.sight.helping[province])
            breaks = 1 - stands_with(helpers if plays else 0, strength)
            follows = 1 - self._comes_with(holder, province, strength)
            chance *= LEAVES * follows + (1 - LEAVES) * breaks if plays else breaks
        self._wins[province, strength] = chance
        return chance

    def holder(self, province: int) -> int:
        """The rank of the other power whose unit stands in *province*, or -1."""
        unit = self.here.at[province]
        return -1 if unit < 0 or self.here.powers[unit] == self.rank else self.here.powers[unit]

    def holds(self, province: int, strength: int) -> float:
        """The chance that an own unit in *province* is not dislodged, held with *strength* halves."""
        chance = 1.0
        for rank in self.foes(province):
            chance *= 1 - self._comes_with(rank, province, strength + 1)
        return chance

    def _comes_with(self, rank: int, province: int, strength: int) -> float:
        """The chance that a unit of another power comes to *province* with so many halves."""
        return comes_with(self._comes(rank, province), self.foes(province).get(rank, 0), strength)

    def support_stands(self, unit: int, towards: int) -> float:
        """The chance that the support of an own *unit* into the province *towards* is not cut."""
        against = self.here.at[towards]
        entering = self.sight.entering[self.here.provinces[unit]]
        return uncut(sum(1 for each in entering if self.here.powers[each] != self.rank and each != against))

    def with_supports(self, province: int, strength: int, supports: Sequence[float], *, holding: bool = False) -> float:
        """The chance to win, or to hold, *province* with supports that stand with these chances."""
        spread = [1.0]
        for stands in supports:
            onward = [each * stands for each in spread]
            spread = [each * (1 - stands) for each in spread] + [0.0]
            for many, each in enumerate(onward):
                spread[many + 1] += each
        judge = self.holds if holding else self.wins
        return sum(each * judge(province, strength + FULL * many) for many, each in enumerate(spread) if each)

    # ------------------------------------------------------------------ worth

    def _worth(self, province: int) -> float:
        """Return the pull of a centre on distant units."""
        owner = self.owner[province]
        if owner == self.rank:
            return GUARD * self.danger(province) * 0.6
        return TAKE * self._appeal(owner) * (_HELD if self.holder(province) >= 0 else 1.0)

    def _appeal(self, owner: int) -> float:
        """Return the factor by which the centres of *owner* are wanted more than others: those of a power that is about to win."""
        if owner < 0:
            return 1.0
        return 0.9 + 0.6 * min(1.0, self._sizes[owner] / max(1, self.variant.victory)) ** 2

    def pulls(self, unit_spot: int, rivals: Sequence[int]) -> list[tuple[list[int], float]]:
        """Return the pulls on a unit at *unit_spot*: for each centre the distances to it, and its weight.

        A centre that other own units (at the spots *rivals*) are nearer to draws less.
        """
        found: list[tuple[list[int], float]] = []
        for province, worth in self.worths:
            ways = self.ways.to(province)
            own = ways[unit_spot]
            if worth <= 0 or own > len(_FADE):
                continue
            nearer = sum(1 for spot in rivals if ways[spot] < own)
            wanted = 1 + (self.holder(province) >= 0)
            found.append((ways, _PULL * worth * min(1.0, wanted / (1 + nearer))))
        return found

    def drawn(self, spot: int, pulls: Sequence[tuple[list[int], float]]) -> float:
        """Return the degree to which *spot* lies towards the pulls on the unit."""
        last = len(_FADE) - 1
        return sum(weight * _FADE[ways[spot]] for ways, weight in pulls if ways[spot] <= last)

    def standing(self, spot: int) -> float:
        """Return the worth of standing at *spot* after this season, for the province itself."""
        province = self.board.province_of[spot]
        if not self.is_centre[province]:
            return 0.0
        if self.owner[province] != self.rank:
            takes = self.tables.centres[spot] is not None
            lack = 1.0 if self.owner[province] >= 0 else self._unowned
            if self._is_anothers_turn(province):
                lack *= _GIVES_WAY
            return TAKE * self._appeal(self.owner[province]) * lack * self.patience if takes else 0.0
        guard = GUARD * self.danger(province) * self.patience
        return guard - _ROOM if self.capturing and self.can_build_in(province) else guard

    def _is_anothers_turn(self, province: int) -> bool:
        """Return True if the lot says that another power is to have a neutral centre without a unit in it."""
        unit = self._dealt.get(province)
        return unit is not None and self.here.powers[unit] != self.rank and self.here.at[province] < 0

    def gives_way_in(self, province: int) -> bool:
        """Return True if the lot says that another power is to have a neutral centre now, which was left over for years."""
        return self.capturing and self._years >= _LEFT_OVER and self._is_anothers_turn(province)

    def neutrals_of(self, orders: Sequence[Order]) -> int:
        """Return how many neutral centres *orders* go to or stay in, less those that another power is to have or has a unit in."""
        ends = [order.target if isinstance(order, Move) else order.piece.location for order in orders if not isinstance(order, Waive)]
        reached = {self.board.province_index[each.province] for each in ends}
        neutral = [each for each in reached if self.is_centre[each] and self.owner[each] < 0]
        return sum(-1 if self._is_anothers_turn(each) or self.holder(each) >= 0 else 1 for each in neutral)

    def can_build_in(self, province: int) -> bool:
        """Return True if an own centre is one to build in, as far as the board tells."""
        home = self.board.board.provinces[self.board.codes[province]].home
        return home == self.power or self.variant.builds is not BuildPolicy.HOME


def seasons_to_capture(tables: VariantTables, position: Position) -> int:
    """Movement phases from now to the next time that centres change hands, this one included; 0 where that is after these retreats."""
    turns = tables.turns
    step = tables.step_of.get((position.phase.season, position.phase.kind), 0)
    moves = 0
    for number in range(len(turns)):
        turn = turns[(step + number) % len(turns)]
        moves += turn.kind is PhaseKind.MOVEMENT
        if turn.captures:
            return moves
    return len(turns)
