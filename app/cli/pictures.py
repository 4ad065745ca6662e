"""Pictures without a display. The one part of the command line that needs Qt."""

from __future__ import annotations

from pathlib import Path

from app import missing_libraries
from app.game.storage.atomic import write_atomically
from app.session.errors import CommandError
from app.session.services import PictureFormat, PictureRequest


def write_picture(request: PictureRequest, format: PictureFormat, path: Path) -> None:  # noqa: A002
    """Draw the board and write it to *path*, whole or not at all.

    Raises:
        CommandError: Qt cannot be loaded, or the variant has no drawn board.
        StorageError: the file cannot be written.
    """
    try:
        from app.qt.board.pictures import content
        from app.qt.map.export import headless_application
        from app.view.drawn_boards import NoBoardError
    except ImportError as error:
        if not missing_libraries.is_qt_missing(error):
            raise
        raise CommandError(missing_libraries.message_for(error)) from error
    application = headless_application()
    try:
        data = content(request, format)
    except (NoBoardError, ValueError) as error:
        raise CommandError(str(error)) from error
    finally:
        del application
    write_atomically(path, data, "writing the picture")
