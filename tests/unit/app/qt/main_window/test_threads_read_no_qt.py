"""No thread of the window reads a class of Qt, in a program of its own that has read nothing before (decision 0240)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[5]

_WINDOW = """
import sys, threading
from pathlib import Path

read = []

class Watch:
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is not threading.main_thread() and name.startswith(("PySide6.", "app.qt.")):
            read.append(name)

sys.meta_path.insert(0, Watch())
from app.game.edits import new_game, process
from app.game.library import Library
from variants.catalogue import standard
document = Library().new(new_game(standard(), "Evening"))
document.perform("Process", process(document.game))
document.save(Path("evening.dpn"))
document.close()

from PySide6.QtTest import QTest
from app.game.storage.places import places
from app.game.storage.recent import RecentGame, RecentGames
from app.game.storage.settings import Settings
from app.qt.main_window.application import make_application, open_main_window
from app.qt.main_window.window_preferences import Preferences
RecentGames(places().recent, places().thumbnails).note(RecentGame(Path("evening.dpn").resolve(), "Evening", "F1901M", 1))
application = make_application()
window = open_main_window(Preferences(Settings(places().settings_file)))
window.show()
while window._controller is None:
    QTest.qWait(20)
controller = window.controller

def idle():
    QTest.qWait(50)
    while controller.background.is_busy:
        QTest.qWait(20)

idle()
"""

_WAYS = {
    "start page": "",
    "results": "controller.run('open', file=Path('evening.dpn')); controller.run('results'); idle()",
    "film": "controller.run('open', file=Path('evening.dpn')); controller.run('export-film', file=Path('a.gif'), width=200); idle()",
    "page": "controller.run('open', file=Path('evening.dpn')); controller.run('export-page', file=Path('a.html')); idle()",
    "booklet": "controller.run('open', file=Path('evening.dpn')); controller.run('export-booklet', file=Path('a.pdf')); idle()",
    "results with a page": "controller.run('open', file=Path('evening.dpn')); "
    "controller.run('results-files', folder=Path('out'), replay=True); idle()",
    "picture": "controller.run('open', file=Path('evening.dpn')); controller.run('export', file=Path('a.jpg')); idle()",
    "drawing": "controller.run('open', file=Path('evening.dpn')); controller.run('export', file=Path('a.svg')); idle()",
}


@pytest.mark.slow
@pytest.mark.parametrize("way", _WAYS)
def test_what_threads_draw_with_was_read_before(way: str, tmp_path: Path) -> None:
    script = _WINDOW + _WAYS[way] + "\nprint('READ', read, flush=True)\nimport os\nos._exit(0)\n"
    own = {"QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": str(tmp_path / "home"), "ENTENTE_LANGUAGE": "en", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=os.environ | own, capture_output=True, text=True, check=False)
    assert "READ []" in done.stdout, done.stdout + done.stderr
