"""The table's clock: it counts the time it is given, rings once, and a lid that was closed ends no season."""

from __future__ import annotations

import sys

from app.hotseat.clock import MOST, NAP, Beat, Clock, machine_sleep


def ticked(clock: Clock, *times: float) -> tuple[Clock, list[Beat]]:
    beats: list[Beat] = []
    for now in times:
        tick = clock.tick(now)
        clock = tick.clock
        beats.extend(tick.beats)
    return clock, beats


def every_second(start: float, seconds: int) -> list[float]:
    return [start + second for second in range(1, seconds + 1)]


def test_a_clock_that_was_not_started_stands_still() -> None:
    clock, beats = ticked(Clock(600), 5, 10, 5000)
    assert clock.left == 600
    assert beats == []


def test_the_bell_rings_once_in_the_last_minute_even_when_time_is_added() -> None:
    clock, beats = ticked(Clock(65).started(100), *every_second(100, 10))
    assert beats == [Beat.BELL]
    clock, beats = ticked(clock.with_more(60), *every_second(110, 60))
    assert beats == []


def test_a_muted_bell_does_not_ring() -> None:
    assert ticked(Clock(65, bell=False).started(0), *every_second(0, 10))[1] == []


def test_the_clock_ends_once_and_stands_then() -> None:
    clock, beats = ticked(Clock(3).started(0), *every_second(0, 8))
    assert beats == [Beat.ENDED]
    assert clock.is_over
    assert not clock.running


def test_time_that_was_missing_pauses_the_clock_where_it_stood() -> None:
    clock, beats = ticked(Clock(600).started(0), 1, 3601, 3602)
    assert beats == [Beat.GAP]
    assert clock.left == 599
    assert clock.after_gap
    assert not clock.started(4000).after_gap


def test_a_clock_set_back_pauses_too() -> None:
    clock, beats = ticked(Clock(600).started(500), 501, 400)
    assert beats == [Beat.GAP]
    assert clock.left == 599


def test_suspension_pauses_and_late_ticks_do_not() -> None:
    started = Clock(600).started(10, asleep=50)
    late = started.tick(130, asleep=50)
    assert (late.beats, late.clock.left) == ((), 480)
    slept = started.tick(11, asleep=53)
    assert (slept.beats, slept.clock.left) == ((Beat.GAP,), 600)
    assert started.tick(11, asleep=51.5).beats == (), "a rounding of the system is no suspension"


def test_this_machine_tells_how_long_it_was_suspended() -> None:
    """The system's own figure, not a clock set by hand."""
    first, second = machine_sleep(), machine_sleep()
    if sys.platform in ("linux", "darwin", "win32"):
        assert first is not None
        assert second is not None
        assert first > -0.1
        assert abs(second - first) < NAP
    else:
        assert first is None


def test_a_pause_keeps_what_is_left() -> None:
    clock = Clock(600).started(0).tick(5).clock.paused(6)
    assert clock.left == 594
    assert clock.tick(5000).clock.left == 594


def test_a_minute_more_for_a_clock_that_has_ended_waits_to_be_started() -> None:
    clock = Clock(1).started(0).tick(2).clock.with_more(60)
    assert clock.left == 60
    assert not clock.running


def test_without_a_limit_nothing_ever_ends() -> None:
    clock, beats = ticked(Clock(None).started(0), 10_000)
    assert beats == []
    assert clock.words == "no limit"


def test_it_is_read_in_minutes_and_seconds() -> None:
    assert [Clock(left).words for left in (0, 0.2, 59.01, 400, 3725)] == ["0:00", "0:01", "1:00", "6:40", "1:02:05"]


def test_a_clock_that_is_over_is_not_started_again_and_one_without_a_limit_is_never_over() -> None:
    assert not Clock(0).started(5).running
    assert Clock(1).started(5).running
    assert Clock(None).is_over is False
    assert Clock(None).with_more(60) == Clock(None)


def test_time_is_added_up_to_a_day_and_taken_away_down_to_nothing() -> None:
    assert Clock(100).with_more(MOST).left == MOST == 86_400, "a day"
    assert Clock(100).with_more(50).left == 150
    assert Clock(100).with_more(-30).left == 70
    assert Clock(100).with_more(-300).left == 0


def test_a_paused_clock_does_not_run() -> None:
    assert not Clock(600).started(0).paused(1).running


def test_two_ticks_at_once_and_a_suspension_that_is_not_known_any_more_stop_nothing() -> None:
    assert Clock(600).started(10).tick(10).beats == ()
    tick = Clock(600).started(10, asleep=5).tick(11)
    assert (tick.beats, tick.clock.left) == ((), 599)


def test_a_clock_that_starts_with_the_last_minute_does_not_announce_it() -> None:
    assert ticked(Clock(60).started(0), *every_second(0, 5))[1] == []
    assert ticked(Clock(61).started(0), *every_second(0, 5))[1] == [Beat.BELL]
