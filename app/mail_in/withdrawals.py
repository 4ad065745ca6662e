"""Sentences with which players take back what they sent before: all of it, a unit, a place. The phrases are data.

Such a sentence is never carried out by itself: the orders that it may mean are marked, and a person decides.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from app.mail_in.conditions import is_conditional, offers_courtesy, tells_of_people, without_harmless
from app.mail_in.order_words import (
    NEXT_WORD,
    OrderWords,
    coded_moves,
    kinds_named,
    mentions,
    parted_from_unit,
    place_leads,
    places_named,
    units_named,
)
from app.mail_in.phrases import (
    first_located,
    folded_words,
    kept,
    located,
    phrases,
    plain,
    tokens_in,
    words,
    words_of,
)

_LONGEST = 600
_SHORT = 4
_OF_MOVE = 2
"""Places that a move names."""
_ENDS = re.compile(r"(?:(?<!\bSt)(?<!\b[A-Z])\.|[!?;:]|(?<!\w)\)|(?<=\w\s)\))(?=\s|$)")
"""Ends of sentences; a bracket ends one behind another mark alone, as in a smiley: ``A(Yor) is reprieved``."""
_SECTION = "withdrawal"
_BRACKETED = re.compile(r"\[\s*[^\W\d_]+\s*\]")
_STRUCK = re.compile(r"~~(.+?)~~")


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Withdrawal of earlier orders by a line."""

    line: int
    """Counted from 1; 0 is the subject."""
    words: str
    """The sentence that says so."""
    power: str | None = None
    """Power of the orders that are meant; ``None`` where it is unknown."""
    places: frozenset[str] | None = None
    """The units that are meant, or what their orders lead to; ``None`` for all orders."""
    reaches_above: bool = True
    """True if orders above it in the same mail may be meant too."""
    reaches_before: bool = True
    """True if orders of earlier mails are meant."""
    later: frozenset[str] = frozenset()
    """Units whose orders stand: a later mail orders them, or the sentence spares them."""
    is_hint: bool = False
    """True if it only may unsettle orders of earlier mails, where they name its places: nothing else makes it a withdrawal."""
    column: int = 1
    """Column at which the sentence begins on its line."""
    kinds: frozenset[str] = frozenset()
    """The kinds of units that are meant, where no places are named."""


@dataclass(frozen=True, slots=True)
class TakingBack:
    """A sentence of a line that takes something back."""

    start: int
    end: int
    """In the text of the line."""
    text: str
    places: frozenset[str] | None
    spared: frozenset[str]
    """The places of the orders that stand: ``all but F Lon``."""
    kinds: frozenset[str]
    """The kinds of units that are meant, where no place is named: ``the fleets``."""
    powers: frozenset[str]
    """Powers that it names."""
    reaches_above: bool
    is_of_all: bool
    """True if it is about everything, beside the units it names."""
    has_other_order: bool
    """True if an order stands in it that is not the one that is taken back."""
    anew: int
    """Start of a clause that gives one with a deed of its own: ``scrap the army in Paris, build F Bre``."""


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the beginning and end of each sentence of *text*, with the mark at its end."""
    start = 0
    for found in _ENDS.finditer(text[:_LONGEST]):
        if text[start : found.end()].strip(" .!?;:)-–—"):
            yield start, found.end()
            start = found.end()
    if text[start:].strip():
        yield start, len(text)


def withdrawing(text: str, known: OrderWords) -> TakingBack | None:
    """The first sentence of *text* that takes back what was sent before."""
    shown = plain(text)
    if len(shown) != len(text):
        shown = text
    for start, end in sentences(shown):
        if offers_courtesy(shown[start:end]) and not mentions(shown[start:end], known):
            continue  # ``let me know if anything is off``
        is_head = shown[:end].endswith(":") and not words(_SECTION, "take_back").isdisjoint(folded_words(shown[start:end]))
        found = _sentence(shown, start, len(shown) if is_head and units_named(shown[end:], known) else end, known)
        if found is not None and found.is_of_all:
            found = _sentence(shown, start, end, known)  # all of it, and new orders behind the colon
        if found is not None:
            return found
    return None


def unsettles(text: str, known: OrderWords, own: Container[str]) -> frozenset[str] | None:
    """Return the places whose orders of earlier mails *text* may unsettle: empty for all orders, ``None`` where it unsettles none.

    ``My orders will change``, ``Warsaw shouldn't go to Galicia``: no plain withdrawal, but earlier orders become doubtful.

    Args:
        own: the provinces in which units of the writer stand.
    """
    if len(text) > _LONGEST or ("?" in text and not asks_for_change(text, known)) or tells_of_people(text, known):
        return None
    heard = folded_words(text)
    said = " ".join(heard)
    places = frozenset(places_named(text, known))
    if not places and keeps_the_rest(text):
        return None
    if not places and ("?" in text or words_of("heading.orders", "withdrawal.things").isdisjoint(heard)):
        return None
    if _calls_nothing_off(text, known) or phrases("remark", "apologies").search(said) or offers_courtesy(text):
        return None
    calm = without_harmless(said)
    is_unsure = not words(_SECTION, "unsettles").isdisjoint(calm.split()) or phrases(_SECTION, "unsettles_phrases").search(calm) is not None
    denies = not words_of("talk.words", "withdrawal.denials").isdisjoint(calm.split())
    takes_back = _takes_back(heard)
    at_home = frozenset(place for place in places if place in own)
    deed = len(places) > 1 or any(map(known.is_verb, heard))
    other = phrases(_SECTION, "spares").search(said) is not None or phrases("amendment", "leads").search(calm) is not None
    if places and (is_unsure or denies or takes_back or (at_home and (deed or other))):
        return at_home or places
    is_unsure = is_unsure or (denies and not words(_SECTION, "earlier").isdisjoint(heard))
    return frozenset() if is_unsure or takes_back else None


def asks_for_change(text: str, known: OrderWords) -> bool:
    """Return True for ``Is it too late to change Liverpool?``: a question about an order that was sent, and of no power."""
    heard = folded_words(text)
    asks = not words(_SECTION, "unsettles").isdisjoint(heard) or phrases(_SECTION, "unsettles_phrases").search(" ".join(heard)) is not None
    return "?" in text and asks and not known.powers_in(text)


def _takes_back(heard: Sequence[str]) -> bool:
    """Return True if a word or a phrase takes something back."""
    is_said = not words(_SECTION, "take_back").isdisjoint(heard)
    return is_said or phrases(_SECTION, "take_back_phrases").search(" ".join(heard)) is not None


def _calls_nothing_off(text: str, known: OrderWords) -> bool:
    """Return True if *text* reminds of something, or calls off something else than orders.

    ``Don't forget my orders``; ``The train was cancelled``, which says nothing that orders may be meant by.
    """
    heard = folded_words(text)
    if phrases(_SECTION, "reminders").search(" ".join(heard)) is not None:
        return True
    if words(_SECTION, "other_things").isdisjoint(heard) or heard[-1] in words(_SECTION, "whole"):
        return False
    of_orders = words_of("heading.orders", "heading.builds", "withdrawal.things", "withdrawal.earlier")
    return of_orders.isdisjoint(heard) and not mentions(text, known)


def changes_its_units(text: str) -> bool:
    """Return True if a word of *text* changes or doubts what the units that it names were ordered to do: ``Sevastopol holds after all``."""
    heard = folded_words(text)
    said = " ".join(heard)
    if _takes_back(heard) or not words(_SECTION, "unsettles").isdisjoint(heard):
        return True
    return any(phrases(_SECTION, name).search(said) for name in ("unsettles_phrases", "turns"))


@kept
def keeps_the_rest(text: str) -> bool:
    """Return True if *text* confirms the other orders that were sent."""
    return phrases(_SECTION, "rest_stands").search(" ".join(folded_words(text))) is not None


def without_struck(text: str) -> tuple[str, str]:
    """*text* without what its writer struck out, and that."""
    if (bare := _without_mark(text)) is not None:
        return "", bare
    struck = " ".join(found[1] for found in _STRUCK.finditer(text))
    return (_STRUCK.sub(lambda found: " " * len(found[0]), text), struck) if struck.strip() else (text, "")


def _without_mark(text: str) -> str | None:
    """*text* without ``[deleted]`` at its beginning or its end; ``None`` where none stands there."""
    for found in _BRACKETED.finditer(text):
        is_outer = not text[: found.start()].strip(" [") or not text[found.end() :].strip()
        if is_outer and words(_SECTION, "struck").issuperset(folded_words(found[0])):
            return (text[: found.start()].rstrip(" [") + text[found.end() :]).strip()
    return None


def _sentence(shown: str, start: int, end: int, known: OrderWords) -> TakingBack | None:
    text = shown[start:end]
    folded = folded_words(text)
    said = " ".join(folded)
    if _calls_nothing_off(text, known):
        return None
    is_back = _takes_back(folded)
    replacing = phrases(_SECTION, "replaces").search(said) is not None
    places_at = {each.start: each for each in (*coded_moves(text, known), *mentions(text, known))}
    mentioned = [places_at[at] for at in sorted(places_at)]
    replacing = replacing or _replaces_what_was_sent(text)
    if not is_back and not replacing:
        return None
    named = [each.province for each in mentioned]
    powers = frozenset(
        power for word in folded if (len(word) > _SHORT - 1 or word.upper() in text) and (power := known.power(word))
    )  # German *aus* is no Austria
    backs = (number for number, word in enumerate(folded) if word in words(_SECTION, "take_back"))
    at = 0 if is_conditional(text) else next(backs, 0)
    heard = set(
        folded[: next((number for number, word in enumerate(folded) if number > at and powers and known.is_power(word)), len(folded))]
    )
    earlier = not heard.isdisjoint(words(_SECTION, "earlier"))
    above = not heard.isdisjoint(words(_SECTION, "above"))
    whole = earlier or above or not heard.isdisjoint(words(_SECTION, "whole"))
    if whole and all(each.is_guess for each in mentioned):
        named = []  # ``Pete, cancel all my orders``
    units = units_named(text, known)
    anew = _ordered_anew(text, units, known)
    until = anew or len(text)
    if named:
        named = [each.province for each in mentioned if each.start < until]
    listed = _listed(text, [unit for unit in units if unit < until], known)
    exchanges = phrases(_SECTION, "exchanges").search(said) is not None or not words("amendment", "rather").isdisjoint(folded)
    is_behind = bool(units) and _takes_back_behind(text, units)
    is_parted = bool(units) and parted_from_unit(text, units[0])
    spared = spared_in(text, known) if is_back else frozenset()
    kinds = kinds_named(text, known) if is_back and not named and not is_conditional(text) else frozenset()
    places: frozenset[str] | None = None
    if spared:
        units = []
    elif is_back and named:
        ahead = [each.province for each in mentioned if is_parted and each.start < units[0]]
        listed = listed if ahead[:1] == listed[:1] else ahead or listed  # ``Scrap Gal - Bud, A War - Sil``
        places = frozenset(named if is_behind else listed or named)
    elif not replacing and not whole and not kinds and (powers or len(folded) > _SHORT):
        return None
    # ``cancel F Sev, A War - Gal instead``: a unit behind the first one may get a new order
    other = is_behind or bool(anew) or (len(units) > 1 and exchanges) or (bool(units) and is_parted)
    is_above = not words(_SECTION, "only_above").isdisjoint(folded) or phrases(_SECTION, "turns").search(said) is not None
    reaches_above = is_back and (not earlier or is_above)
    begins = start + anew if anew else 0
    start += len(text) - len(text.lstrip())
    return TakingBack(start, end, text.strip(), places, spared, kinds, powers, reaches_above, whole or replacing, other, begins)


def _listed(text: str, units: list[int], known: OrderWords) -> list[str]:
    """Return the places of the units in ``cancel F Sev, F StP and A War, scrap F Bal``, that of a supported unit apart."""
    stretches = [text[start:end] for start, end in pairwise((*units, len(text)))]
    joints = words_of("due.joints", "due.joining", "condition.choice", "withdrawal.take_back") - {"s"}  # ``A Bur S A Par``
    found: list[str] = []
    for number, stretch in enumerate(stretches):
        before = stretches[number - 1].rstrip() if number else ","
        if before[-1:] in {",", ";", "+", "&"} or joints.intersection(folded_words(before)[-1:]):
            found += places_named(stretch, known)[:1]
    return list(dict.fromkeys(found))


def _takes_back_behind(text: str, units: list[int]) -> bool:
    """Return True for ``F Edi - Nwg, cancel A Lvp``: an order stands before the word that takes another back."""
    before = folded_words(text[: units[0]])
    between = folded_words(text[units[0] : units[-1]])
    back = words(_SECTION, "take_back")
    return back.isdisjoint(before) and not back.isdisjoint(between)


def _replaces_what_was_sent(text: str) -> bool:
    """Return True for ``please use this lot in place of what I sent on Sunday:``."""
    match first_located(text, phrases("amendment", "instead")) if text.rstrip().endswith(":") else None:
        case ((_, end),):
            return not words(_SECTION, "earlier").isdisjoint(folded_words(text[end:]))
    return False


def _ordered_anew(text: str, units: Sequence[int], known: OrderWords) -> int:
    """Return where the clause begins that orders a unit behind the first one with a deed of its own; 0 where none does."""
    for before, unit in pairwise(units):
        if ":" in text[before:unit]:
            return text.rindex(":", before, unit) + 1  # ``I cancel A War - Sil: the army in Warsaw holds``
        between, comma, clause = text[before:unit].rpartition(",")
        if places_named(between, known)[:1] == places_named(text[unit:], known)[:1]:
            return before + len(between) + 1  # ``scrub F Alb - Gre, sub F Alb - Ion``
        heard = folded_words(clause)
        helps = known.says(Verb.SUPPORT) | known.says(Verb.CONVOY)
        deeds = [word for word in heard if known.is_deed(word) or word in words("due", "build")]
        if comma and deeds and helps.isdisjoint(heard):
            return before + len(between) + 1
        joint = max((found.end() for found in _LAST_JOINT.finditer(text, before, unit)), default=unit)
        first, *others = folded_words(text[joint:unit]) or ("",)
        is_noun = any(word in words("place", "between") - {"a"} and not known.is_filler(word) for word in others)
        if first in {*deeds, *words("prose", "move")} - helps and not is_noun:
            return joint  # ``Cancel A Mun and build a fleet in Kiel``, and not *the move of F Lon and hold of F Edi*
    for (start, _), *_ in located(text, phrases("amendment", "pronouns")):
        joints = [found.end() for found in _LAST_JOINT.finditer(text, start - NEXT_WORD, start)]
        if joints and places_named(text[:start], known)[:1] == places_named(text[start:], known)[:1] != []:
            return joints[-1]  # ``Scrap GAL-BUD and make it A GAL-VIE``
    above, _, clause = text.rpartition(",")
    if any(tells(above, clause, known) for tells in (_moves_again, _goes_on, _goes_on_with_code, _goes_elsewhere)):
        return len(above) + 1
    cut = max((found.start() for found in _LAST_JOINT.finditer(text)), default=0)
    waives = not (known.says(Verb.WAIVE) | words("due", Verb.WAIVE.value)).isdisjoint(folded_words(text[cut:]))
    return cut + 1 if waives and places_named(text[:cut], known) else 0


_LAST_JOINT = re.compile(r",|\s(?:and|und|et|e|y)\s", re.IGNORECASE)


def tells_move(text: str, known: OrderWords) -> bool:
    """Return True if a dash, or a verb of orders or of prose, tells what a unit does: ``Sev to Rum``, ``lo Ionio va in Egeo``."""
    if any(token.kind is TokenKind.DASH for token in tokens_in(text)):
        return True
    return any(known.is_verb(word) or word in words("prose", "move") for word in folded_words(text))


def _moves_again(text: str, behind: str, known: OrderWords) -> bool:
    """Return True for ``Scrap Warsaw's support`` and ``Warsaw goes to Silesia``: the unit that *text* names gets a move."""
    named, places = places_named(behind, known), places_named(text, known)
    return len(named) == _OF_MOVE and places[:1] == named[:1]


def _goes_elsewhere(text: str, behind: str, known: OrderWords) -> bool:
    """Return True for ``Scrap Tyrolia`` and ``Trieste goes to Albania``: a goal is taken back, and the unit gets another one by a verb."""
    goal, named, heard = places_named(text, known), places_named(behind, known), folded_words(behind)
    is_calm = not _takes_back(heard) and words(_SECTION, "denials").isdisjoint(heard)
    tells = any(known.is_deed(word) or word in words_of("prose.move", "due.retreat") for word in heard if word not in place_leads())
    return len(goal) == 1 and len(set(named)) == _OF_MOVE and goal[0] not in named and tells and is_calm


def _goes_on(text: str, behind: str, known: OrderWords) -> bool:
    """Return True for ``Scratch Sevastopol to Rumania`` and ``it stays put``: the unit that *text* names gets another deed."""
    heard = folded_words(behind)
    is_pronoun = bool(heard) and heard[0] in words("prose", "subjects") and bool(mentions(text, known))
    tells = any(map(known.is_deed, heard))
    return is_pronoun and tells and words(_SECTION, "denials").isdisjoint(heard)


def _goes_on_with_code(text: str, behind: str, known: OrderWords) -> bool:
    """Return True for ``forget den-swe`` and ``den just holds``: the code of its unit stands again, with a deed."""
    codes = coded_moves(text, known)
    heard = folded_words(behind)
    return bool(codes) and heard[:1] == folded_words(text[codes[0].start : codes[0].end]) and any(map(known.is_deed, heard))


def spared_in(text: str, known: OrderWords) -> frozenset[str]:
    """Return the places that ``all but``, ``except`` and the like set apart."""
    ((start, end),) = first_located(text, phrases(_SECTION, "spares")) or ((0, len(text)),)
    behind = "" if places_named(text[:start], known) else text[end:]
    if units := units_named(behind, known):
        return frozenset(place for at, end in pairwise((*units, len(behind))) for place in places_named(behind[at:end], known)[:1])
    return frozenset(places_named(behind, known))


def is_correction(text: str) -> bool:
    """``Sorry, correction:``: what follows corrects what stands above."""
    heard = folded_words(text)
    return text.rstrip().endswith(":") and len(heard) <= 8 and not words("amendment", "opens").isdisjoint(heard)


def is_vague_change(text: str, known: OrderWords) -> bool:
    """Return True for ``Make that Rumania instead``: a change or withdrawal that does not name its order."""
    heard = folded_words(text)
    if known.powers_in(text) or _calls_nothing_off(text, known):
        return False
    return not words(_SECTION, "take_back").isdisjoint(heard) or phrases("amendment", "pronouns").search(" ".join(heard)) is not None
