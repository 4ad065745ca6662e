"""Division of the list of orders into columns: powers stay whole, and all columns are about as long. No Qt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

LEAST_WIDTH = 265
"""Pixels that a column needs."""

MOST = 3

Columns = tuple[tuple[int, ...], ...]
"""The numbers of the blocks in each column."""

ONE_COLUMN: Columns = ((),)
"""All powers below one another, scrolled."""


def columns(blocks: Sequence[int], most: int, height: int) -> Columns | None:
    """*blocks* in at most so many columns, filled so that the longest is as short as can be; ``None`` where they do not fit.

    Args:
        blocks: the height of each block, in pixels.
        most: how many columns there is room for.
        height: of the list, in pixels.
    """
    lengths = range(max(blocks, default=0), height + 1)
    least = bisect_left(lengths, -most, key=lambda longest: -len(_filled(blocks, longest)))  # longer columns are never more
    return _filled(blocks, lengths[least]) if least < len(lengths) else None


def _filled(blocks: Sequence[int], longest: int) -> Columns:
    """Columns that are filled one after the other, none longer than *longest*."""
    found: list[list[int]] = [[]]
    room = longest
    for number, block in enumerate(blocks):
        if block > room and found[-1]:
            found.append([])
            room = longest
        found[-1].append(number)
        room -= block
    return tuple(map(tuple, found))
