"""Land or sea, proposed from what a drawing shows: layers, classes, names, colours and the page's edge, each with its reason.

A proposal only: what the file or ``data-type`` says stands over it, and where nothing tells, nothing is proposed.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from dataclasses import dataclass

import shapely
from tinycss2.color3 import parse_color

from languages import tr
from variants.compile.drawn import Drawing, DrawnProvince
from variants.svg.element import Element

_WATER = re.compile(r"(?<![a-z])(water|seas?|ocean|oceans|wet|lake)(?![a-z])", re.IGNORECASE)
_GROUND = re.compile(r"(?<![a-z])(lands?|ground|nopower|neutral|inland|coasts?|coastal|islands?)(?![a-z])", re.IGNORECASE)
_SEA_NAME = re.compile(
    r"(?<!\w)(sea|ocean|gulf|channel|strait|straits|sound|basin|atlantic|pacific|mediterranean|mare|meer|mer)(?!\w)", re.IGNORECASE
)
BLUE = (0.45, 0.72)
"""Hues of water, from cyan to blue, as parts of the circle."""
LEAST_COLOUR = 0.07
"""Saturation below which a colour says nothing."""
EDGE = 0.2
"""Part of an outline along the page's edge by which a sea is known."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Ground that a province is taken for."""

    is_water: bool | None
    """``None`` where the drawing does not tell."""
    reason: str


def propose_ground(drawing: Drawing, seas: Mapping[str, bool]) -> dict[str, Ground]:
    """Land or sea for each province.

    Args:
        drawing: what was read, style sheets included.
        seas: provinces of which it is known, and whether they are water.
    """
    found: dict[str, Ground] = {}
    fills = {code: parsed_colour(_fill(each.element)) for code, each in drawing.provinces.items()}
    told_by_colour = len({is_blue(fill) for fill in fills.values() if fill is not None}) > 1
    for code, province in drawing.provinces.items():
        if code in seas:
            found[code] = Ground(seas[code], tr("said so"))
            continue
        said = _by_words(province, _name(drawing, code)) or (_by_colour(fills[code]) if told_by_colour else None)
        found[code] = said or Ground(None, tr("nothing tells"))
    known = [each for each in found.values() if each.is_water is not None]
    for code, each in found.items():
        if each.is_water is None:
            found[code] = _rest(drawing, code, any(one.is_water for one in known))
    return found


def _name(drawing: Drawing, code: str) -> str:
    """Return the name of a province in the drawing."""
    label = drawing.labels.get(code)
    return drawing.provinces[code].name or (" ".join(label.lines) if label is not None else "")


def _by_words(province: DrawnProvince, name: str) -> Ground | None:
    """Return the ground by layers and groups around the shape, its classes, its name."""
    if _SEA_NAME.search(name):
        return Ground(True, tr("its name is {name}", name=name))
    element: Element | None = province.element
    while element is not None:
        own = element is province.element
        words = " ".join((element.get("class"), "" if own else element.get("inkscape:label"), "" if own else element.get("id")))
        words = words.replace("_", " ").replace("-", " ")
        if _WATER.search(words):
            return Ground(True, _said(words, own=own))
        if _GROUND.search(words):
            return Ground(False, _said(words, own=own))
        element = element.parent
    return None


def _said(words: str, *, own: bool) -> str:
    shown = words.strip()[:30]
    return tr("it is of the class {name}", name=shown) if own else tr("it is in {name}", name=shown)


def _fill(element: Element) -> str:
    """The fill of a shape; of a group, that of its first shape with one."""
    own = element.inherited("fill")
    if element.tag != "g":
        return own
    return next((fill for each in element.walk() if each is not element and (fill := each.style("fill"))), own)


def _by_colour(colour: tuple[float, float, float] | None) -> Ground | None:
    if colour is None:
        return None
    blue = is_blue(colour)
    return Ground(blue, tr("it is painted blue") if blue else tr("it is not painted blue, and others are"))


def _rest(drawing: Drawing, code: str, has_water: bool) -> Ground:
    """Return the ground where words and colours do not tell: by the page's edge; else land, where the drawing marks others as seas."""
    shape = drawing.provinces[code].shape
    page = shapely.box(0, 0, drawing.width, drawing.height).exterior.buffer(drawing.width / 400)
    share = shapely.intersection(shape.boundary, page).length / max(shape.length, 1e-9)
    if has_water:
        return Ground(False, tr("nothing says that it is a sea, and of others something does"))
    return (
        Ground(True, tr("{share:.0%} of its outline is the page's edge", share=share))
        if share >= EDGE
        else Ground(None, tr("nothing tells"))
    )


def is_blue(colour: tuple[float, float, float] | None) -> bool:
    """Return True if a colour is one of water.

    >>> is_blue(parsed_colour("#b0d0e8")), is_blue(parsed_colour("#d8c8a0"))
    (True, False)
    """
    if colour is None:
        return False
    hue, lightness, saturation = colorsys.rgb_to_hls(*colour)
    return BLUE[0] <= hue <= BLUE[1] and saturation >= LEAST_COLOUR and 0.05 < lightness < 0.99


def parsed_colour(text: str) -> tuple[float, float, float] | None:
    """A colour of a style as parts of one; ``None`` where it is none, or a pattern.

    >>> parsed_colour("#ff0000")
    (1.0, 0.0, 0.0)
    >>> print(parsed_colour("url(#hatching)"))
    None
    """
    colour = parse_color(text.strip())
    if colour is None or isinstance(colour, str) or colour.alpha == 0:
        return None
    return float(colour.red), float(colour.green), float(colour.blue)
