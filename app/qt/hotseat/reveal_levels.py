"""How large the words of the reveal are, from a projector to a small screen with large text."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """How the words are set, where there is ever less room."""

    headings: float
    """Times their usual size."""
    margin: int
    """Pixels round all of it."""
    has_keys: bool
    """Whether buttons name their keys; a tip does anyway."""
    has_groups: bool
    """Whether all kinds of steps are listed."""


LEVELS = (
    Level(1.0, 34, has_keys=True, has_groups=True),
    Level(0.75, 34, has_keys=True, has_groups=True),
    Level(0.6, 16, has_keys=False, has_groups=True),
    Level(0.6, 16, has_keys=False, has_groups=False),
    Level(0.45, 16, has_keys=False, has_groups=False),
    Level(0.36, 10, has_keys=False, has_groups=False),
)
