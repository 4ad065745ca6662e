"""Writing a game for other programs: bytes by the ending of the file's name, and what that format has no place for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.game.options import variant_with
from app.game.record import MAIN, Cursor, Game
from app.import_export.centres_table import write_centres
from app.import_export.judge_writing import judge_text
from app.import_export.position_blocks import write_block
from app.import_export.received import REST_FILE, ExchangeError
from app.import_export.saved_game_writer import saved_game_bytes
from languages import mark, tr

ENDINGS = {
    ".json": mark("a saved game of the package diplomacy"),
    ".jsonl": mark("a saved game of the package diplomacy"),
    ".txt": mark("the results of one phase as a judge mails them"),
    ".datc": mark("a block with the position, the orders and the position after"),
    ".csv": mark("who owned which centre, year by year"),
}
"""Kind of file for each ending."""


def written(game: Game, cursor: Cursor, ending: str) -> tuple[bytes, tuple[str, ...]]:
    """*game* as the bytes of a file that ends in *ending*, and in words what of it is left out.

    Args:
        cursor: the moment in view: its branch is written, and of one phase that one; where it is still open, results are those of the phase
            before.

    Raises:
        ExchangeError: there are no results yet.
        KeyError: nothing is written for that ending.
    """
    assert ENDINGS[ending]
    match ending:
        case ".csv":
            return write_centres(game, cursor.branch), ()
        case ".txt":
            at = cursor if game.turn(cursor).resolution is not None or cursor.index == 0 else replace(cursor, index=cursor.index - 1)
            turn = game.turn(at)
            if turn.resolution is None:
                raise ExchangeError(tr("Nothing was decided yet: there are no results to write."))
            variant = variant_with(game.variant, game.rules_at(at))
            return judge_text(variant, turn.position, turn.resolution, game.name).encode(), ()
        case ".datc":
            turn = game.turn(cursor)
            orders = {
                power: [str(line.order) for line in lines if line.order is not None and not line.is_replaced]
                for power, lines in turn.orders.items()
            }
            title = f"{game.name} {turn.phase}"
            return write_block(game.variant, turn.position, orders, turn.resolution, title).encode(), ()
        case _:
            return saved_game_bytes(game, cursor.branch), tuple(_left_out(game, cursor.branch))


def _left_out(game: Game, branch: str) -> Iterator[str]:
    line = game.line(branch)
    if len(game.branches) > 1:
        yield tr("{count} other branches", count=len(game.branches) - 1) if branch == MAIN else tr("the other branches")
    if game.hooks:
        yield tr("hooks")
    if game.table is not None or any(turn.sealed for turn in line):
        yield tr("the table and sealed orders")
    if any(turn.votes for turn in line):
        yield tr("votes")
    if any(turn.deadline for turn in line):
        yield tr("deadlines")
    if any(turn.adjustments for turn in line):
        yield tr("the reasons of adjustments (the positions are as they stand)")
    if any(turn.forced for turn in line):
        yield tr("the reasons of forced results")
    if any(turn.later for turn in line):
        yield tr("lines for later phases")
    if game.audit or game.note or game.notes:
        yield tr("notes and the audit")
    if any(each.name != REST_FILE for each in game.files):
        yield tr("embedded files")
    if any(line.is_replaced or line.order is None for turn in line for lines in turn.orders.values() for line in lines):
        yield tr("lines that do not count")
