"""A game ends by agreement, or is taken up again: each act is a function from one game to the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.resolution import Ending
from app.game.edit_checks import known_power, open_cursor
from app.game.record import MAIN, Game
from app.game.refusal import EditError, Why
from languages import tr


def declare_draw(game: Game, branch: str = MAIN, powers: Iterable[str] = (), *, reason: str = "draw") -> Game:
    """The branch ends in a draw among *powers*; of none are named, among all who still have a centre or a unit.

    Args:
        reason: why, where it was not by agreement.
    """
    cursor = open_cursor(game, branch)
    position = game.turn(cursor).position
    named = tuple(known_power(game, power) for power in powers)
    sharing = named or tuple(power for power in game.variant.powers if position.centres_of(power) or position.units_of(power))
    return _ended(game, branch, Ending(sharing, reason))


def concede(game: Game, branch: str = MAIN, *, winner: str) -> Game:
    """All others concede the game to *winner*."""
    open_cursor(game, branch)
    return _ended(game, branch, Ending((known_power(game, winner),), "concession"))


def abandon(game: Game, branch: str = MAIN) -> Game:
    """The branch ends without a winner."""
    open_cursor(game, branch)
    return _ended(game, branch, Ending((), "abandoned"))


def reopen(game: Game, branch: str = MAIN) -> Game:
    """Take back an ending that people declared; what the rules ended stays over.

    Raises:
        EditError: the branch is not over, or the rules ended it.
    """
    found = game.branch(branch)
    if found.ending is None:
        raise EditError(Why.BAD_NAME, tr("Branch {branch} is not over.", branch=branch))
    line = game.line(branch)
    judged = line[-2].resolution if len(line) > 1 else None
    if judged is not None and judged.ending is not None:
        raise EditError(Why.GAME_OVER, tr("The rules ended this game; fork an earlier phase to play on."))
    return game.with_branch(replace(found, ending=None))


def _ended(game: Game, branch: str, ending: Ending) -> Game:
    return game.with_branch(replace(game.branch(branch), ending=ending))
