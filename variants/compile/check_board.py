"""All that a designer should know about a drawing: the faults of the compile step, and its differences from the variant."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import shapely

from adjudicator.board import Board
from languages import mark, tr
from variants.compile.board import Compilation, compile_board
from variants.compile.check_marks import check_marks, unsure_coasts
from variants.compile.check_steps import StepCheck
from variants.compile.gaps import WIDEST
from variants.compile.regions import shapes_of
from variants.compile.step_lists import Place, lists_of
from variants.compiled import CompiledBoard, LabelKind
from variants.fault import Fault, Severity
from variants.fault_kind import FaultKind
from variants.inherit import MANIFEST
from variants.reviewed import StepTally

LEAST_SIDE = 1 / 1000
"""Part of the board's width: the side of a square that is a pixel on a screen."""
MOST_HOLES = 12
"""Number of holes of a drawing that are listed, the widest first."""


def check_board(svg: bytes, rules: Board, source: str = "board.svg") -> tuple[Fault, ...]:
    """Every fault of a drawing for the board that is played on it, each with element, place and what would mend it."""
    return faults_of(compile_board(svg, rules, source), rules, source)


def faults_of(
    made: Compilation, rules: Board, source: str, place: Place | None = None, parted: Collection[tuple[str, str]] = ()
) -> tuple[Fault, ...]:
    """The faults of a compilation: see :func:`compare`."""
    return compare(made, rules, source, place, parted)[0]


def compare(
    made: Compilation, rules: Board, source: str, place: Place | None = None, parted: Collection[tuple[str, str]] = ()
) -> tuple[tuple[Fault, ...], tuple[StepTally, ...]]:
    """The faults of a compilation, with the differences between what the shapes say and what *rules* says; and what was compared.

    Args:
        made: the compilation; errors in it hide nothing else.
        rules: the board that is played on it.
        source: the drawing's name.
        place: file and line of a key of the variant's file, where they are known.
        parted: pairs of which the designer has answered that they are no neighbours.
    """
    if made.draft is None or made.drawing is None:
        return made.faults, ()
    board, drawing = made.draft, made.drawing

    def nowhere(_: tuple[str | int, ...]) -> tuple[str, int | None]:
        return MANIFEST, None

    least = (board.width * LEAST_SIDE) ** 2
    tiny = frozenset(code for code, shape in shapes_of(board).items() if code in rules.provinces and shape.area < least)
    lists = lists_of(rules, place or nowhere)
    own = not rules.provinces or lists.place(("provinces", next(iter(rules.provinces))))[0] == MANIFEST
    marks = tuple(check_marks(board, drawing, rules, source, own))
    away = {
        place for fault in made.faults if fault.kind is FaultKind.OUTSIDE and fault.severity is Severity.ERROR for place in fault.places
    }
    settled = {fault.places for fault in marks if fault.kind is FaultKind.BRIDGE_NAME}
    steps = StepCheck(board, drawing, rules, source, lists, unsure_coasts(marks), tiny | away, settled, parted)
    found = (*made.faults, *marks, *steps.faults(), *_holes(board, source), *_crowded(board, source))
    # Of an invisible province, nothing else is worth reporting.
    return (*_tiny(made, tiny, source), *(fault for fault in found if not tiny.intersection(fault.places))), steps.tallies()


def _tiny(made: Compilation, codes: Collection[str], source: str) -> Iterator[Fault]:
    for code in sorted(codes):
        drawn = made.drawing.provinces.get(code) if made.drawing is not None else None
        if drawn is not None:
            spot = drawn.shape.representative_point()
            what, expected = tr("{code} is too small to be seen", code=code), tr("a shape that a unit has room in")
            at, name = (spot.x, spot.y), code.lower()
            yield Fault(source, drawn.element.line, what, expected, element=name, point=at, kind=FaultKind.TOO_SMALL, places=(code,))


def _holes(board: CompiledBoard, source: str) -> Iterator[Fault]:
    """Ground between the provinces that is none of theirs, no lake and not impassable: too wide for a gap that is mended."""
    shapes = shapes_of(board)
    scenery = [shapely.Polygon(rings[0], rings[1:]) for decoration in board.decorations for rings in decoration.polygons]
    covered = shapely.union_all([*shapes.values(), *scenery], grid_size=board.width / 20_000)
    holes = [shapely.Polygon(ring) for part in shapely.get_parts(covered) if part.geom_type == "Polygon" for ring in part.interiors]
    wide = [hole for hole in holes if hole.area > (2 * WIDEST * board.width) ** 2]
    expected = tr("borders that meet, a province, or a shape in the layer impassable")
    for hole in sorted(wide, key=lambda each: -each.area)[:MOST_HOLES]:
        reach = hole.buffer(board.width / 2000)
        around = sorted(code for code, shape in shapes.items() if shape.intersects(reach))
        spot = hole.representative_point()
        element = "-".join(around[:2]).lower()
        at = (spot.x, spot.y)
        if len(around) > 1:
            what = tr("a hole between {provinces} belongs to nobody", provinces=", ".join(around[:4]))
        elif around:
            what = tr("a hole in {province} belongs to nobody", province=around[0])
        else:
            what = tr("a hole in impassable ground belongs to nobody")
        yield Fault(source, None, what, expected, Severity.WARNING, element, at, kind=FaultKind.HOLE, places=tuple(around[:4]))


def _crowded(board: CompiledBoard, source: str) -> Iterator[Fault]:
    """Units that would cover one another, and names that found no room on their own ground."""
    radius = board.unit_radius
    spots = [(code, spot) for code, shape in board.provinces.items() for spot in shape.units.values()]
    spots.sort(key=lambda each: each[1])
    for index, (code, (x, y)) in enumerate(spots):
        for other, (ox, oy) in spots[index + 1 :]:
            if ox - x > 2 * radius:
                break
            if code != other and (x - ox) ** 2 + (y - oy) ** 2 < (1.6 * radius) ** 2:
                what, expected = tr("units in {code} and {other} cover one another", code=code, other=other), tr("anchors further apart")
                element, both = f"unit:{code.lower()}", (code, other)
                yield Fault(source, None, what, expected, Severity.WARNING, element, (x, y), kind=FaultKind.CROWDED, places=both)
    for code, shape in board.provinces.items():
        for label in shape.labels:
            if label.leader is not None:
                is_short = label.kind is LabelKind.SHORT
                whole, short = mark("the name of {code} does not fit on its ground"), mark("the code {code} does not fit on its ground")
                what = tr(short if is_short else whole, code=code)
                expected, at = tr("more room, or a name in the layer labels"), (label.x, label.y)
                yield Fault(source, None, what, expected, Severity.WARNING, code.lower(), at, kind=FaultKind.NAME_ROOM, places=(code,))
