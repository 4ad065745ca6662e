"""Builds, removals and retreats in sentences and lists: the orders of each, whether it speaks of what is due, and what it may mean."""

from __future__ import annotations

import pytest

from app.mail_in.due_orders import DueOrders
from app.mail_in.letter import WorkLeft
from app.mail_in.order_words import order_words
from tests.mails.tables import power_and_position, rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("due_orders"))


def told(head: str, text: str) -> str:
    """``column order "words" (assumption)`` for each order; then ``about`` and the orders offered, where none is read.

    Words above the text stand before ``||``.
    """
    power, place = power_and_position(head)
    lead, bar, said = text.rpartition("|| ")
    due = DueOrders(standard(), place, WORDS, WorkLeft(1_000))
    found = []
    for each in due.entries(power, 7, said, lead if bar else ""):
        read = each.reading
        (note,) = read.assumptions or (None,)
        span = (
            "" if note is None or (note.span.start, note.span.length) == (0, len(read.text)) else f" {note.span.start}+{note.span.length}"
        )
        guess = "" if note is None else f" ({note.kind.value}{span} {note.meaning})"
        assert (each.line, read.power) in {(7, power), (7, None)}
        count = f" x{read.count}" if read.count != 1 else ""
        found.append(f'{each.column} {read.order}{count} "{read.text}"{guess}')
    if found:
        return "; ".join(found)
    offered = ", ".join(map(str, due.offers(power, said)))
    return " | ".join(["-", *["about"] * due.is_about(power, said), *[f"or {offered}"] * bool(offered)])


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_sentence_tells_what_is_due(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


def test_nothing_is_due_of_a_power_that_nobody_knows() -> None:
    _, place = power_and_position("FRANCE W1901A A_GAS")
    assert DueOrders(standard(), place, WORDS, WorkLeft(1_000)).entries(None, 1, "Build A Paris") == []


@pytest.mark.parametrize(("head", "text"), [("FRANCE W1901A A_GAS", "Build A Paris"), ("ITALY S1901R !A_TRI_<_VIE", "I retreat to Venice")])
def test_nothing_more_is_read_once_a_letter_took_all_its_work(head: str, text: str) -> None:
    power, place = power_and_position(head)
    assert DueOrders(standard(), place, WORDS, WorkLeft(1_000)).entries(power, 1, text)
    assert DueOrders(standard(), place, WORDS, WorkLeft(0)).entries(power, 1, text) == []


@pytest.mark.parametrize(("length", "is_read"), [(400, True), (401, False)])
def test_a_sentence_too_long_for_one_is_not_read(length: int, is_read: bool) -> None:
    power, place = power_and_position("FRANCE W1901A A_GAS")
    text = "Build A Paris".ljust(length, "!")
    assert bool(DueOrders(standard(), place, WORDS, WorkLeft(1_000)).entries(power, 1, text)) is is_read
