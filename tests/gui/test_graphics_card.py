"""Boards on the graphics card, and off it again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.presentation.system_hints import VARIABLE, Card
from app.qt.main_window.main_controller import MainController
from app.qt.map import board_view
from app.session.view_options import Graphics
from tests.gui.hands import Hands

CARD = Card("Fake", "A card of its own", "4.6")


class CardWidget(QWidget):
    """Stands in for a widget that the card paints."""

    works = True

    def isValid(self) -> bool:
        """Return True if there is anything to paint by."""
        return self.works


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Card]:
    """A card that everything is painted by, as far as the window knows; how often it was asked."""
    found: list[Card] = []

    def probe() -> Card:
        found.append(CARD)
        return CARD

    monkeypatch.setattr(board_view, "probe_card", probe)
    monkeypatch.setattr(board_view, "card_viewport", CardWidget)
    monkeypatch.setenv(VARIABLE, "card")
    return found


def test_without_a_screen_no_card_is_asked(controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    monkeypatch.setattr(board_view, "probe_card", lambda: pytest.fail("asked"))
    controller.run("new")
    qtbot.wait(1)
    assert not hands.page.board.is_on_card


def test_the_card_is_asked_once_and_after_the_first_board_is_made(
    controller: MainController, hands: Hands, asked: list[Card], qtbot: QtBot
) -> None:
    controller.run("new")
    assert asked == []
    qtbot.waitUntil(lambda: hands.page.board.is_on_card)
    controller.run("new")
    qtbot.waitUntil(lambda: hands.page.board.is_on_card)
    assert asked == [CARD]


def test_a_board_on_the_card_takes_orders_and_asks(controller: MainController, hands: Hands, asked: list[Card], qtbot: QtBot) -> None:
    controller.run("new")
    qtbot.waitUntil(lambda: hands.page.board.is_on_card)
    hands.move("PAR", "BUR")
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    children = [each for each in hands.page.board.children() if isinstance(each, QWidget)]
    assert children.index(hands.page.board.viewport()) < children.index(hands.page.acts.chip)


def test_a_card_that_does_not_paint_is_given_up(
    controller: MainController, hands: Hands, asked: list[Card], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(CardWidget, "works", False)
    controller.run("new")
    qtbot.waitUntil(lambda: hands.page.board.is_on_card)
    qtbot.waitUntil(lambda: not hands.page.board.is_on_card)
    assert "did not paint" in controller.graphics.way.why
    hands.move("PAR", "BUR")
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def test_never_takes_the_boards_off_the_card_and_says_so(
    controller: MainController, hands: Hands, asked: list[Card], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    controller.run("new")
    qtbot.waitUntil(lambda: hands.page.board.is_on_card)
    monkeypatch.delenv(VARIABLE)
    controller.run("graphics", use=Graphics.PROCESSOR)
    assert not hands.page.board.is_on_card
    assert "by the processor, as chosen" in hands.message
    assert hands.page.board.cursor().shape() is Qt.CursorShape.ArrowCursor
