"""Units of a reveal at each moment: along their arrows, back from a standoff, driven out by the unit that comes."""

from __future__ import annotations

import pytest

from adjudicator.unit import Location
from app.game.edits import new_game
from app.game.record import Game
from app.presentation.hotseat.reveal_motion import RevealMotion, StepSound, sound_of
from app.presentation.hotseat.reveal_steps import RevealKind, RevealStory
from app.presentation.layout.drawing import Plan, UnitDrawing, UnitState
from app.presentation.layout.polyline import Point, distance
from app.presentation.layout.situation import anchor
from tests.fakes.board_pictures import drawn_standard
from tests.unit.app.presentation.hotseat.test_reveal_steps import FALL, SPRING, played, story_of
from variants.catalogue import standard

DISLODGED = ("AUSTRIA A TYR - VEN", "AUSTRIA F TRI S A TYR - VEN", "ITALY A VEN H")


def motion_of(game: Game, index: int) -> tuple[RevealMotion, RevealStory, Plan]:
    story, _, plan = story_of(game, index)
    return RevealMotion(story, plan, drawn_standard()), story, plan


def step_of(story: RevealStory, kind: RevealKind) -> int:
    return next(at for at, step in enumerate(story.steps) if step.kind is kind)


def unit(plan: Plan, province: str) -> UnitDrawing:
    return next(each for each in plan.units if each.unit.province == province)


def place(province: str, coast: str | None = None) -> Point:
    found = anchor(drawn_standard(), Location(province, coast))
    assert found is not None
    return found


def test_a_unit_goes_along_its_arrow_and_stays_where_it_came_to() -> None:
    motion, story, plan = motion_of(played(new_game(standard()), *SPRING), 0)
    step = next(at for at, each in enumerate(story.steps) if each.title == "Austria-Hungary moves to Tyrolia.")
    assert unit(motion.at(step, 0.0), "VIE").at == unit(plan, "VIE").at
    half = unit(motion.at(step, 0.5), "VIE").at
    assert 0 < distance(half, place("VIE")) < distance(place("VIE"), place("TYR")) * 1.5
    for later in range(step, len(story.steps)):
        assert unit(motion.at(later, 1.0), "VIE").at == pytest.approx(place("TYR"))
    assert unit(motion.at(step - 1, 1.0), "VIE").at == unit(plan, "VIE").at


def test_units_of_a_standoff_go_out_and_come_back_and_marks_come_when_they_meet() -> None:
    motion, story, plan = motion_of(played(new_game(standard()), *SPRING), 0)
    step = step_of(story, RevealKind.STANDOFF)
    assert not motion.at(step, 0.2).badges
    assert motion.at(step, 0.6).badges == plan.badges
    gone = distance(unit(motion.at(step, 0.45), "SEV").at, place("SEV"))
    assert gone > distance(unit(motion.at(step, 0.2), "SEV").at, place("SEV")) > 0
    assert unit(motion.at(step, 1.0), "SEV").at == place("SEV")


def test_a_unit_that_is_driven_out_gives_way_to_the_one_that_comes() -> None:
    motion, story, _ = motion_of(played(played(new_game(standard()), *SPRING), *DISLODGED), 1)
    step = step_of(story, RevealKind.DRIVEN_OUT)
    before, after = motion.at(step, 0.3), motion.at(step, 1.0)
    assert unit(before, "VEN").standing is UnitState.FIRM
    assert unit(before, "VEN").at == place("VEN")
    assert unit(after, "TYR").at == pytest.approx(place("VEN"))
    assert unit(after, "VEN").standing is UnitState.DISLODGED
    apart = distance(unit(after, "VEN").at, unit(after, "TYR").at)
    assert apart == pytest.approx(2 * unit(after, "VEN").radius, rel=0.05)


def test_nothing_moves_before_its_step() -> None:
    motion, story, plan = motion_of(played(played(new_game(standard()), *SPRING), *FALL), 1)
    opening = motion.at(0, 1.0)
    assert [each.at for each in opening.units] == [each.at for each in plan.units]
    assert all(each.standing is UnitState.FIRM for each in opening.units)
    assert motion.milliseconds(0) == 0
    assert all(motion.milliseconds(at) > 0 for at, step in enumerate(story.steps) if step.kind in {RevealKind.MOVE, RevealKind.STANDOFF})


def test_a_retreat_leads_from_where_the_unit_lay() -> None:
    game = played(played(played(new_game(standard()), *SPRING), *DISLODGED), "ITALY A VEN R TUS")
    motion, story, plan = motion_of(game, 2)
    step = step_of(story, RevealKind.RETREAT)
    lying = next(each for each in plan.units if each.displaced)
    seen = next(each for each in motion.at(step, 1.0).units if each.displaced)
    assert seen.at == pytest.approx(place("TUS"))
    assert next(each for each in motion.at(step, 0.0).units if each.displaced).at == lying.at


def test_the_camera_holds_both_ends_of_a_move() -> None:
    motion, story, _ = motion_of(played(new_game(standard()), *SPRING), 0)
    step = next(at for at, each in enumerate(story.steps) if each.title == "Austria-Hungary moves to Tyrolia.")
    path = motion.path(step)
    assert any(distance(point, place("VIE")) < 1 for point in path)
    assert any(distance(point, place("TYR")) < 1 for point in path)


def test_clashes_and_falls_sound_otherwise_than_moves() -> None:
    _, story, _ = motion_of(played(new_game(standard()), *SPRING), 0)
    sounds = {step.kind: sound_of(step) for step in story.steps}
    assert sounds[RevealKind.OPEN] is StepSound.OPEN
    assert sounds[RevealKind.STANDOFF] is StepSound.CLASH
    assert sounds[RevealKind.MOVE] is StepSound.STEP
