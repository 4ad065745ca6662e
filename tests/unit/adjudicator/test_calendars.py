"""Calendars of other years and rounds, and what follows what."""

from __future__ import annotations

from dataclasses import replace

from adjudicator import Calendar, CalendarStep, PhaseKind, Result, Variant, adjudicate
from tests.unit.adjudicator.build_board import BORDERS, PLACES, game
from tests.unit.adjudicator.small_boards import calendar, edges, orders, play, position, standing, variant


def phases(of: Variant, start: str, count: int) -> list[str]:
    where = replace(position("FRANCE A PAR, GERMANY A BER", start, {"PAR": "FRANCE", "BER": "GERMANY"}))
    found = []
    for _ in range(count):
        where = adjudicate(of, where, {}).next
        found.append(str(where.phase))
    return found


def test_empty_retreats_and_adjustments_are_passed_over_and_told() -> None:
    after = play(game(), "FRANCE A PAR", "", "F1901M", {"PAR": "FRANCE"})
    assert [str(phase) for phase in after.skipped] == ["F1901R", "W1901A"]
    assert str(after.next.phase) == "S1902M"


def test_years_before_our_era_count_up_and_there_is_no_year_nought() -> None:
    ancient = replace(variant(PLACES, BORDERS, steps=calendar("S M, S R captures")))
    assert phases(ancient, "S-0003M", 4) == ["S-0002M", "S-0001M", "S0001M", "S0002M"]


def test_a_calendar_that_does_not_say_so_takes_one_year_at_a_step() -> None:
    plain = replace(calendar(), year_step=Calendar((), {}).year_step)
    assert phases(variant(PLACES, BORDERS, steps=plain), "F1901M", 1) == ["S1902M"]


def test_a_calendar_may_take_five_years_at_a_step() -> None:
    slow = variant(PLACES, BORDERS, steps=calendar("S M, S R, F M, F R captures, W A", year_step=5))
    assert phases(slow, "S1900M", 3) == ["F1900M", "S1905M", "F1905M"]


def two_years(year_step: int = 1) -> Calendar:
    """Two years that are moved in, and an adjustment at the end of the second."""
    steps = (
        CalendarStep("S", PhaseKind.MOVEMENT),
        CalendarStep("S", PhaseKind.RETREAT),
        CalendarStep("F", PhaseKind.MOVEMENT, later=year_step),
        CalendarStep("F", PhaseKind.RETREAT, captures=True),
        CalendarStep("F", PhaseKind.ADJUSTMENT),
    )
    return Calendar(steps, {"S": "First Year", "F": "Second Year"}, year_step)


def test_a_round_may_span_several_years() -> None:
    assert phases(variant(PLACES, BORDERS, steps=two_years()), "S1900M", 3) == ["F1901M", "S1902M", "F1903M"]
    assert phases(variant(PLACES, BORDERS, steps=two_years(5)), "S1425M", 3) == ["F1430M", "S1435M", "F1440M"]
    assert phases(variant(PLACES, BORDERS, steps=two_years()), "S-0003M", 4) == ["F-0002M", "S-0001M", "F0001M", "S0002M"]


def test_a_year_limit_holds_within_a_round_of_several_years() -> None:
    limited = replace(variant(PLACES, BORDERS, steps=two_years()), year_limit=1902)
    where = position("FRANCE A PAR", "S1900M", {"PAR": "FRANCE"})
    second = adjudicate(limited, where, {})
    third = adjudicate(limited, second.next, {})
    assert (second.ending, third.ending, str(third.next.phase)) == (None, None, "S1902M")
    last = adjudicate(limited, third.next, {})
    assert last.ending is not None
    assert last.ending.reason == "year limit"


def test_a_game_may_start_with_builds() -> None:
    winter_first = variant(PLACES, BORDERS, steps=calendar("W A, S M, S R, F M, F R captures"))
    where = position("", "W1900A", {"PAR": "FRANCE", "BER": "GERMANY"})
    after = adjudicate(winter_first, where, orders("FRANCE: A PAR B; GERMANY: A BER B", PhaseKind.ADJUSTMENT))
    assert str(after.next.phase) == "S1900M"
    assert standing(after) == "FRANCE A PAR, GERMANY A BER"


def test_centres_change_hands_after_the_step_that_says_so() -> None:
    every_season = variant(PLACES, BORDERS, steps=calendar("S M captures, S R, F M captures, F R, W A"))
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BER": "GERMANY"}
    after = play(every_season, "FRANCE F MAR, GERMANY A BER", "FRANCE: F MAR - SPA", "S1901M", owners)
    assert [each.province for each in after.captures] == ["SPA"]
    in_fall_only = play(game(), "FRANCE F MAR, GERMANY A BER", "FRANCE: F MAR - SPA", "S1901M", owners)
    assert in_fall_only.captures == ()


def test_without_a_retreat_step_a_dislodged_unit_is_destroyed() -> None:
    harsh = variant(PLACES, BORDERS, steps=calendar("S M, F M captures, W A"))
    after = play(harsh, "FRANCE A PAR, GERMANY A BUR, GERMANY A BER", "GERMANY: A BER S A BUR - PAR, A BUR - PAR", "S1901M")
    assert after.outcome_of("PAR") is not None
    supported = variant(
        "PAR inland, BUR inland, BER inland, GAS inland",
        edges("PAR - BUR A, BER - PAR A, PAR - GAS A"),
        steps=calendar("S M, F M captures, W A"),
    )
    lost = play(supported, "FRANCE A PAR, GERMANY A BUR, GERMANY A BER", "GERMANY: A BER S A BUR - PAR, A BUR - PAR")
    assert lost.outcome_of("PAR").results == {Result.DISLODGED, Result.DESTROYED}  # type: ignore[union-attr]
    assert str(lost.next.phase) == "F1901M"
    assert lost.next.dislodged == (), "though Gascony is free"
