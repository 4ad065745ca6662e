"""Remarks beside an order: those that make it doubtful, those beside which it stands, and what is left of a line without them.

A table has one part for each question. What is left of an order's line is told with its remarks behind a bar; behind ``was`` stands the
line without its change of mind, and behind ``denies`` the other deed that it denies.
"""

from __future__ import annotations

from collections.abc import Callable

from app.mail_in.order_words import order_words
from app.mail_in.remarks import explains, is_opinion, orders_in_brackets, remark_doubts, unsettles_order, without_remarks
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("remarks"))
OWN = ("PAR", "MAR", "BRE", "GRE")
"""Provinces of the writer's units."""

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
    if head in YES_OR_NO:
        yes, no = ANSWERS[head]
        return yes if YES_OR_NO[head](text) else no
    if head == "orders in brackets":
        outside, inside = orders_in_brackets(text, WORDS, OWN, lambda said: "?" not in said)
        return " | ".join([" ".join(outside.split()), *(text[start:end] for start, end in inside)])
    found = without_remarks(text, WORDS, OWN)
    beside = [found.remark, found.written and f"was {found.written.strip()}", found.denied and f"denies {found.denied}"]
    return " | ".join([" ".join(found.text.split()), *filter(None, beside)])


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_remark_is_told_from_the_order_beside_it(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer
