"""Through how many files and calls does an act go: a click to a drawn order, Process, opening a file, a pasted mail, an attached hook?

    python -m benchmarks.count_calls

The real window, offscreen. Counted are the project's own Python files that are entered and its function calls, on every thread, from the
event to the picture; each act is done once before, so that nothing is counted that happens only once, and no act begins while the board
is still being painted after the one before. Calls do not depend on the machine's load.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

ROOT = str(Path(__file__).resolve().parents[1]) + os.sep
OURS = tuple(ROOT + name + os.sep for name in ("adjudicator", "app", "entente", "languages", "maps", "resources", "variants"))
MAIL = "A MUN - BUR\nA BER - KIE\nF KIE - DEN\n"
SETTLES = 40
"""Rounds of events after an act, so that what follows on a timer or another thread is counted too."""


class Counter:
    """Counts while it is switched on."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.calls = 0

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            self.files.add(frame.f_code.co_filename)
            self.calls += 1


def settle() -> None:
    """Let the window do its delayed work."""
    for _ in range(SETTLES):
        QApplication.processEvents()
        threading.Event().wait(0.01)
    QApplication.processEvents()


def counted(act: Callable[[], object]) -> Counter:
    """Count the calls of *act* and of all that follows it."""
    counter = Counter()
    threading.setprofile(counter)
    sys.setprofile(counter)
    try:
        act()
        settle()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return counter


def main() -> None:
    """Print the table."""
    home = tempfile.mkdtemp()
    os.environ["ENTENTE_HOME"] = home
    from app.game.storage.places import places
    from app.game.storage.settings import Settings
    from app.presentation.order_tools.stage import ProvinceArea, UnitTouch
    from app.qt.main_window.application import open_main_window
    from app.qt.main_window.window_preferences import Preferences
    from tests.gui.hands import Hands

    application = QApplication.instance() or QApplication([])
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.show()
    window.make_controller()
    window.resize(1280, 800)
    controller = window.controller
    hands = Hands(controller)

    def run(line: str, **arguments: object) -> None:
        assert controller.run(line, **arguments), line

    def rest() -> None:
        """Let the window do its delayed work until the board is painted."""
        settle()
        while hands.page.scene.is_rendering:
            settle()

    run("new")
    rest()
    file = Path(home) / "game.dpn"
    run("save-as", file=file)
    for start, target in (("PAR", "BUR"), ("VEN", "APU")):  # each act once before it is counted
        hands.move(start, target)
    rest()
    points = [hands.point_for(UnitTouch("MAR")), hands.point_for(ProvinceArea("SPA"))]
    board = hands.page.board.viewport()

    def click() -> None:
        for at in points:
            QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=at)

    table = {"click to drawn order": counted(click)}
    assert hands.orders("FRANCE")[-1:] != [], "the clicks wrote an order"
    application.clipboard().setText("A VIE - GAL\n")  # type: ignore[attr-defined]
    run("paste-orders", power="AUSTRIA")
    rest()
    application.clipboard().setText(MAIL)  # type: ignore[attr-defined]
    table["pasted mail"] = counted(lambda: run("paste-orders", power="GERMANY"))
    run("process", missing="process")
    rest()
    table["process"] = counted(lambda: run("process", missing="process"))
    run("variant", changes="no_convoys")
    rest()
    table["attach a hook"] = counted(lambda: run("variant", changes="-no_convoys gunboat"))
    run("save")
    run("close")
    settle()
    run("open", file=file)
    settle()
    run("close")
    table["open a file"] = counted(lambda: run("open", file=file))
    for name, counter in table.items():
        print(f"{name:22} {len(counter.files):4} files {counter.calls:8} calls")
    os._exit(0)


if __name__ == "__main__":
    main()
