"""The pseudo language: every sentence that went through the catalogue is longer and has marks that the tests look for."""

from __future__ import annotations

import re

PSEUDO = "pseudo"
OPENING, CLOSING = "⟦", "⟧"
LONGER = 0.3
"""Growth of a sentence, as a share of its letters: the room that German needs more than English."""

_PLACE = r"\{\{|\}\}|\{[^{}]*\}|<[^<>]*>|&\w+;|&|%[sd]"
_WORD = 10
_LETTERS = str.maketrans("aceginouyACEGINOUY", "åçéğîñöûýÅÇÉĞÎÑÖÛÝ")


def stretched(text: str) -> str:
    """*text* with accents, longer, between marks; its places and tags as they are."""
    found, last = [], 0
    for match in re.finditer(_PLACE, text):
        found += [text[last : match.start()].translate(_LETTERS), match.group()]
        last = match.end()
    found.append(text[last:].translate(_LETTERS))
    return f"{OPENING}{''.join(found)}{_longer_by(round(len(text) * LONGER))}{CLOSING}"


def _longer_by(letters: int) -> str:
    """Return so many letters, in words of ordinary length, which can go on in another line."""
    return "".join(" " if at % (_WORD + 1) == _WORD else "·" for at in range(letters))
