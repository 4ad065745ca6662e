"""Neighbours' pressure at the start: how many units of others stand within reach of a power's centres, before anybody has moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.unit import Location
from adjudicator.variant import PowerRole, Variant

MOVES = 2
"""A year has so many movement phases in most calendars."""


@dataclass(frozen=True, slots=True)
class Pressure:
    """Threats to one power, and the centres that are open to it."""

    power: str
    units: int
    """Units of others that can be in one of its centres after two moves, with no unit in their way."""
    powers: tuple[str, ...]
    """Powers that own the units."""
    open_centres: int
    """Centres without an owner that its own units reach in two moves."""
    shared_centres: int
    """Centres among them that others reach as well."""


def pressure(variant: Variant) -> tuple[Pressure, ...]:
    """The pressure on each power that is played, in the variant's sequence."""
    start = variant.start
    steps = _steps(variant)
    reach = {unit: _within(steps.get(unit.kind, {}), unit.location) for unit in start.units}
    played = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    free = [centre for centre in variant.board.centres if centre not in start.owners]
    found: list[Pressure] = []
    for power in played:
        own = {place for place, owner in start.owners.items() if owner == power}
        others = [unit for unit, places in reach.items() if unit.power != power and own & places]
        mine = {place for unit, places in reach.items() if unit.power == power for place in places}
        theirs = {place for unit, places in reach.items() if unit.power != power for place in places}
        open_to_me = [each for each in free if each in mine]
        found.append(
            Pressure(
                power,
                len(others),
                tuple(each for each in variant.powers if any(unit.power == each for unit in others)),
                len(open_to_me),
                sum(each in theirs for each in open_to_me),
            )
        )
    return tuple(found)


def pressed(variant: Variant) -> dict[str, int]:
    """For each centre that a power owns at the start, how many units of others can be in it after two moves."""
    start, steps = variant.start, _steps(variant)
    reach = [(unit.power, _within(steps.get(unit.kind, {}), unit.location)) for unit in start.units]
    return {place: sum(power != owner and place in places for power, places in reach) for place, owner in start.owners.items()}


def _steps(variant: Variant) -> Mapping[str, Mapping[Location, list[Location]]]:
    """Return the locations to which each kind of unit can step from each location."""
    found: dict[str, dict[Location, list[Location]]] = {}
    for edge in variant.board.edges:
        for kind in edge.kinds:
            found.setdefault(kind, {}).setdefault(edge.origin, []).append(edge.target)
    return found


def _within(steps: Mapping[Location, Iterable[Location]], origin: Location) -> set[str]:
    """The provinces that can be reached from *origin* in two moves."""
    reached = front = {origin}
    for _ in range(MOVES):
        front = {target for place in front for target in steps.get(place, ())} - reached
        reached = reached | front
    return {place.province for place in reached}
