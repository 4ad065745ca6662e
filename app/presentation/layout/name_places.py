"""Names step aside for what would cover them: units, stars, marks, and one another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from app.presentation.layout.drawing import Plan, Shape, UnitState
from app.presentation.layout.polyline import Point
from app.presentation.layout.situation import KeptByBoard, inside, unit_discs
from variants.compiled import CompiledBoard, Label

_FARTHEST_ASIDE = 2.8
"""Greatest distance that a name moves, in radii of a unit: past one unit, and not out of sight of its province."""

_RINGS, _ANGLES = 12, 16
_OUTSIDE = 0.5
"""Cost for a name of leaving its province, as a share of the greatest distance."""

_CLEAR_PIXELS = 0.7
"""The least gap between a name and anything else."""

_MOST_KEPT = 4096
_RINGED = (UnitState.DISLODGED, UnitState.DESTROYED)
_SIGNED = (UnitState.BUILT, UnitState.REMOVED)


class Disc(NamedTuple):
    """A round shape that covers."""

    x: float
    y: float
    radius: float


class Box(NamedTuple):
    """A letter's bounds."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Name:
    """One way to write the name of a province."""

    label: Label
    letters: tuple[Box, ...]
    """Bounds of the letters where the label has them."""


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name and how far it stands from where its label has it."""

    name: Name
    aside: Point
    covered: float = 0.0
    """Depth to which anything reaches over it, summed over its letters, in board units; 0 where it is free."""


def covering(plan: Plan) -> tuple[Disc, ...]:
    """Return the discs that cover names in *plan*: units with the rings around them, marks and stars."""
    sizes = plan.sizes
    ring = sizes.unit * 1.45
    found: list[Disc] = []
    for each in plan.units:
        if each.standing in _RINGED:
            found.append(Disc(*each.at, ring * 0.88))
        else:
            found += [Disc(*disc) for disc in unit_discs(each.at, each.radius)]
        if each.standing in _SIGNED:
            found.append(Disc(each.at[0] + each.sign[0] * each.radius, each.at[1] + each.sign[1] * each.radius, sizes.badge * 1.2))
    found += [Disc(*each.centre, ring) for each in plan.orders if each.centre is not None and each.shape in (Shape.HOLD, Shape.CONVOY)]
    for badge in (*plan.badges, *(badge for order in plan.orders for badge in order.badges)):
        wide = sizes.text * 0.25 * len(badge.text)
        found += [Disc(badge.at[0] + shift, badge.at[1], sizes.badge * 1.2) for shift in ((-wide, 0.0, wide) if wide else (0.0,))]
    found += [Disc(*at, sizes.star * 1.12) for at in plan.stars.values()]
    return tuple(found)


_KEPT: KeptByBoard[dict[object, PlacedName]] = KeptByBoard(lambda _board: {})
"""Places of names, by all that they depend on."""


class NamePlacer:
    """Finds places for the names of one board, and remembers them: from one layout to the next most names meet the same things."""

    def __init__(self, board: CompiledBoard) -> None:
        self._board = board
        self._kept = _KEPT.of(board)
        self._last: tuple[object, Mapping[str, PlacedName]] | None = None

    def place(self, names: Mapping[str, tuple[Name, ...]], discs: tuple[Disc, ...], unit: float, pixel: float) -> Mapping[str, PlacedName]:
        """Place the names of provinces so that nothing covers them and they do not run into one another.

        A name stays where it is when it is free, and moves as little as it can otherwise. A province that has several ways to
        write its name gets the first that finds a free place, and where none does the one that is covered least.

        Args:
            names: province to the ways to write its name, the best first; at least one.
            discs: what covers names.
            unit: radius of a unit, in board units.
            pixel: a pixel of the screen, in board units.
        """
        asked = (names, discs, unit, pixel)
        if self._last is None or self._last[0] != asked:
            self._last = (asked, self._placed(names, discs, unit * _FARTHEST_ASIDE, pixel * _CLEAR_PIXELS))
        return self._last[1]

    def _placed(
        self, names: Mapping[str, tuple[Name, ...]], discs: tuple[Disc, ...], farthest: float, gap: float
    ) -> Mapping[str, PlacedName]:
        found: dict[str, PlacedName] = {}
        written: dict[str, Box] = {}
        waiting: list[str] = []
        for code, ways in names.items():
            first = ways[0]
            whole = _whole(first.letters)
            near = _near_discs(whole, discs, gap)
            others = _near_boxes(whole, written, found, gap)
            if (near or others) and _covered(first.letters, (0.0, 0.0), near, others, gap, 0.0) > 0:
                waiting.append(code)
            else:
                found[code], written[code] = PlacedName(first, (0.0, 0.0)), whole
        # The shortest last: they find room where long ones do not.
        waiting.sort(key=lambda each: -len(names[each][0].letters))
        for code in waiting:
            best: PlacedName | None = None
            for way in names[code]:
                around = _grown(_whole(way.letters), farthest)
                near, others = _near_discs(around, discs, gap), _near_boxes(around, written, found, gap)
                here = self._free_place(code, way, near, others, farthest, gap)
                if best is None or here.covered < best.covered - 1e-9:
                    best = here
                if best.covered == 0:
                    break
            assert best is not None
            found[code] = best
            written[code] = _shifted(_whole(best.name.letters), best.aside)
        return found

    def _free_place(
        self, code: str, name: Name, near: tuple[Disc, ...], others: tuple[Box, ...], farthest: float, gap: float
    ) -> PlacedName:
        key = (code, name.letters, near, others, farthest, gap)
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            kept = self._kept[key] = self._search(code, name, near, others, farthest, gap)
        return kept

    def _search(self, code: str, name: Name, near: tuple[Disc, ...], others: tuple[Box, ...], farthest: float, gap: float) -> PlacedName:
        whole = _whole(name.letters)
        middle = ((whole.left + whole.right) / 2, (whole.top + whole.bottom) / 2)
        ground = self._board.provinces[code].levels[-1]
        home = inside(ground, middle)
        left, top = gap * 3 - whole.left, gap * 3 - whole.top
        right, bottom = self._board.width - gap * 3 - whole.right, self._board.height - gap * 3 - whole.bottom
        best, lowest = PlacedName(name, (0.0, 0.0)), math.inf
        strays: list[Point] = []
        for step in _steps(farthest):
            if step != (0.0, 0.0) and not (left < step[0] < right and top < step[1] < bottom):
                continue
            if home and not inside(ground, (middle[0] + step[0], middle[1] + step[1])):
                strays.append(step)
                continue
            covered = _covered(name.letters, step, near, others, gap, lowest)
            if covered < lowest - 1e-9:
                best, lowest = PlacedName(name, step, covered), covered
            if covered == 0:
                # Nothing that stays inside is nearer; out of the province it would have to be much nearer.
                strays = [each for each in strays if math.hypot(*each) < math.hypot(*step) - farthest * _OUTSIDE]
                break
        for step in strays:
            covered = _covered(name.letters, step, near, others, gap, lowest)
            if covered < lowest - 1e-9 or (covered == 0 == lowest and math.hypot(*step) < math.hypot(*best.aside) - farthest * _OUTSIDE):
                best, lowest = PlacedName(name, step, covered), covered
            if covered == 0:
                break
        return best


def _covered(letters: tuple[Box, ...], step: Point, near: tuple[Disc, ...], others: tuple[Box, ...], gap: float, most: float) -> float:
    """Return the depth to which *near* and *others* reach over *letters* moved by *step*, summed; it stops above *most*."""
    total = 0.0
    dx, dy = step
    for left, top, right, bottom in letters:
        left, top, right, bottom = left + dx, top + dy, right + dx, bottom + dy
        for x, y, radius in near:
            across = left - x if x < left else x - right if x > right else 0.0
            down = top - y if y < top else y - bottom if y > bottom else 0.0
            reach = radius + gap
            if across < reach and down < reach:
                distance = math.hypot(across, down)
                if distance < reach:
                    total += reach - distance
        for its_left, its_top, its_right, its_bottom in others:
            wide = (right if right < its_right else its_right) - (left if left > its_left else its_left) + gap
            if wide > 0:
                high = (bottom if bottom < its_bottom else its_bottom) - (top if top > its_top else its_top) + gap
                if high > 0:
                    total += wide if wide < high else high
        if total > most:
            break
    return total


@lru_cache(maxsize=4096)
def _whole(letters: tuple[Box, ...]) -> Box:
    lefts, tops, rights, bottoms = zip(*letters, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _shifted(box: Box, by: Point) -> Box:
    return Box(box.left + by[0], box.top + by[1], box.right + by[0], box.bottom + by[1])


def _grown(box: Box, by: float) -> Box:
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


def _near_discs(box: Box, discs: Sequence[Disc], gap: float) -> tuple[Disc, ...]:
    left, top, right, bottom = _grown(box, gap)
    return tuple([Disc(x, y, r) for x, y, r in discs if left < x + r and x - r < right and top < y + r and y - r < bottom])


def _near_boxes(box: Box, written: Mapping[str, Box], found: Mapping[str, PlacedName], gap: float) -> tuple[Box, ...]:
    """The letters near *box* of names that have their places by now."""
    near: list[Box] = []
    left, top, right, bottom = _grown(box, gap)
    for code, whole in written.items():
        if left < whole[2] and whole[0] < right and top < whole[3] and whole[1] < bottom:
            placed = found[code]
            dx, dy = placed.aside
            near += [
                Box(x1 + dx, y1 + dy, x2 + dx, y2 + dy)
                for x1, y1, x2, y2 in placed.name.letters
                if left < x2 + dx and x1 + dx < right and top < y2 + dy and y1 + dy < bottom
            ]
    return tuple(near)


@lru_cache(maxsize=64)
def _steps(farthest: float) -> tuple[Point, ...]:
    """The ways aside that a name tries, the nearest first."""
    found = [(0.0, 0.0)]
    for ring in range(1, _RINGS + 1):
        reach = farthest * ring / _RINGS
        found += [(math.cos(turn * math.tau / _ANGLES) * reach, math.sin(turn * math.tau / _ANGLES) * reach) for turn in range(_ANGLES)]
    return tuple(found)
