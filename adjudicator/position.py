"""One moment of a game, without orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator.caching import HasCache, field_values, finish, rebuilt
from adjudicator.phase import Phase
from adjudicator.unit import DislodgedUnit, Unit

_NOTHING: Mapping[str, int] = MappingProxyType({})
NO_BARS: Mapping[str, str] = MappingProxyType({})


class _ByProvince(HasCache):
    """Room for the units of a position by province, filled at the first look for one."""

    __slots__ = ("by_province",)

    by_province: Mapping[str, Unit]


@dataclass(frozen=True, slots=True)
class Position(_ByProvince):
    """Phase, units, dislodged units, owners of centres, contested provinces, conditions and counters.

    >>> from variants import standard
    >>> start = standard().start
    >>> print(start.phase, len(start.units), len(start.owners))
    S1901M 22 22
    """

    phase: Phase

    units: tuple[Unit, ...]
    """Every unit that stands in a province (dislodged ones apart), sorted by text."""

    owners: Mapping[str, str]
    """Supply centre to the power that owns it; centres without an owner are absent."""

    dislodged: tuple[DislodgedUnit, ...] = ()
    """In a retreat phase: who must retreat. Sorted by text."""

    contested: frozenset[str] = frozenset()
    """In a retreat phase: provinces left empty by a standoff, closed to retreats."""

    conditions: frozenset[str] = frozenset()
    """Words that rules and hooks left on the board, such as an edge opened or closed."""

    counters: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    """Numbers that rules count from phase to phase, such as years without a capture."""

    barred: Mapping[str, str] = field(default_factory=lambda: NO_BARS)
    """Retreats and builds that a game's own rules bar now: ``FRANCE A BUR R PAR`` to the rule's name. Never goes on to the next phase."""

    unseen: frozenset[str] = frozenset()
    """In a position as one power sees it: provinces of which it knows nothing, whose centres may be anybody's."""

    def __post_init__(self) -> None:
        if type(self.owners) is not MappingProxyType:
            finish(self, "owners", MappingProxyType(dict(self.owners)))
        if type(self.counters) is not MappingProxyType:
            finish(self, "counters", MappingProxyType(dict(self.counters)))
        if type(self.barred) is not MappingProxyType:
            finish(self, "barred", MappingProxyType(dict(self.barred)))

    def __hash__(self) -> int:
        return hash((self.phase, self.units, frozenset(self.owners.items()), self.dislodged, self.contested, self.conditions))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return rebuilt, (Position, field_values(self))

    def unit_at(self, province: str) -> Unit | None:
        """The unit that stands in *province*, dislodged units apart.

        >>> from variants import standard
        >>> start = standard().start
        >>> print(start.unit_at("PAR"), start.unit_at("BUR"))
        FRANCE A PAR None
        """
        try:
            return self.by_province.get(province)
        except AttributeError:
            found = {unit.piece.location.province: unit for unit in reversed(self.units)}
            finish(self, "by_province", found)
            return found.get(province)

    def dislodged_at(self, province: str) -> DislodgedUnit | None:
        """The dislodged unit in *province*."""
        return next((each for each in self.dislodged if each.unit.province == province), None)

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units of *power*, dislodged ones apart.

        >>> from variants import standard
        >>> print(*standard().start.units_of("TURKEY"), sep=", ")
        TURKEY A CON, TURKEY A SMY, TURKEY F ANK
        """
        return tuple([unit for unit in self.units if unit.power == power])

    def centres_of(self, power: str) -> tuple[str, ...]:
        """The supply centres that *power* owns, sorted.

        >>> from variants import standard
        >>> standard().start.centres_of("RUSSIA")
        ('MOS', 'SEV', 'STP', 'WAR')
        """
        return tuple(sorted([centre for centre, owner in self.owners.items() if owner == power]))
