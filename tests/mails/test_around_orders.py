"""Words that players write before and behind an order: with those that change nothing it is taken, with the others it is asked about."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mails.test_short_mails import ShortMail

TABLES = tomllib.loads(Path(__file__).with_name("around_orders.toml").read_text(encoding="utf-8"))


def sentence(before: str, order: str, behind: str) -> str:
    """Return a sentence, or several, with a capital letter at the beginning of each and a mark at the end."""
    begins = not before or before.rstrip().endswith((".", "!"))
    text = before + (order[0].upper() + order[1:] if begins else order) + behind
    return text[0].upper() + text[1:] + ("." if text[-1].isalnum() else "")


def cases(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the position, a text, and the orders in it, with each of the words under *name*."""
    for table in TABLES.values():
        for words in table.get(name, []):
            for each in table["orders"]:
                order, _, meant = each.partition(" => ")
                place = (words, order, "") if name.endswith("before") else ("", order, words)
                yield table["position"], sentence(*place), meant.split(", ")


def taken(position: str, text: str) -> list[str]:
    power = position.split()[0]
    lines = (line.split(" (")[0] for line in ShortMail(position, text, ()).lines())
    return [line.partition(f"{power} ")[2] for line in lines if " taken" in line]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["before", "behind"])
def test_words_that_change_nothing_leave_an_order_plain(name: str) -> None:
    missed = [(text, found) for position, text, meant in cases(name) if (found := taken(position, text)) != meant]
    assert missed == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["asked_before", "asked_behind"])
def test_nothing_is_taken_beside_words_that_may_matter(name: str) -> None:
    excess = [(text, found) for position, text, _ in cases(name) if (found := taken(position, text))]
    assert excess == []


@pytest.mark.slow
def test_no_order_is_taken_from_a_sentence_that_gives_none() -> None:
    tables = tomllib.loads(Path(__file__).with_name("not_orders.toml").read_text(encoding="utf-8"))["table"]
    excess = [(text, found) for table in tables for text in table["texts"] if (found := taken(table["position"], text))]
    assert excess == []
