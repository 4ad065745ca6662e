"""Every example on the page of variant.toml is read as the page says, laid over the standard game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import variants
from adjudicator.board import Edge, Terrain
from adjudicator.rule_choices import NoOrders
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from tests.quick import each_nth
from tests.unit.variants.test_documentation import SCHEMA, obeys
from variants.catalogue import shipped_drawing

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "formats" / "variant.md").read_text(encoding="utf-8")
EXAMPLES = [each for each in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if each.count("without =") < 2 and "format = 1" not in each]
HEAD = 'format = 1\nid = "page"\nname = "Page"\nversion = "1"\nextends = "standard"\n'


def laid_over(example: str) -> str:
    """A whole variant with the example in it."""
    head = HEAD
    if "[maps." in example:
        head += 'without = ["maps"]\n'
    return head + example


def read(example: str) -> Variant:
    files = {"variant.toml": laid_over(example).encode(), "plain.svg": shipped_drawing("standard")}
    folder, faults = variants.read_with_faults(variants.MemorySource("page", files), variants.shipped_source)
    assert folder is not None, [str(each) for each in faults]
    assert not [str(each) for each in faults if each.severity is variants.Severity.ERROR]
    return folder.variant


def example_with(words: str) -> str:
    found: str
    (found,) = [each for each in EXAMPLES if words in each]
    return found


@each_nth(3, "example", EXAMPLES, ids=lambda each: each.split("\n", 1)[0][:40])
def test_every_example_is_read_and_obeys_the_schema(example: str) -> None:
    assert read(example).id == "page"
    assert obeys(tomllib.loads(laid_over(example)), SCHEMA) == []


def test_neutral_and_dummy_powers_and_a_target_of_ones_own() -> None:
    powers = read(example_with('role = "neutral"')).powers
    assert (powers["ITALY"].role, powers["TURKEY"].role) == (PowerRole.NEUTRAL, PowerRole.DUMMY)
    assert (powers["RUSSIA"].victory, powers["FRANCE"].victory) == (20, None)


def test_a_start_with_builds_and_powers_without_units() -> None:
    variant = read(example_with("start = []"))
    assert str(variant.start.phase) == "W1900A"
    assert not variant.start.units_of("ENGLAND")
    assert variant.start.owners["LON"] == "ENGLAND"


def test_how_a_game_is_won_and_ends() -> None:
    variant = read(example_with("years_without_capture = 7"))
    assert (variant.victory, variant.year_limit, variant.years_without_capture) == (20, 1935, 7)
    assert variant.builds is BuildPolicy.ANY_OWNED


@pytest.mark.parametrize("policy", BuildPolicy)
def test_every_build_policy_is_on_the_page_and_can_be_chosen(policy: BuildPolicy) -> None:
    assert f'| `"{policy.value}"` |' in PAGE
    assert read(f'builds = "{policy.value}"\n').builds is policy
    assert policy.value in SCHEMA["properties"]["builds"]["enum"]


def test_cores_are_where_a_power_builds() -> None:
    variant = read(example_with('builds = "cores"'))
    assert variant.builds is BuildPolicy.CORES
    assert {name for name in variant.start.counters if name.startswith("core AUSTRIA")} == {"core AUSTRIA VIE", "core AUSTRIA BUD"}


def test_ground_that_nobody_enters_and_ground_that_carries_armies() -> None:
    provinces = read(example_with("[provinces.ALP]")).board.provinces
    assert provinces["ALP"].terrain is Terrain.IMPASSABLE
    assert provinces["DEN"].convoyable
    assert provinces["ROM"].build_site


def test_steps_of_half_strength_without_support_in_season_and_one_way() -> None:
    edges = read(example_with("strength = 0.5")).board.edges

    def step(origin: str, target: str, kind: str) -> Edge | None:
        return next((each for each in edges if (str(each.origin), str(each.target)) == (origin, target) and kind in each.kinds), None)

    def found(origin: str, target: str, kind: str) -> Edge:
        edge = step(origin, target, kind)
        assert edge is not None
        return edge

    assert [found(*way, kind).half_strength for way in (("DEN", "SWE"), ("SWE", "DEN")) for kind in "AF"] == [1, 2, 1, 2]
    assert not found("PIE", "TYR", "A").supports
    ice = found("BOT", "STP/SC", "F")
    assert (ice.seasons, ice.years, ice.powers) == (frozenset({"F"}), (1905, 1912), frozenset({"RUSSIA", "GERMANY"}))
    assert step("VIE", "BUD", "F")
    assert not step("BUD", "VIE", "F")
    assert not step("KIE", "DEN", "A")


@pytest.mark.parametrize(("written", "halves"), [("1", 2), ("0.5", 1), ("0", 0)])
def test_every_strength_of_a_step(written: str, halves: int) -> None:
    edges = read(example_with("strength = 0.5").replace("strength = 0.5", f"strength = {written}")).board.edges
    assert [e.half_strength for e in edges if (str(e.origin), str(e.target)) == ("DEN", "SWE") and "A" in e.kinds] == [halves]


def test_a_third_kind_of_unit() -> None:
    kinds = read(example_with("[kinds.W]")).board.kinds
    assert kinds["W"].terrains == {Terrain.INLAND, Terrain.COASTAL, Terrain.SEA}
    assert not kinds["W"].captures
    assert (kinds["A"].convoyed, kinds["F"].convoys) == (True, True)


def test_years_before_our_era_and_years_of_one_season() -> None:
    ancient = read(example_with('S-0215M"\nsteps'))
    assert ancient.start.phase.year == -215
    assert ancient.calendar.year_step == 5
    assert str(read(example_with("Y1500M")).start.phase) == "Y1500M"


def test_what_becomes_of_powers_that_send_nothing() -> None:
    rules = read(example_with('nmr = "repeat"')).rules
    assert rules.no_orders is NoOrders.REPEAT
    assert (rules.removal_distance.value, rules.disorder_support.value) == ("a", "a")
