"""Whichever way a command is called, the session is the same afterwards: menu, key, palette, console, script, and the command line.

All share one window, which is where it was before each way: one game, in its second phase, can be undone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QApplication

from adjudicator.notation import parse_order
from app.cli import main as command_line
from app.cli.services import CommandLineServices
from app.commands.declaring.command import Command
from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_script
from app.game.dpn.writer import write
from app.game.edits import process, set_orders
from app.game.record import MAIN, Game
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.panels.console_panel import ConsolePanel
from app.qt.shell.application import open_main_window
from app.qt.shell.main_controller import MainController
from app.qt.shell.preferences import Preferences
from app.session.errors import CommandError
from app.session.parameters import Form
from app.session.services import ChosenSeats, FileKind, NewGame
from app.session.session import Session
from app.session.view_options import View
from app.session.words import split
from tests.gui.conftest import shut
from tests.unit.app.game.play import fresh_game

Found = tuple[Any, ...]
"""The games, which of them is in front, and who looks; in a window also what is picked, and the view."""

ENDS_THE_WINDOW = {"quit"}
"""Of which nothing is left to compare."""

NEEDS_A_PRINTER = {"print", "print-preview"}
LASTS = {"datc", "selfplay", "reference", "hint", "play-now"}
"""What takes long or writes into the program's own folder."""

SKIPPED = ENDS_THE_WINDOW | NEEDS_A_PRINTER | LASTS

FORMS: dict[str, dict[str, object]] = {
    "order": {"text": "A PAR - BUR"},
    "find": {"province": "PAR"},
    "rename": {"name": "Thursday"},
    "rename-branch": {"old": "main", "new": "first"},
    "vote": {"power": "FRANCE"},
    "player": {"power": "FRANCE"},
    "concede": {"winner": "FRANCE"},
}
"""What a form is answered with; of all others the form is left."""

WORDS = {
    "order": "A PAR - BUR",
    "rename": "Thursday",
    "rename-branch": "main first",
    "vote": "FRANCE",
    "player": "FRANCE",
    "concede": "FRANCE",
    "new": "standard --name Asked",
    "open": "{folder}/other.dpn",
    "run": "{folder}/moves.txt",
    "read-mail": "{folder}/orders.txt",
    "import": "{folder}/board.zip",
    "save": "",
    "save-as": "{folder}/saved.dpn",
    "export": "{folder}/saved.png",
    "export-for-mail": "{folder}/saved.png",
    "process": "--missing process",
}
"""What a script and the command line say, where nobody is asked, to mean what the window's questions are answered with."""

NOT_IN_SCRIPTS = {
    "undo": "a script is one step itself",
    "redo": "a script is one step itself",
    "close": "a script is one step of the games that are open",
}

STOPS_AT_THE_RESULTS = {"process"}
"""On a screen; a script and the command line go on to the open phase at once, so that the games are compared without the moment shown."""

NOT_ON_THE_COMMAND_LINE = {
    "undo": "a file has no steps that could be taken back",
    "redo": "a file has no steps that could be done again",
    "start-page": "there is no page that could come to the front",
    "play-timeline": "there is no board on which phases could follow one another",
}


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
    file.write_text(line_of(command, folder), encoding="utf-8")
    with suppress(CommandError):
        run_script(controller.session, file)


WAYS: tuple[Callable[[MainController, Command, Path], None], ...] = (menu, palette, console)


def line_of(command: Command, folder: Path) -> str:
    return f"{command.id} {WORDS.get(command.id, '')}".strip().replace("{folder}", str(folder))


def on_the_command_line(command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Found:
    """What becomes of the session of a command line that opens the same game."""
    sessions = []
    let_go = command_line._let_go

    def kept(session: Session) -> None:
        sessions.append(games_of(session))
        let_go(session)

    monkeypatch.setattr(command_line, "_let_go", kept)
    file = folder / "evening.dpn"
    file.write_text(write(GAMES[-1]), encoding="utf-8")
    command_line.main(["--game", str(file), *(word.text for word in split(line_of(command, folder)).words)])
    (found,) = sessions
    return found


def action(controller: MainController, command: Command) -> QAction:
    found = controller.menus.action(command.id)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def shared(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainController]:
    """The window of all these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENTENTE_HOME", str(tmp_path_factory.mktemp("home")))
        window = open_main_window(Preferences(Settings(places().settings_file)))
        window.show()
        window.make_controller()
        window.controller.language_changed.disconnect()  # the window would be made anew, with another controller
    yield window.controller
    shut(window.controller)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    made.mkdir()
    return made


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Questions are answered the same every time, and dialogs are left as they come."""
    from PySide6.QtWidgets import QDialog

    from app.qt.board import pictures
    from app.qt.shell.window_services import WindowServices
    from app.qt.story import story_files

    def form(_services: WindowServices, asked: Form) -> dict[str, object] | None:
        return next((words for name, words in FORMS.items() if COMMANDS[name].form == asked), None)

    files = {FileKind.GAME: "other.dpn", FileKind.SCRIPT: "moves.txt", FileKind.MAIL: "orders.txt"}
    monkeypatch.setattr(WindowServices, "ask_arguments", form)
    monkeypatch.setattr(WindowServices, "ask_new_game", lambda _services, _first="": NewGame("standard", name="Asked"))
    monkeypatch.setattr(WindowServices, "ask_seats", lambda _services, _game, table: ChosenSeats(table))
    monkeypatch.setattr(
        WindowServices,
        "ask",
        lambda _services, _question, choices: next((each for each in choices if each.startswith("Process")), choices[-1]),
    )
    monkeypatch.setattr(WindowServices, "open_path", lambda _services, kind: folder / files[kind] if kind in files else None)
    monkeypatch.setattr(WindowServices, "save_path", lambda _services, kind, _words: folder / f"saved{next(iter(kind.endings), '')}")
    for services in (WindowServices, CommandLineServices):
        monkeypatch.setattr(services, "pasted_text", lambda _services: "FRANCE\nA BUR - MUN")
    monkeypatch.setattr(WindowServices, "confirm_close", lambda _services, _document: True)
    monkeypatch.setattr(pictures, "content", lambda _request, _format: b"a picture")
    monkeypatch.setattr(story_files, "write", lambda _request, _format, _path, _go_on: None)
    monkeypatch.setattr(pictures, "image", lambda _request: QImage(8, 8, QImage.Format.Format_RGB32))
    monkeypatch.setattr(pictures, "thumbnail", lambda _request: QImage())
    monkeypatch.setattr(QDialog, "exec", lambda _dialog: 0)


def after(controller: MainController) -> Found:
    """What became of the session, apart from what the clock and chance make."""
    session = controller.session
    return *games_of(session), session.selection, controller.view


def without_trail(game: Game) -> Game:
    """*game* without what is noted of each step with its time; it follows from the steps."""
    return replace(game, audit=())


def timeless(line: str) -> str:
    """*line* without the moments in it: when a mail was taken in, or a clock stopped."""
    return re.sub(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?", "MOMENT", line)


def games_of(session: Session) -> Found:
    games: tuple[Any, ...] = tuple(
        ([timeless(line) for line in write(without_trail(each.game)).splitlines() if each.game.id not in line], each.cursor, each.read_only)
        for each in session.documents
    )
    front = None if session.current is None else session.documents.index(session.current)
    return games, front, session.viewer


def _games() -> tuple[Game, ...]:
    """A game as it was made, with an order, and in its second phase."""
    made = fresh_game("Evening")
    ordered = set_orders(made, MAIN, "FRANCE", [parse_order("A PAR - BUR")])
    return made, ordered, process(ordered)


GAMES = _games()


def result_of(controller: MainController, command: Command, way: Callable[[MainController, Command, Path], None], folder: Path) -> Found:
    """What becomes of a game in its second phase when *command* is called in that *way*."""
    start_anew(controller)
    files_in(folder)
    way(controller, command, folder)
    return after(controller)


def start_anew(controller: MainController) -> None:
    """One game in its second phase is open, in no file; the step that led there can be undone, and none be done again."""
    session = controller.session
    kept = session.current
    has_table = session.seating is not None
    if kept is None or len(session.documents) > 1 or kept.path is not None or kept.read_only or has_table:
        for document in session.documents:
            session.remove(document)
            document.close(discard=True)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # pytest-qt does this at the end of a test only
        kept = session.library.new(GAMES[0])
        session.add(kept)
    if (
        kept.redo_step is not None
        or kept.undo_step is None
        or (without_trail(kept.undo_step.before), without_trail(kept.undo_step.after)) != GAMES[1:]
    ):
        for label, game in zip(("New", "Order A PAR - BUR", "Process"), GAMES, strict=True):
            kept.perform(label, game, game.last(MAIN))
    kept.show(GAMES[-1].last(MAIN))
    session.look_as(None)
    screen = session.services.screen
    assert screen is not None
    screen.play(False)
    controller.appearance.show(View())


def files_in(folder: Path) -> None:
    """The files that commands are given; nothing else of an earlier way."""
    for left in folder.iterdir():
        if left.is_file():
            left.unlink()
    (folder / "other.dpn").write_text(write(fresh_game("Other")), encoding="utf-8")
    (folder / "moves.txt").write_text("A BUR - MUN\nrename Run\n", encoding="utf-8")
    (folder / "orders.txt").write_text("FRANCE\nA BUR - MUN\nF BRE - MAO\n", encoding="utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("unasked")
@pytest.mark.parametrize("command", [each for each in COMMANDS if each.id not in SKIPPED], ids=lambda each: each.id)
def test_every_way_of_calling_a_command_leaves_the_same_session(
    command: Command, shared: MainController, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(action(shared, command).shortcuts()) == len(command.shortcuts), "a key does what its action does"
    expected = result_of(shared, command, menu, folder)
    for way in WAYS[1:]:
        assert result_of(shared, command, way, folder) == expected, way.__name__
    if command.id in STOPS_AT_THE_RESULTS:
        expected = _at_no_moment(expected)
    if command.id not in NOT_IN_SCRIPTS:
        found = result_of(shared, command, script, folder)
        assert (_at_no_moment(found) if command.id in STOPS_AT_THE_RESULTS else found) == expected, "script"
    if command.id not in NOT_ON_THE_COMMAND_LINE:
        files_in(folder)
        found = on_the_command_line(command, folder, monkeypatch)
        assert (_at_no_moment(found) if command.id in STOPS_AT_THE_RESULTS else found) == expected[:3], "command line"


def _at_no_moment(found: Found) -> Found:
    games, *rest = found
    return [(lines, read_only) for lines, _, read_only in games], *rest


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
