"""Bit sets of spots, and what can be reached from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """The numbers in the bit set *mask*, from the lowest.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def reachable(links: Sequence[int], starts: int, allowed: int) -> int:
    """*starts*, and those of *allowed* to which *links* lead from them, over others of *allowed*.

    >>> links = [0b0010, 0b0101, 0b1010, 0b0100]
    >>> bin(reachable(links, starts=0b0001, allowed=0b0110))
    '0b111'
    """
    seen = fresh = starts
    while fresh:
        found = 0
        while fresh:
            low = fresh & -fresh
            found |= links[low.bit_length() - 1]
            fresh ^= low
        fresh = found & allowed & ~seen
        seen |= fresh
    return seen
