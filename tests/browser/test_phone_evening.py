"""An evening of three years at real pages: a seat at the laptop with a PIN, an opponent, retreats, builds, and a draw."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.phones import Phone, waited
from tests.browser.test_phones import Program, ordered, sat_down, sealed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AT_PHONES = ("AUSTRIA", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ORDERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Spring 1901": {"AUSTRIA": ("A BUD - SER",), "RUSSIA": ("F SEV - RUM",), "TURKEY": ("A CON - BUL",)},
    "Fall 1901": {"AUSTRIA": ("A SER - BUL",), "RUSSIA": ("F RUM S A SER - BUL",)},
}
_PATIENCE = 60.0


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path)
    made.start()
    made.type("give-seat ENGLAND Ben --new-secret 4711", "give-seat FRANCE bot:steady")
    yield made
    made.kill()


def can_seal(phone: Phone) -> bool:
    return bool(phone.evaluate("!!document.querySelector('#sheet [data-do=seal]')"))


def phase_of(phone: Phone) -> str:
    return phone.text("#sheet .title")


def results_closed(phones: Mapping[str, Phone], phase: str) -> None:
    """Wait on each phone until *phase* is over, and close its results; a phase of the opponent alone may follow at once."""
    for phone in phones.values():
        end = time.monotonic() + _PATIENCE
        while phase_of(phone) == phase or phone.evaluate("!document.querySelector('#panel').hidden"):
            assert time.monotonic() < end, phone.text()
            phone.evaluate("document.querySelector('#panel .close')?.click()")


def test_three_years_with_a_pin_at_the_laptop_an_opponent_retreats_builds_and_a_draw(browser: Chromium, program: Program) -> None:
    phones = {power: sat_down(browser, program, power) for power in AT_PHONES}
    stage = Phone(browser, (1920, 1080), touch=False)
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelectorAll('.seats li').length === 7")
    seen: list[str] = []
    told, shown = set[str](), set[str]()
    killed = False
    while len(seen) < 25:
        phase = phase_of(phones["AUSTRIA"])
        if "1904" in phase:
            break
        seen.append(phase)
        for power, orders in next((each for words, each in ORDERS.items() if words in phase and "movement" in phase), {}).items():
            ordered(phones[power], *orders)
        if "retreats" in phase:
            assert can_seal(phones["TURKEY"]), "only Turkey was driven out"
            assert not can_seal(phones["AUSTRIA"])
            phones["TURKEY"].press("#sheet [data-do=legal]")
            phones["TURKEY"].press("#panel [data-do=want]")
            phones["TURKEY"].until("document.querySelector('#panel').hidden")
        if "builds" in phase:
            for phone in phones.values():
                if phone.evaluate("!!document.querySelector('#sheet li.site')"):
                    phone.press("#sheet li.site [data-do=legal]")
                    phone.press("#panel [data-do=want]")
                    phone.until("document.querySelector('#panel').hidden")
        program.type("open-seat ENGLAND 4711", "seal --anyway")
        if "Fall 1902" in phase and not killed:
            killed = True  # in the middle of the round, with a seal of the laptop and one of a phone
            sealed(phones["GERMANY"])
            phones["GERMANY"].until("document.querySelector('.bigwax')")
            waited(lambda: phones["ITALY"].evaluate("document.querySelectorAll('.seats .sealed').length") in {0, 2}, "the seals")
            program.kill()
            phones["ITALY"].until("!document.querySelector('#line').hidden")
            program.start()
            for phone in phones.values():
                phone.until("document.querySelector('#line').hidden")
            program.type("unlock ENGLAND 4711", "open-seat ENGLAND 4711", "seal --anyway")
        for phone in phones.values():
            if can_seal(phone):
                sealed(phone)
        end = time.monotonic() + _PATIENCE
        while phase_of(phones["AUSTRIA"]) == phase or phones["AUSTRIA"].evaluate("document.querySelector('#panel').hidden"):
            told.add(stage.text(".told h1"))
            assert time.monotonic() < end, phones["AUSTRIA"].text()
        shown.add(phones["AUSTRIA"].text("#panel-title"))
        results_closed(phones, phase)
    assert [each for each in seen if "retreats" in each]
    assert [each for each in seen if "builds" in each]
    assert {year for year in ("1901", "1902", "1903") if any(year in each for each in seen)} == {"1901", "1902", "1903"}
    assert "Austria-Hungary takes Bulgaria." in told, told
    assert "Spring 1901, movement" in shown
    assert killed

    # Letters pass between phones alone, and the votes of all who are left end the game.
    program.type("open-seat ENGLAND 4711", "vote ENGLAND draw", "close-seat")
    for phone in phones.values():
        phone.press("#sheet [data-name=vote]")
        phone.press('#panel [data-choice="draw"]')
    thrown = [event for event in browser.events if event.get("method") == "Runtime.exceptionThrown"]
    assert thrown == []
    assert "4711" not in program.text
    for phone in (*phones.values(), stage):
        phone.close()
