"""Fingers on the board of a phone, pages without motion, and pages without a network."""

from __future__ import annotations

import pytest

from adjudicator.legal import legal_orders
from tests.browser.chromium import Chromium
from tests.browser.phones import Phone
from tests.browser.test_phones import CLOSED, POWERS, Program, ordered, picked, program, sat_down, sealed
from variants.catalogue import shipped

__all__ = ["program"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HERE, LOST = "document.querySelector('#line').hidden", "!document.querySelector('#line').hidden"
A_FINGER = 43.5
"""Pixels that a target of a finger has at least, with what rounding takes."""
ASKED = "document.querySelectorAll('#which button').length >= 2"
OPENED = "document.querySelector('#panel [data-do=want]')"


def order_of(place: str) -> str:
    """Expression for the written order of the unit in *place*."""
    return f"document.querySelector('.orders li.order [data-p={place}]')"


def test_a_long_press_lists_every_legal_order(browser: Chromium, program: Program) -> None:
    phone = sat_down(browser, program, "AUSTRIA")

    def pressed() -> None:
        if phone.evaluate(CLOSED):
            phone.touch(*phone.province("TRI"), seconds=0.9)

    phone.act(pressed, OPENED)
    variant = shipped("standard").variant
    expected = {str(each) for each in legal_orders(variant, variant.start, "TRI")}
    assert len(expected) > 5
    listed = set(phone.evaluate("[...document.querySelectorAll('#panel [data-do=want]')].map(each => each.dataset.o)"))
    assert listed == expected
    assert "Fleet Trieste moves to the Adriatic Sea" in phone.text("#panel")
    phone.press('#panel [data-o="F TRI - ADR"]', CLOSED)
    phone.until(order_of("TRI"))
    phone.close()


def test_a_finger_between_two_units_is_asked_which_is_meant(browser: Chromium, program: Program) -> None:
    phone = sat_down(browser, program, "AUSTRIA")
    whole = """[...document.querySelectorAll('#canvas [data-p]')].map(each => each.getBoundingClientRect())
    .every(b => b.left > -9 && b.right < innerWidth + 9)"""
    phone.press("[data-zoom=fit]", whole)

    def between() -> None:
        (left, top), (right, bottom) = phone.province("VIE"), phone.province("BUD")
        assert 0 < abs(left - right) + abs(top - bottom) < 60, "on the whole board of a phone they lie beside one another"
        phone.touch((left + right) / 2, (top + bottom) / 2)

    phone.act(between, ASKED)
    assert "Which do you mean?" in phone.text("#which")
    sizes = phone.evaluate(
        "[...document.querySelectorAll('#which button')].map(e => (b => [b.width, b.height])(e.getBoundingClientRect()))"
    )
    assert all(min(size) >= A_FINGER for size in sizes), sizes
    assert phone.evaluate("!document.querySelector('#dots .picked') && !document.querySelector('.orders li.order')"), "nothing is guessed"
    names = phone.evaluate("[...document.querySelectorAll('#which button')].map(each => each.innerText)")
    assert {"Vienna", "Budapest"} <= set(names)
    phone.press_words("Budapest", "document.querySelector('#dots .picked') && !document.querySelector('#which')")
    ordered(phone, "A BUD - SER")
    phone.close()


def test_a_convoy_is_proposed_along_the_shortest_chain(browser: Chromium, program: Program) -> None:
    program.type(*(f"give-seat {power} hold" for power in POWERS if power != "ENGLAND"))
    phone = sat_down(browser, program, "ENGLAND")
    ordered(phone, "F LON - NTH", "F EDI - NWG", "A LVP - EDI")
    sealed(phone)
    phone.until("!document.querySelector('#panel').hidden", "the results")
    phone.press("#panel .close", CLOSED)
    phone.until("document.querySelector('#sheet').innerText.includes('Fall 1901')")
    picked(phone, "EDI")
    phone.act(lambda: phone.touch(*phone.province("BEL")), f"{order_of('EDI')} || {ASKED}")
    if phone.evaluate(ASKED):
        phone.press_words("Belgium", order_of("EDI"))
    orders = phone.text(".orders")
    assert "Army Edinburgh moves to Belgium" in orders
    assert "Fleet North Sea convoys Army Edinburgh to Belgium" in orders
    assert "Norwegian Sea convoys" not in orders
    phone.close()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_without_motion_the_camera_is_at_its_place_at_once_and_panels_do_not_rise(browser: Chromium, program: Program, motion: str) -> None:
    program.type(*(f"give-seat {power} hold" for power in POWERS if power not in {"AUSTRIA", "RUSSIA"}))
    ada, eva = (sat_down(browser, program, power) for power in ("AUSTRIA", "RUSSIA"))
    stage = Phone(browser, (1366, 768), touch=False)
    for page in (ada, stage):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelector('#canvas svg')?.style.transform")
    ordered(ada, "A VIE - GAL")
    ordered(eva, "A WAR - GAL")
    ada.press("#sheet [data-name=notes]", "!document.querySelector('#panel').hidden")
    animated = ada.evaluate("getComputedStyle(document.querySelector('#panel')).animationName !== 'none'")
    ada.press("#panel .close", CLOSED)
    assert animated == (motion == "no-preference")
    stage.evaluate(
        "window.asked = 0; (real => { window.requestAnimationFrame = f => { asked++; return real(f); }; })(requestAnimationFrame); 1"
    )
    before = stage.evaluate("document.querySelector('#canvas svg').style.transform")
    program.let_steer("AUSTRIA")
    for phone in (ada, eva):
        sealed(phone)
    stage.until(f"document.querySelector('.told h1') && document.querySelector('#canvas svg').style.transform !== {before!r}")
    assert bool(stage.evaluate("asked")) == (motion == "no-preference")
    for page in (ada, eva, stage):
        page.close()


def test_a_phone_tries_every_second_to_come_back_and_is_in_its_seat_with_its_draft(browser: Chromium, program: Program) -> None:
    phone = sat_down(browser, program, "AUSTRIA")
    ordered(phone, "A BUD - SER")
    phone.evaluate(
        """window.waits = []; (real => { window.setTimeout = (work, after, ...more) => {
        if (work.name === 'connect') waits.push(after); return real(work, after, ...more); }; })(window.setTimeout); 1"""
    )
    program.kill()
    phone.until(LOST)
    phone.until("waits.length >= 7", "tries to come back")
    assert all(0 < each <= 1000 for each in phone.evaluate("waits"))
    program.start()
    phone.until(f"{HERE} && {order_of('BUD')}")
    ordered(phone, "A VIE - GAL")
    phone.close()


def test_without_a_network_the_page_says_so_loses_nothing_and_goes_on_by_itself(browser: Chromium, program: Program) -> None:
    phone = sat_down(browser, program, "AUSTRIA")
    ordered(phone, "A BUD - SER")
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.call("Network.emulateNetworkConditions", offline=True, **network)
    phone.until(LOST)
    assert "No connection" in phone.text("#line")
    assert phone.evaluate(f"!!{order_of('BUD')}"), "what was written stays in sight"
    phone.call("Network.emulateNetworkConditions", offline=False, **network)
    phone.until(f"{HERE} && {order_of('BUD')}")
    ordered(phone, "A VIE - GAL")
    phone.close()
