"""Boards and unit symbols of other programs brought onto the shelf."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.services import FileKind, Progress
from app.session.session import Session
from variants.fault import Fault

if TYPE_CHECKING:
    from app.shelf.verdict import Verdict
    from variants.importers import GoOn


@command("import", "Import…", menu="File", place=14)
def import_board(session: Session, file: Path | None = None, *, into: Path | None = None) -> None:
    """Bring in boards of other programs, jDip's packages, map files of the judges and folders of DiplomacyGM; or jDip's unit symbols.

    All that a folder or an archive holds is brought in, archives in it too. Each variant becomes a folder that New Game offers, each
    pack of symbols a set that the command pieces shows. Each board is checked and its drawings are compiled: it says whether the board
    is playable, playable with something to know, or not yet, the worst first, in ten lines; all of it stands in REPORT.txt in its folder.

    Args:
        file: the zip archive, .map file or folder; asked for unless given.
        into: the folder for the new folders and sets; where your own lie unless given.
    """
    # They bring in the geometry library, which no other command waits for.
    from app.shelf.importing import keep_units, read_board
    from app.shelf.verdict import Judge, summary
    from variants.importers import ImportStoppedError

    path = file or session.services.open_path(FileKind.BOARD)
    if path is None:
        raise Abort("No file was chosen.")
    target, sets = into or session.shelf.folder, into or session.unit_sets.folder
    if target is None or sets is None:
        raise Abort("There is no folder of your own; say where with --into=FOLDER.")
    try:
        with session.services.progress(f"Importing {path.name}", 2 * _PARTS) as progress:
            result = read_board(path, _reported(progress, 0))
            verdicts = Judge(_reported(progress, _PARTS)).judge_all(result)
    except OSError as error:
        raise Abort(f"{path} cannot be read: {error.strerror or error}.") from error
    except ImportStoppedError:
        raise Abort("Stopped; nothing was imported.") from None
    kept = _kept(session, verdicts, target)
    shown: list[str] = []
    others = list(result.report)
    for pack in result.units:
        others += pack.report
        if not pack.content:
            others.append(Fault(path.name, None, f"the symbols {pack.name} cannot be used and are left out", "a pack that can be read"))
        else:
            try:
                shown.append(f"Unit symbols, {pack.name}: show them with: pieces {keep_units(pack, sets)}")
            except OSError as error:
                raise Abort(f"{sets} cannot be written: {error.strerror or error}.") from error
    lines = summary(verdicts, lambda each: kept.get(id(each), each.imported.name), others)
    if not kept and not shown:
        raise Abort("\n".join([f"Nothing could be imported from {path.name}.", *lines]))
    boards = [f"Imported into {target}, with all of it in REPORT.txt in each folder:"] if kept else []
    session.say("\n".join([*boards, *lines, *shown]))


_PARTS = 100


def _reported(progress: Progress, begin: int) -> GoOn:
    """Progress in parts of a hundred, from *begin* on."""

    def go_on(done: int, total: int, what: str) -> bool:
        if total:
            progress.step(begin + min(_PARTS, _PARTS * done // total), what)
        return not progress.is_cancelled

    return go_on


def _kept(session: Session, verdicts: Sequence[Verdict], target: Path) -> dict[int, str]:
    """Put the boards that can be played into *target*; their names and ids by the identity of the verdict."""
    from app.shelf.importing import keep

    taken = {entry.id for entry in session.shelf.entries()}
    made: dict[int, str] = {}
    for each in [each for each in verdicts if each.folder is not None]:
        try:
            folder = keep(each.imported, target, taken, each.report())
        except OSError as error:
            raise Abort(f"{target} cannot be written: {error.strerror or error}.") from error
        taken.add(folder.name)
        made[id(each)] = f"{each.imported.name}: {folder.name}"
    return made
