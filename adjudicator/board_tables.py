"""Numbers of a board, computed once, and the reach of units over its open edges.

Inside the rules a province is its place in the board's list, and a *spot* is a kind of unit at a location where that
kind can stand (``A PAR``, ``F STP/NC``), numbered in the order of its text. Words stand at the edge of the package.

Most boards have one ``Reach``, since their edges are always open to everybody. Seasons, years and conditions give a
moment its own; edges that are reserved for some powers give each power its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.board import Board, Edge, Terrain
from adjudicator.caching import MadeOnce, remember
from adjudicator.unit import Location, Piece, Unit


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


FULL_STRENGTH = 2
"""Strength of a unit that nothing weakens, in halves."""


class Reach(MadeOnce):
    """The open edges, by spot."""

    __slots__ = (
        "aboard",
        "ashore",
        "inward",
        "loops",
        "moves",
        "narrows",
        "onward",
        "ports",
        "provinces",
        "services",
        "supports",
        "tables",
    )

    def __init__(self, tables: BoardTables, edges: Iterable[tuple[int, int, Edge]]) -> None:
        super().__init__()
        spots, provinces = len(tables.pieces), len(tables.codes)
        self.tables = tables
        self.services: dict[tuple[int, int], Mapping[int, int] | None] = {}
        """Convoy service of each fleet on a route: see ``convoy_routes.services``."""
        self.loops: dict[int, int] = {}
        """Fleets to the number of loops that the ways between them close."""
        self.narrows: dict[int, int] = {}
        """Fleets to those without which some others cannot hand on to one another."""
        self.moves: list[dict[int, int]] = [{} for _ in range(spots)]
        """Spot to the spots it can step to, each with the mover's strength in halves."""
        self.provinces: list[dict[int, tuple[int, ...]]] = [{} for _ in range(spots)]
        """Spot to the provinces it can step to, each with the spots there."""
        self.supports: list[set[int]] = [set() for _ in range(spots)]
        """Spot to the provinces into which it can give support."""
        self.onward = [0] * spots
        """Carrier's spot to the bit set of carriers' spots next in a chain."""
        self.inward = [0] * spots
        """Carrier's spot to the bit set of carriers' spots that can hand on to it."""
        self.aboard = [0] * provinces
        """Province to the bit set of carriers' spots that can take a passenger there."""
        self.ashore = [0] * provinces
        """Province to the bit set of carriers' spots that can land a passenger there."""
        self.ports = [0] * spots
        """Carrier's spot to the bit set of provinces where it can land some passenger."""
        shores = {province for (kind, province), found in tables.spots_in.items() if found and kind in tables.passengers}
        for origin, target, edge in edges:
            self.moves[origin][target] = edge.half_strength
            source, province = tables.province_of[origin], tables.province_of[target]
            if edge.supports:
                self.supports[origin].add(province)
            origin_carries, target_carries = tables.carriers >> origin & 1, tables.carriers >> target & 1
            if origin_carries:
                self.ashore[province] |= 1 << origin
                if province in shores:
                    self.ports[origin] |= 1 << province
                if target_carries:
                    self.onward[origin] |= 1 << target
                    self.inward[target] |= 1 << origin
            if target_carries:
                self.aboard[source] |= 1 << target
        for spot, targets in enumerate(self.moves):
            by_province: dict[int, list[int]] = {}
            for target in targets:
                by_province.setdefault(tables.province_of[target], []).append(target)
            for province, found in by_province.items():
                listed = tables.spots_in[tables.kind_of[spot], province]
                self.provinces[spot][province] = tuple(each for each in listed if each in found)


def bits(mask: int) -> Iterator[int]:
    """The numbers in the bit set *mask*, from the lowest.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def reachable(links: Sequence[int], starts: int, allowed: int) -> int:
    """*starts*, and those of *allowed* to which *links* lead from them, over others of *allowed*.

    >>> links = [0b0010, 0b0101, 0b1010, 0b0100]
    >>> bin(reachable(links, starts=0b0001, allowed=0b0110))
    '0b111'
    """
    seen = fresh = starts
    while fresh:
        found = 0
        while fresh:
            low = fresh & -fresh
            found |= links[low.bit_length() - 1]
            fresh ^= low
        fresh = found & allowed & ~seen
        seen |= fresh
    return seen
