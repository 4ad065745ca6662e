"""A fog game seen as one power: no text in the window, drawn, listed, hinted at or in a menu, names a place out of its sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.game.entries import Press
from app.game.record import MAIN, Cursor
from app.game.table_edits import send_press
from app.qt.main_window.main_controller import MainController
from tests.gui.hands import Hands

SECRETS = ("WAL", "LVP", "NWG", "EDI", "MUN", "BUR", "Wales", "Liverpool", "Norwegian", "Edinburgh", "Munich", "Burgundy", "lighthouse")
"""Places where units of others stand and stood, and words that were written between them. The board's own names of places are no secret."""

BEFORE: set[str] = set()
"""Texts of the window before there is a game, like those of the lessons: they can tell nothing of it."""

ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.StatusTipRole)


@pytest.fixture
def shown(controller: MainController) -> MainController:
    """Turkey looks at a game whose north it does not see; others wrote orders, letters, and took one back."""
    controller.run("start-page")
    QApplication.processEvents()
    BEFORE.clear()
    BEFORE.update(texts(controller))
    controller.show_panel("console")
    for line in ("new fog-of-war", "A LVP - WAL", "F EDI - NWG", "A MUN - BUR", "A PAR - BUR", "A CON - BUL"):
        controller.run_line(line)
    session = controller.session
    letter = Press("ENGLAND", ("GERMANY",), "Meet me at the lighthouse")
    session.perform("Press", lambda game: send_press(game, MAIN, letter))
    for line in ("process --missing process", "A BUL - GRE", "A MUN - KIE", "A WAL - LVP", "F NWG - CLY", "undo"):
        controller.run_line(line)
    assert secrets_in(texts(controller)), "the game master reads it all"
    for panel in ("file", "press", "hooks"):
        controller.show_panel(panel)
    controller.run("view-as", power="TURKEY")
    QApplication.processEvents()
    return controller


def texts(controller: MainController) -> Iterator[str]:
    """Every text in the window, seen or waiting to be seen."""
    yield controller.window.windowTitle()
    for action in controller.window.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())
    for widget in controller.window.findChildren(QWidget):
        yield from (widget.toolTip(), widget.statusTip(), widget.accessibleName(), widget.accessibleDescription())
        match widget:
            case QLabel() | QAbstractButton() | QLineEdit():
                yield widget.text()
            case QPlainTextEdit() | QTextEdit():
                yield widget.toPlainText()
            case QGroupBox():
                yield widget.title()
            case QTabBar():
                yield from (widget.tabText(number) for number in range(widget.count()))
            case QComboBox():
                yield from (widget.itemText(number) for number in range(widget.count()))
            case QAbstractItemView() if widget.model() is not None:
                yield from _rows(widget.model(), QModelIndex())
            case _:
                pass
    page = controller.page
    if page is not None and page.scene.picture is not None:
        picture = page.scene.picture
        yield from map(str, picture.position.units)
        yield from (str(drawn.order) for drawn in picture.orders)


def _rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    """Lists and trees of one column, which is all there are."""
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield from (str(model.data(index, role) or "") for role in ROLES)
        yield from _rows(model, index)


def secrets_in(found: Iterator[str]) -> list[str]:
    return sorted({f"{secret} in {text!r}" for text in found if text not in BEFORE for secret in SECRETS if secret in text})


def test_at_the_open_phase(shown: MainController) -> None:
    assert secrets_in(texts(shown)) == []


@pytest.mark.parametrize("panel", ["results", "orders"])
def test_at_the_phase_before(panel: str, shown: MainController) -> None:
    shown.session.document.show(Cursor(MAIN, 0))
    shown.show_panel(panel)
    QApplication.processEvents()
    assert secrets_in(texts(shown)) == []


def test_under_the_pointer(shown: MainController, hands: Hands) -> None:
    """The name of a place that is pointed at is said, and that it lies out of sight."""
    for index in (0, 1):
        shown.session.document.show(Cursor(MAIN, index))
        for province in shown.session.game.variant.board.provinces:
            words = hands.page.acts.words_for(province)
            others = [secret for secret in SECRETS if secret in words and secret not in words.split(" · ")[0]]
            assert others == [], words
            if province in {"WAL", "NWG", "MUN", "BUR"}:
                assert words.endswith("out of sight")


@pytest.mark.parametrize(
    "line",
    [
        "undo",
        "redo",
        "process --missing process",
        "what-if",
        "fork",
        "end --no-asking",
        "A BUL - RUM",
        "hold-all",
        "results",
        "who",
        "status",
    ],
)
def test_after_a_command(line: str, shown: MainController) -> None:
    shown.run_line(line)
    QApplication.processEvents()
    assert secrets_in(texts(shown)) == []


def test_the_edit_menu_names_ones_own_steps_alone(shown: MainController) -> None:
    undo, redo = shown.menus.action("undo"), shown.menus.action("redo")
    assert undo is not None
    assert redo is not None
    assert (undo.text(), redo.text()) == ("Undo what another power did", "Redo what another power did")
    shown.run_line("A BUL - RUM")
    assert undo.text() == "Undo Order A BUL - RUM"


def test_a_picked_unit_is_offered_no_support_for_what_is_out_of_sight(shown: MainController, hands: Hands) -> None:
    hands.unit("BUL")
    targets = hands.page.acts.pointing()
    assert {"WAL", "NWG", "MUN"}.isdisjoint(targets.targets | targets.partners)
