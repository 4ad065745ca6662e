"""The orders of open turns judged once the whole game is known: its rules may have changed, and its hooks may open sites for builds."""

from __future__ import annotations

from app.game.drafts import judged_lines
from app.game.options import variant_at
from app.game.record import Game


def judged_drafts(game: Game) -> Game:
    """*game* with the verdicts that its drafts have as the game stands; the same game where they stay as they are."""
    for branch in game.branches:
        cursor = game.last(branch.name)
        variant = variant_at(game, cursor)
        if branch.ending is not None or variant is game.variant:
            continue
        turn = game.turn(cursor)
        fresh = turn
        for power, lines in turn.orders.items():
            fresh = fresh.with_orders(power, judged_lines(variant, turn.position, power, lines))
        if any(fresh.orders[power] != lines for power, lines in turn.orders.items()):
            game = game.with_turn(cursor, fresh)
    return game
