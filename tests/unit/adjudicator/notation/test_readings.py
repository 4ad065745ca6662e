"""Readings of hundreds of texts are those on the page (``readings.txt``), by subject."""

from __future__ import annotations

import pytest

from tests.quick import each_nth
from tests.unit.adjudicator.notation.readings import PAGE, read_anew, sections

SECTIONS = sections(PAGE.read_text(encoding="utf-8"))
HEAVY = ("Texts that", "Names that", "Conditions", "German", "French", "Sheets: orders")
TITLES = [pytest.param(each, marks=pytest.mark.slow if each[3:].startswith(HEAVY) else ()) for each in SECTIONS]


@each_nth(14, "title", TITLES)
def test_each_text_is_read_as_the_page_says(title: str) -> None:
    assert read_anew(SECTIONS[title]) == SECTIONS[title]
