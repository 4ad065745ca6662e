"""A mail with doubtful lines, pasted: nothing is overlooked, and everything can be mended where it stands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.presentation.order_rows import OrderRow, RowKind
from app.qt.main_window.main_controller import MainController
from app.qt.panels.accounting_panel import ROW, AccountingPanel, ReceivedRow, places
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.labels import FaultEdit, PlainLabel
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
    assert banner.label.text().startswith("5 orders written")
    assert "The panel Received shows" in banner.label.text()
    assert banner.label.text().count("\n") == 1, "the board is not covered: all lines stand in the panel"
    assert any("A Mar - Mos" in item.text for item in rows_of(controller.panels.get(AccountingPanel)))
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


def received(controller: MainController, text: str) -> AccountingPanel:
    """The panel after *text* was pasted into a new game."""
    assert controller.run("new")
    QApplication.clipboard().setText(text)
    assert controller.run("paste-orders")
    QApplication.processEvents()
    return controller.panels.get(AccountingPanel)


def rows_of(panel: AccountingPanel) -> list[ReceivedRow]:
    lines = panel.widget.lines
    items = (lines.topLevelItem(number) for number in range(lines.topLevelItemCount()))
    return [item.data(0, ROW) for item in items if item is not None]


def test_a_reason_is_shown_whole_however_narrow_the_panel_is(controller: MainController) -> None:
    panel = received(controller, f"France:\nA Par - Bur\n\n{'unless Italy ' * 6} moves, then A Par - Pic or Gas\n\nA Xyz - Bur\n")
    lines = panel.widget.lines
    heights = []
    for width in (600, 240):
        controller.window.resizeDocks([panel.dock], [width], Qt.Orientation.Horizontal)
        lines.resize(width, 400)
        QApplication.processEvents()
        for number in range(lines.topLevelItemCount()):
            item = lines.topLevelItem(number)
            assert item is not None
            index = lines.indexFromItem(item)
            row = item.data(0, ROW)
            needed = places(row, lines.visualRect(index), lines.font())
            assert lines.visualRect(index).bottom() >= needed.reason.bottom()
            assert lines.visualRect(index).bottom() >= needed.text.bottom()
        heights.append(sum(lines.visualRect(lines.model().index(number, 0)).height() for number in range(lines.topLevelItemCount())))
    assert heights[1] > heights[0]


def test_what_waits_for_a_person_is_told_from_what_is_for_later_without_its_colour(controller: MainController) -> None:
    rows = rows_of(received(controller, "France:\nA Par - Bur or Pic\nF Bre - Mao\nFall:\nA Bur - Mun\n"))
    urgent = {row.fate: row.is_urgent for row in rows}
    assert urgent["to be decided"]
    assert not urgent["for a later phase"]


def test_a_row_keeps_its_fate_after_a_choice_and_waits_again_when_that_is_undone(controller: MainController) -> None:
    panel = received(controller, "France:\nA Par - Bur or Pic\nA Mar - Spa\n")
    panel.widget.buttons[0].click()
    QApplication.processEvents()
    assert rows_of(panel)[1].fate == "decided: A PAR - BUR"
    assert controller.run("order", text="F BRE - MAO")
    QApplication.processEvents()
    assert rows_of(panel)[1].fate == "decided: A PAR - BUR"
    assert controller.run("undo")
    assert controller.run("undo")
    QApplication.processEvents()
    assert rows_of(panel)[1].fate == "to be decided"
    assert panel.widget.undecided == 1
    assert panel.widget.buttons


def test_a_choice_settles_every_line_about_its_unit(controller: MainController) -> None:
    panel = received(controller, "France:\nA Par - Bur\nA Mar - Spa\nA Par - Pic\n")
    assert panel.widget.undecided == 2
    next(button for button in panel.widget.buttons if button.text() == "A PAR - PIC").click()
    QApplication.processEvents()
    assert panel.widget.undecided == 0


def test_tab_goes_from_the_lines_through_every_choice(controller: MainController, hands: Hands) -> None:
    panel = received(controller, "France:\nA Par - Bur or Pic\nA Mar - Spa or Gas\n")
    panel.widget.urgent.setFocus()
    met = []
    for _ in range(5):
        hands.key_on(QApplication.focusWidget() or panel.widget, Qt.Key.Key_Tab)
        met.append(QApplication.focusWidget())
    assert met == [panel.widget.lines, *panel.widget.buttons]


def test_a_mail_of_nothing_but_choices_is_kept_until_they_are_decided(controller: MainController, hands: Hands) -> None:
    panel = received(controller, "France:\nA Par - Bur or Pic\nGermany:\nA Mun - Bur or Ruh\n")
    assert [button.text() for button in panel.widget.buttons] == ["A PAR - BUR", "A PAR - PIC", "A MUN - BUR", "A MUN - RUH"]
    assert [line.text for line in hands.turn.orders_of("GERMANY")] == ["A Mun - Bur or Ruh"]
    panel.widget.buttons[3].click()
    assert [str(line.order) for line in hands.turn.orders_of("GERMANY")] == ["A MUN - RUH"]


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


def test_the_empty_panel_says_once_how_mails_come_in_and_takes_one(controller: MainController, hands: Hands) -> None:
    assert controller.run("new")
    controller.show_panel("received")
    widget = controller.panels.get(AccountingPanel).widget
    assert widget.guide.isVisible()
    assert not any(each.isVisible() for each in (widget.summary, widget.lines, widget.urgent)), "it says that there is nothing by itself"
    said = [each for each in widget.guide.findChildren(PlainLabel) if each.isVisible()]
    above, below = said[0].y(), widget.guide.height() - widget.paste_button.geometry().bottom()
    assert abs(above - below) < 8, "what it says stands in the middle, not above an empty half"
    QApplication.clipboard().setText(MAIL)
    hands.click(widget.paste_button)
    assert widget.lines.isVisible()
    assert widget.summary.isVisible()
    assert not widget.guide.isVisible()
