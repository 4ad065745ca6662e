"""An exercise has its task, the mistakes, a hint on demand, and leads on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.qt.board.banner import ExerciseBar
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from tests.gui.hands import Hands
from variants.catalogue import shipped


def bar_of(hands: Hands) -> ExerciseBar:
    bar = hands.page.exercise
    assert bar is not None
    return bar


def attempt(controller: MainController, *orders: str) -> None:
    for order in orders:
        controller.run("order", text=order)
    controller.run_line("process --missing=process")


def test_the_task_stands_above_the_board_and_the_hint_comes_when_it_is_asked_for(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="solo-02-support")
    bar = bar_of(hands)
    assert "drive it out" in bar.task.text()
    assert bar.hint.isHidden()
    QTest.mouseClick(bar.hint_button, Qt.MouseButton.LeftButton)
    assert not bar.hint.isHidden()
    assert "another that could move there too supports it" in bar.hint.text()


def test_what_was_wrong_is_said_with_its_reason_and_the_turn_can_be_taken_back(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="solo-02-support")
    attempt(controller, "A BUR - MUN", "A RUH H")
    bar = bar_of(hands)
    assert "Not solved yet" in bar.verdict.text()
    assert "Munich" in bar.verdict.text()
    assert "bounce" in bar.verdict.text().casefold()
    controller.run("previous-phase")
    controller.show_panel("results")
    told = " ".join(label.text() for label in controller.panels.get(GamePanel).widget.results.findChildren(QLabel))
    assert "bounced" in told
    assert "another that could move there" not in told, "the hint waits until somebody asks for it"
    QTest.mouseClick(bar.undo_button, Qt.MouseButton.LeftButton)
    assert str(hands.turn.phase) == "S1901M"
    assert bar.verdict.isHidden()
    assert bar.undo_button.isHidden()


def test_orders_that_all_succeed_without_reaching_the_goal_are_told_apart_from_wrong_ones(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="solo-02-support")
    attempt(controller, "A BUR H", "A RUH H")
    assert "the goal is not reached" in bar_of(hands).verdict.text()


def test_a_solved_exercise_leads_to_the_next(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="solo-02-support")
    attempt(controller, "A BUR - MUN", "A RUH S A BUR - MUN")
    controller.run("previous-phase")
    controller.show_panel("results")
    bar = bar_of(hands)
    assert bar.verdict.text().startswith("Solved")
    assert bar.hint_button.isHidden()
    assert hands.page.ending.card is None
    QTest.mouseClick(bar.next_button, Qt.MouseButton.LeftButton)
    assert hands.page.document.game.variant.id == "solo-03-cut"


def test_other_games_have_no_such_strip(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    assert hands.page.exercise is None


def test_every_exercise_leads_to_one_that_is_there(controller: MainController) -> None:
    exercises = {number: shipped(f"solo-{number}").exercise for number in ("01-march", "05-standoff", "10-swap")}
    for exercise in exercises.values():
        assert exercise is not None
        assert shipped(exercise.next).variant.id == exercise.next


def test_a_solved_exercise_has_one_main_button_the_next_one(controller: MainController, hands: Hands) -> None:
    controller.run("new", variant="solo-02-support")
    onward = controller.panels.get(GamePanel).widget.header.onward_button
    attempt(controller, "A BUR - MUN", "A RUH H")
    controller.run("previous-phase")
    assert onward.property("role") == "primary"
    QTest.mouseClick(bar_of(hands).undo_button, Qt.MouseButton.LeftButton)
    attempt(controller, "A BUR - MUN", "A RUH S A BUR - MUN")
    assert bar_of(hands).next_button.property("role") == "primary"
    assert not onward.property("role")
