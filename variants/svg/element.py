"""One element of an XML file, as a plain value with its line; and transforms, read by svgelements, joined and applied here."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import svgelements

from languages import tr


@dataclass(slots=True)
class Element:
    """One element. Tags and attributes of SVG have no prefix; those of other names are ``?:name``."""

    tag: str
    attributes: dict[str, str]
    line: int
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)
    text: str = ""
    """The characters before its first child."""
    tail: str = ""
    """The characters between its end and what follows."""
    start: int = -1
    """Offset at which its tag begins, in bytes of the file."""
    end: int = -1
    """Offset at which its closing tag begins; the same as *start* where it is closed at once."""

    def get(self, name: str) -> str:
        """The attribute, or empty text."""
        return self.attributes.get(name, "")

    @property
    def label(self) -> str:
        """Label by its author: Inkscape's label, else its id."""
        return self.get("inkscape:label") or self.get("id")

    @property
    def href(self) -> str:
        """Target of its link, with or without the prefix of XLink."""
        return self.get("href") or self.get("xlink:href")

    def style(self, name: str) -> str:
        """A presentation property of this very element: the inline style, else the attribute.

        >>> from variants.svg.read_xml import read_xml
        >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg"><path style="fill: #ffcc00" stroke="black"/></svg>'
        >>> path = read_xml(svg, "board.svg").children[0]
        >>> path.style("fill"), path.style("stroke")
        ('#ffcc00', 'black')
        """
        for declaration in self.get("style").split(";"):
            key, _, value = declaration.partition(":")
            if key.strip() == name:
                return value.replace("!important", "").strip()
        return self.get(name).strip()

    def inherited(self, name: str) -> str:
        """A property that children take over from their parents."""
        element: Element | None = self
        while element is not None:
            value = element.style(name)
            if value and value != "inherit":
                return value
            element = element.parent
        return ""

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


Point = tuple[float, float]


class ShapeError(ValueError):
    """A shape or transform that cannot be read; the message says why."""


class TooLongError(ShapeError):
    """A shape of more points than any drawing needs."""


_WRITTEN = re.compile(r"\s*(?:none\s*|(?:[A-Za-z]{4,12}\s*\([^()]*\)[\s,;]*)*)", re.IGNORECASE)


def matrix_of(element: Element) -> Any:
    """The transform that is written on *element* alone.

    Raises:
        ShapeError: it cannot be read.
    """
    text = element.get("transform")
    if not text:
        return None
    if len(text) > 2000:
        raise ShapeError(tr("the transform is too long"))
    if not _WRITTEN.fullmatch(text):
        # What is cut would be passed over in silence, and the shape drawn where nobody put it.
        raise ShapeError(tr("the transform {text!r} cannot be read", text=text[:40]))
    try:
        matrix = svgelements.Matrix(text)
        parts = parts_of(matrix)
    except (ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError):
        raise ShapeError(tr("the transform {text!r} cannot be read", text=text[:40])) from None
    if not all(math.isfinite(part) for part in parts):
        raise ShapeError(tr("the transform {text!r} is not finite", text=text[:40]))
    return matrix


def translation(x: float, y: float) -> Any:
    """The transform that moves by *x* and *y*."""
    return svgelements.Matrix(f"translate({x},{y})")


def compose(inner: Any, outer: Any) -> Any:
    """First *inner*, then *outer*.

    >>> parts_of(compose(translation(1, 2), translation(10, 20)))
    (1.0, 0.0, 0.0, 1.0, 11.0, 22.0)
    """
    if inner is None:
        return outer
    return inner if outer is None else inner * outer


def parts_of(matrix: Any) -> tuple[float, float, float, float, float, float]:
    """The numbers of a matrix as SVG writes it: ``x' = a x + c y + e`` and ``y' = b x + d y + f``.

    >>> parts_of(translation(3, 4))
    (1.0, 0.0, 0.0, 1.0, 3.0, 4.0)
    """
    a, b, c, d, e, f = (float(part) for part in (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f))
    return a, b, c, d, e, f


def moved(line: list[Point], matrix: Any) -> list[Point]:
    """A line of points after a transform.

    >>> moved([(0, 0), (1, 1)], translation(3, 4))
    [(3.0, 4.0), (4.0, 5.0)]
    """
    if matrix is None:
        return line
    a, b, c, d, e, f = parts_of(matrix)
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in line]
