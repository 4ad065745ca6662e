"""Whichever way a command is called, the session is the same afterwards: menu, key, palette, console, script, command line, and mail.

All share one window, which is where it was before each way: one game, in its second phase, can be undone.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QApplication

from adjudicator.notation import parse_order
from app.cli import main as command_line
from app.cli.terminal_services import CommandLineServices
from app.commands.declaring.command import Command
from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_script
from app.game.dpn.writer import write
from app.game.edits import process, set_orders
from app.game.record import MAIN, Game
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.mail_in.judge_words import judge_words
from app.qt.main_window import conformance_page
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.panels.console_panel import ConsolePanel
from app.session.errors import CommandError
from app.session.parameters import Form, split
from app.session.services import (
    ArgumentsQuestion,
    ChoiceQuestion,
    ChosenSeats,
    CloseQuestion,
    FileKind,
    FileToOpen,
    FileToSave,
    NewGame,
    NewGameQuestion,
    SeatsQuestion,
)
from app.session.session import Session
from app.session.view_options import View
from tests.gui.answering import answering
from tests.gui.conftest import shut
from tests.gui.words_for_ways import (
    ASKED,
    BEFORE,
    BY_MAIL,
    FORMS,
    NOT_IN_SCRIPTS,
    NOT_ON_THE_COMMAND_LINE,
    OPENS_IN_A_WINDOW,
    OPENS_WHEN_ASKED,
    SAID,
    STOPS_AT_THE_RESULTS,
    WORDS,
)
from tests.unit.app.game.play import fresh_game

if TYPE_CHECKING:
    from app.board_editor.playtest.task import PlayTest
    from app.players.bots import Bot
    from app.players.strong.replies import Advice, ReplyQuestion
    from variants.catalogue import CatalogueEntry

Found = tuple[Any, ...]
"""The games, which of them is in front, and who looks; in a window also what is picked, and the view."""


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


def on_the_command_line(command: Command, folder: Path) -> Found:
    """Return the session of a command line that opens the same game."""
    sessions = []
    detach = command_line._let_go

    def kept(session: Session) -> None:
        sessions.append(games_of(session))
        detach(session)

    file = folder / "evening.dpn"
    file.write_text(EVENING, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command_line, "_let_go", kept)
        command_line.main(["--game", str(file), *(word.text for word in split(line_of(command, folder)).words)])
        if not sessions:  # without a mail it does not open the game, which is as it was
            command_line.main(["--game", str(file), "status"])
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
        window.controller.language_changed.disconnect()  # the window would be made again, with another controller
    yield window.controller
    shut(window.controller)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    made.mkdir()
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Found]:
    """Return the requests to a printer, to the search for advice, and to end the program; and the messages."""
    from app.board_editor.playtest import matches
    from app.commands import checks
    from app.commands.checks import CORPUS, read_cases
    from app.players.strong import replies
    from app.players.strong.budget import Budget
    from app.qt.main_window.window_screen import WindowScreen
    from app.qt.main_window.window_services import WindowServices

    found: list[Found] = []
    for services in (WindowServices, CommandLineServices):
        monkeypatch.setattr(services, "quit", lambda _services: found.append(("quit",)))
        monkeypatch.setattr(services, "say", lambda _services, text: found.append(("say", text)))
    monkeypatch.setattr(
        WindowServices, "print_picture", lambda _services, request, *, preview: found.append(("print", request.cursor, preview))
    )
    monkeypatch.setattr(
        WindowScreen, "show_advice", lambda _screen, power, _seconds, count, *, as_seat: found.append((power, count, as_seat))
    )
    planned, advise = matches.planned, replies.advise

    def one_year(session: Session, entry: CatalogueEntry, bot: Bot, games: int, seed: int, _years: int) -> PlayTest:
        return planned(session, entry, bot, games, seed, 1)

    def shortly(question: ReplyQuestion, _budget: Budget) -> Advice:
        found.append((question.power, question.count, not question.assumed))
        return advise(question, Budget(None, 1))

    monkeypatch.setattr(matches, "planned", one_year)
    monkeypatch.setattr(replies, "advise", shortly)
    for module in (checks, conformance_page):
        monkeypatch.setattr(module, "read_cases", lambda folder=CORPUS: read_cases(folder)[:3])
    return found


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Questions are answered the same every time, lots fall the same, and dialogs are left as they come."""
    from PySide6.QtWidgets import QDialog

    from app.commands.players import matches
    from app.qt.board import picture_content
    from app.qt.main_window import appearance
    from app.qt.main_window.window_services import WindowServices
    from app.qt.statistics import story_files

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))  # mails on standard input: there are none

    def form(asked: Form) -> dict[str, object] | None:
        return next((words for name, words in FORMS.items() if COMMANDS[name].form == asked), None)

    files = {FileKind.GAME: "other.dpn", FileKind.SCRIPT: "moves.txt", FileKind.MAIL: "orders.txt"}
    answering(monkeypatch, ArgumentsQuestion, form)
    answering(monkeypatch, NewGameQuestion, lambda _first: NewGame("standard", name="Asked"))
    answering(monkeypatch, SeatsQuestion, lambda _game, table: ChosenSeats(table))
    answering(
        monkeypatch,
        ChoiceQuestion,
        lambda _question, choices: next((each for each in choices if each.startswith(("Process", "Go on"))), choices[-1]),
    )
    answering(monkeypatch, FileToOpen, lambda kind: folder / files[kind] if kind in files else None)
    answering(monkeypatch, FileToSave, lambda kind, _words: folder / f"saved{next(iter(kind.endings), '')}")
    for services in (WindowServices, CommandLineServices):
        monkeypatch.setattr(services, "pasted_text", lambda _services: "FRANCE\nA BUR - MUN")
    answering(monkeypatch, CloseQuestion, lambda _document: True)
    monkeypatch.setattr(picture_content, "content", lambda _request, _format: b"a picture")
    monkeypatch.setattr(story_files, "write", lambda _request, _format, _path, _go_on: None)
    monkeypatch.setattr(picture_content, "image", lambda _request: QImage(8, 8, QImage.Format.Format_RGB32))
    monkeypatch.setattr(picture_content, "thumbnail", lambda _request: QImage())
    monkeypatch.setattr(QDialog, "exec", lambda _dialog: 0)
    monkeypatch.setattr(matches, "dice", lambda _seed: Random(1))
    monkeypatch.setattr(appearance, "apply_look", lambda *_look: None)  # the whole window would be styled again each time
    monkeypatch.chdir(folder)  # where the reference is written


def after(controller: MainController) -> Found:
    """Return the state of the session, apart from the parts that the clock and chance make."""
    session = controller.session
    return *games_of(session), session.selection, controller.view


def without_trail(game: Game) -> Game:
    """*game* without what is noted of each step with its time, and without the mails that steps came by."""
    branches = (replace(branch, turns=tuple(replace(turn, mails=()) for turn in branch.turns)) for branch in game.branches)
    return replace(game, audit=(), branches=tuple(branches))


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
EVENING, OTHER = write(GAMES[-1]), write(fresh_game("Other"))


def result_of(controller: MainController, command: Command, way: Callable[[MainController, Command, Path], None], folder: Path) -> Found:
    """Return the state of a game in its second phase after *command* is called in that *way*."""
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
    if kept.cursor != GAMES[-1].last(MAIN):
        kept.show(GAMES[-1].last(MAIN))
    if session.viewer is not None:
        session.look_as(None)
    session.selection = "BUR"
    screen = session.services.screen
    assert screen is not None
    screen.play(False)
    if controller.view != View():
        controller.appearance.show(View())


def files_in(folder: Path) -> None:
    """The files that commands are given; nothing else of an earlier way."""
    for left in folder.iterdir():
        if left.is_file():
            left.unlink()
    (folder / "other.dpn").write_text(OTHER, encoding="utf-8")
    (folder / "moves.txt").write_text("A BUR - MUN\nrename Run\n", encoding="utf-8")
    (folder / "orders.txt").write_text("FRANCE\nA BUR - MUN\nF BRE - MAO\n", encoding="utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("unasked")
@pytest.mark.parametrize("place", sorted({each.menu or "no menu" for each in COMMANDS}))
def test_every_way_of_calling_a_command_leaves_the_same_session(
    place: str, shared: MainController, folder: Path, asked: list[Found]
) -> None:
    differing = {}
    for command in COMMANDS:
        if (command.menu or "no menu") == place:
            (_, expected), *others = _by_every_way(shared, command, folder, asked)
            differing.update({(command.id, way): (found, expected) for way, found in others if not _agree(command, found, expected)})
            QApplication.processEvents()
    assert differing == {}, "what came of a command in a way, and what the menu made of it"


def _by_every_way(controller: MainController, command: Command, folder: Path, asked: list[Found]) -> Iterator[tuple[str, Found]]:
    """By the way: what a command asked for, where it leaves the session alone, and what became of the session."""
    assert len(action(controller, command).shortcuts()) == len(command.shortcuts), "a key does what its action does"
    for way in WAYS if command.id in NOT_IN_SCRIPTS else (*WAYS, script):
        asked.clear()
        found = result_of(controller, command, way, folder)
        yield way.__name__, (_of_interest(command, asked), *found)
    if command.id not in NOT_ON_THE_COMMAND_LINE:
        asked.clear()
        files_in(folder)
        found = on_the_command_line(command, folder)
        yield "command line", (_of_interest(command, asked), *found)


@pytest.mark.slow
@pytest.mark.parametrize("line", BY_MAIL)
def test_a_mail_does_what_the_command_does(line: str, shared: MainController, folder: Path) -> None:
    found = []
    (folder / "mail.txt").write_text(f"SIGNON fEvening sesame\n{BY_MAIL[line]}\nSIGNOFF\n", encoding="utf-8")
    for way in (line, f"read-mail {folder / 'mail.txt'}"):
        start_anew(shared)
        shared.run_line(BEFORE.get(line, "status"))
        shared.run_line(way)
        found.append(games_of(shared.session))
    assert found[0] == found[1]
    assert found[0][0][0][0] != write(GAMES[-1]).splitlines()


def test_every_word_that_a_mail_may_hold_is_tried() -> None:
    mails = [line for mail in BY_MAIL.values() for line in mail.splitlines()] + ["SIGNON fEvening sesame", "SIGNOFF"]
    assert [word.usage for word in judge_words() if not any(word.pattern.match(line) for line in mails)] == []


def _of_interest(command: Command, asked: Sequence[Found]) -> Found:
    return tuple(each for each in asked if command.id in (SAID if each[0] == "say" else ASKED))


def _agree(command: Command, found: Found, expected: Found) -> bool:
    """Return True if *found* is as *expected*, as far as the command line has the parts of a window."""
    if command.id in STOPS_AT_THE_RESULTS:
        return _at_no_moment(found) == _at_no_moment(expected[: len(found)])
    if command.id in OPENS_IN_A_WINDOW and len(found) < len(expected):
        return bool(found[0] == expected[0])
    if command.id in OPENS_WHEN_ASKED and len(found[1]) < len(expected[1]):
        return bool(found[0] == expected[0] and found[1] == expected[1][: len(found[1])])
    return found == expected[: len(found)]


def _at_no_moment(found: Found) -> Found:
    asked, games, *rest = found
    return asked, [(lines, read_only) for lines, _, read_only in games], *rest


def test_process_leads_on_from_the_results_wherever_it_is_typed(shared: MainController) -> None:
    controller = shared
    for line in ("process", "next-phase"):
        controller.run("new", variant="standard")
        controller.run("process", missing="process")
        controller.run("previous-phase")
        controller.run_line(line)
        assert [str(turn.phase) for turn in controller.session.game.line()] == ["S1901M", "F1901M"], "nothing was skipped"
        assert controller.session.cursor.index == 1


def test_a_script_processes_at_once_each_time(shared: MainController, tmp_path: Path) -> None:
    controller = shared
    (tmp_path / "two.txt").write_text("process --missing=process\nprocess --missing=process\n", encoding="utf-8")
    controller.run("new", variant="standard")
    assert controller.run("run", file=tmp_path / "two.txt")
    assert len(controller.session.game.line()) >= 3
