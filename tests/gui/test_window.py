"""The window itself: menus from the commands, what is remembered, the end of a game, crashes, pictures and paper."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QMenu
from pytestqt.qtbot import QtBot

from app.commands.declaring.registry import COMMANDS, Entry
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.players.bots import Bot
from app.presentation import window_colours
from app.presentation.window_colours import theme_ids
from app.qt.main_window import printing
from app.qt.main_window.application import open_main_window
from app.qt.main_window.command_form import CommandForm
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.palettes import Palettes
from app.qt.main_window.panels import ShortcutsDialog
from app.qt.main_window.window_preferences import Preferences
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.file_panel import FilePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.look import Tone, read_look
from app.qt.widgets.window_style import style_sheet
from app.session.services import ChoiceQuestion, CloseQuestion, PictureFormat, PictureRequest
from app.session.session import Session
from app.session.view_options import Labels, View
from tests.gui.answering import answering
from tests.gui.conftest import shut
from tests.gui.hands import Hands


def test_the_window_is_on_the_screen_before_the_rules_are_loaded(qtbot: QtBot) -> None:
    window = open_main_window(Preferences(Settings(places().settings_file)))
    before = window.is_ready
    with qtbot.waitSignal(window.ready, timeout=30_000):
        pass
    assert (before, window.is_ready) == (False, True)
    shut(window.controller)


def test_what_is_asked_for_before_everything_is_loaded_is_done_then(qtbot: QtBot) -> None:
    window = MainWindow(Preferences(Settings(places().settings_file)))
    window.central.show()
    window.central.start_page.play_button.click()
    window.make_controller()
    assert window.controller.page is not None
    shut(window.controller)


def test_every_command_with_a_menu_is_an_entry_there_with_its_shortcut(controller: MainController) -> None:
    for command in COMMANDS:
        action = controller.menus.action(command.id)
        assert action is not None
        if command.shortcut:
            assert not action.shortcut().isEmpty()
    titles = [action.text().replace("&", "") for action in controller.window.menuBar().actions()]
    assert titles[0] == "File"
    assert titles[-1] == "Help"


def test_what_cannot_be_done_now_is_grey(controller: MainController) -> None:
    process = controller.menus.action("process")
    assert process is not None
    assert not process.isEnabled()
    controller.run("new")
    assert process.isEnabled()


def test_a_command_that_needs_words_asks_for_them_in_a_form(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new")

    def fill(form: CommandForm) -> int:
        field = form.field("name")
        field.setProperty("text", "Straits of Iron")
        form.accept_if_complete()
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(CommandForm, "exec", fill)
    controller.trigger("rename")
    assert controller.session.game.name == "Straits of Iron"


def test_the_keys_are_listed_from_the_commands(controller: MainController) -> None:
    dialog = ShortcutsDialog(controller.window)
    keys = {item.text(0) for item in dialog.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)}
    assert {command.shortcut for command in COMMANDS if command.shortcut} <= keys


def test_place_docks_and_view_are_remembered(controller: MainController, qtbot: QtBot) -> None:
    controller.appearance.show(View(labels=Labels.SHORT, tint=False, theme="night"))
    assert Settings(places().settings_file).text("view.theme") == "night", "kept at once, not only when the window is closed"
    controller.window.resize(950, 640)
    controller.show_panel("console")
    shut(controller)
    again = open_main_window(Preferences(Settings(places().settings_file)))
    again.make_controller()
    assert again.controller.view == View(labels=Labels.SHORT, tint=False, theme="night")
    assert again.height() == 640
    assert again.controller.panels.get(ConsolePanel).dock.isVisibleTo(again)
    assert again.controller.look.dark
    again.controller.appearance.show(View())
    shut(again.controller)


@pytest.mark.parametrize("name", theme_ids())
def test_every_look_has_every_colour_that_the_style_sheet_asks_for(name: str, main_window: MainWindow) -> None:
    assert "$" not in style_sheet(read_look(name))


def test_a_draw_is_shown_over_the_board_and_can_be_put_away(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    assert not controller.panels.get(GamePanel).widget.shows_results
    controller.run("draw", asking=False)
    assert controller.panels.get(GamePanel).widget.shows_results, "nothing can be ordered any more"
    card = hands.page.ending.card
    assert card is not None
    assert card.isVisible()
    assert "draw among 7 powers" in card.title.text()
    assert "draw" not in card.words.text().casefold(), "the title says it"
    assert card.words.text().endswith("Russia and Turkey, by agreement, Spring 1901.")
    hands.click(card.board_button)
    assert hands.page.ending.card is None
    controller.run("undo")
    assert hands.page.order_entry.is_open


@pytest.mark.parametrize("deed", ["draw", "end"])
def test_the_game_menu_ends_no_game_on_one_click(deed: str, controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new")
    answers = ["Play on", "End the game"]
    answering(monkeypatch, ChoiceQuestion, lambda _question, _choices: answers.pop(0))
    action = controller.menus.action(deed)
    assert action is not None
    action.trigger()
    assert controller.session.game.ending is None
    action.trigger()
    assert controller.session.game.ending is not None


def test_the_file_beside_the_board_is_wide_enough_for_its_orders(controller: MainController, hands: Hands, qtbot: QtBot) -> None:
    controller.show_panel("file")
    text = controller.panels.get(FilePanel).widget.text
    # The room is shared out again, step by step.
    qtbot.waitUntil(lambda: text.viewport().width() > text.fontMetrics().horizontalAdvance("  A LON S A PAR - BUR"))


def test_the_console_runs_lines_and_says_what_was_wrong(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.show_panel("console")
    line = controller.panels.get(ConsolePanel).widget.line
    hands.type_into(line, "A PAR - BUR")
    hands.key_on(line, Qt.Key.Key_Return)
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    hands.type_into(line, "proces")
    hands.key_on(line, Qt.Key.Key_Return)
    assert controller.status.tone is Tone.REFUSED
    assert "process" in controller.panels.get(ConsolePanel).widget.text()
    hands.key_on(line, Qt.Key.Key_Up)
    assert line.text() == "proces"
    hands.key_on(line, Qt.Key.Key_Up)
    assert line.text() == "A PAR - BUR"


def test_a_list_is_shown_in_the_console_and_an_adjudication_is_not(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run("process", missing="process")
    assert not controller.panels.get(ConsolePanel).dock.isVisible()
    controller.run("commands")
    assert controller.panels.get(ConsolePanel).dock.isVisible()
    assert "process" in controller.panels.get(ConsolePanel).widget.text()


def test_a_crash_in_a_slot_says_where_its_report_is_and_the_game_goes_on(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    controller.run("new")
    controller.tell_of_crash("ValueError: oops", tmp_path / "crash.txt")
    banner = hands.page.banners.banner("crash")
    assert banner is not None
    assert str(tmp_path / "crash.txt") in banner.label.text()
    hands.move("PAR", "BUR")
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def test_a_picture_of_the_board_goes_to_the_clipboard(controller: MainController) -> None:
    controller.run("new")
    controller.run("copy-picture")
    assert not QApplication.clipboard().image().isNull()


@pytest.mark.parametrize(("format_", "beginning"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_written_while_the_window_goes_on(controller: MainController, tmp_path: Path, format_: str, beginning: bytes) -> None:
    controller.run("new")
    target = tmp_path / f"board.{format_}"
    request = PictureRequest(controller.session.game, controller.session.cursor, View(), 400)
    controller.services.write_picture(request, PictureFormat(format_), target)
    assert target.read_bytes().startswith(beginning)


def test_the_board_is_painted_on_paper(controller: MainController, tmp_path: Path) -> None:
    controller.run("new")
    printer = QPrinter(QPrinter.PrinterMode.ScreenResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "paper.pdf"))
    printing.paint(printer, PictureRequest(controller.session.game, controller.session.cursor, View(theme="print")))
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")


def test_process_asks_who_lacks_orders_and_can_be_called_off(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    asked: list[str] = []

    def answer(question: str, choices: tuple[str, ...]) -> str:
        asked.append(question)
        return choices[-1]

    answering(monkeypatch, ChoiceQuestion, answer)
    hands.click(controller.panels.get(GamePanel).widget.header.process_button)
    assert "Austria-Hungary and six others" in asked[0]
    assert hands.turn.resolution is None


def test_the_right_button_lists_every_legal_order_in_words(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    menu = hands.menu_of("BRE")
    words = hands.words_of(menu)
    assert "Fleet Brest holds" in words
    assert "Fleet Brest moves to the Mid-Atlantic Ocean" in words
    assert any("supports Army Paris" in each for each in words)
    hands.take(menu, "Fleet Brest moves to the Mid-Atlantic Ocean")
    assert hands.orders("FRANCE") == ["F BRE - MAO"]


def test_tabs_of_games_of_the_same_name_are_told_apart(controller: MainController, tmp_path: Path) -> None:
    controller.run("new", name="Monday")
    controller.run("save-as", file=tmp_path / "monday.dpn")
    controller.run("new", name="Monday")
    assert [controller.tabs.tabText(number) for number in range(1, 3)] == ["Monday — monday.dpn", "Monday — not saved •"]
    assert str(tmp_path / "monday.dpn") in controller.tabs.tabToolTip(1)
    controller.run("rename", name="Tuesday")
    assert [controller.tabs.tabText(number) for number in range(1, 3)] == ["Monday", "Tuesday •"]


def test_a_form_names_powers_and_phases_in_words(controller: MainController) -> None:
    controller.run("new")
    vote = CommandForm(COMMANDS["vote"].form, controller.session, controller.window)
    power = vote.field("power")
    assert isinstance(power, QComboBox)
    assert [power.itemText(number) for number in range(2)] == ["Austria-Hungary", "England"]
    power.setCurrentIndex(1)
    vote.accept_if_complete()
    assert vote.arguments["power"] == "ENGLAND"
    goto = CommandForm(COMMANDS["goto"].form, controller.session, controller.window)
    phase = goto.field("phase")
    assert isinstance(phase, QComboBox)
    assert phase.currentText() == "Spring 1901, movement (S1901M)"
    goto.accept_if_complete()
    assert str(goto.arguments["phase"]) == "S1901M"


def test_a_form_shows_titles_of_choices_and_gives_the_word_that_was_meant(controller: MainController) -> None:
    controller.run("new")
    form = CommandForm(COMMANDS["early-processing"].form, controller.session, controller.window)
    effect = form.field("effect")
    assert isinstance(effect, QComboBox)
    assert [effect.itemText(number) for number in range(effect.count())] == ["Later deadlines come sooner", "Later deadlines stay"]
    effect.setCurrentIndex(1)
    form.accept_if_complete()
    assert form.arguments["effect"] == "keeps-deadlines"


@pytest.mark.parametrize(("command", "titles"), [("view-as", ["Everything, as the game master", "Austria-Hungary"]), ("branch", ["main"])])
def test_menus_open_on_what_can_be_chosen(controller: MainController, command: str, titles: list[str]) -> None:
    controller.run("new")
    menu = controller.window.findChild(QMenu, f"offers.{command}")
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()][: len(titles)] == titles
    assert [action.text() for action in menu.actions() if action.isChecked()] == titles[:1]


def test_the_menu_of_recent_games_opens_them_and_says_so_where_there_are_none(controller: MainController, tmp_path: Path) -> None:
    menu = controller.window.findChild(QMenu, "offers.recent")
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert [(action.text(), action.isEnabled()) for action in menu.actions()] == [("There is nothing to choose.", False)]
    controller.run("new", name="Monday")
    controller.run("save-as", file=tmp_path / "monday.dpn")
    controller.run("close")
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == ["Monday, Spring 1901, movement (monday.dpn)"]
    menu.actions()[0].trigger()
    assert controller.session.document.path == tmp_path / "monday.dpn"


def test_a_dropped_theme_is_chosen_or_refused_with_what_it_lacks(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A theme that is dropped as one file can be chosen and one that lacks something is refused with all that it lacks."""
    themes = tmp_path / "themes"
    shutil.copytree(window_colours.THEMES, themes)
    monkeypatch.setattr(window_colours, "THEMES", themes)
    text = (themes / "night.toml").read_text(encoding="utf-8")
    (themes / "dusk.toml").write_text(text.replace('window = "#161c24"', 'window = "#123456"'), encoding="utf-8")
    (themes / "half.toml").write_text(text.replace('accent = "#d8b25c"', "").replace("[unit]", "[units]"), encoding="utf-8")
    assert controller.run("theme", name="dusk")
    assert controller.view.theme == "dusk"
    assert controller.look.colour("window").name() == "#123456"
    assert not controller.run("theme", name="half")
    assert controller.view.theme == "dusk"
    said = controller.panels.get(ConsolePanel).widget.text()
    assert "half.toml: unit: expected a table" in said
    assert "half.toml: window.accent: expected a colour" in said


def test_a_start_with_a_theme_that_is_gone_shows_the_usual_one_and_says_so(qtbot: QtBot) -> None:
    settings = Settings(places().settings_file)
    settings.put("view.theme", "gone")
    window = open_main_window(Preferences(settings))
    try:
        assert window.controller.view.theme == "parchment"
        assert "'gone'" in window.controller.panels.get(ConsolePanel).widget.text()
    finally:
        shut(window.controller)


def test_the_game_menu_has_at_most_fifteen_entries_in_groups(controller: MainController) -> None:
    controller.run("new", variant="standard")
    game = next(menu for menu in controller.window.findChildren(QMenu) if menu.title().replace("&", "") == "Game")
    entries = [each for each in game.actions() if not each.isSeparator()]
    assert len(entries) <= 15
    assert [each.text().replace("&", "") for each in entries if each.menu() is not None] == [
        "Table", "Players", "Deadline", "Results to players", "Corrections", "Rules", "End of the game", "Name and tags",
    ]  # fmt: skip
    assert [each.isSeparator() for each in game.actions()].count(True) >= 2
    texts = [each.text() for each in entries]
    assert len(texts) == len(set(texts)), "no two entries have one name"


def _asked_by(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> set[str]:
    """Ids of the commands that are asked during *act* whether they can be run."""
    asked: set[str] = set()
    available = Entry.available

    def noted(entry: Entry, session: Session) -> str:
        asked.add(entry.id)
        return available(entry, session)

    with monkeypatch.context() as patch:
        patch.setattr(Entry, "available", noted)
        act()
    return asked


def test_a_change_asks_the_conditions_of_keys_once_and_a_menu_asks_its_own(
    controller: MainController, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    answering(monkeypatch, CloseQuestion, lambda _document: True)
    keyed = {each.id: each for each in COMMANDS.entries() if each.shortcut}
    asked_at_a_change = _asked_by(monkeypatch, controller.refresh_menus)
    asked_about = [(keyed[each].who, keyed[each].condition) for each in asked_at_a_change]
    assert sorted(asked_about) == sorted({(each.who, each.condition) for each in keyed.values()})
    for each in keyed.values():
        action = controller.window.findChild(QAction, f"command.{each.id}")
        assert isinstance(action, QAction)
        assert action.isEnabled() is not bool(each.available(controller.session)), each.id
    game = next(each for each in controller.window.findChildren(QMenu) if each.title() == "&Game")
    asked = _asked_by(monkeypatch, game.aboutToShow.emit)
    assert {"draw", "seats"} <= asked
    assert all(each.menu is not None and each.menu.partition("/")[0] == "Game" for each in COMMANDS.entries() if each.id in asked)
    draw = controller.window.findChild(QAction, "command.draw")
    assert isinstance(draw, QAction)
    assert draw.isEnabled()
    controller.run("close")
    game.aboutToShow.emit()
    assert not draw.isEnabled()


def test_a_screen_reader_reads_menus_that_are_closed_as_they_stand(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = controller.window.findChild(QAction, "command.draw")
    assert isinstance(draw, QAction)
    answering(monkeypatch, CloseQuestion, lambda _document: True)
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    controller.run("new")
    assert draw.isEnabled()
    controller.run("close")
    assert not draw.isEnabled()


def test_at_a_seat_menus_and_palette_show_what_its_person_can_do(controller: MainController) -> None:
    controller.run("play-now", level=Bot.EASY)
    seating = controller.session.seating
    assert seating is not None
    assert seating.open is not None
    controller.menus.refresh()
    shown = {
        str(each.data()) for menu in controller.window.findChildren(QMenu) for each in menu.actions() if each.isVisible() and each.data()
    }
    assert {"seal", "press", "notes", "vote"} <= shown
    assert not {command.id for command in COMMANDS if command.available(controller.session)} & shown
    palettes = controller.panels.get(Palettes)
    palettes.open_palette()
    assert palettes.palette is not None
    offered = palettes.palette.list.count()
    assert 20 <= offered <= 45


def test_what_is_said_below_a_field_has_no_room_of_lines_that_it_does_not_fill(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new", variant="standard")
    form = CommandForm(COMMANDS["deadline"].form, controller.session, controller.window)
    with qtbot.waitExposed(form):
        form.show()
    hints = [label for label in form.findChildren(QLabel) if label.property("role") == "faint"]
    assert len(hints) == 2
    assert [label.height() for label in hints] == [label.heightForWidth(label.width()) for label in hints]
    assert not any("deadline fri" in label.text() for label in form.findChildren(QLabel)), "examples are for those who type"
    form.close()
