"""How long from the command to the first painted board, against a bare interpreter with Qt and an empty window in the same run.

    python benchmarks/bench_start.py [ROUNDS]

Bar: at most 1.3 times the bare window. The offscreen platform is used, so that no display is needed; every start is a process of its own,
and the two kinds take turns.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BAR = 1.3

BARE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication([])
window = QMainWindow()
window.resize(1280, 800)
window.show()
QTimer.singleShot(0, application.quit)
application.exec()
sys.stdout.write("painted\\n")
sys.stdout.flush()
"""

OURS = """
import os, sys
sys.path.insert(0, {root!r})
from app.qt.shell import main_window
from PySide6.QtCore import QTimer
whole = main_window.MainWindow.painted
def say(word):
    sys.stdout.write(word + "\\n")
    sys.stdout.flush()
said = []
def painted(self):
    if not said:
        said.append(True)
        QTimer.singleShot(0, lambda: say("painted"))
        def ready(controller):
            def stand():
                say("ready")
                os._exit(0)
            QTimer.singleShot(0, stand)
        self.when_ready(ready)
    whole(self)
main_window.MainWindow.painted = painted
from app.start import main
sys.exit(main({arguments!r}))
"""


def milliseconds(code: str, home: str, *words: str) -> list[float]:
    """How long until the process that runs *code* says each of *words*."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": home}
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    found: list[float] = []
    for word in words:
        line = process.stdout.readline().strip()
        if line != word:
            raise RuntimeError(f"expected {word!r}, the process said {line!r}")
        found.append((time.perf_counter() - begun) * 1000)
    process.wait()
    return found


def main() -> int:
    """Print the figures; exit code 1 where the bar is not kept."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    bare: list[float] = []
    painted: list[float] = []
    ready: list[float] = []
    with tempfile.TemporaryDirectory() as home:
        ours = OURS.format(root=str(ROOT), arguments=[])
        milliseconds(BARE, home, "painted")
        milliseconds(ours, home, "painted", "ready")
        for _ in range(rounds):
            bare += milliseconds(BARE, home, "painted")
            first, whole = milliseconds(ours, home, "painted", "ready")
            painted.append(first)
            ready.append(whole)
    base, board = statistics.median(bare), statistics.median(painted)
    print(f"bare interpreter, Qt, empty window   {base:7.0f} ms")
    print(f"first painted board                  {board:7.0f} ms   {board / base:4.2f} x   (bar {BAR} x)")
    print(f"everything loaded and ready          {statistics.median(ready):7.0f} ms   {statistics.median(ready) / base:4.2f} x")
    return 0 if board <= BAR * base else 1


if __name__ == "__main__":
    sys.exit(main())
