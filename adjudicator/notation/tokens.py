"""A text as words, dashes and marks, each with its place."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum

from adjudicator.notation.reading import TextSpan


class TokenKind(Enum):
    """What a token is to the grammar."""

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


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark."""

    kind: TokenKind
    folded: str
    """A word in lower case, without accents, apostrophes and a final ``'s``; a mark as it stands."""

    start: int
    end: int

    def until(self, other: Token) -> TextSpan:
        """The stretch from here to the end of *other*."""
        return TextSpan(self.start, other.end - self.start)

    @property
    def span(self) -> TextSpan:
        """The stretch of this token."""
        return TextSpan(self.start, self.end - self.start)


_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_ARROWS = "\u2192\u21d2\u2794\u279c\u27a1\u2b95\u27f6"
_APOSTROPHES = "'\u2019\u02bc"
_TOKEN = re.compile(
    rf"(?P<word>[^\W_]+(?:[_{_APOSTROPHES}][^\W_]+)*)"
    rf"|(?P<dash>[{_DASHES}=~]*[{_DASHES}=]>+|[{_DASHES}]+|[{_ARROWS}]|>+)"
    r"|(?P<open>[(\[{<])"
    r"|(?P<close>[)\]}])"
    r"|(?P<semicolon>;)"
    r"|(?P<slash>[/\\])"
    rf"|(?P<mark>[.,:!*_`\"{_APOSTROPHES}\u2018\u201c\u201d\u201e\u00ab\u00bb\u2022\u00b7|\ufe0f])"
    r"|(?P<blank>\s+)"
    r"|(?P<strange>.)",
    re.DOTALL,
)
_POSSESSIVE = re.compile(rf"[{_APOSTROPHES}]s$", re.IGNORECASE)
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def fold(word: str) -> str:
    """A *word* as the tables have it: lower case, no accents, no apostrophes, no final ``'s``."""
    bare = _POSSESSIVE.sub("", word)
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFKD", bare.casefold().translate(_LETTERS))
        bare = "".join(each for each in decomposed if not unicodedata.combining(each))
    return "".join(each for each in bare.casefold() if each not in _APOSTROPHES)


def tokens_of(text: str) -> tuple[Token, ...]:
    """All tokens of *text*; blanks are none. ``>`` closes a bracket that ``<`` opened and is an arrow elsewhere."""
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
        found.append(Token(TokenKind(name), folded, match.start(), match.end()))
    return tuple(found)


def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a name: ``("st", "petersburg")``."""
    return tuple(token.folded for token in tokens_of(text) if token.kind is TokenKind.WORD)
