"""The layers of a board's drawing, read into shapes, names and places. Nothing is derived here."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import shapely
import svgelements

from variants.compile.path_points import DRAWN, Point, ShapeError, compose, lines_of, matrix_of
from variants.compile.regions import region
from variants.compile.xml_tree import Element, read_xml
from variants.fault import Fault, Faults, Severity, VariantError

LAYERS = ("provinces", "coasts", "anchors", "bridges", "labels", "impassable", "background", "foreground")
_CODE = re.compile(r"_?([A-Za-z][A-Za-z0-9]{1,7})")
_ANCHOR = re.compile(r"(unit|retreat|label|sc):([A-Za-z][A-Za-z0-9]{1,7})(?:/([A-Za-z]{1,3}))?", re.IGNORECASE)
_COAST = re.compile(r"([A-Za-z][A-Za-z0-9]{1,7})/([A-Za-z]{1,3})")
_BRIDGE = re.compile(r"([A-Za-z][A-Za-z0-9]{1,7})-([A-Za-z][A-Za-z0-9]{1,7})")
_HREF_DEPTH = 4
MOST_POINTS = 800_000
"""Of all shapes together, curves as chords."""
MANY_POINTS = 250_000
SMALLEST_SCALE, LARGEST_SCALE = 0.2, 4.0


class CompilationStoppedError(Exception):
    """Nobody wants the board any more: a later save of the drawing is being compiled."""


@dataclass(slots=True)
class DrawnProvince:
    """A province of the drawing."""

    code: str
    shape: shapely.Geometry
    element: Element
    data_type: str = ""
    name: str = ""


@dataclass(slots=True)
class DrawnPiece:
    """Something with a ``data-kind``, or of the layer ``impassable``."""

    kind: str
    rank: int
    name: str
    owner: str
    areas: list[shapely.Geometry] = field(default_factory=list)
    lines: list[list[Point]] = field(default_factory=list)


@dataclass(slots=True)
class DrawnLabel:
    """A name the author has placed: text at a point, or along a path."""

    code: str
    lines: tuple[str, ...]
    x: float
    y: float
    angle: float
    size: float
    path: list[Point] | None


@dataclass(slots=True)
class Drawing:
    """Everything that the drawing says."""

    width: float
    height: float
    provinces: dict[str, DrawnProvince] = field(default_factory=dict)
    pieces: list[DrawnPiece] = field(default_factory=list)
    anchors: dict[tuple[str, str, str], Point] = field(default_factory=dict)
    """By kind, code and coast; the coast is ``""`` where none is named."""
    coasts: dict[tuple[str, str], list[shapely.Geometry]] = field(default_factory=dict)
    bridges: list[tuple[str, str, bool, tuple[str, ...]]] = field(default_factory=list)
    """Two codes, whether the bridge cuts instead, and the unit kinds it is for."""
    labels: dict[str, DrawnLabel] = field(default_factory=dict)
    art: dict[str, list[Element]] = field(default_factory=dict)
    """The free elements of the layers ``background`` and ``foreground``, each as it stands."""
    root: Element | None = None
    corner: tuple[float, float] = (0.0, 0.0)
    """Where the viewBox begins."""
    symbol_scale: float | None = None
    """How large its author wants units and names, ``data-symbol-scale`` of the root."""


class DrawingReader:
    """Reads one drawing; faults are noted with their element and place, and reading goes on."""

    def __init__(self, content: bytes, source: str, faults: Faults, stop: Callable[[], bool] = lambda: False) -> None:
        self._stop = stop
        self._points = 0
        self._source = source
        self._faults = faults
        self._root = read_xml(content, source)
        self._by_id = {element.get("id"): element for element in self._root.walk() if element.get("id")}
        left, top, width, height = self._view_box()
        self._shift = None if (left, top) == (0.0, 0.0) else _translation(-left, -top)
        self._tolerance = width / 8000
        self.drawing = Drawing(width, height, root=self._root, corner=(left, top), symbol_scale=self._symbol_scale())

    def read(self) -> Drawing:
        """The drawing.

        Raises:
            VariantError: there is no layer of provinces.
        """
        found = False
        for layer, matrix in self._layers(self._root, self._shift):
            name = _layer_name(layer)
            found = found or name == "provinces"
            getattr(self, f"_read_{name}")(layer, matrix)
        if not found:
            what = "there is no layer of provinces"
            raise VariantError((Fault(self._source, self._root.line, what, "a layer labelled provinces, one shape for each province"),))
        if MANY_POINTS < self._points <= MOST_POINTS:
            what = f"the drawing has {self._points} points and will be slow to compile"
            self._fault(self._root, what, "simpler outlines: Path > Simplify in Inkscape", Severity.WARNING)
        return self.drawing

    def _fault(self, element: Element, what: str, expected: str, severity: Severity = Severity.ERROR, at: Point | None = None) -> None:
        name = element.label or element.tag
        self._faults.add(Fault(self._source, element.line, what, expected, severity, name[:60], at))

    def _view_box(self) -> tuple[float, float, float, float]:
        numbers = re.split(r"[\s,]+", self._root.get("viewBox").strip())
        try:
            if len(numbers) == 4:
                left, top, width, height = (float(number) for number in numbers)
            else:
                left, top = 0.0, 0.0
                width, height = (float(re.sub(r"[a-z%]+$", "", self._root.get(key))) for key in ("width", "height"))
        except ValueError:
            width, height, left, top = 0.0, 0.0, 0.0, 0.0
        if not (0 < width < 1e6 and 0 < height < 1e6 and abs(left) < 1e6 and abs(top) < 1e6):
            raise VariantError((Fault(self._source, self._root.line, "the drawing has no size", 'viewBox="0 0 WIDTH HEIGHT"'),))
        return left, top, width, height

    def _symbol_scale(self) -> float | None:
        stated = self._root.get("data-symbol-scale")
        if not stated:
            return None
        try:
            scale = float(stated)
        except ValueError:
            scale = 0.0
        if SMALLEST_SCALE <= scale <= LARGEST_SCALE:
            return scale
        self._fault(self._root, f"data-symbol-scale is {stated[:20]!r}", f"a number from {SMALLEST_SCALE} to {LARGEST_SCALE}")
        return None

    def _layers(self, element: Element, matrix: Any) -> Iterator[tuple[Element, Any]]:
        """The groups that are layers of ours, wherever they lie, with the transform above their children."""
        for child in element.children:
            if child.tag != "g":
                continue
            own = compose(self._matrix(child), matrix)
            if _layer_name(child):
                yield child, own
            else:
                yield from self._layers(child, own)

    def _matrix(self, element: Element) -> Any:
        try:
            return matrix_of(element)
        except ShapeError as error:
            self._fault(element, str(error), "a transform that Inkscape can show")
            return None

    def _shapes(self, element: Element, matrix: Any, depth: int = 0) -> Iterator[tuple[Element, Any]]:
        """Every drawn shape below *element*, itself too, with its transform; ``<use>`` is followed inside the file."""
        if element.tag in DRAWN:
            yield element, matrix
        elif element.tag == "use" and depth < _HREF_DEPTH:
            wanted = element.get("href") or element.get("xlink:href")
            target = self._by_id.get(wanted.removeprefix("#")) if wanted.startswith("#") else None
            if target is None or target is element:
                self._fault(element, f"<use> points to {wanted[:60]!r}, which is not there", "an element of this drawing")
                return
            try:
                shifted = compose(_translation(float(element.get("x") or 0), float(element.get("y") or 0)), matrix)
            except ValueError:
                shifted = matrix
            yield from self._shapes(target, compose(self._matrix(target), shifted), depth + 1)
        elif element.tag in ("g", "a", "switch"):
            for child in element.children:
                yield from self._shapes(child, compose(self._matrix(child), matrix), depth)

    def _lines(self, element: Element, matrix: Any) -> list[list[Point]]:
        if self._stop():
            raise CompilationStoppedError
        if self._points > MOST_POINTS:
            return []
        try:
            lines = lines_of(element, matrix, self._tolerance)
        except ShapeError as error:
            self._fault(element, str(error), "a path that Inkscape can show")
            return []
        self._points += sum(len(line) for line in lines)
        if self._points > MOST_POINTS:
            self._fault(element, f"the drawing has more than {MOST_POINTS} points", "simpler outlines: Path > Simplify in Inkscape")
            return []
        return lines

    def _area(self, element: Element, matrix: Any) -> shapely.Geometry:
        """The area of a shape or a group of them."""
        parts: list[shapely.Geometry] = []
        for shape, own in self._shapes(element, matrix):
            if shape.get("clip-path") or shape.get("mask"):
                self._fault(shape, "a clip or mask is not followed", "the shape itself cut to size", Severity.WARNING)
            lines = self._lines(shape, own)
            made, repaired = region(lines, evenodd=shape.inherited("fill-rule") == "evenodd")
            if repaired:
                at = lines[0][0]
                self._fault(shape, f"{repaired} of its outlines cross themselves; mended", "an outline that does not", Severity.WARNING, at)
            parts.append(made)
        return shapely.union_all(parts) if len(parts) != 1 else parts[0]

    def _read_provinces(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in DRAWN | {"g", "use"}:
                continue
            own = compose(self._matrix(child), matrix)
            code = _code(child)
            if code is None:
                if child.tag == "g" and child.children:
                    self._read_provinces(child, own)
                    continue
                self._fault(child, "the shape has no code", 'data-province="par", or the code as label or id')
                continue
            if child.inherited("display") == "none" and layer.inherited("display") != "none":
                self._fault(child, f"{code} is hidden; it counts all the same", "a visible shape", Severity.WARNING)
            shape = self._area(child, own)
            if shape.is_empty or shape.area < 1e-9:
                self._fault(child, f"{code} has no area", "a closed outline")
                continue
            earlier = self.drawing.provinces.get(code)
            if earlier is not None:
                at = (shape.representative_point().x, shape.representative_point().y)
                self._fault(
                    child, f"{code} is drawn twice; both parts count", "one shape, or one group, for each province", Severity.WARNING, at
                )
                earlier.shape = shapely.union_all([earlier.shape, shape])
                continue
            self.drawing.provinces[code] = DrawnProvince(code, shape, child, child.get("data-type"), child.get("data-name"))

    def _read_impassable(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            shape = self._area(child, compose(self._matrix(child), matrix))
            if not shape.is_empty:
                self.drawing.pieces.append(DrawnPiece("impassable", 1, child.get("data-name") or child.label, "", [shape]))

    def _read_coasts(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            match = _COAST.fullmatch(child.label) or _COAST.fullmatch(child.get("data-coast"))
            if match is None:
                self._fault(child, f"{child.label[:30]!r} is not the name of a coast", "a label such as stp/nc")
                continue
            key = (match[1].upper(), match[2].upper())
            for shape, own in self._shapes(child, compose(self._matrix(child), matrix)):
                for line in self._lines(shape, own):
                    if len(line) > 1:
                        self.drawing.coasts.setdefault(key, []).append(shapely.LineString(line))

    def _read_anchors(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            match = _ANCHOR.fullmatch(child.label)
            if child.tag == "g" and match is None:
                self._read_anchors(child, compose(self._matrix(child), matrix))
                continue
            if match is None:
                self._fault(
                    child, f"{child.label[:30]!r} is not the name of an anchor", "unit:spa, unit:spa/nc, retreat:spa, label:spa or sc:spa"
                )
                continue
            bounds = [
                point
                for shape, own in self._shapes(child, compose(self._matrix(child), matrix))
                for line in self._lines(shape, own)
                for point in line
            ]
            if not bounds:
                continue
            xs, ys = [x for x, _ in bounds], [y for _, y in bounds]
            key = (match[1].lower(), match[2].upper(), (match[3] or "").upper())
            if key in self.drawing.anchors:
                self._fault(child, f"{child.label} stands twice", "one anchor of that name", Severity.WARNING)
            self.drawing.anchors[key] = (round((min(xs) + max(xs)) / 2, 2), round((min(ys) + max(ys)) / 2, 2))

    def _read_bridges(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            match = _BRIDGE.fullmatch(child.label)
            if match is None:
                self._fault(child, f"{child.label[:30]!r} is not the name of a bridge", "a label such as den-swe")
                continue
            units = tuple(word for word in child.get("data-units").lower().split() if word)
            cut = child.get("data-cut") == "1"
            self.drawing.bridges.append((match[1].upper(), match[2].upper(), cut, units))
            if not cut and child.inherited("display") != "none":
                own = compose(self._matrix(child), matrix)
                lines = [line for shape, above in self._shapes(child, own) for line in self._lines(shape, above)]
                self.drawing.pieces.append(DrawnPiece("bridge", 1, match[0].upper(), "", [], [line for line in lines if len(line) > 1]))

    def _read_labels(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            code = _code(child)
            if child.tag != "text" or code is None:
                self._fault(
                    child,
                    "this text does not say of which province it is the name",
                    "a text whose label is the province's code",
                    Severity.WARNING,
                )
                continue
            label = self._label(code, child, compose(self._matrix(child), matrix))
            if label is not None:
                self.drawing.labels[code] = label

    def _label(self, code: str, element: Element, matrix: Any) -> DrawnLabel | None:
        size = _font_size(element)
        paths = [each for each in element.walk() if each.tag == "textPath"]
        scale = 1.0 if matrix is None else abs(float(matrix.a) * float(matrix.d) - float(matrix.b) * float(matrix.c)) ** 0.5
        if paths:
            wanted = paths[0].get("href") or paths[0].get("xlink:href")
            target = self._by_id.get(wanted.removeprefix("#"))
            text = " ".join("".join(each.text + each.tail for each in paths[0].walk()).split())
            lines = self._lines(target, compose(self._matrix(target), matrix)) if target is not None and target.tag in DRAWN else []
            if not text or not lines or len(lines[0]) < 2:
                self._fault(element, f"the name of {code} follows no path", "a textPath to a path of this drawing")
                return None
            middle = shapely.LineString(lines[0]).interpolate(0.5, normalized=True)
            return DrawnLabel(code, (text,), middle.x, middle.y, 0.0, size * scale, lines[0])
        rows = [each for each in element.walk() if (each.text or "").strip()]
        words = tuple(" ".join(row.text.split()) for row in rows)[:4]
        if not words:
            return None
        try:
            spots = [(float(row.get("x") or element.get("x") or 0), float(row.get("y") or element.get("y") or 0)) for row in rows[:4]]
        except ValueError:
            self._fault(element, f"the name of {code} has no place", "numbers in x and y")
            return None
        x = sum(spot[0] for spot in spots) / len(spots)
        y = sum(spot[1] for spot in spots) / len(spots) - size * 0.3
        angle = 0.0
        if matrix is not None:
            a, b, c, d, e, f = (float(part) for part in (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f))
            x, y = a * x + c * y + e, b * x + d * y + f
            angle = _degrees(a, b)
        return DrawnLabel(code, words, x, y, angle, size * scale, None)

    def _read_background(self, layer: Element, matrix: Any) -> None:
        self._read_art("background", layer, matrix)

    def _read_foreground(self, layer: Element, matrix: Any) -> None:
        self._read_art("foreground", layer, matrix)

    def _read_art(self, name: str, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.get("data-kind"):
                self._read_piece(child, compose(self._matrix(child), matrix))
            else:
                self.drawing.art.setdefault(name, []).append(child)

    def _read_piece(self, element: Element, matrix: Any) -> None:
        """An element that says what it is, so that a theme can colour it."""
        rank = element.get("data-rank")
        for shape, own in self._shapes(element, matrix):
            kind = element.get("data-kind").lower()
            owner = (shape.get("data-province") or element.get("data-province")).upper()
            piece = DrawnPiece(kind, int(rank) if rank.isdigit() and len(rank) < 3 else 1, shape.get("data-name"), owner)
            if kind in ("strait", "inlet", "lake", "impassable"):
                made, _ = region(self._lines(shape, own), evenodd=shape.inherited("fill-rule") == "evenodd")
                piece.areas = [made]
            else:
                piece.lines = [line for line in self._lines(shape, own) if len(line) > 1]
            self.drawing.pieces.append(piece)


def _layer_name(element: Element) -> str:
    for text in (element.get("inkscape:label"), element.get("id")):
        name = text.strip().lower().removeprefix("dip-").removeprefix("layer-")
        if name in LAYERS:
            return name
    return ""


def _code(element: Element) -> str | None:
    """``data-province``, else the label, else the id."""
    for text in (element.get("data-province"), element.get("inkscape:label"), element.get("id")):
        match = _CODE.fullmatch(text.strip())
        if match is not None:
            return match[1].upper()
    return None


def _translation(x: float, y: float) -> Any:
    return svgelements.Matrix(f"translate({x},{y})")


def _font_size(element: Element) -> float:
    match = re.match(r"[\d.]+", element.inherited("font-size"))
    try:
        return min(400.0, max(1.0, float(match[0]))) if match else 16.0
    except ValueError:
        return 16.0


def _degrees(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a))
