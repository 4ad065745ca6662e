"""A clean season by mail in the real window, from the mails that are dropped to the results that are sent: every press is counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.mail_out.mail_server import SecretStore
from app.qt.gm.results_part import ResultsPart
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.session.services import ChoiceQuestion
from tests.fakes.mail_servers import PASSWORD, Handler, server_that_is_set
from tests.gui.answering import answering
from tests.gui.mail_round import Desk, mail

PLAYERS = {"AUSTRIA": "ada", "ENGLAND": "ben", "FRANCE": "cleo", "GERMANY": "dan", "ITALY": "eve", "RUSSIA": "finn", "TURKEY": "gus"}
CLEAN = {
    "ada": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb\n",
    "ben": "F Lon - Nth\nF Edi - Nwg\nA Lvp - Yor\n",
    "cleo": "A Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao\n",
    "dan": "A Mun - Ruh\nA Ber - Kie\nF Kie - Den\n",
    "eve": "A Ven H\nA Rom - Apu\nF Nap - Ion\n",
    "finn": "A Mos - Ukr\nA War - Gal\nF Sev - Bla\nF Stp(sc) - Bot\n",
    "gus": "A Con - Bul\nA Smy - Con\nF Ank - Bla\n",
}


def test_a_clean_season_of_seven_goes_from_drop_to_sent_in_four_presses(
    controller: MainController, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = Handler()
    monkeypatch.setattr(SecretStore, "password", lambda *_: PASSWORD)
    answering(monkeypatch, ChoiceQuestion, lambda question, _choices: pytest.fail(f"a clean season asks nothing: {question}"))
    with server_that_is_set(tmp_path, handler, monkeypatch):
        desk = Desk(controller, tmp_path)
        for power, name in PLAYERS.items():
            controller.run("player", power=power, name=f"{name.title()} <{name}@example.org>")
        paths = []
        for name, body in CLEAN.items():
            path = tmp_path / f"{name}.eml"
            path.write_text(mail(name, body), encoding="utf-8")
            paths.append(path)
        desk.drop(paths)
        assert "22 orders written" in controller.status_text
        head = desk.part.head
        assert head is not None
        desk.press(head.process_button)
        primary = [
            each.text() for each in controller.window.findChildren(QPushButton) if each.isVisible() and each.property("role") == "primary"
        ]
        assert primary == ["Results…"], "one thing is to be done next"
        desk.press(head.results_button)
        page = controller.panels.get(ResultsPart).page
        assert page is not None
        qtbot.waitUntil(lambda: page.status.text().startswith("Made in"))
        desk.press(page.send_button)
        qtbot.waitUntil(lambda: page.status.text() == "7 of 7 mails sent.")
        assert desk.presses == 4
        assert len(handler.receivers) == 7
        desk.press(page.board_button)
        assert head.isVisible()
        assert head.process_button.property("role") == "primary", "what is sent is not what is to be done next"
        assert head.results_button.property("role") is None
        desk.press(head.process_button)
        QApplication.processEvents()
        assert not desk.part.is_open
        assert not head.isVisible()
        assert controller.panels.get(GamePanel).dock.isVisible()
        assert str(controller.session.turn.phase) == "F1901M"
