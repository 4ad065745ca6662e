"""Rare questions in the pseudo language: closing, other copies, the games of a crash, hooks that stop, crashes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from app.game.library import Library
from app.game.record import MAIN, Cursor
from app.hooks.asking_hooks import HookStoppedError, more_time
from app.hooks.engine import CallOutcomeKind
from app.hooks.host import CallOutcome
from app.qt.widgets.dialogs import AskBox
from app.session.services import NewSecretQuestion, SecretQuestion, TextQuestion
from languages import tr
from tests.gui.test_files import played, saved
from tests.gui.words.walk import Walk
from variants.hooks.contracts import Point

pytestmark = pytest.mark.thorough


def press_first(dialog: QDialog) -> None:
    assert isinstance(dialog, AskBox)
    next(iter(dialog.buttons.values())).click()


def test_where_a_game_is_closed_or_open_elsewhere(walk: Walk, tmp_path: Path) -> None:
    controller = walk.controller
    controller.run_line("new standard")
    controller.run_line("A PAR - BUR")
    walk.go("closing what is not saved", lambda: controller.run_line("close"))
    walk.go("a folder that takes nothing", lambda: controller.run("save-as", file=tmp_path / "nowhere" / "game.dpn"))
    path = saved(tmp_path / "taken.dpn", played())
    other = Library().open(path)
    walk.allow("Evening")
    walk.always("AskBox", press_first)
    walk.go("open in another copy", lambda: controller.run("open", file=path))
    other.close(discard=True)
    walk.all_is_well()


def test_where_a_game_was_left_by_a_crash(walk: Walk) -> None:
    controller = walk.controller
    controller.run_line("new standard")
    controller.run_line("A PAR - BUR")
    document = controller.session.document
    controller.session.remove(document)
    document.close(discard=False)
    walk.go("recovered games", controller.start_controller.look_again)
    assert controller.start_page.recovered()
    walk.all_is_well()


def test_where_a_hook_gave_no_answer(walk: Walk) -> None:
    controller = walk.controller
    controller.run_line("new standard")
    told = "it used the processor for longer than 0.25 seconds"
    walk.allow("while True", told)
    outcome = CallOutcome(CallOutcomeKind.ERROR, message=told, line=3, source_line="while True:")
    stopped = HookStoppedError("build_anywhere", next(iter(Point)), Cursor(MAIN, 0), controller.session.open_turn.phase, outcome)
    stopped.again = more_time(250, 1000)
    walk.go("a hook stopped", lambda: controller.services.decide_stopped(stopped, tr("Adjudicate without it")))
    walk.all_is_well()


def test_where_the_window_crashed_or_works(walk: Walk) -> None:
    controller = walk.controller
    trouble = "ValueError: " + "something that nobody had thought of " * 3
    walk.allow(trouble, "a suggestion")
    report = Path("/home/somebody/.local/state/entente/crashes/1.txt")
    walk.go("a crash on the start page", lambda: controller.messages.tell_of_crash(trouble, report, lambda: None))
    controller.run_line("new standard")
    walk.go("a crash over the board", lambda: controller.messages.tell_of_crash(trouble, report, lambda: None))
    walk.go("a crash without a report", lambda: controller.messages.tell_of_crash(trouble, None, lambda: None))
    walk.go("a question with a line", lambda: controller.services.ask(TextQuestion(tr("What changed?"), "a suggestion")))
    walk.go("a secret", lambda: controller.services.ask(SecretQuestion(tr("What changed?"))))
    walk.go("a new secret", lambda: controller.services.ask(NewSecretQuestion(tr("What changed?"), has_one=True)))
    walk.all_is_well()
