"""Remarks that make the order beside them doubtful, and those that only explain it; a table has one part for each question."""

from __future__ import annotations

from collections.abc import Callable

from app.mail_in.doubtful_remarks import explains, is_opinion, remark_doubts, unsettles_order
from app.mail_in.order_words import order_words
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("doubtful_remarks"))

YES_OR_NO: dict[str, Callable[[str], bool]] = {
    "remark": lambda text: remark_doubts(text, WORDS),
    "opinion": lambda text: is_opinion(text, WORDS),
    "reason": lambda text: explains(text, WORDS, is_reason=True),
    "words behind an order": lambda text: explains(text, WORDS, is_reason=False),
    "words of a remark": unsettles_order,
}
ANSWERS = {
    "remark": ("doubts", "stands"),
    "opinion": ("opinion", "none"),
    "reason": ("explains", "doubts"),
    "words behind an order": ("explains", "doubts"),
    "words of a remark": ("unsettles", "stands"),
}


def told(head: str, text: str) -> str:
    yes, no = ANSWERS[head]
    return yes if YES_OR_NO[head](text) else no


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_remark_doubts_the_order_beside_it_or_explains_it(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer
