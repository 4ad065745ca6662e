"""Lists of a variant that state the steps of units, and the changes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.board import Board, Terrain, UnitKind
from adjudicator.location import Location
from variants.fix import AddToList, DropFromList, TomlChange

Place = Callable[[tuple[str | int, ...]], tuple[str, int | None]]
"""The file and line of a key of ``variant.toml``."""

Ends = frozenset[str]
"""The two ends of a step, as ``STP/NC``, in any direction."""


@dataclass(frozen=True, slots=True)
class Lists:
    """Places of the variant's lists."""

    place: Place
    """File and line of a key."""
    foot: UnitKind | None
    """Kind of unit that walks on land."""
    ship: UnitKind | None
    """Kind of unit that sails."""

    def path(self, origin: Location, kind: UnitKind) -> tuple[str | int, ...]:
        """The list of *origin* for a *kind* of unit."""
        table = ("provinces", origin.province) if origin.coast is None else ("provinces", origin.province, "coasts", origin.coast)
        return (*table, kind.name)

    def adding(self, ends: Ends, kind: UnitKind) -> tuple[TomlChange, ...]:
        """The changes that add a step to both lists."""
        one, other = sorted(ends)
        first, second = Location.of(one), Location.of(other)
        return AddToList(self.path(first, kind), other), AddToList(self.path(second, kind), one)

    def dropping(self, ends: Ends, kind: UnitKind) -> tuple[TomlChange, ...]:
        """The changes that take a step out of both lists."""
        one, other = sorted(ends)
        first, second = Location.of(one), Location.of(other)
        return DropFromList(self.path(first, kind), other), DropFromList(self.path(second, kind), one)


def lists_of(rules: Board, place: Place) -> Lists:
    """The lists of a board with armies and fleets, under any names."""
    kinds = list(rules.kinds.values())
    foot = next((kind for kind in kinds if Terrain.INLAND in kind.terrains and Terrain.SEA not in kind.terrains), None)
    ship = next((kind for kind in kinds if Terrain.SEA in kind.terrains and Terrain.INLAND not in kind.terrains), None)
    return Lists(place, foot, ship)
