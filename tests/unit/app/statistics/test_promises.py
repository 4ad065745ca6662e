"""Promises: explicit sentences alone, and whether they were kept."""

from __future__ import annotations

import pytest

from app.game.entries import Press
from app.game.record import MAIN
from app.game.table_edits import send_press
from app.statistics.promises import Promise, PromiseKind
from app.statistics.story import describe_promise
from tests.quick import one_by_one
from tests.unit.app.statistics.telling import Orders, placed, played, told

START = placed("FRANCE A BUR, GERMANY A RUH", {"FRANCE": "PAR", "GERMANY": "MUN"})


def promises(text: str, orders: Orders, receivers: tuple[str, ...] = ("GERMANY",)) -> tuple[Promise, ...]:
    return told(send_press(START, MAIN, Press("FRANCE", receivers, text)), orders).promises


@one_by_one(
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


@one_by_one(
    ("text", "kind", "place"),
    [
        ("Ich unterstütze A RUH.", PromiseKind.SUPPORT, None),
        ("Gut. Ich werde deine Armee in der Ruhr unterstützen!", PromiseKind.SUPPORT, None),
        ("Ich greife dich nicht an.", PromiseKind.PEACE, None),
        ("Ich werde Sie nicht angreifen", PromiseKind.PEACE, None),
        ("Ich ziehe nicht nach München.", PromiseKind.KEEP_OUT, "MUN"),
        ("Ich werde nicht nach Muenchen gehen.", PromiseKind.KEEP_OUT, "MUN"),
        ("Ich gehe nicht in den Ärmelkanal.", PromiseKind.KEEP_OUT, "ENG"),
        ("Ich bleibe aus Burgund heraus.", PromiseKind.KEEP_OUT, "BUR"),
        ("Je te soutiens.", PromiseKind.SUPPORT, None),
        ("Je soutiendrai ton armée de la Ruhr.", PromiseKind.SUPPORT, None),
        ("Je ne t’attaquerai pas.", PromiseKind.PEACE, None),
        ("Je ne vais pas vous attaquer !", PromiseKind.PEACE, None),
        ("Je n'irai pas à Munich.", PromiseKind.KEEP_OUT, "MUN"),
        ("Je n'entre pas dans la Manche.", PromiseKind.KEEP_OUT, "ENG"),
        ("Je reste hors de Munich.", PromiseKind.KEEP_OUT, "MUN"),
        ("Ti appoggio.", PromiseKind.SUPPORT, None),
        ("Sosterrò la tua armata.", PromiseKind.SUPPORT, None),
        ("Non ti attaccherò.", PromiseKind.PEACE, None),
        ("Non andrò a Monaco.", PromiseKind.KEEP_OUT, "MUN"),
        ("Resto fuori dalla Borgogna.", PromiseKind.KEEP_OUT, "BUR"),
        ("Te apoyo.", PromiseKind.SUPPORT, None),
        ("Voy a apoyar tu ejército.", PromiseKind.SUPPORT, None),
        ("No te atacaré.", PromiseKind.PEACE, None),
        ("No voy a atacarte.", PromiseKind.PEACE, None),
        ("No iré a Múnich.", PromiseKind.KEEP_OUT, "MUN"),
        ("Me quedo fuera de Múnich.", PromiseKind.KEEP_OUT, "MUN"),
    ],
)
def test_promises_are_understood_in_the_languages_of_the_program(text: str, kind: PromiseKind, place: str | None) -> None:
    (promise,) = promises(text, {})
    assert (promise.kind, promise.place) == (kind, place)


@one_by_one(
    "text",
    [
        "I support you if you keep out of Ruhr.",
        "I support nobody.",
        "Ich unterstütze dich nicht.",
        "Ich unterstütze dich, wenn du aus Burgund bleibst.",
        "Ich greife nicht an.",
        "Wenn ich kann, unterstütze ich dich.",
        "Ich ziehe nicht nach Hause.",
        "Je ne te soutiens pas.",
        "Je te soutiens si tu restes.",
        "Non ti appoggio.",
        "Ti appoggio se resti.",
        "No te apoyo.",
        "Te apoyo si te quedas.",
        "No voy a apoyarte.",
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
