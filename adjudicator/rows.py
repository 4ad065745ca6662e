"""Positions and orders as rows of numbers, and back: the form in which the compiled core and programs that learn take them.

A row has some numbers that stand once, then five for each province; an order is one number. ``native/rules.h`` says the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import cast, overload

from adjudicator.board_tables import Reach
from adjudicator.caching import maker
from adjudicator.movement_order import OPEN_COAST, KnownOrders
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import NO_BARS, Position
from adjudicator.resolution import Ending
from adjudicator.unit import DislodgedUnit, Location
from adjudicator.variant import PowerRole
from adjudicator.variant_tables import OpenEdges, VariantTables, numbered, remember_numbers, unit_number

QUIET_YEARS = "years without capture"
LAST_CAPTURE = "year of the last capture"

_LATEST = 10**9

HARD = -1
"""The status of a row that Python must decide."""

HEAD = 8
"""Numbers that stand once in a row: step, year, quiet years, year of the last capture, ending, winner, two spare ones."""

HOLD, MOVE, MOVE_VIA, MOVE_BY_CONVOY, SUPPORT_HOLD, SUPPORT_MOVE, SUPPORT_CONVOYED, CONVOY, RETREAT, DISBAND, BUILD, REMOVE = range(1, 13)
_FOR_WHOM = 45
"""Bits of an order below those that say for whom it is."""
_ANY_YEAR = -(2**31)
_NO_COUNTERS: Mapping[str, int] = MappingProxyType({})
_NOWHERE: frozenset[str] = frozenset()
_position = maker(Position, "phase", "units", "owners", "dislodged", "contested", "conditions", "counters", "barred", "unseen", "cached")

_dislodged = maker(DislodgedUnit, "unit", "attacker_origin", "by_convoy")


class NotClaimedError(Exception):
    """The core does not say what the rules say here; Python does."""


class Rows:
    """Positions and orders of a variant as numbers, for the phases in which the same edges are open."""

    def __init__(self, tables: VariantTables, open_edges: OpenEdges) -> None:
        self.tables = tables
        self.open_edges = open_edges
        self.provinces = len(tables.board.codes)
        self.row_length = HEAD + 5 * self.provinces
        self.known: list[Order] = []
        """The order values that the core has asked for, each once."""

    # --- positions ---

    def row(self, position: Position) -> array[int]:
        """*position* as numbers.

        Raises:
            NotClaimedError: it has something that a row cannot say.
            ValueError: it does not fit the variant.
        """
        tables, count = self.tables, self.provinces
        index, rank, step = tables.board.province_index, tables.power_rank, tables.step_of.get((position.phase.season, position.phase.kind))
        if step is None:
            raise ValueError(f"the calendar of {tables.variant.id} has no phase such as {position.phase}")
        if position.barred or not position.counters.keys() <= {QUIET_YEARS, LAST_CAPTURE}:
            raise NotClaimedError
        if not -(10**6) <= position.phase.year <= 10**6:
            raise NotClaimedError
        row = array("i", bytes(4 * HEAD)) + array("i", [-1]) * (3 * count) + array("i", bytes(8 * count))
        row[:6] = array("i", [step, position.phase.year, *self._years_of(position), 0, -1])
        province_of, spots = tables.board.province_of, len(tables.board.pieces)
        for unit in position.units:
            number = unit_number(tables, unit)
            at = HEAD + province_of[number % spots]
            if row[at] >= 0:
                raise ValueError(f"two units stand in {unit.province}")
            row[at] = number
        for code, power in position.owners.items():
            province, owner = index.get(code), rank.get(power)
            if province is None or owner is None or code not in tables.centre_codes:
                raise NotClaimedError
            row[HEAD + count + province] = owner
        for each in position.dislodged:
            province, behind = index[each.unit.province], index.get(each.attacker_origin)
            if behind is None or row[HEAD + 2 * count + province] >= 0:
                raise NotClaimedError
            row[HEAD + 2 * count + province] = unit_number(tables, each.unit)
            row[HEAD + 3 * count + province] = 2 * behind + each.by_convoy
        for code in position.contested:
            row[HEAD + 4 * count + index[code]] = 1
        return row

    def _years_of(self, position: Position) -> tuple[int, int]:
        quiet, last = position.counters.get(QUIET_YEARS, -1), position.counters.get(LAST_CAPTURE, _ANY_YEAR)
        if not -1 <= quiet <= _LATEST or not (last == _ANY_YEAR or abs(last) <= _LATEST):
            raise NotClaimedError
        return quiet, last

    def position(self, row: Sequence[int], before: Position | None = None, row_before: Sequence[int] = ()) -> Position:
        """The position that *row* says, as it follows *before*: with its conditions, and its owners where nothing changed."""
        numbers = sorted([number for number in row[HEAD : HEAD + self.provinces] if number >= 0])
        units = tuple(map(self.tables.units.__getitem__, numbers))
        step = self.tables.turns[row[0]]
        phase = self.tables.phase(step.season, row[1], step.kind)
        dislodged, contested = self._retreating(*self._left_behind(row))
        if before is None:
            made = Position(phase, units, self._owners(row), dislodged, contested, counters=self.counters(row, _NO_COUNTERS))
            remember_numbers(self.tables, made, numbers)
            return made
        owners = self.owners_after(before.owners, row, self.changed(row_before, row))
        here = numbered(self.tables, array("i", numbers).tobytes(), row if type(row) is array else None)
        counters = self.counters(row, before.counters)
        return _position(phase, units, owners, dislodged, contested, before.conditions, counters, NO_BARS, _NOWHERE, here)

    def changed(self, row: Sequence[int], row_after: Sequence[int]) -> list[int]:
        """The provinces that have another owner in *row_after* than in *row*."""
        owned = HEAD + self.provinces
        return [at for at in range(self.provinces) if row[owned + at] != row_after[owned + at]]

    def owners_after(self, before: Mapping[str, str], row: Sequence[int], changed: Sequence[int]) -> Mapping[str, str]:
        """The owners that *row* says, where those *before* changed in these provinces."""
        if not changed:
            return before
        codes, powers, owned = self.tables.board.codes, self.tables.powers, HEAD + self.provinces
        known = cast("MappingProxyType[str, str]", before)  # as in every position; so its dictionary is copied at once
        return MappingProxyType(known | dict(sorted([(codes[at], powers[row[owned + at]]) for at in changed])))

    def _retreating(
        self, dislodged: Sequence[tuple[int, int]], contested: Sequence[int]
    ) -> tuple[tuple[DislodgedUnit, ...], frozenset[str]]:
        codes, units = self.tables.board.codes, self.tables.units
        found = [_dislodged(units[number], codes[behind // 2], behind & 1 == 1) for number, behind in sorted(dislodged)]
        return tuple(found), frozenset([codes[at] for at in contested]) if contested else _NOWHERE

    def _left_behind(self, row: Sequence[int]) -> tuple[list[tuple[int, int]], list[int]]:
        """The units of *row* that must retreat, each with whence its attacker came, and the provinces that a standoff left empty."""
        count = self.provinces
        driven_out, behind, closed = (row[HEAD + count * part : HEAD + count * (part + 1)] for part in (2, 3, 4))
        units = [(number, origin) for number, origin in zip(driven_out, behind, strict=True) if number >= 0]
        return units, [at for at, each in enumerate(closed) if each]

    def _owners(self, row: Sequence[int]) -> Mapping[str, str]:
        powers, codes, owned = self.tables.powers, self.tables.board.codes, HEAD + self.provinces
        return {codes[at]: powers[owner] for at, owner in enumerate(row[owned : owned + self.provinces]) if owner >= 0}

    def counters(self, row: Sequence[int], counters: Mapping[str, int]) -> Mapping[str, int]:
        """The years that *row* counts, beside the other *counters*."""
        quiet, last = row[2], row[3]
        if quiet < 0 or (quiet == counters.get(QUIET_YEARS) and last in (_ANY_YEAR, counters.get(LAST_CAPTURE))):
            return counters
        years = {QUIET_YEARS: quiet} if last == _ANY_YEAR else {LAST_CAPTURE: last, QUIET_YEARS: quiet}
        return MappingProxyType({**counters, **years})

    def ending(self, row: Sequence[int], position: Position) -> Ending | None:
        """Ending of the game, if there is one."""
        if not row[4]:
            return None
        if row[4] == 1:
            return Ending((self.tables.powers[row[5]],), "centres")
        variant = self.tables.variant
        alive = {*position.owners.values(), *(unit.power for unit in position.units)}
        winners = tuple(power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING and power.id in alive)
        return Ending(winners, "no captures" if row[4] == 2 else "year limit")

    # --- orders ---

    def code(self, power: str, order: Order) -> tuple[int, int]:
        """The province that *order* is for, and the order as a number.

        Raises:
            NotClaimedError: it is not written as legal orders are, or not possible on this board.
        """
        board = self.tables.board
        try:
            if isinstance(order, Waive):
                raise NotClaimedError
            piece = order.piece
            spot = board.spot_index[piece.kind, piece.location.province, piece.location.coast]
            at, reach = board.province_of[spot], self.open_edges.reaches[self.tables.power_rank[power]]
            match order:
                case Hold():
                    return at, HOLD
                case Move(target=target, via_convoy=via, route=route):
                    if route:
                        raise NotClaimedError
                    return at, self._move(reach, spot, board.spot_index[piece.kind, target.province, target.coast], via=via)
                case Support(supported=other, target=goal):
                    beside = board.spot_index[other.kind, other.location.province, other.location.coast]
                    return at, self._support(beside, other.kind, goal)
                case Convoy(army=army, target=target):
                    aboard = board.spot_index[army.kind, army.location.province, army.location.coast]
                    return at, coded(CONVOY, board.spot_index[army.kind, target.province, target.coast], aboard)
                case Retreat(target=target):
                    return at, coded(RETREAT, board.spot_index[piece.kind, target.province, target.coast])
                case Disband():
                    return at, DISBAND
                case Build():
                    return at, coded(BUILD, spot)
                case Remove():
                    return at, REMOVE
        except KeyError:
            raise NotClaimedError from None

    def _move(self, reach: Reach, spot: int, target: int, *, via: bool) -> int:
        if target not in reach.moves[spot]:
            return coded(MOVE_BY_CONVOY, target)
        return coded(MOVE_VIA if via else MOVE, target)

    def _support(self, other: int, kind: str, goal: Location | None) -> int:
        if goal is None:
            return coded(SUPPORT_HOLD, -1, other)
        board, edges = self.tables.board, self.open_edges
        target = board.spot_index.get((kind, goal.province, goal.coast))
        if target is None:
            if goal.coast is not None:
                raise NotClaimedError
            there = board.spots_in[kind, board.province_index[goal.province]]
            if not there:
                raise NotClaimedError
            return coded(SUPPORT_MOVE, there[0], other) | OPEN_COAST
        walks = any(target in reach.moves[other] for reach in ([edges.shared] if not edges.limited else edges.reaches))
        return coded(SUPPORT_MOVE if walks else SUPPORT_CONVOYED, target, other)

    def order(self, spot: int, code: int) -> Order:
        """The order that *code* is for a unit at *spot*."""
        kind, to, other = code & 15, (code >> 4 & 0xFFFFF) - 1, (code >> 24 & 0xFFFFF) - 1
        pieces = self.tables.board.pieces
        known = self.open_edges.shared.once(KnownOrders, self.open_edges.shared)
        match kind:
            case 0:
                return Waive()
            case 1:
                return known.by_itself(spot)[0]
            case 2 | 3 | 4:
                return known.move(spot, to, via=kind == MOVE_VIA)
            case 5:
                return known.support_to_hold(spot, other)
            case 6 | 7:
                return known.support(spot, other, to)
            case 8:
                return known.convoy(spot, other, to)
            case 9:
                return Retreat(pieces[spot], pieces[to].location)
            case 10:
                return Disband(pieces[spot])
            case 11:
                return Build(pieces[to])
            case _:
                return Remove(pieces[spot])


def coded(kind: int, spot: int = -1, other: int = -1) -> int:
    """An order as a number: what it does, the spot it goes to, the spot of the other unit."""
    return kind | (spot + 1) << 4 | (other + 1) << 24


class OrdersInNumbers(Sequence[Order]):
    """Legal orders of a unit, each made when it is looked at: where fleets fill the seas of a large board, one has tens of thousands."""

    __slots__ = ("_numbers", "_rows")

    def __init__(self, rows: Rows, numbers: bytes) -> None:
        self._rows, self._numbers = rows, memoryview(numbers).cast("q")

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Order: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Order]: ...
    def __getitem__(self, index: int | slice) -> Order | Sequence[Order]:
        if isinstance(index, slice):
            return [self._order(number) for number in self._numbers[index]]
        return self._order(self._numbers[index])

    def _order(self, number: int) -> Order:
        spot, code = divmod(number, 1 << _FOR_WHOM)
        return self._rows.order(spot - 1, code)
