"""A mail with doubtful lines, pasted: nothing is overlooked, and everything can be mended where it stands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.qt.panels.accounting_panel import AccountingPanel
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.shell.main_controller import MainController
from app.qt.widgets.fault_edit import FaultEdit
from app.view.order_rows import OrderRow, RowKind
from tests.gui.hands import Hands

MAIL = """From: ada@example.org
Hi Karl,
France:
A Par - Bur
A Mar - Mos
F Brest to the Englsh Chanel please
A Xyz - Bur
Germany:
A Mun - Ruh
F Kie - Dnnx
A Ber - Kie
Turkey:
F Ank - Bla
A Con - Vie
See you, Ada
"""


def problems(controller: MainController) -> dict[str, int]:
    """The lines that will not be carried out, and their rows."""
    rows = controller.panels.get(GamePanel).widget.orders.rows
    entries = ((number, rows.entry(rows.index(number))) for number in range(rows.rowCount()))
    return {entry.text: number for number, entry in entries if isinstance(entry, OrderRow) and entry.kind is RowKind.PROBLEM}


def pasted(controller: MainController) -> None:
    assert controller.run("new")
    QApplication.clipboard().setText(MAIL)
    assert controller.run("paste-orders")


def test_what_was_not_written_stays_over_the_board_until_it_is_put_away(controller: MainController) -> None:
    pasted(controller)
    assert controller.page is not None
    banner = controller.page.banners.banner("report")
    assert banner is not None
    assert "line 5: A MAR - MOS" in banner.label.text()
    assert "line 15" not in banner.label.text()
    assert controller.run("order", text="A VIE - GAL")
    assert controller.page.banners.banner("report") is banner
    next(button for button in banner.buttons if button.text() == "Show all").click()
    assert controller.panels.get(ConsolePanel).dock.isVisible()
    assert "line 15" in controller.panels.get(ConsolePanel).widget.text()
    assert controller.page.banners.banner("report") is None


def test_every_line_is_shown_with_what_became_of_it_and_a_choice_is_written_with_one_press(
    controller: MainController, hands: Hands
) -> None:
    assert controller.run("new")
    text = "France:\nA Par - Bur or Pic\nA Mar - Spa\n\nOn Monday Karl wrote:\n> F Bre - Mao\n"
    QApplication.clipboard().setText(text)
    assert controller.run("paste-orders")
    panel = controller.panels.get(AccountingPanel).widget
    assert controller.panels.get(AccountingPanel).dock.isVisible()
    rows = [panel.lines.topLevelItem(number) for number in range(panel.lines.topLevelItemCount())]
    shown = [row.text(0).split("\n")[1].strip().partition(":")[0] for row in rows if row is not None]
    assert shown == ["not an order", "to be decided", "taken", "not an order", "not an order"]
    assert [str(line.order) for line in hands.turn.orders_of("FRANCE") if line.is_legal] == ["A MAR - SPA"]
    assert panel.undecided == 1
    next(button for button in panel.buttons if button.text() == "A PAR - PIC").click()
    QApplication.processEvents()
    assert panel.undecided == 0
    (line,) = [line for line in hands.turn.orders_of("FRANCE") if str(line.order) == "A PAR - PIC"]
    assert line.text == "A Par - Bur or Pic"
    assert not problems(controller)


def test_another_game_sees_nothing_of_what_was_received(controller: MainController) -> None:
    pasted(controller)
    assert controller.panels.get(AccountingPanel).widget.lines.topLevelItemCount()
    assert controller.run("new")
    assert not controller.panels.get(AccountingPanel).widget.lines.topLevelItemCount()


def write_over(controller: MainController, hands: Hands, old: str, new: str) -> None:
    """Write *new* in the cell of the problem line *old*."""
    orders = controller.panels.get(GamePanel).widget.orders
    orders.setCurrentIndex(orders.rows.index(problems(controller)[old]))
    hands.key_on(orders, Qt.Key.Key_Return)
    editor = orders.findChild(FaultEdit)
    assert editor is not None
    hands.type_into(editor, new)
    hands.key_on(editor, Qt.Key.Key_Return)


def test_what_was_guessed_to_read_a_line_of_the_order_panel_is_said_and_the_words_are_kept(
    controller: MainController, hands: Hands
) -> None:
    pasted(controller)
    write_over(controller, hands, "F Kie - Dnnx", "F Kie - Denmrk")
    (line,) = (line for line in hands.turn.orders_of("GERMANY") if str(line.order) == "F KIE - DEN")
    assert line.text == "F Kie - Denmrk"
    assert '"Denmrk" was read as Denmark' in hands.message


def test_a_choice_written_in_the_order_panel_is_kept_as_a_problem_and_not_taken(controller: MainController, hands: Hands) -> None:
    pasted(controller)
    write_over(controller, hands, "A Mar - Mos", "A Mar - Spa or Bur")
    editor = controller.panels.get(GamePanel).widget.orders.findChild(FaultEdit)
    assert editor is not None, "Enter leaves it open, with its fault marked"
    assert "A Mar - Spa or Bur" not in hands.orders("FRANCE")
    hands.key_on(editor, Qt.Key.Key_Tab)
    (line,) = (line for line in hands.turn.orders_of("FRANCE") if line.text == "A Mar - Spa or Bur")
    assert line.order is None
    assert line.text in problems(controller)


def test_doubtful_lines_stand_among_the_orders_and_are_mended_there(controller: MainController, hands: Hands) -> None:
    pasted(controller)
    assert problems(controller).keys() == {"A Mar - Mos", "A Xyz - Bur", "F Kie - Dnnx", "A Con - Vie"}
    write_over(controller, hands, "F Kie - Dnnx", "F Kie - Den")
    assert "F Kie - Den" in hands.orders("GERMANY")
    assert "F Kie - Dnnx" not in problems(controller)
