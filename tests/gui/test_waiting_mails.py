"""A mail that a mail program hands in while the window has its game open is taken in by the window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from app.gm.taken_mails import waiting_mails
from app.qt.main_window.main_controller import MainController
from tests.gui.mail_round import mail

ROOT = Path(__file__).parents[2]


def test_the_window_takes_in_what_was_handed_in_meanwhile(controller: MainController, tmp_path: Path) -> None:
    path = tmp_path / "game.dpn"
    controller.run("new")
    controller.run("save-as", file=path)
    session, watch = controller.session, controller.waiting_watch

    def mails() -> int:
        return len(session.open_turn.mails)

    handing_in = [sys.executable, str(ROOT / "main.py"), "mail", str(path)]
    letter = mail("cleo", "France:\nA Par - Bur\n").encode()
    done = subprocess.run(handing_in, input=letter, capture_output=True, env=os.environ, check=False, timeout=120)
    assert done.returncode == 6, done.stderr
    watch.look()
    assert [str(line.order) for line in session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]
    watch.look()
    assert mails() == 1
    assert len(waiting_mails(path)) == 1, "it stays until the file of the game holds it"
    controller.run("undo")
    watch.look()
    assert mails() == 0, "what was taken back is not taken in again unasked"
    controller.run("redo")
    controller.run("save")
    watch.look()
    assert not waiting_mails(path)
    assert not path.with_name("game.dpn.mails").exists()
