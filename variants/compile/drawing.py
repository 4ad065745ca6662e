"""The layers of a board's drawing, read into shapes, names and places. Nothing is derived here."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

import shapely

from variants.compile.author_names import enlargement, font_size, level_name, serving_ids
from variants.compile.codes import code_of, is_named, layer_name, other_layers, slips
from variants.compile.drawn import Drawing, DrawnLabel, DrawnPiece, DrawnProvince
from variants.compile.outlines import crossing, open_end
from variants.compile.regions import region
from variants.fault import Fault, Faults, Severity, VariantError
from variants.fault_kind import FaultKind
from variants.fix import Fix, RemoveElement, SetAttribute, SvgChange
from variants.svg.element import Element
from variants.svg.numbers import view_box
from variants.svg.paths import DRAWN, lines_of
from variants.svg.read_xml import read_xml
from variants.svg.shapes import LostUseError, ShapeWalker
from variants.svg.style_sheet import StyleSheets
from variants.svg.transforms import Point, ShapeError, compose, matrix_of, translation

_ANCHOR = re.compile(r"(unit|retreat|label|sc):([A-Za-z][A-Za-z0-9]{1,7})(?:/([A-Za-z]{1,3}))?", re.IGNORECASE)
_COAST = re.compile(r"([A-Za-z][A-Za-z0-9]{1,7})[/ _-]([A-Za-z]{1,3})")
_BRIDGE = re.compile(r"([A-Za-z][A-Za-z0-9]{1,7})-([A-Za-z][A-Za-z0-9]{1,7})")
_MARKS = DRAWN | {"g", "use"}
_KEPT_LABELS = "a file saved as Inkscape SVG: plain and optimised SVG leave the labels out"
_STRAY = 1 / 500
"""Of the board's width: the side of a square that no province is smaller than."""
MOST_POINTS = 800_000
"""Of all shapes together, curves as chords."""
MANY_POINTS = 250_000
SMALLEST_SCALE, LARGEST_SCALE = 0.2, 4.0


class CompilationStoppedError(Exception):
    """Nobody wants the board any more: a later save of the drawing is being compiled."""


class DrawingReader:
    """Reads one drawing; faults are noted with their element and place, and reading goes on."""

    def __init__(
        self,
        content: bytes,
        source: str,
        faults: Faults,
        stop: Callable[[], bool] = lambda: False,
        known: Collection[str] = (),
    ) -> None:
        """A reader of *content*; the codes *known* tell a province that is a group from a group of provinces."""
        self._stop = stop
        self._known = known
        self._points = 0
        self._unreadable = 0
        """Shapes that could not be read so far, each told."""
        self._source = source
        self._faults = faults
        self._root = read_xml(content, source)
        self._by_id = {element.get("id"): element for element in self._root.walk() if element.get("id")}
        self._labelled = any(element.get("inkscape:label") for element in self._root.walk())
        self._serving = serving_ids(self._root.walk())
        self._walker = ShapeWalker(self._by_id, self._note_unreadable)
        left, top, width, height = self._view_box()
        self._shift = None if (left, top) == (0.0, 0.0) else translation(-left, -top)
        self._tolerance = width / 8000
        self.drawing = Drawing(width, height, root=self._root, corner=(left, top), symbol_scale=self._symbol_scale())

    def read(self) -> Drawing:
        """The drawing.

        Raises:
            VariantError: there is no layer of provinces.
        """
        self._apply_style_sheets()
        found = False
        for layer, matrix in self._layers(self._root, self._shift):
            name = layer_name(layer)
            found = found or name == "provinces"
            if name == "provinces" and self.drawing.layer_line is None:
                self.drawing.layer_line = layer.line
            getattr(self, f"_read_{name}")(layer, matrix)
        if not found:
            layers = ", ".join(repr(label[:30]) for label in other_layers(self._root)[:8])
            what = "there is no layer of provinces" + (f"; its layers are {layers}" if layers else "")
            expected = "a layer labelled provinces, one shape for each province"
            wanted = expected if self._labelled else f"{expected}; and {_KEPT_LABELS}"
            raise VariantError((Fault(self._source, self._root.line, what, wanted, kind=FaultKind.DRAWING, fix=self._only_layer()),))
        for group, meant in slips(self._root):
            what = f"the layer {group.label[:30]!r} is none that is read"
            mend = (f"Call the layer {meant}", SetAttribute(group.start, "inkscape:label", meant))
            expected = f"the label {meant}, if that is what it is"
            self._fault(group, what, expected, Severity.WARNING, kind=FaultKind.LAYER, mend=mend)
        if MANY_POINTS < self._points <= MOST_POINTS:
            what = f"the drawing has {self._points} points and will be slow to compile"
            self._fault(self._root, what, "simpler outlines: Path > Simplify in Inkscape", Severity.WARNING, kind=FaultKind.DRAWING)
        return self.drawing

    def _only_layer(self) -> Fix | None:
        """What makes a layer the one of provinces, where there is only one it can be."""
        groups = [each for each in self._root.walk() if each.get("inkscape:groupmode") == "layer" and not layer_name(each)]
        if len(groups) != 1:
            return None
        return Fix("Call the layer provinces", self._source, (SetAttribute(groups[0].start, "inkscape:label", "provinces"),))

    def _apply_style_sheets(self) -> None:
        sheets = StyleSheets(self._root)
        sheets.write_into_elements()
        for each in sheets.unfollowed:
            left_out = ", ".join(each.selectors[:3]) or "it is too long"
            what = f"a style sheet is followed in part only: {left_out}"
            expected = "rules for tags, classes and ids, or colours on the shapes themselves"
            self._fault(each.sheet, what, expected, Severity.WARNING, kind=FaultKind.STYLE_SHEET)
        if not sheets.is_whole:
            what = "the style sheets have too many rules for so many elements; the last ones are left out"
            expected = "rules for classes or ids, or colours on the shapes themselves"
            self._fault(self._root, what, expected, Severity.WARNING, kind=FaultKind.STYLE_SHEET)

    def _unnamed(
        self,
        element: Element,
        what: str,
        expected: str,
        severity: Severity = Severity.ERROR,
        kind: FaultKind = FaultKind.NO_LABEL,
        mend: tuple[str, SvgChange] | None = None,
    ) -> None:
        """An element whose label says nothing; in a file that has lost all its labels, that is said once."""
        if self._labelled or is_named(element):
            self._fault(element, what, expected, severity, self._spot(element), kind, mend=mend)
        else:
            self._fault(self._root, "nothing in the drawing has a label any more", _KEPT_LABELS, kind=FaultKind.DRAWING)

    def _spot(self, element: Element) -> Point | None:
        """The middle of what is drawn below *element*, for a fault about it; ``None`` where nothing can be read."""
        matrix = self._shift
        above: list[Element] = []
        parent = element.parent
        while parent is not None:
            above.append(parent)
            parent = parent.parent
        try:
            for each in [*reversed(above), element]:
                matrix = compose(matrix_of(each), matrix)
            shapes = self._walker.shapes(element, matrix)
            points = [point for shape, own in shapes for line in lines_of(shape, own, self._tolerance * 20) for point in line]
        except ShapeError:
            return None
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def _fault(
        self,
        element: Element,
        what: str,
        expected: str,
        severity: Severity = Severity.ERROR,
        at: Point | None = None,
        kind: FaultKind = FaultKind.OTHER,
        places: tuple[str, ...] = (),
        mend: tuple[str, SvgChange] | None = None,
    ) -> None:
        name = element.label or element.tag
        fix = Fix(mend[0], self._source, (mend[1],)) if mend is not None and element.start >= 0 else None
        self._faults.add(Fault(self._source, element.line, what, expected, severity, name[:60], at, kind=kind, places=places, fix=fix))

    def _view_box(self) -> tuple[float, float, float, float]:
        box = view_box(self._root)
        if box is None:
            raise VariantError((Fault(self._source, self._root.line, "the drawing has no size", 'viewBox="0 0 WIDTH HEIGHT"'),))
        return box

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
        mend = ("Leave the size to the program", SetAttribute(self._root.start, "data-symbol-scale", None))
        expected = f"a number from {SMALLEST_SCALE} to {LARGEST_SCALE}"
        self._fault(self._root, f"data-symbol-scale is {stated[:20]!r}", expected, kind=FaultKind.SYMBOL_SCALE, mend=mend)
        return None

    def _layers(self, element: Element, matrix: Any) -> Iterator[tuple[Element, Any]]:
        """The groups that are layers of ours, wherever they lie, with the transform above their children."""
        for child in element.children:
            if child.tag != "g":
                continue
            own = self._walker.inside(child, matrix)
            if layer_name(child):
                yield child, own
            else:
                yield from self._layers(child, own)

    def _note_unreadable(self, element: Element, error: ShapeError) -> None:
        expected = "an element of this drawing" if isinstance(error, LostUseError) else "a transform that Inkscape can show"
        kind, mend = FaultKind.UNREADABLE, None
        if isinstance(error, LostUseError):
            kind, mend = FaultKind.LOST_CLONE, ("Take it out", RemoveElement(element.start, element.end))
        self._fault(element, str(error), expected, kind=kind, mend=mend)
        self._unreadable += 1

    def _lines(self, element: Element, matrix: Any, severity: Severity = Severity.ERROR) -> list[list[Point]]:
        if self._stop():
            raise CompilationStoppedError
        if self._points > MOST_POINTS:
            return []
        try:
            lines = lines_of(element, matrix, self._tolerance)
        except ShapeError as error:
            self._fault(element, str(error), "a path that Inkscape can show", severity, kind=FaultKind.UNREADABLE)
            self._unreadable += 1
            return []
        self._points += sum(len(line) for line in lines)
        if self._points > MOST_POINTS:
            self._fault(element, f"the drawing has more than {MOST_POINTS} points", "simpler outlines: Path > Simplify in Inkscape")
            return []
        return lines

    def _area(self, element: Element, matrix: Any) -> shapely.Geometry:
        """The area of a shape or a group of them."""
        if element.tag == "g":
            self._note_clip(element)
        parts: list[shapely.Geometry] = []
        for shape, own in self._walker.shapes(element, matrix):
            self._note_clip(shape)
            lines = self._lines(shape, own)
            gap = open_end(lines, self.drawing.width) if shape.tag in ("path", "polyline") else None
            if gap is not None:
                what = "its outline is open; a straight line closes it"
                closed = SetAttribute(shape.start, "d", f"{shape.get('d').rstrip()} Z") if shape.tag == "path" and len(lines) == 1 else None
                mend = ("Close it", closed) if closed is not None else None
                expected = "a closed path: join its end nodes"
                self._fault(shape, what, expected, Severity.WARNING, gap, FaultKind.OPEN_OUTLINE, mend=mend)
            made, repaired = region(lines, evenodd=shape.inherited("fill-rule") == "evenodd")
            if repaired:
                at = crossing(lines)
                what = f"{repaired} of its outlines cross themselves; mended"
                self._fault(shape, what, "an outline that does not", Severity.WARNING, at, FaultKind.CROSSED_OUTLINE)
            parts.append(made)
        return shapely.union_all(parts) if len(parts) != 1 else parts[0]

    def _is_stray(self, element: Element, matrix: Any) -> bool:
        """Whether a shape without a name is a slip of the mouse: too small to be seen, or a stroke that encloses nothing."""
        if is_named(element):
            return False
        try:
            shapes = self._walker.shapes(element, matrix)
            lines = [line for shape, own in shapes for line in lines_of(shape, own, self._tolerance * 20)]
        except ShapeError:
            return False
        area, _ = region(lines, evenodd=True)
        return bool(area.area < (self.drawing.width * _STRAY) ** 2)

    def _note_clip(self, element: Element) -> None:
        if element.style("clip-path") not in ("", "none") or element.style("mask") not in ("", "none"):
            expected = "the shape itself cut to size: release it, then Path > Intersection"
            own = next((name for name in ("clip-path", "mask") if element.get(name)), None)
            mend = ("Take the clip off", SetAttribute(element.start, own, None)) if own is not None else None
            at = self._spot(element)
            self._fault(element, "a clip or mask is not followed", expected, Severity.WARNING, at, FaultKind.CLIP, mend=mend)

    def _province_code(self, element: Element) -> str | None:
        """The code of a shape; a clone has that of its original. ``None`` for a group that holds provinces, whatever its name."""
        code = code_of(element)
        if element.tag == "use" and code is None:
            target = self._by_id.get(element.href.removeprefix("#"))
            return code_of(target) if target is not None else None
        if element.tag == "g" and code is not None and self._known and code not in self._known:
            inside = (code_of(each) for each in element.walk() if each is not element)
            return None if any(each in self._known for each in inside) else code
        return code

    def _read_provinces(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in DRAWN | {"g", "use"}:
                if child.tag == "svg":
                    what = "a drawing inside the drawing is not followed"
                    self._fault(child, what, "its shapes as a group", kind=FaultKind.NO_SHAPE)
                elif child.tag in ("text", "flowRoot", "image"):
                    where = "the layer labels or foreground" if child.tag != "image" else "the layer background"
                    mend = ("Take it out", RemoveElement(child.start, child.end))
                    what = "only shapes count in the layer provinces"
                    self._fault(child, what, f"it in {where}", Severity.WARNING, kind=FaultKind.NO_SHAPE, mend=mend)
                continue
            own = self._walker.inside(child, matrix)
            code = self._province_code(child)
            if code is None:
                if child.tag == "g":
                    self._read_provinces(child, own)
                    continue
                if self._is_stray(child, own):
                    what = "a stray shape of hardly any size is left out"
                    mend = ("Delete it", RemoveElement(child.start, child.end))
                    self._fault(child, what, "it deleted", Severity.WARNING, self._spot(child), FaultKind.CRUMB, mend=mend)
                    continue
                said = child.get("inkscape:label").strip()
                what = f"the label {said[:30]!r} is no code" if said else "the shape has no code"
                self._unnamed(child, what, "two to eight letters and digits as label (Object > Object Properties), such as par")
                continue
            if child.inherited("display") == "none" and layer.inherited("display") != "none":
                self._note_hidden(child, code)
            before = self._unreadable
            shape = self._area(child, own)
            if shape.is_empty or shape.area < 1e-9:
                what, at = f"{code} has no area", self._spot(child)
                if self._unreadable == before:
                    self._fault(child, what, "a closed outline", at=at, kind=FaultKind.NO_AREA, places=(code,))
                self.drawing.unusable.add(code)
                continue
            earlier = self.drawing.provinces.get(code)
            if earlier is not None:
                at = (shape.representative_point().x, shape.representative_point().y)
                what = f"{code} is drawn twice; both parts count"
                expected = "one shape, or one group, for each province"
                same = shapely.symmetric_difference(earlier.shape, shape).area < 0.02 * earlier.shape.area
                copy = ("Delete the copy", RemoveElement(child.start, child.end)) if same else None
                self._fault(child, what, expected, Severity.WARNING, at, FaultKind.DRAWN_TWICE, (code,), copy)
                earlier.shape = shapely.union_all([earlier.shape, shape])
                continue
            self.drawing.provinces[code] = DrawnProvince(code, shape, child, child.get("data-type"), child.get("data-name"))

    def _note_hidden(self, element: Element, code: str) -> None:
        mend = ("Show it", SetAttribute(element.start, "display", None)) if element.get("display") == "none" else None
        if element.style("display") == "none" and element.get("style"):
            parts = [part for part in element.get("style").split(";") if part.strip() and part.partition(":")[0].strip() != "display"]
            mend = ("Show it", SetAttribute(element.start, "style", ";".join(parts) or None))
        what = f"{code} is hidden; it counts all the same"
        at = self._spot(element)
        self._fault(element, what, "a visible shape", Severity.WARNING, at, FaultKind.HIDDEN, (code,), mend)

    def _read_impassable(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            shape = self._area(child, self._walker.inside(child, matrix))
            if not shape.is_empty:
                self.drawing.pieces.append(DrawnPiece("impassable", 1, child.get("data-name") or child.label, "", [shape]))

    def _read_coasts(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in _MARKS:
                continue
            match = _COAST.fullmatch(child.label.strip()) or _COAST.fullmatch(child.get("data-coast"))
            if match is None:
                what = f"{child.label[:30]!r} is not the name of a coast"
                self._unnamed(child, what, "a label such as stp/nc", kind=FaultKind.COAST_NAME)
                continue
            key = (match[1].upper(), match[2].upper())
            self.drawing.coast_elements.setdefault(key, child)
            for shape, own in self._walker.shapes(child, self._walker.inside(child, matrix)):
                for line in self._lines(shape, own):
                    if len(line) > 1:
                        self.drawing.coasts.setdefault(key, []).append(shapely.LineString(line))

    def _read_anchors(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in _MARKS:
                continue
            match = _ANCHOR.fullmatch(child.label.strip())
            if child.tag == "g" and match is None:
                self._read_anchors(child, self._walker.inside(child, matrix))
                continue
            if match is None:
                what = f"{child.label[:30]!r} is not the name of an anchor"
                expected = "unit:spa, unit:spa/nc, retreat:spa, label:spa or sc:spa"
                mend = ("Take it out", RemoveElement(child.start, child.end))
                self._unnamed(child, what, expected, Severity.WARNING, FaultKind.ANCHOR_NAME, mend)
                continue
            bounds = [
                point
                for shape, own in self._walker.shapes(child, self._walker.inside(child, matrix))
                for line in self._lines(shape, own, Severity.WARNING)
                for point in line
            ]
            if not bounds:
                continue
            xs, ys = [x for x, _ in bounds], [y for _, y in bounds]
            key = (match[1].lower(), match[2].upper(), (match[3] or "").upper())
            if key in self.drawing.anchors:
                mend, at = ("Take this one out", RemoveElement(child.start, child.end)), ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
                what = f"{child.label} stands twice"
                self._fault(child, what, "one anchor of that name", Severity.WARNING, at, FaultKind.DOUBLE_ANCHOR, (key[1],), mend)
                continue
            self.drawing.anchor_elements[key] = child
            self.drawing.anchors[key] = (round((min(xs) + max(xs)) / 2, 2), round((min(ys) + max(ys)) / 2, 2))

    def _read_bridges(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in _MARKS:
                continue
            match = _BRIDGE.fullmatch(child.label.strip())
            if match is None:
                what = f"{child.label[:30]!r} is not the name of a bridge"
                self._unnamed(child, what, "a label such as den-swe", kind=FaultKind.BRIDGE_NAME)
                continue
            units = tuple(word for word in child.get("data-units").lower().split() if word)
            cut = child.get("data-cut") == "1"
            self.drawing.bridges.append((match[1].upper(), match[2].upper(), cut, units))
            self.drawing.bridge_elements.append(child)
            if not cut and child.inherited("display") != "none":
                own = self._walker.inside(child, matrix)
                lines = [line for shape, above in self._walker.shapes(child, own) for line in self._lines(shape, above)]
                self.drawing.pieces.append(DrawnPiece("bridge", 1, match[0].upper(), "", [], [line for line in lines if len(line) > 1]))

    def _read_labels(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in _MARKS | {"text", "flowRoot"} or child.get("id") in self._serving:
                continue
            code = code_of(child)
            if child.tag == "g" and code is None:
                self._read_labels(child, self._walker.inside(child, matrix))
            elif child.tag == "flowRoot":
                what = "flowed text of an older Inkscape cannot be read"
                self._fault(child, what, "plain text: Text > Convert to Text", Severity.WARNING, kind=FaultKind.NAME_TEXT)
            elif child.tag != "text":
                what = "this is no text, and only texts are names"
                expected = "a text, or the shape in the layer foreground"
                self._fault(child, what, expected, Severity.WARNING, self._spot(child), FaultKind.NAME_TEXT)
            elif code is None:
                expected = "a text whose label is the province's code"
                self._fault(child, "this is no name of a province", expected, Severity.WARNING, kind=FaultKind.NAME_TEXT)
            else:
                label = self._label(code, child, self._walker.inside(child, matrix))
                if label is not None and self._is_on_page(code, child, label):
                    self.drawing.labels[code] = label
                    self.drawing.label_elements[code] = child

    def _is_on_page(self, code: str, element: Element, label: DrawnLabel) -> bool:
        """Whether a name stands where it can be seen; one that does not is noted, and another place is found for it."""
        if 0 <= label.x <= self.drawing.width and 0 <= label.y <= self.drawing.height and math.isfinite(label.angle + label.size):
            return True
        what, expected = f"the name of {code} lies outside of the page", "it on the page; until then it is placed anew"
        mend = ("Let it be placed anew", RemoveElement(element.start, element.end))
        self._fault(element, what, expected, Severity.WARNING, kind=FaultKind.NAME_PLACE, places=(code,), mend=mend)
        return False

    def _label(self, code: str, element: Element, matrix: Any) -> DrawnLabel | None:
        paths = [each for each in element.walk() if each.tag == "textPath"]
        if paths:
            wanted = paths[0].href
            target = self._by_id.get(wanted.removeprefix("#"))
            text = " ".join("".join(each.text + (each.tail if each is not paths[0] else "") for each in paths[0].walk()).split())
            followed = target is not None and target.tag in DRAWN
            lines = self._lines(target, self._walker.inside(target, matrix), Severity.WARNING) if target is not None and followed else []
            if not text or not lines or len(set(lines[0])) < 2:
                what, expected = f"the name of {code} follows no path", "a textPath to a path of this drawing"
                self._fault(element, what, expected, Severity.WARNING, kind=FaultKind.NAME_PLACE, places=(code,))
                return None
            middle = shapely.LineString(lines[0]).interpolate(0.5, normalized=True)
            size = max(font_size(each) for each in paths[0].walk()) * enlargement(matrix)
            return DrawnLabel(code, (text,), middle.x, middle.y, 0.0, size, lines[0])
        try:
            return level_name(code, element, matrix)
        except ValueError:
            what = f"the name of {code} has no place"
            self._fault(element, what, "numbers in x and y", Severity.WARNING, kind=FaultKind.NAME_PLACE, places=(code,))
            return None

    def _read_background(self, layer: Element, matrix: Any) -> None:
        self._read_art("background", layer, matrix)

    def _read_foreground(self, layer: Element, matrix: Any) -> None:
        self._read_art("foreground", layer, matrix)

    def _read_art(self, name: str, layer: Element, matrix: Any) -> None:
        hidden = _is_hidden(layer)
        for child in layer.children:
            if child.get("data-kind"):
                self._read_piece(child, self._walker.inside(child, matrix), hidden or _is_hidden(child))
            elif not hidden:
                self.drawing.art.setdefault(name, []).append(child)

    def _read_piece(self, element: Element, matrix: Any, hidden: bool) -> None:
        """An element that says what it is, so that a theme can colour it. What is *hidden* counts where it shapes a province."""
        if hidden and element.get("data-kind").lower() not in ("strait", "inlet"):
            return
        rank = element.get("data-rank")
        for shape, own in self._walker.shapes(element, matrix):
            kind = element.get("data-kind").lower()
            owner = (shape.get("data-province") or element.get("data-province")).upper()
            piece = DrawnPiece(kind, int(rank) if rank.isdigit() and len(rank) < 3 else 1, shape.get("data-name"), owner)
            if kind in ("strait", "inlet", "lake", "impassable"):
                made, _ = region(self._lines(shape, own), evenodd=shape.inherited("fill-rule") == "evenodd")
                piece.areas = [made]
            else:
                piece.lines = [line for line in self._lines(shape, own) if len(line) > 1]
            self.drawing.pieces.append(piece)


def _is_hidden(element: Element | None) -> bool:
    """Whether the element or a group around it is hidden."""
    while element is not None:
        if element.style("display") == "none":
            return True
        element = element.parent
    return False
