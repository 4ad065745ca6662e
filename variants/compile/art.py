"""An author's own picture, made harmless: rewritten from parts that are known to be good, so that a renderer can be trusted with it.

Left out: scripts, event handlers, links, fonts, animation, foreign objects, filters, masks, style sheets, anything fetched from elsewhere
or from the disk, and pictures that are not small PNG or JPEG data inside the file. Chains of ``<use>`` that would grow without end are cut.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from languages import mark, tr
from variants.fault import Fault, Faults, Severity
from variants.fix import Fix, RemoveElement
from variants.svg.element import Element
from variants.svg.transforms import ShapeError, parts_of, used_at, written_matrix

MOST_DRAWN = 60_000
"""Elements once every ``<use>`` is followed."""
LARGEST_IMAGE = 4 * 1024 * 1024
LARGEST_IMAGES = 16 * 1024 * 1024
LONGEST_VALUE = 200_000

_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
_GRADIENTS = frozenset(("linearGradient", "radialGradient"))
_KEPT = frozenset(("g", "defs", "text", "tspan", "textPath", "use", "image", "symbol", "stop")) | _SHAPES | _GRADIENTS

_GEOMETRY = frozenset(
    (
        *(
            "d",
            "points",
            "x",
            "y",
            "x1",
            "y1",
            "x2",
            "y2",
            "dx",
            "dy",
            "cx",
            "cy",
            "r",
            "rx",
            "ry",
            "fx",
            "fy",
            "width",
            "height",
            "transform",
            "viewBox",
        ),
        *("preserveAspectRatio", "offset", "gradientUnits", "gradientTransform", "spreadMethod", "rotate", "textLength"),
        *("startOffset", "id"),
    ),
)
_PRESENTATION = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin"),
        *("stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "opacity", "stop-color", "stop-opacity", "display"),
        *("visibility", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "letter-spacing", "color"),
    ),
)
_UNPAINTED = {
    "filter": mark("filters and blurs are left out"),
    "mask": mark("masks are left out"),
    "clip-path": mark("clips are left out"),
    "marker-start": mark("markers are left out"),
    "marker-end": mark("markers are left out"),
}
_REFERENCE = re.compile(r"""url\(\s*['"]?#([A-Za-z_][\w.:-]*)['"]?\s*\)(\s+[\w#(),.%\s]+)?""")
_PLAIN = re.compile(r"[^<>&\\]*")
_FORBIDDEN = re.compile(r"url\s*\(|javascript:|expression\s*\(|@import|//|file:|data:", re.IGNORECASE)
_IMAGE = re.compile(r"data:image/(png|jpe?g);base64,([A-Za-z0-9+/=\s]+)", re.IGNORECASE)
_MAGIC = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")


class ArtWriter:
    """Writes the art of one drawing."""

    def __init__(self, root: Element, source: str, faults: Faults) -> None:
        self._source = source
        self._faults = faults
        self._by_id = {element.get("id"): element for element in root.walk() if element.get("id")}
        self._images = 0
        self._needed: dict[str, None] = {}
        self._noted: set[str] = set()

    def write(self, elements: Sequence[Element], size: tuple[float, float], shift: tuple[float, float]) -> str:
        """A harmless SVG document of these *elements*, or empty text where nothing is left.

        Args:
            size: width and height of the board.
            shift: where the drawing's viewBox begins.
        """
        budget = [MOST_DRAWN]
        for element in elements:
            self._spend(element, budget, ())
        if budget[0] < 0:
            self._note(
                elements[0],
                tr("the art has more than {most_drawn} elements once every <use> is followed", most_drawn=MOST_DRAWN),
                tr("less of it"),
            )
            return ""
        self._needed.clear()
        body = [self._framed(element, self._element(element)) for element in elements]
        defs = self._definitions()
        if not any(body):
            return ""
        view = f"{shift[0]:g} {shift[1]:g} {size[0]:g} {size[1]:g}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{view}">'
        return f"{head}{f'<defs>{defs}</defs>' if defs else ''}{''.join(body)}</svg>"

    def _note(self, element: Element, what: str, expected: str, *, can_go: bool = False) -> None:
        mend = (RemoveElement(element.start, element.end),) if can_go and element.start >= 0 else ()
        fix = Fix(tr("Take it out"), self._source, mend) if mend else None
        self._faults.add(Fault(self._source, element.line, what, expected, Severity.WARNING, element.label or element.tag, fix=fix))

    def _spend(self, element: Element, budget: list[int], trail: tuple[str, ...]) -> None:
        """Count what is drawn below *element*; each ``<use>`` costs what it shows."""
        for each in element.walk():
            budget[0] -= 1
            if budget[0] < 0:
                return
            if each.tag == "use":
                name = _internal(each)
                target = self._by_id.get(name)
                if target is None or name in trail or len(trail) > 8:
                    continue
                self._spend(target, budget, (*trail, name))

    def _framed(self, element: Element, written: str) -> str:
        """*written* inside groups that carry the transforms and styles of the layers around *element*."""
        parent = element.parent
        while written and parent is not None and parent.tag == "g":
            attributes = self._attributes(parent, skip=("id", "display", "inkscape:label"))
            if attributes:
                written = f"<g{attributes}>{written}</g>"
            parent = parent.parent
        return written

    def _definitions(self) -> str:
        """Return the definitions that the art refers to, and those that they refer to in turn."""
        written: dict[str, str] = {}
        while True:
            missing = [name for name in self._needed if name not in written]
            if not missing:
                return "".join(written.values())
            for name in missing:
                target = self._by_id.get(name)
                written[name] = self._element(target, defining=True) if target is not None else ""

    def _element(self, element: Element, trail: tuple[str, ...] = (), defining: bool = False) -> str:
        if element.tag not in _KEPT:
            if element.tag in ("script", "foreignObject", "filter", "animate", "set", "a", "iframe", "video", "audio"):
                self._note(element, tr("<{tag}> is left out", tag=element.tag), tr("shapes, text, gradients and pictures inside the file"))
            return ""
        skip: tuple[str, ...] = ()
        if element.tag == "use":
            name = _internal(element)
            target = self._by_id.get(name)
            if target is None or name in trail:
                self._note(element, tr("a <use> leads elsewhere, or in a circle"), tr("an element of this drawing"))
                return ""
            trail = (*trail, name)
            if len(trail) > 8:
                return ""
            inner = self._element(target, trail)
            moved = self._moved(element, target)
            return f"<g{self._attributes(element, skip=('x', 'y', 'width', 'height', 'id'))}><g{moved}>{inner}</g></g>"
        link = ""
        if element.tag == "image":
            data = self._image(element)
            if not data:
                return ""
            link = f' xlink:href="{data}"'
        elif (linked := self._linked(element)) is not None:
            self._needed[linked] = None
            link = f' xlink:href="#{linked}"'
        if element.tag == "symbol":
            skip = ("viewBox",)
        inside = "".join(self._element(child, trail, defining) + _text(child.tail, element) for child in element.children)
        tag = "g" if element.tag == "symbol" else element.tag
        return f"<{tag}{self._attributes(element, skip)}{link}>{_text(element.text, element)}{inside}</{tag}>"

    def _moved(self, use: Element, target: Element) -> str:
        """The transform of what a ``<use>`` shows, as an attribute; empty where it moves nothing."""
        try:
            matrix = used_at(use, target)
        except ShapeError:
            return ""
        if matrix is None:
            return ""
        *turned, x, y = parts_of(matrix)
        is_plain = turned == [1.0, 0.0, 0.0, 1.0]
        return f' transform="translate({x:.6g},{y:.6g})"' if is_plain else f' transform="{written_matrix(matrix)}"'

    def _linked(self, element: Element) -> str | None:
        """Return the gradient that a gradient takes its stops from, or the path that a text follows: one step, never a chain."""
        name = _internal(element)
        target = self._by_id.get(name)
        if target is None:
            return None
        if element.tag in _GRADIENTS and target.tag in _GRADIENTS:
            return None if _internal(target) else name
        return name if element.tag == "textPath" and target.tag == "path" else None

    def _note_unpainted(self, element: Element) -> None:
        """Note the styles of the element that are not painted, each kind once."""
        for name, word in _UNPAINTED.items():
            if name not in self._noted and element.style(name) not in ("", "none"):
                self._noted.add(name)
                self._note(
                    element,
                    tr(word),
                    tr("plain colours and gradients, or a picture of it (Edit > Make a Bitmap Copy)"),
                )
        for name in ("fill", "stroke"):
            reference = _REFERENCE.fullmatch(element.style(name))
            target = self._by_id.get(reference[1]) if reference is not None else None
            if target is not None and target.tag == "pattern" and "pattern" not in self._noted:
                self._noted.add("pattern")
                self._note(
                    element, tr("patterns are left out"), tr("a plain colour or a gradient, or a picture of it (Edit > Make a Bitmap Copy)")
                )

    def _attributes(self, element: Element, skip: Sequence[str] = ()) -> str:
        self._note_unpainted(element)
        values: dict[str, str] = {}
        for key, value in element.attributes.items():
            if key in _GEOMETRY and key not in skip and len(value) <= LONGEST_VALUE * (40 if key in ("d", "points") else 1):
                values[key] = value
            elif key in _PRESENTATION and key not in skip:
                values.update(self._property(key, value))
        for declaration in element.get("style").split(";"):
            key, _, value = declaration.partition(":")
            if key.strip() in _PRESENTATION and key.strip() not in skip:
                values.update(self._property(key.strip(), value.replace("!important", "").strip()))
        return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())

    def _property(self, key: str, value: str) -> Mapping[str, str]:
        reference = _REFERENCE.fullmatch(value.strip())
        if reference is not None:
            name = reference[1]
            if name not in self._by_id or self._by_id[name].tag not in _GRADIENTS or key not in ("fill", "stroke"):
                # Without a word a shape would be filled with black.
                return {key: "none"} if key in ("fill", "stroke") else {}
            self._needed[name] = None
            return {key: f"url(#{name})"}
        if len(value) > 400 or _FORBIDDEN.search(value) or not _PLAIN.fullmatch(value):
            return {}
        return {key: value}

    def _image(self, element: Element) -> str:
        """The picture's data, when it is small and is what it says; else nothing."""
        link = element.get("href") or element.get("xlink:href")
        match = _IMAGE.fullmatch(link.strip()) if len(link) <= LARGEST_IMAGE * 2 else None
        if match is None:
            self._note(element, tr("a picture from elsewhere is left out"), tr("a PNG or JPEG embedded in the file"), can_go=True)
            return ""
        try:
            content = base64.b64decode("".join(match[2].split()), validate=True)
        except (binascii.Error, ValueError):
            content = b""
        self._images += len(content)
        if not content.startswith(_MAGIC) or len(content) > LARGEST_IMAGE or self._images > LARGEST_IMAGES or not _modest(content):
            self._note(element, tr("an embedded picture is damaged or too large and is left out"), tr("a PNG or JPEG of 4 MB at most"))
            return ""
        return f"data:image/{'png' if content.startswith(_MAGIC[0]) else 'jpeg'};base64,{base64.b64encode(content).decode()}"


def _modest(content: bytes) -> bool:
    """Return True if a PNG states 40 million pixels at most; JPEGs cannot grow as much from so few bytes."""
    if not content.startswith(_MAGIC[0]):
        return True
    width, height = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    return 0 < width * height <= 40_000_000


def _internal(element: Element) -> str:
    """The id that the element's link leads to inside the file, or empty text."""
    link = (element.get("href") or element.get("xlink:href")).strip()
    return link[1:] if link.startswith("#") else ""


def _text(text: str, element: Element) -> str:
    return escape(text) if element.tag in ("text", "tspan", "textPath") else ""
