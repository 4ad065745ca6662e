"""Orders typed into the list beside the board: a few letters and Enter for each, one unit after the other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QWidget

from app.presentation.order_rows import OrderRow
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.order_edit import OrderEdit
from app.qt.panels.order_list import OrderList
from tests.gui.hands import Hands

SPRING = {
    "AUSTRIA": {"BUD": ("s", "A BUD - SER"), "TRI": ("al", "F TRI - ALB"), "VIE": ("g", "A VIE - GAL")},
    "ENGLAND": {"EDI": ("nw", "F EDI - NWG"), "LON": ("n", "F LON - NTH"), "LVP": ("y", "A LVP - YOR")},
    "FRANCE": {"BRE": ("m", "F BRE - MAO"), "MAR": ("s par bu", "A MAR S A PAR - BUR"), "PAR": ("bu", "A PAR - BUR")},
    "GERMANY": {"BER": ("k", "A BER - KIE"), "KIE": ("d", "F KIE - DEN"), "MUN": ("ru", "A MUN - RUH")},
    "ITALY": {"NAP": ("i", "F NAP - ION"), "ROM": ("ap", "A ROM - APU"), "VEN": ("h", "A VEN H")},
    "RUSSIA": {
        "MOS": ("u", "A MOS - UKR"),
        "SEV": ("b", "F SEV - BLA"),
        "STP": ("bo", "F STP/SC - BOT"),
        "WAR": ("g", "A WAR - GAL"),
    },
    "TURKEY": {"ANK": ("c", "F ANK - CON"), "CON": ("b", "A CON - BUL"), "SMY": ("h", "A SMY H")},
}
"""Letters typed for each unit, and the order that they give."""


class Keyboard:
    """Types into the list, and counts the keys."""

    def __init__(self, controller: MainController) -> None:
        self.controller = controller
        self.presses = 0

    @property
    def list(self) -> OrderList:
        return self.controller.panels.get(GamePanel).widget.orders

    @property
    def row(self) -> OrderRow:
        entry = self.list.rows.entry(self.list.currentIndex())
        assert isinstance(entry, OrderRow)
        return entry

    def editor(self) -> OrderEdit | None:
        """The line in which something is typed now."""
        return next((each for each in self.list.findChildren(OrderEdit) if each.isVisible()), None)

    def focus(self) -> QWidget:
        """Return the widget that gets the keys: the list or a line in it."""
        found = QApplication.focusWidget()
        assert isinstance(found, OrderList | OrderEdit)
        return found

    def type(self, text: str) -> None:
        """Press the keys of *text* one after the other where the keys go."""
        for letter in text:
            QTest.keyClicks(self.focus(), letter)
            self.presses += 1

    def enter(self) -> None:
        QTest.keyClick(self.focus(), Qt.Key.Key_Return)
        self.presses += 1
        QApplication.processEvents()

    def choose(self, power: str, place: str) -> None:
        """Press the row of a unit twice, which opens its line."""
        index = self.list.rows.find(power, place)
        self.list.scrollTo(index)
        for act in (QTest.mouseClick, QTest.mouseDClick):
            act(self.list.viewport(), Qt.MouseButton.LeftButton, pos=self.list.visualRect(index).center())
        self.presses += 2
        assert self.row.place == place
        editor = self.editor()
        assert editor is not None
        editor.selectAll()


@pytest.fixture
def keyboard(controller: MainController) -> Keyboard:
    assert controller.run("new")
    return Keyboard(controller)


@pytest.mark.thorough
def test_the_22_orders_of_a_spring_take_59_presses(controller: MainController, keyboard: Keyboard, hands: Hands) -> None:
    keyboard.choose("AUSTRIA", "BUD")
    for _ in range(22):
        typed, wanted = SPRING[keyboard.row.power][keyboard.row.place or ""]
        keyboard.type(typed)
        keyboard.enter()
        assert hands.message.startswith(f"Order: {wanted}")
    written = {power: sorted(hands.orders(power)) for power in SPRING}
    assert written == {power: sorted(order for _, order in orders.values()) for power, orders in SPRING.items()}
    assert keyboard.presses == 59


def test_nothing_is_marked_and_nothing_taken_where_two_orders_fit_as_well(keyboard: Keyboard, hands: Hands) -> None:
    keyboard.choose("FRANCE", "PAR")
    keyboard.type("b")
    editor = keyboard.editor()
    assert editor is not None
    assert editor.marked == ""
    assert editor.offered[:2] == ["A PAR - BRE", "A PAR - BUR"]
    (listed,) = (each for each in editor.window().findChildren(QListView) if each.accessibleName() == "Orders that fit")
    for width in (1280, 1500):
        editor.window().resize(width, 800)
        QApplication.processEvents()
        assert listed.geometry().topLeft() == editor.mapTo(editor.window(), QPoint(0, editor.height()))
        assert listed.width() == editor.width()
    keyboard.enter()
    assert keyboard.editor() is editor
    assert editor.fault is not None
    assert hands.orders("FRANCE") == []
    keyboard.type("u")
    assert editor.marked == "A PAR - BUR"
    keyboard.enter()
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


@pytest.mark.parametrize(
    ("place", "typed", "order"),
    [
        ("PAR", "h", "A PAR H"),
        ("PAR", "burg", "A PAR - BUR"),
        ("PAR", "par bur", "A PAR - BUR"),
        ("PAR", "a par-bur", "a par-bur"),
        ("PAR", "a par - bu", "A PAR - BUR"),
        ("PAR", "s mar bu", "A PAR S A MAR - BUR"),
        ("PAR", "s bre", "A PAR S F BRE"),
        ("BRE", "mid", "F BRE - MAO"),
    ],
)
def test_letters_of_codes_and_names_are_enough(keyboard: Keyboard, hands: Hands, place: str, typed: str, order: str) -> None:
    keyboard.choose("FRANCE", place)
    keyboard.type(typed)
    keyboard.enter()
    assert hands.orders("FRANCE") == [order]


def test_what_was_written_in_full_is_kept_in_its_own_words(keyboard: Keyboard, hands: Hands) -> None:
    keyboard.choose("FRANCE", "PAR")
    keyboard.type("Paris to Burgundy")
    keyboard.enter()
    assert hands.orders("FRANCE") == ["Paris to Burgundy"]
    assert keyboard.row.place == "BRE", "and the next unit is chosen"


def test_down_walks_through_what_is_offered(keyboard: Keyboard, hands: Hands) -> None:
    keyboard.choose("FRANCE", "PAR")
    keyboard.type("b")
    editor = keyboard.editor()
    assert editor is not None
    QTest.keyClick(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor, Qt.Key.Key_Down)
    assert editor.marked == "A PAR - BUR"
    keyboard.enter()
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def test_a_line_stays_open_while_the_same_orders_are_shown_again(controller: MainController, keyboard: Keyboard) -> None:
    """An outcome that was worked out meanwhile, or a file that was saved, changes none of the orders."""
    keyboard.choose("FRANCE", "PAR")
    keyboard.type("b")
    editor = keyboard.editor()
    controller.panels.get(GamePanel).refresh()
    QApplication.processEvents()
    assert editor is not None
    assert keyboard.editor() is editor
    assert editor.text() == "b"


def test_an_order_that_is_changed_stays_chosen(keyboard: Keyboard, hands: Hands) -> None:
    keyboard.choose("FRANCE", "PAR")
    keyboard.type("bu")
    keyboard.enter()
    keyboard.choose("FRANCE", "PAR")
    keyboard.type("pic")
    keyboard.enter()
    assert "A PAR - PIC" in hands.orders("FRANCE")
    assert keyboard.row.place == "PAR"


def test_builds_are_typed_by_their_places(controller: MainController, keyboard: Keyboard, hands: Hands) -> None:
    for phase in (("A MAR - SPA", "F BRE - MAO"), ("F MAO - POR",)):
        for line in phase:
            assert controller.run("order", text=line)
        controller.run("process", missing="process")
    controller.run("last-phase")
    index = keyboard.list.rows.find("FRANCE", None)
    keyboard.list.setCurrentIndex(index)
    keyboard.list.setFocus()
    keyboard.type("f br")
    keyboard.enter()
    keyboard.type("w")
    keyboard.enter()
    assert hands.orders("FRANCE") == ["F BRE B", "WAIVE"]


@pytest.mark.parametrize("letter", ["i", "l", "o", "t", "v"])
def test_the_first_letter_of_an_order_is_no_shortcut(controller: MainController, keyboard: Keyboard, letter: str) -> None:
    screen = controller.session.services.screen
    assert screen is not None
    before = screen.view
    keyboard.list.setFocus()
    keyboard.list.setCurrentIndex(keyboard.list.rows.find("FRANCE", "PAR"))
    keyboard.type(letter)
    editor = keyboard.editor()
    assert editor is not None
    assert editor.text() == letter
    assert screen.view == before
