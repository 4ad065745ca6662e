"""Rules for deadlines: days, holidays over the end of a year, and the days on which clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.judge.life import RuleFault, read_calendar_rule
from tests.quick import one_by_one

RULE = "Tuesdays and Fridays 20:00 Europe/Berlin, not 20 December to 6 January"


def due(rule: str, after: str) -> str:
    moment = datetime.fromisoformat(after).replace(tzinfo=UTC)
    return read_calendar_rule(rule).next_after(moment).isoformat(timespec="minutes")


@one_by_one(
    ("rule", "after", "expected"),
    [
        (RULE, "2026-12-01T12:00", "2026-12-04T20:00+01:00"),
        (RULE, "2026-12-01T06:00", "2026-12-01T20:00+01:00"),
        (RULE, "2026-12-18T19:30", "2027-01-08T20:00+01:00"),
        (RULE, "2027-01-01T00:00", "2027-01-08T20:00+01:00"),
        ("daily 20:00 Europe/Berlin", "2027-03-27T19:30", "2027-03-28T20:00+02:00"),
        ("sun 02:30 Europe/Berlin", "2027-03-27T00:00", "2027-03-28T03:30+02:00"),
        ("sun 02:30 Europe/Berlin", "2026-10-24T00:00", "2026-10-25T02:30+02:00"),
        ("fri 20:00 America/New_York least 3d", "2026-12-01T12:00", "2026-12-04T20:00-05:00"),
        ("fri 20:00 America/New_York at least 4d", "2026-12-01T12:00", "2026-12-11T20:00-05:00"),
    ],
)
def test_the_next_deadline(rule: str, after: str, expected: str) -> None:
    assert due(rule, after) == expected


def test_a_rule_is_read_again_as_it_is_written() -> None:
    rule = read_calendar_rule(RULE)
    assert rule.text == "tue, fri 20:00 Europe/Berlin not 20 dec - 6 jan"
    assert read_calendar_rule(rule.text) == rule
    assert read_calendar_rule("mon 9:00", "Asia/Tokyo").zone == "Asia/Tokyo"


@one_by_one(
    "text", ["", "tue", "20:00", "tue 25:00", "tue 20:00 Nowhere/Else", "tue 20:00 not 30 feb - 2 mar", "x" * 500, "tue 20:00 least soon"]
)
def test_what_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(RuleFault):
        read_calendar_rule(text)


def test_a_rule_without_any_day_left_is_refused() -> None:
    with pytest.raises(RuleFault, match="two years"):
        read_calendar_rule("tue 20:00 UTC not 1 jan - 31 dec")


def test_players_have_at_least_twelve_hours() -> None:
    rule = read_calendar_rule("daily 20:00 UTC")
    assert rule.next_after(datetime(2026, 12, 1, 9, tzinfo=UTC)) - datetime(2026, 12, 1, 9, tzinfo=UTC) == timedelta(hours=35)
