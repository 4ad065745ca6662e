"""Finds the drawn board and the colours of a game's variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from variants.compiled import CompiledBoard
from variants.compiled_json import read_board
from variants.shipped import shipped, shipped_ids
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


@cache
def drawn_board(variant_id: str) -> DrawnBoard:
    """The board of the shipped variant of that id, read once.

    Raises:
        NoBoardError: there is none.
    """
    if variant_id not in shipped_ids():
        raise NoBoardError(f"The variant {variant_id} is not installed, so its board cannot be drawn.")
    folder = shipped(variant_id)
    if not folder.maps:
        raise NoBoardError(f"The variant {variant_id} has no drawn board.")
    board = _compiled(folder.maps[0].file).with_centres(folder.variant.board.centres)
    return DrawnBoard(board, folder.styles)


@cache
def _compiled(name: str) -> CompiledBoard:
    file = SHIPPED_BOARDS / f"{name}.board.json"
    try:
        content = file.read_bytes()
    except OSError as error:
        raise NoBoardError(f"The board {file} cannot be read: {error.strerror}.") from error
    return read_board(content, file.name)
