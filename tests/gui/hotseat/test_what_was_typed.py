"""Text that one person typed, marked or opened at a seat is secret from all others: from undo, from the middle button, and in a dialog."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu

from app.hotseat.clock import Clock
from app.qt.main_window.main_controller import MainController
from app.qt.panels.console_panel import ConsolePanel
from app.session.seating import Times
from app.session.viewpoint import CURTAIN
from tests.gui.hands import Hands

SEATS = "table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Finn TURKEY=Gus"


@pytest.fixture
def at_seat(controller: MainController) -> MainController:
    """Ada sits at Austria's seat."""
    controller.run("new")
    for line in (SEATS, "end-talks", "open-seat AUSTRIA"):
        assert controller.run_line(line), controller.status_text
    QApplication.processEvents()
    return controller


def console_line(controller: MainController) -> QLineEdit:
    console = controller.panels.get(ConsolePanel)
    if not console.dock.isVisible():
        controller.run("console")
    return console.widget.line


def palette_line(controller: MainController) -> QLineEdit:
    controller.palettes.open_palette()
    assert controller.palettes.palette is not None
    return controller.palettes.palette.line


@pytest.mark.parametrize("line_of", [console_line, palette_line])
@pytest.mark.parametrize("entered", [True, False], ids=["entered", "half typed"])
def test_whoever_sits_down_next_cannot_undo_to_what_was_typed_in_a_line(
    at_seat: MainController, hands: Hands, line_of: Callable[[MainController], QLineEdit], *, entered: bool
) -> None:
    line = line_of(at_seat)
    hands.type_into(line, "A VIE - GAL")
    if entered:
        hands.key_on(line, Qt.Key.Key_Return)
        assert hands.orders("AUSTRIA") == ["A VIE - GAL"]
    at_seat.run("close-seat")
    assert line.text() == "", "who looks behind the curtain finds nothing either"
    at_seat.run("open-seat", power="ENGLAND")
    again = line_of(at_seat)
    assert not again.isUndoAvailable()
    QTest.keyClick(again, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert again.text() == ""


def test_what_was_marked_at_a_seat_is_not_pasted_by_the_middle_button(at_seat: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    class Marking:
        """The clipboard of a system on which what is marked is copied at once, as with X11."""

        marked = True

        def ownsSelection(self) -> bool:
            return self.marked

        def clear(self, mode: QClipboard.Mode) -> None:
            self.marked = self.marked and mode != QClipboard.Mode.Selection

        def text(self) -> str:
            return ""

        def setText(self, text: str) -> None:
            pass

    clipboard = Marking()
    monkeypatch.setattr(QGuiApplication, "clipboard", lambda: clipboard)
    at_seat.run("close-seat")
    assert not clipboard.marked


def test_when_the_clock_closes_a_seat_no_dialog_of_it_stays_before_the_curtain(controller: MainController) -> None:
    controller.session.times = Times(lambda: 1000.0, lambda: 1_000_000.0)
    controller.run("new")
    for line in (SEATS, "end-talks", "open-seat AUSTRIA"):
        assert controller.run_line(line), controller.status_text
    dialog, menu = QDialog(controller.window), QMenu(controller.window)
    dialog.setModal(True)
    dialog.show()
    menu.addAction("A VIE - GAL")
    menu.popup(controller.window.rect().center())
    seating = controller.session.seating
    assert seating is not None
    seating.turn_clock = Clock(60.0).started(1000.0)
    controller.table._clock._tick()
    assert dialog.isVisible()
    assert menu.isVisible()
    seating.turn_clock = Clock(2.0).started(998.0)
    controller.table._clock._tick()
    assert controller.session.viewer == CURTAIN
    assert not dialog.isVisible()
    assert not menu.isVisible()
