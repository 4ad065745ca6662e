"""A board on which orders are tried: units come and go between trials, and nothing is carried out."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.battle import Battle
from adjudicator.ground import Placing, unit_number, variant_tables
from adjudicator.movement import contested_provinces, dislodged_units, open_to
from adjudicator.movement_order import CONVOY, FERRY, HOLD
from adjudicator.muster import Muster, OrdersByPower, fight, read_orders
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant import Variant

NOBODY_DISLODGED: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Trial(NamedTuple):
    """What came of a set of orders."""

    succeeding: set[str]
    """The provinces of the units whose orders were given and do what they say; a unit that is driven out does not."""

    dislodged: Mapping[str, tuple[str, ...]]
    """The provinces of units that are driven out, each with those it can retreat to; all sorted by code."""


class TrialBoard:
    """Says of orders which succeed and who is driven out, without the reasons and the next position that :func:`adjudicate` gives.

    Args:
        variant: what is played.
        phase: a movement phase; it says which edges are open.
    """

    def __init__(self, variant: Variant, phase: Phase) -> None:
        self._tables = variant_tables(variant)
        self._ground = self._tables.ground(Position(phase, (), {}))
        self._numbers: dict[str, int] = {}
        """Province to the number of the unit there."""
        self._placing: Placing | None = None

    def put(self, unit: Unit) -> None:
        """Let *unit* stand, in place of any other in its province.

        Raises:
            ValueError: it cannot stand there, or its power is not there.
        """
        self._numbers[unit.province] = unit_number(self._tables, unit)
        self._placing = None

    def take_off(self, province: str) -> None:
        """Let nobody stand in *province*."""
        self._numbers.pop(province, None)
        self._placing = None

    def clear(self) -> None:
        """Let nobody stand anywhere."""
        self._numbers.clear()
        self._placing = None

    def tried(self, orders_by_power: OrdersByPower) -> Trial:
        """What would come of these orders; units without any hold."""
        if self._placing is None:
            self._placing = Placing(self._tables, self._ground, sorted(self._numbers.values()))
        muster = read_orders(self._tables, self._placing, orders_by_power)
        battle = fight(muster)
        codes, provinces = self._tables.board.codes, battle.provinces
        dislodged = dislodged_units(battle)
        succeeding = {codes[provinces[unit]] for unit in _succeeding(muster, battle, dislodged)}
        return Trial(succeeding, self._retreats(battle, dislodged) if dislodged else NOBODY_DISLODGED)

    def _retreats(self, battle: Battle, dislodged: Mapping[int, int]) -> Mapping[str, tuple[str, ...]]:
        codes, contested = self._tables.board.codes, contested_provinces(battle)
        found = {
            codes[battle.provinces[unit]]: tuple(
                sorted(codes[province] for province in open_to(self._tables, battle, unit, attacker, contested))
            )
            for unit, attacker in dislodged.items()
        }
        return dict(sorted(found.items()))


def _succeeding(muster: Muster, battle: Battle, driven_out: Container[int]) -> list[int]:
    """The units whose orders succeed (DATC 5.B.1 MOVE, 5.B.2 SUPPORT, 4.E.2 for holds and convoys)."""
    moved, given, unmatched = battle.moved, battle.given, muster.unmatched
    at, provinces, attackers = battle.at, battle.provinces, battle.attackers
    found: list[int] = []
    for unit, record in enumerate(muster.records):
        if record is None:
            continue
        kind = record[1]
        if kind != HOLD and kind <= FERRY:
            if moved[unit]:
                found.append(unit)
        elif unit in driven_out or unit in unmatched:
            continue
        elif kind == CONVOY:
            if at[record[4]] not in battle.settled_by_rule or provinces[unit] not in attackers:
                found.append(unit)
        elif kind == HOLD or given[unit]:
            found.append(unit)
    return found
