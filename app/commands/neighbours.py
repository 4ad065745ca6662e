"""Neighbours read off the drawing of a variant."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.session.errors import Abort
from app.session.session import Session
from entente.words.names import counted, join_words
from variants import FolderSource, Severity, VariantError
from variants.inherit import MANIFEST
from variants.toml_text import read_toml


@command("neighbours", "Neighbours from a drawing…", menu="Tools", place=25)
def neighbours(session: Session, variant: Path, *, write: bool = False) -> None:
    """Read off the drawing of a variant which provinces border on which, and what it says of them.

    Provinces that variant.toml lacks, and neighbours of those that list none, are told as the lines to put there, or written into the
    file. What stands in the file already is left as it is: correct a terrain or a list there, and ask again.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        write: put the lines into the file.
    """
    root = (variant.parent if variant.name == MANIFEST else variant).absolute()
    if not root.is_dir() and session.shelf.folder is not None and variant == Path(variant.name):
        root = session.shelf.folder / variant.name
    if not (root / MANIFEST).is_file():
        raise Abort(f"There is no {MANIFEST} in {root}.")
    # Drawing libraries are loaded only when there is a drawing to look at.
    from variants.compile.fill_in import fill_in, stated_terrains
    from variants.compile.neighbours import propose

    source = FolderSource(root)
    try:
        content = source.read(MANIFEST)
        toml = read_toml(MANIFEST, content)
        drawing = _drawing(toml.table)
        proposal = propose(source.read(drawing), stated_terrains(toml), drawing)
        filled = fill_in(MANIFEST, content, proposal.provinces)
    except VariantError as error:
        raise Abort("\n".join(map(str, error.faults))) from error
    except (OSError, ValueError) as error:
        raise Abort(f"{root.name} cannot be read: {error}") from error
    errors = [fault for fault in proposal.faults if fault.severity is Severity.ERROR]
    if errors:
        raise Abort("\n".join(("The drawing cannot be used yet:", *map(str, errors))))
    parts = (
        counted(len(filled.added), "new province") if filled.added else "",
        f"neighbours for {counted(len(filled.listed), 'province')} without any" if filled.listed else "",
    )
    told = join_words(part for part in parts if part)
    if not filled.added and not filled.listed:
        session.say(f"{root.name}: every province of the drawing has its neighbours already.")
    elif write:
        try:
            write_atomically(root / MANIFEST, filled.text.encode(), "writing the variant")
        except StorageError as error:
            raise Abort(str(error)) from error
        session.say(f"{root.name}: {told}, written into {MANIFEST}. check-variant compares both from now on.")
    else:
        session.say("\n".join((f"{root.name}: {told}. --write puts this into {MANIFEST}:", "", *filled.lines)))


def _drawing(table: object) -> str:
    """The first drawing that the file names.

    Raises:
        ValueError: it names none, or has its board from another variant.
    """
    tables = table if isinstance(table, dict) else {}
    if "extends" in tables:
        raise ValueError(f"its board is that of {tables['extends']!r:.40}, whose neighbours stand there")
    maps = tables.get("maps")
    for each in maps.values() if isinstance(maps, dict) else ():
        file = each.get("file") if isinstance(each, dict) else None
        if isinstance(file, str) and file.endswith(".svg"):
            return file
    raise ValueError('it names no drawing: [maps.main] with file = "board.svg"')
