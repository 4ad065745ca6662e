"""Time from the command to the first painted board, against a bare interpreter with Qt and an empty window in the same run.

    python benchmarks/bench_start.py [ROUNDS] [--bundle FOLDER]

Bars, of the processor: the first picture takes at most 1.3 times the bare window, all that is loaded 6 times; a bundle is ready within
1.3 times what the checkout takes, by the clock and by the processor. The offscreen platform is used, so that no display is needed; every
start is a process of its own, and the kinds take turns.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BAR = 1.3
READY_BAR = 6.0

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
{path}
from app.qt.main_window import main_window
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
sys.exit(main([]))
"""


def milliseconds(code: str, home: str, *words: str, python: str = sys.executable) -> list[float]:
    """Return the times until the process in which *python* runs *code* prints each of *words*, and last its processor time."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": home}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else everything is compiled at every start
    begun = time.perf_counter()
    process = subprocess.Popen([python, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    found: list[float] = []
    for word in words:
        line = process.stdout.readline().strip()
        if line != word:
            raise RuntimeError(f"expected {word!r}, the process said {line!r}")
        found.append((time.perf_counter() - begun) * 1000)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    return [*found, (used.ru_utime + used.ru_stime) * 1000]


def main() -> int:
    """Print the figures; exit code 1 where a bar is not kept."""
    reader = argparse.ArgumentParser()
    reader.add_argument("rounds", type=int, nargs="?", default=9)
    reader.add_argument("--bundle", type=Path, help="the folder of a bundle, which is compared with the checkout")
    chosen = reader.parse_args()
    return against_a_bare_window(chosen.rounds) if chosen.bundle is None else bundle_against_checkout(chosen.bundle, chosen.rounds)


def bundle_against_checkout(bundle: Path, rounds: int) -> int:
    """Print how long both take until the first picture and until the window is ready; exit code 1 where the bar is not kept."""
    kinds = {
        "checkout": (OURS.format(path=f"sys.path.insert(0, {str(ROOT)!r})"), sys.executable),
        "bundle": (OURS.format(path=""), str(bundle / "entente")),
    }
    taken: dict[str, list[list[float]]] = {name: [] for name in kinds}
    with tempfile.TemporaryDirectory() as home:
        for number in range(rounds + 1):
            for name, (code, python) in kinds.items():
                found = milliseconds(code, home, "painted", "ready", python=python)
                if number:  # the first ones read the disk
                    taken[name].append(found)
    kept = True
    for place, what in enumerate(("first picture", "ready", "processor")):
        checkout, ours = (statistics.median(each[place] for each in taken[name]) for name in kinds)
        print(f"{what:14} checkout {checkout:6.0f} ms   bundle {ours:6.0f} ms   {ours / checkout:4.2f} x   (bar {BAR} x)")
        kept = kept and ours <= BAR * checkout
    return 0 if kept else 1


def against_a_bare_window(rounds: int) -> int:
    """Print the figures of the checkout; exit code 1 where a bar is not kept."""
    ours = OURS.format(path=f"sys.path.insert(0, {str(ROOT)!r})")
    kinds = {
        "bare interpreter, Qt, empty window": (BARE, ("painted",), None),
        "first painted board": (ours.replace('say("painted")', '(say("painted"), os._exit(0))'), ("painted",), BAR),
        "everything loaded and ready": (ours, ("painted", "ready"), READY_BAR),
    }
    taken: dict[str, list[list[float]]] = {name: [] for name in kinds}
    with tempfile.TemporaryDirectory() as home:
        for number in range(rounds + 1):
            for name, (code, words, _) in kinds.items():
                found = milliseconds(code, home, *words)
                if number:  # the first ones read the disk
                    taken[name].append(found[-2:])
    kept, bare = True, 0.0
    for name, (_, _, bar) in kinds.items():
        clock, processor = (statistics.median(each[place] for each in taken[name]) for place in (0, 1))
        bare = bare or processor
        kept = kept and (bar is None or processor <= bar * bare)
        beside = "" if bar is None else f"   {processor / bare:4.2f} x   (bar {bar} x)"
        print(f"{name:36} {processor:6.0f} ms of the processor, {clock:6.0f} by the clock{beside}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
