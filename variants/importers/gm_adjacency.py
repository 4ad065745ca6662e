"""Adjacency of a board of DiplomacyGM: found from the shapes, corrected by the configuration."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import shapely

from adjudicator import Location, Terrain
from languages import tr
from variants.importers.draft import PLAIN, EdgeRule, ImportReport, VariantDraft, add_both
from variants.importers.gm_drawing import Config, Region, table_of

COAST = re.compile(r"[A-Za-z]{1,3}")
PlaceOf = Callable[[str], Location | None]
"""The province that a name means, with its coast: ``Spain nc``."""


@dataclass(slots=True)
class Touching:
    """The steps of one board."""

    draft: VariantDraft
    regions: Mapping[str, Region]
    """Regions by name."""
    codes: Mapping[str, str]
    """Name in small letters to code."""
    margin: float
    """Shapes that are no farther apart touch."""
    wanted: Mapping[str, Config]
    """The overrides: name to what it changes."""
    config: str
    place_of: PlaceOf
    report: ImportReport
    _shapes: list[shapely.Geometry] = field(default_factory=list)
    _index: dict[str, int] = field(default_factory=dict)
    _beside: dict[int, set[int]] = field(default_factory=dict)
    _wet: set[int] = field(default_factory=set)

    def join(self) -> None:
        """All steps, into the draft; land that touches a sea becomes coastal."""
        codes = [self.codes[name.lower()] for name in self.regions]
        self._shapes = [each.shape for each in self.regions.values()]
        self._index = {code: index for index, code in enumerate(codes)}
        tree = shapely.STRtree(self._shapes)
        pairs = zip(*tree.query(self._shapes, predicate="dwithin", distance=self.margin), strict=True)
        touching = [(int(first), int(second)) for first, second in pairs if first < second]
        provinces = self.draft.provinces
        self._wet = {index for index, code in enumerate(codes) if provinces[code].terrain is Terrain.SEA}
        self._beside = {index: set() for index in range(len(codes))}
        for first, second in touching:
            self._beside[first].add(second)
            self._beside[second].add(first)
            if (first in self._wet) != (second in self._wet):
                land = codes[second if first in self._wet else first]
                if provinces[land].terrain is Terrain.INLAND:
                    provinces[land].terrain = Terrain.COASTAL
        for first, second in touching:
            one, other = codes[first], codes[second]
            if Terrain.IMPASSABLE in (provinces[one].terrain, provinces[other].terrain):
                continue
            if first not in self._wet and second not in self._wet:
                self._link(one, other, self._ashore)
                if self._share_water(first, second):
                    self._link(one, other, self._afloat)
            else:
                self._link(one, other, self._afloat)
        for name, wanted in self._known():
            self._coasts(self.codes[name.lower()], name, table_of(wanted, "coasts"))
        for name, wanted in self._known():
            self._correct(self.codes[name.lower()], name, wanted)

    @property
    def _ashore(self) -> tuple[str, ...]:
        return tuple(kind.letter for kind in self.draft.kinds if Terrain.INLAND in kind.terrains)

    @property
    def _afloat(self) -> tuple[str, ...]:
        return tuple(kind.letter for kind in self.draft.kinds if Terrain.SEA in kind.terrains)

    @property
    def _coastwise(self) -> tuple[str, ...]:
        """The kinds that stand on a coast by its name."""
        return tuple(letter for letter in self._afloat if letter not in self._ashore)

    def _known(self) -> Iterable[tuple[str, Config]]:
        return [(name, wanted) for name, wanted in self.wanted.items() if name.lower() in self.codes]

    def _share_water(self, first: int, second: int) -> bool:
        """Return True if the border of two lands ends at a sea that both touch, so that a fleet can go along the shore."""
        seas = self._beside[first] & self._beside[second] & self._wet
        if not seas:
            return False
        near = shapely.intersection(self._shapes[first].buffer(self.margin), self._shapes[second].buffer(self.margin))
        return any(near.distance(self._shapes[index]) <= self.margin for index in seas)

    def _link(self, one: str, other: str, letters: Iterable[str], passage: EdgeRule = PLAIN) -> None:
        """A border for units of these kinds; fleets of provinces with coasts go by the coasts' own lists."""
        coasted = self.draft.provinces[one].coasts or self.draft.provinces[other].coasts
        for letter in letters:
            if not (coasted and letter in self._coastwise):
                add_both(self.draft, Location(one), Location(other), (letter,), passage)

    def _part(self, one: Location, other: Location, letters: Iterable[str]) -> None:
        """No step between them; a coast that is named is the only one meant."""

        def meant(place: Location, named: Location) -> bool:
            return place.province == named.province and named.coast in (None, place.coast)

        for step in list(self.draft.steps):
            ends = (meant(step[0], one) and meant(step[1], other)) or (meant(step[0], other) and meant(step[1], one))
            if ends and step[2] in letters:
                del self.draft.steps[step]

    def _correct(self, code: str, name: str, wanted: Config) -> None:
        """Add, remove and weaken edges as the configuration states."""
        here = Location(code)
        everything = tuple(kind.letter for kind in self.draft.kinds)
        for key, letters in (
            ("remove_adjacencies", everything),
            ("remove_adjacent_land", self._ashore),
            ("remove_adjacent_coasts", self._afloat),
        ):
            for other in self._named(wanted, key, name):
                self._part(here, other, letters)
        for other in self._named(wanted, "adjacencies", name):
            terrains = {self.draft.provinces[each].terrain for each in (code, other.province)}
            self._link(code, other.province, self._afloat if Terrain.SEA in terrains else self._ashore)
        for other in self._named(wanted, "coastal_adjacencies", name):
            self._link(code, other.province, self._afloat)
        for other in self._named(wanted, "difficult_adjacency", name) + self._named(wanted, "difficult_adjacencies", name):
            for step in [step for step in self.draft.steps if {step[0].province, step[1].province} == {code, other.province}]:
                self.draft.steps[step] = EdgeRule(0, supports=False)

    def _coasts(self, code: str, name: str, coasts: Config) -> None:
        """The steps of the named coasts. Lists of seas alone, as older ones are, lead to the lands along the shore as well."""
        for coast, listed in coasts.items():
            origin = Location(code, coast.upper())
            if origin.coast not in self.draft.provinces[code].coasts:
                continue
            places: list[Location] = []
            for text in listed if isinstance(listed, list) else []:
                place = self.place_of(" ".join(str(text).split()))
                if place is None:
                    what = tr("the coast {coast} of {name} leads to an unknown place {text!r}", coast=coast, name=name, text=str(text)[:40])
                    self.report.left_out(self.config, None, what, tr("left out"))
                else:
                    places.append(place)
            if places and all(self.draft.provinces[place.province].terrain is Terrain.SEA for place in places):
                shore = self._along(code, places)
                places += shore
                names = ", ".join(self.draft.provinces[each.province].name for each in shore) or tr("none")
                what = tr("the coast {coast} of {name} lists seas alone", coast=coast, name=name)
                self.report.mended(
                    self.config, None, what, tr("the lands along its shore are found from the drawing: {names}", names=names)
                )
            for place in places:
                targets = [place]
                if self.draft.provinces[place.province].coasts and place.coast is None:
                    targets = [Location(place.province, each) for each in self._facing(place.province, name)]
                for target in targets:
                    add_both(self.draft, origin, target, self._coastwise)

    def _along(self, code: str, seas: Sequence[Location]) -> list[Location]:
        """The neighbours on land that touch one of the seas where they touch this province."""
        here = self._index.get(code)
        if here is None:
            return []
        water = {self._index[sea.province] for sea in seas if sea.province in self._index}
        found: list[Location] = []
        for other, index in self._index.items():
            if index in self._beside[here] - self._wet and self._beside[index] & water & self._beside[here]:
                near = shapely.intersection(self._shapes[here].buffer(self.margin), self._shapes[index].buffer(self.margin))
                if any(near.distance(self._shapes[each]) <= self.margin for each in self._beside[index] & water):
                    found.append(Location(other))
        return found

    def _facing(self, code: str, name: str) -> list[str]:
        """The coasts of *code* whose lists name the province *name*, or which lie at a sea that its own list names."""
        own = next((each for each in self.wanted if self.codes.get(each.lower()) == code), "")
        coasts = table_of(self.wanted.get(own, {}), "coasts")
        return [coast.upper() for coast, listed in coasts.items() if isinstance(listed, list) and name in listed]

    def _named(self, wanted: Config, key: str, name: str) -> list[Location]:
        value = wanted.get(key)
        found: list[Location] = []
        for each in value if isinstance(value, list) else []:
            place = self.place_of(" ".join(str(each).split()))
            if place is None:
                self.report.left_out(
                    self.config,
                    None,
                    tr("{key} of {name} names an unknown province {province!r}", key=key, name=name, province=str(each)[:40]),
                    tr("left out"),
                )
            else:
                found.append(place)
        return found
