"""Votes, waiting and absences that come by mail: a plain vote is taken like an order, an absence is asked about."""

from __future__ import annotations

import pytest

from app.game.deadlines import absences
from app.game.edits import set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.gm.order_mails import account_letters, take_in
from app.gm.reply import reply_text
from app.gm.round_sheet import RoundReader, SheetRow
from app.mail_in.envelope.unwrap import unwrapped
from app.presentation.round_words import head_words
from app.session.errors import CommandError
from tests.unit.app.commands.fake_services import Desk

pytestmark = pytest.mark.usefixtures("clock")

AMONG = "draw ENGLAND FRANCE TURKEY"


@pytest.fixture
def round_of(desk: Desk) -> Desk:
    player = SeatedPlayer("Fran", "fran@example.org", SeatKind.POST)
    desk.session.perform("Fran plays", lambda game: set_player(game, "FRANCE", player))
    desk.run("deadline sun 20:00 UTC")
    return desk


def mail(text: str, minute: int = 0) -> bytes:
    return f"From: Fran <fran@example.org>\nDate: Wed, 25 Nov 2026 16:{minute:02}:00 +0000\nSubject: x\n\n{text}\n".encode()


def votes(desk: Desk) -> dict[str, str]:
    return {each.power: each.choice for each in desk.session.open_turn.votes}


def asked(desk: Desk) -> list[SheetRow]:
    sheet = RoundReader().sheet(desk.session)
    return [row for row in sheet.rows if row.needs]


@pytest.mark.parametrize(
    ("text", "vote"),
    [
        ("I vote for a draw with England and Turkey", AMONG),
        ("Ich stimme für ein Remis mit England und der Türkei.", AMONG),
        ("Je vote pour une nulle avec l'Angleterre et la Turquie.", AMONG),
        ("Voto por el empate con Inglaterra y Turquía.", AMONG),
        ("Voto per il pareggio con Inghilterra e Turchia.", AMONG),
        ("I'd like to vote for a draw, please", "draw"),
        ("I would like to vote for a draw, please.", "draw"),
        ("I concede to Turkey.", "concede to TURKEY"),
        ("Ich gebe auf zugunsten von Türkei", "concede to TURKEY"),
        ("I vote against the draw.", "no"),
        ("I do not vote for a draw.", None),
        ("If Turkey agrees I vote for a draw.", None),
        ("Shall we vote for a draw?", None),
        ("Turkey told me: I vote for a draw", None),
    ],
)
def test_a_vote_that_is_plain_is_noted_beside_the_orders(round_of: Desk, text: str, vote: str | None) -> None:
    take_in(round_of.session, mail(f"A PAR - BUR\n\n{text}"))
    assert votes(round_of) == ({} if vote is None else {"FRANCE": vote})


def test_votes_are_shown_counted_and_answered_and_end_nothing_by_themselves(round_of: Desk) -> None:
    take_in(round_of.session, mail("I vote for a draw with England and Turkey."))
    session = round_of.session
    head = head_words(session, RoundReader().sheet(session))
    assert "Votes: France, a draw among England, France and Turkey" in head.left
    assert "Votes: France, a draw among England, France and Turkey." in round_of.run("status")
    letters, _ = unwrapped(mail("I vote for a draw with England and Turkey.", 5))
    told = reply_text(session, account_letters(session, letters).letters[0])
    assert "Your vote: a draw among England, France and Turkey." in told
    assert session.game.branches[0].ending is None
    round_of.run("drop-mail 1")
    assert votes(round_of) == {}


def test_a_later_vote_counts_and_one_of_a_stranger_does_not(round_of: Desk) -> None:
    take_in(round_of.session, mail("I vote for a draw."))
    take_in(round_of.session, mail("I vote against the draw.", 10))
    assert votes(round_of) == {"FRANCE": "no"}
    stranger = mail("I vote for a draw.", 20).replace(b"fran@", b"eve@").replace(b"Fran", b"Eve")
    take_in(round_of.session, stranger + b"A PAR - BUR\n")
    assert votes(round_of) == {"FRANCE": "no"}


def test_set_wait_and_its_words_are_the_same(round_of: Desk) -> None:
    take_in(round_of.session, mail("Please wait for the deadline."))
    assert round_of.session.open_turn.waits == ("FRANCE",)


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("I'm away until Monday.", "absence until mon"),
        ("I will be on holiday from 20 December to 6 January.", "absence 20 dec - 6 jan"),
        ("Ich bin bis Montag im Urlaub.", "absence until mon"),
        ("Ich bin vom 20.12. bis 6.1. verreist.", "absence 20.12. - 6.1."),
        ("Je suis absent du 20 décembre au 6 janvier.", "absence 20 dec - 6 jan"),
        ("Estaré fuera hasta el lunes.", "absence until mon"),
        ("Sono via fino a lunedì.", "absence until mon"),
        ("I'll be away next week.", "absence ?"),
    ],
)
def test_an_absence_is_asked_about_and_never_taken_by_itself(round_of: Desk, text: str, proposal: str) -> None:
    take_in(round_of.session, mail(f"A PAR - BUR\n{text}"))
    assert absences(round_of.session.game) == ()
    assert [row.line.proposal for row in asked(round_of)] == [proposal]
    assert round_of.session.needs_decision
    assert [str(line.order) for line in round_of.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]


@pytest.mark.parametrize(
    "text", ["Fall 01 (in case I'm away)", "If I am away until Monday I will tell you.", "Will you be away until Monday?"]
)
def test_words_about_an_absence_that_may_be_are_none(round_of: Desk, text: str) -> None:
    take_in(round_of.session, mail(f"A PAR - BUR\n\n{text}"))
    assert [row.line.proposal for row in asked(round_of) if row.line.proposal] == []


def test_one_press_takes_it_and_the_deadline_is_put_off(round_of: Desk) -> None:
    take_in(round_of.session, mail("A PAR - BUR\nI'm away until Monday."))
    round_of.run("take-proposal 1 2")
    assert [each.words for each in absences(round_of.session.game)] == ["2026-11-25 - 2026-11-30"]
    deadline = round_of.session.open_turn.deadline
    assert deadline is not None
    assert deadline.at == "2026-12-01T20:00:00Z"
    assert asked(round_of) == []
    round_of.run("undo")
    assert absences(round_of.session.game) == ()
    round_of.run("set-aside 1 2")
    assert asked(round_of) == []
    with pytest.raises(CommandError):
        round_of.run("take-proposal 1 1")


def test_a_vote_that_is_not_plain_is_taken_with_one_press(round_of: Desk) -> None:
    take_in(round_of.session, mail("If Turkey agrees I vote for a draw."))
    assert [row.proposal for row in asked(round_of)] == ["vote draw"]
    round_of.run("take-proposal 1 1")
    assert votes(round_of) == {"FRANCE": "draw"}
