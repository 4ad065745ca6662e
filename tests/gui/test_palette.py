"""The palette: what it offers, in which sequence, and what it says where nothing fits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.commands.declaring.own_commands import EXAMPLE, own_commands
from app.commands.declaring.registry import COMMANDS
from app.game.storage.places import places
from app.qt.main_window import command_form
from app.qt.main_window.command_form import CommandForm
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.palettes import PaletteBox
from app.qt.panels.console_panel import ConsolePanel
from app.session.roles import OF_A_TURN
from tests.gui.hands import Hands


def palette(controller: MainController, hands: Hands, letters: str) -> PaletteBox:
    controller.palettes.open_palette()
    box = controller.palettes.palette
    assert box is not None
    hands.type_into(box.line, letters)
    return box


def test_view_as_aus_finds_austria_first(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    box = palette(controller, hands, "view as aus")
    assert box.list.item(0).text() == "View as a power: Austria-Hungary"


def test_it_says_so_where_nothing_fits_and_what_enter_does_then(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    box = palette(controller, hands, "A PAR - BUR")
    assert box.shown() == ()
    assert box.nothing.isVisible()
    assert "Enter" in box.nothing.text()
    hands.key_on(box.line, Qt.Key.Key_Return)
    assert hands.orders("FRANCE") == ["A PAR - BUR"]
    assert not palette(controller, hands, "proc").nothing.isVisible()


@pytest.fixture
def greet() -> None:
    places().commands.mkdir(parents=True)
    (places().commands / "greet.py").write_text(EXAMPLE, encoding="utf-8")


@pytest.mark.usefixtures("greet")
def test_own_commands_are_offered_and_set_in_a_form(controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new")
    asked: list[CommandForm] = []

    def fill(form: CommandForm) -> bool:
        asked.append(form)
        form.arguments = {"power": "ITALY", "times": 1}
        return True

    monkeypatch.setattr(CommandForm, "exec", fill)
    controller.session.hooks.store.grant(tuple(each.as_text for each in own_commands(places().commands)), for_good=True)
    box = palette(controller, hands, "greet")
    assert box.shown()[0] == "own greet"
    hands.key_on(box.line, Qt.Key.Key_Return)
    assert len(asked) == 1
    assert "Good day, ITALY." in controller.status.message.text()


@pytest.mark.usefixtures("greet")
def test_an_own_command_that_nobody_agreed_to_shows_its_text_first(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(command_form.OwnCommandsDialog, "exec", lambda dialog: shown.append(dialog.text.toPlainText()))
    box = palette(controller, hands, "greet")
    hands.key_on(box.line, Qt.Key.Key_Return)
    assert "def greet" in shown[0]
    assert "Good day" not in controller.panels.get(ConsolePanel).widget.text()


@pytest.mark.usefixtures("greet")
def test_own_commands_stand_in_the_list_of_commands_and_in_help(controller: MainController) -> None:
    controller.run("commands")
    assert "own greet" in controller.panels.get(ConsolePanel).widget.text()
    assert "not agreed to yet" in controller.panels.get(ConsolePanel).widget.text()
    controller.run("help", name="greet")
    assert "has not been agreed to" in controller.panels.get(ConsolePanel).widget.text()
    controller.session.hooks.store.grant(tuple(each.as_text for each in own_commands(places().commands)), for_good=True)
    controller.run("help", name="own greet")
    assert "who is greeted" in controller.panels.get(ConsolePanel).widget.text()


@pytest.mark.parametrize("parted", ["-", " "])
def test_every_command_that_it_offers_is_found_first_by_its_name(controller: MainController, hands: Hands, parted: str) -> None:
    controller.run("new")
    box = palette(controller, hands, "")
    offered = [each for each in COMMANDS if each.id in {found.key for found in box._findings}]
    assert "all-games" in [each.id for each in offered]
    wrong = []
    for each in offered:
        box.line.setText(each.id.replace("-", parted))
        if box.shown()[:1] != (each.id,):
            wrong.append(each.id)
    assert wrong == []


def test_a_part_of_a_name_is_enough_and_a_name_with_more_words_is_a_line(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    assert "all-games" in palette(controller, hands, "all-ga").shown()
    assert palette(controller, hands, "order F LON - NTH").shown() == ()


def test_a_seat_is_offered_what_belongs_to_its_turn_and_little_else(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    entries = [each for menu in controller.window.findChildren(QMenu) for each in menu.actions() if not each.isSeparator()]

    def seen() -> set[QAction]:
        return {each for each in entries if each.isVisible()}

    table = "table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Finn TURKEY=Gus"
    for line in (table, "end-talks"):
        assert controller.run_line(line), controller.status_text
    before = seen()
    assert controller.run_line("open-seat AUSTRIA"), controller.status_text
    assert len(OF_A_TURN) <= 30
    assert {each.id for each in COMMANDS} >= OF_A_TURN
    box = palette(controller, hands, "")
    assert 15 <= box.list.count() <= 30
    assert len(seen()) < len(before) / 2
    assert "Print…" not in {each.text() for each in seen()}
    assert controller.run_line("close-seat"), controller.status_text
    assert seen() == before
