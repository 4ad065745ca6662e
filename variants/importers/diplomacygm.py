"""Folders of the bot DiplomacyGM: a configuration and a drawing made with Inkscape, whose layers are what the provinces are.

Which provinces touch is not written down there: it is found from the shapes, as that program does, and corrected by the configuration.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import shapely

from adjudicator.board import Terrain, UnitKind
from adjudicator.location import Location
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import BuildPolicy
from variants.compile.cut import cut_overlaps
from variants.compile.path_points import DRAWN, Point, ShapeError, compose, lines_of, matrix_of
from variants.compile.regions import areas_of, region
from variants.compile.xml_tree import Element
from variants.fault import Fault, VariantError
from variants.importers.board_svg import BoardPicture, write_board_svg
from variants.importers.draft import (
    MOST_PROVINCES,
    PLAIN,
    Draft,
    DraftMap,
    DraftPower,
    DraftProvince,
    Passage,
    add_both,
    free_id,
    mend,
    power_id,
    province_code,
    slug,
)
from variants.importers.jdip_drawing import TYPES
from variants.importers.loose_xml import read_loose_xml
from variants.importers.result import Imported, ImportResult, Report
from variants.importers.write_variant import write_variant
from variants.source import Source
from variants.toml_text import read_toml

LARGEST_CONFIG = 2 * 1024 * 1024
DEEPEST_PARENTS = 4

_LAYERS = {
    "land": ("region colors", "region fills", "provinces", "land"),
    "sea": ("sea adjacencies", "sea provinces"),
    "island": ("island adjacencies", "hybrid adjacencies", "island fills", "hybrid fills"),
    "centres": ("sc markers", "supply centers", "supply centres"),
    "units": ("units",),
    "army": ("army locations",),
    "fleet": ("fleet locations",),
    "army retreat": ("army retreat locations", "army locations (retreats)"),
    "fleet retreat": ("fleet retreat locations", "fleet locations (retreats)"),
}
_CONFIG_LAYERS = {
    "land": ("land_layer", "province_layer", "land"),
    "sea": ("sea_borders", "sea_layer", "sea"),
    "island": ("island_borders", "island_layer", "island"),
}
_COASTED = re.compile(r"(.*?)\s*\(?\b([nesw]c)\)?", re.IGNORECASE)
_BUILDS = {
    "classic": BuildPolicy.HOME,
    "cores": BuildPolicy.CORES,
    "control": BuildPolicy.ANY_OWNED,
    "anywhere": BuildPolicy.ANY_OWNED,
}
_SEASONS = {"spring": ("S", PhaseKind.MOVEMENT), "fall": ("F", PhaseKind.MOVEMENT), "winter": ("W", PhaseKind.ADJUSTMENT)}
_GROUND = {"land": (Terrain.INLAND, Terrain.COASTAL), "coast": (Terrain.COASTAL,), "sea": (Terrain.SEA,)}

Config = dict[str, object]


def find_config(names: Sequence[str], name: str) -> str | None:
    """The configuration in a folder: the one that was chosen, or the only one, or the one highest up."""
    found = [each for each in names if each.lower().rpartition("/")[2] in ("config.json", "config.toml")]
    if name:
        return name if name in found else None
    return min(found, key=lambda each: (each.count("/"), each), default=None)


def import_diplomacygm(source: Source, config: str) -> ImportResult:
    """The variant that *config* describes.

    Raises:
        VariantError: configuration or drawing cannot be read, or there is no layer of provinces.
    """
    report = Report()
    told = _config(source, config, 0)
    folder = config.rpartition("/")[0]
    title = _text(told, "name") or folder.rpartition("/")[2] or source.label
    draft = Draft(free_id(slug(title)), title[:120], config)
    draft.notes.append("A folder of the bot DiplomacyGM")
    drawing = _drawing_name(source, folder, told)
    work = _Work(source, draft, told, config, drawing, report)
    svg = work.run()
    mend(draft, report)
    draft.maps.append(DraftMap("board", draft.name, svg(draft)))
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _config(source: Source, name: str, depth: int) -> Config:
    """A configuration over that of the folder above."""
    try:
        content = source.read(name)
    except (OSError, ValueError) as error:
        raise VariantError((Fault(name, None, str(error)[:200], "a configuration"),)) from None
    if len(content) > LARGEST_CONFIG:
        raise VariantError((Fault(name, None, f"the file has {len(content)} bytes", f"at most {LARGEST_CONFIG}"),))
    if name.lower().endswith(".toml"):
        own: object = dict(read_toml(name, content).table)
    else:
        try:
            own = json.loads(content.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            raise VariantError((Fault(name, line, f"this is no JSON: {error}"[:200], "a configuration"),)) from None
    if not isinstance(own, dict):
        raise VariantError((Fault(name, 1, "this is no table", "a configuration"),))
    above = name.rpartition("/")[0].rpartition("/")[0]
    if depth < DEEPEST_PARENTS and "/" in name.rpartition("/")[0]:
        parents = [
            each
            for each in source.names()
            if each.rpartition("/")[0] == above and each.lower().rpartition("/")[2] in ("config.json", "config.toml")
        ]
        if parents:
            return _merged(_config(source, parents[0], depth + 1), own)
    return own


def _merged(base: Config, upper: Config) -> Config:
    merged = dict(base)
    for key, value in upper.items():
        low = merged.get(key)
        merged[key] = _merged(low, value) if isinstance(low, dict) and isinstance(value, dict) else value
    return merged


def _drawing_name(source: Source, folder: str, told: Config) -> str:
    names = source.names()
    stated = _text(told, "file").replace("\\", "/").rpartition("/")[2]
    inside = [
        each
        for each in names
        if each.lower().endswith(".svg") and (not folder or each.startswith((f"{folder}/", folder.rpartition("/")[0])))
    ]
    for each in inside:
        if stated and each.rpartition("/")[2] == stated:
            return each
    if inside:
        return min(inside, key=lambda each: (each.rpartition("/")[0] != folder, each))
    raise VariantError((Fault(folder or source.label, None, "there is no drawing", stated or "an SVG file"),))


@dataclass(slots=True)
class _Region:
    name: str
    layer: str
    shape: shapely.Geometry
    fill: str


@dataclass(slots=True)
class _Work:
    """One import."""

    source: Source
    draft: Draft
    told: Config
    config: str
    drawing: str
    report: Report
    view: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    regions: dict[str, _Region] = field(default_factory=dict)
    """By name."""
    codes: dict[str, str] = field(default_factory=dict)
    """Name in small letters to code."""
    layers: dict[str, list[tuple[Element, Any]]] = field(default_factory=dict)
    margin: float = 1.0
    afloat: tuple[str, ...] = ()
    ashore: tuple[str, ...] = ()

    def run(self) -> Any:
        """Read everything; returns what draws the board once the draft is mended."""
        root = read_loose_xml(self.source.read(self.drawing), self.drawing, self.report)
        self.view = self._view_box(root)
        style = _table(self.told, "svg config")
        self.margin = _number(style, "border_margin_hint", 1.0)
        self._find_layers(root, style)
        for layer in ("land", "island", "sea"):
            for element, matrix in self.layers.get(layer, []):
                self._read_regions(layer, element, matrix)
        if not any(each.layer != "sea" for each in self.regions.values()):
            raise VariantError((Fault(self.drawing, root.line, "there is no layer of provinces", "a layer labelled Region Colors"),))
        if len(self.regions) > MOST_PROVINCES:
            raise VariantError((Fault(self.drawing, root.line, f"there are {len(self.regions)} provinces", f"at most {MOST_PROVINCES}"),))
        self._kinds()
        self._name_provinces(style)
        self._players()
        self._centres()
        self._adjacency()
        self._units()
        self._game()
        anchors = self._anchors()
        shapes = {self.codes[name.lower()]: each.shape for name, each in self.regions.items()}
        return lambda draft: _draw(draft, self.view, shapes, anchors)

    # --- layers and shapes ---

    def _view_box(self, root: Element) -> tuple[float, float, float, float]:
        numbers = [float(each) for each in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", root.get("viewBox"))]
        if len(numbers) != 4:
            sizes = [re.match(r"[\d.]+", root.get(key)) for key in ("width", "height")]
            numbers = [0.0, 0.0, *(float(each[0]) for each in sizes if each)]
        if root.tag != "svg" or len(numbers) != 4 or not all(0 < each < 1e6 for each in numbers[2:]):
            raise VariantError((Fault(self.drawing, root.line, "the drawing has no size", 'an SVG with viewBox="0 0 WIDTH HEIGHT"'),))
        return numbers[0], numbers[1], numbers[2], numbers[3]

    def _find_layers(self, root: Element, style: Config) -> None:
        by_id = {name: [_text(style, key) for key in keys if _text(style, key)] for name, keys in _CONFIG_LAYERS.items()}
        matrix = self._matrix(root)
        for child in root.children:
            if child.tag != "g":
                continue
            label = " ".join(child.label.lower().split())
            for name, labels in _LAYERS.items():
                if label in labels or child.get("id") in by_id.get(name, []):
                    self.layers.setdefault(name, []).append((child, compose(self._matrix(child), matrix)))

    def _matrix(self, element: Element) -> Any:
        try:
            return matrix_of(element)
        except ShapeError as error:
            self.report.mended(self.drawing, element.line, str(error), "left out", element.label)
            return None

    def _read_regions(self, layer: str, parent: Element, matrix: Any) -> None:
        for child in parent.children:
            own = compose(self._matrix(child), matrix)
            name = " ".join(child.get("inkscape:label").split())
            if child.tag == "g" and not name:
                self._read_regions(layer, child, own)
                continue
            if child.tag not in DRAWN | {"g"}:
                continue
            if not name:
                self.report.mended(self.drawing, child.line, "a shape has no label", "left out", child.get("id"))
                continue
            shape = self._area(child, own)
            if shape.is_empty:
                self.report.mended(self.drawing, child.line, f"{name} has no area", "left out", name)
                continue
            earlier = self.regions.get(name)
            if earlier is not None and earlier.layer == layer:
                self.report.mended(self.drawing, child.line, f"{name} is drawn twice", "both parts count", name)
                earlier.shape = areas_of(shapely.union_all([earlier.shape, shape]))
            elif earlier is None:
                self.regions[name] = _Region(name, layer, shape, _fill(child))

    def _area(self, element: Element, matrix: Any) -> shapely.Geometry:
        parts: list[shapely.Geometry] = []
        for shape, own in self._shapes(element, matrix):
            try:
                lines = lines_of(shape, own, self.view[2] / 6000)
            except ShapeError as error:
                self.report.mended(self.drawing, shape.line, str(error), "the shape is left out", element.label)
                continue
            made, repaired = region(lines, evenodd=shape.inherited("fill-rule") == "evenodd")
            if repaired:
                self.report.mended(self.drawing, shape.line, "an outline crosses itself", "mended", element.label)
            parts.append(made)
        return areas_of(shapely.union_all(parts)) if parts else shapely.MultiPolygon()

    def _shapes(self, element: Element, matrix: Any) -> Iterable[tuple[Element, Any]]:
        if element.tag in DRAWN:
            yield element, matrix
        for child in element.children if element.tag in ("g", "a") else ():
            yield from self._shapes(child, compose(self._matrix(child), matrix))

    # --- provinces ---

    def _kinds(self) -> None:
        found: list[UnitKind] = []
        for name in [each for each in self.source.names() if re.search(r"(^|/)unit_types/[^/]+\.toml$", each)]:
            table = dict(read_toml(name, self.source.read(name)).table)
            letter, title = _text(table, "code").upper()[:1], _text(table, "name").lower()
            moves = table.get("moves_on")
            terrains = frozenset(t for word in (moves if isinstance(moves, list) else []) for t in _GROUND.get(str(word).lower(), ()))
            if not letter.isalpha() or not title or not terrains or any(each.letter == letter for each in found):
                self.report.mended(name, None, "a kind of unit without code, name or ground", "left out")
                continue
            flags = {key: table.get(key) is True for key in ("can_convoy", "can_be_convoyed")}
            found.append(
                UnitKind(letter, title, terrains, flags["can_convoy"], flags["can_be_convoyed"], table.get("can_capture") is not False)
            )
        if {"A", "F"} <= {each.letter for each in found}:
            self.draft.kinds = sorted(found, key=lambda kind: kind.letter)
        self.ashore = tuple(kind.letter for kind in self.draft.kinds if Terrain.INLAND in kind.terrains)
        self.afloat = tuple(kind.letter for kind in self.draft.kinds if Terrain.SEA in kind.terrains)

    def _name_provinces(self, style: Config) -> None:
        abbreviations: dict[str, list[str]] = {}
        for code, name in _table(self.told, "abbreviations").items():
            abbreviations.setdefault(str(name).lower(), []).append(province_code(code))
        impassable = _colour(_text(style, "impassable"))
        names = sorted(self.regions, key=lambda name: name.lower() not in abbreviations)
        taken: set[str] = set()
        chosen: dict[str, str] = {}
        for name in names:
            stated = abbreviations.get(name.lower(), [])
            chosen[name] = _free_code(stated, name, taken)
            taken.add(chosen[name])
        for name, each in self.regions.items():
            code = chosen[name]
            self.codes[name.lower()] = code
            terrain = Terrain.SEA if each.layer == "sea" else Terrain.COASTAL if each.layer == "island" else Terrain.INLAND
            if each.layer == "land" and impassable and each.fill == impassable:
                terrain = Terrain.IMPASSABLE
            aliases = [word for word in abbreviations.get(name.lower(), []) if word != code and word not in taken]
            self.draft.provinces[code] = DraftProvince(code, name, terrain, aliases=aliases)
            islands = _text(self.told, "convoyable_islands")
            self.draft.provinces[code].convoyable = each.layer == "island" and islands not in ("", "disabled")
        for name, wanted in _table(_table(self.told, "overrides"), "provinces").items():
            code_of = self.codes.get(name.lower())
            if code_of is None:
                self.report.mended(self.config, None, f"an override for an unknown province {name[:40]!r}", "left out")
            elif isinstance(wanted, dict):
                coasts = [coast.upper() for coast in _table(wanted, "coasts") if re.fullmatch(r"[A-Za-z]{1,3}", coast)]
                self.draft.provinces[code_of].coasts = coasts
                if coasts:
                    self.draft.provinces[code_of].terrain = Terrain.COASTAL
        for key in _table(self.told, "overrides"):
            if key != "provinces":
                self.report.mended(self.config, None, f"overrides of the kind {key[:40]!r} have no counterpart here", "left out")

    # --- powers ---

    def _players(self) -> None:
        players = self.told.get("players")
        if not isinstance(players, dict):
            self.report.mended(self.config, None, "the configuration names no players", "none play")
            return
        for name, about in players.items():
            table = about if isinstance(about, dict) else {}
            if str(table.get("disabled", "")).lower() == "true":
                continue
            colour = table.get("color", "")
            if isinstance(colour, dict):
                colour = colour.get("standard", "")
            power = DraftPower(power_id(name), name, colour=_colour(str(colour)))
            power.role = "playing" if table.get("active", True) not in (False, "false") else "neutral"
            if _text(self.told, "victory_conditions") == "vscc":
                power.victory = round(_number(table, "vscc", 0)) or None
            self.draft.powers[power.id] = power

    def _by_colour(self, colour: str) -> DraftPower | None:
        return next((power for power in self.draft.powers.values() if colour and power.colour == colour), None)

    def _centres(self) -> None:
        for name, element in self._labelled("centres"):
            code = self.codes.get(name.lower())
            if code is None:
                self.report.mended(self.drawing, element.line, f"a supply centre in an unknown province {name[:40]!r}", "left out", name)
                continue
            self.draft.provinces[code].centre = True
            owner = self._by_colour(self._region_of(code).fill)
            if owner is not None:
                owner.owned.append(code)
            core = next((power for each in element.walk() if (power := self._by_colour(_own_fill(each))) is not None), None)
            if core is not None:
                core.home.append(code)
        for name, each in self.regions.items():
            power = self._by_colour(each.fill)
            if power is not None:
                self.draft.provinces[self.codes[name.lower()]].territory = power.id

    def _region_of(self, code: str) -> _Region:
        return next(each for name, each in self.regions.items() if self.codes[name.lower()] == code)

    def _labelled(self, layer: str) -> Iterable[tuple[str, Element]]:
        for parent, _ in self.layers.get(layer, []):
            for child in parent.children:
                name = " ".join(child.get("inkscape:label").split())
                if name:
                    yield name, child

    def _units(self) -> None:
        for name, element in self._labelled("units"):
            place = self._place(name)
            if place is None:
                self.report.mended(self.drawing, element.line, f"a unit in an unknown province {name[:40]!r}", "left out", name)
                continue
            power = next((found for each in element.walk() if (found := self._by_colour(_own_fill(each))) is not None), None)
            power = power or self._by_colour(self._region_of(place.province).fill)
            letter = self._letter(element, place)
            if power is None or not letter:
                self.report.mended(self.drawing, element.line, f"the unit in {name} belongs to no power or has no kind", "left out", name)
                continue
            power.units.append((letter, place))

    def _letter(self, element: Element, place: Location) -> str:
        """What a unit is: by the sides of its symbol, by a word inside it, else by where it stands."""
        for each in element.walk():
            sides = each.get("sodipodi:sides")
            if sides in ("3", "6"):
                return "F" if sides == "3" else "A"
            word = each.get("inkscape:label").lower()
            if "sail" in word or word in ("f", "fleet"):
                return "F"
            if "shield" in word or word in ("a", "army"):
                return "A"
        return "F" if self.draft.provinces[place.province].terrain is Terrain.SEA or place.coast else "A"

    def _place(self, label: str) -> Location | None:
        """The province that a label names, with its coast: ``Spain nc``, ``Spain (nc)``."""
        code = self.codes.get(label.lower())
        if code is not None:
            return Location(code)
        match = _COASTED.fullmatch(label)
        code = self.codes.get(match[1].strip().lower()) if match else None
        if code is None or match is None:
            return None
        coast = match[2].upper()
        return Location(code, coast if coast in self.draft.provinces[code].coasts else None)

    # --- what touches ---

    def _adjacency(self) -> None:
        names = list(self.regions)
        shapes = [self.regions[name].shape for name in names]
        codes = [self.codes[name.lower()] for name in names]
        tree = shapely.STRtree(shapes)
        touching: list[tuple[int, int]] = []
        for first, second in zip(*tree.query(shapes, predicate="dwithin", distance=self.margin), strict=True):
            if first < second and self.regions[names[first]].layer is not None:
                touching.append((int(first), int(second)))
        provinces = self.draft.provinces
        wet = {index for index, code in enumerate(codes) if provinces[code].terrain is Terrain.SEA}
        for first, second in touching:
            if (first in wet) != (second in wet):
                land = codes[second if first in wet else first]
                if provinces[land].terrain is Terrain.INLAND:
                    provinces[land].terrain = Terrain.COASTAL
        beside: dict[int, set[int]] = {index: set() for index in range(len(names))}
        for first, second in touching:
            beside[first].add(second)
            beside[second].add(first)
        for first, second in touching:
            one, other = codes[first], codes[second]
            if Terrain.IMPASSABLE in (provinces[one].terrain, provinces[other].terrain):
                continue
            if first not in wet and second not in wet:
                self._join(one, other, self.ashore)
                if self._share_water(first, second, shapes, beside, wet):
                    self._join(one, other, self.afloat)
            else:
                self._join(one, other, self.afloat)
        self._correct()

    def _share_water(
        self, first: int, second: int, shapes: Sequence[shapely.Geometry], beside: Mapping[int, set[int]], wet: set[int]
    ) -> bool:
        """Whether the border of two lands ends at a sea that both touch, so that a fleet can go along the shore."""
        seas = [index for index in beside[first] & beside[second] if index in wet]
        if not seas:
            return False
        near = shapely.intersection(shapes[first].buffer(self.margin), shapes[second].buffer(self.margin))
        return any(near.distance(shapes[index]) <= self.margin for index in seas)

    def _join(self, one: str, other: str, letters: Iterable[str], passage: Passage = PLAIN) -> None:
        """A border for units of these kinds; fleets of provinces with coasts go by the coasts' own lists."""
        for letter in letters:
            if (
                letter in self.afloat
                and letter not in self.ashore
                and (self.draft.provinces[one].coasts or self.draft.provinces[other].coasts)
            ):
                continue
            add_both(self.draft, Location(one), Location(other), (letter,), passage)

    def _part(self, one: str, other: str, letters: Iterable[str]) -> None:
        for step in [step for step in self.draft.steps if {step[0].province, step[1].province} == {one, other} and step[2] in letters]:
            del self.draft.steps[step]

    def _correct(self) -> None:
        """What the configuration adds, takes away and weakens."""
        everything = tuple(kind.letter for kind in self.draft.kinds)
        for name, wanted in _table(_table(self.told, "overrides"), "provinces").items():
            code = self.codes.get(name.lower())
            if code is None or not isinstance(wanted, dict):
                continue
            for other in self._named(wanted, "remove_adjacencies", name):
                self._part(code, other, everything)
            for other in self._named(wanted, "remove_adjacent_land", name):
                self._part(code, other, self.ashore)
            for other in self._named(wanted, "remove_adjacent_coasts", name):
                self._part(code, other, self.afloat)
            for other in self._named(wanted, "adjacencies", name):
                terrains = {self.draft.provinces[each].terrain for each in (code, other)}
                self._join(code, other, self.afloat if Terrain.SEA in terrains else self.ashore)
            for other in self._named(wanted, "coastal_adjacencies", name):
                self._join(code, other, self.afloat)
            for other in self._named(wanted, "difficult_adjacency", name) + self._named(wanted, "difficult_adjacencies", name):
                for step in [step for step in self.draft.steps if {step[0].province, step[1].province} == {code, other}]:
                    self.draft.steps[step] = Passage(0, supports=False)
        for name, wanted in _table(_table(self.told, "overrides"), "provinces").items():
            code = self.codes.get(name.lower())
            if code is not None and isinstance(wanted, dict):
                self._coasts(code, name, _table(wanted, "coasts"))

    def _coasts(self, code: str, name: str, coasts: Config) -> None:
        for coast in coasts:
            origin = Location(code, coast.upper())
            if origin.coast not in self.draft.provinces[code].coasts:
                continue
            listed = coasts[coast]
            for text in listed if isinstance(listed, list) else []:
                place = self._place(" ".join(str(text).split()))
                if place is None:
                    self.report.mended(
                        self.config, None, f"the coast {coast} of {name} leads to an unknown place {str(text)[:40]!r}", "left out"
                    )
                    continue
                targets = [place]
                if self.draft.provinces[place.province].coasts and place.coast is None:
                    targets = [Location(place.province, each) for each in self._facing(place.province, name)]
                for target in targets:
                    add_both(self.draft, origin, target, [letter for letter in self.afloat if letter not in self.ashore])

    def _facing(self, code: str, name: str) -> list[str]:
        """The coasts of *code* whose lists name the province *name*."""
        own = self._region_of(code).name
        coasts = _table(_table(_table(_table(self.told, "overrides"), "provinces"), own), "coasts")
        return [coast.upper() for coast, listed in coasts.items() if isinstance(listed, list) and name in listed]

    def _named(self, wanted: Config, key: str, name: str) -> list[str]:
        value = wanted.get(key)
        found: list[str] = []
        for each in value if isinstance(value, list) else []:
            place = self._place(" ".join(str(each).split()))
            if place is None:
                self.report.mended(self.config, None, f"{key} of {name} names an unknown province {str(each)[:40]!r}", "left out")
            else:
                found.append(place.province)
        return found

    # --- the game ---

    def _game(self) -> None:
        season, kind = _SEASONS.get(_text(self.told, "first_season").lower().split(" ")[0] or "spring", ("S", PhaseKind.MOVEMENT))
        year = round(_number(self.told, "year", 1901))
        self.draft.start = Phase(season, year, kind)
        victory = round(_number(self.told, "victory_count", 0))
        self.draft.victory = victory or None
        build = _text(self.told, "build_options").lower()
        if build and build not in _BUILDS:
            self.report.mended(self.config, None, f"builds of the kind {build[:40]!r} have no counterpart here", "at home only")
        self.draft.builds = _BUILDS.get(build, BuildPolicy.HOME)
        for key in ("transformation", "dp", "fow"):
            if _text(self.told, key).lower() not in ("", "disabled", "false"):
                self.report.mended(self.config, None, f"{key} has no counterpart here", "left out")

    def _anchors(self) -> dict[tuple[str, str, str], Point]:
        found: dict[tuple[str, str, str], Point] = {}
        for layer, kind in (("army", "unit"), ("fleet", "unit"), ("army retreat", "retreat"), ("fleet retreat", "retreat")):
            for parent, matrix in self.layers.get(layer, []):
                for child in parent.children:
                    place = self._place(" ".join(child.get("inkscape:label").split()))
                    spot = self._middle(child, compose(self._matrix(child), matrix))
                    if place is not None and spot is not None:
                        found.setdefault((kind, place.province, place.coast or ""), spot)
        for parent, matrix in self.layers.get("centres", []):
            for child in parent.children:
                code = self.codes.get(" ".join(child.get("inkscape:label").split()).lower())
                spot = self._middle(child, compose(self._matrix(child), matrix))
                if code is not None and spot is not None:
                    found.setdefault(("sc", code, ""), spot)
        return found

    def _middle(self, element: Element, matrix: Any) -> Point | None:
        """The middle of what is drawn."""
        points: list[Point] = []
        for shape, own in self._shapes(element, matrix):
            try:
                points += [point for line in lines_of(shape, own, self.view[2] / 1000) for point in line]
            except ShapeError:
                continue
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _draw(
    draft: Draft,
    view: tuple[float, float, float, float],
    shapes: Mapping[str, shapely.Geometry],
    anchors: Mapping[tuple[str, str, str], Point],
) -> bytes:
    """The drawing in our layers."""
    picture = BoardPicture(draft.name, *view)
    frame = shapely.box(view[0], view[1], view[0] + view[2], view[1] + view[3])
    water = frozenset(code for code, province in draft.provinces.items() if province.terrain is Terrain.SEA)
    inside = {code: areas_of(shapely.intersection(shape, frame)) for code, shape in shapes.items()}
    cut, _ = cut_overlaps({code: shape for code, shape in inside.items() if not shape.is_empty}, water, (view[2] / 2000) ** 2)
    picture.shapes = {code: cut[code] for code in draft.provinces if code in cut and not cut[code].is_empty}
    picture.types = {code: TYPES[province.terrain] for code, province in draft.provinces.items()}
    picture.names = {code: province.name for code, province in draft.provinces.items()}
    for key, spot in anchors.items():
        kind, code, coast = key
        shape = picture.shapes.get(code)
        known = not coast or coast in draft.provinces[code].coasts
        if shape is not None and known and (kind != "unit" or shape.buffer(-view[2] / 2000).contains(shapely.Point(spot))):
            picture.anchors[key] = spot
    return write_board_svg(picture)


def _free_code(stated: Sequence[str], name: str, taken: set[str]) -> str:
    """A code for a province: the one it has, the first three letters, or what is left."""
    letters = re.sub(r"[^A-Z0-9]", "", name.upper())
    words = re.sub(r"[^A-Z0-9 ]", "", name.upper()).split()
    initials = "".join(word[0] for word in words)
    for code in (*stated, letters[:3], initials[:3], *(f"{letters[:2]}{mark}" for mark in letters[3:])):
        if len(code) > 1 and code[0].isalpha() and code not in taken:
            return code
    base = province_code(letters)[:6]
    return next(f"{base}{number}" for number in range(2, 1000) if f"{base}{number}" not in taken)


def _fill(element: Element) -> str:
    """The colour an element is filled with, its own or that of the first shape inside."""
    for each in element.walk():
        colour = _colour(each.style("fill"))
        if colour:
            return colour
    return ""


def _own_fill(element: Element) -> str:
    return _colour(element.style("fill"))


def _colour(text: str) -> str:
    """``#RRGGBB`` in capitals; empty where the text is no such colour."""
    match = re.fullmatch(r"#?([0-9A-Fa-f]{6})(?:[0-9A-Fa-f]{2})?", text.strip())
    if match is not None:
        return f"#{match[1].upper()}"
    short = re.fullmatch(r"#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])", text.strip())
    return "#" + "".join(each * 2 for each in short.groups()).upper() if short else ""


def _table(table: Config, key: str) -> Config:
    value = table.get(key)
    return {str(name): each for name, each in value.items()} if isinstance(value, dict) else {}


def _text(table: Config, key: str) -> str:
    value = table.get(key)
    return value.strip() if isinstance(value, str) else ""


def _number(table: Config, key: str, default: float) -> float:
    value = table.get(key, default)
    try:
        number = float(value) if isinstance(value, int | float | str) else default
    except ValueError:
        return default
    return number if abs(number) < 100_000 else default
