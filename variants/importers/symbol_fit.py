"""A flattened symbol as a unit of ours: the body that has the power's colour, what is drawn on it, and all of it at the right size."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import shapely
import shapely.affinity

from languages import tr
from variants.compile.regions import areas_of, polygons_of
from variants.importers.draft import ImportReport
from variants.importers.symbol_art import Area, Art, Letters
from variants.importers.symbol_style import FACE, ArtError
from variants.unit_set import MOST_PARTS, MOST_STEPS, Body, Ink, Path, Step, SymbolPart, UnitSymbol

WIDEST, HIGHEST, LARGEST = 2.3, 1.95, 3.1
"""Width, height and area of a unit's body at most, in radii of a unit: those of the sets that come with the program."""
FINEST_LINE = 0.05
"""Lines are at least so wide, so that they are seen on a map."""
_ROUGH = 0.004
"""Outlines stay so near to the drawn ones."""
_OPAQUE = 0.9
_SPECK = 0.0004
"""Smaller areas are left out."""
_MAIN_SHARE = 0.45
"""A part that fills so much of a symbol can take the power's colour."""


@dataclass(frozen=True, slots=True)
class FittedSymbol:
    """A symbol that can be written, and its body for comparisons."""

    symbol: UnitSymbol
    body: shapely.Geometry


def fit_symbol(art: Art, name: str, symbol: str, line: int, report: ImportReport, scale: float = 1.0) -> FittedSymbol:
    """*art* as a unit.

    Args:
        name: of the file, for the report.
        symbol: what the drawing calls it.
        line: where it stands.
        scale: how large the pack wants it, 1 for as large as others.

    Raises:
        ArtError: nothing is left to draw, or it has too many corners.
    """
    areas = _without_shadow(art.areas, name, symbol, report)
    if not areas:
        raise ArtError(tr("it paints nothing"))
    followed = any(area.paint == FACE and area.opacity >= _OPAQUE and not area.outline_of for area in areas)
    backing = False
    if not followed:
        areas, backing = _made_to_follow(areas, name, symbol, line, report)
    body = _closed(shapely.union_all([area.shape for area in areas if area.opacity >= _OPAQUE and not area.outline_of]))
    if body.is_empty or body.area <= 0:
        raise ArtError(tr("it covers nothing"))
    left, top, right, bottom = body.bounds
    wide, high = max(right - left, 1e-9), max(bottom - top, 1e-9)
    factor = min(WIDEST / wide, HIGHEST / high, math.sqrt(LARGEST / body.area)) * scale
    if backing:
        # On a disc of the power's colour the drawing keeps within the disc.
        factor = min(1.5 / math.hypot(wide, high), factor)
    middle = ((left + right) / 2, (top + bottom) / 2)

    def place(shape: shapely.Geometry) -> shapely.Geometry:
        return shapely.affinity.affine_transform(shape, [factor, 0, 0, factor, -middle[0] * factor, -middle[1] * factor])

    own = place(body)
    inks = _inks(areas, art.letters)
    parts: list[SymbolPart] = []
    for paint, opacity, shape in _merged(areas, own, place, backing=backing):
        path = path_of(shape)
        if path:
            parts.append(SymbolPart(path, Ink.FACE if paint == FACE else inks.get(paint, paint), opacity))
    for letters in art.letters:
        x, y = ((value - centre) * factor for value, centre in zip((letters.x, letters.y), middle, strict=True))
        height = letters.height * factor
        text = letters.text[:4]
        if not 0.15 <= height <= 3 or max(abs(x), abs(y)) > 2:
            report.left_out(name, letters.line, tr("the text {text!r} is far too large or too small", text=text), tr("left out"), symbol)
            continue
        done = (
            tr("drawn in the program's own face")
            if text == letters.text
            else tr("{text!r} is left of it, in the program's own face", text=text)
        )
        report.mended(name, letters.line, tr("the text {letters!r}", letters=letters.text[:20]), done, symbol)
        ink = Ink.FACE if letters.paint == FACE else inks.get(letters.paint, letters.paint)
        parts.append(SymbolPart((), ink, _rounded(letters.opacity), text, (_rounded(x), _rounded(y)), _rounded(height)))
    outline = () if backing else path_of(own)
    steps = len(outline) + sum(len(part.path) for part in parts)
    if steps > MOST_STEPS or len(parts) > MOST_PARTS:
        raise ArtError(
            tr(
                "it has {steps} corners in {count} parts; at most {most_steps} in {most_parts}",
                steps=steps,
                count=len(parts),
                most_steps=MOST_STEPS,
                most_parts=MOST_PARTS,
            )
        )
    made = UnitSymbol(Body.DISC if backing else None, outline, tuple(parts), tuple(parts))
    return FittedSymbol(made, own)


def _without_shadow(areas: tuple[Area, ...], name: str, symbol: str, report: ImportReport) -> list[Area]:
    """*areas* without what lies faintly under the first that is solid: a shadow, which the theme draws."""
    first = next((at for at, area in enumerate(areas) if area.opacity >= _OPAQUE), len(areas))
    shadows = areas[:first] if first < len(areas) else ()
    if shadows:
        report.left_out(name, shadows[0].line, tr("a shadow under the symbol"), tr("left out; the theme draws shadows"), symbol)
    return list(areas[len(shadows) :])


def _made_to_follow(areas: list[Area], name: str, symbol: str, line: int, report: ImportReport) -> tuple[list[Area], bool]:
    """*areas* with one in the power's colour, or True if a disc of that colour is put under them."""
    solid = [area for area in areas if area.opacity >= _OPAQUE] or areas
    largest = max(solid, key=lambda area: area.shape.area)
    whole = shapely.union_all([area.shape for area in solid]).area
    fixed = (
        tr("nothing in it follows the power ({paint} fills most of it)", paint=largest.paint)
        if largest.paint != FACE
        else tr("its body is see-through")
    )
    if largest.shape.area < whole * _MAIN_SHARE and largest.paint != FACE:
        report.mended(name, line, fixed, tr("a disc in the power's colour is put under it"), symbol)
        return [Area(area.shape, area.paint, 1.0 if area in solid else area.opacity, area.line) for area in areas], True
    report.mended(name, largest.line, fixed, tr("its largest part takes the power's colour"), symbol)
    return [Area(area.shape, FACE, 1.0, area.line) if area is largest else area for area in areas], False


def _closed(shape: shapely.Geometry) -> shapely.Geometry:
    """*shape* without hair cracks between its parts."""
    if shape.is_empty:
        return shape
    left, top, right, bottom = shape.bounds
    crack = max(right - left, bottom - top) / 400
    return areas_of(shape.buffer(crack, join_style="mitre", mitre_limit=2).buffer(-crack, join_style="mitre", mitre_limit=2))


def _merged(areas: list[Area], body: shapely.Geometry, place: object, *, backing: bool) -> list[tuple[str, float, shapely.Geometry]]:
    """Return the parts painted over the body: neighbours in one ink joined, and of the power's colour only those that cover others."""
    assert callable(place)
    painted: list[tuple[str, float, shapely.Geometry]] = []
    for area in areas:
        shape = place(area.shape)
        opacity = _rounded(area.opacity)
        if area.outline_of:
            # Of the line around what has the power's colour, the part at the unit's edge gives way to the theme's own ring.
            inner = body.buffer(-max(0.02, area.outline_of * _factor(place) * 0.6), quad_segs=4)
            shape = areas_of(shapely.intersection(shape, inner))
        if area.paint == FACE and not backing and not any(shapely.intersects(shape, other) for _, _, other in painted):
            continue
        if area.paint != FACE:
            shape = _wide_enough(shape)
        if shape.is_empty or shape.area < _SPECK:
            continue
        if painted and painted[-1][:2] == (area.paint, opacity):
            shape = areas_of(shapely.union_all([painted.pop()[2], shape]))
        painted.append((area.paint, opacity, shape))
    return painted


def _factor(place: object) -> float:
    assert callable(place)
    left, _, right, _ = place(shapely.box(0, 0, 1, 1)).bounds
    return float(right - left)


def _wide_enough(shape: shapely.Geometry) -> shapely.Geometry:
    """*shape* with what is thinner than the finest line made as wide as that."""
    kept: list[shapely.Geometry] = []
    for part in polygons_of(shape):
        # Area over half the border's length is the width of anything long.
        width = 2 * part.area / max(part.length, 1e-9)
        kept.append(part if width >= FINEST_LINE else part.buffer((FINEST_LINE - width) / 2, quad_segs=3))
    return areas_of(shapely.union_all(kept)) if kept else shape


def _inks(areas: Iterable[Area], letters: Iterable[Letters]) -> dict[str, str]:
    """Paints that take the ink of the power: black or white alone, which on dark or light powers would not be seen."""
    paints = {area.paint for area in areas if area.paint != FACE} | {each.paint for each in letters if each.paint != FACE}
    tones = {paint: _tone(paint) for paint in paints}
    if set(tones.values()) in ({"dark"}, {"light"}):
        return dict.fromkeys(paints, str(Ink.GLYPH))
    return {}


def _tone(paint: str) -> str:
    red, green, blue = (int(paint[at : at + 2], 16) for at in (1, 3, 5))
    if max(red, green, blue) - min(red, green, blue) > 40:
        return "coloured"
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    return "dark" if light < 90 else "light" if light > 215 else "grey"


def path_of(shape: shapely.Geometry) -> Path:
    """The outlines of *shape*, for filling by the even-odd rule."""
    steps: list[Step] = []
    for polygon in polygons_of(shape.simplify(_ROUGH)):
        if polygon.area < _SPECK:
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            corners = [(_rounded(x), _rounded(y)) for x, y in shapely.get_coordinates(ring)[:-1].tolist()]
            distinct = [corner for at, corner in enumerate(corners) if corner != corners[at - 1]]
            if len(distinct) < 3:
                continue
            steps.append(("M", distinct[0]))
            steps += [("L", corner) for corner in distinct[1:]]
            steps.append(("Z", ()))
    return tuple(steps)


def _rounded(value: float) -> float:
    return round(value, 3) + 0.0


def alike(one: shapely.Geometry, other: shapely.Geometry) -> bool:
    """Return True if two bodies have the same shape, as far as one can see."""
    return bool(shapely.symmetric_difference(one, other).area < 0.04 * max(one.area, other.area))
