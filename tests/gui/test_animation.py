"""A phase that is adjudicated is revealed, and the way on from it is played."""

from __future__ import annotations

import pytest

from app.qt.main_window.main_controller import MainController
from app.qt.main_window.preferences_dialog import PreferencesDialog
from app.session.services import ChoiceQuestion
from app.session.view_options import Pace
from tests.gui.answering import answering
from tests.gui.hands import Hands


@pytest.fixture(autouse=True)
def game(controller: MainController, hands: Hands) -> None:
    """A game in spring 1901 with one order."""
    controller.run("new")
    hands.move("PAR", "BUR")


def adjudicate(controller: MainController) -> None:
    """Process as the button does, without its question."""
    controller.run("process", missing="process")
    controller.run("previous-phase")
    controller.show_panel("results")


def test_the_outcome_is_revealed_once(controller: MainController, hands: Hands) -> None:
    adjudicate(controller)
    assert hands.page.animator.running
    hands.page.animator.skip()
    controller.run("next-phase")
    hands.page.animator.skip()
    controller.run("previous-phase")
    assert not hands.page.animator.running


def test_units_glide_on_to_the_next_phase(controller: MainController, hands: Hands) -> None:
    adjudicate(controller)
    controller.run("next-phase")
    assert hands.page.animator.running
    assert str(hands.turn.phase) == "F1901M"


def test_orders_can_be_given_while_units_still_glide(controller: MainController, hands: Hands) -> None:
    adjudicate(controller)
    controller.run("next-phase")
    hands.hold("BUR")
    assert hands.orders("FRANCE") == ["A BUR H"]
    assert not hands.page.animator.running


def test_undo_of_an_adjudication_is_there_at_once(controller: MainController, hands: Hands) -> None:
    adjudicate(controller)
    controller.run("undo")
    assert not hands.page.animator.running
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def test_it_can_be_switched_off_and_stays_off(controller: MainController, hands: Hands) -> None:
    controller.run("animation", speed=Pace.OFF)
    adjudicate(controller)
    assert not hands.page.animator.running
    controller.run("next-phase")
    assert not hands.page.animator.running
    assert controller.preferences.view.animation is Pace.OFF


def test_each_pace_takes_less_time_than_the_one_before_and_is_kept(controller: MainController, hands: Hands) -> None:
    taken = []
    for pace in (Pace.SLOW, Pace.NORMAL, Pace.FAST):
        controller.run("animation", speed=pace)
        adjudicate(controller)
        assert hands.page.animator.running
        taken.append(hands.page.animator.duration)
        assert controller.preferences.view.animation is pace
        controller.run("undo")
    assert taken == sorted(set(taken), reverse=True)


def test_preferences_offer_the_pace(controller: MainController) -> None:
    dialog = PreferencesDialog(controller.session, controller.run, controller.window)
    row = next(each for each in dialog.rows if each.preference.command.id == "animation")
    assert [each.title for each in row.preference.offers] == ["Slow", "Normal", "Fast", "Off"]
    assert row.choice.currentText() == "Normal"
    row.choice.setCurrentIndex(2)
    row.choice.activated.emit(2)
    assert controller.view.animation is Pace.FAST
    dialog.close()


def test_a_page_that_is_closed_bakes_and_moves_nothing_more(controller: MainController, hands: Hands) -> None:
    page = hands.page
    adjudicate(controller)
    page.close_down()
    assert not page.animator.running
    assert not page.scene.is_rendering


def test_an_adjudication_that_is_undone_and_done_again_is_not_revealed_again(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(
        monkeypatch,
        ChoiceQuestion,
        lambda _question, choices: next((each for each in choices if each.startswith(("Process", "Go on"))), choices[-1]),
    )
    controller.run("process")
    assert hands.page.animator.running
    hands.page.animator.skip()
    controller.run("undo")
    undone = hands.turn.resolution
    controller.run("redo")
    again = hands.turn.resolution
    assert undone is None
    assert again is not None
    assert not hands.page.animator.running
