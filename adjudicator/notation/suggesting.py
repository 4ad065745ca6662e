"""What a name that nobody knows may have been meant for. Better nothing than something far off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.location import Location
from adjudicator.notation.lexicon import Lexicon, Match
from adjudicator.notation.spelling import distance
from adjudicator.notation.vocabulary import Phrase

_MOST = 3
_SHORTEST_WORD = 5
_LONGEST_CODE_SLIP = 4


def nearest_places(lexicons: Iterable[Lexicon], words: Phrase, count: int = 2) -> tuple[str, ...]:
    """Codes of the places whose names are nearest to *words*, best first.

    A name that is known in some language is meant. Else the nearest ones count, with one slip for each three letters and no more than
    three, which leave the first letter as it is where there are several.
    """
    joined = "".join(words)
    known: dict[str, None] = {}
    best: dict[str, int] = {}
    for lexicon in lexicons:
        for match in (Match.EXACT, Match.ABBREVIATION):
            known |= dict.fromkeys(_provinces(lexicon.places(words, match)))
        for code, slips in _near(lexicon, joined):
            best[code] = min(slips, best.get(code, slips))
    if known:
        return tuple(known)[: max(count, len(known))]
    if not best:
        return ()
    nearest = min(best.values())
    left = [code for code in best if best[code] <= nearest + (nearest > 1)]
    return tuple(sorted(left, key=lambda code: best[code])[:count])


def _provinces(places: tuple[Location, ...]) -> Iterator[str]:
    return (place.province for place in places)


def _near(lexicon: Lexicon, joined: str) -> Iterator[tuple[str, int]]:
    """Provinces with a name, a code or a telling word of a name that is near to *joined*, and how many slips it is away."""
    limit = min(_MOST, max(1, len(joined) // 3))
    for code, name, telling in lexicon.long_names:
        if name.startswith(joined) and len(joined) >= _MOST:
            yield code, 1
        slips = distance(joined, name, limit)
        if slips <= 1 or (slips <= limit and joined[:1] == name[:1] and 2 * slips < len(name)):
            yield code, slips
        for word in telling:
            if len(word) >= _SHORTEST_WORD and len(joined) >= _SHORTEST_WORD and distance(joined, word, 1) <= 1:
                yield code, 2
    if len(joined) <= _LONGEST_CODE_SLIP:
        for folded, code in lexicon.codes:
            if distance(joined, folded, 1) <= 1 and joined[:1] == folded[:1]:
                yield code, 1
