"""Window as used by those who show or change something on the board in front."""

from __future__ import annotations

from typing import Protocol

from app.qt.board.game_page import GamePage


class PageHost(Protocol):
    """Knows the board in front."""

    @property
    def page(self) -> GamePage | None:
        """The page of the game in front; ``None`` on the start page."""
        ...
