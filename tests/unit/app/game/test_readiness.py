"""Units that still lack an order."""

from __future__ import annotations

from app.game.edits import new_game, set_lines
from app.game.readiness import readiness, unordered
from app.game.record import MAIN, Game
from variants.catalogue import standard


def game(lines: str) -> Game:
    return set_lines(new_game(standard(), name="g"), MAIN, "ENGLAND", lines)


def lacking(lines: str) -> list[str]:
    found = game(lines)
    return [str(unit.piece) for unit in unordered(standard(), found.turn(found.last(MAIN)), "ENGLAND")]


def test_an_order_that_names_the_wrong_kind_of_unit_is_carried_out_and_is_missing_nowhere() -> None:
    assert lacking("F LVP - YOR\nF LON - NTH\nF EDI - NWG") == []
    assert "ENGLAND" not in readiness(game("F LVP - YOR\nF LON - NTH\nF EDI - NWG"), MAIN).incomplete


def test_a_unit_without_an_order_is_missing() -> None:
    assert lacking("F LVP - YOR\nF LON - NTH") == ["F EDI"]
