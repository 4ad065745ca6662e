"""Sentences about a unit that is not named beside its deed: what is left of them to read, and which unit a pronoun means.

A table has one part for each question that is asked about a sentence. Behind ``denied`` stand the provinces of the writer's units, and
behind ``meant`` his units. An answer gives what is left, and behind a bar what is denied.
"""

from __future__ import annotations

import pytest

from app.mail_in.order_words import order_words
from app.mail_in.topics import goes_on_about, speaks_by_pronoun, topic_of, without_denied_clause, without_topic
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("topics"))
LONGEST = 300
"""Characters of the longest sentence that is looked at."""


def told(head: str, text: str) -> str:
    question, *units = head.split()
    if question == "meant":
        return topic_of(text, WORDS, {unit[2:]: unit[0] for unit in units}) or "nothing"
    if question == "by_pronoun":
        return str(speaks_by_pronoun(text))
    if question == "goes_on":
        said, behind = text.split("\n")
        return str(goes_on_about(said, behind, WORDS))
    found = without_denied_clause(text, WORDS, units) if question == "denied" else without_topic(text, WORDS, is_led=question == "led")
    assert found is None or len(found.text) == len(text), "what is left out leaves blanks"
    return "nothing" if found is None else " | ".join(filter(None, (" ".join(found.text.split()), found.denied)))


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_sentence_tells_what_its_unit_does(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@pytest.mark.parametrize(
    ("head", "text"), [("denied WAR", "Warsaw doesn't go to Galicia, it holds"), ("heading", "Change of mind about Venice: it stays")]
)
def test_a_sentence_too_long_tells_nothing(head: str, text: str) -> None:
    assert told(head, text.ljust(LONGEST)) != "nothing"
    assert told(head, text.ljust(LONGEST + 1)) == "nothing"
