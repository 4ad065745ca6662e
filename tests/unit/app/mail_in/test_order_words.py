"""Words of a mail that speak of orders: powers, kinds of unit and verbs, and the short words that look like them."""

from __future__ import annotations

import pytest

from app.mail_in.order_words import order_words
from variants.catalogue import standard

WORDS = order_words(standard())


def test_a_power_is_named_by_three_letters_or_more() -> None:
    assert [word for word in ("france", "fra", "frankreich", "dt", "it", "f") if WORDS.is_power(word)] == ["france", "fra", "frankreich"]


def test_a_line_is_worth_reading_where_something_on_it_may_belong_to_an_order() -> None:
    worth = ["A Vie", "fl", "ej", "army", "hold", "Vienna", "x - y", "France", "support my friends in all they do this year"]
    others = [
        "a",
        "f",
        "in it",
        "we go to it",
        "see you in an hour at the station then",
        "",
        "...",
        "so do I, and they all hold on to it now",
    ]
    assert [text for text in (*worth, *others) if WORDS.may_order(text)] == worth


def test_words_name_a_unit_where_its_kind_stands_beside_a_place() -> None:
    units = ["I think army vienna might go", "A Vie", "the fleet in Trieste"]
    others = ["a vienna coffee", "Vienna", "an army of lawyers", "A B"]
    assert [text for text in (*units, *others) if WORDS.names_unit(text)] == units


FACTS: dict[str, tuple[str, str]] = {
    "is_place": ("par paris petersburg den", "la of sea dan mi an 12"),
    "is_short_place": ("petersburg dan", "par us s xx of"),
    "is_kind": ("a f fleet armee flotten", "par s an"),
    "is_filler": ("la den mi the an", "par fleet holds"),
    "is_coast": ("s sc south coast nc", "par a the"),
    "is_verb": ("holds to nach supports aus stay", "s par a via england"),
    "is_deed": ("holds supports hold stay", "to nach the aus s den h"),
    "is_power": ("aus austria england", "us au par"),
}


@pytest.mark.parametrize(
    ("name", "word", "is_so"), [(name, word, not no) for name, both in FACTS.items() for no in (0, 1) for word in both[no].split()]
)
def test_a_word_is_one_of_orders_or_is_none(name: str, word: str, is_so: bool) -> None:
    assert getattr(WORDS, name)(word) is is_so
    assert getattr(WORDS, name)(word) is is_so  # as it is kept


def test_words_tell_kinds_and_powers() -> None:
    assert [WORDS.kind_of(word) for word in ("a", "f", "fleet", "armee", "flotten", "paris")] == ["A", "F", "F", "A", "F", None]
    assert [WORDS.power(word) for word in ("austria", "austria", "england", "paris")] == ["AUSTRIA", "AUSTRIA", "ENGLAND", None]


@pytest.mark.parametrize(
    ("said", "power", "others"),
    [("austria england aus fra", "ENGLAND", {"AUSTRIA"}), ("the", "ENGLAND", set()), ("german italian", "ITALY", {"GERMANY"})],
)
def test_other_powers_are_named_by_more_than_three_letters(said: str, power: str, others: set[str]) -> None:
    assert WORDS.other_powers(said.split(), power) == others


@pytest.mark.parametrize(
    ("text", "calm"),
    [
        ("Si Parigi si muove", "si parigi"),
        ("la flotta se mantiene", "la flotta"),
        ("Paris se retire", "paris"),
        ("A Mun nicht", "a mun nicht"),
        ("Si muove A Par", "si muove a par"),
    ],
)
def test_a_verb_of_orders_takes_its_reflexive_with_it_where_it_follows_its_subject(text: str, calm: str) -> None:
    assert WORDS.without_reflexives(text).strip() == calm


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("a - b", True),
        ("Paris is nice this time of the year", True),
        ("A nice day for all of us", True),
        ("a nice day for all of us", False),
        ("my fleet is nice and very big", True),
        ("all of them", True),
        ("all of them hold now", False),
        ("hold it now", True),
        ("hold everything as it was before", True),
        ("everything shall hold as it was", False),
        ("England is here now", True),
        ("England is here with us now", False),
        ("", False),
        ("12", False),
        ("? !", False),
        ("supports", True),
        ("hello Bob how are you", False),
    ],
)
def test_a_line_is_worth_reading_by_a_word_of_orders(text: str, may: bool) -> None:
    assert WORDS.may_order(text) is may


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A Par", True),
        ("a Par", False),
        ("army Paris", True),
        ("fleet", False),
        ("Paris", False),
        ("A fine day in Paris", True),
        ("a fine day in Paris", False),
    ],
)
def test_a_unit_is_named_by_its_kind_and_a_place(text: str, names: bool) -> None:
    assert WORDS.names_unit(text) is names


def test_words_before_places_and_texts_with_two_places() -> None:
    assert WORDS.before_places("the army in Paris moves to Burgundy") == ("the", "army", "in")
    assert WORDS.before_places("hello there") == ("hello", "there")
    assert WORDS.speaks_of_places("Paris to Burgundy")
    assert not WORDS.speaks_of_places("Paris")
