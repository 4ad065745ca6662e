"""Every page, panel, menu and command of the window in the language that nobody speaks: what did not go through the catalogue is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMenu
from shiboken6 import isValid

from app.commands.declaring.registry import COMMANDS
from tests.gui.escape import test_at_a_table, test_files_and_boards, test_hooks, test_programs
from tests.gui.escape.walk import FILE_PANELS, Walk

LEAVES = {"quit", "close", "close-all", "print", "language"}
"""Commands that end what the test looks at, make it anew, or ask the system's own dialogs."""

OF_FILES = {"datc", "datc-page", "help", "show-file", "own", "paste-orders", "print-preview", "palette"} | FILE_PANELS
"""Commands after which most of what is seen is the text of a file or of the guide, or a dialog of Qt's."""

PARTS = 4
"""In so many parts the commands of the menus are gone through."""

OPENED_BY = {
    "AddressBookDialog": "address-book",
    "AskBox": "end",
    "CommandForm": "address",
    "ConformanceWindow": "datc-page",
    "CrashReportsDialog": "crash-reports",
    "HelpWindow": "help",
    "NewGameDialog": "new",
    "OwnCommandsDialog": "own",
    "PreferencesDialog": "preferences",
    "ServerDialog": "mail-server",
    "ShortcutsDialog": "keys",
    "TextBox": "correct-phase",
}
"""The dialogs that commands of the menus open, each with one of its commands."""

ROOT = Path(__file__).resolve().parents[3]


def begin(walk: Walk) -> None:
    walk.allow_shelf()
    walk.line("new standard")
    walk.allow_game()
    walk.line("A PAR - BUR", "F BRE H", "A MAR S A PAR - BUR", "A BER - KIE", "F KIE - BER")


@pytest.mark.slow
def test_no_sentence_escapes_on_the_start_page_in_menus_and_panels(walk: Walk) -> None:
    walk.allow_shelf()
    walk.go("start page")
    begin(walk)
    walk.panels(walk.controller.panels.names)
    for menu in walk.controller.window.menuBar().findChildren(QMenu):
        if isValid(menu):  # a menu that is opened fills those below it anew
            menu.aboutToShow.emit()
            walk.note(each.text() for each in menu.actions())
    walk.look_at_all()
    walk.nothing_escaped()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_sentence_escapes_in_what_commands_ask_and_say(part: int, walk: Walk) -> None:
    begin(walk)
    offered = [each for each in COMMANDS if each.id not in LEAVES and each.menu]
    chosen = offered[part::PARTS]
    for command in chosen:
        if not command.available(walk.controller.session):
            QApplication.clipboard().clear()  # what another command copied is no sentence of this one
            walk.go(
                f"command {command.id}",
                lambda command=command: walk.controller.trigger(command.id),  # type: ignore[misc]
                of_files=command.id in OF_FILES,
            )
    walk.look_at_all()
    walk.nothing_escaped()
    assert walk.seen.keys() >= {dialog for dialog, opener in OPENED_BY.items() if opener in {each.id for each in chosen}}


def test_every_dialog_is_opened_by_one_of_the_walks() -> None:
    declared = {
        name
        for file in (ROOT / "app" / "qt").rglob("*.py")
        for name in re.findall(r"^class (\w+)\((?:\w+, )*(?:QDialog|FittingDialog)\)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    walks = (test_at_a_table, test_files_and_boards, test_hooks, test_programs)
    assert declared - {"FittingDialog"} == OPENED_BY.keys() | {name for each in walks for name in each.SEEN}
