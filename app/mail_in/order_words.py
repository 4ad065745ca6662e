"""Words that belong to orders, in every language that a variant is read in: they separate prose from lines worth reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from adjudicator.notation.lexicon import Lexicon, WordMatch
from adjudicator.notation.lexicons import Lexicons, lexicons_of
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from adjudicator.variant import Variant
from app.mail_in.folding import folded_words, plain, tokens_in, without_accents, words_in
from app.mail_in.phrases import listed, pattern_of
from app.mail_in.phrases import words as words_of

_SHORTEST_PLACE = 3
_MOST_KEPT = 20_000
"""Words of mails of which it is kept what they name."""
_LONGEST_KEPT = 200
"""Characters of a line of which it is kept whether it is worth reading."""
_FEW = 4
"""A line of so few words may be a statement such as ``all hold``."""


class OrderWords:
    """The words of one variant."""

    def __init__(self, variant: Variant, lexicons: Lexicons) -> None:
        self._lexicons = lexicons
        self._all = (lexicons.english, *lexicons.others)
        self.lexicons: tuple[Lexicon, ...] = self._all
        self._fillers = frozenset(word for each in self._all for word in each.vocabulary.fillers)
        self._kinds = {word: str(kind) for each in reversed(self._all) for word, kind in each.kinds.items()}
        self._powers: dict[str, str | None] = {}
        self._verbs = frozenset(
            word for lexicon in self._all for verb in Verb for phrase in lexicon.vocabulary.verbs[verb] for word in phrase if len(word) > 2
        )
        self._coasts = frozenset(word for lexicon in self._all for phrase in lexicon.coasts for word in phrase)
        self._coasts |= words_of("statement", "coast")
        self._of_verb: dict[Verb, frozenset[str]] = {}
        self._deeds: frozenset[str] | None = None
        self._denied: re.Pattern[str] | None = None
        self._in_phrases: dict[Verb, re.Pattern[str]] = {}
        self._places: dict[str, bool] = {}
        self._worth: dict[str, bool] = {}
        names: dict[str, frozenset[str]] = {}
        for each in self._all:
            for power, called in each.power_names().items():
                names[power] = names.get(power, frozenset()) | called
        self.power_names: Mapping[str, frozenset[str]] = MappingProxyType(names)
        """The single words that each power is called by, in every language."""
        self.all_power_words = _words_of_powers(variant)
        """Folded words of the powers' names and adjectives, which may stand in headings."""
        self._reflexives = _reflexives(self._all)

    def is_place(self, word: str) -> bool:
        """Return True if the folded *word* names a place, alone or as the beginning or the middle of a longer name."""
        known = self._places.get(word)
        if known is None:
            known = len(word) >= _SHORTEST_PLACE and any(each.places((word,), WordMatch.EXACT) for each in self._all)
            if len(self._places) < _MOST_KEPT:
                self._places[word] = known
        return known

    def is_short_place(self, word: str) -> bool:
        """Return True if the folded *word* is the beginning of one place's name: ``dan``."""
        found = {place.province for each in self._all for place in each.places((word,), WordMatch.ABBREVIATION)}
        return len(word) >= _SHORTEST_PLACE and len(found) == 1

    def is_kind(self, word: str) -> bool:
        """Return True if the folded *word* is a kind of unit: ``a``, ``fleet``, ``armee``."""
        return word in self._kinds

    def kind_of(self, word: str) -> str | None:
        """The letter of the kind of unit that the folded *word* says: ``F`` for ``fleets``."""
        return self._kinds.get(word)

    def says(self, verb: Verb) -> frozenset[str]:
        """The single folded words that say *verb*, in every language."""
        found = self._of_verb.get(verb)
        if found is None:
            every = {phrase for lexicon in self._all for phrase in lexicon.vocabulary.verbs[verb]}
            found = frozenset(phrase[0] for phrase in every if len(phrase) == 1 and len(phrase[0]) > 2)
            self._of_verb[verb] = found
        return found

    def says_in(self, verb: Verb) -> re.Pattern[str]:
        """Finds the phrases of several words that say *verb*."""
        found = self._in_phrases.get(verb)
        if found is None:
            every = {phrase for lexicon in self._all for phrase in lexicon.vocabulary.verbs[verb] if len(phrase) > 1}
            found = pattern_of(" ".join(phrase) for phrase in sorted(every))
            self._in_phrases[verb] = found
        return found

    def is_filler(self, word: str) -> bool:
        """Return True if the folded *word* changes nothing in an order: an article, a small word."""
        return word in self._fillers

    def is_coast(self, word: str) -> bool:
        """Return True if the folded *word* belongs to the name of a coast: ``sc``, ``south``, ``coast``."""
        return word in self._coasts

    def is_verb(self, word: str) -> bool:
        """Return True if the folded *word* is a verb for a unit: ``holds``, ``to``."""
        return word in self._verbs or word in words_of("statement", "to")

    def is_deed(self, word: str) -> bool:
        """Return True if the folded *word* says what a unit does, and is no small word of any sentence: ``supports``, and not ``to``."""
        if self._deeds is None:
            self._deeds = frozenset[str]().union(*map(self.says, Verb)) - self._fillers
        return word in self._deeds

    def power(self, word: str) -> str | None:
        """The power that the folded *word* names."""
        if word in self._powers:
            return self._powers[word]
        found = self._lexicons.power((word,))
        if len(self._powers) < _MOST_KEPT:
            self._powers[word] = found
        return found

    def is_power(self, word: str) -> bool:
        """Return True if the folded *word* names a power; two letters name none."""
        return len(word) > 2 and self.power(word) is not None

    def other_powers(self, heard: Iterable[str], power: str) -> frozenset[str]:
        """The powers besides *power* that folded words name in four letters or more: German *aus* is no Austria."""
        return frozenset(named for word in heard if len(word) > 3 and (named := self.power(word)) is not None) - {power}

    def without_reflexives(self, text: str) -> str:
        """*text* folded, without verbs such as ``se mantiene`` and ``non si muove``: there is no *if* in them, and no *not*."""
        denied = self._denied_moves()
        return denied.sub(" ", self._reflexives.sub(" ", denied.sub(" ", without_accents(text))))

    def _denied_moves(self) -> re.Pattern[str]:
        """Finds ``non si muove`` and the like: that a unit holds."""
        if self._denied is None:
            told = {" ".join(phrase) for lexicon in self._all for phrase in lexicon.vocabulary.verbs[Verb.HOLD]}
            told.update(without_accents(phrase) for phrase in listed("prose", "hold_phrases"))
            negations = words_of("withdrawal", "denials") | {"ne"}
            self._denied = pattern_of(phrase for phrase in sorted(told) if not negations.isdisjoint(re.split(r"[ |]", phrase)))
        return self._denied

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
        known = self._worth.get(text)
        if known is None:
            known = self._is_worth_reading(text)
            if len(self._worth) < _MOST_KEPT and len(text) < _LONGEST_KEPT:
                self._worth[text] = known
        return known

    def _is_worth_reading(self, text: str) -> bool:
        shown = plain(text)
        tokens = tokens_in(text)
        words = [token for token in tokens if token.kind is TokenKind.WORD]
        for token in tokens:
            if token.kind is TokenKind.DASH:
                return True
            if token.kind is not TokenKind.WORD:
                continue
            written = token.end - token.start > 1 or shown[token.start].isupper()
            if self.is_place(token.folded) or (written and self.is_kind(token.folded)):
                return True
        if len(words) <= _FEW:
            return any(
                token.folded in self._verbs or token.folded in words_of("statement", "all") or self.power(token.folded) for token in words
            )
        return bool(words) and words[0].folded in self._verbs

    def names_unit(self, text: str) -> bool:
        """Return True if *text* names a unit's kind, and a place."""
        shown = plain(text)
        words = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
        kinds = any(self.is_kind(token.folded) and (token.end - token.start > 1 or shown[token.start].isupper()) for token in words)
        return kinds and any(self.is_place(token.folded) for token in words)


def _words_of_powers(variant: Variant) -> frozenset[str]:
    names = (name for power in variant.powers.values() for name in (power.id, power.name, power.adjective))
    return frozenset(word for name in names for word in folded_words(name))


def _reflexives(lexicons: Iterable[Lexicon]) -> re.Pattern[str]:
    """Verbs of orders with ``se`` or ``si`` before them, in the languages in which these change nothing, behind the word they belong to."""
    verbs: set[str] = set()
    for each in lexicons:
        words = {phrase[-1] if phrase[0] in _SELF else phrase[0] for verb in Verb for phrase in each.vocabulary.verbs[verb]}
        words |= words_of("due", "retreat") | words_of("due", "disband") | words_of("prose", "move") | words_of("prose", "hold")
        verbs |= {f"{itself} {word}" for itself in _SELF & each.vocabulary.fillers for word in words if len(word) > 1}
    return re.compile(rf"(?<=\w )(?:{'|'.join(map(re.escape, sorted(verbs, key=len, reverse=True)))})\b" if verbs else r"(?!)")


_SELF = frozenset({"se", "si"})


class _Identity:
    """A variant with its lexicons as a key: the very same objects."""

    def __init__(self, variant: Variant, lexicons: Lexicons) -> None:
        self.variant = variant
        self.lexicons = lexicons

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.lexicons is other.lexicons

    def __hash__(self) -> int:
        return id(self.lexicons)


@lru_cache(maxsize=16)
def _kept(key: _Identity) -> OrderWords:
    return OrderWords(key.variant, key.lexicons)


def order_words(variant: Variant) -> OrderWords:
    """The words of *variant*, gathered once."""
    return _kept(_Identity(variant, lexicons_of(variant)))
