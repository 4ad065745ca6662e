"""Sentences that say what is meant in place of what: which part of them is the order, and which part is denied or replaced.

A table has one part for each question that is asked about a sentence. An answer gives what is meant, and behind a bar what it replaces;
of ``kind of it`` the sentence stands before a slash, and what it replaces behind that.
"""

from __future__ import annotations

import pytest

from app.mail_in.amendments import (
    Amended,
    Turned,
    amended,
    replaced_below,
    turned,
    with_kind_of_replaced,
    without_denied_choice,
    without_denied_deed,
    without_replaced_place,
)
from app.mail_in.order_words import order_words
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("amendments"))
TURNED = {
    "a part is denied": turned,
    "a place is replaced": without_replaced_place,
    "a deed is denied": without_denied_deed,
    "a choice is denied": without_denied_choice,
}
"""Questions whose answers are sentences without what is denied."""
LONGEST = {**dict.fromkeys(list(TURNED)[:3], 300), "amended": 600}
"""Question to the characters of the longest sentence that is looked at."""


def told(head: str, text: str) -> str:
    found: Turned | Amended | str | None
    if head == "below it":
        return replaced_below(text, WORDS) or "nothing"
    if head == "kind of it":
        meant, _, replaced = text.partition(" / ")
        return with_kind_of_replaced(meant, replaced, WORDS) or "nothing"
    if head in TURNED:
        found = TURNED[head](text, WORDS)
        assert found is None or len(found.text) == len(text), "what is left out leaves blanks"
        return "nothing" if found is None else f"{' '.join(found.text.split())} | {found.denied}"
    found = amended(text, WORDS, is_due=head == "amended in winter")
    return "nothing" if found is None else f"{text[found.start : found.end]} | {found.replaced}"


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_sentence_says_what_is_meant_and_what_it_replaces(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@pytest.mark.parametrize(("head", "text"), [next(row[:2] for row in ROWS if row[0] == head and row[2] != "nothing") for head in LONGEST])
def test_a_sentence_too_long_says_nothing(head: str, text: str) -> None:
    assert told(head, text.ljust(LONGEST[head])) != "nothing"
    assert told(head, text.ljust(LONGEST[head] + 1)) == "nothing"
