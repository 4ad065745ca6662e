"""The pictures of the designer's bench, from the drawings of ``docs/examples/ten-provinces``: begun, faulty, answered, and play-tested."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.qt.board_editor.bench_page import BenchPage
    from app.qt.main_window.main_controller import MainController

EXAMPLE = Path(__file__).resolve().parents[1] / "docs" / "examples" / "ten-provinces"
SIZE = (1366, 768)
"""Points."""
GAMES, YEARS = 300, 12
_PATIENCE = 300_000
"""Milliseconds for which something that is computed is waited for."""
FAULTS = {
    'army = ["BRA", "COR"]\nfleet = ["BRA", "COR", "OUT"]': 'army = ["COR"]\nfleet = ["BRA", "COR", "OUT"]',
    'fleet = ["ARD", "FEN", "OUT", "SOU"]': 'fleet = ["ARD", "FEN", "SOU"]',
}
"""Lists of the variant's file with plausible mistypes: an army's step and a fleet's step that lead one way."""
SHORT = {
    "M600,120 H800 V350 H600 Z": "M600,120 H800 V412 H600 Z",
    "M600,350 H800 V580 H600 V420 H600 Z": "M600,412 H800 V580 H600 V420 H600 Z",
    "M200,120 H400 V270 H200 Z": "M200,120 H407 V270 H200 Z",
    "M400,120 H600 V270 H400 Z": "M407,120 H600 V270 H407 Z",
}
"""Shapes drawn so that two borders are short."""


def keep_bench(controller: MainController, keep: Callable[[str], None]) -> None:
    """Take the pictures.

    Args:
        keep: takes a picture of the window under a name.
    """
    window = controller.window
    before = window.size()
    window.resize(*SIZE)
    with tempfile.TemporaryDirectory() as there:
        page = _opened(controller, _copy("1-drawing", Path(there) / "begin") / "isle.svg")
        page.side.begin.row_picked.emit("BRA")
        keep("bench-begin.webp")
        folder = _copy("3-ready", Path(there) / "faults")
        _change(folder / "variant.toml", FAULTS)
        page = _opened(controller, folder)
        page.show_fault(page.faults.faults[0])
        page.map.view.fit()
        keep("bench.webp")
        folder = _copy("3-ready", Path(there) / "answers")
        _change(folder / "isle.svg", SHORT)
        page = _opened(controller, folder)
        edge = page.doubtful.edges[-1]
        page.doubtful.answered.emit(edge, "yes")
        _read(controller)
        page.doubtful.edge_picked.emit(edge)
        text = (folder / "variant.toml").read_text(encoding="utf-8")
        page.text.go_to("variant.toml", text[: text.index("[[answers]]")].count("\n") + 4)
        keep("bench-answers.webp")
        page = _opened(controller, _copy("3-ready", Path(there) / "ready"))
        page.action_buttons["Play-test…"].click()
        _play(controller)
        keep("play-test.webp")
        controller.run("bench")
    window.resize(before)


def _copy(step: str, parent: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE / step, parent / "isle"))


def _change(file: Path, changes: dict[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes.items():
        if text.count(old) != 1:
            raise ValueError(f"{file.name} has {old} {text.count(old)} times")
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def _opened(controller: MainController, path: Path) -> BenchPage:
    """Return the page of the window with *path* on the bench, once all of it is read."""
    from app.qt.board_editor.bench_part import BenchPart

    if not controller.run("bench", variant=path):
        raise ValueError(controller.status_text)
    _read(controller)
    page = controller.panels.get(BenchPart).page
    assert page is not None
    return page


def _read(controller: MainController) -> None:
    from app.qt.board_editor.bench_part import BenchPart

    def is_read() -> bool:
        reader = controller.panels.get(BenchPart).reader
        if reader is None or reader.bench is None or not reader.bench.is_whole:
            return False
        bench = reader.bench
        return all((reader.piece.root / name).read_bytes() == content for name, content in (bench.written or bench.files).items())

    _wait(is_read)
    _wait(lambda: True, at_least=1500)  # what changed is marked for a moment
    page = controller.panels.get(BenchPart).page
    assert page is not None
    page.about.setText("~/boards/isle")  # a plausible place
    page.took.setText("")  # the speed of the machine that makes the pictures does not matter


def _play(controller: MainController) -> None:
    from app.players.bots import Bot
    from app.qt.board_editor.bench_part import PlayTestPart

    page = controller.panels.get(PlayTestPart).page
    assert page is not None
    page.head.bot.setCurrentIndex(page.head.bot.findData(Bot.STEADY.value))
    page.head.games.setValue(GAMES)
    page.head.most_years.setValue(YEARS)
    page.head.start_button.click()
    runner = page.runner
    assert runner is not None
    _wait(lambda: not runner.is_running)


def _wait(is_done: Callable[[], bool], at_least: int = 0) -> None:
    from PySide6.QtCore import QCoreApplication, QElapsedTimer

    waited = QElapsedTimer()
    waited.start()
    while waited.elapsed() < at_least or not is_done():
        if waited.elapsed() > _PATIENCE:
            raise TimeoutError("the bench does not come to an end")
        QCoreApplication.processEvents()
