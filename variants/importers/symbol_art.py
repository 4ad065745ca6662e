"""The drawing of one symbol, flattened: areas with their paint in the sequence they are painted, groups and transforms taken apart."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import shapely
import shapely.affinity

from languages import system_words, tr
from variants.compile.regions import areas_of, region
from variants.importers.draft import ImportReport
from variants.importers.symbol_style import (
    FACE,
    LEFT_OUT,
    NONE,
    ArtError,
    Pen,
    Spent,
    SymbolStyles,
    Viewport,
    colour_of,
    fitted,
    share,
    url_of,
    view_of,
)
from variants.svg.element import Element
from variants.svg.paths import DRAWN, lines_of
from variants.svg.transforms import ShapeError, compose, matrix_of, parts_of, translation

DEEPEST_USE = 12
FAINTEST = 0.04
"""Opacity below which a part is not painted."""

_SIZES = ("x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2")
_GROUPS = ("g", "a", "switch", "symbol", "svg")
_SILENT = (
    "title",
    "desc",
    "metadata",
    "defs",
    "style",
    "lineargradient",
    "radialgradient",
    "marker",
    "clippath",
    "mask",
    "filter",
    "pattern",
)


@dataclass(frozen=True, slots=True)
class Area:
    """A painted area."""

    shape: shapely.Geometry
    paint: str
    """``face`` or ``#rrggbb``."""
    opacity: float
    line: int
    outline_of: float = 0.0
    """For the line around something in the power's colour: its width. 0 for everything else."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A word in a symbol."""

    text: str
    x: float
    """Horizontal place of its middle."""
    y: float
    height: float
    """Size of the letters."""
    paint: str
    opacity: float
    line: int


@dataclass(frozen=True, slots=True)
class Art:
    """All that is painted for a symbol, in its own coordinates."""

    areas: tuple[Area, ...]
    letters: tuple[Letters, ...]


def plain_tree(root: Element) -> Element:
    """A copy whose names are in small letters and without prefixes, declared or not."""
    copies: dict[int, Element] = {}
    for element in root.walk():
        attributes: dict[str, str] = {}
        for key, value in element.attributes.items():
            attributes.setdefault(key.rpartition(":")[2].lower(), value)
        parent = copies.get(id(element.parent)) if element.parent is not None else None
        copy = Element(element.tag.rpartition(":")[2].lower(), attributes, element.line, parent, [], element.text, element.tail)
        copies[id(element)] = copy
        if parent is not None:
            parent.children.append(copy)
    return copies[id(root)]


class Flattener:
    """Takes symbols of one drawing apart.

    Args:
        ids: its elements by id, in small letters.
        name: of the file, for the report.
        spent: what other symbols of the drawing have cost.
    """

    def __init__(
        self, ids: Mapping[str, Element], styles: SymbolStyles, name: str, report: ImportReport, spent: Spent | None = None
    ) -> None:
        self._ids = ids
        self._styles = styles
        self._name = name
        self._report = report
        self._areas: list[Area] = []
        self._letters: list[Letters] = []
        self._spent = Spent() if spent is None else spent
        self._inside: list[int] = []
        self._symbol = ""

    def telling(self, report: ImportReport) -> Flattener:
        """The same, with another report."""
        return Flattener(self._ids, self._styles, self._name, report, self._spent)

    def flatten(self, symbol: Element, view: Viewport) -> Art:
        """Return the art that *symbol* paints.

        Raises:
            ArtError: it has too many parts or too much path data.
        """
        self._areas, self._letters = [], []
        self._spent.begin()
        self._symbol = symbol.get("id")
        self._visit(symbol, None, Pen(), view)
        return Art(tuple(self._areas), tuple(self._letters))

    def _note_repair(self, element: Element, what: str, done: str) -> None:
        self._report.mended(self._name, element.line, what, done, self._symbol)

    def _visit(self, element: Element, matrix: Any, pen: Pen, view: Viewport) -> None:
        self._spent.visit()
        if element.tag in _SILENT:
            return
        properties = self._styles.properties(element)
        pen = pen.over(properties)
        if not pen.displayed or pen.opacity < FAINTEST:
            return
        for colour in sorted(pen.strange):
            self._note_repair(element, tr("{colour!r} is no colour", colour=colour), tr("left out"))
        ignored = sorted(key for key in LEFT_OUT if properties.get(key, "none") != "none")
        if ignored:
            self._note_repair(element, tr("{ignored} of <{tag}>", ignored=", ".join(ignored), tag=element.tag), tr("left out"))
        try:
            matrix = compose(matrix_of(element), matrix)
        except ShapeError as error:
            self._note_repair(element, str(error), tr("left out"))
        if element.tag in DRAWN:
            self._paint(element, matrix, pen, view)
        elif element.tag == "use":
            self._use(element, matrix, pen, view)
        elif element.tag in _GROUPS:
            if element.tag == "svg" and self._inside:
                matrix, view = self._viewport(element, element, matrix, view)
            self._inside.append(id(element))
            for child in element.children:
                self._visit(child, matrix, pen, view)
            self._inside.pop()
        elif element.tag == "text":
            self._write(element, matrix, pen, view)
        elif element.tag == "image":
            self._note_repair(element, tr("an image"), tr("images are not taken over"))
        elif element.tag in ("script", "foreignobject", "animate", "animatetransform", "set"):
            self._note_repair(element, f"<{element.tag}>", tr("left out; nothing in a symbol is run"))
        else:
            self._note_repair(element, f"<{element.tag[:30]}>", tr("left out"))

    def _use(self, element: Element, matrix: Any, pen: Pen, view: Viewport) -> None:
        wanted = element.get("href").strip()
        target = self._ids.get(wanted[1:].lower()) if wanted.startswith("#") else None
        if target is None:
            self._note_repair(element, tr("<use> points to {wanted!r}", wanted=wanted[:40]), tr("left out"))
            return
        if id(target) in self._inside or len(self._inside) > DEEPEST_USE * 4:
            self._note_repair(element, tr("<use> of {wanted!r} leads back to itself", wanted=wanted[:40]), tr("left out"))
            return
        try:
            x, y = (view.length(element.get(key) or "0", key) for key in ("x", "y"))
        except ShapeError as error:
            self._note_repair(element, str(error), tr("taken for 0"))
            x = y = 0.0
        matrix = compose(translation(x, y), matrix)
        if target.tag in ("symbol", "svg"):
            matrix, view = self._viewport(target, element, matrix, view, moved=True)
        self._inside.append(id(target))
        self._visit(target, matrix, pen, view)
        self._inside.pop()

    def _viewport(self, box: Element, sized: Element, matrix: Any, view: Viewport, *, moved: bool = False) -> tuple[Any, Viewport]:
        """The transform into a nested viewport, and the coordinates inside."""
        try:
            sizes = [view.length(sized.get(key) or "100%", key) for key in ("width", "height")]
            corner = [0.0, 0.0] if moved else [view.length(sized.get(key) or "0", key) for key in ("x", "y")]
        except ShapeError as error:
            self._note_repair(sized, str(error), tr("the whole room is taken"))
            sizes, corner = [view.width, view.height], [0.0, 0.0]
        into = Viewport(*sizes)
        if corner != [0.0, 0.0]:
            matrix = compose(translation(*corner), matrix)
        if not box.get("viewbox") or min(sizes) <= 0:
            return matrix, into if min(sizes) > 0 else view
        inner = view_of(box, into)
        return compose(fitted(inner, into, box.get("preserveaspectratio")), matrix), inner[2]

    def _paint(self, element: Element, matrix: Any, pen: Pen, view: Viewport) -> None:
        if not pen.visible:
            return
        try:
            plain = self._measured(element, view)
            lines = lines_of(plain, None, max(view.width, view.height) / 1500)
            corner = min(float(plain.get("rx") or 0), float(plain.get("width") or 0) / 2, float(plain.get("height") or 0) / 2)
            if plain.tag == "rect" and corner > 0 and lines:
                round_box = shapely.Polygon(lines[0]).buffer(-corner * 0.999, join_style="mitre").buffer(corner * 0.999, quad_segs=8)
                lines = [list(shapely.get_coordinates(round_box.exterior).tolist())] if round_box.geom_type == "Polygon" else lines
                lines = [[(x, y) for x, y in line] for line in lines]
            self._spent.outlines(lines)
            around = pen.fill == FACE and element.tag != "line"
            if pen.fill != NONE and element.tag != "line":
                closed = [[*line, line[0]] for line in lines if len(line) > 2]
                self._add(element, region(closed, pen.evenodd)[0], pen.fill, pen.fill_opacity * pen.opacity, matrix)
            if pen.stroke != NONE:
                width = abs(view.length(pen.stroke_width, "stroke-width"))
                if width > 0:
                    drawn = _stroked(lines, width, pen)
                    self._add(element, drawn, pen.stroke, pen.stroke_opacity * pen.opacity, matrix, width if around else 0.0)
        except ArtError:
            raise
        except (ShapeError, shapely.errors.GEOSException, ValueError, OverflowError) as error:
            self._note_repair(element, f"<{element.tag}>: {error}"[:120], tr("left out"))

    def _measured(self, element: Element, view: Viewport) -> Element:
        """*element* with its lengths in user units."""
        attributes = dict(element.attributes)
        for key in _SIZES:
            if attributes.get(key, "").strip():
                attributes[key] = repr(view.length(attributes[key], key))
        if "rx" not in attributes and "ry" in attributes and element.tag == "rect":
            attributes["rx"] = attributes["ry"]
        self._spent.data(len(attributes.get("d", "")) + len(attributes.get("points", "")))
        return Element(element.tag, attributes, element.line)

    def _add(self, element: Element, shape: shapely.Geometry, paint: str, opacity: float, matrix: Any, width: float = 0.0) -> None:
        paint, opacity = self._resolved(element, paint, opacity)
        if shape.is_empty or opacity < FAINTEST or paint == NONE:
            return
        scale = 1.0
        if matrix is not None:
            a, b, c, d, e, f = parts_of(matrix)
            scale = math.sqrt(abs(a * d - b * c))
            if scale < 1e-9:
                return
            shape = shapely.affinity.affine_transform(shape, [a, c, b, d, e, f])
        bounds = shape.bounds
        if not all(math.isfinite(bound) and abs(bound) < 1e6 for bound in bounds):
            raise ShapeError(tr("a point lies far outside of every symbol"))
        if not shape.is_valid:
            shape = areas_of(shapely.make_valid(shape, method="structure", keep_collapsed=False))
        if shape.area > 0:
            self._spent.area(int(shapely.get_num_coordinates(shape)))
            self._areas.append(Area(shape, paint, opacity, element.line, width * scale))

    def _resolved(self, element: Element, paint: str, opacity: float) -> tuple[str, float]:
        """A flat colour for *paint*: of a gradient its mean."""
        if not paint.startswith("url("):
            return paint, opacity
        named = url_of(paint)
        target = None if named is None else self._ids.get(named[0].lower())
        if named is None or target is None:
            fallback = colour_of(named[1]) if named is not None and named[1] else None
            self._note_repair(
                element,
                tr("{paint} is not in the drawing", paint=paint[:40]),
                tr("{colour} instead", colour=fallback) if fallback else tr("the colour of the power instead"),
            )
            return fallback or FACE, opacity
        if target.tag not in ("lineargradient", "radialgradient"):
            self._note_repair(element, tr("<{tag}> as a paint", tag=target.tag[:30]), tr("the colour of the power instead"))
            return FACE, opacity
        mean, through = self._mean(target)
        self._note_repair(
            element,
            tr("the gradient {named}", named=named[0][:30]),
            tr("drawn in its mean colour") if mean != FACE else tr("it has the colour of the power"),
        )
        return mean, opacity * through

    def _mean(self, gradient: Element) -> tuple[str, float]:
        """Mean colour and opacity of a gradient, or the power's colour where a stop follows it."""
        stops: list[Element] = []
        seen: set[int] = set()
        at: Element | None = gradient
        while at is not None and id(at) not in seen and not stops:
            seen.add(id(at))
            stops = [each for each in at.children if each.tag == "stop"][:100]
            at = self._ids.get(at.get("href").strip().removeprefix("#").lower())
        marks: list[tuple[float, tuple[int, int, int], float]] = []
        for stop in stops:
            properties = self._styles.properties(stop)
            text = properties.get("stop-color", "black")
            if text.strip().lower() in ("currentcolor", "inherit", "context-fill"):
                return FACE, 1.0
            found = colour_of(text.lower()) or "#000000"
            red, green, blue = (int(found[place : place + 2], 16) for place in (1, 3, 5))
            marks.append((share(stop.get("offset"), 0.0), (red, green, blue), share(properties.get("stop-opacity", ""), 1.0)))
        if not marks:
            return NONE, 0.0
        marks = [(0.0, *marks[0][1:]), *marks, (1.0, *marks[-1][1:])]
        total, through, parts = 0.0, 0.0, [0.0, 0.0, 0.0]
        for (start, first, one), (end, second, other) in pairwise(marks):
            length = max(0.0, end - start)
            weight = length * (one + other) / 2
            through += weight
            total += length
            for place in range(3):
                parts[place] += weight * (first[place] + second[place]) / 2
        if through <= 0:
            return NONE, 0.0
        return "#" + "".join(f"{min(255, round(part / through)):02x}" for part in parts), through / (total or 1.0)

    def _write(self, element: Element, matrix: Any, pen: Pen, view: Viewport) -> None:
        text = " ".join("".join(each.text + (each.tail if each is not element else "") for each in element.walk()).split())
        first = next((each for each in element.walk() if each.get("x") or each.get("y")), element)
        if not text or not pen.visible:
            return
        try:
            x, y = (view.length((first.get(key) or "0").split(",")[0].split()[0], key) for key in ("x", "y"))
            size = view.length(pen.font_size, "font-size")
            raised = view.length(pen.shift, "y") if pen.shift and pen.shift[-1:].isdigit() else 0.0
        except (ShapeError, IndexError) as error:
            self._note_repair(element, tr("the text {text!r}: {error}", text=text[:20], error=system_words(error)), tr("left out"))
            return
        # Capital letters are about seven tenths of their size high and a little less wide.
        wide = 0.6 * size * len(text)
        x += {"start": wide / 2, "end": -wide / 2}.get(pen.anchor, 0.0)
        y -= raised + (0.0 if pen.central else 0.36 * size)
        scale = 1.0
        if matrix is not None:
            a, b, c, d, e, f = parts_of(matrix)
            scale = math.sqrt(abs(a * d - b * c))
            x, y = a * x + c * y + e, b * x + d * y + f
        paint, opacity = self._resolved(element, pen.fill, pen.fill_opacity * pen.opacity)
        if paint == NONE:
            paint, opacity = self._resolved(element, pen.stroke, pen.stroke_opacity * pen.opacity)
        if paint != NONE and opacity >= FAINTEST and math.isfinite(x) and math.isfinite(y) and 0 < size * scale < 1e6:
            self._letters.append(Letters(text, x, y, size * scale, paint, opacity, element.line))


def _stroked(lines: list[list[tuple[float, float]]], width: float, pen: Pen) -> shapely.Geometry:
    join = pen.join if pen.join in ("round", "bevel") else "mitre"
    cap = {"round": "round", "square": "square"}.get(pen.cap, "flat")
    parts: list[shapely.Geometry] = []
    for line in lines:
        distinct = [point for at, point in enumerate(line) if at == 0 or point != line[at - 1]]
        if len(distinct) < 2:
            continue
        made = shapely.LinearRing(distinct) if distinct[0] == distinct[-1] and len(distinct) > 3 else shapely.LineString(distinct)
        parts.append(made.buffer(width / 2, quad_segs=6, cap_style=cap, join_style=join, mitre_limit=4))
    return areas_of(shapely.union_all(parts)) if parts else shapely.MultiPolygon()
