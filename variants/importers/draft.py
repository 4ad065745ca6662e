"""A variant while it is imported: everything by name, nothing checked yet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from adjudicator.board import ARMY, FLEET, Terrain, UnitKind
from adjudicator.location import Location
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import BuildPolicy
from variants.catalogue import shipped_ids
from variants.importers.carried_hooks import Closing
from variants.read_rules import STANDARD_SEASONS, STANDARD_STEPS

Step = tuple[Location, Location, str]
"""From, to, and the letter of a unit kind."""

MOST_PROVINCES = 600


@dataclass(frozen=True, slots=True)
class EdgeRule:
    """Rule of a special step."""

    half_strength: int = 2
    supports: bool = True
    seasons: frozenset[str] | None = None
    years: tuple[int | None, int | None] = (None, None)
    powers: frozenset[str] | None = None


PLAIN = EdgeRule()


@dataclass(slots=True)
class DraftProvince:
    """A province."""

    code: str
    name: str
    terrain: Terrain
    coasts: list[str] = field(default_factory=list)
    centre: bool = False
    aliases: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    territory: str = ""
    convoyable: bool = False
    build_site: bool = False


@dataclass(slots=True)
class DraftPower:
    """A power."""

    id: str
    name: str
    adjective: str = ""
    letter: str = ""
    role: str = "playing"
    home: list[str] = field(default_factory=list)
    owned: list[str] = field(default_factory=list)
    """Centres that it owns at the start, homes and others."""
    units: list[tuple[str, Location]] = field(default_factory=list)
    victory: int | None = None
    colour: str = ""
    """Colour of its units, ``#RRGGBB``, or empty."""
    land: str = ""
    """Colour of its land, where the source names it; else it is paler than its units."""


@dataclass(slots=True)
class DraftMap:
    """A drawing in our layers."""

    id: str
    name: str
    svg: bytes


@dataclass(slots=True)
class DraftUnits:
    """A set of unit symbols."""

    id: str
    name: str
    content: bytes | None
    """The file of a set that comes with the variant; ``None`` for one that it only names."""


@dataclass(slots=True)
class VariantDraft:
    """A variant."""

    id: str
    name: str
    source: str
    """Source of the import, for the report."""
    description: str = ""
    version: str = "1"
    provinces: dict[str, DraftProvince] = field(default_factory=dict)
    steps: dict[Step, EdgeRule] = field(default_factory=dict)
    kinds: list[UnitKind] = field(default_factory=lambda: [ARMY, FLEET])
    powers: dict[str, DraftPower] = field(default_factory=dict)
    start: Phase = field(default_factory=lambda: Phase("S", 1901, PhaseKind.MOVEMENT))
    seasons: dict[str, str] = field(default_factory=lambda: dict(STANDARD_SEASONS))
    calendar: list[str] = field(default_factory=lambda: list(STANDARD_STEPS))
    year_step: int = 1
    builds: BuildPolicy = BuildPolicy.HOME
    victory: int | None = None
    year_limit: int | None = None
    years_without_capture: int | None = None
    maps: list[DraftMap] = field(default_factory=list)
    unit_sets: list[DraftUnits] = field(default_factory=list)
    """Symbols of units; a game is shown with the first."""
    hooks: dict[str, str] = field(default_factory=dict)
    """Rule changes that go with the variant: name to text."""
    closings: dict[Closing, list[Step]] = field(default_factory=dict)
    """Steps that are closed at times which a passage cannot tell; a hook sees to them."""
    anywhere: set[str] = field(default_factory=set)
    """Powers that build at every centre they own."""
    notes: list[str] = field(default_factory=list)
    """For SOURCE.md: where it comes from."""

    def kind(self, letter: str) -> UnitKind:
        """The kind of unit with this letter."""
        return next(kind for kind in self.kinds if kind.letter == letter)

    def neighbours(self) -> dict[str, set[str]]:
        """Every province to those that a step leads to or comes from."""
        found: dict[str, set[str]] = {code: set() for code in self.provinces}
        for origin, target, _ in self.steps:
            found.setdefault(origin.province, set()).add(target.province)
            found.setdefault(target.province, set()).add(origin.province)
        return found

    def can_stand(self, letter: str, place: Location) -> bool:
        """Return True if a unit of this kind can ever stand in *place*, coast by coast."""
        province = self.provinces.get(place.province)
        if province is None or province.terrain not in self.kind(letter).terrains:
            return False
        if place.coast is not None:
            return place.coast in province.coasts and Terrain.INLAND not in self.kind(letter).terrains
        return not province.coasts or Terrain.INLAND in self.kind(letter).terrains


def slug(text: str, fallback: str = "variant") -> str:
    """A variant's id from its name: ``Hundred3 v1 [H31]`` gives ``hundred3-v1-h31``.

    >>> slug("Hundred3 v1 [H31]")
    'hundred3-v1-h31'
    """
    cleaned = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-")
    return cleaned or fallback


def free_id(wanted: str, taken: Iterable[str] = ()) -> str:
    """*wanted*, or with a number where a shipped variant or another one has it: an import never takes the place of ours.

    >>> free_id("standard"), free_id("my-isle")
    ('standard-2', 'my-isle')
    """
    used = {*shipped_ids(), *taken}
    if wanted not in used:
        return wanted
    return next(name for number in range(2, 10_000) if (name := f"{wanted[:54]}-{number}") not in used)


def power_id(text: str) -> str:
    """A power's id from its name.

    >>> power_id("Austria-Hungary"), power_id("3rd Reich")
    ('AUSTRIA_HUNGARY', 'P_3RD_REICH')
    """
    cleaned = re.sub(r"[^A-Z0-9]+", "_", text.upper()).strip("_")[:40]
    return cleaned if cleaned[:1].isalpha() else f"P_{cleaned}"[:40]


def province_code(text: str) -> str:
    """A province's code from a short name: capitals and digits, a letter first, 2 to 8 of them.

    >>> province_code("St. P"), province_code("4th")
    ('STP', 'X4TH')
    """
    cleaned = re.sub(r"[^A-Z0-9]+", "", text.upper())[:8]
    if not cleaned[:1].isalpha():
        cleaned = f"X{cleaned}"[:8]
    return cleaned if len(cleaned) > 1 else f"{cleaned}X"


def add_both(draft: VariantDraft, first: Location, second: Location, letters: Iterable[str], passage: EdgeRule = PLAIN) -> None:
    """A border that can be crossed in both directions."""
    for letter in letters:
        draft.steps[first, second, letter] = passage
        draft.steps[second, first, letter] = passage
