"""The names and words of one variant in every language that it is read in; built when they are first asked for, then only read.

Words beside names are signs that a text is no order although it names places: conditions, alternatives, press, words about all units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from adjudicator.notation.lexicon import REAL_PLACES, WORDS_FOR_OTHERS, Lexicon, WordMatch, distance, keep
from adjudicator.notation.order_languages import ENGLISH, vocabulary_of
from adjudicator.notation.order_tokens import Token, TokenKind, elided, tokens_of
from adjudicator.notation.reading import Statement, TextSpan
from adjudicator.notation.vocabulary import Phrase, most_words
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


_MOST_WORDS_OF_A_STATEMENT = 8
_MOST_WORDS_OF_A_DATELINE = 8


class Signals:
    """The words of all languages of a variant that stand beside orders, or in place of them."""

    def __init__(self, lexicons: tuple[Lexicon, ...]) -> None:
        self._lexicons = lexicons
        english = lexicons[0]
        vocabularies = [each.vocabulary for each in lexicons]
        self.elisions = frozenset().union(*(each.elisions for each in vocabularies))
        self._conditions = frozenset().union(*(each.conditions for each in vocabularies))
        self._alternatives = frozenset().union(*(each.alternatives for each in vocabularies))
        self._hanging = self._conditions | self._alternatives
        self._press = frozenset().union(*(each.press for each in vocabularies))
        self._to = frozenset().union(*(each.to for each in vocabularies))
        self._notes = frozenset().union(*(each.results for each in vocabularies)) | {
            word for each in vocabularies for phrase in each.by_convoy for word in phrase
        }
        self._fillers = frozenset().union(*(each.fillers for each in vocabularies))
        self._statements: dict[Phrase, Statement] = {}
        for each in vocabularies:
            for statement, phrases in each.statements.items():
                self._statements |= dict.fromkeys(phrases, statement)
        names = frozenset(word for phrase in self._conditions | self._alternatives if len(phrase) == 1 for word in phrase)
        self._taken = frozenset(word for word in names if english.is_part_of_a_name(word))
        """Words that are something else on this board: an ``Oder`` that is a river."""
        self._doubtful = {
            "" if each.language is None else each.language.name: self._taken
            | {name for name in names if len(name) == 1 or each.has_meaning(name)}
            for each in lexicons
        }
        """Words that are something else in an order of a language, English at no name: ``falls`` back, ``se`` mueve."""

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The tokens of *text*, with ``s'il`` as two words."""
        return tokens_of(elided(text, self.elisions))

    # Conditions and alternatives -------------------------------------------------------------------------------------------

    def condition(self, tokens: tuple[Token, ...], read_in: str | None = None) -> TextSpan | None:
        """The words that make it hang on something; *read_in* the language where the text was read as an order all the same."""
        return next((tokens[start].until(tokens[end - 1]) for start, end in self._found(tokens, self._conditions, read_in)), None)

    def alternatives(self, tokens: tuple[Token, ...], read_in: str | None = None) -> tuple[tuple[int, int], ...]:
        """Each *or* among the tokens: its first one and the one after it."""
        return tuple(self._found(tokens, self._alternatives, read_in))

    def begins_hanging(self, tokens: tuple[Token, ...]) -> bool:
        """Return True if the first word is one of those that make an order conditional, or offer another."""
        return any(start == 0 for start, _ in self._found(tokens, self._hanging, None))

    def _found(self, tokens: tuple[Token, ...], phrases: frozenset[Phrase], read_in: str | None) -> Iterator[tuple[int, int]]:
        passed_over = self._taken if read_in is None else self._doubtful[read_in]
        longest = most_words(phrases)
        at = 0
        while at < len(tokens):
            words: Phrase = ()
            found = 0
            for token in tokens[at : at + longest]:
                if token.kind is not TokenKind.WORD:
                    break
                words = (*words, token.folded)
                if words in phrases and (len(words) > 1 or words[0] not in passed_over):
                    found = len(words)
            if found:
                yield at, at + found
            at += max(1, found)

    def speaks_of_orders(self, tokens: tuple[Token, ...]) -> bool:
        """Return True if a place or a power is named."""
        words = [token.folded if token.kind is TokenKind.WORD else "" for token in tokens]
        return any(self._names(run) for run in _runs(words, 3))

    def _names(self, words: Phrase) -> bool:
        return any(lexicon.power(words) is not None or lexicon.places(words, WordMatch.EXACT) for lexicon in self._lexicons)

    # Press -----------------------------------------------------------------------------------------------------------------

    def is_press(self, tokens: tuple[Token, ...]) -> bool:
        """``Press: ...``, ``PRESS TO FRANCE``, and datelines: ``London to Paris: sorry``."""
        at = 0
        while at < len(tokens) and tokens[at].kind in (TokenKind.MARK, TokenKind.DASH, TokenKind.OPEN):
            at += 1
        return self._headed_press(tokens, at) or self._dateline(tokens, at)

    def _headed_press(self, tokens: tuple[Token, ...], at: int) -> bool:
        words: Phrase = ()
        for index in range(at, min(at + 3, len(tokens))):
            if tokens[index].kind is not TokenKind.WORD:
                break
            words = (*words, tokens[index].folded)
            if words in self._press and self._ends_a_heading(tokens[index + 1 : index + 2]):
                return True
        return False

    def _ends_a_heading(self, following: tuple[Token, ...]) -> bool:
        """Return True if ``Press`` is followed by a mark, ``to`` or a name, or by nothing."""
        return not any(
            each.kind is TokenKind.WORD and (each.folded,) not in self._to and not self._names((each.folded,)) for each in following
        )

    def _dateline(self, tokens: tuple[Token, ...], at: int) -> bool:
        """Two names with ``to`` between, a colon, and something that is neither a result nor a convoy."""
        colon = next((index for index in range(at, len(tokens)) if tokens[index].folded == ":"), None)
        if colon is None or colon - at > _MOST_WORDS_OF_A_DATELINE or any(each.kind is not TokenKind.WORD for each in tokens[at:colon]):
            return False
        head = tuple(each.folded for each in tokens[at:colon])
        said = [each.folded for each in tokens[colon + 1 :] if each.kind is TokenKind.WORD]
        if not said or all(word in self._notes for word in said):
            return False
        return any((head[index],) in self._to and index + 1 < len(head) and self._names(head[:index]) for index in range(1, len(head)))

    # All units at once -----------------------------------------------------------------------------------------------------

    def statement(self, tokens: tuple[Token, ...]) -> tuple[Statement, str | None] | None:
        """Return the statement on all units, and the power that is named before it."""
        if any(token.kind in (TokenKind.STRANGE, TokenKind.SLASH) for token in tokens):
            return None
        words = tuple(token.folded for token in tokens if token.kind is TokenKind.WORD)
        if not 0 < len(words) <= _MOST_WORDS_OF_A_STATEMENT:
            return None
        for start in range(min(4, len(words))):
            power = self._power(words[:start]) if start else None
            if start and power is None:
                continue
            said = words[start:]
            found = self._statements.get(said) or self._statements.get(tuple(word for word in said if word not in self._fillers))
            if found is not None:
                return found, power
        return None

    def _power(self, words: Phrase) -> str | None:
        found = {power for lexicon in self._lexicons if (power := lexicon.power(words)) is not None}
        return found.pop() if len(found) == 1 else None


def _runs(words: list[str], longest: int) -> Iterator[Phrase]:
    """Up to *longest* words side by side."""
    for start in range(len(words)):
        run: Phrase = ()
        for word in words[start : start + longest]:
            if not word:
                break
            run = (*run, word)
            yield run


class Lexicons:
    """English, and each other language together with it: people mix the two."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.english = Lexicon(variant, ENGLISH)
        self._others: tuple[Lexicon, ...] | None = None
        self._signals: Signals | None = None
        self._beside_powers: frozenset[str] | None = None
        self._nearest: dict[Phrase, tuple[str, ...]] = {}
        self._known: dict[str, bool] = {}

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

    def is_known(self, word: str) -> bool:
        """Return True if *word* alone is a name or a word of an order in any language."""
        known = self._known.get(word)
        return keep(self._known, word, any(each.is_known(word) for each in self.all)) if known is None else known

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
