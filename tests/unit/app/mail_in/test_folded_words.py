"""Words in a form for comparison, of short lines, whose words are kept, and of long ones."""

from __future__ import annotations

import pytest

from app.mail_in.phrases import folded_words, plain, tokens_in, words_in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L'Armée à Paris", ("l", "armee", "a", "paris")),
        ("Straße nach MÜNCHEN", ("strasse", "nach", "munchen")),
        ("A_Par - Bur1", ("a", "par", "bur1")),
        ("ＡＲＭＹ\xa0Par\tis", ("army", "par", "is")),
        ("Bur\u00adgund\u200b holds", ("burgund", "holds")),
        ("", ()),
    ],
)
def test_words_are_told_without_accents_capitals_and_invisible_letters(text: str, words: tuple[str, ...]) -> None:
    assert folded_words(text) == words
    long = f"{text} " * (2_000 // (len(text) + 1))
    assert folded_words(long) == words * (2_000 // (len(text) + 1))


@pytest.mark.parametrize("count", [1, 200])
def test_tokens_and_their_words_are_those_of_the_plain_text(count: int) -> None:
    text = "A Bur\u00ad - Mün; " * count
    assert [(token.start, token.end) for token in tokens_in(text)][:3] == [(0, 1), (2, 5), (6, 7)]
    assert words_in(text) == ("a", "bur", "mun") * count
    assert plain(text).startswith("A Bur - Mün; ")
