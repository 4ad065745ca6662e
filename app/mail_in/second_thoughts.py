"""Sentences that may change the builds, removals and retreats that were sent: ``not two fleets but one``, ``I'd rather keep the army``.

Few orders are due in these phases, and people speak of them by number, kind and place. What a sentence leaves open is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from app.mail_in.conditions import denies, is_conditional, names_of_lists, offers_courtesy, talk, without_harmless
from app.mail_in.order_words import OrderWords, kinds_named, mentions, number_in, place_leads, places_named
from app.mail_in.phrases import folded_words, phrases, tokens_in, words, words_of
from app.mail_in.withdrawals import keeps_the_rest, sentences, spared_in

_LONGEST = 400
_SHORT = 8
"""Words of a sentence that speaks of a number alone: ``rather only one``."""
_SECTION = "withdrawal"
_VERBS = (Verb.BUILD, Verb.DISBAND, Verb.RETREAT, Verb.WAIVE)


@dataclass(frozen=True, slots=True)
class DueChange:
    """A change to orders that were sent."""

    words: str
    places: frozenset[str]
    """The provinces that it names; empty where it may mean any order."""
    spared: frozenset[str]
    kinds: frozenset[str]
    """The kinds of units it names, where it names no place."""
    is_certain: bool
    """True if its words change something; else it only speaks of what is due."""
    is_kept: bool
    """True if it says that a unit is kept: of builds the others are meant."""


def due_change(text: str, known: OrderWords, power: str, due: Collection[str], verb: Verb, *, is_order: bool) -> DueChange | None:
    """Return the change that *text* may make to the builds, removals or retreats of *power*.

    Args:
        due: the provinces in which something may be built, removed, or has to retreat.
        verb: what is due: to build, disband (remove) or retreat.
        is_order: whether orders were read from it; then only words of change count.
    """
    for start, end in sentences(text[:_LONGEST]):
        found = _of_sentence(text[start:end].strip(), known, power, due, verb, is_order=is_order)
        if found is not None:
            return found
    return None


def removals_counted(text: str, known: OrderWords) -> int | None:
    """The number of removals that *text* tells, where it says nothing else: 2 of ``(two short, both removed)``; else ``None``."""
    heard = folded_words(text)
    disbands = known.says(Verb.DISBAND) | words("due", Verb.DISBAND.value)
    small = words("due", "counts") | disbands
    is_bare = all(word in small or word.isdecimal() or number_in((word,)) is not None for word in heard)
    return number_in(heard) if is_bare and not disbands.isdisjoint(heard) else None


def _of_sentence(text: str, known: OrderWords, power: str, due: Collection[str], verb: Verb, *, is_order: bool) -> DueChange | None:
    heard = tuple(without_harmless(" ".join(folded_words(text))).split())
    if verb is Verb.BUILD and is_order:  # ``New fleet Edinburgh`` is a build, and no change of one
        anew = phrases(_SECTION, "exchanges")
        heard = tuple(word for word, after in pairwise((*heard, "")) if not (known.is_kind(after) and anew.fullmatch(word)))
    said = " ".join(heard)
    if "?" in text or phrases("remark", "apologies").search(said) or phrases(_SECTION, "reminders").search(said):
        return None
    if phrases(_SECTION, "confirms").search(said) is not None and words(_SECTION, "denials").isdisjoint(heard):
        return None
    if verb is Verb.BUILD and keeps_builds(text, known):
        return None
    named = frozenset(places_named(text, known))
    if keeps_the_rest(text) and not named and not kinds_named(text, known):
        return None
    own = named.intersection(due)
    if offers_courtesy(text) or (known.other_powers(heard, power) and not own):
        return None
    turns = phrases(_SECTION, "turns").search(said) is not None
    limits = not words(_SECTION, "limits").isdisjoint(heard) and not is_conditional(text)
    denies = not words(_SECTION, "denials").isdisjoint(heard)
    stays = verb is Verb.DISBAND and not (words("prose", "hold") | known.says(Verb.HOLD)).isdisjoint(heard)
    keeps = not words(_SECTION, "keeps").isdisjoint(heard)
    is_kept = stays or keeps
    waives = not is_order and not (known.says(Verb.WAIVE) | words("due", Verb.WAIVE.value)).isdisjoint(heard)
    drops = verb is Verb.BUILD and not words(_SECTION, "drops").isdisjoint(heard)
    changes = turns or limits or denies or waives or drops or keeps or _changes(heard, said)
    kinds = kinds_named(text, known)
    counted = not words(_SECTION, "counts").isdisjoint(heard) and len(heard) <= _SHORT
    if is_order and not changes:
        return None
    names_other = bool(named) and len(heard) <= _SHORT  # and not ``Thirty years of postal play and I still leave StP open``
    if not (own or kinds) and not (changes and (names_other or turns or counted or _speaks_of_due(heard, said, known))):
        return None
    spared = spared_in(text, known)
    is_whole = limits or phrases(_SECTION, "all_of_it").search(said) is not None
    places = frozenset() if is_whole or spared else own or named
    denied = denies or drops or verb is Verb.RETREAT or not words(_SECTION, "take_back").isdisjoint(heard)
    denied = denied or (is_kept and verb is Verb.DISBAND)
    is_kind = denied and words(_SECTION, "counts").isdisjoint(heard) and not (places or spared or is_whole)
    return DueChange(text, places, spared, kinds if is_kind else frozenset(), changes, is_kept)


def keeps_builds(text: str, known: OrderWords) -> bool:
    """Return True for ``London stays``, ``Brest stands``: places whose builds are as they were sent, and nothing else."""
    if "?" in text or not places_named(text, known) or phrases("due", "waive_phrases").search(" ".join(folded_words(text))) is not None:
        return False
    heard = folded_words(phrases("statement", "unchanged").sub(" stands ", " ".join(folded_words(text))))
    keeps = words_of("statement.stands", f"{_SECTION}.keeps")
    small = words_of("due.joints", "due.joining", "condition.joints", "amendment.rather", "lead_in.words", "prose.small")
    others = [word for word in heard if not (known.is_place(word) or known.is_kind(word) or word in keeps or word in small)]
    return not keeps.isdisjoint(heard) and not others and not denies(heard)


def drops_build(text: str, known: OrderWords) -> bool:
    """Return True for ``I won't build the fleet in Kiel``, ``drop the army in Rome``: it takes back the build in one place."""
    if "?" in text or is_conditional(text) or len(frozenset(places_named(text, known))) != 1:
        return False
    heard = folded_words(text)
    drops = words(_SECTION, "drops") | words(_SECTION, "take_back") | words("due", "disband")
    return denies(heard) or not drops.isdisjoint(heard) or phrases(_SECTION, "take_back_phrases").search(" ".join(heard)) is not None


def keeps_orders(text: str, known: OrderWords) -> bool:
    """Return True for ``The orders for Paris and Rome remain``: what was sent for these units stands, and none of them is to hold."""
    if names_of_lists().isdisjoint(folded_words(text)):
        return False
    stays = known.says(Verb.HOLD, "prose.hold", "statement.stands")
    for clause in _CLAUSE.split(text):
        heard = folded_words(clause)
        named = mentions(clause, known)
        before = folded_words(clause[: named[0].start])[-3:] if named else ()
        at = next((number for number, word in enumerate(before) if word in names_of_lists()), None)
        between = words_of("place.between", "due.for")
        if at is not None and between.issuperset(before[at + 1 :]) and before[at + 1 :] and not stays.isdisjoint(heard[len(before) :]):
            return True
    return False


_CLAUSE = re.compile(r"[,;:.!](?:\s|$)")


def keeps_units(text: str, known: OrderWords) -> bool:
    """Return True for ``Keep A Gal``, ``Galizien bleibt doch``: units that are not removed, and nothing else."""
    if "?" in text or not places_named(text, known):
        return False
    heard = phrases("amendment", "trailing").sub(" ", " ".join(folded_words(text))).split()
    so = max((number for number, word in enumerate(heard, 1) if word in words("speech", "consequence")), default=0)
    heard = heard if is_conditional(" ".join(heard[:so])) else heard[so:]  # ``Rob was very nice on the phone so I'm keeping Prussia``
    keeps = known.says(Verb.HOLD, f"{_SECTION}.keeps", "prose.hold", "statement.stands")
    said = len(heard)
    heard = phrases("due", "keeps_phrases").sub(" ", " ".join(heard), count=1).split()  # ``Vienna and Budapest soldier on``
    is_kept = len(heard) < said or not keeps.isdisjoint(heard)
    small = words_of("due.joining", "due.joints", "lead_in.words", "prose.small", "courtesy.words", "amendment.refuses", "amendment.opens")
    others = [word for word in heard if not (known.is_place(word) or known.is_kind(word) or word in keeps or word in small)]
    goes = words_of("due.going", "due.disband")
    is_of_orders = len(places_named(text, known)) > 1 and not names_of_lists().isdisjoint(heard)  # ``The orders for Paris and Rome remain``
    return goes.isdisjoint(heard) and is_kept and not others and not is_of_orders


def confirms(text: str, known: OrderWords) -> bool:
    """Return True for ``Munich and Kiel as before``: no order, and no change of one."""
    said = " ".join(folded_words(text))
    if keeps_orders(text, known):
        return True
    if not (places_named(text, known) or kinds_named(text, known)) or any(token.kind is TokenKind.DASH for token in tokens_in(text)):
        return False
    places = mentions(text, known)
    if any(
        place_leads().issuperset(folded_words(text[one.end : goal.start])) and goal.start > one.end + 1 for one, goal in pairwise(places)
    ):
        return False  # ``Armenia a Ankara como te dije``
    small = words_of("due.joints", "due.joining", "due.both")
    goes = words("prose", "to") - words("place", "between")  # ``The fleet to Naples as before`` is an order
    for each in ("same", "confirms"):
        found = phrases(_SECTION, each).search(said)
        rest = "" if found is None else f"{said[: found.start()]} {said[found.end() :]}"
        names = (word for word in rest.split() if not (known.is_place(word) or known.is_kind(word)))
        if found is not None and all((word in small or known.is_filler(word)) and word not in goes for word in names):
            return True
    return False


def may_confirm(text: str) -> bool:
    """Return True for ``Liverpool stays as it is``: a unit may hold, or its order may stand that was sent."""
    return phrases(_SECTION, "same_or_holds").search(" ".join(folded_words(text))) is not None


def _changes(heard: tuple[str, ...], said: str) -> bool:
    """Return True if a word takes back, exchanges or doubts."""
    every = words(_SECTION, "take_back") | words(_SECTION, "unsettles") | words(_SECTION, "alters") | words("amendment", "opens") | talk()
    if not every.isdisjoint(heard) or not words("remark", "doubts").isdisjoint(heard):
        return True
    return any(
        phrases(_SECTION, name).search(said) for name in ("take_back_phrases", "unsettles_phrases", "exchanges", "replaces")
    ) or bool(phrases("amendment", "pronouns").search(said))


def _speaks_of_due(heard: tuple[str, ...], said: str, known: OrderWords) -> bool:
    """Return True if a word names builds, removals or retreats, or orders as such."""
    of_due = frozenset[str]().union(*(known.says(verb) | words("due", verb.value) for verb in _VERBS))
    every = names_of_lists() | words(_SECTION, "units") | of_due
    heard = tuple(word for word in heard if phrases(_SECTION, "exchanges").fullmatch(word) is None)  # ``the new kitchen``
    return not every.isdisjoint(heard) or any(phrases("due", f"{verb.value}_phrases").search(said) for verb in _VERBS)
