"""The door of a table: the word lets one ask, and wrong words cost time."""

from __future__ import annotations

import re

import pytest

from app.game.record import EditError
from app.session.requests import WebTerms
from app.web.desk import TableDoor, table_word
from app.web.terms import addresses_of, allowed_host, allowed_origin, is_loopback
from tests.unit.app.session.table_desk import Hand


def test_a_word_has_six_letters_that_can_be_said() -> None:
    words = {table_word() for _ in range(200)}
    assert all(re.fullmatch(r"([a-z][aeiou]){3}", word) for word in words)
    assert len(words) > 190


def test_wrong_words_slow_one_address_down_and_not_the_others() -> None:
    clock = Hand()
    door = TableDoor(clock, word="hafeno")
    for _ in range(4):
        with pytest.raises(EditError, match="not the table password"):
            door.knock("wrong", "10.0.0.1")
    with pytest.raises(EditError, match="Try again in"):
        door.knock("hafeno", "10.0.0.1")
    door.knock(" Hafeno ", "10.0.0.2")
    clock.now += 61
    door.knock("hafeno", "10.0.0.1")


def test_many_addresses_together_are_slowed_down_too() -> None:
    clock = Hand()
    door = TableDoor(clock, word="hafeno")
    for number in range(31):
        with pytest.raises(EditError, match="not the table password"):
            door.knock("wrong", f"10.0.0.{number}")
    with pytest.raises(EditError, match="Try again in"):
        door.knock("hafeno", "10.0.1.1")


@pytest.mark.parametrize("host", ["127.0.0.1:1901", "192.168.0.20:1901", "[::1]:1901", "localhost", "entente.local:80"])
def test_addresses_of_this_machine_are_ours(host: str) -> None:
    assert allowed_host(host, WebTerms())


@pytest.mark.parametrize(
    "host", ["", "evil.example", "127.0.0.1.evil.example", "127.0.0.1; x.local", "a b.local", "evil.example:1901", "é.local"]
)
def test_a_name_that_anybody_can_point_here_is_turned_away(host: str) -> None:
    assert not allowed_host(host, WebTerms())


def test_a_public_address_is_ours_and_so_are_its_pages() -> None:
    terms = WebTerms(public_url="https://table.example.org/")
    assert allowed_host("table.example.org", terms)
    assert allowed_origin("https://table.example.org", "127.0.0.1:1901", terms)
    assert addresses_of(terms, 1901) == ("https://table.example.org",)


@pytest.mark.parametrize("origin", [None, "", "null", "http://evil.example", "http://192.168.0.20", "http://192.168.0.20:1902"])
def test_a_connection_from_a_page_of_others_is_turned_away(origin: str | None) -> None:
    assert not allowed_origin(origin, "192.168.0.20:1901", WebTerms())
    assert allowed_origin("http://192.168.0.20:1901", "192.168.0.20:1901", WebTerms())


def test_only_this_machine_unless_asked() -> None:
    assert is_loopback(WebTerms().host)
    assert not is_loopback("0.0.0.0")
    assert addresses_of(WebTerms("::1"), 80) == ("http://[::1]:80",)
