"""Next step of a reveal: painted while the present one is looked at, and shown as it would have been without."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.presentation.hotseat.reveal_steps import RevealKind
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.main_controller import MainController
from app.qt.map.kept_painting import KeptPainting
from tests.gui.hotseat.test_stage import go_to, stage

__all__ = ["stage"]


def test_the_first_frame_of_a_step_paints_nothing_that_was_painted_ahead(
    stage: RevealPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: not stage.is_preparing)
    hidden, painted = stage._hidden_board.stage, []
    asked = KeptPainting._piece

    def noted(self: KeptPainting, corner: tuple[int, int]) -> object:
        if corner not in self._pieces:
            painted.append(corner)
        return asked(self, corner)

    monkeypatch.setattr(KeptPainting, "_piece", noted)
    stage.forward()
    QApplication.sendPostedEvents()
    assert stage.scene is hidden
    assert not painted


def test_a_step_that_was_painted_ahead_looks_like_one_that_was_not(stage: RevealPage, controller: MainController, qtbot: QtBot) -> None:
    controller.run_line("animation off")
    go_to(stage, RevealKind.STANDOFF)
    QApplication.processEvents()

    def seen() -> tuple[object, ...]:
        QApplication.processEvents()
        names = [name.pos() for name in stage.board._names]
        at = stage.board.mapFromScene(stage.scene.sceneRect().topLeft())
        lit = {code for code, item in stage.scene._highlights._targets.items() if item.isVisible()}
        return stage.board.stand, names, at, stage.scene.plan, lit, stage.board.small.geometry().topLeft() == QPoint()

    stage.forward()
    stage.back()
    stage._ahead.forget()
    stage.forward()
    plain = seen()
    stage.back()
    before = stage.scene
    qtbot.waitUntil(lambda: not stage.is_preparing)
    stage.forward()
    assert stage.scene is not before
    assert seen() == plain


def test_nothing_is_painted_ahead_of_the_last_step(stage: RevealPage, qtbot: QtBot) -> None:
    stage.to_end()
    qtbot.waitUntil(lambda: not stage.is_preparing)
    assert not stage._ahead._is_ready
