"""A round by mail: seven mails dropped on the window, two doubts, the adjudication, and what goes out."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton

from app.qt.gm.results_part import ResultsPart
from app.qt.gm.round_part import RoundPart
from app.session.seating import Times
from scripts.desk_pictures import PLAYERS
from scripts.films.camera import Camera
from scripts.round_pictures import NOW

if TYPE_CHECKING:
    from app.qt.main_window.main_controller import MainController

MAILS = {
    "Ada": "Austria:\nA Vie - Gal\nA Bud - Serb\nF Tri - Alb or Ven\nGood luck all, Ada\n",
    "Ben": "Fleet London to the North Sea, fleet Edinburgh to the Norwegian Sea.\nA Lvp - Yor\n",
    "Cleo": "France:\nA Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao\n",
    "Dan": "Germany:\nA Mun - Bur\nA Ber - Kie\nF Kie - Den or Hol\n",
    "Eve": "Italy:\nA Ven H\nA Rom - Apu\nF Nap - Ion\nF Nap - Ion\n",
    "Finn": "Russia:\nA Mos - Ukr\nA War - Gal\nF Sev - Bla\nF Stp - Bot\n",
    "Gus": "Turkey:\nA Con - Bul\nA Smy - Con\nF Ank - Bla\n",
}


def film(controller: MainController, camera: Camera) -> None:
    """Take a round in and send its results."""
    controller.session.times = Times(wall=lambda: NOW)
    named = [f'player {power} "{name} <{name.casefold()}@example.org>"' for name, power in PLAYERS.items()]
    for line in ("new standard", *named, "deadline fri 20:00 Europe/Berlin", "round"):
        if not controller.run_line(line):
            raise ValueError(f"{line}: {controller.status_text}")
    camera.say("Seven mails have come in. Drop them on the window.")
    camera.look(900)
    part = controller.panels.get(RoundPart)
    assert part.panel is not None
    assert part.head is not None
    rows = part.panel.list
    with tempfile.TemporaryDirectory() as folder:
        camera.drop(rows.viewport(), QPoint(rows.viewport().width() // 2, 260), _mails(Path(folder)))
        camera.say("Every line is read, in any spelling, or asked about.")
        camera.read()
        camera.say("Two are in doubt. One press decides each.")
        camera.press(_answer(part, "2  F TRI - VEN"), milliseconds=1100)
        camera.press(_answer(part, "1  F KIE - DEN"), milliseconds=1100)
        camera.read()
        camera.say("Nobody is missing: process.")
        camera.press(part.head.process_button, milliseconds=300)
        camera.watch(2600)
        camera.say("What became of each order is shown on the board, and in the results with its reason.")
        camera.watch(800)
        camera.read()
        controller.show_panel("results-out")
        page = controller.panels.get(ResultsPart).page
        assert page is not None
        camera.wait(lambda: page.send_button.isEnabled(), at_least=15_000)
        camera.say("Text, picture and PDF for each player, as they may know it. One press sends them.")
        camera.glide(page.send_button, page.send_button.rect().center())
        camera.read()


def _mails(folder: Path) -> list[Path]:
    made = []
    for name, words in MAILS.items():
        path = folder / f"{name}.eml"
        head = f"From: {name} <{name.casefold()}@example.org>\nSubject: orders\nDate: Wed, 25 Nov 2026 09:15:00 +0000\n\n"
        path.write_text(head + words, encoding="utf-8")
        made.append(path)
    return made


def _answer(part: RoundPart, beginning: str) -> QPushButton:
    assert part.panel is not None
    found = [button for doubt in part.panel.list.doubts for button in doubt.buttons]
    return next(button for button in found if button.text().startswith(beginning))
