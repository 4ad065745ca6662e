"""Writes the files that keep the story of a game, each whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import assert_never

from app.game.record import Cursor
from app.game.storage.atomic import is_there, write_atomically
from app.game.storage.errors import storing
from app.presentation.drawn_boards import NoBoardError
from app.qt.board.picture_content import content
from app.session.errors import CommandError, GivenUp
from app.session.requests import StoryFormat, StoryRequest
from app.session.services import GoOn, PictureFormat, PictureRequest
from languages import mark, tr

_DOING = mark("writing the story")


def read_for(format: StoryFormat) -> None:  # noqa: A002 - the protocol's word
    """Read the modules that draw *format*, which another thread may go on with."""
    match format:
        case StoryFormat.PAGE:
            from app.qt.statistics import web_page  # noqa: F401
        case StoryFormat.FILM | StoryFormat.SEASON:
            from app.qt.statistics import film  # noqa: F401
        case StoryFormat.BOOKLET:
            from app.qt.statistics import booklet  # noqa: F401
        case StoryFormat.PICTURES:
            pass


def write(request: StoryRequest, format: StoryFormat, path: Path, go_on: GoOn) -> None:  # noqa: A002 - the protocol's word
    """Make what *request* asks for and write it to *path*.

    Raises:
        GivenUp: *go_on* returned no; nothing is written.
        CommandError: it cannot be drawn, or there is something at the place of a new folder.
        StorageError: it could not be written.
    """
    try:
        if format is StoryFormat.PICTURES:
            _write_pictures(request, path, go_on)
        else:
            write_atomically(path, _content(request, format, go_on), _DOING)
    except NoBoardError as error:
        raise CommandError(str(error)) from error


def _content(request: StoryRequest, format: StoryFormat, go_on: GoOn) -> bytes:  # noqa: A002 - the protocol's word
    """The bytes of the file; what makes each kind is brought in when it is wanted."""
    match format:
        case StoryFormat.PAGE:
            from app.qt.statistics.web_page import web_page

            return web_page(request, go_on)
        case StoryFormat.FILM:
            from app.qt.statistics.film import game_film

            return game_film(request, go_on)
        case StoryFormat.SEASON:
            from app.qt.statistics.film import season_film

            return season_film(request, go_on)
        case StoryFormat.BOOKLET:
            from app.qt.statistics.booklet import booklet

            return booklet(request, go_on)
        case StoryFormat.PICTURES:
            raise ValueError("a folder has no bytes")
        case _:
            assert_never(format)


def _write_pictures(request: StoryRequest, folder: Path, go_on: GoOn) -> None:
    """A PNG of each phase in a new folder, which appears when all of them are in it."""
    if is_there(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(tr("{folder} is there already; name a folder that is new or empty.", folder=folder))
    line = request.game.line(request.branch)
    with storing(folder, _DOING):
        folder.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".entente-", dir=folder.parent))
    try:
        for index, turn in enumerate(line):
            if not go_on(index, len(line), str(turn.phase)):
                raise GivenUp(tr("Stopped: no pictures were written."))
            hidden = request.hidden.get(index, frozenset())
            asked = PictureRequest(request.game, Cursor(request.branch, index), request.view, request.width, hidden)
            write_atomically(making / f"{index + 1:03d} {turn.phase}.png", content(asked, PictureFormat.PNG), _DOING)
        with storing(folder, _DOING):
            making.chmod(0o755)
            if folder.is_dir():
                folder.rmdir()
            making.rename(folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def unused(folder: Path) -> Path:
    """*folder*, or where that is taken the first of ``folder 2``, ``folder 3``, ... that is not."""
    found, number = folder, 1
    while is_there(found):
        number += 1
        found = folder.with_name(f"{folder.name} {number}")
    return found
