"""Sentences that take back what was sent before, and what stands beside it: what is understood of each."""

from __future__ import annotations

import pytest

from app.mail_in import amendments, withdrawals
from app.mail_in.order_words import kinds_named, mentions, order_words, units_named
from app.mail_in.phrases import located, phrases
from app.mail_in.withdrawals import asks_for_change, tells_move
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("withdrawals"))


def takes_back(text: str) -> str:
    """Words of the sentence; ``all`` or the places, then those spared, kinds, powers, true marks, and a clause with an order."""
    found = withdrawals.withdrawing(text, WORDS)
    if found is None:
        return "nothing"
    said = [f"“{found.text}”", "all" if found.places is None else " ".join(sorted(found.places))]
    said += [f"but {' '.join(sorted(found.spared))}"] * bool(found.spared) + [f"kinds {''.join(sorted(found.kinds))}"] * bool(found.kinds)
    said += [f"of {' '.join(sorted(found.powers))}"] * bool(found.powers)
    said += [name for name in ("reaches_above", "is_of_all", "has_other_order") if getattr(found, name)]
    said += [f"anew “{text[found.anew :]}”"] if found.anew else []
    assert text[found.start : found.end].strip() == found.text
    return ", ".join(said)


def unsettles(text: str, own: str) -> str:
    """The places whose earlier orders it unsettles: ``all``, or ``nothing``; the own units stand in the head."""
    found = withdrawals.unsettles(text, WORDS, own.split())
    return "nothing" if found is None else " ".join(sorted(found)) or "all"


def marks(text: str) -> str:
    """Other marks of a sentence."""
    found = {
        "changes": withdrawals.changes_its_units(text),
        "keeps the rest": withdrawals.keeps_the_rest(text),
        "corrects": withdrawals.is_correction(text),
        "vague": withdrawals.is_vague_change(text, WORDS),
    }
    return ", ".join(name for name, is_so in found.items() if is_so) or "-"


def amended(text: str) -> str:
    """The part that is meant, and in place of what; behind ``|`` the same where builds or removals are due, if that differs."""
    told = []
    for is_due in (False, True):
        found = amendments.amended(text, WORDS, is_due=is_due)
        told.append("-" if found is None else f"“{text[found.start : found.end]}” for “{found.replaced}”")
    return " | ".join(dict.fromkeys(told))


def named(text: str) -> str:
    """Places, with ``?`` behind guesses; then where units begin, the kinds that it names in words, and the places it spares."""
    places = [f"{text[each.start : each.end]}={each.province}" + "?" * each.is_guess for each in mentions(text, WORDS)]
    said = [", ".join(places) or "-"]
    said += [f"units at {' '.join(map(str, at))}" for at in [units_named(text, WORDS)] if at]
    said += [f"kinds {''.join(sorted(kinds))}" for kinds in [kinds_named(text, WORDS)] if kinds]
    said += [f"spares {' '.join(sorted(spared))}" for spared in [withdrawals.spared_in(text, WORDS)] if spared]
    return "; ".join(said)


def told(head: str, text: str) -> str:
    kind, _, own = head.partition(" ")
    if kind == "struck":
        left, struck = withdrawals.without_struck(text)
        return f"“{left}” without “{struck}”"
    if kind == "sentences":
        return " | ".join(text[start:end] for start, end in withdrawals.sentences(text))
    if kind == "instead":
        return " ".join(f"“{text[start:end]}”" for ((start, end),) in located(text, phrases("amendment", "instead"))) or "-"
    return (
        unsettles(text, own) if kind == "unsettles" else {"takes": takes_back, "is": marks, "amends": amended, "names": named}[kind](text)
    )


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_sentence_is_understood(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@pytest.mark.parametrize(("length", "is_read"), [(600, True), (601, False)])
def test_a_sentence_too_long_for_one_is_not_looked_at(length: int, is_read: bool) -> None:
    assert bool(amendments.amended("F Swe - Bot instead of F Swe - Den".ljust(length, "!"), WORDS)) is is_read
    assert bool(withdrawals.unsettles("Warsaw shouldn't go to Galicia".ljust(length, "!"), WORDS, ["WAR"])) is is_read
    assert (len(list(withdrawals.sentences("Hello".ljust(length - 1, "o") + "! Hello"))) == 2) is is_read


@one_by_one(
    ("text", "said"),
    [
        ("Can I change Liverpool to Wales?", True),
        ("Can Liverpool go to Wales?", False),
        ("Can I change it?", True),
        ("Can England change it?", False),
        ("Liverpool to Wales?", False),
        ("I change Liverpool to Wales", False),
        ("Can you tell me the deadline?", False),
    ],
)
def test_a_question_asks_for_a_change(text: str, said: bool) -> None:
    assert asks_for_change(text, WORDS) == said


@one_by_one(
    ("text", "said"),
    [
        ("Paris goes to Burgundy", True),
        ("Paris holds", True),
        ("Paris to Burgundy", True),
        ("go", False),
        ("Par-Bur", True),
        ("Paris is nice", False),
    ],
)
def test_a_sentence_tells_what_a_unit_does(text: str, said: bool) -> None:
    assert tells_move(text, WORDS) == said
