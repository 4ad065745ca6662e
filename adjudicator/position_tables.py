"""Units of a position by province, as numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudicator.caching import MadeOnce, new_tuple, remember
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant_tables import OpenEdges, VariantTables


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


class _Numbered(NamedTuple):
    """The numbers of the units of a position, left with it until its tables are asked for."""

    tables: VariantTables
    numbers: Sequence[int]
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
    if type(known) is _Numbered and known.tables is tables:
        numbers, row = known.numbers, known.row
    else:
        numbers, row = [unit_number(tables, unit) for unit in position.units], None
    made = PositionTables(tables, tables.open_edges(position), numbers)
    made.row = row
    remember(position, made)
    return made


def row_of(tables: VariantTables, position: Position) -> array[int] | None:
    """The row of *position* for the compiled core, if it is known already."""
    known = getattr(position, "cached", None)
    return known.row if (type(known) is _Numbered or type(known) is PositionTables) and known.tables is tables else None


def remember_numbers(tables: VariantTables, position: Position, numbers: Sequence[int]) -> None:
    """Leave the *numbers* of its units with a position that was just made of them."""
    remember(position, numbered(tables, numbers, None))


def numbered(tables: VariantTables, numbers: Sequence[int], row: array[int] | None) -> object:
    """The hidden value of a position that was just made of these *numbers*, and of the *row* if it is known."""
    return new_tuple(_Numbered, (tables, numbers, row))


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
