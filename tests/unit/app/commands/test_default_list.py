"""The command that gives a default list, in every place where commands are typed."""

from __future__ import annotations

import pytest

from app.session.errors import CommandError
from tests.unit.app.commands.fake_services import Desk


def test_a_list_is_given_told_and_taken_back() -> None:
    desk = Desk()
    said = desk.run("default-list france build F BRE, remove A MAR, A PAR R PIC")
    assert "France: F BRE B, A MAR D, A PAR R PIC" in said
    assert "1. build fleet in Brest" in said
    assert "France: F BRE B" in desk.run("default-list")
    assert "No default list is given." not in said
    assert "France has no default list." in desk.run("default-list france none")
    assert "No default list is given." in desk.run("default-list")


def test_giving_a_list_is_one_step_of_undo() -> None:
    desk = Desk()
    desk.run("default-list france build F BRE", "default-list france build A PAR", "undo")
    assert "F BRE B" in desk.run("default-list france")


def test_wrong_lines_are_reported_and_nothing_is_written() -> None:
    desk = Desk()
    with pytest.raises(CommandError) as caught:
        desk.run("default-list france build F BRE, build F PAR, A PAR H, A MUN R Atlantis")
    assert str(caught.value).splitlines() == [
        "build F PAR: a fleet cannot stand in Paris",
        "A PAR H: a default list holds retreats, removals and builds, such as A MUN R BUR, remove A PIC and build F BRE",
        'A MUN R Atlantis: no place is called "Atlantis"; did you mean Mid-Atlantic Ocean or North Atlantic Ocean?',
    ]
    assert desk.session.game.default_lists_at(desk.session.cursor) == {}


def test_the_lists_of_others_are_secret() -> None:
    desk = Desk()
    desk.run("default-list france build F BRE", "default-list italy build F NAP", "view-as italy")
    said = desk.run("default-list")
    assert "Italy" in said
    assert "France" not in said
    for line in ("default-list france", "default-list france build A PAR"):
        with pytest.raises(CommandError, match="shown to Italy"):
            desk.run(line)


def test_a_list_of_another_is_not_in_what_a_power_may_see_even_when_it_was_used() -> None:
    desk = Desk()
    desk.run("default-list france build F BRE", "process --missing process", "view-as italy")
    game = desk.session.shown
    assert all(not turn.changes for branch in game.branches for turn in branch.turns)


def test_processing_says_whose_list_will_be_used() -> None:
    desk = Desk()
    desk.run(*("A PAR - BUR", "F BRE - MAO", "A MAR - SPA", "process --missing process", "hold-all", "process --missing process"))
    assert str(desk.session.turn.phase) == "W1901A"
    desk.run("default-list france build F BRE")
    desk.services.is_interactive = True
    desk.services.answers.append("Process all the same")
    desk.run("process")
    question = desk.services.asked[-1]
    assert "Nothing was received from France (1)." in question
    assert "The default list of France will be used." in question
    assert "F BRE" in {str(unit.piece) for unit in desk.session.turn.position.units_of("FRANCE")}
