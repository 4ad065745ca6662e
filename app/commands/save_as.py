"""Saving in another file."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.saving import may_replace, save_document, with_ending
from app.session.services import FileKind
from app.session.session import Session, game_open


@command("save-as", "Save as…", menu="File", place=21, shortcut="Ctrl+Shift+S", available=game_open)
def save_as(session: Session, file: Path | None = None, *, replace: bool = False) -> None:
    """Write the game to another file, and go on with that one.

    Args:
        file: where to; asked for unless given.
        replace: write over a file that is there already.
    """
    document = session.document
    if file is None:
        path = session.services.save_path(FileKind.GAME, f"{document.game.name}.dpn")
        if path is None:
            raise Abort("No file was chosen.")
        path = with_ending(path)
    else:
        path = with_ending(file)
        if not replace and path != document.path and not may_replace(session, path):
            raise Abort(f"{path} is there already; --replace writes over it.")
    save_document(session, document, path)
    session.say(f"Saved in {path}.")
