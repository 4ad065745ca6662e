"""The finished board of a variant on the shelf, for what is written for other programs: shipped, or made from its drawing."""

from __future__ import annotations

from collections.abc import Callable

from app.library.variants import VariantShelf
from languages import system_words, tr
from variants.catalogue import CatalogueEntry, shipped_board
from variants.compile import compile_board
from variants.compiled import CompiledBoard
from variants.compiled_json import read_board
from variants.fault import Severity
from variants.source import is_drawing


class NoFinishedBoardError(Exception):
    """A variant has no drawing that can be used. ``str()`` is a sentence for people."""


def finished_board(entry: CatalogueEntry, shelf: VariantShelf, stop: Callable[[], bool] = lambda: False) -> CompiledBoard:
    """The board of its first drawing, with its centres.

    Args:
        stop: asked often; once it is true the work is given up.

    Raises:
        NoFinishedBoardError: there is none.
        CompilationStoppedError: *stop* was true.
    """
    assert entry.folder is not None
    rules = entry.folder.variant
    if not entry.folder.maps:
        raise NoFinishedBoardError(tr("{rules} has no drawn board.", rules=rules.name))
    file = entry.folder.maps[0].file
    if not is_drawing(file):
        try:
            return read_board(shipped_board(file)).with_centres(rules.board.centres)
        except LookupError:
            raise NoFinishedBoardError(tr("The drawing {file} of {rules} is not there.", file=file, rules=rules.name)) from None
    made = compile_board(_drawing(entry, file, shelf), rules.board, file, stop=stop)
    if made.board is None:
        first = next((str(each) for each in made.faults if each.severity is Severity.ERROR), "")
        raise NoFinishedBoardError(tr("The drawing {file} of {rules} cannot be used: {first}", file=file, rules=rules.name, first=first))
    return made.board.with_centres(rules.board.centres)


def _drawing(entry: CatalogueEntry, file: str, shelf: VariantShelf) -> bytes:
    """The drawing, out of the variant's folder or that of one it extends."""
    assert entry.folder is not None
    found = (shelf.entry(each) for each in entry.folder.extends)
    for source in (entry.source, *(each.source for each in found if each is not None)):
        try:
            return source.read(file)
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            raise NoFinishedBoardError(tr("The drawing {file} cannot be read: {error}", file=file, error=system_words(error))) from error
    raise NoFinishedBoardError(tr("The drawing {file} of {variant} is not in its folder.", file=file, variant=entry.folder.variant.name))
