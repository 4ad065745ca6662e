"""Units that a sentence is about without naming them beside their deed: behind a denied clause, a heading, or by a pronoun.

``Warsaw doesn't go to Galicia after all, it holds``; ``Change of mind about Venice: it stays``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from adjudicator.notation.order_tokens import TokenKind
from app.mail_in.amendments import Turned
from app.mail_in.conditions import courtesy, denies, is_conditional
from app.mail_in.order_words import OrderWords, kinds_named, mentions, place_leads, places_named
from app.mail_in.phrases import (
    WORD,
    blanked,
    folded_words,
    kept,
    language_written,
    located,
    phrases,
    tokens_in,
    words,
    words_by_language,
    words_of,
)
from app.mail_in.withdrawals import keeps_the_rest, withdrawing

_MARKS = re.compile(r"[,;:.](?=\s)|\s(?:and|und|et|e|y)(?=\s)", re.IGNORECASE)
_HEADS = re.compile(r"[,:](?=\s)")
_STOPS = re.compile(r"[,;:.](?=\s)")
_LONGEST = 300
_LONGEST_HEAD = 9
"""Words of a heading that names the unit that what follows is about."""


def names_topic(head: str, known: OrderWords, *, is_led: bool = False) -> bool:
    """Return True for ``Change of mind about Venice:``: words that name one place, and say that something about it follows.

    Args:
        is_led: whether words of a change of mind stood before them, ``for Venice:``, and were left out.
    """
    heard = folded_words(head)
    named = mentions(head, known)
    turns = words_of("amendment.turns_to", "amendment.opens")
    if len(heard) > _LONGEST_HEAD or len({place.province for place in named}) != 1 or (not is_led and turns.isdisjoint(heard)):
        return False
    small = turns | words("amendment", "topics") | courtesy() | words_of("lead_in.words", "around.opens")
    inside = [range(place.start, place.end) for place in named]
    return all(
        small.issuperset(folded_words(head[token.start : token.end])) or known.spelt_kind_of(token.folded) or known.is_filler(token.folded)
        for token in tokens_in(head)
        if token.kind is TokenKind.WORD and not any(token.start in span for span in inside)
    )


def without_topic(text: str, known: OrderWords, *, is_led: bool) -> Turned | None:
    """*text* with blanks around the unit of its heading: ``Änderung bei Schlesien: die Armee bitte auflösen``.

    Args:
        is_led: whether words of a change of mind stood before it.
    """
    if len(text) > _LONGEST or "?" in text:
        return None
    mark = next((mark for mark in _HEADS.finditer(text) if names_topic(text[: mark.start()], known, is_led=is_led)), None)
    if mark is None:
        return None
    head = mentions(text[: mark.start()], known)
    if not text[mark.end() :].strip() or head[-1].province in {place.province for place in mentions(text[mark.end() :], known)[:1]}:
        return None
    kept = _only(text, head[-1].start, head[-1].end, 0, mark.end())
    return Turned(kept + _without_pronoun(_without_instead(text[mark.end() :], known)), "")


def _without_instead(text: str, known: OrderWords) -> str:
    """*text* without ``instead of sitting there`` at its beginning, where what is meant follows with a pronoun: ``let it go``."""
    found = next((span for span, *_ in located(text, phrases("amendment", "instead")) if not text[: span[0]].strip()), None)
    if found is None:
        return text
    firsts = words_of("amendment.lets", "prose.subjects")
    starts = (word.start() for word in WORD.finditer(text, found[1]) if not firsts.isdisjoint(folded_words(word[0])))
    begin = next(starts, None)
    return text if begin is None or mentions(text[:begin], known) else " " * begin + text[begin:]


def without_denied_clause(text: str, known: OrderWords, own: Collection[str]) -> Turned | None:
    """*text* without a clause that denies a deed of a unit of *own* before another one: ``Warsaw doesn't go to Galicia, it holds``."""
    if len(text) > _LONGEST or "?" in text:
        return None
    begin, before = 0, 0
    for mark in _MARKS.finditer(text):
        heard, behind = folded_words(text[begin : mark.start()]), text[mark.end() :]
        is_again = folded_words(behind)[:1] == heard[:1]  # ``con shouldnt just sit there, con -> smy``
        if denies(heard) and (is_again or _tells_after(behind, known)):
            start, found = begin, _unit(text, begin, mark.start(), known, own)
            others = [place.province for place in mentions(text[begin : mark.start()], known)[:1] if place.province not in own]
            if others and kinds_named(_MARKS.split(behind)[0], known):
                found = None  # ``The fleet won't support Rumania, the army goes to Silesia``
            if found is None and names_topic(text[before:begin].rstrip(" ,;:-–—"), known):
                head = mentions(text[before:begin], known)[-1]
                start, found = before, (before + head.start, before + head.end)
            if found is not None and (turned := _turned(text, start, found, mark, known, own)) is not None:
                return turned
        before, begin = begin, mark.end()
    return None


def _unit(text: str, start: int, end: int, known: OrderWords, own: Collection[str]) -> tuple[int, int] | None:
    """Return where the unit that a clause is about begins and ends: its place, else its kind."""
    named = mentions(text[start:end], known)
    if named:
        first = named[0]
        if first.province in own:
            return (start + first.start, start + first.end) if len({place.province for place in named}) <= 2 else None
        end = start + first.start  # ``Don't bring the fleet to Naples, disband it``
    kinds = [token for token in tokens_in(text) if start <= token.start < end and known.spelt_kind_of(token.folded)]
    return (kinds[0].start, kinds[0].end) if len(kinds) == 1 else None


def _turned(text: str, start: int, unit: tuple[int, int], mark: re.Match[str], known: OrderWords, own: Collection[str]) -> Turned | None:
    """*text* with its *unit* before what is meant, and blanks for what is denied; ``None`` where the clause denies no deed."""
    clause = text[start : mark.start()]
    said = " ".join(folded_words(clause))
    calm = phrases("prose", "hold_phrases").sub(" ", said)
    tells = any(known.is_deed(word) or word in _deeds() for word in calm.split()) or len(mentions(clause, known)) > 1
    if not denies(calm.split()) or not tells or is_conditional(known.without_reflexives(clause)) or withdrawing(clause, known) is not None:
        return None
    behind = text[mark.end() :]
    again = next(iter(mentions(behind, known)), None)
    is_same = again is not None and [again.province] == places_named(text[slice(*unit)], known)[:1]
    is_same = is_same and behind.lstrip() == _without_pronoun(behind).lstrip()  # ``la flotte de Tunis ne bouge pas, elle reste à Tunis``
    if is_same or folded_words(behind)[:1] == folded_words(text[slice(*unit)]):
        return Turned(blanked(text, start, mark.end()), clause.strip())
    if again is not None and again.province in own and not folded_words(_without_pronoun(behind[: again.start])):
        return None  # ``Budapest geht nicht, Wien geht nach Galizien``
    kept = _only(text, *unit, start, mark.end())
    return Turned(text[:start] + kept + _without_pronoun(behind), clause.strip())


def _only(text: str, start: int, end: int, begin: int, stop: int) -> str:
    """Characters of *text* from *begin* to *stop* with blanks for all but those from *start* to *end*."""
    return " " * (start - begin) + text[start:end] + " " * (stop - end)


def _deeds() -> frozenset[str]:
    return words_of("prose.move", "prose.hold", "prose.support", "due.retreat", "due.disband")


def _without_pronoun(text: str) -> str:
    """*text* with blanks for what joins it and for the pronoun that it begins with: ``but it holds``."""
    small = words_of("prose.subjects", "amendment.lets", "amendment.rather") | courtesy()
    small |= words_of("condition.joints", "due.joining")
    end = 0
    while (found := _NEXT.match(text, end)) is not None and small.issuperset(folded_words(found[1])):
        end = found.end()
    return " " * end + text[end:]


_NEXT = re.compile(r"\s*([^\W_]+)")


def goes_on_about(head: str, text: str, known: OrderWords) -> bool:
    """Return True if *text* goes on with what the unit that *head* denies a deed does instead, and begins with a pronoun, or *let it*."""
    clause = _STOPS.split(text)[0]
    heard = tuple(word for word in folded_words(clause) if word not in courtesy())
    lets = bool(heard) and heard[0] in words("amendment", "lets")
    is_pronoun = len(heard) > 1 and heard[lets] in pronouns(f"{head} {clause}")
    return is_pronoun and _tells_after(clause, known)


def _tells_after(text: str, known: OrderWords) -> bool:
    """Return True if *text* goes on with what the unit does instead: a pronoun or a verb, its place again, or where it goes."""
    clause = _MARKS.split(text)[0]
    if denies(phrases("prose", "hold_phrases").sub(" ", " ".join(folded_words(clause))).split()) or is_conditional(
        known.without_reflexives(clause)
    ):
        return False
    heard = tuple(word for word in folded_words(_without_pronoun(clause)) if word not in courtesy())
    if not heard:
        return False
    if len(heard) == 1 and not words_of("amendment.refuses", "amendment.opens").isdisjoint(heard):
        return False  # Spanish ``espera`` begins another sentence
    if heard[0] in _deeds() or known.is_deed(heard[0]) or heard[0] in place_leads() or heard[0] in words("amendment", "lets"):
        return True
    if phrases("prose", "hold_phrases").match(" ".join(heard)) is not None:
        return True
    named = mentions(clause, known)
    return bool(named) and clause[: named[0].start].strip() == "" and any(map(known.is_verb, heard))


# --- a unit that another sentence names ---


def topic_of(text: str, known: OrderWords, own: Mapping[str, str]) -> str:
    """The one province with a unit of *own* that *text* names first, which a pronoun behind it means; empty where it names several.

    Args:
        own: the kinds of the writer's units, by their provinces.
    """
    named = list(dict.fromkeys(place.province for place in mentions(text, known)))
    here = [place for place in named if place in own]
    if here:
        return here[0] if len(here) == 1 or (here[0] == named[0] and denies(folded_words(text))) else ""
    kinds = kinds_named(text, known)
    of_kind = [place for place, kind in own.items() if kind in kinds]
    return of_kind[0] if len(kinds) == 1 and len(of_kind) == 1 else ""


@kept
def speaks_by_pronoun(text: str) -> bool:
    """Return True if a word among the first of *text* may stand for a unit: ``It holds``, ``Let it hold``, ``Je la dissous``.

    A verb at its beginning does in languages that leave the pronoun out: ``va in Romania``.
    """
    heard = folded_words(text)
    speaks = not pronouns(text).isdisjoint(heard[:_FIRST_WORDS]) or not words("prose", "subjectless").isdisjoint(heard[:1])
    return speaks and not keeps_the_rest(text)


@kept
def pronouns(text: str) -> frozenset[str]:
    """The words that may stand for a unit in the language of *text*: ``il`` is a pronoun in French, and an article in Italian."""
    language = language_written(text)
    names = ("subjects", "that", "it_before")
    by_language = [words_by_language("prose", name).get(language, frozenset()) for name in names]
    return frozenset().union(*(by_language if language else (words("prose", name) for name in names)))


_FIRST_WORDS = 4
