"""What a variant fixes at a moment: its tables, and for each power the edges that are open to it."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import Edge
from adjudicator.compiled import remember
from adjudicator.location import Location
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.reach import Reach
from adjudicator.tables import BoardTables, UnitBook, board_tables
from adjudicator.variant import Variant


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


class VariantTables:
    """The numbers of a variant: the board's, its powers' ranks, its calendar's places, the grounds of its seasons."""

    __slots__ = ("_grounds", "_seasonal", "board", "centre_index", "power_rank", "powers", "step_of", "units", "variant")

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board = board_tables(variant.board)
        self.powers = tuple(sorted(variant.powers))
        """By rank: the alphabetical sequence of their ids."""
        self.power_rank = {power: rank for rank, power in enumerate(self.powers)}
        self.units = UnitBook(self.board, self.powers)
        self.step_of = {(step.season, step.kind): index for index, step in enumerate(variant.calendar.steps)}
        self.centre_index = {self.board.province_index[code]: code for code in variant.board.centres}
        """Province to the code of the supply centre there."""
        self._seasonal = any(edge.seasons is not None or edge.years != (None, None) for _, _, edge in self.board.edges)
        self._grounds: dict[object, Ground] = {}

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
    try:
        known = variant.compiled
    except AttributeError:
        pass
    else:
        if isinstance(known, VariantTables):
            return known
    tables = VariantTables(variant)
    remember(variant, tables)
    return tables


class Placing:
    """Who stands where in a position, as numbers. Units have the places they have in ``Position.units``."""

    __slots__ = ("at", "carriers", "ferries", "ground", "mask", "numbers", "powers", "provinces", "sequence", "spots", "tables")

    def __init__(self, tables: VariantTables, position: Position) -> None:
        board = tables.board
        self.tables = tables
        self.ground = tables.ground(position)
        self.ferries: object = None
        """Who can be carried where, once somebody asked for it."""
        spot_index, rank, width = board.spot_index, tables.power_rank, len(board.pieces)
        self.at = [-1] * len(board.codes)
        """Province to the unit there, -1 for none."""
        self.spots: list[int] = []
        self.powers: list[int] = []
        self.provinces: list[int] = []
        self.numbers: list[int] = []
        """Unit to its number in the unit book."""
        mask = 0
        for index, unit in enumerate(position.units):
            try:
                number: int = _known_number(unit, tables)
            except AttributeError:
                location = unit.piece.location
                try:
                    number = rank[unit.power] * width + spot_index[unit.piece.kind, location.province, location.coast]
                except KeyError:
                    raise ValueError(f"{unit} cannot stand on the board of {tables.variant.id}") from None
                remember(unit, (tables, number))
            power, spot = divmod(number, width)
            province = board.province_of[spot]
            if self.at[province] >= 0:
                raise ValueError(f"two units stand in {board.codes[province]}")
            self.at[province] = index
            self.numbers.append(number)
            self.spots.append(spot)
            self.powers.append(power)
            self.provinces.append(province)
            mask |= 1 << spot
        self.mask = mask
        """Bit set of the spots that are taken."""
        self.carriers = mask & board.carriers
        """Bit set of the spots from which a unit could convoy."""
        locations = board.location_rank
        places = len(locations)
        keys = [power * places + locations[spot] for power, spot in zip(self.powers, self.spots, strict=True)]
        self.sequence = sorted(range(len(keys)), key=keys.__getitem__)
        """Units by power and location: the sequence of outcomes."""


def _known_number(unit: object, tables: VariantTables) -> int:
    """The number a unit remembers, if it was worked out for these tables."""
    known, number = unit.compiled  # type: ignore[attr-defined]
    if known is not tables:
        raise AttributeError
    return int(number)


def placing(tables: VariantTables, position: Position) -> Placing:
    """Who stands where in *position*, worked out once for each position.

    Raises:
        ValueError: a unit stands where it cannot, belongs to a power that is not there, or shares its province.
    """
    try:
        known = position.compiled
    except AttributeError:
        pass
    else:
        if isinstance(known, Placing) and known.tables is tables:
            return known
    made = Placing(tables, position)
    remember(position, made)
    return made
