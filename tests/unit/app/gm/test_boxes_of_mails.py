"""Boxes of mails: all or none, bounds of a flood, mails that came before, and names of undo steps."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from adjudicator.notation import parse_order
from app.game.document import Document
from app.game.mail_edits import with_short_name
from app.game.record import EditError
from app.gm import order_mails
from app.gm.order_mails import LARGE, account_letters, take_in
from app.mail_in.accounting import Fate, LetterAccount
from app.mail_in.envelope import unwrap
from app.mail_in.envelope.unwrap import unwrapped
from app.mail_in.letter import HandedIn, Letter
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.gm.test_mails_by_line import letters_of
from tests.unit.app.gm.test_mails_taken_in import NOON, account_of, boxed, desk, line_of, mail

__all__ = ["desk"]


@pytest.mark.slow
def test_of_a_box_all_mails_are_taken_or_none(desk: Desk) -> None:
    changes: list[object] = []
    desk.session.document.subscribe(changes.append)
    take_in(desk.session, boxed(mail("France:\nA Par - Bur"), mail("Italy:\nA Ven - Tyr", 1)))
    assert len(changes) == 1
    before = desk.session.game
    too_long = mail("Turkey:\nA Con - Bul\n\n" + ("late " * 300 + "\n") * 15, 3)
    with pytest.raises(EditError, match="too many to be kept"):
        take_in(desk.session, boxed(mail("Germany:\nA Ber - Kie", 2), too_long))
    assert desk.session.game is before


@pytest.mark.parametrize(
    ("again", "known"),
    [
        (mail("France:\nA Par - Bur"), True),
        (mail("France:\nA Par - Pic"), False),
        (mail("France:\nA Par - Bur").replace("12:00:00", "12:00:01"), False),
        (mail("France:\nA Par - Bur").replace("ada0@", "ada1@"), False),
        (mail("France:\nA Par - Bur").replace("Subject: orders", "Subject: again"), True),
    ],
)
def test_a_mail_is_known_again_by_sender_time_and_text(again: str, known: bool, desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur"))
    (letter,) = letters_of(again)
    assert order_mails._is_known(desk.session.open_turn, letter) is known
    for unknown in (replace(letter, sent=None), replace(letter, sender="")):
        assert not order_mails._is_known(desk.session.open_turn, unknown)


def test_mails_that_were_taken_before_are_counted_and_troubles_stay_before_them(desk: Desk) -> None:
    texts = [mail("France:\nA Par - Bur"), mail("Germany:\nA Ber - Kie", 1)]
    take_in(desk.session, boxed(*texts))
    found = account_letters(desk.session, letters_of(*texts), ("The end is missing.",))
    assert found.letters == ()
    assert found.troubles == ("The end is missing.", "2 mails were taken in before, and counted once")


def test_mails_are_read_beside_others_than_those_of_the_open_phase_or_none(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur", 5))
    letters = letters_of(mail("France:\nA Par - Bur", 5))
    for found in (account_letters(desk.session, letters, among=()), account_letters(desk.session, letters, as_seen_by="FRANCE")):
        assert [str(line.order) for line in found.taken] == ["A PAR - BUR"]
        assert found.troubles == ()
    earlier = letters_of(mail("France:\nA Par - Pic", 1))
    assert account_letters(desk.session, earlier).taken == ()
    assert account_letters(desk.session, earlier, among=()).taken
    assert account_letters(desk.session, earlier, as_seen_by="FRANCE").taken


def test_mails_are_read_as_long_as_somebody_wants_it(desk: Desk) -> None:
    letters = letters_of(*(mail("France:\nA Par - Bur", number) for number in range(3)))
    done: list[int] = []

    def go_on(number: int) -> bool:
        done.append(number)
        return number < 2

    assert len(account_letters(desk.session, letters, go_on=go_on).letters) == 2
    assert done == [0, 1, 2]


@pytest.mark.slow
def test_a_large_box_is_unpacked_in_the_first_half_of_the_progress(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []

    def go_on(done: int, of: int, words: str) -> bool:
        if words == "Unpacking mails":
            told.append((done, of))
        return True

    def watch(_words: str, work: Any) -> Any:
        return work(go_on)

    monkeypatch.setattr(desk.services, "watch_over", watch)
    from_mail = unwrapped
    monkeypatch.setattr(unwrap, "unwrapped", lambda received, on=lambda _done, _of: True: (on(3, 7), from_mail(received))[1])
    take_in(desk.session, "France:\nA Par - Bur\n" + " " * LARGE)
    assert told == [(3, 14)]


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, LARGE])
def test_a_mail_that_a_program_hands_in_arrives_then_and_has_its_mark(size: int, desk: Desk) -> None:
    moment = NOON + timedelta(minutes=30)
    take_in(desk.session, mail("France:\nA Par - Bur" + " " * size), handed_in=HandedIn(moment, "m1"))
    (kept_mail,) = desk.session.open_turn.mails
    assert (kept_mail.mark, datetime.fromisoformat(kept_mail.received)) == ("m1", moment)


@pytest.mark.parametrize(("subject", "fits"), [("[game 7e57]", True), ("[game Test]", True), ("[game tst]", True), ("[game other]", False)])
def test_a_mail_is_for_this_game_by_its_id_its_name_and_its_short_name(subject: str, fits: bool, desk: Desk) -> None:
    named = Desk(game=False)
    named.session.add(Document(with_short_name(desk.session.game, "tst")))
    named.session.times = desk.session.times
    (account,) = account_letters(named.session, letters_of(mail("France:\nA Par - Bur").replace("orders", subject))).letters
    assert (not account.other_game) is fits


def test_mails_without_orders_are_kept_beside_those_that_count_up_to_the_bound(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order_mails, "MOST_UNREAD", 4)
    take_in(desk.session, mail("Italy:\nA Ven - Tyr"))
    late = [mail("I shall be late.", number) for number in range(1, 6)]
    take_in(desk.session, boxed(*late[:2], mail("France:\nA Par - Bur", 9), *late[2:]))
    texts = [each.text.split("\n")[0] for each in desk.session.open_turn.mails]
    assert texts == ["Italy:", "I shall be late.", "I shall be late.", "France:"]


def test_of_a_box_what_is_for_another_game_and_what_is_no_mail_are_not_kept(desk: Desk) -> None:
    other = mail("Germany:\nA Ber - Kie").replace("Subject: orders", "Subject: [game abcd] orders")
    take_in(desk.session, boxed(other, mail("France:\nA Par - Bur", 1)))
    assert [each.power for each in desk.session.open_turn.mails] == ["FRANCE"]
    accounts = [LetterAccount(Letter((), is_mail=is_mail), None, ()) for is_mail in (True, False)]
    assert order_mails._staged_ones(desk.session, accounts) == accounts[:1]


def test_in_one_power_s_view_only_what_changes_something_is_taken(desk: Desk) -> None:
    desk.session.look_as("FRANCE")
    silent = LetterAccount(Letter((), is_mail=True), "FRANCE", ())
    plain = account_of(line_of(Fate.TAKEN, "A Par - Bur", order=parse_order("A PAR - BUR")))
    assert order_mails._staged_ones(desk.session, [silent, plain]) == [plain]
    assert order_mails._staged_ones(desk.session, [replace(plain, claims=("FRANCE",))]) == []


def test_of_several_mails_the_number_names_the_step_and_of_a_list_what_is_kept() -> None:
    letters = [LetterAccount(Letter((), name="Ada", is_mail=True), None, ())] * 2
    assert [order_mails._label(letters), order_mails._label(letters[:1])] == ["Take in 2 mails", "Mail from Ada"]
    order = parse_order("A PAR - BUR")
    taken = (line_of(Fate.TAKEN, "A Par - Bur", order=order), line_of(Fate.GUESSED, "waive 2", count=2))
    assert order_mails._label([account_of(*taken)]) == "Paste 3 orders"
    lines = (line_of(Fate.LATER, "A Bur - Mun"), line_of(Fate.REFUSED, "A Par - Nap", is_illegal=True), line_of(Fate.REFUSED, "A Ber H"))
    assert order_mails._label([account_of(*lines)]) == "Keep 2 received lines"
    assert order_mails._label([account_of()]) == "Take in 1 mail"


def test_what_was_written_is_told_with_guesses_and_only_of_mails_that_are_taken(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(desk.services, "show_accounting", lambda summary, _accounting: shown.append(summary))
    desk.run("player italy Bob <bob@example.org>")
    take_in(desk.session, boxed(mail("France:\nA Par - Bur\nA Mar H"), mail("Italy:\nA Ven - Tyr\nA Rom H", 1)))
    assert shown[0].startswith("2 orders written")
