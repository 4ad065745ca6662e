"""An evening at real pages: seven phones in contexts of their own against the real program, with touch."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests.browser.accessibility import cut_off
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

TO_THE_FIRST_ORDER, A_SEASON = 4, 8
"""Taps: from the scanned code to an order, and of a season of three units with its results."""

CLOSED = "document.querySelector('#panel').hidden"
VOTED = "document.querySelector('#panel .chosen')?.dataset.choice === 'draw'"
OVER = "document.querySelector('#sheet').innerText.toLowerCase().includes('draw')"

pytestmark = [pytest.mark.browser, pytest.mark.slow]


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
            if name == "Table password":
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

    def type(self, *lines: str) -> None:
        """Type *lines* where it runs, as the organiser does."""
        assert self._process is not None
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def let_steer(self, power: str) -> None:
        """Let the phone of *power* go from step to step of the next reveal; return once the program has said so."""
        self.type(f"steer {power}")
        assert self._process is not None
        assert self._process.stdout is not None
        assert any("from step to step of the reveal" in line for line in self._process.stdout), "the program ended"

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
def program(browser: Chromium, tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path)
    made.start()
    yield made
    browser.put_phones_away()
    made.kill()


def sat_down(browser: Chromium, program: Program, power: str) -> Phone:
    """A phone whose person scanned the code, typed a name and took *power*."""
    phone = Phone(browser)
    phone.go(f"{program.address}/#join.{program.word}")
    phone.fill("#name", POWERS[power])
    phone.evaluate(f"document.querySelector('#power').value = {power!r}")
    phone.press_words("Sit down", "document.querySelector('#layer [data-u]') && document.querySelector('.orders')")
    return phone


def picked(phone: Phone, code: str) -> None:
    """A unit is tapped until it is picked: on a busy machine a tap may last as long as a long press, which lists its orders."""
    _tapped(phone, lambda: phone.touch(*phone.province(code)), "document.querySelector('#dots .picked')")


def _tapped(phone: Phone, tap: Callable[[], None], until: str) -> None:
    def do() -> None:
        if phone.evaluate("!document.querySelector('#panel').hidden"):
            phone.press("#panel .close", CLOSED)
        tap()

    phone.act(do, until)


def panel(phone: Phone, name: str) -> None:
    """Open the panel *name*."""
    phone.press(f"#sheet [data-name={name}]", "!document.querySelector('#panel').hidden")


def closed(phone: Phone) -> None:
    """Close the panel that is open."""
    phone.press("#panel .close", CLOSED)


def listed(phone: Phone, place: str) -> None:
    """Open the list of orders of the unit, or for the site, in a province."""
    phone.press(f"#sheet [data-do=legal][data-p={place}]", "document.querySelector('#panel [data-do=want]')")


def ordered(phone: Phone, *orders: str) -> None:
    """Orders from the list of each unit, as who uses a screen reader gives them."""
    for order in orders:
        place = order.split()[1].partition("/")[0]
        listed(phone, place)
        phone.press(f'#panel [data-o="{order}"]', CLOSED)
        phone.until(f"document.querySelector('.orders li.order [data-p={place}]')")


def sealed(phone: Phone) -> None:
    """The orders are sealed, missing ones too; what is shown afterwards may be the next phase with its results."""
    is_done = "!document.querySelector('#sheet [data-do=seal]') || !document.querySelector('#panel').hidden"
    phone.press("#sheet [data-do=seal]", f"document.querySelector('#ask').open || {is_done}")
    if phone.evaluate("document.querySelector('#ask').open"):
        phone.press("#ask-yes", is_done)


def steered(program: Program, phone: Phone, stage: Phone) -> str:
    """Go through the reveal with *phone*, which steers it; return what the *stage* showed at its first and its last step."""
    stage.until("document.querySelector('.told h1')")
    told = stage.text("#side")
    on = "document.querySelector('#sheet [data-do=reveal][data-name=on]')"
    phone.until(f"document.querySelector('#sheet [data-do=reveal][data-name=all]') || {on}")
    if not phone.evaluate(f"!!{on}"):
        phone.press("#sheet [data-do=reveal][data-name=all]", on)
    stage.until(f"document.querySelector('.told') && document.querySelector('#side').innerText !== {told!r}")
    told += stage.text("#side")
    program.type("steer NOBODY")
    phone.press("#sheet [data-do=reveal][data-name=on]", f"!{on}")
    return told


def phase_shown(phones: dict[str, Phone], words: str) -> None:
    """Every phone shows the results of the phase before, is let go on, and shows the phase *words*."""
    for phone in phones.values():
        phone.until("!document.querySelector('#panel').hidden", "the results")
        closed(phone)
        phone.until(f"document.querySelector('#sheet').innerText.includes({words!r})")


def test_a_year_on_seven_phones(browser: Chromium, program: Program) -> None:
    phones = {power: sat_down(browser, program, power) for power in POWERS}
    stage = Phone(browser, (1920, 1080), touch=False)
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelectorAll('.seats li').length === 7")
    ada = phones["AUSTRIA"]

    # Tap, tap: an order by fingers; then a reload in the middle of another one.
    picked(ada, "BUD")
    assert ada.evaluate("document.querySelectorAll('#glow .glowing').length") >= 3
    _tapped(ada, lambda: ada.touch(*ada.dot()), "document.querySelector('.orders li.order')")
    written = ada.text(".orders li.order b")
    picked(ada, "VIE")
    ada.call("Page.reload")
    ada.until(f"document.querySelector('.orders li.order b')?.innerText === {written!r}")

    # Another phone takes the seat over, and the first shows nothing more.
    panel(ada, "more")
    ada.press_words("Go on with another phone", "document.querySelector('#panel code')")
    link = ada.text("#panel code")
    second = Phone(browser)
    second.go(str(link).replace(str(link).partition("/#")[0], program.address))
    second.until(f"document.querySelector('.orders li.order b')?.innerText === {written!r}")
    ada.until("document.querySelector('#table').hidden")
    assert written not in ada.text()
    ada.close()
    phones["AUSTRIA"] = ada = second
    ada.press(".drop", "!document.querySelector('.orders li.order')")

    # The program is killed in the middle of the round: the phones wait and go on by themselves.
    ordered(ada, *SPRING["AUSTRIA"])
    sealed(phones["ENGLAND"])
    phones["ENGLAND"].until("document.querySelector('.bigwax')")
    program.kill()
    ada.until("!document.querySelector('#line').hidden")
    program.start()
    for phone in (*phones.values(), stage):
        phone.until("document.querySelector('#line').hidden")
    assert "Army Budapest moves to Serbia" in ada.text("#sheet")
    assert "Your orders are sealed" in phones["ENGLAND"].text("#sheet")

    program.let_steer("AUSTRIA")
    for power, orders in SPRING.items():
        if power != "AUSTRIA":
            ordered(phones[power], *orders)
    for power, phone in phones.items():
        if power != "ENGLAND":
            sealed(phone)
    assert "1901" in steered(program, ada, stage)
    phase_shown(phones, "Fall 1901")
    assert "BUD - SER" in program.text

    for power, orders in FALL.items():
        ordered(phones[power], *(each for each in orders if phones[power].evaluate(_is_legal(each))))
    for phone in phones.values():
        sealed(phone)
    phase_shown(phones, "Winter 1901")
    ada.press("#sheet li.site [data-do=legal]", "document.querySelector('#panel [data-do=want]')")
    ada.press("#panel [data-do=want]", CLOSED)
    for phone in phones.values():
        if phone.evaluate("!!document.querySelector('#sheet [data-do=seal]')"):
            sealed(phone)
    phase_shown(phones, "Spring 1902")

    # Letters for one reader alone, then a draw by the votes of all.
    eva = phones["RUSSIA"]
    panel(ada, "letters")
    ada.press("label:has(#to-RUSSIA)", "document.querySelector('#to-RUSSIA').checked")
    ada.fill("#letter", "Shall we end it? <b>Yes</b>")
    ada.press("#panel .writeletter button[type=submit]", "document.querySelector('#panel .letters li')")
    eva.until("document.querySelector('.post b')?.innerText === '1'")
    eva.press(".post", "document.querySelector('#panel').innerText.includes('Shall we end it? <b>Yes</b>')")
    assert phones["TURKEY"].evaluate("document.querySelector('.post b') === null")
    for phone in phones.values():
        if phone.evaluate("!document.querySelector('#panel').hidden"):
            closed(phone)
        panel(phone, "vote")
        phone.press('#panel [data-choice="draw"]', f"{VOTED} || {OVER}")
    for phone in phones.values():
        phone.until(OVER)
    waited(lambda: "draw" in program.text.lower(), "the end in the file")
    assert [phone.told("Runtime.exceptionThrown") for phone in (*phones.values(), stage)] == [[]] * 8
    for phone in (*phones.values(), stage):
        phone.close()


def test_four_taps_to_the_first_order_and_eight_for_a_season_of_three_units(browser: Chromium, program: Program) -> None:
    program.type(*(f"give-seat {power} hold" for power in POWERS if power != "AUSTRIA"))
    phone = Phone(browser)
    phone.go(f"{program.address}/#join.{program.word}")
    phone.until("document.querySelectorAll('#power option').length === 2", "one seat that is free, and the lot")
    taps: list[str] = []

    def tapped(name: str, do: Callable[[], object]) -> None:
        taps.append(name)
        do()

    def to_itself(place: str) -> None:
        _tapped(phone, lambda: phone.touch(*phone.province(place)), f"document.querySelector('.orders li.order [data-p={place}]')")

    tapped("name", lambda: phone.press("#name", "document.activeElement.id === 'name'"))
    phone.fill("#name", "Ada")
    tapped(
        "sit down", lambda: phone.press_words("Sit down", "document.querySelector('#layer [data-u]') && document.querySelector('.orders')")
    )
    for number, place in enumerate(("BUD", "VIE", "TRI")):
        tapped(place, partial(picked, phone, place))
        tapped("hold", partial(to_itself, place))
        assert number or len(taps) == TO_THE_FIRST_ORDER, taps
    before = len(taps) - 6
    tapped("seal", lambda: sealed(phone))
    phone.until("!document.querySelector('#panel').hidden", "the results")
    tapped("close", lambda: closed(phone))
    phone.until("document.querySelector('#sheet').innerText.includes('Fall 1901')")
    assert len(taps) - before <= A_SEASON, taps
    phone.close()


def test_a_phone_whose_clock_is_years_wrong_plays_like_any_other(browser: Chromium, program: Program) -> None:
    phone = Phone(browser)
    wrong = "(real => { Date.now = () => real() - 2e11; })(Date.now)"
    phone.call("Page.addScriptToEvaluateOnNewDocument", source=wrong)
    phone.go(f"{program.address}/#join.{program.word}")
    phone.fill("#name", "Ada")
    phone.evaluate("document.querySelector('#power').value = 'AUSTRIA'")
    phone.press_words("Sit down", "document.querySelector('.orders')")
    assert phone.evaluate("new Date(Date.now()).getFullYear() < 2022")
    ordered(phone, "A BUD - SER")
    phone.call("Page.reload")
    phone.until("document.querySelector('.orders li.order [data-p=BUD]')")
    sealed(phone)
    phone.until("document.querySelector('.bigwax')")
    phone.close()


def _is_legal(order: str) -> str:
    place = order.split()[1]
    return f"!!document.querySelector('#sheet [data-do=legal][data-p={place}]')"


@pytest.mark.parametrize("size", [PHONE, (360, 740), (844, 390)])
def test_nothing_is_cut_off_and_every_target_is_large_enough(browser: Chromium, program: Program, size: tuple[int, int]) -> None:
    phone = sat_down(browser, program, "AUSTRIA")
    phone.resize(size)
    for name in ("", "letters", "notes", "vote", "more"):
        if name:
            panel(phone, name)
        assert not cut_off(phone), name
        small = phone.evaluate(
            """[...document.querySelectorAll('button, input:not([type=checkbox]), select, .chip')].filter(e => e.offsetParent)
            .map(e => [e.innerText || e.id, e.getBoundingClientRect()]).filter(([, b]) => b.height < 43.5 || b.width < 43.5)
            .map(([words, b]) => `${words} ${b.width}x${b.height}`)"""
        )
        assert small == [], name
        if name:
            closed(phone)
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
    phone.press('#panel [data-o="A BUD - SER"]', CLOSED)
    phone.until("document.querySelector('.orders li.order')")
    assert any("Army Budapest moves to Serbia" in words for words in named("button"))
    phone.close()


def test_a_lost_connection_loses_no_text_and_no_tap(browser: Chromium, program: Program) -> None:
    ada, ben = sat_down(browser, program, "AUSTRIA"), sat_down(browser, program, "ENGLAND")
    lost, here = "!document.querySelector('#line').hidden", "document.querySelector('#line').hidden"
    panel(ada, "letters")
    ada.fill("#letter", "Keep out of")
    program.kill()
    for phone in (ada, ben):
        phone.until(lost)
    ada.fill("#letter", "Keep out of Galicia")
    ben.press("#sheet [data-name=notes]")  # is shown once there is a connection
    ada.press("label:has(#to-RUSSIA)", "document.querySelector('#to-RUSSIA').checked")
    ada.press("#panel .writeletter button[type=submit]", "document.querySelector('#line').innerText.includes('was not done')")
    assert ada.evaluate("document.querySelector('#letter').value") == "Keep out of Galicia", "it was not sent, and is not lost"
    program.start()
    for phone in (ada, ben):
        phone.until(here)
    ben.until("document.querySelector('#panel #notes')")
    assert ada.evaluate("document.querySelector('#letter').value") == "Keep out of Galicia"
    ada.press("#panel .writeletter button[type=submit]", "document.querySelector('#panel .letters li')")
    assert "Galicia" in ada.text("#panel .letters")
    ada.press("#panel .close", CLOSED)
    for phone in (ada, ben):
        phone.close()


def test_results_wait_until_a_letter_that_is_being_written_is_closed(browser: Chromium, program: Program) -> None:
    ada = sat_down(browser, program, "AUSTRIA")
    sealed(ada)
    panel(ada, "letters")
    ada.fill("#letter", "Dear Eva")
    program.type(*(f"give-seat {power} bot:holding" for power in POWERS if power != "AUSTRIA"))
    ada.until("document.querySelector('#sheet').innerText.includes('Fall 1901')")
    assert ada.evaluate("document.querySelector('#letter').value") == "Dear Eva"
    ada.press("#panel .close", "document.querySelector('#panel-title').innerText.includes('Spring 1901')")
    closed(ada)
    panel(ada, "letters")
    assert ada.evaluate("document.querySelector('#letter').value") == "Dear Eva"
    ada.close()


def test_a_button_that_is_drawn_anew_under_the_mouse_does_its_work(browser: Chromium, program: Program) -> None:
    ada, ben = sat_down(browser, program, "AUSTRIA"), sat_down(browser, program, "ENGLAND")
    stage = Phone(browser, (1366, 768), touch=False)
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelectorAll('.tiles li').length === 7")
    sealed(ada)
    ada.until("document.querySelector('#sheet [data-do=back]')")
    ada.resize(PHONE, touch=False)
    # A button that is held is waited for so many milliseconds; here as long as it takes, however busy the machine is.
    ada.evaluate("(real => { window.setTimeout = (work, after) => real(work, after === 3000 ? 1e6 : after); })(window.setTimeout)")

    def clicked() -> None:
        x, y = ada.evaluate(
            """(e => { e.scrollIntoView({block: 'center', behavior: 'instant'}); const b = e.getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]; })(document.querySelector('#sheet [data-do=back]'))"""
        )
        ada.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        sealed(ben)
        ben.press("#sheet [data-do=back]", "document.querySelector('#sheet [data-do=seal]')")
        sealed(ben)
        ada.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    clicked()
    ada.until("document.querySelector('#sheet [data-do=seal]')", "the seal taken back by one click")
    for page in (ada, ben, stage):
        page.close()
