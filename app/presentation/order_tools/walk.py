"""The arrow keys: which province lies next in a direction."""

from __future__ import annotations

from collections.abc import Mapping

from app.presentation.order_tools.touch import ToolKey

_DIRECTIONS: Mapping[ToolKey, tuple[int, int]] = {ToolKey.UP: (0, -1), ToolKey.DOWN: (0, 1), ToolKey.LEFT: (-1, 0), ToolKey.RIGHT: (1, 0)}

SIDEWAYS_COST = 2.0
"""Weight of a step aside, in steps ahead: keeps the cursor on its line."""


def is_arrow_key(key: ToolKey) -> bool:
    """Return True if *key* moves the cursor."""
    return key in _DIRECTIONS


def next_province(places: Mapping[str, tuple[float, float]], start: str, key: ToolKey) -> str:
    """The province that lies nearest to *start* in the direction of *key*; *start* itself where none does.

    Args:
        places: province to its middle, y downward.
        start: where the cursor is; must be in *places*.
        key: one of the four arrow keys.

    A province counts as lying in the direction when it is further ahead than aside.
    """
    ahead_x, ahead_y = _DIRECTIONS[key]
    here_x, here_y = places[start]
    best, best_cost = start, float("inf")
    for province, (x, y) in places.items():
        ahead = (x - here_x) * ahead_x + (y - here_y) * ahead_y
        aside = abs((x - here_x) * ahead_y) + abs((y - here_y) * ahead_x)
        if province == start or ahead <= 0 or aside > ahead:
            continue
        cost = ahead + SIDEWAYS_COST * aside
        if cost < best_cost:
            best, best_cost = province, cost
    return best
