"""What a variant fixes at a moment: its tables, and for each power the edges that are open to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.board import Edge
from adjudicator.compiled import remember
from adjudicator.location import Location
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.reach import Reach
from adjudicator.tables import BoardTables, UnitBook, board_tables
from adjudicator.unit import Unit
from adjudicator.variant import Calendar, Variant


class Ground:
    """The edges that are open at a moment, for each power."""

    __slots__ = ("limited", "reaches", "shared", "tables")

    def __init__(self, tables: BoardTables, powers: Sequence[str], edges: Sequence[tuple[int, int, Edge]]) -> None:
        self.tables = tables
        self.limited = any(edge.powers is not None for _, _, edge in edges)
        """Whether some edges are open to some powers only."""
        self.shared = Reach(tables, (each for each in edges if each[2].powers is None))
        """What is open to everybody."""
        self.reaches: Sequence[Reach]
        """For each power, by its rank."""
        if self.limited:
            self.reaches = [
                Reach(tables, (each for each in edges if each[2].powers is None or power in each[2].powers)) for power in powers
            ]
        else:
            self.reaches = [self.shared] * len(powers)


class Turn(NamedTuple):
    """A step of the calendar's round."""

    season: str
    kind: PhaseKind
    captures: bool
    """Whether centres change hands when it is over."""
    later: int
    """Years from the step before, within the round."""


def captures_after(calendar: Calendar, index: int) -> bool:
    """Whether centres change hands when this step is over; a movement that is followed by its retreats leaves it to them."""
    steps = calendar.steps
    step, before, after = steps[index], steps[index - 1], steps[(index + 1) % len(steps)]
    if step.kind is PhaseKind.RETREAT:
        return step.captures or (before.captures and before.kind is PhaseKind.MOVEMENT and before.season == step.season)
    return step.captures and not (after.kind is PhaseKind.RETREAT and after.season == step.season)


class VariantTables:
    """The numbers of a variant: the board's, its powers' ranks, its calendar's places, the grounds of its seasons."""

    __slots__ = (
        "_grounds",
        "_phases",
        "_seasonal",
        "board",
        "centre_codes",
        "centres",
        "power_rank",
        "powers",
        "sites",
        "step_of",
        "texts",
        "turns",
        "units",
        "variant",
    )

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board = board_tables(variant.board)
        self.powers = tuple(sorted(variant.powers))
        """By rank: the alphabetical sequence of their ids."""
        self.power_rank = {power: rank for rank, power in enumerate(self.powers)}
        self.units = UnitBook(self.board, self.powers)
        self.step_of = {(step.season, step.kind): index for index, step in enumerate(variant.calendar.steps)}
        self.turns = tuple(
            Turn(step.season, step.kind, captures_after(variant.calendar, index), step.later)
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
        self.texts: object = None
        """The canonical texts of pieces and places, once somebody read one."""
        self._grounds: dict[object, Ground] = {}
        self._phases: dict[tuple[str, int, PhaseKind], Phase] = {}

    def phase(self, season: str, year: int, kind: PhaseKind) -> Phase:
        """The one ``Phase`` value for a moment."""
        key = (season, year, kind)
        phase = self._phases.get(key)
        if phase is None:
            phase = self._phases[key] = Phase(season, year, kind)
        return phase

    def ground(self, position: Position) -> Ground:
        """The edges that are open in the phase of *position*, under its conditions."""
        conditions = position.conditions
        if not self._seasonal and not conditions:
            ground = self._grounds.get(None)
            if ground is None:
                ground = self._grounds[None] = Ground(self.board, self.powers, self.board.edges)
            return ground
        changes = frozenset(word for word in conditions if word.startswith(("open ", "closed ")))
        key = (position.phase.season, position.phase.year, changes)
        ground = self._grounds.get(key)
        if ground is None:
            edges = [each for each in self.board.edges if is_open(each[2], position.phase, changes)]
            if len(self._grounds) > 64:
                self._grounds.clear()
            ground = self._grounds[key] = Ground(self.board, self.powers, edges)
        return ground


def is_open(edge: Edge, phase: Phase, conditions: frozenset[str]) -> bool:
    """Whether *edge* can be crossed in *phase*.

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
    """How conditions name an edge: ``PAR - BUR``."""
    return f"{origin} - {target}"


def variant_tables(variant: Variant) -> VariantTables:
    """The numbers of *variant*, made when they are first asked for."""
    known = getattr(variant, "compiled", None)
    if isinstance(known, VariantTables):
        return known
    tables = VariantTables(variant)
    remember(variant, tables)
    return tables


class Placing:
    """Who stands where in a position, as numbers. Units have the places they have in ``Position.units``."""

    __slots__ = ("_sequence", "at", "books", "carriers", "ferries", "ground", "numbers", "powers", "provinces", "spots", "tables")

    def __init__(self, tables: VariantTables, ground: Ground, numbers: Sequence[int]) -> None:
        board = tables.board
        width, province_of = len(board.pieces), board.province_of
        self.tables = tables
        self.ground = ground
        self.books: object = None
        """What the powers own and may build, once somebody asked for it."""
        self.ferries: object = None
        """Who can be carried where, once somebody asked for it."""
        self.numbers = list(numbers)
        """Unit to its number in the unit book."""
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


def placing(tables: VariantTables, position: Position) -> Placing:
    """Who stands where in *position*, worked out once for each position.

    Raises:
        ValueError: a unit stands where it cannot, belongs to a power that is not there, or shares its province.
    """
    known = getattr(position, "compiled", None)
    if isinstance(known, Placing) and known.tables is tables:
        return known
    if isinstance(known, tuple) and known[0] is tables:
        numbers: Sequence[int] = known[1]
    else:
        numbers = [unit_number(tables, unit) for unit in position.units]
    made = Placing(tables, tables.ground(position), numbers)
    remember(position, made)
    return made


def remember_numbers(tables: VariantTables, position: Position, numbers: Sequence[int]) -> None:
    """Leave the *numbers* of its units with a position that was just made of them."""
    remember(position, (tables, numbers))


def unit_number(tables: VariantTables, unit: Unit) -> int:
    """The number of *unit* in the unit book.

    Raises:
        ValueError: it cannot stand there, or its power is not there.
    """
    location = unit.piece.location
    try:
        spot = tables.board.spot_index[unit.piece.kind, location.province, location.coast]
        return tables.power_rank[unit.power] * len(tables.board.pieces) + spot
    except KeyError:
        raise ValueError(f"{unit} cannot stand on the board of {tables.variant.id}") from None
