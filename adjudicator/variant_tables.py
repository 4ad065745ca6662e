"""Tables of a variant at a moment, with the edges that are open to each power, and of the units of a position, all as numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudicator.board import Edge
from adjudicator.board_tables import BoardTables, Reach, UnitsByNumber, board_tables
from adjudicator.caching import MadeOnce, new_tuple, remember
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Location, Unit
from adjudicator.variant import Calendar, Variant


class OpenEdges:
    """The edges that are open at a moment, for each power."""

    __slots__ = ("core", "limited", "reaches", "shared", "tables")

    def __init__(self, tables: BoardTables, powers: Sequence[str], edges: Sequence[tuple[int, int, Edge]]) -> None:
        self.tables = tables
        self.core: Any = None
        """The compiled core for them, where it was asked for."""
        self.limited = any(edge.powers is not None for _, _, edge in edges)
        """True if some edges are open to some powers only."""
        self.shared = Reach(tables, ((origin, target, edge) for origin, target, edge in edges if edge.powers is None))
        """Edges that are open to all powers."""
        self.reaches: Sequence[Reach]
        """For each power, by its rank."""
        if self.limited:
            self.reaches = [
                Reach(tables, ((origin, target, edge) for origin, target, edge in edges if edge.powers is None or power in edge.powers))
                for power in powers
            ]
        else:
            self.reaches = [self.shared] * len(powers)


class RoundStep(NamedTuple):
    """A step of the calendar's round."""

    season: str
    kind: PhaseKind
    captures: bool
    """True if centres change hands when it is over."""
    later: int
    """Years from the step before, within the round."""


def captures_after(calendar: Calendar, index: int) -> bool:
    """Return True if centres change hands when this step is over; a movement that is followed by its retreats leaves it to them."""
    steps = calendar.steps
    step, before, after = steps[index], steps[index - 1], steps[(index + 1) % len(steps)]
    if step.kind is PhaseKind.RETREAT:
        return step.captures or (before.captures and before.kind is PhaseKind.MOVEMENT and before.season == step.season)
    return step.captures and not (after.kind is PhaseKind.RETREAT and after.season == step.season)


class VariantTables(MadeOnce):
    """The numbers of a variant: the board's, its powers' ranks, its calendar's places, the edges open in its seasons."""

    __slots__ = (
        "_open_edges",
        "_phases",
        "_seasonal",
        "board",
        "centre_codes",
        "centres",
        "power_rank",
        "powers",
        "sites",
        "step_of",
        "turns",
        "units",
        "variant",
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.variant = variant
        self.board = board_tables(variant.board)
        self.powers = tuple(sorted(variant.powers))
        """Powers by rank: the alphabetical sequence of their ids."""
        self.power_rank = {power: rank for rank, power in enumerate(self.powers)}
        self.units = UnitsByNumber(self.board, self.powers)
        self.step_of = {(step.season, step.kind): index for index, step in enumerate(variant.calendar.steps)}
        self.turns = tuple(
            RoundStep(step.season, step.kind, captures_after(variant.calendar, index), step.later)
            for index, step in enumerate(variant.calendar.steps)
        )
        """The calendar's round."""
        board = variant.board
        self.centre_codes = frozenset(board.centres)
        self.sites = [index for index, place in enumerate(board.provinces.values()) if place.centre or place.build_site]
        """Provinces where anything is ever built."""
        self.centres = [
            code if board.provinces[code].centre and board.kinds[kind].captures else None
            for kind, code in ((piece.kind, piece.location.province) for piece in self.board.pieces)
        ]
        """Spot to the supply centre that a unit there takes."""
        self._seasonal = any(edge.seasons is not None or edge.years != (None, None) for _, _, edge in self.board.edges)
        self._open_edges: dict[object, OpenEdges] = {}
        self._phases: dict[tuple[str, int, PhaseKind], Phase] = {}

    def phase(self, season: str, year: int, kind: PhaseKind) -> Phase:
        """The one ``Phase`` value for a moment."""
        key = (season, year, kind)
        phase = self._phases.get(key)
        if phase is None:
            phase = self._phases[key] = Phase(season, year, kind)
        return phase

    def open_edges(self, position: Position) -> OpenEdges:
        """The edges that are open in the phase of *position*, under its conditions."""
        conditions = position.conditions
        if not self._seasonal and not conditions:
            open_edges = self._open_edges.get(None)
            if open_edges is None:
                open_edges = self._open_edges[None] = OpenEdges(self.board, self.powers, self.board.edges)
            return open_edges
        changes = frozenset(word for word in conditions if word.startswith(("open ", "closed ")))
        key = (position.phase.season, position.phase.year, changes)
        open_edges = self._open_edges.get(key)
        if open_edges is None:
            edges = [(origin, target, edge) for origin, target, edge in self.board.edges if is_open(edge, position.phase, changes)]
            if len(self._open_edges) > 64:
                self._open_edges.clear()
            open_edges = self._open_edges[key] = OpenEdges(self.board, self.powers, edges)
        return open_edges


def is_open(edge: Edge, phase: Phase, conditions: frozenset[str]) -> bool:
    """Return True if *edge* can be crossed in *phase*.

    A condition ``closed PAR - BUR`` shuts an edge whatever its season, ``open PAR - BUR`` opens it; each in one direction.
    """
    name = edge_name(edge.origin, edge.target)
    if f"closed {name}" in conditions:
        return False
    if f"open {name}" in conditions:
        return True
    first, last = edge.years
    return (
        (edge.seasons is None or phase.season in edge.seasons)
        and (first is None or phase.year >= first)
        and (last is None or phase.year <= last)
    )


def edge_name(origin: Location, target: Location) -> str:
    """Return the name of an edge in conditions: ``PAR - BUR``."""
    return f"{origin} - {target}"


def variant_tables(variant: Variant) -> VariantTables:
    """The numbers of *variant*, made when they are first asked for."""
    try:
        tables: VariantTables = variant.cached
    except AttributeError:
        tables = VariantTables(variant)
        remember(variant, tables)
    return tables


class PositionTables(MadeOnce):
    """Units of a position by province, as numbers. Units have the places they have in ``Position.units``."""

    __slots__ = ("_sequence", "at", "carriers", "legal", "numbers", "open_edges", "powers", "provinces", "row", "spots", "tables")

    def __init__(self, tables: VariantTables, open_edges: OpenEdges, numbers: Sequence[int]) -> None:
        super().__init__()
        board = tables.board
        width, province_of = len(board.pieces), board.province_of
        self.tables = tables
        self.open_edges = open_edges
        self.row: array[int] | None = None
        """The position as the compiled core reads it, where it was asked for."""
        self.legal: Any = False
        """Legal orders that the compiled core lists, ``None`` where it lists none, ``False`` before the first question."""
        self.numbers = list(numbers)
        """Unit to its number: see ``UnitsByNumber``."""
        self.at = [-1] * len(board.codes)
        """Province to the unit there, -1 for none."""
        self.spots = [number % width for number in numbers]
        self.powers = [number // width for number in numbers]
        self.provinces = [province_of[spot] for spot in self.spots]
        at = self.at
        for unit, province in enumerate(self.provinces):
            if at[province] >= 0:
                raise ValueError(f"two units stand in {board.codes[province]}")
            at[province] = unit
        carries = board.carries
        carriers = 0
        for spot in self.spots:
            if carries[spot]:
                carriers |= 1 << spot
        self.carriers = carriers
        """Bit set of the taken spots from which a unit can convoy."""
        self._sequence: Sequence[int] | None = None

    @property
    def sequence(self) -> Sequence[int]:
        """Units by power and location: the sequence of outcomes."""
        if self._sequence is None:
            rank = self.tables.board.location_rank
            places = len(rank)
            keys = [power * places + rank[spot] for power, spot in zip(self.powers, self.spots, strict=True)]
            self._sequence = sorted(range(len(keys)), key=keys.__getitem__)
        return self._sequence


class Numbered(NamedTuple):
    """The numbers of the units of a position, left with it until its tables are asked for."""

    tables: VariantTables
    numbers: bytes
    """As an array of whole numbers of 4 bytes."""
    row: array[int] | None
    """See ``PositionTables.row``."""


def position_tables(tables: VariantTables, position: Position) -> PositionTables:
    """Return the tables of *position*, computed once for each position.

    Raises:
        ValueError: a unit stands where it cannot, belongs to a power that is not there, or shares its province.
    """
    known = getattr(position, "cached", None)
    if type(known) is PositionTables and known.tables is tables:
        return known
    if type(known) is Numbered and known.tables is tables:
        made = PositionTables(tables, tables.open_edges(position), array("i", known.numbers))
        made.row = known.row
    else:
        made = PositionTables(tables, tables.open_edges(position), unit_numbers(tables, position.units))
    remember(position, made)
    return made


def row_of(tables: VariantTables, position: Position) -> array[int] | None:
    """The row of *position* for the compiled core, if it is known already."""
    known = getattr(position, "cached", None)
    return known.row if (type(known) is Numbered or type(known) is PositionTables) and known.tables is tables else None


def remember_numbers(tables: VariantTables, position: Position, numbers: Sequence[int]) -> None:
    """Leave the *numbers* of its units with a position that was just made of them."""
    remember(position, numbered(tables, array("i", numbers).tobytes(), None))


def numbered(tables: VariantTables, numbers: bytes, row: array[int] | None) -> object:
    """The hidden value of a position that was just made of these *numbers* of 4 bytes, and of the *row* if it is known."""
    return new_tuple(Numbered, (tables, numbers, row))


def unit_numbers(tables: VariantTables, units: Sequence[Unit]) -> Sequence[int]:
    """The numbers of *units*; see ``unit_number``."""
    try:
        found = [number for known, number in [unit.cached for unit in units] if known is tables]
    except AttributeError:
        found = []
    return found if len(found) == len(units) else [unit_number(tables, unit) for unit in units]


def unit_number(tables: VariantTables, unit: Unit) -> int:
    """The number of *unit*: see ``UnitsByNumber``.

    Raises:
        ValueError: it cannot stand there, or its power is not there.
    """
    try:
        known, number = unit.cached
        if known is tables:
            return number  # type: ignore[no-any-return]
    except AttributeError:
        pass
    location = unit.piece.location
    try:
        spot = tables.board.spot_index[unit.piece.kind, location.province, location.coast]
        number = tables.power_rank[unit.power] * len(tables.board.pieces) + spot
    except KeyError:
        raise ValueError(f"{unit} cannot stand on the board of {tables.variant.id}") from None
    remember(unit, (tables, number))
    return number
