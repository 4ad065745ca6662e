"""Holding Space opens a seat, and a slip of the hand does not: with events as X11 sends them, and with real keys on a real screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.qt.hotseat.curtain_widgets import HOLD, LET_GO, HoldRing
from scripts.check_window import start_display
from tests.fakes import evening_on_a_screen

ROOT = Path(__file__).parents[3]
NO_KEY = Qt.KeyboardModifier.NoModifier
PATIENCE = 120
"""Seconds after which something counts as never coming."""


@pytest.fixture
def ring(qtbot: QtBot) -> HoldRing:
    made = HoldRing()
    qtbot.addWidget(made)
    made.show()
    return made


def send(ring: HoldRing, kind: QEvent.Type, *, is_marked: bool = False) -> None:
    QApplication.sendEvent(ring, QKeyEvent(kind, Qt.Key.Key_Space, NO_KEY, " ", is_marked))


def press(ring: HoldRing, *, is_marked: bool = False) -> None:
    send(ring, QEvent.Type.KeyPress, is_marked=is_marked)


def release(ring: HoldRing, *, is_marked: bool = False) -> None:
    send(ring, QEvent.Type.KeyRelease, is_marked=is_marked)


def fill(ring: HoldRing, milliseconds: int) -> None:
    """Fill the ring as far as it is after so long."""
    ring._filling.setCurrentTime(milliseconds)


@pytest.mark.parametrize("is_marked", [False, True])
def test_a_key_that_repeats_itself_is_held(ring: HoldRing, *, is_marked: bool) -> None:
    held: list[bool] = []
    ring.held.connect(lambda: held.append(True))
    press(ring)
    for share in (300, 600, 900):
        fill(ring, share)
        release(ring, is_marked=is_marked)
        press(ring, is_marked=is_marked)
    assert ring.share == pytest.approx(0.9, abs=0.05)
    fill(ring, HOLD)
    assert held == [True]
    assert ring.share == 0


def test_a_release_that_is_not_marked_before_a_press_that_is(ring: HoldRing) -> None:
    press(ring)
    fill(ring, 500)
    release(ring)
    press(ring, is_marked=True)
    assert not ring._released.isActive()
    assert ring.share >= 0.5


def test_a_ring_that_fills_after_the_release_opens_nothing(ring: HoldRing, qtbot: QtBot) -> None:
    held: list[bool] = []
    ring.held.connect(lambda: held.append(True))
    press(ring)
    fill(ring, HOLD - 1)
    release(ring)
    fill(ring, HOLD)
    assert held == []
    qtbot.waitUntil(lambda: ring.share == 0, timeout=LET_GO * 100)
    assert held == []


def test_a_ring_that_fills_between_release_and_repeated_press_opens(ring: HoldRing) -> None:
    held: list[bool] = []
    ring.held.connect(lambda: held.append(True))
    press(ring)
    release(ring)
    fill(ring, HOLD)
    press(ring)
    assert held == [True]


def test_a_key_let_go_early_empties_the_ring(ring: HoldRing, qtbot: QtBot) -> None:
    press(ring)
    fill(ring, 500)
    release(ring)
    qtbot.waitUntil(lambda: ring.share == 0, timeout=LET_GO * 100)
    press(ring, is_marked=True)
    assert ring.share == 0, "what repeats itself afterwards began elsewhere"


# --- real keys ---


@contextmanager
def evening() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The curtain on a screen of its own, and that screen's name."""
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        if os.environ.get("ENTENTE_REQUIRE_DESKTOP"):  # set where the tests run for all, which installs them
            pytest.fail(f"not installed: {', '.join(missing)}")
        pytest.skip(f"not installed: {', '.join(missing)}")
    display = start_display()
    assert display is not None
    process, name = display
    environment = {**os.environ, "QT_QPA_PLATFORM": "xcb", "DISPLAY": name, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, evening_on_a_screen.__file__]
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as window:
            try:
                yield window, name
            finally:
                window.kill()
    finally:
        process.terminate()
        process.wait()


def keys(display: str, *words: str) -> None:
    """Real keys, as the X server sends them: marked as repeated or not as it comes."""
    subprocess.run(["xdotool", *words], check=True, timeout=60, env={**os.environ, "DISPLAY": display})


def words_of(window: subprocess.Popen[str]) -> Queue[str]:
    """The words of *window* as they come."""
    said: Queue[str] = Queue()
    assert window.stdout is not None
    lines = window.stdout

    def listen() -> None:
        for line in lines:
            said.put(line.strip())

    Thread(target=listen, daemon=True).start()
    return said


def short_press(display: str, said: Queue[str]) -> None:
    """Press Space for a moment, until the window saw it: a busy one may find press and release at once, and shows neither."""
    for _ in range(10):
        keys(display, "keydown", "space", "sleep", "0.15", "keyup", "space")  # one program, since a second may start late
        with suppress(Empty):
            assert said.get(timeout=10) == "pressed"
            return
    pytest.fail("no press was seen")


@pytest.mark.slow
def test_space_held_on_a_real_screen_opens_the_seat_and_a_short_press_does_not() -> None:
    with evening() as (window, display):
        said = words_of(window)
        assert said.get(timeout=PATIENCE) == "ready"
        short_press(display, said)
        assert said.get(timeout=PATIENCE) == "let go"
        keys(display, "keydown", "space")
        assert said.get(timeout=PATIENCE) == "pressed"
        assert said.get(timeout=PATIENCE) == "open"
        keys(display, "keyup", "space")
