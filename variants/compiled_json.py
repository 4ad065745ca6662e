"""Compiled boards as text: JSON with flat lists of numbers, read strictly and within bounds.

The text is not trusted: it may come out of a cache folder or a stranger's archive. Everything is checked before it becomes a value.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from adjudicator.board import Terrain
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

LARGEST_BOARD = 48 * 1024 * 1024
MOST_PROVINCES = 2000
FARTHEST = 1e6

Kind = TypeVar("Kind", bound=StrEnum)


def write_board(board: CompiledBoard) -> bytes:
    """*board* as JSON, the same bytes for the same board."""
    head = {
        "format": board.format,
        "svg_sha256": board.svg_sha256,
        "width": board.width,
        "height": board.height,
        "background": board.background,
        "foreground": board.foreground,
    }
    lines = [f"{_text(key)}: {_text(value)}" for key, value in head.items()]
    lines.append(_block("provinces", [f"{_text(code)}: {_text(_province_out(shape))}" for code, shape in board.provinces.items()], "{}"))
    lines.append(_block("borders", [_text([b.kind, *b.provinces, _lines_out(b.lines)]) for b in board.borders], "[]"))
    lines.append(
        _block(
            "decorations",
            [_text([d.kind, d.rank, d.name, _polygons_out(d.polygons), _lines_out(d.lines)]) for d in board.decorations],
            "[]",
        ),
    )
    lines.append(_block("adjacency", [_text([*a.provinces, a.length, a.witnesses]) for a in board.adjacency], "[]"))
    return ("{" + ",\n".join(lines) + "}\n").encode()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _block(name: str, lines: Sequence[str], brackets: str) -> str:
    return f"{_text(name)}: {brackets[0]}\n" + ",\n".join(lines) + f"\n{brackets[1]}"


def _number(value: float) -> float | int:
    """Shortest form: 12 for 12.0; a hundredth is kept."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def _flat(points: Iterable[Point]) -> list[float | int]:
    return [_number(part) for point in points for part in point]


def _lines_out(lines: Iterable[Line]) -> list[list[float | int]]:
    return [_flat(line) for line in lines]


def _polygons_out(polygons: Iterable[Polygon]) -> list[list[list[float | int]]]:
    return [_lines_out(polygon) for polygon in polygons]


def _places_out(places: Mapping[str, Point]) -> dict[str, list[float | int]]:
    return {coast: _flat([point]) for coast, point in places.items()}


def _province_out(shape: ProvinceShape) -> dict[str, object]:
    return {
        "terrain": shape.terrain,
        "units": _places_out(shape.units),
        "retreats": _places_out(shape.retreats),
        "supply": None if shape.supply is None else _flat([shape.supply]),
        "labels": [_label_out(label) for label in shape.labels],
        "straits": _polygons_out(shape.straits),
        "bounds": [_number(each) for each in shape.bounds],
        "levels": [_polygons_out(level) for level in shape.levels],
    }


def _label_out(label: Label) -> dict[str, object]:
    out: dict[str, object] = {
        "kind": label.kind,
        "lines": list(label.lines),
        "at": [_number(label.x), _number(label.y), _number(label.angle), _number(label.size), _number(label.spacing)],
    }
    if label.path is not None:
        out["path"] = _flat(label.path)
    if label.leader is not None:
        out["leader"] = _flat(label.leader)
    return out


class _BadBoardError(ValueError):
    """Something in the text is not what it must be; the message names the place."""


def read_board(content: bytes, source: str = "board.json") -> CompiledBoard:
    """The board that :func:`write_board` wrote.

    Raises:
        VariantError: the text is too large, no JSON, of another format, or anything in it is not what it must be.
    """
    if len(content) > LARGEST_BOARD:
        raise VariantError((Fault(source, None, f"the compiled board has {len(content)} bytes", f"at most {LARGEST_BOARD}"),))
    try:
        table = json.loads(content)
        return _board_in(_table(table, "the board"))
    except (ValueError, RecursionError) as error:
        raise VariantError((Fault(source, None, f"no compiled board: {error}"[:300], "a board compiled by this version"),)) from None


def _board_in(table: Mapping[str, object]) -> CompiledBoard:
    if table.get("format") != FORMAT:
        raise _BadBoardError(f"format is {table.get('format')!r:.30}, not {FORMAT}")
    provinces = _table(table.get("provinces"), "provinces")
    if len(provinces) > MOST_PROVINCES:
        raise _BadBoardError("too many provinces")
    shapes = {code: _province_in(code, _table(each, f"province {code[:20]}")) for code, each in provinces.items()}
    return CompiledBoard(
        svg_sha256=_words(table.get("svg_sha256"), "svg_sha256"),
        width=_positive(table.get("width"), "width"),
        height=_positive(table.get("height"), "height"),
        provinces=MappingProxyType(shapes),
        borders=tuple(_border_in(_list(each, "a border", 4), shapes) for each in _list(table.get("borders"), "borders")),
        decorations=tuple(_decoration_in(_list(each, "a decoration", 5)) for each in _list(table.get("decorations"), "decorations")),
        adjacency=tuple(_adjacent_in(_list(each, "a pair", 4), shapes) for each in _list(table.get("adjacency"), "adjacency")),
        background=_words(table.get("background"), "background"),
        foreground=_words(table.get("foreground"), "foreground"),
    )


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _BadBoardError(f"{what} is no table")
    return value


def _list(value: object, what: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise _BadBoardError(f"{what} is no list{'' if length is None else f' of {length}'}")
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


def _numbers(value: object, what: str, length: int | None = None) -> list[float]:
    """A list of finite numbers. One pass of built-ins each: this runs over a hundred thousand of them at every start."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise _BadBoardError(f"{what} is no list{'' if length is None else f' of {length}'} of numbers")
    if not set(map(type, value)) <= {int, float}:
        raise _BadBoardError(f"{what} holds something that is no number")
    if value and not (min(value) >= -FARTHEST and max(value) <= FARTHEST):
        raise _BadBoardError(f"{what} holds a number that is too large")
    return value


def _positive(value: object, what: str) -> float:
    (number,) = _numbers([value], what)
    if number <= 0:
        raise _BadBoardError(f"{what} is {number}")
    return number


def _point(value: object, what: str) -> Point:
    x, y = _numbers(value, what, 2)
    return x, y


def _line(value: object, least: int = 2) -> Line:
    numbers = _numbers(value, "a line")
    if len(numbers) % 2 or len(numbers) < 2 * least:
        raise _BadBoardError("a line has half a point, or too few")
    each = iter(numbers)
    return tuple(zip(each, each, strict=True))


def _lines_in(value: object) -> tuple[Line, ...]:
    return tuple(_line(each) for each in _list(value, "lines"))


def _polygons_in(value: object) -> tuple[Polygon, ...]:
    found: list[Polygon] = []
    for polygon in _list(value, "polygons"):
        rings = tuple(_line(ring, 3) for ring in _list(polygon, "a polygon"))
        if not rings:
            raise _BadBoardError("a polygon has no ring")
        found.append(rings)
    return tuple(found)


def _places_in(value: object, what: str) -> Mapping[str, Point]:
    return MappingProxyType({coast: _point(each, what) for coast, each in _table(value, what).items()})


def _province_in(code: str, table: Mapping[str, object]) -> ProvinceShape:
    levels = tuple(_polygons_in(level) for level in _list(table.get("levels"), f"levels of {code}", LEVELS))
    if not all(levels):
        raise _BadBoardError(f"{code} has no outline")
    supply = table.get("supply")
    left, top, right, bottom = _numbers(table.get("bounds"), f"bounds of {code}", 4)
    return ProvinceShape(
        code,
        _kind(Terrain, table.get("terrain")),
        levels,
        _places_in(table.get("units"), f"units of {code}"),
        _places_in(table.get("retreats"), f"retreats of {code}"),
        None if supply is None else _point(supply, f"supply of {code}"),
        tuple(_label_in(_table(each, "a label")) for each in _list(table.get("labels"), f"labels of {code}")),
        _polygons_in(table.get("straits")),
        (left, top, right, bottom),
    )


def _label_in(table: Mapping[str, object]) -> Label:
    lines = tuple(_words(each, "a label's line") for each in _list(table.get("lines"), "a label's lines"))
    if not lines or len(lines) > 4 or any(len(line) > 80 for line in lines):
        raise _BadBoardError("a label is empty or too long")
    x, y, angle, size, spacing = _numbers(table.get("at"), "a label's place", 5)
    path, leader = table.get("path"), table.get("leader")
    return Label(
        _kind(LabelKind, table.get("kind")),
        lines,
        x,
        y,
        angle,
        size,
        spacing,
        None if path is None else _line(path),
        None if leader is None else _line(leader),
    )


def _border_in(parts: list[object], shapes: Mapping[str, ProvinceShape]) -> Border:
    kind, first, second, lines = parts
    for code in (first, second):
        if code is not None and code not in shapes:
            raise _BadBoardError(f"a border of an unknown province {code!r:.30}")
    ends = tuple(None if code is None else str(code) for code in (first, second))
    return Border(_kind(BorderKind, kind), (ends[0], ends[1]), _lines_in(lines))


def _decoration_in(parts: list[object]) -> Decoration:
    kind, rank, name, polygons, lines = parts
    if not isinstance(rank, int) or isinstance(rank, bool):
        raise _BadBoardError("a decoration's rank is no whole number")
    return Decoration(_kind(DecorationKind, kind), rank, _words(name, "a name"), _polygons_in(polygons), _lines_in(lines))


def _adjacent_in(parts: list[object], shapes: Mapping[str, ProvinceShape]) -> Adjacent:
    first, second, length, witnesses = parts
    if first not in shapes or second not in shapes:
        raise _BadBoardError("a pair of unknown provinces")
    (measured,) = _numbers([length], "a border's length")
    if witnesses not in (1, 2):
        raise _BadBoardError("a pair has one witness or two")
    return Adjacent((str(first), str(second)), measured, int(str(witnesses)))
