"""Hidden things on real pages: fog, letters that a hook forbids, votes that are sealed, a board that is too large."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.game.edits import new_game
from app.game.file_store import write_game
from app.web import site
from tests.browser.chromium import Chromium
from tests.browser.phones import Phone
from tests.browser.test_phones import VOTED, Program, closed, ordered, panel, sat_down, sealed
from tests.unit.app.web.test_site import Served
from variants.catalogue import standard

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WORD = re.compile(r"(?<![\w+/])draw(?![\w+/=])", re.IGNORECASE)
UNITS = "[...document.querySelectorAll('#layer [data-u]')].map(e => e.dataset.u).sort()"


@pytest.fixture
def started(browser: Chromium, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path, *getattr(request, "param", ()))
    if not hasattr(request, "param"):
        write_game(tmp_path / "evening.dpn", new_game(standard(), "Evening"))
        made.run("table AUSTRIA=phone ENGLAND=hold FRANCE=hold GERMANY=hold ITALY=phone RUSSIA=hold TURKEY=hold --secret-votes")
    made.start()
    yield made
    browser.put_phones_away()
    made.kill()


@pytest.mark.parametrize("started", [("--variant", "fog-of-war")], indirect=True)
def test_in_fog_a_phone_draws_what_its_power_sees_and_the_stage_draws_nothing(browser: Chromium, started: Program) -> None:
    ada, cleo = sat_down(browser, started, "AUSTRIA"), sat_down(browser, started, "FRANCE")
    stage = Phone(browser, (1920, 1080), touch=False)
    stage.go(f"{started.address}/stage")
    stage.until("document.querySelector('#canvas svg') && document.querySelectorAll('.fogged').length > 20")
    assert {"BUD", "TRI", "VIE"} <= set(ada.evaluate(UNITS))
    assert {"PAR", "ANK", "MOS"}.isdisjoint(ada.evaluate(UNITS))
    assert {"BUD", "ANK", "MOS"}.isdisjoint(cleo.evaluate(UNITS))
    assert stage.evaluate(UNITS) == []
    assert ada.evaluate("document.querySelectorAll('.fogged').length") > 20
    ordered(ada, "A BUD - SER")
    for page in (cleo, stage):
        assert "Serbia" not in page.text("#sheet, #side")
    for page in (ada, cleo, stage):
        page.close()


@pytest.mark.parametrize("started", [("--variant", "gunboat")], indirect=True)
def test_a_letter_that_the_hook_of_a_game_forbids_is_refused_on_the_phone(browser: Chromium, started: Program) -> None:
    ada, eva = sat_down(browser, started, "AUSTRIA"), sat_down(browser, started, "RUSSIA")
    panel(ada, "letters")
    ada.press("label:has(#to-RUSSIA)", "document.querySelector('#to-RUSSIA').checked")
    ada.fill("#letter", "Shall we?")
    ada.press("#panel .writeletter button[type=submit]", "document.querySelector('#prompt .said')")
    assert eva.evaluate("document.querySelector('.post b') === null")
    assert "Shall we?" not in eva.text("body")
    for phone in (ada, eva):
        phone.close()


def test_votes_that_are_sealed_are_seen_by_nobody_else(browser: Chromium, started: Program) -> None:
    ada, finn = sat_down(browser, started, "AUSTRIA"), sat_down(browser, started, "ITALY")
    panel(ada, "vote")
    ada.until("document.querySelector('#panel').innerText.includes('Nobody sees how you vote.')")
    ada.press('#panel [data-choice="draw"]', VOTED)
    closed(ada)
    for phone in (ada, finn):
        sealed(phone)
    finn.until("!document.querySelector('#panel').hidden", "the results")
    assert "draw" not in finn.text("#panel").lower()
    assert WORD.search(started.text) is None  # what is sealed may hold these letters by chance
    for phone in (ada, finn):
        phone.close()


def test_a_board_too_large_for_a_page_leaves_the_list_of_orders(
    browser: Chromium, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "LARGEST_BOARD", 1000)
    served = Served(tmp_path)
    request.addfinalizer(served.close)
    phone = Phone(browser)
    phone.go(f"http://{served.base}/#join.{served.web.desk.door.word}")
    phone.fill("#name", "Ada")
    phone.evaluate("document.querySelector('#power').value = 'AUSTRIA'")
    phone.press_words("Sit down", "document.querySelector('.orders')")
    phone.until("document.querySelector('#canvas').innerText.includes('too large')")
    ordered(phone, "A BUD - SER")
    phone.close()
