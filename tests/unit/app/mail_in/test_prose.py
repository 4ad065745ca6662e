"""Sentences that tell orders, each with what is read of it: where it begins, its words, its order, and what was taken for granted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.notation import SheetEntry
from app.mail_in.letter import MOST_CHOICE_WORK, WorkLeft
from app.mail_in.order_words import order_words
from app.mail_in.prose import Prose
from tests.mails.tables import power_and_position, rows
from tests.quick import one_by_one
from variants.catalogue import standard


def told(head: str, text: str) -> str:
    """The entries of a sentence; a clause that is none is followed by a question mark.

    Before ``||`` stands the province of the unit that a pronoun means.
    """
    power, position = power_and_position(head)
    topic, _, said = text.rpartition("|| ")
    found = Prose(standard(), position, order_words(standard()), WorkLeft(MOST_CHOICE_WORK)).entries(power, 1, said, topic)
    return "; ".join(part for entry in found for part in _told(entry)) or "none"


def _told(entry: SheetEntry) -> Iterator[str]:
    reading = entry.reading
    if reading.order is None:
        yield f"{entry.column} “{reading.text}”?"
        return
    assumed = ", ".join(f"“{reading.text[each.span.start : each.span.end]}” is {each.meaning}" for each in reading.assumptions)
    yield f"{entry.column} “{reading.text}” {reading.order}{f' ({assumed})' if assumed else ''}"


@one_by_one(("head", "text", "answer"), list(rows("prose")))
def test_a_sentence_tells_orders(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@pytest.mark.parametrize(("text", "is_read"), [("Paris to Burgundy".ljust(900, "!"), True), ("Paris to Burgundy".ljust(901, "!"), False)])
def test_a_sentence_too_long_for_one_tells_nothing(text: str, is_read: bool) -> None:
    assert (told("FRANCE S1901M", text) != "none") is is_read


@pytest.mark.parametrize(("more", "is_read"), [(137, True), (138, False)])
def test_a_sentence_of_very_many_words_tells_nothing(more: int, is_read: bool) -> None:
    assert (told("FRANCE S1901M", "Paris to Burgundy" + " now" * more) != "none") is is_read


@pytest.mark.parametrize(("length", "is_read"), [(80, True), (81, False)])
def test_a_long_sentence_that_names_no_place_tells_nothing(length: int, is_read: bool) -> None:
    assert (told("FRANCE S1901M", "Armies hold".ljust(length, "!")) != "none") is is_read


def test_nothing_more_is_told_once_a_letter_took_all_its_work() -> None:
    power, position = power_and_position("FRANCE S1901M")
    assert Prose(standard(), position, order_words(standard()), WorkLeft(1_000)).entries(power, 1, "Paris to Burgundy")
    assert Prose(standard(), position, order_words(standard()), WorkLeft(0)).entries(power, 1, "Paris to Burgundy") == []
