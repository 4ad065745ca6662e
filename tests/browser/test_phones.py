"""An evening at real pages: seven phones in contexts of their own against the real program, with touch."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.phones import PHONE, Phone, waited

ROOT = Path(__file__).resolve().parents[2]
PACE = "0.2"
"""Seconds of a step of the reveal."""
POWERS = {"AUSTRIA": "Ada", "ENGLAND": "Ben", "FRANCE": "Cleo", "GERMANY": "Dan", "ITALY": "Finn", "RUSSIA": "Eva", "TURKEY": "Gus"}
SPRING = {
    "AUSTRIA": ("A BUD - SER", "A VIE - GAL"),
    "RUSSIA": ("A WAR - GAL", "A MOS - UKR", "F SEV - RUM"),
    "TURKEY": ("A CON - BUL",),
    "ITALY": ("A VEN - TYR",),
}
FALL = {
    "AUSTRIA": ("A SER S A BUL - RUM",),
    "RUSSIA": ("A UKR S F RUM",),
    "ITALY": ("A TYR - VIE",),
    "TURKEY": ("A BUL - GRE",),
}

pytestmark = [pytest.mark.browser, pytest.mark.slow]


NOTED = """noted = '';
new MutationObserver(() => { noted += document.querySelector('#side').innerText; })
    .observe(document.body, {subtree: true, childList: true, characterData: true})"""
"""Notes all that stands beside the stage's board from now on: a result is told for some seconds, and phones are looked at meanwhile."""


class Program:
    """The program as it is started at a terminal."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._options = options
        self.port = 0
        self.word = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and read where it listens."""
        command = [sys.executable, str(ROOT / "main.py"), "serve", "--web", str(self.folder / "evening.dpn"), "--port", str(self.port)]
        command += ["--pace", PACE, *self._options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self._environment, cwd=ROOT)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            name, _, said = line.strip().partition(": ")
            if name == "Table":
                self.port = int(said.rpartition(":")[2])
            if name == "Table word":
                self.word = said
                return
        raise AssertionError("the program ended")

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, "ENTENTE_HOME": str(self.folder / "home"), "ENTENTE_LANGUAGE": "en"}

    def run(self, *lines: str) -> None:
        """Run commands on the file before it is served."""
        command = [sys.executable, str(ROOT / "main.py"), str(self.folder / "evening.dpn")]
        for line in lines:
            subprocess.run([*command, *line.split()], check=True, capture_output=True, env=self._environment, cwd=ROOT)

    def begin(self, variant: str = "standard") -> None:
        """Write the file of a new game."""
        command = [sys.executable, str(ROOT / "main.py"), "new", variant, "--out", str(self.folder / "evening.dpn")]
        subprocess.run(command, check=True, capture_output=True, env=self._environment, cwd=ROOT)

    def type(self, *lines: str) -> None:
        """Type *lines* where it runs, as the organiser does."""
        assert self._process is not None
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it as a loss of power would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdout, self._process.stdin):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    @property
    def address(self) -> str:
        """Web address of the table."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def text(self) -> str:
        """The file of the game."""
        return (self.folder / "evening.dpn").read_text(encoding="utf-8")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path)
    made.start()
    yield made
    made.kill()


def sat_down(browser: Chromium, program: Program, power: str) -> Phone:
    """A phone whose person scanned the code, typed a name and took *power*."""
    phone = Phone(browser)
    phone.go(f"{program.address}/#join.{program.word}")
    phone.fill("#name", POWERS[power])
    phone.evaluate(f"document.querySelector('#power').value = {power!r}")
    phone.press_words("Sit down")
    phone.until("document.querySelector('#layer [data-u]') && document.querySelector('.orders')")
    return phone


def picked(phone: Phone, code: str) -> None:
    """A unit is tapped until it is picked: on a busy machine a tap may last as long as a long press, which lists its orders."""
    for _ in range(5):
        phone.touch(*phone.province(code))
        phone.until("document.querySelector('#dots .picked') || !document.querySelector('#panel').hidden")
        if phone.evaluate("document.querySelector('#panel').hidden"):
            return
        phone.press("#panel .close")
        phone.until("document.querySelector('#panel').hidden")
    raise AssertionError(code)


def ordered(phone: Phone, *orders: str) -> None:
    """Orders from the list of each unit, as who uses a screen reader gives them."""
    for order in orders:
        place = order.split()[1].partition("/")[0]
        phone.press(f"#sheet [data-do=legal][data-p={place}]")
        phone.press(f'#panel [data-o="{order}"]')
        phone.until("document.querySelector('#panel').hidden")
        phone.until(f"document.querySelector('.orders li.order [data-p={place}]')")


def sealed(phone: Phone) -> None:
    """The orders are sealed, missing ones too; what is shown afterwards may be the next phase with its results."""
    is_done = "!document.querySelector('#sheet [data-do=seal]') || !document.querySelector('#panel').hidden"
    phone.press("#sheet [data-do=seal]")
    phone.until(f"document.querySelector('#ask').open || {is_done}")
    if phone.evaluate("document.querySelector('#ask').open"):
        phone.press("#ask-yes")
    phone.until(is_done, "the seal")


def phase_shown(phones: dict[str, Phone], words: str) -> None:
    """Every phone shows the results of the phase before, is let go on, and shows the phase *words*."""
    for phone in phones.values():
        phone.until("!document.querySelector('#panel').hidden", "the results")
        phone.press("#panel .close")
        phone.until(f"document.querySelector('#sheet').innerText.includes({words!r})")


def test_a_year_on_seven_phones(browser: Chromium, program: Program) -> None:
    phones = {power: sat_down(browser, program, power) for power in POWERS}
    stage = Phone(browser, (1920, 1080), touch=False)
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelectorAll('.seats li').length === 7")
    stage.evaluate(f"{NOTED}; true")
    ada = phones["AUSTRIA"]

    # Tap, tap: an order by fingers; then a reload in the middle of another one.
    picked(ada, "BUD")
    assert ada.evaluate("document.querySelectorAll('#glow .glowing').length") >= 3
    for _ in range(5):  # a tap on a busy machine may last as long as a long press
        ada.touch(*ada.dot())
        ada.until("document.querySelector('.orders li.order') || !document.querySelector('#panel').hidden")
        if ada.evaluate("!!document.querySelector('.orders li.order')"):
            break
        ada.press("#panel .close")
        ada.until("document.querySelector('#panel').hidden")
    written = ada.text(".orders li.order b")
    picked(ada, "VIE")
    ada.call("Page.reload")
    ada.until(f"document.querySelector('.orders li.order b')?.innerText === {written!r}")

    # Another phone takes the seat over, and the first shows nothing more.
    ada.press("#sheet [data-name=more]")
    ada.press_words("Go on with another phone")
    link = ada.until("document.querySelector('#panel code')?.innerText")
    second = Phone(browser)
    second.go(str(link).replace(str(link).partition("/#")[0], program.address))
    second.until(f"document.querySelector('.orders li.order b')?.innerText === {written!r}")
    ada.until("document.querySelector('#table').hidden")
    assert written not in ada.text()
    ada.close()
    phones["AUSTRIA"] = ada = second
    ada.press(".drop")
    ada.until("!document.querySelector('.orders li.order')")

    # The program is killed in the middle of the round: the phones wait and go on by themselves.
    ordered(ada, *SPRING["AUSTRIA"])
    sealed(phones["ENGLAND"])
    phones["ENGLAND"].until("document.querySelector('.bigwax')")
    program.kill()
    ada.until("!document.querySelector('#line').hidden")
    program.start()
    ada.until("document.querySelector('#line').hidden")
    assert "Army Budapest moves to Serbia" in ada.text("#sheet")
    assert "Your orders are sealed" in phones["ENGLAND"].text("#sheet")

    for power, orders in SPRING.items():
        if power != "AUSTRIA":
            ordered(phones[power], *orders)
    for power, phone in phones.items():
        if power != "ENGLAND":
            sealed(phone)
    phase_shown(phones, "Fall 1901")
    assert "BUD - SER" in program.text
    stage.until("noted.includes('Serbia')", "the order on the stage")

    for power, orders in FALL.items():
        ordered(phones[power], *(each for each in orders if phones[power].evaluate(_is_legal(each))))
    for phone in phones.values():
        sealed(phone)
    phase_shown(phones, "Winter 1901")
    ada.press("#sheet li.site [data-do=legal]")
    ada.press("#panel [data-do=want]")
    ada.until("document.querySelector('#panel').hidden")
    for phone in phones.values():
        if phone.evaluate("!!document.querySelector('#sheet [data-do=seal]')"):
            sealed(phone)
    phase_shown(phones, "Spring 1902")

    # Letters for one reader alone, then a draw by the votes of all.
    eva = phones["RUSSIA"]
    ada.press("#sheet [data-name=letters]")
    ada.press("label:has(#to-RUSSIA)")
    ada.fill("#letter", "Shall we end it? <b>Yes</b>")
    ada.press("#panel .writeletter button[type=submit]")
    eva.until("document.querySelector('.post b')?.innerText === '1'")
    eva.press(".post")
    eva.until("document.querySelector('#panel').innerText.includes('Shall we end it? <b>Yes</b>')")
    assert phones["TURKEY"].evaluate("document.querySelector('.post b') === null")
    for phone in phones.values():
        if phone.evaluate("!document.querySelector('#panel').hidden"):
            phone.press("#panel .close")
            phone.until("document.querySelector('#panel').hidden")
        phone.press("#sheet [data-name=vote]")
        phone.press('#panel [data-choice="draw"]')
    for phone in phones.values():
        phone.until("document.querySelector('#sheet').innerText.toLowerCase().includes('draw')")
    waited(lambda: "draw" in program.text.lower(), "the end in the file")
    thrown = [event for event in browser.events if event.get("method") == "Runtime.exceptionThrown"]
    assert thrown == []
    for phone in (*phones.values(), stage):
        phone.close()


def _is_legal(order: str) -> str:
    place = order.split()[1]
    return f"!!document.querySelector('#sheet [data-do=legal][data-p={place}]')"


@pytest.mark.parametrize("size", [PHONE, (360, 740), (844, 390)])
def test_nothing_is_cut_off_and_every_target_is_large_enough(browser: Chromium, program: Program, size: tuple[int, int]) -> None:
    phone = sat_down(browser, program, "AUSTRIA")
    phone.resize(size)
    for panel in ("", "letters", "notes", "vote", "more"):
        if panel:
            phone.press(f"#sheet [data-name={panel}]")
            phone.until("!document.querySelector('#panel').hidden")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), panel
        small = phone.evaluate(
            """[...document.querySelectorAll('button, input:not([type=checkbox]), select, .chip')].filter(e => e.offsetParent)
            .map(e => [e.innerText || e.id, e.getBoundingClientRect()]).filter(([, b]) => b.height < 43.5 || b.width < 43.5)
            .map(([words, b]) => `${words} ${b.width}x${b.height}`)"""
        )
        assert small == [], panel
        if panel:
            phone.press("#panel .close")
            phone.until("document.querySelector('#panel').hidden")
    phone.close()


def test_a_screen_reader_can_write_every_order(browser: Chromium, program: Program) -> None:
    phone = sat_down(browser, program, "AUSTRIA")

    def named(role: str) -> list[str]:
        nodes = phone.call("Accessibility.getFullAXTree")["nodes"]
        return [each["name"]["value"] for each in nodes if each.get("role", {}).get("value") == role and not each.get("ignored")]

    assert any("Army Budapest" in words for words in named("button"))
    phone.evaluate("document.querySelector('#sheet [data-p=BUD]').focus()")
    for kind in ("keyDown", "keyUp"):
        phone.call(
            "Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r" if kind == "keyDown" else ""
        )
    phone.until("!document.querySelector('#panel').hidden")
    assert phone.evaluate("document.activeElement.id") == "panel-title", "the list is read from its head"
    assert "Army Budapest moves to Serbia" in named("button")
    assert all(words.strip() for words in named("button")), "a button without a name"
    phone.press('#panel [data-o="A BUD - SER"]')
    phone.until("document.querySelector('#panel').hidden")
    assert any("Army Budapest moves to Serbia" in words for words in named("button"))
    phone.close()
