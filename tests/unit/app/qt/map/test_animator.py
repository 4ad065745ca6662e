"""The way from one picture to the next, stepped through."""

from __future__ import annotations

import pytest

from app.presentation.layout.drawing import Plan, UnitState
from app.presentation.layout.plan import Planner
from app.presentation.layout.polyline import Point, distance
from app.presentation.picture import MapPicture
from app.qt.map.animator import between
from tests.fakes.board_pictures import drawn_standard, picture


def laid_out(shown: MapPicture) -> Plan:
    return Planner(drawn_standard(), shown.variant.board).plan(shown, 0.9)


def where(plan: Plan, power: str) -> Point:
    return next(each.at for each in plan.units if each.unit.power == power)


def test_it_begins_and_ends_with_the_pictures_themselves() -> None:
    before, after = laid_out(picture("FRANCE A PAR - BUR : ok")), laid_out(picture(others=("FRANCE A BUR",)))
    assert between(before, after, 0.0) is before
    assert between(before, after, 1.0) is after


def test_a_unit_that_moved_glides_and_arrives() -> None:
    before, after = laid_out(picture("FRANCE A PAR - BUR : ok")), laid_out(picture(others=("FRANCE A BUR",)))
    start, goal = where(before, "FRANCE"), where(after, "FRANCE")
    half = where(between(before, after, 0.5), "FRANCE")
    assert 0 < distance(start, half) < distance(start, goal)
    assert distance(where(between(before, after, 0.999), "FRANCE"), goal) < 1


def test_a_unit_that_bounced_goes_out_and_comes_back() -> None:
    shown = picture("FRANCE A PAR - BUR : bounce 1:1", others=("GERMANY A BUR",))
    before, after = laid_out(shown), laid_out(picture(others=("FRANCE A PAR", "GERMANY A BUR")))
    start = where(before, "FRANCE")
    assert distance(where(between(before, after, 0.4), "FRANCE"), start) > before.sizes.unit
    assert distance(where(between(before, after, 0.999), "FRANCE"), start) < 1


def test_a_unit_that_was_driven_out_is_pushed_aside() -> None:
    before = laid_out(picture("FRANCE A PIC - BEL : ok", "ENGLAND A BEL H : dislodged"))
    after = laid_out(picture(others=("FRANCE A BEL",), dislodged=("ENGLAND A BEL < PIC",), phase="S1901R"))
    late = between(before, after, 0.8)
    english = next(each for each in late.units if each.unit.power == "ENGLAND")
    assert english.displaced
    assert english.standing is UnitState.DISLODGED
    assert distance(english.at, where(before, "ENGLAND")) > before.sizes.unit


def test_a_unit_that_vanishes_shrinks_and_a_new_one_grows() -> None:
    before, after = laid_out(picture(others=("FRANCE A PAR",))), laid_out(picture(others=("GERMANY A MUN",)))
    late = {each.unit.power: each.radius for each in between(before, after, 0.9).units}
    assert late["FRANCE"] < late["GERMANY"]


@pytest.mark.parametrize("share", [0.1, 0.49, 0.51, 0.9])
def test_no_unit_is_lost_on_the_way(share: float) -> None:
    before = laid_out(picture("FRANCE A PAR - BUR : ok", "GERMANY A BUR - MUN : ok"))
    after = laid_out(picture(others=("FRANCE A BUR", "GERMANY A MUN")))
    assert len(between(before, after, share).units) == 2
