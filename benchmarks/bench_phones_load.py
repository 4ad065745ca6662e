"""How does a served table bear 500 connections, and a phone a slow network?

Run: ``python -m benchmarks.bench_phones_load [CONNECTIONS [YEARS]]``; with a Chromium installed it measures pages as well.

Seven phones write while so many watchers stand by, over real connections. Printed are the time from a tap to its glow and
the memory of the program before, with and after them, and phase by phase over an evening of years; then the page of a phone
at the speed of 3G with its bytes, and frames while fingers move the board and while the camera of the stage moves.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

    from tests.browser.phones import Phone
    from tests.unit.app.web.test_site import RealPhone, Served


def main(connections: int = 500, years: int = 3) -> None:
    """Print what was measured."""
    from websockets.sync.client import connect
    from websockets.typing import Origin

    from tests.unit.app.web.phone_table import NAMES
    from tests.unit.app.web.test_site import Served

    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        program = psutil.Process()
        phones: dict[str, RealPhone] = {}
        for power, name in NAMES.items():
            phone = phones[power] = served.phone()
            phone.say(do="join", word=served.web.desk.door.word, name=name, power=power)
            phone.until(lambda message: "seat" in message)
            phone.shows("layer")
        ada = phones["AUSTRIA"]
        print(f"7 phones: {_taps(ada)}, {_megabytes(program)} MB")
        watchers: list[ClientConnection] = []
        with ExitStack() as opened:
            origin = Origin(f"http://{served.base}")
            for number in range(connections):
                source = (f"127.0.0.{2 + number // 100}", 0)
                made = connect(f"ws://{served.base}/ws/stage", origin=origin, compression=None, open_timeout=60, source_address=source)
                opened.enter_context(made)
                made.recv(timeout=60)
                watchers.append(made)
            with_all = _megabytes(program)
            print(f"and {connections} watchers: {_taps(ada)}, {with_all} MB")
            for _ in range(20):
                for power in ("ENGLAND", "FRANCE"):
                    for act in ("seal", "back"):
                        phones[power].say(do=act)
                        phones[power].until(lambda message: "parts" in message)
                time.sleep(0.7)
            print(f"after 80 changes that all are sent: {_taps(ada)}, {_megabytes(program)} MB")
            _evening(served, phones, watchers, program, years)
        time.sleep(3)
        print(f"when they are gone: {_megabytes(program)} MB; threads: {threading.active_count()}")
        _pages(served.web.desk.give_again("AUSTRIA").partition("#")[2], f"http://{served.base}", Path(folder))
        served.close()


def _evening(served: Served, phones: dict[str, RealPhone], watchers: list[ClientConnection], program: psutil.Process, years: int) -> None:
    """Play years in which everybody holds, and print the memory at the end of each."""
    seating = served.laptop.seating
    last = seating.round.phase.year + years
    while seating.round.phase.year < last:
        phase = seating.round.phase
        for power in seating.round.to_seal:
            phones[power].say(do="seal")
        while seating.round.phase == phase:
            for page in (*watchers, *(phone.connection for phone in phones.values())):
                with suppress(TimeoutError):
                    while page.recv(timeout=0):
                        pass
            time.sleep(0.05)
        if seating.round.phase.year != phase.year:
            print(f"after {phase.year}, all watching: {_megabytes(program)} MB")


def _megabytes(program: psutil.Process) -> int:
    return round(program.memory_info().rss / 1e6)


def _taps(phone: object) -> str:
    took = []
    for _ in range(15):
        began = time.perf_counter()
        phone.say(do="touch", p="BUD", u=True)  # type: ignore[attr-defined]
        phone.until(lambda message: "picked" in message.get("parts", {}).get("glow", {}))  # type: ignore[attr-defined]
        took.append((time.perf_counter() - began) * 1000)
        phone.say(do="esc")  # type: ignore[attr-defined]
        phone.until(lambda message: "glow" in message.get("parts", {}))  # type: ignore[attr-defined]
        time.sleep(0.25)
    return f"tap to glow {median(took):.0f} ms (most {max(took):.0f})"


_RECORDED = """window.times = []; cancelAnimationFrame(window.recording);
(function step(now) { times.push(now); window.recording = requestAnimationFrame(step); })(performance.now()); 1"""


_TOUCHES = """window.down = [];
for (const name of ['pointerdown', 'pointerup']) addEventListener(name, e => e.isPrimary && down.push(performance.now()), true);"""
"""Times at which fingers come down and are lifted."""

_CAMERA = """new Promise(done => { const s = document.querySelector('#canvas svg').style, at = s.transform, began = performance.now();
(function step(now) { const t = Math.min(1, Math.max(0, (now - began) / 900)); s.transform = `${at} scale(${1 + t})`;
if (t < 1) requestAnimationFrame(step); else done(); })(began); })"""
"""A way of the stage's camera, as ``stage.js`` goes it."""


def _frames(page: Phone, *, while_down: bool = False) -> str:
    times, down = page.evaluate("[times.slice(1), window.down || []]")
    held = list(zip(down[::2], down[1::2], strict=False)) if while_down else [(0.0, float("inf"))]
    between = [then - now for now, then in pairwise(times) if any(first <= then <= last for first, last in held)]
    return f"{1000 * len(between) / sum(between):.0f} frames a second (longest {max(between):.0f} ms)"


def _moved(phone: Phone) -> None:
    """Print the frames of a middling phone while a finger drags the board and two fingers zoom it, and the layouts that the page made.

    That phone has three pixels to each of a style sheet's, and its processor is slowed down to a quarter. The frames are those while
    fingers are down. Processor time is that of the page's thread, with that of painting anew once fingers are lifted.
    """
    phone.call("Performance.enable")
    phone.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=3, mobile=True)
    phone.call("Emulation.setCPUThrottlingRate", rate=4)
    phone.evaluate("new Promise(done => setTimeout(done, 3000))")
    phone.evaluate(_TOUCHES)

    def worked() -> float:
        return (
            next(float(each["value"]) for each in phone.call("Performance.getMetrics")["metrics"] if each["name"] == "TaskDuration") * 1000
        )

    def layouts() -> int:
        return next(int(each["value"]) for each in phone.call("Performance.getMetrics")["metrics"] if each["name"] == "LayoutCount")

    where = {"x": 195, "y": 250, "gestureSourceType": "touch"}
    for name, method, ways in (
        (
            "dragged",
            "Input.synthesizeScrollGesture",
            [{"xDistance": way, "yDistance": -way // 3, "speed": 300, "preventFling": True} for way in (-150, 150)],
        ),
        ("zoomed", "Input.synthesizePinchGesture", [{"scaleFactor": factor, "relativeSpeed": 400} for factor in (2.0, 0.5)]),
    ):
        before, began = layouts(), worked()
        phone.evaluate(f"down.length = 0; {_RECORDED}")
        for way in ways:
            phone.call(method, **where, **way)
            phone.evaluate("new Promise(done => setTimeout(done, 1500))")
        frames = phone.evaluate("times.length")
        print(
            f"phone, {name}: {_frames(phone, while_down=True)}, {layouts() - before} layouts, {(worked() - began) / frames:.1f} ms a frame"
        )
    phone.call("Emulation.setCPUThrottlingRate", rate=1)


def _pages(seat: str, address: str, folder: Path) -> None:
    """Print how a real page does at the speed of 3G, and how many frames it shows while fingers move it."""
    from tests.browser.chromium import NAMES as BROWSERS
    from tests.browser.chromium import Chromium
    from tests.browser.phones import Phone

    if not any((Path(each) / name).exists() for each in os.get_exec_path() for name in BROWSERS):
        print("no Chromium: pages are not measured")
        return
    browser = Chromium(folder / "profile")
    phone = Phone(browser)
    phone.call("Network.emulateNetworkConditions", offline=False, latency=300, downloadThroughput=200_000, uploadThroughput=94_000)
    began = time.perf_counter()
    phone.go(f"{address}/#{seat}")
    phone.until("document.querySelector('.orders')")
    usable = time.perf_counter() - began
    phone.until("document.querySelector('#layer [data-u]')")
    size = phone.evaluate(
        "['resource', 'navigation'].flatMap(kind => performance.getEntriesByType(kind)).reduce((sum, each) => sum + each.transferSize, 0)"
    )
    took = time.perf_counter() - began
    print(f"3G (300 ms, 1.6 Mbit/s): seat with its orders after {usable:.1f} s, with its board after {took:.1f} s, {size:,} bytes")
    began = time.perf_counter()
    phone.call("Page.reload")
    phone.until("document.querySelector('#layer [data-u]') && document.querySelector('.orders')")
    print(f"3G, again: {time.perf_counter() - began:.1f} s")
    began = time.perf_counter()
    phone.touch(*phone.province("BUD"))
    phone.until("document.querySelector('#dots .picked')")
    print(f"3G: tap to glow {(time.perf_counter() - began) * 1000:.0f} ms")
    phone.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    _moved(phone)
    stage = Phone(browser, (1920, 1080), touch=False)
    stage.go(f"{address}/stage")
    stage.until("document.querySelector('#canvas svg')")
    stage.evaluate("new Promise(done => setTimeout(done, 3000))")  # what is measured is the camera, not how the page is painted first
    stage.evaluate(_RECORDED)
    stage.evaluate(_CAMERA)
    print(f"stage, camera in motion: {_frames(stage)}")
    browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["ENTENTE_HOME"] = home
        main(*map(int, sys.argv[1:3]))
