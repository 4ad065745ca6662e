"""Sheet beside or below the board, as values: each power with its orders and their results. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from app.game.record import Cursor, Game
from app.presentation.order_rows import OrderRow, power_blocks
from languages import tr


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One order."""

    text: str
    note: str = ""
    """Result of the order, or its fault."""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """A power with its lines; those without any say why."""

    power: str
    name: str
    lines: tuple[SheetLine, ...]


def order_sheet(game: Game, cursor: Cursor) -> tuple[SheetBlock, ...]:
    """Every power with something to tell at *cursor*, in the variant's sequence."""
    return tuple(
        SheetBlock(block.power, block.name, tuple(_line(row) for row in block.rows) or (SheetLine(tr("nothing to order")),))
        for block in power_blocks(game, cursor)
    )


def _line(row: OrderRow) -> SheetLine:
    """A row as others may read it: never the words that were received, which are the sender's and the game master's alone."""
    failed = row.succeeded is False or bool(row.note and row.succeeded is None)
    if row.text and not row.order:
        return SheetLine(tr("a line that was not understood"), "", failed=failed)
    return SheetLine(row.order or row.sentence, row.note, failed)
