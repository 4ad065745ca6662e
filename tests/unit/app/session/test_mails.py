"""Parts of a received mail that go into a game, their report, and the time at which it counts as received."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.notation import parse_order
from app.game.edits import keep_line, set_order
from app.game.mail_edits import LONGEST_MAIL
from app.game.record import MAIN
from app.game.refusal import EditError
from app.mail_in.accounting import Choice, Fate, LineAccount
from app.mail_in.letter import Letter
from app.session import mails
from app.session.errors import GivenUp
from app.session.mails import LARGE, decision_about, moment_of_letter, take_in
from app.session.seating import Times
from tests.unit.app.commands.fake_services import Desk

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def mail(text: str, number: int = 0, at: datetime = NOON) -> str:
    date = f"{at + timedelta(minutes=number):%a, %d %b %Y %H:%M:%S} +0000"
    return f"From: Ada <ada{number}@example.org>\nSubject: orders\nDate: {date}\nMIME-Version: 1.0\n\n{text}\n"


def boxed(*letters: str) -> str:
    """The mails as one file of a mail program."""
    return "\n".join(f"From ada Wed Nov 25 12:00:00 2026\n{each}" for each in letters)


@pytest.fixture
def desk() -> Desk:
    """The standard game at its start, at one o'clock."""
    desk = Desk()
    desk.session.times = Times(wall=lambda: int((NOON + timedelta(hours=1)).timestamp()))
    return desk


def test_a_mail_is_received_when_it_was_sent_unless_that_is_still_to_come() -> None:
    assert moment_of_letter(Letter((), sent=NOON), NOON) == NOON
    assert moment_of_letter(Letter((), sent=NOON - timedelta(1)), NOON) == NOON - timedelta(1)
    assert moment_of_letter(Letter((), sent=NOON + timedelta(1)), NOON) == NOON
    assert moment_of_letter(Letter(()), NOON) == NOON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("France:\nA Par - Bur\nA Mar H", "mail of FRANCE taken in for S1901M: 2 orders"),
        ("France:\nA Par - Bur", "mail of FRANCE taken in for S1901M: 1 order"),
        ("I shall be late.", "mail of nobody known taken in for S1901M: nothing read"),
    ],
)
def test_the_trail_tells_whose_mail_came_and_how_much_was_read(text: str, said: str, desk: Desk) -> None:
    take_in(desk.session, mail(text))
    assert desk.session.game.audit[-1].text == said


def test_a_mail_without_orders_is_cut_where_it_is_long_and_one_with_orders_is_refused(desk: Desk) -> None:
    take_in(desk.session, mail("late" * 6_000))
    (kept,) = desk.session.open_turn.mails
    assert len(kept.text) == LONGEST_MAIL
    with pytest.raises(EditError, match="too many to be kept"):
        take_in(desk.session, mail("France:\nA Par - Bur\n\n" + ("late " * 300 + "\n") * 15, 1))
    assert not desk.orders("FRANCE")
    assert len(desk.session.open_turn.mails) == 1


def test_what_is_doubtful_asks_for_a_decision_and_what_is_plain_does_not(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur"))
    asked = [desk.session.needs_decision]
    take_in(desk.session, mail("France:\nA Mar - Spa or A Mar - Pie", 1))
    asked.append(desk.session.needs_decision)
    take_in(desk.session, mail("France:\nF Bre - MAO", 2))
    asked.append(desk.session.needs_decision)
    assert asked == [False, True, True], "the doubtful one is still to be decided when the last came"


def test_in_one_power_s_view_a_mail_is_that_power_s(desk: Desk) -> None:
    desk.session.look_as("FRANCE")
    take_in(desk.session, mail("A Par - Bur"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_of_a_flood_of_mails_without_orders_four_hundred_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert mails.MOST_UNREAD == 400
    monkeypatch.setattr(mails, "MOST_UNREAD", 4)
    take_in(desk.session, boxed(*(mail("I shall be late.", number) for number in range(6))))
    assert len(desk.session.open_turn.mails) == 4


def test_a_large_box_says_how_far_reading_it_is_and_can_be_stopped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    padding = f"X-Padding: {'a' * LARGE}\nMIME-Version"
    box = boxed(*(mail("France:\nA Par - Bur", number).replace("MIME-Version", padding) for number in range(2)))
    told: list[tuple[int, int, str]] = []

    def go_on(done: int, of: int, words: str) -> bool:
        told.append((done, of, words))
        return True

    monkeypatch.setattr(desk.services, "watch_over", lambda _words, work: work(go_on))
    take_in(desk.session, box)
    assert [(done, of, words) for done, of, words in told if "Reading" in words] == [
        (2, 4, "Reading mail 1 of 2"),
        (3, 4, "Reading mail 2 of 2"),
    ]
    monkeypatch.setattr(desk.services, "watch_over", lambda _words, work: work(lambda _done, _of, words: "Reading" not in words))
    with pytest.raises(GivenUp, match="nothing of these mails was taken"):
        take_in(desk.session, box.replace("Bur", "Pic"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_a_doubtful_line_is_decided_once_one_of_its_orders_stands_and_the_line_does_not(desk: Desk) -> None:
    first, second = parse_order("A MAR - SPA"), parse_order("A MAR - PIE")
    choices = (Choice("FRANCE", first), Choice("FRANCE", second))
    line = LineAccount(1, 1, "A Mar - Spa or Pie", Fate.DOUBTFUL, power="FRANCE", choices=choices)
    game = desk.session.game
    assert decision_about(line, game.turn(game.last())) is None
    other = set_order(game, MAIN, "FRANCE", parse_order("A PAR - BUR"))
    assert decision_about(line, other.turn(other.last())) is None
    decided = set_order(other, MAIN, "FRANCE", second)
    assert decision_about(line, decided.turn(decided.last())) == second
    waiting = keep_line(decided, MAIN, "FRANCE", "A Mar - Spa or Pie")
    assert decision_about(line, waiting.turn(waiting.last())) is None
    assert decision_about(replace(line, power=None), waiting.turn(waiting.last())) == second


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("France:\nA Par - Bur", "Paste 1 order"),
        ("France:\nA Par - Bur\nA Mar H", "Paste 2 orders"),
        ("France:\nA Mar - Spa or A Mar - Pie", "Keep 1 received line"),
    ],
)
def test_a_paste_is_undone_under_the_name_of_what_it_did(text: str, label: str, desk: Desk) -> None:
    take_in(desk.session, text)
    assert desk.session.document.undo_label == label


def test_a_mail_of_somebody_who_is_not_known_to_play_the_power_is_kept_and_changes_nothing(desk: Desk) -> None:
    desk.run("player france Ada <ada0@example.org>")
    take_in(desk.session, mail("France:\nA Par - Bur", 1))
    assert desk.orders("FRANCE") == []
    assert [each.text for each in desk.session.game.audit][-1:] == [
        "mail of nobody known kept for S1901M: its sender is not known to play FRANCE"
    ]
    assert len(desk.session.open_turn.mails) == 1


def test_orders_for_a_later_phase_are_kept_for_it(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur\n\nFall 1901:\nA Bur - Mun"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert [(each.power, str(each.phase)) for each in desk.session.open_turn.later] == [("FRANCE", "F1901M")]
