"""The pictures of a round by mail: seven mails beside the board, in a narrow window and in a wide one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.session.seating import Times

if TYPE_CHECKING:
    from app.qt.main_window.main_controller import MainController

NOW = 1_795_626_000.0
"""25 November 2026, 17:00 UTC."""
MAILS = {
    "Ada": "Austria:\nA Vie - Gal\nA Bud - Serb\nF Tri - Alb or Ven\nGood luck all, Ada\n",
    "Ben": "SIGNON Estraits sesame\nF Lon - Nth\nF Edi - Nwg\nA Lvp - Yor\nSET WAIT\nSIGNOFF\n",
    "Cleo": "France:\nA Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao\nWinter 1901:\nBuild F Bre\n",
    "Eve": "Italy:\nA Ven H\nA Rom - Apu\nF Nap - Ion\nF Nap - Ion\n",
    "Finn": "Russia:\nA Mos - Ukr\nA War - Gal\nF Sev - Rum or Bla\nF Stp - Bot\nA Mun - Sil\n",
    "Gus": "Turkey:\nA Con - Bul\nA Smy - Con\nF Ank - Bla\nPRESS TO RUSSIA\nThe Black Sea is mine this year.\nENDPRESS\n",
}


def keep_round(controller: MainController, keep: Callable[[str], None]) -> None:
    """Take six mails in and take the pictures.

    Args:
        keep: takes a picture of the window under a name.
    """
    from PySide6.QtWidgets import QApplication

    window = controller.window
    controller.session.times = Times(wall=lambda: NOW)
    for line in ("deadline fri 20:00 Europe/Berlin", "grace 1h", "round"):
        if not controller.run_line(line):
            raise ValueError(controller.status_text)
    for number, (name, words) in enumerate(MAILS.items()):
        head = f"From: {name} <{name.lower()}@example.org>\nSubject: orders\nDate: Wed, 25 Nov 2026 {9 + number:02}:15:00 +0000\n\n"
        QApplication.clipboard().setText(head + words)
        if not controller.run("paste-orders"):
            raise ValueError(controller.status_text)
    keep("round.webp")
    before = window.size()
    window.resize(1920, 1080)
    keep("round-wide.webp")
    window.resize(before)
    controller.run("round")
