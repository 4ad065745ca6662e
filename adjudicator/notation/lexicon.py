"""The names of one variant, ready for looking up: places, coasts, kinds of unit, powers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from adjudicator.board import Province
from adjudicator.notation.order_languages import phrases_of
from adjudicator.notation.order_tokens import fold, words_of
from adjudicator.notation.vocabulary import Phrase, Verb, Vocabulary
from adjudicator.unit import Location
from adjudicator.variant import Names, OrderLanguage, Variant

_REAL_PLACES = """
    kiev kiew kyiv bucharest bukarest bucarest krakow odessa genova genoa lisbon athens sofia belgrad prague madrid dublin hamburg geneva
    verona parma lille riga varna malta corsica sicily crete norwich bern bari nice nizza nantes metz danzig cyprus
"""
REAL_PLACES = frozenset(_REAL_PLACES.split())
"""Places of the world that are near in their letters to one on many boards: they are no slips for it."""


def letters_of(word: str) -> int:
    """Return the letters of *word*, as bits; words whose bits differ much cannot be near."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) % 64)
    return bits


def distance(first: str, second: str, limit: int) -> int:
    """Letters to add, drop, change or swap with a neighbour to get from *first* to *second*; *limit* + 1 where it is more than *limit*.

    The restricted Damerau-Levenshtein distance.

    >>> distance("burgundy", "burgndy", limit=2)
    1
    >>> distance("paris", "prais", limit=2)
    1
    >>> distance("paris", "london", limit=2)
    3
    """
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, left in enumerate(first, 1):
        older, before = before, row
        row = [i]
        for j, right in enumerate(second, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == second[j - 2] and first[i - 2] == right:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def slips_between(first: str, letters: int, second: str, others: int, limit: int) -> int:
    """`distance`, which is not worked out where the *letters* of the first and the *others* of the second are too far apart."""
    return limit + 1 if (letters ^ others).bit_count() > 2 * limit else distance(first, second, limit)


def allowed_slips(word: str) -> int:
    """Return the number of slips that *word* may have and still be recognised: none up to three letters, two from seven on.

    >>> [allowed_slips(word) for word in ("bur", "paris", "burgundy")]
    [0, 1, 2]
    """
    if len(word) <= 3:
        return 0
    return 1 if len(word) <= 6 else 2


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


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_MOST_RIVALS = 6
"""An abbreviation of more places than this means none of them."""

_SHORTEST_BEGINNING = 3
_SHORTEST_LATER_WORD = 4
_SHORTEST_FOREIGN_POWER = 5
_SHORTEST_GLUED = 5
_MOST_KEPT = 10_000
"""Answers of one kind that are kept: most words of a mail are asked for often."""
_SHORTEST_GUESSED_VERB = 5
WORDS_FOR_OTHERS = frozenset({"rest", "reste", "resto", "resten"})
"""Words for all other units, none of which is a slip in Brest: ``the rest stands``."""
_SHORTEST_GUESSED_NAME = 4
_SHORT_KINDS = {"fleet": ("fl", "flt")}
_DIRECTIONS = ("north", "south", "east", "west")


class WordMatch(Enum):
    """Way in which a word was recognised."""

    EXACT = 0
    ABBREVIATION = 1
    SPELLING = 2

    __hash__ = object.__hash__  # that of Enum is Python code, and members are looked up for every word


@dataclass(frozen=True, slots=True)
class _Name:
    """One long name of a province."""

    province: str
    words: Phrase
    telling: Phrase
    """Its words without ``of`` and ``the``."""
    joined: str
    letters: int
    is_foreign: bool

    @property
    def can_be_guessed(self) -> bool:
        """True if a slip of the hand is recognised: not in short names, nor in those with initials, such as N. Atlantic."""
        return len(self.joined) >= _SHORTEST_GUESSED_NAME and min(map(len, self.words)) > 1


class Lexicon:
    """The names of one variant in one language. Built once, then only read."""

    def __init__(self, variant: Variant, vocabulary: Vocabulary, language: OrderLanguage | None = None) -> None:
        """The names of *variant* in English and, where one is given, those of *language* beside them."""
        self.vocabulary = vocabulary
        self.language = language
        self._board = variant.board
        self._exact: dict[Phrase, tuple[Location, ...]] = {}
        self._names: list[_Name] = []
        self._codes: list[tuple[str, str]] = []
        self._small = vocabulary.fillers | {word for phrase in vocabulary.coast_of for word in phrase}
        for province in variant.board.provinces.values():
            self._add_province(province)
        for alias, codes in variant.board.ambiguous_aliases.items():
            self._add(words_of(alias), tuple(Location(code) for code in codes))
        if language is not None:
            self._add_names_of(language)
        self.longest_name = max((len(phrase) for phrase in self._exact), default=1)
        self.coasts = self._coast_words(variant)
        if language is not None:
            self._add_coasts_of(language)
        self.longest_coast = max((len(phrase) for phrase in self.coasts), default=1)
        self.kinds = self._kind_words(variant)
        if language is not None:
            self._add_kinds_of(language)
        owners = self._english_power_words(variant)
        self._english_powers = _of_one(owners)
        if language is not None:
            self._add_powers_of(language, variant, owners)
        self._powers = _of_one(owners)
        self.longest_power = max((len(phrase) for phrase in self._powers), default=1)
        self.power_letters = {power.letter.casefold(): power.id for power in variant.powers.values() if power.letter}
        self._beginnings: dict[Phrase, tuple[Location, ...]] = {}
        self._by_letter: dict[str, list[_Name]] = {}
        """The names of which the first word, or the first telling one, begins with each letter."""
        for name in self._names:
            for letter in {name.words[0][:1], name.telling[0][:1]}:
                self._by_letter.setdefault(letter, []).append(name)
        self._glueable: dict[str, list[_Name]] = {}
        """The names of several words by the beginning of their first word."""
        for name in self._names:
            if len(name.words) > 1:
                self._glueable.setdefault(name.words[0][:_SHORTEST_PART], []).append(name)
        self._guessable = [name for name in self._names if name.can_be_guessed]
        self._own_names = [name for name in self._names if name.is_foreign == (language is not None)]
        self._telling_words = [(word, letters_of(word), name.province) for name in self._own_names for word in name.telling]
        self._verb_words = [
            (phrase[0], letters_of(phrase[0]), verb)
            for verb, phrases in vocabulary.verbs.items()
            for phrase in phrases
            if len(phrase) == 1 and len(phrase[0]) >= _SHORTEST_GUESSED_VERB
        ]
        self._verb_slips: dict[str, Verb | None] = {}
        self._slips: dict[Phrase, tuple[Location, ...]] = {}
        self._begun_powers: dict[Phrase, str | None] = {}
        """The power that each word begins the name of, once it was asked for."""
        self._longest_letters = max((len(name.joined) for name in self._names), default=0)
        self._words = _all_words(vocabulary) | self._words_of_names()
        self._letters_of_words = {word: letters_of(word) for word in self._words}
        self._could: dict[tuple[str, WordMatch], bool] = {}

    def has_meaning(self, word: str) -> bool:
        """Return True if *word* is itself part of a name or of a phrase of an order."""
        return word in self._words

    def could_mean(self, word: str, match: WordMatch) -> bool:
        """Return True if *word*, alone or with others, can be recognised at all in the way of *match* or a better one."""
        if word in self._words or word.isdigit() or (len(word) == 2 and word[1] in self.kinds):
            return True
        if match is WordMatch.EXACT or len(word) < _SHORTEST_BEGINNING:
            return False
        known = self._could.get((word, match))
        if known is None:
            known = self.power((word,)) is not None or bool(self.places((word,), WordMatch.ABBREVIATION))
            known = known or any(each.startswith(word) for name in self._names for each in name.words)
            if not known and match is WordMatch.SPELLING:
                known = bool(self.places((word,), WordMatch.SPELLING)) or (len(word) >= _SHORTEST_GUESSED_NAME and self._near_a_word(word))
            keep(self._could, (word, match), known)
        return known

    def _near_a_word(self, word: str) -> bool:
        letters = letters_of(word)
        return any(slips_between(word, letters, each, told, 1) <= 1 for each, told in self._letters_of_words.items())

    def _words_of_names(self) -> frozenset[str]:
        phrases = (*self._exact, *self.coasts, *self._powers)
        return frozenset(word for phrase in phrases for word in phrase) | self.kinds.keys() | self.power_letters.keys()

    def places(self, words: Phrase, match: WordMatch) -> tuple[Location, ...]:
        """The places that *words* can name, recognised in the way of *match* and in no better one."""
        exact = self._exact.get(words, ())
        if match is WordMatch.EXACT or exact:
            return exact if match is WordMatch.EXACT else ()
        beginning = self._abbreviated(words)
        if match is WordMatch.ABBREVIATION or beginning:
            return beginning if match is WordMatch.ABBREVIATION else ()
        return self._misspelt(words)

    @property
    def codes(self) -> Sequence[tuple[str, str]]:
        """Every code and alias, folded, with the code of its province."""
        return self._codes

    def names_near(self, joined: str, limit: int) -> Iterator[tuple[str, str, int]]:
        """Provinces with one of their own names in this language, as one word, near to *joined*; and the slips.

        A name with the same first letter is near up to *limit* slips, any other with one.
        """
        letters, length, first = letters_of(joined), len(joined), joined[:1]
        for name in self._own_names:
            allowed = limit if name.joined[:1] == first else 1
            if abs(len(name.joined) - length) > allowed or (letters ^ name.letters).bit_count() > 2 * allowed:
                continue
            slips = distance(joined, name.joined, allowed)
            if slips <= allowed:
                yield name.province, name.joined, slips

    def names_with_word_near(self, word: str, shortest: int) -> Iterator[str]:
        """Provinces with a name of which a telling word of *shortest* letters or more is one slip from *word*."""
        letters, length = letters_of(word), len(word)
        for telling, told, province in self._telling_words:
            if len(telling) < shortest or not -1 <= len(telling) - length <= 1 or (letters ^ told).bit_count() > 2:
                continue
            if distance(word, telling, 1) <= 1:
                yield province

    def names_begun(self, joined: str) -> Iterator[str]:
        """Provinces with a name that *joined* begins."""
        return (name.province for name in self._own_names if name.joined.startswith(joined))

    def names_nearly_begun(self, joined: str) -> Iterator[str]:
        """Provinces with a name of one word that *joined* begins but for two letters that changed places: ``Brug``."""
        if len(joined) >= _SHORTEST_GUESSED_NAME:
            letters = sorted(joined)
            for name in self._own_names:
                begun = name.joined[: len(joined)]
                if (
                    len(name.words) == 1
                    and begun[0] == joined[0]
                    and sorted(begun) == letters
                    and slips_between(joined, 0, begun, 0, 1) <= 1
                ):
                    yield name.province

    def nearest_verb(self, word: str) -> Verb | None:
        """The verb for which *word* can be a slip, where there is only one."""
        if len(word) < _SHORTEST_GUESSED_VERB:
            return None
        if word not in self._verb_slips:
            letters = letters_of(word)
            near = {verb for each, told, verb in self._verb_words if slips_between(word, letters, each, told, 1) <= 1}
            return keep(self._verb_slips, word, near.pop() if len(near) == 1 else None)
        return self._verb_slips[word]

    def is_part_of_a_name(self, word: str) -> bool:
        """Return True if *word* stands in the name of a place."""
        return any(word in phrase for phrase in self._exact)

    def power_names(self) -> Mapping[str, frozenset[str]]:
        """The single words that each power is called by."""
        found: dict[str, set[str]] = {}
        for phrase, power in self._powers.items():
            if len(phrase) == 1:
                found.setdefault(power, set()).add(phrase[0])
        return {power: frozenset(words) for power, words in found.items()}

    def power(self, words: Phrase) -> str | None:
        """The power that *words* name: its name, its adjective, or a beginning of three letters that only one power has.

        A name in another language than English has to be begun with five letters: *all* is not Allemagne.
        """
        known = self._powers.get(words)
        if known is not None or len(words) != 1 or len(words[0]) < _SHORTEST_BEGINNING:
            return known
        if words in self._begun_powers:
            return self._begun_powers[words]
        begun = self._powers.items() if len(words[0]) >= _SHORTEST_FOREIGN_POWER else self._english_powers.items()
        found = {power for phrase, power in begun if phrase[0].startswith(words[0])}
        return keep(self._begun_powers, words, found.pop() if len(found) == 1 else None)

    def is_known(self, word: str) -> bool:
        """Return True if *word* alone is a name or a word of an order."""
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
            if len(whole := words_of(province.name)) > 1:  # ``blk sea``
                self._add((*words_of(code), whole[-1]), here)
        for name in (province.name, *province.names):
            self._add_name(province.code, words_of(name), is_foreign=False)

    def _add_name(self, code: str, words: Phrase, *, is_foreign: bool) -> None:
        if not words:
            return
        joined = "".join(words)
        self._add(words, (Location(code),))
        self._add((joined,), (Location(code),))
        self._names.append(_Name(code, words, self._telling(words), joined, letters_of(joined), is_foreign))

    def _add_names_of(self, language: OrderLanguage) -> None:
        """Add the names of the provinces in *language*. A word that is one in English keeps its meaning."""
        english = set(self._exact)
        for code, phrases in self._names_in(language, language.provinces, self._keys_of_provinces()):
            for words in phrases:
                if words not in english:
                    self._add_name(code, words, is_foreign=True)
        self._add_parted_names(language)

    def _add_parted_names(self, language: OrderLanguage) -> None:
        """Add the names of a place that the board divides, as the Black Sea into two, for each of its parts, in *language* and English."""
        parts: dict[Phrase, list[str]] = {}
        for province in self._board.provinces.values():
            words = words_of(province.name)
            for start in range(1, len(words)):
                parts.setdefault(words[start:], []).append(province.code)
        whole = self._keys_of_provinces()
        keys = {key: words_of(key) for key in language.provinces}
        elisions = frozenset(fold(each) for each in language.words.get("elisions", ()))
        for key, called in language.provinces.items():
            codes = parts.get(keys[key], ())
            if keys[key] in whole or len(codes) < 2:
                continue
            for phrase in (keys[key], *phrases_of(called, elisions)):
                if phrase and phrase not in self._exact:
                    self._add(phrase, tuple(Location(code) for code in codes))

    def _keys_of_provinces(self) -> dict[Phrase, str]:
        provinces = self._board.provinces.values()
        return {words_of(each.name): each.code for each in provinces} | {(fold(each.code),): each.code for each in provinces}

    def _names_in(self, language: OrderLanguage, names: Names, keys: Mapping[Phrase, str]) -> Iterator[tuple[str, frozenset[Phrase]]]:
        """Yield each code that has names in *language*, and the phrases for it; what this board does not have is passed over."""
        for key, called in names.items():
            code = keys.get(words_of(key))
            if code is not None:
                yield code, phrases_of(called, frozenset(fold(each) for each in language.words.get("elisions", ())))

    def _add_coasts_of(self, language: OrderLanguage) -> None:
        for code, phrases in self._names_in(language, language.coasts, {(fold(each),): each for each in set(self.coasts.values())}):
            for words in phrases:
                self.coasts.setdefault(words, code)

    def _add_kinds_of(self, language: OrderLanguage) -> None:
        kinds = self._board.kinds.values()
        keys = {words_of(each.name): each.letter for each in kinds} | {(fold(each.letter),): each.letter for each in kinds}
        for letter, phrases in self._names_in(language, language.kinds, keys):
            for words in phrases:
                if len(words) == 1:
                    self.kinds.setdefault(words[0], letter)

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
        for phrase, coast in list(words.items()):
            if phrase and phrase[0].endswith(_DIRECTIONS):
                words.setdefault((phrase[0] + "ern", *phrase[1:]), coast)  # southern coast
        return {phrase: coast for phrase, coast in words.items() if phrase}

    def _kind_words(self, variant: Variant) -> dict[str, str]:
        words: dict[str, str] = {}
        for kind in variant.board.kinds.values():
            for name in (kind.letter, kind.name, self.vocabulary.plural(kind.name), *_SHORT_KINDS.get(kind.name, ())):
                words[fold(name)] = kind.letter
        return words

    def _english_power_words(self, variant: Variant) -> dict[Phrase, set[str]]:
        """Phrase to the powers it can name."""
        owners: dict[Phrase, set[str]] = {}
        for power in variant.powers.values():
            name = words_of(power.name)
            people = (power.adjective, f"{power.adjective}s") if power.adjective else ()  # ``the Russians``
            named = (power.id, power.id.replace("_", " "), *people)
            for phrase in (name, name[:1], *map(words_of, named)):
                if phrase:
                    owners.setdefault(phrase, set()).add(power.id)
        return owners

    def _add_powers_of(self, language: OrderLanguage, variant: Variant, owners: dict[Phrase, set[str]]) -> None:
        keys = {words_of(each.name): each.id for each in variant.powers.values()}
        keys |= {words_of(each.id): each.id for each in variant.powers.values()}
        english = set(owners)
        for power_id, phrases in self._names_in(language, language.powers, keys):
            for phrase in phrases - english:
                owners.setdefault(phrase, set()).add(power_id)

    def _abbreviated(self, words: Phrase) -> tuple[Location, ...]:
        known = self._beginnings.get(words)
        return keep(self._beginnings, words, tuple(map(Location, self._begun(words)))) if known is None else known

    def _begun(self, words: Phrase) -> tuple[str, ...]:
        """Provinces whose names *words* begin; and those of which they could be a slip, since ``Sain`` may be Spain."""
        telling = self._telling(words)
        if self._small.issuperset(telling) or (max(map(len, telling)) < _SHORTEST_BEGINNING and not self._begins_with_whole_word(telling)):
            return ()
        letter = words[0][:1]
        names = self._by_letter.get(letter, ()) if letter == telling[0][:1] != "" else self._names
        found = dict.fromkeys(name.province for name in names if _begins(name, words, telling))
        if not found and len(words) == 1 and len(words[0]) >= _SHORTEST_LATER_WORD:
            found = dict.fromkeys(name.province for name in self._names if any(word.startswith(words[0]) for word in name.telling[1:]))
        joined = "".join(words)
        if found and len(joined) >= _SHORTEST_GUESSED_NAME:
            found |= dict.fromkeys(self._near(joined, 1))
        if not found and len(words) == 1 and len(joined) >= _SHORTEST_GLUED:
            names = self._glueable.get(joined[:_SHORTEST_PART], ())
            found = dict.fromkeys(name.province for name in names if begins_glued(name.words, joined))
            if found:
                found |= dict.fromkeys(self._near(joined, allowed_slips(joined)))
        return tuple(found) if len(found) <= _MOST_RIVALS else ()

    def _begins_with_whole_word(self, words: Phrase) -> bool:
        """Return True if the first of several short *words* is the whole first word of a longer name: ``St P``."""
        return len(words) > 1 and len(words[0]) > 1 and any(name.words[0] == words[0] for name in self._names if len(name.words) > 1)

    def _misspelt(self, words: Phrase) -> tuple[Location, ...]:
        """A run of words that takes in a unit's kind or a verb is no name."""
        known = self._slips.get(words)
        return keep(self._slips, words, self._worked_out_slips(words)) if known is None else known

    def _worked_out_slips(self, words: Phrase) -> tuple[Location, ...]:
        joined = "".join(words)
        slips = allowed_slips(joined)
        if len(joined) > self._longest_letters + slips:
            return ()
        if not slips or joined in WORDS_FOR_OTHERS or (len(words) > 1 and any(self._is_order_word(word) for word in words)):
            return ()
        return tuple(Location(code) for code in dict.fromkeys(self._near(joined, slips, len(words))))

    def _near(self, joined: str, slips: int, words: int = 1) -> Iterator[str]:
        """Provinces with a name so near to so many words; two slips leave the first letter as it is, and a blank too many is one."""
        if joined in REAL_PLACES:
            return
        letters = letters_of(joined)
        for name in self._guessable:
            if (letters ^ name.letters).bit_count() > 2 * slips:
                continue  # what ``slips_between`` says too, without a call for each name
            found = slips_between(joined, letters, name.joined, name.letters, slips) + max(0, words - len(name.words))
            if found <= 1 <= slips or (found <= slips and joined[0] == name.joined[0]):
                yield name.province


def keep(kept: dict[_Key, _Value], key: _Key, value: _Value) -> _Value:
    """*value*, which is *kept* while there is room."""
    if len(kept) < _MOST_KEPT:
        kept[key] = value
    return value


def _of_one(owners: Mapping[Phrase, set[str]]) -> dict[Phrase, str]:
    """The phrases of one power; a phrase of two is neither's."""
    return {phrase: next(iter(ids)) for phrase, ids in owners.items() if len(ids) == 1}


def _all_words(vocabulary: Vocabulary) -> frozenset[str]:
    """Every word that has a meaning in an order, besides names."""
    phrases: set[Phrase] = set().union(*vocabulary.verbs.values())
    for each in (vocabulary.to, vocabulary.onto, vocabulary.deeds, vocabulary.origin, vocabulary.inside, vocabulary.while_moving):
        phrases |= each
    for each in (vocabulary.by_convoy, vocabulary.through, vocabulary.helped_by, vocabulary.route_joints, vocabulary.coast):
        phrases |= each
    words = {word for phrase in phrases | vocabulary.coast_of | vocabulary.builds for word in phrase}
    return frozenset(words | vocabulary.articles | vocabulary.fillers | vocabulary.results | vocabulary.numbers.keys())


def _begins(name: _Name, words: Phrase, telling: Phrase) -> bool:
    """Return True if *words* are beginnings of the name's words, one by one; one word may also begin the joined name."""
    if len(words) == 1 and name.joined.startswith(words[0]):
        # Mare is the word for sea in one language and no beginning of Mar Egeo in another.
        return not name.is_foreign or not any(len(words[0]) == len("".join(name.words[:end])) + 1 for end in range(1, len(name.words)))
    return each_begins(name.telling, telling) or each_begins(name.words, words)
