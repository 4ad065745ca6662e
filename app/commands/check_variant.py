"""Faults of a variant's folder and of its drawings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adjudicator.board import Board
from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.session import Session
from entente.words.names import counted
from variants import FolderSource, Severity, Source, VariantFolder, read_with_faults, shipped_source
from variants.check import check_variant as check_folder
from variants.fault import Fault
from variants.inherit import MANIFEST


@command("check-variant", "Check a variant…", menu="Tools", place=23)
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
