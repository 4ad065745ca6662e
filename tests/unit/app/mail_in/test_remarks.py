"""Remarks beside an order: what is left of its line without them.

A table has one part for each question. What is left of an order's line is told with its remarks behind a bar; behind ``was`` stands the
line without its change of mind, and behind ``denies`` the other deed that it denies.
"""

from __future__ import annotations

from app.mail_in.order_words import order_words
from app.mail_in.remarks import orders_in_brackets, tells_former, without_remarks
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("remarks"))
OWN = ("PAR", "MAR", "BRE", "GRE")
"""Provinces of the writer's units."""


def told(head: str, text: str) -> str:
    if head == "orders in brackets":
        outside, inside = orders_in_brackets(text, WORDS, OWN, lambda said: "?" not in said)
        return " | ".join([" ".join(outside.split()), *(text[start:end] for start, end in inside)])
    found = without_remarks(text, WORDS, OWN)
    beside = [found.remark, found.written and f"was {found.written.strip()}", found.denied and f"denies {found.denied}"]
    return " | ".join([" ".join(found.text.split()), *filter(None, beside)])


@one_by_one(("head", "text", "answer"), ROWS)
def test_an_order_is_left_without_the_remarks_beside_it(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@one_by_one(
    ("text", "said"),
    [
        ("was F Bal - Ber", True),
        ("This replaces A Apu - Nap", True),
        ("was F Bal - Ber?", False),
        ("was: F Bal - Ber", False),
        ("F Bal - Ber", False),
        ("was F Kie - Ber", False),
        ("was so nice", False),
        ("was A Apu - Nap and F Kie - Ber", False),
        ("was Bal to Ber", True),
    ],
)
def test_a_remark_names_a_former_order(text: str, said: bool) -> None:
    assert tells_former(text, ["BAL", "BER", "APU"], WORDS) == said
