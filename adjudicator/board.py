"""The board as the rules see it: provinces, kinds of unit, and the edges they may cross."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from adjudicator.caching import HasCache, field_values, rebuilt
from adjudicator.errors import DiplomacyError
from adjudicator.unit import Location

_NO_NAMES: Mapping[str, str] = MappingProxyType({})
_NO_ALIASES: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class BoardError(DiplomacyError, ValueError):
    """A board that cannot be: carries everything that is wrong with it, each with the province, kind or edge it is about."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Terrain(StrEnum):
    """Terrain of a province."""

    INLAND = "inland"
    COASTAL = "coastal"
    SEA = "sea"
    IMPASSABLE = "impassable"


@dataclass(frozen=True, slots=True)
class Province:
    """A named space of the board."""

    code: str
    """``STP``; the key everywhere."""

    name: str
    """``St Petersburg``."""

    terrain: Terrain

    coasts: tuple[str, ...] = ()
    """Named coasts, such as ``("NC", "SC")``; empty where there is one coast or none."""

    centre: bool = False
    """True if it is a supply centre."""

    home: str | None = None
    """The power whose home centre it is."""

    territory: str | None = None
    """In whose colour it is drawn before anyone moves in; the rules know nothing of it."""

    aliases: tuple[str, ...] = ()
    """Other codes that people write: ``NRG``."""

    names: tuple[str, ...] = ()
    """Other long names that people write."""

    convoyable: bool = False
    """True if a fleet can convoy from here although it is not open sea (islands, ports, canals)."""

    build_site: bool = False
    """True if units are built here although it is no home centre."""


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A kind of unit, as data.

    >>> sorted(terrain.value for terrain in FLEET.terrains), FLEET.convoys
    (['coastal', 'sea'], True)
    """

    letter: str
    """``A``, ``F``, ``W``."""

    name: str
    """``army``."""

    terrains: frozenset[Terrain]
    """Terrains on which it can stand."""

    convoys: bool = False
    """True if it can carry others, standing at sea or where the province is convoyable."""

    convoyed: bool = False
    """True if it can be carried."""

    captures: bool = True
    """True if it takes the supply centre it stands on."""


ARMY = UnitKind("A", "army", frozenset({Terrain.INLAND, Terrain.COASTAL}), convoyed=True)
FLEET = UnitKind("F", "fleet", frozenset({Terrain.COASTAL, Terrain.SEA}), convoys=True)


@dataclass(frozen=True, slots=True)
class Edge:
    """A step that units of some kinds may take, in one direction."""

    origin: Location
    target: Location
    kinds: frozenset[str]
    """Letters of the unit kinds that may take it."""

    half_strength: int = 2
    """Strength of a unit that moves across it, in halves: 2 is full strength, 1 a strait of half strength, 0 a river."""

    supports: bool = True
    """True if support may be given across it."""

    seasons: frozenset[str] | None = None
    """Letters of the seasons in which it is open; ``None`` is all."""

    years: tuple[int | None, int | None] = (None, None)
    """First and last year in which it is open."""

    powers: frozenset[str] | None = None
    """Powers it is open to; ``None`` is all."""


@dataclass(frozen=True, slots=True)
class Board(HasCache):
    """Provinces, kinds and edges. Built once; everything derived from it is made once too."""

    provinces: Mapping[str, Province]
    kinds: Mapping[str, UnitKind]
    edges: tuple[Edge, ...]

    coast_names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)
    """Coast to its long name: ``{"NC": "north coast"}``."""

    coast_aliases: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NO_ALIASES)
    """Coast to the other words that people write for it: ``{"NC": ("ncs", "n", "north")}``."""

    ambiguous_aliases: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NO_ALIASES)
    """Codes that mean one province to some people and another to others: ``{"LIV": ("LVN", "LVP")}``."""

    @classmethod
    def of(
        cls,
        provinces: tuple[Province, ...],
        kinds: tuple[UnitKind, ...],
        edges: tuple[Edge, ...],
        *,
        coast_names: Mapping[str, str] = _NO_NAMES,
        coast_aliases: Mapping[str, tuple[str, ...]] = _NO_ALIASES,
        ambiguous_aliases: Mapping[str, tuple[str, ...]] = _NO_ALIASES,
    ) -> Board:
        """A board of these parts, keyed and frozen.

        Raises:
            BoardError: codes or letters stand twice, or edges name places or kinds that are not there; all that is wrong at once.

        >>> board = Board.of(
        ...     provinces=(Province("ISL", "Isle", Terrain.COASTAL, centre=True), Province("SND", "Sound", Terrain.SEA)),
        ...     kinds=(ARMY, FLEET),
        ...     edges=(Edge(Location("ISL"), Location("SND"), frozenset("F")), Edge(Location("SND"), Location("ISL"), frozenset("F"))),
        ... )
        >>> board.centres
        ('ISL',)
        """
        by_code = {each.code: each for each in provinces}
        by_letter = {each.letter: each for each in kinds}
        faults = [f"province {code} stands twice" for code in _repeated([each.code for each in provinces])]
        faults += [f"unit kind {letter} stands twice" for letter in _repeated([each.letter for each in kinds])]
        for edge in edges:
            for end in (edge.origin, edge.target):
                place = by_code.get(end.province)
                if place is None or (end.coast is not None and end.coast not in place.coasts):
                    faults.append(f"edge {edge.origin} - {edge.target}: no such place {end}")
            faults += [f"edge {edge.origin} - {edge.target}: no such unit kind {kind}" for kind in sorted(edge.kinds - by_letter.keys())]
        if faults:
            raise BoardError(tuple(dict.fromkeys(faults)))
        return cls(
            MappingProxyType(by_code),
            MappingProxyType(by_letter),
            edges,
            MappingProxyType(dict(coast_names)),
            MappingProxyType(dict(coast_aliases)),
            MappingProxyType(dict(ambiguous_aliases)),
        )

    def __hash__(self) -> int:
        return hash((tuple(self.provinces), tuple(self.kinds), len(self.edges)))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return rebuilt, (Board, field_values(self))

    @property
    def centres(self) -> tuple[str, ...]:
        """Codes of all supply centres, in the board's sequence."""
        return tuple(code for code, province in self.provinces.items() if province.centre)


def _repeated(names: list[str]) -> list[str]:
    """The names that stand more than once, each once."""
    if len(set(names)) == len(names):
        return []
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]
