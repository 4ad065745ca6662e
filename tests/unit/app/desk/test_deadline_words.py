"""Deadlines in words: read against a given time, and told."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.desk.deadline_words import how_long, moment_words, read_moment
from app.session.errors import Abort

NOW = datetime(2026, 11, 25, 17, 0, tzinfo=UTC)
"""A Wednesday."""
BERLIN = ZoneInfo("Europe/Berlin")


def told(text: str, before: datetime | None = None, now: datetime = NOW) -> str:
    moment, zone = read_moment(text, now, BERLIN, before)
    return moment_words(moment, zone)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fri 20:00 Europe/Berlin", "Fri 27 Nov 2026, 20:00 Europe/Berlin"),
        ("friday 8pm", "Fri 27 Nov 2026, 20:00 Europe/Berlin"),
        ("wed 17:30", "Wed 2 Dec 2026, 17:30 Europe/Berlin"),
        ("wed 20:00", "Wed 25 Nov 2026, 20:00 Europe/Berlin"),
        ("20:00", "Wed 25 Nov 2026, 20:00 Europe/Berlin"),
        ("09:00", "Thu 26 Nov 2026, 09:00 Europe/Berlin"),
        ("tomorrow 9.30", "Thu 26 Nov 2026, 09:30 Europe/Berlin"),
        ("2026-12-24 18:00 UTC", "Thu 24 Dec 2026, 18:00 UTC"),
        ("2026-12-24T18:00", "Thu 24 Dec 2026, 18:00 Europe/Berlin"),
        ("Fri 27 Nov, 20:00", "Fri 27 Nov 2026, 20:00 Europe/Berlin"),
        ("3 march 20:00", "Wed 3 Mar 2027, 20:00 Europe/Berlin"),
        ("fri 20:00 America/New_York", "Fri 27 Nov 2026, 20:00 America/New_York"),
        ("+3d", "Sat 28 Nov 2026, 18:00 Europe/Berlin"),
        ("+36h", "Fri 27 Nov 2026, 06:00 Europe/Berlin"),
    ],
)
def test_a_deadline_is_read_in_the_zone_of_the_game(text: str, expected: str) -> None:
    assert told(text) == expected


def test_plus_moves_a_deadline_that_is_still_to_come_and_keeps_its_clock_time_when_clocks_change() -> None:
    friday = datetime(2027, 3, 26, 20, 0, tzinfo=BERLIN)
    assert told("+3d", friday) == "Mon 29 Mar 2027, 20:00 Europe/Berlin"
    over = datetime(2026, 11, 20, 20, 0, tzinfo=BERLIN)
    assert told("+1d", over) == "Thu 26 Nov 2026, 18:00 Europe/Berlin"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fri", "names no clock time"),
        ("", "When?"),
        ("someday 20:00", "names no day"),
        ("fri 20:00 Europe/Atlantis", "time zone"),
        ("fri 25:00", "There is no 25:00"),
        ("2026-11-01 20:00", "is over already"),
        ("today 10:00", "is over already"),
        ("31 feb 20:00", "no such day"),
        ("mon 27 nov 20:00", "is a Friday, not Mon"),
        ("2027-03-28 02:30", "the clocks are put forward"),
        ("+9000d", "is no time"),
        ("fri 20:00 ../etc/passwd", "names no clock time"),
    ],
)
def test_what_is_no_moment_is_refused_with_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(Abort, match=expected):
        told(text)


def test_how_long_is_told_to_the_hour_and_below_a_day_to_the_minute() -> None:
    assert how_long(datetime(2026, 11, 27, 20, 30, tzinfo=UTC), NOW) == "in 2 days 3 h"
    assert how_long(datetime(2026, 11, 25, 18, 30, tzinfo=UTC), NOW) == "in 1 h 30 min"
    assert how_long(datetime(2026, 11, 25, 16, 55, tzinfo=UTC), NOW) == "5 min ago"
