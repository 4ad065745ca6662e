"""Of two games round one laptop that differ in what one power has sealed, the window shows everybody else the same."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QDeadlineTimer, QEvent
from PySide6.QtWidgets import QApplication

from app.game.document import Document
from app.game.record import Game
from app.qt.main_window.main_controller import MainController
from app.tables.table_acts import close_seat, open_seat
from tests.gui.test_one_powers_eyes import texts
from tests.gui.test_twin_windows import OF_NO_GAME, _differences, _hovered, _painted
from tests.unit.app.session.test_twin_tables import twin

pytestmark = pytest.mark.usefixtures("quick_locks")


def seen(controller: MainController, game: Game, sitter: str) -> dict[str, list[str]]:
    """Every text in the window, under the pointer too, and what the board is painted from: by panel, while *sitter* is at the laptop."""
    document = Document(game)
    controller.session.add(document)
    seating = controller.session.seating
    assert seating is not None
    most = QDeadlineTimer(60_000)
    while seating.thinking:  # opponents answer one after the other, in the background
        assert not most.hasExpired()
        QApplication.processEvents()
    QApplication.processEvents()
    if sitter:
        open_seat(controller.session, sitter)
    found = {}
    for panel in sorted(set(controller.panels.names) - set(OF_NO_GAME)):
        controller.show_panel(panel)
        for _ in range(3):  # a bar that finds no room for all leaves something out when it is laid out again
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        found[panel] = [controller.window.windowTitle(), *texts(controller), *_hovered(controller), *_painted(controller)]
    if sitter:
        close_seat(controller.session)
    controller.session.remove(document)
    document.close(discard=True)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return found


@pytest.mark.parametrize("sitter", ["", "ENGLAND"], ids=["the curtain", "England"])
def test_the_window_shows_the_same(controller: MainController, sitter: str) -> None:
    seen(controller, twin("two have sealed", 1), sitter)  # the first game that is opened comes with its greetings
    one, two = (seen(controller, twin("two have sealed", number), sitter) for number in (1, 2))
    assert _differences(one, two) == []
    assert not [key for key in one if any("A PAR - BUR" in text or "A PAR - PIC" in text for text in one[key])]
