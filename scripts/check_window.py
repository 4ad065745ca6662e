"""Starts the real program on a game, takes a picture of the screen, and checks what it must show. Exit code 0 when it does.

Without a display it starts a virtual one (Xvfb), or falls back on Qt's offscreen platform where there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts.asked_help import answer_help  # noqa: E402 - after the path to it

ORDERS = {
    "AUSTRIA": "A VIE - GAL, F TRI - ALB, A BUD - SER",
    "ENGLAND": "F LON - NTH, F EDI - NWG, A LVP - YOR",
    "FRANCE": "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO",
    "GERMANY": "A MUN - RUH, F KIE - DEN, A BER - KIE",
    "ITALY": "A VEN H, A ROM - APU, F NAP - ION",
    "RUSSIA": "A WAR - GAL, A MOS - UKR, F SEV - BLA, F STP/SC - BOT",
    "TURKEY": "F ANK - BLA, A CON - BUL, A SMY - ANK",
}
PATIENCE = 90
"""Seconds after which the program counts as hung."""


def main() -> int:
    """Run the check in a process of its own, under a display; returns its exit code."""
    if "--inside" in sys.argv:
        return inside(Path(sys.argv[-1]))
    screenshot = Path(sys.argv[sys.argv.index("--keep") + 1]).resolve() if "--keep" in sys.argv else None
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ENTENTE_HOME": str(Path(folder) / "home")}
        display = None if os.environ.get("DISPLAY") else start_display()
        if display is not None:
            environment["DISPLAY"] = display[1]
            environment["QT_QPA_PLATFORM"] = "xcb"
        elif not os.environ.get("DISPLAY"):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        target = screenshot or Path(folder) / "screen.png"
        try:
            code = subprocess.run(  # noqa: S603 - this very script
                [sys.executable, __file__, "--inside", str(target)], env=environment, timeout=PATIENCE, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            sys.stderr.write(f"the window did not come up within {PATIENCE} seconds\n")
            code = 1
        finally:
            if display is not None:
                display[0].terminate()
                display[0].wait()
    return code


def start_display() -> tuple[subprocess.Popen[bytes], str] | None:
    """A virtual screen of 1280 x 800 and its name; ``None`` where Xvfb is not installed."""
    program = shutil.which("Xvfb")
    if program is None:
        return None
    read_end, write_end = os.pipe()
    process = subprocess.Popen(  # noqa: S603 - found on the path on purpose
        [program, "-displayfd", str(write_end), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as told:
        number = told.readline().strip()
    return (process, f":{number}") if number else None


def inside(target: Path) -> int:
    """Start the program as ``python main.py GAME.dpn`` does, look at the screen when the board is there, and judge it."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from app.qt.main_window.main_window import MainWindow
    from app.start import main as start

    game = write_game(target.parent)
    faults: list[str] = []
    begun = time.monotonic()

    def look() -> None:
        window = next((each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)), None)
        if window is None or not window.is_ready or window.controller.page is None:
            if time.monotonic() - begun > PATIENCE / 2:
                faults.append("no window with a game came up")
                QApplication.exit(1)
            return
        timer.stop()
        window.setGeometry(0, 0, 1280, 800)
        window.controller.page.scene.finish_rendering()
        QTimer.singleShot(400, lambda: judge(window))

    def judge(window: MainWindow) -> None:
        from scripts.window_judgement import faults_of

        image = window.screen().grabWindow(0 if QApplication.platformName() == "xcb" else window.winId()).toImage()
        if image.isNull():
            image = window.grab().toImage()
        image.save(str(target))
        try:
            found = faults_of(image, window)
        except BaseException as error:
            faults.append(f"the picture could not be judged: {error!r}")
            window.close()
            raise
        if found and time.monotonic() - begun < PATIENCE * 0.7:
            QTimer.singleShot(400, lambda: judge(window))  # on a busy machine it may still be painting
            return
        faults.extend(found)
        window.close()

    # The timer is made before the program starts, and fires once its event loop runs.
    from app.qt.main_window.application import make_application

    make_application()
    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(100)
    code = start([str(game)])
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if not faults and code == 0:
        sys.stdout.write("The window shows what it must: units by count, arrows in their colours, names, orders, timeline.\n")
    return 1 if faults else code


def write_game(folder: Path) -> Path:
    """A game in spring 1901 with orders of all powers, saved in *folder*."""
    from app.game.edits import new_game, set_lines
    from app.game.library import Library
    from variants.catalogue import standard

    game = new_game(standard(), "The Real Window")
    for power, lines in ORDERS.items():
        game = set_lines(game, "main", power, [line.strip() for line in lines.split(",")])
    document = Library().new(game)
    path = folder / "window.dpn"
    document.save(path)
    document.close(discard=True)
    return path


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
