"""Words in a form for comparison: without accents, capital letters, and invisible letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from adjudicator.notation.order_tokens import Token, TokenKind, tokens_of

_KEPT = 1_024
"""Lines whose words are kept, since each line of a letter is looked at from several sides; most letters have fewer."""
_LONGEST_KEPT = 1_600
WORD = re.compile(r"[^\W_]+")
"""A word, as ``folded_words`` parts a text."""


_Answer = TypeVar("_Answer")


def kept(asked: Callable[[str], _Answer]) -> Callable[[str], _Answer]:
    """Decorator for a question about a text alone: its answer is kept for the lines of a few letters."""
    known = lru_cache(maxsize=_KEPT)(asked)

    @wraps(asked)
    def answer(text: str) -> _Answer:
        return known(text) if len(text) <= _LONGEST_KEPT else asked(text)

    return answer


def plain(line: str) -> str:
    """*line* with full-width letters as usual ones, and without invisible letters."""
    if line.isascii():
        return line
    return "".join(each for each in unicodedata.normalize("NFKC", line) if unicodedata.category(each) != "Cf")


def without_accents(text: str) -> str:
    """*text* in lower case without accents, with its marks."""
    decomposed = unicodedata.normalize("NFKD", plain(text).casefold().replace("ß", "ss"))
    return "".join(each for each in decomposed if not unicodedata.combining(each))


@kept
def folded_words(text: str) -> tuple[str, ...]:
    """The words of *text* in lower case without accents; an apostrophe parts words."""
    return tuple(WORD.findall(text.casefold() if text.isascii() else without_accents(text)))


@kept
def tokens_in(text: str) -> tuple[Token, ...]:
    """The tokens of *text* as orders are read; their places are those in ``plain(text)``."""
    return tokens_of(plain(text))


@kept
def words_in(text: str) -> tuple[str, ...]:
    """The folded words of *text*, as names of places and powers are compared."""
    return tuple(token.folded for token in tokens_in(text) if token.kind is TokenKind.WORD)
