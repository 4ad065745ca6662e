"""Units in sentences of people who know what is due: which are named, each by its place and kind, and where the words of each end.

The kind may stand before its place or behind it, or once for several places. These are units of builds, removals and retreats, whose
sentences need no verb beside each of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.vocabulary import Verb
from app.mail_in.conditions import names_of_due, without_harmless
from app.mail_in.order_words import NEXT_WORD, NamedPlace, OrderWords, mentions, place_leads, without_places
from app.mail_in.phrases import (
    blanked,
    folded_words,
    located,
    phrases,
    plain,
    tokens_in,
    words,
    words_of,
)

_CUTS = re.compile(r"[,;.:]|(?<= )(?:and|und|et|e|y)(?= )")
_BEHIND = re.compile(r"\s*(?:[:=(]|[-–—]>?)\s*\w{0,7}\s*")
_SMALL_CODE = re.compile(r"(?P<to>(?:\b(?:to|nach|vers|verso|hacia)|[-=]>?)\s*)?\b(?P<code>[^\W\d_]{3,6})\b")
_CODE = 3
"""Letters of a code."""
_LONGEST_IN_SMALL = 7
"""Words of a line without capitals in which codes of three letters are looked for."""
_SMALL_KIND = re.compile(r"(?:^|[,;/&+])\s*[af](?=\s+[^\W\d_]{3})")
"""A letter of a kind of unit in a list without capitals: ``f kie, a mun``."""
_JOINED_KIND = re.compile(r"(?<=\s)[af](?=\s+(?P<code>[^\W\d_]{3})\b)")
"""Another letter of that list, behind a word: ``f bre and a mar``."""
_COAST_WORDS = 4
"""Number of coast words that may follow a place: ``(north coast)``."""


@dataclass(frozen=True, slots=True)
class NamedUnit:
    """A unit that words name."""

    kind: str
    start: int
    """Column at which its words begin."""
    place: NamedPlace
    end: int = 0
    """Column at which a kind behind its place ends."""


def names_unknown_unit(text: str, known: OrderWords) -> bool:
    """Return True for ``A Tir`` where no place is known by that name: what is read beside it would be half of what is said."""
    shown, starts = plain(text), {place.start for place in mentions(text, known)}
    tokens = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
    return any(
        shown[token.start : token.end] in _LETTERS
        and shown[following.start].isupper()
        and following.start not in starts
        and known.spelt_kind_of(following.folded) is None
        for token, following in pairwise(tokens)
    )


_LETTERS = frozenset("AF")


def with_codes(text: str, known: OrderWords, due: Collection[str], *, longest: int = _LONGEST_IN_SMALL) -> str:
    """*text* where it has no capitals, with those of its codes and kinds: ``f kie, a mun``, ``Make tri a fleet``; else as it is.

    Args:
        due: the provinces in which something is due; a code of theirs that is a small word too is known by the deed behind it.
        longest: the most words of a text in which codes are looked for.
    """
    if not text[1:].islower():
        return text
    listed = _SMALL_KIND.sub(lambda kind: kind[0].upper(), text)
    if listed != text or any(kind[0] == "f" and known.is_place(kind["code"]) for kind in _JOINED_KIND.finditer(text)):
        text = _JOINED_KIND.sub(lambda kind: kind[0].upper() if known.is_place(kind["code"]) else kind[0], listed)
    if len(text.split()) > longest:
        return text

    is_long = len(text.split()) > _LONGEST_IN_SMALL

    def as_code(word: re.Match[str]) -> str:
        code = word["code"]
        if len(code) > _CODE:  # ``nwy -> skag``
            return (word["to"] or "") + (code.capitalize() if word["to"] and known.is_short_place(code) else code)
        is_word = known.is_filler(code) or (is_long and code in words("place", "small_words"))
        is_code = known.is_place(code) and (not is_word or word["to"] or _has_deed(word, due, known) or _ends_clause(word, due))
        return (word["to"] or "") + (code.upper() if is_code else code)

    return _SMALL_CODE.sub(as_code, text)


def _has_deed(code: re.Match[str], due: Collection[str], known: OrderWords) -> bool:
    """Return True for *den* of ``den limps home to kiel`` at the beginning of a text."""
    if code["code"].upper() not in due or code.string[: code.start()].strip():
        return False
    behind = folded_words(code.string[code.end() :][:NEXT_WORD])
    said = " ".join(behind)
    deeds = (phrases("due", f"{verb.value}_phrases").match(said) for verb in (Verb.RETREAT, Verb.DISBAND))
    return any(map(known.is_verb, behind[:1])) or any(deeds)


def _ends_clause(code: re.Match[str], due: Collection[str]) -> bool:
    """Return True for *con* of ``instead of the army in con. smy stays``: behind *in*, and at the end of a clause."""
    before, behind = code.string[: code.start("code")], code.string[code.end() :]
    is_end = not behind.strip() or behind.lstrip()[0] in ",.;!"
    return code["code"].upper() in due and is_end and not words("place", "between").isdisjoint(folded_words(before[-_LONGEST_IN:])[-1:])


_LONGEST_IN = 8
"""Letters of a small word before a code, with its blanks."""


def without_verb_of_kind(text: str, known: OrderWords) -> str:
    """*text* with blanks in place of ``should be`` and ``make that`` before a kind of unit: ``Edinburgh should be an army``."""
    for (start, end), *_ in located(text, phrases("due", "as_kind")):
        behind = [token for token in tokens_in(text) if token.start >= end and token.kind is TokenKind.WORD][:_WORDS_TO_KIND]
        kinds = [number for number, token in enumerate(behind) if _is_kind_word(text, token, known)]
        small = words("due", "joints")
        if kinds and all(known.is_filler(token.folded) or token.folded in small for token in behind[: kinds[0]]):
            text = blanked(text, start, end)
    return text


_WORDS_TO_KIND = 2
"""Words behind ``should be``, of which one is a kind of unit."""


def _is_kind_word(text: str, token: Token, known: OrderWords) -> bool:
    """Return True if *token* names a kind of unit: a word, or a capital letter."""
    return known.spelt_kind_of(token.folded) is not None or text[token.start : token.end] in _LETTERS


def named_units(text: str, lead: str, known: OrderWords) -> list[NamedUnit]:
    """The units that *text* names, each with its kind: ``fleets London and Edinburgh``; none where one has none.

    Args:
        lead: words above them, which may name the kind: ``Two armies, please:``.
    """
    shown = plain(text)
    places = mentions(text, known)
    kinds: list[tuple[int, int, str]] = []
    tokens = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
    for token, following in pairwise((*tokens, None)):
        assert token is not None
        length = token.end - token.start
        word = known.kind_of(token.folded)
        inside = any(token.start in range(place.start, place.end) for place in places)
        if word is None or inside or (length == 1 and not shown[token.start].isupper()):
            continue
        if length == 1 and following is not None and known.spelt_kind_of(following.folded):
            continue  # ``A fleet``; of ``Napoli F e Roma A`` the *e* is no kind
        kinds.append((token.start, token.end, word))
    match [kind for word in folded_words(lead) if (kind := known.spelt_kind_of(word))]:
        case [kind] if not kinds:
            return [NamedUnit(kind, place.start, place) for place in places]
    if not places:
        return []
    if (paired := _paired(text, places, kinds)) is not None:
        return paired
    match kinds, places:
        case [(begin, end, kind)], [place] if text[min(end, place.end) : max(begin, place.start)].strip(" ") == ",":
            return [NamedUnit(kind, min(begin, place.start), place, end)]  # ``Brest, fleet``
    match kinds:
        case [(begin, _, kind)] if _BEHIND.fullmatch(text[places[-1].end : begin]) is not None:
            return [NamedUnit(kind, place.start, place) for place in places]  # ``Berlin und München: Armeen``
    return _led_by_kinds(text, places, kinds, known)


def _led_by_kinds(text: str, places: Sequence[NamedPlace], kinds: Sequence[tuple[int, int, str]], known: OrderWords) -> list[NamedUnit]:
    """The units of a text in which each place stands behind its kind, or shares it with the place before."""
    found: list[NamedUnit] = []
    used: list[tuple[int, int, str]] = []
    behind = 0
    for place in places:
        before = [kind for kind in kinds if kind[1] <= place.start]
        if not before:
            return []
        between = folded_words(text[behind : place.start])
        behind = place.end
        *_, kind = before
        sharing = words("due", "sharing")
        if not words("due", "another").isdisjoint(between):
            sharing |= words_of("due.another", "due.joints")
        is_shared = kind in used
        if is_shared and not sharing.issuperset(between):
            return []
        if is_shared and between[-1:] == ("a",) and text[: place.start].rstrip()[-1:] == "a":
            spelt = text[kind[0] : kind[1]]
            if len(spelt) == 1 or known.lexicons[0].kinds.get(spelt.casefold()) is not None:
                return []  # ``f bre and a mar``, and not ``una flotta a Napoli e a Roma``
        found.append(NamedUnit(kind[2], place.start if is_shared else kind[0], place))
        used.append(kind)
    return found if set(used) == set(kinds) else []


def _paired(text: str, places: Sequence[NamedPlace], kinds: Sequence[tuple[int, int, str]]) -> list[NamedUnit] | None:
    """The units of a text in whose every clause one kind and one place stand, in whatever sequence; ``None`` for any other text.

    ``Armee in München und in Kiel eine Flotte``; of ``A Roma un'armata`` the letter is a small word.
    """
    found: list[NamedUnit] = []
    for part, start in clauses_in(text.replace(":", " ")):
        end = start + len(part)
        inner = [place for place in places if place.start in range(start, end)]
        beside = [kind for kind in kinds if kind[0] in range(start, end)]
        spelt = [kind for kind in beside if kind[1] - kind[0] > 1]
        if spelt and any(kind not in spelt and kind[1] <= place.start for kind in beside for place in inner):
            beside = spelt
        match inner, beside:
            case [], []:
                pass
            case [place], [(begin, ends, kind)]:
                found.append(NamedUnit(kind, min(begin, place.start), place, ends))
            case [place], [] if found and not words("due", "another").isdisjoint(folded_words(part)):
                found.append(NamedUnit(found[-1].kind, place.start, place))  # ``an army in Warsaw, another in Moscow``
            case _:
                return None
    return found


def is_bare_list(text: str, named: Sequence[NamedPlace], known: OrderWords) -> bool:
    """Return True if units stand in *text* with nothing beside them but small words: ``A fleet for London, and an army to Paris``."""
    said = without_harmless(" ".join(folded_words(without_places(text, named))))
    said = phrases("due", "settles").sub(" ", said)
    heard = (phrases("due", "prefers").sub(" ", said) if len(named) == 1 else said).split()
    small = words_of("courtesy.words", "heading.orders", "heading.builds", "heading.beside", "lead_in.words")
    small |= frozenset().union(*(words("due", name) for name in ("joints", "both", "another")))
    if words("heading", "own").isdisjoint(heard) or not names_of_due().isdisjoint(heard):
        # ``my army goes to Berlin`` may be a move of the next season
        small |= words_of("prose.to", "prose.into", "prose.move") | known.says(Verb.MOVE)
    return all(word in small or word.isdecimal() or known.is_filler(word) or known.is_kind(word) or known.is_coast(word) for word in heard)


def names_another_kind(text: str, kind: str, known: OrderWords) -> bool:
    """Return True if *text* names kinds of units, and none of them is *kind*: ``the fleet`` of an army."""
    tokens = [token for token in tokens_in(text) if token.end - token.start > 1 or text[token.start : token.end].isupper()]
    named = {known.kind_of(token.folded) for token in tokens} - {None}
    return bool(named) and kind not in named


def leads_to(text: str, known: OrderWords) -> bool:
    """Return True if a word or a mark of *text* leads to a place: ``limps home to``, ``the army ->``, ``armata a``."""
    heard = folded_words(text)
    return (
        any(map(known.is_verb, heard))
        or not place_leads().isdisjoint(heard[-2:])
        or any(token.kind is TokenKind.DASH for token in tokens_in(text))
    )


def place_ends(text: str, place: NamedPlace, known: OrderWords) -> Iterator[int]:
    """Yield the ends that a place with its coast may have; the longest first."""
    tokens = [token for token in tokens_in(text) if token.start >= place.end and token.kind is TokenKind.WORD][:_COAST_WORDS]
    small = words("due", "joints")
    coast = list(takewhile(lambda each: known.is_coast(each.folded) or each.folded in small, tokens))
    whole = list(takewhile(lambda each: known.is_coast(each.folded) or each.folded in small or known.is_filler(each.folded), tokens))
    nouns = {word for lexicon in known.lexicons for phrase in lexicon.vocabulary.coast for word in phrase}
    if whole and whole[-1].folded in nouns:
        coast = whole  # ``St Petersburg, on the north coast``
    for token in reversed(coast):
        end = token.end
        if known.is_coast(token.folded):
            yield end + (text[end : end + 1] == ")")
    yield place.end


def coast_before(text: str, place: NamedPlace, known: OrderWords) -> str:
    """The coast that is named before a place: ``the south coast of St Petersburg``."""
    before = [token for token in tokens_in(text) if token.start < place.start and token.kind is TokenKind.WORD][-_COAST_WORDS:]
    small = words_of("due.joints", "place.between")
    while before and (known.is_filler(before[-1].folded) or before[-1].folded in small):
        before.pop()
    coast = list(takewhile(lambda token: known.is_coast(token.folded), reversed(before)))
    if not words("place", "before_is").isdisjoint(token.folded for token in before[-len(coast) - 1 :]):
        return ""  # French ``c'est la Bulgarie`` names no coast
    return text[coast[-1].start : coast[0].end] if coast else ""


def clauses_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield the stretches between commas and other stops, and where each begins."""
    start = 0
    for found in _CUTS.finditer(text):
        yield text[start : found.start()], start
        start = found.end()
    yield text[start:], start


def cut_between(text: str, start: int, end: int) -> int:
    """Return the end of one unit's words between two units: the last comma or *and*."""
    between = text[start:end]
    comma = max(between.rfind(mark) for mark in ",;.\n")
    if comma >= 0:
        return start + comma
    joints = [token for token in tokens_in(between) if token.folded in words("due", "joining")]
    return start + joints[-1].start if joints else end
