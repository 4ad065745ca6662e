"""Animations on a board in a window end at a click."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.qt.map.animator import Animator
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from tests.fakes.board_pictures import ALL_KINDS, picture


def is_running(animator: Animator) -> bool:
    return animator.running


def test_any_key_ends_a_reveal_and_still_does_what_it_does(view: BoardView, scene: BoardScene, qtbot: QtBot) -> None:
    animator = Animator(scene)
    animator.reveal(ALL_KINDS)
    assert is_running(animator)
    pressed: list[object] = []
    view.key_pressed.connect(pressed.append)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not is_running(animator)
    assert len(pressed) == 1


def test_a_press_of_the_mouse_ends_it_and_a_move_does_not(view: BoardView, scene: BoardScene, qtbot: QtBot) -> None:
    animator = Animator(scene)
    animator.reveal(ALL_KINDS)
    QTest.mouseMove(view.viewport())
    assert is_running(animator)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton)
    assert not is_running(animator)


def test_an_outcome_without_anything_to_tell_is_there_at_once(view: BoardView, scene: BoardScene, qtbot: QtBot) -> None:
    animator = Animator(scene)
    with qtbot.waitSignal(animator.finished, timeout=1000):
        animator.reveal(picture(others=("FRANCE A PAR",)))
    assert not is_running(animator)
