"""Deeds of one power towards another in a phase: help with a support or a convoy, or an attack.

A *help* is a support or a convoy for a unit of another power that was really ordered what it is helped to do. Whether it was broken by an
attack does not matter: it was meant. One that matches nothing is *void*: it may have been a mistake or a feint, and counts for nothing.

An *attack* is a move onto a centre that another power owns, or into a province in which a unit of another power stood that was not ordered
away. A move that the other power itself supported or carried was agreed on, and is no attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.order import Convoy, Move, Support
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Resolution, Result
from app.game.record import Cursor, Game


class DeedKind(StrEnum):
    """Kind of deed."""

    SUPPORT = "support"
    CONVOY = "convoy"
    ATTACK = "attack"


class DeedFate(StrEnum):
    """Fate of a deed."""

    DONE = "done"
    """The support was given, the convoy carried, the attack took the province."""
    BROKEN = "broken"
    """The support was cut, the convoy disrupted, the attack beaten off."""
    VOID = "void"
    """Help for an order that was not given."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One order of *by* that helped or attacked *to*."""

    index: int
    """Index of the turn."""
    phase: Phase
    kind: DeedKind
    by: str
    to: str
    place: str
    """The province where the helped unit stands or goes, or that is attacked."""
    fate: DeedFate
    order: str
    """Canonical text."""
    takes_centre: bool = False
    """True if an attack took a centre that the other owned."""

    @property
    def helps(self) -> bool:
        """True if help was meant: a void one is not."""
        return self.kind is not DeedKind.ATTACK and self.fate is not DeedFate.VOID

    @property
    def attacks(self) -> bool:
        """True if it is an attack."""
        return self.kind is DeedKind.ATTACK


def deeds_of(game: Game, cursor: Cursor) -> tuple[Deed, ...]:
    """All deeds up to *cursor*, in their sequence."""
    found: list[Deed] = []
    for index, turn in enumerate(game.line(cursor.branch)[: cursor.index + 1]):
        if turn.resolution is not None and turn.phase.kind is PhaseKind.MOVEMENT:
            found += _deeds(index, turn.position, turn.resolution)
    return tuple(found)


def _deeds(index: int, position: Position, resolution: Resolution) -> Iterator[Deed]:
    ordered = {each.unit.province: each for each in resolution.outcomes if each.unit is not None}
    agreed = set(_agreed(resolution))
    for each in resolution.outcomes:
        if each.unit is None:
            continue
        match each.order:
            case Support(supported=helped, target=target):
                onto = None if target is None else target.province
                yield from _help(index, position, each, DeedKind.SUPPORT, helped.location.province, onto)
            case Convoy(army=helped, target=target):
                yield from _help(index, position, each, DeedKind.CONVOY, helped.location.province, target.province)
            case Move(target=target):
                place = target.province
                moved = Result.OK in each.results
                owner = position.owners.get(place)
                there = position.unit_at(place)
                stays = there is not None and (place not in ordered or not isinstance(ordered[place].order, Move))
                victims = dict.fromkeys([owner, there.power if there is not None and stays else None])
                for victim in victims:
                    if victim is None or victim == each.power or (victim, each.unit.province) in agreed:
                        continue
                    fate = DeedFate.DONE if moved else DeedFate.BROKEN
                    took = moved and owner == victim
                    yield Deed(index, position.phase, DeedKind.ATTACK, each.power, victim, place, fate, str(each.order), took)
            case _:
                pass


def _agreed(resolution: Resolution) -> Iterator[tuple[str, str]]:
    """Each power that helps a move of another one, with the province that the move starts from."""
    for each in resolution.outcomes:
        if isinstance(each.order, Support) and each.order.target is not None and Result.VOID not in each.results:
            yield each.power, each.order.supported.location.province
        elif isinstance(each.order, Convoy) and Result.VOID not in each.results:
            yield each.power, each.order.army.location.province


def _help(index: int, position: Position, each: OrderOutcome, kind: DeedKind, whom: str, target: str | None) -> Iterator[Deed]:
    helped = position.unit_at(whom)
    if helped is None or helped.power == each.power:
        return
    fate = DeedFate.DONE if Result.OK in each.results else DeedFate.BROKEN
    if Result.VOID in each.results:
        fate = DeedFate.VOID
    yield Deed(index, position.phase, kind, each.power, helped.power, target or whom, fate, str(each.order))
