"""Sentences that report: no order of them is one of this phase, and each needs what makes it a report.

The table heads its sentences with the phase; behind it stands ``below`` where more follows on the next line.
"""

from __future__ import annotations

import pytest

from adjudicator.phase import Phase
from app.mail_in.order_words import order_words
from app.mail_in.reports import builds_nothing, report_in
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

KNOWN = order_words(standard())
OWN = ("ARM", "CON", "AEG")
LONGEST = 400
"""Characters of the longest sentence that may report."""


def told(head: str, text: str) -> str:
    phase, *below = head.split()
    found = report_in(text, KNOWN, "TURKEY", OWN, Phase.of(phase), standard().calendar, is_last=not below)
    return "-" if found is None else "report" if found.later is None else f"for {found.later}"


@one_by_one(("head", "text", "answer"), list(rows("reports")))
def test_a_sentence_reports_or_does_not(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@pytest.mark.parametrize(("more", "answer"), [(0, "report"), (1, "-")])
def test_a_sentence_too_long_reports_nothing(more: int, answer: str) -> None:
    text = "Boris says A Arm - Ank"
    assert told("S1902M", text + "!" * (LONGEST - len(text) + more)) == answer


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nothing in London.", True),
        ("Nada en San Petersburgo ni en Moscú.", True),
        ("Nichts in Berlin", True),
        ("Nothing", False),
        ("Nothing but London", False),
        ("London, nothing else", False),
        ("Build nothing in London", False),
    ],
)
def test_a_sentence_says_that_nothing_is_built(text: str, found: bool) -> None:
    assert builds_nothing(text, KNOWN) is found
