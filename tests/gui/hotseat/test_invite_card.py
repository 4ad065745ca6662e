"""Card over the board that invites phones to a table."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.hotseat.table import TableInvitation
from app.qt.hotseat.invite_card import InviteCard


@pytest.mark.parametrize(("width", "points"), [(1200, 10), (760, 20), (520, 20)])
def test_its_words_are_whole_on_boards_of_any_width(qtbot: QtBot, width: int, points: int) -> None:
    board = QWidget()
    qtbot.addWidget(board)
    board.resize(width, 600)
    font = board.font()
    font.setPointSize(points)
    board.setFont(font)
    board.show()
    card = InviteCard(board)
    card.show_invitation(TableInvitation(address="http://192.168.100.200:8765", word="marmalade", link="http://192.168.100.200:8765/#x"))
    qtbot.waitUntil(lambda: card.title.isVisible() and card.title.width() > 1)
    for label in (card.title, card.address, card.word):
        assert label.width() >= label.sizeHint().width()
    assert card.geometry().right() < board.width()
