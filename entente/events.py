"""Events of a phase, one at a time, in a sequence that a person can follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Waive
from adjudicator.phase import Phase
from adjudicator.resolution import Capture, Ending, OrderOutcome, Resolution, Result
from adjudicator.unit import Location, Unit
from adjudicator.variant import Variant
from entente.words import describe_capture, describe_ending, describe_phase, join_words, place_name, power_name, unit_name
from entente.words.outcomes import unit_of
from entente.words.sentence import Sentences
from languages import mark, tr


class EventKind(StrEnum):
    """Kind of an event."""

    MOVED = "moved"
    BOUNCED = "bounced"
    CUT = "cut"
    """A support was broken."""
    CONVOY_BROKEN = "convoy broken"
    DISLODGED = "dislodged"
    DESTROYED = "destroyed"
    RETREATED = "retreated"
    DISBANDED = "disbanded"
    BUILT = "built"
    REMOVED = "removed"
    WAIVED = "waived"
    CAPTURED = "captured"
    PASSED_OVER = "passed over"
    """A phase without anything to order."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. ``str`` tells it in words."""

    kind: EventKind
    words: str
    power: str | None = None
    unit: Unit | None = None
    target: Location | None = None
    """Location to which the unit went or tried to go."""

    by: tuple[Unit, ...] = ()
    """Units that did it to the unit."""

    centre: str | None = None
    phase: Phase | None = None
    order: Order | None = None

    def __str__(self) -> str:
        return self.words


def events_of(variant: Variant, resolution: Resolution) -> tuple[Event, ...]:
    """All that *resolution* changed on the board, or nearly changed; units that simply stood are no event."""
    events = [event for outcome in resolution.outcomes for event in _unit_events(variant, outcome)]
    events.sort(key=lambda event: list(EventKind).index(event.kind))
    events += [_captured(variant, capture) for capture in resolution.captures]
    events += [_passed_over(variant, phase) for phase in resolution.skipped]
    if resolution.ending is not None:
        events.append(_ended(variant, resolution.ending))
    return tuple(events)


def _captured(variant: Variant, capture: Capture) -> Event:
    return Event(EventKind.CAPTURED, describe_capture(variant, capture), capture.new, centre=capture.province)


def _passed_over(variant: Variant, phase: Phase) -> Event:
    return Event(EventKind.PASSED_OVER, tr("nothing to be done in {phase}", phase=describe_phase(variant, phase)), phase=phase)


def _ended(variant: Variant, ending: Ending) -> Event:
    return Event(EventKind.ENDED, describe_ending(variant, ending))


def _unit_events(variant: Variant, outcome: OrderOutcome) -> Iterator[Event]:
    unit, order, results = outcome.unit, outcome.order, outcome.results
    if unit is None:
        if isinstance(order, Waive) and Result.OK in results:
            yield Event(
                EventKind.WAIVED, tr("{power} waives a build", power=power_name(variant, outcome.power)), outcome.power, order=order
            )
        return
    name = unit_of(variant, unit.power, unit.piece)
    own = _own_event(outcome)
    if own is not None:
        kind, target = own
        place = "" if target is None else place_name(variant, target, article=True)
        by = _by(outcome, _DOERS.get(kind, frozenset()))
        words = _WORDS[kind](name, place, _doers(variant, by))
        yield Event(kind, words, unit.power, unit, target, by, order=order)
    for result, kind in ((Result.DISLODGED, EventKind.DISLODGED), (Result.DESTROYED, EventKind.DESTROYED)):
        if result in results and not (kind is EventKind.DISLODGED and Result.DESTROYED in results):
            by = _by(outcome, _DOERS[EventKind.DISLODGED])
            yield Event(kind, _WORDS[kind](name, "", _doers(variant, by)), unit.power, unit, by=by, order=order)


def _own_event(outcome: OrderOutcome) -> tuple[EventKind, Location | None] | None:
    """Return the event of the unit's own order, and its location."""
    order, results = outcome.order, outcome.results
    good = Result.OK in results
    match order:
        case Move(_, target):
            if good and Result.ILLEGAL not in results:
                return EventKind.MOVED, target
            if Result.NO_CONVOY in results:
                return EventKind.CONVOY_BROKEN, target
            return (EventKind.BOUNCED, target) if Result.BOUNCE in results else None
        case Retreat(_, target) if good:
            return EventKind.RETREATED, target
        case Disband() if Result.DESTROYED not in results:
            return EventKind.DISBANDED, None
        case Build() if good:
            return EventKind.BUILT, None
        case Remove() if good:
            return EventKind.REMOVED, None
        case Hold():
            return None
    return (EventKind.CUT, None) if Result.CUT in results else None


_WORDS = {
    EventKind.MOVED: Sentences("unit place by", mark("{unit} moves to {place}")),
    EventKind.CONVOY_BROKEN: Sentences("unit place by", mark("{unit} finds no convoy to {place}")),
    EventKind.BOUNCED: Sentences("unit place by", mark("{unit} bounces off {place}"), mark("{unit} bounces off {place} ({by})")),
    EventKind.RETREATED: Sentences("unit place by", mark("{unit} retreats to {place}")),
    EventKind.DISBANDED: Sentences("unit place by", mark("{unit} disbands")),
    EventKind.BUILT: Sentences("unit place by", mark("{unit} is built")),
    EventKind.REMOVED: Sentences("unit place by", mark("{unit} is removed")),
    EventKind.CUT: Sentences("unit place by", mark("{unit} has its support cut"), mark("{unit} has its support cut ({by})")),
    EventKind.DISLODGED: Sentences("unit place by", mark("{unit} is dislodged"), mark("{unit} is dislodged ({by})")),
    EventKind.DESTROYED: Sentences("unit place by", mark("{unit} is destroyed"), mark("{unit} is destroyed ({by})")),
}
"""Sentences on an event: the unit, the place, and the units that did it."""

_DOERS = {
    EventKind.BOUNCED: frozenset({"bounced off unit", "bounced off move", "lost head to head", "own unit in the way"}),
    EventKind.CUT: frozenset({"cut by"}),
    EventKind.DISLODGED: frozenset({"dislodged by"}),
}
"""Reasons that name the units that did it."""


def _by(outcome: OrderOutcome, kinds: frozenset[str]) -> tuple[Unit, ...]:
    return tuple(unit for reason in outcome.reasons if reason.kind.value in kinds for unit in reason.by)


def _doers(variant: Variant, by: tuple[Unit, ...]) -> str:
    return join_words(unit_name(variant, unit.piece) for unit in by)
