"""Finds the drawn board and the colours of a game's variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock

from app.game.storage.places import places
from app.library.unit_sets import FoundSet, UnitSetShelf
from app.library.variants import Stamp, VariantShelf, stamp_of
from app.presentation.named_boards import named
from app.presentation.own_boards import NoDrawingError, OwnDrawing, own_board, own_drawing
from languages import active_code, active_language, system_words, tr
from maps import drawn
from variants.catalogue import CatalogueEntry
from variants.compiled import CompiledBoard, Stage
from variants.compiled_json import read_board
from variants.fault import Fault
from variants.reader import VariantFolder
from variants.shipped_variants import shipped
from variants.source import is_drawing
from variants.style import PowerStyle


class NoBoardError(Exception):
    """A variant has no drawn board here. ``str()`` is a sentence for people; ``faults`` has the faults of its files."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """Board of the map, and the rest that it needs besides the game."""

    board: CompiledBoard
    styles: Mapping[str, PowerStyle]
    folder: VariantFolder

    def units(self, wanted: str) -> FoundSet:
        """The unit symbols that *wanted* names; those of the variant, and the reason, where there are none."""
        return units_of(self.folder, wanted)

    def places(self) -> dict[str, tuple[float, float]]:
        """Return the place of each province, for the arrow keys: that of its unit."""
        return {code: next(iter(shape.units.values())) for code, shape in self.board.provinces.items() if shape.units}


def drawn_board(variant_id: str, drawing: str = "", enough: Stage = Stage.WHOLE) -> DrawnBoard:
    """The board of the variant of that id, shipped or a person's own; read once, until its folder changes.

    A board that was never made before is waited for: not to be called where a window would stand still meanwhile.

    Args:
        drawing: the id of one of its drawings; the first unless given, or where there is none of that id.
        enough: how far a board has to have come.

    Raises:
        NoBoardError: there is none.
    """
    shown = _SHOWN.get((variant_id, drawing))
    if shown is not None:
        return shown
    shelf, entry, folder = _shelved(variant_id)
    if not entry.own:
        return _in_language(_shipped(variant_id, drawing))
    stamp = stamp_of(places().variants)
    kept = _OWN.get((variant_id, drawing))
    if kept is not None and kept[0] == stamp:
        return _in_language(kept[1])
    drawn = _drawn(folder, drawing, lambda file: own_board(entry, file, shelf, enough))
    if enough is not Stage.WHOLE:
        return replace(drawn, board=named(drawn.board, folder.variant))
    _OWN[variant_id, drawing] = (stamp, drawn)
    return _in_language(drawn)


def show_on(variant_id: str, drawing: str, drawn: DrawnBoard) -> None:
    """Use *drawn* for an open game, whatever its files hold by now: pictures of the game are painted on it as well."""
    _SHOWN[variant_id, drawing] = drawn


def shown_already(variant_id: str, drawing: str = "") -> DrawnBoard | None:
    """The board of an open game of that variant; ``None`` without one."""
    return _SHOWN.get((variant_id, drawing))


def shown_no_more(drawn: DrawnBoard) -> None:
    """Forget *drawn*, which no open game uses any more."""
    for key in [key for key, each in _SHOWN.items() if each is drawn]:
        del _SHOWN[key]


def is_at_hand(variant_id: str, drawing: str = "") -> bool:
    """Return True if ``drawn_board`` answers without making a board first; False where there is none."""
    if (variant_id, drawing) in _SHOWN:
        return True
    try:
        own = drawing_to_make(variant_id, drawing)
    except (NoBoardError, NoDrawingError):
        return False
    return own is None or own.cached.is_file()


_SHOWN: dict[tuple[str, str], DrawnBoard] = {}


def drawing_to_make(variant_id: str, drawing: str = "") -> OwnDrawing | None:
    """The drawing of a person's own that the board is made from; ``None`` where the board came with the program.

    Raises:
        NoBoardError: the variant is not there, or has no board.
        NoDrawingError: its drawing is not there.
    """
    shelf, entry, folder = _shelved(variant_id)
    file = _file_of(folder, drawing)
    return own_drawing(entry, file, shelf) if entry.own and is_drawing(file) else None


def units_of(folder: VariantFolder, wanted: str) -> FoundSet:
    """The unit symbols that *wanted* names, for the variant in *folder*."""
    return _unit_shelf(places().units).find(wanted, folder)


def drawn_in_styles(board: CompiledBoard, folder: VariantFolder) -> DrawnBoard:
    """*board* with the centres and colours of the variant in *folder*, and the names of the language in use."""
    return _plain(named(board, folder.variant), folder)


def _plain(board: CompiledBoard, folder: VariantFolder) -> DrawnBoard:
    """The same with the names that *board* has: boards are kept in English, whatever language is in use."""
    return DrawnBoard(board.with_centres(folder.variant.board.centres), folder.styles, folder)


def _in_language(drawn: DrawnBoard) -> DrawnBoard:
    """*drawn* with the names of the language in use; the same board each time, since pages know theirs again."""
    if active_language() is None:
        return drawn
    key = (id(drawn), active_code())
    kept = _NAMED.get(key)
    if kept is None or kept[0] is not drawn:
        if len(_NAMED) >= _MOST_NAMED:
            _NAMED.clear()
        kept = _NAMED[key] = (drawn, replace(drawn, board=named(drawn.board, drawn.folder.variant)))
    return kept[1]


_NAMED: dict[tuple[int, str], tuple[DrawnBoard, DrawnBoard]] = {}
_MOST_NAMED = 8
"""Number of boards that are kept: they are large, and few are in use at a time."""


def _shelved(variant_id: str) -> tuple[VariantShelf, CatalogueEntry, VariantFolder]:
    """The variant on the shelf now."""
    with _READING:
        shelf = _shelf(places().variants)
        entry = shelf.entry(variant_id)
    if entry is None:
        raise NoBoardError(tr("The variant {variant_id} is not installed, so its board cannot be drawn.", variant_id=variant_id))
    if entry.folder is None:
        first = f": {entry.faults[0]}" if entry.faults else ""
        raise NoBoardError(tr("The variant {variant_id} cannot be read{first}.", variant_id=variant_id, first=first), entry.faults)
    return shelf, entry, entry.folder


_READING = Lock()
"""Lock for requests of boards by the window and by painters of pictures beside it."""


@cache
def _shelf(folder: Path) -> VariantShelf:
    return VariantShelf(folder)


_OWN: dict[tuple[str, str], tuple[Stamp, DrawnBoard]] = {}


@cache
def _shipped(variant_id: str, drawing: str) -> DrawnBoard:
    return _drawn(shipped(variant_id), drawing, _compiled)


def _drawn(folder: VariantFolder, drawing: str, own: Callable[[str], CompiledBoard]) -> DrawnBoard:
    file = _file_of(folder, drawing)
    try:
        board = own(file) if is_drawing(file) else _compiled(file)
    except NoDrawingError as error:
        raise NoBoardError(str(error), error.faults) from error
    return _plain(board, folder)


def _file_of(folder: VariantFolder, drawing: str) -> str:
    if not folder.maps:
        raise NoBoardError(tr("The variant {variant} has no drawn board.", variant=folder.variant.name))
    return next((each.file for each in folder.maps if each.id == drawing), folder.maps[0].file)


@cache
def _unit_shelf(folder: Path) -> UnitSetShelf:
    return UnitSetShelf(folder)


@cache
def _compiled(name: str) -> CompiledBoard:
    file = drawn(f"{name}.board.json")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise NoBoardError(tr("The board {file} cannot be read: {strerror}.", file=file, strerror=system_words(error))) from error
    return read_board(content, file.name)
