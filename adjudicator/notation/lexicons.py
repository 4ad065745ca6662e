"""The names of one variant in every language that it is read in; built when they are first asked for, then only read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from adjudicator.notation.lexicon import REAL_PLACES, WORDS_FOR_OTHERS, Lexicon, WordMatch, distance, keep
from adjudicator.notation.order_languages import ENGLISH, vocabulary_of
from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.signals import Signals
from adjudicator.notation.vocabulary import Phrase
from adjudicator.variant import Variant

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
        may_start_otherwise = len(joined) >= _SHORTEST_WORD or joined in WORDS_FOR_OTHERS
        if (slips <= 1 and (same_start or may_start_otherwise)) or (same_start and 2 * slips < len(name)):
            yield code, slips
    if len(joined) >= _SHORTEST_WORD:
        yield from ((code, 2) for code in lexicon.names_with_word_near(joined, _SHORTEST_WORD))
    if len(joined) <= _LONGEST_CODE:
        for folded, code in lexicon.codes:
            if distance(joined, folded, 1) <= 1 and joined[:1] == folded[:1]:
                yield code, 1


class Lexicons:
    """English, and each other language together with it: people mix the two."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.english = Lexicon(variant, ENGLISH)
        self._others: tuple[Lexicon, ...] | None = None
        self._signals: Signals | None = None
        self._beside_powers: frozenset[str] | None = None
        self._nearest: dict[Phrase, tuple[str, ...]] = {}

    @property
    def others(self) -> tuple[Lexicon, ...]:
        """The other languages."""
        if self._others is None:
            self._others = tuple(Lexicon(self.variant, ENGLISH.with_words(vocabulary_of(each)), each) for each in self.variant.languages)
        return self._others

    @property
    def all(self) -> tuple[Lexicon, ...]:
        """English first."""
        return (self.english, *self.others)

    @property
    def signals(self) -> Signals:
        """Signs that a text is no order though it names places."""
        if self._signals is None:
            self._signals = Signals((self.english, *self.others))
        return self._signals

    def power(self, words: Phrase) -> str | None:
        """The power that *words* name, in English or else in the other languages, where those agree."""
        known = self.english.power(words)
        if known is not None:
            return known
        found = {power for each in self.others if (power := each.power(words)) is not None}
        return found.pop() if len(found) == 1 else None

    @property
    def beside_powers(self) -> frozenset[str]:
        """Words that may stand beside a power's name in a heading, in any language."""
        if self._beside_powers is None:
            words = (each.vocabulary.power_headings | each.vocabulary.fillers for each in (self.english, *self.others))
            self._beside_powers = frozenset().union(*words)
        return self._beside_powers

    @property
    def other_joints(self) -> frozenset[str]:
        """Words between two orders that are no such words in English: ``und``."""
        return frozenset().union(*(each.vocabulary.joints for each in self.others)) - self.english.vocabulary.joints

    @property
    def longest_power(self) -> int:
        """The most words that a power's name has."""
        return max(each.longest_power for each in (self.english, *self.others))

    def nearest_places(self, words: Phrase) -> tuple[str, ...]:
        """Codes of the places whose names in any language are nearest to *words*, best first."""
        known = self._nearest.get(words)
        return keep(self._nearest, words, nearest_places((self.english, *self.others), words)) if known is None else known

    def that_could_read(self, tokens: tuple[Token, ...], match: WordMatch) -> tuple[Lexicon, ...]:
        """The other languages in which every word has a meaning. Passes prose by without trying to read it."""
        words = _words_to_know(tokens)
        return tuple(each for each in self.others if all(each.could_mean(word, match) for word in words))


def _words_to_know(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """The words that an order needs; those of a note behind it, in brackets or after a semicolon, may be any."""
    words: list[str] = []
    depth = 0
    for token in tokens:
        if token.kind is TokenKind.OPEN:
            depth += 1
        elif token.kind is TokenKind.CLOSE:
            depth = max(0, depth - 1)
        elif token.kind is TokenKind.SEMICOLON:
            break
        elif token.kind is TokenKind.WORD and depth == 0:
            words.append(token.folded)
    return tuple(dict.fromkeys(words))


class _Identity:
    """A variant as a key: the same object, whatever it holds."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.variant is other.variant

    def __hash__(self) -> int:
        return id(self.variant)


@lru_cache(maxsize=16)
def _lexicons(key: _Identity) -> Lexicons:
    return Lexicons(key.variant)


def lexicons_of(variant: Variant) -> Lexicons:
    """The names of *variant* in all its languages, built once."""
    return _lexicons(_Identity(variant))
