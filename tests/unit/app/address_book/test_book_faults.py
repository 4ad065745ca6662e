"""The address book as people write it: any TOML, and unknown names are reported with their line."""

from __future__ import annotations

import pytest

from app.address_book.address_book import Person, book_of, with_person, without_person
from app.address_book.senders import unknown_powers
from tests.unit.app.address_book.test_senders import game

DAN = b'[[person]]\nname = "Dan Doe"\nmails = ["dan@example.org"]\npowers = ["TURKEY"]\nlanguage = "de"'


@pytest.mark.parametrize(
    "text",
    [
        DAN,
        b"\xef\xbb\xbf" + DAN,
        b'person = [{name = "Dan Doe", mails = ["dan@example.org"]}]',
        b'person = [{name = "Dan Doe", mails = ["dan@example.org"]},\n  {name = "Eve", mails = []}]\n',
        b'[[ person ]]\r\n"name" = \'Dan Doe\'\r\nmails = [\r\n  "dan@example.org", # at home\r\n]',
        b"person = []",
        b"",
    ],
)
def test_somebody_is_added_to_and_taken_out_of_any_toml(text: bytes) -> None:
    book = book_of(text)
    assert book.faults == ()
    added = book_of(with_person(book, Person("New", ("new@example.org",))).encode())
    assert added.faults == ()
    assert added.people == (*book.people, Person("New", ("new@example.org",)))
    for at, person in enumerate(book.people):
        left = book_of(without_person(book, at).encode())
        assert person not in left.people
        assert len(left.people) == len(book.people) - 1


def test_an_unknown_language_is_named_with_its_line_and_its_person_stays() -> None:
    book = book_of(DAN.replace(b'"de"', b'"klingon"'))
    assert [(each.line, "klingon" in each.what) for each in book.faults] == [(5, True)]
    assert [person.name for person in book.people] == ["Dan Doe"]
    assert book.can_be_written


@pytest.mark.parametrize(
    ("powers", "told"),
    [
        ('["TURKEY"]', False),
        ('["Winter Harbour: Turkey"]', False),
        ('["Summer Harbour: MARS"]', False),
        ('["TURKEI"]', True),
        ('["Winter Harbour: MARS"]', True),
    ],
)
def test_an_unknown_power_is_named_with_its_line(powers: str, told: bool) -> None:
    book = book_of(DAN.replace(b'["TURKEY"]', powers.encode()))
    assert [each.line for each in unknown_powers(book, game())] == ([4] if told else [])
