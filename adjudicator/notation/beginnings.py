"""Names that are written by the beginnings of their words: ``nor sea``, ``norwsea``."""

from __future__ import annotations

from adjudicator.notation.vocabulary import Phrase

_SHORTEST_PART = 2


def each_begins(whole: Phrase, begun: Phrase) -> bool:
    """Return True if the words of *begun* are beginnings of the first words of *whole*, one by one."""
    return len(begun) <= len(whole) and all(word.startswith(start) for word, start in zip(whole, begun, strict=False))


def begins_glued(whole: Phrase, joined: str) -> bool:
    """Return True if *joined* is made of beginnings of all the words, two letters or more of each: ``norwsea``."""
    if len(whole) < 2 or not joined.startswith(whole[0][:_SHORTEST_PART]):
        return False
    rests = {joined}
    for word in whole:
        rests = {
            rest[length:]
            for rest in rests
            for length in range(min(_SHORTEST_PART, len(word)), len(word) + 1)
            if rest[:length] == word[:length] and len(rest) >= length
        }
    return "" in rests
