"""Text as it is, for people who are to agree to it: what cannot be seen or looks like something else is written out."""

from __future__ import annotations

import re
import unicodedata

from languages import tr

_IGNORED = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are drawn as nothing."""

_WORD = re.compile(r"\w+")
_GAP = re.compile(r"(?<=\S) {40,}(?=\S)")


def visible(text: str) -> str:
    """*text* with ``⟦U+202E RIGHT-TO-LEFT OVERRIDE⟧`` for every mark that is not seen: control characters, marks that turn writing round,
    marks without width, line separators, odd blanks; with the code after every letter that looks like one of another script in a word
    where that can mislead; and with long gaps counted, behind which text stands out of sight. Line ends and tabs stay."""
    gaps = _GAP.sub(lambda found: " ⟦" + tr("{count} blanks", count=len(found[0]) - 1) + "⟧", text)
    if gaps.isascii() and gaps.isprintable():
        return gaps
    marked = _WORD.sub(lambda found: found[0] if found[0].isascii() else _marked_word(found[0]), gaps)
    return "".join(_shown(mark) for mark in marked)


def hidden(text: str) -> bool:
    """Return True if anything in *text* does not look like itself."""
    return visible(text) != text


def _shown(mark: str) -> str:
    if mark in "\n\t " or (mark.isascii() and mark.isprintable()):
        return mark
    category = unicodedata.category(mark)
    is_selector = "\ufe00" <= mark <= "\ufe0f" or "\U000e0100" <= mark <= "\U000e01ef"
    if category[0] in "CZ" or mark in _IGNORED or is_selector:
        return f"⟦{_code(mark)}⟧"
    return mark


def _code(mark: str) -> str:
    return f"U+{ord(mark):04X} {unicodedata.name(mark, '')}".rstrip()


def _marked_word(word: str) -> str:
    """*word* with its look-alikes marked, where it holds Latin letters beside them or nothing but them."""
    from confusable_homoglyphs import confusables  # type: ignore[import-untyped] # its tables take a moment to read, and few texts need them

    found = confusables.is_confusable(word, greedy=True, preferred_aliases=[]) or []
    like = {
        each["character"]
        for each in found
        if not each["character"].isascii() and any(other["c"].isascii() and other["c"].isalnum() for other in each["homoglyphs"])
    }
    like |= {mark for mark in word if not mark.isascii() and unicodedata.normalize("NFKC", mark).isascii()}
    rest = [mark for mark in word if mark not in like and not mark.isdigit() and mark != "_"]
    if not like or any(not mark.isascii() and "LATIN" not in unicodedata.name(mark, "") for mark in rest):
        return word
    return "".join(f"{mark}⟦{_code(mark)}⟧" if mark in like else mark for mark in word)
