"""Deadlines in words: read against a given time, and written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.game.deadlines import put_deadline, set_zone
from app.game.edits import new_game, process
from app.game.record import MAIN
from app.gm.deadline_words import how_long, moment_words, read_moment, usual_deadline
from app.session.errors import Abort
from languages import using
from tests.quick import one_by_one
from variants.catalogue import standard

NOW = datetime(2026, 11, 25, 17, 0, tzinfo=UTC)
"""A Wednesday."""
BERLIN = ZoneInfo("Europe/Berlin")


def told(text: str, before: datetime | None = None, now: datetime = NOW) -> str:
    moment, zone = read_moment(text, now, BERLIN, before)
    return moment_words(moment, zone)


@one_by_one(
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


@one_by_one(
    ("code", "text", "expected"),
    [
        ("de", "Fr 20 Uhr", "Fr, 27. Nov. 2026, 20:00 Europe/Berlin"),
        ("de", "am Freitag um 20:00 Uhr", "Fr, 27. Nov. 2026, 20:00 Europe/Berlin"),
        ("de", "27.11. 20:00", "Fr, 27. Nov. 2026, 20:00 Europe/Berlin"),
        ("de", "3. März 20:00", "Mi, 3. März 2027, 20:00 Europe/Berlin"),
        ("de", "morgen 9.30", "Do, 26. Nov. 2026, 09:30 Europe/Berlin"),
        ("fr", "vendredi à 20h", "ven. 27 nov. 2026, 20:00 Europe/Berlin"),
        ("fr", "mar. 1er décembre 20h30", "mar. 1 déc. 2026, 20:30 Europe/Berlin"),
        ("fr", "demain 20:00", "jeu. 26 nov. 2026, 20:00 Europe/Berlin"),
        ("fr", "aujourd'hui à 20:00", "mer. 25 nov. 2026, 20:00 Europe/Berlin"),
        ("it", "venerdi alle 20:00", "ven 27 nov 2026, 20:00 Europe/Berlin"),
        ("it", "mar 2 mar 20:00", "mar 2 mar 2027, 20:00 Europe/Berlin"),
        ("it", "domani alle ore 20", "gio 26 nov 2026, 20:00 Europe/Berlin"),
        ("es", "27 de noviembre de 2026 a las 20:00", "vie 27 nov 2026, 20:00 Europe/Berlin"),
        ("es", "el sabado 20:00", "sáb 28 nov 2026, 20:00 Europe/Berlin"),
        ("es", "mañana 20:00", "jue 26 nov 2026, 20:00 Europe/Berlin"),
        ("de", "fri 20:00", "Fr, 27. Nov. 2026, 20:00 Europe/Berlin"),
        ("fr", "tomorrow 8pm", "jeu. 26 nov. 2026, 20:00 Europe/Berlin"),
    ],
)
def test_days_and_months_are_read_and_written_in_the_language_in_use_and_read_in_english(code: str, text: str, expected: str) -> None:
    with using(code):
        assert told(text) == expected
        assert told(expected) == expected, "what is written can be typed again"


@pytest.mark.parametrize(("code", "text"), [("fr", "3 jui 20:00"), ("de", "vendredi 20:00"), ("fr", "mar 3 20:00")])
def test_what_may_be_two_months_or_is_said_in_a_third_language_is_not_guessed(code: str, text: str) -> None:
    with using(code), pytest.raises(Abort):
        told(text)


def test_plus_moves_a_deadline_and_keeps_its_clock_time() -> None:
    """Plus moves a deadline that is still to come and keeps its clock time when clocks change."""
    friday = datetime(2027, 3, 26, 20, 0, tzinfo=BERLIN)
    assert told("+3d", friday) == "Mon 29 Mar 2027, 20:00 Europe/Berlin"
    over = datetime(2026, 11, 20, 20, 0, tzinfo=BERLIN)
    assert told("+1d", over) == "Thu 26 Nov 2026, 18:00 Europe/Berlin"


@one_by_one(
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


def test_a_deadline_is_proposed_by_that_of_the_phase_before() -> None:
    """A deadline is proposed by the one of the phase before and where there was none nothing is."""
    game = new_game(standard(), "Test")
    before = datetime(2026, 11, 27, 20, tzinfo=ZoneInfo("Europe/Berlin"))
    silent = process(game, MAIN)
    assert usual_deadline(silent, MAIN, before) is None
    timed = set_zone(put_deadline(game, MAIN, before, before), "Europe/Berlin", before)
    judged = process(timed, MAIN)
    late, early = before + timedelta(hours=3), before - timedelta(days=8)
    assert usual_deadline(judged, MAIN, late) == datetime(2026, 12, 4, 20, tzinfo=ZoneInfo("Europe/Berlin"))
    assert usual_deadline(judged, MAIN, early) == before, "players know that one already"
    assert usual_deadline(judged, MAIN, before - timedelta(days=3)) == datetime(2026, 12, 4, 20, tzinfo=ZoneInfo("Europe/Berlin"))
