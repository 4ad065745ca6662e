"""A guess at what an unfinished position is worth to each power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from adjudicator import Position, PowerRole, Variant

_STANDING_ON = 0.5
_CONTESTED = 0.25


def evaluate(variant: Variant, position: Position) -> Mapping[str, float]:
    """Shares of one point that the powers may expect of *position*; they add up to one.

    Each centre counts one for its owner. A foreign unit that stands on it takes half of that; where others could move in with more units
    than the owner could, a quarter goes to the one with most. The share goes with the square of the sum, since strength breeds strength.
    This is a rule of thumb that needs no search: useful to sort positions, not to settle a bet.

    >>> from variants import standard
    >>> round(sum(evaluate(standard(), standard().start).values()), 6)
    1.0
    """
    powers = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    worth = dict.fromkeys(powers, 0.0)
    reach = _reach(variant, position)
    for centre in variant.board.centres:
        for power, part in _parts(position, centre, reach.get(centre, Counter())).items():
            if power in worth:
                worth[power] += part
    squares = {power: value * value for power, value in worth.items()}
    whole = sum(squares.values())
    if not whole:
        return MappingProxyType(dict.fromkeys(powers, 1 / len(powers) if powers else 0.0))
    return MappingProxyType({power: square / whole for power, square in squares.items()})


def _reach(variant: Variant, position: Position) -> Mapping[str, Counter[str]]:
    """Province to how many units of each power could move there or stand there now."""
    units = {(unit.location, unit.kind): unit.power for unit in position.units}
    seen: dict[str, set[tuple[str, str]]] = {}
    for unit in position.units:
        seen.setdefault(unit.province, set()).add((unit.power, unit.province))
    for edge in variant.board.edges:
        for kind in edge.kinds:
            power = units.get((edge.origin, kind))
            if power is not None:
                seen.setdefault(edge.target.province, set()).add((power, edge.origin.province))
    return {province: Counter(power for power, _ in reaching) for province, reaching in seen.items()}


def _parts(position: Position, centre: str, reach: Counter[str]) -> Mapping[str, float]:
    """Return the share of *centre* that each power can claim; an unowned centre is worth what others can take of it."""
    owner = position.owners.get(centre)
    parts: dict[str, float] = {}
    left = 1.0
    unit = position.unit_at(centre)
    if unit is not None and unit.power != owner:
        parts[unit.power] = parts.get(unit.power, 0.0) + _STANDING_ON
        left -= _STANDING_ON
    others = sorted(((count, power) for power, count in reach.items() if power != owner), reverse=True)
    if others and others[0][0] > reach.get(owner or "", 0) and (len(others) == 1 or others[1][0] < others[0][0]):
        parts[others[0][1]] = parts.get(others[0][1], 0.0) + _CONTESTED
        left -= _CONTESTED
    if owner is not None:
        parts[owner] = parts.get(owner, 0.0) + left
    return parts
