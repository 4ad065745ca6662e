"""Transforms: read by svgelements, joined and applied here. ``None`` stands for the one that changes nothing.

They stand apart from elements since the library, which needs nothing but Python, reads XML without a picture.
"""

from __future__ import annotations

import math
import re
from typing import Any

import svgelements

from languages import tr
from variants.svg.element import Element
from variants.svg.numbers import length_of, numbers_in, view_box

Point = tuple[float, float]
_FAR = 1e6


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
    if element.tag == "svg" and element.parent is not None:
        return _placed(element)
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


def _placed(inner: Element) -> Any:
    """The transform that puts a drawing inside the drawing into its place: its corner, and its view box in its width and height."""
    x, y, width, height = (length_of(inner.get(key)) or 0.0 for key in ("x", "y", "width", "height"))
    left, top, across, down = view if len(view := numbers_in(inner.get("viewBox"))) == 4 else (0.0, 0.0, width, height)
    if not all(abs(each) < _FAR for each in (x, y, width, height, left, top, across, down)):
        raise ShapeError(tr("the transform {text!r} is not finite", text=inner.get("viewBox")[:40]))
    if min(width, height, across, down) <= 0:
        return None if (x, y) == (0.0, 0.0) else translation(x, y)
    wide, high = width / across, height / down
    if inner.get("preserveAspectRatio").strip() != "none":
        x, y = x + (width - across * min(wide, high)) / 2, y + (height - down * min(wide, high)) / 2
        wide = high = min(wide, high)
    return svgelements.Matrix(wide, 0, 0, high, x - left * wide, y - top * high)


def used_at(use: Element, target: Element) -> Any:
    """The transform from what *target* holds to where *use* shows it, without what is written as a transform on either.

    A symbol with a view box is fitted into the width and height of its use; where that says none, into its own, or the page's.
    """
    x, y = (_corner(use.get(key)) for key in ("x", "y"))
    if target.tag != "symbol" or len(numbers_in(target.get("viewBox"))) != 4:
        return None if (x, y) == (0.0, 0.0) else translation(x, y)
    page = view_box(use.root) or (0.0, 0.0, 0.0, 0.0)
    room = {"x": str(x), "y": str(y), "viewBox": target.get("viewBox"), "preserveAspectRatio": target.get("preserveAspectRatio")}
    for key, whole in (("width", page[2]), ("height", page[3])):
        said = (use.get(key) or target.get(key)).strip()
        share = numbers_in(said[:-1]) if said.endswith("%") else []
        room[key] = said if length_of(said) is not None else str(whole * share[0] / 100 if share else whole)
    return _placed(Element("svg", room, use.line))


def _corner(text: str) -> float:
    found = numbers_in(text)
    return found[0] if found and abs(found[0]) < _FAR else 0.0


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


def written_matrix(matrix: Any) -> str:
    """A matrix as the value of an attribute.

    >>> written_matrix(translation(3, 4))
    'matrix(1,0,0,1,3,4)'
    """
    return f"matrix({','.join(f'{part:.6g}' for part in parts_of(matrix))})"
