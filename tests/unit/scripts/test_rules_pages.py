"""The generated pages of docs/rules/ say what the code says."""

from __future__ import annotations

import pytest

from adjudicator import rule_fields
from scripts.rules_pages import options_page, pages


@pytest.mark.slow
def test_the_pages_are_current() -> None:
    for path, text in pages().items():
        assert path.read_text(encoding="utf-8") == text, f"run python -m scripts.rules_pages: {path.name} is old"


def test_every_choice_has_a_sentence() -> None:
    page = options_page()
    for rule in rule_fields():
        for choice in rule.choices:
            assert choice.description.endswith("."), f"{rule.issue} {choice.value}"
            assert choice.description in page
