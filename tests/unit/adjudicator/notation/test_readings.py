"""What hundreds of texts are read as stands on a page (``readings.txt``), by what they are about; so it is read today."""

from __future__ import annotations

import pytest

from tests.unit.adjudicator.notation.readings import PAGE, read_anew, sections

SECTIONS = sections(PAGE.read_text(encoding="utf-8"))
HEAVY = ("Texts that", "Names that", "Conditions", "German", "French", "Sheets: orders")
TITLES = [pytest.param(each, marks=pytest.mark.slow if each[3:].startswith(HEAVY) else ()) for each in SECTIONS]


@pytest.mark.parametrize("title", TITLES)
def test_each_text_is_read_as_the_page_says(title: str) -> None:
    assert read_anew(SECTIONS[title]) == SECTIONS[title]
