"""Finds the drawn board and the colours of a game's variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.game.storage.places import places
from app.shelf.stamps import Stamp, stamp_of
from app.shelf.variants import VariantShelf
from app.windows.own_boards import NoDrawingError, own_board
from variants.compiled import CompiledBoard
from variants.compiled_json import read_board
from variants.reader import VariantFolder
from variants.shipped import shipped
from variants.style import PowerStyle

SHIPPED_BOARDS = Path(__file__).resolve().parents[2] / "maps" / "svg"


class NoBoardError(Exception):
    """A variant has no drawn board here. ``str()`` is a sentence that can be shown."""


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """What the map needs besides the game."""

    board: CompiledBoard
    styles: Mapping[str, PowerStyle]

    def places(self) -> dict[str, tuple[float, float]]:
        """Where each province lies, for the arrow keys: where its unit stands."""
        return {code: next(iter(shape.units.values())) for code, shape in self.board.provinces.items() if shape.units}


def drawn_board(variant_id: str, drawing: str = "") -> DrawnBoard:
    """The board of the variant of that id, shipped or a person's own; read once, until its folder changes.

    Args:
        drawing: the id of one of its drawings; the first unless given, or where there is none of that id.

    Raises:
        NoBoardError: there is none.
    """
    shelf = VariantShelf(places().variants)
    entry = shelf.entry(variant_id)
    if entry is None or entry.folder is None:
        raise NoBoardError(f"The variant {variant_id} is not installed, so its board cannot be drawn.")
    if not entry.own:
        return _shipped(variant_id, drawing)
    stamp = stamp_of(places().variants)
    kept = _OWN.get((variant_id, drawing))
    if kept is not None and kept[0] == stamp:
        return kept[1]
    drawn = _drawn(entry.folder, drawing, lambda file: own_board(entry, file, shelf))
    _OWN[variant_id, drawing] = (stamp, drawn)
    return drawn


_OWN: dict[tuple[str, str], tuple[Stamp, DrawnBoard]] = {}


@cache
def _shipped(variant_id: str, drawing: str) -> DrawnBoard:
    return _drawn(shipped(variant_id), drawing, _compiled)


def _drawn(folder: VariantFolder, drawing: str, own: Callable[[str], CompiledBoard]) -> DrawnBoard:
    if not folder.maps:
        raise NoBoardError(f"The variant {folder.variant.name} has no drawn board.")
    file = next((each.file for each in folder.maps if each.id == drawing), folder.maps[0].file)
    try:
        board = own(file) if file.casefold().endswith(".svg") else _compiled(file)
    except NoDrawingError as error:
        raise NoBoardError(str(error)) from error
    return DrawnBoard(board.with_centres(folder.variant.board.centres), folder.styles)


@cache
def _compiled(name: str) -> CompiledBoard:
    file = SHIPPED_BOARDS / f"{name}.board.json"
    try:
        content = file.read_bytes()
    except OSError as error:
        raise NoBoardError(f"The board {file} cannot be read: {error.strerror}.") from error
    return read_board(content, file.name)
