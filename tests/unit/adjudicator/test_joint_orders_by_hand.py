"""Joint orders that chance seldom draws: what follows is still what the adjudicator says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator import Order, Position, Rules, Unit, Variant, adjudicate
from adjudicator.joint_orders import JointOrders
from tests.quick import one_by_one
from tests.unit.adjudicator.core_agreement import without_core
from tests.unit.adjudicator.small_boards import calendar, orders, position
from variants import standard

SPRING_CAPTURES = replace(standard(), calendar=calendar("S M, S R captures, F M, F R captures, W A"))
YEAR_IN_SPRING = replace(standard(), calendar=calendar("S M captures, S R, F M, F R captures, W A"))


@pytest.fixture(params=["core", "python"], autouse=True)
def _by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each test go the way of the compiled core, where there is one, and the way of Python."""
    if request.param == "python":
        without_core(monkeypatch)


def follow(variant: Variant, where: Position, given: dict[str, list[Order]]) -> Position:
    """Return the position after joint orders each of which is listed for its unit; the same as adjudication gives."""
    joint = JointOrders(variant, where)
    wanted = {order for each in given.values() for order in each}
    numbers = [next((i for i, order in enumerate(options) if order in wanted), -1) for options in joint.options]
    assert sum(number >= 0 for number in numbers) == len(wanted)
    found = joint.after(numbers).position
    assert found == adjudicate(variant, where, given).next
    return found


@pytest.mark.parametrize("variant", [SPRING_CAPTURES, YEAR_IN_SPRING], ids=["after retreats", "after moves"])
def test_centres_change_hands_in_spring_where_the_calendar_says_so(variant: Variant) -> None:
    after = follow(variant, position("FRANCE A BUR"), orders("FRANCE: A BUR - BEL"))
    assert after.owners == {"BEL": "FRANCE"}


@pytest.mark.parametrize(("rule", "standing"), [("4.B.4=ignore-v2", "FRANCE"), ("4.B.4=c", "GERMANY")])
def test_a_support_to_another_coast_counts_only_where_coasts_are_never_compared(rule: str, standing: str) -> None:
    where = position("FRANCE F MAO, FRANCE F WES, FRANCE F GAS, GERMANY A SPA")
    given = orders("FRANCE: F MAO - SPA/NC, F WES S F MAO - SPA/SC")
    after = follow(replace(standard(), rules=Rules.of(rule)), where, given)
    found = after.unit_at("SPA")
    assert found is not None
    assert found.power == standing


def test_a_contested_place_stays_empty_beside_a_dislodgement() -> None:
    """DATC 4.A.7: the third has no effect there; the standoff of the others has."""
    after = follow(
        standard(),
        position("GERMANY A MUN, GERMANY A RUH, FRANCE A BUR, AUSTRIA A BOH, ITALY A TYR"),
        orders("GERMANY: A MUN - BUR, A RUH S A MUN - BUR; FRANCE: A BUR - MUN; AUSTRIA: A BOH - MUN; ITALY: A TYR - MUN"),
    )
    assert after.contested == {"MUN"}
    assert [str(each.unit.location) for each in after.dislodged] == ["BUR"]


def test_a_unit_dislodged_by_a_convoyed_army_bounces_at_its_origin() -> None:
    """DATC 4.A.7, 6.G: no battle head to head, for one of the two goes by sea."""
    after = follow(
        standard(),
        position("ENGLAND A SWE, ENGLAND F SKA, ENGLAND F NTH, RUSSIA A NWY, GERMANY A DEN"),
        orders(
            "ENGLAND: A SWE - NWY VIA, F SKA C A SWE - NWY, F NTH S A SWE - NWY; RUSSIA: A NWY - SWE; GERMANY: A DEN - SWE",
        ),
    )
    assert after.unit_at("SWE") is None
    assert after.contested == {"SWE"}


def test_an_army_without_a_convoy_has_no_head_to_head_battle() -> None:
    after = follow(
        standard(),
        position("ENGLAND A SWE, ENGLAND F SKA, ENGLAND F NTH, RUSSIA A NWY, RUSSIA A FIN"),
        orders("ENGLAND: A SWE - NWY VIA, F SKA H, F NTH S A SWE - NWY; RUSSIA: A NWY - SWE, A FIN S A NWY - SWE"),
    )
    assert [str(each.unit) for each in after.dislodged] == ["ENGLAND A SWE"]


def test_two_armies_change_places_where_one_goes_by_sea() -> None:
    after = follow(
        standard(),
        position("ENGLAND A SWE, ENGLAND F SKA, RUSSIA A NWY"),
        orders("ENGLAND: A SWE - NWY VIA, F SKA C A SWE - NWY; RUSSIA: A NWY - SWE"),
    )
    assert [after.unit_at("SWE"), after.unit_at("NWY")] == [Unit.of("RUSSIA A SWE"), Unit.of("ENGLAND A NWY")]


@one_by_one("rule", ["4.A.1=a", "4.A.2=1971", "4.A.2=1982", "4.A.2=2000", "4.A.2=all-hold", "4.A.4=brannan"])
def test_a_paradox_of_a_convoy_is_settled_by_the_rule_for_it(rule: str) -> None:
    follow(
        replace(standard(), rules=Rules.of(rule)),
        position("ENGLAND F LON, ENGLAND F WAL, FRANCE A BRE, FRANCE F ENG"),
        orders("ENGLAND: F LON S F WAL - ENG, F WAL - ENG; FRANCE: A BRE - LON, F ENG C A BRE - LON"),
    )


def test_joint_orders_are_of_a_movement_phase() -> None:
    with pytest.raises(ValueError, match="no movement phase"):
        JointOrders(standard(), position("", "F1901R"))
