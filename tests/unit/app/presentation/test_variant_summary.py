"""Variants found by words on the shelf, in the language in use."""

from __future__ import annotations

import pytest

from app.game.storage.places import places
from app.library.variants import VariantShelf
from app.presentation.variant_summary import found_by
from languages import using


@pytest.mark.parametrize(
    ("language", "sought"), [("en", "practice"), ("de", "practice"), ("de", "Übung"), ("de", "ubung"), ("es", "practica")]
)
def test_exercises_are_found_by_their_name_in_english_and_in_the_own_language_without_accents(language: str, sought: str) -> None:
    with using(language):
        found = {entry.id for entry in VariantShelf(places().variants).entries() if found_by(entry, sought)}
    assert {each for each in found if each.startswith("solo-")}
    assert "standard" not in found


def test_a_number_counts_with_the_word_after_it() -> None:
    found = {entry.id for entry in VariantShelf(places().variants).entries() if found_by(entry, "34 powers")}
    assert found == {"chaos"}
