"""Several orders with nothing between them: ``A Par - Bur A Mar - Spa F Bre - MAO``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.notation.tokens import Token

MOST_UNITS = 24
"""Units that are named in one stretch; no power has so many to order."""
_MOST_IN_ORDER = 3
"""Units that one order names: its own and the one it supports or carries, and one more for a note."""


def cut_at_units(tokens: Sequence[Token], starts: Sequence[int], is_order: Callable[[Sequence[Token]], bool]) -> list[Sequence[Token]]:
    """*tokens* cut into orders, where there is exactly one way to do so that leaves nothing over; else nothing.

    Args:
        starts: the indices of the tokens at which an order may begin: words for a kind of unit.
        is_order: whether some of the tokens are a whole order.
    """
    if len(starts) < 2 or len(starts) > MOST_UNITS or starts[0] != 0:
        return []
    borders = [*starts, len(tokens)]
    last = len(starts)
    ways = [0] * last + [1]
    following = [0] * last
    for begin in range(last - 1, -1, -1):
        for end in range(begin + 1, min(begin + _MOST_IN_ORDER, last) + 1):
            if ways[end] and is_order(tokens[borders[begin] : borders[end]]):
                ways[begin] += ways[end]
                following[begin] = end
    if ways[0] != 1 or following[0] == last:
        return []
    cut: list[Sequence[Token]] = []
    at = 0
    while at < last:
        cut.append(tokens[borders[at] : borders[following[at]]])
        at = following[at]
    return cut
