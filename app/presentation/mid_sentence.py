"""A name or a label in the form for the middle of a sentence."""

from __future__ import annotations

from languages import active_language


def mid_sentence(words: str) -> str:
    """*words* in small letters; a language whose nouns have capitals keeps those that it gave them."""
    language = active_language()
    return words if language is not None and language.grammar.capital_nouns else words.lower()
