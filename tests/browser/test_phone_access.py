"""Pages of a table for everybody: axe-core over every state by day and by night, targets for fingers, nothing cut off in any language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.accessibility import cut_off, cut_words, faults, small_targets
from tests.browser.chromium import Chromium
from tests.browser.phones import PHONE, Phone
from tests.browser.test_phones import OVER, POWERS, VOTED, Program, closed, listed, ordered, panel, sat_down, sealed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PANELS = ("letters", "notes", "vote", "more")
LATER = ("results", "past", "story")


@pytest.fixture(scope="module")
def program(browser: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    made = Program(tmp_path_factory.mktemp("access"))
    made.start()
    yield made
    browser.put_phones_away()
    made.kill()


def looked_at(phone: Phone, name: str) -> list[str]:
    """Return what is wrong with what *phone* shows now, by day and by night."""
    found = []
    for dark in (False, True):
        phone.resize(PHONE, dark=dark)
        found += [f"{name}, {'night' if dark else 'day'}: {each}" for each in faults(phone)]
    found += [f"{name}: small {each}" for each in small_targets(phone)]
    if cut_off(phone):
        found.append(f"{name}: cut off")
    phone.resize(PHONE)
    picture(phone, name)
    return found


def on_stage(stage: Phone, name: str) -> list[str]:
    """Return what is wrong with what the *stage* shows now, by day and by night."""
    found = []
    for dark in (False, True):
        stage.resize((1920, 1080), touch=False, dark=dark)
        found += [f"stage, {name}, {'night' if dark else 'day'}: {each}" for each in faults(stage)]
    stage.resize((1920, 1080), touch=False)
    picture(stage, f"stage-{name}")
    return found


def picture(page: Phone, name: str) -> None:
    """Keep a picture to look at, where a folder for them is named."""
    folder = os.environ.get("ENTENTE_PICTURES")
    if folder:
        (Path(folder) / f"access-{name}.png").write_bytes(page.screenshot())


def test_axe_finds_nothing_in_any_state_of_phones_and_stage(browser: Chromium, program: Program) -> None:
    wrong: list[str] = []
    stage = Phone(browser, (1920, 1080), touch=False)
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelectorAll('.tiles li').length === 7")
    wrong += on_stage(stage, "lobby")
    guest = Phone(browser)
    guest.go(f"{program.address}/")
    guest.until("document.querySelector('#name')")
    wrong += looked_at(guest, "lobby")
    guest.fill("#word", "wrong")
    guest.fill("#name", "Zoe")
    guest.press_words("Sit down", "document.querySelector('#refused').innerText")
    wrong += looked_at(guest, "refused")
    guest.close()
    phones = {power: sat_down(browser, program, power) for power in POWERS}
    ada = phones["AUSTRIA"]
    wrong += looked_at(ada, "writing")
    for name in PANELS:
        panel(ada, name)
        wrong += looked_at(ada, name)
        closed(ada)
    listed(ada, "BUD")
    wrong += looked_at(ada, "legal")
    closed(ada)
    ada.fill("#typed", "vienna gal")
    ada.until("document.querySelector('#proposals button')")
    wrong += looked_at(ada, "typing")
    ada.press("#proposals [data-o='A VIE - GAL']", "document.querySelector('.orders li.order')")
    ordered(ada, "A BUD - SER")
    wrong += looked_at(ada, "ordered")
    wrong += on_stage(stage, "round")
    sealed(ada)
    ada.until("document.querySelector('.bigwax')")
    wrong += looked_at(ada, "waiting")
    for power, phone in phones.items():
        if power != "AUSTRIA":
            sealed(phone)
    ada.until("!document.querySelector('#panel').hidden")
    wrong += looked_at(ada, "results")
    ada.press_words("Step by step", "document.querySelector('#prompt .next')")
    wrong += looked_at(ada, "step")
    ada.press_words("Back to now", "!document.querySelector('#prompt .next')")
    for name in LATER:
        panel(ada, name)
        wrong += looked_at(ada, name)
        closed(ada)
    program.type("give-seat TURKEY phone --drop")
    phones["TURKEY"].until("document.querySelector('#table').hidden")
    wrong += looked_at(phones.pop("TURKEY"), "gone")
    phones["TURKEY"] = sat_down(browser, program, "TURKEY")
    for phone in phones.values():
        if phone.evaluate("!document.querySelector('#panel').hidden"):
            closed(phone)
        panel(phone, "vote")
        phone.press('#panel [data-choice="draw"]', f"{VOTED} || {OVER}")
    stage.until("document.querySelector('#side .tale')", "the story on the stage")
    wrong += on_stage(stage, "story")
    ada.until(OVER)
    wrong += looked_at(ada, "over")
    for page in (*phones.values(), stage):
        page.close()
    assert wrong == [], "\n".join(wrong)


def test_no_language_is_cut_off_on_the_narrowest_phone(browser: Chromium, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.start()
    request.addfinalizer(program.kill)
    program.type(*(f"give-seat {power} bot:holding" for power in POWERS if power not in {"AUSTRIA", "RUSSIA"}))
    ada, eva = sat_down(browser, program, "AUSTRIA"), sat_down(browser, program, "RUSSIA")
    ordered(ada, "A VIE - GAL")
    ordered(eva, "A WAR - GAL")
    for phone in (ada, eva):
        sealed(phone)
    ada.until("!document.querySelector('#panel').hidden", "the results")
    ada.resize((360, 640))
    wrong: list[str] = []

    def look(language: str, name: str) -> None:
        wrong.extend(f"{language}, {name}: {each}" for each in (*cut_words(ada), *small_targets(ada)))
        if cut_off(ada):
            wrong.append(f"{language}, {name}: cut off")
        picture(ada, f"{language}-{name}")

    for language in ("en", "de", "es", "fr", "it"):
        ada.go(f"{program.address}/?l={language}")
        ada.until("document.querySelector('#layer [data-u]') && document.querySelector('.orders')")
        assert ada.evaluate("document.documentElement.lang") == language
        look(language, "writing")
        for name in (*PANELS, *LATER):
            panel(ada, name)
            look(language, name)
            closed(ada)
        listed(ada, "BUD")
        look(language, "legal")
        closed(ada)
        ada.press("#sheet [data-do=seal]", "document.querySelector('#ask').open")
        look(language, "asked")
        ada.press("#ask-yes", "document.querySelector('.bigwax')")
        look(language, "waiting")
        ada.press("#sheet [data-do=back]", "document.querySelector('#sheet [data-do=seal]')")
        guest = Phone(browser, (360, 640))
        guest.go(f"{program.address}/?l={language}")
        guest.until("document.querySelector('#lobby h1')")
        wrong += [f"{language}, lobby: {each}" for each in (*cut_words(guest), *small_targets(guest))]
        guest.close()
    for phone in (ada, eva):
        phone.close()
    assert wrong == [], "\n".join(wrong)


def test_words_twice_as_large_are_cut_off_nowhere(browser: Chromium, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.start()
    request.addfinalizer(program.kill)
    phone = sat_down(browser, program, "AUSTRIA")
    phone.evaluate("document.documentElement.style.setProperty('font-size', '200%'), 1")
    for name in ("", *PANELS):
        if name:
            panel(phone, name)
        assert not cut_off(phone), name
        picture(phone, f"large-{name}")
        if name:
            closed(phone)
    phone.close()


def test_34_seats_are_all_seen_on_the_stage_and_a_phone_begins_with_its_neighbours_in_sight(
    browser: Chromium, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    program = Program(tmp_path, "--variant", "chaos")
    program.start()
    request.addfinalizer(program.kill)
    stage, phone = Phone(browser, (1920, 1080), touch=False), Phone(browser)
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelectorAll('.tiles li').length === 34")
    whole = "(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector('.tiles'))"
    stage.until(whole, "a stage on which nobody scrolls")
    for seats in range(14, 6, -1):
        stage.evaluate(f"[...document.querySelectorAll('.tiles li')].slice({seats}).forEach(each => each.remove())")
        stage.until(whole, f"a stage of {seats} seats on which nobody scrolls")
    phone.go(f"{program.address}/#join.{program.word}")
    phone.fill("#name", "Ada")
    phone.evaluate("document.querySelector('#power').value = 'BELGIUM'")
    phone.press_words("Sit down", "document.querySelector('#canvas svg') && document.querySelector('.orders')")
    phone.until(
        """(room => [...document.querySelectorAll('#canvas [data-p]')].map(each => each.getBoundingClientRect())
        .filter(b => b.right > room.left && b.left < room.right && b.bottom > room.top && b.top < room.bottom).length > 8)
        (document.querySelector('#canvas').getBoundingClientRect())""",
        "the provinces around Belgium",
    )
    picture(phone, "chaos")
    picture(stage, "chaos-stage")
    for page in (stage, phone):
        page.close()


def test_axe_finds_nothing_in_the_steps_of_the_stage_and_of_who_steers_them(
    browser: Chromium, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    program = Program(tmp_path)
    program.start()
    request.addfinalizer(program.kill)
    program.type(*(f"give-seat {power} bot:holding" for power in POWERS if power not in {"AUSTRIA", "RUSSIA"}))
    stage = Phone(browser, (1920, 1080), touch=False)
    stage.go(f"{program.address}/stage")
    ada, eva = (sat_down(browser, program, power) for power in ("AUSTRIA", "RUSSIA"))
    ordered(ada, "A VIE - GAL")
    ordered(eva, "A WAR - GAL")
    program.let_steer("AUSTRIA")
    for phone in (ada, eva):
        sealed(phone)
    stage.until("document.querySelector('.told h1')")
    wrong = on_stage(stage, "step")
    ada.until("document.querySelector('#sheet .stepping .next')")
    wrong += looked_at(ada, "steers")
    first = stage.text(".told")
    ada.press("#sheet .stepping .next")
    stage.until(f"document.querySelector('.told') && document.querySelector('.told').innerText !== {first!r}")
    wrong += on_stage(stage, "next")
    wrong += looked_at(eva, "told")
    for page in (ada, eva, stage):
        page.close()
    assert wrong == [], "\n".join(wrong)
