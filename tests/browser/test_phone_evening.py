"""An evening of three years at seven real pages: retreats, builds, reloads, a change of phones, a PIN at the laptop, an opponent, a draw.

Five phones have seats; a tablet watches until it goes on for one of them, whose phone watches from then on; the stage is the seventh page.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.phones import Phone
from tests.browser.test_phones import CLOSED, OVER, VOTED, Program, closed, listed, ordered, panel, sat_down, sealed, steered

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AT_PHONES = ("AUSTRIA", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ORDERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Spring 1901": {"AUSTRIA": ("A BUD - SER",), "RUSSIA": ("F SEV - RUM",), "TURKEY": ("A CON - BUL",)},
    "Fall 1901": {"AUSTRIA": ("A SER - BUL",), "RUSSIA": ("F RUM S A SER - BUL",)},
}
PATIENCE = 240.0
TABLET = (820, 1180)
CONTEXTS = 7
CAN_SEAL = "!!document.querySelector('#sheet [data-do=seal]')"
HERE = "document.querySelector('#line').hidden"


@pytest.fixture
def program(browser: Chromium, tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path)
    made.start()
    made.type("give-seat ENGLAND Ben --new-secret 4711", "give-seat FRANCE bot:beginner")
    yield made
    browser.put_phones_away()
    made.kill()


def phase_of(phone: Phone) -> str:
    """Return the phase that *phone* shows, without how far its orders are."""
    found = re.search(r"(Spring|Fall|Winter) \d{4}, [a-z ]*[a-z]", phone.text("#sheet .title"))
    return found[0] if found else ""


def chosen_first(phone: Phone, row: str) -> None:
    """Give the first order of the list of whatever is to be ordered in *row*."""
    place = phone.evaluate(f"document.querySelector({row!r}).dataset.p")
    listed(phone, place)
    phone.press("#panel [data-do=want]", CLOSED)
    phone.until(f"document.querySelector('.orders li.order') && !document.querySelector({f'{row}[data-p={place}]'!r})")


def gone_on(phone: Phone, phase: str) -> None:
    """Wait until *phase* is over on *phone*, and close its results; a phase of the opponent alone may follow at once."""
    end = time.monotonic() + PATIENCE
    while phase_of(phone) == phase or phone.evaluate("!document.querySelector('#panel').hidden"):
        assert time.monotonic() < end, phone.text()
        phone.evaluate("document.querySelector('#panel .close')?.click()")
        time.sleep(0.05)


class Evening:
    """The pages of the evening."""

    def __init__(self, browser: Chromium, program: Program) -> None:
        self.browser, self.program = browser, program
        self.phones = {power: sat_down(browser, program, power) for power in AT_PHONES}
        self.stage, self.tablet = Phone(browser, (1920, 1080), touch=False), Phone(browser, TABLET)
        for watcher in (self.stage, self.tablet):
            watcher.go(f"{program.address}/stage")
            watcher.until("document.querySelector('#side').innerText")
        self.stage.call("Emulation.setTouchEmulationEnabled", enabled=True)  # a television that is touched
        assert all(page.evaluate("navigator.maxTouchPoints > 0") for page in (*self.phones.values(), self.stage, self.tablet))
        self.told = ""
        self.results: set[str] = set()

    def present(self) -> str:
        """Return the phase that all phones show."""
        phase = phase_of(self.phones["AUSTRIA"])
        for phone in self.phones.values():
            phone.until(f"document.querySelector('#sheet').innerText.includes({phase!r})")
        return phase

    def laptop(self, *lines: str) -> None:
        """Open the seat with the PIN at the laptop, and type *lines* there."""
        self.program.type("open-seat ENGLAND 4711", *lines)

    def write(self, phase: str) -> None:
        """Write what is planned for *phase*, and what retreats and builds ask for."""
        planned = next((each for words, each in ORDERS.items() if words in phase and "movement" in phase), {})
        for power, orders in planned.items():
            ordered(self.phones[power], *orders)
        for phone in self.phones.values():
            if not phone.evaluate(CAN_SEAL):
                continue
            row = "#sheet li.missing [data-do=legal]" if "retreats" in phase else "#sheet li.site [data-do=legal]"
            if "movement" not in phase and phone.evaluate(f"!!document.querySelector({row!r})"):
                chosen_first(phone, row)

    def seal(self, phase: str) -> None:
        """Seal on all phones that can, and go on to the next phase."""
        is_steered = phase == "Fall 1901, movement"
        if is_steered:
            self.program.let_steer("AUSTRIA")
        for phone in self.phones.values():
            if phone.evaluate(CAN_SEAL):
                sealed(phone)
        if is_steered:
            self.told = steered(self.program, self.phones["AUSTRIA"], self.stage)
        for phone in self.phones.values():
            phone.until(f"!document.querySelector('#panel').hidden || !document.querySelector('#sheet').innerText.includes({phase!r})")
        self.results.add(self.phones["AUSTRIA"].text("#panel-title"))
        for phone in self.phones.values():
            gone_on(phone, phase)


def reloaded_in_mid_order(evening: Evening) -> None:
    """Two phones load the page again while a unit is picked; what was ordered before stands there."""
    for power, order in (("AUSTRIA", "A VIE - GAL"), ("TURKEY", "F ANK - BLA")):
        phone = evening.phones[power]
        ordered(phone, order)
        place = "TRI" if power == "AUSTRIA" else "SMY"
        listed(phone, place)
        phone.call("Page.reload")
        phone.until(f"{CLOSED} && {HERE} && document.querySelector('.orders li.order [data-p={order.split()[1]}]')")


def taken_over(evening: Evening) -> None:
    """Germany goes on with the tablet; its phone shows nothing of the seat any more, and watches from then on."""
    first, tablet = evening.phones["GERMANY"], evening.tablet
    ordered(first, "A MUN - RUH")
    panel(first, "more")
    first.press_words("Go on with another phone", "document.querySelector('#panel code')")
    link = first.text("#panel code")
    tablet.go(link.replace(link.partition("/#")[0], evening.program.address))
    tablet.until("document.querySelector('.orders li.order [data-p=MUN]')")
    first.until("document.querySelector('#table').hidden")
    assert "Ruhr" not in first.text()
    first.go(f"{evening.program.address}/stage")
    first.until("document.querySelector('#side').innerText")
    evening.phones["GERMANY"], evening.tablet = tablet, first


def left_and_came_back(evening: Evening) -> None:
    """Italy closes the page, the others write on, and a fresh page on the same phone is in its seat with its draft."""
    finn = evening.phones["ITALY"]
    ordered(finn, "A VEN - PIE")
    old = finn.target
    finn.page()
    evening.browser.outside("Target.closeTarget", targetId=old)
    ordered(evening.phones["RUSSIA"], "A MOS - UKR")
    finn.go(f"{evening.program.address}/")
    finn.until(f"{HERE} && document.querySelector('.orders li.order [data-p=VEN]')")


def killed_in_mid_round(evening: Evening) -> None:
    """The program ends as by a loss of power, with a seal of a phone and one of the laptop; the phones go on by themselves."""
    dan = evening.phones["GERMANY"]
    evening.laptop("seal --anyway")
    sealed(dan)
    dan.until("document.querySelector('.bigwax') && [...document.querySelectorAll('.seats .sealed')].length >= 2")
    evening.program.kill()
    for phone in evening.phones.values():
        phone.until("!document.querySelector('#line').hidden")
    evening.program.start()
    for phone in (*evening.phones.values(), evening.stage, evening.tablet):
        phone.until(HERE)
    dan.until("document.querySelector('.bigwax')", "the seal after the start")
    evening.program.type("unlock ENGLAND 4711")


EVENTS: Mapping[str, Callable[[Evening], None]] = {
    "Spring 1901": reloaded_in_mid_order,
    "Fall 1901": taken_over,
    "Spring 1902": left_and_came_back,
    "Fall 1902": killed_in_mid_round,
}


def test_three_years_with_a_pin_at_the_laptop_an_opponent_retreats_builds_and_a_draw(browser: Chromium, program: Program) -> None:
    evening = Evening(browser, program)
    assert len(browser.contexts) == CONTEXTS
    seen: list[str] = []
    while "1904" not in (phase := evening.present()):
        assert len(seen) < 25, seen
        assert not seen or phase != seen[-1]
        seen.append(phase)
        evening.write(phase)
        if phase == "Fall 1901, retreats":
            asked = {power for power, phone in evening.phones.items() if phone.evaluate(CAN_SEAL)}
            assert asked == {"TURKEY"}, "only Turkey was driven out"
        event = EVENTS.get(phase.removesuffix(", movement"))
        if event is not None:
            event(evening)
        evening.laptop("seal --anyway")
        evening.seal(phase)
    assert "Fall 1901, retreats" in seen
    assert any("builds" in each or "adjustment" in each for each in seen), seen
    assert [year for year in ("1901", "1902", "1903") if f"Spring {year}, movement" in seen] == ["1901", "1902", "1903"]
    assert "Bulgaria" in evening.told
    assert "Spring 1901, movement" in evening.results

    # The opponent is no obstacle: it joins the draw that all people vote for.
    for phone in evening.phones.values():
        panel(phone, "vote")
        phone.press('#panel [data-choice="draw"]', f"{VOTED} || {OVER}")
        if phone.evaluate("!document.querySelector('#panel').hidden"):
            closed(phone)
    assert not evening.phones["AUSTRIA"].evaluate(OVER), "the person at the laptop has not voted"
    evening.laptop("vote ENGLAND draw", "close-seat")
    for phone in evening.phones.values():
        phone.until(OVER)
    evening.stage.until("document.querySelector('#side').innerText.toLowerCase().includes('draw')")
    pages = (*evening.phones.values(), evening.stage, evening.tablet)
    assert len(browser.contexts) == CONTEXTS
    assert [page.told("Runtime.exceptionThrown") for page in pages] == [[]] * len(pages)
    assert "4711" not in program.text
    for page in pages:
        page.close()
