"""The same grammar in retreat and adjustment phases."""

from __future__ import annotations

import pytest

from adjudicator.unit import DislodgedUnit, Unit
from app.presentation.order_entry import Tool
from app.presentation.order_tools.stage import AnswerNeeded, Cleared, Idle, Picked, QuestionKind
from app.presentation.order_tools.targets import waiting
from tests.unit.app.presentation.order_tools.table import asked, only, ordered, position, refusal, tool, touch_all


def beaten(unit: str, origin: str) -> DislodgedUnit:
    return DislodgedUnit(Unit.of(unit), origin)


@pytest.fixture
def rout() -> Tool:
    """A beaten army in Burgundy, its conqueror in its place, from Munich."""
    return tool(
        position(
            "GERMANY A BUR",
            "FRANCE A PAR",
            phase="S1901R",
            dislodged=(beaten("FRANCE A BUR", "MUN"), beaten("TURKEY F CON", "BUL")),
        )
    )


def test_the_beaten_unit_is_picked_whichever_symbol_is_hit(rout: Tool) -> None:
    for word in ("BUR", "bur"):
        now, step = touch_all(rout, word)
        assert isinstance(step, Picked)
        assert str(now.unit) == "FRANCE A BUR"
        assert now.targets.grounds == {"BEL", "GAS", "MAR", "PIC", "RUH"}


def test_then_ground_is_a_retreat_and_the_unit_again_disbands_it(rout: Tool) -> None:
    assert only(rout, "BUR", "gas") == "A BUR R GAS"
    assert only(rout, "BUR", "BUR") == "A BUR D"
    assert only(rout, "BUR", "<D>") == "A BUR D"


def test_a_fleet_retreats_along_its_coast(rout: Tool) -> None:
    assert only(rout, "CON", "smy") == "F CON R SMY"


def test_a_retreat_asks_the_coast_where_two_are_possible() -> None:
    there = tool(position("ENGLAND F POR", phase="S1901R", dislodged=(beaten("FRANCE F POR", "MAO"),)))
    assert asked(there, "POR", "spa") == ["coast", "coast"]
    assert only(there, "POR", "spa", "?SPA/SC") == "F POR R SPA/SC"


def test_closed_retreats_say_why(rout: Tool) -> None:
    assert refusal(rout, "BUR", "mun") == "retreat to attacker"
    assert refusal(rout, "BUR", "PAR") == "retreat occupied"
    assert refusal(rout, "BUR", "mos") == "not adjacent"


def test_units_that_are_not_beaten_cannot_retreat(rout: Tool) -> None:
    assert refusal(rout, "PAR") == "not dislodged"
    assert refusal(rout, "mos") == "no unit"


def test_backspace_takes_a_retreat_back(rout: Tool) -> None:
    assert touch_all(rout, "BUR", "<Backspace>")[1] == Cleared("FRANCE", "BUR", Idle())


def winter(
    *units: str, owners: dict[str, str], orders: dict[str, tuple[str, ...]] | None = None, powers: tuple[str, ...] | None = None
) -> Tool:
    return tool(position(*units, phase="W1901A", owners=owners), orders=orders, powers=powers)


RUSSIA = {"STP": "RUSSIA", "MOS": "RUSSIA", "WAR": "RUSSIA", "SEV": "RUSSIA"}


def test_an_empty_home_centre_asks_what_to_build() -> None:
    there = winter("RUSSIA A UKR", owners=RUSSIA)
    assert asked(there, "stp") == ["build", "build", "build"]
    assert only(there, "stp", "?F STP/NC") == "F STP/NC B"
    assert only(there, "sev", "<Enter>") == "A SEV B"


def test_an_inland_centre_builds_an_army_without_asking() -> None:
    there = winter("RUSSIA A UKR", owners=RUSSIA)
    assert only(there, "mos") == "A MOS B"


def test_a_build_can_be_changed_and_taken_back() -> None:
    there = winter("RUSSIA A UKR", owners=RUSSIA, orders={"RUSSIA": ("A SEV B", "A MOS B")})
    _, step = touch_all(there, "sev")
    assert isinstance(step, AnswerNeeded)
    assert step.question.kind is QuestionKind.BUILD
    assert only(there, "sev", "?F SEV") == "F SEV B"
    assert touch_all(there, "sev", "?take back")[1] == Cleared("RUSSIA", "SEV", Idle())
    assert touch_all(there, "mos")[1] == Cleared("RUSSIA", "MOS", Idle())


def test_more_builds_than_are_due_are_refused() -> None:
    there = winter("RUSSIA A UKR", "RUSSIA A GAL", "RUSSIA A RUM", owners=RUSSIA, orders={"RUSSIA": ("A SEV B",)})
    assert refusal(there, "mos") == "no builds left"


def test_a_site_that_cannot_be_built_in_says_why() -> None:
    there = winter("RUSSIA A UKR", owners={**RUSSIA, "RUM": "RUSSIA"})
    assert refusal(there, "rum") == "not a home centre"
    assert refusal(there, "lvn") == "not a centre"
    assert refusal(winter("RUSSIA A UKR", owners=RUSSIA, powers=("TURKEY",)), "mos") == "centre not owned"


def test_a_unit_is_removed_and_kept_again() -> None:
    there = winter("RUSSIA A UKR", "RUSSIA A MOS", owners={"MOS": "RUSSIA"})
    assert only(there, "UKR") == "A UKR D"
    again = winter("RUSSIA A UKR", "RUSSIA A MOS", owners={"MOS": "RUSSIA"}, orders={"RUSSIA": ("A UKR D",)})
    assert touch_all(again, "UKR")[1] == Cleared("RUSSIA", "UKR", Idle())
    assert refusal(again, "MOS") == "no removals left"


def test_a_power_with_nothing_to_remove_keeps_its_units() -> None:
    assert refusal(winter("RUSSIA A UKR", owners=RUSSIA), "UKR") == "no removals left"


def test_a_build_is_waived() -> None:
    there = winter("RUSSIA A UKR", owners=RUSSIA)
    assert ordered(there, "<W>") == ["RUSSIA: WAIVE"]
    none = winter("RUSSIA A UKR", owners={"MOS": "RUSSIA"})
    assert refusal(none, "<W>") == "no builds left"


def test_a_waived_build_is_used_up_until_it_is_taken_back() -> None:
    there = winter("RUSSIA A UKR", "RUSSIA A GAL", "RUSSIA A RUM", owners=RUSSIA, orders={"RUSSIA": ("WAIVE",)})
    assert refusal(there, "mos") == "no builds left"
    assert touch_all(there, "<W>")[1] == Cleared("RUSSIA", "WAIVE", Idle())


def test_whose_build_is_waived_is_asked_where_several_could() -> None:
    there = winter("RUSSIA A UKR", "TURKEY A BUL", owners={**RUSSIA, "CON": "TURKEY", "ANK": "TURKEY"})
    _, step = touch_all(there, "<W>")
    assert isinstance(step, AnswerNeeded)
    assert [each.power for each in step.choices] == ["RUSSIA", "TURKEY"]
    assert ordered(there, "<W>", "<Enter>") == ["RUSSIA: WAIVE"]


def test_what_glows_in_winter_is_where_something_is_due() -> None:
    there = winter("RUSSIA A UKR", "TURKEY A BUL", "TURKEY A CON", owners={**RUSSIA, "CON": "TURKEY"})
    assert there.targets.grounds == {"STP", "MOS", "WAR", "SEV"}
    assert there.targets.units == {"BUL", "CON"}


def test_beaten_units_wait_until_they_are_ordered(rout: Tool) -> None:
    assert waiting(rout.context) == {"BUR", "CON"}
    at = rout.context.position
    assert waiting(tool(at, orders={"FRANCE": ("A BUR R GAS",)}).context) == {"CON"}
    assert waiting(tool(at, powers=("TURKEY",)).context) == {"CON"}


def test_sites_wait_until_every_build_is_ordered_or_waived() -> None:
    at = position(
        "FRANCE A PAR", "ENGLAND A LON", "ENGLAND A YOR", phase="W1901A", owners={"PAR": "FRANCE", "BRE": "FRANCE", "LON": "ENGLAND"}
    )
    assert waiting(tool(at).context) == {"BRE", "LON", "YOR"}
    done = {"FRANCE": ("WAIVE",), "ENGLAND": ("A YOR D",)}
    assert waiting(tool(at, orders=done).context) == frozenset()


def test_in_movement_nothing_waits_in_particular() -> None:
    assert waiting(tool().context) == frozenset()
