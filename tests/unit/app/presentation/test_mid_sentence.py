"""Words with a capital, in the middle of a sentence."""

from __future__ import annotations

import pytest

from app.presentation.variant_summary import mid_sentence
from languages import using


@pytest.mark.parametrize(
    ("code", "words", "within"),
    [
        ("en", "Spring and Fall", "spring and fall"),
        ("de", "Frühjahr und Herbst", "Frühjahr und Herbst"),
        ("fr", "Printemps et Automne", "printemps et automne"),
        ("it", "Primavera e Autunno", "primavera e autunno"),
        ("es", "Primavera y Otoño", "primavera y otoño"),
    ],
)
def test_only_german_keeps_capitals_within_a_sentence(code: str, words: str, within: str) -> None:
    with using(code):
        assert mid_sentence(words) == within
