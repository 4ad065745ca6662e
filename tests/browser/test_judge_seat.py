"""A seat of the judge in a real browser: its link opens the board, fingers write orders, and what others do is shown without a reload."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import TypeVar

import pytest

from app.judge import records
from tests.browser.chromium import Chromium
from tests.browser.phones import Phone, waited
from tests.unit.app.judge.browser import pages_of
from tests.unit.app.judge.table import JudgeTable
from tests.unit.app.judge.test_life_of_a_game import DEADLINE
from tests.unit.app.judge.test_web import orders_of

_T = TypeVar("_T")


class AtWork:
    """A judge that serves its pages on a thread of its own, as its loop does; everything else is asked of that thread."""

    def __init__(self, table: JudgeTable, port: int) -> None:
        self.table, self.port = table, port

    def do(self, work: Callable[[], _T]) -> _T:
        """Result of *work* on the judge's thread."""
        found: _T = self.table.judge.pages.ask(work).result(120)
        return found

    def link(self, power: str) -> str:
        """The link of a seat."""
        seat = self.do(lambda: self.table.record().seats[power])
        return f"http://127.0.0.1:{self.port}/seat/{self.table.judge.state.token_of('harbour', seat)}"

    def mail(self, power: str, text: str) -> None:
        """Have a player write a mail, and the judge answer it."""
        self.do(lambda: self.table.ask(self.table.players()[power], text, self.table.token(self.table.players()[power])))

    def orders(self, power: str) -> list[str]:
        """Orders of a power."""
        return self.do(lambda: orders_of(self.table, power))


@contextmanager
def at_work(table: JudgeTable) -> Iterator[AtWork]:
    """The judge at work on *table*."""
    over = threading.Event()

    def serve() -> None:
        while not over.is_set():
            table.judge.pages.serve()
            sleep(0.01)

    with pages_of(table.judge) as site:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield AtWork(table, site.port)
        finally:
            over.set()
            thread.join()


@pytest.fixture
def judge(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtWork]:
    """A judge with a game."""
    monkeypatch.setattr(records, "_WORK", 2)
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    table = JudgeTable(own_folders / "judge")
    table.begin()
    with at_work(table) as made:
        yield made
    table.kill()


def tap_first_target(phone: Phone) -> None:
    """Tap the first dot of the picked unit, where one is still there."""
    if phone.evaluate("!!document.querySelector('#dots .dot')"):
        phone.touch(*phone.dot())


def test_a_player_opens_the_link_taps_an_order_and_sees_what_comes_by_mail_and_the_results(judge: AtWork, browser: Chromium) -> None:
    phone = Phone(browser)
    phone.go(judge.link("FRANCE"))
    phone.until("document.querySelector('#layer [data-u=PAR]') && document.querySelector('#sheet h2')")
    assert "Spring 1901" in phone.text("#sheet")
    phone.act(lambda: phone.touch(*phone.province("PAR")), "document.querySelectorAll('#dots .dot').length > 0", "targets")
    phone.act(lambda: tap_first_target(phone), "document.querySelector('#sheet').innerText.includes('2 still open')", "the order")
    waited(lambda: [each[:8] for each in judge.orders("FRANCE")] == ["A PAR - "], "the order in the game")
    judge.mail("FRANCE", "A MAR - SPA")
    phone.until("document.querySelector('#sheet').innerText.includes('Spain')", "the order that came by mail")
    judge.mail("GERMANY", "PRESS TO F\nshall we?\nENDPRESS")
    phone.until("document.querySelector('.post b')", "the letter")
    phone.press("[data-do=panel][data-name=letters]", "document.querySelector('#panel').innerText.includes('shall we?')")
    phone.evaluate("document.querySelector('#to-GERMANY').click()")
    phone.fill("#letter", "gladly\nENDPRESS\nindeed")
    phone.press(".writeletter button[type=submit]", "document.querySelector('#panel').innerText.includes('gladly')")
    assert "indeed" in phone.text("#panel")
    phone.press("#panel .close", "document.querySelector('#panel').hidden")
    phone.press_words("Wait for the deadline", "document.querySelector('#sheet').innerText.includes('as soon as all orders are in')")
    judge.do(lambda: judge.table.go(DEADLINE))
    phone.until("!document.querySelector('#panel').hidden && document.querySelector('#panel').innerText.includes('France')", "results")
    phone.press("#panel .close", "document.querySelector('#panel').hidden")
    phone.until("document.querySelector('#sheet').innerText.includes('Fall 1901')")
    assert phone.told("Runtime.exceptionThrown") == []


def test_a_seat_follows_its_language_and_leads_to_the_forms(judge: AtWork, browser: Chromium) -> None:
    phone = Phone(browser, (360, 740))
    phone.go(judge.link("TURKEY"))
    phone.press("[data-do=panel][data-name=more]", "document.querySelector('#panel [data-form=words]')")
    phone.fill("#words", "STATUS")
    phone.press("#panel [data-form=words] button", "document.querySelector('#panel').innerText.includes('no orders yet')")
    phone.evaluate(
        "(e => { e.value = 'de'; e.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('#panel select'))"
    )
    phone.until("document.documentElement.lang === 'de' && document.querySelector('#sheet h2')", "the page in German")
    assert judge.do(lambda: judge.table.record().seats["TURKEY"].language) == "de"
    phone.press("[data-do=panel][data-name=more]", "document.querySelector('#panel a')")
    phone.press("#panel a", "location.pathname === '/game/harbour' && document.querySelector('form')")
