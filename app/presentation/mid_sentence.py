"""A name or a label as it stands within a sentence."""

from __future__ import annotations

from languages import active_language


def mid_sentence(words: str) -> str:
    """*words* in small letters; a language whose nouns have capitals keeps those that it gave them."""
    language = active_language()
    return words if language is not None and language.grammar.capital_nouns else words.lower()
