"""Changes of a variant on the bench: since the file was saved, and since an earlier version, drawn over the board by sign and line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from statistics import median

from adjudicator import Location, Province, Unit
from app.board_editor.comparing import Comparison, StepChange
from app.board_editor.reading import OnTheBench
from app.presentation.step_graph import points_between
from languages import tr
from variants.compiled import CompiledBoard, Point, Polygon
from variants.source import MANIFEST


def changed_provinces(before: OnTheBench, after: OnTheBench) -> frozenset[str]:
    """The provinces that are drawn or written otherwise than they were."""
    if before.board is None or after.board is None:
        return frozenset()
    old, new = before.board.provinces, after.board.provinces
    drawn = {code for code in new if code not in old or old[code].levels[0] != new[code].levels[0]}
    rows = {row.code: row for row in before.rows}
    written = {
        row.code
        for row in after.rows
        if (was := rows.get(row.code)) is not None
        and (row.name, row.terrain, row.centre, row.army, row.fleet) != (was.name, was.terrain, was.centre, was.army, was.fleet)
    }
    found = drawn | written
    return frozenset(found) if len(found) < max(4, len(new) // 2) else frozenset()


NEAR = 0.03
"""Greatest distance of provinces from their earlier place, as a part of the board's width and height together, for at least half."""
FEWEST = 3
"""Provinces of both by which another page is laid over this one."""


@dataclass(frozen=True, slots=True)
class Laying:
    """Map from the earlier drawing to the present one: stretched, then moved."""

    stretch: Point = (1.0, 1.0)
    move: Point = (0.0, 0.0)

    def point(self, at: Point) -> Point:
        """*at*, a point of the earlier drawing."""
        return at[0] * self.stretch[0] + self.move[0], at[1] * self.stretch[1] + self.move[1]

    def polygons(self, shapes: Sequence[Polygon]) -> tuple[Polygon, ...]:
        """Outlines of the earlier drawing."""
        return tuple(tuple(tuple(map(self.point, ring)) for ring in polygon) for polygon in shapes)


AS_IT_WAS = Laying()


def laying(earlier: CompiledBoard, board: CompiledBoard) -> Laying | None:
    """Return the map from *earlier* to *board*; ``None`` where the two have their provinces in other places, so that there is none."""
    before, after = _middles(earlier), _middles(board)
    pairs = [(before[code], after[code]) for code in sorted(before.keys() & after.keys())]
    if len(pairs) < FEWEST:
        return AS_IT_WAS if (earlier.width, earlier.height) == (board.width, board.height) else None
    near = NEAR * (board.width + board.height)
    fits = [
        AS_IT_WAS,
        Laying(*zip(*(_fit([(one[axis], other[axis]) for one, other in pairs]) for axis in (0, 1)), strict=True)),
    ]
    return next((each for each in fits if _off(each, pairs) <= near), None)


def _middles(board: CompiledBoard) -> Mapping[str, Point]:
    found: dict[str, Point] = {}
    for code, shape in board.provinces.items():
        points = list(chain.from_iterable(polygon[0] for polygon in shape.levels[1] if polygon))
        if points:
            xs, ys = [x for x, _ in points], [y for _, y in points]
            found[code] = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return found


def _fit(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The stretch and the move that bring the first of each pair nearest to the second, by least squares."""
    count = len(pairs)
    mean, other = sum(a for a, _ in pairs) / count, sum(b for _, b in pairs) / count
    spread = sum((a - mean) ** 2 for a, _ in pairs)
    stretch = sum((a - mean) * (b - other) for a, b in pairs) / spread if spread else 1.0
    return stretch, other - stretch * mean


def _off(way: Laying, pairs: Sequence[tuple[Point, Point]]) -> float:
    """Return the distance of the provinces from their earlier place, the median of all."""
    return median(abs(x - to[0]) + abs(y - to[1]) for at, to in pairs for x, y in (way.point(at),))


class Sign(StrEnum):
    """Sign of a difference."""

    ADDED = "+"
    GONE = "−"
    CHANGED = "≠"


@dataclass(frozen=True, slots=True)
class ChangedStep:
    """A step that is new, or gone."""

    sign: Sign
    origin: str
    target: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ChangesDrawn:
    """All that is drawn."""

    provinces: Mapping[str, Sign]
    """Provinces of the present board."""
    gone: Mapping[str, tuple[Polygon, ...]]
    """Provinces of the earlier board with their outlines, laid over the present drawing."""
    words: Mapping[str, tuple[tuple[Sign, str], ...]]
    """Words at a province: ``+ centre``, ``− A ALD``."""
    steps: tuple[ChangedStep, ...]
    not_drawn: tuple[str, ...] = ()
    """Provinces that are gone and whose place is not known."""


NOTHING = ChangesDrawn({}, {}, {}, ())


def changes_drawn(found: Comparison, board: CompiledBoard, earlier: CompiledBoard | None) -> ChangesDrawn:
    """*found* over *board*, the present drawing.

    Args:
        earlier: the earlier drawing, as soon as it was made.
    """
    provinces = dict.fromkeys(found.added, Sign.ADDED) | dict.fromkeys(found.changed, Sign.CHANGED)
    way = None if earlier is None else laying(earlier, board)
    gone: dict[str, tuple[Polygon, ...]] = {}
    if earlier is not None and way is not None:
        gone = {code: way.polygons(earlier.provinces[code].levels[1]) for code in found.removed if code in earlier.provinces}
    words: dict[str, list[tuple[Sign, str]]] = {code: [(Sign.ADDED, code)] for code in found.added}
    before, after = found.old.board.provinces, found.new.board.provinces
    for code in found.changed:
        words.setdefault(code, []).extend(_of_province(before[code], after[code]))
    stood, stands = frozenset(found.old.start.units), frozenset(found.new.start.units)
    for sign, units in ((Sign.ADDED, stands - stood), (Sign.GONE, stood - stands)):
        for unit in sorted(units, key=str):
            words.setdefault(unit.location.province, []).append((sign, _short(unit)))
    steps = (*_steps(board, found.steps_added, Sign.ADDED), *_steps(board, found.steps_removed, Sign.GONE))
    return ChangesDrawn(
        {code: sign for code, sign in provinces.items() if code in board.provinces},
        gone,
        {code: tuple(each) for code, each in words.items() if code in board.provinces},
        tuple(steps),
        tuple(code for code in found.removed if code not in gone),
    )


def _of_province(old: Province, new: Province) -> Iterable[tuple[Sign, str]]:
    if old.centre != new.centre:
        yield (Sign.ADDED if new.centre else Sign.GONE), tr("centre")
    if old.terrain is not new.terrain:
        yield Sign.CHANGED, tr(new.terrain.value)
    if old.name != new.name:
        yield Sign.CHANGED, new.name
    if old.home != new.home:
        yield Sign.CHANGED, tr("home of {home}", home=new.home or tr("nobody"))
    if (old.coasts, old.convoyable, old.build_site) != (new.coasts, new.convoyable, new.build_site):
        yield Sign.CHANGED, tr("coasts") if old.coasts != new.coasts else tr("what may be done there")


def _short(unit: Unit) -> str:
    return f"{unit.kind} {unit.location}"


def _steps(board: CompiledBoard, steps: Iterable[StepChange], sign: Sign) -> Iterable[ChangedStep]:
    for each in steps:
        points = points_between(board, Location.of(each.origin), Location.of(each.target), is_fleet=each.kind == "F")
        if points:
            yield ChangedStep(sign, each.origin, each.target, points)


def line_of_province(bench: OnTheBench, code: str) -> int | None:
    """Return the first line of the table of a province."""
    for number, line in enumerate(_manifest_lines(bench), 1):
        if line.strip().replace('"', "") == f"[provinces.{code}]":
            return number
    return None


def province_at(bench: OnTheBench, line: int) -> str | None:
    """The province in whose table *line* stands."""
    lines = _manifest_lines(bench)[:line]
    for text in reversed(lines):
        stripped = text.strip().replace('"', "")
        if stripped.startswith("["):
            parts = stripped.strip("[]").split(".")
            return parts[1] if parts[0] == "provinces" and len(parts) > 1 else None
    return None


def _manifest_lines(bench: OnTheBench) -> list[str]:
    return bench.files.get(MANIFEST, b"").decode("utf-8-sig", "replace").splitlines()
