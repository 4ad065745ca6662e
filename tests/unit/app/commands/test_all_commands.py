"""Properties of every command of the program."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import app.commands
from app.commands.declaring.command import Command
from app.commands.declaring.declare import help_text, in_plain_words, in_window, reference
from app.commands.declaring.registry import COMMANDS, ENTRIES
from app.commands.help import PAGE
from languages import available_languages, tr, using

MENUS = {"File", "Edit", "Orders", "Game", "Go", "View", "Tools", "Help"}
EVERY = list(COMMANDS)


def faults_of(command: Command) -> Iterator[str]:
    """Yield the faults of a command's own description."""
    if not command.summary.endswith("."):
        yield "its summary is no sentence"
    if not command.title[:1].isupper():
        yield "its title begins with no capital"
    if command.menu is not None and command.menu.split("/")[0] not in MENUS:
        yield "there is no such menu"
    yield from (f"{each.name} is described by no sentence" for each in command.parameters if not each.description.endswith("."))
    if command.usage not in help_text(command):
        yield "its help does not say how it is used"


def test_a_command_says_what_it_does_in_a_sentence() -> None:
    assert {each.id: list(faults_of(each)) for each in EVERY if any(faults_of(each))} == {}


def test_a_command_that_needs_words_asks_for_them() -> None:
    """The dots in a menu say that something is asked before the deed is done."""
    needing = [each for each in EVERY if each.needs_words and each.menu is not None]
    assert needing
    assert [each.id for each in needing if not each.title.endswith("…")] == []


def test_every_command_is_found_in_the_file_that_declares_it_before_any_is_imported() -> None:
    assert set(COMMANDS.declared) == {each.id for each in EVERY}
    for each in EVERY:
        assert f"app.commands.{COMMANDS.declared[each.id]}" == each.function.__module__


def test_every_file_of_the_rooms_declares_commands() -> None:
    root = Path(app.commands.__path__[0])
    files = (path.relative_to(root).with_suffix("") for path in root.rglob("*.py") if path.stem != "__init__")
    assert set(COMMANDS.declared.values()) == {".".join(file.parts) for file in files if file.parts[0] != "declaring"}


@pytest.mark.slow
def test_asking_for_one_command_imports_only_the_file_that_declares_it() -> None:
    code = (
        "import sys; from app.commands.declaring.registry import COMMANDS; COMMANDS['undo'];"
        "print(sorted(name for name in sys.modules if name.startswith('app.commands.') and '.declaring' not in name))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['app.commands.branches']"


def test_the_kept_table_says_what_the_commands_do() -> None:
    kept = (Path(app.commands.__path__[0]) / ENTRIES).read_text(encoding="utf-8")
    assert kept == COMMANDS.table(), "run ./run reference"


@pytest.mark.slow
def test_a_menu_is_filled_before_the_commands_are_imported() -> None:
    code = (
        "import sys; from app.commands.declaring.registry import COMMANDS, entry_of; entries = COMMANDS.entries();"
        "print(*sorted(name for name in sys.modules if name.startswith('app.commands.') and '.declaring' not in name));"
        "print(all(entry_of(COMMANDS[each.id]) == each for each in entries))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["app.commands.view", "True"]


def test_titles_roles_menus_and_keys_stay_as_people_know_them() -> None:
    """A command may come, with a line of its own, or one more choice; none that is written down may go or be called otherwise."""
    known = (Path(__file__).parents[3] / "golden" / "commands.txt").read_text(encoding="utf-8").splitlines()[1:]
    present = {each.id: " | ".join(_as_known(each)) for each in EVERY}
    now = {line: present.get(line.partition(" | ")[0], "gone") for line in known}
    assert {line: is_now for line, is_now in now.items() if not _keeps(line, is_now)} == {}, "what was known, and how it is now"
    new = present.keys() - {line.partition(" | ")[0] for line in known}
    assert [present[each] for each in sorted(new)] == [], "write this into tests/golden/commands.txt"


def _keeps(known: str, present: str) -> bool:
    """Return True if *present* is the line *known*, perhaps with more of the choices that stand with bars between them."""
    (*known_head, known_usage), (*head, usage) = known.split(" | "), present.split(" | ")
    parts, parts_now = ([part.split("|") for part in re.split(r"[\[\]]", each)] for each in (known_usage, usage))
    same_choices = all(set(old) <= set(new) and (len(old) > 1 or old == new) for old, new in zip(parts, parts_now, strict=False))
    return known_head == head and len(parts) == len(parts_now) and same_choices


def _as_known(command: Command) -> tuple[str, ...]:
    in_palette = "yes" if command.palette else "no"
    where = command.menu or "", str(command.place), command.shortcut or ""
    return command.id, command.title, command.who.value, *where, in_palette, command.usage


def test_the_first_evening_has_its_commands() -> None:
    wanted = """
    new open save save-as close recent quit undo redo order clear-order clear-power hold-all paste-orders copy-orders copy-position
    paste-position copy-picture process next-phase previous-phase first-phase last-phase goto play fork branch rename-branch draw concede
    end export print print-preview show show-file who results legal status labels arrows tint theme preview fit zoom-in zoom-out find help
    commands run echo datc selfplay check version reference
    """
    assert set(wanted.split()) <= {each.id for each in EVERY}


def test_each_menu_has_a_sequence_without_doubt() -> None:
    places = [(each.menu, each.place) for each in COMMANDS.entries() if each.menu is not None]
    assert len(places) == len(set(places))
    assert all(place >= 10 for _, place in places)
    file_menu = [each.id for each in COMMANDS.entries() if each.menu == "File"]
    assert (file_menu[0], file_menu[-1]) == ("new", "quit")


def test_the_reference_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(COMMANDS), "run: python main.py reference"


def test_letters_that_write_orders_are_no_shortcuts() -> None:
    taken = {key for each in EVERY for key in each.shortcuts}
    assert taken.isdisjoint({"H", "S", "C", "M", "D", "W", "Enter", "Esc", "Up", "Down", "Left", "Right"})


def test_help_at_a_terminal_has_no_marks_of_markdown() -> None:
    assert [each.id for each in COMMANDS if "`" in help_text(each)] == []
    assert "For example: 'deadline fri 20:00 Europe/Berlin', 'deadline 27 nov 20:00'" in help_text(COMMANDS["deadline"])
    assert in_plain_words("``+3d`` and `man`, but a lone ` stays") == "'+3d' and 'man', but a lone ` stays"


@pytest.mark.parametrize("language", available_languages())
def test_a_window_shows_no_example_of_what_is_typed(language: str) -> None:
    with using(language):
        said = {each.id: in_window(tr(each.summary), each.id) for each in COMMANDS}
    assert [command for command, words in said.items() if re.search(rf":\s{re.escape(command)}\s", words)] == []
    assert [command for command, words in said.items() if not words.endswith(".")] == []
