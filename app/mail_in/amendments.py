"""Amendments that one sentence tells: what is meant, and in place of what, by words that replace, deny or prefer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.vocabulary import Verb
from app.mail_in.conditions import denies, is_conditional
from app.mail_in.order_words import (
    NamedPlace,
    OrderWords,
    kinds_named,
    mentions,
    place_leads,
    places_named,
    provinces_of,
    units_named,
    without_places,
)
from app.mail_in.phrases import blanked, first_located, folded_words, located, located_pairs, phrases, tokens_in, words, words_of
from app.mail_in.withdrawals import tells_move

_CLAUSE_END = re.compile(r"[,;]|:(?=\s)")
_LONGEST = 600
_LONGEST_TURNED = 300
_SHORT = 4
_OF_MOVE = 2
"""Places that a move names."""


class Turned(NamedTuple):
    """Sentence without what is denied in it."""

    text: str
    """As long as the sentence, with blanks in place of what is denied."""
    denied: str


def turned(text: str, known: OrderWords) -> Turned | None:
    """*text* without the part that it denies; ``None`` where it denies none, or speaks of several units.

    The verb stays where only the goal is another: ``la flotta del Mar Ionio non va in Grecia ma nel Mar Egeo``.
    """
    if len(text) > _LONGEST_TURNED or "?" in text:
        return None
    for ((start, end),) in located(text, phrases("amendment", "instead")):
        comma = text.find(",", end)
        is_between = text[:start].rstrip().endswith(",") and len(mentions(text[:start], known)) == 1
        if is_between and not units_named(text[end:comma], known) and mentions(text[comma:], known):
            begin = text[:start].rfind(",")
            return Turned(blanked(text, begin, comma + 1), text[start:comma].strip())
    for (start, _), (begin, end), (then, _) in located_pairs(text, "amendment", "denied"):
        joint = text[end:then]
        if words("amendment", "rather").isdisjoint(folded_words(joint)) and not joint.lstrip().startswith((",", ";")):
            continue  # ``geht nicht in die Ukraine``
        if is_conditional(text[begin:end]) or _denies_another(text[begin:end], known):
            continue
        head = mentions(text[:start], known)
        if len({place.province for place in head}) != 1 or units_named(text[begin:end], known):
            continue
        units = units_named(text[then:], known)
        if units and not any(known.is_deed(word) for word in folded_words(text[then : then + units[0]])):
            is_same = places_named(text[then:], known)[:1] == [head[0].province]
            return Turned(" " * then + text[then:], text[begin:end].strip()) if is_same else None
        return Turned(
            _without_denied(text, head, start, end, then, known, has_goal=bool(mentions(text[begin:end], known))),
            text[begin:end].strip(),
        )
    return None


def _denies_another(text: str, known: OrderWords) -> bool:
    """Return True if a clause of *text* denies what another unit does: ``move, and Paris does not go to Burgundy``."""
    for clause in re.split(r"[,;]\s+|\s(?:and|und|et|e|y)\s", text):
        named = mentions(clause, known)[:1]
        if named and denies(folded_words(clause[named[0].end :])) and not denies(folded_words(clause[: named[0].start])):
            return True
    return False


def _without_denied(text: str, head: list[NamedPlace], start: int, end: int, then: int, known: OrderWords, *, has_goal: bool) -> str:
    """*text* with blanks between its unit and what is meant, but for the verb where only the goal is denied.

    Args:
        start: of the *not*.
        end: of what is denied.
        then: start of what is meant.
        has_goal: whether a goal is denied, and no deed.
    """
    unit = head[-1].end
    for token in tokens_in(text):
        if unit <= token.start < start and known.spelt_kind_of(token.folded):
            unit = token.end
    verbs = words("prose", "move")
    deeds = [
        token
        for token in tokens_in(text)
        if (unit <= token.start < start or start < token.start < end) and (known.is_deed(token.folded) or token.folded in verbs)
    ]
    says_anew = any(known.is_deed(token.folded) or token.folded in verbs for token in tokens_in(text) if token.start >= then)
    kept = deeds if has_goal and not says_anew else []
    shown = [" "] * (then - unit)
    for token in kept:
        shown[token.start - unit : token.end - unit] = text[token.start : token.end]
    return text[:unit] + "".join(shown) + text[then:]


def without_replaced_place(text: str, known: OrderWords, *, keeps_comma: bool = False) -> Turned | None:
    """*text* without the one place that it says is replaced: ``Gascony instead of Paris for the army``, ``Serbia, not Vienna``.

    Args:
        keeps_comma: whether the comma behind that place stays: ``to Silesia instead of Berlin, so Berlin stays free``.
    """
    if len(text) > _LONGEST_TURNED or "?" in text:
        return None
    if (found := _corrected(text, known)) is not None:
        return found
    for name in ("instead", "not"):
        for ((start, end),) in located(text, phrases("amendment", name)):
            if name == "not" and text[end:].lstrip().startswith(","):
                denied = next((each for each in reversed(mentions(text, known)) if each.end <= start), None)
                stop = text.index(",", end) + 1
                if denied is None or text[denied.end : start].strip() or not mentions(text[stop:], known):
                    continue
                begin = max(text.rfind(mark, 0, denied.start) for mark in ",;:") + 1
                return Turned(blanked(text, begin, stop), text[begin:end].strip())
            place = next((each for each in mentions(text, known) if each.start >= end), None) or _short_place(text, end, known)
            if place is None or len(text[end : place.start].split()) > _MOST_BETWEEN or not mentions(text[:start], known):
                continue
            begin = len(text[:start].rstrip(" ,("))
            stop = place.end + (text[place.end : place.end + 1] in ({")"} if keeps_comma else {",", ")"}))
            return Turned(blanked(text, begin, stop), text[start : place.end].strip())
    return None


def _corrected(text: str, known: OrderWords) -> Turned | None:
    """*text* without the goal that its writer corrects at once: ``retreats to Sweden - no, Finland``."""
    corrects = words("around", "corrects")
    named = [] if corrects.isdisjoint(folded_words(text)) else mentions(text, known)
    for unit, goal, meant in zip(named, named[1:], named[2:], strict=False):
        between = text[goal.end : meant.start]
        said = folded_words(between)
        is_slip = len(said) == 1 and corrects.issuperset(said)
        if is_slip and between.strip()[:1] in _CORRECTS and meant is named[-1] and unit.province != goal.province:
            return Turned(blanked(text, goal.start, meant.start), f"{text[goal.start : goal.end]}{between}".strip(" ,"))
    return None


_CORRECTS = frozenset("-–—,.…")


def without_denied_choice(text: str, known: OrderWords) -> Turned | None:
    """*text* without the unit in place of which another one is meant: ``Aufgelöst wird nicht A Gas, sondern A Pic``."""
    for (start, _), (begin, end), (then, _) in located_pairs(text, "amendment", "but"):
        denied, meant = places_named(text[begin:end], known), places_named(text[then:], known)
        if len(denied) == len(meant) == 1 and denied != meant and not mentions(text[:start], known) and not is_conditional(text):
            return Turned(blanked(text, start, then), text[start:end].strip())
    return None


def without_denied_deed(text: str, known: OrderWords) -> Turned | None:
    """*text* without a clause that denies a deed before another one: ``Galicia is not disbanded, it retreats to Bohemia``."""
    stop = _CLAUSE_STOP.search(text)
    head = folded_words(text[: stop.start()]) if stop is not None else ()
    says_so = denies(head) and not words("due", Verb.DISBAND.value).union(known.says(Verb.DISBAND)).isdisjoint(head)
    if stop is not None and says_so and mentions(text[stop.end() :], known) and not mentions(text[: stop.start()], known):
        return Turned(blanked(text, 0, stop.end()), text[: stop.start()].strip())  # ``Don't disband, retreat F Rum to …``
    named, comma = mentions(text, known), text.find(",")
    before, behind = [place for place in named if place.end <= comma], [place for place in named if place.start > comma]
    if len(text) > _LONGEST_TURNED or not before:
        return None
    unit, *others = before
    disbands = not words("due", Verb.DISBAND.value).isdisjoint(folded_words(text[comma:])) and not behind
    if len(others) == 1 and disbands and others[0].province != unit.province:
        others = []  # ``the army in Serbia does not go to Albania after all, I disband it``
    heard = folded_words(text[unit.end : comma])
    is_denied = denies(heard)
    tells = any(map(known.is_deed, heard)) or not words("due", Verb.DISBAND.value).isdisjoint(heard)
    if others or not is_denied or not (behind or disbands) or not tells or is_conditional(known.without_reflexives(text)):
        return None
    return Turned(blanked(text, unit.end, comma + 1), text[unit.end : comma].strip())


_CLAUSE_STOP = re.compile(r"[,;:]\s")
_MOST_BETWEEN = 2
"""Words between ``instead of`` and its place."""


@dataclass(frozen=True, slots=True)
class Amended:
    """A sentence that says what is meant, and in place of what: ``F Swe - Bot instead of F Swe - Den``."""

    start: int
    end: int
    """End of the part that is meant."""
    replaced: str
    """In place of what."""


def amended(text: str, known: OrderWords, *, is_due: bool = False, removes: bool = False) -> Amended | None:
    """Return the part of *text* that is meant, where the rest names the part it replaces; ``None`` where that is not plain.

    Args:
        is_due: whether builds or removals are due: one for another place may take the place of one.
        removes: whether removals are due: of the unit that is preferred there nobody knows whether it is kept.
    """
    if len(text) > _LONGEST:
        return None
    found = first_located(text, phrases("amendment", "instead")) or _denied(text, known)
    if found is None and phrases("amendment", "not").search(" ".join(folded_words(text))) is not None and "," in text:
        shown = _without_reason(text, text.rindex(","), known)  # ``…, not to the Channel, I have a deal with Nigel``
        if shown is not None and (found := _denied(shown, known)) is not None:
            text = shown
    if found is not None:
        ((start, end),) = found
        if units_named(text[:start], known) or _tells_order(text[:start], known, is_due=is_due):
            if mentions(text[end:].partition(",")[2], known):
                return None  # ``Serbien nach Rumänien statt nach Albanien, dafür wird Budapest aufgelöst``
            return _if_plain(text, 0, start, text[end:], known, is_due=is_due)
        if text[:start].strip(" ,;-") and not _greets(text[:start], known):
            return None
        if (at := _behind_goal(text, end, known)) is not None:
            return _if_plain(text, at, len(text), text[end:at], known, is_due=is_due)
        if "," in text[end:]:
            comma = text.index(",", end)
            if (shown := _without_reason(text, comma, known)) is not None:
                return amended(shown, known, is_due=is_due)
            return _if_plain(text, comma + 1, len(text), text[end:comma], known, is_due=is_due)
        anew = [end + at for at in units_named(text[end:], known)][1:] or [
            _behind_kind(text, place.end, known) for place in mentions(text, known) if is_due
        ]
        at = next(iter(anew), len(text))
        return _if_plain(text, at, len(text), text[end:at], known, is_due=is_due)
    if (exchanged := _exchanged(text, known)) is not None:
        return _if_plain(text, exchanged[1], len(text), text[: exchanged[0]], known, is_due=is_due)
    if (denied := _denied_first(text, known)) is not None:
        end, comma = denied
        return _if_plain(text, comma + 1, len(text), text[end:comma], known, is_due=is_due)
    for pair in located_pairs(text, "amendment", "prefers"):
        match pair:
            case (_, (new, end), (old, last)) if not removes and units_named(text[new:end], known) and units_named(text[old:last], known):
                return _if_plain(text, new, end, text[old:last], known, is_due=is_due)
    for pair in located_pairs(text, "amendment", "but"):
        match pair:
            case ((begin, _), (old, old_end), (new, _)) if _leads_in(text[:begin]):
                replaced = text[old:old_end]
                if not is_due and not units_named(text[new:], known) and len(set(places_named(replaced, known))) < _OF_MOVE:
                    return None  # ``Change Mos to Sev and Sev to Rum``
                return _if_plain(text, new, len(text), replaced, known, is_due=is_due)
    return None


def _without_reason(text: str, comma: int, known: OrderWords) -> str | None:
    """*text* up to its *comma*, where the clause behind it names nothing and doubts nothing: ``…, it's closer to the front``."""
    said = text[comma:]
    heard = folded_words(said)
    tells = mentions(said, known) or any(known.is_deed(word) or known.spelt_kind_of(word) for word in heard)
    is_calm = not (tells or denies(heard) or is_conditional(said)) and words("remark", "doubts").isdisjoint(heard)
    return text[:comma] if is_calm else None


def _behind_goal(text: str, end: int, known: OrderWords) -> int | None:
    """Return where the unit stands behind the goal of ``instead of Trieste please A Vie - Bud``, if it gets an order there."""
    units = units_named(text[end:], known)
    at = end + units[0] if units else len(text)
    is_goal = len(set(places_named(text[end:at], known))) == 1 and "," not in text[end:at]
    return at if is_goal and _tells_order(text[at:].partition(",")[0], known, is_due=False) else None


def _greets(text: str, known: OrderWords) -> bool:
    """Return True for ``Liebe Nora,``: a few words that speak of nothing of the game."""
    heard = folded_words(text)
    return (
        text.rstrip().endswith((",", "-", "–", ":"))
        and len(heard) <= _SHORT - 1
        and not any(map(known.is_deed, heard))
        and not mentions(text, known)
    )


def _exchanged(text: str, known: OrderWords) -> tuple[int, int] | None:
    """Return the place of the words between two orders for one unit: ``F Lon - Nth becomes F Lon - Eng``, ``… => F Lon - Eng``."""
    said = [span for span, *_ in located(text, phrases("amendment", "becomes"))]
    for start, end in (*said, *(found.span() for found in _ARROW.finditer(text))):
        before, behind = text[:start], text[end:]
        is_order = units_named(behind, known)[:1] == [len(behind) - len(behind.lstrip())] and len(units_named(before, known)) == 1
        if is_order and places_named(before, known)[:1] == places_named(behind, known)[:1]:
            return start, end
    return None


_ARROW = re.compile(r"\s(?:=+>|-{1,2}>|→|➔|➜|⇒)\s")
"""An arrow, which stands between two orders where a unit follows."""


def _denied_first(text: str, known: OrderWords) -> tuple[int, int] | None:
    """Return the end of the *not* of ``Not the army in Wales, remove F Irish Sea``, and its comma."""
    for ((start, end),) in located(text, phrases("amendment", "not")):
        found = _CLAUSE_END.search(text, end)
        if found is None or text[:start].strip():
            continue
        comma = found.start()
        is_pair = not words("amendment", "rather").isdisjoint(folded_words(text[comma:])[:1])  # ``…, sondern A Ber - Pru``
        if not is_pair and places_named(text[end:comma], known):
            return end, comma
    return None


def _behind_kind(text: str, end: int, known: OrderWords) -> int:
    """Return the end of the kind of unit that stands behind a place which ends at *end*: ``Ostsee-Flotte``, ``the Baltic fleet``."""
    found = re.compile(r"[-\s]\s*(\w+)").match(text, end)
    return found.end() if found is not None and known.spelt_kind_of(found[1].casefold()) else end


def _leads_in(text: str) -> bool:
    """Return True if words before *replace … with* change nothing: ``Please``, ``I'd like to``."""
    return words_of("courtesy.words", "lead_in.words").issuperset(folded_words(text))


def _denied(text: str, known: OrderWords) -> tuple[tuple[int, int], ...] | None:
    """Return where the *not* stands of ``A Mos - Sev, not Ukraine``: behind it a place is named, or a unit, and nothing else is said."""
    for found in reversed(located(text, phrases("amendment", "not"))):
        ((start, end),) = found
        if text[end:].lstrip().startswith(","):
            continue  # ``a Sebastopol no, a Armenia``
        behind = folded_words(text[end:])
        is_parted = text[:start].rstrip().endswith((",", ";", "(")) or _tells_order(text[:start], known, is_due=False)
        leads = place_leads()
        is_bare = all(
            known.is_place(word)
            or known.is_kind(word)
            or known.is_filler(word)
            or known.is_coast(word)
            or known.is_verb(word)
            or word in leads
            for word in folded_words(without_places(text[end:], mentions(text[end:], known)))  # ``not to the North Sea``
        )
        kinds, denied = kinds_named(text[:start], known), kinds_named(text[end:], known)
        named = places_named(text[end:], known) or [word for word in behind if _is_only_place(word, known)][: len(behind) == 1]
        is_parted = is_parted or bool(kinds and denied and places_named(text[:start], known))  # ``make London an army not a fleet``
        is_parted = is_parted or bool(units_named(text[:start], known) and units_named(text[end:], known))  # ``F Lon not F Edi``
        if is_parted and is_bare and (len(named) == 1 or (kinds and denied and kinds.isdisjoint(denied))):
            return found  # ``A Mos - Sev, not Ukraine``, ``a fleet in Liverpool, not an army``
    return None


def _is_only_place(word: str, known: OrderWords) -> bool:
    """Return True for a code or a short name of one place in small letters: *ukr*, *skag*."""
    both = (WordMatch.EXACT, WordMatch.ABBREVIATION)
    return any(len(provinces_of((word,), match, known)) == 1 for match in both)


def _short_place(text: str, at: int, known: OrderWords) -> NamedPlace | None:
    """The short name of a place that stands next: ``not skag``."""
    found = _SHORT_NAME.match(text, at)
    return None if found is None or not _is_only_place(found[1].casefold(), known) else NamedPlace(*found.span(1), found[1])


_SHORT_NAME = re.compile(r"\s*([^\W\d_]{3,5})\b")


def _tells_order(text: str, known: OrderWords, *, is_due: bool) -> bool:
    """Return True if *text* tells what a unit does that it names without its kind: ``Sev to Rum``; of what is due a place is enough."""
    heard = folded_words(text)
    named = places_named(text, known)
    holds = not known.says(Verb.HOLD).isdisjoint(heard)
    goes = tells_move(text, known) or not place_leads().isdisjoint(heard[1:])  # of ``deve andare nell'Egeo`` the verbs are left out
    return bool(named) if is_due else (len(set(named)) > 1 and goes) or (len(named) == 1 and holds)


def _if_plain(text: str, start: int, end: int, replaced: str, known: OrderWords, *, is_due: bool = False) -> Amended | None:
    """The part from *start* to *end*, where one unit is ordered in it, and the other part speaks of no other unit."""
    start += len(text[start:end]) - len(text[start:end].lstrip())
    meant = text[start:end]
    units, others = units_named(meant, known), units_named(replaced, known)
    if "?" in text or not (units or _tells_order(meant, known, is_due=is_due)):
        return None
    if is_due and len(set(places_named(replaced, known))) <= 1 and len(units) <= 1:
        return Amended(start, end, replaced.strip(" ,.;"))
    if not units:
        return None if others else Amended(start, end, replaced.strip(" ,.;"))
    first = places_named(meant[units[0] :], known)[:1]
    if others and (len(units) > 2 or places_named(replaced[others[0] :], known)[:1] != first):
        return None
    return Amended(start, end, replaced.strip(" ,.;"))


def with_kind_of_replaced(meant: str, replaced: str, known: OrderWords) -> str | None:
    """*meant* with the kind of the unit that it is in place of: ``make it Paris``, instead of *the army in Marseilles*.

    ``None`` where it names a kind of its own, by a word or a letter, or more than one place.
    """
    kinds, named = kinds_named(replaced, known), mentions(meant, known)
    if (
        len(kinds) != 1
        or len(places_named(replaced, known)) != 1
        or len(named) != 1
        or kinds_named(meant, known)
        or units_named(meant, known)
    ):
        return None
    [place] = named
    heard = folded_words(meant[: place.start])
    if not heard or len(heard) > _SHORT or denies(heard) or is_conditional(meant):
        return None
    return f"{next(iter(kinds))} ".rjust(place.start) + meant[place.start :]


def replaced_below(text: str, known: OrderWords) -> str | None:
    """The province whose order a line replaces by what stands below it: ``Instead of A Gal - Vie please put:``."""
    if (denied := _denied_above(text, known)) is not None:
        return denied
    match first_located(text, phrases("amendment", "instead")) if text.rstrip().endswith(":") else None:
        case ((start, end),) if _leads_in(text[:start]) and units_named(text[end:], known):
            return next(iter(places_named(text[end:], known)), None)
    return None


def _denied_above(text: str, known: OrderWords) -> str | None:
    """The province of ``Triest hält nun doch nicht, sondern``: below it stands what its unit does instead."""
    heard = folded_words(text)
    goes_on = not words("amendment", "rather").isdisjoint(heard[-1:]) and not is_conditional(text)
    named = places_named(text, known)
    return named[0] if goes_on and denies(heard) and named and any(map(known.is_deed, heard)) else None
