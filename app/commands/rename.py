"""Another name for the game."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import rename_game
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session, game_open


@command("rename", "Rename game…", menu="Game", place=30, available=game_open)
def rename(session: Session, name: RestOfLine) -> None:
    """Give the game another name. The name of its file stays.

    Args:
        name: of the game.
    """
    session.perform(f"Rename game to {name}", lambda game: rename_game(game, name), show_open_turn=False)
