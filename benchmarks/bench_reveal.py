"""How long does a step of the reveal take, from the key to its painted frame, and a frame of the pieces that move in it?

    python -m benchmarks.bench_reveal [--size 1920x1080] [--text 100]

The real window at a table of seven, the first movement phase with 22 orders, stepped through by keys; offscreen, so without a graphics
card.
Figures are milliseconds of processor time of the thread that paints.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from dataclasses import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

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
    os.environ["ENTENTE_HOME"] = tempfile.mkdtemp()
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
    taken: list[float] = []
    for _ in range(ROUNDS):
        page.to_start()
        application.processEvents()
        while not page.is_over:
            start = time.thread_time()
            QTest.keyClick(page, Qt.Key.Key_Space)
            application.sendPostedEvents()  # layouts and the frame; what fades is painted behind, in slices of 8 ms
            taken.append((time.thread_time() - start) * 1000)
            application.processEvents()
    taken.sort()
    frames = sorted(_frames(page, application))
    print(f"{len(taken)} steps at {size[0]} x {size[1]}, text {text} %")
    print(f"median {statistics.median(taken):.1f} ms, 95 of 100 below {taken[int(len(taken) * 0.95)]:.1f} ms, longest {taken[-1]:.1f} ms")
    print(f"{len(frames)} frames of moving pieces: 95 of 100 below {frames[int(len(frames) * 0.95)]:.1f} ms, longest {frames[-1]:.1f} ms")


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
