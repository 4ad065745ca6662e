"""The shapes below an element, each with the transform that it is drawn in; what ``<use>`` points to counts as if it stood there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from languages import tr
from variants.svg.element import Element
from variants.svg.paths import DRAWN
from variants.svg.transforms import ShapeError, compose, matrix_of, used_at

DEEPEST_USE = 4
MOST_COPIES = 50_000
"""Elements that all ``<use>`` of a drawing may show together: copies of copies grow beyond all bounds."""
_GROUPS = ("g", "a", "switch")


class LostUseError(ShapeError):
    """A ``<use>`` that points to nothing in the drawing."""


class TooManyClonesError(ShapeError):
    """Clones of clones that show more shapes than any drawing has."""


class ShapeWalker:
    """Walks over the shapes of one drawing.

    Args:
        by_id: its elements, for ``<use>``; ``None`` passes over every ``<use>``.
        note: gets an element with a transform that cannot be read, or a ``<use>`` that leads nowhere; both are left out.
    """

    def __init__(self, by_id: Mapping[str, Element] | None, note: Callable[[Element, ShapeError], None]) -> None:
        self._by_id = by_id
        self._note = note
        self._copies = 0

    def matrix(self, element: Element) -> Any:
        """The transform written on *element* alone; ``None`` where there is none, or none that can be read."""
        try:
            return matrix_of(element)
        except ShapeError as error:
            self._note(element, error)
            return None

    def inside(self, element: Element, outer: Any) -> Any:
        """The transform of what is drawn in *element*, which stands in the transform *outer*."""
        return compose(self.matrix(element), outer)

    def shapes(self, element: Element, matrix: Any) -> Iterator[tuple[Element, Any]]:
        """Every drawn shape below *element*, itself too. *matrix* is that of *element*, with what is written on it."""
        return self._shapes(element, matrix, 0)

    def _shapes(self, element: Element, matrix: Any, depth: int) -> Iterator[tuple[Element, Any]]:
        if depth:
            self._copies += 1
            if self._copies > MOST_COPIES:
                if self._copies == MOST_COPIES + 1:
                    self._note(
                        element,
                        TooManyClonesError(
                            tr("clones of clones show more than {most_copies} shapes; the rest is left out", most_copies=MOST_COPIES)
                        ),
                    )
                return
        if element.tag in DRAWN:
            yield element, matrix
        elif element.tag == "use":
            if self._by_id is not None and depth < DEEPEST_USE:
                yield from self._used(element, matrix, self._by_id, depth)
        elif element.tag in _GROUPS or (element.tag == "symbol" and depth):
            for child in element.children:
                if self._copies > MOST_COPIES:
                    return
                yield from self._shapes(child, self.inside(child, matrix), depth)

    def _used(self, element: Element, matrix: Any, by_id: Mapping[str, Element], depth: int) -> Iterator[tuple[Element, Any]]:
        wanted = element.href
        target = by_id.get(wanted.removeprefix("#")) if wanted.startswith("#") else None
        if target is None or target is element:
            self._note(element, LostUseError(tr("<use> points to {wanted!r}, which is not there", wanted=wanted[:60])))
            return
        try:
            shift = used_at(element, target)
        except ShapeError as error:
            self._note(element, error)
            return
        yield from self._shapes(target, self.inside(target, compose(shift, matrix)), depth + 1)
