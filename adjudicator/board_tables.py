"""The numbers of a board: what never changes about it, computed once.

Inside the rules a province is its place in the board's list, and a *spot* is a kind of unit at a location where that
kind can stand (``A PAR``, ``F STP/NC``), numbered in the order of its text. Words stand at the edge of the package.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import Board, Edge, Terrain
from adjudicator.caching import MadeOnce, remember
from adjudicator.location import Location
from adjudicator.unit import Piece, Unit


class BoardTables(MadeOnce):
    """Provinces and spots of a board as numbers."""

    __slots__ = (
        "board",
        "carriers",
        "carries",
        "codes",
        "edges",
        "kind_of",
        "location_rank",
        "neighbours",
        "passengers",
        "pieces",
        "province_index",
        "province_of",
        "spot_index",
        "spot_of_text",
        "spots_in",
        "standing",
    )

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.codes = tuple(board.provinces)
        self.province_index = {code: index for index, code in enumerate(self.codes)}

        spots = sorted(_spots(board), key=str)
        self.pieces: Sequence[Piece] = spots
        """Spot to the piece it stands for."""
        self.spot_index = {(spot.kind, spot.location.province, spot.location.coast): index for index, spot in enumerate(spots)}
        self.spot_of_text = {str(spot): index for index, spot in enumerate(spots)}
        self.province_of = [self.province_index[spot.location.province] for spot in spots]
        self.kind_of = [spot.kind for spot in spots]
        by_location = sorted(range(len(spots)), key=lambda spot: (str(spots[spot].location), spots[spot].kind))
        self.location_rank = [0] * len(spots)
        """Spot to its place when spots are sorted by location."""
        for rank, spot in enumerate(by_location):
            self.location_rank[spot] = rank
        self.spots_in: dict[tuple[str, int], tuple[int, ...]] = {}
        """Kind and province to the spots there, in the sequence in which the board lists the coasts."""
        for kind in board.kinds:
            for index, code in enumerate(self.codes):
                found = [self.spot_index.get((kind, code, coast)) for coast in (None, *board.provinces[code].coasts)]
                self.spots_in[kind, index] = tuple(spot for spot in found if spot is not None)

        self.standing: dict[str, int] = {}
        """Bit set of the provinces where a kind can stand, once computed."""
        carriers = 0
        for spot, piece in enumerate(spots):
            province = board.provinces[piece.location.province]
            if board.kinds[piece.kind].convoys and (province.terrain is Terrain.SEA or province.convoyable):
                carriers |= 1 << spot
        self.carriers = carriers
        """Bit set of the spots from which a unit can convoy."""
        self.carries = [bool(carriers >> spot & 1) for spot in range(len(spots))]
        """The same, spot by spot."""
        self.passengers = frozenset(letter for letter, kind in board.kinds.items() if kind.convoyed)

        self.edges: list[tuple[int, int, Edge]] = []
        """Origin spot, target spot, edge."""
        neighbours: list[set[int]] = [set() for _ in self.codes]
        for edge in board.edges:
            origin, target = self.province_index[edge.origin.province], self.province_index[edge.target.province]
            neighbours[origin].add(target)
            neighbours[target].add(origin)
            for kind in edge.kinds:
                ends = (
                    self.spot_index.get((kind, edge.origin.province, edge.origin.coast)),
                    self.spot_index.get((kind, edge.target.province, edge.target.coast)),
                )
                if ends[0] is not None and ends[1] is not None:
                    self.edges.append((ends[0], ends[1], edge))
        self.neighbours = [tuple(sorted(each)) for each in neighbours]
        """Province to the provinces it shares an edge with, of any kind and direction."""

    def spot_at(self, kind: str, location: Location) -> int | None:
        """The spot of a unit of *kind* at *location*, if it can stand there."""
        return self.spot_index.get((kind, location.province, location.coast))

    def distances_from(self, provinces: Sequence[int]) -> list[int]:
        """Steps from each province to the nearest of *provinces*, over provinces of any kind; -1 where there is no way."""
        return spread(self.neighbours, provinces)


def spread(neighbours: Sequence[Sequence[int]], starts: Sequence[int]) -> list[int]:
    """Steps from the nearest of *starts* to each node; -1 where there is no way."""
    distance = [-1] * len(neighbours)
    frontier = list(dict.fromkeys(starts))
    for start in frontier:
        distance[start] = 0
    for node in frontier:
        for other in neighbours[node]:
            if distance[other] < 0:
                distance[other] = distance[node] + 1
                frontier.append(other)
    return distance


def _spots(board: Board) -> set[Piece]:
    """Every kind at every location where it can stand: where its terrain allows, or where an edge of its kind ends."""
    found: set[Piece] = set()
    on_coast: set[tuple[str, str]] = set()
    for edge in board.edges:
        for kind in edge.kinds:
            for end in (edge.origin, edge.target):
                if board.provinces[end.province].terrain is not Terrain.IMPASSABLE and kind in board.kinds:
                    found.add(Piece(kind, end))
                    if end.coast is not None:
                        on_coast.add((kind, end.province))
    for letter, kind_of_unit in board.kinds.items():
        for code, province in board.provinces.items():
            if province.terrain in kind_of_unit.terrains and (letter, code) not in on_coast:
                found.add(Piece(letter, Location(code)))
    return found


def board_tables(board: Board) -> BoardTables:
    """The numbers of *board*, made when they are first asked for."""
    try:
        tables: BoardTables = board.cached
    except AttributeError:
        tables = BoardTables(board)
        remember(board, tables)
    return tables


class UnitsByNumber(dict[int, Unit]):
    """Unit number to the one ``Unit`` value for it; a unit's number is its power's rank times the number of spots, plus its spot."""

    def __init__(self, tables: BoardTables, powers: Sequence[str]) -> None:
        super().__init__()
        self._pieces = tables.pieces
        self._powers = powers

    def __missing__(self, number: int) -> Unit:
        power, spot = divmod(number, len(self._pieces))
        unit = Unit(self._powers[power], self._pieces[spot])
        self[number] = unit
        return unit
