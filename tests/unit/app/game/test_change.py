"""Part of a game that a change touches, for the views of that part."""

from __future__ import annotations

from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

import pytest

from adjudicator.resolution import Ending, Result
from adjudicator.unit import Unit
from app.game.branch_edits import fork
from app.game.edits import process
from app.game.entries import ForcedResult, Press
from app.game.record import MAIN, Cursor, OrderLine, Turn
from app.game.versions import Touched, difference
from tests.unit.app.game.play import fresh_game

FORCED = (ForcedResult(Unit.of("FRANCE A PAR"), frozenset({Result.BOUNCE}), "The dice said so.", "GM"),)
CHANGED: dict[str, tuple[object, Touched]] = {
    "forced": (FORCED, Touched.POSITIONS),
    "orders": (MappingProxyType({"FRANCE": (OrderLine("A PAR H"),)}), Touched.ORDERS),
    "press": ((Press("FRANCE", ("ITALY",), "Peace?", ""),), Touched.TABLE),
    "note": ("Ask Ada.", Touched.TABLE),
    "waits": (frozenset({"FRANCE"}), Touched.TABLE),
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_turn_that_differs_in_one_thing_touches_one_part(name: str) -> None:
    game = fresh_game()
    value, part = CHANGED[name]
    assert name in {each.name for each in fields(Turn)}
    changes: dict[str, Any] = {name: value}
    changed = game.with_turn(game.last(), replace(game.turn(game.last()), **changes))
    assert difference(game, changed) == (frozenset({part}), frozenset({Cursor(MAIN, 0)}))
    assert difference(changed, game) == (frozenset({part}), frozenset({Cursor(MAIN, 0)}))


def test_the_same_game_touches_nothing() -> None:
    game = fresh_game()
    assert difference(game, game) == (frozenset(), frozenset())
    assert difference(game, replace(game)) == (frozenset(), frozenset())


def test_a_phase_that_is_processed_touches_positions_in_both_turns() -> None:
    game = fresh_game()
    touched, turns = difference(game, process(game))
    assert Touched.POSITIONS in touched
    assert turns == {Cursor(MAIN, 0), Cursor(MAIN, 1)}


def test_a_branch_that_comes_and_one_that_ends_touch_the_branches() -> None:
    game = process(fresh_game())
    touched, turns = difference(game, fork(game, Cursor(MAIN, 0)))
    assert Touched.BRANCHES in touched
    assert turns == {Cursor("b2", 0)}
    ended = game.with_branch(replace(game.branch(MAIN), ending=Ending((), "draw")))
    assert difference(game, ended) == (frozenset({Touched.BRANCHES}), frozenset())
