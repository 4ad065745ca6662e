"""Text that came from outside stands on its line, reads as it looks, and has an end."""

from __future__ import annotations

import pytest

from languages.outside_text import LONGEST_LINE, LONGEST_NAME, LONGEST_TEXT, outside_line, outside_name, outside_text
from tests.quick import each_nth, one_by_one


@one_by_one(
    ("written", "line"),
    [
        ("Ada", "Ada"),
        ("  Ada \t", "Ada"),
        ("Ada\n[phase S1901M]", "Ada [phase S1901M]"),
        ("Ada\r\n\r\nTURKEY: Bob", "Ada TURKEY: Bob"),
        ("Ada\x85Bob\u2028Cy\u2029Dee\x0bEve\x0cFay", "Ada Bob Cy Dee Eve Fay"),
        ("\x1b[31mAda\x07", "[31mAda"),
        ("A\x00da\x7f\x9b", "A da"),
        ("\u202eAda\u202c \u2066Bob\u2069\u200f\u200e\u061c", "Ada Bob"),
        ("Ada\u200b\u2060\ufeff\u00ad", "Ada"),
        ("Ada\U000e0041\U000e0042", "Ada"),
        ("Ada\ud800\udfff", "Ada"),
        ("Müller-Łódź 東京", "Müller-Łódź 東京"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
    ],
)
def test_one_line_is_made_of_whatever_came(written: str, line: str) -> None:
    assert outside_line(written) == line
    assert outside_line(line) == line


def test_blanks_of_an_order_stay_and_those_of_a_name_become_one() -> None:
    assert outside_line("A PAR  -  BUR") == "A PAR  -  BUR"
    assert outside_name(" Ada\t of \n Paris ") == "Ada of Paris"


@pytest.mark.slow
@each_nth(2, ("made", "most"), [(outside_line, LONGEST_LINE), (outside_name, LONGEST_NAME), (outside_text, LONGEST_TEXT)])
def test_what_is_too_long_is_cut_and_shows_it(made: type[str], most: int) -> None:
    assert made("x" * most) == "x" * most
    assert made("x" * (most + 1)) == "x" * (most - 1) + "…"
    assert len(made("\u202e\n" * 3 * most)) <= most


def test_a_text_keeps_its_lines_and_nothing_that_steers() -> None:
    assert outside_text("Dear\tAda,\r\n\r\n\x1b[2J\u202ehello \n\n\n") == "Dear    Ada,\n\n [2Jhello"
