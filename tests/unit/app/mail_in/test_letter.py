"""Moments at which mails of a box arrived: by their headers, by the program that handed them in, and never later than now."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.mail_in.letter import HandedIn, Letter, in_words, with_arrival, without_password
from languages.wording import using
from tests.quick import one_by_one


def hour(number: int | None) -> datetime | None:
    return None if number is None else datetime(2026, 11, 3, number, tzinfo=UTC)


NOW = datetime(2026, 11, 3, 12, tzinfo=UTC)


def arrived(*times: tuple[int | None, int | None], handed_in: int | None = None) -> list[int | None]:
    """The hours at which letters arrived that were sent and received at these hours."""
    letters = [Letter((), sent=hour(sent), received=hour(received)) for sent, received in times]
    moment = hour(handed_in)
    found = with_arrival(letters, NOW, None if moment is None else HandedIn(moment, "mark"))
    return [None if each.arrived is None else each.arrived.hour for each in found]


@one_by_one(
    ("times", "hours"),
    [
        ([(9, None)], [9]),
        ([(9, 10)], [10]),
        ([(None, None)], [None]),
        ([(None, 10)], [10]),
        ([(13, None)], [12]),
        ([(12, None)], [12]),
        ([(9, 13)], [12]),
        ([(13, None), (9, None)], [9, 9]),
        ([(10, None), (9, None)], [10, 10]),
        ([(10, None), (9, 9)], [10, 9]),
        ([(10, None), (9, 9), (8, None)], [10, 9, 10]),
        ([(9, None), (None, None), (8, None)], [9, None, 9]),
        ([(13, None), (14, None), (9, None), (10, None)], [9, 9, 9, 10]),
        ([(13, None), (14, None)], [12, 12]),
    ],
)
def test_a_mail_arrived_when_its_header_says_and_not_before_those_above_it(
    times: list[tuple[int | None, int | None]], hours: list[int | None]
) -> None:
    assert arrived(*times) == hours


@pytest.mark.parametrize(
    ("times", "hours"), [([(9, None)], [11]), ([(9, 10)], [10]), ([(None, None)], [11]), ([(9, None), (8, None)], [11, 11])]
)
def test_a_mail_that_a_program_hands_in_arrives_then(times: list[tuple[int | None, int | None]], hours: list[int | None]) -> None:
    assert arrived(*times, handed_in=11) == hours


def test_a_mail_that_a_program_hands_in_carries_its_mark_and_others_keep_what_they_are() -> None:
    letter = Letter((), sent=hour(9))
    assert with_arrival([letter], NOW, HandedIn(NOW, "mark"))[0].mark == "mark"
    assert with_arrival([letter], NOW) == (letter,)


def test_a_password_that_was_cut_out_is_told_in_the_language_of_the_reader() -> None:
    line = without_password("SIGNON fstraits secret")
    with using("de"):
        assert in_words(line) == "SIGNON fstraits [Passwort entfernt]"
        assert in_words("A Par - Bur") == "A Par - Bur"
