"""A drawing that says nothing of codes: which layer has the shapes, what each is called by the text over it, and the code it gets.

A proposal, nothing is written here: the result has the drawing as it would be with its labels, every other byte as it was.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import shapely

from languages import system_words, tr
from variants.compile.codes import coast_of, code_of, is_named, layer_name
from variants.compile.drawing import MOST_PROVINCES
from variants.compile.mark_layers import MarkReader
from variants.fault import Fault, Faults, VariantError
from variants.fault_kind import FaultKind
from variants.province_codes import propose_code
from variants.svg.element import Element
from variants.svg.paths import DRAWN
from variants.svg.read_xml import unpacked
from variants.svg.relabel import Moved, Relabelling, relabelled

Point = tuple[float, float]

WHOLE = "the drawing itself"
"""Name of the choice that takes the shapes which lie in no layer."""
_STRAY = 1 / 500
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
class CodedDrawing:
    """A drawing with a code on each of its provinces."""

    content: bytes = field(repr=False)
    layers: tuple[LayerChoice, ...] = ()
    layer: str = ""
    """The one that was taken."""
    shapes: tuple[NamedShape, ...] = ()
    idle: tuple[str, ...] = ()
    """Texts that lie over no shape."""

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
    texts: list[_Text] = field(default_factory=list)


@dataclass(slots=True)
class _Text:
    element: Element
    words: str
    at: shapely.Point
    code: str


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
) -> CodedDrawing:
    """The drawing with everything that its provinces need to be known by.

    Args:
        content: an SVG, or a compressed one.
        source: its name, for faults.
        layer: the group that has the provinces, by its label or id, or :data:`WHOLE`; the likeliest unless given.
        codes: proposed code to the one that was typed in its place.
        names: proposed code to the name that was typed.

    Raises:
        VariantError: it cannot be read, has no such layer or no shape with an area, or two codes are the same.
    """
    packed = content.startswith(b"\x1f\x8b")
    plain = unpacked(content, source)
    reader = _Reader(plain, source, Faults())
    layers = reader.candidates()
    if not layers:
        tags = {each.tag for each in reader.root.walk()}
        what = (
            tr("the drawing is a picture without shapes") if "image" in tags and not tags & DRAWN else tr("the drawing has no closed shape")
        )
        raise _error(source, reader.root.line, what, tr("a closed path for each province"))
    chosen = _chosen(layers, layer, source)
    if len(chosen.members) > MOST_PROVINCES:
        raise _error(
            source,
            chosen.element.line,
            tr("the layer has {count} shapes", count=len(chosen.members)),
            tr("at most {most_provinces} provinces", most_provinces=MOST_PROVINCES),
        )
    idle = _give_names(chosen.members, reader.texts)
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
    found = gzip.compress(plain, mtime=0) if packed else plain
    choices = tuple(LayerChoice(each.name, len(each.members)) for each in layers)
    return CodedDrawing(content if plain == unpacked(content, source) else found, choices, chosen.name, shapes, idle)


def _error(source: str, line: int | None, what: str, expected: str) -> VariantError:
    return VariantError((Fault(source, line, what, expected, kind=FaultKind.DRAWING),))


class _Reader(MarkReader):
    """Finds groups with shapes, and all texts."""

    def __init__(self, content: bytes, source: str, faults: Faults) -> None:
        super().__init__(content, source, faults)
        self.root = self._root
        self.texts: list[_Text] = []

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
            if child.tag in ("text", "g"):
                own = self._walker.inside(child, matrix)
                if child.tag == "text":
                    self._note_text(child, own)
                    continue
                if (child.get("inkscape:groupmode") == "layer" or element is self.root) and layer_name(child) in ("", "provinces"):
                    members = [each for inner in self._members(child, own) for each in inner]
                    if members:
                        found.append(_Layer(_free(child.label or tr("group in line {line}", line=child.line), found), child, members))
                self._look(child, own, found)

    def _members(self, group: Element, matrix: Any) -> Iterator[list[_Member]]:
        for child in group.children:
            if child.tag not in DRAWN | {"g", "use"} or coast_of(child) is not None:
                continue
            own = self._walker.inside(child, matrix)
            if child.tag == "g" and (child.get("inkscape:groupmode") == "layer" or not is_named(child)):
                yield from self._members(child, own)
            else:
                yield self._member(child, own, is_placed=True)

    def _member(self, element: Element, matrix: Any, *, is_placed: bool = False) -> list[_Member]:
        own = matrix if is_placed else self._walker.inside(element, matrix)
        shapes = self._walker.shapes(element, own)
        parts = [self._region(each, self._lines(each, inner))[0] for each, inner in shapes]
        area = shapely.union_all(parts)
        if area.area < (self.drawing.width * _STRAY) ** 2:
            return []
        return [_Member(element, area)]

    def _note_text(self, element: Element, matrix: Any) -> None:
        if element.inherited("display") == "none":
            return
        label = self._label("", element, matrix)
        words = " ".join(label.lines).strip() if label is not None else ""
        if label is not None and re.search(r"[^\W\d_]", words):
            self.texts.append(_Text(element, words[:60], shapely.Point(label.x, label.y), code_of(element) or ""))


def _free(name: str, found: list[_Layer]) -> str:
    taken = {each.name for each in found}
    return name if name not in taken else next(each for number in range(2, 9999) if (each := f"{name} ({number})") not in taken)


def _chosen(layers: list[_Layer], wanted: str, source: str) -> _Layer:
    if wanted:
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
    return max(named or layers, key=lambda each: (bool(_LIKELY.search(each.name)) and len(each.members) > 2, len(each.members)))


def _give_names(members: list[_Member], texts: list[_Text]) -> tuple[str, ...]:
    """Each text to the smallest shape it lies over, or to the one whose code it has as its label; those that lie over none."""
    by_size = sorted(members, key=lambda each: each.area.area)
    coded = {code: each for each in members if (code := code_of(each.element)) is not None}
    idle: list[str] = []
    for text in texts:
        under = coded.get(text.code) or next((each for each in by_size if each.area.contains(text.at)), None)
        if under is None:
            idle.append(text.words)
        else:
            under.texts.append(text)
    for member in members:
        member.texts.sort(key=lambda each: (each.at.y, each.at.x))
        _name(member)
    nameless = [each for each in members if not each.name]
    height = max((each.area.bounds[3] for each in members), default=1.0) / 8
    nameless.sort(key=lambda each: (each.area.centroid.y // height, each.area.centroid.x))
    for number, member in enumerate(nameless, 1):
        member.name, member.why = f"Province {number}", tr("nothing names it")
        member.code = member.code or f"P{number:02}"
    return tuple(idle)


def _name(member: _Member) -> None:
    element = member.element
    member.code = code_of(element) or ""
    words = [each.words for each in member.texts if not _GIVEN_CODE.fullmatch(each.words)]
    codes = [each.words for each in member.texts if _GIVEN_CODE.fullmatch(each.words)]
    if codes and not member.code:
        member.code = codes[0]
    title = next((each.text.strip() for each in element.children if each.tag == "title" and each.text.strip()), "")
    label = element.get("inkscape:label").strip()
    stated = (
        (" ".join(words), tr("the text over it")),
        (element.get("data-name").strip(), tr("its data-name")),
        (title, tr("its title")),
        (label if len(label) > 3 else "", tr("its label")),
        (re.sub(r"[_-]+", " ", element.get("id")) if is_named(element) and len(element.get("id")) > 3 else "", tr("its id")),
        (member.code.title(), tr("its code")),
    )
    name, member.why = next(((name, why) for name, why in stated if name), ("", ""))
    name = " ".join(name.split())
    member.name = name.title() if name.isupper() or name.islower() else name


def _give_codes(members: list[_Member]) -> None:
    taken: set[str] = set()
    waiting: list[_Member] = []
    for member in members:
        is_own = code_of(member.element) is not None
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


def _changes(layer: _Layer, shapes: tuple[NamedShape, ...]) -> Relabelling:
    """Return the changes to write: the layer's label, a code on each shape, and single texts as the names of their provinces."""
    labels: dict[int, str] = {}
    texts: list[tuple[Element, str]] = []
    for member, shape in zip(layer.members, shapes, strict=True):
        if code_of(member.element) != shape.code:
            labels[member.element.start] = shape.code.lower()
        single = [each for each in member.texts if not _GIVEN_CODE.fullmatch(each.words)]
        if len(single) == 1 and shape.name.casefold() == " ".join(single[0].words.split()).casefold():
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
