"""The compiled core of the rules, where there is one: a variant's tables, positions and orders in its numbers, and back.

The core (`native/`) resolves as the rest of this package does, faster. It may be absent, switched off (``ENTENTE_PURE=1``), of another
format or for another processor; then, and for whatever it does not claim, the Python rules answer.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

from adjudicator.board import Terrain
from adjudicator.board_tables import Reach
from adjudicator.movement_order import IndexedOrder
from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Ending, OrderOutcome, Resolution
from adjudicator.rows import HEAD, OrdersInNumbers, Rows
from adjudicator.rule_choices import (
    AdjacentConvoy,
    AttackOrigin,
    BuildDecline,
    CoastInSupport,
    ConvoyParadox,
    ConvoyPath,
    ConvoyRoutes,
    DislodgedEffect,
    ImplicitOrders,
    NoOrders,
    RemovalDistance,
    RetreatToConvoy,
    TooManyBuilds,
    TooManyRemovals,
)
from adjudicator.unit import Unit
from adjudicator.variant import BuildPolicy, PowerRole
from adjudicator.variant_tables import OpenEdges, PositionTables, VariantTables

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

    def forms(self, position: type, resolution: type, dislodged: type, explanation: type, numbered: type, /) -> object:
        """A capsule that says how values of those types are made."""
        ...

    def play(
        self,
        tables: Tables,
        position: Position,
        row: object,
        out: object,
        taken: object,
        met: list[Order],
        all_orders: Mapping[str, Sequence[Order]],
        making: tuple[object, ...],
        /,
    ) -> Resolution | None:
        """Resolve a movement phase; ``None`` where Python must say."""
        ...

    def try_orders(
        self,
        tables: Tables,
        row: object,
        met: list[Order],
        all_orders: Mapping[str, Sequence[Order]],
        ranks: dict[str, int],
        reach: Reach,
        index: Callable[[Reach, Order], IndexedOrder],
        /,
    ) -> list[int] | None:
        """Tell which orders of a movement phase succeed and who is dislodged, as numbers."""
        ...

    def answer_lines(
        self,
        tables: Tables,
        row: object,
        text: str,
        at: int,
        number: int,
        known: object,
        states: dict[str, int],
        orders: dict[str, int],
        codes: dict[int, int],
        waiting: list[int | None],
        in_orders: bool,
        asked: tuple[Callable[..., object], ...],
        /,
    ) -> tuple[str, int, int, bool]:
        """Obey lines of the line protocol.

        Returns the answers, the byte of the first line that was not looked at or -1, its number, and whether orders are being read.
        """
        ...

    def known_lines(self) -> object:
        """A capsule in which ``answer_lines`` keeps what it found in the dictionaries."""
        ...

    def outcomes(
        self,
        tables: Tables,
        row: object,
        taken: object,
        met: list[Order],
        units: list[Unit | None],
        known: dict[int, Unit],
        words: tuple[object, ...],
        /,
    ) -> tuple[OrderOutcome, ...] | None:
        """Tell what became of each order that ``play`` took."""
        ...

    def legal(
        self,
        tables: Tables,
        row: object,
        known: list[Order],
        make: Callable[[int, int], Order],
        later: Callable[[bytes], Sequence[Order]],
        /,
    ) -> list[LegalHere] | None:
        """The legal orders, by province; as values that ``later`` makes of their numbers where there are very many."""
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
        self.none_taken = array("q", bytes(16 * self.provinces))
        """By province the number of its order; behind them, where the order stands in ``met``, plus one. Here all 0."""
        self.met: list[Order] = []
        """Orders that were handed to the core, and those that they are carried out as."""
        self.making: tuple[object, ...] | None = None
        """Values and functions that resolutions are made with; ``adjudicating.py`` fills it at the first phase."""
        numbers = len(tables.powers) * len(tables.board.pieces)
        self.units: list[Unit | None] = [None] * (numbers if numbers <= _MOST_UNITS else 0)
        """Units that stood somewhere, by their numbers."""
        rules = tables.variant.rules
        self.reads_orders = (
            not open_edges.limited
            and rules.no_orders in (NoOrders.HOLD, NoOrders.REPEAT)
            and rules.coast_in_support is CoastInSupport.EITHER
        )
        """True if orders can be handed to it, and are carried out, as they are written; else Python reads them."""
        self.blank[0] = kinds.index(PhaseKind.MOVEMENT) if PhaseKind.MOVEMENT in kinds else 0

    def legal(self, here: PositionTables) -> list[LegalHere] | None:
        """The legal orders of a movement phase, by province; ``None`` where Python must say."""
        row = self.blank[:]
        for place, number in zip(here.provinces, here.numbers, strict=True):
            row[HEAD + place] = number
        return self.module.legal(self.handle, row, self.known, self.order, self.later)

    def later(self, numbers: bytes) -> Sequence[Order]:
        """Orders that are made when they are looked at."""
        return OrdersInNumbers(self, numbers)

    def orders_met(self) -> list[Order]:
        """The orders that the core has met, to be met with others; an empty list after very many."""
        if len(self.met) > _MOST_MET:
            self.met = []  # What was read of phases before holds the old one.
        return self.met

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


def core_for(tables: VariantTables, open_edges: OpenEdges) -> Core | None:
    """The compiled core for a variant's phases in which *open_edges* are open; ``None`` where Python must say."""
    module = find_core().module
    if module is None:
        return None
    core: Core | None = open_edges.core
    if core is None and not why_not_claimed(tables):
        core = open_edges.core = Core(module, tables, open_edges)
    return core


FORMAT = 9
"""The format of tables, rows, orders and functions; a core that says another number is not used."""

_PARADOX = [ConvoyParadox.SZYKMAN, ConvoyParadox.RULES_1971, ConvoyParadox.RULES_1982, ConvoyParadox.RULES_2000, ConvoyParadox.ALL_HOLD]
_ADJACENT = [
    AdjacentConvoy.RULES_1971,
    AdjacentConvoy.RULES_1982,
    AdjacentConvoy.RULES_2000,
    AdjacentConvoy.RULES_2000_FALLBACK,
    AdjacentConvoy.RULES_2025,
    AdjacentConvoy.DPTG,
    AdjacentConvoy.CONVOY_FIRST,
    AdjacentConvoy.CONVOY_IF_OPPOSED,
]
_SITES = [BuildPolicy.HOME, BuildPolicy.ANY_OWNED, BuildPolicy.ANY_OWNED_WITH_HOME, BuildPolicy.ANY_HOME]
_DISTANCE = [RemovalDistance.HOME, RemovalDistance.COUNTRY, RemovalDistance.OWNED]
_ROLES = [PowerRole.PLAYING, PowerRole.DUMMY, PowerRole.NEUTRAL]
_KINDS = [PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT]
_MOST = 10**9
_MOST_MET = 16_384
_MOST_UNITS = 1 << 16


def why_not_claimed(tables: VariantTables) -> str:
    """Return the features of the variant that the core lacks; empty where it has all."""
    variant, rules = tables.variant, tables.variant.rules
    if rules.implicit_orders is ImplicitOrders.ALLOWED:
        return "4.E.3=a"
    if rules.convoy_path is ConvoyPath.REQUIRED:
        return "4.A.6=c"
    if variant.builds is BuildPolicy.CORES:
        return "builds on cores"
    years = [variant.calendar.year_step, *(step.later for step in variant.calendar.steps), variant.year_limit or 0, variant.victory]
    numbers = [*years, variant.years_without_capture or 0, *(power.victory or 0 for power in variant.powers.values())]
    if variant.years_without_capture is not None and variant.years_without_capture <= 0:
        return "no year without a capture"
    if any(abs(number) > _MOST for number in numbers) or any(number < 0 for number in numbers[len(years) :]):
        return "numbers without bounds"
    board = tables.board
    sizes = {1024: len(tables.powers), 1 << 14: len(board.pieces), 16: len(board.board.kinds), 4096: len(board.codes)}
    if (
        not all(1 <= size <= most for most, size in sizes.items())
        or board.carriers.bit_count() > 4096
        or not 1 <= len(tables.turns) <= 1024
    ):
        return "the size of its board"
    if any(edge.half_strength not in (0, 1, 2) for _, _, edge in board.edges):
        return "strengths of edges"
    return ""


class _Numbers:
    """A list of numbers in parts, each after its length."""

    def __init__(self) -> None:
        self.found = array("i")

    def part(self, numbers: Iterable[int]) -> None:
        """Add a part."""
        added = array("i", numbers)
        self.found.append(len(added))
        self.found.extend(added)

    def lists(self, of: Iterable[Sequence[int]]) -> None:
        """Add where each list starts, and the lists."""
        starts, all_of_them = array("i", [0]), array("i")
        for each in of:
            all_of_them.extend(each)
            starts.append(len(all_of_them))
        self.part(starts)
        self.part(all_of_them)


def numbers_of(tables: VariantTables, open_edges: OpenEdges) -> array[int]:
    """A variant under some open edges, as the core reads it; see ``read_all`` in ``native/tables.c`` for the parts."""
    board, variant = tables.board, tables.variant
    provinces, kinds = board.board.provinces, list(board.board.kinds)
    reaches = list({id(reach): reach for reach in open_edges.reaches}.values())
    numbers = _Numbers()
    numbers.part([FORMAT, len(board.codes), len(board.pieces), len(tables.powers), len(kinds), len(tables.turns), len(reaches)])
    numbers.part(_rules_of(tables))
    numbers.part(board.province_of)
    numbers.part(kinds.index(kind) for kind in board.kind_of)
    numbers.part(map(int, board.carries))
    numbers.part(board.location_rank)
    numbers.part(
        kind.convoys + 2 * kind.convoyed + 4 * kind.captures + 8 * (Terrain.SEA in kind.terrains) for kind in board.board.kinds.values()
    )
    numbers.lists(board.spots_in[kind, province] for kind in kinds for province in range(len(board.codes)))
    numbers.part(place.centre + 2 * place.build_site for place in provinces.values())
    for power_of in ([place.home for place in provinces.values()], [place.territory for place in provinces.values()]):
        numbers.part(-1 if power is None else tables.power_rank.get(power, -2) for power in power_of)
    by_name = sorted(range(len(board.codes)), key=lambda province: (provinces[board.codes[province]].name, board.codes[province]))
    ranks = [0] * len(by_name)
    for rank, province in enumerate(by_name):
        ranks[province] = rank
    numbers.part(ranks)
    numbers.lists(board.neighbours)
    backwards: list[list[int]] = [[] for _ in board.pieces]
    for origin, target, _ in board.edges:
        backwards[target].append(origin)
    numbers.lists(backwards)
    numbers.part(_ROLES.index(variant.powers[power].role) for power in tables.powers)
    numbers.part(variant.powers[power].victory or 0 for power in tables.powers)
    numbers.part(next(at for at, reach in enumerate(reaches) if reach is each) for each in open_edges.reaches)
    numbers.part(tables.sites)
    numbers.part(number for step in tables.turns for number in (0, _KINDS.index(step.kind), int(step.captures), step.later))
    places = [str(piece.location) for piece in board.pieces]
    for reach in reaches:
        steps = [sorted(moves, key=places.__getitem__) for moves in reach.moves]
        numbers.lists(steps)
        numbers.part(reach.moves[spot][target] for spot, targets in enumerate(steps) for target in targets)
        numbers.lists([sorted(into) for into in reach.supports])
    return numbers.found


def _rules_of(tables: VariantTables) -> list[int]:
    """The open rules as the fields of ``Rules`` follow one another in ``native/rules.h``."""
    variant, rules = tables.variant, tables.variant.rules
    return [
        rules.convoy_routes is ConvoyRoutes.ANY,
        _PARADOX.index(rules.convoy_paradox),
        _ADJACENT.index(rules.adjacent_convoy),
        rules.attack_origin is AttackOrigin.BRANNAN,
        rules.retreat_to_convoy is RetreatToConvoy.ALLOWED,
        rules.dislodged_effect is DislodgedEffect.NEVER,
        rules.coast_in_support is CoastInSupport.NEVER_MATCHED,
        [TooManyBuilds.NONE, TooManyBuilds.FIRST, TooManyBuilds.LAST].index(rules.too_many_builds),
        rules.build_decline is BuildDecline.FORBIDDEN,
        _DISTANCE.index(rules.removal_distance),
        [TooManyRemovals.DISORDER, TooManyRemovals.FIRST, TooManyRemovals.LAST].index(rules.too_many_removals),
        _SITES.index(variant.builds),
        variant.victory,
        variant.calendar.year_step,
        variant.year_limit or 0,
        variant.year_limit is not None,
        variant.years_without_capture or 0,
    ]
