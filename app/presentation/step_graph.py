"""The steps of a board as lines over its drawing: from unit to unit, bent through the border that they cross."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from adjudicator import Board, Location, Terrain
from app.board_editor.reading import OnTheBench
from languages import mark, tr
from variants.compiled import Border, CompiledBoard, Point

_ASIDE = 0.4
"""Part of a unit's radius."""
MOST_WHOLE = 36
"""Number of provinces above which only the steps of the one that is picked are drawn: all of them would hide the board."""


class BenchLayer(StrEnum):
    """Layer over the drawing."""

    PROVINCES = mark("Provinces")
    ARMY = mark("Army")
    FLEET = mark("Fleet")
    SEA = mark("Seas")
    DOUBTFUL = mark("Doubtful")
    ANCHORS = mark("Anchors")
    KINDS = mark("Kinds")
    COASTS = mark("Coasts")
    FAULTS = mark("Faults")
    UNITS = mark("Units")
    CHANGES = mark("Changes")

    @property
    def about(self) -> str:
        """Tip of its key under the pointer."""
        return {
            BenchLayer.PROVINCES: tr("The outline of each province, and its code"),
            BenchLayer.ARMY: tr("Where armies may go"),
            BenchLayer.FLEET: tr("Where fleets may go along and from the coasts"),
            BenchLayer.SEA: tr("Where fleets may go between two seas"),
            BenchLayer.DOUBTFUL: tr("Borders that are short, or that only one way of looking finds"),
            BenchLayer.ANCHORS: tr("Where units, centres and names stand; drag one to write its place into the drawing"),
            BenchLayer.KINDS: tr("Inland, coastal, sea, impassable"),
            BenchLayer.COASTS: tr(
                "Each named coast along its shore, and where a fleet stands on it; dashed where a land could have several"
            ),
            BenchLayer.FAULTS: tr("Where something is wrong"),
            BenchLayer.UNITS: tr("The units of the start"),
            BenchLayer.CHANGES: tr("What is otherwise than in an earlier version, once one is chosen with Compare…"),
        }[self]


STEPS = frozenset({BenchLayer.ARMY, BenchLayer.FLEET, BenchLayer.SEA})
"""Layers of the steps of units."""

FIRST_SHOWN = frozenset({BenchLayer.ARMY, BenchLayer.FLEET, BenchLayer.DOUBTFUL, BenchLayer.FAULTS, BenchLayer.UNITS, BenchLayer.CHANGES})


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step, both ways unless it says otherwise."""

    layer: BenchLayer
    origin: str
    """A location: ``STP/NC``."""
    target: str
    points: tuple[Point, ...]
    is_one_way: bool = False


@dataclass(frozen=True, slots=True)
class DoubtfulEdge:
    """Two provinces that may be neighbours."""

    provinces: tuple[str, str]
    length: float
    """Length of the border, in units of the drawing."""
    why: str
    at: Point
    is_listed: bool
    """True if units may go there by the lists."""
    answer: str = ""
    """Answer of the designer; empty where there is none."""


def nodes_of(lines: Iterable[StepLine]) -> frozenset[Point]:
    """The points where *lines* end."""
    return frozenset(point for line in lines for point in (line.points[0], line.points[-1]))


def step_lines(bench: OnTheBench, layers: frozenset[BenchLayer], picked: str | None) -> tuple[StepLine, ...]:
    """The lines of the steps that *layers* show."""
    board = bench.board
    if board is None or not layers & STEPS:
        return ()
    middles = _middles(board)
    only = picked if len(bench.rules.provinces) > MOST_WHOLE else None
    if only is None and len(bench.rules.provinces) > MOST_WHOLE:
        return ()
    return tuple(_lines(bench.rules, board, middles, layers, only))


def _lines(
    rules: Board, board: CompiledBoard, middles: Mapping[tuple[str, str], Point], layers: frozenset[BenchLayer], only: str | None
) -> Iterator[StepLine]:
    for kind, layer in (("A", BenchLayer.ARMY), ("F", BenchLayer.FLEET)):
        edges = {(edge.origin, edge.target) for edge in rules.edges if kind in edge.kinds}
        seen: set[tuple[Location, Location]] = set()
        for origin, target in sorted(edges, key=lambda each: (str(each[0]), str(each[1]))):
            if (target, origin) in seen or (only is not None and only not in (origin.province, target.province)):
                continue
            seen.add((origin, target))
            shown = layer
            if kind == "F" and all(rules.provinces[each.province].terrain is Terrain.SEA for each in (origin, target)):
                shown = BenchLayer.SEA
            start, end = _place(board, origin), _place(board, target)
            if shown not in layers or start is None or end is None:
                continue
            middle = middles.get(_pair(origin.province, target.province))
            points = _through(board, start, middle, end, is_fleet=kind == "F")
            yield StepLine(shown, str(origin), str(target), points, (target, origin) not in edges)


def points_between(board: CompiledBoard, origin: Location, target: Location, *, is_fleet: bool) -> tuple[Point, ...]:
    """The way of a step over the drawing, as it is drawn with all others; empty where an end is not drawn."""
    start, end = _place(board, origin), _place(board, target)
    if start is None or end is None:
        return ()
    return _through(board, start, _middles(board).get(_pair(origin.province, target.province)), end, is_fleet=is_fleet)


def _through(board: CompiledBoard, start: Point, middle: Point | None, end: Point, *, is_fleet: bool) -> tuple[Point, ...]:
    """From *start* to *end*, through the *middle* of their border where they share one; all steps of a place end at one point."""
    if not is_fleet:
        return (start, end) if middle is None else (start, middle, end)
    # Armies and fleets that go the same way run side by side in between.
    over = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2) if middle is None else middle
    return start, _shifted(start, end, over, board.unit_radius * _ASIDE), end


def _shifted(start: Point, end: Point, point: Point, by: float) -> Point:
    """*point* moved *by* to the side of the way from *start* to *end*."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(1e-9, (dx * dx + dy * dy) ** 0.5)
    return (point[0] - dy / length * by, point[1] + dx / length * by)


def _place(board: CompiledBoard, location: Location) -> Point | None:
    shape = board.provinces.get(location.province)
    if shape is None:
        return None
    return shape.units.get(location.coast or "") or next(iter(shape.units.values()), None)


def _pair(one: str, other: str) -> tuple[str, str]:
    return (min(one, other), max(one, other))


def _middles(board: CompiledBoard) -> Mapping[tuple[str, str], Point]:
    """The middle of the longest piece of each border."""
    found: dict[tuple[str, str], Point] = {}
    for border in board.borders:
        one, other = border.provinces
        if one is not None and other is not None and one != other and border.lines:
            found[_pair(one, other)] = middle_of(border)
    return found


def middle_of(border: Border) -> Point:
    """The point half way along the longest line of *border*."""
    line = max(border.lines, key=length_of)
    left = length_of(line) / 2
    for (ax, ay), (bx, by) in pairwise(line):
        piece = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if piece >= left > 0:
            return (ax + (bx - ax) * left / piece, ay + (by - ay) * left / piece)
        left -= piece
    return line[len(line) // 2]


def length_of(line: tuple[Point, ...]) -> float:
    """Return the length of *line*."""
    return float(sum(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(line)))


def doubtful_edges(bench: OnTheBench) -> tuple[DoubtfulEdge, ...]:
    """Borders that are uncertain, the shortest first; those that are answered last."""
    found = [
        DoubtfulEdge(each.pair, each.length, each.why, each.point, each.listed, "" if each.answer is None else each.answer.reply.value)
        for each in bench.doubts
    ]
    return tuple(sorted(found, key=lambda each: (bool(each.answer), each.length, each.provinces)))
