"""A judge started and stopped from the window, a game open beside it: what the judge writes is shown at once, and can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.game.record import MAIN
from app.gm.judge_watch import is_judge_folder, runs_on, sight_of, stop_judge
from app.judge.records import GameRecord, Life, SeatHolder
from app.judge.running import MailJudge
from app.judge.step import JudgeStep
from app.qt.gm.judge_dialog import JudgeDialog, JudgePart
from app.qt.main_window import game_pages
from app.qt.main_window.main_controller import MainController
from tests.fakes.real_mail import until
from tests.gui.hands import Hands
from tests.unit.app.judge.table import make_folder

PATIENCE = 120_000
"""Milliseconds that a program may take to start; no measure, it is there much sooner."""


@pytest.fixture
def folder(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A judge's folder with a game of two players that is due in three days."""
    root = own_folders / "judge"
    made = make_folder(root)
    with monkeypatch.context() as patched:
        patched.setenv("ENTENTE_HOME", str(made.own))
        judge = MailJudge(made)
        with JudgeStep(judge.state, "make") as step:
            seats = {power: SeatHolder(power, power, f"{power.lower()}@example.org", generation=1) for power in ("FRANCE", "GERMANY")}
            step.put(GameRecord("harbour", Life.ACTIVE, "harbour.dpn", seats=seats))
            work = judge.state.room.begin(made.games / "harbour.dpn", "standard", "Harbour Lights")
            step.works["harbour"] = work
            work.run("short-name", name="harbour")
            work.run("deadline", when=f"{datetime.now(UTC) + timedelta(days=3):%Y-%m-%d %H:%M} UTC")
            for power, seat in seats.items():
                work.run("player", power=power, name=f"{power} <{seat.address}>")
            step.commit()
        judge.close()
    yield root
    if runs_on(root):
        stop_judge(root)
        until(lambda: not runs_on(root), "the end of the judge")


def write(folder: Path, text: str, number: int = 0) -> None:
    """Put a mail of France into the judge's spool."""
    from app.judge.folder import JudgeFolder
    from app.judge.mail_sources import Spool
    from app.judge.records import token

    made = EmailMessage(policy=default)
    made["From"], made["To"] = "france@example.org", "judge@example.org"
    made["Subject"] = f"x [{token(JudgeFolder(folder).key(), 'harbour', 'FRANCE', 1)}]"
    made["Date"], made["Message-ID"] = format_datetime(datetime.now(UTC)), f"<m{number}@example.org>"
    made.set_content(text)
    Spool(JudgeFolder(folder)).keep(made.as_bytes())


def dialog_of(controller: MainController) -> JudgeDialog:
    assert controller.trigger("let-it-run")
    dialog = controller.panels.get(JudgePart).dialog
    assert dialog is not None
    return dialog


def orders_in(controller: MainController) -> list[str]:
    game = controller.session.document.game
    return [str(line.order) for line in game.turn(game.last(MAIN)).orders_of("FRANCE") if not line.is_withdrawn]


@pytest.mark.slow
def test_a_judge_runs_from_the_window_and_its_steps_are_seen_and_undone(controller: MainController, folder: Path, qtbot: QtBot) -> None:
    controller.run("open", file=folder / "games" / "harbour.dpn")
    dialog = dialog_of(controller)
    assert dialog.folder == folder, "that of the game in front"
    assert not dialog.stop.isEnabled()
    QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: runs_on(folder) and "harbour" in sight_of(folder).games, timeout=PATIENCE)
    dialog.look()
    shown = dialog.start.isEnabled(), dialog.stop.isEnabled(), dialog.state.text()
    assert shown == (False, True, "The judge runs.")
    write(folder, "A PAR - BUR")
    qtbot.waitUntil(lambda: orders_in(controller) == ["A PAR - BUR"], timeout=PATIENCE)
    assert not controller.session.document.is_modified
    qtbot.waitUntil(lambda: any("orders" in each for _, each in sight_of(folder).steps), timeout=PATIENCE)
    dialog.look()
    assert dialog.steps.topLevelItemCount() > 1
    assert dialog.games.topLevelItem(0).text(0) == "harbour"  # type: ignore[union-attr]
    controller.run("undo")
    assert orders_in(controller) == []
    assert [each.is_modified for each in controller.session.documents] == [True], "the game master takes it back, and the judge waits"
    controller.run("save")
    write(folder, "A PAR - PIC", 1)
    qtbot.waitUntil(lambda: orders_in(controller) == ["A PAR - PIC"], timeout=PATIENCE)
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not runs_on(folder), timeout=PATIENCE)
    dialog.look()
    assert dialog.start.isEnabled()
    assert any("Ended" in each for _, each in sight_of(folder).steps)


def test_changes_that_are_not_saved_are_never_written_over(controller: MainController, hands: Hands, folder: Path, qtbot: QtBot) -> None:
    path = folder / "games" / "harbour.dpn"
    controller.run("open", file=path)
    controller.run_line("order A MAR - SPA")
    mine = controller.session.document.game
    path.write_bytes(path.read_bytes().replace(b"Harbour Lights", b"Harbour Nights"))
    page = hands.page
    qtbot.waitUntil(lambda: page.banners.banner(game_pages.OUTSIDE_EDIT) is not None, timeout=PATIENCE)
    assert controller.session.document.game is mine


def test_a_folder_that_the_system_does_not_let_us_look_into_is_no_judges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, **_: object) -> object:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", refused)
    assert not is_judge_folder(tmp_path)


def test_in_the_window_the_command_names_what_can_be_done_there(controller: MainController) -> None:
    assert not controller.run("judge", words=("start", "one", "two"))
    assert "judge init" not in controller.status.message.text()
    assert "judge start FOLDER" in controller.status.message.text()


def test_a_folder_that_is_no_judge_cannot_be_started(controller: MainController, tmp_path: Path) -> None:
    dialog = dialog_of(controller)
    dialog.take(tmp_path)
    assert not dialog.start.isEnabled()
    assert "is no judge's folder" in dialog.trouble.text()
    assert "judge init" not in dialog.trouble.text()
    assert not controller.run("judge", words=("start", str(tmp_path)))
    dialog.close()
    assert dialog_of(controller).folder == tmp_path, "it is known at the next time"
