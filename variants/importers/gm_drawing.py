"""Drawings and configurations of DiplomacyGM: Inkscape layers, found by their labels or by the ids that the configuration names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import shapely

from languages import system_words, tr
from variants.compile.regions import CrossingsLeft, areas_of, region
from variants.fault import Fault, VariantError
from variants.importers.draft import ImportReport
from variants.source import Source, is_drawing
from variants.svg.element import Element
from variants.svg.numbers import leading_number, view_box
from variants.svg.paths import DRAWN, lines_of
from variants.svg.shapes import ShapeWalker
from variants.svg.transforms import Point, ShapeError, moved
from variants.toml_text import read_toml

LARGEST_CONFIG = 2 * 1024 * 1024
DEEPEST_PARENTS = 4
STYLE = "svg config"
_NAMES = ("config.json", "config.toml")

Config = dict[str, object]


def find_config(names: Sequence[str], name: str) -> str | None:
    """The configuration in a folder: the one that was chosen, or the only one, or the one highest up.

    One that was chosen may have any name: the older shape is a file for each variant beside others (``config/classic.json``).
    """
    found = [each for each in names if each.lower().rpartition("/")[2] in _NAMES]
    if name:
        return name if name in found or (name in names and name.lower().endswith(".json")) else None
    return min(found, key=lambda each: (each.count("/"), each), default=None)


def read_config(source: Source, name: str, depth: int = 0) -> Config:
    """A configuration over that of the folder above.

    Raises:
        VariantError: it cannot be read, is too large, or is no table.
    """
    try:
        content = source.read(name)
    except (OSError, ValueError) as error:
        raise VariantError((Fault(name, None, system_words(error)[:200], tr("a configuration")),)) from None
    if len(content) > LARGEST_CONFIG:
        raise VariantError(
            (
                Fault(
                    name,
                    None,
                    tr("the file has {count} bytes", count=len(content)),
                    tr("at most {largest_config}", largest_config=LARGEST_CONFIG),
                ),
            )
        )
    if name.lower().endswith(".toml"):
        own: object = dict(read_toml(name, content).table)
    else:
        try:
            own = json.loads(_decoded(content))
        except (ValueError, RecursionError) as error:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            raise VariantError(
                (Fault(name, line, tr("this is no JSON: {why}", why=system_words(error))[:200], tr("a configuration")),)
            ) from None
    if not isinstance(own, dict):
        raise VariantError((Fault(name, 1, tr("this is no table"), tr("a configuration")),))
    above = name.rpartition("/")[0].rpartition("/")[0]
    if depth < DEEPEST_PARENTS and "/" in name.rpartition("/")[0] and name.lower().rpartition("/")[2] in _NAMES:
        parents = [each for each in source.names() if each.rpartition("/")[0] == above and each.lower().rpartition("/")[2] in _NAMES]
        if parents:
            return _merged(read_config(source, parents[0], depth + 1), own)
    if name.lower().rpartition("/")[2] not in _NAMES and STYLE not in own:
        raise VariantError((Fault(name, 1, tr("this is no configuration of DiplomacyGM"), tr('a table "{name}"', name=STYLE)),))
    return own


def _decoded(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _merged(base: Config, upper: Config) -> Config:
    merged = dict(base)
    for key, value in upper.items():
        low = merged.get(key)
        merged[key] = _merged(low, value) if isinstance(low, dict) and isinstance(value, dict) else value
    return merged


def drawing_name(source: Source, folder: str, told: Config) -> str:
    """The drawing that a configuration names, wherever it lies in the source; else one in its folder or above.

    Raises:
        VariantError: there is none.
    """
    drawings = [each for each in source.names() if is_drawing(each)]
    stated = text_of(told, "file").replace("\\", "/").removeprefix("./").lower()
    exact = [each for each in drawings if stated and f"/{each.lower()}".endswith(f"/{stated}")]
    alike = [each for each in drawings if stated and each.lower().rpartition("/")[2] == stated.rpartition("/")[2]]
    if exact or alike:
        return min(exact or alike, key=lambda each: (each.rpartition("/")[0] != folder, each.count("/"), each))
    inside = [each for each in drawings if not folder or each.startswith((f"{folder}/", folder.rpartition("/")[0]))]
    if inside:
        return min(inside, key=lambda each: (each.rpartition("/")[0] != folder, each))
    raise VariantError((Fault(folder or source.label, None, tr("there is no drawing"), stated or tr("an SVG file")),))


def either(told: Config, key: str) -> object:
    """A value of the configuration, or of its part about the drawing, where the older shape has some."""
    return told[key] if key in told else table_of(told, STYLE).get(key)


def table_of(table: Config, key: str) -> Config:
    """A table in a table; empty where there is none."""
    value = table.get(key)
    return {str(name): each for name, each in value.items()} if isinstance(value, dict) else {}


def text_of(table: Config, key: str) -> str:
    """A text in a table; empty where there is none."""
    value = table.get(key)
    return value.strip() if isinstance(value, str) else ""


def number_of(value: object, default: float) -> float:
    """A number, however it is written."""
    try:
        number = float(value) if isinstance(value, int | float | str) else default
    except (ValueError, OverflowError):
        return default
    return number if abs(number) < 100_000 else default


def colour_of(value: object) -> str:
    """``#RRGGBB`` in capitals, of a text or of the first of several (``{"standard": ...}``); empty where it is no such colour."""
    if isinstance(value, dict):
        value = value.get("standard", next(iter(value.values()), ""))
    text = str(value).strip()
    match = re.fullmatch(r"#?([0-9A-Fa-f]{6})(?:[0-9A-Fa-f]{2})?", text)
    if match is not None:
        return f"#{match[1].upper()}"
    short = re.fullmatch(r"#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])", text)
    return "#" + "".join(each * 2 for each in short.groups()).upper() if short else ""


_LABELS = {
    "land": ("region colors", "region fills", "provinces", "land"),
    "sea": ("sea adjacencies", "sea provinces"),
    "island": ("island adjacencies", "hybrid adjacencies", "island fills", "hybrid fills"),
    "rocks": ("impassables", "impassable", "impassable fills"),
    "names": ("titles", "labels", "region names"),
    "centres": ("sc markers", "supply centers", "supply centres"),
    "units": ("units",),
    "army": ("army locations",),
    "fleet": ("fleet locations",),
    "army retreat": ("army retreat locations", "army locations (retreats)"),
    "fleet retreat": ("fleet retreat locations", "fleet locations (retreats)"),
}
_KEYS = {
    "land": ("land_layer", "province_layer", "land"),
    "sea": ("sea_borders", "sea_layer", "sea"),
    "island": ("island_borders", "island_layer", "island"),
    "rocks": ("impassable_layer", "impassables"),
    "names": ("province_names",),
    "centres": ("supply_center_icons",),
    "units": ("starting_units",),
    "army": ("army",),
    "fleet": ("fleet",),
    "army retreat": ("retreat_army",),
    "fleet retreat": ("retreat_fleet",),
}
"""Keys of the configuration that name a layer by its id."""
_COAST = re.compile(r"\s*[(/ -]\s*[nesw]c\)?$", re.IGNORECASE)


@dataclass(slots=True)
class Region:
    """A shape with a name."""

    name: str
    layer: str
    """``land``, ``island`` or ``sea``."""
    shape: shapely.Geometry
    fill: str


class GmDrawing:
    """The drawing of one import.

    Raises:
        VariantError: it has no size.
    """

    def __init__(self, root: Element, name: str, told: Config, report: ImportReport) -> None:
        self.root, self.name = root, name
        self._report = report
        self.view = self._view_box()
        self._walker = ShapeWalker(None, self._note_unreadable)
        self._crossings = CrossingsLeft()
        self._layers: dict[str, list[tuple[Element, Any]]] = {}
        self._unnamed_land: list[shapely.Geometry] = []
        self._find_layers(table_of(told, STYLE))

    def _view_box(self) -> tuple[float, float, float, float]:
        box = view_box(self.root) if self.root.tag == "svg" else None
        if box is None:
            raise VariantError(
                (Fault(self.name, self.root.line, tr("the drawing has no size"), tr('an SVG with viewBox="0 0 WIDTH HEIGHT"')),)
            )
        return box

    # --- layers ---

    def _find_layers(self, style: Config) -> None:
        by_id = {identity: layer for layer, keys in _KEYS.items() for key in keys if (identity := text_of(style, key))}
        named: dict[str, list[str]] = {}
        for layer, keys in _KEYS.items():
            named[layer] = [identity for key in keys if (identity := text_of(style, key))]
        matrix = self._walker.matrix(self.root)
        for child in self.root.children:
            label = " ".join(child.label.lower().split())
            for layer, labels in _LABELS.items():
                if child.tag == "g" and label in labels:
                    self._layers.setdefault(layer, []).append((child, self._walker.inside(child, matrix)))
        for element, own in self._groups(self.root, matrix, frozenset(by_id)):
            for layer, identities in named.items():
                known = [each for each, _ in self._layers.get(layer, [])]
                if element.get("id") in identities and element not in known:
                    self._layers.setdefault(layer, []).append((element, own))

    def _groups(self, parent: Element, matrix: Any, wanted: frozenset[str]) -> Iterator[tuple[Element, Any]]:
        for child in parent.children:
            if child.tag == "g":
                own = self._walker.inside(child, matrix)
                if child.get("id") in wanted:
                    yield child, own
                yield from self._groups(child, own, wanted)

    def _note_unreadable(self, element: Element, error: ShapeError) -> None:
        self._report.left_out(self.name, element.line, str(error), tr("left out"), element.label)

    def children(self, layer: str) -> Iterator[tuple[str, Element, Any]]:
        """Yield the children of a layer: each label, which may be empty, the element, and its transform."""
        for parent, matrix in self._layers.get(layer, []):
            for child in parent.children:
                yield " ".join(child.get("inkscape:label").split()), child, self._walker.inside(child, matrix)

    # --- shapes ---

    def regions(self) -> dict[str, Region]:
        """Every province by name: by the label of its shape, else by the name that is written in it."""
        found: dict[str, Region] = {}
        nameless: list[tuple[str, Element, shapely.Geometry]] = []
        for layer in ("land", "island", "sea"):
            for parent, matrix in self._layers.get(layer, []):
                self._read_regions(layer, parent, matrix, found, nameless)
        if nameless:
            self._name_by_titles(nameless, found)
        self._merge_by_name(found)
        return found

    def rocks(self) -> list[shapely.Geometry]:
        """Land out of play: what its layer holds, and shapes of land that nothing names. Known once the regions are."""
        found = [self._area(child, matrix) for _, child, matrix in self.children("rocks")]
        return [shape for shape in (*found, *self._unnamed_land) if not shape.is_empty]

    def _merge_by_name(self, found: dict[str, Region]) -> None:
        """Shapes that lie on one another and have the same name but for its spelling or a coast are one province."""
        kept: dict[str, Region] = {}
        for each in sorted(found.values(), key=lambda one: (_COAST.search(one.name) is not None, len(one.name))):
            plain = re.sub(r"[^a-z0-9]", "", _COAST.sub("", each.name.lower()))
            whole = kept.setdefault(plain, each)
            if whole is each:
                continue
            smaller = min(whole.shape.area, each.shape.area)
            if shapely.intersection(whole.shape, each.shape).area > 0.5 * smaller:
                del found[each.name]
                whole.shape = areas_of(shapely.union_all([whole.shape, each.shape]))
                self._report.mended(
                    self.name, None, tr("{name} lies on {whole}", name=each.name, whole=whole.name), tr("they are one province"), each.name
                )

    def _read_regions(
        self, layer: str, parent: Element, matrix: Any, found: dict[str, Region], nameless: list[tuple[str, Element, shapely.Geometry]]
    ) -> None:
        for child in parent.children:
            own = self._walker.inside(child, matrix)
            name = " ".join(child.get("inkscape:label").split())
            if child.tag == "g" and not name:
                self._read_regions(layer, child, own, found, nameless)
                continue
            if child.tag not in DRAWN | {"g"}:
                continue
            shape = self._area(child, own)
            if shape.is_empty:
                if name:
                    self._report.left_out(self.name, child.line, tr("{name} has no area", name=name), tr("left out"), name)
            elif not name:
                nameless.append((layer, child, shape))
            else:
                self._add(found, Region(name, layer, shape, fill_of(child)), child.line)

    def _add(self, found: dict[str, Region], made: Region, line: int) -> None:
        earlier = found.get(made.name)
        if earlier is None:
            found[made.name] = made
        elif earlier.layer == made.layer:
            self._report.mended(self.name, line, tr("{made} is drawn twice", made=made.name), tr("both parts count"), made.name)
            earlier.shape = areas_of(shapely.union_all([earlier.shape, made.shape]))

    def _name_by_titles(self, nameless: list[tuple[str, Element, shapely.Geometry]], found: dict[str, Region]) -> None:
        """Shapes without a label get the name that is written in them and that no other has."""
        titles = [(text, spot) for text, spot in self._titles() if text not in found]
        for layer, element, shape in sorted(nameless, key=lambda each: each[2].area):
            inside = [(text, spot) for text, spot in titles if shape.contains(shapely.Point(spot))]
            if len(inside) != 1:
                done = tr("left out") if layer == "sea" else tr("shown as land out of play")
                self._report.mended(self.name, element.line, tr("a shape has no label"), done, element.get("id"))
                self._unnamed_land += [shape] if layer != "sea" else []
                continue
            titles.remove(inside[0])
            self._report.mended(
                self.name, element.line, tr("a shape has no label"), tr("it is {inside}, which is written in it", inside=inside[0][0])
            )
            self._add(found, Region(inside[0][0], layer, shape, fill_of(element)), element.line)

    def _titles(self) -> Iterator[tuple[str, Point]]:
        for parent, matrix in self._layers.get("names", []):
            yield from self._texts(parent, matrix)

    def _texts(self, parent: Element, matrix: Any) -> Iterator[tuple[str, Point]]:
        for child in parent.children:
            own = self._walker.inside(child, matrix)
            if child.tag == "g":
                yield from self._texts(child, own)
            elif child.tag == "text":
                words = " ".join(" ".join(f"{each.text} {each.tail if each is not child else ''}" for each in child.walk()).split())
                placed = ((leading_number(each.get("x")), leading_number(each.get("y"))) for each in child.walk())
                spot = next(((x, y) for x, y in placed if x is not None and y is not None), None)
                if words and spot is not None:
                    yield words[:100], moved([spot], own)[0]

    def _area(self, element: Element, matrix: Any) -> shapely.Geometry:
        parts: list[shapely.Geometry] = []
        for shape, own in self._walker.shapes(element, matrix):
            try:
                lines = lines_of(shape, own, self.view[2] / 6000)
            except ShapeError as error:
                self._report.left_out(self.name, shape.line, str(error), tr("the shape is left out"), element.label)
                continue
            refused = self._crossings.refused
            made, repaired = region(lines, shape.inherited("fill-rule") == "evenodd", self._crossings)
            if self._crossings.refused > refused:
                self._report.left_out(
                    self.name, shape.line, tr("an outline crosses itself too often"), tr("the shape is left out"), element.label
                )
                continue
            if repaired:
                self._report.mended(self.name, shape.line, tr("an outline crosses itself"), tr("mended"), element.label)
            parts.append(made)
        return areas_of(shapely.union_all(parts)) if parts else shapely.MultiPolygon()

    def middle(self, element: Element, matrix: Any) -> Point | None:
        """The middle of what is drawn; ``None`` where nothing is."""
        points: list[Point] = []
        for shape, own in self._walker.shapes(element, matrix):
            try:
                points += [point for line in lines_of(shape, own, self.view[2] / 1000) for point in line]
            except ShapeError:
                continue
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def fill_of(element: Element) -> str:
    """The colour an element is filled with, its own or that of the first shape inside."""
    return next((colour for each in element.walk() if (colour := colour_of(each.style("fill")))), "")
