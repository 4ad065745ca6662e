"""Place of a variant that is begun from a drawing: beside the drawing, or with a copy of it among a person's own variants."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.board_editor.workpiece import Workpiece
from app.library.starter import id_from
from app.session.session import Session
from languages import system_words, tr
from variants.source import MANIFEST

_BESIDE = (".svg", ".svgz", ".png", ".jpg", ".md", ".txt")
"""Endings of the files that may lie beside a drawing whose folder becomes a variant's."""


class PlaceError(ValueError):
    """No variant can be begun there; the message says why."""


@dataclass(frozen=True, slots=True)
class Settling:
    """Place of the new variant."""

    root: Path
    drawing: str
    id: str
    original: Path
    """The drawing as it was found."""

    @property
    def is_copy(self) -> bool:
        """True if the drawing is copied there."""
        return self.original.parent != self.root

    def shelve(self, session: Session) -> str:
        """Add it to the shelf of New Game by a link, where it lies elsewhere; returns the news, in a sentence."""
        shelf = session.shelf.folder
        if shelf is None or self.root.parent == shelf:
            return tr("It is on the shelf of New Game.")
        link = shelf / self.id
        try:
            shelf.mkdir(parents=True, exist_ok=True)
            link.symlink_to(self.root, target_is_directory=True)
        except OSError:
            return tr("To have it on the shelf of New Game, move its folder among your variants.")
        return tr("A link to it is on the shelf of New Game.")


def settling(session: Session, drawing: Path, title: str, *, copy: bool) -> Settling:
    """Return the place of the variant of that *title*; a second one of a title gets a number in its id.

    Raises:
        PlaceError: there is one already, or the folder holds other things.
    """
    drawing = drawing.absolute()
    shelf = session.shelf.folder
    if copy and shelf is None:
        raise PlaceError(tr("There is no folder of your own variants."))
    taken = {entry.id for entry in session.shelf.entries()}
    first = wanted = id_from(title) or "my-board"
    number = 2
    while wanted in taken or (shelf is not None and (shelf / wanted).exists()):
        wanted, number = f"{first[:54]}-{number}", number + 1
    if copy and shelf is not None:
        return Settling(shelf / wanted, drawing.name, wanted, drawing)
    why = why_not_beside(drawing)
    if why:
        raise PlaceError(tr("{why} A copy of the drawing among your own variants is a way.", why=why))
    return Settling(drawing.parent, drawing.name, wanted, drawing)


def why_not_beside(drawing: Path) -> str:
    """Return the reason that no variant can be begun in the folder of *drawing*; empty where one can."""
    folder = drawing.absolute().parent
    if (folder / MANIFEST).is_file():
        return tr("There is a {manifest} in {folder} already.", manifest=MANIFEST, folder=folder)
    try:
        others = [each.name for each in folder.iterdir() if not each.name.startswith(".") and each.suffix.casefold() not in _BESIDE]
    except OSError as error:
        return tr("{folder} cannot be read: {strerror}.", folder=folder, strerror=system_words(error))
    if others:
        return tr(
            "{folder} holds other things, such as {others}, that would be part of the variant.", folder=folder, others=sorted(others)[0]
        )
    return ""


def put_down(place: Settling, files: Mapping[str, bytes], piece: Workpiece | None = None) -> Workpiece:
    """Write the files as one step, which can be taken back; the drawing is copied first where it is a copy.

    Raises:
        OSError: they cannot be written.
        StorageError: likewise.
    """
    if place.is_copy:
        place.root.mkdir(parents=True)
        try:
            shutil.copyfile(place.original, place.root / place.drawing)
        except OSError:
            with contextlib.suppress(OSError):
                shutil.rmtree(place.root)
            raise
        piece = None
    piece = piece or Workpiece(place.root / place.drawing)
    piece.perform_all(tr("Begin the variant"), files)
    return piece
