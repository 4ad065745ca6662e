"""Words of a mail that speak of orders: powers, kinds of unit and verbs, and the short words that look like them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.notation.lexicons import Lexicons
from adjudicator.notation.vocabulary import Verb
from app.mail_in.order_words import OrderWords, number_in, order_words, places_named
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import shipped_variant, standard

OF_WORDS = {"is_place", "is_short_place", "is_kind", "is_filler", "is_coast", "is_verb", "is_deed", "is_power"}


def told(head: str, text: str) -> str:
    """For a question about words, those of which it is true; for one about a text, its answer."""
    asked, _, more = head.partition(" ")
    known = order_words(standard())
    if asked in OF_WORDS:
        return " ".join(word for word in text.split() if getattr(known, asked)(word)) or "none"
    if asked == "says":
        verb = Verb(more)
        spelt = known.says_in(verb).search(text)
        return (
            " ".join(word for word in text.split() if word in known.says(verb)) + (f" “{spelt[0]}”" if spelt is not None else "") or "none"
        )
    if asked in {"power", "kind_of"}:
        return " ".join(str(getattr(known, asked)(word)) for word in text.split())
    if asked == "other_powers":
        return " ".join(sorted(known.other_powers(text.split(), more))) or "none"
    if asked == "without_reflexives":
        return " ".join(known.without_reflexives(text).split())
    if asked == "before_places":
        return " ".join(known.before_places(text))
    return "yes" if getattr(known, asked)(text) else "no"


@one_by_one(("head", "text", "answer"), list(rows("order_words")))
def test_words_speak_of_orders(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


def test_the_words_of_a_board_are_gathered_once() -> None:
    known = order_words(standard())
    assert order_words(standard()) is known
    assert known.power_names["GERMANY"] >= {"germany", "deutschland", "allemagne", "germania", "alemania"}
    assert {word for verb in Verb for word in known.says(verb) if " " in word} == set()
    assert not known.may_order("")
    assert {"germany", "german"} <= known.all_power_words


NAMES = {
    "Moscow": ("Moskau", "Moscou", "Mosca", "Moscú"),
    "Rome": ("Rom", "Rome", "Roma", "Roma"),
    "London": ("London", "Londres", "Londra", "Londres"),
    "Vienna": ("Wien", "Vienne", "Vienna", "Viena"),
    "Paris": ("Paris", "Paris", "Parigi", "París"),
}


@pytest.mark.parametrize("variant_id", ["pure", "chaos", "1898"])
def test_places_are_known_by_their_names_in_four_languages_on_other_boards(variant_id: str) -> None:
    variant = shipped_variant(variant_id)
    codes = {province.name: code for code, province in variant.board.provinces.items()}
    wrong = {
        called: found
        for name, every in NAMES.items()
        for called in every
        if (found := places_named(called, order_words(variant))) != [codes[name]]
    }
    assert wrong == {}


def test_a_board_of_one_language_has_no_verbs_with_se() -> None:
    known = OrderWords(Lexicons(replace(standard(), languages=())))
    assert known.without_reflexives("Paris se mantiene") == "paris se mantiene"
    assert {"army", "fleet"} <= {word for word in ("army", "fleet", "flotte") if known.is_kind(word)}


@one_by_one(
    ("text", "said"),
    [
        ("two armies", 2),
        ("all three hold", 3),
        ("both", 2),
        ("none", None),
        ("two or three", None),
        ("twelve", None),
        ("", None),
    ],
)
def test_words_name_one_number_of_units(text: str, said: int | None) -> None:
    assert number_in(text.split()) == said
