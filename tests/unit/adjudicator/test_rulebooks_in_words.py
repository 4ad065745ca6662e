"""Choices and pages on the rulebooks of a year agree with the preset of that year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from adjudicator.rule_choices import RuleChoice
from adjudicator.rules import RuleField, Rules, presets, rule_fields
from tests.quick import one_by_one

PRESETS = {"1971": "1971", "1982": "1982", "2000": "2000 rulebook", "2023": "DATC 2025", "2025": "DATC 2025"}
"""Year of a rulebook to the preset that follows it; DATC takes the words of 2023 for its own where it has no others."""

PAGES = Path(__file__).parents[3] / "docs" / "rules"
FIELDS = {field.issue: field for field in rule_fields()}


def _claims() -> Iterator[tuple[RuleField, RuleChoice, str]]:
    """Each year that a choice names as its own: by its value, ``1971``, or in brackets, ``(1971, 1982)``."""
    for field in rule_fields():
        for choice in field.choices:
            years = re.findall(r"\d{4}", " ".join(re.findall(r"\(([\d, ]+)\)", choice.description)))
            years += re.findall(r"^(\d{4})(?:EE)?$", choice.value)
            for year in years:
                yield field, choice, year


def test_choices_name_years() -> None:
    assert {(field.issue, choice.value, year) for field, choice, year in _claims()} >= {
        ("4.A.1", "a", "1971"),
        ("4.A.2", "2000", "2000"),
        ("4.A.3", "2025EE", "2025"),
        ("4.D.8", "a", "1982"),
        ("4.D.8", "b", "2000"),
        ("4.D.8", "c", "2023"),
    }


@one_by_one(("field", "choice", "year"), list(_claims()), ids=lambda each: getattr(each, "issue", str(each)))
def test_the_rulebook_of_a_year_has_the_choice_that_names_the_year(field: RuleField, choice: RuleChoice, year: str) -> None:
    assert getattr(presets()[PRESETS[year]], field.name) is choice


def test_no_year_is_named_by_two_choices_of_one_question() -> None:
    named = [(field.issue, year) for field, _, year in _claims()]
    assert sorted(named) == sorted(set(named))


def test_the_page_says_the_same_of_years_and_defaults() -> None:
    text = " ".join((PAGES / "README.md").read_text(encoding="utf-8").split())
    said = re.findall(r"(4\.[A-E]\.\d+) `([\w-]+)` \((\d{4})\)", text)
    assert ("4.D.8", "b", "2000") in said
    for number, value, year in said:
        assert getattr(presets()[PRESETS[year]], FIELDS[number].name).value == value
    assert "follow the 2023 rule: the unit farthest from any centre its power owns" in text
    assert Rules().removal_distance.description.startswith("The unit farthest from any centre its power owns")
    assert "4.A.2. The default is Szykman's rule" in text
    assert Rules().convoy_paradox.value == "szykman"
    assert "By default (2025)" in text
    assert Rules().adjacent_convoy.value == "2025EE"


def test_every_choice_that_a_page_names_is_one() -> None:
    for page in PAGES.glob("*.md"):
        for number, value in re.findall(r"(4\.[A-E]\.\d+) `([\w-]+)`", page.read_text(encoding="utf-8")):
            assert value in {choice.value for choice in FIELDS[number].choices}, (page.name, number, value)
