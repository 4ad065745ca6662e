"""Words as they are compared: without accents, capital letters, and letters that nobody sees."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")


def word_set(text: str) -> frozenset[str]:
    """The words of *text*, which stand between blanks."""
    return frozenset(text.split())


def plain(line: str) -> str:
    """*line* with full-width letters as usual ones, and without letters that nobody sees."""
    if line.isascii():
        return line
    folded = unicodedata.normalize("NFKC", line)
    return "".join(" " if each in "\xa0\t" else each for each in folded if unicodedata.category(each) != "Cf")


def folded_words(text: str) -> list[str]:
    """The words of *text* in lower case without accents; an apostrophe parts words."""
    decomposed = unicodedata.normalize("NFKD", plain(text).casefold().replace("ß", "ss"))
    return _WORD.findall("".join(each for each in decomposed if not unicodedata.combining(each)))
