"""The compiled core of the rules, where there is one: a variant's tables, positions and orders in its numbers, and back.

The core (`native/`) resolves as the rest of this package does, faster. It may be absent, switched off (``ENTENTE_PURE=1``), of another
format or for another processor; then, and for whatever it does not claim, the Python rules answer.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

from adjudicator.compiled_tables import FORMAT, numbers_of, why_not_claimed
from adjudicator.movement_order import IndexedOrder
from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.reach import Reach
from adjudicator.resolution import Ending
from adjudicator.rows import HEAD, OrdersInNumbers, Rows
from adjudicator.rule_choices import CoastInSupport, NoOrders
from adjudicator.unit import Unit
from adjudicator.variant_tables import OpenEdges, VariantTables

Tables = object
"""A capsule: the tables of a variant as the core keeps them."""


LegalHere = tuple[Sequence[Order], bytes]
"""The legal orders of what stands in a province, as a tuple unless there are very many, and the same as numbers of 8 bytes."""


class CoreModule(Protocol):
    """Interface of the compiled module."""

    FORMAT: int

    def tables(self, numbers: array[int], /) -> Tables:
        """The tables that the numbers say."""
        ...

    def row_length(self, tables: Tables, /) -> int:
        """Numbers of a row."""
        ...

    def advance(self, tables: Tables, rows: object, orders: object, out: object, status: object, start: int, stop: int, /) -> None:
        """Write the rows that follow."""
        ...

    def expect(
        self, tables: Tables, row: object, orders: object, view: object, weights: object, expected: object, status: object, /
    ) -> None:
        """Write the centres that each power may expect after joint orders of one position."""
        ...

    def draw(self, tables: Tables, rows: object, orders: object, status: object, seed: int, start: int, stop: int, /) -> None:
        """Write legal orders drawn by lot."""
        ...

    def list_legal(self, tables: Tables, rows: object, counts: object, codes: object, status: object, /) -> int:
        """Write the legal orders as numbers; how many there are."""
        ...

    def keys(self, tables: Tables, rows: object, out: object, /) -> None:
        """Write a key for each row."""
        ...

    def play(
        self,
        tables: Tables,
        row: object,
        out: object,
        orders: object,
        by_province: list[Order | None],
        all_orders: Mapping[str, Sequence[Order]],
        ranks: dict[str, int],
        known: dict[int, Unit],
        reach: Reach,
        index: Callable[[Reach, Order], IndexedOrder],
        /,
    ) -> tuple[list[int], tuple[Unit, ...], list[int], list[tuple[int, int]], list[int]] | None:
        """Resolve a movement phase; what follows, as ``Rows.position_after`` takes it from the numbers of the units on."""
        ...

    def try_orders(
        self,
        tables: Tables,
        row: object,
        all_orders: Mapping[str, Sequence[Order]],
        ranks: dict[str, int],
        reach: Reach,
        index: Callable[[Reach, Order], IndexedOrder],
        /,
    ) -> list[int] | None:
        """Tell which orders of a movement phase succeed and who is dislodged, as numbers."""
        ...

    def explain(self, tables: Tables, row: object, orders: object, /) -> list[int] | None:
        """Tell what became of each order of a movement phase, as numbers."""
        ...

    def legal(
        self, tables: Tables, row: object, known: list[Order], make: Callable[[int, int], Order], /
    ) -> list[tuple[tuple[Order, ...] | None, bytes]] | None:
        """The legal orders, by province; only as numbers where there are very many."""
        ...


@dataclass(frozen=True, slots=True)
class FoundCore:
    """The core, or why it is not used."""

    module: CoreModule | None
    why_not: str = ""
    """``off``, ``absent``, ``format`` or ``broken``; empty where it is used."""
    detail: str = ""


@cache
def find_core() -> FoundCore:
    """The compiled core of this process, looked for once."""
    if os.environ.get("ENTENTE_PURE", "0") not in ("", "0"):
        return FoundCore(None, "off")
    try:
        module: CoreModule = import_module("entente_core")
    except ModuleNotFoundError:
        return FoundCore(None, "absent")
    except Exception as error:  # noqa: BLE001 - a module for another processor or system must not end the program
        return FoundCore(None, "broken", str(error))
    found = getattr(module, "FORMAT", None)
    return FoundCore(module) if found == FORMAT else FoundCore(None, "format", f"{found}, not {FORMAT}")


class Core(Rows):
    """The compiled core with the tables of a variant, for the phases in which the same edges are open."""

    def __init__(self, module: CoreModule, tables: VariantTables, open_edges: OpenEdges) -> None:
        super().__init__(tables, open_edges)
        self.module = module
        self.handle = module.tables(numbers_of(tables, open_edges))
        kinds = [turn.kind for turn in tables.turns]
        self.blank = array("i", bytes(4 * HEAD)) + array("i", [-1]) * (3 * self.provinces) + array("i", bytes(8 * self.provinces))
        """Row of a movement phase without units."""
        self.no_orders = array("q", bytes(8 * self.provinces))
        self.nobody: list[Order | None] = [None] * self.provinces
        rules = tables.variant.rules
        self.reads_orders = (
            not open_edges.limited
            and rules.no_orders in (NoOrders.HOLD, NoOrders.REPEAT)
            and rules.coast_in_support is CoastInSupport.EITHER
        )
        """True if orders can be handed to it, and are carried out, as they are written; else Python reads them."""
        self.blank[0] = kinds.index(PhaseKind.MOVEMENT) if PhaseKind.MOVEMENT in kinds else 0

    def legal(self, numbers: Sequence[int]) -> list[LegalHere] | None:
        """The legal orders of a movement phase, by province; ``None`` where Python must say.

        Args:
            numbers: the units, as ``PositionTables.numbers`` has them.
        """
        found = self.module.legal(self.handle, self.moving(numbers), self.known, self.order)
        if found is None:
            return None
        return [(OrdersInNumbers(self, numbers) if orders is None else orders, numbers) for orders, numbers in found]

    def moving(self, numbers: Sequence[int]) -> array[int]:
        """A row of some movement phase that says nothing but where those units stand."""
        row = self.blank[:]
        province_of, spots = self.tables.board.province_of, len(self.tables.board.pieces)
        for number in numbers:
            row[HEAD + province_of[number % spots]] = number
        return row

    def following(self, position: Position, row: array[int], orders: array[int]) -> tuple[Position, Ending | None] | None:
        """Resolve these orders by province in *position*, which is *row*; ``None`` where Python must do it.

        Raises:
            ValueError: an order is not possible.
        """
        out = self.after(row, orders)
        if out is None:
            return None
        after = self.position(out, position, row)
        return after, self.ending(out, after) if out[4] else None

    def after(self, row: array[int], orders: array[int]) -> array[int] | None:
        """The row that follows *row* where these orders are given by province; ``None`` where Python must say.

        Raises:
            ValueError: an order is not possible.
        """
        out, status = self.blank[:], array("i", (0,))
        self.module.advance(self.handle, row, orders, out, status, 0, 1)
        if status[0] > 0:
            raise ValueError(self.fault(status[0]))
        return None if status[0] else out

    def fault(self, status: int) -> str:
        """Fault of a row or its orders, with the province."""
        return f"{self.tables.board.codes[status // 32]}: {FAULTS[status % 32]}"


FAULTS = {
    1: "the row has no such step of the calendar, or no such year",
    2: "no such unit can stand here",
    3: "the centre's owner is no power of the variant",
    4: "no such dislodged unit, or no such origin of its attacker",
    5: "contested is 0 or 1",
    6: "the order is for a unit that is not there, or names one that is not",
    7: "the number is no order",
    8: "the order is of another kind of phase",
    9: "the order is not possible here",
    10: "no build or removal is due to the power",
}


class _Cores(dict[int, tuple[OpenEdges, Core]]):
    """The cores of a variant, by the edges that are open."""


def core_for(tables: VariantTables, open_edges: OpenEdges) -> Core | None:
    """The compiled core for a variant's phases in which *open_edges* are open; ``None`` where Python must say."""
    module = find_core().module
    if module is None:
        return None
    known = tables.once(_Cores)
    found = known.get(id(open_edges))
    if found is not None:
        return found[1]
    if why_not_claimed(tables):
        return None
    if len(known) > 64:
        known.clear()
    core = Core(module, tables, open_edges)
    known[id(open_edges)] = (open_edges, core)
    return core
