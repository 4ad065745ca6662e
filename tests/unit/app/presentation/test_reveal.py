"""An outcome is animated in steps."""

from __future__ import annotations

import itertools

import pytest

from app.presentation.layout.drawing import OrderDrawing, OrderLook, Plan, Shape, UnitState
from app.presentation.layout.plan import Planner
from app.presentation.layout.polyline import Point, distance, length
from app.presentation.picture import MapPicture
from app.presentation.reveal import Reveal, RevealPart
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard, picture

BOUNCE = picture("FRANCE A PAR - BUR : bounce 1:1", others=("GERMANY A BUR",))
DRIVEN = picture("FRANCE A PIC - BEL : ok", "ENGLAND A BEL H : dislodged")
CUT = picture("FRANCE A PAR - BUR : ok", "FRANCE A MAR S A PAR - BUR : cut")


def laid_out(shown: MapPicture) -> Plan:
    return Planner(drawn_standard(), shown.variant.board).plan(shown, 0.9)


def where(plan: Plan, power: str) -> Point:
    return next(each.at for each in plan.units if each.unit.power == power)


def during(plan: Plan, act: RevealPart, passed: float) -> Plan:
    """Return the plan when *passed* of *act* has passed."""
    start, end = Reveal(plan).acts()[act]
    return Reveal(plan).at(start + (end - start) * passed)


def drawn(plan: Plan, shape: Shape) -> OrderDrawing | None:
    return next((each for each in plan.orders if each.shape is shape), None)


@pytest.mark.parametrize("shown", [BOUNCE, DRIVEN, CUT, ALL_KINDS, picture(others=("FRANCE A PAR",))])
def test_it_ends_with_the_outcome_itself(shown: MapPicture) -> None:
    plan = laid_out(shown)
    assert Reveal(plan).at(1.0) is plan
    # What is seen just before is all there, so that nothing jumps at the end.
    assert Reveal(plan).at(0.999) == plan


def test_its_acts_follow_one_another_and_what_has_nothing_to_tell_takes_no_time() -> None:
    acts = Reveal(laid_out(ALL_KINDS)).acts()
    assert list(acts) == list(RevealPart)
    spans = list(acts.values())
    assert spans[0][0] == 0
    assert all(before[1] == after[0] for before, after in itertools.pairwise(spans))
    quiet = Reveal(laid_out(picture("FRANCE A PAR - BUR : ok")))
    assert list(quiet.acts()) == [RevealPart.MARCH]
    assert quiet.milliseconds < Reveal(laid_out(ALL_KINDS)).milliseconds
    assert Reveal(laid_out(picture(others=("FRANCE A PAR",)))).milliseconds == 0


def test_supports_reach_out_before_anybody_marches() -> None:
    plan = laid_out(CUT)
    reaching = during(plan, RevealPart.HELP, 0.2)
    support, whole = drawn(reaching, Shape.SUPPORT), drawn(plan, Shape.SUPPORT)
    assert support is not None
    assert whole is not None
    assert 0 < length(support.line) < length(whole.line)
    assert drawn(reaching, Shape.MOVE) is None
    marching = during(plan, RevealPart.MARCH, 0.8)
    support = drawn(marching, Shape.SUPPORT)
    assert support is not None
    assert support.line == whole.line
    assert drawn(marching, Shape.MOVE) is not None


def test_arrows_grow() -> None:
    plan = laid_out(picture("FRANCE A PAR - BUR : ok"))
    early, later = (length(during(plan, RevealPart.MARCH, passed).orders[0].line) for passed in (0.1, 0.25))
    assert 0 < early < later < length(plan.orders[0].line)
    assert during(plan, RevealPart.MARCH, 1.0).orders[0].line == plan.orders[0].line


def test_nobody_knows_before_who_is_hindered() -> None:
    plan = laid_out(CUT)
    before, after = during(plan, RevealPart.MARCH, 0.9), during(plan, RevealPart.HINDER, 0.1)
    for seen, look, marks in ((before, OrderLook.FIRM, 0), (after, OrderLook.FADED, 1)):
        support = drawn(seen, Shape.SUPPORT)
        assert support is not None
        assert support.look is look
        assert len(support.badges) == marks


def test_a_unit_that_bounces_goes_out_strikes_and_comes_back_and_only_then_it_is_told() -> None:
    plan = laid_out(BOUNCE)
    start = where(plan, "FRANCE")
    assert where(during(plan, RevealPart.MARCH, 0.9), "FRANCE") == start
    near, strike, back = (during(plan, RevealPart.CLASH, passed) for passed in (0.2, 0.39, 0.6))
    assert 0 < distance(where(near, "FRANCE"), start) < distance(where(strike, "FRANCE"), start)
    assert distance(where(strike, "FRANCE"), start) > plan.sizes.unit
    assert distance(where(back, "FRANCE"), start) < distance(where(strike, "FRANCE"), start)
    assert all(each.look is OrderLook.FIRM and not each.badges for each in strike.orders)
    assert not strike.badges
    assert back.orders == plan.orders
    assert back.badges == plan.badges


def test_a_dislodged_unit_falls_at_its_step_of_the_reveal() -> None:
    plan = laid_out(DRIVEN)
    moments = (during(plan, RevealPart.MARCH, 0.9), during(plan, RevealPart.FALL, 0.15))
    english = [next(each for each in seen.units if each.unit.power == "ENGLAND") for seen in moments]
    assert [each.standing for each in english] == [UnitState.FIRM, UnitState.DISLODGED]
    own, attacker = where(plan, "ENGLAND"), where(plan, "FRANCE")
    assert english[0].at == own
    assert distance(english[1].at, attacker) > distance(own, attacker)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.33, 0.5, 0.66, 0.9])
def test_no_unit_is_lost_on_the_way(share: float) -> None:
    plan = laid_out(ALL_KINDS)
    seen = Reveal(plan).at(share)
    assert [each.unit for each in seen.units] == [each.unit for each in plan.units]
    assert seen.sizes == plan.sizes
    assert seen.stars == plan.stars
