"""The saved text beside the board."""

from __future__ import annotations

from app.commands.base.errors import Abort
from app.commands.base.registry import command
from app.commands.base.screen import screen_of
from app.commands.base.session import Session, game_open
from app.game.dpn.writer import write


@command("show-file", "Show file", menu="File", place=22, shortcut="Ctrl+U", available=game_open)
def show_file(session: Session) -> None:
    """Show the text of the game's file: beside the board in the window, on standard output without one."""
    path = session.document.path
    if path is None:
        raise Abort("This game has no file yet; save it first.")
    if session.services.screen is None:
        session.say(path.read_text(encoding="utf-8") if session.viewer is None else write(session.shown))
    else:
        screen_of(session).show_panel("file")
