"""The names of one variant, ready for looking up: places, coasts, kinds of unit, powers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from adjudicator.board import Province
from adjudicator.location import Location
from adjudicator.notation.spelling import allowed_slips, distance, letters_of
from adjudicator.notation.tokens import fold, words_of
from adjudicator.notation.vocabulary import Phrase, Vocabulary
from adjudicator.variant import Variant

_MOST_RIVALS = 6
"""An abbreviation of more places than this means none of them."""

_SHORTEST_BEGINNING = 3
_SHORTEST_LATER_WORD = 4
_SHORTEST_GUESSED_NAME = 4


class Match(Enum):
    """How a word was recognised."""

    EXACT = 0
    ABBREVIATION = 1
    SPELLING = 2


@dataclass(frozen=True, slots=True)
class _Name:
    """One long name of a province."""

    province: str
    words: Phrase
    telling: Phrase
    """Its words without ``of`` and ``the``."""
    joined: str
    letters: int

    @property
    def can_be_guessed(self) -> bool:
        """Whether a slip of the hand is recognised: not in short names, nor in those with initials, such as N. Atlantic."""
        return len(self.joined) >= _SHORTEST_GUESSED_NAME and min(map(len, self.words)) > 1


class Lexicon:
    """The names of one variant in one language. Built once, then only read."""

    def __init__(self, variant: Variant, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._board = variant.board
        self._exact: dict[Phrase, tuple[Location, ...]] = {}
        self._names: list[_Name] = []
        self._codes: list[tuple[str, str]] = []
        self._small = vocabulary.fillers | {word for phrase in vocabulary.coast_of for word in phrase}
        for province in variant.board.provinces.values():
            self._add_province(province)
        for alias, codes in variant.board.ambiguous_aliases.items():
            self._add(words_of(alias), tuple(Location(code) for code in codes))
        self.longest_name = max((len(phrase) for phrase in self._exact), default=1)
        self.coasts = self._coast_words(variant)
        self.longest_coast = max((len(phrase) for phrase in self.coasts), default=1)
        self.kinds = self._kind_words(variant)
        self._powers = self._power_words(variant)
        self.longest_power = max((len(phrase) for phrase in self._powers), default=1)
        self.power_letters = {power.letter.casefold(): power.id for power in variant.powers.values() if power.letter}
        self._beginnings: dict[Phrase, tuple[Location, ...]] = {}

    def places(self, words: Phrase, match: Match) -> tuple[Location, ...]:
        """The places that *words* can name, recognised in the way of *match* and in no better one."""
        exact = self._exact.get(words, ())
        if match is Match.EXACT or exact:
            return exact if match is Match.EXACT else ()
        beginning = self._abbreviated(words)
        if match is Match.ABBREVIATION or beginning:
            return beginning if match is Match.ABBREVIATION else ()
        return self._misspelt(words)

    def nearest_places(self, words: Phrase, count: int = 2) -> tuple[str, ...]:
        """Codes of the places whose names are nearest to *words*, best first."""
        joined = "".join(words)
        limit = len(joined) // 3 + 1
        best: dict[str, int] = {}
        for name in self._names:
            begins = len(joined) >= _SHORTEST_BEGINNING and name.joined.startswith(joined)
            slips = 1 if begins else distance(joined, name.joined, limit)
            if slips <= limit:
                best[name.province] = min(slips, best.get(name.province, slips))
        for folded, code in self._codes:
            slips = distance(joined, folded, limit)
            if slips <= min(limit, len(folded) - 1):
                best[code] = min(slips, best.get(code, slips))
        return tuple(sorted(best, key=lambda code: best[code])[:count])

    def power(self, words: Phrase) -> str | None:
        """The power that *words* name: its name, its adjective, or a beginning of three letters that only one power has."""
        known = self._powers.get(words)
        if known is not None or len(words) != 1 or len(words[0]) < _SHORTEST_BEGINNING:
            return known
        found = {power for phrase, power in self._powers.items() if phrase[0].startswith(words[0])}
        return found.pop() if len(found) == 1 else None

    def is_known(self, word: str) -> bool:
        """Whether *word* alone is a name or a word of an order."""
        return (word,) in self._exact or self.power((word,)) is not None or self._is_order_word(word)

    def _is_order_word(self, word: str) -> bool:
        vocabulary = self.vocabulary
        return word in self.kinds or (word,) in vocabulary.to or any((word,) in phrases for phrases in vocabulary.verbs.values())

    def _add(self, words: Phrase, locations: tuple[Location, ...]) -> None:
        if words:
            known = self._exact.get(words, ())
            self._exact[words] = known + tuple(each for each in locations if each not in known)

    def _add_province(self, province: Province) -> None:
        here = (Location(province.code),)
        for code in (province.code, *province.aliases):
            self._codes.append((fold(code), province.code))
            self._add(words_of(code), here)
            for coast in province.coasts:
                for glued in (f"{code}{coast}", f"{code}_{coast}"):
                    self._add(words_of(glued), (Location(province.code, coast),))
        for name in (province.name, *province.names):
            words = words_of(name)
            self._add(words, here)
            self._add(("".join(words),), here)
            joined = "".join(words)
            self._names.append(_Name(province.code, words, self._telling(words), joined, letters_of(joined)))

    def _telling(self, words: Phrase) -> Phrase:
        """The *words* of a name without ``of`` and ``the``."""
        return tuple(word for word in words if word not in self._small) or words

    def _coast_words(self, variant: Variant) -> dict[Phrase, str]:
        """Phrase to coast, without the word for coast; a code of two letters may stand apart: ``n c``."""
        words: dict[Phrase, str] = {}
        coasts = dict.fromkeys(coast for province in variant.board.provinces.values() for coast in province.coasts)
        for coast in coasts | dict.fromkeys(variant.board.coast_names):
            names = [coast, variant.board.coast_names.get(coast, ""), *variant.board.coast_aliases.get(coast, ())]
            for name in filter(None, names):
                words.setdefault(words_of(name), coast)
            words.setdefault(tuple(fold(coast)), coast)
        return {phrase: coast for phrase, coast in words.items() if phrase}

    def _kind_words(self, variant: Variant) -> dict[str, str]:
        words: dict[str, str] = {}
        for kind in variant.board.kinds.values():
            for name in (kind.letter, kind.name, self.vocabulary.plural(kind.name)):
                words[fold(name)] = kind.letter
        return words

    def _power_words(self, variant: Variant) -> dict[Phrase, str]:
        """Phrase to power; a phrase of two powers is neither's."""
        owners: dict[Phrase, set[str]] = {}
        for power in variant.powers.values():
            name = words_of(power.name)
            for phrase in (words_of(power.id), words_of(power.id.replace("_", " ")), name, name[:1], words_of(power.adjective)):
                if phrase:
                    owners.setdefault(phrase, set()).add(power.id)
        return {phrase: next(iter(ids)) for phrase, ids in owners.items() if len(ids) == 1}

    def _abbreviated(self, words: Phrase) -> tuple[Location, ...]:
        known = self._beginnings.get(words)
        if known is None:
            known = tuple(Location(code) for code in self._begun(words))
            if len(self._beginnings) < 4096:
                self._beginnings[words] = known
        return known

    def _begun(self, words: Phrase) -> tuple[str, ...]:
        """Provinces whose names *words* begin; and those of which they could be a slip, since ``Sain`` may be Spain."""
        if max(len(word) for word in self._telling(words)) < _SHORTEST_BEGINNING:
            return ()
        telling = self._telling(words)
        found = dict.fromkeys(name.province for name in self._names if _begins(name, words, telling))
        if not found and len(words) == 1 and len(words[0]) >= _SHORTEST_LATER_WORD:
            found = dict.fromkeys(name.province for name in self._names if any(word.startswith(words[0]) for word in name.telling[1:]))
        joined = "".join(words)
        if found and len(joined) >= _SHORTEST_GUESSED_NAME:
            found |= dict.fromkeys(self._near(joined, 1))
        return tuple(found) if len(found) <= _MOST_RIVALS else ()

    def _misspelt(self, words: Phrase) -> tuple[Location, ...]:
        """A run of words that takes in a unit's kind or a verb is no name."""
        joined = "".join(words)
        slips = allowed_slips(joined)
        if not slips or (len(words) > 1 and any(self._is_order_word(word) for word in words)):
            return ()
        return tuple(Location(code) for code in dict.fromkeys(self._near(joined, slips)))

    def _near(self, joined: str, slips: int) -> Iterator[str]:
        """Provinces with a name so near; two slips leave the first letter as it is."""
        letters = letters_of(joined)
        for name in self._names:
            if not name.can_be_guessed or (letters ^ name.letters).bit_count() > 2 * slips:
                continue
            found = distance(joined, name.joined, slips)
            if found <= 1 <= slips or (found <= slips and joined[0] == name.joined[0]):
                yield name.province


def _begins(name: _Name, words: Phrase, telling: Phrase) -> bool:
    """Whether *words* are beginnings of the name's words, one by one; one word may also begin the joined name."""
    if len(words) == 1 and name.joined.startswith(words[0]):
        return True
    return _each_begins(name.telling, telling) or _each_begins(name.words, words)


def _each_begins(whole: Phrase, begun: Phrase) -> bool:
    return len(begun) <= len(whole) and all(word.startswith(start) for word, start in zip(whole, begun, strict=False))
