"""Which of a variant's drawings a game is shown on. The choice travels in the game; the rules do not know it."""

from __future__ import annotations

from dataclasses import replace

from app.game.record import Game

_KEY = "drawing"


def drawing_of(game: Game) -> str:
    """The id of the drawing; empty for the variant's first."""
    return next((value for key, value in game.settings if key == _KEY), "")


def with_drawing(game: Game, drawing: str) -> Game:
    """*game* shown on another drawing; empty for the variant's first."""
    others = tuple(pair for pair in game.settings if pair[0] != _KEY)
    return replace(game, settings=(*others, (_KEY, drawing)) if drawing else others)
