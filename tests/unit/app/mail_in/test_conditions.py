"""Conditions, talk and courtesies: sentences that are one, each beside one that is nearly the same and is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.mail_in import conditions
from app.mail_in.conditions import foreign, is_courtesy, is_sign_off
from app.mail_in.order_words import order_words, place_leads
from app.mail_in.phrases import folded_words
from tests.quick import one_by_one
from variants.catalogue import standard

SAID: dict[Callable[[str], bool], tuple[tuple[str, ...], tuple[str, ...]]] = {
    conditions.is_conditional: (
        (
            "A Par - Bur?",
            "A Par - Bur if Italy agrees",
            "A Par - Bur or A Par - Pic",
            "Falls Italien zieht, A Mun - Bur",
            "Se Marsiglia è libera, A Par - Mar",
            "everything else holds, as if",
        ),
        ("A Par - Bur", "The king falls in battle", "as agreed with you", "take it or leave it"),
    ),
    conditions.is_of_the_world: (
        (
            "And if he bounces me I swear I'll cry",
            "PS: if he bounces me I swear I'll cry",
            "If France goes to the Channel I want to know",
            "In case France moves, I'll tell you",
            "If he bounces me I swear I'll cry",
            "Wenn Frankreich zieht, sag mir Bescheid",
        ),
        (
            "If France goes to the Channel I will attack",
            "If France goes to the Channel I want to know:",
            "If France goes to the Channel I want to know,",
            "If France goes to the Channel I want to know, and the army holds",
            "Unless France goes to the Channel I want to know",
            "I want to know",
            "",
        ),
    ),
    conditions.is_talk: (("maybe A Par - Bur", "do not move A Par"), ("A Par - Bur", "I hope you are well", "I would rather A Par - Bur")),
    conditions.leads: (
        ("If Italy agrees", "Maybe", "Perhaps we could"),
        ("A or B", "Orders", "The king falls in battle and the war is over"),
    ),
    conditions.begins_with_condition: (
        ("unless Italy moves", "but if Italy moves", "and only if he moves", "or A Par - Pic", "aber wenn Italien zieht"),
        (
            "A Par - Bur if",
            "",
            "and then home",
            "but Italy moves if he can",
            "and so we hope, if he moves",
            "Italy if he moves",
        ),
    ),
    conditions.offers_courtesy: (
        (
            "If you like we can talk next week",
            "If France complains, tell him that I slipped",
            "If you meet Bob, say hello",
            "Wenn du magst, reden wir",
            "Si tu veux, on en parle",
            "If you see France tell him",
        ),
        (
            "If you like the other orders better",
            "If you like A better, otherwise B",
            "If you like, my orders are final",
            "If France complains, A Par holds",
            "If he asks, tell him if",
            "tell him that",
        ),
    ),
    conditions.heads_own_orders: (
        ("Mine:", "My orders:", "Meine Züge:", "Mes ordres :", "I and my orders:", "My orders for:"),
        ("My orders", "Orders:", "My orders and builds:", "My fine orders:", "These are mine:", ":"),
    ),
}


@one_by_one(("asked", "text", "said"), [(asked, text, not no) for asked, both in SAID.items() for no in (0, 1) for text in both[no]])
def test_a_sentence_is_one_or_is_none(asked: Callable[[str], bool], text: str, said: bool) -> None:
    assert asked(text) is said


@one_by_one(
    ("order", "text", "thanks"),
    [
        ("A Par - Bur thx", "E", True),
        ("A Par - Bur", "thx, E", True),
        ("A Par - Bur", "thanks, a", True),
        ("A Par - Bur please", "Bob Al", True),
        ("A Par - Bur please", "Bob Al Ed", False),
        ("A Par - Bur", "thx, Eve, Bob, Al", False),
        ("A Par - Bur", "thx, Paris", False),
        ("A Par - Bur", "thx, if", False),
        ("A Par - Bur", "thx, 3", False),
        ("A Par - Bur", "thanks, fleet", False),
        ("A Par - Bur", "thx, holds", False),
        ("A Par - Bur", "thx, perhaps", False),
        ("A Par - Bur", "thx, orders", False),
        ("A Par - Bur", "E", False),
        ("A Par - Bur", "", False),
        ("A Par - Bur", "thanks", True),
        ("A Par thx Bur", "E", False),
        ("A Par - thx Bur", "E", False),
        ("A Par - Bur", "thx, Bob Paris", False),
        ("A Par - Bur", "thanks, fl", False),
    ],
)
def test_thanks_with_a_name_end_a_mail_and_with_anything_that_may_matter_do_not(order: str, text: str, thanks: bool) -> None:
    assert is_sign_off(order, text, order_words(standard())) is thanks


@pytest.mark.parametrize(
    ("text", "else_words"),
    [
        ("il re si muove con la flotta", {"falls"}),
        ("la flotte si elle est la", {"falls", "once", "when"}),
        ("der konig falls in der schlacht", {"o", "once", "ou", "salvo", "se", "si", "when"}),
        ("si", set()),
        ("den the", set()),
    ],
)
def test_words_of_other_languages_are_no_conditions_in_a_sentence_that_is_plainly_of_one(text: str, else_words: set[str]) -> None:
    assert foreign(tuple(text.split())) == else_words


def test_a_courtesy_says_nothing_else() -> None:
    assert is_courtesy(["thanks"])
    assert not is_courtesy(["thanks", "paris"])


@pytest.mark.parametrize(
    ("text", "said"),
    [("it does not move", True), ("it no longer moves", True), ("it doesn't move", True), ("nicht so", True), ("it moves", False)],
)
def test_words_deny_something(text: str, said: bool) -> None:
    assert conditions.denies(folded_words(text)) is said


def test_words_lead_to_a_place_or_name_lists() -> None:
    assert {"to", "into", "nach"} <= place_leads()
    assert "builds" in conditions.names_of_due() - conditions.names_of_lists()


@one_by_one(
    ("text", "tells"),
    [
        ("If England takes Kiel, I shall be insufferable", True),
        ("If England moves I shall be angry", True),
        ("Drinks are on me if this works", True),
        ("I laugh and laugh if this works", True),
        ("I cry if this works", False),
        ("and if we cry I laugh", True),
        ("If I say so", False),
        ("if this works well we laugh", True),
        ("If the plan of ours works then all of us laugh", True),
        ("If this works, he is happy", False),
        ("If this works, I hold", False),
        ("If this works, I am in Paris", False),
        ("Se funziona, il mio cane ride", True),
        ("Se funziona, il mio esercito ride", False),
        ("If this works, I am happy", True),
        ("If this works, I am happy if you are", False),
        ("If this works, am I happy?", False),
        ("If this works, I am happy:", False),
        ("If this works, I am happy,", False),
        ("If it works - I laugh", True),
        ("It's fine, I laugh", False),
        (f"If this works {'really ' * 35}I laugh", True),
        (f"If this works {'really ' * 36}I laugh", False),
        ("Wenn das klappt, gebe ich einen aus", True),
    ],
)
def test_a_condition_of_people_orders_nothing(text: str, tells: bool) -> None:
    assert conditions.tells_of_people(text, order_words(standard())) is tells


@one_by_one(
    ("text", "leads"),
    [
        ("so:", True),
        ("so", False),
        ("My orders:", False),
        ("I did not see your answer, so:", True),
        ("I had no time so here it is:", True),
        ("non ho visto la tua risposta quindi ripeto:", True),
        ("if you agree, non ho visto la tua risposta quindi ripeto:", False),
        ("If you agree, in short:", False),
        ("ahora sí:", True),
        ("if you like here we go:", False),
    ],
)
def test_the_head_of_a_list_may_end_with_words_of_any_list(text: str, leads: bool) -> None:
    assert conditions.leads_to_own_list(text) is leads
