"""Adjacency of provinces, as two independent witnesses see it.

One draws every province into a grid of numbers, lets the numbers grow over thin gaps, and counts neighbours; the other measures how much of
the outlines lie close together. What both see is sure; what one sees is for the designer to confirm. Straits, canals and touching corners
are no matter of shapes: the ``bridges`` of the drawing say those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from variants.compile.area_operations import near_parts, shared_line, swollen
from variants.compile.memory import Memory
from variants.compiled import Adjacent

GAP = 0.005
"""Widest gap that still is a border, as a part of the board's width."""
CLOSE = 0.002
"""Distance of outlines up to which the second witness takes them to touch, as a part of the board's width."""
LEAST_CELLS = 7
"""A border shorter than this many cells of the grid is a touching corner."""

Grid = npt.NDArray[np.unsignedinteger[Any]]


def derive_adjacency(
    shapes: Mapping[str, shapely.Geometry],
    width: float,
    height: float,
    bridges: Sequence[tuple[str, str, bool, tuple[str, ...]]] = (),
    columns: int = 0,
    memory: Memory | None = None,
) -> tuple[Adjacent, ...]:
    """Every pair of provinces that touches, with the length of its border in units of the drawing, sorted."""
    memory = memory or Memory()
    marks = memory.marks(list(shapes.values()))
    key = ("adjacency", width, height, columns, tuple(bridges), *shapes, *marks)
    return memory.get(key, partial(_adjacency, shapes, width, height, bridges, columns, memory))


def _adjacency(
    shapes: Mapping[str, shapely.Geometry],
    width: float,
    height: float,
    bridges: Sequence[tuple[str, str, bool, tuple[str, ...]]],
    columns: int,
    memory: Memory,
) -> tuple[Adjacent, ...]:
    columns = columns or (2400 if len(shapes) <= 200 else 3600)
    cell = width / columns
    seen = {pair: count * cell for pair, count in _grid_pairs(shapes, width, height, columns).items() if count >= LEAST_CELLS}
    measured = _close_pairs(shapes, width, LEAST_CELLS * cell, memory)
    pairs = {
        pair: Adjacent(pair, round(seen.get(pair, measured.get(pair, 0.0)), 1), (pair in seen) + (pair in measured))
        for pair in (*seen, *measured)
    }
    for first, second, cut, units in bridges:
        pair = (min(first, second), max(first, second))
        if first not in shapes or second not in shapes or first == second:
            continue
        if cut and (not units or len(units) > 1):
            pairs.pop(pair, None)
        elif not cut:
            pairs[pair] = Adjacent(pair, pairs[pair].length if pair in pairs else 0.0, 2)
    return tuple(pairs[pair] for pair in sorted(pairs))


def _grid_pairs(shapes: Mapping[str, shapely.Geometry], width: float, height: float, columns: int) -> dict[tuple[str, str], int]:
    codes = sorted(shapes)
    grid = draw_grid([shapes[code] for code in codes], width, height, columns)
    _grow(grid, max(1, round(GAP * columns / 2)))
    return {(codes[a - 1], codes[b - 1]): count for (a, b), count in _neighbour_counts(grid).items()}


def draw_grid(shapes: Sequence[shapely.Geometry], width: float, height: float, columns: int) -> Grid:
    """The number of the shape, counted from 1, that covers the middle of each cell; 0 where there is none; the later shape on top.

    A rim of one empty cell lies around the board, so that every cell of it has neighbours.
    """
    rows = max(1, round(columns * height / width))
    scale = columns / width
    grid = np.zeros((rows + 2, columns + 2), dtype=np.uint16 if len(shapes) < 1 << 16 else np.uint32)
    for number, shape in enumerate(shapes, start=1):
        _fill(grid, shape, scale, number)
    return grid


def _fill(grid: Grid, shape: shapely.Geometry, scale: float, number: int) -> None:
    """Scan lines: where each edge crosses the middle of a row, sorted, is where the shape begins and ends in turn."""
    rows, columns = grid.shape[0] - 2, grid.shape[1] - 2
    crossings: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]] = []
    for ring in shapely.get_rings(shapely.get_parts(shape)):
        points = shapely.get_coordinates(ring) * scale
        x0, y0, x1, y1 = points[:-1, 0], points[:-1, 1], points[1:, 0], points[1:, 1]
        low, high = np.minimum(y0, y1), np.maximum(y0, y1)
        first = np.clip(np.ceil(low - 0.5), 0, rows).astype(np.int64)
        last = np.clip(np.ceil(high - 0.5), 0, rows).astype(np.int64)
        count = last - first
        edges = np.repeat(np.arange(len(count)), count)
        if not len(edges):
            continue
        starts = np.repeat(np.cumsum(count) - count, count)
        row = first[edges] + np.arange(len(edges)) - starts
        part = (row + 0.5 - y0[edges]) / (y1[edges] - y0[edges])
        crossings.append((row, x0[edges] + part * (x1[edges] - x0[edges])))
    if not crossings:
        return
    row = np.concatenate([each[0] for each in crossings])
    x = np.concatenate([each[1] for each in crossings])
    order = np.lexsort((x, row))
    row, x = row[order], x[order]
    if len(row) % 2:
        return
    width = columns + 2
    at = (row + 1) * width + 1 + np.clip(np.ceil(x - 0.5), 0, columns).astype(np.int64)
    begin, end = at[::2], at[1::2]
    starts = np.flatnonzero(
        np.append(True, (np.diff(begin) != width) | (np.diff(end) != width))
    )  # the others lie right below the one before
    heights = np.diff(np.append(starts, len(begin)))
    cells = grid.reshape(-1)
    for first, last, height in zip(begin[starts].tolist(), end[starts].tolist(), heights.tolist(), strict=True):
        if height == 1:
            cells[first:last] = number
        else:
            top, left = divmod(first, width)
            grid[top : top + height, left : left + last - first] = number


def _grow(grid: Grid, times: int) -> None:
    """Spread the numbers into empty cells beside them, *times* cells far: from the left first, then the right, above and below.

    Only the cells that are about to be filled are looked at; most of a grid is filled, or far from what is.
    """
    width = grid.shape[1]
    cells = grid.reshape(-1)
    empty = grid == 0
    filled = ~empty.reshape(-1)
    empty[[0, -1]] = empty[:, [0, -1]] = False  # the rim around the grid stays empty
    if not empty.any():
        return
    is_empty = empty.reshape(-1)
    beside = np.zeros_like(is_empty)
    inner = beside[width:-width]
    np.logical_or(filled[width - 1 : -width - 1], filled[width + 1 : -width + 1], out=inner)
    inner |= filled[: -2 * width]
    inner |= filled[2 * width :]
    front = np.flatnonzero(beside & is_empty)
    del beside, inner, filled  # each has as many cells as the grid
    for _ in range(times):
        number = cells[front - 1]
        for step in (1, -width, width):
            number = np.where(number == 0, cells[front + step], number)
        cells[front] = number
        is_empty[front] = False
        around = np.concatenate((front - 1, front + 1, front - width, front + width))
        front = np.unique(around[is_empty[around]])


def _neighbour_counts(grid: Grid) -> dict[tuple[int, int], int]:
    """Return the numbers of cells of one number beside those of another: the border's length in cells, the longer of across and down."""
    cells = grid.reshape(-1)  # the last cell of a row and the first of the next are both empty: no border
    most = int(cells.max()) + 1
    counts: dict[tuple[int, int], int] = {}
    for step in (1, grid.shape[1]):
        at = np.flatnonzero(cells[step:] != cells[:-step])
        ours, theirs = cells[at].astype(np.int64), cells[at + step].astype(np.int64)
        low, high = np.minimum(ours, theirs), np.maximum(ours, theirs)
        keys, numbers = np.unique((low * most + high)[low > 0], return_counts=True)
        for key, number in zip(keys.tolist(), numbers.tolist(), strict=True):
            pair = divmod(key, most)
            counts[pair] = max(counts.get(pair, 0), number)
    return counts


def _run_beside(outline: shapely.Geometry, shape: shapely.Geometry, reach: float, grown: dict[int, shapely.Geometry], number: int) -> float:
    """Length of the *outline* within *reach* of a *shape*, which is *grown* by its *number* once."""
    if number not in grown:
        grown[number] = swollen(shape, reach)
    near = near_parts(outline, shape, reach)
    return max(0.0, float(shapely.intersection(near, near_parts(grown[number], near)).length) - 2.5 * reach)


def _close_pairs(shapes: Mapping[str, shapely.Geometry], width: float, least: float, memory: Memory) -> dict[tuple[str, str], float]:
    """Pairs whose outlines run close to one another for *least* units or more, and for how long."""
    codes = sorted(shapes)
    geometries = [shapes[code] for code in codes]
    outlines = shapely.boundary(geometries)
    marks = memory.marks(geometries)
    tree = shapely.STRtree(geometries)
    reach = CLOSE * width
    found: dict[tuple[str, str], float] = {}
    grown: dict[int, shapely.Geometry] = {}
    for first, second in zip(*tree.query(geometries, predicate="dwithin", distance=reach), strict=True):
        if first >= second:
            continue
        key = (marks[first], marks[second])
        line = partial(shared_line, geometries[first], geometries[second], outlines[first], outlines[second])
        shared = float(memory.get(("shared line", *key), line).length)
        if shared < least:
            beside = partial(_run_beside, outlines[first], geometries[second], reach, grown, int(second))
            shared = memory.get(("beside", *key, reach), beside)
        if shared >= least:
            found[codes[first], codes[second]] = shared
    return found
