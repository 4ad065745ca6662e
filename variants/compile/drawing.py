"""The layers of a board's drawing, read into shapes, names and places. Nothing is derived here."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely

from languages import tr
from variants.compile.codes import coast_of, code_of, is_named, layer_name, other_layers, slips
from variants.compile.drawn import Drawing, DrawnPiece, DrawnProvince, Unlabelled
from variants.compile.elements import KEPT_LABELS, MANY_POINTS, MOST_POINTS, Mark
from variants.compile.mark_layers import ForeignReader
from variants.compile.outline_fixes import CURVED, path_data
from variants.compile.regions import MOST_CROSSINGS, crossing, open_end, region
from variants.fault import Fault, FaultKind, Severity, VariantError
from variants.fix import Fix, RemoveElement, SetAttribute
from variants.svg.element import Element
from variants.svg.paths import DRAWN, lines_of
from variants.svg.style_sheet import StyleSheets
from variants.svg.transforms import Point, ShapeError

MOST_PROVINCES = 1000
MOST_STRAYS = 3000
"""Shapes without a name among the provinces: more of them are not looked at one by one."""
MOST_UNLABELLED = 24
"""Shapes without a code of which it is asked which province each is."""
_FEW_POINTS = 400
_CLIP = re.compile(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)")
_GROUND = ("strait", "inlet", "impassable")
_STRAY = 1 / 500
"""Part of the board's width: the side of a square that no province is smaller than."""


class DrawingReader(ForeignReader):
    """Reads one drawing; faults are noted with their element and place, and reading goes on."""

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
            getattr(self, f"_read_{name.replace('-', '_')}")(layer, matrix)
        if not found:
            found = self._read_marked(self._root, self._shift)
        if not found:
            layers = ", ".join(repr(label[:30]) for label in other_layers(self._root)[:8])
            what = (
                tr("there is no layer of provinces; its layers are {layers}", layers=layers)
                if layers
                else tr("there is no layer of provinces")
            )
            expected = tr("a layer labelled provinces, one shape for each province")
            tags = {each.tag for each in self._root.walk()}
            if "image" in tags and not tags & DRAWN:
                what, expected = tr("the drawing is a picture without shapes"), tr("a closed path for each province over the picture")
            wanted = expected if self._labelled else tr("{expected}; and {kept_labels}", expected=expected, kept_labels=tr(KEPT_LABELS))
            raise VariantError((Fault(self._source, self._root.line, what, wanted, kind=FaultKind.DRAWING, fix=self._only_layer()),))
        self._note_crossing_pieces()
        self._join_coast_shapes()
        self._place_centres()
        for group, meant in slips(self._root):
            what = tr("the layer {label!r} is none that is read", label=group.label[:30])
            mend = (tr("Call the layer {meant}", meant=meant), SetAttribute(group.start, "inkscape:label", meant))
            expected = tr("the label {meant}, if that is what it is", meant=meant)
            self._fault(group, what, expected, Severity.WARNING, kind=FaultKind.LAYER, mend=mend)
        if MANY_POINTS < self._points <= MOST_POINTS:
            what = tr("the drawing has {points} points and will be slow to compile", points=self._points)
            self._fault(self._root, what, tr("simpler outlines: Path > Simplify in Inkscape"), Severity.WARNING, kind=FaultKind.DRAWING)
        return self.drawing

    def _note_crossing_pieces(self) -> None:
        """Water and closed ground that crosses itself too often is left out."""
        solid = [piece for piece in self.drawing.pieces if piece.kind in _GROUND]
        areas = np.asarray([area for piece in solid for area in piece.areas if not area.is_empty], dtype=object)
        if len(areas) < 2 or self._crossings.allows(areas):
            return
        what = tr(
            "straits, inlets and impassable ground cross one another too often; no more than {most} crossings are joined",
            most=MOST_CROSSINGS,
        )
        self._fault(self._root, what, tr("pieces joined: Path > Union in Inkscape"), kind=FaultKind.CROSSED_OUTLINE)
        self.drawing.pieces = [piece for piece in self.drawing.pieces if piece.kind not in _GROUND]

    def _only_layer(self) -> Fix | None:
        """Return the fix that makes a layer the one of provinces, where there is only one it can be."""
        groups = [each for each in self._root.walk() if each.get("inkscape:groupmode") == "layer" and not layer_name(each)]
        if len(groups) != 1:
            return None
        return Fix(tr("Call the layer provinces"), self._source, (SetAttribute(groups[0].start, "inkscape:label", "provinces"),))

    def _apply_style_sheets(self) -> None:
        sheets = StyleSheets(self._root)
        sheets.write_into_elements()
        for each in sheets.unfollowed:
            left_out = ", ".join(each.selectors[:3]) or tr("it is too long")
            what = tr("a style sheet is followed in part only: {left_out}", left_out=left_out)
            expected = tr("rules for tags, classes and ids, or colours on the shapes themselves")
            self._fault(each.sheet, what, expected, Severity.WARNING, kind=FaultKind.STYLE_SHEET)
        if not sheets.is_whole:
            what = tr("the style sheets have too many rules for so many elements; the last ones are left out")
            expected = tr("rules for classes or ids, or colours on the shapes themselves")
            self._fault(self._root, what, expected, Severity.WARNING, kind=FaultKind.STYLE_SHEET)

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

    def _read_marked(self, element: Element, matrix: Any) -> bool:
        """Read the shapes that say by ``data-province`` which province they are, wherever they lie; returns True if there is one."""
        found = False
        for child in element.children:
            if child.get("data-province") and child.tag in DRAWN | {"g", "use"} and not _is_only_around(child):
                # A group of its own around it: what is read there is one shape among others.
                self._read_provinces(Element("g", {}, child.line, child.parent, [child]), matrix)
                found = True
            elif child.tag in ("g", "a", "switch", "svg"):
                found = self._read_marked(child, self._walker.inside(child, matrix)) or found
        return found

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
                what = tr("its outline is open; a straight line closes it")
                closed = SetAttribute(shape.start, "d", f"{shape.get('d').rstrip()} Z") if shape.tag == "path" and len(lines) == 1 else None
                mend = (tr("Close it"), closed) if closed is not None else None
                expected = tr("a closed path: join its end nodes")
                self._fault(shape, what, expected, Severity.WARNING, gap, FaultKind.OPEN_OUTLINE, mend=mend)
            refused = self._crossings.refused
            made, repaired = self._region(shape, own, lines)
            if repaired and self._crossings.refused == refused:
                at = crossing(lines)
                what = tr("{repaired} of its outlines cross themselves; mended", repaired=repaired)
                mend = (
                    (tr("Take the mended outline"), outline)
                    if (outline := self._mended_outline(shape, sum(map(len, lines)))) is not None
                    else None
                )
                self._fault(shape, what, tr("an outline that does not"), Severity.WARNING, at, FaultKind.CROSSED_OUTLINE, mend=mend)
            parts.append(made)
        return self._joined(element, parts)

    def _mended_outline(self, shape: Element, points: int) -> SetAttribute | None:
        """The area that a path of straight lines was taken for, as its outline; ``None`` where curves would be lost, or it takes long."""
        if shape.tag != "path" or shape.start < 0 or points > _FEW_POINTS or CURVED.search(shape.get("d")):
            return None
        area, _ = region(lines_of(shape, None, self._tolerance), shape.inherited("fill-rule") == "evenodd")
        return None if area.is_empty else SetAttribute(shape.start, "d", path_data(area))

    def _is_stray(self, element: Element, matrix: Any) -> bool | None:
        """Return True if a shape without a name is a slip of the mouse: too small to be seen, or a stroke that encloses nothing.

        Returns:
            ``None`` where it cannot be read, which is reported.
        """
        if is_named(element):
            return False
        try:
            shapes = self._walker.shapes(element, matrix)
            lines = [line for shape, own in shapes for line in lines_of(shape, own, self._tolerance * 20)]
        except ShapeError as error:
            self._note_bad_path(element, error)
            return None
        area, _ = region(lines, evenodd=True, left=self._crossings)
        return bool(area.area < (self.drawing.width * _STRAY) ** 2)

    def _note_clip(self, element: Element) -> None:
        if (element.style("clip-path") not in ("", "none") or element.style("mask") not in ("", "none")) and not self._clips_nothing(
            element
        ):
            expected = tr("the shape itself cut to size: release it, then Path > Intersection")
            own = next((name for name in ("clip-path", "mask") if element.get(name)), None)
            mend = (tr("Take the clip off"), SetAttribute(element.start, own, None)) if own is not None else None
            at = self._spot(element)
            self._fault(element, tr("a clip or mask is not followed"), expected, Severity.WARNING, at, FaultKind.CLIP, mend=mend)

    def _clips_nothing(self, element: Element) -> bool:
        """Return True if a clip is a rectangle round all that it clips: programs that plot clip each shape to the whole plot."""
        link = _CLIP.fullmatch(element.style("clip-path"))
        clip = self._by_id.get(link[1]) if link is not None else None
        if clip is None or element.style("mask") not in ("", "none") or [each.tag for each in clip.children] != ["rect"]:
            return False
        frame = clip.children[0]
        if any(each.get(key) for each in (element, clip, frame) for key in ("transform", "clipPathUnits", "rx")):
            return False
        try:
            left, top, right, bottom = _bounds(lines_of(frame, None, self._tolerance))
            shapes = self._walker.shapes(element, None)
            inner = _bounds([line for shape, matrix in shapes for line in lines_of(shape, matrix, self._tolerance)])
        except ShapeError:
            return False
        return left <= inner[0] and top <= inner[1] and inner[2] <= right and inner[3] <= bottom

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
                    what = tr("a drawing inside the drawing is not followed")
                    self._fault(child, what, tr("its shapes as a group"), kind=FaultKind.NO_SHAPE)
                elif child.tag in ("text", "flowRoot", "image"):
                    where = tr("the layer labels or foreground") if child.tag != "image" else tr("the layer background")
                    mend = (tr("Take it out"), RemoveElement(child.start, child.end))
                    what = tr("only shapes count in the layer provinces")
                    self._fault(child, what, tr("it in {where}", where=where), Severity.WARNING, kind=FaultKind.NO_SHAPE, mend=mend)
                continue
            own = self._walker.inside(child, matrix)
            coast = coast_of(child)
            if coast is not None:
                self._coast_shapes.setdefault(coast, []).append((child, self._area(child, own)))
                continue
            code = self._province_code(child)
            if code is None:
                if child.tag == "g":
                    self._read_provinces(child, own)
                    continue
                self._nameless += 1
                if self._nameless > MOST_STRAYS:
                    if self._nameless == MOST_STRAYS + 1:
                        what = tr("more than {most_strays} shapes have no code; the rest is left out", most_strays=MOST_STRAYS)
                        self._fault(child, what, tr("strays deleted, or this art in the layer background"), kind=FaultKind.CRUMB)
                    continue
                stray = self._is_stray(child, own)
                if stray is None:
                    continue
                if stray:
                    what = tr("a stray shape of hardly any size is left out")
                    mend = (tr("Delete it"), RemoveElement(child.start, child.end))
                    self._fault(child, what, tr("it deleted"), Severity.WARNING, self._spot(child), FaultKind.CRUMB, mend=mend)
                    continue
                said = child.get("inkscape:label").strip()
                what = tr("the label {said!r} is no code", said=said[:30]) if said else tr("the shape has no code")
                expected = tr("two to eight letters and digits as label (Object > Object Properties), such as par")
                if not self._keep_unlabelled(child, own, what, expected):
                    self._unnamed(child, what, expected)
                continue
            if child.inherited("display") == "none" and layer.inherited("display") != "none":
                self._note_hidden(child, code)
            before = self._unreadable
            shape = self._area(child, own)
            if shape.is_empty or shape.area < 1e-9:
                what, at = tr("{code} has no area", code=code), self._spot(child)
                if self._unreadable == before:
                    self._fault(
                        child, what, tr("a closed outline with ground inside: draw it again"), at=at, kind=FaultKind.NO_AREA, places=(code,)
                    )
                self.drawing.unusable.add(code)
                continue
            earlier = self.drawing.provinces.get(code)
            if earlier is not None:
                if self._is_too_many(child, Mark.REPEAT):
                    continue
                at = (shape.representative_point().x, shape.representative_point().y)
                what = tr("{code} is drawn twice; both parts count", code=code)
                expected = tr("one shape, or one group, for each province")
                same = shapely.symmetric_difference(earlier.shape, shape).area < 0.02 * earlier.shape.area
                copy = (tr("Delete the copy"), RemoveElement(child.start, child.end)) if same else None
                self._fault(child, what, expected, Severity.WARNING, at, FaultKind.DRAWN_TWICE, (code,), copy)
                earlier.shape = self._joined(child, [earlier.shape, shape])
                continue
            if len(self.drawing.provinces) >= MOST_PROVINCES:
                what, expected = (
                    tr("the drawing has more than {most_provinces} provinces", most_provinces=MOST_PROVINCES),
                    tr("fewer shapes; groups, where one province is many"),
                )
                raise VariantError((Fault(self._source, child.line, what, expected, kind=FaultKind.DRAWING),))
            self.drawing.provinces[code] = DrawnProvince(code, shape, child, child.get("data-type"), child.get("data-name"))

    def _keep_unlabelled(self, element: Element, matrix: Any, what: str, expected: str) -> bool:
        """Keep a shape without a code for a designer who knows the board; returns True if it was kept, and is reported later."""
        if not (self._labelled and self._known) or element.start < 0 or len(self.drawing.unlabelled) >= MOST_UNLABELLED:
            return False
        shape = self._area(element, matrix)
        if shape.is_empty:
            return False
        self.drawing.unlabelled.append(Unlabelled(element, shape, what, expected))
        return True

    def _note_hidden(self, element: Element, code: str) -> None:
        mend = (tr("Show it"), SetAttribute(element.start, "display", None)) if element.get("display") == "none" else None
        if element.style("display") == "none" and element.get("style"):
            parts = [part for part in element.get("style").split(";") if part.strip() and part.partition(":")[0].strip() != "display"]
            mend = (tr("Show it"), SetAttribute(element.start, "style", ";".join(parts) or None))
        what = tr("{code} is hidden; it counts all the same", code=code)
        at = self._spot(element)
        self._fault(element, what, tr("a visible shape"), Severity.WARNING, at, FaultKind.HIDDEN, (code,), mend)

    def _read_impassable(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if self._is_too_many(child, Mark.PIECE):
                return
            shape = self._area(child, self._walker.inside(child, matrix))
            if not shape.is_empty:
                self.drawing.pieces.append(DrawnPiece("impassable", 1, child.get("data-name") or child.label, "", [shape], element=child))

    def _read_background(self, layer: Element, matrix: Any) -> None:
        self._read_art("background", layer, matrix)

    def _read_foreground(self, layer: Element, matrix: Any) -> None:
        self._read_art("foreground", layer, matrix)

    def _read_art(self, name: str, layer: Element, matrix: Any) -> None:
        hidden = layer.is_hidden
        for child in layer.children:
            if child.get("data-kind"):
                self._read_piece(child, self._walker.inside(child, matrix), child.is_hidden)
            elif not hidden:
                self.drawing.art.setdefault(name, []).append(child)

    def _read_piece(self, element: Element, matrix: Any, hidden: bool) -> None:
        """An element that says what it is, so that a theme can colour it. What is *hidden* counts where it shapes a province."""
        if hidden and element.get("data-kind").lower() not in ("strait", "inlet"):
            return
        rank = element.get("data-rank")
        for shape, own in self._walker.shapes(element, matrix):
            if self._is_too_many(element, Mark.PIECE):
                return
            kind = element.get("data-kind").lower()
            owner = (shape.get("data-province") or element.get("data-province")).upper()
            piece = DrawnPiece(kind, int(rank) if rank.isdigit() and len(rank) < 3 else 1, shape.get("data-name"), owner)
            if kind in ("strait", "inlet", "lake", "impassable"):
                made, _ = self._region(shape, own, self._lines(shape, own))
                piece.areas = [made]
            else:
                piece.lines = [line for line in self._lines(shape, own) if len(line) > 1]
            self.drawing.pieces.append(piece)


def _is_only_around(group: Element) -> bool:
    """Return True if a group says the name of a province, and a shape in it has another code: the one that the shape was given."""
    own = group.get("data-province").casefold()
    return any(each.get("data-province").casefold() not in ("", own) and code_of(each) is not None for each in group.walk())


def _bounds(lines: Sequence[Sequence[Point]]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of lines; without any, an area that nothing lies in."""
    xs, ys = [x for line in lines for x, _ in line], [y for line in lines for _, y in line]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (math.inf, math.inf, -math.inf, -math.inf)
