"""What comes up rarely: files with faults, other versions, hooks that stop, crashes, edits from outside, closing, work behind a box."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.library import Library
from app.game.record import MAIN, Cursor
from app.hooks.host import CallOutcome
from app.hooks.outcome_kind import CallOutcomeKind
from app.hooks.stopped import HookStoppedError, more_time
from app.qt.shell import outside_edits
from app.qt.shell.faults_dialog import FaultsDialog
from app.qt.widgets.ask_box import AskBox
from app.session.opening import ORDERS
from languages import tr
from tests.gui.room.walk import Walk
from tests.gui.test_files import played, saved
from tests.gui.test_games_that_do_not_fit import ANOTHER
from variants.hooks.contracts import Point

pytestmark = pytest.mark.slow


def test_where_a_file_has_faults(walk: Walk, tmp_path: Path) -> None:
    path = saved(tmp_path / "faults.dpn", played())
    lines = path.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("= RUSSIA"))
    lines[at] = "= RUSSIA: A MOS, Q WAR, F SEV, F STP/SC"
    lines.append("[nonsense here]")
    path.write_text("\n".join(lines) + "\n")
    seen: list[str] = []

    def take_first(dialog: FaultsDialog) -> None:
        seen.append(dialog.windowTitle())
        next(iter(dialog.buttons.values())).click()

    walk.answers[FaultsDialog] = take_first
    walk.go("faults", lambda: walk.controller.run("open", file=path))
    (tmp_path / "binary.dpn").write_bytes(bytes(range(256)) * 40)
    walk.go("no game at all", lambda: walk.controller.run("open", file=tmp_path / "binary.dpn"))
    assert len(seen) >= 2
    walk.nothing_is_cut()


def test_where_a_file_says_other_things_than_our_rules(walk: Walk, tmp_path: Path) -> None:
    path = saved(tmp_path / "differs.dpn", played())
    path.write_text(path.read_text().replace("A BUR", "A GAS"))
    walk.answers[FaultsDialog] = lambda dialog: dialog.buttons[tr(ORDERS)].click()
    walk.go("orders and positions differ", lambda: walk.controller.run("open", file=path))
    other = saved(tmp_path / "other.dpn", played())
    line = next(each for each in other.read_text().splitlines() if each.startswith("variant:"))
    other.write_text(other.read_text().replace(line, f"variant: standard 1 {ANOTHER}"))
    walk.answers[AskBox] = lambda box: next(reversed(box.buttons.values())).click()
    walk.go("another version of its variant", lambda: walk.controller.run("open", file=other))
    missing = saved(tmp_path / "nowhere.dpn", played())
    missing.write_text(missing.read_text().replace("variant: standard", "variant: nowhere"))
    walk.answers.clear()
    walk.go("a variant that is not here", lambda: walk.controller.run("open", file=missing))
    walk.nothing_is_cut()


def test_where_a_file_was_changed_outside(walk: Walk, tmp_path: Path) -> None:
    controller = walk.controller
    path = saved(tmp_path / "outside.dpn", played())
    controller.run("open", file=path)
    path.write_text(path.read_text().replace("name: Evening", "name: Morning"))
    assert controller.page is not None
    walk.go("changed outside", controller.pages.outside_edits(controller.page.document).watch.look)
    banner = controller.page.banners.banner(outside_edits.ABOUT)
    assert banner is not None
    walk.go("its differences", lambda: banner.buttons[-2].click())
    path.write_text("nonsense")
    walk.go("broken outside", controller.pages.outside_edits(controller.page.document).watch.look)
    path.unlink()
    walk.go("gone", controller.pages.outside_edits(controller.page.document).watch.look)
    walk.nothing_is_cut()


def test_where_a_game_is_closed_or_open_elsewhere(walk: Walk, tmp_path: Path) -> None:
    controller = walk.controller
    controller.run_line("new standard")
    controller.run_line("A PAR - BUR")
    walk.go("closing what is not saved", lambda: controller.run_line("close"))
    walk.go("a folder that takes nothing", lambda: controller.run("save-as", file=tmp_path / "nowhere" / "game.dpn"))
    path = saved(tmp_path / "taken.dpn", played())
    other = Library().open(path)
    walk.answers[AskBox] = lambda box: next(iter(box.buttons.values())).click()
    walk.go("open in another copy", lambda: controller.run("open", file=path))
    other.close(discard=True)
    walk.nothing_is_cut()


def test_where_a_game_was_left_by_a_crash(walk: Walk) -> None:
    controller = walk.controller
    controller.run_line("new standard")
    controller.run_line("A PAR - BUR")
    document = controller.session.document
    controller.session.remove(document)
    document.close(discard=False)
    walk.go("recovered games", controller.start_controller.look_again)
    assert controller.start_page.recovered()
    walk.nothing_is_cut()


def test_where_a_hook_gave_no_answer(walk: Walk) -> None:
    controller = walk.controller
    controller.run_line("new standard")
    told = "it used the processor for longer than 0.25 seconds"
    outcome = CallOutcome(CallOutcomeKind.ERROR, message=told, line=3, source_line="while True:")
    stopped = HookStoppedError("build_anywhere", next(iter(Point)), Cursor(MAIN, 0), controller.session.open_turn.phase, outcome)
    stopped.again = more_time(250, 1000)
    walk.go("a hook stopped", lambda: controller.services.decide_stopped(stopped, tr("Adjudicate without it")))
    walk.nothing_is_cut()


def test_where_the_window_crashed_or_works(walk: Walk) -> None:
    controller = walk.controller
    trouble = "ValueError: " + "something that nobody had thought of " * 3
    report = Path("/home/somebody/.local/state/entente/crashes/1.txt")
    walk.go("a crash on the start page", lambda: controller.messages.tell_of_crash(trouble, report, lambda: None))
    controller.run_line("new standard")
    walk.go("a crash over the board", lambda: controller.messages.tell_of_crash(trouble, report, lambda: None))
    walk.go("a crash without a report", lambda: controller.messages.tell_of_crash(trouble, None, lambda: None))
    walk.go("a question with a line", lambda: controller.services.ask_text(tr("What changed?"), "a suggestion"))
    walk.go("a secret", lambda: controller.services.ask_secret(tr("What changed?")))
    walk.nothing_is_cut()
