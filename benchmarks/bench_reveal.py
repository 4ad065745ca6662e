"""How long does a step of the reveal take, from the key to its painted frame, and a frame of the pieces that move in it?

    python -m benchmarks.bench_reveal [--size 1920x1080] [--text 100]

The real window at a table of seven, the first movement phase with 22 orders, stepped through by keys; offscreen, so without a graphics
card.
Figures are milliseconds of processor time of the thread that paints.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.hotseat.table import first_table
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.application import open_main_window
from app.qt.main_window.window_preferences import Preferences
from app.session.view_options import Pace, TextSize
from app.tables.table_setup import set_table

ORDERS = {
    "AUSTRIA": ("A VIE - GAL", "A BUD - SER", "F TRI - ALB"),
    "ENGLAND": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "FRANCE": ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"),
    "GERMANY": ("A MUN - BUR", "A BER - KIE", "F KIE - DEN"),
    "ITALY": ("A VEN - TRI", "A ROM - VEN", "F NAP - ION"),
    "RUSSIA": ("A WAR - GAL", "A MOS - UKR", "F SEV - BLA", "F STP/SC - BOT"),
    "TURKEY": ("A CON - BUL", "A SMY - CON", "F ANK - BLA"),
}
ROUNDS = 5
FRAMES = 24
"""Frames of a step's motion."""


def measure(size: tuple[int, int], text: str) -> None:
    """Print how long steps take."""
    os.environ["ENTENTE_HOME"] = home = tempfile.mkdtemp()
    # The stage fills the screen, so that the screen has the size that is asked for.
    screen = {"name": "screen", "x": 0, "y": 0, "width": size[0], "height": size[1], "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    described = Path(home) / "screen.json"
    described.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={described}"
    application = QApplication.instance() or QApplication([])
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.make_controller()
    window.resize(*size)
    window.show()
    controller = window.controller
    controller.appearance.show(replace(controller.view, animation=Pace.OFF, text_size=TextSize(text)))
    controller.run("new")
    session = controller.session
    table = first_table(session.game)
    for seat in table.seats:
        table = table.with_seat(replace(seat, person=seat.power.title()))
    set_table(session, table, {})
    for power, orders in ORDERS.items():
        controller.run("call", power=power)
        controller.run("open-seat", power=power)
        for order in orders:
            controller.run("order", text=order, power=power)
        controller.run("seal", anyway=True)
    controller.run("show-orders")
    page = controller.table.reveal
    assert page is not None
    for _ in range(20):
        application.processEvents()
    page.board.settle()
    page.scene.finish_rendering()
    print(f"{page.width()} x {page.height()}, text {text} %")
    _report("steps after a rest", _steps(page, application, rested=True))
    _report("steps at once", _steps(page, application, rested=False))
    _report("frames of moving pieces", _frames(page, application))


def _report(what: str, taken: list[float]) -> None:
    taken.sort()
    high = taken[int(len(taken) * 0.95)]
    print(f"{len(taken)} {what}: median {statistics.median(taken):.1f} ms, 95 of 100 below {high:.1f} ms, longest {taken[-1]:.1f} ms")


def _steps(page: RevealPage, application: QCoreApplication, *, rested: bool) -> list[float]:
    """Milliseconds from the key to the painted frame of each step: *rested*, once the next step is painted ahead, else with none of it."""
    taken: list[float] = []
    for _ in range(ROUNDS):
        page.to_start()
        application.processEvents()
        while not page.is_over:
            while rested and page.is_preparing:
                application.processEvents()
            start = time.thread_time()
            QTest.keyClick(page, Qt.Key.Key_Space)
            application.sendPostedEvents()  # layouts and the frame; what fades is painted behind, in slices of 8 ms
            taken.append((time.thread_time() - start) * 1000)
            application.processEvents()
    return taken


def _frames(page: RevealPage, application: QCoreApplication) -> list[float]:
    """Milliseconds of each frame while the pieces of each step move."""
    taken: list[float] = []
    page.to_start()
    while not page.is_over:
        page.forward()
        page.scene.finish_rendering()
        application.processEvents()
        for number in range(1, FRAMES):
            start = time.thread_time()
            page.show_moment(number / FRAMES)
            application.processEvents()
            taken.append((time.thread_time() - start) * 1000)
    return taken


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--text", default="100")
    given = parser.parse_args()
    wide, high = given.size.split("x")
    measure((int(wide), int(high)), given.text)
    os._exit(0)
