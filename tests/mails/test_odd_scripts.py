"""Mails in other scripts and of one line: orders are placed, letters that only look alike are asked about, and nothing is lost."""

from __future__ import annotations

import pytest

from app.mail_in.accounting import Accounting, Fate
from tests.mails.test_what_is_plain import read, taken


def lost(account: Accounting, text: str) -> set[int]:
    """The lines of *text* that have words and no account."""
    told = {line.line for letter in account.letters for line in letter.lines}
    return {number for number, line in enumerate(text.split("\n"), 1) if line.strip()} - told


def test_marks_of_right_to_left_text_around_orders_change_nothing() -> None:
    text = "שלום, הנה הפקודות שלי:\n\u202bA Par - Bur\u202c\n\u200fA Mar - Spa\u200f\nF Bre - MAO\nתודה"
    account = read(text)
    assert taken(account) == ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]
    assert [line.text for line in account.taken] == ["A Par - Bur", "A Mar - Spa", "F Bre - MAO"]
    assert lost(account, text) == set()


@pytest.mark.parametrize("line", ["А Par - Bur", "A Маr - Spa", "F Вre - MAO", "Α Mar - Spa"])
def test_letters_of_another_script_that_look_alike_are_asked_about(line: str) -> None:
    account = read(line)
    assert taken(account) == []
    assert account.of(Fate.DOUBTFUL)


def test_words_of_several_scripts_stand_beside_an_order() -> None:
    text = "Привет! A Par - Bur, спасибо\nFleet Brest → Mid-Atlantic 海\n軍 Par"
    account = read(text)
    assert taken(account) == ["A PAR - BUR", "F BRE - MAO"]
    assert lost(account, text) == set()


@pytest.mark.parametrize("mark", ["; ", ". ", ", "])
def test_a_line_of_two_hundred_orders_is_read_part_by_part(mark: str) -> None:
    orders = ["A Par - Bur", "A Mar - Spa", "F Bre - MAO"]
    account = read(mark.join(orders[number % 3] for number in range(200)))
    assert taken(account) == ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]
    (letter,) = account.letters
    columns = [line.column for line in letter.lines]
    assert columns == sorted(columns)
    assert len(account.of(Fate.REPEAT)) == 197 or letter.letter.troubles
