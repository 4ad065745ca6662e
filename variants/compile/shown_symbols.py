"""Symbols and hidden groups written out where a ``<use>`` shows them, so that each of their shapes can be called by a name of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

import shapely

from variants.compile.drawing_words import child_text, has_own_name, own_name
from variants.compile.sorted_shapes import border_one_another
from variants.svg.edit import opening_tag, remove_element, set_attribute, span_of
from variants.svg.element import Element
from variants.svg.paths import DRAWN
from variants.svg.shapes import ShapeWalker
from variants.svg.transforms import ShapeError, compose, used_at, written_matrix

MOST_LOOKED_AT = 1000
"""Shapes of one symbol."""
_BOARD = 0.1
"""Part of the page that a symbol covers which is more than a mark."""
_FEWEST = 3
"""Shapes of a board."""
_OF_THE_USE = ("href", "xlink:href", "x", "y", "width", "height", "preserveAspectRatio")
_OF_THE_SYMBOL = ("viewBox", "preserveAspectRatio", "x", "y", "width", "height", "refX", "refY")


def boards_in_symbols(
    root: Element,
    by_id: Mapping[str, Element],
    page: tuple[float, float],
    shift: Any,
    area_of: Callable[[Element, Any], shapely.Geometry],
) -> list[tuple[Element, Element]]:
    """Each ``<use>`` that shows several provinces, with its target: the uppermost of each target, none of which lies in another.

    Args:
        root: of the drawing.
        by_id: its elements.
        page: its width and height.
        shift: the transform that takes its corner to 0, 0.
        area_of: the area of a shape in a transform.
    """
    walker = ShapeWalker(by_id, lambda _element, _error: None)

    def stands_in(element: Element) -> Any:
        above, matrix = element.parent, None
        while above is not None and above is not root:
            matrix = compose(matrix, walker.matrix(above))
            above = above.parent
        return compose(matrix, shift)

    def is_board(use: Element) -> bool:
        """Return True if the shapes are large together, and have names of their own or borders in common."""
        shapes = list(islice(walker.shapes(use, walker.inside(use, stands_in(use))), MOST_LOOKED_AT))
        areas = [area_of(shape, matrix) for shape, matrix in shapes] if len(shapes) >= _FEWEST else []
        areas = [each for each in areas if not each.is_empty]
        if len(areas) < _FEWEST:
            return False
        west, north, east, south = shapely.total_bounds(areas).tolist()
        named = {shape.start for shape, _ in shapes if has_own_name(shape)}
        is_large = (east - west) * (south - north) >= _BOARD * page[0] * page[1]
        return is_large and (len(named) > 1 or border_one_another(areas, page[0]))

    uppermost: dict[str, Element] = {}
    for each in root.walk():
        if each.tag == "use" and not each.is_hidden and not is_kept_aside(each):
            uppermost[each.href.removeprefix("#")] = each
    found: list[tuple[Element, Element]] = []
    for name, use in uppermost.items():
        target = by_id.get(name)
        if target is None or target.tag not in ("g", "symbol") or not is_kept_aside(target):
            continue
        lies_apart = all(target.end < one.start or one.end < target.start for _, one in found)
        if lies_apart and is_board(use):
            found.append((use, target))
    return found


def is_kept_aside(element: Element) -> bool:
    """Return True if an element is drawn only where something shows it: a symbol, and all that lies in one or among the definitions."""
    above: Element | None = element
    while above is not None and above.tag not in ("defs", "symbol"):
        above = above.parent
    return above is not None


def take_after_targets(root: Element, by_id: Mapping[str, Element]) -> None:
    """Give each ``<use>`` the paint of its target where it has none, and the name of a symbol that nothing else shows."""
    uses = [each for each in root.walk() if each.tag == "use"]
    shown = Counter(each.href for each in uses)
    for use in uses:
        target = by_id.get(use.href.removeprefix("#"))
        if target is None or target is use:
            continue
        if not use.inherited("fill"):
            fill = next((paint for each in islice(target.walk(), MOST_LOOKED_AT) if (paint := each.style("fill"))), "")
            if fill:
                use.attributes["fill"] = fill
        single = [each for each in islice(target.walk(), MOST_LOOKED_AT) if each.tag in DRAWN]
        name = next((name for each in (*single[:1], target) if len(single) == 1 and (name := _name(each))), _name(target))
        if shown[use.href] == 1 and name and is_kept_aside(target) and not has_own_name(use):
            use.attributes["data-name"] = name


def _name(element: Element) -> str:
    return own_name(element) or child_text(element, "title")


def written_out(content: bytes, shown: Sequence[tuple[Element, Element]]) -> bytes:
    """*content* with each target in the place of the ``<use>`` that shows it, as a group in a group; every other byte stays what it was.

    Args:
        content: the drawing, unpacked.
        shown: each ``<use>`` with its target, none of which lies in another.

    Raises:
        EditError: it is another file by now.
    """
    steps: list[tuple[int, int, bytes]] = []
    for use, target in shown:
        start, stop = span_of(content, use.start, use.end)
        steps.append((start, stop, _markup(content, use, target)))
        steps.append((target.start, target.end, b""))
    for start, stop, markup in sorted(steps, key=lambda step: -step[0]):
        content = content[:start] + markup + content[stop:] if markup else remove_element(content, start, stop)
    return content


def _markup(content: bytes, use: Element, target: Element) -> bytes:
    """The target as it is drawn by *use*: what is written on that is on a group around it."""
    start, stop = span_of(content, target.start, target.end)
    inner = content[start:stop]
    for name in _OF_THE_SYMBOL if target.tag == "symbol" else ():
        inner = set_attribute(inner, 0, name, None)
    inner = re.sub(rb"\A<((?:[\w.-]+:)?)symbol\b", rb"<\1g", inner)
    inner = re.sub(rb"</((?:[\w.-]+:)?)symbol(\s*)>\Z", rb"</\1g\2>", inner)
    outer = opening_tag(content, use.start)
    for name in _OF_THE_USE:
        outer = set_attribute(outer, 0, name, None)
    try:
        matrix = used_at(use, target)
    except ShapeError:
        matrix = None
    if matrix is not None:
        outer = set_attribute(outer, 0, "transform", f"{use.get('transform')} {written_matrix(matrix)}".strip())
    tag = re.sub(rb"\A<((?:[\w.-]+:)?)use\b", rb"<\1g", outer).removesuffix(b">").removesuffix(b"/")
    opened = re.match(rb"<((?:[\w.-]+:)?g)", tag)
    assert opened is not None
    return tag.rstrip() + b">" + inner + b"</" + opened[1] + b">"
