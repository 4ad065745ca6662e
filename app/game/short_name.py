"""The short name of a game, by which players of a mail judge call it: ``SIGNON fstraits password``."""

from __future__ import annotations

import re
from dataclasses import replace

from app.game.record import Game

SHORT = "short-name"
"""The setting of a game that holds it."""

_SHORT = re.compile(r"[a-z0-9][a-z0-9-]{1,19}")


def short_name_of(game: Game) -> str:
    """The short name of *game*; empty where it has none."""
    return dict(game.settings).get(SHORT, "")


def is_short_name(text: str) -> bool:
    """Return True if *text* can be one: 2 to 20 small letters, digits and hyphens."""
    return _SHORT.fullmatch(text) is not None


def with_short_name(game: Game, name: str) -> Game:
    """*game* with that short name; none where it is empty."""
    others = tuple(pair for pair in game.settings if pair[0] != SHORT)
    return replace(game, settings=(*others, (SHORT, name)) if name else others)
