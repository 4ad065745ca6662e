"""Press for programs is composed by picking, and read as sentences."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton

from app.qt.main_window.main_controller import MainController
from app.qt.panels import proposal_dialog
from app.qt.panels.press_panel import PressPanel
from app.qt.panels.proposal_dialog import ProposalDialog
from tests.gui.hands import Hands


def pick(monkeypatch: pytest.MonkeyPatch, *steps: str) -> list[str]:
    """A person in the dialog: chooses entries, presses buttons by their names, and sends; the sentences that stood there."""
    sentences: list[str] = []

    def use(dialog: QDialog) -> bool:
        assert isinstance(dialog, ProposalDialog)
        dialog.show()
        for step in steps:
            box = next((each for each in (dialog.what, dialog.reply) if each.isVisible() and each.findText(step) >= 0), None)
            if box is not None:
                box.setCurrentText(step)
                continue
            button = next(each for each in dialog.findChildren(QPushButton) if step in (each.accessibleName(), each.text()))
            assert button.isVisible()
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        sentences.append(dialog.sentence.text())
        QTest.mouseClick(dialog.send_button, Qt.MouseButton.LeftButton)
        return dialog.result() == QDialog.DialogCode.Accepted

    monkeypatch.setattr(proposal_dialog, "run_dialog", use)
    return sentences


def test_peace_is_proposed_by_picking_and_answered_by_picking(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    panel.writer.setCurrentIndex(panel.writer.findData("ENGLAND"))
    said = pick(monkeypatch, "Powers: France")
    hands.click(panel.propose_button)
    assert said == ["“Proposal: peace among England and France”"]
    (press,) = controller.session.turn.press
    assert (press.sender, press.receivers, press.text) == ("ENGLAND", ("FRANCE",), "PRP ( PCE ( ENG FRA ) )")
    assert "Proposal: peace among England and France" in panel.letters.toPlainText()
    assert "PRP" not in panel.letters.toPlainText()

    panel.writer.setCurrentIndex(panel.writer.findData("FRANCE"))
    said = pick(monkeypatch, "Answer England: peace among England and France", "Refuse")
    hands.click(panel.propose_button)
    assert said == ["“Refused: peace among England and France”"]
    assert controller.session.turn.press[-1].text == "REJ ( PRP ( PCE ( ENG FRA ) ) )"
    assert controller.session.turn.press[-1].receivers == ("ENGLAND",)


def test_an_alliance_needs_somebody_it_is_against_before_it_can_be_sent(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    panel.writer.setCurrentIndex(panel.writer.findData("ITALY"))
    assert pick(monkeypatch, "Alliance of", "Powers: Turkey") == []
    hands.click(panel.propose_button)
    assert not controller.session.turn.press
    pick(monkeypatch, "Alliance of", "Powers: Turkey", "Against: Russia")
    hands.click(panel.propose_button)
    assert controller.session.turn.press[-1].text == "PRP ( ALY ( ITA TUR ) VSS ( RUS ) )"


def test_the_game_master_is_told_that_programs_hear_powers_alone(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.trigger("press")
    panel = controller.panels.get(PressPanel).widget
    panel.writer.setCurrentIndex(panel.writer.findData("GM"))
    hands.click(panel.propose_button)
    assert "choose a power under From" in controller.status_text
