"""Many positions at once, as arrays, and those that follow from a joint order in each: by the compiled core on all processors.

    from entente.batch import Batch

    batch = Batch("standard")
    rows = batch.starts(1000)
    for seed in range(20):
        rows = batch.after(rows, batch.by_lot(rows, seed))

A position is a row of int32, a joint order a row of int64 with a number for each province. Without the core everything is the
same, and some hundred times slower. ``docs/guide/library.md`` has a chapter on it.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

import entente
from adjudicator import Order, PhaseKind, Position, Waive, adjudicate, check_order, legal_orders
from adjudicator.builds import adjustments_of
from adjudicator.compiled import FAULTS, Core, core_for
from adjudicator.errors import MalformedOrderError
from adjudicator.rows import BUILD, HARD, HEAD, NotClaimedError, Rows
from adjudicator.rule_choices import ConvoyPath
from adjudicator.variant_tables import variant_tables
from entente.state import State, Variant

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Codes = np.ndarray[Any, np.dtype[np.int64]]
Keys = np.ndarray[Any, np.dtype[np.uint64]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]

MOST_NUMBERS = 1 << 31
"""Numbers in an array of rows: 8 GB."""

FEWEST = 64
"""Rows for which another thread is worth its start."""

_ORDERS_OF = {PhaseKind.MOVEMENT: range(1, 9), PhaseKind.RETREAT: range(9, 11), PhaseKind.ADJUSTMENT: range(11, 13)}
_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

# One position in eight numbers that stand once, and five for each province.
STEP, YEAR, QUIET, CAPTURED, ENDING, WINNER = range(6)


class Columns(NamedTuple):
    """An array of rows taken apart; each is a view, so that what is written there is written into the rows."""

    step: Numbers
    """Place in the calendar's round."""
    year: Numbers
    ending: Numbers
    """0 where the game goes on; 1 for a solo, 2 for too many years without a capture, 3 for the year limit."""
    winner: Numbers
    """The power of a solo by its place in ``Batch.powers``, else -1."""
    units: Numbers
    """Power times the number of spots, plus spot, by province; -1 where there is no unit."""
    owners: Numbers
    """Power by province, -1 where it has no owner."""
    dislodged: Numbers
    """Units that must retreat, by province, in the numbers of ``units``."""
    attackers: Numbers
    """Twice the province its attacker came from, by province, and 1 more where that was by convoy."""
    contested: Numbers
    """1 for each province that a standoff left empty."""


class LegalOrders(NamedTuple):
    """The legal orders of many positions, one province after the other."""

    start: Codes
    """Rows x provinces + 1: index in ``orders`` at which the orders of each province begin."""
    orders: Codes

    def of(self, row: int, province: int, provinces: int) -> Codes:
        """Those of one province of one position."""
        at = row * provinces + province
        return self.orders[self.start[at] : self.start[at + 1]]


class Batch:
    """Positions and joint orders of a variant as arrays.

    Args:
        variant: the id of a shipped variant, or a variant.
        threads: how many share the work; as many as there are processors unless given.

    Raises:
        LookupError: no shipped variant has that id.
        ValueError: no thread is left to do the work, or the rules ask for orders that name routes.
    """

    def __init__(self, variant: str | Variant = "standard", *, threads: int | None = None) -> None:
        self.variant = entente.variant(variant) if isinstance(variant, str) else variant
        self.threads = os.cpu_count() or 1 if threads is None else threads
        if self.threads < 1:
            raise ValueError(f"at least one thread does the work, not {threads}")
        if self.variant.model.rules.convoy_path is ConvoyPath.REQUIRED:
            raise ValueError("orders that must name the route of a convoy (4.A.6=c) have no numbers")
        self._tables = variant_tables(self.variant.model)
        self._rows = Rows(self._tables, self._tables.open_edges(self.variant.model.start))
        self.powers: tuple[str, ...] = self._tables.powers
        """Ids of the powers, by the numbers that stand for them."""
        self.provinces: tuple[str, ...] = self._tables.board.codes
        """Codes of the provinces, by the columns that are about them."""
        self.spots: tuple[str, ...] = tuple(map(str, self._tables.board.pieces))
        """Kinds of unit at locations, by the numbers that stand for them: ``F STP/NC``."""
        self.row_length: int = self._rows.row_length

    def __repr__(self) -> str:
        how = "compiled" if self.is_compiled else "Python"
        return f"<Batch of {self.variant.id}: rows of {self.row_length}, {how}, {self.threads} threads>"

    @property
    def is_compiled(self) -> bool:
        """True where the compiled core decides, as far as it claims to."""
        return core_for(self._tables, self._rows.open_edges) is not None

    # --- positions ---

    def starts(self, count: int) -> Numbers:
        """*count* games that begin.

        Raises:
            ValueError: *count* is negative, or more than memory should hold.
        """
        if not 0 <= count <= MOST_NUMBERS // self.row_length:
            raise ValueError(f"{count} positions; at most {MOST_NUMBERS // self.row_length} fit an array")
        return np.tile(self.rows([self.variant.start])[0], (count, 1))

    def rows(self, states: Iterable[State]) -> Numbers:
        """States as rows.

        Raises:
            ValueError: a state is of another variant or over, or has what a row cannot say: conditions, counters and bars of its own.
        """
        found = array("i")
        for number, state in enumerate(states):
            if state.variant != self.variant:
                raise ValueError(f"state {number} is of {state.variant.id}, not of {self.variant.id}")
            found.extend(self._row(state.position, f"state {number}"))
        return np.array(found, dtype=np.int32).reshape(-1, self.row_length)

    def _row(self, position: Position, what: str) -> array[int]:
        try:
            if position.conditions or position.unseen:
                raise NotClaimedError
            return self._rows.row(position)
        except NotClaimedError:
            raise ValueError(f"{what} has what a row cannot say: conditions, counters, bars or unseen provinces") from None

    def states(self, rows: Numbers) -> list[State]:
        """The states that *rows* say.

        Raises:
            ValueError: a row says none.
        """
        self._check(rows)
        found: list[State] = []
        for number, row in enumerate(rows.tolist()):
            self._check_row(number, row)
            position = self._rows.position(row)
            found.append(State(self.variant, position, self._rows.ending(row, position)))
        return found

    def columns(self, rows: Numbers) -> Columns:
        """*rows* taken apart."""
        self._check(rows)
        count = len(self.provinces)
        parts = [rows[:, HEAD + at * count : HEAD + (at + 1) * count] for at in range(5)]
        return Columns(rows[:, STEP], rows[:, YEAR], rows[:, ENDING], rows[:, WINNER], *parts)

    def arrays(self, rows: Numbers) -> dict[str, Bytes]:
        """*rows* as arrays of 0 and 1, those of ``state.arrays()`` one for each position; powers in the variant's sequence."""
        self._check(rows)
        columns, count, spots = self.columns(rows), len(rows), len(self.spots)
        powers, provinces = list(self.variant.model.powers), len(self.provinces)
        place = np.array([powers.index(power) for power in self.powers], dtype=np.int64)
        found: dict[str, Bytes] = {}
        for name, units in (("units", columns.units), ("dislodged", columns.dislodged)):
            flat = np.zeros((count, len(powers) * spots), dtype=np.uint8)
            at, where = np.nonzero(units >= 0)
            numbers = units[at, where]
            flat[at, place[numbers // spots] * spots + numbers % spots] = 1
            found[name] = flat.reshape(count, len(powers), spots)
        owned = np.zeros((count, len(powers), provinces), dtype=np.uint8)
        at, where = np.nonzero(columns.owners >= 0)
        owned[at, place[columns.owners[at, where]], where] = 1
        kinds = np.array([list(PhaseKind).index(turn.kind) for turn in self._tables.turns])
        phase = np.zeros((count, 3 + len(kinds)), dtype=np.uint8)
        phase[np.arange(count), kinds[columns.step]] = 1
        phase[np.arange(count), 3 + columns.step] = 1
        return found | {"owners": owned, "contested": columns.contested.astype(np.uint8), "phase": phase}

    def keys(self, rows: Numbers) -> Keys:
        """A number of 64 bits for each position: equal for equal positions, and as good as never for others."""
        self._check(rows)
        core = core_for(self._tables, self._rows.open_edges)
        found = np.zeros(len(rows), dtype=np.int64)
        if core is not None:
            core.module.keys(core.handle, np.ascontiguousarray(rows), found)
            return found.view(np.uint64)
        empty = np.full(self.row_length, 0, dtype=np.int32)
        empty[HEAD : HEAD + 3 * len(self.provinces)] = -1
        mixed = _mixed((np.arange(self.row_length, dtype=np.uint64) << np.uint64(32) | rows.astype(np.uint32)) + np.uint64(_GOLDEN))
        counts = rows != empty
        counts[:, [ENDING, WINNER]] = False
        added: Keys = np.where(counts, mixed, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        return added

    # --- orders ---

    def orders(self, given: Iterable[Mapping[str, Iterable[Order | str]]]) -> Codes:
        """Joint orders, each by power, as numbers by province.

        Raises:
            ValueError: an order is not written as legal orders are; with its row.
        """
        found: list[Codes] = []
        for number, by_power in enumerate(given):
            codes = np.zeros(len(self.provinces), dtype=np.int64)
            for power, orders in by_power.items():
                for order in orders:
                    province, code = self._code(number, power, order)
                    codes[province] = code
            found.append(codes)
        return np.array(found, dtype=np.int64).reshape(-1, len(self.provinces))

    def _code(self, number: int, power: str, order: Order | str) -> tuple[int, int]:
        from adjudicator.notation import parse_order

        try:
            value = parse_order(order) if isinstance(order, str) else order
            return self._rows.code(power, value)
        except (NotClaimedError, MalformedOrderError, KeyError):
            raise ValueError(f"row {number}: {power} cannot order {str(order)[:60]!r}, or it is not written as legal orders are") from None

    @cached_property
    def codes(self) -> Codes:
        """The number of each order of ``variant.order_index()``: ``batch.codes[numbers]``; that of a waived build is 0.

        Raises:
            ValueError: the board has too many possible orders for an index.
        """
        power = self.powers[0]
        index = self.variant.order_index()
        return np.array([0 if isinstance(order, Waive) else self._rows.code(power, order)[1] for order in index.orders], dtype=np.int64)

    def texts(self, rows: Numbers, orders: Codes) -> list[dict[str, str]]:
        """Joint orders as texts, by province."""
        self._check(rows, orders)
        found: list[dict[str, str]] = []
        for row, codes in zip(rows.tolist(), orders.tolist(), strict=True):
            given = {place: self._order(row, at, codes[at]) for at, place in enumerate(self.provinces) if codes[at]}
            found.append({place: str(order) for place, (_, order) in given.items()})
        return found

    def _order(self, row: Sequence[int], province: int, code: int) -> tuple[str, Order]:
        """The power that gives an order, and the order.

        Raises:
            ValueError: nobody there could be ordered so.
        """
        count, spots = len(self.provinces), len(self.spots)
        kind = self._tables.turns[row[STEP]].kind
        unit = row[HEAD + (2 * count if kind is PhaseKind.RETREAT else 0) + province]
        if code & 15 == BUILD and unit < 0:
            owner, place = row[HEAD + count + province], self.variant.model.board.provinces[self.provinces[province]]
            power = self.powers[owner] if owner >= 0 else place.home
            if power is None or (code >> 4 & 0xFFFFF) - 1 not in range(spots):
                raise ValueError(FAULTS[9])
            return power, self._rows.order(-1, code)
        if unit < 0:
            raise ValueError(FAULTS[6])
        ends = [(code >> shift & 0xFFFFF) - 1 for shift in (4, 24)]
        if not 0 <= code < 1 << 45 or code & 15 > 12 or any(end >= spots for end in ends) or (code & 15 in range(2, 10) and max(ends) < 0):
            raise ValueError(FAULTS[7])
        if code & 15 not in _ORDERS_OF[kind]:
            raise ValueError(FAULTS[8])
        return self.powers[unit // spots], self._rows.order(unit % spots, code)

    def by_lot(self, rows: Numbers, seed: int = 0) -> Codes:
        """Legal orders for everything that is to be ordered, drawn by lot: the same for the same rows and seed.

        Builds and removals are as many as are due.

        Raises:
            ValueError: a row is no position.
        """
        self._check(rows)
        rows = np.ascontiguousarray(rows)
        found, status = np.zeros((len(rows), len(self.provinces)), dtype=np.int64), np.zeros(len(rows), dtype=np.int32)
        for core, where in self._groups(rows):
            if core is None:
                status[where] = HARD
                continue

            def draw(start: int, stop: int, core: Core = core) -> None:
                core.module.draw(core.handle, rows, found, status, seed & _MASK, start, stop)

            if len(where) == len(rows):
                self._shared(draw, len(rows))
            else:
                for at in where.tolist():
                    draw(at, at + 1)
        self._raise(status, "no position")
        for at in np.flatnonzero(status == HARD).tolist():
            found[at] = self._drawn(rows[at].tolist(), at, seed)
        return found

    def legal(self, rows: Numbers) -> LegalOrders:
        """All legal orders of all positions; 0 among those of an adjustment phase is to build nothing there.

        Raises:
            ValueError: a row is no position.
        """
        self._check(rows)
        rows, count = np.ascontiguousarray(rows), len(self.provinces)
        status = np.full(len(rows), HARD, dtype=np.int32)
        counts = np.zeros((len(rows), count), dtype=np.int32)
        core = None if self._has_seasons else core_for(self._tables, self._rows.open_edges)
        codes = np.zeros(len(rows) * 1000, dtype=np.int64)
        while core is not None:
            total = core.module.list_legal(core.handle, rows, counts, codes, status)
            if total <= len(codes):
                codes = codes[:total]
                break
            codes = np.zeros(total, dtype=np.int64)
        self._raise(status, "no position")
        hard = np.flatnonzero(status == HARD).tolist()
        if hard:
            codes = self._listed(rows, counts, codes, hard)
        start = np.zeros(counts.size + 1, dtype=np.int64)
        np.cumsum(counts.ravel(), out=start[1:])
        return LegalOrders(start, codes)

    # --- what follows ---

    def after(self, rows: Numbers, orders: Codes, out: Numbers | None = None) -> Numbers:
        """The positions that follow. A province with the number 0 is not ordered; every power counts as having sent its orders.

        Where more builds or removals are ordered than are due, those count that the rules say (DATC 4.D.4, 4.D.6), in the order of the
        provinces. A row whose game is over is played on like any other.

        Args:
            rows: the positions.
            orders: a row for each, of a number for each province.
            out: where to write what follows; another array of the shape of *rows*.

        Raises:
            ValueError: an array has another shape, a row is no position, or an order is not possible; with the row and the province.
            TypeError: an array has another type.
        """
        self._check(rows, orders)
        rows, orders = np.ascontiguousarray(rows), np.ascontiguousarray(orders)
        found = np.empty_like(rows) if out is None else out
        if out is not None and (out.dtype != np.int32 or out.shape != rows.shape or not out.flags.c_contiguous or not out.flags.writeable):
            raise ValueError(f"out: a contiguous array of int32 of the shape {rows.shape} is needed, not {out.dtype} of {out.shape}")
        if out is not None and np.shares_memory(out, rows):
            raise ValueError("out: another array than rows is needed")
        status = np.zeros(len(rows), dtype=np.int32)
        for core, where in self._groups(rows):
            if core is None:
                status[where] = HARD
                continue

            def advance(start: int, stop: int, core: Core = core) -> None:
                core.module.advance(core.handle, rows, orders, found, status, start, stop)

            if len(where) == len(rows):
                self._shared(advance, len(rows))
            else:
                for at in where.tolist():
                    advance(at, at + 1)
        self._raise(status, "not possible")
        for at in np.flatnonzero(status == HARD).tolist():
            found[at] = self._decided(rows[at].tolist(), orders[at].tolist(), at)
        return found

    def _shared(self, do: Callable[[int, int], None], count: int) -> None:
        """Have the threads share *count* rows."""
        threads = min(self.threads, max(1, count // FEWEST))
        if threads < 2:
            do(0, count)
            return
        cuts = [count * part // threads for part in range(threads + 1)]
        for done in [self._pool.submit(do, start, stop) for start, stop in pairwise(cuts)]:
            done.result()

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix="entente-batch")

    @cached_property
    def _has_seasons(self) -> bool:
        return any(edge.seasons is not None or edge.years != (None, None) for _, _, edge in self._tables.board.edges)

    def _groups(self, rows: Numbers) -> Iterator[tuple[Core | None, np.ndarray[Any, np.dtype[np.intp]]]]:
        """The cores for the rows, each with those for which it is: boards with edges that open and close have one for each moment."""
        if not self._has_seasons:
            yield core_for(self._tables, self._rows.open_edges), np.arange(len(rows))
            return
        steps = np.clip(rows[:, STEP], 0, len(self._tables.turns) - 1)
        moments = np.stack([steps, rows[:, YEAR]], axis=1)
        for step, year in np.unique(moments, axis=0).tolist():
            turn = self._tables.turns[step]
            moment = Position(self._tables.phase(turn.season, year, turn.kind), (), {})
            core = core_for(self._tables, self._tables.open_edges(moment))
            yield core, np.flatnonzero((moments == (step, year)).all(axis=1))

    # --- bad input ---

    def _check(self, rows: Numbers, orders: Codes | None = None) -> None:
        """Raise the fault in the type or shape of arrays, if there is one."""
        given: list[tuple[str, object, type, int]] = [("rows", rows, np.int32, self.row_length)]
        if orders is not None:
            given.append(("orders", orders, np.int64, len(self.provinces)))
        for name, found, kind, length in given:
            if not isinstance(found, np.ndarray) or found.dtype != kind:
                what = found.dtype if isinstance(found, np.ndarray) else type(found).__name__
                raise TypeError(f"{name}: an array of {np.dtype(kind)} is needed, not {what}")
            if found.ndim != 2 or found.shape[1] != length:
                raise ValueError(f"{name}: {length} numbers for each position are needed, the array is {found.shape}")
        if orders is not None and len(orders) != len(rows):
            raise ValueError(f"orders: {len(orders)} rows for {len(rows)} positions")

    def _raise(self, status: Numbers, what: str) -> None:
        bad = np.flatnonzero(status > 0)
        if len(bad):
            at, fault = int(bad[0]), int(status[bad[0]])
            raise ValueError(f"row {at}, {self.provinces[fault // 32]}: {FAULTS.get(fault % 32, what)}")

    def _check_row(self, number: int, row: Sequence[int]) -> None:
        """Raise the fault of a row, if there is one, as the core would."""
        count, spots, powers = len(self.provinces), len(self.spots), len(self.powers)
        province_of, centres = self._tables.board.province_of, self._tables.centre_codes
        if not 0 <= row[STEP] < len(self._tables.turns) or abs(row[YEAR]) > 10**6 or row[QUIET] > 10**9:
            raise ValueError(f"row {number}, {self.provinces[0]}: {FAULTS[1]}")
        for at, place in enumerate(self.provinces):
            unit, owner, gone, behind, contested = (row[HEAD + part * count + at] for part in range(5))
            fault = 0
            if unit != -1 and not (0 <= unit < powers * spots and province_of[unit % spots] == at):
                fault = 2
            elif not -1 <= owner < powers or (owner >= 0 and place not in centres):
                fault = 3
            elif contested not in (0, 1):
                fault = 5
            elif gone != -1 and not (0 <= gone < powers * spots and province_of[gone % spots] == at and 0 <= behind < 2 * count):
                fault = 4
            if fault:
                raise ValueError(f"row {number}, {place}: {FAULTS[fault]}")

    # --- the Python way ---

    def _decided(self, row: list[int], codes: list[int], number: int) -> array[int]:
        """Return the row that follows one, by the rules in Python."""
        self._check_row(number, row)
        position = self._rows.position(row)
        orders: dict[str, list[Order]] = {power: [] for power in self.variant.model.powers}
        for at, code in enumerate(codes):
            if not code:
                continue
            place = self.provinces[at]
            try:
                power, order = self._order(row, at, code)
            except ValueError as error:
                raise ValueError(f"row {number}, {place}: {error}") from None
            if isinstance(order, Waive) or not check_order(self.variant.model, position, power, order):
                raise ValueError(f"row {number}, {place}: {FAULTS[9]}")
            orders[power].append(order)
        resolution = adjudicate(self.variant.model, position, orders)
        after = self._row(resolution.next, f"row {number}")
        if resolution.ending is not None:
            after[ENDING] = {"centres": 1, "no captures": 2, "year limit": 3}[resolution.ending.reason]
            if after[ENDING] == 1:
                after[WINNER] = self._tables.power_rank[resolution.ending.winners[0]]
        return after

    def _legal_of(self, position: Position, province: int) -> list[int]:
        """The legal orders there as numbers, as the core lists them; 0 for a build that is waived."""
        power, orders = self._power_at(position, province), legal_orders(self.variant.model, position, self.provinces[province])
        rows = Rows(self._tables, self._tables.open_edges(position)) if self._has_seasons else self._rows
        return [0 if isinstance(order, Waive) else rows.code(power, order)[1] for order in orders]

    def _power_at(self, position: Position, province: int) -> str:
        code = self.provinces[province]
        unit, gone = position.unit_at(code), position.dislodged_at(code)
        if position.phase.kind is PhaseKind.RETREAT and gone is not None:
            return gone.unit.power
        return unit.power if unit is not None else position.owners.get(code) or self.powers[0]

    def _listed(self, rows: Numbers, counts: Numbers, codes: Codes, hard: list[int]) -> Codes:
        """The legal orders with those of the *hard* rows, which Python lists, put where they belong."""
        bounds = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum(counts.sum(axis=1), out=bounds[1:])
        parts = [codes[bounds[at] : bounds[at + 1]] for at in range(len(rows))]
        for at in hard:
            self._check_row(at, rows[at].tolist())
            position = self._rows.position(rows[at].tolist())
            listed = [self._legal_of(position, province) for province in range(len(self.provinces))]
            counts[at] = [len(each) for each in listed]
            parts[at] = np.array([code for each in listed for code in each], dtype=np.int64)
        return np.concatenate([np.zeros(0, dtype=np.int64), *parts])

    def _drawn(self, row: list[int], number: int, seed: int) -> list[int]:
        """Orders of one row by lot, with the dice of the core (``draw_orders`` in ``native/legal.c``)."""
        self._check_row(number, row)
        position = self._rows.position(row)
        dice = _Dice((seed * 0xD1342543DE82EF95 + number * 0xA0761D6478BD642F) & _MASK)
        found = [0] * len(self.provinces)
        if position.phase.kind is not PhaseKind.ADJUSTMENT:
            for at in range(len(found)):
                options = self._legal_of(position, at)
                if options:
                    found[at] = options[dice.below(len(options))]
            return found
        adjustments = adjustments_of(self._tables, position)
        for power in self.powers:
            due = adjustments.balance(power)
            units = [at for at, code in enumerate(self.provinces) if (unit := position.unit_at(code)) is not None and unit.power == power]
            places = units if due < 0 else adjustments.sites(power)
            left = list(places) if due else []
            for _ in range(min(abs(due), len(left))):
                drawn = dice.below(len(left))
                at, left[drawn] = left[drawn], left[-1]
                left.pop()
                options = [code for code in self._legal_of(position, at) if code]
                if options:
                    found[at] = options[dice.below(len(options))]
        return found


class _Dice:
    """The generator splitmix64."""

    def __init__(self, state: int) -> None:
        self._state = state

    def below(self, count: int) -> int:
        """A number from 0 to *count*, that excluded."""
        self._state = word = (self._state + _GOLDEN) & _MASK
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _MASK
        return ((word ^ word >> 31) >> 32) * count >> 32


def _mixed(words: Keys) -> Keys:
    words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    found: Keys = words ^ words >> np.uint64(31)
    return found
