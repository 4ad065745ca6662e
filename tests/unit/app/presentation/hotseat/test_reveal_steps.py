"""A phase is revealed one step at a time; nothing reveals its end before its step has come."""

from __future__ import annotations

from adjudicator.notation import parse_order
from adjudicator.order import Move
from app.game.edits import new_game, process, set_order
from app.game.record import MAIN, Cursor, Game, Turn
from app.library.unit_sets import usual_set
from app.presentation.hotseat.reveal_steps import RevealKind, RevealStory, order_key, reveal_story
from app.presentation.layout.drawing import OrderLook, Plan, UnitState
from app.presentation.layout.plan import Planner
from app.presentation.picture import board_picture
from app.session.view_options import View
from tests.fakes.board_pictures import drawn_standard
from variants.catalogue import shipped, standard

SPRING = "FRANCE A PAR - BUR", "FRANCE A MAR - SPA", "AUSTRIA A VIE - TYR", "ITALY A VEN H", "RUSSIA F SEV - BLA", "TURKEY F ANK - BLA"
FALL = (
    "AUSTRIA A TYR - VEN",
    "AUSTRIA F TRI S A TYR - VEN",
    "ITALY A VEN H",
    "ITALY A ROM S A VEN",
    "ITALY F NAP - ION",
    "GERMANY A MUN - BUR",
    "FRANCE A BUR S F BRE - PIC",
    "FRANCE F BRE - PIC",
)


def played(game: Game, *lines: str) -> Game:
    for line in lines:
        power, _, order = line.partition(" ")
        game = set_order(game, MAIN, power, parse_order(order))
    return process(game, MAIN)


def spring_and_fall() -> Game:
    return played(played(new_game(standard()), *SPRING), *FALL)


def story_of(game: Game, index: int) -> tuple[RevealStory, Turn, Plan]:
    cursor = Cursor(MAIN, index)
    turn = game.turn(cursor)
    folder = shipped("standard")
    shown = board_picture(game, cursor, View(), folder.styles, usual_set())
    return reveal_story(game, turn), turn, Planner(drawn_standard(), game.variant.board).plan(shown, 0.9)


def test_the_steps_come_in_the_sequence_in_which_a_table_wants_them() -> None:
    story, _, _ = story_of(played(new_game(standard()), *SPRING), 0)
    kinds = [step.kind for step in story.steps]
    assert kinds[0] is RevealKind.OPEN
    assert kinds == sorted(kinds, key=list(RevealKind).index)
    titles = [step.title for step in story.steps]
    assert "Standoff in the Black Sea." in titles
    assert "France moves to Spain and Burgundy." in titles
    assert "Austria-Hungary moves to Tyrolia." in titles


def test_no_reason_repeats_its_title_and_a_standoff_is_told_once() -> None:
    story, _, _ = story_of(played(new_game(standard()), *SPRING), 0)
    standoffs = [step for step in story.steps if step.kind is RevealKind.STANDOFF]
    assert [(step.title, step.reason) for step in standoffs] == [("Standoff in the Black Sea.", "Russia 1, Turkey 1.")]
    assert standoffs[0].places == ("BLA", "SEV", "ANK")
    assert all("moves to" not in step.reason for step in story.steps)


def test_two_units_that_run_into_each_other_meet_once() -> None:
    game = played(played(new_game(standard()), "RUSSIA A WAR - GAL", "AUSTRIA A VIE - TYR"), "RUSSIA A GAL - BUD", "AUSTRIA A BUD - GAL")
    story, _, _ = story_of(game, 1)
    assert [step.title for step in story.steps if step.kind is RevealKind.STANDOFF] == ["Standoff between Galicia and Budapest."]


def test_a_unit_driven_out_by_the_one_it_attacked_is_told_once() -> None:
    game = played(played(new_game(standard()), *SPRING), "AUSTRIA A TYR - VEN", "AUSTRIA F TRI S A TYR - VEN", "ITALY A VEN - TYR")
    story, _, _ = story_of(game, 1)
    about = [step.title for step in story.steps if "Italy" in step.title]
    assert about == ["Austria-Hungary drives Italy out of Venice."]


def test_a_move_to_a_centre_of_another_power_has_a_step_of_its_own() -> None:
    game = played(played(new_game(standard()), *SPRING), "FRANCE A BUR - MUN", "FRANCE A SPA - POR", "GERMANY A MUN - BOH")
    titles = [step.title for step in story_of(game, 1)[0].steps]
    assert titles.index("Germany moves to Bohemia.") < titles.index("France enters Munich.")  # it leaves first


def test_an_army_that_goes_by_sea_lands() -> None:
    game = played(
        played(new_game(standard()), "ENGLAND F LON - NTH", "ENGLAND A LVP - YOR"), "ENGLAND F NTH C A YOR - NWY", "ENGLAND A YOR - NWY"
    )
    assert "England lands in Norway." in [step.title for step in story_of(game, 1)[0].steps]


def test_every_order_is_settled_by_one_step() -> None:
    story, turn, _ = story_of(spring_and_fall(), 1)
    assert turn.resolution is not None
    settled = [key for step in story.steps for key in step.settles]
    assert len(settled) == len(set(settled))
    assert set(settled) == {(each.power, each.order.piece.location.province) for each in turn.resolution.outcomes}  # type: ignore[union-attr]


def test_cuts_and_units_that_are_driven_out_have_steps_of_their_own_with_reasons() -> None:
    story, _, _ = story_of(spring_and_fall(), 1)
    cut = next(step for step in story.steps if step.kind is RevealKind.CUT)
    assert "Army Burgundy is cut" in cut.title
    assert "Army Munich" in cut.reason
    # Two against two: Venice holds, since Rome supports it.
    assert not any(step.kind is RevealKind.DRIVEN_OUT for step in story.steps)


def test_nothing_of_a_result_is_seen_before_its_step() -> None:
    story, _, plan = story_of(played(new_game(standard()), *SPRING), 0)
    opening = story.plan_at(plan, 0)
    assert all(each.look is OrderLook.FIRM and not each.badges for each in opening.orders)
    assert not opening.badges
    assert all(each.standing is UnitState.FIRM for each in opening.units)
    standoff = next(at for at, step in enumerate(story.steps) if step.kind is RevealKind.STANDOFF)
    before, then = story.plan_at(plan, standoff - 1), story.plan_at(plan, standoff)
    assert not before.badges
    assert then.badges == plan.badges != ()
    assert story.plan_at(plan, len(story.steps) - 1) is plan


def test_what_is_not_told_yet_is_pale_and_what_is_told_is_as_it_ended() -> None:
    story, _, plan = story_of(played(new_game(standard()), *SPRING), 0)
    first_move = next(at for at, step in enumerate(story.steps) if step.kind is RevealKind.MOVE)
    seen = story.plan_at(plan, first_move)
    told = story.settled(first_move)
    for drawing in seen.orders:
        order = drawing.drawn.order
        if isinstance(order, Move):
            is_told = (drawing.drawn.power, order.piece.location.province) in told
            assert (drawing.look is OrderLook.FADED) is not is_told or drawing.drawn.outcome is None


def test_a_group_counts_what_its_steps_tell() -> None:
    story, _, _ = story_of(played(new_game(standard()), *SPRING), 0)
    standoffs = next(group for group in story.groups if group.kind is RevealKind.STANDOFF)
    assert standoffs.count == 2  # both fleets
    assert standoffs.first == standoffs.last


def test_retreats_and_builds_are_reported_too() -> None:
    game = played(played(new_game(standard()), *SPRING), "AUSTRIA A TYR - VEN", "AUSTRIA F TRI S A TYR - VEN", "ITALY A VEN H")
    driven, _, _ = story_of(game, 1)
    assert any(step.kind is RevealKind.DRIVEN_OUT and step.title == "Austria-Hungary drives Italy out of Venice." for step in driven.steps)
    game = played(game, "ITALY A VEN R TUS")
    retreat, _, _ = story_of(game, 2)
    assert any(step.title == "Italy retreats to Tuscany." for step in retreat.steps)
    game = played(game, "AUSTRIA A VIE B", "FRANCE A PAR B")
    builds, _, _ = story_of(game, 3)
    assert any(step.kind is RevealKind.BUILD and step.title == "Austria-Hungary builds Army Vienna." for step in builds.steps)


def test_a_phase_in_which_nobody_ordered_anything_says_so() -> None:
    story, _, _ = story_of(process(new_game(standard()), MAIN), 0)
    assert [step.title for step in story.steps] == ["Nobody gave an order."]


def test_the_mark_of_a_cut_support_comes_with_its_step() -> None:
    story, _, plan = story_of(spring_and_fall(), 1)
    cut = next(at for at, step in enumerate(story.steps) if step.kind is RevealKind.CUT)

    def marks(at: int) -> int:
        drawings = (each for each in story.plan_at(plan, at).orders if order_key(each.drawn.power, each.drawn.order) == ("FRANCE", "BUR"))
        return sum(len(each.badges) for each in drawings)

    assert [marks(at) for at in range(cut)] == [0] * cut
    assert marks(cut) == 1
