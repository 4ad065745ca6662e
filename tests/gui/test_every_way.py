"""Whichever way a command is called, the session is the same afterwards: menu, key, palette, console, script, and no window at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtGui import QAction

from app.commands.declaring.declare import Command
from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_script
from app.game.dpn.writer import write
from app.qt.panels.console_panel import ConsolePanel
from app.qt.shell.main_controller import MainController
from app.session.errors import CommandError
from app.session.parameters import Form
from app.session.services import NewGame
from app.session.view_options import View

ENDS_THE_WINDOW = {"quit"}
"""Of which nothing is left to compare."""

NEEDS_A_PRINTER = {"print", "print-preview"}
LASTS = {"datc", "selfplay", "reference"}
"""What takes long or writes into the program's own folder."""

ASKS_FOR_A_FILE = {"open", "import", "run", "save", "save-as", "read-mail", "export"}

IN_SCRIPTS = {"undo", "redo", "close", "process"}
"""What a script may not do, since it is one step itself; and ``process``, which there goes on at once."""

SKIPPED = ENDS_THE_WINDOW | NEEDS_A_PRINTER | LASTS

WORDS: dict[str, dict[str, object]] = {
    "order": {"text": "A PAR - BUR"},
    "find": {"province": "PAR"},
    "goto": {},
    "rename": {"name": "Thursday"},
    "rename-branch": {"old": "main", "new": "first"},
    "vote": {"power": "FRANCE"},
    "player": {"power": "FRANCE"},
    "concede": {"winner": "FRANCE"},
}
"""What a form is answered with; of all others the form is left."""


def menu(controller: MainController, command: Command, _folder: Path) -> None:
    action(controller, command).trigger()


def palette(controller: MainController, command: Command, _folder: Path) -> None:
    controller.palettes.open_palette()
    box = controller.palettes.palette
    assert box is not None
    if command.palette and not command.available(controller.session):
        box.chosen.emit(command.id)
    else:
        box.dismissed.emit()
        controller.trigger(command.id)


def console(controller: MainController, command: Command, _folder: Path) -> None:
    controller.panels.get(ConsolePanel).widget.entered.emit(command.id)


def script(controller: MainController, command: Command, folder: Path) -> None:
    file = folder / "script.txt"
    file.write_text(command.id, encoding="utf-8")
    with suppress(CommandError):
        run_script(controller.session, file)


WAYS: tuple[Callable[[MainController, Command, Path], None], ...] = (menu, palette, console)


def action(controller: MainController, command: Command) -> QAction:
    found = controller.menus.action(command.id)
    assert found is not None
    return found


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Questions are answered the same every time, and dialogs are left as they come."""
    from PySide6.QtWidgets import QDialog

    from app.qt.board import pictures
    from app.qt.shell.window_services import WindowServices

    def form(_services: WindowServices, asked: Form) -> dict[str, object] | None:
        return next((words for name, words in WORDS.items() if words and COMMANDS[name].form == asked), None)

    monkeypatch.setattr(WindowServices, "ask_arguments", form)
    monkeypatch.setattr(WindowServices, "ask_new_game", lambda _services, _first="": NewGame("standard", name="Asked"))
    monkeypatch.setattr(WindowServices, "ask", lambda _services, _question, choices: choices[-1])
    monkeypatch.setattr(WindowServices, "open_path", lambda _services, _kind: None)
    monkeypatch.setattr(WindowServices, "save_path", lambda _services, kind, _words: tmp_path / f"saved{kind.endings[0]}")
    monkeypatch.setattr(WindowServices, "pasted_text", lambda _services: "FRANCE\nA PAR - BUR")
    monkeypatch.setattr(WindowServices, "confirm_close", lambda _services, _document: True)
    monkeypatch.setattr(pictures, "content", lambda _request, _format: b"a picture")
    monkeypatch.setattr(QDialog, "exec", lambda _dialog: 0)


def after(controller: MainController) -> tuple[object, ...]:
    """What became of the session, apart from what the clock and chance make."""
    session = controller.session
    games = tuple(
        ([line for line in write(each.game).splitlines() if each.game.id not in line], each.cursor, each.read_only)
        for each in session.documents
    )
    front = None if session.current is None else session.documents.index(session.current)
    return games, front, session.viewer, session.selection, controller.view


def result_of(controller: MainController, command: Command, way: Callable[[MainController, Command, Path], None], folder: Path) -> object:
    """What becomes of a game in its second phase when *command* is called in that *way*."""
    session = controller.session
    for document in session.documents:
        session.remove(document)
        document.close(discard=True)
    controller.appearance.show(View())
    controller.run("new", variant="standard", name="Evening")
    controller.run("order", text="A PAR - BUR")
    controller.run("process", missing="process")
    way(controller, command, folder)
    return after(controller)


@pytest.mark.slow
@pytest.mark.usefixtures("unasked")
@pytest.mark.parametrize("command", [each for each in COMMANDS if each.id not in SKIPPED], ids=lambda each: each.id)
def test_every_way_of_calling_a_command_leaves_the_same_session(command: Command, controller: MainController, tmp_path: Path) -> None:
    assert len(action(controller, command).shortcuts()) == len(command.shortcuts), "a key does what its action does"
    expected = result_of(controller, command, menu, tmp_path)
    for way in WAYS[1:]:
        assert result_of(controller, command, way, tmp_path) == expected, way.__name__
    if does_the_same_unasked(command):
        assert result_of(controller, command, script, tmp_path) == expected, "script"


def does_the_same_unasked(command: Command) -> bool:
    """Whether it asks nobody how it is meant, so that a script, in which nobody is asked, comes to the same."""
    return command.id not in ASKS_FOR_A_FILE | IN_SCRIPTS and command.asks is None and not command.needs_words


def test_process_leads_on_from_the_results_wherever_it_is_typed(controller: MainController) -> None:
    for line in ("process", "next-phase"):
        controller.run("new", variant="standard")
        controller.run("process", missing="process")
        controller.run("previous-phase")
        controller.run_line(line)
        assert [str(turn.phase) for turn in controller.session.game.line()] == ["S1901M", "F1901M"], "nothing was skipped"
        assert controller.session.cursor.index == 1


def test_a_script_processes_at_once_each_time(controller: MainController, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("process --missing=process\nprocess --missing=process\n", encoding="utf-8")
    controller.run("new", variant="standard")
    assert controller.run("run", file=tmp_path / "two.txt")
    assert len(controller.session.game.line()) >= 3
