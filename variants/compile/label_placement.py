"""Placing of names: level where there is room, else along the land, curved where it is; clear of units and centres."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np
import numpy.typing as npt
import shapely
from shapely.ops import nearest_points, substring

from variants.compile.memory import Kept, Memory, marks_of
from variants.compile.regions import polygons_of
from variants.compiled import BASELINE, LINE_HEIGHT, Label, LabelKind


class Effort:
    """The work that went into one board, in looks at a place: some 20 million in a second of processor.

    Args:
        provinces: how many the board has.
        points: of all their outlines.
    """

    much: ClassVar = 85_000_000
    """Beyond it names are placed with less care. A board of 350 provinces as maps have them takes 70 million, the standard board 7."""
    most: ClassVar = 105_000_000
    """Beyond it nothing is tried any more."""

    def __init__(self, provinces: int, points: int = 0) -> None:
        self._spent = 0.0
        # Of more provinces than any map has, or drawn more finely, all else takes long already.
        self._share = min(1.0, 400 / max(1, provinces), (250_000 / max(1, points)) ** 4)

    def spend(self, work: float) -> None:
        """Count *work* that is about to be done."""
        self._spent += work

    @property
    def spent(self) -> float:
        """The work so far."""
        return self._spent

    @property
    def is_much(self) -> bool:
        """True if the rest is to be done with less care."""
        return self._spent > self.much * self._share

    def would_be_much(self, work: float) -> bool:
        """Return True if the rest is to be done with less care once so much more *work* was done."""
        return self._spent + work > self.much * self._share

    @property
    def is_over(self) -> bool:
        """True if nothing more is to be tried."""
        return self._spent > self.most * self._share


_WIDTHS = {
    "abcdefghijklm": (500, 553, 444, 611, 479, 333, 556, 582, 287, 234, 556, 291, 883),
    "nopqrstuvwxyz": (582, 546, 601, 560, 395, 424, 326, 603, 565, 834, 516, 556, 500),
    "ABCDEFGHIJKLM": (778, 611, 709, 774, 611, 556, 763, 832, 337, 333, 726, 611, 946),
    "NOPQRSTUVWXYZ": (831, 786, 604, 786, 668, 525, 613, 778, 722, 1000, 667, 667, 667),
    " .-'": (250, 250, 333, 208),
}
_BY_LETTER = {letter: width for letters, widths in _WIDTHS.items() for letter, width in zip(letters, widths, strict=True)}
_OTHER = 560
"""Letters of other alphabets, digits, accents."""


def width_of(text: str, size: float, spacing: float = 0.0) -> float:
    """Return the width of *text* at font *size*, with *spacing* sizes between its letters."""
    return size * (sum(_BY_LETTER.get(letter, _OTHER) for letter in text) / 1000 + spacing * max(0, len(text) - 1))


Floats = npt.NDArray[np.float64]
Point = tuple[float, float]
_EDGE = 0.2
"""Cost of the distance of one place to one edge, in looks into the field."""
_DISC = 400
"""Cost of each disc beside that."""
_ROOM = 20_000
"""Cost of a field beside them."""


class Room:
    """Distance to the nearest thing in the way, on a grid over the bounds of *ground*; below 0 outside of it and on what is in the way."""

    def __init__(self, ground: shapely.Geometry, discs: Sequence[tuple[Point, float]], cells: int, effort: Effort) -> None:
        left, top, right, bottom = ground.bounds
        self.effort = effort
        effort.spend(_ROOM)
        self.longest = shapely.minimum_bounding_radius(ground) * 2
        """No straight line in it is longer."""
        self.step = max(right - left, bottom - top, 1e-6) / cells
        columns, rows = int((right - left) / self.step) + 3, int((bottom - top) / self.step) + 3
        self.left, self.top = left - self.step, top - self.step
        self.xs, self.ys = np.meshgrid(self.left + np.arange(columns) * self.step, self.top + np.arange(rows) * self.step)
        coarse = shapely.simplify(ground, self.step * 0.2)
        inside = shapely.contains_xy(coarse, self.xs, self.ys)
        self.field: Floats = np.full(inside.shape, -self.step)
        if inside.any():
            self.field[inside] = self._to_edges(coarse, self.xs[inside], self.ys[inside])
        self._keep_off(discs)

    def _to_edges(self, ground: shapely.Geometry, x: Floats, y: Floats) -> Floats:
        """Return the distance of each place from the nearest edge of *ground*."""
        nearest = np.full(len(x), np.inf)
        for ring in shapely.get_rings(ground):
            corners = shapely.get_coordinates(ring)
            edges = np.diff(corners, axis=0)
            self.effort.spend(len(x) * len(edges) * _EDGE)
            for (start_x, start_y), (along_x, along_y) in zip(corners[:-1].tolist(), edges.tolist(), strict=True):
                square = along_x * along_x + along_y * along_y
                if square == 0:
                    continue
                off_x, off_y = x - start_x, y - start_y
                part = np.clip((off_x * along_x + off_y * along_y) / square, 0.0, 1.0)
                off_x -= part * along_x
                off_y -= part * along_y
                np.minimum(nearest, off_x * off_x + off_y * off_y, out=nearest)
        found: Floats = np.sqrt(nearest)
        return found

    def _keep_off(self, discs: Sequence[tuple[Point, float]]) -> None:
        """Take the distances to *discs* into the field, each where it can be nearer than the edge of the ground."""
        most = float(self.field.max())
        rows, columns = self.field.shape
        for (x, y), radius in discs:
            reach = radius + most
            first, last = max(0, int((x - reach - self.left) / self.step)), min(columns, int((x + reach - self.left) / self.step) + 2)
            upper, lower = max(0, int((y - reach - self.top) / self.step)), min(rows, int((y + reach - self.top) / self.step) + 2)
            if first >= last or upper >= lower:
                continue
            self.effort.spend(_DISC + (last - first) * (lower - upper) * _EDGE)
            part = self.field[upper:lower, first:last]
            away = np.hypot(self.xs[upper:lower, first:last] - x, self.ys[upper:lower, first:last] - y)
            np.minimum(part, away - radius, out=part)

    def at(self, x: Floats, y: Floats) -> Floats:
        """The distances at these places, between the grid's points in proportion; far below 0 beyond it."""
        self.effort.spend(x.size)
        rows, columns = self.field.shape
        column = (x - self.left) / self.step
        row = (y - self.top) / self.step
        beyond = (column < 0) | (row < 0) | (column >= columns - 1) | (row >= rows - 1)
        c = np.clip(column, 0, columns - 2).astype(np.int64)
        r = np.clip(row, 0, rows - 2).astype(np.int64)
        part_c, part_r = column - c, row - r
        flat = self.field.ravel()
        base = r * columns + c
        high = flat[base] * (1 - part_c) + flat[base + 1] * part_c
        low = flat[base + columns] * (1 - part_c) + flat[base + columns + 1] * part_c
        found: Floats = np.where(beyond, -1e3, high * (1 - part_r) + low * part_r)
        return found

    def holds(self, points: Sequence[Point], least: float) -> bool:
        """Return True if there is *least* room around each of *points*."""
        places = np.array(points, dtype=np.float64)
        return bool((self.at(places[:, 0], places[:, 1]) >= least).all())

    def spots(self, least: float, most: int) -> tuple[Floats, Floats]:
        """At most *most* places of the grid with *least* room around them, spread evenly."""
        rows, columns = np.nonzero(self.field >= least)
        if len(rows) > most:
            chosen = np.linspace(0, len(rows) - 1, most).astype(np.int64)
            rows, columns = rows[chosen], columns[chosen]
        return self.xs[rows, columns], self.ys[rows, columns]


Disc = tuple[Point, float]

_SAMPLES = np.linspace(-0.5, 0.5, 11)
_ENDS = np.array([-0.5, 0.5])
ANGLES: Floats = np.radians(np.array([0, 9, -9, 18, -18, 30, -30, 44, -44, 58, -58, 70, -70, 82, -82], dtype=np.float64))
_TURNS: Floats = np.radians(np.array([0, 26, -26, 52, -52], dtype=np.float64))
_SPOTS, _MORE_SPOTS, _LOOSE_SPOTS, _FEW_SPOTS = 110, 400, 300, 60


@dataclass(frozen=True, slots=True)
class Spine:
    """An arc that turns by *turn* radians from end to end and runs at *angle* in its middle (*x*, *y*)."""

    x: float
    y: float
    angle: float
    turn: float
    length: float

    def points(self, offset: float = 0.0, count: int = 17) -> list[Point]:
        """Places along it, *offset* below."""
        arc = arcs(np.array([self.turn]), self.length, np.linspace(-0.5, 0.5, count), offset)
        xs, ys = along(np.array([self.x]), np.array([self.y]), np.array([self.angle]), arc)
        return [(round(float(x), 1), round(float(y), 1)) for x, y in zip(xs[0], ys[0], strict=True)]


@dataclass(frozen=True, slots=True)
class Text:
    """Text that must fit: lines of *length*, each *half* high above and below its middle, *apart* from one another."""

    length: float
    half: float
    rows: int
    apart: float
    bends: bool
    """True if it may follow a curve."""


def arcs(turns: Floats, length: float, parts: Floats, offset: float = 0.0) -> tuple[Floats, Floats]:
    """Return the places *parts* (-0.5 to 0.5) of arcs of *length*, forward and to the right of their middles: a row for each turn."""
    bend = np.where(np.abs(turns) < 1e-6, 1e-6, turns)[:, None]
    radius = length / bend
    theta = bend * parts[None, :]
    return radius * np.sin(theta) - offset * np.sin(theta), radius * (1 - np.cos(theta)) + offset * np.cos(theta)


def along(x: Floats, y: Floats, angle: Floats, arc: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Places on many arcs at once, each laid through its middle at its angle: a row for each arc, or for all the same one."""
    forward, across = arc
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return x[:, None] + forward * cos - across * sin, y[:, None] + forward * sin + across * cos


GOOD_ENOUGH = 0.4
"""A level place that costs no more than this is taken without a look at tilted and curved ones."""


def best_spine(room: Room, text: Text, home: Point, reach: float, hidden: Sequence[Disc]) -> tuple[float, Spine] | None:
    """The best place for *text* in *room*, with its cost (0 is perfect, 1 bad), or ``None`` where it fits nowhere.

    Level beats tilted, straight beats curved, near *home* beats far (*reach* is far), and room around it is good up to a point.
    The *hidden* discs, which are seldom drawn, are kept clear of where that costs little.
    """
    if text.length - 1.1 * text.half > room.longest * 1.05:
        return None
    xs, ys = room.spots(text.half, _SPOTS)
    if not len(xs):
        return None
    level = _best_of(room, text, home, reach, hidden, room.spots(text.half, _MORE_SPOTS), ANGLES[:1], _TURNS[:1])
    if (level is not None and level[0] <= GOOD_ENOUGH) or room.effort.is_much:
        return level
    if text.rows > 1:
        tilted = _best_of(room, text, home, reach, hidden, (xs, ys), ANGLES[1:5], _TURNS[:1])
    else:
        tilted = _best_of(room, text, home, reach, hidden, (xs, ys), ANGLES, _TURNS if text.bends else _TURNS[:1])
    return min((each for each in (level, tilted) if each is not None), key=lambda each: each[0], default=None)


def _best_of(
    room: Room,
    text: Text,
    home: Point,
    reach: float,
    hidden: Sequence[Disc],
    spots: tuple[Floats, Floats],
    angles: Floats,
    turns: Floats,
) -> tuple[float, Spine] | None:
    """The best of all spines through these *spots* at these *angles* and *turns*."""
    shape = (len(spots[0]), len(angles), len(turns))
    spot, which, bend = (each.ravel() for each in np.indices(shape))
    angle, turn = angles[which], turns[bend]
    sensible = np.abs(angle) + np.abs(turn) / 2 <= math.radians(90)
    x, y, angle, bend = spots[0][spot[sensible]], spots[1][spot[sensible]], angle[sensible], bend[sensible]
    inset = max(0.2, 1 - 1.1 * text.half / text.length)
    offsets = [(row - (text.rows - 1) / 2) * text.apart for row in range(text.rows)]
    margin = np.full(len(x), np.inf)
    # As close as the letters are high, so that no disc slips between two of them.
    samples = np.linspace(-0.5, 0.5, max(9, math.ceil(text.length / text.half) + 1))
    for parts in (_ENDS, samples):
        margin = np.full(len(x), np.inf)
        for offset in offsets:
            forward, across = arcs(turns, text.length, parts * inset, offset)
            px, py = along(x, y, angle, (forward[bend], across[bend]))
            np.minimum(margin, room.at(px, py).min(axis=1) - text.half, out=margin)
        fits = margin >= 0
        if not fits.any():
            return None
        x, y, angle, bend, margin = x[fits], y[fits], angle[fits], bend[fits], margin[fits]
    turn = turns[bend]
    cost = (
        1.9 * np.abs(angle) / (math.pi / 2)
        + 0.5 * np.abs(turn) / (math.pi / 3)
        + 0.5 * (1 - np.minimum(margin / (0.7 * text.half), 1.0))
        + 0.9 * np.minimum(1.0, np.hypot(x - home[0], y - home[1]) / reach)
    )
    if hidden:
        forward, across = arcs(turns, text.length, _SAMPLES)
        px, py = along(x, y, angle, (forward[bend], across[bend]))
        for (cx, cy), radius in hidden:
            near = np.hypot(px - cx, py - cy).min(axis=1) - text.half - radius
            cost = cost + 0.4 * np.clip(-near / radius, 0.0, 1.0)
    best = int(np.argmin(np.round(cost, 6)))
    return float(cost[best]), Spine(float(x[best]), float(y[best]), float(angle[best]), float(turn[best]), text.length)


def least_bad_spine(room: Room, own: Room, text: Text, home: Point) -> Spine | None:
    """The place for *text* in *room* that leaves its *own* ground least; ``None`` where nothing is free."""
    most, angles = (_FEW_SPOTS, ANGLES[:1]) if room.effort.is_much else (_LOOSE_SPOTS, ANGLES)
    for shrink in (1.0, 0.85, 0.7):
        xs, ys = room.spots(text.half * shrink, most)
        if not len(xs):
            continue
        spot, which = (each.ravel() for each in np.meshgrid(np.arange(len(xs)), np.arange(len(angles)), indexing="ij"))
        x, y, angle = xs[spot], ys[spot], angles[which]
        px, py = along(x, y, angle, arcs(np.zeros(1), text.length, _SAMPLES * 0.94))
        margin = room.at(px, py).min(axis=1) - text.half * shrink
        outside = (own.at(px, py) < 0).mean(axis=1)
        cost = 3.0 * outside + np.abs(angle) + np.hypot(x - home[0], y - home[1]) / text.length
        cost = np.where(margin >= 0, cost, np.inf)
        best = int(np.argmin(np.round(cost, 6)))
        if math.isfinite(cost[best]):
            return Spine(float(x[best]), float(y[best]), float(angle[best]), 0.0, text.length)
    return None


LAND_SIZES = (0.0140, 0.0120, 0.0102, 0.0088)
"""Font sizes by rank, as parts of the board's width: a province has the largest its name fits at without being forced."""
SEA_SIZES = (0.0180, 0.0150, 0.0124, 0.0100)
SHORT_SIZES = (0.0125, 0.0105)
FORCED_SIZES = (0.0078, 0.0068)
"""Sizes for names that fit at no other: they are read when one looks closer."""
RANK_COST = 0.45
"""Cost of a step down in size: as much as a tilt of 20 degrees."""
SEA_SPACING = 0.08
FRAME = 0.0045
"""Distance that names keep from the board's frame, as a part of its width."""
HALF = 0.47
"""Half the height that a line of text needs, in sizes."""
CELLS, COARSE_CELLS = 60, 20
"""Into how many cells a province is divided along its longer side; the second where much work went into other names already."""


def line_breaks(name: str) -> Iterator[tuple[str, ...]]:
    """The ways to write *name* in one, two or three lines."""
    words = name.split()
    yield (name,)
    if len(words) in (2, 3):
        for cut in range(1, len(words)):
            yield (" ".join(words[:cut]), " ".join(words[cut:]))
    if len(words) == 3:
        yield tuple(words)


class LabelPlacer:
    """Places the names of one board."""

    def __init__(self, width: float, discs: Sequence[Disc], grounds: Mapping[str, shapely.Geometry], memory: Memory) -> None:
        self._width = width
        self._memory = memory
        self._tree = shapely.STRtree([shapely.Point(spot).buffer(radius) for spot, radius in discs])
        self._discs = list(discs)
        self._parts = {code: polygons_of(ground)[0] for code, ground in grounds.items()}
        self._marks = dict(zip(self._parts, marks_of(list(self._parts.values())), strict=True))
        self._inner = shapely.box(*_shrunk(shapely.total_bounds(list(grounds.values())).tolist(), FRAME * width))
        self._frame = (width, self._inner.bounds)
        self._rooms: dict[str, Room] = {}
        self._bare_rooms: dict[str, Room] = {}
        self._paid: dict[tuple[str, str], float] = {}
        """Work that went into each room, once it was counted."""
        self._effort = Effort(len(grounds), int(shapely.get_num_coordinates(list(grounds.values())).sum()))

    def _near(self, shape: shapely.Geometry) -> list[Disc]:
        return [self._discs[int(index)] for index in self._tree.query(shape)]

    def full(self, code: str, name: str, sea: bool, hidden: Sequence[Disc]) -> Label | None:
        """The whole name inside its own ground, or ``None`` where it does not fit."""
        spacing = SEA_SPACING if sea else 0.0
        ways, sizes = list(line_breaks(name)), SEA_SIZES if sea else LAND_SIZES
        return self._as_before((code, name, sea, tuple(hidden)), lambda: self._inside(code, ways, sizes, spacing, LabelKind.FULL, hidden))

    def short(self, code: str, sea: bool, hidden: Sequence[Disc]) -> Label | None:
        """The code inside its own ground, or ``None`` where it does not fit."""
        spacing = 0.04 if sea else 0.02
        return self._as_before(
            (code, "", sea, tuple(hidden)), lambda: self._inside(code, [(code,)], SHORT_SIZES, spacing, LabelKind.SHORT, hidden)
        )

    def _as_before(self, what: tuple[str, str, bool, tuple[Disc, ...]], make: Callable[[], Label | None]) -> Label | None:
        """The label of a province inside its own ground, as it was worked out before where nothing has changed.

        Args:
            what: code, name (empty for the code alone), whether it is a sea, discs that are hidden.
            make: works it out.
        """
        code = what[0]
        near = tuple(self._near(self._parts[code]))
        return self._remembered(("label", *what, self._marks[code], near, self._frame), ("own", code), make)

    def _remembered(self, key: tuple[object, ...], room: tuple[str, str], make: Callable[[], Kept]) -> Kept:
        """The label that *make* makes with a *room*, or made before: then the effort is counted as if it were made now."""
        found = self._memory.find(key)
        if isinstance(found, tuple):
            label, work, room_work = found
            owed = work if room in self._paid else work + room_work
            if not self._effort.would_be_much(owed):
                self._effort.spend(owed)
                self._paid.setdefault(room, room_work)
                return cast("Kept", label)
        before, is_paid = self._effort.spent, room in self._paid
        made = make()
        room_work = self._paid.get(room, 0.0)
        work = self._effort.spent - before - (0.0 if is_paid else room_work)
        if not self._effort.is_much:
            self._memory.note(key, (made, work, room_work))
        return made

    def _counted(self, room: tuple[str, str], make: Callable[[], Room]) -> Room:
        """A *room* that is made, its work counted once however it was remembered."""
        before = self._effort.spent
        made = make()
        work = self._effort.spent - before
        if room in self._paid:
            self._effort.spend(-work)
        self._paid.setdefault(room, work)
        return made

    def at_anchor(self, code: str, name: str, sea: bool, spot: Point) -> Label:
        """The whole name, level, where its author wants it: as large and in as few lines as there is room for."""
        spacing, sizes = (SEA_SPACING, SEA_SIZES) if sea else (0.0, LAND_SIZES)
        room = self._room(code)
        for share in sizes:
            size = share * self._width
            for lines in line_breaks(name):
                length = max(width_of(line, size, spacing) for line in lines)
                spine = Spine(*spot, 0.0, 0.0, length)
                offsets = [(row - (len(lines) - 1) / 2) * LINE_HEIGHT * size for row in range(len(lines))]
                if all(room.holds(spine.points(offset), HALF * size) for offset in offsets):
                    return as_label(LabelKind.FULL, lines, spine, size, spacing)
        size = sizes[-1] * self._width
        return as_label(LabelKind.FULL, (name,), Spine(*spot, 0.0, 0.0, width_of(name, size, spacing)), size, spacing)

    def _room(self, code: str) -> Room:
        room = self._rooms.get(code)
        if room is None:
            part = self._parts[code]
            inside = polygons_of(shapely.intersection(part, self._inner))
            ground = inside[0] if inside else part
            room = self._rooms[code] = self._counted(("own", code), lambda: self._room_in(ground, self._near(part)))
        return room

    def _bare_room(self, code: str) -> Room:
        """The ground of a province, with nothing in the way on it."""
        room = self._bare_rooms.get(code)
        if room is None:
            room = self._bare_rooms[code] = self._counted(("bare", code), lambda: self._room_in(self._parts[code], ()))
        return room

    def _room_in(self, ground: shapely.Geometry, discs: Sequence[Disc]) -> Room:
        return Room(ground, discs, COARSE_CELLS if self._effort.is_much else CELLS, self._effort)

    def _inside(
        self, code: str, ways: list[tuple[str, ...]], sizes: Sequence[float], spacing: float, kind: LabelKind, hidden: Sequence[Disc]
    ) -> Label | None:
        if self._effort.is_over:
            return None
        part = self._parts[code]
        room = self._room(code)
        left, top, right, bottom = part.bounds
        home = (part.centroid.x, part.centroid.y)
        reach = max(right - left, bottom - top) / 2
        best: tuple[float, Label] | None = None
        for rank, share in enumerate(sizes):
            if best is not None and best[0] <= rank * RANK_COST:
                break
            size = share * self._width
            for lines in ways:
                length = max(width_of(line, size, spacing) for line in lines)
                text = Text(length, HALF * size, len(lines), LINE_HEIGHT * size, bends=kind is LabelKind.FULL)
                found = best_spine(room, text, home, reach, hidden)
                if found is None:
                    continue
                cost = found[0] + 0.2 * (len(lines) - 1) + RANK_COST * rank
                if best is None or cost < best[0]:
                    best = (cost, as_label(kind, lines, found[1], size, spacing))
        if best is None and sizes is not FORCED_SIZES:
            return self._inside(code, ways, FORCED_SIZES, spacing, kind, hidden)
        return best[1] if best else None

    def loose(self, code: str, name: str, sea: bool, written: Sequence[Written], kind: LabelKind) -> Label:
        """The name where it leaves its ground least, clear of units and names; with a line to its province if need be."""
        full = kind is LabelKind.FULL
        size = ((SEA_SIZES if sea else LAND_SIZES) if full else SHORT_SIZES)[-1] * self._width
        text, spacing = (name, SEA_SPACING if sea else 0.0) if full else (code, 0.02)
        length = width_of(text, size, spacing)
        ground, reach = self._parts[code], length * 0.8
        around = self._memory.get(
            ("around", self._marks[code], reach, self._frame),
            lambda: (polygons_of(shapely.intersection(ground.buffer(reach), self._inner)) or [self._inner])[0],
        )
        discs = (*self._near(around), *(disc for each in written for disc in each.within(around.bounds)))
        key = ("loose", kind, text, sea, self._marks[code], discs, self._frame)
        return self._remembered(key, ("bare", code), lambda: self._loose(code, kind, (text, size, spacing, length), around, discs))

    def _loose(
        self, code: str, kind: LabelKind, words: tuple[str, float, float, float], around: shapely.Geometry, discs: Sequence[Disc]
    ) -> Label:
        """A text, its size, spacing and length, in the ground *around* a province, clear of *discs*."""
        text, size, spacing, length = words
        ground = self._parts[code]
        home = (ground.representative_point().x, ground.representative_point().y)
        spine: Spine | None = None
        if not self._effort.is_over:
            room = self._room_in(around, discs)
            spine = least_bad_spine(room, self._bare_room(code), Text(length, HALF * size, 1, 0.0, bends=False), home)
        if spine is None:
            return as_label(kind, (text,), Spine(home[0], home[1], 0.0, 0.0, length), size, spacing)
        line = shapely.LineString(spine.points())
        if ground.intersects(line):
            return as_label(kind, (text,), spine, size, spacing)
        inner = ground.buffer(-min(6.0, size * 0.3))
        near = nearest_points(line.buffer(HALF * size), ground if inner.is_empty else inner)
        return as_label(kind, (text,), spine, size, spacing, tuple((round(point.x, 1), round(point.y, 1)) for point in near))


class Written:
    """A name that stands on the board, for those that are to keep clear of it."""

    def __init__(self, label: Label, memory: Memory) -> None:
        self._discs = memory.get(("discs", label), lambda: label_discs(label))
        xs, ys = [spot[0] for spot, _ in self._discs], [spot[1] for spot, _ in self._discs]
        self._bounds = min(xs, default=0.0), min(ys, default=0.0), max(xs, default=0.0), max(ys, default=0.0)

    def within(self, bounds: Sequence[float]) -> Sequence[Disc]:
        """Its letters whose middles lie within *bounds*: left, top, right, bottom."""
        left, top, right, bottom = bounds
        own_left, own_top, own_right, own_bottom = self._bounds
        if own_left >= right or own_right <= left or own_top >= bottom or own_bottom <= top:
            return ()
        return [(spot, radius) for spot, radius in self._discs if left < spot[0] < right and top < spot[1] < bottom]


def _shrunk(bounds: Sequence[float], margin: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = bounds
    return left + margin, top + margin, right - margin, bottom - margin


def as_label(
    kind: LabelKind, lines: tuple[str, ...], spine: Spine, size: float, spacing: float, leader: tuple[Point, ...] | None = None
) -> Label:
    """The label along *spine*."""
    path: tuple[Point, ...] | None = None
    if abs(spine.turn) > 1e-3:
        longer = Spine(spine.x, spine.y, spine.angle, spine.turn * 1.12, spine.length * 1.12)
        path = tuple(longer.points(BASELINE * size))
    angle = round(math.degrees(spine.angle), 1)
    return Label(kind, lines, round(spine.x, 1), round(spine.y, 1), angle, round(size, 1), spacing, path, leader)


def label_area(label: Label) -> shapely.Geometry:
    """The ground that the letters of *label* cover."""
    half = HALF * label.size
    if label.path is not None:
        line = shapely.LineString(label.path)
        cut = max(0.0, (line.length - width_of(label.lines[0], label.size, label.spacing)) / 2)
        inner = substring(line, cut, line.length - cut)
        return shapely.offset_curve(inner, -BASELINE * label.size).buffer(half, cap_style="flat")
    angle = math.radians(label.angle)
    parts: list[shapely.Geometry] = []
    for row, text in enumerate(label.lines):
        offset = (row - (len(label.lines) - 1) / 2) * LINE_HEIGHT * label.size
        middle = (label.x - offset * math.sin(angle), label.y + offset * math.cos(angle))
        spine = Spine(*middle, angle, 0.0, width_of(text, label.size, label.spacing))
        parts.append(shapely.LineString(spine.points(count=2)).buffer(half, cap_style="flat"))
    return shapely.union_all(parts)


def label_discs(label: Label) -> list[Disc]:
    """The letters of *label* as a chain of discs."""
    radius = HALF * label.size
    found: list[Disc] = []
    for part in shapely.get_parts(label_area(label)):
        inner = shapely.buffer(part, -0.9 * radius)
        core = (inner if not inner.is_empty else part).exterior
        found += [((x, y), radius) for x, y in shapely.get_coordinates(shapely.segmentize(core, radius)).tolist()]
    return found
