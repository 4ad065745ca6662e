"""Typed orders are read the same way by the command, the cell of the order panel, its live mark and the note of a kept line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.game.edits import keep_line
from app.presentation.order_rows import OrderRow, RowKind
from app.qt.main_window.main_controller import MainController
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.labels import FaultEdit
from tests.gui.hands import Hands

FAULTY = [
    "A Par - Bur or Pic",
    "A Par - Bxr",
    "A Par - Bur if Italy agrees",
    "A Par - Bur, A Mar - Spa",
    "A Par - Bur A Mar - Spa",
    "all hold",
    "hello there",
]


def french_rows(controller: MainController, kind: RowKind) -> dict[str, int]:
    rows = controller.panels.get(GamePanel).widget.orders.rows
    entries = ((number, rows.entry(rows.index(number))) for number in range(rows.rowCount()))
    return {
        entry.text: number for number, entry in entries if isinstance(entry, OrderRow) and entry.kind is kind and entry.power == "FRANCE"
    }


def editor_on(controller: MainController, hands: Hands, row: int) -> FaultEdit:
    orders = controller.panels.get(GamePanel).widget.orders
    orders.setCurrentIndex(orders.rows.index(row))
    hands.key_on(orders, Qt.Key.Key_Return)
    editor = orders.findChild(FaultEdit)
    assert editor is not None
    return editor


@pytest.mark.parametrize("text", FAULTY)
def test_command_live_mark_and_note_say_the_same(controller: MainController, hands: Hands, text: str) -> None:
    assert controller.run("new")
    assert not controller.run("order", text=text, power="FRANCE")
    assert hands.message.casefold().startswith(f"{text}: ".casefold())
    by_command = hands.message[len(text) + 2 :]
    session = controller.session
    session.perform("Keep", lambda game: keep_line(game, session.branch, "FRANCE", text))
    QApplication.processEvents()
    row = french_rows(controller, RowKind.PROBLEM)[text]
    entry = controller.panels.get(GamePanel).widget.orders.rows.entry(controller.panels.get(GamePanel).widget.orders.rows.index(row))
    assert isinstance(entry, OrderRow)
    assert entry.note == by_command
    editor = editor_on(controller, hands, row)
    assert not editor.check()
    assert editor.fault is not None
    assert editor.fault[2] == by_command
    assert not controller.panels.get(ConsolePanel).dock.isVisible()


def test_an_order_that_cannot_stand_is_announced_as_refused(controller: MainController, hands: Hands) -> None:
    assert controller.run("new")
    row = next(iter(french_rows(controller, RowKind.MISSING).values()))
    editor = editor_on(controller, hands, row)
    hands.type_into(editor, "A MAR - MOS")
    hands.key_on(editor, Qt.Key.Key_Return)
    assert hands.message.startswith("Not possible, but kept in the list: A MAR - MOS (")
    assert french_rows(controller, RowKind.PROBLEM)


def test_a_kept_line_that_is_a_plain_order_says_that_it_waits(controller: MainController) -> None:
    assert controller.run("new")
    QApplication.clipboard().setText("France:\nA Mar - Spa\nunless Italy moves\n")
    assert controller.run("paste-orders")
    rows = controller.panels.get(GamePanel).widget.orders.rows
    (row,) = french_rows(controller, RowKind.PROBLEM).values()
    entry = rows.entry(rows.index(row))
    assert isinstance(entry, OrderRow)
    assert entry.note == "waits for a decision; it may be A MAR - SPA"
