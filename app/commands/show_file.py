"""The saved text beside the board."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.game.dpn.source import LARGEST
from app.game.dpn.writer import write
from app.game.storage.atomic import read_bounded
from app.game.storage.errors import StorageError
from app.session.errors import Abort
from app.session.session import Session, game_open


@command("show-file", "Show file", menu="File", place=22, shortcut="Ctrl+U", available=game_open)
def show_file(session: Session) -> None:
    """Show the text of the game's file: beside the board in the window, on standard output without one.

    A game that was not saved yet is shown as saving would write it.
    """
    path = session.document.path
    if session.services.screen is not None:
        screen_of(session).show_panel("file")
    elif path is None or session.viewer is not None:
        session.say(write(session.shown))
    else:
        try:
            session.say(read_bounded(path, LARGEST).decode("utf-8", "replace"))
        except StorageError as error:
            raise Abort(str(error)) from error
