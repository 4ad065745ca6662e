"""Mails of the open phase once they were taken in: read again, put out, given to a power, set aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from adjudicator.notation import parse_order
from app.game.deadlines import absences
from app.game.edits import set_order, set_player, settle_line
from app.game.entries import Mail, SeatedPlayer, SeatKind
from app.game.mail_edits import keep_mail
from app.game.record import MAIN, Game
from app.gm import taken_mails
from app.gm.order_mails import account_letters, take_in
from app.gm.taken_mails import (
    account_of,
    accounts_of,
    decide_withdrawn,
    given_to,
    is_taken,
    keeps_asking,
    later_phase_of,
    mail_number,
    proposal_words,
    proposed_days,
    put_aside,
    put_out,
    sender_words,
    settle_withdrawn,
    settled_words,
    with_proposal,
)
from app.mail_in.accounting import Accounting, Fate
from app.mail_in.letter import Letter
from app.session.errors import Abort
from app.session.session import Session
from tests.quick import each_nth
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.gm.test_mails_taken_in import NOON, desk

__all__ = ["desk"]

FRAN = "Fran <fran@example.org>"
GERD = "Gerd <gerd@example.org>"
NEW = "Mal <mal@work.example>"


def mail(body: str, minute: int = 0, sender: str = FRAN, subject: str = "orders") -> str:
    moment = NOON + timedelta(minutes=minute)
    return f"From: {sender}\nSubject: {subject}\nDate: {moment:%a, %d %b %Y %H:%M:%S} +0000\n\n{body}\n"


@pytest.fixture
def post(desk: Desk) -> Desk:
    """A game whose France is Fran's and whose Germany is Gerd's."""
    for power, name in (("FRANCE", "fran"), ("GERMANY", "gerd")):
        seat(desk, power, name.title(), f"{name}@example.org")
    return desk


def seat(desk: Desk, power: str, name: str, address: str) -> None:
    player = SeatedPlayer(name, address, SeatKind.POST)
    desk.session.perform("player", lambda game: set_player(game, power, player))


def perform(desk: Desk, game: Game) -> None:
    desk.session.perform("change", lambda _game: game)


def lines(game: Game, power: str = "FRANCE") -> list[str]:
    return [line.text for line in game.turn(game.last()).orders_of(power)]


def in_question(game: Game) -> list[str]:
    return [str(line.order) for _, line in game.turn(game.last()).withdrawn]


# --- read again ---


def read_again(desk: Desk) -> list[tuple[str | None, tuple[str, ...], list[tuple[str, Fate]]]]:
    found = accounts_of(desk.session, desk.session.open_turn.mails)
    assert found == [account_of(desk.session, each) for each in desk.session.open_turn.mails], "read at once as each by itself"
    return [(each.power, each.claims, [(line.text, line.fate) for line in each.lines if line.text.startswith("A ")]) for each in found]


def test_mails_are_read_again_as_they_were_taken_in_each_beside_the_later_ones(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa"))
    assert read_again(post) == [("FRANCE", (), [("A Par - Bur", Fate.TAKEN), ("A Mar - Spa", Fate.TAKEN)])]
    take_in(post.session, mail("A Ber - Kie", 1, GERD))
    take_in(post.session, mail("A Par - Pic", 2))
    assert read_again(post) == [
        ("FRANCE", (), [("A Par - Bur", Fate.REPEAT), ("A Mar - Spa", Fate.TAKEN)]),
        ("GERMANY", (), [("A Ber - Kie", Fate.TAKEN)]),
        ("FRANCE", (), [("A Par - Pic", Fate.TAKEN)]),
    ]


def test_mails_that_were_taken_in_the_other_way_round_are_read_again_each_as_its_own(post: Desk) -> None:
    take_in(post.session, mail("A Par - Pic", 5))
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa", 1))
    take_in(post.session, mail("A Ber - Kie", 9, GERD))
    assert read_again(post) == [
        ("FRANCE", (), [("A Par - Pic", Fate.TAKEN)]),
        ("FRANCE", (), [("A Par - Bur", Fate.REPEAT), ("A Mar - Spa", Fate.TAKEN)]),
        ("GERMANY", (), [("A Ber - Kie", Fate.TAKEN)]),
    ]


def test_mails_that_are_too_many_to_be_read_at_once_are_read_one_by_one(post: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for minute, (body, sender) in enumerate((("A Par - Bur", FRAN), ("A Ber - Kie", GERD))):
        take_in(post.session, mail(body, minute, sender))
    plain = account_letters

    def some(session: Session, letters: Sequence[Letter], **more: Any) -> Accounting:
        return plain(session, letters[:1], **more)

    monkeypatch.setattr(taken_mails, "account_letters", some)
    assert [each[0] for each in read_again(post)] == ["FRANCE", "GERMANY"]


def test_a_mail_that_was_given_to_a_power_is_read_as_that_power_s_and_counts_before_the_others(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur"))
    take_in(post.session, mail("A Par - Pic", 1, NEW))
    take_in(post.session, mail("A Ber - Kie", 2, GERD))
    perform(post, given_to(post.session, post.session.game, 2, "FRANCE"))
    assert read_again(post) == [
        ("FRANCE", (), [("A Par - Bur", Fate.REPEAT)]),
        ("FRANCE", (), [("A Par - Pic", Fate.TAKEN)]),
        ("GERMANY", (), [("A Ber - Kie", Fate.TAKEN)]),
    ]


def test_a_mail_of_a_stranger_is_still_asked_about_once_a_power_has_its_address(post: Desk) -> None:
    take_in(post.session, mail("A Par - Pic", 1, NEW))
    take_in(post.session, mail("A Mar - Spa", 2))
    assert read_again(post)[0] == (None, ("FRANCE",), [("A Par - Pic", Fate.DOUBTFUL)])
    seat(post, "FRANCE", "Mal", "mal@work.example")
    assert read_again(post)[0] == (None, ("FRANCE",), [("A Par - Pic", Fate.DOUBTFUL)])
    assert read_again(post)[1][0] == "FRANCE", "it was Fran's mail when it came"


def test_a_mail_that_counted_before_its_sender_was_known_is_not_asked_about(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur\nItaly:\nA Ven - Tyr", 0, NEW))
    seat(desk, "ENGLAND", "Mal", "mal@work.example")
    assert [(each.power, account_of(desk.session, each).claims) for each in desk.session.open_turn.mails] == [("", ())]


def test_a_mail_stays_its_power_s_though_its_address_is_another_s_now(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur"))
    take_in(post.session, mail("A Ber - Kie", 1, GERD))
    seat(post, "FRANCE", "Cy", "cy@example.org")
    seat(post, "ITALY", "Fran", "fran@example.org")
    assert read_again(post) == [("FRANCE", (), [("A Par - Bur", Fate.TAKEN)]), ("GERMANY", (), [("A Ber - Kie", Fate.TAKEN)])]


def test_a_mail_for_another_game_that_was_taken_in_is_read_beside_others(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur", subject="[game abcd] orders"), is_here=True)
    take_in(post.session, mail("A Ber - Kie", 1, GERD))
    assert [each[0] for each in read_again(post)] == ["FRANCE", "GERMANY"]


def test_all_mails_or_one_are_read_again(post: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for minute, (body, sender) in enumerate((("A Par - Bur", FRAN), ("A Mar - Spa", NEW), ("A Ber - Kie", GERD))):
        take_in(post.session, mail(body, minute, sender))
    readings: list[int] = []
    plain = account_letters

    def counted(session: Session, letters: Sequence[Letter], **more: Any) -> Accounting:
        readings.append(len(letters))
        return plain(session, letters, **more)

    monkeypatch.setattr(taken_mails, "account_letters", counted)
    accounts_of(post.session, post.session.open_turn.mails)
    assert readings == [3]
    perform(post, given_to(post.session, post.session.game, 2, "FRANCE"))
    readings.clear()
    accounts_of(post.session, post.session.open_turn.mails)
    assert readings == [2, 1]


@pytest.mark.parametrize(
    ("more", "asks"),
    [
        ({}, True),
        ({"power": "FRANCE"}, False),
        ({"address": ""}, False),
        ({"text": "A Par - Pic"}, True),
        ({"text": "Hello\n\n  A Par - Bur"}, False),
        ({"text": ""}, True),
    ],
)
def test_a_stranger_s_mail_is_asked_about_unless_its_lines_stand_in_the_orders(more: dict[str, Any], asks: bool, post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur"))
    received = replace(Mail(address="mal@work.example", text="A Mar - Spa"), **more)
    assert keeps_asking(post.session, received) is asks


@pytest.mark.parametrize(("number", "found"), [(0, None), (1, "A Par - Bur"), (2, "A Ber - Kie"), (3, None)])
def test_mails_are_counted_from_one(number: int, found: str | None, post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur"))
    take_in(post.session, mail("A Ber - Kie", 1, GERD))
    if found is None:
        with pytest.raises(Abort, match=f"no mail number {number}; this phase has 2"):
            mail_number(post.session, number)
    else:
        assert mail_number(post.session, number).text == found


# --- put out ---


def test_a_mail_that_is_put_out_takes_its_orders_along_and_leaves_all_else(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa or Pie\nF Bre - Nap"))
    take_in(post.session, mail("A Ber - Kie", 1, GERD))
    perform(post, set_order(post.session.game, MAIN, "ITALY", parse_order("A VEN - TYR")))
    assert lines(post.session.game) == ["A Par - Bur", "A Mar - Spa or Pie", "F Bre - Nap"]
    game = put_out(post.session, post.session.game, 1)
    assert "FRANCE" not in game.turn(game.last()).orders
    assert (lines(game, "GERMANY"), lines(game, "ITALY")) == (["A Ber - Kie"], ["A VEN - TYR"])
    assert [each.power for each in game.turn(game.last()).mails] == ["GERMANY"]
    entry = game.audit[-1]
    assert (entry.text, entry.by, "13:00" in entry.at) == ("mail of FRANCE put out again", "GM", True)
    take_in(post.session, mail("A Par - Pic", 2, NEW))
    assert put_out(post.session, post.session.game, 3).audit[-1].text == "mail of nobody known put out again"


def test_a_later_change_stays_where_a_mail_is_put_out(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa or Pie\nF Bre - Mao"))
    game = set_order(post.session.game, MAIN, "FRANCE", parse_order("A PAR - PIC"))
    perform(post, settle_line(game, MAIN, "FRANCE", "A Mar - Spa or Pie", parse_order("A MAR - SPA")))
    assert lines(put_out(post.session, post.session.game, 1)) == ["A PAR - PIC", "A Mar - Spa or Pie"]


def test_the_same_words_of_another_mail_s_power_stay(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur"))
    perform(post, settle_line(post.session.game, MAIN, "GERMANY", "A Par - Bur", parse_order("A PAR - BUR")))
    assert lines(put_out(post.session, post.session.game, 1), "GERMANY") == ["A Par - Bur"]


def test_lines_for_later_press_votes_and_the_wish_to_wait_go_with_their_mail(post: Desk) -> None:
    for letter, whose, sender in (("f", "G", FRAN), ("g", "F", GERD)):
        frame = f"SIGNON {letter}{post.session.game.id} x\nPRESS TO {whose}\nHello\nENDPRESS\nSET WAIT\nSIGNOFF"
        take_in(post.session, mail(frame, 0, sender))
        take_in(post.session, mail("I vote for a draw.\n\nFall 1901:\nA Bur - Mun", 1, sender))

    def left(game: Game) -> tuple[list[str], list[str], tuple[str, ...], list[str]]:
        turn = game.turn(game.last())
        return [each.sender for each in turn.press], [each.power for each in turn.votes], turn.waits, [each.power for each in turn.later]

    both, german = ["FRANCE", "GERMANY"], ["GERMANY"]
    assert left(post.session.game) == (both, both, tuple(both), both)
    assert left(put_out(post.session, post.session.game, 1)) == (german, both, tuple(german), both)
    assert left(put_out(post.session, post.session.game, 2)) == (both, german, tuple(both), german)


def test_a_vote_and_a_wish_to_wait_of_another_mail_stay(post: Desk) -> None:
    take_in(post.session, mail("I vote for a draw."))
    take_in(post.session, mail(f"SIGNON f{post.session.game.id} x\nSET WAIT\nSIGNOFF", 1))
    take_in(post.session, mail("I vote against the draw.\nA Par - Bur", 2))
    for number in (1, 3):
        turn = put_out(post.session, post.session.game, number).turn(post.session.game.last())
        assert [each.choice for each in turn.votes] == (["no"] if number == 1 else [])
        assert turn.waits == ("FRANCE",)


@each_nth(
    3,
    ("bodies", "number", "left"),
    [
        (("A Par - Bur\nA Mar - Spa", "I withdraw all my orders."), 2, []),
        (("A Par - Bur\nA Mar - Spa", "I withdraw all my orders.", "cancel A Par"), 2, ["A PAR - BUR", "A MAR - SPA"]),
        (("A Par - Bur\nA Mar - Spa", "cancel A Par", "F Bre - Mao\nA Mar - Gas or Pie"), 2, ["A PAR - BUR", "A MAR - SPA"]),
        (("A Par - Bur\nA Mar - Spa", "cancel A Par", "F Bre - Mao"), 2, []),
    ],
)
def test_orders_stay_in_question_as_long_as_a_mail_of_their_power_asks(
    bodies: tuple[str, ...], number: int, left: list[str], post: Desk
) -> None:
    for minute, body in enumerate(bodies):
        take_in(post.session, mail(body, minute))
    take_in(post.session, mail("cancel all my orders", 9, GERD))
    assert in_question(post.session.game)
    assert in_question(put_out(post.session, post.session.game, number)) == left


def test_of_a_mail_of_a_player_of_two_powers_what_it_takes_back_stands_again(post: Desk) -> None:
    seat(post, "ITALY", "Fran", "fran@example.org")
    take_in(post.session, mail("France:\nA Par - Bur\nItaly:\nA Ven - Tyr"))
    take_in(post.session, mail("France:\ncancel A Par\nItaly:\ncancel A Ven", 1))
    assert [each.power for each in post.session.open_turn.mails] == ["", ""]
    assert in_question(post.session.game) == ["A PAR - BUR", "A VEN - TYR"]
    assert in_question(put_out(post.session, post.session.game, 2)) == []
    take_in(post.session, mail("France:\nA Mar - Spa or Pie", 2))
    assert lines(post.session.game) == ["A Par - Bur", "A Mar - Spa or Pie"]
    assert lines(put_aside(post.session, post.session.game, 3, 2)) == ["A Par - Bur"]


# --- given to a power ---


def test_a_mail_that_is_given_to_a_power_is_written_as_its_orders(post: Desk) -> None:
    take_in(post.session, mail("A Par - Pic\nSET WAIT", 0, NEW))
    game = given_to(post.session, post.session.game, 1, "FRANCE")
    assert lines(game) == ["A Par - Pic"]
    (kept,) = game.turn(game.last()).mails
    assert (kept.power, kept.decided) == ("FRANCE", True)
    assert [each.text for each in game.audit][-1] == "mail taken in as that of FRANCE"


def test_the_wish_to_wait_is_that_of_the_power_to_which_a_mail_is_given(post: Desk) -> None:
    take_in(post.session, mail(f"SIGNON f{post.session.game.id} x\nSET WAIT\nSIGNOFF"))
    game = given_to(post.session, post.session.game, 1, "GERMANY")
    assert game.turn(game.last()).waits == ("GERMANY",)
    take_in(post.session, mail("A Par - Bur", 1, NEW))
    game = given_to(post.session, post.session.game, 2, "FRANCE")
    assert game.turn(game.last()).waits == ("FRANCE",), "this one says nothing about it"


@pytest.mark.slow
def test_an_address_is_learnt_and_what_waits_from_there_is_read_too_but_what_was_set_aside(post: Desk) -> None:
    for minute, body in enumerate(("A Par - Pic", "A Mar - Spa", "F Bre - Mao")):
        take_in(post.session, mail(body, minute, NEW))
    take_in(post.session, mail("F Bre - Eng", 8, "Eve <eve@example.org>"))
    perform(post, put_aside(post.session, post.session.game, 2, 0))
    perform(post, put_aside(post.session, post.session.game, 3, 1))
    game = given_to(post.session, post.session.game, 1, "FRANCE", learn=True)
    assert lines(game) == ["A Par - Pic", "F Bre - Mao"]
    assert [each.power for each in game.turn(game.last()).mails] == ["FRANCE", "", "FRANCE", ""]
    assert [(each.power, each.address) for each in game.members] == [("FRANCE", "mal@work.example")]
    assert "mal@… learnt as an address of FRANCE" in [each.text for each in game.audit]
    assert lines(given_to(post.session, post.session.game, 2, "FRANCE", learn=True)) == ["A Par - Pic", "A Mar - Spa", "F Bre - Mao"]
    once = given_to(post.session, post.session.game, 1, "FRANCE")
    assert [each.power for each in once.turn(once.last()).mails] == ["FRANCE", "", "", ""]
    assert once.members == ()
    take_in(post.session, "France:\nA Par - Bur")
    with pytest.raises(Abort, match="names no address that could be learnt"):
        given_to(post.session, post.session.game, 5, "FRANCE", learn=True)


# --- set aside ---


@pytest.mark.slow
def test_a_line_that_is_set_aside_goes_from_the_orders_and_the_others_stay(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa or Pie\nF Bre - Mao or Pic"))
    game = put_aside(post.session, post.session.game, 1, 2)
    assert lines(game) == ["A Par - Bur", "F Bre - Mao or Pic"]
    turn = game.turn(game.last())
    assert (turn.mails[0].settled, turn.later) == ((2,), ())
    assert game.audit[-1].text == "mail of FRANCE: line 2 set aside"
    kept = put_aside(post.session, post.session.game, 1, 2, later_phase_of(post.session, "moves"))
    assert [(each.power, str(each.phase), each.text) for each in kept.turn(kept.last()).later] == [
        ("FRANCE", "F1901M", "A Mar - Spa or Pie")
    ]


def test_an_order_that_was_taken_stands_though_its_line_is_set_aside(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa or Pie"))
    assert lines(put_aside(post.session, post.session.game, 1, 1)) == ["A Par - Bur", "A Mar - Spa or Pie"]


@pytest.mark.slow
def test_what_a_line_put_in_question_stands_again_once_it_is_set_aside(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa"))
    take_in(post.session, mail("A Par - Pic or Gas\nA Mar - Pie or Gas", 1))
    assert in_question(post.session.game) == ["A PAR - BUR", "A MAR - SPA"]
    assert in_question(put_aside(post.session, post.session.game, 2, 1)) == ["A MAR - SPA"]


def test_a_line_without_an_order_is_set_aside_and_one_that_is_not_there_is_none(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\n\nSee you"))
    assert lines(put_aside(post.session, post.session.game, 1, 3)) == ["A Par - Bur"]
    with pytest.raises(Abort, match="Mail number 1 has no line 7"):
        put_aside(post.session, post.session.game, 1, 7)


def test_a_mail_of_nobody_known_is_set_aside_as_a_whole_or_by_its_lines(post: Desk) -> None:
    take_in(post.session, mail("A Par - Pic", 0, NEW))
    game = put_aside(post.session, post.session.game, 1, 0)
    assert game.turn(game.last()).mails[0].settled == (0,)
    assert game.audit[-1].text == "mail of nobody known: set aside"
    game = put_aside(post.session, post.session.game, 1, 1, later_phase_of(post.session, "moves"))
    assert (game.turn(game.last()).mails[0].settled, game.turn(game.last()).later) == ((1,), ())


@pytest.mark.parametrize(
    ("text", "phase"),
    [("retreats", "S1901R"), ("Builds", "W1901A"), ("MOVES", "F1901M"), ("f1902m", "F1902M"), ("S1901M", None), ("tomorrow", None)],
)
def test_a_later_phase_is_named_by_its_kind_or_its_date(text: str, phase: str | None, post: Desk) -> None:
    if phase is None:
        with pytest.raises(Abort, match=f"{text} is no later phase; .* such as S1901M"):
            later_phase_of(post.session, text)
    else:
        assert str(later_phase_of(post.session, text)) == phase


# --- taken back ---


def test_orders_that_a_mail_may_take_back_are_decided_for_some_units_or_all(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa\nF Bre - Mao"))
    take_in(post.session, mail("I withdraw all my orders.", 1))
    assert decide_withdrawn(post.session, "GERMANY", stands=False) == 0
    assert decide_withdrawn(post.session, "FRANCE", ["BUR"], stands=False) == 0
    assert len(in_question(post.session.game)) == 3
    assert decide_withdrawn(post.session, "FRANCE", ["PAR"], stands=False) == 1
    assert (post.session.document.undo_label, post.session.game.audit[-1].reason) == ("Take out A PAR - BUR", "a mail may take them back")
    assert decide_withdrawn(post.session, "FRANCE", stands=True, reason="she said so") == 2
    assert (post.session.document.undo_label, post.session.game.audit[-1].reason) == ("A MAR - SPA, F BRE - MAO stand", "she said so")
    assert "FRANCE: A MAR - SPA, F BRE - MAO stand, which a mail may take back" in [each.text for each in post.session.game.audit]
    assert (lines(post.session.game), in_question(post.session.game)) == (["A Mar - Spa", "F Bre - Mao"], [])


@pytest.mark.parametrize(
    ("power", "units", "settled", "left"),
    [
        (None, (), 3, []),
        ("FRANCE", (), 2, ["A BER - KIE"]),
        (None, ("a par", "Ber"), 2, ["A MAR - SPA"]),
        ("FRANCE", ("F Par/sc",), 1, ["A MAR - SPA", "A BER - KIE"]),
    ],
)
def test_orders_are_decided_for_a_power_or_every_one_and_for_the_units_that_are_named(
    power: str | None, units: tuple[str, ...], settled: int, left: list[str], post: Desk
) -> None:
    take_in(post.session, mail("A Par - Bur\nA Mar - Spa"))
    take_in(post.session, mail("A Ber - Kie", 1, GERD))
    take_in(post.session, mail("I withdraw all my orders.", 2))
    take_in(post.session, mail("I withdraw all my orders.", 3, GERD))
    assert settle_withdrawn(post.session, power, units, stands=True) == settled
    assert sorted(in_question(post.session.game)) == sorted(left)


def test_what_was_not_taken_back_cannot_be_decided_nor_what_is_another_power_s(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur"))
    with pytest.raises(Abort, match="No mail seems to take back such an order"):
        settle_withdrawn(post.session, None, (), stands=True)
    take_in(post.session, mail("I withdraw all my orders.", 2))
    with pytest.raises(Abort, match="No mail seems to take back such an order"):
        settle_withdrawn(post.session, "GERMANY", (), stands=True)
    post.session.look_as("GERMANY")
    for power in ("FRANCE", None):
        with pytest.raises(Abort, match="No mail seems to take back such an order"):
            settle_withdrawn(post.session, power, (), stands=False)


def test_what_was_decided_is_said_by_its_number_and_a_proposal_by_what_it_does() -> None:
    assert [proposal_words(each) for each in ("absence until mon", "vote draw")] == ["Absence: until mon", "Vote: draw"]
    assert [settled_words(number, stands=True) for number in (1, 2)] == ["1 order stands.", "2 orders stand."]
    assert [settled_words(number, stands=False) for number in (1, 2)] == ["1 order is taken out.", "2 orders are taken out."]


# --- senders and proposals ---


@pytest.mark.parametrize(
    ("received", "words"),
    [
        (Mail(power="FRANCE", name="Ada", address="ada@example.org"), "Ada"),
        (Mail(power="FRANCE", address="ada@example.org"), "ada@example.org"),
        (Mail(power="FRANCE"), "France"),
        (Mail(), "pasted"),
    ],
)
def test_the_sender_of_a_mail_is_its_name_else_its_address_else_its_power(received: Mail, words: str, desk: Desk) -> None:
    assert sender_words(desk.session, received) == words


def kept(desk: Desk, **fields: Any) -> None:
    perform(desk, keep_mail(desk.session.game, MAIN, Mail(power="FRANCE", **fields)))


def test_days_of_an_absence_are_counted_from_the_day_on_which_the_mail_was_written(desk: Desk) -> None:
    kept(desk, sent="2026-11-20T10:00:00Z", taken="2026-11-25T12:30:00Z")
    kept(desk, taken="2026-11-24T10:00:00Z")
    kept(desk)
    kept(desk, sent="2027-02-01T10:00:00Z")
    for number, first in ((1, date(2026, 11, 20)), (2, date(2026, 11, 24)), (3, date(2026, 11, 25)), (4, date(2026, 11, 25))):
        assert proposed_days(desk.session, number, "until 28 nov") == (first, date(2026, 11, 28))
    assert proposed_days(desk.session, 1, "until 25 nov")[1] == date(2026, 11, 25), "today"
    with pytest.raises(Abort, match="These days are over: 2026-11-20 to 2026-11-24"):
        proposed_days(desk.session, 1, "until 24 nov")


def test_an_absence_and_a_vote_are_taken_for_the_power_of_the_mail(post: Desk) -> None:
    take_in(post.session, mail("A Par - Bur\nI'm away until Monday.\nIf Turkey agrees I vote for a draw."))
    away = with_proposal(post.session, post.session.game, 1, 2)
    assert [(each.power, each.words) for each in absences(away)] == [("FRANCE", "2026-11-25 - 2026-11-30")]
    assert away.turn(away.last()).mails[0].settled == (2,)
    assert away.turn(away.last()).votes == ()
    voted = with_proposal(post.session, post.session.game, 1, 3)
    assert [(each.power, each.choice) for each in voted.turn(voted.last()).votes] == [("FRANCE", "draw")]
    assert (absences(voted), voted.turn(voted.last()).mails[0].settled) == ((), (3,))


@pytest.mark.parametrize(
    ("body", "sender", "line", "match"),
    [
        ("A Par - Bur\nI'm away until Monday.", FRAN, 1, "Line 1 of mail 1 proposes nothing"),
        ("A Par - Bur\nI'll be away next week.", FRAN, 2, "Line 2 of mail 1 proposes nothing"),
        ("Hello,\nI'm away until Monday.", NEW, 2, "Say first whose mail it is"),
    ],
)
def test_what_proposes_nothing_plain_or_is_nobody_s_is_not_taken(body: str, sender: str, line: int, match: str, post: Desk) -> None:
    take_in(post.session, mail(body, 0, sender))
    with pytest.raises(Abort, match=match):
        with_proposal(post.session, post.session.game, 1, line)


def test_a_game_knows_the_mails_of_all_its_phases_by_their_marks(desk: Desk) -> None:
    kept(desk, mark="m1")
    desk.run("process --missing process")
    kept(desk, mark="m2")
    kept(desk, mark="m3")
    assert [is_taken(desk.session.game, each) for each in ("m1", "m2", "m3", "m4")] == [True, True, True, False]
