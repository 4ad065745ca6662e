"""A mail from an unknown sender is one question in the window, answered by one press."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.game.edits import set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.qt.gm.round_rows import WhoseRow
from app.qt.main_window.main_controller import MainController
from tests.gui.mail_round import Desk, mail


@pytest.fixture
def desk(controller: MainController, tmp_path: Path) -> Desk:
    desk = Desk(controller, tmp_path)
    bob = SeatedPlayer("Bob", "bob@example.org", SeatKind.POST)
    controller.session.perform("player", lambda game: set_player(game, "FRANCE", bob))
    path = tmp_path / "stranger.eml"
    path.write_text(mail("mallory", "France:\nA Par - Bur\nA Mar - Gas\n"), encoding="utf-8")
    controller.run("read-mail", path=path)
    desk.settle()
    return desk


def question(desk: Desk) -> WhoseRow | None:
    assert desk.part.panel is not None
    return next((row for row in desk.part.panel.list.findChildren(WhoseRow) if row.isVisible()), None)


@pytest.mark.parametrize(("answer", "orders", "members"), [("learn_button", 2, 1), ("button", 2, 0), ("not_ours_button", 0, 0)])
def test_one_press_says_whose_a_mail_is(desk: Desk, answer: str, orders: int, members: int) -> None:
    session = desk.controller.session
    asked = question(desk)
    assert asked is not None
    assert asked.powers.currentData() == "FRANCE", "the power that it writes for comes first"
    assert not session.open_turn.orders
    assert desk.part.sheet is not None
    assert desk.part.sheet.needs == 1
    QTest.mouseClick(getattr(asked, answer), Qt.MouseButton.LeftButton)
    desk.settle()
    assert len(session.open_turn.orders_of("FRANCE")) == orders
    assert len(session.game.members) == members
    assert desk.part.sheet.needs == 0
    assert len(session.open_turn.mails) == 1, "its words stay"
