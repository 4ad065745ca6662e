"""Orders that are adjudicated where a power sent none and the game repeats its last orders."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.phase import Phase
from adjudicator.unit import DislodgedUnit, Unit
from app.game.default_lists import set_default_list
from app.game.edits import clear_power, process, set_lines
from app.game.gm_edits import change_rules, edit_position
from app.game.record import MAIN, Game
from app.game.rulings import orders_due
from tests.unit.app.game.play import fresh_game, ordered, wishes


def due(game: Game, power: str) -> list[str] | None:
    found = orders_due(game, game.last(MAIN)).by_power.get(power)
    return None if found is None else [str(order) for order in found]


def repeating() -> Game:
    return change_rules(fresh_game(), MAIN, [("nmr", "repeat")])


def at(game: Game, phase: str, *units: str, dislodged: str = "") -> Game:
    """*game* with another position at its open phase."""
    position = game.turn(game.last(MAIN)).position
    driven_out = (DislodgedUnit(Unit.of(dislodged), "TYR"),) if dislodged else ()
    position = replace(position, phase=Phase.of(phase), units=tuple(map(Unit.of, units)) or position.units, dislodged=driven_out)
    return edit_position(game, MAIN, position, "Set up.")


def test_the_last_orders_of_the_same_kind_of_phase_are_given_again() -> None:
    game = process(ordered(repeating(), "TURKEY", "A CON H", "A SMY S A CON"))
    assert game.turn(game.last(MAIN)).phase == Phase.of("F1901M")
    assert due(game, "TURKEY") == ["A CON H", "A SMY S A CON"]
    assert due(game, "ITALY") is None, "it never sent any"


def test_of_several_phases_the_last_in_which_it_sent_orders_counts() -> None:
    game = process(ordered(repeating(), "TURKEY", "A CON H", "A SMY H"))
    game = process(ordered(game, "TURKEY", "A CON S F ANK"))
    assert due(at(game, "S1902M"), "TURKEY") == ["A CON S F ANK"]
    game = process(at(game, "S1902M"))
    assert due(at(game, "F1902M"), "TURKEY") == ["A CON S F ANK"], "a phase in which it sent nothing changes nothing"


def test_what_was_sent_for_another_kind_of_phase_is_not_given_again() -> None:
    """A removal is due and the power sent one in no such phase before: what it ordered its armies to do is no removal."""
    game = process(ordered(repeating(), "TURKEY", "A CON H"))
    game = at(game, "W1901A", "TURKEY A CON", "TURKEY A SMY")
    assert due(game, "TURKEY") is None
    game = process(ordered(game, "TURKEY", "A SMY B"))
    game = at(game, "S1902M", "TURKEY A CON", "TURKEY A SMY")
    assert due(game, "TURKEY") == ["A CON H"]


def test_retreats_are_repeated_from_retreats() -> None:
    game = at(repeating(), "S1901R", "AUSTRIA A VEN", dislodged="ITALY A VEN")
    game = process(ordered(game, "ITALY", "A VEN R TUS"))
    game = at(game, "F1901R", "AUSTRIA A VEN", dislodged="ITALY A VEN")
    assert due(game, "ITALY") == ["A VEN R TUS"]
    assert due(at(game, "F1901R", "AUSTRIA A VEN", "AUSTRIA A TUS", dislodged="ITALY A VEN"), "ITALY") == [], "no longer legal"


def test_an_empty_set_is_something_that_was_sent() -> None:
    game = process(ordered(repeating(), "TURKEY", "A CON H"))
    assert due(set_lines(game, MAIN, "TURKEY", ""), "TURKEY") == []
    assert due(clear_power(set_lines(game, MAIN, "TURKEY", ""), MAIN, "TURKEY"), "TURKEY") == ["A CON H"]


def test_orders_of_this_phase_are_not_repeated_from_it() -> None:
    """Only earlier phases count: what is written now is what is sent."""
    game = ordered(repeating(), "TURKEY", "A CON - BUL")
    assert due(game, "TURKEY") == ["A CON - BUL"]
    assert due(clear_power(game, MAIN, "TURKEY"), "TURKEY") is None


def test_without_that_rule_nothing_is_repeated() -> None:
    game = process(ordered(fresh_game(), "TURKEY", "A CON H"))
    assert due(game, "TURKEY") is None


def test_a_default_list_goes_before_what_was_sent_last_time() -> None:
    game = at(repeating(), "S1901R", "AUSTRIA A VEN", dislodged="ITALY A VEN")
    game = process(ordered(game, "ITALY", "A VEN R TUS"))
    game = at(game, "F1901R", "AUSTRIA A VEN", dislodged="ITALY A VEN")
    game = set_default_list(game, MAIN, "ITALY", wishes("A VEN R ROM"))
    found = orders_due(game, game.last(MAIN))
    assert [str(order) for order in found.by_power["ITALY"]] == ["A VEN R ROM"]
    assert set(found.by_default) == {"ITALY"}
