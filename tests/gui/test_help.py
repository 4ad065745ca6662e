"""F1: pages to read and search, inside the program."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QTextBlock, QTextTable
from PySide6.QtTest import QTest

from app.qt.main_window.main_controller import MainController
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.panels import ShortcutsDialog
from app.qt.map.fonts import FontFamily
from app.qt.widgets.help_text import with_key_names
from app.qt.widgets.help_window import HelpWindow
from languages.wording import using
from tests.gui.hands import Hands


def opened(controller: MainController) -> HelpWindow:
    controller.trigger("help")
    found = controller.window.findChild(HelpWindow)
    assert isinstance(found, HelpWindow)
    return found


def test_the_start_page_has_the_page_on_a_first_game(controller: MainController) -> None:
    window = opened(controller)
    assert window.isVisible()
    assert window.text.toPlainText().startswith("A first game")


def test_a_game_has_the_page_on_writing_orders(controller: MainController) -> None:
    controller.run("new")
    assert opened(controller).page == "writing-orders"


def test_pages_are_found_by_words_and_opened_by_enter(controller: MainController, hands: Hands) -> None:
    window = opened(controller)
    hands.type_into(window.search, "default list")
    hands.key_on(window.search, Qt.Key.Key_Return)
    assert "efault list" in window.text.toPlainText()


def test_a_search_without_a_find_says_so(controller: MainController, hands: Hands) -> None:
    window = opened(controller)
    hands.type_into(window.search, "zzz")
    assert "zzz" in window.nothing.text()
    assert not window.nothing.isHidden()


def test_links_lead_from_page_to_page_and_back(controller: MainController) -> None:
    window = opened(controller)
    window.open_page("first-game")
    window.text.anchorClicked.emit("practice.md")
    assert window.page == "practice"
    QTest.mouseClick(window.back_button, Qt.MouseButton.LeftButton)
    assert window.page == "first-game"


def test_there_is_one_help_window(controller: MainController) -> None:
    first = opened(controller)
    assert opened(controller) is first


def test_nothing_of_the_window_shows_what_is_typed_between_backticks(controller: MainController) -> None:
    window = opened(controller)
    shown = []
    for page in window._pages:
        window.open_page(page)
        shown += [page] if "`" in window.text.toPlainText() else []
    assert shown == []
    actions = controller.window.findChildren(QAction)
    assert [each.objectName() for each in actions if "`" in each.toolTip() + each.statusTip() + each.text()] == []
    keys = ShortcutsDialog(controller.window)
    words = [
        item.text(column) for item in keys.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive) for column in (0, 1)
    ]
    assert len(words) > 100
    assert [each for each in words if "``" in each] == []
    keys.close()


def test_every_part_is_open_the_commands_too(controller: MainController) -> None:
    window = opened(controller)
    heads = [window.list.topLevelItem(at) for at in range(window.list.topLevelItemCount())]
    assert [head is not None and head.isExpanded() for head in heads] == [True] * 4


def test_keys_are_called_as_on_the_reader_s_keyboard(main_window: MainWindow) -> None:
    with using("es"):
        assert with_key_names("`Enter` o `Shift`, y `Backspace`") == "`Intro` o `Mayús`, y `Retroceso`"
    assert (
        with_key_names("press `Enter`; `play --bots` and `A PAR - BUR` are no keys")
        == "press `Enter`; `play --bots` and `A PAR - BUR` are no keys"
    )


def test_a_page_has_the_headings_of_the_window_and_room_between_its_paragraphs(controller: MainController) -> None:
    window = opened(controller)
    window.open_page("writing-orders")
    block = window.text.document().begin()
    assert block.begin().fragment().charFormat().fontFamilies() == [FontFamily.MAP.value]
    heading = next(each for each in blocks_of(window) if each.blockFormat().headingLevel() == 2)
    assert heading.blockFormat().topMargin() > heading.blockFormat().bottomMargin() > 0
    words = next(each for each in blocks_of(window) if not each.blockFormat().headingLevel())
    assert words.blockFormat().bottomMargin() > 0
    table = next(each for each in window.text.document().rootFrame().childFrames() if isinstance(each, QTextTable))
    assert table.format().borderCollapse()


def blocks_of(window: HelpWindow) -> Iterator[QTextBlock]:
    block = window.text.document().begin()
    while block.isValid():
        yield block
        block = block.next()
