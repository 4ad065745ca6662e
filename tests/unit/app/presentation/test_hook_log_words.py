"""Hooks in words: what their values name."""

from __future__ import annotations

from app.presentation.hook_log_words import arguments_words
from languages import using
from variants.catalogue import standard


def test_values_of_a_hook_name_powers_and_provinces() -> None:
    assert arguments_words("ENGLAND TURKEY until=1903", standard()) == "England, Turkey, until=1903"
    assert arguments_words("", standard()) == ""
    with using("de"):
        assert arguments_words("power=FRANCE PAR", standard()) == "power=Frankreich, Paris"
