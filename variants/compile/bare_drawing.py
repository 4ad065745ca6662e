"""A drawing that says nothing of codes: which layer has the shapes, what each is called by the text over it, and the code it gets.

A proposal, nothing is written here: the result has the drawing as it would be with its labels, every other byte as it was.
"""

from __future__ import annotations

import contextlib
import gzip
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import shapely

from languages import system_words, tr
from variants.compile.author_names import level_texts
from variants.compile.codes import coast_of, code_of, is_named, layer_name
from variants.compile.cut_water import DividedWater, cut_waters, divided_waters
from variants.compile.drawing import MOST_PROVINCES
from variants.compile.drawing_words import CENTRE_SIGNS, UNIT_WORDS, forget_numbers, has_own_name
from variants.compile.drawn import DrawnLabel
from variants.compile.mark_layers import MarkReader
from variants.compile.read_sketch import Sketched, exchanged_names, read_grounds, read_names, read_start
from variants.compile.regions import are_stripes
from variants.compile.shown_symbols import boards_in_symbols, take_after_targets, written_out
from variants.compile.sorted_shapes import DrawnText, Leaf, ReadText, ShapeSorter, SortedShapes
from variants.compile.terrains import Ground, opacity, parsed_colour
from variants.fault import Fault, FaultKind, Faults, Severity, VariantError
from variants.province_codes import propose_code
from variants.svg.element import Element
from variants.svg.paths import DRAWN
from variants.svg.read_xml import unpacked
from variants.svg.relabel import Moved, Relabelling, relabelled
from variants.svg.shapes import DEEPEST_USE
from variants.svg.style_sheet import StyleSheets
from variants.svg.transforms import parts_of

Point = tuple[float, float]
PaintedGround = tuple[shapely.Geometry, tuple[float, float, float] | None]
"""An area and its colour; ``None`` for the colour of a pattern."""

WHOLE = "the drawing itself"
"""Name of the choice that takes the shapes which lie in no layer."""
TEXTS, LABELS = "texts", "labels"
"""Sources of the names of two shapes that have each other's name over them."""
EVERYWHERE = "all layers"
"""Name of the choice that takes provinces from wherever they lie."""
_UNREAD = (FaultKind.UNREADABLE, FaultKind.LOST_CLONE)
_STRAY = 1 / 500
_AS_PICTURE = "\ufe0f"
"""Sign behind another one that asks for its coloured picture."""
_FAINTEST = 0.3
"""Part of what lies below that a fill must hide to be seen as the colour of its ground."""
_GIVEN_CODE = re.compile(r"[A-Z]{2,4}")
_CODE = re.compile(r"[A-Z][A-Z0-9]{1,7}")
_LIKELY = re.compile(r"provinc|territor|region|shapes|land|board|map", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LayerChoice:
    """A group in which provinces may lie."""

    name: str
    shapes: int
    """Number of its shapes that have an area."""


@dataclass(frozen=True, slots=True)
class NamedShape:
    """A shape and what it is taken for."""

    code: str
    proposed: str
    """The code before anybody retyped it: by it the shape is known."""
    name: str
    why: str
    at: Point


@dataclass(frozen=True, slots=True)
class ShownPower:
    """A power that the drawing shows by its colour."""

    name: str
    """As the legend has it; empty without one."""
    colour: str
    homes: tuple[str, ...]
    land: tuple[str, ...] = ()
    """Codes of all provinces of its colour."""


@dataclass(frozen=True, slots=True)
class CodedDrawing:
    """A drawing with a code on each of its provinces."""

    content: bytes = field(repr=False)
    layers: tuple[LayerChoice, ...] = ()
    layer: str = ""
    """The one that was taken."""
    shapes: tuple[NamedShape, ...] = ()
    idle: tuple[str, ...] = ()
    """Texts that lie over no shape."""
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    """Land or sea by code, with the reason."""
    closed: frozenset[str] = frozenset()
    """Codes of impassable provinces."""
    centres: frozenset[str] = frozenset()
    """Codes of provinces with the mark of a centre."""
    units: Mapping[str, str] = field(default_factory=dict)
    """Code to the letter of the unit that is drawn there."""
    powers: tuple[ShownPower, ...] = ()
    divided: tuple[tuple[int, int], ...] = ()
    """Waters that are divided by lines alone, which make no provinces: how many lines, into how many parts."""
    exchanged: tuple[tuple[str, str], ...] = ()
    """Names of shapes that have each other's name over them, of which it is open whether labels or texts are right."""
    unread: tuple[Fault, ...] = ()
    """Warnings of shapes that cannot be read and are therefore no provinces."""

    @property
    def names(self) -> Mapping[str, str]:
        """Code to name."""
        return {each.code: each.name for each in self.shapes}


@dataclass(slots=True)
class _Member:
    element: Element
    area: shapely.Geometry
    code: str = ""
    name: str = ""
    why: str = ""
    texts: list[DrawnText] = field(default_factory=list)


@dataclass(slots=True)
class _Layer:
    name: str
    element: Element
    members: list[_Member]


def give_codes(
    content: bytes,
    source: str,
    layer: str = "",
    codes: Mapping[str, str] = MappingProxyType({}),
    names: Mapping[str, str] = MappingProxyType({}),
    names_from: str = "",
) -> CodedDrawing:
    """The drawing with everything that its provinces need to be known by.

    Args:
        content: an SVG, or a compressed one.
        source: its name, for faults.
        layer: the group that has the provinces, by its label or id, or :data:`WHOLE`; the likeliest unless given.
        codes: proposed code to the one that was typed in its place.
        names: proposed code to the name that was typed.
        names_from: ``texts`` or ``labels``, where two shapes have each other's name over them; the texts for now, and a question, unless
            given.

    Raises:
        VariantError: it cannot be read, has no such layer or no shape with an area, or two codes are the same.
    """
    packed = content.startswith(b"\x1f\x8b")
    plain, reader = _with_shown_symbols(unpacked(content, source), source)
    layers = reader.candidates()
    if not layers:
        tags = {each.tag for each in reader.root.walk()}
        what = (
            tr("the drawing is a picture without shapes") if "image" in tags and not tags & DRAWN else tr("the drawing has no closed shape")
        )
        raise _error(source, reader.root.line, what, tr("a closed path for each province"))
    found = reader.sorted()
    chosen = _chosen(layers, layer, source, reader.root, found)
    if chosen.name != EVERYWHERE:
        by_start = {leaf.element.start: leaf for leaf in found.provinces}
        found.provinces = [by_start.get(each.element.start) or reader.leaf(each.element, each.area) for each in chosen.members]
    if len(found.provinces) > MOST_PROVINCES:
        raise _error(
            source,
            chosen.element.line,
            tr("the layer has {count} shapes", count=len(found.provinces)),
            tr("at most {most_provinces} provinces", most_provinces=MOST_PROVINCES),
        )
    page = (reader.drawing.width, reader.drawing.height)
    sketched, idle = read_names(found, page[0])
    exchanged = exchanged_names(sketched)
    if names_from == LABELS:
        for first, second in exchanged:
            one, other = sketched[first], sketched[second]
            one.name, other.name = other.name, one.name
            one.why = other.why = tr("its label")
    read_grounds(sketched, found, page)
    waters = _divided(sketched, found, page)
    powers = read_start(sketched, found)
    is_ours = layer_name(chosen.element) == "provinces"
    chosen.members = [_Member(each.leaf.element, each.leaf.area, each.code, each.name, each.why, each.texts) for each in sketched]
    for member in chosen.members:
        if is_ours and not member.code:
            member.code = code_of(member.element) or ""
    _number(chosen.members)
    _give_codes(chosen.members)
    shapes = tuple(_as_shape(each, codes, names) for each in chosen.members)
    _check_codes(shapes, source)
    if not _is_dressed(chosen):
        try:
            plain = relabelled(plain, source, reader.root, _changes(chosen, shapes))
        except ValueError as error:
            if isinstance(error, VariantError):
                raise
            raise _error(
                source,
                None,
                tr("labels cannot be written into it: {error}", error=system_words(error)),
                tr("a drawing saved as SVG in UTF-8"),
            ) from error
    written = gzip.compress(plain, mtime=0) if packed else plain
    choices = tuple(LayerChoice(each.name, len(each.members)) for each in layers)
    if chosen.name == EVERYWHERE:
        choices = (LayerChoice(EVERYWHERE, len(shapes)), *choices)
    own = [each.code for each in shapes]
    return CodedDrawing(
        content if plain == unpacked(content, source) else written,
        choices,
        chosen.name,
        shapes,
        idle,
        {code: each.ground for code, each in zip(own, sketched, strict=True)},
        frozenset(code for code, each in zip(own, sketched, strict=True) if each.closed),
        frozenset(code for code, each in zip(own, sketched, strict=True) if each.centre),
        {code: each.unit for code, each in zip(own, sketched, strict=True) if each.unit},
        tuple(
            ShownPower(each.name, each.colour, tuple(own[at] for at in each.homes), tuple(own[at] for at in each.land)) for each in powers
        ),
        tuple((each.lines, len(each.parts)) for each in waters),
        tuple((sketched[one].name, sketched[other].name) for one, other in exchanged) if not names_from else (),
        reader.unread(),
    )


def with_cut_waters(content: bytes, source: str) -> bytes:
    """The drawing with waters that only lines and land divide cut into closed shapes; the same bytes where there are none.

    Raises:
        VariantError: it cannot be read.
    """
    plain, reader = _with_shown_symbols(unpacked(content, source), source)
    found = reader.sorted()
    page = (reader.drawing.width, reader.drawing.height)
    sketched, _ = read_names(found, page[0])
    read_grounds(sketched, found, page)
    waters = _divided(sketched, found, page)
    if not waters:
        return content
    first = min((each.leaf.element for each in sketched), key=lambda element: element.start)
    written = cut_waters(plain, reader.root, waters, first, reader.shift)
    return gzip.compress(written, mtime=0) if content.startswith(b"\x1f\x8b") else written


def _with_shown_symbols(plain: bytes, source: str) -> tuple[bytes, _Reader]:
    """The drawing with symbols that hold several provinces written out where they are shown, and its reader."""
    reader = _Reader(plain, source, Faults())
    for _ in range(DEEPEST_USE):
        shown = reader.boards_in_symbols()
        if not shown:
            break
        plain = written_out(plain, shown)
        reader = _Reader(plain, source, Faults())
    return plain, reader


def _divided(sketched: Sequence[Sketched], found: SortedShapes, page: tuple[float, float]) -> tuple[DividedWater, ...]:
    waters = [each.leaf for each in sketched if each.ground.is_water]
    lands = [each.leaf for each in sketched if not each.ground.is_water]
    return divided_waters(waters, lands, found.ground, found.lines, page)


@dataclass(frozen=True, slots=True)
class PaintedGrounds:
    """All that is painted on a drawing."""

    seen: tuple[PaintedGround, ...]
    """Areas that hide what lies below, the uppermost first."""
    stripes: tuple[shapely.Geometry, ...]
    """Hatchings that are drawn stripe by stripe, faint as they may be."""


def painted_grounds(content: bytes, source: str) -> PaintedGrounds:
    """All areas that are painted and can be seen.

    Raises:
        VariantError: the drawing cannot be read.
    """
    found = _Reader(unpacked(content, source), source, Faults()).sorted()
    leaves = [*found.ground, *found.art, *found.provinces, *(leaf for group in found.marks for leaf in group)]
    grounds: list[PaintedGround] = []
    stripes: list[shapely.Geometry] = []
    for leaf in sorted(leaves, key=lambda each: -each.order):
        colour = parsed_colour(leaf.fill)
        if leaf.element.is_hidden or (colour is None and not leaf.fill.strip().startswith("url(")):
            continue
        if are_stripes(leaf.area):
            stripes.append(leaf.area)
        if opacity(leaf.element) >= _FAINTEST:
            grounds.append((leaf.area, colour))
    return PaintedGrounds(tuple(grounds), tuple(stripes))


def _error(source: str, line: int | None, what: str, expected: str) -> VariantError:
    return VariantError((Fault(source, line, what, expected, kind=FaultKind.DRAWING),))


class _Reader(MarkReader):
    """Finds groups with shapes, and sorts all that is drawn."""

    def __init__(self, content: bytes, source: str, faults: Faults) -> None:
        super().__init__(content, source, faults)
        self.root = self._root
        StyleSheets(self._root).write_into_elements()
        take_after_targets(self._root, self._by_id)
        forget_numbers(self._root)
        self._patches: dict[tuple[object, ...], tuple[shapely.Geometry, list[list[Point]]]] = {}

    @property
    def shift(self) -> Any:
        """The transform that takes the corner of the drawing to 0, 0."""
        return self._shift

    def sorted(self) -> SortedShapes:
        """All that is drawn, sorted."""
        page = (self.drawing.width, self.drawing.height)
        return ShapeSorter(self.root, page, self._walker.inside, self._closed, self._texts).sort(self._shift)

    def unread(self) -> tuple[Fault, ...]:
        """Warnings of shapes that cannot be read."""
        return tuple(replace(each, severity=Severity.WARNING) for each in self._faults.found() if each.kind in _UNREAD)

    def boards_in_symbols(self) -> list[tuple[Element, Element]]:
        """Each ``<use>`` that shows a part of the board, with its target."""
        page = (self.drawing.width, self.drawing.height)
        return boards_in_symbols(self.root, self._by_id, page, self._shift, lambda shape, matrix: self._patch(shape, matrix)[0])

    def leaf(self, element: Element, area: shapely.Geometry) -> Leaf:
        """A shape that was chosen otherwise, as the sorter has those that it finds."""
        fill = element.inherited("fill")
        if element.tag in ("g", "use"):
            fill = next((paint for each in element.walk() if (paint := each.style("fill"))), fill)
        return Leaf(element, area, 0, fill, (), [element])

    def _closed(self, element: Element, matrix: Any) -> tuple[shapely.Geometry, list[shapely.Geometry]]:
        """The closed area of what is drawn in an element, and the lines in it that enclose nothing."""
        parts: list[shapely.Geometry] = []
        open_lines: list[shapely.Geometry] = []
        for shape, own in self._walker.shapes(element, matrix):
            area, drawn = self._patch(shape, own)
            lines = [line for line in drawn if len(line) > 1]
            if shape.tag == "line" or (
                shape.tag in ("path", "polyline")
                and shape.inherited("fill") == "none"
                and lines
                and math.dist(lines[0][0], lines[0][-1]) > self.drawing.width / 200
            ):
                open_lines += [shapely.LineString(line) for line in lines]
            else:
                parts.append(area)
        return (shapely.union_all(parts) if len(parts) > 1 else parts[0] if parts else shapely.MultiPolygon()), open_lines

    def _patch(self, shape: Element, matrix: Any) -> tuple[shapely.Geometry, list[list[Point]]]:
        """The area of a shape and its lines, read once however often it is asked for."""
        key = (shape.start, id(shape), () if matrix is None else tuple(parts_of(matrix)))
        if key not in self._patches:
            lines = self._lines(shape, matrix)
            self._patches[key] = self._region(shape, matrix, lines)[0], lines
        return self._patches[key]

    def _texts(self, element: Element, matrix: Any) -> list[ReadText]:
        if element.inherited("display") == "none":
            return []
        found: list[ReadText] = []
        for part, label in self._labels_in(element, matrix):
            words = " ".join(label.lines).replace(_AS_PICTURE, "").strip()
            if re.search(r"[^\W\d_]", words) or words in CENTRE_SIGNS or words in UNIT_WORDS:
                found.append((part, words[:60], shapely.Point(label.x, label.y), label.size, code_of(part) or ""))
        return found

    def _labels_in(self, element: Element, matrix: Any) -> list[tuple[Element, DrawnLabel]]:
        """The texts in a text element; where their places cannot be read, all of it."""
        if not any(each.tag == "textPath" for each in element.walk()):
            with contextlib.suppress(ValueError):
                return level_texts(element, matrix)
        label = self._label("", element, matrix)
        return [] if label is None else [(element, label)]

    def candidates(self) -> list[_Layer]:
        """The groups that hold shapes with an area, in the order of the file; the drawing itself where shapes lie in none."""
        found: list[_Layer] = []
        own = [each for child in self.root.children if child.tag in DRAWN | {"use"} for each in self._member(child, self._shift)]
        if own:
            found.append(_Layer(WHOLE, self.root, own))
        self._look(self.root, self._shift, found)
        return found

    def _look(self, element: Element, matrix: Any, found: list[_Layer]) -> None:
        for child in element.children:
            if child.tag == "g":
                own = self._walker.inside(child, matrix)
                if (child.get("inkscape:groupmode") == "layer" or element.tag == "svg") and layer_name(child) in ("", "provinces"):
                    members = [each for inner in self._members(child, own) for each in inner]
                    if members:
                        found.append(_Layer(_free(child.label or tr("group in line {line}", line=child.line), found), child, members))
                self._look(child, own, found)
            elif child.tag in ("a", "switch", "svg"):
                inside = self._walker.inside(child, matrix)
                shapes = [each for each in child.children if child.tag == "svg" and each.tag in DRAWN | {"use"}]
                if members := [each for shape in shapes for each in self._member(shape, inside)]:
                    found.append(_Layer(_free(child.label or tr("group in line {line}", line=child.line), found), child, members))
                self._look(child, self._walker.inside(child, matrix), found)

    def _members(self, group: Element, matrix: Any) -> Iterator[list[_Member]]:
        for child in group.children:
            if child.tag not in DRAWN | {"g", "use"} or coast_of(child) is not None:
                continue
            own = self._walker.inside(child, matrix)
            if child.tag == "g" and (child.get("inkscape:groupmode") == "layer" or not is_named(child) or _is_region(child)):
                yield from self._members(child, own)
            else:
                yield self._member(child, own, is_placed=True)

    def _member(self, element: Element, matrix: Any, *, is_placed: bool = False) -> list[_Member]:
        own = matrix if is_placed else self._walker.inside(element, matrix)
        shapes = self._walker.shapes(element, own)
        parts = [self._patch(each, inner)[0] for each, inner in shapes]
        area = shapely.union_all(parts)
        if area.area < (self.drawing.width * _STRAY) ** 2:
            return []
        return [_Member(element, area)]


def _is_region(group: Element) -> bool:
    """Return True if a group with a name in words holds several shapes with names of their own: its name is that of no province."""
    return code_of(group) is None and sum(each.tag in DRAWN | {"use"} and has_own_name(each) for each in group.walk()) > 1


def _free(name: str, found: list[_Layer]) -> str:
    taken = {each.name for each in found}
    return name if name not in taken else next(each for number in range(2, 9999) if (each := f"{name} ({number})") not in taken)


def _chosen(layers: list[_Layer], wanted: str, source: str, root: Element, found: SortedShapes) -> _Layer:
    """The layer that has the provinces: the one that is named, else ours, else the one in which all of them lie, else every one."""
    if wanted and wanted.casefold() != EVERYWHERE:
        for each in layers:
            if each.name.casefold() == wanted.casefold():
                return each
        raise _error(
            source,
            None,
            tr("there is no layer {wanted!r:.60} with shapes", wanted=wanted),
            tr("one of {name}", name=", ".join(each.name for each in layers[:12])),
        )
    named = [each for each in layers if layer_name(each.element) == "provinces"]
    if not wanted and named:
        return max(named, key=lambda each: len(each.members))
    sorted_ones = {leaf.element.start for leaf in found.provinces}
    for each in layers:
        # A drawing inside the drawing is no group that could be called a layer: its shapes are marked one by one.
        is_flat = (each.element.tag == "g" or each.name == WHOLE) and all(member.element.parent is each.element for member in each.members)
        if is_flat and {member.element.start for member in each.members} == sorted_ones:
            return each
    if not sorted_ones:
        return max(layers, key=lambda each: (bool(_LIKELY.search(each.name)) and len(each.members) > 2, len(each.members)))
    return _Layer(EVERYWHERE, root, [])


def _number(members: list[_Member]) -> None:
    """Names for those without one: by their code, else by a number from the top."""
    for member in members:
        if not member.name and member.code:
            member.name, member.why = member.code.title(), tr("its code")
    nameless = [each for each in members if not each.name]
    height = max((each.area.bounds[3] for each in members), default=1.0) / 8
    nameless.sort(key=lambda each: (each.area.centroid.y // height, each.area.centroid.x))
    for number, member in enumerate(nameless, 1):
        member.name, member.why = f"Province {number}", tr("nothing names it")
        member.code = member.code or f"P{number:02}"


def _give_codes(members: list[_Member]) -> None:
    taken: set[str] = set()
    waiting: list[_Member] = []
    for member in members:
        is_own = code_of(member.element) == member.code
        if member.code and (is_own or member.code not in taken):
            taken.add(member.code)
        else:
            member.code = ""
            waiting.append(member)
    for member in waiting:
        member.code = propose_code(member.name, taken)
        taken.add(member.code)


def _as_shape(member: _Member, codes: Mapping[str, str], names: Mapping[str, str]) -> NamedShape:
    spot = member.area.representative_point()
    code = codes.get(member.code, member.code).strip().upper()
    return NamedShape(code, member.code, names.get(member.code, member.name), member.why, (round(spot.x, 2), round(spot.y, 2)))


def _check_codes(shapes: tuple[NamedShape, ...], source: str) -> None:
    seen: dict[str, NamedShape] = {}
    for each in shapes:
        if not _CODE.fullmatch(each.code):
            raise _error(
                source, None, tr("{code!r:.20} cannot be a code", code=each.code), tr("two to eight capitals and digits, a letter first")
            )
        other = seen.setdefault(each.code, each)
        if other is not each and not (each.code == each.proposed and other.code == other.proposed):
            raise _error(
                source,
                None,
                tr("{other} and {name} both have the code {code}", other=other.name, name=each.name, code=each.code),
                tr("a code of its own for each"),
            )


def _is_dressed(layer: _Layer) -> bool:
    return layer_name(layer.element) == "provinces" and all(code_of(each.element) == each.code for each in layer.members)


def _is_name_label(text: Element) -> bool:
    """Return True if a text lies in a layer of names, where each needs the code of its province."""
    above = text.parent
    while text.tag == "text" and above is not None:
        if layer_name(above) == "labels":
            return True
        above = above.parent
    return False


def _changes(layer: _Layer, shapes: tuple[NamedShape, ...]) -> Relabelling:
    """Return the changes to write: the layer's label, a code on each shape, and single texts as the names of their provinces.

    Shapes that lie in several layers stay there: each says by ``data-province`` which one it is.
    """
    if layer.name == EVERYWHERE:
        marks = {member.element.start: each.code.lower() for member, each in zip(layer.members, shapes, strict=True)}
        for member, each in zip(layer.members, shapes, strict=True):
            marks |= {text.element.start: each.code.lower() for text in member.texts if _is_name_label(text.element)}
        return Relabelling({}, None, marks=marks)
    labels: dict[int, str] = {}
    texts: list[tuple[Element, str]] = []
    for member, shape in zip(layer.members, shapes, strict=True):
        if code_of(member.element) != shape.code:
            labels[member.element.start] = shape.code.lower()
        single = [each for each in member.texts if not _GIVEN_CODE.fullmatch(each.text)]
        if len(single) == 1 and not single[0].is_part and shape.name.casefold() == " ".join(single[0].text.split()).casefold():
            texts.append((single[0].element, shape.code.lower()))
    of_names = {id(text) for text, _ in texts}
    whole: list[Element] = []
    loose: list[Moved] = []
    for text, code in texts:
        group = text.parent
        if group is None or layer_name(group) == "labels":
            labels[text.start] = code
            continue
        beside = [each for each in group.children if each.tag in DRAWN | {"g", "use", "text", "image"}]
        if group.tag == "g" and group is not layer.element and layer_name(group) == "" and all(id(each) in of_names for each in beside):
            labels[text.start] = code
            if group not in whole:
                whole.append(group)
        else:
            loose.append(Moved(text, code))
    if len(whole) > 1:  # one layer of names is enough: texts of the others come there
        loose += [Moved(text, code) for text, code in texts if text.parent in whole[1:]]
        whole = whole[:1]
    is_root = layer.name == WHOLE
    return Relabelling(
        labels,
        None if is_root else layer.element,
        tuple(each.element for each in layer.members) if is_root else (),
        whole[0] if whole else None,
        tuple(loose),
    )
