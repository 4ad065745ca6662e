"""Sentences that report: the words and wishes of others, and what their writer did, or would have done, at another time.

The orders that stand in them are none of this phase, and say nothing of the orders around them. Words and phrases are data.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import dropwhile
from typing import NamedTuple

from adjudicator.notation.vocabulary import Verb
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Calendar
from app.mail_in.conditions import is_conditional, names_of_lists
from app.mail_in.order_words import OrderWords, mentions, units_named, without_places
from app.mail_in.phase_words import SEASON_LETTERS, next_phase, season_at
from app.mail_in.phrases import folded_words, located, phrases, tokens_in, words, words_of

_LONGEST = 400
_SECTION = "speech"
_BEFORE_VERB = 4
"""Words between the speaker and the verb."""
_FEWEST = 4
"""Words of a sentence about another power."""
_LONGEST_ORDER = 7
"""Words of a sentence that may be an order of another power."""
_ENDS = re.compile(r"[.!…)\"”»]$")
_BRACKETS = re.compile(r"\([^()]*\)")
_CLAUSE = re.compile(r"[,;:]\s+")
_EQUATION = re.compile(r"\W*(?P<short>\w{2,6})\W*=\s*(?P<name>[^,;]*)")
_LEAD = 6
"""Words in which the season of a sentence is named."""


class ReportedSentence(NamedTuple):
    """A sentence that orders nothing now."""

    later: Phase | None = None
    """The phase that it plans for, where it does."""


def report_in(
    text: str, known: OrderWords, power: str | None, own: Collection[str], now: Phase, calendar: Calendar, *, is_last: bool
) -> ReportedSentence | None:
    """Return what *text* is if it tells of another person or of another time, and neither orders nor changes anything now.

    ``Iñaki wants me to go A Arm - Ank``, ``Last time I wrote F Aeg - Ion``, ``Si Wilf hubiera hecho A Ven - Tyr``.

    Args:
        power: of the writer.
        own: provinces in which the writer has units.
        now: the phase that is open.
        is_last: whether nothing stands right below it, so that it leads into nothing.
    """
    shown = text.rstrip()
    if len(shown) > _LONGEST or not (is_last or _ENDS.search(shown)) or shown.endswith((":", ",")):
        return None
    heard = folded_words(shown)
    if not heard:
        return None
    said = " ".join(heard)
    changes = words_of("withdrawal.take_back", "speech.changes")
    if not changes.isdisjoint(heard) or phrases("amendment", "pronouns").search(said) or phrases("statement", "as_before").search(said):
        return None
    first = _first_named(shown, known)
    if _defines(shown, known):
        return ReportedSentence()
    if phrases(_SECTION, "agrees").search(said) or _orders_behind(shown, known, own):
        return None
    outside = _BRACKETS.sub(lambda found: " " * len(found[0]), shown)  # ``Should France be NMR (he was last autumn), …``
    begin, before = next((span for span, *_ in located(outside, phrases(_SECTION, "past"))), (len(shown), len(shown)))
    is_named = first < len(shown) or not shown[:begin].strip()
    if before <= first and is_named and ":" not in shown[before:first]:
        return ReportedSentence()
    if _begins_with_reason(heard, known) or (now.kind is PhaseKind.ADJUSTMENT and builds_nothing(shown, known)):
        return ReportedSentence()
    if _hopes(shown, known, own):
        return ReportedSentence()
    if now.kind is PhaseKind.RETREAT and _gives_up_now(shown, known):
        return None
    if first == len(shown):
        return ReportedSentence() if _planned(shown, first, now, calendar, is_own=False) else None
    at = _reports_of_other(shown, known, power)
    if at is not None and at <= first and not is_conditional(shown):
        return ReportedSentence() if _goes_straight_on(shown[at:first]) else None
    if _begins_with_other(shown, known, power, own):
        return ReportedSentence()
    is_own = not {place.province for place in mentions(shown, known)}.isdisjoint(own)
    return _planned(shown, first, now, calendar, is_own=is_own)


def _first_named(text: str, known: OrderWords) -> int:
    """Return where the first unit or place of *text* stands; its length where none does."""
    named = [place.start for place in mentions(text, known)]
    return min([*units_named(text, known), *named], default=len(text))


def _orders_behind(text: str, known: OrderWords, own: Collection[str]) -> bool:
    """Return True for ``Italy wants Marseilles, so A Gas - Mar``: a later clause begins with a unit of the writer."""
    for found in _CLAUSE.finditer(text):
        tail = _CLAUSE.split(text[found.end() :])[0]
        places = mentions(tail, known)
        lead = [word for word in folded_words(tail[: places[0].start]) if not known.is_filler(word)] if places else []
        small = words_of("due.joints", "due.joining", "speech.therefore", "lead_in.words")
        small |= words_of("phase.this", "phase.turn")
        if places and places[0].province in own and all(known.is_kind(word) or word in small for word in lead):
            return True
    return False


def _reports_of_other(text: str, known: OrderWords, power: str | None) -> int | None:
    """Return the end of the words by which another power or person speaks: ``Priya meint``; ``None`` where it names no speaker."""
    tokens = [(found[0], found.end()) for found in re.finditer(r"[^\W\d_]+", text)]
    heard = [" ".join(folded_words(word)) for word, _ in tokens]
    verbs = words_of("speech.verbs", "speech.says")
    for number, word in enumerate(heard):
        if word not in verbs:
            continue
        for index in range(max(0, number - _BEFORE_VERB), number):
            is_power = known.is_power(heard[index]) and known.power(heard[index]) != power
            is_name = tokens[index][0][:1].isupper() and _is_name(heard[index], known) and index + 2 >= number
            if is_power or is_name or heard[index] in words(_SECTION, "others"):
                return tokens[number][1]
    return None


def _is_name(word: str, known: OrderWords) -> bool:
    """Return True if a word with a capital may be a person's name: it is known as nothing else."""
    if len(word) < 3 or known.is_place(word) or known.is_verb(word) or known.is_kind(word) or known.is_filler(word):
        return False
    return word not in words_of("language.common", "lead_in.words", "courtesy.words")


def _goes_straight_on(between: str) -> bool:
    """Return True if nothing parts the words of another from their order: ``As Germany promised, A Bur - Mun`` is the writer's own."""
    if ":" in between or ";" in between or not words(_SECTION, "therefore").isdisjoint(folded_words(between)):
        return False
    return all(set(folded_words(clause)[:1]) & words(_SECTION, "subordinate") for clause in between.split(",")[1:])


def _begins_with_other(text: str, known: OrderWords, power: str | None, own: Collection[str]) -> bool:
    """Return True for ``Francia construirá flota en Marsella``: the sentence is about another power, and no unit of the writer's."""
    heard = folded_words(text)
    small = words_of("due.joining", "language.common")
    at = next((number for number, word in enumerate(heard) if not known.is_filler(word) and word not in small), 0)
    if len(heard) < at + _FEWEST or not known.is_power(heard[at]) or known.power(heard[at]) == power or is_conditional(text):
        return False
    behind = re.search(rf"(?i)^(?:\W*\w+){{{at + 1}}}(?P<mark>\W*)", text)
    named = [place.province for place in mentions(text, known)]
    follows = known.is_kind(heard[at + 1]) or known.is_place(heard[at + 1])
    is_order = len(heard) <= _LONGEST_ORDER and known.is_deed(heard[at + 1])
    return behind is not None and not behind["mark"].strip() and not follows and not is_order and set(named).isdisjoint(own)


def _defines(text: str, known: OrderWords) -> bool:
    """Return True for ``tir = Tirolo, not Tirreno``: it says what a short word stands for."""
    found = _EQUATION.match(text)
    if found is None:
        return False
    short, name = mentions(found["short"].upper(), known), mentions(found["name"], known)
    return bool(name) and (not short or short[0].province == name[0].province)


def _begins_with_reason(heard: Sequence[str], known: OrderWords) -> bool:
    """Return True for ``the fleet, because England sails the North Sea``: a kind of unit, and a reason."""
    kind, _, reason = " ".join(dropwhile(known.is_filler, heard)).partition(" ")
    return known.spelt_kind_of(kind) is not None and phrases("remark", "reasons").match(reason) is not None


def builds_nothing(text: str, known: OrderWords) -> bool:
    """Return True for ``Nothing in London``, ``Nada en San Petersburgo ni en Moscú``: nothing is built at the places it names."""
    heard = folded_words(text)
    small = words_of("due.nothing", "due.nor", "prose.into")
    beside = folded_words(without_places(text, mentions(text, known)))
    is_all = all(word in small or known.is_filler(word) for word in beside)
    return not words("due", "nothing").isdisjoint(heard[:1]) and is_all and len(beside) < len(heard)


def _hopes(text: str, known: OrderWords, own: Collection[str]) -> bool:
    """Return True for ``hope Italy doesn't move Rome to Venice``: hopes about units of others."""
    hope = next((start for (start, _), *_ in located(text, phrases("remark", "hopes"))), None)
    named = [place.province for place in mentions(text, known)]
    is_of_others = bool(known.powers_in(text)) if not named else named[0] not in own
    return hope == len(text) - len(text.lstrip()) and is_of_others and not is_conditional(text)


def _builds_in_winter(heard: Sequence[str]) -> bool:
    """Return True for ``Paris kann ich dann im Winter bauen``: it names the winter, and a build."""
    of_builds = words_of("phase.adjustment", "phase.building", "due.build")
    return not words("phase", "winter").isdisjoint(heard) and not of_builds.isdisjoint(heard)


def _gives_up_now(text: str, known: OrderWords) -> bool:
    """Return True for ``I disband the fleet, I'd rather rebuild this winter``: a clause beside the plan disbands or retreats."""
    deeds = known.says(Verb.DISBAND, Verb.RETREAT, "due.disband", "due.retreat")
    later = words_of("phase.adjustment", "phase.winter", "phase.building", "due.build", "condition.begins_if")
    clauses = [folded_words(clause) for clause in _CLAUSE.split(text)]
    return len(clauses) > 1 and any(not deeds.isdisjoint(heard) and later.isdisjoint(heard) for heard in clauses)


def _planned(text: str, first: int, now: Phase, calendar: Calendar, *, is_own: bool) -> ReportedSentence | None:
    """Return what *text* plans for another season: ``Au printemps, l'idée c'est A Bul - Ser``, or for builds after a retreat.

    Args:
        is_own: whether it names a place where a unit of its writer stands.
    """
    heard = folded_words(text)
    if now.kind is PhaseKind.RETREAT and heard[0] in words("condition", "begins_if"):
        due = words_of("phase.adjustment", "phase.winter", "phase.building")
        return None if due.isdisjoint(heard) else ReportedSentence(next_phase(calendar, now, PhaseKind.ADJUSTMENT))
    if now.kind is PhaseKind.RETREAT and not is_own and _builds_in_winter(heard):
        return ReportedSentence(next_phase(calendar, now, PhaseKind.ADJUSTMENT))
    tokens = tokens_in(text)[:_LEAD]
    said = [token.folded for token in tokens]
    current = "winter" if now.kind is PhaseKind.ADJUSTMENT else SEASON_LETTERS.get(now.season, "")
    for number, token in enumerate(tokens):
        season = season_at(said, number)
        letter = next((key for key, name in SEASON_LETTERS.items() if name == season), "")
        if not letter or season == current or not number or token.end > first:
            continue
        behind = text[token.end :].lstrip()
        if said[number - 1] in words(_SECTION, "in_season") and not behind.startswith(":"):
            if not names_of_lists().isdisjoint(heard):
                return None
            return ReportedSentence(next_phase(calendar, now, PhaseKind.MOVEMENT, letter))
    return None
