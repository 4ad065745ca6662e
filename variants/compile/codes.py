"""Names of the layers and shapes of a drawing: layers of ours, codes of provinces, and names that Inkscape made up itself."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from variants.svg.element import Element

LAYERS = ("provinces", "coasts", "anchors", "bridges", "labels", "impassable", "background", "foreground")
CENTRE_LAYERS = ("province-centers", "supply-centers")
"""Layers of godip's and diplicity's drawings: where units and supply marks stand."""
OTHER_NAMES = {"named-coasts": "coasts", "unit-positions": "province-centers"}
"""Layers of diplicity's dSVG that are layers of ours under other names."""
_COASTAL = re.compile(r"_?([A-Za-z][A-Za-z0-9]{1,7})/([A-Za-z]{1,12})")
LONGEST_COAST = 3
"""Letters of a coast's name; a longer one, such as ``river``, is known by its first."""
_CODE = re.compile(r"_?([A-Za-z][A-Za-z0-9]{1,7})")
_AUTOMATIC = re.compile(r"(?:path|rect|g|use|ellipse|circle|polygon|polyline|line|text|tspan|image|layer|svg|symbol|clone)-?\d[\d-]*")
"""Ids that Inkscape gives by itself: they are never meant as a code."""


def layer_name(element: Element) -> str:
    """Return the name of our layer that a group is, or empty text."""
    for text in (element.get("inkscape:label"), element.get("id")):
        name = text.strip().lower().removeprefix("dip-").removeprefix("layer-")
        name = OTHER_NAMES.get(name, name)
        if name in LAYERS or name in CENTRE_LAYERS:
            return name
    return ""


def coast_of(element: Element) -> tuple[str, str] | None:
    """The province and coast of a shape that is a named coast among the provinces, as ``xuy/ec`` is in godip's drawings."""
    for name in ("data-province", "inkscape:label", "id"):
        match = _COASTAL.fullmatch(element.get(name).strip())
        if match is not None:
            return match[1].upper(), match[2].upper()[:LONGEST_COAST]
    return None


def other_layers(root: Element) -> list[str]:
    """The labels of the layers of Inkscape that are none of ours."""
    return [each.get("inkscape:label") for each in root.walk() if each.get("inkscape:groupmode") == "layer" and not layer_name(each)]


def slips(root: Element) -> Iterator[tuple[Element, str]]:
    """Layers whose label is nearly one of ours, and that one: what they hold would be missed without a word."""
    for group in root.walk():
        if group.get("inkscape:groupmode") == "layer" and not layer_name(group):
            near = difflib.get_close_matches(group.get("inkscape:label").strip().lower(), LAYERS, 1, 0.75)
            if near:
                yield group, near[0]


def code_of(element: Element) -> str | None:
    """``data-province``, else the label, else an id of the author's own.

    >>> from variants.svg.read_xml import read_xml
    >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg"><path data-province="PAR" id="path12"/></svg>'
    >>> code_of(read_xml(svg, "board.svg").children[0])
    'PAR'
    """
    for name in ("data-province", "inkscape:label", "id"):
        text = element.get(name).strip()
        match = _CODE.fullmatch(text)
        if match is not None and not (name == "id" and _AUTOMATIC.fullmatch(text)):
            return match[1].upper()
    return None


def is_named(element: Element) -> bool:
    """Return True if the element has a label or an id from its author."""
    name = element.get("id")
    return bool(element.get("inkscape:label").strip()) or bool(name and not _AUTOMATIC.fullmatch(name))
