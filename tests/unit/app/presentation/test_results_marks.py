"""Differences between the players' results are marked."""

from __future__ import annotations

from app.presentation.round_words import difference_words, marked, places, size_words

TEXTS = {
    "": "Test\nall the same",
    "ADA": "Test\nDear Ada,\nRetreat:\n  A SER\n\n  A VEN\nall the same\nPress for you",
    "BEN": "Test\nDear Ben,\nall the same",
}
GREETINGS = ("Dear Ada,", "Dear Ben,")


def test_what_others_do_not_read_is_marked_and_the_greeting_is_not() -> None:
    lines = marked(TEXTS, "ADA", GREETINGS)
    assert [line.text for line in lines if line.own] == ["Retreat:", "  A SER", "  A VEN", "Press for you"]
    assert places(lines) == 2
    assert places(marked(TEXTS, "BEN", GREETINGS)) == 0


def test_a_single_text_differs_from_none() -> None:
    assert places(marked({"ADA": "one\ntwo"}, "ADA")) == 0


def test_numbers_are_said_shortly() -> None:
    assert [difference_words(count) for count in (0, 1, 2)] == ["same", "1 differs", "2 differ"]
    assert [size_words(size) for size in (3, 212_345, 1_300_000)] == ["1 kB", "212 kB", "1.3 MB"]
