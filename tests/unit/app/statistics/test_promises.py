"""Promises: explicit sentences alone, and whether they were kept."""

from __future__ import annotations

import pytest

from app.game.entries import Press
from app.game.record import MAIN
from app.game.table_edits import send_press
from app.statistics.promises import Promise
from app.statistics.words import describe_promise
from tests.unit.app.statistics.telling import Orders, placed, played, told

START = placed("FRANCE A BUR, GERMANY A RUH", {"FRANCE": "PAR", "GERMANY": "MUN"})


def promises(text: str, orders: Orders, receivers: tuple[str, ...] = ("GERMANY",)) -> tuple[Promise, ...]:
    return told(send_press(START, MAIN, Press("FRANCE", receivers, text)), orders).promises


@pytest.mark.parametrize(
    ("text", "orders", "words"),
    [
        ("I support A RUH.", {"FRANCE": "A BUR S A RUH"}, "France promised Germany support, and gave it."),
        ("Listen. I will support you!", {}, "France promised Germany support, and gave none."),
        ("I'll not attack you", {"FRANCE": "A BUR - RUH"}, "France promised not to attack Germany, and did."),
        ("I will not attack you", {}, "France promised not to attack Germany, and kept the promise."),
        ("I stay out of Munich.", {"FRANCE": "A BUR - MUN"}, "France promised Germany to keep out of Munich, and moved there."),
        (
            "Agreed. I will not move to Munich.",
            {"FRANCE": "A BUR - MUN"},
            "France promised Germany to keep out of Munich, and moved there.",
        ),
        ("Agreed. I will support A RUH H.", {"FRANCE": "A BUR S A RUH"}, "France promised Germany support, and gave it."),
        (
            "Agreed, peace until the end of the year. I will not attack you.",
            {"FRANCE": "A BUR - RUH"},
            "France promised not to attack Germany, and did.",
        ),
        ("I will not move to MUN.", {}, "France promised Germany to keep out of Munich, and kept the promise."),
    ],
)
def test_what_was_promised_and_what_came_of_it(text: str, orders: Orders, words: str) -> None:
    (promise,) = promises(text, orders)
    assert describe_promise(START.variant, promise) == words


@pytest.mark.parametrize(
    "text",
    [
        "Shall I support you?",
        "I propose peace until the end of the year.",
        "I do not promise to keep out of Munich.",
        "I will support you?",
        "If you move, I support you.",
        "Perhaps I support you.",
        "You said: I support you.",
        "I would support you, had I an army there",
        "I stay out of trouble.",
        "I support " + "you and " * 100,
        "",
    ],
)
def test_what_is_no_explicit_promise_is_left_alone(text: str) -> None:
    assert promises(text, {}) == ()


@pytest.mark.parametrize("receivers", [(), ("GERMANY", "ITALY")])
def test_a_word_to_several_is_given_to_nobody(receivers: tuple[str, ...]) -> None:
    assert promises("I support you.", {}, receivers) == ()


def test_without_letters_nothing_is_promised() -> None:
    game = send_press(START, MAIN, Press("FRANCE", ("GERMANY",), "I support you."))
    assert told(game, {}, letters=False).promises == ()


def test_a_long_letter_is_read_in_a_moment() -> None:
    promises("I stay out of " * 28_000, {})


def test_somebody_elses_help_keeps_nobodys_word() -> None:
    start = placed("FRANCE A BUR, ITALY A MUN, GERMANY A RUH", {"FRANCE": "PAR", "GERMANY": "BER", "ITALY": "VEN"})
    game = send_press(start, MAIN, Press("FRANCE", ("GERMANY",), "I support you."))
    (promise,) = told(game, {"ITALY": "A MUN S A RUH"}).promises
    assert not promise.kept


def test_a_word_given_before_retreats_or_builds_is_for_the_next_movement() -> None:
    game = played(START, {"FRANCE": "A BUR - MUN"}, {})
    assert str(game.turn(game.last()).phase) == "W1901A"
    game = send_press(game, MAIN, Press("FRANCE", ("GERMANY",), "I stay out of Ruhr."))
    (promise,) = told(game, {}, {"FRANCE": "A MUN - RUH"}).promises
    assert (str(promise.phase), promise.kept) == ("S1902M", False)
