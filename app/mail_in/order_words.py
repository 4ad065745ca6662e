"""Words that belong to orders, in every language that a variant is read in, and the places and units that they name in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from types import MappingProxyType

from adjudicator.notation.lexicon import Lexicon, WordMatch
from adjudicator.notation.lexicons import Lexicons, lexicons_of
from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.vocabulary import Verb
from adjudicator.variant import Variant
from app.mail_in.phrases import (
    WORD,
    blanked,
    folded_words,
    listed,
    pattern_of,
    phrases,
    plain,
    tables,
    tokens_in,
    without_accents,
    words,
    words_by_language,
    words_in,
    words_of,
)

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
        self._said: dict[tuple[Verb | str, ...], frozenset[str]] = {}
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

    def says(self, *said: Verb | str) -> frozenset[str]:
        """The single folded words that say any of these verbs, in every language, and those of lists that are named as ``section.name``."""
        found = self._said.get(said)
        if found is None:
            of_each = (words_of(each) if isinstance(each, str) else self._of_verb[each] for each in said)
            found = self._said[said] = frozenset[str]().union(*of_each)
        return found

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


_SHORT_WORD = 4
_LONGEST_NAME = 3
"""Words of the name of a place."""
NEXT_WORD = 20
"""Characters behind a word in which the next one is looked for."""


def place_leads() -> frozenset[str]:
    """Words before a place to which a unit goes: ``to``, ``nach``, ``into``."""
    return words_of("prose.to", "prose.into")


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A province named in a text."""

    start: int
    end: int
    province: str
    is_guess: bool = False
    """True if it is only begun, or misspelt: the word may mean something else."""


def places_named(text: str, known: OrderWords) -> list[str]:
    """The provinces that *text* names, in their sequence."""
    return [each.province for each in mentions(text, known)]


def mentions(text: str, known: OrderWords) -> list[NamedPlace]:
    """Return the provinces named in *text*; small short words are none, since they are words of five languages too."""
    return list(_mentions(text, known))


@lru_cache(maxsize=1_024)
def _mentions(text: str, known: OrderWords) -> tuple[NamedPlace, ...]:
    shown = plain(text)
    tokens = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
    found: list[NamedPlace] = []
    at = 0
    while at < len(tokens):
        first, more = tokens[at], tokens[at + 1 : at + _LONGEST_NAME]
        runs = ([one, *more[:length]] for one in (first, *_behind_article(shown, first)) for length in range(len(more), -1, -1))
        named = next(((place, len(run)) for run in runs if (place := _place(shown, run, known)) is not None), None)
        adjective = None if named is not None and named[1] > 1 else _of_adjective(shown, tokens, at, known)
        is_army = adjective is not None and "A" in kinds_named(shown[adjective.end : adjective.end + NEXT_WORD], known)
        place, length = (adjective, 1) if named is None or is_army else named  # ``my Norwegian army`` is not in the Norwegian Sea
        at += length
        if place is not None:
            found.append(place)
    return tuple(found)


_CODES_OF_MOVE = re.compile(r"\b([^\W\d_]{3})\s*(?:-+>?|=?>|→|–)\s*([^\W\d_]{3})\b")


def coded_moves(text: str, known: OrderWords) -> list[NamedPlace]:
    """The places of ``spa - por`` in small letters: codes on both sides of a dash."""
    found: list[NamedPlace] = []
    for move in _CODES_OF_MOVE.finditer(text):
        both = [provinces_of(folded_words(move[number]), WordMatch.EXACT, known) for number in (1, 2)]
        if all(len(provinces) == 1 for provinces in both):
            found += [NamedPlace(*move.span(number), next(iter(both[number - 1]))) for number in (1, 2)]
    return found


def without_places(text: str, named: Iterable[NamedPlace]) -> str:
    """*text* with blanks where places are named."""
    for place in named:
        text = blanked(text, place.start, place.end)
    return text


def _behind_article(shown: str, token: Token) -> list[Token]:
    """The word behind the apostrophe of *token*, as in ``l'Arménie`` and ``all'Adriatico``."""
    word = shown[token.start : token.end]
    begin = max(word.rfind(mark) for mark in "'’") + 1
    return [replace(token, folded=without_accents(word[begin:]), start=token.start + begin)] if 1 < begin < len(word) else []


def _of_adjective(shown: str, tokens: list[Token], at: int, known: OrderWords) -> NamedPlace | None:
    """The place of ``the Greek army``, ``l'armée espagnole``, ``with Danish support``: a word beside a kind of unit, or a support."""
    name = adjectives().get(tokens[at].folded)
    around = (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2])
    beside = [word for each in around for word in folded_words(shown[each.start : each.end])]  # ``l'armata`` is two
    if name is None or not any(known.spelt_kind_of(word) or word in words("prose", "support") for word in beside):
        return None
    provinces = provinces_of(name, WordMatch.EXACT, known)
    return NamedPlace(tokens[at].start, tokens[at].end, next(iter(provinces))) if len(provinces) == 1 else None


@cache
def adjectives() -> Mapping[str, tuple[str, ...]]:
    """The words for what belongs to a place, each with the name of that place: ``greek`` for Greece."""
    pairs_of = (without_accents(each).partition(": ") for each in listed("place", "adjectives"))
    return {word: tuple(name.split()) for name, _, every in pairs_of for word in every.split()}


@lru_cache(maxsize=8_192)
def provinces_of(phrase: tuple[str, ...], match: WordMatch, known: OrderWords) -> frozenset[str]:
    """The provinces that *phrase* names in any language."""
    return frozenset(place.province for lexicon in known.lexicons for place in lexicon.places(phrase, match))


def _place(shown: str, run: list[Token], known: OrderWords) -> NamedPlace | None:
    phrase = tuple(token.folded for token in run)
    if len(run) == 1 and not _is_written_as_name(shown, run[0], known):
        return None
    provinces = provinces_of(phrase, WordMatch.EXACT, known)
    is_guess = not provinces and len(run) == 1
    if is_guess:
        [token] = run
        provinces = _guessed(shown, token, known)
    return NamedPlace(run[0].start, run[-1].end, next(iter(provinces)), is_guess) if len(provinces) == 1 else None


def _guessed(shown: str, token: Token, known: OrderWords) -> frozenset[str]:
    """The provinces whose name one word begins, or may misspell."""
    word = token.folded
    is_behind_kind = _is_behind_kind(shown, token, known)
    if len(word) < _SHORT_WORD - is_behind_kind:
        return frozenset()
    is_begun = word not in words("place", "no_beginnings") and not known.is_coast(word)  # *costa* begins *Costantinopoli*
    if is_begun and not known.is_power(word):  # ``the English``
        begun = provinces_of((word,), WordMatch.ABBREVIATION, known)
        if begun:
            return begun
    if _is_other_word(word, known) or not (shown[token.start].isupper() or is_behind_kind or _is_behind_to(shown, token)):
        return frozenset()
    return provinces_of((word,), WordMatch.SPELLING, known)


def _is_other_word(word: str, known: OrderWords) -> bool:
    """Return True if a word that looks like a misspelt name of a place is known as another: *Russia* for *Prussia*, *When* for *Wien*."""
    return word in words("place", "no_slips") or known.is_power(word)


def _is_written_as_name(shown: str, token: Token, known: OrderWords) -> bool:
    """Return True if one word may be the name of a place: ``den`` and ``con`` are small words of other languages."""
    word = token.folded
    if len(word) < 3:
        return False
    if shown[token.start].isupper():
        return not _is_preposition(shown, token, known)
    if word in words("prose", "move"):
        return False  # Italian ``lo porto in Albania``
    behind = shown[: token.start].split()[-2:]
    is_led = len(behind) == 2 and behind[1].casefold() in words("place", "between") and known.is_kind(behind[0].casefold())
    is_goal = shown.islower() and (_is_goal(shown, token, known) or _is_moved(shown, token, known))
    is_long = len(word) > _SHORT_WORD - is_led or (len(word) == _SHORT_WORD and bool(provinces_of((word,), WordMatch.EXACT, known)))
    return _is_behind_kind(shown, token, known) or is_long or is_goal or _tells_deed(shown, token, known)


def _is_preposition(shown: str, token: Token, known: OrderWords) -> bool:
    """Return True for ``Con la flotta``, ``Con esto``: a small word of a language, with another one of it, or a kind of unit, behind it."""
    word, ahead = token.folded, folded_words(shown[token.end : token.end + NEXT_WORD])
    follows = shown[token.end : token.end + 1] == " " and shown[token.end + 1 : token.end + 2].isalpha()
    if follows and phrases("place", "no_codes").match(" ".join((word, *ahead))) is not None:
        return True  # ``Por si acaso``, ``Den Rest wie gestern``
    if len(ahead) < 2 or word not in words("language", "common") or "-" in shown[token.end : token.end + 2]:
        return False
    if known.is_filler(ahead[0]) and known.spelt_kind_of(ahead[1]):
        return True
    spoken = [common for common in words_by_language("language", "common").values() if word in common]
    is_order = known.is_verb(ahead[0]) or ahead[0] in place_leads() or len(ahead[0]) < _SHORT_WORD
    return not is_order and any(ahead[0] in common for common in spoken)


def _is_goal(shown: str, token: Token, known: OrderWords) -> bool:
    """Return True for *pic* of ``belgium goes to pic``: a code behind *to*, and a verb before that."""
    before = folded_words(shown[: token.start][-NEXT_WORD:])[-2:]
    leads = len(before) == 2 and before[1] in place_leads() and (known.is_verb(before[0]) or before[0] in words("prose", "move"))
    return leads and token.folded not in words("language", "common")


def _is_moved(shown: str, token: Token, known: OrderWords) -> bool:
    """Return True for both codes of ``change war to ukr``: with *to* between them they are no other words."""
    for start in (token.start, token.start - NEXT_WORD):
        for found in _TO.finditer(shown, start, token.end + NEXT_WORD):
            both = (found["unit"], found["goal"])
            is_one = token.start in (found.start("unit"), found.start("goal")) and found["to"] in place_leads()
            if is_one and all(len(provinces_of((code,), WordMatch.EXACT, known)) == 1 for code in both):
                return True
    return False


_TO = re.compile(r"\b(?P<unit>[^\W\d_]{3})\s+(?P<to>[^\W\d_]{1,5})\s+(?P<goal>[^\W\d_]{3})\b")


def _tells_deed(shown: str, token: Token, known: OrderWords) -> bool:
    """Return True for ``gas to spain``, ``con dont move``: a word for a deed, or its denial, stands behind a short name."""
    behind = folded_words(shown[token.end : token.end + NEXT_WORD])
    said = next((word for word in behind if word not in words("prose", "small")), "")
    is_told = known.is_verb(said) or known.is_verb(behind[0] if behind else "") or said in words("withdrawal", "denials")
    if not is_told or len(provinces_of((token.folded,), WordMatch.EXACT, known)) != 1:
        return False
    before = shown[: token.start].rstrip(" -*•")
    if not before or token.folded in words("language", "common"):
        return not before
    if phrases("amendment", "leads").fullmatch(" ".join(folded_words(before))) is not None:
        return True  # ``actually mun just holds``
    article = _ARTICLE.search(shown[: token.start])
    ahead = () if article is None or not known.is_filler(article[1].casefold()) else folded_words(shown[: article.start()])[-1:]
    if not words("withdrawal", "take_back").isdisjoint(ahead):
        return True  # ``scrap the bel hold``
    return before[-1] in ",;." or not words("due", "joining").isdisjoint(folded_words(before[-NEXT_WORD:])[-1:])


_ARTICLE = re.compile(r"\b([^\W\d_]{1,3})\s+$")


def _is_behind_to(shown: str, token: Token) -> bool:
    """Return True for a long word in small letters behind *to* in a text without capitals: ``munich goes back to burgndy``."""
    before = folded_words(shown[: token.start][-NEXT_WORD:])[-1:]
    return shown.islower() and token.end - token.start > _SHORT_WORD + 1 and not place_leads().isdisjoint(before)


def _is_behind_kind(shown: str, token: Token, known: OrderWords) -> bool:
    """Return True if a kind of unit stands before *token*."""
    return known.is_kind(shown[: token.start].rstrip().rpartition(" ")[2].casefold())


@lru_cache(maxsize=1_024)
def kinds_named(text: str, known: OrderWords) -> frozenset[str]:
    """Return the kinds of units that *text* names in a word."""
    return frozenset(kind for word in folded_words(text) if (kind := known.spelt_kind_of(word)))


def units_named(text: str, known: OrderWords) -> list[int]:
    """Return the places of units with their provinces in *text*: ``A Par``, ``fleet in London``."""
    return list(_units_named(text, known))


@lru_cache(maxsize=1_024)
def _units_named(text: str, known: OrderWords) -> tuple[int, ...]:
    text = text.replace("'", " ").replace("’", " ")
    shown = plain(text)
    tokens = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
    starts = {place.start for place in mentions(text, known) if not place.is_guess}
    found = []
    for number, one in enumerate(tokens, 1):
        is_letter = one.end - one.start == 1
        if not known.is_kind(one.folded) or (is_letter and not shown[one.start].isupper()):
            continue
        small = frozenset() if is_letter else words("place", "between")
        behind = next((token for token in tokens[number:] if token.folded not in small), None)
        if behind is not None and (known.is_place(behind.folded) or behind.start in starts):
            found.append(one.start)
    return tuple(found)


def parted_from_unit(text: str, unit: int) -> bool:
    """Return True if a mark separates the words of withdrawal from the unit behind them: ``cancel that, F Swe - Bot``."""
    before = text[:unit]
    said = words("withdrawal", "take_back")
    back = next((found.end() for found in WORD.finditer(before) if " ".join(folded_words(found[0])) in said), 0)
    return "," in before[back:] or not words("withdrawal", "again").isdisjoint(folded_words(before[back:]))


def number_in(heard: Sequence[str]) -> int | None:
    """The number of units that folded words name: 2 of ``both``; ``None`` where they name none, or several."""
    found = {_numbers()[word] for word in heard if word in _numbers()}
    return found.pop() if len(found) == 1 else None


@cache
def _numbers() -> dict[str, int]:
    """The words for numbers of units, in all languages."""
    found: dict[str, int] = {}
    for _, table in tables():
        said = table.get("statement", {})
        assert isinstance(said, dict)
        for number, each in enumerate(said.get("numbers", ()), 2):
            found |= dict.fromkeys(folded_words(each), number)
    return found
