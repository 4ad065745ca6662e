"""Decisions of a game master in advance for powers whose orders are missing: kept with the game for its open phase alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from app.game.edit_checks import known_power, open_cursor
from app.game.record import Game
from languages import mark

PREFIX = "if missing "
"""Words before the power, in small letters, as names of fields in a file are: ``if missing france``."""


class IfMissing(StrEnum):
    """Policy for a phase in which a power lacks orders, or has lines that are not decided."""

    DECIDE = mark("decide")
    """Policy to ask when the phase is processed."""
    WAIT = mark("wait")
    """The phase waits."""
    HOLD = mark("hold")
    """Policy that a power without orders is taken to have sent an empty set; units without an order hold."""
    DEFAULT = mark("default")
    """Its default list orders for it."""
    ASK = mark("ask")
    """The phase waits, and its player is asked."""


def policies(game: Game, branch: str) -> Mapping[str, IfMissing]:
    """Return the decisions for powers in the open phase of *branch*; a power without one is absent."""
    mark = _mark(game, branch)
    found = {}
    for key, value in game.settings:
        word, _, of = value.partition(" ")
        if key.startswith(PREFIX) and of == mark and word in set(IfMissing):
            found[key.removeprefix(PREFIX).replace("-", "_").upper()] = IfMissing(word)
    return found


def with_policy(game: Game, branch: str, power: str, policy: IfMissing) -> Game:
    """The game in which *policy* holds for *power* in the open phase of *branch*; what was decided for phases that are over goes.

    Raises:
        EditError: there is no such power, or the branch is over.
    """
    open_cursor(game, branch)
    key, mark = f"{PREFIX}{known_power(game, power).lower().replace('_', '-')}", _mark(game, branch)
    others = (each for each in game.settings if each[0] != key)
    kept = tuple((name, value) for name, value in others if not name.startswith(PREFIX) or value.endswith(f" {mark}"))
    added = () if policy is IfMissing.DECIDE else ((key, f"{policy} {mark}"),)
    return replace(game, settings=(*kept, *added))


def _mark(game: Game, branch: str) -> str:
    return f"{game.turn(game.last(branch)).phase} {branch}"
