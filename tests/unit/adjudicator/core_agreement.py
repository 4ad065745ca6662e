"""Agreement of the compiled core with the adjudicator: random boards and rules, games, orders as they were carried out."""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

import variants
from adjudicator import (
    Order,
    Position,
    Remove,
    Resolution,
    Result,
    Retreat,
    Rules,
    Variant,
    adjudicate,
    compiled,
    legal_orders,
    rule_fields,
)
from adjudicator.adjudicating import CoreExplanation, adjudicate_in_python
from adjudicator.compiled import Core, FoundCore, core_for, find_core
from adjudicator.legal import movement_orders
from adjudicator.order import Build, Disband, Waive
from adjudicator.phase import PhaseKind
from adjudicator.rows import NotClaimedError
from adjudicator.rule_choices import ImpossibleOrder
from adjudicator.variant import BuildPolicy
from adjudicator.variant_tables import position_tables, variant_tables
from tests.unit.adjudicator.random_boards import random_movement_orders, random_position, random_variant

Given = Mapping[str, Sequence[Order]]
GAME_PHASES = 60


def require_core() -> None:
    """Skip where there is no compiled core; fail where ``ENTENTE_REQUIRE_CORE`` says that there is one."""
    found = find_core()
    if found.module is None:
        assert os.environ.get("ENTENTE_REQUIRE_CORE") != "1", found
        pytest.skip(f"no compiled core: {found.why_not} {found.detail}")


def without_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have joint orders and legal orders go the Python way, as where there is no core."""
    monkeypatch.setattr(compiled, "find_core", lambda: FoundCore(None, "off"))


def core_of(variant: Variant, position: Position) -> Core | None:
    tables = variant_tables(variant)
    return core_for(tables, tables.open_edges(position))


def in_numbers(core: Core, orders: Given) -> array[int]:
    found = array("q", bytes(8 * core.provinces))
    for power, given in orders.items():
        for order in given:
            if not isinstance(order, Waive):
                province, code = core.code(power, order)
                found[province] = code
    return found


def compare(variant: Variant, position: Position, orders: Given, tally: Counter[str]) -> Resolution:
    """Hold the core to what the adjudicator makes of *orders*: the next position and the ending."""
    expected = adjudicate_in_python(variant, position, orders)
    compare_whole(variant, position, orders, expected, tally)
    core = core_of(variant, position)
    if core is None:
        tally["not claimed"] += 1
        return expected
    row = core.row(position)
    assert core.position(row) == replace(position, conditions=frozenset())
    found = core.following(position, row, in_numbers(core, orders))
    if found is None:
        tally["left to Python"] += 1
        return expected
    assert found == (expected.next, expected.ending), describe(variant, position, orders)
    tally[position.phase.kind.value] += 1
    return expected


def compare_whole(variant: Variant, position: Position, orders: Given, expected: Resolution, tally: Counter[str]) -> None:
    """Hold a resolution, however it comes about, to that of the rules in Python: every outcome with its reasons, and what follows."""
    found = adjudicate(variant, position, orders)
    explanation = explanation_of(found)
    if explanation is not None:
        tally["resolved by the core"] += 1
        tally["explained by Python" if explanation.by_core() is None else "explained by the core"] += 1
    for name in ("outcomes", "refused", "captures", "skipped", "next", "ending"):
        assert getattr(found, name) == getattr(expected, name), (name, describe(variant, position, orders))
    assert list(found.next.owners) == list(expected.next.owners)


def explanation_of(resolution: Resolution) -> CoreExplanation | None:
    """The core's explanation of a phase that it resolved, before anybody asked for the outcomes."""
    found = getattr(resolution, "cached", None)
    return found if isinstance(found, CoreExplanation) else None


def compare_legal(variant: Variant, position: Position, tally: Counter[str]) -> None:
    """Hold the core's legal orders to the adjudicator's, in their sequence."""
    core = core_of(variant, position)
    if core is None:
        return
    found = core.module.legal(core.handle, core.row(position), core.known, core.order, core.later)
    if found is None:
        tally["legal orders left to Python"] += 1
        return
    for code, (orders, numbers) in zip(variant.board.provinces, found, strict=True):
        values = tuple(orders)
        assert 8 * len(values) == len(numbers)
        assert values == tuple(legal_by_python(variant, position, code)), (code, describe(variant, position, {}))
    tally["legal orders"] += 1


def legal_by_python(variant: Variant, position: Position, code: str) -> Sequence[Order]:
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return legal_orders(variant, position, code)
    tables = variant_tables(variant)
    here = position_tables(tables, position)
    unit = here.at[tables.board.province_index[code]]
    return () if unit < 0 else movement_orders(here, unit)


def describe(variant: Variant, position: Position, orders: Given) -> str:
    given = [f"{power}: {', '.join(map(str, each))}" for power, each in orders.items() if each]
    return "\n".join([f"{variant.id} [{variant.rules}] {position.phase}", ", ".join(map(str, position.units)), *given])


def random_phases(seed: int, tally: Counter[str], tries: int = 1) -> None:
    """Compare some movement phases on a small board drawn by lot, with one-way borders, straits, seasons and rules of all kinds."""
    chance = Random(seed)
    variant = random_variant(chance)
    for _ in range(6):
        position = random_position(chance, variant)
        compare_legal(variant, position, tally)
        for _ in range(tries):
            compare(variant, position, random_movement_orders(chance, variant, position), tally)


def random_rules(chance: Random, rules: Rules) -> Rules:
    for rule in rule_fields():
        if chance.random() < 0.25:
            rules = rules.with_choice(rule.issue, chance.choice(rule.choices))
    return rules


def random_game(seed: int, tally: Counter[str], variant: Variant | None = None, tries: int = 1) -> None:
    """Compare the phases of a game by lot on a shipped board under rules drawn by lot; some orders are left out, some builds too many."""
    chance = Random(seed)
    base = variant or variants.shipped(chance.choice(variants.shipped_ids())).variant
    year = chance.choice([base.start.phase.year, base.start.phase.year, -2])  # there is no year 0
    played = replace(
        base,
        rules=random_rules(chance, base.rules),
        builds=chance.choice([base.builds, *BuildPolicy]),
        years_without_capture=chance.choice([None, None, 2, 3]),
        year_limit=chance.choice([None, None, year + 7]),
        start=replace(base.start, phase=replace(base.start.phase, year=year)),
    )
    position = played.start
    for _ in range(GAME_PHASES):
        if chance.random() < 0.2:
            compare_legal(played, position, tally)
        for _ in range(tries):
            done = compare(played, position, orders_by_lot(chance, played, position), tally)
        position = done.next
        if done.ending is not None:
            return


def orders_by_lot(chance: Random, variant: Variant, position: Position) -> Given:
    """For most that can be ordered a legal order, half the time such as a neighbour's order asks for; in the board's sequence."""
    orders: dict[str, list[Order]] = {power: [] for power in variant.powers}
    wanted: set[str] = set()
    for code in variant.board.provinces:
        options = [order for order in legal_orders(variant, position, code) if not isinstance(order, Waive)]
        if not options or chance.random() < 0.05:
            continue
        asked = [order for order in options if str(order) in wanted]
        order = chance.choice(asked) if asked and chance.random() < 0.7 else chance.choice(options)
        for word in (" S ", " C "):
            _, _, does = str(order).partition(word)
            wanted.add(does)
            wanted.add(f"{does} VIA")
        orders[orders_power(variant, position, order)].append(order)
    return orders


def orders_power(variant: Variant, position: Position, order: Order) -> str:
    assert not isinstance(order, Waive)
    code = order.piece.location.province
    if isinstance(order, Build):
        return position.owners.get(code) or variant.board.provinces[code].home or ""
    if isinstance(order, Retreat | Disband):
        dislodged = position.dislodged_at(code)
        assert dislodged is not None
        return dislodged.unit.power
    unit = position.unit_at(code)
    assert unit is not None
    assert isinstance(order, Remove) or unit.piece == order.piece
    return unit.power


def carried_out(resolution: Resolution) -> Given:
    """The orders of a phase as they were carried out, illegal ones apart."""
    orders: dict[str, list[Order]] = {}
    for each in resolution.outcomes:
        if each.given and Result.ILLEGAL not in each.results:
            orders.setdefault(each.power, []).append(each.order)
    return orders


def compare_carried_out(variant: Variant, position: Position, resolution: Resolution, tally: Counter[str]) -> None:
    """Hold the core to *resolution*, by the orders that were carried out in it."""
    core = core_of(variant, position)
    illegal = any(Result.ILLEGAL in each.results for each in resolution.outcomes)
    if core is None or (illegal and variant.rules.impossible_order is ImpossibleOrder.STILL_A_MOVE):
        tally["not claimed"] += 1
        return
    try:
        numbers = in_numbers(core, carried_out(resolution))
    except NotClaimedError:  # a route is named
        tally["not claimed"] += 1
        return
    found = core.following(position, core.row(position), numbers)
    assert found == (resolution.next, resolution.ending), describe(variant, position, carried_out(resolution))
    tally["cases"] += 1
