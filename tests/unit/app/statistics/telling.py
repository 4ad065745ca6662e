"""Small games for the tests of the story: given orders phase by phase, everybody else holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from app.game.edits import process
from app.game.record import MAIN, Game, Turn
from app.statistics.story import Story, story_of
from tests.unit.app.game.play import fresh_game, ordered

Orders = Mapping[str, str]
"""Power to its orders, parted by commas."""


def placed(units: str, owners: Mapping[str, str], phase: str = "S1901M") -> Game:
    """A game that begins with these units, parted by commas (``FRANCE A BUR``), and owners (power to centres, parted by blanks)."""
    game = fresh_game()
    held = {centre: power for power, centres in owners.items() for centre in centres.split()}
    board = Position(Phase.of(phase), tuple(sorted((Unit.of(each.strip()) for each in units.split(",")), key=str)), MappingProxyType(held))
    (branch,) = game.branches
    return replace(game, branches=(replace(branch, turns=(Turn(board),)),))


def played(game: Game, *phases: Orders) -> Game:
    """*game* after these phases; a phase that is nothing but holds is ``{}``."""
    for orders in phases:
        for power, texts in orders.items():
            game = ordered(game, power, *(each.strip() for each in texts.split(",")))
        game = process(game)
    return game


def told(game: Game, *phases: Orders, letters: bool = True) -> Story:
    """The story of *game* after these phases."""
    return story_of(played(game, *phases), MAIN, letters=letters)
