"""Land or sea, proposed from what a drawing shows: layers, classes, names, colours and the page's edge, each with its reason.

A proposal only: what the file or ``data-type`` says stands over it, and where nothing tells, nothing is proposed.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

import shapely
from tinycss2.color3 import parse_color

from languages import tr
from variants.compile.drawn import Drawing, DrawnProvince
from variants.svg.element import Element
from variants.svg.paths import DRAWN

_WATER = re.compile(r"(?<![a-z])(water|seas?|ocean|oceans|wet|lake)(?![a-z])", re.IGNORECASE)
_GROUND = re.compile(r"(?<![a-z])(lands?|ground|nopower|neutral|inland|coasts?|coastal|islands?)(?![a-z])", re.IGNORECASE)
_SEA_NAME = re.compile(
    r"(?<!\w)(sea|ocean|gulf|channel|strait|straits|sound|basin|atlantic|pacific|mediterranean|mare|meer|mer)(?!\w)", re.IGNORECASE
)
BLUE = (0.45, 0.72)
"""Hues of water, from cyan to blue, as parts of the circle."""
LEAST_COLOUR = 0.07
"""Saturation below which a colour says nothing."""
_PAPER = 0.9
"""Least of red, green and blue in ground that is bare paper."""
_LINK = re.compile(r"""url\(\s*["']?#([^"')]{1,200}?)["']?\s*\)(.*)""", re.DOTALL)
_SERVERS = ("pattern", "linearGradient", "radialGradient")
_MOST_PARTS = 200
"""Parts of a pattern, or stops of a gradient, that are looked at."""
_MOST_LINKS = 5
"""Gradients in a row of which each takes its colours from the next."""
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
    servers = paint_servers(drawing.root) if drawing.root is not None else {}
    fills = {code: visible_colour(_fill(each.element), servers) for code, each in drawing.provinces.items()}
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
            return Ground(True, _class_words(words, own=own))
        if _GROUND.search(words):
            return Ground(False, _class_words(words, own=own))
        element = element.parent
    return None


def _class_words(words: str, *, own: bool) -> str:
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


def paint_servers(root: Element) -> dict[str, Element]:
    """The patterns and gradients of a drawing by their ids."""
    return {each.get("id"): each for each in root.walk() if each.tag in _SERVERS and each.get("id")}


def visible_colour(fill: str, servers: Mapping[str, Element]) -> tuple[float, float, float] | None:
    """The colour of a fill; of a gradient the mean of its stops, of a pattern its ground, or its lines on white, where they are blue.

    ``None`` where it is none, or a pattern whose ground is not blue: hatching may lie on any land.
    """
    link = _LINK.match(fill.strip())
    if link is None:
        return parsed_colour(fill)
    server = _server(link[1], servers)
    if server is None:
        return parsed_colour(link[2])
    if server.tag != "pattern":
        stops = [
            stop
            for each in server.children[:_MOST_PARTS]
            if each.tag == "stop" and (stop := parsed_colour(each.style("stop-color") or "black"))
        ]
        if not stops:
            return parsed_colour(link[2])
        red, green, blue = (sum(part) / len(stops) for part in zip(*stops, strict=True))
        return red, green, blue
    drawn = [each for each in islice(server.walk(), _MOST_PARTS) if each.tag in DRAWN]
    ground = next((colour for each in drawn if each.tag != "line" and (colour := parsed_colour(each.inherited("fill")))), None)
    lines = [colour for each in drawn if (colour := parsed_colour(each.inherited("stroke")))]
    if (ground is None or min(ground) > _PAPER) and lines and all(map(is_blue, lines)):
        ground = lines[0]
    return ground if is_blue(ground) else None


def is_pattern(fill: str, servers: Mapping[str, Element]) -> bool:
    """Return True if a fill is a pattern, or nothing that the drawing has."""
    link = _LINK.match(fill.strip())
    server = _server(link[1], servers) if link is not None else None
    return link is not None and (server is None or server.tag == "pattern")


def _server(identity: str, servers: Mapping[str, Element]) -> Element | None:
    """The gradient or the pattern with an id; where it only refers to another, that one."""
    for _ in range(_MOST_LINKS):
        found = servers.get(identity)
        if found is None or found.children or not found.href:
            return found
        identity = found.href.removeprefix("#")
    return None


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


def opacity(element: Element) -> float:
    """The part of what lies below that the fill of *element* hides."""
    through = _part(element.inherited("fill-opacity"))
    above: Element | None = element
    while above is not None:
        through *= _part(above.style("opacity"))
        above = above.parent
    return through


def _part(text: str) -> float:
    """A number of a style between 0 and 1, perhaps in percent; 1 where there is none."""
    found = re.fullmatch(r"\s*(\d*\.?\d+)\s*(%?)\s*", text or "")
    return 1.0 if found is None else min(1.0, float(found[1]) / (100 if found[2] else 1))
