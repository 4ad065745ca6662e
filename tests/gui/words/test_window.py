"""Every page, panel, menu and command of the window in the pseudo language: no text escapes the catalogue or is cut off."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from app.commands.declaring.registry import COMMANDS
from languages.choosing import available_languages
from tests.gui.words import test_at_a_table, test_files_and_boards, test_hooks, test_programs
from tests.gui.words.walk import FILE_PANELS, SIZES, Walk, walking
from tests.thorough import one_in

LEAVES = {"quit", "close", "close-all", "print", "language", "text-size"}
"""Commands that end the test's subject, make it again, or ask the system's own dialogs."""
LAST = {"play-now"}
"""Commands that leave a table in front, at which much else is not offered."""

OF_FILES = {"datc", "datc-page", "help", "show-file", "own", "paste-orders", "print-preview", "palette"} | FILE_PANELS
"""Commands after which most of what is seen is the text of a file or of the guide, or a dialog of Qt's."""

PARTS = 6
"""In so many parts the commands of the menus are gone through."""
PANEL_PARTS = 3
"""In so many the panels and pages."""

OPENED_BY = {
    "AddressBookDialog": "address-book",
    "AskBox": "end",
    "CommandForm": "address",
    "ConformanceWindow": "datc-page",
    "CrashReportsDialog": "crash-reports",
    "HelpWindow": "help",
    "JudgeDialog": "let-it-run",
    "NewGameDialog": "new",
    "OwnCommandsDialog": "own",
    "PeopleTournamentDialog": "people-tournament",
    "PreferencesDialog": "preferences",
    "ServerDialog": "mail-server",
    "ShortcutsDialog": "keys",
    "TextBox": "correct-phase",
}
"""The dialogs that commands of the menus open, each with one of its commands."""

ROOT = Path(__file__).resolve().parents[3]


def begin(walk: Walk) -> None:
    walk.allow_variants()
    walk.line("new standard")
    walk.allow_game()
    walk.line("A PAR - BUR", "F BRE H", "A MAR S A PAR - BUR", "A BER - KIE", "F KIE - BER")


@pytest.mark.slow
def test_on_the_start_page_and_in_the_menus(walk_in_each_size: Walk) -> None:
    walk = walk_in_each_size
    walk.allow_variants()
    walk.go("start page")
    begin(walk)
    for menu in walk.controller.window.menuBar().findChildren(QMenu):
        if isValid(menu):  # a menu that is opened fills those below it again
            menu.aboutToShow.emit()
            walk.look_at_menu(menu)
    walk.look_at_all()
    walk.all_is_well()


@pytest.mark.slow
@pytest.mark.parametrize("language", one_in(4, [each for each in available_languages() if each != "en"]))
@pytest.mark.usefixtures("qtbot")
def test_on_the_start_page_in_every_language(language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with walking(SIZES[-1], monkeypatch, language) as walk:
        walk.go("the first start")
        walk.line("new standard", f"save-as {tmp_path / 'evening.dpn'}", "close")
        assert walk.controller.start_page.cards()
        assert not walk.cut, "\n".join(walk.cut)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PANEL_PARTS))
def test_in_panels_and_pages(part: int, walk: Walk) -> None:
    begin(walk)
    walk.panels([*walk.controller.panels.names][part::PANEL_PARTS])
    walk.look_at_all()
    walk.all_is_well()


@pytest.mark.slow
@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_in_what_the_commands_of_the_menus_ask_and_say(part: int, walk: Walk) -> None:
    begin(walk)
    offered = [each for each in COMMANDS if each.id not in LEAVES and each.menu]
    chosen = sorted(offered[part::PARTS], key=lambda each: each.id in LAST)
    for command in chosen:
        if not command.available(walk.controller.session):
            walk.go(
                f"command {command.id}",
                lambda command=command: walk.controller.trigger(command.id),  # type: ignore[misc]
                of_files=command.id in OF_FILES,
            )
    walk.look_at_all()
    walk.all_is_well()
    assert walk.seen.keys() >= {dialog for dialog, opener in OPENED_BY.items() if opener in {each.id for each in chosen}}


def test_every_dialog_is_opened_by_one_of_the_walks() -> None:
    declared = {
        name
        for file in (ROOT / "app" / "qt").rglob("*.py")
        for name in re.findall(r"^class (\w+)\((?:\w+, )*(?:QDialog|FittingDialog)\)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    walks = (test_at_a_table, test_files_and_boards, test_hooks, test_programs)
    assert declared - {"FittingDialog"} == OPENED_BY.keys() | {name for each in walks for name in each.SEEN}
