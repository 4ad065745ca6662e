"""Which words belong to orders, in every language that a variant is read in: tells prose from what is worth reading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from adjudicator.notation.lexicon import Match
from adjudicator.notation.lexicons import Lexicons, lexicons_of
from adjudicator.notation.tokens import TokenKind, tokens_of
from adjudicator.notation.vocabulary import Verb
from adjudicator.variant import Variant
from app.post.folding import plain

_SHORTEST_PLACE = 3
_FEW = 4
"""A line of so few words may be a statement such as ``all hold``."""


class OrderWords:
    """The words of one variant."""

    def __init__(self, lexicons: Lexicons) -> None:
        self._lexicons = lexicons
        self._all = (lexicons.english, *lexicons.others)
        self._verbs = frozenset(
            word for lexicon in self._all for verb in Verb for phrase in lexicon.vocabulary.verbs[verb] for word in phrase if len(word) > 2
        )
        self._places: dict[str, bool] = {}
        names: dict[str, frozenset[str]] = {}
        for each in self._all:
            for power, called in each.power_names().items():
                names[power] = names.get(power, frozenset()) | called
        self.power_names: Mapping[str, frozenset[str]] = MappingProxyType(names)
        """The single words that each power is called by, in every language."""

    def is_place(self, word: str) -> bool:
        """Whether the folded *word* names a place, alone or as the beginning or the middle of a longer name."""
        known = self._places.get(word)
        if known is None:
            known = len(word) >= _SHORTEST_PLACE and any(each.places((word,), Match.EXACT) for each in self._all)
            if len(self._places) < 20_000:
                self._places[word] = known
        return known

    def is_kind(self, word: str) -> bool:
        """Whether the folded *word* is a kind of unit: ``a``, ``fleet``, ``armee``."""
        return any(word in each.kinds for each in self._all)

    def is_verb(self, word: str) -> bool:
        """Whether the folded *word* says what a unit does: ``holds``, ``to``."""
        return word in self._verbs or word in _TO

    def power(self, word: str) -> str | None:
        """The power that the folded *word* names."""
        return self._lexicons.power((word,))

    def may_order(self, text: str) -> bool:
        """Whether *text* is worth reading: it has a dash, a place, a unit's kind, a power, or is short and has a verb of orders."""
        shown = plain(text)
        tokens = tokens_of(shown)
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
            return any(token.folded in self._verbs or token.folded in _STATING or self.power(token.folded) for token in words)
        return bool(words) and words[0].folded in self._verbs

    def names_unit(self, text: str) -> bool:
        """Whether *text* names a unit's kind, and a place."""
        shown = plain(text)
        words = [token for token in tokens_of(shown) if token.kind is TokenKind.WORD]
        kinds = any(self.is_kind(token.folded) and (token.end - token.start > 1 or shown[token.start].isupper()) for token in words)
        return kinds and any(self.is_place(token.folded) for token in words)


_STATING = frozenset(
    {"nro", "nmr", "orders", "order", "all", "everyone", "everybody", "everything", "rest", "alle", "alles", "tout", "tutti", "todos"}
)


_TO = frozenset({"to", "nach", "vers", "en", "verso", "hacia", "naar"})


class _Identity:
    """Lexicons as a key: the very same object."""

    def __init__(self, lexicons: Lexicons) -> None:
        self.lexicons = lexicons

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.lexicons is other.lexicons

    def __hash__(self) -> int:
        return id(self.lexicons)


@lru_cache(maxsize=16)
def _kept(key: _Identity) -> OrderWords:
    return OrderWords(key.lexicons)


def order_words(variant: Variant) -> OrderWords:
    """The words of *variant*, gathered once."""
    return _kept(_Identity(lexicons_of(variant)))
