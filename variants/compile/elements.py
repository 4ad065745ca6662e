"""Common base of all readers of a drawing: its elements, its size, and the report of a fault with its place."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import shapely

from languages import mark, tr
from variants.compile.author_names import serving_ids
from variants.compile.codes import code_of, is_named
from variants.compile.drawn import Drawing
from variants.compile.memory import Memory
from variants.compile.outline_fixes import readable
from variants.compile.regions import MOST_CROSSINGS, CrossingsLeft, crossing, region
from variants.fault import Fault, FaultKind, Faults, Severity, VariantError
from variants.fix import Fix, RemoveElement, SetAttribute, SvgChange
from variants.svg.element import Element
from variants.svg.numbers import view_box
from variants.svg.paths import SHAPE_ATTRIBUTES, lines_of
from variants.svg.read_xml import read_xml
from variants.svg.relabel import Naming
from variants.svg.shapes import LostUseError, ShapeWalker, TooManyClonesError
from variants.svg.transforms import Point, ShapeError, TooLongError, compose, matrix_of, parts_of, translation


class Mark(Enum):
    """Kind of mark that is counted."""

    ANCHOR = "anchor"
    BRIDGE = "bridge"
    COAST_LINE = "coast line"
    CENTRE = "centre"
    NAME = "name"
    OUTLINE = "outline"
    PIECE = "piece"
    REPEAT = "repeat"


MOST: Mapping[Mark, int] = MappingProxyType(
    {
        Mark.ANCHOR: 10_000,
        Mark.BRIDGE: 4000,
        Mark.COAST_LINE: 4000,
        Mark.CENTRE: 4000,
        Mark.NAME: 4000,
        Mark.OUTLINE: 3000,
        Mark.PIECE: 5000,
        Mark.REPEAT: 200,
    }
)

_WORDS: Mapping[Mark, tuple[str, str]] = MappingProxyType(
    {
        Mark.ANCHOR: (mark("the drawing has more than {most} anchors; the rest is left out"), mark("one for each place")),
        Mark.BRIDGE: (mark("the drawing has more than {most} bridges; the rest is left out"), mark("one for each pair")),
        Mark.COAST_LINE: (
            mark("the drawing has more than {most} coast lines; the rest is left out"),
            mark("long lines: join their nodes"),
        ),
        Mark.CENTRE: (mark("the drawing has more than {most} marks of centres; the rest is left out"), mark("one for each centre")),
        Mark.NAME: (mark("the drawing has more than {most} names of provinces; the rest is left out"), mark("one for each province")),
        Mark.OUTLINE: (
            mark("the drawing has more than {most} outlines, islands and holes included; the rest is left out"),
            mark("fewer islands: Path > Break Apart, crumbs deleted, then Path > Combine"),
        ),
        Mark.PIECE: (
            mark("the drawing has more than {most} pieces of landscape; the rest is left out"),
            mark("pieces joined: Path > Combine; or plain art without data-kind"),
        ),
        Mark.REPEAT: (
            mark("the drawing has more than {most} shapes with codes of other shapes; the rest is left out"),
            mark("one shape for each province: Path > Combine"),
        ),
    }
)
"""Words for the fault, and for the right number."""


class MarksLeft:
    """Counts marks of one drawing."""

    def __init__(self) -> None:
        self._seen: Counter[Mark] = Counter()

    def take(self, kind: Mark, count: int = 1) -> bool:
        """Return True if *count* more may be read."""
        self._seen[kind] += count
        return self._seen[kind] <= MOST[kind]

    def is_first_beyond(self, kind: Mark, count: int = 1) -> bool:
        """Return True if the last ones that were taken, *count* of them, are the first that are too many."""
        return self._seen[kind] - count <= MOST[kind] < self._seen[kind]

    @staticmethod
    def words(kind: Mark) -> tuple[str, str]:
        """Return the words for the fault, and for the right number."""
        what, expected = _WORDS[kind]
        return tr(what, most=MOST[kind]), tr(expected)


KEPT_LABELS = mark("a file saved as Inkscape SVG: plain and optimised SVG leave the labels out")
MOST_POINTS = 320_000
"""Limit of all shapes together, curves as chords: half as many again as 350 provinces of 3 MB have."""
MANY_POINTS = 250_000
MOST_TANGLED = 10
"""Outlines that cross themselves too often to be mended: after so many the drawing is given up."""
SMALLEST_SCALE, LARGEST_SCALE = 0.2, 4.0


class CompilationStoppedError(Exception):
    """Stop of a compilation whose board is no longer wanted: a later save of the drawing is being compiled."""


class ElementReader:
    """Reads elements of one drawing; faults are noted with their element and place, and reading goes on."""

    def __init__(
        self,
        content: bytes,
        source: str,
        faults: Faults,
        stop: Callable[[], bool] = lambda: False,
        known: Collection[str] = (),
        memory: Memory | None = None,
    ) -> None:
        """A reader of *content*; the codes *known* tell a province that is a group from a group of provinces."""
        self._memory = memory or Memory()
        self._stop = stop
        self._known = known
        self._points = 0
        self._crossings = CrossingsLeft()
        self._marks = MarksLeft()
        self._coasts_of: dict[str, set[str]] = {}
        """Names of coasts by province, those of coast lines and of anchors."""
        self._too_coastal: set[str] = set()
        self._coast_shapes: dict[tuple[str, str], list[tuple[Element, shapely.Geometry]]] = {}
        """Shapes among the provinces that are named coasts of one."""
        self._centres: list[tuple[str, str, Point, Element]] = []
        """Marks of layers for centres: ``unit`` or ``sc``, what they are called, where they stand."""
        self._nameless = 0
        """Shapes without a code among the provinces so far."""
        self._unreadable = 0
        """Shapes that could not be read so far, each reported."""
        self._source = source
        self._faults = faults
        self._root = read_xml(content, source)
        self._by_id = {element.get("id"): element for element in self._root.walk() if element.get("id")}
        self._labelled = any(element.get("inkscape:label") for element in self._root.walk())
        self._serving = serving_ids(self._root.walk())
        self._walker = ShapeWalker(self._by_id, self._note_unreadable)
        left, top, width, height = self._view_box()
        self._shift = None if (left, top) == (0.0, 0.0) else translation(-left, -top)
        self._tolerance = width / 8000
        self.drawing = Drawing(width, height, root=self._root, corner=(left, top), symbol_scale=self._symbol_scale())
        self.drawing.content = content
        self.drawing.label_attribute = Naming(content, self._root).attribute("label")

    def _unnamed(
        self,
        element: Element,
        what: str,
        expected: str,
        severity: Severity = Severity.ERROR,
        kind: FaultKind = FaultKind.NO_LABEL,
        mend: tuple[str, SvgChange] | None = None,
    ) -> None:
        """Report an element whose label has no meaning; in a file that has lost all its labels, once."""
        if self._labelled or is_named(element):
            self._fault(element, what, expected, severity, self._spot(element), kind, mend=mend)
        else:
            self._fault(self._root, tr("nothing in the drawing has a label any more"), KEPT_LABELS, kind=FaultKind.DRAWING)

    def _spot(self, element: Element) -> Point | None:
        """The middle of what is drawn below *element*, for a fault about it; ``None`` where nothing can be read."""
        matrix = self._shift
        above: list[Element] = []
        parent = element.parent
        while parent is not None:
            above.append(parent)
            parent = parent.parent
        try:
            for each in [*reversed(above), element]:
                matrix = compose(matrix_of(each), matrix)
            shapes = self._walker.shapes(element, matrix)
            points = [point for shape, own in shapes for line in lines_of(shape, own, self._tolerance * 20) for point in line]
        except ShapeError:
            return None
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def _fault(
        self,
        element: Element,
        what: str,
        expected: str,
        severity: Severity = Severity.ERROR,
        at: Point | None = None,
        kind: FaultKind = FaultKind.OTHER,
        places: tuple[str, ...] = (),
        mend: tuple[str, SvgChange] | None = None,
        *,
        is_guess: bool = False,
    ) -> None:
        name = element.label or element.tag
        fix = Fix(mend[0], self._source, (mend[1],), is_guess) if mend is not None and element.start >= 0 else None
        self._faults.add(Fault(self._source, element.line, what, expected, severity, name[:60], at, kind=kind, places=places, fix=fix))

    def _view_box(self) -> tuple[float, float, float, float]:
        box = view_box(self._root)
        if box is None:
            raise VariantError((Fault(self._source, self._root.line, tr("the drawing has no size"), tr('viewBox="0 0 WIDTH HEIGHT"')),))
        return box

    def _symbol_scale(self) -> float | None:
        stated = self._root.get("data-symbol-scale")
        if not stated:
            return None
        try:
            scale = float(stated)
        except ValueError:
            scale = 0.0
        if SMALLEST_SCALE <= scale <= LARGEST_SCALE:
            return scale
        mend = (tr("Leave the size to the program"), SetAttribute(self._root.start, "data-symbol-scale", None))
        expected = tr("a number from {smallest_scale} to {largest_scale}", smallest_scale=SMALLEST_SCALE, largest_scale=LARGEST_SCALE)
        self._fault(self._root, tr("data-symbol-scale is {stated!r}", stated=stated[:20]), expected, kind=FaultKind.SYMBOL_SCALE, mend=mend)
        return None

    def _note_unreadable(self, element: Element, error: ShapeError) -> None:
        expected = tr("a transform that Inkscape can show")
        if isinstance(error, LostUseError):
            expected = tr("an element of this drawing")
        elif isinstance(error, TooManyClonesError):
            expected = tr("shapes of their own: Edit > Clone > Unlink Clone in Inkscape")
        kind = FaultKind.UNREADABLE
        mend: tuple[str, SvgChange] | None = None
        if isinstance(error, LostUseError):
            kind, mend = FaultKind.LOST_CLONE, (tr("Take it out"), RemoveElement(element.start, element.end))
        elif not isinstance(error, TooManyClonesError):
            mend = (tr("Take it out"), SetAttribute(element.start, "transform", None))
        self._fault(element, str(error), expected, kind=kind, mend=mend)
        self._unreadable += 1

    def _note_bad_path(self, element: Element, error: ShapeError, severity: Severity = Severity.ERROR) -> None:
        long = isinstance(error, TooLongError)
        expected = tr("simpler outlines: Path > Simplify in Inkscape") if long else tr("a path that Inkscape can show")
        self._fault(element, str(error), expected, severity, kind=FaultKind.UNREADABLE, mend=self._readable(element), is_guess=True)
        self._unreadable += 1

    def _readable(self, element: Element) -> tuple[str, SvgChange] | None:
        """The mend of a path that cannot be read: its readable beginning, or none where its province is drawn already."""
        beginning = readable(element, self._tolerance)
        if beginning is not None:
            return tr("Take the mended outline"), beginning
        return (tr("Take it out"), RemoveElement(element.start, element.end)) if code_of(element) in self.drawing.provinces else None

    def _region(self, element: Element, matrix: Any, lines: list[list[Point]]) -> tuple[shapely.Geometry, int]:
        """The area of a shape of these *lines*, and how many of them were mended; an error is noted where that would take too long.

        Args:
            matrix: by which the lines have been moved.
        """
        if len(lines) > 1 and self._is_too_many(element, Mark.OUTLINE, len(lines)):
            return shapely.MultiPolygon(), 0
        refused = self._crossings.refused
        key = ("region", *self._drawn_as(element, matrix))
        if len(lines) == 1 and (before := self._memory.find(key)) is not None:
            return cast("shapely.Geometry", before), 0
        made = region(lines, element.inherited("fill-rule") == "evenodd", self._crossings)
        if len(lines) == 1 and not made[1]:
            self._memory.note(key, made[0])
        if self._crossings.refused > refused:
            what = tr(
                "its outline crosses itself too often; no more than {most_crossings} crossings of a drawing are mended",
                most_crossings=MOST_CROSSINGS,
            )
            expected = tr("an outline that does not cross itself: Path > Union, then Path > Simplify in Inkscape")
            self._fault(element, what, expected, at=crossing(lines), kind=FaultKind.CROSSED_OUTLINE)
            if self._crossings.refused >= MOST_TANGLED:
                raise VariantError(self._faults.found())
        return made

    def _is_too_many(self, element: Element, mark: Mark, count: int = 1) -> bool:
        """Return True if *element* is left out, because the drawing has too many *mark* things; the first such one is reported."""
        if self._marks.take(mark, count):
            return False
        if self._marks.is_first_beyond(mark, count):
            self._fault(element, *self._marks.words(mark), kind=FaultKind.DRAWING)
        return True

    def _joined(self, element: Element, areas: list[shapely.Geometry]) -> shapely.Geometry:
        """The ground of the *areas* of one province together, where it does not take too long to lay them together."""
        parts = [area for area in areas if not area.is_empty]
        if len(parts) < 2:
            return parts[0] if parts else areas[0] if areas else shapely.union_all([])
        if not self._crossings.allows(np.asarray(parts, dtype=object)):
            what = tr("its parts cross one another too often; no more than {most} crossings of a drawing are joined", most=MOST_CROSSINGS)
            self._fault(element, what, tr("one shape: Path > Union in Inkscape"), at=self._spot(element), kind=FaultKind.CROSSED_OUTLINE)
            return parts[0]
        return shapely.union_all(parts)

    def _drawn_as(self, element: Element, matrix: Any) -> tuple[object, ...]:
        """All that the lines of a shape depend on."""
        said = "\0".join(f"{name}={element.get(name)}" for name in SHAPE_ATTRIBUTES if element.get(name))
        mark = hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        return ("lines", element.tag, mark, None if matrix is None else tuple(parts_of(matrix)), self._tolerance)

    def _lines(self, element: Element, matrix: Any, severity: Severity = Severity.ERROR) -> list[list[Point]]:
        if self._stop():
            raise CompilationStoppedError
        if self._points > MOST_POINTS:
            return []
        try:
            # Kept as numbers of eight bytes: points that are tuples take seven times as much.
            key = self._drawn_as(element, matrix)
            kept = cast("list[npt.NDArray[np.float64]] | None", self._memory.find(key))
            if kept is None:
                lines = lines_of(element, matrix, self._tolerance)
                self._memory.note(key, [np.array(line, dtype=np.float64).reshape(-1, 2) for line in lines])
            else:
                lines = [[(x, y) for x, y in line.tolist()] for line in kept]
        except ShapeError as error:
            self._note_bad_path(element, error, severity)
            return []
        self._points += sum(len(line) for line in lines)
        if self._points > MOST_POINTS:
            self._fault(
                element,
                tr("the drawing has more than {most_points} points", most_points=MOST_POINTS),
                tr("simpler outlines: Path > Simplify in Inkscape"),
            )
            return []
        return lines
