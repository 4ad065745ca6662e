"""The shapes of a drawing sorted: provinces, marks, swatches of a legend, lines, painted ground, and art that is none of these.

Nothing is asked of the drawing but that provinces are closed shapes: they may lie in any number of layers, with any names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from statistics import median
from typing import Any

import shapely

from variants.compile.drawing_words import (
    AUTOMATIC,
    CENTRE_SIGNS,
    LayerMeaning,
    clean_name,
    has_own_name,
    meaning_of,
    names_of,
    own_name,
    sea_weight,
    unit_of_name,
    words_of,
)
from variants.compile.terrains import parsed_colour
from variants.style import colour_distance
from variants.svg.element import Element
from variants.svg.paths import DRAWN

_STRAY = 1 / 500
_PAGE = 0.9
"""Of the page: a shape that covers so much is a backdrop or a frame, unless it is the one sea."""
_MARGIN = 0.01
"""Of the page: what a backdrop shows among the shapes that lie on it, where it is none but their margin."""
_COPY = 0.1
"""Of the page: a clone of a group that covers more is no mark."""
_FEW_SEEN = 3
"""Shapes that make a board."""
_REST = 0.05
"""Of a shape: what others leave of it where it is but all of them together."""
_MARK = 0.055
"""Of the page's width: no mark is wider."""
_FEW_PARTS = 12
MOST_SHAPES = 6000
SAME_PAINT = 3.0
"""CIEDE2000; a tracer paints one colour in many shades that look the same."""
ReadText = tuple[Element, str, shapely.Point, float, str]
"""A text: where it begins in the file, its words, its place, the size of its letters, its code."""
_DARK = 0.4
"""Most of red, green and blue in the paint of letters."""
_TITLE = 1.8
"""Times the usual size of letters."""


@dataclass(slots=True)
class Leaf:
    """A closed shape as it is drawn."""

    element: Element
    area: shapely.Geometry
    order: int
    fill: str
    groups: tuple[Element, ...]
    """Shapes around it, the innermost last."""
    parts: list[Element] = field(default_factory=list)
    meaning: LayerMeaning | None = None
    """LayerMeaning of its own name or of the nearest group with one."""
    told: str = ""
    """The name that gives it that meaning."""


@dataclass(slots=True)
class DrawnText:
    """A text as it is drawn."""

    element: Element
    text: str
    at: shapely.Point
    size: float
    code: str
    meaning: LayerMeaning | None
    in_capitals: bool = False
    """True if the drawing writes all in capitals."""
    is_part: bool = False
    """True if one text element holds others beside it: it cannot be moved alone."""


@dataclass(slots=True)
class SortedShapes:
    """All that a drawing holds."""

    provinces: list[Leaf] = field(default_factory=list)
    marks: list[list[Leaf]] = field(default_factory=list)
    """Sets of small shapes that are alike, or lie in one layer of marks; those of layers called after centres or units first."""
    swatches: list[tuple[str, str]] = field(default_factory=list)
    """Colours of a legend with the words beside them."""
    ground: list[Leaf] = field(default_factory=list)
    art: list[Leaf] = field(default_factory=list)
    lines: list[shapely.Geometry] = field(default_factory=list)
    texts: list[DrawnText] = field(default_factory=list)
    signs: list[DrawnText] = field(default_factory=list)
    """Texts of a single sign that people write for a centre, such as a star."""


class ShapeSorter:
    """Sorts what one reader of a drawing finds.

    Args:
        root: of the drawing.
        page: its width and height.
        inside: the transform of what is drawn in an element.
        area_of: the closed area of a shape or of a group, and its open lines.
        texts_of: the texts in a text element as they are drawn.
    """

    def __init__(
        self,
        root: Element,
        page: tuple[float, float],
        inside: Callable[[Element, Any], Any],
        area_of: Callable[[Element, Any], tuple[shapely.Geometry, list[shapely.Geometry]]],
        texts_of: Callable[[Element, Any], list[ReadText]],
    ) -> None:
        self._root = root
        self._width, self._height = page
        self._inside = inside
        self._area_of = area_of
        self._texts_of = texts_of
        self._order = 0
        self._all: list[Leaf] = []
        self._found = SortedShapes()
        self._labels: list[tuple[Leaf, LayerMeaning]] = []
        self._text_spots: list[shapely.Point] = []
        total = sum(each.tag in DRAWN | {"use"} for each in root.walk())
        self._heavy = max(3, total // 2)
        self._drawn_groups = {each.get("id") for each in root.walk() if each.tag == "g" and len(each.children) > 2}

    def sort(self, matrix: Any) -> SortedShapes:
        """All of it."""
        self._places_of_texts(self._root, matrix)
        self._walk(self._root, matrix, (), None)
        leaves = self._without_hidden(self._all)
        leaves = self._without_twins(leaves)
        leaves = self._without_page(leaves)
        leaves = self._without_sums(leaves)
        leaves = self._without_legends(leaves)
        leaves = self._without_lettering(leaves)
        leaves = self._without_marks(leaves)
        self._found.provinces = self._without_small_art(leaves)
        for kind in (LayerMeaning.UNITS, LayerMeaning.CENTRES):
            own = [leaf for leaf, meaning in self._labels if meaning is kind]
            if own:
                self._found.marks.insert(0, own)
        return self._found

    def _places_of_texts(self, element: Element, matrix: Any) -> None:
        for child in element.children:
            if child.tag in ("g", "a", "switch", "svg", "text") and len(self._text_spots) < MOST_SHAPES:
                own = self._inside(child, matrix)
                if child.tag == "text":
                    self._text_spots += [spot for _, words, spot, _, _ in self._texts_of(child, own) if len(words) > 1]
                else:
                    self._places_of_texts(child, own)

    def _walk(self, element: Element, matrix: Any, groups: tuple[Element, ...], above: tuple[LayerMeaning, str] | None) -> None:
        for child in element.children:
            if child.tag not in DRAWN | {"g", "a", "switch", "use", "text", "svg"} or self._order > MOST_SHAPES:
                continue
            own = self._inside(child, matrix)
            meaning, told = self._meaning(child) or above or (None, "")
            if child.tag == "text":
                self._note_text(child, own, meaning)
            elif child.tag in ("g", "a", "switch", "svg"):
                if (
                    child.tag == "g"
                    and meaning not in (LayerMeaning.ART, LayerMeaning.GROUND, LayerMeaning.CENTRES, LayerMeaning.UNITS)
                    and self._is_province(child, own)
                ):
                    self._note(child, own, (*groups, child), meaning, told)
                    for text in (each for each in child.walk() if each.tag == "text"):
                        self._note_text(text, own, meaning)
                else:
                    self._walk(child, own, (*groups, child), None if meaning is None else (meaning, told))
            else:
                self._note(child, own, groups, meaning, told)

    def _meaning(self, element: Element) -> tuple[LayerMeaning, str] | None:
        if element.tag == "text":
            return None
        names = names_of(element)
        if element.tag == "use" and element.href:
            names = (*names, element.href.removeprefix("#"))
        is_shape = element.tag in DRAWN | {"use"}
        if is_shape:
            # A single shape says by its class what it is; its own name is that of a place, such as "Sea of Japan" or "Text Island".
            meaning = meaning_of(element.get("class").split())
            if meaning is not None:
                return meaning, element.get("class")
            symbol = meaning_of(names[-1:]) if element.tag == "use" else None
            if symbol in (LayerMeaning.CENTRES, LayerMeaning.UNITS):
                return symbol, names[-1]
        piece = next((each for each in names if len(each) > 2 and unit_of_name((each,))), "")
        if piece:
            return LayerMeaning.UNITS, piece
        # "text_7" is a number that a program gave, "Text" a layer of lettering.
        names = tuple(each for each in names if not AUTOMATIC.fullmatch(each) or each != element.get("id"))
        meaning = None if is_shape else meaning_of(names)
        if meaning is None:
            return None
        shapes = sum(each.tag in DRAWN | {"use"} for each in element.walk())
        if (
            meaning in (LayerMeaning.ART, LayerMeaning.GROUND, LayerMeaning.CENTRES, LayerMeaning.UNITS, LayerMeaning.CLOSED)
            and shapes > self._heavy
        ):
            return None
        if len(own_name(element).split()) > 1 and shapes <= 2 and not element.get("inkscape:groupmode"):
            return None
        return meaning, next(each for each in names if meaning_of((each,)) is not None)

    def _is_province(self, group: Element, matrix: Any) -> bool:
        """Return True if a group is one province: a shape with the group's name, or the islands of one."""
        shapes = [each for each in group.walk() if each.tag in DRAWN | {"use"}]
        words = words_of(own_name(group))
        is_kind = bool(words) and all(meaning_of((word,)) is not None for word in words)
        named = bool(words) and not is_kind and group.get("inkscape:groupmode") != "layer"
        if any(has_own_name(each) for each in shapes):
            return False
        if len(shapes) == 1:
            return named
        if not 1 < len(shapes) <= _FEW_PARTS or len(shapes) > self._heavy or group.get("inkscape:groupmode") == "layer":
            return False
        if is_kind or self._are_equal(shapes):
            return False
        names = self._names_in(group, matrix)
        if names != 1 and self._border_one_another(group, matrix):
            return False
        if names > 1 and (len(own_name(group)) <= 1 or names == len(shapes)):
            return False
        if any(each.tag in ("line", "polyline", "circle", "ellipse", "rect") for each in shapes) and not named:
            return False
        if len({each.inherited("fill") for each in shapes}) > 1 or any(each.tag == "text" for each in group.walk()):
            return False
        return named or self._are_apart(group)

    def _names_in(self, group: Element, matrix: Any) -> int:
        """Number of shapes of a group on which a text stands: more than one are provinces, whatever letter the group has for a name."""
        areas = [self._area_of(each, self._inside(each, matrix))[0] for each in group.children if each.tag in DRAWN]
        return sum(any(area.contains(spot) for spot in self._text_spots) for area in areas if not area.is_empty)

    def _border_one_another(self, group: Element, matrix: Any) -> bool:
        """Return True if two shapes of a group have a border in common, as provinces of a region do and islands do not."""
        areas = [self._area_of(each, self._inside(each, matrix))[0] for each in group.children if each.tag in DRAWN]
        return border_one_another([each for each in areas if not each.is_empty], self._width)

    def _are_equal(self, shapes: Sequence[Element]) -> bool:
        """Return True if shapes are one mark drawn often: one symbol, or shapes of one kind and size."""
        if len({each.href for each in shapes}) == 1 and shapes[0].tag == "use":
            return True
        areas = [self._area_of(each, None)[0].area for each in shapes]
        return len(areas) > 2 and len({each.tag for each in shapes}) == 1 and max(areas) < 1.01 * min(areas)

    def _are_apart(self, group: Element) -> bool:
        """Return True if the shapes of a group lie apart from one another, as islands do."""
        areas = [self._area_of(each, self._inside(each, None))[0] for each in group.children if each.tag in DRAWN]
        areas = [each for each in areas if not each.is_empty]
        return len(areas) > 1 and all(shapely.distance(one, other) > 0 for at, one in enumerate(areas) for other in areas[:at])

    def _note(self, element: Element, matrix: Any, groups: tuple[Element, ...], meaning: LayerMeaning | None, told: str) -> None:
        self._order += 1
        if self._order > MOST_SHAPES:
            return
        area, lines = self._area_of(element, matrix)
        if not element.is_hidden:  # guides in a hidden layer
            self._found.lines += lines
        if area.is_empty or area.area < (self._width * _STRAY) ** 2:
            return
        fill = element.inherited("fill")
        if element.tag in ("g", "use"):
            fill = next((paint for each in element.walk() if (paint := each.style("fill"))), fill)
        if (_is_frame(element) or _is_unseen_box(element)) and _is_box(area):
            return
        leaf = Leaf(element, area, self._order, fill, groups, [element], meaning, told)
        if meaning in (LayerMeaning.CENTRES, LayerMeaning.UNITS):
            self._labels.append((leaf, meaning))
        elif meaning is LayerMeaning.ART:
            self._found.art.append(leaf)
        elif meaning is LayerMeaning.GROUND or self._is_copy(leaf):
            self._found.ground.append(leaf)
        else:
            self._all.append(leaf)

    def _is_copy(self, leaf: Leaf) -> bool:
        """Return True if a ``<use>`` shows once more a large group that is drawn elsewhere: the shadow of a board."""
        west, north, east, south = leaf.area.bounds
        is_large = (east - west) * (south - north) > _COPY * self._width * self._height
        return leaf.element.tag == "use" and is_large and leaf.element.href.removeprefix("#") in self._drawn_groups

    def _note_text(self, element: Element, matrix: Any, meaning: LayerMeaning | None) -> None:
        read = self._texts_of(element, matrix)
        for part, words, at, size, code in read:
            is_sign = len(words) == 1 and words in CENTRE_SIGNS
            text = DrawnText(part, words, at, size, code, meaning, is_part=len(read) > 1)
            (self._found.signs if is_sign else self._found.texts).append(text)

    def _without_hidden(self, leaves: list[Leaf]) -> list[Leaf]:
        """Shapes in hidden groups out where others can be seen: what a program keeps for another view of the same board."""
        hidden = {id(leaf) for leaf in leaves if leaf.element.parent is not None and leaf.element.parent.is_hidden}
        return [leaf for leaf in leaves if id(leaf) not in hidden] if len(leaves) - len(hidden) >= _FEW_SEEN else leaves

    def _without_sums(self, leaves: list[Leaf]) -> list[Leaf]:
        """Shapes out that are nothing but several others together: a coast round all lands, the ground under all of them."""
        areas = [leaf.area for leaf in leaves]
        tree = shapely.STRtree(areas)
        gone: set[int] = set()
        for leaf in leaves:
            if leaf.area.area < _COPY * self._width * self._height:
                continue
            within = [leaves[at] for at in tree.query(leaf.area) if leaves[at] is not leaf and leaves[at].area.area < 0.8 * leaf.area.area]
            within = [each for each in within if each.area.within(leaf.area.buffer(self._width / 1000))]
            is_above = leaf.fill not in ("none", "") and any(each.order < leaf.order for each in within)
            if len(within) < _FEW_SEEN or is_above:
                continue
            rest = shapely.difference(leaf.area, shapely.union_all([each.area for each in within]))
            if rest.area < _REST * leaf.area.area:
                (self._found.art if leaf.fill in ("none", "") else self._found.ground).append(leaf)
                gone.add(id(leaf))
        return [leaf for leaf in leaves if id(leaf) not in gone]

    def _without_twins(self, leaves: list[Leaf]) -> list[Leaf]:
        """Outlines out that lie exactly on a filled shape: whiteboards draw each shape twice, the ground and its border."""
        filled: dict[tuple[int, ...], Leaf] = {}
        step = self._width / 2000

        def place(leaf: Leaf) -> tuple[int, ...]:
            return tuple(round(each / step) for each in (*leaf.area.bounds, leaf.area.area / self._width))

        for leaf in leaves:
            if leaf.fill != "none":
                filled.setdefault(place(leaf), leaf)
        kept: list[Leaf] = []
        for leaf in leaves:
            twin = filled.get(place(leaf)) if leaf.fill == "none" else None
            if twin is None or own_name(leaf.element):
                kept.append(leaf)
            else:
                self._found.art.append(leaf)
        return kept

    def _without_page(self, leaves: list[Leaf]) -> list[Leaf]:
        """Backdrops and frames out: a shape as large as the page is a province only where it is the sea around all others."""
        page = self._width * self._height
        kept: list[Leaf] = []
        for leaf in leaves:
            west, north, east, south = leaf.area.bounds
            if (east - west) * (south - north) < _PAGE * page:
                kept.append(leaf)
                continue
            others = [each.area for each in leaves if each is not leaf and each.area.area < 0.8 * page]
            rest = shapely.difference(leaf.area, shapely.union_all(others)) if others else leaf.area
            is_ring = leaf.area.area < 0.12 * page
            seas = sum(each.meaning is LayerMeaning.WATER for each in leaves if each is not leaf)
            on_rest = [each for each in self._found.texts if rest.contains(each.at) and each.meaning is not LayerMeaning.ART]
            if others and shapely.intersection(rest, shapely.box(*shapely.union_all(others).bounds)).area < _MARGIN * page:
                # All of it that is seen lies round the others: a margin, whose words are a title.
                on_rest = [each for each in on_rest if sea_weight(each.text) > 0]
            is_sea = rest.area > 0.03 * page and (bool(clean_name(leaf.element.get("id"))) or bool(on_rest)) and not is_ring
            if (is_sea and not seas and leaf.fill not in ("none", "")) or (not others and not is_ring):
                kept.append(leaf)
            else:
                (self._found.art if is_ring or leaf.fill == "none" else self._found.ground).append(leaf)
        return kept

    def _without_legends(self, leaves: list[Leaf]) -> list[Leaf]:
        """Boxes with samples of colours out; the words beside each sample say whose colour it is."""
        gone: set[int] = set()
        for box in leaves:
            if not _is_box(box.area) or box.area.area > 0.25 * self._width * self._height:
                continue
            inside = [each for each in leaves if each is not box and each.order > box.order and box.area.contains(each.area)]
            if len(inside) < 2 or not all(_is_box(each.area) or each.element.tag in ("circle", "ellipse") for each in inside):
                continue
            gone |= {id(box), *map(id, inside)}
            self._found.art.append(box)
            texts = [each for each in self._found.texts if box.area.contains(each.at)]
            for sample in inside:
                middle = sample.area.centroid
                beside = [each for each in texts if each.at.x > middle.x and abs(each.at.y - middle.y) < 1.2 * each.size]
                if beside:
                    nearest = min(beside, key=lambda each: each.at.x)
                    self._found.swatches.append((sample.fill, nearest.text))
            self._found.texts = [each for each in self._found.texts if each not in texts]
        gone |= self._open_legends([*self._found.art, *(each for each in leaves if id(each) not in gone)])
        return [each for each in leaves if id(each) not in gone]

    def _open_legends(self, leaves: list[Leaf]) -> set[int]:
        """Samples of a legend without a box around it: equal boxes or discs in a row, each in another colour with words beside."""
        samples: dict[tuple[object, ...], list[Leaf]] = defaultdict(list)
        for leaf in leaves:
            west, north, east, south = leaf.area.bounds
            if max(east - west, south - north) < _MARK * self._width and (_is_box(leaf.area) or leaf.element.tag in ("circle", "ellipse")):
                samples[leaf.element.tag, round(east - west), round(south - north)].append(leaf)
        gone: set[int] = set()
        for group in samples.values():
            spots = [each.area.centroid for each in group]
            near = self._width / 1000
            is_row = any(max(way) - min(way) < near for way in ([spot.x for spot in spots], [spot.y for spot in spots]))
            if len(group) < 2 or not is_row or len({each.fill for each in group}) < len(group):
                continue
            beside = [self._words_beside(spot) for spot in spots]
            if None in beside or len({id(each) for each in beside}) < len(group):
                continue
            for leaf, text in zip(group, beside, strict=True):
                assert text is not None
                self._found.swatches.append((leaf.fill, text.text))
                self._found.texts.remove(text)
                gone.add(id(leaf))
            known = set(map(id, self._found.art))
            self._found.art += [leaf for leaf in group if id(leaf) not in known]
        return gone

    def _words_beside(self, spot: shapely.Point) -> DrawnText | None:
        """The text that begins just right of a sample."""
        beside = [
            each for each in self._found.texts if 0 < each.at.x - spot.x < 12 * each.size and abs(each.at.y - spot.y) < 1.2 * each.size
        ]
        return min(beside, key=lambda each: each.at.x, default=None)

    def _without_marks(self, leaves: list[Leaf]) -> list[Leaf]:
        """Small shapes that are alike and lie on others out: stars, dots, discs, mountains."""
        alike: dict[tuple[object, ...], list[Leaf]] = defaultdict(list)
        for leaf in leaves:
            west, north, east, south = leaf.area.bounds
            width, height = east - west, south - north
            if max(width, height) < _MARK * self._width and len(shapely.get_parts(leaf.area)) == 1:
                step = max(0.25, 0.001 * self._width)
                alike[leaf.element.tag, round(width / step), round(height / step), round(leaf.area.area / step**2 / 4)].append(leaf)
        gone: set[int] = set()
        usual = median([each.area.area for each in leaves]) if leaves else 0.0
        for group in alike.values():
            if len(group) < 3 and not (len(leaves) > 8 and all(each.area.area < 0.03 * usual for each in group)):
                continue
            if any(own_name(each.element) for each in group) and len({own_name(each.element) for each in group}) == len(group):
                continue
            if all(any(_lies_on(each, other) for other in leaves) for each in group):
                self._found.marks.append(group)
                gone |= set(map(id, group))
        return [each for each in leaves if id(each) not in gone]

    def _without_lettering(self, leaves: list[Leaf]) -> list[Leaf]:
        """Lettering turned into outlines out: where a program keeps its words as the names of the outlines, they are texts again."""
        usual = sum(each.area.area for each in leaves) / max(1, len(leaves))
        large = {each.fill for each in leaves if each.area.area >= usual}
        lettering: list[tuple[Leaf, str]] = []
        for leaf in leaves:
            colour, words = parsed_colour(leaf.fill), re.sub(r" \d+$", "", own_name(leaf.element))
            is_dark = colour is not None and max(colour) <= _DARK and leaf.fill not in large
            if is_dark and words and len(shapely.get_parts(leaf.area)) > 1 and any(_lies_on(leaf, other) for other in leaves):
                lettering.append((leaf, words))
        if len(lettering) < 3 or 3 * len(lettering) > 2 * len(leaves):
            return leaves
        for leaf, words in lettering:
            _, north, _, south = leaf.area.bounds
            self._found.texts.append(DrawnText(leaf.element, words, leaf.area.centroid, south - north, "", leaf.meaning))
        gone = {id(leaf) for leaf, _ in lettering}
        self._found.art += [leaf for leaf, _ in lettering]
        return [each for each in leaves if id(each) not in gone]

    def _without_small_art(self, leaves: list[Leaf]) -> list[Leaf]:
        """Small dark shapes and those of a colour of their own on others out: letters turned into paths, mountains, a compass."""
        if len(leaves) < 6:
            return leaves
        usual = median(sorted(each.area.area for each in leaves)[-max(6, len(leaves) // 3) :])
        large = {each.fill for each in leaves if each.area.area > 0.2 * usual}
        paints = [colour for fill in large if (colour := parsed_colour(fill)) is not None]
        kept: list[Leaf] = []
        for leaf in leaves:
            is_small = leaf.area.area < 0.12 * usual
            is_strange = (
                leaf.fill not in large and not _is_shade(leaf.fill, paints) and not own_name(leaf.element) and leaf.element.tag != "g"
            )
            inside = is_small and is_strange and any(
                other is not leaf and other.area.area > 4 * leaf.area.area and other.area.contains(leaf.area.centroid) for other in leaves
            )  # fmt: skip
            (self._found.art if inside else kept).append(leaf)
        return kept


def border_one_another(areas: Sequence[shapely.Geometry], width: float) -> bool:
    """Return True if two of *areas* have a border in common on a page of that *width*."""
    near = width / 1000
    tree = shapely.STRtree(areas)
    return len(areas) > 1 and any(
        shapely.intersection(areas[one], areas[other]).area < near * width * _STRAY
        and shapely.intersection(areas[one].boundary.buffer(near), areas[other].boundary).length > 10 * near
        for one, other in tree.query(areas, predicate="dwithin", distance=near).T.tolist()
        if one < other
    )


def whole_marks(group: Sequence[Leaf]) -> list[Leaf]:
    """The marks of a group without those that lie in the middle of a larger one: a ring with a dot in it is one mark."""
    areas = [leaf.area for leaf in group]
    within = shapely.STRtree(areas).query([each.centroid for each in areas], predicate="within").T.tolist()
    inner = {one for one, other in within if areas[other].area > areas[one].area}
    return [leaf for at, leaf in enumerate(group) if at not in inner]


def _lies_on(small: Leaf, large: Leaf) -> bool:
    return bool(large is not small and large.area.area > 4 * small.area.area and large.area.intersects(small.area.centroid))


def _is_shade(fill: str, paints: Sequence[tuple[float, float, float]]) -> bool:
    """Return True if a paint looks the same as one of *paints*."""
    colour = parsed_colour(fill)
    return colour is not None and any(colour_distance(hex_of(colour), hex_of(each)) < SAME_PAINT for each in paints)


def hex_of(colour: tuple[float, float, float] | None) -> str:
    """``#RRGGBB``; empty for no colour."""
    return "" if colour is None else "#" + "".join(f"{round(part * 255):02X}" for part in colour)


def _is_frame(element: Element) -> bool:
    """Return True for an invisible element that comes first of the few in a group: a frame by an office program."""
    is_seen = element.inherited("fill") != "none" or element.inherited("stroke") not in ("", "none")
    if is_seen or element.parent is None or own_name(element):
        return False
    beside = list(islice((each for each in element.parent.children if each.tag in DRAWN | {"use", "g", "text"}), 5))
    return 1 < len(beside) < 5 and beside[0] is element


def _is_unseen_box(element: Element) -> bool:
    """Return True for a rectangle without a name that is painted neither inside nor round it: the frame of a text by a diagram program."""
    unseen = element.inherited("fill") == "none" and element.style("stroke") == "none"
    return element.tag == "rect" and unseen and not own_name(element)


def _is_box(area: shapely.Geometry) -> bool:
    west, north, east, south = area.bounds
    frame = (east - west) * (south - north)
    return bool(frame > 0 and area.area > 0.97 * frame)


def usual_size(texts: Sequence[DrawnText]) -> float:
    """The usual size of letters."""
    return median([each.size for each in texts]) if texts else 1.0


def is_title(text: DrawnText, texts: Sequence[DrawnText]) -> bool:
    """Return True if a text is so large that it is the drawing's title."""
    return text.size > _TITLE * usual_size(texts) and sum(each.size >= text.size for each in texts) <= 2
