"""The compiled core says what both adjudicators say: the conformance corpus, random boards and rules, games on shipped boards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import variants
from adjudicator import Location, Order, Position, Rules, Support, adjudicate, compiled, legal_orders
from adjudicator.adjudicating import adjudicate_in_python
from adjudicator.compiled import core_for, why_not_claimed
from adjudicator.conformance import run_case, run_option, variant_under
from adjudicator.legal import movement_orders
from adjudicator.phase import PhaseKind
from adjudicator.variant_tables import position_tables, variant_tables
from benchmarks.adversarial import crowded_sea
from benchmarks.positions import from_random_play
from tests.datc.corpus_files import corpus
from tests.quick import each_nth, one_in_quick
from tests.thorough import rounds
from tests.unit.adjudicator.agreement import compare as compare_with_plain
from tests.unit.adjudicator.agreement import drawn
from tests.unit.adjudicator.core_agreement import (
    compare,
    compare_carried_out,
    compare_legal,
    compare_whole,
    random_game,
    random_phases,
    require_core,
)
from tests.unit.adjudicator.random_boards import random_position, random_variant

ROOT = Path(__file__).resolve().parents[3]
STANDARD = variants.standard()
OPTIONS = [(case, option, choice) for case in corpus() for option in case.options if option.stated for choice in option.choices]


@pytest.fixture(autouse=True)
def _core() -> None:
    require_core()


@pytest.mark.slow
@pytest.mark.parametrize("block", one_in_quick(4, rounds(4, 400)))
def test_random_boards_under_random_rules_come_to_the_same(block: int) -> None:
    tally: Counter[str] = Counter()
    for seed in range(block * 50, block * 50 + 50):
        random_phases(seed, tally)
    assert tally["M"] > 150
    assert tally["legal orders"] > 150
    assert tally["explained by the core"] > 30


@each_nth(3, "seed", rounds(6, 600))
def test_games_on_shipped_boards_come_to_the_same(seed: int) -> None:
    random_game(seed, Counter())


@pytest.mark.slow
def test_the_games_have_retreats_and_builds() -> None:
    tally: Counter[str] = Counter()
    for seed in range(1000, 1008):
        random_game(seed, tally, STANDARD)
    assert min(tally["M"], tally["R"], tally["A"]) > 3
    assert min(tally["explained by the core"], tally["explained by Python"]) > 1


def test_supports_without_the_only_coast_are_resolved_by_the_core() -> None:
    tally: Counter[str] = Counter()
    for position, _ in islice(from_random_play(STANDARD, 20, 34), 40):
        orders: dict[str, list[Order]] = {}
        for unit in position.units:
            supports = [each for each in legal_orders(STANDARD, position, unit.location) if isinstance(each, Support) and each.target]
            coasts = [replace(each, target=Location(each.target.province)) for each in supports if each.target and each.target.coast]
            if supports:
                orders.setdefault(unit.power, []).append(coasts[0] if coasts else supports[0])
        compare_whole(STANDARD, position, orders, adjudicate_in_python(STANDARD, position, orders), tally)
    assert tally["resolved by the core"] == 40


@pytest.mark.parametrize("block", rounds(3, 100))
def test_the_plain_adjudicator_says_the_same(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        chance = Random(seed)
        variant = random_variant(chance)
        position = random_position(chance, variant)
        orders = drawn(chance, variant, position)
        compare_with_plain(variant, position, orders)
        compare(variant, position, orders, Counter())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "isles", "corners"),
    one_in_quick(4, [pytest.param(*each) for each in ((6, False, True), (6, True, True), (6, False, False), (5, True, False))]),
)
def test_seas_too_crowded_to_walk_along_all_routes_have_the_same_legal_orders(size: int, isles: bool, corners: bool) -> None:
    whole, chance = crowded_sea(size, isles=isles, corners=corners), Random(size)
    tally: Counter[str] = Counter()
    for left_out in (0, 1, 3, 6, 10):
        fleets = [unit for unit in whole.position.units if unit.piece.kind == "F"]
        gone = set(chance.sample(fleets, left_out))
        units = tuple(unit for unit in whole.position.units if unit not in gone)
        compare_legal(whole.variant, Position(whole.position.phase, units, {}), tally)
    assert tally == {"legal orders": 5}


@pytest.mark.slow
def test_orders_are_made_when_they_are_looked_at_where_a_unit_has_thousands() -> None:
    crowd = crowded_sea(9, isles=True)
    place = next(unit.location for unit in crowd.position.units if unit.piece.kind == "F")
    found = legal_orders(crowd.variant, crowd.position, place)
    assert len(found) > 4096
    here = position_tables(variant_tables(crowd.variant), crowd.position)
    by_python = movement_orders(here, here.at[here.tables.board.province_index[place.province]])
    assert list(found) == list(by_python)
    assert (found[0], found[-1], found[5:8]) == (by_python[0], by_python[-1], list(by_python[5:8]))
    with pytest.raises(IndexError):
        found[len(by_python)]


def test_conformance_cases_come_to_the_same() -> None:
    tally: Counter[str] = Counter()
    for case in corpus():
        for scene, resolution in zip((case.main, case.retreat), run_case(STANDARD, case).resolutions, strict=False):
            assert scene is not None
            compare_carried_out(STANDARD, scene.position, resolution, tally)
    assert tally["cases"] > 180
    assert tally["not claimed"] == 0


def test_conformance_cases_have_the_same_reasons() -> None:
    tally: Counter[str] = Counter()
    for case in corpus():
        for scene in (case.main, case.retreat):
            if scene is not None and scene.position.phase.kind is PhaseKind.MOVEMENT:
                orders: dict[str, list[Order]] = {}
                for given in scene.orders:
                    orders.setdefault(given.power, []).append(given.order)
                compare_whole(STANDARD, scene.position, orders, adjudicate_in_python(STANDARD, scene.position, orders), tally)
    assert tally["explained by the core"] > 60
    assert tally["explained by Python"] > 5


@pytest.mark.slow
def test_conformance_cases_under_other_choices_come_to_the_same() -> None:
    tally: Counter[str] = Counter()
    for case, option, choice in OPTIONS:
        variant = variant_under(STANDARD, option.issue, choice)
        scenes = [scene.position for scene in (option.main, option.retreat) if scene is not None]
        for position, resolution in zip(scenes, run_option(STANDARD, case, option, choice).resolutions, strict=False):
            compare_carried_out(variant, position, resolution, tally)
    assert tally["cases"] > 80


def test_outcomes_are_told_after_the_orders_of_other_phases_took_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_MOST_MET", 50)
    played = list(islice(from_random_play(STANDARD, 20, 34), 12))
    resolutions = [adjudicate(STANDARD, *each) for each in played]
    again = [adjudicate(STANDARD, *each) for each in reversed(played)][::-1]
    for each, first, second in zip(played, resolutions, again, strict=True):
        assert first.outcomes == second.outcomes == adjudicate_in_python(STANDARD, *each).outcomes


def test_units_in_any_sequence_have_their_own_outcomes() -> None:
    position, orders = next(from_random_play(STANDARD, 20, 34))
    shuffled = replace(position, units=position.units[::-1])
    assert adjudicate(STANDARD, shuffled, orders).outcomes == adjudicate_in_python(STANDARD, position, orders).outcomes


def test_a_rule_that_the_core_does_not_claim_goes_the_python_way() -> None:
    for rules in ("4.E.3=a", "4.A.6=c"):
        tables = variant_tables(replace(STANDARD, rules=Rules.of(rules)))
        assert why_not_claimed(tables) == rules
        assert core_for(tables, tables.open_edges(STANDARD.start)) is None


WHICH = "from adjudicator.compiled import find_core; found = find_core(); print(found.module is not None, found.why_not)"


@pytest.mark.slow
def test_the_core_is_switched_off_by_a_variable() -> None:
    assert _said(WHICH, {"ENTENTE_PURE": "1"}) == "False off"
    assert _said(WHICH, {"ENTENTE_PURE": "0"}) == "True"


def _said(code: str, environment: dict[str, str]) -> str:
    given = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
