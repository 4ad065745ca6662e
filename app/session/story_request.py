"""What is asked for when the story of a game is kept in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.game.record import Game
from app.session.view_options import View


class StoryFormat(StrEnum):
    """What the story of a game is kept as."""

    PAGE = "page"
    """One HTML page with everything."""
    FILM = "film"
    """A GIF of all phases."""
    SEASON = "season"
    """A GIF of one phase: its orders, then what comes of them."""
    BOOKLET = "booklet"
    """A PDF with a page for each phase."""
    PICTURES = "pictures"
    """A folder with a PNG of each phase."""


@dataclass(frozen=True, slots=True)
class StoryRequest:
    """A game, to be kept as its maker may see it: nothing else is in it, open orders neither."""

    game: Game
    branch: str
    view: View
    viewer: str | None = None
    """Whose eyes *game* is seen through."""
    hidden: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """By turn, the provinces of which the viewer knows nothing; turns that are seen whole are absent."""
    letters: bool = False
    """Whether press between single powers is shown."""
    turn: int | None = None
    """The phase that a film of a season shows."""
    width: int = 900
    """Pixels of the pictures of a film or a folder."""
