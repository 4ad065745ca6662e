"""Variants of one's own: begun, filled in from a drawing, checked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adjudicator.board import Board
from app.commands.declaring.registry import command
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.parameter_kinds import RestOfLine
from app.session.roles import Who
from app.session.session import Session
from app.shelf.starter import DRAWING, TakenError, write_starter
from entente.words.names import counted, join_words
from variants import FolderSource, Severity, Source, VariantError, VariantFolder, read_with_faults, shipped_source
from variants.check import check_variant as check_folder
from variants.fault import Fault
from variants.inherit import MANIFEST
from variants.toml_text import read_toml


@command("check-variant", "Check a variant…", who=Who.ANYBODY, menu="Tools", place=23)
def check_variant(session: Session, variant: Path) -> None:
    """List every fault of a variant and of its drawings, each with its place and what was expected.

    Errors stand in the way of playing, warnings do not. The exit code says whether there were errors.

    Args:
        variant: its folder, its variant.toml, or the name it has on the shelf.
    """
    name, source, read, found = _read(session, variant)
    faults = list(found)
    if read is not None:
        faults += [fault for fault in check_folder(read) if fault not in faults]
        faults += session.unit_sets.faults_of(read)
        for drawing in (each.file for each in read.maps if each.file.endswith(".svg")):
            faults += _drawing_faults(source, drawing, read.variant.board)
    for fault in faults:
        session.say(f"{fault} ({fault.severity})")
    errors = sum(fault.severity is Severity.ERROR for fault in faults)
    session.say(f"{name}: {counted(errors, 'error')}, {counted(len(faults) - errors, 'warning')}")
    if errors:
        raise Abort(f"{name} cannot be played as it is.")


def _read(session: Session, variant: Path) -> tuple[str, Source, VariantFolder | None, Iterable[Fault]]:
    """What *variant* is called, where its files are, what was read of it, and the faults of reading."""
    root = (variant.parent if variant.name == MANIFEST else variant).absolute()
    if not root.is_dir():
        entry = session.shelf.entry(str(variant))
        if entry is None:
            near = did_you_mean(nearest(str(variant), session.shelf.ids()))
            raise Abort(f"{variant} is no folder, and no variant on the shelf is called so{near}.")
        return entry.id, entry.source, entry.folder, entry.faults

    def library(variant_id: str) -> Source:
        beside = root.parent / variant_id
        return FolderSource(beside) if (beside / MANIFEST).is_file() else shipped_source(variant_id)

    source = FolderSource(root)
    return root.name, source, *read_with_faults(source, library)


def _drawing_faults(source: Source, file: str, rules: Board) -> tuple[Fault, ...]:
    # Drawing libraries are loaded only when there is a drawing to look at.
    from variants.compile.check_board import check_board

    try:
        content = source.read(file)
    except (OSError, ValueError) as error:
        return (Fault(MANIFEST, None, f"the drawing {file} cannot be read: {error}", "a file of the variant's folder"),)
    return check_board(content, rules, file)


@command("new-variant", "New variant…", who=Who.ANYBODY, menu="Tools", place=24)
def new_variant(session: Session, name: RestOfLine) -> None:
    """Begin a variant of your own: a folder with a small board that can be played at once and edited in Inkscape.

    The drawing has all layers, the rules have comments. What you save in them is seen on the shelf of New Game and in open games.

    Args:
        name: of the variant, such as Two Lakes.
    """
    shelf = session.shelf
    if shelf.folder is None:
        raise Abort("There is no folder of your own variants.")
    try:
        folder = write_starter(name, shelf.folder, {entry.id for entry in shelf.entries()})
    except TakenError as error:
        raise Abort(f"There is a variant {error} already; choose another name.") from error
    except OSError as error:
        raise Abort(f"{shelf.folder} cannot be written: {error.strerror or error}.") from error
    session.say(
        f"{folder.name} is on the shelf of New Game. Its files:\n"
        f"  {folder / DRAWING}: draw it in Inkscape\n"
        f"  {folder / MANIFEST}: powers, provinces, neighbours\n"
        f"See what is wrong at any time with: check-variant {folder.name}"
    )


@command("neighbours", "Neighbours from a drawing…", who=Who.ANYBODY, menu="Tools", place=25)
def neighbours(session: Session, variant: Path, *, write: bool = False) -> None:
    """Find out from the drawing of a variant which provinces border on one another.

    Provinces that variant.toml lacks, and neighbours of those that list none, are listed as the lines to put there, or written into the
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
    from variants.compile.fill_in import fill_in, stated_coasts, stated_terrains
    from variants.compile.neighbours import propose

    source = FolderSource(root)
    try:
        content = source.read(MANIFEST)
        toml = read_toml(MANIFEST, content)
        drawing = _drawing(toml.table)
        proposal = propose(source.read(drawing), stated_terrains(toml), drawing, stated_coasts(toml))
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
    found = join_words(part for part in parts if part)
    if not filled.added and not filled.listed:
        session.say(f"{root.name}: every province of the drawing has its neighbours already.")
    elif write:
        try:
            write_atomically(root / MANIFEST, filled.text.encode(), "writing the variant")
        except StorageError as error:
            raise Abort(str(error)) from error
        session.say(f"{root.name}: {found}, written into {MANIFEST}. check-variant compares both from now on.")
    else:
        session.say("\n".join((f"{root.name}: {found}. --write puts this into {MANIFEST}:", "", *filled.lines)))


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
