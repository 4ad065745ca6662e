"""Orders that a doubtful line may mean, and the lines that were meant as orders though they are none."""

from __future__ import annotations

from adjudicator.notation import read_order
from app.mail_in.meanings import Meanings, offered
from app.mail_in.order_words import order_words
from tests.mails.tables import power_and_position, rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("meanings"))


def told(head: str, text: str) -> str:
    """The stretches that may be orders, for the head ``offered``; else the legal orders that a line may mean, and what is known of it."""
    if head == "offered":
        return " | ".join(offered(text))
    power, place = power_and_position(head)
    reading = read_order(standard(), place, text, power)

    def meanings() -> Meanings:
        return Meanings(standard(), place, power, WORDS)

    plain, unread = (
        (str(choice.order) for choice in found) for found in (meanings().of_line(text, (), power), meanings().of_unread(reading, power))
    )
    said = [", ".join(plain) or "-", *[f"suggested {each}" for each in [", ".join(unread)] if each]]
    said += ["near"] * meanings().is_near_order(reading) + ["holds an order"] * meanings().holds_order(text, power)
    return " | ".join(said)


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_line_may_mean_these_orders(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer
