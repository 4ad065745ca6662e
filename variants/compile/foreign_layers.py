"""Layers of drawings of godip and diplicity in ways of their own: coasts as shapes among the provinces, and layers of centres."""

from __future__ import annotations

import re
from typing import Any

import shapely

from variants.compile.codes import LONGEST_COAST
from variants.compile.drawn import DrawnProvince
from variants.compile.mark_layers import MarkReader
from variants.compile.mark_limits import Mark
from variants.compile.regions import polygons_of
from variants.fault import Severity
from variants.svg.element import Element
from variants.svg.paths import DRAWN


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
