"""Lines of FLOW become calendars of ours, those of several years among them."""

from __future__ import annotations

from adjudicator.phase import Phase
from tests.quick import one_by_one
from tests.unit.variants.importers.test_judge_map import MAIN, result_of
from variants import load
from variants.importers.judge_changes import JudgeCalendar, read_flow


def flow(text: str, start: str) -> JudgeCalendar | None:
    return read_flow(text.split(), Phase.of(start))


def test_years_before_our_era_count_down_there_and_up_here() -> None:
    found = flow("NEWYEAR:-1 B.C.:MOVEMENT,RETREATS IFYEARDIV:2 B.C.:ADJUSTMENTS", "S-0273M")
    assert found is not None
    assert found.steps == ("B M", "B R", "C M +1", "C R captures", "C A")
    assert found.seasons == {"B": "First Year", "C": "Second Year"}
    assert (found.year_step, str(found.start)) == (1, "B-0273M")


def test_a_start_in_a_year_of_adjustments_begins_the_round_with_it() -> None:
    found = flow("NEWYEAR:-1 B.C.:MOVEMENT,RETREATS IFYEARDIV:2 B.C.:ADJUSTMENTS", "S-0272M")
    assert found is not None
    assert found.steps == ("B M", "B R captures", "B A", "C M +1", "C R")


def test_years_may_be_five_apart_and_adjusted_every_ten() -> None:
    found = flow("NEWYEAR:5 SPRING:MOVEMENT,RETREATS IFYEARDIV:10 WINTER:ADJUSTMENTS", "S1425M")
    assert found is not None
    assert found.steps == ("S M", "S R", "P M +5", "P R captures", "W A")
    assert found.year_step == 5


def test_the_usual_calendar_is_the_usual_one() -> None:
    found = flow("SPRING:MOVEMENT,RETREATS FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS NEWYEAR", "S1901M")
    assert found is not None
    assert found.steps == ("S M", "S R", "F M", "F R captures", "W A")
    assert found.seasons == {"S": "Spring", "F": "Fall", "W": "Winter"}


@one_by_one(
    "text",
    [
        "",
        "NEWYEAR",
        "NEWYEAR:0 SPRING:MOVEMENT",
        "NEWYEAR:-1 SPRING:MOVEMENT WINTER:ADJUSTMENTS",
        "NEWYEAR SPRING:MOVEMENT,RETREATS",
        "NEWYEAR SPRING:MOVEMENT,MOVEMENT WINTER:ADJUSTMENTS",
        "NEWYEAR SPRING:DANCES WINTER:ADJUSTMENTS",
        "NEWYEAR :MOVEMENT WINTER:ADJUSTMENTS",
        "NEWYEAR IFYEARDIV:2 SPRING:MOVEMENT WINTER:ADJUSTMENTS",
        "NEWYEAR IFYEARDIV:0 SPRING:MOVEMENT WINTER:ADJUSTMENTS",
        "NEWYEAR SPRING:MOVEMENT IFYEARDIV:99 WINTER:ADJUSTMENTS",
        "NEWYEAR SPRING:MOVEMENT NEWYEAR WINTER:ADJUSTMENTS",
    ],
)
def test_what_ours_has_no_words_for_is_no_calendar(text: str) -> None:
    assert flow(text, "S1901M") is None


def test_a_calendar_of_several_years_is_imported_whole() -> None:
    lines = "FLOW NEWYEAR:-1\nFLOW B.C.:MOVEMENT,RETREATS\nFLOW IFYEARDIV:2\nFLOW B.C.:ADJUSTMENTS\n"
    imported = result_of(lines + MAIN.replace("IN SPRING: WATER ICE\n", "")).variants[0]
    variant = load(imported.source).variant
    assert str(variant.start.phase) == "B-0273M"
    assert [step.later for step in variant.calendar.steps] == [0, 0, 1, 0, 0]
    assert not [line for line in imported.report if "calendar" in line.what]


def test_a_calendar_that_cannot_be_carried_over_is_reported() -> None:
    imported = result_of(f"FLOW SPRING:DANCES\n{MAIN}").variants[0]
    assert any("calendar 'SPRING:DANCES' has no counterpart" in line.what for line in imported.report)
    assert str(load(imported.source).variant.calendar.steps[0].season) == "S"
