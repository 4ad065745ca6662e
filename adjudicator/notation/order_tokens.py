"""A text as words, dashes and marks, each with its place."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from adjudicator.notation.reading import TextSpan


class TokenKind(Enum):
    """Kind of a token in the grammar."""

    WORD = "word"
    DASH = "dash"
    """A hyphen, a dash or an arrow."""
    OPEN = "open"
    CLOSE = "close"
    SEMICOLON = "semicolon"
    SLASH = "slash"
    MARK = "mark"
    """Punctuation that never means anything between words: stop, comma, colon, star, quotation mark."""
    STRANGE = "strange"
    """Anything else; it is never passed over."""

    __hash__ = object.__hash__  # that of Enum is Python code, and members are looked up for every word


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark."""

    kind: TokenKind
    folded: str
    """A word in lower case, without accents, apostrophes and a final ``'s``; a mark unchanged."""

    start: int
    end: int
    is_capital: bool = False
    """True if it is a single capital letter: ``A`` is an army and no Italian word for *to*."""

    def until(self, other: Token) -> TextSpan:
        """The stretch from here to the end of *other*."""
        return TextSpan(self.start, other.end - self.start)

    @property
    def span(self) -> TextSpan:
        """The stretch of this token."""
        return TextSpan(self.start, self.end - self.start)


DASHES = "-\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2500\u2e3a\u2e3b\u30fc\x96\x97"
"""With what mail programs make of one: the one with the number 96 is an en dash of Windows that was taken for Latin-1."""

_ARROWS = "\u2192\u21a6\u21d2\u21e8\u2794\u279c\u279d\u279e\u27a1\u27a4\u27f6\u27f9\u2b95\u25b6\u25ba"
_APOSTROPHES = "'\u2019\u02bc\u2032\u00b4\x92"
_TOKEN = re.compile(
    rf"(?P<word>[^\W_]+(?:[_{_APOSTROPHES}][^\W_]+)*)"
    rf"|(?P<dash>[{DASHES}=~]*[{DASHES}=]>+|[{DASHES}]+|[{_ARROWS}]|>+)"
    r"|(?P<open>[(\[{<])"
    r"|(?P<close>[)\]}])"
    r"|(?P<semicolon>;)"
    r"|(?P<slash>[/\\])"
    rf"|(?P<mark>[.,:!*_`\"{_APOSTROPHES}\u2018\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u00ab\u00bb\u2022\u00b7\u2033|\x91\x93\x94])"
    r"|(?P<blank>\s+)"
    r"|(?P<strange>.)",
    re.DOTALL,
)
_ELISION = re.compile(rf"\b([^\W\d_]{{1,7}})[{_APOSTROPHES}](?=[^\W\d_])")
_UNSEEN = frozenset({"Cf", "Mn", "Me"})
"""Categories of invisible characters, and of accents that stand after their letter; names are read without accents."""

_FILLERS = "\u115f\u1160\u3164\uffa0"
_WIDE = frozenset("FH")
_POSSESSIVE = re.compile(rf"[{_APOSTROPHES}]s$", re.IGNORECASE)
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


_LONGEST_KEPT = 1_600


def fold(word: str) -> str:
    """A *word* as the tables have it: lower case, no accents, no apostrophes, no final ``'s``.

    >>> fold("Île"), fold("Denmark's"), fold("Łódź")
    ('ile', 'denmark', 'lodz')
    """
    if word.isalnum() and word.isascii():
        return word.casefold()
    bare = _POSSESSIVE.sub("", word)
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFKD", bare.casefold().translate(_LETTERS))
        bare = "".join(each for each in decomposed if not unicodedata.combining(each))
    return "".join(each for each in bare.casefold() if each not in _APOSTROPHES)


def head_of_compound(word: str) -> int:
    """The length of the place before the kind of unit in a compound, as German makes them: 5 of ``Kanalflotte``, 0 of other words."""
    found = _COMPOUND.fullmatch(word) if len(word) > _SHORTEST_COMPOUND else None
    return 0 if found is None else found.start("kind")


_COMPOUND = re.compile(r"[^\W\d_]{3,}(?P<kind>flotten?|armeen?)", re.IGNORECASE)
_SHORTEST_COMPOUND = 7


def tokens_of(text: str) -> tuple[Token, ...]:
    """All tokens of *text*; blanks are none. ``>`` closes a bracket that ``<`` opened and is an arrow elsewhere.

    Invisible characters (zero-width ones, soft hyphens, marks of direction) are passed over, full-width ones are taken as the usual ones;
    the places of the tokens are those in the unchanged text.

    >>> [(token.kind.value, token.folded) for token in tokens_of("A Par -> Bur")]
    [('word', 'a'), ('word', 'par'), ('dash', '->'), ('word', 'bur')]
    """
    return _kept(text) if len(text) <= _LONGEST_KEPT else _worked_out(text)


def _worked_out(text: str) -> tuple[Token, ...]:
    return _tokens(text, None) if text.isascii() else _tokens(*_plain(text))


@lru_cache(maxsize=1_024)
def _kept(text: str) -> tuple[Token, ...]:
    """The tokens of a line, which is looked at from many sides."""
    return _worked_out(text)


def _tokens(text: str, places: list[int] | None) -> tuple[Token, ...]:
    """The tokens of *text*, whose characters stood at *places*."""
    found: list[Token] = []
    open_angles = 0
    for match in _TOKEN.finditer(text):
        name = match.lastgroup or "strange"
        if name == "blank":
            continue
        if match[0] == "<":
            open_angles += 1
        if match[0] == ">" and open_angles:
            open_angles -= 1
            name = "close"
        folded = fold(match[0]) if name == "word" else match[0]
        start, end = match.span()
        is_capital = len(match[0]) == 1 and match[0].isupper()
        head = head_of_compound(match[0]) if name == "word" else 0
        if head:  # ``Kanalflotte``
            inner = start + head if places is None else places[start + head]
            found.append(Token(TokenKind.WORD, fold(match[0][:head]), start if places is None else places[start], inner))
            folded, start = fold(match[0][head:]), start + head
        if places is not None:
            start, end = places[start], places[end - 1] + 1
        found.append(Token(TokenKind(name), folded, start, end, is_capital))
    return tuple(found)


def _plain(text: str) -> tuple[str, list[int]]:
    """*text* without invisible characters and with full-width characters as the usual ones, and the place of each character."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        if letter.isascii():
            seen = letter
        elif unicodedata.category(letter) in _UNSEEN or letter in _FILLERS:
            continue
        elif unicodedata.east_asian_width(letter) in _WIDE or "\ufb00" <= letter <= "\ufb06":
            seen = unicodedata.normalize("NFKC", letter)
        else:
            seen = letter
        letters.append(seen)
        places.extend([place] * len(seen))
    return "".join(letters), places


def elided(text: str, elisions: frozenset[str]) -> str:
    """*text* with a blank in place of the apostrophe after each of *elisions*: ``l Espagne`` for ``l'Espagne``. Places stay.

    >>> elided("l'Espagne", frozenset({"l"}))
    'l Espagne'
    """
    if not elisions or not any(each in text for each in _APOSTROPHES):
        return text
    return _ELISION.sub(lambda match: f"{match[1]} " if fold(match[1]) in elisions else match[0], text)


def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a name: ``("st", "petersburg")``.

    >>> words_of("St. Petersburg (north coast)")
    ('st', 'petersburg', 'north', 'coast')
    """
    return tuple(token.folded for token in tokens_of(text) if token.kind is TokenKind.WORD)
