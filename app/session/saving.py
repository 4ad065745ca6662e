"""Saving games, with the questions that come with it."""

from __future__ import annotations

from pathlib import Path

from app.game.document import Document
from app.game.storage.atomic import is_there
from app.game.storage.errors import Failure, StorageError
from app.session.errors import Abort, GivenUp
from app.session.services import FileKind, chosen
from app.session.session import Session
from languages import mark, tr

_OVER, _LEAVE = mark("Write over it"), mark("Leave it")


def save_document(session: Session, document: Document, path: Path | None = None, *, over: bool = False) -> None:
    """Write *document* to *path*, or where it came from; a game without a file asks for one.

    Args:
        over: write even if another program changed the file since it was read; otherwise that is asked.

    Raises:
        Abort: no file was chosen, or the file changed by another program is to stay.
        StorageError: it could not be written; the game in memory and the file are whole.
    """
    target = path
    if target is None and document.path is None:
        place = session.services.save_path(FileKind.GAME, f"{document.game.name}.dpn")
        if place is None:
            raise GivenUp(tr("No file was chosen."))
        target = with_ending(place)
    try:
        document.save(target, over_outside_changes=over)
    except StorageError as error:
        if error.failure is not Failure.CHANGED_OUTSIDE or not session.services.is_interactive:
            raise
        if chosen(session.services, f"{error} {tr('Write over it?')}", (_OVER, _LEAVE)) != _OVER:
            raise GivenUp(tr("Not saved.")) from error
        document.save(target, over_outside_changes=True)


def with_ending(path: Path) -> Path:
    """*path*, ending in ``.dpn`` where it has no ending.

    Raises:
        Abort: it names no file, such as ``/``.
    """
    if not path.name:
        raise Abort(tr("{path} is no name for a file.", path=path))
    return path if path.suffix else path.with_name(f"{path.name}.dpn")


def may_replace(session: Session, path: Path) -> bool:
    """Return True if *path* is free, or a person agrees to write over the file there."""
    if not is_there(path):
        return True
    return session.services.is_interactive and chosen(session.services, tr("{path} is there already.", path=path), (_OVER, _LEAVE)) == _OVER
