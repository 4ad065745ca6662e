"""Orders that a doubtful line may mean, and the lines that were meant as orders though they are none."""

from __future__ import annotations

from adjudicator.notation import read_order
from app.mail_in.letter import MOST_CHOICE_WORK, WorkLeft
from app.mail_in.meanings import Meanings, coast_answer, offered, place_answer
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


@one_by_one(
    ("text", "order"),
    [
        ("South coast please", "F MAO - SPA/SC"),
        ("north coast", "F MAO - SPA/NC"),
        ("south coast, please, and thanks to you", "F MAO - SPA/SC"),
        ("south coast please and thanks and thanks and", "F MAO - SPA/SC"),
        ("south coast please and thanks and thanks and thanks", None),
        ("South coast?", None),
        ("south coast of Spain", None),
        ("please", None),
    ],
)
def test_a_coast_answers_a_question_about_it(text: str, order: str | None) -> None:
    power, place = power_and_position("FRANCE S1901M F_MAO A_PAR A_MAR")
    found = coast_answer(standard(), place, power, text, "Which coast of Spain?", WORDS)
    assert (None if found is None else str(found)) == order


@one_by_one(
    ("text", "place"),
    [
        ("Bohemia. Thanks for checking!", "BOH"),
        ("Bohemia!", "BOH"),
        ("Bohemia, please", "BOH"),
        ("to Bohemia", "BOH"),
        ("so Bohemia then", "BOH"),
        ("I think Bohemia", None),
        ("North Sea please", "NTH"),
        ("Bohemia is best", "BOH"),
        ("Bohemia, I hope", "BOH"),
        (f"Bohemia. {'x' * 111}", "BOH"),
        (f"Bohemia. {'x' * 112}", None),
        ("Bohemia?", None),
        ("Bohemia. Why?", None),
        ("Bohemia, if he agrees", None),
        ("Bohemia, not Vienna", None),
        ("the Bohemia", "BOH"),
        ("just Bohemia", "BOH"),
        ("simply Bohemia", "BOH"),
        ("Bohemia, no", None),
        ("Bohemia, none", None),
        ("Bohemia, for example", None),
        ("Bohemia, maybe", None),
        ("Bohemia, sorry", None),
        ("Bohemia, actually", None),
        ("not Bohemia", None),
        ("the great Bohemia", None),
        ("mate, Bohemia", None),
        ("Bohemia or Vienna", None),
        ("Tyrolia", None),
    ],
)
def test_a_place_answers_a_question_about_a_unit(text: str, place: str | None) -> None:
    power, now = power_and_position("GERMANY S1902M A_TYR A_MUN")
    found = place_answer(now, power, text, "Which place for Tyrolia?", WORDS)
    assert (None if found is None else found[1].province) == place
    assert found is None or found[0].province == "TYR"


def test_while_units_retreat_a_question_is_about_one_that_is_dislodged() -> None:
    power, now = power_and_position("GERMANY S1902R !A_TYR_<_BOH A_MUN")
    found = place_answer(now, power, "Vienna please", "Where does Tyrolia go?", WORDS)
    assert found is not None
    assert (found[0].province, found[1].province) == ("TYR", "VIE")
    assert place_answer(now, power, "Vienna please", "Where does Munich go?", WORDS) is None
