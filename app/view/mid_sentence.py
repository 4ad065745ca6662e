"""A name or a label as it stands within a sentence."""

from __future__ import annotations

from languages import active_language


def mid_sentence(words: str) -> str:
    """*words* in small letters, as English has them there; another language keeps those that it gave them."""
    return words.lower() if active_language() is None else words
