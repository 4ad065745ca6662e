"""Writing a game for other programs: bytes by the ending of the file's name, and what that format has no place for."""

from __future__ import annotations

from collections.abc import Iterator

from app.exchange.received import REST_FILE
from app.exchange.saved_game_writer import saved_game_bytes
from app.game.record import MAIN, Cursor, Game

ENDINGS = {
    ".json": "a saved game of the package diplomacy",
    ".jsonl": "a saved game of the package diplomacy",
}
"""What is written for each ending."""


def written(game: Game, cursor: Cursor, ending: str) -> tuple[bytes, tuple[str, ...]]:
    """*game* as the bytes of a file that ends in *ending*, and in words what of it is left out.

    Args:
        cursor: the moment that is shown: its branch is written.

    Raises:
        KeyError: nothing is written for that ending.
    """
    assert ENDINGS[ending]
    return saved_game_bytes(game, cursor.branch), tuple(_left_out(game, cursor.branch))


def _left_out(game: Game, branch: str) -> Iterator[str]:
    line = game.line(branch)
    if len(game.branches) > 1:
        yield f"{len(game.branches) - 1} other branches" if branch == MAIN else "the other branches"
    if game.hooks:
        yield "hooks"
    if game.table is not None or any(turn.sealed for turn in line):
        yield "the table and sealed orders"
    if any(turn.votes for turn in line):
        yield "votes"
    if any(turn.deadline for turn in line):
        yield "deadlines"
    if any(turn.adjustments for turn in line):
        yield "the reasons of adjustments (the positions are as they stand)"
    if any(turn.forced for turn in line):
        yield "the reasons of forced results"
    if any(turn.later for turn in line):
        yield "lines for later phases"
    if game.audit or game.note or game.notes:
        yield "notes and the audit"
    if any(each.name != REST_FILE for each in game.files):
        yield "embedded files"
    if any(line.is_replaced or line.order is None for turn in line for lines in turn.orders.values() for line in lines):
        yield "lines that do not count"
