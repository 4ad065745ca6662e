"""Labels written into a designer's own drawing: on shapes, layers and texts; texts among shapes come into a layer of names.

Every byte that is not spoken of stays what it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from xml.sax.saxutils import quoteattr

from variants.fix import SetAttribute
from variants.svg.edit import insert_inside, remove_element, set_attribute, span_of
from variants.svg.element import Element
from variants.svg.read_xml import read_xml
from variants.svg.transforms import compose, matrix_of, written_matrix

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_DECLARED = re.compile(rb"xmlns:([A-Za-z_][\w.-]*)\s*=\s*[\"']" + re.escape(INKSCAPE.encode()) + rb"[\"']")


class Naming:
    """The attribute for labels in one drawing, and what must be declared for it.

    Args:
        content: the drawing, unpacked.
        root: the same, read.
    """

    def __init__(self, content: bytes, root: Element) -> None:
        declared = _DECLARED.search(content, root.start, content.find(b">", root.start) + 1)
        self._prefix = declared[1].decode() if declared is not None else "inkscape"
        self.declaration = () if declared is not None else (SetAttribute(root.start, "xmlns:inkscape", INKSCAPE),)
        """The change that a file needs which knows nothing of Inkscape; empty where it does."""

    def attribute(self, name: str) -> str:
        """``inkscape:label`` as this file writes it."""
        return f"{self._prefix}:{name}"


_CODE = re.compile(r"_?[A-Za-z][A-Za-z0-9]{1,7}")
_TAKEN_ALONG = ("font-size", "text-anchor", "fill")
"""Styles that a text takes along from its groups when it is moved."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A text that becomes a name, in the layer of names."""

    element: Element
    label: str


@dataclass(frozen=True, slots=True)
class Relabelling:
    """Changes to be written into a drawing."""

    labels: dict[int, str]
    """Labels by the offset at which an element begins."""
    provinces: Element | None
    """The group that becomes the layer of provinces."""
    gathered: tuple[Element, ...] = ()
    """Shapes that lie in no group and come into one."""
    names: Element | None = None
    """The group that becomes the layer of names."""
    moved: tuple[Moved, ...] = ()
    marks: dict[int, str] = field(default_factory=dict)
    """Codes, by the offset at which an element begins, of shapes that stay where they lie: each gets a ``data-province``."""


def relabelled(content: bytes, source: str, root: Element, changes: Relabelling) -> bytes:
    """*content* after *changes*.

    Args:
        content: the drawing, unpacked.
        root: the same, read.

    Raises:
        EditError: it is another file by now.
        VariantError: it cannot be read afterwards; nothing is lost, since nothing was written.
    """
    naming = Naming(content, root)
    elsewhere = {each.start for each in changes.gathered} | {each.element.start for each in changes.moved}
    steps: list[tuple[int, Callable[[bytes], bytes]]] = []
    for element in root.walk():
        name = changes.labels.get(element.start)
        if name is not None and element.start not in elsewhere:
            steps.append((element.start, _calls(element.start, naming_attribute(element, naming), name)))
    steps += [(start, _calls(start, "data-province", name)) for start, name in changes.marks.items()]
    for group, name in ((changes.provinces, "provinces"), (changes.names, "labels")):
        if group is not None and group.label.strip().lower() != name:
            steps.append((group.start, _calls(group.start, naming.attribute("label"), name)))
    if changes.moved:
        markup = _layer("labels", [_text_markup(content, each, naming) for each in changes.moved], naming)
        steps.append((root.end, partial(_inserted, root=root, markup=markup)))
        steps += [(each.element.start, partial(_removed, element=each.element)) for each in changes.moved]
    if changes.gathered:
        named = [_named(content, each, changes.labels.get(each.start), naming) for each in changes.gathered]
        first, *others = changes.gathered
        steps.append((first.start, partial(_replaced, element=first, markup=_layer("provinces", named, naming))))
        steps += [(each.start, partial(_removed, element=each)) for each in others]
    for _, act in sorted(steps, key=lambda step: -step[0]):
        content = act(content)
    for each in naming.declaration if len(changes.marks) < len(steps) else ():
        content = set_attribute(content, each.start, each.name, each.value)
    read_xml(content, source)
    return content


def naming_attribute(element: Element, naming: Naming) -> str:
    """The attribute by which *element* is called: the one that holds its code, else the label; a label in words stays as it is."""
    if element.get("data-province"):
        return "data-province"
    said = element.get("inkscape:label").strip()
    return naming.attribute("label") if not said or _CODE.fullmatch(said) else "data-province"


def _calls(start: int, attribute: str, name: str) -> Callable[[bytes], bytes]:
    return lambda content: set_attribute(content, start, attribute, name)


def _inserted(content: bytes, root: Element, markup: str) -> bytes:
    return insert_inside(content, root.start, root.end, markup)


def _removed(content: bytes, element: Element) -> bytes:
    return remove_element(content, element.start, element.end)


def _replaced(content: bytes, element: Element, markup: str) -> bytes:
    start, stop = span_of(content, element.start, element.end)
    return content[:start] + markup.encode() + content[stop:]


def _layer(name: str, inside: list[str], naming: Naming) -> str:
    mode, label = naming.attribute("groupmode"), naming.attribute("label")
    return f'<g {mode}="layer" {label}="{name}">\n' + "\n".join(inside) + "\n</g>"


def _named(content: bytes, element: Element, name: str | None, naming: Naming) -> str:
    start, stop = span_of(content, element.start, element.end)
    own = content[start:stop]
    if name is not None:
        own = set_attribute(own, 0, naming_attribute(element, naming), name)
    return own.decode("utf-8")


def _text_markup(content: bytes, moved: Moved, naming: Naming) -> str:
    """The text with its name, in its old place: the effect of the groups around it is on a group of its own."""
    element = moved.element
    own = _named(content, element, moved.label, naming)
    matrix = None
    above = element.parent
    while above is not None and above.parent is not None:
        matrix = compose(matrix, matrix_of(above))
        above = above.parent
    style = ";".join(
        f"{key}:{value}" for key in _TAKEN_ALONG if not element.style(key) and (value := element.inherited(key)) and '"' not in value
    )
    if matrix is None and not style:
        return own
    place = "" if matrix is None else f' transform="{written_matrix(matrix)}"'
    return f"<g{place}{_style(style)}>{own}</g>"


def _style(style: str) -> str:
    return f" style={quoteattr(style)}" if style else ""
