"""The strengths of a movement phase, asked for before everything is decided: between the bounds lies every way it can end."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from adjudicator.decisions import NOTHING, UNIT, Decision, Decisions
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.unit import Unit
from adjudicator.variant_tables import position_tables, variant_tables
from variants import standard


def swap(rules: str, moved: Decision, attacker_moved: Decision) -> tuple[Decisions, int]:
    """An army in Sweden that marches to Norway, from where another comes by convoy; the decisions and the army's number."""
    variant = replace(standard(), rules=Rules.of(rules))
    position = Position(Phase.of("S1901M"), (Unit.of("ENGLAND A NWY"), Unit.of("RUSSIA A SWE")), {})
    here = position_tables(variant_tables(variant), position)
    decisions = Decisions(here)
    by_province = {here.tables.board.codes[province]: unit for unit, province in enumerate(here.provinces)}
    army, attacker = by_province["SWE"], by_province["NWY"]
    for unit, other in ((army, attacker), (attacker, army)):
        decisions.targets[unit] = here.provinces[other]
    decisions.facing[attacker] = -2
    decisions.moved[army], decisions.moved[attacker] = moved, attacker_moved
    return decisions, army


def ways(decision: Decision) -> list[bool]:
    """Return the values that a decision can come to."""
    return [True, False] if decision is None else [decision]


@pytest.mark.parametrize("moved", [None, True, False])
@pytest.mark.parametrize("attacker_moved", [None, True, False])
def test_bounds_of_what_a_unit_prevents_where_its_attacker_came_from(moved: Decision, attacker_moved: Decision) -> None:
    """DATC 4.A.7 a: dislodged, that is staying where its attacker arrives, it prevents nothing; else its whole strength."""
    decisions, army = swap("4.A.7=a", moved, attacker_moved)
    ends = [NOTHING if not stays_not and arrives else UNIT for stays_not, arrives in product(ways(moved), ways(attacker_moved))]
    assert decisions.prevent_strength(army, high=True) == max(ends)
    assert decisions.prevent_strength(army, high=False) == min(ends)


@pytest.mark.parametrize("moved", [None, True, False])
@pytest.mark.parametrize("attacker_moved", [None, True, False])
def test_a_unit_that_is_not_beaten_head_to_head_prevents_others_by_the_usual_rule(moved: Decision, attacker_moved: Decision) -> None:
    """DATC 4.A.7 b."""
    decisions, army = swap("4.A.7=b", moved, attacker_moved)
    assert decisions.prevent_strength(army, high=True) == decisions.prevent_strength(army, high=False) == UNIT
