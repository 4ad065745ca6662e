"""A variant made into one file for a friend."""

from __future__ import annotations

import tempfile
from pathlib import Path

from app.commands.declaring.registry import command
from app.game.edits import new_game
from app.game.storage.atomic import is_there, write_atomically
from app.session.errors import Abort, CommandError, GivenUp
from app.session.roles import Who
from app.session.saving import may_replace
from app.session.services import FileKind, PictureFormat, PictureRequest
from app.session.session import Session
from app.session.starting import playable_at
from app.session.view_options import View
from languages import plural, system_words, tr
from variants.catalogue import CatalogueEntry
from variants.packed import ENDING

THUMBNAIL_WIDTH = 480
"""Pixels."""


@command("pack", "Pack a variant for a friend…", who=Who.ANYBODY, menu="Tools", place=26)
def pack(session: Session, variant: str, file: Path | None = None, *, replace: bool = False) -> None:
    """Put a variant into one file for a friend: its rules and boards, its own unit symbols and hooks, SOURCE.md, a picture, checksums.

    Whoever gets it drops the file on the window, names it on the command line, or uses import. Variants of yours that it extends come
    along. The same variant gives the same file.

    Args:
        variant: its name on the shelf, or its folder.
        file: a zip archive inside, whose name ends in .dpv, or in .zip where you write so; beside where you are, named by the variant,
            unless given. In the window it is asked for.
        replace: write over a file that is there already.
    """
    from app.board_editor.packing import packed

    entry = playable_at(session, variant)
    suggestion = f"{entry.id}{ENDING}"
    path = file or (Path(suggestion) if session.services.screen is None else session.services.save_path(FileKind.PACK, suggestion))
    if path is None:
        raise GivenUp(tr("No file was chosen."))
    if path.suffix.casefold() not in (ENDING, ".zip"):
        path = path.with_name(f"{path.name}{ENDING}")
    if file is not None and is_there(path) and not replace and not may_replace(session, path):
        raise Abort(tr("{path} is there already; --replace writes over it.", path=path))
    try:
        content, names = packed(entry, session.shelf.entry, session.unit_sets.folder, thumbnail(session, entry))
    except (OSError, ValueError) as error:
        raise Abort(tr("{entry} cannot be read: {error}", entry=entry.id, error=system_words(error))) from error
    write_atomically(path, content, tr("packing the variant"))
    session.say(
        plural(
            "{entry}: {count} file, {text} kB, packed into {path}.",
            "{entry}: {count} files, {text} kB, packed into {path}.",
            len(names),
            entry=entry.id,
            text=max(1, len(content) // 1000),
            path=path,
        )
    )


def thumbnail(session: Session, entry: CatalogueEntry) -> bytes:
    """A small picture of the start; empty where it cannot be drawn, which does not prevent sending the variant."""
    shelved = session.shelf.find(entry.id)
    known = session.shelf.entry(entry.id)
    if shelved is None or known is None or (entry.own and known.source is not entry.source):  # boards are painted from the shelf
        session.say(tr("There is no small picture in it: {variant} is not on the shelf of New Game.", variant=entry.id))
        return b""
    game = new_game(shelved.variant, checksum=shelved.checksum)
    request = PictureRequest(game, game.last(), View(), THUMBNAIL_WIDTH)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "start.png"
        try:
            session.services.write_picture(request, PictureFormat.PNG, path)
            return path.read_bytes()
        except (CommandError, OSError) as error:
            session.say(tr("There is no small picture in it: {error}", error=system_words(error)))
            return b""
