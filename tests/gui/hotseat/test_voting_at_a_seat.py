"""Voting on the end of the game from one's own seat."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.presentation.hotseat.seat_rows import VoteChoice, VoteKind
from app.qt.hotseat import lobby_dialog, table_controller
from app.qt.hotseat.vote_dialog import VoteDialog
from app.qt.main_window.main_controller import MainController
from app.qt.panels.press_panel import PressPanel
from tests.gui.hotseat.test_round_in_the_window import take_laptop, two_people


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch) -> list[VoteDialog]:
    """Every vote dialog that opens; it votes for a draw between France and Germany, by mouse."""
    seen: list[VoteDialog] = []

    def use(dialog: QDialog) -> bool:
        assert isinstance(dialog, VoteDialog)
        seen.append(dialog)
        dialog.show()
        for power, box in dialog.sharers.items():
            if box.isChecked() is not (power in ("FRANCE", "GERMANY")):
                box.click()
        dialog.kinds[VoteKind.DRAW].click()
        dialog.vote_button.click()
        return dialog.result() == QDialog.DialogCode.Accepted

    monkeypatch.setattr(table_controller, "run_dialog", use)
    return seen


@pytest.fixture
def at_seat(controller: MainController, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> MainController:
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")
    monkeypatch.setattr(lobby_dialog, "ask_seats", two_people)
    controller.start_page.table_button.click()
    take_laptop(controller, qtbot, "FRANCE")
    return controller


def test_a_person_votes_with_a_press_and_sees_the_own_vote_again(at_seat: MainController, dialogs: list[VoteDialog]) -> None:
    QTest.mouseClick(at_seat.table.bar.vote_button, Qt.MouseButton.LeftButton)
    votes = at_seat.session.open_turn.votes
    assert [(each.power, each.choice) for each in votes] == [("FRANCE", "draw FRANCE GERMANY")]
    QTest.mouseClick(at_seat.table.bar.vote_button, Qt.MouseButton.LeftButton)
    assert dialogs[1].vote_button.text() == "Change my vote"
    assert dialogs[1].choice == VoteChoice(VoteKind.DRAW, frozenset({"FRANCE", "GERMANY"}), dialogs[1].choice.winner)


def test_the_next_person_is_not_shown_the_vote(at_seat: MainController, dialogs: list[VoteDialog], qtbot: QtBot) -> None:
    at_seat.table.bar.vote_button.click()
    at_seat.table.bar.close_button.click()
    take_laptop(at_seat, qtbot, "GERMANY", "4711")
    assert all(each.power != "FRANCE" for each in at_seat.session.open_turn.votes)
    at_seat.table.bar.vote_button.click()
    assert dialogs[-1].windowTitle() == "The vote of Germany"


def test_there_is_nothing_to_vote_on_the_results(at_seat: MainController, qtbot: QtBot) -> None:
    at_seat.table.bar.show_results("The results", "Spring 1901")
    assert at_seat.table.bar.vote_button.isHidden()


def test_a_draw_among_nobody_cannot_be_voted(qtbot: QtBot) -> None:
    dialog = VoteDialog("France", {"FRANCE": "France", "ITALY": "Italy"}, None, is_secret=True)
    qtbot.addWidget(dialog)
    for box in dialog.sharers.values():
        box.click()
    assert not dialog.vote_button.isEnabled()
    dialog.kinds[VoteKind.CONCESSION].click()
    assert dialog.vote_button.isEnabled()
    assert dialog.words == "concede to FRANCE"


def test_what_one_person_opened_and_enlarged_is_not_so_for_the_next(at_seat: MainController, qtbot: QtBot) -> None:
    page = at_seat.page
    assert page is not None
    press = at_seat.panels.get(PressPanel).dock
    at_seat.window.resize(900, 640)  # a window in which letters come only when they are asked for
    press.hide()
    at_seat.run_line("press")
    at_seat.screen.zoom(3.0)
    fitted = page.board.fitted_zoom()
    assert press.isVisible()
    assert page.board.zoom > fitted
    at_seat.table.bar.close_button.click()
    take_laptop(at_seat, qtbot, "GERMANY", "4711")
    assert page.board.zoom == pytest.approx(page.board.fitted_zoom())
    assert not press.isVisible()
    at_seat.table.bar.close_button.click()
    take_laptop(at_seat, qtbot, "FRANCE")
    assert press.isVisible(), "one's own panels are there again"
