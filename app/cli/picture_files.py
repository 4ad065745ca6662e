"""Pictures without a display. The one part of the command line that needs Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from app import missing_libraries
from app.game.storage.atomic import write_atomically
from app.session.errors import CommandError
from app.session.requests import OrdersForm, ResultsSheet, StoryFormat, StoryRequest
from app.session.services import GoOn, PictureFormat, PictureRequest
from languages import tr

Drawn = TypeVar("Drawn")

_applications: list[object] = []


def write_picture(request: PictureRequest, format: PictureFormat, path: Path) -> None:  # noqa: A002
    """Draw the board and write it to *path*, whole or not at all.

    Raises:
        CommandError: Qt cannot be loaded, or the variant has no drawn board.
        StorageError: the file cannot be written.
    """

    write_atomically(path, draw_picture(request, format), tr("writing the picture"))


def draw_picture(request: PictureRequest, format: PictureFormat) -> bytes:  # noqa: A002
    """The bytes of a file with the board.

    Raises:
        CommandError: Qt cannot be loaded, or the variant has no drawn board.
    """

    def draw() -> bytes:
        from app.qt.board.picture_content import content

        return content(request, format)

    return _drawn(draw)


def draw_sheet(sheet: ResultsSheet) -> bytes:
    """The bytes of a PDF with the results of a phase.

    Raises:
        CommandError: Qt cannot be loaded, or the variant has no drawn board.
    """

    def draw() -> bytes:
        from app.qt.gm.results_pdf import results_pdf

        return results_pdf(sheet)

    return _drawn(draw)


def draw_forms(forms: Sequence[OrdersForm]) -> bytes:
    """The bytes of a PDF with sheets for orders.

    Raises:
        CommandError: Qt cannot be loaded.
    """

    def draw() -> bytes:
        from app.qt.gm.results_pdf import forms_pdf

        return forms_pdf(forms)

    return _drawn(draw)


def write_story(request: StoryRequest, format: StoryFormat, path: Path, go_on: GoOn) -> None:  # noqa: A002
    """Draw the story of a game and write it to *path*, whole or not at all.

    Raises:
        CommandError: Qt is not to be had, or the variant has no drawn board.
        StorageError: a file cannot be written.
    """

    def draw() -> None:
        from app.qt.statistics.story_files import write

        write(request, format, path, go_on)

    _drawn(draw)


def _drawn(draw: Callable[[], Drawn]) -> Drawn:
    try:
        from app.presentation.drawn_boards import NoBoardError
        from app.qt.map.export import headless_application
    except ImportError as error:
        if not missing_libraries.is_qt_missing(error):
            raise
        raise CommandError(missing_libraries.message_for(error)) from error
    _applications[:] = [headless_application()]  # kept: what is drawn next must not find another one
    try:
        return draw()
    except (NoBoardError, ValueError) as error:
        raise CommandError(str(error)) from error
