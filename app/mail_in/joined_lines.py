"""Lines of a mail put together: paragraphs that a mail program broke, and orders that stand on several lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from adjudicator.notation.vocabulary import Verb
from app.mail_in.letter import MailLine
from app.mail_in.order_words import OrderWords, places_named, units_named
from app.mail_in.phrases import folded_words, phrases, words_of
from app.mail_in.sentences import last_sentence_at
from app.mail_in.text_piece import LIST_MARK, TextPiece, units_or_places

LONGEST = 1_500
"""Characters of a paragraph that is put together, and of one that is cut into sentences."""
_LONGEST_BROKEN = 200
"""Characters of a line on which an order may begin that goes on below it."""
_MOST_JOINED = 3
"""Lines that one order is broken into at most."""
_SIGNS = frozenset("-+–")
_HANGS = re.compile(r"(?:[-–—>→,]|\b(?:and|und|et|e|y))\s*$", re.IGNORECASE)


def joined(pieces: list[TextPiece], known: OrderWords, reads: Callable[[str], bool]) -> list[TextPiece]:
    """*pieces* with those together into which one sentence or one order was broken."""
    return _joined(_paragraphs(pieces, known, reads), known, reads)


# --- paragraphs that a mail program broke ---


def _paragraphs(pieces: list[TextPiece], known: OrderWords, reads: Callable[[str], bool]) -> list[TextPiece]:
    """*pieces* with the lines together of a paragraph that was broken where the next word did not fit."""
    found: list[TextPiece] = []
    at = 0
    while at < len(pieces):
        end, length = at + 1, len(pieces[at].text)
        while end < len(pieces) and length + len(pieces[end].text) < LONGEST and _is_broken(pieces, at, end, known, reads):
            length += len(pieces[end].text)
            end += 1
        whole = None if end == at + 1 else _together(pieces[at:end])
        if whole is None or max(map(len, _ENDINGS.split(whole.text))) > _LONGEST_SENTENCE:
            found.extend(pieces[at:end])
        else:
            found.append(whole)
        at = end
    return found


def _is_broken(pieces: list[TextPiece], start: int, end: int, known: OrderWords, reads: Callable[[str], bool]) -> bool:
    """Return True if the line before *end* was broken within a sentence, so that the next one goes on with it."""
    before, text = pieces[end - 1].text.rstrip(), pieces[end].text
    heard = text.split()
    if len(before.split()) < _FEWEST_WORDS:
        return False
    width = max(len(each.text.rstrip()) for each in pieces[start : end + 1])
    ragged = _RAGGED if text[:1].islower() and before[-1].isalnum() else 0
    if (
        not heard
        or width < _NARROWEST
        or len(before) + 1 + len(heard[0]) + ragged <= width
        or not (before[-1].isalnum() or before[-1] in ",'’-–—")
    ):
        return False
    if any(each.struck or each.author or each.is_quoted for each in pieces[end - 1 : end + 1]):
        return False
    last = next(iter(folded_words(before)[-1:]), "")
    lacks_unit = last in known.says(Verb.SUPPORT, Verb.CONVOY)  # ``F Manche soutient`` above ``A Belgique``
    if LIST_MARK.match(text) is not None or (len(heard[0]) <= 2 and _begins_unit(text.strip(), known) and not lacks_unit):
        return False
    if _begins_sentence(heard[0]) and before[-1] not in ",-–—":
        return False
    joints = words_of("due.joints", "prose.to", "prose.into", "prose.origin", "prose.out_of", "prose.by", "prose.with", "prose.which")
    hangs = last in joints or known.is_filler(last) or known.spelt_kind_of(last) is not None
    return hangs or lacks_unit or not reads(text)


def _begins_sentence(word: str) -> bool:
    """Return True for a small word with a capital letter, which stands within no sentence: ``The``, ``Meine``."""
    small = words_of("prose.small", "lead_in.words")
    return word[:1].isupper() and word[1:].islower() and " ".join(folded_words(word)) in small


def _together(pieces: list[TextPiece]) -> TextPiece:
    """The lines of a paragraph as one piece."""
    text, starts = "", []
    for each in pieces:
        shown = each.text.rstrip()
        lead = len(shown) - len(shown.lstrip()) if text else 0
        joint = "" if _HYPHEN.search(text) else " "  # ``Mid-`` above ``Atlantic``
        text = f"{text}{joint}{shown[lead:]}" if text else shown
        starts.append((len(text) - len(shown) + lead, each.line, each.column + lead))
    first, *others = pieces
    lines = tuple(MailLine(each.line, each.text) for each in others)
    return replace(first, text=text, joined=lines, starts=tuple(starts))


_HYPHEN = re.compile(r"[^\W\d_]-$")
_FEWEST_WORDS = 5
_RAGGED = 12
"""Characters that a line which a person broke by hand may be shorter than the next one, where that goes on in small letters."""
_LONGEST_SENTENCE = 400
_ENDINGS = re.compile(r"[.!?;:]")
_NARROWEST = 55
"""Characters of the longest line of a paragraph that a program broke."""


# --- lines that one order is broken into ---


def _joined(pieces: list[TextPiece], known: OrderWords, reads: Callable[[str], bool]) -> list[TextPiece]:
    found: list[TextPiece] = []
    at = 0
    while at < len(pieces):
        piece, used = _with_following(pieces, at, known, reads)
        found.append(piece)
        at += used
    return found


def _with_following(pieces: list[TextPiece], at: int, known: OrderWords, reads: Callable[[str], bool]) -> tuple[TextPiece, int]:
    """A piece with the lines that it goes on in, where only together they are orders; and how many pieces that is."""
    first = pieces[at]
    if at + 1 < len(pieces) and _is_replaced_below(first.text, pieces[at + 1].text, known):
        below = pieces[at + 1]
        return replace(first, text=f"{first.text.rstrip()} {below.text.strip()}", joined=(MailLine(below.line, below.text),)), 2
    if len(first.text) > _LONGEST_BROKEN or not _may_go_on(first.text, known):
        return first, 1
    text = first.text.rstrip()
    begin = last_sentence_at(text, known)
    for more in range(1, _MOST_JOINED):
        if at + more >= len(pieces) or not _may_be_rest(first.text, pieces[at + more].text, known):
            return first, 1
        text = f"{text} {pieces[at + more].text.strip()}"
        if reads(text[begin:]):
            if reads(first.text[begin:]):
                return first, 1
            rest = tuple(MailLine(each.line, each.text) for each in pieces[at + 1 : at + more + 1])
            return replace(first, text=text, joined=rest), more + 1
    return first, 1


def _is_replaced_below(text: str, below: str, known: OrderWords) -> bool:
    """Return True for ``F Gre H instead of`` above ``F Gre - Aeg``: the lower line tells what an order is in place of."""
    if len(text) > _LONGEST_BROKEN or len(below) > _LONGEST_BROKEN or not (units_named(text, known) and units_or_places(below, known)):
        return False
    said, rest = " ".join(folded_words(text)), " ".join(folded_words(below))
    pattern = phrases("amendment", "instead")
    if any(found.end() == len(said) for found in pattern.finditer(said)):
        return True
    is_one = len(units_named(text, known)) == len(units_named(below, known)) == 1 and "," not in below
    is_same = places_named(text, known)[:1] == places_named(below, known)[:1]
    return is_one and is_same and pattern.match(rest) is not None and not text.rstrip().endswith((".", "!", "?", ":"))


def _may_go_on(text: str, known: OrderWords) -> bool:
    said = text.rstrip()
    if said.endswith((".", "!", "?", ":", ";")) or not known.may_order(said):
        return False
    return bool(units_named(said, known)) or _HANGS.search(said) is not None


def _may_be_rest(first: str, text: str, known: OrderWords) -> bool:
    said = text.strip()
    is_listed = LIST_MARK.match(text) is not None and not (said.startswith(("-", "–", ">")) and _is_bare_unit(first, known))
    if said[:1] in _SIGNS and units_named(said, known) == [1]:
        return False  # ``-F Tri`` above ``-A Ser``
    return bool(said) and len(said) <= 120 and not said.endswith(":") and not is_listed and not _begins_unit(said, known)


def _is_bare_unit(text: str, known: OrderWords) -> bool:
    """Return True if *text* names a unit and says nothing else."""
    return units_named(text, known) == [0]


def _begins_unit(text: str, known: OrderWords) -> bool:
    """Return True if *text* begins with a unit and goes on: it is an order of its own."""
    units = units_named(text, known)
    return bool(units) and units[0] == 0 and len(folded_words(text)) > 2
