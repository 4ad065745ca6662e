"""Words of a mail that speak of orders: powers, kinds of unit and verbs, and the short words that look like them."""

from __future__ import annotations

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
