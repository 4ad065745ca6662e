"""The deadline of the phase that follows: no earlier than agreed or known, at the clock time of the game."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.phase import PhaseKind
from app.game.deadlines import DeadlineTerms, moved, next_due, there

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "America/Sao_Paulo")
KIND = PhaseKind.MOVEMENT
ALL_DAY = st.times().map(lambda each: each.replace(second=0, microsecond=0))
MOMENTS = st.integers(1_262_304_000, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))


def terms(zone: str, given: timedelta, *, speeds_up: bool = False) -> DeadlineTerms:
    return DeadlineTerms(zone=zone, times={KIND: given}, speeds_up=speeds_up)


@given(
    st.sampled_from(ZONES),
    MOMENTS,
    st.timedeltas(timedelta(minutes=1), timedelta(days=40)),
    ALL_DAY,
    st.none() | st.timedeltas(timedelta(days=-3), timedelta(days=10)),
    st.booleans(),
)
def test_it_is_no_earlier_than_agreed_or_known_and_falls_on_the_clock_time(
    zone: str, now: datetime, agreed: timedelta, clock: time, until_known: timedelta | None, speeds_up: bool
) -> None:
    agreed = timedelta(minutes=agreed // timedelta(minutes=1))
    known = None if until_known is None else now + until_known
    found = next_due(terms(zone, agreed, speeds_up=speeds_up), KIND, now, clock, known)
    assert found is not None
    bounds = [moved(now, agreed, ZoneInfo(zone)), *([known] if known is not None and not speeds_up else [])]
    earliest = max(each.astimezone(UTC) for each in bounds)
    assert found.astimezone(UTC) >= earliest
    assert found.astimezone(UTC) - earliest < timedelta(days=2, hours=2), "it is rounded up, not put off"
    if agreed < timedelta(days=1):
        assert (found.minute, found.second) == (0, 0) or zone in {"Australia/Lord_Howe", "Asia/Kathmandu"}
    else:
        shown = there(datetime.combine(found.date(), clock, tzinfo=ZoneInfo(zone)))
        assert found.astimezone(UTC) in {shown.astimezone(UTC), there(shown.replace(fold=1)).astimezone(UTC)}


def test_a_day_is_a_day_of_the_calendar_where_clocks_are_changed() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    for day in (datetime(2026, 3, 28, 20, tzinfo=berlin), datetime(2026, 10, 24, 20, tzinfo=berlin)):
        found = next_due(terms("Europe/Berlin", timedelta(days=1)), KIND, day, time(20))
        assert found == day + timedelta(days=1), "23 hours, or 25, by the sun"


def test_what_is_processed_a_minute_after_the_clock_time_has_the_whole_time_left() -> None:
    now = datetime(2026, 11, 29, 20, 1, tzinfo=UTC)
    assert next_due(terms("UTC", timedelta(days=1)), KIND, now, time(20)) == datetime(2026, 12, 1, 20, tzinfo=UTC)
    assert next_due(terms("UTC", timedelta(days=1)), KIND, now - timedelta(minutes=1), time(20)) == datetime(2026, 11, 30, 20, tzinfo=UTC)
