"""The language that a text is written in, by its small words."""

from collections.abc import Callable

import pytest

from app.mail_in.phrases import language_written, listed, pattern_of, phrases, words, words_by_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Keep the army at home, and send me the map.", "en"),
        ("Ich ziehe mit der Flotte nach Kiel und mit der Armee nach München.", "de"),
        ("Le mosse: la flotta nello Ionio e i due eserciti fermi.", "it"),
        ("Mos-Ukr\nSecond thoughts: keep Moscow home, i.e. Mos H.", ""),
        ("A Par - Bur, e.g. A Mar - Spa", ""),
    ],
)
def test_the_language_is_told_by_words_and_not_by_abbreviations(text: str, language: str) -> None:
    assert language_written(text) == language


@pytest.mark.parametrize("asked", [words, phrases, words_by_language])
@pytest.mark.parametrize(("section", "name"), [("talk", "wrods"), ("tlak", "words")])
def test_a_name_that_no_language_has_is_a_slip_and_no_empty_list(asked: Callable[[str, str], object], section: str, name: str) -> None:
    with pytest.raises(KeyError):
        asked(section, name)


def test_phrases_are_listed_as_they_are_written() -> None:
    assert {"stays put", "bleibt stehen"} & set(listed("prose", "hold_phrases")) == {"stays put"}


def test_no_phrases_find_nothing() -> None:
    assert pattern_of(()).search("stays put") is None
