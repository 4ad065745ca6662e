"""Absences: kept in the file, visible to all, and no deadline falls into one."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.game.deadlines import AwayDays, absences
from app.game.dpn.writer import write
from app.game.edits import set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.opening import open_text
from app.gm.deadline_words import read_days
from app.gm.reply import reply_text
from app.gm.taken_mails import account_of
from app.session.errors import Abort, CommandError
from tests.quick import one_by_one
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.commands.standing_clock import StandingClock

pytestmark = pytest.mark.usefixtures("clock")

NOW = datetime(2026, 11, 25, 17, tzinfo=UTC)


@one_by_one(
    ("text", "first", "last"),
    [
        ("20 dec - 6 jan", date(2026, 12, 20), date(2027, 1, 6)),
        ("20 dec – 6 jan 2028", None, None),
        ("2026-12-20 to 2027-01-06", date(2026, 12, 20), date(2027, 1, 6)),
        ("20.12. - 6.1.", date(2026, 12, 20), date(2027, 1, 6)),
        ("until mon", date(2026, 11, 25), date(2026, 11, 30)),
        ("fri - mon", date(2026, 11, 27), date(2026, 11, 30)),
        ("1 nov - 5 dec", date(2026, 11, 1), date(2026, 12, 5)),
        ("24 dec", date(2026, 12, 24), date(2026, 12, 24)),
        ("tomorrow", date(2026, 11, 26), date(2026, 11, 26)),
    ],
)
def test_days_are_read_as_they_are_written(text: str, first: date | None, last: date | None) -> None:
    if first is not None:
        assert read_days(text, NOW, ZoneInfo("UTC")) == (first, last)
    else:
        assert read_days(text, NOW, ZoneInfo("UTC"))[1] == date(2028, 1, 6)


@pytest.mark.parametrize("text", ["1 nov 2026 - 5 nov 2026", "6 jan 2027 - 20 dec 2026", "soon", "30 feb", ""])
def test_days_that_are_none_or_over_are_refused(text: str) -> None:
    with pytest.raises(Abort):
        read_days(text, NOW, ZoneInfo("UTC"))


def test_it_is_kept_in_a_line_and_told_to_all(desk: Desk) -> None:
    said = desk.run("absence FRANCE 20 dec - 6 jan", "absence FRANCE 1 feb - 3 feb", "absence TURKEY 24 dec")
    assert "France is away from 20 December 2026 to 6 January 2027." in said
    text = write(desk.session.game)
    assert "\nabsence france: 2026-12-20 - 2027-01-06, 2027-02-01 - 2027-02-03\n" in text
    again = open_text(text.encode()).ready().game
    assert absences(again) == absences(desk.session.game)
    assert write(again) == text
    for line in ("absences", "status", "deadlines"):
        assert "Turkey is away on 24 December 2026." in desk.run(line)
    desk.run("hold-all", "process")
    assert "France is away from 20 December 2026 to 6 January 2027." in desk.run("results S1901M --template plain")
    assert "France is away from" in desk.run("view-as england", "absences")


def test_a_deadline_is_put_off_to_its_clock_time_on_the_day_after_step_by_step(desk: Desk) -> None:
    said = desk.run("absence FRANCE 20 dec - 6 jan", "absence GERMANY 7 jan - 9 jan", "deadline 22 dec 20:00 Europe/Berlin")
    assert "Spring 1901, movement: orders are due Sun 10 Jan 2027, 20:00 Europe/Berlin" in said
    deadline = desk.session.open_turn.deadline
    assert deadline is not None
    assert deadline.at == "2027-01-10T20:00:00+01:00"
    trail = [(line.text, line.reason) for line in desk.session.game.audit if line.text.startswith("deadline of")]
    assert trail == [
        ("deadline of S1901M: 2026-12-22T20:00:00+01:00", ""),
        ("deadline of S1901M: 2027-01-07T20:00:00+01:00", "FRANCE is away from 2026-12-20 to 2027-01-06"),
        ("deadline of S1901M: 2027-01-10T20:00:00+01:00", "GERMANY is away from 2027-01-07 to 2027-01-09"),
    ]


def test_an_absence_that_is_told_later_puts_the_open_deadline_off_and_the_next_one_too(desk: Desk, clock: StandingClock) -> None:
    desk.run("deadline fri 20:00 UTC", "phase-time movement 7d")
    assert "The deadline is put off: Sun 29 Nov 2026, 20:00 UTC" in desk.run("absence FRANCE fri - sat")
    desk.run("absence FRANCE 6 dec - 8 dec")
    clock.hours(4 * 24)
    assert "Due Wed 9 Dec 2026, 20:00 UTC." in desk.run("process --missing process")
    assert "No absence of FRANCE is noted any more" in desk.run("absence FRANCE none")
    assert absences(desk.session.game) == ()


def test_only_powers_that_have_to_order_put_a_deadline_off(desk: Desk) -> None:
    dummy = SeatedPlayer("Nobody", seat=SeatKind.DUMMY)
    desk.session.perform("France has no player", lambda game: set_player(game, "FRANCE", dummy))
    desk.run("absence FRANCE 27 nov - 29 nov", "deadline 28 nov 20:00 UTC")
    deadline = desk.session.open_turn.deadline
    assert deadline is not None
    assert deadline.at == "2026-11-28T20:00:00Z"


def test_the_game_may_say_that_absences_do_not_count(desk: Desk) -> None:
    desk.run("absences-and-deadlines ignored", "absence FRANCE 27 nov - 29 nov", "deadline 28 nov 20:00 UTC")
    assert "may fall into absences" in desk.run("absences")
    assert desk.session.open_turn.deadline is not None
    assert desk.session.open_turn.deadline.at == "2026-11-28T20:00:00Z"
    assert "\nabsences: ignored\n" in write(desk.session.game)
    desk.run("absences-and-deadlines put-off")
    assert desk.session.open_turn.deadline.at == "2026-11-30T20:00:00Z"


def test_a_file_by_hand_with_days_that_are_none_opens_and_they_count_as_not_said(desk: Desk) -> None:
    desk.run("absence FRANCE 27 nov - 29 nov")
    text = write(desk.session.game).replace("2026-11-27 - 2026-11-29", "2026-13-27 - 2026-11-29, x, 2026-12-24, 2020-01-01 - 2029-01-01")
    game = open_text(text.encode()).ready().game
    assert absences(game) == (AwayDays(date(2026, 12, 24), date(2026, 12, 24), "FRANCE"),)
    assert write(game) == text


def test_an_absence_is_bounded(desk: Desk) -> None:
    with pytest.raises(CommandError, match="within 400 days"):
        desk.run("absence FRANCE 2026-12-01 - 2030-01-01")


@pytest.mark.parametrize(("at", "due"), [("26 nov 20:00", "26"), ("27 nov 00:00", "30"), ("29 nov 23:59", "30"), ("30 nov 00:00", "30")])
def test_the_first_and_the_last_day_are_among_them(desk: Desk, at: str, due: str) -> None:
    desk.run("absence FRANCE 27 nov - 29 nov", f"deadline {at} UTC")
    deadline = desk.session.open_turn.deadline
    assert deadline is not None
    assert deadline.at[8:10] == due


def test_absences_stand_in_answers_and_reminders(desk: Desk) -> None:
    desk.run("deadline 28 nov 2026 20:00 UTC", "absence TURKEY 24 dec - 26 dec", "remind france")
    assert "Turkey is away from 24 December 2026 to 26 December 2026." in desk.services.clipboard
    desk.services.clipboard = "From: Marcel <marcel@example.fr>\nSubject: orders\nDate: Wed, 25 Nov 2026 17:00:00 +0000\n\nA Par - Bur\n"
    desk.run("paste-orders france")
    answer = reply_text(desk.session, account_of(desk.session, desk.session.open_turn.mails[-1]))
    assert "Turkey is away from 24 December 2026 to 26 December 2026." in answer
