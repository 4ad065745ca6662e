"""A designer's save-and-play: a slip in the file is seen a moment after it is saved, mended by a press, and the board is played on."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from app.players.bots import Bot
from app.qt.board_editor.bench_part import BenchPart, PlayTestPart
from scripts.bench_pictures import EXAMPLE, FAULTS
from scripts.films.camera import Camera

if TYPE_CHECKING:
    from app.qt.main_window.main_controller import MainController

GAMES, YEARS = 80, 8
_MARKED = 1600
"""Milliseconds for which what changed is marked on the bench."""


def film(controller: MainController, camera: Camera) -> None:
    """Save a slip, mend it, and let opponents play."""
    with tempfile.TemporaryDirectory() as there:
        folder = Path(shutil.copytree(EXAMPLE / "3-ready", Path(there) / "isle"))
        if not controller.run("bench", variant=folder):
            raise ValueError(controller.status_text)
        part = controller.panels.get(BenchPart)
        camera.wait(lambda: _is_read(part), _MARKED)
        page = part.page
        assert page is not None
        page.about.setText("~/boards/isle")  # a plausible place
        camera.say("A board of your own: drawing, table, text and faults, beside Inkscape or an editor.")
        camera.read()
        _save(folder)
        camera.wait(lambda: _is_read(part) and bool(page.faults.faults), _MARKED)
        page.about.setText("~/boards/isle")
        camera.say("You save. A moment later the bench has read it: a step leads one way only.")
        camera.look(800)
        camera.press(page.faults.cards[0], milliseconds=900)
        camera.read()
        camera.say("Mend writes the one line that is missing; the rest of your file stays as it is.")
        camera.press(_button(page.faults, "Mend"), milliseconds=300)
        camera.wait(lambda: _is_read(part) and not page.faults.faults, _MARKED)
        page.about.setText("~/boards/isle")
        camera.look(600)
        camera.read()
        camera.say("Is it fair? Opponents play it, as often as you like.")
        camera.press(page.action_buttons["Play-test…"])
        test = controller.panels.get(PlayTestPart).page
        assert test is not None
        test.head.bot.setCurrentIndex(test.head.bot.findData(Bot.STEADY.value))
        test.head.games.setValue(GAMES)
        test.head.most_years.setValue(YEARS)
        camera.press(test.head.start_button)
        camera.watch(1500)
        runner = test.runner
        assert runner is not None
        camera.wait(lambda: not runner.is_running)
        camera.say("Shares with their bounds, centres by year, where they fight: this board favours Red.")
        camera.look(1500)
        camera.read()


def _save(folder: Path) -> None:
    path = folder / "variant.toml"
    text = path.read_text(encoding="utf-8")
    old, new = next(iter(FAULTS.items()))
    path.write_text(text.replace(old, new), encoding="utf-8")


def _is_read(part: BenchPart) -> bool:
    reader = part.reader
    if reader is None or reader.bench is None or not reader.bench.is_whole:
        return False
    bench = reader.bench
    return all((reader.piece.root / name).read_bytes() == content for name, content in (bench.written or bench.files).items())


def _button(inside: object, words: str) -> QPushButton:
    from PySide6.QtWidgets import QWidget

    assert isinstance(inside, QWidget)
    return next(each for each in inside.findChildren(QPushButton) if each.text() == words and each.isVisible())
