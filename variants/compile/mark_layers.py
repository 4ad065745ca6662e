"""The layers of marks of a drawing: shores of coasts, anchors, bridges, and names of the author's own."""

from __future__ import annotations

import math
import re
from typing import Any

import shapely

from languages import tr
from variants.compile.author_names import enlargement, font_size, level_name
from variants.compile.codes import LONGEST_COAST, code_of
from variants.compile.drawn import DrawnLabel, DrawnPiece, DrawnProvince
from variants.compile.elements import ElementReader, Mark
from variants.compile.regions import polygons_of
from variants.fault import FaultKind, Severity
from variants.fix import RemoveElement
from variants.read_board import MOST_COASTS
from variants.svg.element import Element
from variants.svg.paths import DRAWN

_ANCHOR = re.compile(r"(unit|retreat|label|sc):([A-Za-z][A-Za-z0-9]{1,7})(?:/([A-Za-z]{1,3}))?", re.IGNORECASE)
_COAST = re.compile(r"([A-Za-z][A-Za-z0-9]{1,7})(?:/([A-Za-z]{1,12})|[ _-]([A-Za-z]{1,3}))")
_BRIDGE = re.compile(r"([A-Za-z][A-Za-z0-9]{1,7})-([A-Za-z][A-Za-z0-9]{1,7})")
_MARKS = DRAWN | {"g", "use"}


class MarkReader(ElementReader):
    """Reads the layers of marks."""

    def _read_coasts(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in _MARKS:
                continue
            match = _COAST.fullmatch(child.label.strip()) or _COAST.fullmatch(child.get("data-coast"))
            if match is None:
                what = tr("{label!r} is not the name of a coast", label=child.label[:30])
                self._unnamed(child, what, tr("a label such as stp/nc"), kind=FaultKind.COAST_NAME)
                continue
            key = (match[1].upper(), (match[2] or match[3]).upper()[:LONGEST_COAST])
            if self._has_too_many_coasts(child, *key):
                continue
            self.drawing.coast_elements.setdefault(key, child)
            for shape, own in self._walker.shapes(child, self._walker.inside(child, matrix)):
                if self._is_too_many(child, Mark.COAST_LINE):
                    break
                for line in self._lines(shape, own):
                    if len(line) > 1:
                        self.drawing.coasts.setdefault(key, []).append(shapely.LineString(line))

    def _has_too_many_coasts(self, element: Element, code: str, coast: str) -> bool:
        """Return True if a *coast* of a province is one too many; the first such one is reported."""
        coasts = self._coasts_of.setdefault(code, set())
        if coast in coasts or not coast:
            return False
        if len(coasts) < MOST_COASTS:
            coasts.add(coast)
            return False
        if code not in self._too_coastal:
            self._too_coastal.add(code)
            what = tr("{code} has more than {most} coasts; the rest is left out", code=code, most=MOST_COASTS)
            self._fault(element, what, tr("one name for each coast, such as nc"), kind=FaultKind.COAST_NAME, places=(code,))
        return True

    def _read_anchors(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in _MARKS:
                continue
            match = _ANCHOR.fullmatch(child.label.strip())
            if child.tag == "g" and match is None:
                self._read_anchors(child, self._walker.inside(child, matrix))
                continue
            if match is None:
                what = tr("{label!r} is not the name of an anchor", label=child.label[:30])
                expected = tr("unit:spa, unit:spa/nc, retreat:spa, label:spa or sc:spa")
                mend = (tr("Take it out"), RemoveElement(child.start, child.end))
                self._unnamed(child, what, expected, Severity.WARNING, FaultKind.ANCHOR_NAME, mend)
                continue
            if self._is_too_many(child, Mark.ANCHOR):
                return
            if self._has_too_many_coasts(child, match[2].upper(), (match[3] or "").upper()):
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
                mend, at = (
                    (tr("Take this one out"), RemoveElement(child.start, child.end)),
                    ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2),
                )
                what = tr("{label} stands twice", label=child.label)
                self._fault(child, what, tr("one anchor of that name"), Severity.WARNING, at, FaultKind.DOUBLE_ANCHOR, (key[1],), mend)
                continue
            self.drawing.anchor_elements[key] = child
            self.drawing.anchors[key] = (round((min(xs) + max(xs)) / 2, 2), round((min(ys) + max(ys)) / 2, 2))

    def _read_bridges(self, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if child.tag not in _MARKS:
                continue
            match = _BRIDGE.fullmatch(child.label.strip())
            if match is None:
                what = tr("{label!r} is not the name of a bridge", label=child.label[:30])
                self._unnamed(child, what, tr("a label such as den-swe"), kind=FaultKind.BRIDGE_NAME)
                continue
            if self._is_too_many(child, Mark.BRIDGE):
                return
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
                what = tr("flowed text of an older Inkscape cannot be read")
                self._fault(child, what, tr("plain text: Text > Convert to Text"), Severity.WARNING, kind=FaultKind.NAME_TEXT)
            elif child.tag != "text":
                what = tr("this is no text, and only texts are names")
                expected = tr("a text, or the shape in the layer foreground")
                self._fault(child, what, expected, Severity.WARNING, self._spot(child), FaultKind.NAME_TEXT)
            elif code is None:
                expected = tr("a text whose label is the province's code")
                self._fault(child, tr("this is no name of a province"), expected, Severity.WARNING, kind=FaultKind.NAME_TEXT)
            elif not self._is_too_many(child, Mark.NAME):
                label = self._label(code, child, self._walker.inside(child, matrix))
                if label is not None and self._is_on_page(code, child, label):
                    self.drawing.labels[code] = label
                    self.drawing.label_elements[code] = child

    def _is_on_page(self, code: str, element: Element, label: DrawnLabel) -> bool:
        """Return True if a name stands where it can be seen; one that does not is noted, and another place is found for it."""
        if 0 <= label.x <= self.drawing.width and 0 <= label.y <= self.drawing.height and math.isfinite(label.angle + label.size):
            return True
        what, expected = tr("the name of {code} lies outside of the page", code=code), tr("it on the page; until then it is placed anew")
        mend = (tr("Place it anew"), RemoveElement(element.start, element.end))
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
                what, expected = tr("the name of {code} follows no path", code=code), tr("a textPath to a path of this drawing")
                self._fault(element, what, expected, Severity.WARNING, kind=FaultKind.NAME_PLACE, places=(code,))
                return None
            middle = shapely.LineString(lines[0]).interpolate(0.5, normalized=True)
            size = max(font_size(each) for each in paths[0].walk()) * enlargement(matrix)
            return DrawnLabel(code, (text,), middle.x, middle.y, 0.0, size, lines[0])
        try:
            return level_name(code, element, matrix)
        except ValueError:
            what = tr("the name of {code} has no place", code=code)
            self._fault(element, what, tr("numbers in x and y"), Severity.WARNING, kind=FaultKind.NAME_PLACE, places=(code,))
            return None


class ForeignReader(MarkReader):
    """Reads layers and shapes of those drawings into provinces, coasts and anchors."""

    def _join_coast_shapes(self) -> None:
        """Coasts that are shapes of their own belong to their province, and their outline is the coast's line."""
        for (code, coast), shapes in self._coast_shapes.items():
            whole = self._joined(shapes[0][0], [area for _, area in shapes])
            if whole.is_empty:
                continue
            province = self.drawing.provinces.get(code)
            if province is None:
                self.drawing.provinces[code] = DrawnProvince(code, whole, shapes[0][0])
            else:
                province.shape = self._joined(shapes[0][0], [province.shape, whole])
            rings = [shapely.LineString(part.exterior) for part in polygons_of(whole)]
            self.drawing.coasts.setdefault((code, coast), []).extend(rings)
            self.drawing.coast_elements.setdefault((code, coast), shapes[0][0])

    def _read_province_centers(self, layer: Element, matrix: Any) -> None:
        self._collect_centres("unit", layer, matrix)

    def _read_supply_centers(self, layer: Element, matrix: Any) -> None:
        self._collect_centres("sc", layer, matrix)

    def _collect_centres(self, kind: str, layer: Element, matrix: Any) -> None:
        for child in layer.children:
            if self._is_too_many(child, Mark.CENTRE):
                return
            if child.tag in DRAWN | {"g", "use"}:
                own = self._walker.inside(child, matrix)
                shapes = self._walker.shapes(child, own)
                points = [point for shape, inside in shapes for line in self._lines(shape, inside, Severity.WARNING) for point in line]
                if points:
                    xs, ys = [x for x, _ in points], [y for _, y in points]
                    name = re.sub(r"(?:center|centre|[_-]?sc)$", "", child.label.strip(), flags=re.IGNORECASE)
                    self._centres.append((kind, name, ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), child))

    def _place_centres(self) -> None:
        """Marks of those layers are anchors: of the province they are called after, else of the one they lie in."""
        provinces = self.drawing.provinces
        if not self._centres or not provinces:
            return
        codes = list(provinces)
        points = shapely.points([spot for _, _, spot, _ in self._centres])
        around: dict[int, int] = {}
        for province, point in zip(*shapely.STRtree(points).query([each.shape for each in provinces.values()], "contains"), strict=True):
            around.setdefault(int(point), int(province))
        for at, (kind, name, spot, element) in enumerate(self._centres):
            code, _, coast = name.upper().partition("/")
            coast = coast[:LONGEST_COAST]
            if code not in provinces:
                code, coast = codes[around[at]] if at in around else "", ""
            key = (kind, code, coast if kind == "unit" else "")
            if code and key not in self.drawing.anchors:
                self.drawing.anchors[key] = (round(spot[0], 2), round(spot[1], 2))
                self.drawing.anchor_elements[key] = element
