"""Compiled boards as text: JSON with flat lists of whole numbers, read strictly and within bounds.

Coordinates are counted in parts of a unit (``scale`` of them make one): whole numbers are read four times as fast. Outlines are checked
when the file is read and become points when they are first asked for, since at the start only one of the three levels is drawn.

The text is not trusted: it may come out of a cache folder or a stranger's archive. Everything is checked before it becomes a value.
"""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar, overload

from adjudicator.board import Terrain
from languages import tr
from variants.compiled import (
    FORMAT,
    LEVELS,
    Adjacent,
    Border,
    BorderKind,
    CompiledBoard,
    Decoration,
    DecorationKind,
    Label,
    LabelKind,
    Line,
    Point,
    Polygon,
    ProvinceShape,
)
from variants.fault import Fault, VariantError
from variants.languages import board_words

LARGEST_BOARD = 48 * 1024 * 1024
MOST_PROVINCES = 2000
FARTHEST = 1e6

Outlines = list[list["array[int]"]]

Kind = TypeVar("Kind", bound=StrEnum)


Texts = dict[tuple[int, int], tuple[object, str]]
"""Text of outlines by their identity and the scale; the outlines are held, so that no others get that identity."""


def write_board(board: CompiledBoard, known: Texts | None = None) -> bytes:
    """*board* as JSON, the same bytes for the same board.

    Args:
        known: the text of outlines that were written before; afterwards that of this board's alone.
    """
    out = _Writer(board.width)
    texts: Texts = {}
    old = {} if known is None else known

    def outlines(key: object, make: Callable[[], object]) -> str:
        place = id(key), out.scale
        texts[place] = old.get(place) or (key, _text(make()))
        return texts[place][1]

    def province(shape: ProvinceShape) -> str:
        return (
            f'{_text(out.province(shape))[:-1]},"levels":{outlines(shape.levels, lambda: [out.polygons(each) for each in shape.levels])}}}'
        )

    def border(each: Border) -> str:
        return f"{_text([each.kind, *each.provinces])[:-1]},{outlines(each.lines, lambda: out.lines(each.lines))}]"

    head = {
        "format": board.format,
        "svg_sha256": board.svg_sha256,
        "width": board.width,
        "height": board.height,
        "scale": out.scale,
        "symbol_scale": board.symbol_scale,
        "background": board.background,
        "foreground": board.foreground,
    }
    lines = [f"{_text(key)}: {_text(value)}" for key, value in head.items()]
    lines.append(_block("provinces", [f"{_text(code)}: {province(shape)}" for code, shape in board.provinces.items()], "{}"))
    lines.append(_block("borders", [border(each) for each in board.borders], "[]"))
    decorations = [[each.kind, each.rank, each.name, out.polygons(each.polygons), out.lines(each.lines)] for each in board.decorations]
    lines.append(_block("decorations", [_text(each) for each in decorations], "[]"))
    lines.append(_block("adjacency", [_text([*each.provinces, each.length, each.witnesses]) for each in board.adjacency], "[]"))
    if known is not None:
        known.clear()
        known |= texts
    return ("{" + ",\n".join(lines) + "}\n").encode()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _block(name: str, lines: Sequence[str], brackets: str) -> str:
    return f"{_text(name)}: {brackets[0]}\n" + ",\n".join(lines) + f"\n{brackets[1]}"


def _short(value: float) -> float | int:
    """The shortest form: 12 for 12.0."""
    return int(value) if value == int(value) else value


class _Writer:
    """Values to what JSON knows, points as whole numbers."""

    def __init__(self, width: float) -> None:
        self.scale = 10 ** max(0, math.ceil(math.log10(20_000 / width)))
        """Scale that gives a board some 20,000 parts or more across."""

    def points(self, points: Iterable[Point]) -> list[int]:
        return [round(part * self.scale) for point in points for part in point]

    def lines(self, lines: Sequence[Line]) -> list[list[int]]:
        """Return the number of points of each line, and the points of all: hills are a thousand short lines."""
        return [[len(line) for line in lines], self.points(point for line in lines for point in line)]

    def polygons(self, polygons: Iterable[Polygon]) -> list[list[list[int]]]:
        return [[self.points(ring) for ring in polygon] for polygon in polygons]

    def places(self, places: Mapping[str, Point]) -> dict[str, list[int]]:
        return {coast: self.points([point]) for coast, point in places.items()}

    def province(self, shape: ProvinceShape) -> dict[str, object]:
        """All of it but its outlines."""
        return {
            "terrain": shape.terrain,
            "units": self.places(shape.units),
            "retreats": self.places(shape.retreats),
            "supply": None if shape.supply is None else self.points([shape.supply]),
            "spare": None if shape.spare is None else self.points([shape.spare]),
            "labels": [self.label(label) for label in shape.labels],
            "straits": self.polygons(shape.straits),
            "bounds": self.points([shape.bounds[:2], shape.bounds[2:]]),
        }

    def label(self, label: Label) -> dict[str, object]:
        out: dict[str, object] = {
            "kind": label.kind,
            "lines": list(label.lines),
            "at": self.points([(label.x, label.y)]),
            "form": [_short(label.angle), _short(label.size), _short(label.spacing)],
        }
        if label.path is not None:
            out["path"] = self.points(label.path)
        if label.leader is not None:
            out["leader"] = self.points(label.leader)
        return out


class _BadBoardError(ValueError):
    """Fault of the text; the message names the place."""


def read_board(content: bytes, source: str = "board.json") -> CompiledBoard:
    """The board that :func:`write_board` wrote.

    Raises:
        VariantError: the text is too large, no JSON, of another format, or anything in it is not what it must be.
    """
    if len(content) > LARGEST_BOARD:
        what = tr("the compiled board has {count} bytes", count=len(content))
        raise VariantError((Fault(source, None, what, tr("at most {most}", most=LARGEST_BOARD)),))
    try:
        table = json.loads(content)
        return _board_in(_table(table, "the board"))
    except (ValueError, RecursionError) as error:
        what = tr("no compiled board: {why}", why=board_words(error))
        raise VariantError((Fault(source, None, what[:300], tr("a board compiled by this version")),)) from None


def _board_in(table: Mapping[str, object]) -> CompiledBoard:
    if table.get("format") != FORMAT:
        raise _BadBoardError(f"format is {table.get('format')!r:.30}, not {FORMAT}")
    scale = table.get("scale")
    if not isinstance(scale, int) or isinstance(scale, bool) or not 1 <= scale <= 10**9:
        raise _BadBoardError(f"scale is {scale!r:.30}")
    return _Reader(scale).board(table)


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _BadBoardError(f"{what} is no table")
    return value


def _list(value: object, what: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list):
        raise _BadBoardError(f"{what} is no list")
    if length is not None and len(value) != length:
        raise _BadBoardError(f"{what} is no list of {length}")
    return value


def _words(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _BadBoardError(f"{what} is no text")
    return value


def _kind(kinds: type[Kind], value: object) -> Kind:
    try:
        return kinds(_words(value, "a kind"))
    except ValueError:
        raise _BadBoardError(f"unknown kind {value!r:.30}") from None


def _number(value: object, what: str, least: float = -FARTHEST) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= FARTHEST:
        raise _BadBoardError(f"{what} is {value!r:.30}")
    return value


def _flat(value: object, least: int) -> array[int]:
    """A line of *least* points or more. The array checks each number in one pass of C: this runs over a hundred thousand at every start."""
    if not isinstance(value, list) or len(value) % 2 or len(value) < 2 * least:
        raise _BadBoardError("a line has half a point, or too few")
    try:
        return array("i", value)
    except (TypeError, OverflowError):
        raise _BadBoardError("a line holds something that is no whole number, or leads too far") from None


def _as_points(flat: array[int], scale: int) -> Line:
    each = iter([part / scale for part in flat])
    return tuple(zip(each, each, strict=True))


class _Levels(Sequence[tuple[Polygon, ...]]):
    """Outlines that become points when they are asked for."""

    __slots__ = ("_made", "_raw", "_scale")

    def __init__(self, raw: Sequence[Outlines], scale: int) -> None:
        self._raw = raw
        self._scale = scale
        self._made: dict[int, tuple[Polygon, ...]] = {}

    @overload
    def __getitem__(self, index: int) -> tuple[Polygon, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[Polygon, ...], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[Polygon, ...] | tuple[tuple[Polygon, ...], ...]:
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self._raw))))
        place = range(len(self._raw))[index]
        made = self._made.get(place)
        if made is None:
            made = tuple(tuple(_as_points(ring, self._scale) for ring in polygon) for polygon in self._raw[place])
            self._made[place] = made
        return made

    def __len__(self) -> int:
        return len(self._raw)

    def __iter__(self) -> Iterator[tuple[Polygon, ...]]:
        return (self[index] for index in range(len(self._raw)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class _Reader:
    """Checked JSON to values."""

    def __init__(self, scale: int) -> None:
        self._scale = scale

    def board(self, table: Mapping[str, object]) -> CompiledBoard:
        provinces = _table(table.get("provinces"), "provinces")
        if len(provinces) > MOST_PROVINCES:
            raise _BadBoardError("too many provinces")
        shapes = {code: self.province(code, _table(each, f"province {code[:20]}")) for code, each in provinces.items()}
        return CompiledBoard(
            svg_sha256=_words(table.get("svg_sha256"), "svg_sha256"),
            width=_number(table.get("width"), "width", 1e-6),
            height=_number(table.get("height"), "height", 1e-6),
            provinces=MappingProxyType(shapes),
            borders=tuple(self.border(_list(each, "a border", 4), shapes) for each in _list(table.get("borders"), "borders")),
            decorations=tuple(self.decoration(_list(each, "a decoration", 5)) for each in _list(table.get("decorations"), "decorations")),
            adjacency=tuple(_adjacent_in(_list(each, "a pair", 4), shapes) for each in _list(table.get("adjacency"), "adjacency")),
            background=_words(table.get("background"), "background"),
            foreground=_words(table.get("foreground"), "foreground"),
            symbol_scale=_number(table.get("symbol_scale"), "symbol_scale", 0.05),
        )

    def line(self, value: object, least: int = 2) -> Line:
        return _as_points(_flat(value, least), self._scale)

    def point(self, value: object) -> Point:
        (point,) = self.line(value, 1)
        return point

    def lines(self, value: object) -> tuple[Line, ...]:
        counts, flat = _list(value, "lines", 2)
        points = self.line(flat, 0)
        lines: list[Line] = []
        at = 0
        for count in _list(counts, "the lengths of lines"):
            if not isinstance(count, int) or count < 2:
                raise _BadBoardError("a line has too few points")
            lines.append(points[at : at + count])
            at += count
        if at != len(points):
            raise _BadBoardError("lines have not the lengths that are stated")
        return tuple(lines)

    def outlines(self, value: object) -> Outlines:
        found: Outlines = []
        for polygon in _list(value, "polygons"):
            rings = [_flat(ring, 3) for ring in _list(polygon, "a polygon")]
            if not rings:
                raise _BadBoardError("a polygon has no ring")
            found.append(rings)
        return found

    def polygons(self, value: object) -> tuple[Polygon, ...]:
        return tuple(tuple(_as_points(ring, self._scale) for ring in polygon) for polygon in self.outlines(value))

    def places(self, value: object, what: str) -> Mapping[str, Point]:
        return MappingProxyType({coast: self.point(each) for coast, each in _table(value, what).items()})

    def province(self, code: str, table: Mapping[str, object]) -> ProvinceShape:
        levels = [self.outlines(level) for level in _list(table.get("levels"), f"levels of {code}", LEVELS)]
        if not all(levels):
            raise _BadBoardError(f"{code} has no outline")
        units, retreats = (self.places(table.get(name), f"{name} of {code}") for name in ("units", "retreats"))
        if "" not in units or units.keys() != retreats.keys():
            raise _BadBoardError(f"{code} lacks a place for a unit or for its retreat")
        supply, spare = table.get("supply"), table.get("spare")
        (left, top), (right, bottom) = self.line(_list(table.get("bounds"), f"bounds of {code}", 4))
        return ProvinceShape(
            code,
            _kind(Terrain, table.get("terrain")),
            _Levels(levels, self._scale),
            units,
            retreats,
            None if supply is None else self.point(supply),
            None if spare is None else self.point(spare),
            tuple(self.label(_table(each, "a label")) for each in _list(table.get("labels"), f"labels of {code}")),
            self.polygons(table.get("straits")),
            (left, top, right, bottom),
        )

    def label(self, table: Mapping[str, object]) -> Label:
        lines = tuple(_words(each, "a label's line") for each in _list(table.get("lines"), "a label's lines"))
        if not lines or len(lines) > 4 or any(len(line) > 80 for line in lines):
            raise _BadBoardError("a label is empty or too long")
        x, y = self.point(table.get("at"))
        angle, size, spacing = (_number(each, "a label's form") for each in _list(table.get("form"), "a label's form", 3))
        path, leader = table.get("path"), table.get("leader")
        return Label(
            _kind(LabelKind, table.get("kind")),
            lines,
            x,
            y,
            angle,
            size,
            spacing,
            None if path is None else self.line(path),
            None if leader is None else self.line(leader),
        )

    def border(self, parts: list[object], shapes: Mapping[str, ProvinceShape]) -> Border:
        kind, first, second, lines = parts
        for code in (first, second):
            if code is not None and code not in shapes:
                raise _BadBoardError(f"a border of an unknown province {code!r:.30}")
        ends = tuple(None if code is None else str(code) for code in (first, second))
        return Border(_kind(BorderKind, kind), (ends[0], ends[1]), self.lines(lines))

    def decoration(self, parts: list[object]) -> Decoration:
        kind, rank, name, polygons, lines = parts
        if not isinstance(rank, int) or isinstance(rank, bool):
            raise _BadBoardError("a decoration's rank is no whole number")
        return Decoration(_kind(DecorationKind, kind), rank, _words(name, "a name"), self.polygons(polygons), self.lines(lines))


def _adjacent_in(parts: list[object], shapes: Mapping[str, ProvinceShape]) -> Adjacent:
    first, second, length, witnesses = parts
    if first not in shapes or second not in shapes:
        raise _BadBoardError("a pair of unknown provinces")
    if witnesses not in (1, 2):
        raise _BadBoardError("a pair has one witness or two")
    return Adjacent((str(first), str(second)), _number(length, "a border's length", 0), int(str(witnesses)))
