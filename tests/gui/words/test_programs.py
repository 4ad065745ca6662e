"""Proposals, programs in seats and opponents in the pseudo language."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.game.entries import Press
from app.game.record import MAIN
from app.game.table_edits import send_press
from app.qt.hotseat.program_dialog import ProgramDialog
from app.qt.panels.press_panel import PressPanel
from app.qt.panels.proposal_dialog import ProposalDialog
from tests.gui.hotseat.test_seats_page import BOT, SILENT, page_of, press, with_programs
from tests.gui.words.walk import Walk

pytestmark = pytest.mark.thorough

SEEN = {"ProposalDialog", "ProgramDialog"}
"""The dialogs that are opened here."""


def test_in_a_proposal_and_its_answer(walk: Walk) -> None:
    walk.controller.run_line("new standard")
    walk.allow_game()
    walk.go("press", lambda: walk.controller.trigger("press"))
    panel = walk.controller.panels.get(PressPanel).widget
    panel.writer.setCurrentIndex(panel.writer.findData("ENGLAND"))

    def propose(dialog: QDialog) -> None:
        assert isinstance(dialog, ProposalDialog)
        for number in range(dialog.what.count()):
            dialog.what.setCurrentIndex(number)
            walk.look(dialog)
            for each in dialog.findChildren(type(dialog.send_button)):
                if each.isVisible() and each.isCheckable():
                    each.click()
            walk.look(dialog)
        for number in range(dialog.reply.count()):
            dialog.reply.setCurrentIndex(number)
            walk.look(dialog)
        dialog.send_button.click()

    walk.always("ProposalDialog", propose)
    walk.go("propose", panel.propose_button.click)
    said = (
        *(
            "PRP ( PCE ( ENG FRA ) )",
            "PRP ( ALY ( FRA ENG ) VSS ( GER ) )",
            "PRP ( DRW )",
            "PRP ( SLO ( FRA ) )",
            "REJ ( PRP ( PCE ( ENG FRA ) ) )",
        ),
        *("YES ( PRP ( DRW ) )", "BWX ( PRP ( DRW ) )", "PRP ( XDO ( ( ENG FLT LON ) HLD ) )", "HUH ( ERR )", "FCT ( PCE ( ENG FRA ) )"),
    )
    for text in said:
        letter = Press("FRANCE", ("ENGLAND",), text)
        walk.go(text, lambda letter=letter: walk.controller.session.perform("PRP", lambda game: send_press(game, MAIN, letter)))  # type: ignore[misc]
    walk.go("answer", panel.propose_button.click)
    walk.all_is_well()
    assert "ProposalDialog" in walk.seen


def test_where_programs_play(walk: Walk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk.allow("bold boldbot Boldness opening Burgundy Picardy Answers press mute Ada told answers true boldness")
    walk.allow("nonsense hello")

    def remember(name: str, text: str, seconds: float) -> None:
        file = tmp_path / f"{name}.py"
        file.write_text(text, encoding="utf-8")

        def fill(dialog: QDialog) -> None:
            assert isinstance(dialog, ProgramDialog)
            for number in range(dialog.reach.count()):
                dialog.reach.setCurrentIndex(number)
                walk.look(dialog)
            dialog.reach.setCurrentIndex(0)
            for command in ("", str(tmp_path / "none.py"), str(file)):
                dialog.name.setText(name)
                dialog.command.setText(command)
                dialog.seconds.setValue(seconds)
                dialog.test_button.click()
                qtbot.waitUntil(lambda: not dialog._background.is_busy, timeout=60_000)
                walk.look(dialog)
            dialog.buttons.accepted.emit()

        walk.answer("ProgramDialog", fill)
        walk.go(f"program {name}", lambda: walk.controller.trigger("program"))

    remember("bold", BOT, 60)
    remember("mute", SILENT, 0.1)
    assert "ProgramDialog" in walk.seen
    with_programs(walk.controller, monkeypatch, FRANCE="bold", GERMANY="bold")
    walk.allow_game()
    page = page_of(walk.controller)
    walk.go("the lobby")
    for row in page.rows:
        walk.go(f"choose {row.power}", lambda row=row: press(row))  # type: ignore[misc]
    walk.line("programs start", "programs go", "programs pause", "programs step", "program-of france", "program-of germany stderr")
    walk.line("program-of france restart", "program-of england", "program bold", "program mute --forget", "test-program bold", "end-table")
    walk.all_is_well()
