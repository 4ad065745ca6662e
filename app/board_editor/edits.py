"""Edits of a designer by a click or in a cell, as a fix: small changes to one file, to be applied as one undoable step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.board import Terrain
from entente.words.names import terrain_word
from languages import mark, tr
from variants.compile.codes import code_of, layer_name
from variants.fault import Fault
from variants.fix import AddToList, Change, DropFromList, Fix, InsertInside, SetAttribute, SetValue, TomlPath
from variants.source import MANIFEST
from variants.svg.element import Element
from variants.svg.numbers import view_box
from variants.svg.read_xml import read_xml, unpacked
from variants.svg.relabel import Naming
from variants.toml_text import toml_string

Point = tuple[float, float]
ANCHORS = "anchors"


class CannotEditError(ValueError):
    """The change cannot be written into that file; the message says why."""


def set_cell(code: str, key: str, value: str | bool) -> Fix:
    """A province's name, terrain or centre."""
    literal = ("true" if value else "false") if isinstance(value, bool) else toml_string(value)
    made = tr("Make {code} {terrain}", code=code, terrain=_terrain_words(value))
    words = {"name": tr("Call {code} {name}", code=code, name=value), "terrain": made}
    title = words.get(key) or (tr("Make {code} a centre", code=code) if value else tr("Make {code} no centre", code=code))
    return Fix(title, MANIFEST, (SetValue(("provinces", code, key), literal),))


def _terrain_words(value: str | bool) -> str:
    return terrain_word(Terrain(value)) if value in set(Terrain) else str(value)


def step_path(location: str, kind: str) -> TomlPath:
    """Return the path of the list of an army's or a fleet's steps from *location*."""
    code, _, coast = location.partition("/")
    if kind == "fleet" and coast:
        return ("provinces", code, "coasts", coast, "fleet")
    return ("provinces", code, kind)


def toggle_step(kind: str, one: str, other: str, *, is_there: bool) -> Fix:
    """A fix that adds or removes a step between two locations, both ways.

    Args:
        kind: ``army`` or ``fleet``.
        is_there: whether both lists have it now.
    """
    if kind == "army":
        one, other = one.partition("/")[0], other.partition("/")[0]
    ends = ((one, other), (other, one))
    if is_there:
        changes: tuple[Change, ...] = tuple(DropFromList(step_path(a, kind), b) for a, b in ends)
        title = mark("No army step between {one} and {other}") if kind == "army" else mark("No fleet step between {one} and {other}")
        return Fix(tr(title, one=one, other=other), MANIFEST, changes)
    return Fix(
        tr("Army step between {one} and {other}", one=one, other=other)
        if kind == "army"
        else tr("Fleet step between {one} and {other}", one=one, other=other),
        MANIFEST,
        tuple(AddToList(step_path(a, kind), b) for a, b in ends),
    )


def move_anchor(svg: bytes, file: str, name: str, to: Point, since: Point | None = None) -> Fix:
    """A fix that moves an anchor, such as ``unit:spa/nc``, to a point of the drawing; it is drawn where there is none yet.

    A name that the author has written, ``label:spa``, is carried along itself: from *since*, where it stands now.

    Raises:
        CannotEditError: the file cannot be read, or the anchor cannot be placed in it.
    """
    try:
        root = read_xml(svg, file)
    except ValueError as error:
        raise CannotEditError(tr("{file} cannot be changed: {error}", file=file, error=error)) from error
    title = tr("Move {name}", name=name)
    left, top, _, _ = view_box(root) or (0.0, 0.0, 0.0, 0.0)
    to = (to[0] + left, to[1] + top)
    kind, _, code = name.partition(":")
    text = _written_name(root, code.upper()) if kind == "label" else None
    if text is not None and since is not None:
        return Fix(title, file, (_carried(text, (since[0] + left, since[1] + top), to),))
    naming = Naming(unpacked(svg, file), root)
    layer = _layer(root, ANCHORS)
    if layer is None:
        mode, label = naming.attribute("groupmode"), naming.attribute("label")
        markup = f'<g id="anchors" {mode}="layer" {label}="anchors">\n{_circle(name, to, naming)}\n</g>'
        return Fix(title, file, (InsertInside(root.start, root.end, markup), *naming.declaration))
    for element in layer.walk():
        if element is not layer and element.label.strip().lower() == name.lower():
            if element.tag not in ("circle", "ellipse"):
                raise CannotEditError(tr("{name} is no circle in {file}, so that it is moved there by hand.", name=name, file=file))
            x, y = _inside(to, _chain(element))
            return Fix(title, file, (SetAttribute(element.start, "cx", _number(x)), SetAttribute(element.start, "cy", _number(y))))
    x, y = _inside(to, _chain(layer))
    return Fix(title, file, (InsertInside(layer.start, layer.end, _circle(name, (x, y), naming)), *naming.declaration))


def all_safe(faults: Iterable[Fault]) -> tuple[Fix, ...]:
    """One fix for each file, with every safe change that *faults* carry; a step each."""
    by_file: dict[str, list[Change]] = {}
    counts: dict[str, int] = {}
    for fault in faults:
        if fault.fix is not None and not fault.fix.is_guess:
            by_file.setdefault(fault.fix.file, []).extend(fault.fix.changes)
            counts[fault.fix.file] = counts.get(fault.fix.file, 0) + 1
    return tuple(
        Fix(tr("Mend {count} faults", count=counts[file]), file, tuple(dict.fromkeys(changes))) for file, changes in by_file.items()
    )


def _layer(root: Element, name: str) -> Element | None:
    for element in root.walk():
        if element.tag == "g" and element.label.strip().lower() == name:
            return element
    return None


def _written_name(root: Element, code: str) -> Element | None:
    """The text by which the author has written a province's name."""
    layers = (each for each in root.walk() if each.tag == "g" and layer_name(each) == "labels")
    return next((text for layer in layers for text in layer.walk() if text.tag == "text" and code_of(text) == code), None)


def _carried(text: Element, since: Point, to: Point) -> SetAttribute:
    """The change that carries a text along, whatever it is written on."""
    around = _chain(text)[1:]
    (ax, ay), (bx, by) = _inside(since, around), _inside(to, around)
    before = text.get("transform").strip()
    earlier = re.match(r"translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)\s*\)\s*", before)
    x, y, rest = bx - ax, by - ay, before
    if earlier is not None:
        x, y, rest = x + float(earlier[1]), y + float(earlier[2]), before[earlier.end() :]
    return SetAttribute(text.start, "transform", f"translate({_number(x)},{_number(y)}) {rest}".strip())


def _circle(name: str, at: Point, naming: Naming) -> str:
    ident = name.replace(":", "-").replace("/", "-")
    return f'<circle id="{ident}" {naming.attribute("label")}="{name}" cx="{_number(at[0])}" cy="{_number(at[1])}" r="3"/>'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _chain(element: Element) -> Sequence[Element]:
    """*element* and what it lies in, the innermost first."""
    found: list[Element] = []
    inner: Element | None = element
    while inner is not None:
        found.append(inner)
        inner = inner.parent
    return found


def _inside(point: Point, chain: Sequence[Element]) -> Point:
    """A point of the drawing in the coordinates of the innermost element of *chain*."""
    # The transforms are read by the library that reads drawings, which only a drawing waits for.
    from variants.svg.transforms import ShapeError, compose, matrix_of, moved

    whole: Any = None
    try:
        for element in chain:
            whole = compose(whole, matrix_of(element))
    except ShapeError as error:
        raise CannotEditError(str(error)) from error
    if whole is None:
        return point
    try:
        ((x, y),) = moved([point], ~whole)
    except (ZeroDivisionError, ValueError) as error:
        raise CannotEditError(tr("its layer is squeezed flat")) from error
    return x, y
