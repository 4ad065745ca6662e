"""Writing movement orders by pressing things, as the table of the design says."""

from __future__ import annotations

import pytest

from adjudicator.notation import parse_order
from app.presentation.order_tools.stage import (
    Aimed,
    AnswerNeeded,
    Arrow,
    Cancelled,
    ChoiceTouch,
    Cleared,
    Idle,
    Ordered,
    Picked,
    ProvinceArea,
    Questioned,
    Refused,
    UnitPicked,
    UnitTouch,
    Wanted,
    WantedOrder,
)
from tests.unit.app.presentation.order_tools.table import asked, only, position, refusal, tool, touch_all


def test_pressing_an_own_unit_picks_it_and_its_legal_targets_glow() -> None:
    now, step = touch_all(tool(), "PAR")
    assert isinstance(step, Picked)
    assert now.unit is not None
    assert str(now.unit) == "FRANCE A PAR"
    assert now.targets.grounds == {"BRE", "BUR", "GAS", "PIC"}
    assert now.targets.units == {"BRE", "MAR", "MUN"}


def test_pressing_the_ground_beside_an_own_unit_picks_it_too() -> None:
    now, _ = touch_all(tool(), "par")
    assert now.unit is not None


def test_then_ground_is_a_move() -> None:
    assert only(tool(), "PAR", "bur") == "A PAR - BUR"


def test_then_the_unit_itself_is_a_hold() -> None:
    assert only(tool(), "PAR", "PAR") == "A PAR H"
    assert only(tool(), "PAR", "par") == "A PAR H"
    assert only(tool(), "PAR", "PAR!") == "A PAR H"


def test_pressing_the_ground_of_a_province_attacks_who_stands_there() -> None:
    there = tool(position("FRANCE A PAR", "GERMANY A BUR"))
    assert only(there, "PAR", "bur") == "A PAR - BUR"


def test_the_coast_is_taken_where_one_is_possible() -> None:
    there = tool(position("TURKEY F AEG", "FRANCE F POR", "RUSSIA F FIN"))
    assert only(there, "AEG", "bul") == "F AEG - BUL/SC"
    assert only(there, "FIN", "stp") == "F FIN - STP/SC"


def test_the_coast_is_asked_where_two_are_possible() -> None:
    there = tool(position("FRANCE F POR", "TURKEY F CON"))
    assert asked(there, "POR", "spa") == ["coast", "coast"]
    assert only(there, "POR", "spa", "?SPA/NC") == "F POR - SPA/NC"
    assert only(there, "CON", "bul", "?BUL/EC") == "F CON - BUL/EC"


def test_a_coast_that_was_pressed_expressly_is_not_asked() -> None:
    assert only(tool(position("FRANCE F POR")), "POR", "spa/sc") == "F POR - SPA/SC"


def test_enter_takes_the_first_answer() -> None:
    assert only(tool(position("FRANCE F POR")), "POR", "spa", "<Enter>") == "F POR - SPA/NC"


def test_own_other_unit_with_a_move_is_supported_in_it_at_once() -> None:
    there = tool(orders={"FRANCE": ("A PAR - BUR",)})
    assert only(there, "MAR", "PAR") == "A MAR S A PAR - BUR"


def test_own_other_unit_without_a_move_asks_for_the_target() -> None:
    now, step = touch_all(tool(), "MAR", "PAR")
    assert isinstance(step, Picked)
    assert isinstance(now.stage, Aimed)
    assert now.targets.grounds == {"BUR", "GAS"}
    assert only(tool(), "MAR", "PAR", "bur") == "A MAR S A PAR - BUR"


def test_own_other_unit_pressed_twice_is_support_to_hold() -> None:
    there = tool(position("FRANCE A PAR", "FRANCE A BUR"))
    assert only(there, "PAR", "BUR", "BUR") == "A PAR S A BUR"
    assert only(there, "PAR", "BUR", "bur") == "A PAR S A BUR"
    assert only(there, "PAR", "BUR", "<H>") == "A PAR S A BUR"


def test_a_double_press_on_a_moving_unit_supports_it_to_hold() -> None:
    there = tool(position("FRANCE A PAR", "FRANCE A BUR"), orders={"FRANCE": ("A BUR - GAS",)})
    assert only(there, "PAR", "BUR") == "A PAR S A BUR - GAS"
    assert only(there, "PAR", "BUR", "BUR!") == "A PAR S A BUR"


def test_a_later_press_on_the_supported_unit_picks_it() -> None:
    there = tool(orders={"FRANCE": ("A PAR - BUR",)})
    now, _ = touch_all(there, "MAR", "PAR", "PAR")
    assert str(now.unit) == "FRANCE A PAR"


def test_the_supported_unit_may_be_a_fleet_whose_coast_does_not_matter() -> None:
    there = tool(position("FRANCE F POR", "FRANCE F WES"))
    assert only(there, "WES", "POR", "spa") == "F WES S F POR - SPA"


def test_a_foreign_unit_asks_whether_to_attack_or_support() -> None:
    there = tool(position("FRANCE A PAR", "GERMANY A BUR"))
    assert asked(there, "PAR", "BUR") == ["attack", "support", "support to hold"]
    assert only(there, "PAR", "BUR", "<Enter>") == "A PAR - BUR"
    assert only(there, "PAR", "BUR", "?support to hold") == "A PAR S A BUR"
    assert only(there, "PAR", "BUR", "?support", "gas") == "A PAR S A BUR - GAS"


def test_a_foreign_unit_whose_move_is_known_is_supported_in_it() -> None:
    there = tool(position("FRANCE A PAR", "GERMANY A BUR"), orders={"GERMANY": ("A BUR - GAS",)})
    assert only(there, "PAR", "BUR", "?support") == "A PAR S A BUR - GAS"


def test_in_secret_seats_the_target_of_a_foreign_unit_is_asked() -> None:
    there = tool(position("FRANCE A PAR", "GERMANY A BUR"), powers=("FRANCE",), secret=("GERMANY",), orders={"FRANCE": ()})
    now, step = touch_all(there, "PAR", "BUR", "?support")
    assert isinstance(step, Picked)
    assert now.stage == Aimed(there.context.position.units[0], there.context.position.units[1], WantedOrder.SUPPORT)


def test_what_alone_is_possible_with_a_foreign_unit_is_not_asked() -> None:
    far = tool(position("FRANCE A MAR", "GERMANY A BEL"))
    now, step = touch_all(far, "MAR", "BEL")
    assert isinstance(step, Picked), "only its move to Burgundy can be supported, so its target is asked at once"
    assert now.targets.grounds == {"BUR"}


def test_pressing_an_arrow_supports_that_move() -> None:
    there = tool(orders={"FRANCE": ("A PAR - BUR",)})
    assert only(there, "MAR", Arrow("FRANCE", parse_order("A PAR - BUR"))) == "A MAR S A PAR - BUR"


def test_pressing_a_supports_arrow_joins_it() -> None:
    there = tool(position("FRANCE A PAR", "FRANCE A MAR", "FRANCE A GAS"))
    assert only(there, "GAS", Arrow("FRANCE", parse_order("A MAR S A PAR - BUR"))) == "A GAS S A PAR - BUR"


def test_pressing_an_arrow_with_nothing_picked_picks_its_unit() -> None:
    now, _ = touch_all(tool(), Arrow("FRANCE", parse_order("A PAR - BUR")))
    assert str(now.unit) == "FRANCE A PAR"


def test_a_foreign_unit_that_is_out_of_reach_is_refused() -> None:
    assert refusal(tool(), "PAR", "EDI") == "not adjacent"


def test_an_illegal_target_answers_with_its_reason_and_the_unit_stays_picked() -> None:
    now, step = touch_all(tool(), "PAR", "mos")
    assert isinstance(step, Refused)
    assert str(step.order) == "A PAR - MOS"
    assert step.verdict.refusal is not None
    assert isinstance(now.stage, UnitPicked)


def test_the_second_refused_press_in_a_row_drops_the_pick() -> None:
    there = tool()
    once, _ = touch_all(there, "PAR", "mos")
    assert str(once.unit) == "FRANCE A PAR"
    twice, step = touch_all(once, "sev")
    assert isinstance(step, Refused)
    assert twice.is_idle
    back, _ = touch_all(once, "<Esc>", "PAR", "mos")
    assert str(back.unit) == "FRANCE A PAR", "what was done in between counts anew"


def test_an_army_that_no_fleet_can_carry_is_told_so() -> None:
    assert refusal(tool(position("FRANCE A MAR")), "MAR", "tun") == "no convoy route"


@pytest.mark.parametrize("words", [("LON",), ("lon",), ("mun",)])
def test_units_of_others_cannot_be_picked(words: tuple[str, ...]) -> None:
    assert refusal(tool(powers=("FRANCE",)), *words) == "foreign unit"


def test_empty_ground_cannot_be_picked() -> None:
    assert refusal(tool(), "bur") == "no unit"
    assert refusal(tool(), ProvinceArea("XYZ")) == "unknown place"


def test_an_order_from_the_menu_is_checked_like_any() -> None:
    assert only(tool(), Wanted("FRANCE", parse_order("A PAR S A MAR - BUR"))) == "A PAR S A MAR - BUR"
    assert refusal(tool(), Wanted("FRANCE", parse_order("A PAR - MOS"))) == "not adjacent"


def test_escape_backs_out_one_step_at_a_time() -> None:
    there = tool(position("FRANCE F POR", "FRANCE F WES"))
    now, _ = touch_all(there, "POR", "spa")
    assert isinstance(now.stage, Questioned)
    now, step = touch_all(now, "<Esc>")
    assert isinstance(step, Cancelled)
    assert isinstance(now.stage, UnitPicked)
    now, _ = touch_all(now, "WES")
    assert isinstance(now.stage, Aimed)
    now, _ = touch_all(now, "<Esc>")
    assert isinstance(now.stage, UnitPicked)
    now, _ = touch_all(now, "<Esc>")
    assert now.stage == Idle()
    now, step = touch_all(now, "<Esc>")
    assert step == Cancelled(Idle())


def test_keys_say_beforehand_what_the_next_press_is_for() -> None:
    there = tool(position("FRANCE A PAR", "FRANCE A BUR", "GERMANY A PIC"))
    assert only(there, "PAR", "<H>") == "A PAR H"
    assert only(there, "PAR", "<M>", "PIC") == "A PAR - PIC"
    assert only(there, "PAR", "<M>", "BUR") == "A PAR - BUR"
    assert only(there, "PAR", "<S>", "BUR", "gas") == "A PAR S A BUR - GAS"
    assert only(there, "PAR", "<S>", "PIC", "PIC") == "A PAR S A PIC"
    assert only(there, "PAR", "<S>", "bur", "bur") == "A PAR S A BUR"
    now, _ = touch_all(there, "PAR", "<S>", "<Esc>")
    assert now.stage == UnitPicked(there.context.position.units[1])


def test_backspace_clears_the_order_of_the_unit() -> None:
    _, step = touch_all(tool(orders={"FRANCE": ("A PAR - BUR",)}), "PAR", "<Backspace>")
    assert step == Cleared("FRANCE", "PAR", Idle())


def test_a_preview_is_a_press_that_is_not_followed() -> None:
    picked, _ = touch_all(tool(), "PAR")
    assert isinstance(picked.touch(ProvinceArea("BUR")), Ordered)
    assert isinstance(picked.touch(ProvinceArea("MOS")), Refused)
    assert isinstance(picked.touch(UnitTouch("MAR")), Picked)
    assert str(picked.unit) == "FRANCE A PAR"


def test_a_new_desk_keeps_what_is_picked_while_it_is_there() -> None:
    picked, _ = touch_all(tool(), "PAR")
    same = picked.on(tool(orders={"FRANCE": ("A MAR H",)}).context)
    assert same.unit == picked.unit
    assert picked.on(tool(position("FRANCE A MAR")).context).stage == Idle()
    assert picked.on(tool(powers=("ITALY",)).context).stage == Idle()
    assert picked.on(tool(position(phase="F1901M")).context).stage == Idle()


def test_an_answer_to_no_question_does_nothing() -> None:
    there = tool(position("FRANCE F POR"))
    _, step = touch_all(there, "POR", "spa")
    assert isinstance(step, AnswerNeeded)
    assert there.touch(ChoiceTouch(step.choices[0])) == Cancelled(Idle())


# --- a unit that the program picked in advance ---


def test_the_first_unit_is_offered_and_the_first_press_says_where_it_goes() -> None:
    seat = tool(powers=("FRANCE",)).offering()
    assert str(seat.unit) == "FRANCE A MAR"
    assert only(seat, "spa") == "A MAR - SPA"


@pytest.mark.parametrize("unit", ["PAR", "par"])
def test_another_own_unit_is_picked_in_place_of_an_offered_one(unit: str) -> None:
    now, step = touch_all(tool(powers=("FRANCE",)).offering(), unit)
    assert isinstance(step, Picked)
    assert str(now.unit) == "FRANCE A PAR"
    assert not now.is_offering
    assert only(now, "bur") == "A PAR - BUR"


def test_an_offered_unit_that_is_pressed_itself_is_picked_and_does_not_hold() -> None:
    now, step = touch_all(tool(powers=("FRANCE",)).offering(), "MAR")
    assert isinstance(step, Picked)
    assert not now.is_offering
    assert only(now, "PAR", "bur") == "A MAR S A PAR - BUR"


def test_esc_drops_an_offered_unit_and_so_does_an_order_that_is_typed() -> None:
    offered = tool(powers=("FRANCE",)).offering()
    now, _ = touch_all(offered, "<Esc>")
    assert now.is_idle
    assert offered.on(tool(powers=("FRANCE",), orders={"FRANCE": ("A PAR H",)}).context).is_idle
    assert offered.on(tool(powers=("FRANCE",)).context).is_offering


def test_nothing_is_offered_where_orders_stand_already_or_none_are_due() -> None:
    assert tool(powers=("FRANCE",), orders={"FRANCE": ("A PAR H",)}).offering().is_idle
    assert tool(position("FRANCE A PAR", phase="W1901A"), powers=("FRANCE",)).offering().is_idle
    picked, _ = touch_all(tool(powers=("FRANCE",)), "PAR")
    assert picked.offering() is picked
