"""The page of seats and programs: lamps, options, the log, and presses; no secrets of others are on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QSlider, QTreeWidgetItemIterator, QWidget
from pytestqt.qtbot import QtBot

from app.hotseat.table import PROGRAM, Absence, Decider, Table
from app.players.programs.known import KnownProgram
from app.players.programs.seats import ProgramReach
from app.presentation.hotseat.seat_rows import SEALED_WORDS, Light
from app.qt.hotseat import lobby_dialog
from app.qt.hotseat.program_dialog import ProgramDialog
from app.qt.hotseat.seats_page import SeatsPage
from app.qt.main_window.main_controller import MainController
from app.session.seating import Seating
from app.session.services import ChosenSeats, FileToSave
from app.tables.table_players import known_programs
from tests.gui.answering import answering
from tests.gui.hotseat.test_round_in_the_window import take_laptop

HEAD = "import json, sys\n"
BOT = (
    HEAD
    + "options = [{'name': 'boldness', 'title': 'Boldness', 'kind': 'number', 'default': 0.5, 'least': 0, 'most': 1},\n"
    + "    {'name': 'opening', 'kind': 'choice', 'default': 'Burgundy', 'choices': ['Burgundy', 'Picardy']},\n"
    + "    {'name': 'answers', 'title': 'Answers press', 'kind': 'switch', 'default': True}]\n"
    + "print(json.dumps({'type': 'hello', 'protocol': 1, 'name': 'boldbot', 'options': options}), flush=True)\n"
    + "for line in sys.stdin:\n"
    + "    said = json.loads(line)\n"
    + "    if said['type'] == 'new_game':\n"
    + "        print('told ' + json.dumps(said.get('options'), sort_keys=True), file=sys.stderr, flush=True)\n"
    + "    if said['type'] == 'turn':\n"
    + "        orders = [each[-1] for each in said['legal'].values()][:abs(said.get('due', 0)) or 99]\n"
    + "        print(json.dumps({'type': 'orders', 'orders': orders}), flush=True)\n"
)
SILENT = HEAD + "for line in sys.stdin: pass\n"


def remember(controller: MainController, folder: Path, name: str, text: str, seconds: float = 60) -> None:
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    known_programs(controller.session).keep(KnownProgram(name, ProgramReach.START, str(file), seconds=seconds))


def with_programs(controller: MainController, monkeypatch: pytest.MonkeyPatch, **programs: str) -> None:
    """A table with Ada for Austria and the named programs alone."""

    def seats(_game: object, table: Table, *_: object) -> ChosenSeats:
        for seat in table.seats:
            if seat.power in programs:
                table = table.with_seat(replace(seat, decider=Decider.OPPONENT, opponent=PROGRAM + programs[seat.power]))
            elif seat.power == "AUSTRIA":
                table = table.with_seat(replace(seat, person="Ada"))
            else:
                table = table.with_seat(replace(seat, decider=Decider.ABSENT, absence=Absence.HOLD))
        return ChosenSeats(table, {})

    monkeypatch.setattr(lobby_dialog, "ask_seats", seats)
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")
    controller.start_page.table_button.click()
    QApplication.processEvents()


def page_of(controller: MainController) -> SeatsPage:
    page = controller.table.seats.page
    assert page is not None
    assert controller.stack.currentWidget() is page
    return page


def press(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def light(page: SeatsPage, power: str) -> Light:
    return next(row.lamp.light for row in page.rows if row.power == power)


def log_words(page: SeatsPage) -> list[str]:
    found = []
    walk = QTreeWidgetItemIterator(page.log.turns)
    while walk.value() is not None:
        found.append(" ".join(walk.value().text(at) for at in range(5)))
        walk += 1
    return found


def running() -> list[str]:
    """The programs of these tests that run."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            found.append(" ".join(each.cmdline()))
    return [line for line in found if "bold.py" in line or "mute.py" in line]


@pytest.fixture(autouse=True)
def nothing_is_left(controller: MainController) -> Iterator[None]:
    """Check that no program runs when the games are closed."""
    yield
    for document in list(controller.session.documents):
        controller.session.tables.stand_up(document)
    assert running() == []


def has_answered(qtbot: QtBot, seating: Seating) -> None:
    qtbot.waitUntil(lambda: not seating.thinking)


def has_logged(qtbot: QtBot, page: SeatsPage, words: str) -> None:
    qtbot.waitUntil(lambda: any(words in line for line in log_words(page)))


def start(controller: MainController, qtbot: QtBot) -> SeatsPage:
    """Wait until all lamps are lit and press Start."""
    page = page_of(controller)
    qtbot.waitUntil(page.go.isEnabled)
    assert page.go.text() == "Start"
    press(page.go)
    return page


def test_columns_stand_below_one_another_and_a_row_in_one_line(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remember(controller, tmp_path, "bold", BOT)
    with_programs(controller, monkeypatch, FRANCE="bold")
    page = page_of(controller)
    page.rows[3].name.setText("Duchy of the Many Islands and Bays")
    page.align_rows()
    QApplication.processEvents()
    assert len({row.kind.x() for row in page.rows}) == 1
    for row in page.rows:
        if not row.detail.text() and row.bar.isHidden():
            middle = row.state.mapTo(row, row.state.rect().center()).y()
            assert abs(middle - row.lamp.geometry().center().y()) <= 1


def test_the_lobby_stands_until_all_programs_are_there_and_start_is_pressed(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remember(controller, tmp_path, "bold", BOT)
    with_programs(controller, monkeypatch, FRANCE="bold", GERMANY="bold")
    page = page_of(controller)
    assert light(page, "FRANCE") in {Light.WAITING, Light.GOOD}
    page = start(controller, qtbot)
    assert light(page, "FRANCE") is Light.GOOD
    assert controller.stack.currentWidget() is controller.table.curtain
    seating = controller.session.seating
    assert seating is not None
    qtbot.waitUntil(lambda: not seating.thinking)
    take_laptop(controller, qtbot, "AUSTRIA")
    press(controller.table.bar.seal_button)
    controller.run("process")
    assert len(controller.session.game.line()[0].orders["FRANCE"]) == 3


def test_options_that_a_program_declares_are_a_form_and_it_is_told_what_was_set(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remember(controller, tmp_path, "bold", BOT)
    with_programs(controller, monkeypatch, FRANCE="bold")
    page = page_of(controller)
    qtbot.waitUntil(lambda: set(page.options.fields) == {"boldness", "opening", "answers"})
    slider = page.options.findChild(QSlider)
    assert slider is not None
    slider.setValue(900)
    assert known_programs(controller.session).get("bold").options == {"boldness": 0.9}  # type: ignore[union-attr]
    press(page.logs)
    assert page.logs.isChecked()
    start(controller, qtbot)
    controller.run("seats")
    page = page_of(controller)
    qtbot.waitUntil(lambda: 'told {"boldness": 0.9}' in page.log.errors.toPlainText())


def test_the_log_says_how_it_went_and_keeps_orders_for_those_who_may_read_them(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remember(controller, tmp_path, "bold", BOT)
    with_programs(controller, monkeypatch, FRANCE="bold")
    start(controller, qtbot)
    seating = controller.session.seating
    assert seating is not None
    qtbot.waitUntil(lambda: not seating.thinking)
    controller.run("seats")
    page = page_of(controller)
    qtbot.waitUntil(lambda: any("orders" in line for line in log_words(page)))
    shown = "\n".join(log_words(page)) + page.log.raw.toPlainText() + page.log.errors.toPlainText()
    assert SEALED_WORDS in shown
    assert "A PAR" not in shown
    assert "A MAR" not in " ".join(label.text() for label in page.findChildren(QLabel))
    assert not page.log.save.isEnabled()
    seating.open_logs = True
    qtbot.waitUntil(lambda: any("A PAR" in line and "ms" in line for line in log_words(page)))
    assert "Spring 1901" in log_words(page)[2] or any(line.startswith("Spring 1901") for line in log_words(page))
    assert '"orders"' in page.log.raw.toPlainText()


def test_a_thinking_program_shows_its_time_and_can_be_killed_and_started_again(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remember(controller, tmp_path, "mute", SILENT)
    with_programs(controller, monkeypatch, FRANCE="mute")
    start(controller, qtbot)
    seating = controller.session.seating
    assert seating is not None
    controller.run("seats")
    page = page_of(controller)
    qtbot.waitUntil(lambda: page.log.thinking.text() == "France is thinking")
    assert "of 65.0 s" in page.log.time.text()
    row = next(each for each in page.rows if each.power == "FRANCE")
    assert row.bar.isVisible()
    press(page.kill)
    qtbot.waitUntil(lambda: light(page, "FRANCE") is Light.LOST)
    assert row.again.isVisible()
    press(row.again)
    qtbot.waitUntil(lambda: light(page, "FRANCE") is not Light.LOST)


def test_paused_programs_wait_for_a_step(controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    remember(controller, tmp_path, "bold", BOT)
    with_programs(controller, monkeypatch, FRANCE="bold")
    controller.run_line("programs pause")
    start(controller, qtbot)
    seating = controller.session.seating
    assert seating is not None
    controller.run("seats")
    page = page_of(controller)
    qtbot.waitUntil(page.step.isEnabled)
    assert page.pause.text() == "Go on"
    assert seating.thinking == ("FRANCE",)
    press(page.step)
    qtbot.waitUntil(lambda: not seating.thinking)
    press(page.pause)
    assert page.pause.text() == "Pause"


def test_a_game_that_is_opened_shows_the_lobby_and_starts_nothing_by_itself(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remember(controller, tmp_path, "bold", BOT)
    with_programs(controller, monkeypatch, FRANCE="bold")
    controller.run("save-as", file=tmp_path / "evening.dpn", replace=True)
    controller.run("close")
    controller.run("open", file=tmp_path / "evening.dpn")
    page = page_of(controller)
    assert light(page, "FRANCE") is Light.OFF
    assert page.go.text() == "Start the programs"
    assert running() == []
    press(page.go)
    start(controller, qtbot)
    assert controller.stack.currentWidget() is controller.table.curtain


def test_a_seat_is_given_to_somebody_else_by_a_press(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remember(controller, tmp_path, "bold", BOT)
    with_programs(controller, monkeypatch, FRANCE="bold")
    menu = controller.table.seats.menu_for("GERMANY")
    words = [each.text() for each in menu.actions()]
    assert {"Built-in: Easy", "Built-in: Steady", "Built-in: Strong", "Program: bold", "Another program…"} <= set(words)
    menu.actions()[words.index("Program: bold")].trigger()
    menu.deleteLater()
    page = page_of(controller)
    assert next(row.who.text() for row in page.rows if row.power == "GERMANY").startswith("bold")
    start(controller, qtbot)


def test_a_program_is_tested_before_it_is_remembered_and_the_form_says_what_was_found(
    controller: MainController, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = ProgramDialog(known_programs(controller.session), parent=controller.window)
    qtbot.addWidget(dialog)
    dialog.show()
    file = tmp_path / "bold.py"
    file.write_text(BOT, encoding="utf-8")
    dialog.command.setText(str(file))
    press(dialog.test_button)
    qtbot.waitUntil(lambda: "Orders for S1901M came after" in dialog.outcome.text())
    assert "Hello received: boldbot, protocol 1." in dialog.outcome.text()
    assert dialog.name.text() == "boldbot"
    dialog.reach.setCurrentIndex(1)
    dialog.host.setText("127.0.0.1")
    dialog.port.setValue(1)
    press(dialog.test_button)
    qtbot.waitUntil(lambda: "No connection" in dialog.outcome.text())
    dialog.reach.setCurrentIndex(0)
    dialog.command.setText(str(tmp_path / "gone.py"))
    dialog.buttons.accepted.emit()
    assert "there is no program" in dialog.outcome.text().casefold()
    dialog.command.setText(str(file))
    dialog.buttons.accepted.emit()
    assert dialog.program is not None
    assert known_programs(controller.session).get("boldbot") == dialog.program


def test_a_new_bot_is_written_remembered_and_opened(controller: MainController, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[Path] = []

    def open_file(_screen: object, path: Path) -> bool:
        opened.append(path)
        return True

    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "It goes for centres")
    answering(monkeypatch, FileToSave, lambda *_: tmp_path / "mine.py")
    monkeypatch.setattr("app.qt.main_window.window_screen.WindowScreen.open_file", open_file)
    controller.trigger("new-bot")
    assert opened == [tmp_path / "mine.py"]
    program = known_programs(controller.session).get("mine")
    assert program is not None
    assert program.seat().command[-1] == str(tmp_path / "mine.py")


def test_twin_tables_look_the_same_whatever_a_program_orders(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = []
    for pick in ("each[0]", "each[-1]"):
        remember(controller, tmp_path, "bold", BOT.replace("each[-1]", pick))
        with_programs(controller, monkeypatch, FRANCE="bold")
        start(controller, qtbot)
        seating = controller.session.seating
        assert seating is not None
        has_answered(qtbot, seating)
        controller.run("seats")
        page = page_of(controller)
        has_logged(qtbot, page, "orders")
        # Without times and the seed; both sides greet at once, so that either may be first.
        seen.append(sorted(re.sub(r"\d+", "", line) for line in log_words(page)))
        controller.session.tables.stand_up(seating.document)
        controller.session.remove(seating.document)
    assert seen[0] == seen[1]


def test_give_and_swap_open_the_page_of_seats_where_both_are_done(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    with_programs(controller, monkeypatch)
    for command in ("give-seat", "swap-seats"):
        assert controller.trigger(command)
        page = controller.stack.currentWidget()
        assert isinstance(page, SeatsPage), command
        controller.run("seats")
    seating = controller.session.seating
    assert seating is not None
    menu = controller.table.seats.menu_for("AUSTRIA")
    under = next(each for each in menu.findChildren(QMenu) if each.title() == "Change places with")
    assert len(under.actions()) == 6
    next(each for each in under.actions() if each.text().startswith("Turkey")).trigger()
    assert seating.table.person_of("TURKEY") == "Ada"
    menu.deleteLater()


def test_a_table_without_programs_has_no_empty_log(controller: MainController) -> None:
    controller.run("new")
    assert controller.run_line("table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Finn TURKEY=Gus")
    controller.show_seats()
    page = controller.table.seats.page
    assert page is not None
    assert page.rows[0].isVisible()
    assert not page.log.isVisible()


def test_the_start_of_the_board_stands_beside_the_seats_where_no_program_has_a_log(
    controller: MainController, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    controller.window.resize(1366, 768)
    controller.window.show()
    with_programs(controller, monkeypatch)
    controller.show_seats()
    page = page_of(controller)
    qtbot.waitUntil(page.map.isVisible)
    assert not page.log.isVisible()
    controller.window.resize(820, 600)
    qtbot.waitUntil(lambda: not page.map.isVisible())
    controller.window.resize(1366, 768)
    qtbot.waitUntil(page.map.isVisible)
    QTest.mouseClick(page.map, Qt.MouseButton.LeftButton)
    assert controller.stack.currentWidget() is not page


def test_with_large_words_all_seats_are_whole_beside_the_board(controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1366, 768)
    controller.window.show()
    controller.run_line("text-size 200")
    try:
        controller.run("new")
        assert controller.run_line("table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Finn TURKEY=Gus")
        controller.show_seats()
        page = page_of(controller)
        qtbot.waitUntil(page.map.isVisible)
        qtbot.waitUntil(lambda: page._area.verticalScrollBar().maximum() == 0)
        assert len({row.who.mapTo(page, row.who.rect().topLeft()).x() for row in page.rows}) == 1
    finally:
        controller.run_line("text-size 100")
