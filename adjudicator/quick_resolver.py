"""A board on which orders are tried: units come and go between trials, and nothing is carried out."""

from __future__ import annotations

from array import array
from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.compiled import core_for
from adjudicator.decisions import Decisions
from adjudicator.matching import MatchedOrders, OrdersByPower, read_orders
from adjudicator.movement import arrivals, contested_provinces, dislodged_units, open_to, resolve_moves
from adjudicator.movement_order import CONVOY, HOLD, MOVE_BY_CONVOY, index_order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from adjudicator.variant_tables import PositionTables, unit_number, variant_tables

NOBODY_DISLODGED: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class QuickResult(NamedTuple):
    """Result of a set of orders."""

    succeeding: set[str]
    """The provinces of the units whose orders were given and do what they say; a dislodged unit does not."""

    dislodged: Mapping[str, tuple[str, ...]]
    """The provinces of dislodged units, each with those it can retreat to; all sorted by code."""


class QuickResolver:
    """Says of orders which succeed and who is dislodged, without the reasons and the next position that :func:`adjudicate` gives.

    Args:
        variant: what is played.
        phase: a movement phase; it says which edges are open.
    """

    def __init__(self, variant: Variant, phase: Phase) -> None:
        self._tables = variant_tables(variant)
        self._open_edges = self._tables.open_edges(Position(phase, (), {}))
        self._numbers: dict[str, int] = {}
        """Province to the number of the unit there."""
        self._here: PositionTables | None = None
        core = core_for(self._tables, self._open_edges)
        self._core = core if core is not None and core.reads_orders else None
        self._row: array[int] | None = None

    def put(self, unit: Unit) -> None:
        """Place *unit*, instead of any other in its province.

        Raises:
            ValueError: it cannot stand there, or its power is not there.
        """
        self._numbers[unit.piece.location.province] = unit_number(self._tables, unit)
        self._here = self._row = None

    def take_off(self, province: str) -> None:
        """Remove the unit in *province*, if any."""
        self._numbers.pop(province, None)
        self._here = self._row = None

    def clear(self) -> None:
        """Remove all units."""
        self._numbers.clear()
        self._here = self._row = None

    def resolve(self, orders_by_power: OrdersByPower) -> QuickResult:
        """Resolve these orders; units without any hold."""
        found = self._by_core(orders_by_power)
        return self._by_rules(orders_by_power) if found is None else found

    def _by_core(self, orders_by_power: OrdersByPower) -> QuickResult | None:
        """The result by the compiled core; ``None`` where Python must resolve."""
        core = self._core
        if core is None:
            return None
        if self._row is None:
            self._row = core.moving(list(self._numbers.values()))
        found = core.module.try_orders(
            core.handle, self._row, core.orders_met(), orders_by_power, self._tables.power_rank, self._open_edges.shared, index_order
        )
        if found is None:
            return None
        codes = self._tables.board.codes
        at = found[0] + 1
        succeeding = {codes[province] for province in found[1:at]}
        dislodged: dict[str, tuple[str, ...]] = {}
        while at < len(found):
            place, count = found[at : at + 2]
            dislodged[codes[place]] = tuple(sorted({codes[province] for province in found[at + 2 : at + 2 + count]}))
            at += 2 + count
        return QuickResult(succeeding, dict(sorted(dislodged.items())) if dislodged else NOBODY_DISLODGED)

    def _by_rules(self, orders_by_power: OrdersByPower) -> QuickResult:
        if self._here is None:
            self._here = PositionTables(self._tables, self._open_edges, sorted(self._numbers.values()))
        matched = read_orders(self._tables, self._here, orders_by_power)
        decisions = resolve_moves(matched)
        codes, provinces = self._tables.board.codes, decisions.provinces
        arrived = arrivals(decisions)
        dislodged = dislodged_units(decisions, arrived)
        succeeding = {codes[provinces[unit]] for unit in _succeeding(matched, decisions, dislodged)}
        return QuickResult(succeeding, self._retreats(decisions, arrived, dislodged) if dislodged else NOBODY_DISLODGED)

    def _retreats(self, decisions: Decisions, arrived: Mapping[int, int], dislodged: Mapping[int, int]) -> Mapping[str, tuple[str, ...]]:
        codes, contested = self._tables.board.codes, contested_provinces(decisions, arrived)
        found = {
            codes[decisions.provinces[unit]]: tuple(
                sorted(codes[province] for province in open_to(self._tables, decisions, unit, attacker, arrived, contested))
            )
            for unit, attacker in dislodged.items()
        }
        return dict(sorted(found.items()))


def _succeeding(matched: MatchedOrders, decisions: Decisions, driven_out: Container[int]) -> list[int]:
    """The units whose orders succeed (DATC 5.B.1 MOVE, 5.B.2 SUPPORT, 4.E.2 for holds and convoys)."""
    moved, given, unmatched = decisions.moved, decisions.given, matched.unmatched
    at, provinces, attackers = decisions.at, decisions.provinces, decisions.attackers
    found: list[int] = []
    for unit, indexed in enumerate(matched.indexed_orders):
        if indexed is None:
            continue
        kind = indexed.kind
        if kind != HOLD and kind <= MOVE_BY_CONVOY:
            if moved[unit]:
                found.append(unit)
        elif unit in driven_out or unit in unmatched:
            continue
        elif kind == CONVOY:
            if at[indexed.other] not in decisions.paradox_convoys or provinces[unit] not in attackers:
                found.append(unit)
        elif kind == HOLD or given[unit]:
            found.append(unit)
    return found
