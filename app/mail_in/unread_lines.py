"""Lines of a mail that cannot stand now or were not read: for a later phase, another power's unit, too many, or quoted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from adjudicator.order import Build, Disband, Order, Remove, Retreat, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.record import ordered_place
from app.mail_in.conditions import heads_own_orders
from app.mail_in.letter import Letter, LetterPart
from app.mail_in.phase_words import next_phase
from app.mail_in.quotes import is_marked
from entente.words.names import counted, power_name
from languages import tr


def with_troubles(letter: Letter, passed_over: Collection[int], *, has_orders: bool) -> Letter:
    """*letter* with what to tell of its lines that were not read: those of the numbers *passed_over*, and quoted ones."""
    return replace(letter, troubles=(*letter.troubles, *_too_much(letter, passed_over), *(() if has_orders else _quoted(letter))))


def _too_much(letter: Letter, passed_over: Collection[int]) -> Iterator[str]:
    written = sorted(line.number for line in letter.lines if line.number in passed_over and line.text.strip())
    if written:
        many = counted(len(written), "line")
        yield tr("there is too much that may be orders: {many} not read, the first of them line {written}", many=many, written=written[0])


def _quoted(letter: Letter) -> Iterator[str]:
    """Yield a warning where a mail without any order has a list of the writer's own in lines that look quoted but are not marked."""
    for line in letter.lines:
        if line.part is LetterPart.QUOTE and not is_marked(line.text) and heads_own_orders(line.text):
            yield tr(
                "what stands below “{line}” in line {number} was not read: it seems to be quoted from another mail",
                line=line.text.strip(),
                number=line.number,
            )
            return


def later_phase(variant: Variant, now: Phase, order: Order) -> Phase | None:
    """The later phase that *order* is for by its kind: a retreat or a build that is sent in advance."""
    if now.kind is PhaseKind.MOVEMENT and isinstance(order, Retreat | Disband):
        return next_phase(variant.calendar, now, PhaseKind.RETREAT)
    if now.kind is not PhaseKind.ADJUSTMENT and isinstance(order, Build | Remove | Waive):
        return next_phase(variant.calendar, now, PhaseKind.ADJUSTMENT)
    return None


def whose_unit(variant: Variant, position: Position, order: Order, power: str) -> str:
    """Return the owner of the unit that *power*'s *order* is for, by name; empty where no unit is there."""
    place = ordered_place(order)
    unit = None if place is None else position.unit_at(place) or getattr(position.dislodged_at(place), "unit", None)
    if unit is None:
        return ""
    return tr(
        "the unit in {place} is {owner}'s, and this is an order of {power}",
        place=place,
        owner=power_name(variant, unit.power),
        power=power_name(variant, power),
    )
