"""What holds for every command of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

import app.commands
from app.commands.declaring.declare import Command
from app.commands.declaring.reference import help_text, reference
from app.commands.declaring.registry import COMMANDS
from app.commands.reference import PAGE

MENUS = {"File", "Edit", "Orders", "Game", "Go", "View", "Tools", "Help"}
EVERY = list(COMMANDS)


@pytest.mark.parametrize("command", EVERY, ids=lambda each: each.id)
def test_a_command_says_what_it_does_in_a_sentence(command: Command) -> None:
    assert command.summary.endswith(".")
    assert command.title
    assert command.title[0].isupper()
    assert command.menu is None or command.menu.split("/")[0] in MENUS
    for parameter in command.parameters:
        assert parameter.description.endswith(".")
    assert command.usage in help_text(command)


@pytest.mark.parametrize("command", EVERY, ids=lambda each: each.id)
def test_a_command_that_needs_words_asks_for_them(command: Command) -> None:
    """The dots in a menu say that something is asked before the deed is done."""
    if command.needs_words and command.menu is not None and not command.title.endswith("…"):
        pytest.fail(f"{command.id} needs {command.usage}, so its title ends with …")


def test_each_file_of_the_folder_is_one_command_of_its_own_name() -> None:
    folder = Path(app.commands.__path__[0])
    files = {path.stem.replace("_", "-") for path in folder.glob("*.py") if path.stem != "__init__"}
    assert {each.id for each in EVERY} == files


def test_the_first_evening_has_its_commands() -> None:
    wanted = """
    new open save save-as close recent quit undo redo order clear-order clear-power hold-all paste-orders copy-orders copy-position
    paste-position copy-picture process next-phase previous-phase first-phase last-phase goto play fork branch rename-branch draw concede
    end export print print-preview show show-file who results legal status labels arrows tint theme preview fit zoom-in zoom-out find help
    commands run echo datc selfplay check version reference
    """
    assert set(wanted.split()) <= {each.id for each in EVERY}


def test_each_menu_has_a_sequence_without_doubt() -> None:
    places = [(each.menu, each.place) for each in COMMANDS.in_menu_order() if each.menu is not None]
    assert len(places) == len(set(places))
    assert all(place >= 10 for _, place in places)
    file_menu = [each.id for each in COMMANDS.in_menu_order() if each.menu == "File"]
    assert (file_menu[0], file_menu[-1]) == ("new", "quit")


def test_the_reference_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(COMMANDS), "run: python main.py reference"


def test_letters_that_write_orders_are_no_shortcuts() -> None:
    taken = {key for each in EVERY for key in each.shortcuts}
    assert taken.isdisjoint({"H", "S", "C", "M", "D", "W", "Enter", "Esc", "Up", "Down", "Left", "Right"})
