"""Powers of map files: who plays, and whose the homes, centres and units are after later lines changed them."""

from __future__ import annotations

import pytest

from adjudicator.variant import BuildPolicy, PowerRole
from tests.unit.variants.importers.judge_maps import BOARD, homes, imported, told, units, variant

THIRD = "GREEN (GREEN) DDD\nF DDD\n"


def test_a_power_that_is_not_played_is_gone_with_its_units_and_homes() -> None:
    found = variant(f"{THIRD}UNPLAYED BLUE\n")
    assert list(found.powers) == ["RED", "GREEN"]
    assert units(found) == {"RED A AAA", "GREEN F DDD"}
    assert "BBB" not in found.board.centres
    wanted = "main.map:23: BBB is a home of Blue, which is not played, and no line names it besides: it is no supply centre"
    assert wanted in told(f"{THIRD}UNPLAYED BLUE\n")


def test_its_homes_are_centres_where_another_line_says_so() -> None:
    found = variant(f"{THIRD}UNPLAYED ALL EXCEPT RED GREEN\nUNOWNED BBB\n")
    assert "BBB" in found.board.centres
    assert "BBB" not in found.start.owners


def test_a_power_that_was_not_played_can_be_stated_anew() -> None:
    found = variant("UNPLAYED RED, BLUE\nUNOWNED AAA BBB\nRED (RED) DDD\nA DDD\nBLUE (BLUE) BBB\nF BBB\n")
    assert homes(found) == {"RED": {"DDD"}, "BLUE": {"BBB"}}
    assert dict(found.start.owners) == {"DDD": "RED", "BBB": "BLUE"}
    assert units(found) == {"RED A DDD", "BLUE F BBB"}
    assert "AAA" in found.board.centres


def test_a_home_is_owned_whatever_a_line_of_unowned_centres_says() -> None:
    assert variant("UNOWNED AAA\n").start.owners["AAA"] == "RED"


def test_a_home_taken_away_stays_a_centre() -> None:
    found = variant("RED -AAA DDD\n")
    assert homes(found)["RED"] == {"DDD"}
    assert "AAA" in found.board.centres
    assert "AAA" not in found.start.owners


def test_a_centre_taken_away_from_the_unowned_is_none() -> None:
    assert "DDD" not in variant("UNOWNED -DDD\n").board.centres


@pytest.mark.slow
def test_inhabits_states_homes_anew_and_further_lines_add_to_them() -> None:
    assert homes(variant("RED\nINHABITS CCC\nINHABITS DDD\n"))["RED"] == {"CCC", "DDD"}
    assert homes(variant("RED\nINHABITS CCC\nRED DDD\n"))["RED"] == {"DDD"}
    assert homes(variant("RED\nHOMES CCC DDD\nHOMES DDD\n"))["RED"] == {"DDD"}


def test_the_last_unit_named_for_a_place_stands_there() -> None:
    assert units(variant("RED\nA BBB\n")) == {"RED A AAA", "RED A BBB"}
    assert units(variant("RED\nF CCC/NC\nF CCC(SC)\n")) == {"RED A AAA", "RED F CCC/SC", "BLUE F BBB"}


def test_a_power_gets_another_name_and_keeps_what_it_has() -> None:
    found = variant("DUMMY BLUE\nBLUE -> _OLD+EMPIRE (IMPERIAL:E)\n")
    power = found.powers["OLD_EMPIRE"]
    assert (power.name, power.adjective, power.letter, power.role) == ("Old Empire", "Imperial", "E", PowerRole.DUMMY)
    assert homes(found) == {"RED": {"AAA"}, "OLD_EMPIRE": {"BBB"}}
    assert units(found) == {"RED A AAA", "OLD_EMPIRE F BBB"}
    assert "BLUE" not in found.powers


def test_signs_in_a_name_make_no_other_power() -> None:
    found = variant("U+S+A (AMERICAN) DDD\nA DDD\nDUMMY USA\n")
    assert (found.powers["USA"].name, found.powers["USA"].role) == ("USA", PowerRole.DUMMY)


@pytest.mark.parametrize(
    ("lines", "dummies"),
    [
        ("DUMMY BLUE", {"BLUE"}),
        ("BLUE\nDUMMY", {"BLUE"}),
        ("DUMMIES ALL EXCEPT RED", {"BLUE"}),
        ("DUMMY RED\nDUMMIES ALL EXCEPT RED", {"BLUE"}),
    ],
)
def test_dummies(lines: str, dummies: set[str]) -> None:
    assert {power.id for power in variant(f"{lines}\n").powers.values() if power.role is PowerRole.DUMMY} == dummies


@pytest.mark.slow
def test_a_power_that_another_orders_is_one_of_its_own_and_told() -> None:
    found = variant("BLUE\nDUMMY\nCONTROL RED\n")
    assert found.powers["BLUE"].role is PowerRole.PLAYING
    assert "main.map:23: Blue is ordered by whoever plays Red: it is a power of its own" in told("BLUE\nDUMMY\nCONTROL RED\n")
    assert "main.map:21: Blue is ordered by whoever plays Red: it is a power of its own" in told("TEAMS RED - BLUE\n")


@pytest.mark.slow
def test_a_home_that_stands_in_for_another_is_a_home_and_told() -> None:
    lines = "RED ~@CCC(AAA) DDD\n"
    assert homes(variant(lines))["RED"] == {"AAA", "CCC", "DDD"}
    wanted = "Red builds in CCC only instead of AAA: a home centre like the others; keeping to one of them is left to the players"
    assert f"main.map:21: {wanted}" in told(lines)
    assert "main.map:21: CCC is a hidden home centre: shown" in told(lines)


@pytest.mark.slow
def test_all_players_who_build_anywhere_make_a_rule_and_some_make_a_hook() -> None:
    every = imported("RED &SC\nBLUE &SC\n")
    assert "hooks" not in every.files["variant.toml"].decode()
    assert variant("RED &SC\nBLUE &SC\n").builds is BuildPolicy.ANY_OWNED
    some = imported("RED &SC\n")
    assert "powers 1.. = RED" in some.files["hooks/builds_anywhere.hook"].decode()
    assert any("Red may build at every centre owned" in str(line) for line in some.report)


def test_a_place_that_is_no_place_is_reported_with_its_line() -> None:
    assert "main.map:21: home of Red names an unknown place 'QQQ': left out" in told("RED QQQ\n")
    assert "main.map:21: UNOWNED names an unknown place 'QQQ': left out" in told("UNOWNED QQQ\n")


def test_centres_that_are_chosen_in_play_are_reported() -> None:
    assert "main.map:22: Red chooses its centres in play (SC?): left out" in told("RED\nCENTERS SC? AAA\n")


def test_rules_that_hold_here_anyway_are_not_told() -> None:
    assert not any("DUMMIES" in line for line in told("RULE CD_DUMMIES IMMOBILE_DUMMIES\n"))
    assert variant("RULE HOME_BUILDS\n").builds is BuildPolicy.ANY_HOME
    assert variant("RULE BUILD_ANY\nRULE !BUILD_ANY\n").builds is BuildPolicy.HOME


def test_lines_before_any_power_belong_to_nobody() -> None:
    assert "main.map:2: 'OWNS AAA' belongs to no power: left out" in told("", f"\nOWNS AAA\n{BOARD}")
