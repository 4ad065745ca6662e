"""Builds, removals and retreats as people write them who know what is due: lists after one verb, a place without its unit."""

from __future__ import annotations

import re

from adjudicator.check import check_order
from adjudicator.legal import adjustment
from adjudicator.notation import Assumption, AssumptionKind, Reading, SheetEntry, TextSpan, read_order
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Disband, Order, Remove, Retreat, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.mail_in.courtesies import COURTESY
from app.mail_in.folding import folded_words, plain, word_set
from app.mail_in.heading_words import BESIDE, BUILDS, ORDERS
from app.mail_in.order_words import OrderWords
from app.mail_in.phrases import words
from app.mail_in.withdrawals import places_named, units_named
from app.mail_in.work import Work

_LONGEST_UNIT = 7
"""Words of a unit with its place and coast."""
_JOINTS = word_set("a an ein eine einen un une una uno l d il el la les and und et e y plus sowie then dann puis poi luego also in at")
_REST = word_set("rest others remaining other reste resto demas ubrigen")


_TO = word_set("to nach vers verso hacia sur in a en nel")


def due_entries(
    variant: Variant, position: Position, power: str | None, number: int, text: str, known: OrderWords, work: Work
) -> list[SheetEntry]:
    """Read the orders in *text* where all of it speaks of builds, removals or retreats of *power*; none where that is not plain.

    Args:
        number: of the line.
        work: what may still be read for it.
    """
    if power is None or len(text) > 300 or "?" in text:
        return []
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        return _adjustments(variant, position, power, number, text, known, work)
    if position.phase.kind is PhaseKind.RETREAT:
        return _retreat(variant, position, power, number, text, known, work)
    return []


def _adjustments(
    variant: Variant, position: Position, power: str, number: int, text: str, known: OrderWords, work: Work
) -> list[SheetEntry]:
    change = adjustment(variant, position, power)
    heard = folded_words(text)
    builds, removes = not known.words_of(Verb.BUILD).isdisjoint(heard), not known.words_of(Verb.DISBAND).isdisjoint(heard)
    units = units_named(text, known)
    if not units or change == 0 or (removes and change > 0) or (builds and change < 0) or (change < 0 and not removes):
        return []
    verb = "build" if change > 0 else "remove"
    shown, left = plain(text), plain(text)
    found: list[SheetEntry] = []
    for at, start in enumerate(units):
        end = units[at + 1] if at + 1 < len(units) else len(shown)
        read = _unit(variant, position, power, shown[start:end], verb, work)
        if read is None:
            return []
        stretch, order = read
        left = left[:start] + " " * len(stretch) + left[start + len(stretch) :]
        said = Assumption(AssumptionKind.CARRIED_VERB, TextSpan(0, len(stretch)), verb)
        found.append(SheetEntry(number, start + 1, Reading(stretch, order=order, power=power, assumptions=(said,))))
    rest = folded_words(left)
    waives = known.words_of(Verb.WAIVE)
    if change > len(found) and not waives.isdisjoint(rest) and not _REST.isdisjoint(rest):
        column = max(1, len(left) - len(left.lstrip()) + 1)
        found.append(SheetEntry(number, column, Reading(left.strip(), order=Waive(), power=power, count=change - len(found))))
        rest = tuple(word for word in rest if word not in waives | _REST)
    small = (
        _JOINTS
        | COURTESY
        | ORDERS
        | BUILDS
        | BESIDE
        | words("lead_in", "words")
        | known.words_of(Verb.BUILD)
        | known.words_of(Verb.DISBAND)
    )
    return found if all(word in small or word.isdecimal() or known.is_filler(word) for word in rest) else []


def _unit(variant: Variant, position: Position, power: str, text: str, verb: str, work: Work) -> tuple[str, Order] | None:
    """The unit that *text* begins with, as far as it reaches, and its build or removal."""
    spans = list(re.finditer(r"\S+", text))
    for length in range(min(len(spans), _LONGEST_UNIT), 1, -1):
        stretch = text[: spans[length - 1].end()].rstrip(" ,.;:!")
        if not work.takes(stretch):
            return None
        order = read_order(variant, position, f"{verb} {stretch}", power).order
        if isinstance(order, Build | Remove) and check_order(variant, position, power, order):
            return stretch, order
    return None


def _retreat(variant: Variant, position: Position, power: str, number: int, text: str, known: OrderWords, work: Work) -> list[SheetEntry]:
    """``I retreat to Liverpool`` where one unit of *power* has to retreat."""
    dislodged = [each.unit for each in position.dislodged if each.unit.power == power]
    heard = folded_words(text)
    if len(dislodged) != 1 or units_named(text, known) or len(heard) > 12 or not work.takes(text):
        return []
    unit = dislodged[0]
    places = [place for place in dict.fromkeys(places_named(text, known)) if place != unit.province]
    retreats, disbands = not known.words_of(Verb.RETREAT).isdisjoint(heard), not known.words_of(Verb.DISBAND).isdisjoint(heard)
    told = ""
    if retreats and not disbands and len(places) == 1:
        told = f"{unit.piece} R {places[0]}"
    elif disbands and not retreats and not places:
        told = f"{unit.piece} D"
    deeds = known.words_of(Verb.RETREAT) | known.words_of(Verb.DISBAND)
    small = _JOINTS | COURTESY | ORDERS | BUILDS | BESIDE | words("lead_in", "words") | deeds | _TO
    if not all(word in small or known.is_filler(word) or known.is_place(word) for word in heard) or any(map(known.is_power, heard)):
        return []
    order = read_order(variant, position, told, power).order if told else None
    if not isinstance(order, Retreat | Disband) or not check_order(variant, position, power, order):
        return []
    said = Assumption(AssumptionKind.UNIT_KIND, TextSpan(0, len(text.strip())), str(unit.piece))
    start = len(text) - len(text.lstrip())
    return [SheetEntry(number, start + 1, Reading(text.strip(), order=order, power=power, assumptions=(said,)))]
