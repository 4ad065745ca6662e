"""Pictures of the board: exported, copied, printed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.moments import moment
from app.session.nearest import did_you_mean, nearest
from app.session.pictures import picture_of
from app.session.services import FileKind, PictureFormat
from app.session.session import Session, board_on_screen, game_open
from app.session.unit_sets import named_set


@command("export", "Export picture…", menu="File", place=30, shortcut="Ctrl+E", available=game_open)
def export(session: Session, file: Path | None = None, *, phase: Phase | None = None, width: int = 1800, pieces: str | None = None) -> None:
    """Write a picture of the board with its orders to a file: PNG, SVG or PDF, by the file's ending.

    Args:
        file: where to; asked for unless given.
        phase: of when; the phase that is shown unless given.
        width: of a PNG, in pixels: 100 to 16000.
        pieces: what units look like: the id of a set of unit symbols; as on the screen unless given.
    """
    if not 100 <= width <= 16_000:
        raise Abort(f"A picture can be 100 to 16000 pixels wide, not {width}.")
    cursor = session.cursor if phase is None else moment(session, phase)
    shown = session.shown.turn(cursor).phase
    path = file or session.services.save_path(FileKind.PICTURE, f"{session.game.name} {shown}.png")
    if path is None:
        raise Abort("No file was chosen.")
    ending = path.suffix.casefold().lstrip(".")
    formats = {each.value: each for each in PictureFormat}
    if ending not in formats:
        raise Abort(f"{path}: a picture's file ends in .png, .svg or .pdf{did_you_mean(nearest(ending, formats))}")
    chosen = None if pieces is None else named_set(session, pieces)
    session.services.write_picture(picture_of(session, cursor, width, chosen), formats[ending], path)
    session.say(f"{shown} written to {path}.")


@command("print", "Print…", menu="File", place=31, shortcut="Ctrl+P", available=board_on_screen)
def print_board(session: Session) -> None:
    """Print the board as it is shown."""
    session.services.print_picture(picture_of(session, session.cursor), preview=False)


@command("print-preview", "Print preview", menu="File", place=32, shortcut="Ctrl+Shift+P", available=board_on_screen)
def print_preview(session: Session) -> None:
    """Show what printing the board would give."""
    session.services.print_picture(picture_of(session, session.cursor), preview=True)


@command("copy-picture", "Copy picture of the board", menu="Edit", place=32, available=game_open)
def copy_picture(session: Session, *, width: int = 1800) -> None:
    """Put a picture of the board as it is shown onto the clipboard.

    Args:
        width: in pixels.
    """
    session.services.copy_picture(picture_of(session, session.cursor, width))
    session.say("Picture copied.")
