"""Each rule of the turning points, on a small game."""

from __future__ import annotations

from app.game.ending_edits import declare_draw
from app.game.entries import Press
from app.game.record import MAIN
from app.game.table_edits import send_press
from app.statistics.story import Story, describe_honours, describe_outcome_of, describe_point, describe_title, story_of
from app.statistics.turning_points import PointKind
from tests.unit.app.statistics.telling import Orders, placed, played, told

NOTHING: Orders = {}


def points(story: Story, kind: PointKind) -> list[tuple[str, str]]:
    """Return the phases and sentences."""
    return [(str(each.phase), describe_point(story.game, each)) for each in story.turning_points if each.kind is kind]


GREEDY = placed("FRANCE A GAS, FRANCE A RUH, FRANCE F NTH, GERMANY A SIL", {"FRANCE": "PAR MAR", "GERMANY": "MUN BER KIE"}, "F1901M")
THREE: Orders = {"FRANCE": "A GAS - SPA, A RUH - MUN, F NTH - NWY"}


def test_the_largest_swing_of_a_year_is_reported() -> None:
    assert points(told(GREEDY, THREE), PointKind.SWING) == [("F1901M", "France gains 3 centres in a year, from 2 to 5.")]


def test_a_small_swing_is_not() -> None:
    assert points(told(GREEDY, {"FRANCE": "A GAS - SPA"}), PointKind.SWING) == []


def test_the_first_home_centre_lost_is_reported_once() -> None:
    story = told(GREEDY, THREE)
    assert points(story, PointKind.HOME_LOST) == [("F1901M", "Germany loses the first home centre of the game: Munich goes to France.")]


def test_a_power_without_unit_and_centre_is_out() -> None:
    board = placed("FRANCE A RUH, FRANCE A TYR, GERMANY A MUN", {"FRANCE": "PAR MAR", "GERMANY": "MUN"}, "F1901M")
    story = told(board, {"FRANCE": "A TYR - MUN, A RUH S A TYR - MUN"}, {"GERMANY": "A MUN D"})
    assert points(story, PointKind.ELIMINATION) == [("F1901R", "Germany is out of the game.")]


def test_a_power_with_a_unit_or_a_centre_left_is_not_out() -> None:
    board = placed("FRANCE A RUH, FRANCE A TYR, GERMANY A MUN", {"FRANCE": "PAR MAR", "GERMANY": "MUN"}, "F1901M")
    retreated = told(board, {"FRANCE": "A TYR - MUN, A RUH S A TYR - MUN"}, {"GERMANY": "A MUN R BOH"})
    assert points(retreated, PointKind.ELIMINATION) == []
    richer = placed("FRANCE A RUH, FRANCE A TYR, GERMANY A MUN", {"FRANCE": "PAR MAR", "GERMANY": "MUN BER"}, "F1901M")
    disbanded = told(richer, {"FRANCE": "A TYR - MUN, A RUH S A TYR - MUN"}, {"GERMANY": "A MUN D"})
    assert points(disbanded, PointKind.ELIMINATION) == []


def test_a_power_that_never_played_is_not_told_of() -> None:
    assert points(told(GREEDY, NOTHING), PointKind.ELIMINATION) == []


def test_later_home_centres_lost_are_not_told() -> None:
    board = placed("FRANCE A RUH, FRANCE A SIL", {"FRANCE": "PAR MAR", "GERMANY": "MUN BER KIE"}, "F1901M")
    story = told(board, {"FRANCE": "A RUH - MUN, A SIL - BER"}, {"FRANCE": "WAIVE, WAIVE"}, NOTHING, {"FRANCE": "A BER - KIE"})
    assert len(points(story, PointKind.HOME_LOST)) == 1


def test_to_take_a_home_of_ones_own_back_is_no_loss_of_it() -> None:
    board = placed("GERMANY A RUH", {"FRANCE": "PAR MUN", "GERMANY": "BER"}, "F1901M")
    assert points(told(board, {"GERMANY": "A RUH - MUN"}), PointKind.HOME_LOST) == []


def test_who_leads_first_takes_the_lead_from_nobody() -> None:
    """More centres at the start, as Russia has, are no lead yet."""
    assert points(told(GREEDY, THREE), PointKind.LEAD) == []


def test_a_tie_is_no_lead() -> None:
    board = placed("FRANCE A GAS, GERMANY A SIL", {"FRANCE": "PAR BRE", "GERMANY": "MUN BER KIE"}, "F1901M")
    story = told(board, NOTHING, {"GERMANY": "WAIVE, WAIVE", "FRANCE": "WAIVE"}, NOTHING, {"FRANCE": "A GAS - SPA"})
    assert story.centres.counts[0][1][-1] == story.centres.counts[1][1][-1] == 3
    assert points(story, PointKind.LEAD) == []


def test_a_lead_that_changes_is_reported() -> None:
    assert points(told(GREEDY, NOTHING, NOTHING, THREE), PointKind.LEAD) == []
    story = told(GREEDY, NOTHING, {}, {"FRANCE": "A GAS - SPA, F NTH - NWY"}, {"FRANCE": "A RUH - MUN"})
    assert points(story, PointKind.LEAD) == [("F1902M", "France takes the lead from Germany with 4 centres.")]


def test_two_years_without_a_capture_are_a_stalemate() -> None:
    board = placed("FRANCE A PAR, GERMANY A MUN", {"FRANCE": "PAR", "GERMANY": "MUN"})
    assert points(told(board, *([NOTHING] * 3)), PointKind.STALEMATE) == []
    assert points(told(board, *([NOTHING] * 4)), PointKind.STALEMATE) == [("F1902M", "No centre changed hands from 1901 to 1902.")]


def test_the_end_is_reported() -> None:
    game = declare_draw(played(GREEDY, THREE), MAIN, ("FRANCE", "GERMANY"))
    story = story_of(game, MAIN)
    assert points(story, PointKind.END) == [("W1901A", "Draw among France and Germany by agreement.")]


def test_a_draw_is_dated_by_the_phase_in_which_it_was_agreed() -> None:
    game = declare_draw(played(GREEDY, THREE, {"FRANCE": "WAIVE, WAIVE"}), MAIN, ("FRANCE", "GERMANY"))
    story = story_of(game, MAIN)
    assert str(story.ended_in) == "S1902M"
    assert ", Spring 1902; " in describe_outcome_of(story)
    assert describe_title(story) == "France and Germany draw"
    assert describe_outcome_of(story, titled=True).startswith("By agreement, Spring 1902; "), "nothing of the title is said again"


def test_a_broken_word_is_reported_and_a_kept_one_is_not() -> None:
    game = send_press(GREEDY, MAIN, Press("FRANCE", ("GERMANY",), "I stay out of Munich."))
    assert points(told(game, THREE), PointKind.BROKEN_WORD) == [
        ("F1901M", "France promised Germany to keep out of Munich, and moved there.")
    ]
    assert points(told(game, NOTHING), PointKind.BROKEN_WORD) == []


NAMES = {"FRANCE": "France", "GERMANY": "Germany", "ITALY": "Italy"}
FRIENDS = placed("FRANCE A BUR, FRANCE A GAS, GERMANY A MUN, ITALY A VEN", {"FRANCE": "PAR MAR", "GERMANY": "MUN", "ITALY": "VEN"})


def test_honours_name_who_helped_most_and_whose_alliance_lasted() -> None:
    helping: Orders = {"FRANCE": "A BUR S A MUN"}
    story = told(FRIENDS, helping, helping)
    honours = dict(describe_honours(story, NAMES))
    assert honours["Most faithful"] == "France, 2 times for Germany"
    assert honours["Longest alliance"] == "France and Germany, 2 seasons"
    assert "Most stabs" not in honours


def test_honours_name_who_stabbed_most() -> None:
    story = told(FRIENDS, {"FRANCE": "A BUR S A MUN"}, {"FRANCE": "A BUR - MUN"})
    assert dict(describe_honours(story, NAMES))["Most stabs"] == "France, 1 stab"


def test_the_turn_that_decided_it_is_the_last_change_of_a_lead_that_held() -> None:
    board = placed("FRANCE A GAS, GERMANY A MUN", {"FRANCE": "PAR MAR", "GERMANY": "MUN BER KIE"}, "F1901M")
    first = told(board, {})
    assert first.decided_by is None
    turned = told(board, {}, {}, {}, {"FRANCE": "A GAS - SPA"}, {}, {})
    assert turned.decided_by is None  # three each: nobody leads alone


def test_promises_are_counted_only_where_letters_are_read() -> None:
    game = send_press(FRIENDS, MAIN, Press("FRANCE", ("GERMANY",), "I will support you."))
    assert dict(describe_honours(told(game, {"FRANCE": "A BUR S A MUN"}), NAMES))["Promises"] == "1 kept, 0 broken"
    assert "Promises" not in dict(describe_honours(told(game, {"FRANCE": "A BUR S A MUN"}, letters=False), NAMES))
