"""Drawings in the manner of jDip: shapes named by province in two layers, and the places of units as data of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import shapely

from adjudicator.board import Terrain
from languages import tr
from variants.compile.cut import cut_overlaps
from variants.compile.regions import CrossingsLeft, areas_of, region
from variants.fault import Fault, VariantError
from variants.importers.anchor_places import Key, take_anchors
from variants.importers.board_svg import BoardPicture, crop, mark_ways, write_board_svg
from variants.importers.draft import ImportReport, VariantDraft
from variants.importers.lost_shapes import disc_words, divide_twins, draw_disc, usable_spots
from variants.importers.power_colours import read_colour
from variants.svg.element import Element
from variants.svg.numbers import NUMBER, leading_number, numbers_in, view_box
from variants.svg.paths import DRAWN, lines_of
from variants.svg.read_xml import read_loose_xml
from variants.svg.shapes import ShapeWalker
from variants.svg.style_sheet import StyleSheets
from variants.svg.transforms import Point, ShapeError

TYPES = {Terrain.INLAND: "land", Terrain.COASTAL: "coast", Terrain.SEA: "sea", Terrain.IMPASSABLE: "impassable"}
_PLACE = re.compile(r"_?(?P<word>.+?)(?:[-/](?P<coast>[a-z]{2}))?", re.IGNORECASE | re.DOTALL)
_WATER = re.compile(r"water|sea|ocean|lake", re.IGNORECASE)
_UNPLAYED = re.compile(r"unplay|impass|neutral|passive|out_?of_?play", re.IGNORECASE)
_LAND = ("nopower", "neutral", "impassable", "unplayable", "land")
"""Classes of ground without an owner."""
_UNPLAYED_CLASSES = ("neutral", "impassable", "unplayable", "land")
_BACKDROP = 0.6
"""Part of the page: a shape that covers as much is no land but the backdrop."""


@dataclass(slots=True)
class JdipDrawing:
    """Contents of a drawing, by its words for provinces, in small letters."""

    left: float
    top: float
    width: float
    height: float
    painted: dict[str, shapely.Geometry] = field(default_factory=dict)
    """The shapes of the layer that is painted."""
    touched: dict[tuple[str, str], shapely.Geometry] = field(default_factory=dict)
    """The shapes of the layer that the mouse feels, by word and coast."""
    units: dict[tuple[str, str], Point] = field(default_factory=dict)
    retreats: dict[tuple[str, str], Point] = field(default_factory=dict)
    supplies: dict[str, Point] = field(default_factory=dict)
    symbol: tuple[float, float] = (0.0, 0.0)
    """Width and height of an army."""
    fills: dict[str, str] = field(default_factory=dict)
    """Class, in small letters, to what it is filled with."""
    wet: set[str] = field(default_factory=set)
    """Words of the painted shapes that are water by their class."""
    land: list[tuple[int, shapely.Geometry]] = field(default_factory=list)
    """Painted shapes that are land and no province, each with how many provinces were painted before it."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A drawing in our layers."""

    svg: bytes
    fills: Mapping[str, str]
    """Fillings of the classes of its style sheet: colours of powers."""


def convert_drawing(
    content: bytes, name: str, title: str, draft: VariantDraft, words: Mapping[str, str], report: ImportReport
) -> Converted:
    """The drawing in our layers.

    Args:
        words: what the drawing may call a province, in small letters, to its code.

    Raises:
        VariantError: it is no drawing, or none of its shapes is a province.
    """
    drawing = read_drawing(content, name, report)
    picture = BoardPicture(title, drawing.left, drawing.top, drawing.width, drawing.height)
    picture.types = {code: TYPES[province.terrain] for code, province in draft.provinces.items()}
    picture.names = {code: province.name for code, province in draft.provinces.items()}
    _merge_coasts(drawing, words)
    _place_shapes(picture, drawing, draft, words, name, report)
    picture.rocks = _land_out_of_play(picture, drawing, words, name, report)
    _place_anchors(picture, drawing, draft, words, name, report)
    crop(picture)
    mark_ways(picture, draft)
    return Converted(write_board_svg(picture), drawing.fills)


def read_drawing(content: bytes, name: str, report: ImportReport) -> JdipDrawing:
    """The drawing, unchanged.

    Raises:
        VariantError: it is no SVG, or has no size.
    """
    root = read_loose_xml(content, name, report.mended)
    if root.tag != "svg":
        raise VariantError((Fault(name, 1, tr("this is no SVG"), tr("a root element <svg>")),))
    return _Reader(root, name, report).read()


class _Reader:
    def __init__(self, root: Element, name: str, report: ImportReport) -> None:
        self._root = root
        self._name = name
        self._report = report
        self._by_id: dict[str, Element] = {}
        for element in root.walk():
            if element.get("id"):
                self._by_id.setdefault(element.get("id"), element)
        self._walker = ShapeWalker(self._by_id, self._note_unreadable)
        self._crossings = CrossingsLeft()
        self._drawing = JdipDrawing(*self._view_box())
        self._tolerance = self._drawing.width / 6000
        self._drawing.fills = {name.lower(): value for name, value in StyleSheets(root).of_classes("fill").items()}

    def read(self) -> JdipDrawing:
        for layer, matrix in self._layers(self._root, None):
            if layer.get("id").lower() == "maplayer":
                self._painted(layer, matrix)
            else:
                self._touched(layer, matrix)
        self._beside_the_layers(self._root, None)
        self._places()
        return self._drawing

    def _view_box(self) -> tuple[float, float, float, float]:
        box = view_box(self._root)
        if box is None:
            raise VariantError((Fault(self._name, self._root.line, tr("the drawing has no size"), tr('viewBox="0 0 WIDTH HEIGHT"')),))
        return box

    def _layers(self, element: Element, matrix: Any) -> Iterator[tuple[Element, Any]]:
        for child in element.children:
            if child.tag not in ("g", "svg"):
                continue
            own = self._walker.inside(child, matrix)
            if child.get("id").lower() in ("maplayer", "mouselayer"):
                yield child, own
            else:
                yield from self._layers(child, own)

    def _painted(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            own = self._walker.inside(child, matrix)
            identity = child.get("id")
            if identity.startswith("_") and len(identity) > 1:
                area = self._area(child, own)
                word = identity[1:].lower()
                if not area.is_empty:
                    earlier = self._drawing.painted.get(word)
                    self._drawing.painted[word] = area if earlier is None else shapely.union_all([earlier, area])
                    if _WATER.search(_classes(child)):
                        self._drawing.wet.add(word)
            elif self._is_land(child):
                self._drawing.land.append((len(self._drawing.painted), self._area(child, own)))
            elif child.tag == "g":
                self._painted(child, own)

    def _beside_the_layers(self, element: Element, matrix: Any) -> None:
        """Land among the ornaments of the page, by its class: it lies below every province."""
        for child in element.children:
            if child.get("id").lower() in ("maplayer", "mouselayer") or child.tag == "defs":
                continue
            own = self._walker.inside(child, matrix)
            if child.tag in ("g", "svg"):
                self._beside_the_layers(child, own)
            elif child.tag in DRAWN and child.get("class").lower() in _UNPLAYED_CLASSES:
                self._drawing.land.append((-1, self._area(child, own)))

    def _is_land(self, element: Element) -> bool:
        """Return True if a painted shape that is no province is land: by its class or name, else by a fill that land has here."""
        classes, fills = _classes(element), self._drawing.fills
        if element.tag not in DRAWN or element.tag == "line" or _WATER.search(classes):
            return False
        if any(word in _LAND for word in classes.split()) or _UNPLAYED.search(element.get("id")):
            return True
        colour = read_colour(element.style("fill"))
        return not classes and element.tag != "rect" and colour != "" and colour in {read_colour(fills.get(word, "")) for word in _LAND}

    def _touched(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            own = self._walker.inside(child, matrix)
            match = _PLACE.fullmatch(child.get("id")) if child.get("id") else None
            if match is None:
                if child.tag == "g":
                    self._touched(child, own)
                continue
            area = self._area(child, own)
            if not area.is_empty:
                key = (match["word"].lower(), (match["coast"] or "").upper())
                earlier = self._drawing.touched.get(key)
                self._drawing.touched[key] = area if earlier is None else shapely.union_all([earlier, area])

    def _places(self) -> None:
        drawing = self._drawing
        offset = (0.0, 0.0)
        for element in self._root.walk():
            tag = element.tag.rpartition(":")[2]
            if tag == "SYMBOLSIZE" and element.get("name").lower() == "army":
                drawing.symbol = (leading_number(element.get("width")) or 0.0, leading_number(element.get("height")) or 0.0)
            elif tag == "PROVINCE_DATA":
                numbers = numbers_in(element.get("dislodgedUnitOffset"))
                offset = (numbers[0], numbers[1]) if len(numbers) == 2 else offset
            elif tag == "PROVINCE":
                self._place(element, offset)

    def _place(self, element: Element, offset: Point) -> None:
        match = _PLACE.fullmatch(element.get("name"))
        if match is None:
            return
        key = (match["word"].strip().lower(), (match["coast"] or "").upper())
        spots = {child.tag.rpartition(":")[2]: spot for child in element.children if (spot := _spot(child)) is not None}
        unit = spots.get("UNIT")
        if unit is not None:
            self._drawing.units[key] = unit
            if offset != (0.0, 0.0):
                self._drawing.retreats[key] = (unit[0] + offset[0], unit[1] + offset[1])
        if "DISLODGED_UNIT" in spots:
            self._drawing.retreats[key] = spots["DISLODGED_UNIT"]
        if "SUPPLY_CENTER" in spots:
            self._drawing.supplies[key[0]] = spots["SUPPLY_CENTER"]

    def _note_unreadable(self, element: Element, error: ShapeError) -> None:
        self._report.left_out(self._name, element.line, str(error), tr("left out"), element.get("id"))

    def _area(self, element: Element, matrix: Any) -> shapely.Geometry:
        parts: list[shapely.Geometry] = []
        for shape, own in self._walker.shapes(element, matrix):
            if shape.inherited("fill") == "none" and element.parent is not None and not element.get("id").islower():
                continue
            try:
                lines = lines_of(shape, own, self._tolerance)
            except ShapeError as error:
                self._report.left_out(self._name, shape.line, str(error), tr("the shape is left out"), element.get("id"))
                continue
            refused = self._crossings.refused
            made, repaired = region(lines, shape.inherited("fill-rule") == "evenodd", self._crossings)
            if self._crossings.refused > refused:
                self._report.left_out(
                    self._name, shape.line, tr("an outline crosses itself too often"), tr("the shape is left out"), element.get("id")
                )
                continue
            if repaired:
                self._report.mended(self._name, shape.line, tr("an outline crosses itself"), tr("mended"), element.get("id"))
            if not made.is_empty:
                parts.append(made)
        if not parts:
            return shapely.MultiPolygon()
        return parts[0] if len(parts) == 1 else areas_of(shapely.union_all(parts))


def _classes(element: Element) -> str:
    """The classes of an element, or of the nearest group around it that has some."""
    around: Element | None = element
    while around is not None and not around.get("class"):
        around = around.parent
    return around.get("class").lower() if around is not None else ""


def _spot(element: Element) -> Point | None:
    x, y = (NUMBER.fullmatch(element.get(key).strip()) for key in ("x", "y"))
    return None if x is None or y is None else (float(x[0]), float(y[0]))


def _merge_coasts(drawing: JdipDrawing, words: Mapping[str, str]) -> None:
    """Coasts that are painted as shapes of their own are part of their province."""
    for word in [word for word in drawing.painted if word not in words]:
        match = _PLACE.fullmatch(word)
        if match is not None and match["coast"] and match["word"] in words:
            shape, whole = drawing.painted.pop(word), drawing.painted.get(match["word"])
            drawing.painted[match["word"]] = shape if whole is None else areas_of(shapely.union_all([whole, shape]))


def _place_shapes(
    picture: BoardPicture, drawing: JdipDrawing, draft: VariantDraft, words: Mapping[str, str], name: str, report: ImportReport
) -> None:
    """The painted shape of each province, else the one that the mouse feels, else a disc where its unit stands or beside its neighbours."""
    painted = _by_code(drawing.painted, words)
    touched = _by_code({word: shape for (word, coast), shape in drawing.touched.items() if not coast}, words)
    least = (drawing.width / 400) ** 2
    found: dict[str, shapely.Geometry] = {}
    for code in draft.provinces:
        shape = painted.get(code)
        if shape is None or shape.area < least:
            shape = touched.get(code, shape)
        if shape is not None and shape.area > 0:
            found[code] = shape
    if len(found) * 2 < len(draft.provinces):
        what = tr("the drawing has shapes for {count} of {provinces} provinces", count=len(found), provinces=len(draft.provinces))
        raise VariantError((Fault(name, None, what, tr("a shape for each")),))
    view = (drawing.left, drawing.top, drawing.width, drawing.height)
    spots = usable_spots({words[word]: spot for (word, coast), spot in drawing.units.items() if word in words and not coast}, view)
    divide_twins(found, spots, name, report)
    water = frozenset(code for code, province in draft.provinces.items() if province.terrain is Terrain.SEA)
    cut, _ = cut_overlaps(found, water, least / 100)
    beside = draft.neighbours()
    for code in draft.provinces:
        if code in cut and (cut[code].is_empty or cut[code].area < least / 4):
            report.mended(name, None, tr("{code} lies hidden under other provinces", code=code), tr("a disc is drawn for it"))
            del cut[code]
        if code not in cut and draft.provinces[code].terrain is not Terrain.IMPASSABLE:
            if code not in found:
                report.mended(name, None, tr("{code} has no shape", code=code), disc_words(is_placed=code in spots))
            cut[code] = draw_disc(view, spots.get(code), sorted(beside[code]), cut, drawing.width / 55)
    picture.shapes = {code: cut[code] for code in draft.provinces if code in cut}


def _land_out_of_play(
    picture: BoardPicture, drawing: JdipDrawing, words: Mapping[str, str], name: str, report: ImportReport
) -> list[shapely.Geometry]:
    """Painted land that is no province, as far as no province lies on it: drawn, so that it is not taken for a sea."""
    strange = [word for word in drawing.painted if word not in words and word not in drawing.wet]
    for word in strange:
        report.mended(name, None, tr("the shape _{word} is no province", word=word[:30]), tr("shown as land out of play"))
    order = {word: number for number, word in enumerate(drawing.painted)}
    layers = [*((order[word], drawing.painted[word]) for word in strange), *drawing.land]
    found: list[shapely.Geometry] = []
    for before, shape in layers:
        if shape.area > _BACKDROP * drawing.width * drawing.height:
            continue
        later = [picture.shapes[words[word]] for word, at in order.items() if at >= before and words.get(word) in picture.shapes]
        left = areas_of(shapely.difference(shape, shapely.union_all(later)))
        if left.area > (drawing.width / 1000) ** 2:
            found.append(left)
    return found


def _place_anchors(
    picture: BoardPicture, drawing: JdipDrawing, draft: VariantDraft, words: Mapping[str, str], name: str, report: ImportReport
) -> None:
    """The places of units, dislodged units and centres, as far as they lie on their province."""
    shift = _symbol_shift(picture, drawing, words)
    wanted: list[tuple[Key, Point]] = []
    for kind, spots in (("unit", drawing.units), ("retreat", drawing.retreats)):
        for (word, coast), spot in spots.items():
            code = words.get(word)
            if code is not None:
                wanted.append(((kind, code, coast), (spot[0] + shift[0], spot[1] + shift[1])))
            elif kind == "unit":
                report.left_out(name, None, tr("a place for {word!r}, which is no province", word=word[:30]), tr("left out"))
    wanted += [(("sc", words[word], ""), spot) for word, spot in drawing.supplies.items() if word in words]
    take_anchors(picture, draft, wanted, name, report)
    for (word, coast), shape in drawing.touched.items():
        code = words.get(word)
        if code is None or code not in picture.shapes:
            continue
        if coast in draft.provinces[code].coasts and ("unit", code, coast) not in picture.anchors:
            shore = shapely.intersection(shape.boundary, picture.shapes[code].buffer(drawing.width / 200))
            lines = [line for line in shapely.get_parts(shapely.line_merge(shore)) if line.geom_type == "LineString"]
            picture.coasts[code, coast] = [[(x, y) for x, y in shapely.get_coordinates(line).tolist()] for line in lines]


def _symbol_shift(picture: BoardPicture, drawing: JdipDrawing, words: Mapping[str, str]) -> Point:
    """Return the shift of places, the middle of a symbol or its upper left corner by program: the one that fits more shapes."""
    half = (drawing.symbol[0] / 2, drawing.symbol[1] / 2)

    def depth(shift: Point) -> float:
        total = 0.0
        for (word, coast), spot in drawing.units.items():
            shape = picture.shapes.get(words.get(word, ""))
            if shape is None or coast:
                continue
            point = shapely.Point(spot[0] + shift[0], spot[1] + shift[1])
            total += min(shape.boundary.distance(point), drawing.width / 40) if shape.contains(point) else -drawing.width / 100
        return total

    return half if half != (0.0, 0.0) and depth(half) > depth((0.0, 0.0)) else (0.0, 0.0)


def _by_code(shapes: Mapping[str, shapely.Geometry], words: Mapping[str, str]) -> dict[str, shapely.Geometry]:
    found: dict[str, shapely.Geometry] = {}
    for word, shape in shapes.items():
        code = words.get(word)
        if code is not None:
            found[code] = shape if code not in found else shapely.union_all([found[code], shape])
    return found
