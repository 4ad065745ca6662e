"""Number of presses of an evening, counted with the mouse in the real window: to the first orders, and for a whole season of seven."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.lobby_dialog import LobbyDialog
from app.qt.hotseat.phones_part import PhonesPart
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.main_controller import MainController
from app.session.services import ChoiceQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands

TO_THE_FIRST_ORDERS = TO_THE_CODE = 4
A_SEASON, A_SEASON_BY_DRAGGING = 48, 32

OPENING = {
    "AUSTRIA": ("VIE GAL", "BUD SER", "TRI ALB"),
    "ENGLAND": ("LON NTH", "EDI NWG", "LVP YOR"),
    "FRANCE": ("BRE MAO", "PAR BUR", "MAR SPA"),
    "GERMANY": ("BER KIE", "MUN RUH", "KIE DEN"),
    "ITALY": ("ROM APU", "VEN TYR", "NAP ION"),
    "RUSSIA": ("STP BOT", "MOS UKR", "WAR GAL", "SEV BLA"),
    "TURKEY": ("CON BUL", "SMY CON", "ANK BLA"),
}
"""Orders of seven people in a first spring: a move for each unit."""


class Presses:
    """A hand on the mouse that counts: what the game asks for, and apart from it the hand-overs from one person to the next."""

    def __init__(self, controller: MainController, qtbot: QtBot) -> None:
        self.controller = controller
        self.hands = Hands(controller)
        self.qtbot = qtbot
        self.count = 0
        self.hand_overs = 0
        self.is_dragging = False

    def press(self, widget: QWidget) -> None:
        self.count += 1
        assert widget.isVisible()
        assert widget.isEnabled()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        QApplication.processEvents()

    def start(self, *, by_phone: bool = False) -> None:
        """From the start page through the page of seats, as they are offered, or all of them for phones."""

        def accept() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, LobbyDialog)
            if by_phone:
                self.press(dialog.phones_button)
            self.press(dialog.start_button)

        QTimer.singleShot(0, accept)
        self.press(self.controller.start_page.table_button)

    @property
    def curtain(self) -> CurtainPage:
        page = self.controller.stack.currentWidget()
        assert isinstance(page, CurtainPage)
        return page

    def take_laptop(self, power: str) -> None:
        """Press twice at most: the name, where the curtain calls another, and the ring that is held."""
        curtain, before = self.curtain, self.count
        if curtain.state is None or curtain.state.chosen != power:
            self.press(curtain.cards.card(power))
        curtain.ring._filling.setDuration(20)
        self.count += 1
        QTest.mousePress(curtain.ring, Qt.MouseButton.LeftButton)
        self.qtbot.waitUntil(lambda: self.controller.stack.currentWidget() is not curtain)
        QTest.mouseRelease(curtain.ring, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        self.hand_overs += self.count - before

    def move(self, start: str, target: str, *, is_picked: bool = False) -> None:
        if is_picked:
            self.count += 1
            self.hands.ground(target)
        elif self.is_dragging:
            self.count += 1
            self.hands.drag(start, target)
        else:
            self.count += 2
            self.hands.move(start, target)

    def seal(self) -> None:
        self.press(self.controller.table.bar.seal_button)


@pytest.fixture
def presses(controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Presses:
    def nothing_is_asked(*words: object) -> str:
        raise AssertionError(words)

    monkeypatch.setattr("app.qt.widgets.dialogs.ask", nothing_is_asked)
    return Presses(controller, qtbot)


def test_four_presses_from_the_start_page_to_the_first_person_s_orders(presses: Presses) -> None:
    presses.start()
    presses.take_laptop("AUSTRIA")
    assert presses.controller.stack.currentWidget() is presses.controller.page
    assert presses.count <= TO_THE_FIRST_ORDERS
    assert not presses.controller.preferences.panel_by_hand, "the hand holds the ring, not the edge of a panel"
    presses.move("VIE", "GAL")
    assert presses.hands.orders("AUSTRIA") == ["A VIE - GAL"]


def test_four_presses_from_the_start_page_to_the_code_that_phones_scan(presses: Presses, monkeypatch: pytest.MonkeyPatch) -> None:
    def agree(_question: str, choices: Sequence[str]) -> str:
        presses.count += 1
        return choices[1]  # this machine only

    answering(monkeypatch, ChoiceQuestion, agree)
    presses.start(by_phone=True)
    part = next(each for each in presses.controller.window.findChildren(PhonesPart))
    assert part.web is not None, "who starts a table of phones is asked at once"
    assert part.dialog is not None
    assert part.dialog.isVisible()
    assert all(seat.is_free for seat in part.web.seating.table.seats)
    assert presses.count <= TO_THE_CODE
    part.close()


@pytest.mark.thorough
@pytest.mark.parametrize(("is_dragged", "most"), [(False, A_SEASON), (True, A_SEASON_BY_DRAGGING)])
def test_a_season_of_seven_takes_few_presses_besides_the_hand_overs(presses: Presses, is_dragged: bool, most: int) -> None:
    presses.is_dragging = is_dragged
    presses.start()
    presses.count = 0
    for power, moves in OPENING.items():
        presses.take_laptop(power)
        first, own = presses.hands.page.selection, {each.split()[0] for each in moves}
        for start, target in sorted((each.split() for each in moves), key=lambda each: each[0] != first):
            # A click where another own unit stands picks that one.
            presses.move(start, target, is_picked=start == first and target not in own)
        assert len(presses.hands.orders(power)) == len(moves)
        presses.seal()
    presses.press(presses.curtain.reveal_button)
    reveal = presses.controller.stack.currentWidget()
    assert isinstance(reveal, RevealPage)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Space):
        presses.count += 1
        QTest.keyClick(reveal, key)
    QApplication.processEvents()
    assert "Fall 1901" in presses.curtain.place.text()
    assert presses.count - presses.hand_overs <= most, (presses.count, presses.hand_overs)
