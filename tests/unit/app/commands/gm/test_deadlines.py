"""Deadlines through commands: kept in the file, undone, audited, given to the phase that follows."""

from __future__ import annotations

import pytest

from app.game.document import Document
from app.game.dpn.writer import write
from app.game.opening import open_text
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.commands.standing_clock import StandingClock

pytestmark = pytest.mark.usefixtures("clock")


def test_a_deadline_is_kept_in_the_file_with_its_zone_and_read_again(desk: Desk) -> None:
    said = desk.run("deadline fri 20:00 Europe/Berlin")
    assert said == "Spring 1901, movement: orders are due Fri 27 Nov 2026, 20:00 Europe/Berlin (in 2 days 2 h)."
    text = write(desk.session.game)
    assert "time zone: Europe/Berlin\n" in text
    assert "[deadline S1901M]\nat: 2026-11-27T20:00:00+01:00\n" in text
    again = open_text(text.encode()).ready().game
    assert again.branches[0].turns[0].deadline == desk.session.open_turn.deadline
    assert write(again) == text


def test_every_act_on_a_deadline_is_in_the_audit_and_undone_with_it(desk: Desk) -> None:
    before = desk.session.game
    lines = ["deadline fri 20:00 Europe/Berlin", "deadline +3d", "grace 1h", "phase-time movement 7d", "pause", "resume", "deadline none"]
    desk.run(*lines)
    audit = [(line.text, line.by, line.at) for line in desk.session.game.audit]
    assert audit == [
        (text, "GM", "2026-11-25T17:00:00Z")
        for text in (
            "time zone: Europe/Berlin",
            "deadline of S1901M: 2026-11-27T20:00:00+01:00",
            "deadline of S1901M: 2026-11-30T20:00:00+01:00",
            "grace: 1h",
            "time for movement phases: 7d",
            "clock stopped",
            "clock going on after 0m",
            "deadline of S1901M: 2026-11-30T20:00:00+01:00",
            "deadline of S1901M: none",
        )
    ]
    desk.run(*["undo"] * len(lines))
    assert desk.session.game == before


def test_the_next_phase_is_due_at_the_same_clock_time_after_the_time_for_its_kind(desk: Desk, clock: StandingClock) -> None:
    desk.run("deadline fri 20:00 Europe/Berlin", "phase-time movement 7d", "phase-time builds 36h")
    clock.hours(50)
    assert "Due Fri 4 Dec 2026, 20:00 Europe/Berlin." in desk.run("process --missing process")
    clock.hours(7 * 24)
    desk.run("order --power FRANCE A PAR - BUR")
    desk.run("process --missing process")
    deadline = desk.session.open_turn.deadline
    assert str(desk.session.open_turn.phase) == "S1902M"
    assert deadline is not None
    assert deadline.at == "2026-12-11T20:00:00+01:00"
    desk.run("undo")
    assert str(desk.session.open_turn.phase) == "F1901M", "the deadline is part of the step that processed"


def test_a_day_is_a_whole_day_where_the_phase_before_was_processed_early(desk: Desk, clock: StandingClock) -> None:
    desk.run("time-zone Europe/Berlin", "phase-time movement 1d", "deadline 30 nov 01:00")
    assert "Due Mon 30 Nov 2026, 01:00" in desk.run("process --missing hold"), "not before the deadline that players knew"
    clock.hours(5 * 24 - 1)
    assert "Due Wed 2 Dec 2026, 01:00" in desk.run("process --missing hold"), "1 Dec, 01:00 would be 8 hours away"


def test_the_game_may_say_that_early_processing_speeds_it_up(desk: Desk) -> None:
    desk.run("time-zone Europe/Berlin", "phase-time movement 1d", "deadline 30 nov 01:00")
    assert "Processing early speeds the game up" in desk.run("early-processing speeds-up")
    assert "early processing: speeds up\n" in write(desk.session.game)
    assert "Processing early speeds the game up" in desk.run("deadlines")
    assert "Due Fri 27 Nov 2026, 01:00" in desk.run("process --missing hold"), "at least a day from Wednesday 18:00, at 01:00"
    desk.run("early-processing keeps-deadlines")
    assert "early processing" not in write(desk.session.game).partition("[audit]")[0]
    assert [line.text for line in desk.session.game.audit if "early" in line.text] == [
        "early processing: speeds up",
        "early processing: keeps deadlines",
    ]


def test_short_deadlines_of_retreats_do_not_set_the_clock_time_of_the_game(desk: Desk, clock: StandingClock) -> None:
    desk.run("deadline fri 20:00 UTC", "phase-time movement 1d", "phase-time retreats 5h")
    desk.run("A VIE - TRI", "A BUD - SER", "F TRI - ALB", "A VEN - TYR", "A ROM - VEN", "process --missing process")
    desk.run("order --power ITALY A VEN - TRI", "order --power ITALY A TYR S A VEN - TRI")
    clock.hours(2 * 24 + 3)
    desk.run("process --missing process")
    turn = desk.session.open_turn
    assert (str(turn.phase), turn.deadline and turn.deadline.at) == ("F1901R", "2026-11-28T01:00:00Z")
    clock.hours(3)
    desk.run("process --missing process", "process --missing process")
    turn = desk.session.open_turn
    assert (str(turn.phase), turn.deadline and turn.deadline.at) == ("S1902M", "2026-11-29T20:00:00Z")


def test_the_clock_stands_still_for_the_deadline_too(desk: Desk, clock: StandingClock) -> None:
    desk.run("deadline fri 20:00 Europe/Berlin", "phase-time movement 7d", "pause")
    with pytest.raises(Abort, match="stopped already"):
        desk.run("pause")
    clock.hours(48)
    assert "The clock is stopped since Wed 25 Nov 2026, 18:00 Europe/Berlin." in desk.run("deadlines")
    assert "orders are due Sun 29 Nov 2026, 20:00" in desk.run("resume")
    desk.run("pause", "process --missing process")
    assert desk.session.open_turn.deadline is None, "no phase gets a deadline by itself while the clock stands"


def test_a_deadline_that_is_set_while_the_clock_stands_stays_as_it_was_set(desk: Desk, clock: StandingClock) -> None:
    desk.run("pause", "deadline fri 20:00 Europe/Berlin")
    clock.hours(24)
    assert "orders are due Fri 27 Nov 2026, 20:00" in desk.run("resume")


def test_nobody_knows_a_zone_or_a_time_that_is_none(desk: Desk) -> None:
    for line, expected in (
        ("time-zone Mars/Olympus", "no time zone"),
        ("grace soon", "no length of time"),
        ("deadline soon", "no clock time"),
    ):
        before = desk.session.game
        with pytest.raises(Abort, match=expected):
            desk.run(line)
        assert desk.session.game is before


def test_a_file_by_hand_with_words_that_are_no_times_opens_and_they_count_as_not_said(desk: Desk) -> None:
    desk.run("deadline fri 20:00 Europe/Berlin", "grace 1h")
    text = (
        write(desk.session.game)
        .replace("Europe/Berlin", "Europe/Nowhere")
        .replace("grace: 1h", "grace: long")
        .replace("at: 2026", "at: next")
    )
    game = open_text(text.encode()).ready().game
    assert write(game) == text
    again = Desk(game=False)
    again.session.add(Document(game))
    assert again.run("deadlines") == "Spring 1901, movement: no deadline.\nTime zone: UTC."
