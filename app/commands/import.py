"""Boards and unit symbols of other programs brought onto the shelf."""

# ruff: noqa: N999 - a command's file has its name, and this one is a keyword of Python

from __future__ import annotations

from pathlib import Path

from app.commands.base.errors import Abort
from app.commands.base.registry import command
from app.commands.base.services import FileKind
from app.commands.base.session import Session
from variants.fault import Severity

MOST_LINES = 40
"""Lines of a report that are shown; all of them are kept in the variant's folder."""


@command("import", "Import…", menu="File", place=14)
def import_board(session: Session, file: Path | None = None, *, into: Path | None = None) -> None:
    """Bring in boards of other programs, jDip's packages, map files of the judges and folders of DiplomacyGM; or jDip's unit symbols.

    Each variant becomes a folder that New Game offers, each pack of symbols a set that the command pieces shows. What was mended is
    listed, and kept beside them.

    Args:
        file: the zip archive, .map file or folder; asked for unless given.
        into: the folder for the new folders and sets; where your own lie unless given.
    """
    from app.shelf.importing import keep, keep_units, read_board  # brings in the geometry library, which no other command waits for

    path = file or session.services.open_path(FileKind.BOARD)
    if path is None:
        raise Abort("No file was chosen.")
    target, sets = into or session.shelf.folder, into or session.unit_sets.folder
    if target is None or sets is None:
        raise Abort("There is no folder of your own; say where with --into=FOLDER.")
    try:
        result = read_board(path)
    except OSError as error:
        raise Abort(f"{path} cannot be read: {error.strerror or error}.") from error
    told = [str(line) for line in result.report]
    made: list[str] = []
    taken = {entry.id for entry in session.shelf.entries()}
    for variant in result.variants:
        told += [str(line) for line in variant.report]
        if any(line.severity is Severity.ERROR for line in variant.report):
            told.append(f"{variant.name} cannot be played and is left out.")
            continue
        try:
            folder = keep(variant, target, taken)
        except OSError as error:
            raise Abort(f"{target} cannot be written: {error.strerror or error}.") from error
        taken.add(folder.name)
        made.append(f"{variant.name}: {folder.name}")
    shown: list[str] = []
    for pack in result.units:
        told += [str(line) for line in pack.report]
        if not pack.content:
            told.append(f"The symbols {pack.name} cannot be used and are left out.")
            continue
        try:
            shown.append(f"{pack.name}: show it with: pieces {keep_units(pack, sets)}")
        except OSError as error:
            raise Abort(f"{sets} cannot be written: {error.strerror or error}.") from error
    lines = list(dict.fromkeys(told))
    if not made and not shown:
        raise Abort("\n".join([f"Nothing could be imported from {path.name}.", *lines[:MOST_LINES]]))
    more = [f"and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    boards = [f"Imported into {target}:", *(f"  {each}" for each in made)] if made else []
    symbols = [f"Unit symbols imported into {sets}:", *(f"  {each}" for each in shown)] if shown else []
    session.say("\n".join([*lines[:MOST_LINES], *more, *boards, *symbols]))
