"""Orders that a doubtful line may mean, and the lines that were meant as orders though they are none."""

from __future__ import annotations

from adjudicator.notation import read_order
from app.mail_in.meanings import Meanings, offered
from app.mail_in.order_words import order_words
from app.mail_in.work import MOST_CHOICE_WORK, WorkLeft
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
        return Meanings(standard(), place, power, WORDS, WorkLeft(MOST_CHOICE_WORK))

    plain, unread = (
        (str(choice.order) for choice in found) for found in (meanings().of_line(text, (), power), meanings().of_unread(reading, power))
    )
    said = [", ".join(plain) or "-", *[f"suggested {each}" for each in [", ".join(unread)] if each]]
    said += ["near"] * meanings().is_near_order(reading) + ["holds an order"] * meanings().holds_order(text, power)
    return " | ".join(said)


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_line_may_mean_these_orders(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


def test_no_more_orders_are_offered_than_a_person_looks_through() -> None:
    power, place = power_and_position("FRANCE S1901M")
    texts = [f"A Par - {goal}" for goal in ("Bur", "Pic", "Gas")] + [f"A Mar - {goal}" for goal in ("Spa", "Pie", "Bur", "Gas")]
    found = Meanings(standard(), place, power, WORDS, WorkLeft(MOST_CHOICE_WORK)).choices(texts, power)
    assert [str(choice.order) for choice in found] == [text.upper() for text in texts[:6]]
    assert len(offered(", ".join(f"w{number}" for number in range(60)))) == 48


def test_once_a_letter_took_all_its_work_no_orders_are_offered_and_what_may_be_one_is_asked_about() -> None:
    power, place = power_and_position("FRANCE S1901M")
    meanings = Meanings(standard(), place, power, WORDS, work=WorkLeft(0))
    assert meanings.choices(["A Par - Bur"], power) == ()
    assert meanings.holds_order("I think A Par - Bur is best", power)
    assert not meanings.holds_order("I think that is best", power)


def test_once_the_work_is_too_much_for_one_text_no_other_is_looked_at() -> None:
    power, place = power_and_position("FRANCE S1901M")
    meanings = Meanings(standard(), place, power, WORDS, work=WorkLeft(6))
    assert meanings.choices(["A Par - Bur now that it is free", "A Par - Bur"], power) == ()
    assert len(Meanings(standard(), place, power, WORDS, work=WorkLeft(6)).choices(["A Par - Bur"], power)) == 1
