"""A variant while it is imported, by name and unchecked; and the result: folders of our format with a line for each repair."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from adjudicator import ARMY, FLEET, BuildPolicy, Location, Phase, PhaseKind, Terrain, UnitKind
from languages import labelled
from variants.catalogue import shipped_ids
from variants.fault import Fault, Faults, Severity, Weight
from variants.importers.carried_hooks import Closing
from variants.read_rules import STANDARD_SEASONS, STANDARD_STEPS
from variants.source import MANIFEST, MemorySource

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


@dataclass(frozen=True, slots=True)
class Imported:
    """One variant, as the files of a normal folder."""

    id: str
    """Also the name for its folder."""
    name: str
    files: Mapping[str, bytes]
    report: tuple[Fault, ...]
    """Repairs (warnings) and obstacles to playing (errors), with their places in the files that were imported."""
    own: bool = False
    """True if it was a folder of our format already, and is kept as it was."""

    @property
    def extends(self) -> str:
        """The id of the variant that it extends, as its manifest has it; empty where it stands on its own."""
        found = re.search(_stated("extends"), self.files.get(MANIFEST, b""))
        return "" if found is None else found[3].decode("utf-8", "replace")

    @property
    def source(self) -> MemorySource:
        """The folder, for the reader."""
        return MemorySource(self.id, self.files)

    def renamed(self, identity: str) -> Imported:
        """The same variant under another id, where its own is taken."""
        return replace(self, id=identity, files=self._stating("id", self.id, identity))

    def extending(self, renamed: Mapping[str, str]) -> Imported:
        """The same variant after others got other ids; *renamed* has the new ones by the old."""
        old = self.extends
        return replace(self, files=self._stating("extends", old, renamed[old])) if old in renamed else self

    def _stating(self, key: str, old: str, new: str) -> dict[str, bytes]:
        """The files with the manifest's *key* changed; nothing else of it is touched."""

        def changed(found: re.Match[bytes]) -> bytes:
            return found[0] if found[3] != old.encode() else found[1] + found[2] + new.encode() + found[2]

        return {
            name: re.sub(_stated(key), changed, content, count=1) if name == MANIFEST else content for name, content in self.files.items()
        }


def _stated(key: str) -> bytes:
    """An expression that finds *key* with its text before the first table: group 2 is the quotation mark, 3 the text."""
    return rb"(?m)\A((?:(?!\[)[^\n]*\n)*?[ \t]*" + key.encode() + rb"[ \t]*=[ \t]*)([\"'])([^\"'\n]*)\2"


@dataclass(frozen=True, slots=True)
class ImportedUnits:
    """A set of unit symbols, as the file of a normal set."""

    id: str
    """Also the name for its file."""
    name: str
    content: bytes
    """The file; empty where the report has errors."""
    kinds: tuple[str, ...]
    """Letters of the kinds of unit that it draws."""
    report: tuple[Fault, ...]
    """Repairs and omissions, with their places in the files that were imported."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """All that came out of a file or folder."""

    variants: tuple[Imported, ...]
    report: tuple[Fault, ...]
    """Lines that belong to no single variant or set."""
    units: tuple[ImportedUnits, ...] = ()

    @property
    def errors(self) -> tuple[Fault, ...]:
        """Errors of all of them."""
        reports = (*(each.report for each in self.variants), *(each.report for each in self.units))
        everything = (*self.report, *(fault for report in reports for fault in report))
        return tuple(fault for fault in everything if fault.severity is Severity.ERROR)


class ImportReport:
    """Lines of the import report, each once."""

    def __init__(self) -> None:
        self._faults = Faults()

    def mended(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """Report a repair, and *done*, its result: it plays as it was meant."""
        self._add(Weight.REPAIR, source, line, what, done, element)

    def left_out(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """Report a part of the source that is not taken over, so that the board departs from it."""
        self._add(Weight.DEPARTURE, source, line, what, done, element)

    def unusable(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """A whole part of the source, such as a file or a drawing, cannot be used."""
        self._add(Weight.LOSS, source, line, what, done, element)

    def _add(self, weight: Weight, source: str, line: int | None, what: str, done: str, element: str) -> None:
        self._faults.add(Fault(source, line, labelled(what, done) if done else what, "", Severity.WARNING, element[:60], weight=weight))

    def error(self, source: str, line: int | None, what: str, expected: str = "", element: str = "") -> None:
        """Report a part that cannot be mended."""
        self._faults.add(Fault(source, line, what, expected, Severity.ERROR, element[:60]))

    def lines(self) -> tuple[Fault, ...]:
        """All of them."""
        return self._faults.found()

    @property
    def errors(self) -> bool:
        """True if any of them cannot be mended."""
        return self._faults.errors
