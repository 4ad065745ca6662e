"""Convoys in three clicks, with the own fleets ordered along."""

from __future__ import annotations

from adjudicator.notation import parse_order
from app.presentation.order_tools.stage import AnswerNeeded, Arrow, Picked, QuestionKind
from tests.unit.app.presentation.order_tools.table import asked, only, ordered, position, refusal, tool, touch_all

CHANNEL = ("ENGLAND A LON", "ENGLAND F NTH", "ENGLAND F ENG")


def test_an_army_and_a_far_coast_order_the_move_and_the_own_idle_fleet() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"))
    assert ordered(there, "LON", "nwy") == ["ENGLAND: A LON - NWY", "ENGLAND: F NTH C A LON - NWY"]


def test_the_shortest_chain_is_ordered() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F ENG", "ENGLAND F IRI", "ENGLAND F MAO", "ENGLAND F WES", "ENGLAND F NTH"))
    assert ordered(there, "LON", "tun") == [
        "ENGLAND: A LON - TUN",
        "ENGLAND: F ENG C A LON - TUN",
        "ENGLAND: F MAO C A LON - TUN",
        "ENGLAND: F WES C A LON - TUN",
    ]


def test_where_the_rules_want_a_route_named_the_chain_that_is_ordered_is_named() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH", "FRANCE F ENG"), rules="4.A.6=c")
    expected = ["ENGLAND: A LON - BEL VIA NTH", "ENGLAND: F NTH C A LON - BEL"]
    assert ordered(there, "LON", "bel") == expected
    assert sorted(ordered(there, "NTH", "LON", "bel", "?convoy")) == expected
    assert ordered(there, "LON", "yor") == ["ENGLAND: A LON - YOR"]
    assert ordered(there, "LON", "<C>", "yor") == ["ENGLAND: A LON - YOR VIA NTH", "ENGLAND: F NTH C A LON - YOR"]


def test_own_fleets_come_before_foreign_ones_even_on_a_longer_way() -> None:
    there = tool(position("ENGLAND A YOR", "FRANCE F NTH", "ENGLAND F NWG", "ENGLAND F BAR", "ENGLAND A EDI"))
    assert ordered(there, "EDI", "nwy") == ["ENGLAND: A EDI - NWY", "ENGLAND: F NWG C A EDI - NWY"]


def test_foreign_fleets_are_not_ordered_along() -> None:
    there = tool(position("ENGLAND A LON", "FRANCE F ENG", "ENGLAND F MAO"))
    assert ordered(there, "LON", "por") == ["ENGLAND: A LON - POR", "ENGLAND: F MAO C A LON - POR"]


def test_no_order_is_overwritten_silently() -> None:
    there = tool(position(*CHANNEL), orders={"ENGLAND": ("F ENG - MAO", "F NTH - SKA")})
    _, step = touch_all(there, "LON", "bel")
    assert isinstance(step, AnswerNeeded)
    assert step.question.kind is QuestionKind.OVERWRITE
    assert len(step.question.overwritten) == 1
    assert asked(there, "LON", "bel") == ["overwrite", "keep", "cancel"]
    assert ordered(there, "LON", "bel", "?keep") == ["ENGLAND: A LON - BEL"]
    assert len(ordered(there, "LON", "bel", "?overwrite")) == 2
    now, _ = touch_all(there, "LON", "bel", "?cancel")
    assert str(now.unit) == "ENGLAND A LON"


def test_an_idle_fleet_is_preferred_to_one_with_an_order() -> None:
    there = tool(position(*CHANNEL), orders={"ENGLAND": ("F ENG - MAO",)})
    assert ordered(there, "LON", "bel") == ["ENGLAND: A LON - BEL", "ENGLAND: F NTH C A LON - BEL"]


def test_a_fleet_that_is_ordered_so_already_is_used_and_left_alone() -> None:
    there = tool(position(*CHANNEL), orders={"ENGLAND": ("F ENG C A LON - BEL",)})
    assert ordered(there, "LON", "bel") == ["ENGLAND: A LON - BEL"]


def test_fleet_army_coast_orders_both() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"))
    assert ordered(there, "NTH", "LON", "nwy") == ["ENGLAND: F NTH C A LON - NWY", "ENGLAND: A LON - NWY"]


def test_fleet_army_coast_asks_where_it_can_mean_convoy_or_support() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"))
    assert asked(there, "NTH", "LON", "yor") == ["support", "convoy"], "an army that walks there is rather supported"
    assert only(there, "NTH", "LON", "yor", "?support") == "F NTH S A LON - YOR"
    assert ordered(there, "NTH", "LON", "yor", "?convoy") == ["ENGLAND: F NTH C A LON - YOR", "ENGLAND: A LON - YOR VIA"]
    two_ways = tool(position(*CHANNEL))
    assert asked(two_ways, "NTH", "LON", "bel") == ["convoy", "support"], "an army that has no way yet is rather carried"


def test_the_keys_s_and_c_say_it_beforehand() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"))
    assert only(there, "NTH", "<S>", "LON", "yor") == "F NTH S A LON - YOR"
    assert ordered(there, "NTH", "<C>", "LON", "yor") == ["ENGLAND: F NTH C A LON - YOR", "ENGLAND: A LON - YOR VIA"]
    assert ordered(there, "NTH", "LON", "<C>", "yor") == ["ENGLAND: F NTH C A LON - YOR", "ENGLAND: A LON - YOR VIA"]


def test_a_known_move_that_still_needs_a_fleet_is_asked_about_where_either_is_possible() -> None:
    there = tool(position(*CHANNEL), orders={"ENGLAND": ("A LON - BEL",)})
    assert asked(there, "NTH", "LON") == ["convoy", "support"]
    assert asked(there, "NTH", Arrow("ENGLAND", parse_order("A LON - BEL"))) == ["convoy", "support"]


def test_the_armys_other_order_is_not_overwritten_silently() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"), orders={"ENGLAND": ("A LON H",)})
    assert asked(there, "NTH", "LON", "nwy") == ["overwrite", "keep", "cancel"]
    assert ordered(there, "NTH", "LON", "nwy", "?keep") == ["ENGLAND: F NTH C A LON - NWY"]


def test_a_fleet_carries_an_army_whose_move_needs_it() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"), orders={"ENGLAND": ("A LON - NWY",)})
    assert only(there, "NTH", "LON") == "F NTH C A LON - NWY"
    assert only(there, "NTH", Arrow("ENGLAND", parse_order("A LON - NWY"))) == "F NTH C A LON - NWY"


def test_a_second_fleet_supports_an_army_that_is_carried_already() -> None:
    there = tool(position(*CHANNEL), orders={"ENGLAND": ("A LON - BEL", "F ENG C A LON - BEL")})
    assert only(there, "NTH", "LON") == "F NTH S A LON - BEL"
    assert only(there, "NTH", "<C>", "LON") == "F NTH C A LON - BEL"


def test_a_fleet_joins_a_convoy_by_its_arrow() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F ENG", "ENGLAND F MAO"), orders={"ENGLAND": ("A LON - POR", "F ENG C A LON - POR")})
    assert only(there, "MAO", Arrow("ENGLAND", parse_order("F ENG C A LON - POR"))) == "F MAO C A LON - POR"


def test_a_convoys_arrow_asks_a_fleet_that_could_support_as_well() -> None:
    there = tool(position(*CHANNEL), orders={"ENGLAND": ("A LON - BEL", "F ENG C A LON - BEL")})
    assert asked(there, "NTH", Arrow("ENGLAND", parse_order("F ENG C A LON - BEL"))) == ["convoy", "support"]


def test_a_foreign_army_can_be_carried() -> None:
    there = tool(position("ENGLAND F NTH", "GERMANY A HOL"), powers=("ENGLAND",), secret=("GERMANY",))
    assert "convoy" in asked(there, "NTH", "HOL")
    assert ordered(there, "NTH", "HOL", "?convoy", "yor") == ["ENGLAND: F NTH C A HOL - YOR"]


def test_an_army_asks_for_the_sea_with_the_key_c() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"))
    assert ordered(there, "LON", "yor") == ["ENGLAND: A LON - YOR"]
    assert ordered(there, "LON", "<C>", "yor") == ["ENGLAND: A LON - YOR VIA", "ENGLAND: F NTH C A LON - YOR"]


def test_a_coast_that_no_chain_reaches_is_refused() -> None:
    there = tool(position("ENGLAND A LON", "ENGLAND F NTH"))
    assert refusal(there, "LON", "tun") == "no convoy route"
    assert refusal(there, "NTH", "LON", "tun") == "no convoy route"


def test_targets_of_an_army_include_the_coasts_over_the_sea() -> None:
    now, step = touch_all(tool(position("ENGLAND A LON", "ENGLAND F NTH")), "LON")
    assert isinstance(step, Picked)
    assert {"NWY", "DEN", "HOL", "BEL", "EDI", "WAL", "YOR"} <= now.targets.grounds
    assert "TUN" not in now.targets.grounds
