"""Suggestions of the places that an unknown name may be meant for. Better nothing than something far off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.notation.lexicon import Lexicon, WordMatch
from adjudicator.notation.spelling import REAL_PLACES, distance
from adjudicator.notation.vocabulary import Phrase

_MOST_SLIPS = 3
_MOST_BEGUN = 3
"""A beginning of more names than this, such as ``Mer``, suggests none of them."""

_SHORTEST_BEGINNING = 3
_SHORTEST_WORD = 5
_LONGEST_CODE = 3


def nearest_places(lexicons: Iterable[Lexicon], words: Phrase, count: int = 2) -> tuple[str, ...]:
    """Codes of the places whose names are nearest to *words*, best first.

    A name that is known in some language is meant. Else the nearest ones count, with one slip for each three letters and no more than
    three, of which only the first may change the first letter.
    """
    joined = "".join(words)
    if joined in REAL_PLACES:
        return ()
    known: dict[str, None] = {}
    begun: dict[str, int] = {}
    near: dict[str, int] = {}
    for lexicon in lexicons:
        for match in (WordMatch.EXACT, WordMatch.ABBREVIATION):
            known |= dict.fromkeys(place.province for place in lexicon.places(words, match))
        if len(joined) >= _SHORTEST_BEGINNING:
            begun |= dict.fromkeys(lexicon.names_begun(joined), 1)
        for code, slips in _near(lexicon, joined):
            near[code] = min(slips, near.get(code, slips))
    if known:
        return tuple(known)
    if not near and not begun:
        near = dict.fromkeys((code for lexicon in lexicons for code in lexicon.names_nearly_begun(joined)), 1)
    best = near | begun if len(begun) <= _MOST_BEGUN else {}
    if not best:
        return ()
    nearest = min(best.values())
    left = [code for code in best if best[code] <= nearest + (nearest > 1)]
    return tuple(sorted(left, key=lambda code: best[code])[:count])


def _near(lexicon: Lexicon, joined: str) -> Iterator[tuple[str, int]]:
    """Provinces with a name, a code or a telling word of a name that is near to *joined*, and how many slips it is away."""
    limit = min(_MOST_SLIPS, max(1, len(joined) // 3))
    for code, name, slips in lexicon.names_near(joined, limit):
        same_start = joined[:1] == name[:1]
        if (slips <= 1 and (same_start or len(joined) >= _SHORTEST_WORD)) or (same_start and 2 * slips < len(name)):
            yield code, slips
    if len(joined) >= _SHORTEST_WORD:
        yield from ((code, 2) for code in lexicon.names_with_word_near(joined, _SHORTEST_WORD))
    if len(joined) <= _LONGEST_CODE:
        for folded, code in lexicon.codes:
            if distance(joined, folded, 1) <= 1 and joined[:1] == folded[:1]:
                yield code, 1
