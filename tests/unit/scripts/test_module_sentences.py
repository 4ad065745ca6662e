"""The sentences of a module are found, and a module without any is passed over."""

from __future__ import annotations

from io import BytesIO

from scripts.catalogue import KEYWORDS
from scripts.module_sentences import said_in


def said(text: str) -> list[object]:
    return [found for _, _keyword, found, _ in said_in(BytesIO(text.encode()), KEYWORDS, (), {})]


def test_every_way_of_saying_is_found() -> None:
    assert said('tr("one")\nx = mark ("two")\nplural("three", "threes", 2)\n') == ["one", "two", ("three", "threes", None)]


def test_names_that_end_in_the_same_letters_say_nothing() -> None:
    assert said('str("one")\nbookmark("two")\n') == []
