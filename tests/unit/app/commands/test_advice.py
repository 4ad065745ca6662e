"""Best replies and hints without a window, and whole sets of orders written in one step."""

from __future__ import annotations

import pytest

from app.session.errors import CommandError
from tests.unit.app.commands.fake_services import Desk

LITTLE = "--work 1500"
"""Enough for a list, too little to be good."""


@pytest.mark.slow
def test_best_replies_are_listed_with_the_best_first_and_its_chances() -> None:
    desk = Desk(game=False)
    desk.run("analysis standard", "order GERMANY: A MUN - BUR")
    said = desk.run(f"best-replies france {LITTLE}").splitlines()
    assert said[0] == "France, Spring 1901, movement: 3 now."
    figures = [float(line.split()[1]) for line in said if line[:3].strip().isdigit()]
    assert len(figures) > 1
    assert figures == sorted(figures, reverse=True)
    assert any("orders as written: Germany 3 to" in line for line in said)
    assert any("orders guessed:" in line and "Turkey" in line for line in said)


@pytest.mark.slow
def test_a_game_is_learnt_from_phase_by_phase_with_its_turning_points_first() -> None:
    """An exercise is a turning point without the orders that were given."""
    desk = Desk()
    desk.run("take-orders AUSTRIA F TRI - ALB; A BUD - SER; A VIE - GAL", "process --missing hold")
    desk.run("take-orders AUSTRIA A SER - BUL; F ALB - GRE; A GAL - RUM", "process --missing hold")
    said = desk.run(f"learn austria {LITTLE}")
    assert said.startswith("Austria-Hungary: ")
    assert "turning point" in said.splitlines()[0]
    assert said.count("Ordered: ") == 2
    assert desk.run(f"learn austria {LITTLE}") == said
    desk.run(f"learn austria {LITTLE} --exercise 1")
    assert "Exercise: Austria" in desk.session.game.name
    assert not desk.session.open_turn.orders
    assert desk.session.selection is not None
    unit = desk.session.open_turn.position.unit_at(desk.session.selection)
    assert unit is not None
    assert unit.power == "AUSTRIA"


def test_where_nothing_was_ordered_yet_nothing_is_learnt() -> None:
    with pytest.raises(CommandError, match="has not ordered any moves yet"):
        Desk().run("learn austria")


@pytest.mark.slow
def test_the_same_board_gets_the_same_answer() -> None:
    desk = Desk(game=False)
    desk.run("analysis standard")
    assert desk.run(f"best-replies italy {LITTLE}") == desk.run(f"best-replies italy {LITTLE}")


def test_what_the_power_has_written_itself_is_held_against_them() -> None:
    desk = Desk(game=False)
    desk.run("analysis standard", "take-orders FRANCE A PAR H; A MAR H; F BRE H")
    line = next(line for line in desk.run(f"best-replies france {LITTLE}").splitlines() if "as written" in line)
    assert "A MAR H; A PAR H; F BRE H" in line


def test_an_attack_that_is_assumed_changes_the_answer() -> None:
    desk = Desk(game=False)
    desk.run("analysis standard", "clear all", "set-phase F1905M")
    desk.run("place A BUR GERMANY", "place A PAR FRANCE", "place A GAS FRANCE", "owner PAR FRANCE", "owner MUN GERMANY")
    best = []
    for order in ("A BUR H", "A BUR - PAR"):
        desk.run(f"order GERMANY: {order}")
        best.append(float(desk.run("best-replies france --work 6000").splitlines()[2].split()[1]))
    assert best == [3.0, 2.0]  # Paris is free to leave for a centre, or has to stay


def test_replies_are_for_the_analysis_board_and_hints_for_any_open_phase() -> None:
    desk = Desk()
    with pytest.raises(CommandError, match="analysis board"):
        desk.run("best-replies france")
    assert "France, Spring 1901" in desk.run(f"hint france {LITTLE}")


def test_a_hint_looks_at_no_orders_but_ones_own() -> None:
    desk = Desk()
    before = desk.run(f"hint france {LITTLE}")
    desk.run("A MUN - BUR", "A VEN - PIE", "F LON - ENG")
    assert desk.run(f"hint france {LITTLE}") == before


def test_nobody_gets_a_hint_for_another_power() -> None:
    desk = Desk()
    desk.run("view-as france")
    assert "France" in desk.run(f"hint {LITTLE}")
    with pytest.raises(CommandError, match="writes for nobody else"):
        desk.run("hint england")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hint", "For whom"),
        ("hint france --count 0", "From 1 to 20"),
        ("hint france --seconds 0", "up to 600 seconds"),
        ("hint france --work 0", "From 1 to"),
        ("take-orders france ;", "Which orders"),
        ("take-orders france A PAR - MOS", "PAR - MOS"),
        ("take-orders france A PAR - BUR; what", "what"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(line: str, words: str) -> None:
    desk = Desk()
    before = desk.document.game
    with pytest.raises(CommandError, match=words):
        desk.run(line)
    assert desk.document.game == before


def test_who_has_nothing_to_order_is_told_so() -> None:
    desk = Desk(game=False)
    desk.run("analysis standard", "clear all")
    with pytest.raises(CommandError, match="France has nothing to order"):
        desk.run("best-replies france")


def test_a_set_of_orders_is_written_in_one_step() -> None:
    desk = Desk()
    desk.run("A PAR - PIC")
    said = desk.run("take-orders france A PAR - BUR; A MAR S A PAR - BUR")
    assert "2 orders written, 1 missing" in said
    assert [line.text for line in desk.document.game.line()[-1].orders_of("FRANCE")] == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    desk.run("undo")
    assert [line.text for line in desk.document.game.line()[-1].orders_of("FRANCE")] == ["A PAR - PIC"]


def test_in_retreats_and_builds_too() -> None:
    desk = Desk(game=False)
    desk.run("analysis standard", "set-phase W1901A", "clear PAR", "clear MAR")
    assert "B" in desk.run(f"best-replies france {LITTLE}")
