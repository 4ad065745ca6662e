"""Words that belong to orders, in every language that a variant is read in: they separate prose from lines worth reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from adjudicator.notation.lexicon import Lexicon, WordMatch
from adjudicator.notation.lexicons import Lexicons, lexicons_of
from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.vocabulary import Verb
from adjudicator.variant import Variant
from app.mail_in.phrases import folded_words, listed, pattern_of, plain, tokens_in, without_accents, words_in, words_of

_SHORTEST_PLACE = 3
_FEW = 4
"""A line of so few words may be a statement such as ``all hold``."""


@lru_cache(maxsize=20_000)
def _names_place(lexicons: Lexicons, word: str) -> bool:
    return any(each.places((word,), WordMatch.EXACT) for each in lexicons.all)


@lru_cache(maxsize=20_000)
def _power(lexicons: Lexicons, word: str) -> str | None:
    return lexicons.power((word,))


@lru_cache(maxsize=256)
def _phrases_of(lexicons: Lexicons, verb: Verb) -> frozenset[tuple[str, ...]]:
    return frozenset(phrase for each in lexicons.all for phrase in each.vocabulary.verbs[verb])


def _single_words(lexicons: Lexicons, verb: Verb) -> frozenset[str]:
    said = map(" ".join, _phrases_of(lexicons, verb))
    return frozenset(word for word in said if len(word) > 2 and " " not in word)


@lru_cache(maxsize=256)
def _pattern_of(lexicons: Lexicons, verb: Verb) -> re.Pattern[str]:
    return pattern_of(sorted(" ".join(phrase) for phrase in _phrases_of(lexicons, verb) if len(phrase) > 1))


class OrderWords:
    """The words of one variant."""

    def __init__(self, lexicons: Lexicons) -> None:
        self._lexicons = lexicons
        self.lexicons: tuple[Lexicon, ...] = lexicons.all
        self._fillers = frozenset(word for each in self.lexicons for word in each.vocabulary.fillers)
        self._kinds = {word: str(kind) for each in reversed(self.lexicons) for word, kind in each.kinds.items()}
        self._verbs = frozenset(word for verb in Verb for phrase in _phrases_of(lexicons, verb) for word in phrase if len(word) > 2)
        self._coasts = frozenset(word for each in self.lexicons for phrase in each.coasts for word in phrase)
        self._of_verb = {verb: _single_words(lexicons, verb) for verb in Verb}
        self._deeds = frozenset[str]().union(*self._of_verb.values()) - self._fillers
        names: dict[str, frozenset[str]] = {}
        for each in self.lexicons:
            for power, called in each.power_names().items():
                names[power] = names.get(power, frozenset()) | called
        self.power_names: Mapping[str, frozenset[str]] = MappingProxyType(names)
        """The single words that each power is called by, in every language."""
        self.all_power_words = _words_of_powers(lexicons.variant)
        """Folded words of the powers' names and adjectives, which may stand in headings."""
        self._reflexives = _reflexives(self.lexicons)

    def is_place(self, word: str) -> bool:
        """Return True if the folded *word* names a place, alone or as the beginning or the middle of a longer name."""
        return len(word) >= _SHORTEST_PLACE and _names_place(self._lexicons, word)

    def is_short_place(self, word: str) -> bool:
        """Return True if the folded *word* is the beginning of one place's name: ``dan``."""
        found = {place.province for each in self.lexicons for place in each.places((word,), WordMatch.ABBREVIATION)}
        return len(found) == 1

    def is_kind(self, word: str) -> bool:
        """Return True if the folded *word* is a kind of unit: ``a``, ``fleet``, ``armee``."""
        return word in self._kinds

    def kind_of(self, word: str) -> str | None:
        """The letter of the kind of unit that the folded *word* says: ``F`` for ``fleets``."""
        return self._kinds.get(word)

    def spelt_kind_of(self, word: str) -> str | None:
        """The letter of the kind of unit that the folded *word* spells out; a letter by itself may be a small word, and says none."""
        return self._kinds.get(word) if len(word) > 1 else None

    def says(self, verb: Verb) -> frozenset[str]:
        """The single folded words that say *verb*, in every language."""
        return self._of_verb[verb]

    def says_in(self, verb: Verb) -> re.Pattern[str]:
        """Finds the phrases of several words that say *verb*."""
        return _pattern_of(self._lexicons, verb)

    def is_filler(self, word: str) -> bool:
        """Return True if the folded *word* changes nothing in an order: an article, a small word."""
        return word in self._fillers

    def is_coast(self, word: str) -> bool:
        """Return True if the folded *word* belongs to the name of a coast: ``sc``, ``south``, ``coast``."""
        return word in self._coasts

    def is_verb(self, word: str) -> bool:
        """Return True if the folded *word* is a verb for a unit: ``holds``, ``to``."""
        return word in self._verbs or word in words_of("statement.to")

    def is_deed(self, word: str) -> bool:
        """Return True if the folded *word* says what a unit does, and is no small word of any sentence: ``supports``, and not ``to``."""
        return word in self._deeds

    def nearest_verb(self, word: str) -> Verb | None:
        """The verb for which the folded *word* can be a slip, where all languages agree on it."""
        near = {verb for each in self.lexicons if (verb := each.nearest_verb(word)) is not None}
        return near.pop() if len(near) == 1 else None

    def power(self, word: str) -> str | None:
        """The power that the folded *word* names."""
        return _power(self._lexicons, word)

    def is_power(self, word: str) -> bool:
        """Return True if the folded *word* names a power; two letters name none."""
        return len(word) > 2 and self.power(word) is not None

    def powers_in(self, text: str) -> frozenset[str]:
        """The powers that words of *text* name."""
        return _powers_in(self, text)

    def other_powers(self, heard: Iterable[str], power: str) -> frozenset[str]:
        """The powers besides *power* that folded words name in four letters or more: German *aus* is no Austria."""
        return frozenset(named for word in heard if len(word) > 3 and (named := self.power(word)) is not None) - {power}

    def without_reflexives(self, text: str) -> str:
        """*text* folded, without verbs such as ``se mantiene`` and ``non si muove``: there is no *if* in them, and no *not*."""
        return _REFLEXIVE.sub(
            lambda verb: " " if verb[0] in self._reflexives else verb[0], self._denied_moves.sub(" ", without_accents(text))
        )

    @cached_property
    def _denied_moves(self) -> re.Pattern[str]:
        """Finds ``non si muove`` and the like: that a unit holds."""
        told = {" ".join(phrase) for phrase in _phrases_of(self._lexicons, Verb.HOLD)} | set(
            map(without_accents, listed("prose", "hold_phrases"))
        )
        denials = words_of("withdrawal.denials")
        return pattern_of(phrase for phrase in sorted(told) if not denials.isdisjoint(re.split(r"[ |]", phrase)))

    def before_places(self, text: str) -> tuple[str, ...]:
        """The folded words of *text* before the first that names a place."""
        found: list[str] = []
        for word in folded_words(text):
            if self.is_place(word):
                break
            found.append(word)
        return tuple(found)

    def speaks_of_places(self, text: str) -> bool:
        """Return True if *text* names two places."""
        return sum(map(self.is_place, words_in(text))) >= 2

    def may_order(self, text: str) -> bool:
        """Return True if *text* is worth reading: it has a dash, a place, a unit's kind, a power, or is short and has a verb of orders."""
        return _may_order(self, text)

    def reads_order(self, text: str) -> bool:
        """Answer ``may_order`` without what is kept."""
        words = _word_tokens(text)
        if any(token.kind is TokenKind.DASH for token in tokens_in(text)):
            return True
        if any(self.is_place(word.folded) for word in words) or self._names_kind(text, words):
            return True
        if len(words) <= _FEW:
            return any(word.folded in self._verbs or word.folded in words_of("statement.all") or self.power(word.folded) for word in words)
        return words[0].folded in self._verbs

    def names_unit(self, text: str) -> bool:
        """Return True if *text* names a unit's kind, and a place."""
        words = _word_tokens(text)
        return self._names_kind(text, words) and any(self.is_place(word.folded) for word in words)

    def _names_kind(self, text: str, words: Iterable[Token]) -> bool:
        """Return True if one of the *words* of *text* is a kind of unit; a letter by itself has to be a capital."""
        shown = plain(text)
        return any(self.is_kind(word.folded) and (len(word.folded) > 1 or shown[word.start].isupper()) for word in words)


# A line is looked at from several sides, so that the answers are kept for the lines of a few letters.


@lru_cache(maxsize=1_024)
def _may_order(known: OrderWords, text: str) -> bool:
    return known.reads_order(text)


@lru_cache(maxsize=1_024)
def _powers_in(known: OrderWords, text: str) -> frozenset[str]:
    return frozenset(power for word in folded_words(text) if len(word) > 2 and (power := known.power(word)) is not None)


def _word_tokens(text: str) -> list[Token]:
    return [token for token in tokens_in(text) if token.kind is TokenKind.WORD]


def _words_of_powers(variant: Variant) -> frozenset[str]:
    names = (name for power in variant.powers.values() for name in (power.id, power.name, power.adjective))
    return frozenset(word for name in names for word in folded_words(name))


def _reflexives(lexicons: Iterable[Lexicon]) -> frozenset[str]:
    """Verbs of orders with ``se`` or ``si`` before them, in the languages in which these change nothing."""
    found: set[str] = set()
    for each in lexicons:
        verbs = {phrase[phrase[0] in _SELF] for verb in Verb for phrase in each.vocabulary.verbs[verb]}
        verbs |= words_of("due.retreat", "due.disband", "prose.move", "prose.hold")
        found |= {f"{itself} {verb}" for itself in _SELF & each.vocabulary.fillers for verb in verbs if len(verb) > 1}
    return frozenset(found)


_SELF = frozenset({"se", "si"})
_REFLEXIVE = re.compile(r"(?<=\w )(?:se|si) \w+")
"""Words that may be a reflexive verb, behind the word they belong to."""


@lru_cache(maxsize=16)
def _order_words(lexicons: Lexicons) -> OrderWords:
    return OrderWords(lexicons)


def order_words(variant: Variant) -> OrderWords:
    """The words of *variant*, gathered once."""
    return _order_words(lexicons_of(variant))
