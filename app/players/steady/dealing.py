"""Neutral centres dealt out among the units that can come to them, by a lot that falls alike for all who see the same board.

Where all go for the same centre they bounce year after year, and others are left. What is dealt is as much as can be taken at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from adjudicator.variant_tables import PositionTables


def dealt_centres(
    centres: Iterable[int], here: PositionTables, entering: Sequence[Sequence[int]], season: str, *, staying: bool
) -> dict[int, int]:
    """Return the unit that each neutral centre is dealt to, by the centre's province; none for those that are left over.

    Args:
        centres: provinces with a neutral centre.
        here: where the units stand; a centre in which one stands is dealt to its power.
        entering: the units that can come to each province.
        season: words for the phase, so that lots are drawn again in the next one.
        staying: True if a unit takes a centre by staying there.
    """
    lot = Random(f"{season} {here.spots}")  # noqa: S311 - dice, no secrets
    able: dict[int, list[int]] = {}
    for province in centres:
        inside = here.at[province]
        units = [unit for unit in entering[province] if inside < 0 or here.powers[unit] == here.powers[inside]]
        if inside >= 0 and staying:
            units.append(inside)
        lot.shuffle(units)
        able[province] = units
    takes: dict[int, int] = {}
    """Unit to the centre that it is dealt."""
    provinces = list(able)
    lot.shuffle(provinces)
    for province in provinces:
        _deal(province, able, takes)
    return {province: unit for unit, province in takes.items()}


def _deal(province: int, able: Mapping[int, Sequence[int]], takes: dict[int, int]) -> None:
    """Deal *province* to a unit that has nothing; where there is none, to one that can take another centre instead, and so on."""
    asked_for: dict[int, int] = {}
    """Unit to the centre for which it was asked."""
    waiting = [province]
    for wanted in waiting:
        for unit in able[wanted]:
            if unit in asked_for:
                continue
            asked_for[unit] = wanted
            if unit in takes:
                waiting.append(takes[unit])
                continue
            giver: int | None = unit
            while giver is not None:
                taken = asked_for[giver]
                after = next((each for each, centre in takes.items() if centre == taken), None)
                takes[giver] = taken
                giver = after
            return
