"""Sender of a mail: a power with an address on file is written for from there alone."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.edits import set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.opening import open_text
from app.gm.reply import reminder, reply_text
from app.gm.round_sheet import RoundReader, SheetGroup, SheetMail
from app.gm.taken_mails import account_of
from app.session.errors import NotReadyError
from app.session.seating import Times
from tests.unit.app.commands.fake_services import Desk


def at(day: int, hour: int) -> float:
    return datetime(2026, 11, day, hour, tzinfo=UTC).timestamp()


def mail(sender: str, *lines: str, date: str = "Mon, 23 Nov 2026 20:30:00 +0000", subject: str = "orders", received: str = "") -> str:
    head = f"From: {sender}\nTo: gm@example.org\nSubject: {subject}\nDate: {date}\nMessage-ID: <1@example.org>\n"
    if received:
        head = f"Received: from a.example by b.example; {received}\n{head}"
    return "\n".join((head, *lines, ""))


BOB = mail("Bob <bob@example.org>", "A PAR H", "A MAR - GAS")
STRANGER = mail("Mallory <mal@example.org>", "A PAR - BRE", "A MAR - GAS", subject="France orders")

PRESS = ("PRESS TO ENGLAND", "hello", "ENDPRESS")


class Post:
    """A game whose France is Bob's, and mails that are handed in."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk()
        self.folder = folder
        self.count = 0
        self.desk.session.times = Times(wall=lambda: at(25, 12))
        self.seat("FRANCE", "Bob", "bob@example.org")

    def seat(self, power: str, name: str, address: str) -> None:
        player = SeatedPlayer(name, address, SeatKind.POST)
        self.desk.session.perform("player", lambda game: set_player(game, power, player))

    def comes(self, text: str, options: str = "") -> str:
        self.count += 1
        path = self.folder / f"{self.count}.eml"
        path.write_text(text, encoding="utf-8")
        before = len(self.desk.services.said)
        self.desk.run(f"mail {path} {options}")
        return "\n".join(self.desk.services.said[before:])

    def orders(self, power: str = "FRANCE") -> list[str]:
        return self.desk.orders(power)

    def asked(self) -> SheetGroup | None:
        return next((group for group in RoundReader().sheet(self.desk.session).groups if group.power is None), None)


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return Post(tmp_path)


def test_a_stranger_s_mail_changes_nothing_and_is_not_told_what_stands(post: Post) -> None:
    assert "A PAR H" in post.comes(BOB)
    said = post.comes(STRANGER)
    answer = said.partition("To: mal@example.org")[2]
    assert post.orders() == ["A PAR H", "A MAR - GAS"]
    assert post.desk.session.ends_with == 4
    assert answer
    for secret in ("A PAR H", "PAR", "noted", "without an order"):
        assert secret not in answer.partition("\n\n")[2], "the answer tells nothing of the game"
    group = post.asked()
    assert group is not None
    assert group.needs == 1, "the mail is one question"


def test_process_names_the_mail_of_a_stranger_that_nobody_decided_about(post: Post) -> None:
    post.comes(BOB)
    post.comes(STRANGER)
    said = post.desk.run("process --missing process")
    assert "Nobody said whose mail it is, and nothing of it counted: " in said
    assert "Bob" not in said


def test_process_names_no_mail_that_was_set_aside_or_given(post: Post) -> None:
    post.comes(BOB)
    post.comes(STRANGER)
    post.desk.run("set-aside 2")
    assert "Nobody said" not in post.desk.run("process --missing process")


def test_a_stranger_takes_nothing_back_and_asks_for_nothing(post: Post) -> None:
    post.comes(BOB)
    post.comes(mail("m@example.org", "SIGNON France", "Cancel all my orders.", "SET WAIT", *PRESS, "SIGNOFF"))
    turn = post.desk.session.open_turn
    assert not turn.withdrawn
    assert not turn.waits
    assert not turn.press
    assert post.orders() == ["A PAR H", "A MAR - GAS"]


def test_a_player_s_address_does_not_write_for_another_power_by_a_heading(post: Post) -> None:
    post.seat("ENGLAND", "Eve", "eve@example.org")
    post.comes(BOB)
    said = post.comes(mail("eve@example.org", "SIGNON France", "A PAR - BRE", "SIGNOFF"))
    assert post.orders() == ["A PAR H", "A MAR - GAS"]
    assert "A PAR H" not in said.partition("To: eve@example.org")[2], "Eve is not told what France ordered"


def test_a_power_without_an_address_is_written_for_by_anybody(post: Post) -> None:
    post.comes(mail("new@example.org", "England:", "A LVP - YOR"))
    assert post.orders("ENGLAND") == ["A LVP - YOR"]


def test_one_player_of_two_powers_writes_for_both(post: Post) -> None:
    post.seat("ITALY", "Bob", "BOB@example.org")
    post.comes(mail("bob@example.org", "France:", "A PAR - BUR", "Italy:", "A ROM - APU"))
    assert post.orders() == ["A PAR - BUR"]
    assert post.orders("ITALY") == ["A ROM - APU"]


def test_a_press_takes_a_mail_once(post: Post) -> None:
    post.comes(STRANGER)
    post.desk.run("mail-of 1 france")
    assert post.orders() == ["A PAR - BRE", "A MAR - GAS"]
    post.comes(mail("mal@example.org", "A PAR - PIC"))
    assert post.orders() == ["A PAR - BRE", "A MAR - GAS"], "the next one is asked about again"


def test_a_press_learns_an_address_and_takes_what_waits_from_there(post: Post) -> None:
    post.comes(BOB)
    post.comes(mail("Bob <bob@work.example>", "A PAR - PIC"))
    post.comes(mail("Bob <bob@work.example>", "F BRE - ENG"))
    assert post.orders() == ["A PAR H", "A MAR - GAS"]
    post.desk.run("mail-of 2 france --learn")
    assert post.orders() == ["A PAR - PIC", "A MAR - GAS", "F BRE - ENG"]
    assert post.asked() is None
    post.comes(mail("Bob <BOB@work.example>", "A PAR - GAS"))
    assert post.orders()[0] == "A PAR - GAS"
    post.comes(BOB.replace("A PAR H", "A PAR - BUR").replace("20:30", "20:40"))
    text = write(post.desk.session.game)
    assert "\nFRANCE: Bob <bob@example.org>\nFRANCE also: Bob <bob@work.example>\n" in text
    again = open_text(text.encode()).ready().game
    assert again.members == post.desk.session.game.members
    post.desk.run("undo", "undo", "undo")
    assert post.orders() == ["A PAR H", "A MAR - GAS"]


def test_a_mail_that_is_not_ours_is_set_aside(post: Post) -> None:
    post.comes(STRANGER)
    post.desk.run("set-aside 1")
    group = post.asked()
    assert group is not None
    assert group.needs == 0
    assert not post.orders()


def test_a_replaced_player_s_mail_is_asked_about(post: Post) -> None:
    post.comes(BOB)
    post.desk.run("process --missing process", "player france Cy")
    text = write(post.desk.session.game)
    assert "FRANCE until F1901M: Bob <bob@example.org>" in text
    said = post.comes(mail("bob@example.org", "France:", "A PAR - BRE", date="Wed, 25 Nov 2026 10:00:00 +0000"))
    assert "its sender plays France no longer" in said
    assert not post.orders()


def test_a_person_says_whose_it_is_when_it_is_handed_in(post: Post) -> None:
    post.comes(STRANGER, "--power france")
    assert post.orders() == ["A PAR - BRE", "A MAR - GAS"]


FUTURE = mail("Bob <bob@example.org>", "A PAR - BUR", date="Mon, 30 Nov 2026 20:30:00 +0000")
PRESENT = mail("Bob <bob@example.org>", "A PAR - PIC", date="Wed, 25 Nov 2026 10:00:00 +0000")


def test_a_date_to_come_does_not_make_a_mail_the_later_one(post: Post) -> None:
    post.comes(FUTURE)
    said = post.comes(PRESENT.replace("10:00:00", "12:00:00"))
    assert post.orders() == ["A PAR - PIC"]
    assert "these orders of France are noted" in said


@pytest.mark.parametrize("first", [True, False])
def test_the_topmost_received_header_says_which_mail_is_the_later(post: Post, first: bool) -> None:
    early = mail("bob@example.org", "A PAR - BUR", date="Tue, 24 Nov 2026 21:00:00 +0000", received="Tue, 24 Nov 2026 10:00:00 +0000")
    later = mail("bob@example.org", "A PAR - PIC", date="Mon, 23 Nov 2026 21:00:00 +0000", received="Tue, 24 Nov 2026 11:00:00 +0000")
    for each in (early, later) if first else (later, early):
        post.comes(each)
    assert post.orders() == ["A PAR - PIC"]


def test_what_is_handed_in_by_a_mail_program_arrives_then(post: Post) -> None:
    for hour, text in ((11, PRESENT), (12, BOB)):  # the second has an older date
        post.desk.session.times = Times(wall=partial(at, 25, hour))
        post.desk.services.received = text.encode()
        post.desk.run("mail")
    assert post.orders() == ["A PAR H", "A MAR - GAS"]
    assert "received: 2026-11-25T12:00:00Z" in write(post.desk.session.game)


def test_a_box_is_read_in_its_own_sequence(post: Post) -> None:
    box = f"From a Mon Nov 23 10:00:00 2026\n{PRESENT}\nFrom a Mon Nov 23 10:00:00 2026\n{BOB}\n"
    post.comes(box)
    assert post.orders()[0] == "A PAR H"


def test_a_mail_that_does_not_count_is_answered_so_with_the_set_that_stands(post: Post) -> None:
    post.comes(PRESENT)
    said = post.comes(BOB)
    assert post.orders() == ["A PAR - PIC", "A MAR - GAS"]
    said = post.comes(BOB.replace("A MAR - GAS", "A PAR H").replace("20:30", "20:40"))
    answer = said.partition("Dear ")[2]
    assert "this mail does not count" in answer
    assert "are noted" not in answer
    assert "A PAR - PIC" in answer.partition("The whole set")[2]


def test_a_mail_after_grace_is_told_that_it_is_too_late(post: Post) -> None:
    post.comes(PRESENT)
    post.desk.session.times = Times(wall=lambda: at(24, 1))
    post.desk.run('deadline "24 nov 2026 12:00"')
    post.desk.session.times = Times(wall=lambda: at(25, 12))
    answer = post.comes(mail("Bob <bob@example.org>", "A PAR - BUR", date="Wed, 25 Nov 2026 11:00:00 +0000")).partition("Dear ")[2]
    assert "Too late; the game master decides about:\n  A PAR - BUR" in answer
    assert "say what you mean" not in answer
    assert post.orders()[0] == "A PAR - PIC"


def test_a_stranger_that_writes_for_a_power_without_an_address_learns_no_order_of_another(post: Post) -> None:
    post.comes(mail("one@example.org", "England:", "A LVP - YOR"))
    answer = post.comes(mail("Two <two@example.org>", "England:", "F LON - NTH")).partition("Dear ")[2]
    assert "F LON - NTH" in answer
    assert "LVP" not in answer


def late_post(post: Post, *lines: str, hour: int = 19) -> tuple[str, SheetMail]:
    """The answer to a mail of Bob's that came after the deadline of 12:00, and the mail on the page of the round."""
    post.comes(BOB)
    post.desk.session.times = Times(wall=lambda: at(24, 1))
    post.desk.run("grace 6h")
    post.desk.run('deadline "24 nov 2026 12:00"')
    post.desk.session.times = Times(wall=lambda: at(25, 12))
    said = post.comes(mail("Bob <bob@example.org>", *lines, date=f"Tue, 24 Nov 2026 {hour}:00:00 +0000"))
    france = next(group for group in RoundReader().sheet(post.desk.session).groups if group.power == "FRANCE")
    return said, france.mails[-1]


def test_a_withdrawal_after_grace_is_asked_of_the_game_master_and_its_orders_stay_in_the_set(post: Post) -> None:
    said, shown = late_post(post, "I withdraw all my orders.")
    assert "I withdraw all my orders.: takes back (it came after the deadline and its grace)" in said
    answer = said.partition("Dear ")[2]
    assert "Too late; the game master decides about:\n  I withdraw all my orders." in answer
    assert "The whole set that would be played now:\n  A PAR H · withdrawn?\n  A MAR - GAS · withdrawn?" in answer
    assert "please say" not in answer
    assert [row.reading for row in shown.rows] == ["may take back A PAR H and A MAR - GAS · it came after the deadline and its grace"]
    assert shown.needs == 1
    with pytest.raises(NotReadyError, match="Perhaps taken back by a mail:\n  France: A PAR H\n  France: A MAR - GAS"):
        post.desk.run("process")


def test_a_withdrawal_within_grace_is_asked_of_its_sender_too(post: Post) -> None:
    said, shown = late_post(post, "I withdraw all my orders.", hour=15)
    assert "Perhaps taken back; please say whether these orders stand:\n  A PAR H\n  A MAR - GAS" in said
    assert "Your mail came after the deadline." in said
    assert [row.reading for row in shown.rows] == ["may take back A PAR H and A MAR - GAS"]


def test_an_order_after_grace_replaces_none_and_waits_on_the_page(post: Post) -> None:
    _, shown = late_post(post, "A PAR - BUR")
    assert [(row.needs, row.reading) for row in shown.rows] == [(True, "it came after the deadline and its grace")]
    first = next(group for group in RoundReader().sheet(post.desk.session).groups if group.power == "FRANCE").mails[0]
    assert [row.reading for row in first.rows] == ["A PAR H · withdrawn?", "A MAR - GAS"]


def test_a_unit_of_the_wrong_kind_is_one_question_with_one_answer_everywhere(post: Post) -> None:
    """``F LVP - YOR`` with an army there: in the answer, the reminder, ``who``, on the page and before Process; it is missing nowhere."""
    post.seat("ENGLAND", "Eve", "eve@example.org")
    question = "F LVP - YOR: another kind of unit stands there: A LVP - YOR; it may be A LVP - YOR"
    answer = post.comes(mail("Eve <eve@example.org>", "F LON - NTH", "F EDI - NWG", "F LVP - YOR")).partition("Dear ")[2]
    assert f"Please say what you mean:\n  {question}" in answer
    assert "Without an order still" not in answer
    told = reminder(post.desk.session, "ENGLAND")
    assert f"Please say what you mean by:\n  {question}" in told
    assert "lack" not in told
    said = post.desk.run("who")
    assert f"England: {question}" in said
    assert "Army Liverpool" not in said
    group = next(group for group in RoundReader().sheet(post.desk.session).groups if group.power == "ENGLAND")
    (row,) = [row for row in group.mails[0].rows if row.needs]
    assert [str(choice.order) for choice in row.choices] == ["A LVP - YOR"]
    with pytest.raises(NotReadyError) as stopped:
        post.desk.run("process")
    assert f"Not understood:\n  England: {question}" in str(stopped.value)
    assert "missing for England" not in str(stopped.value)
    post.desk.run('order "F LVP - YOR" --power england')
    assert [str(line.order) for line in post.desk.session.open_turn.orders_of("ENGLAND")] == ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"]
    assert reminder(post.desk.session, "ENGLAND") == ""
    assert "England" not in post.desk.run("who")
    group = next(group for group in RoundReader().sheet(post.desk.session).groups if group.power == "ENGLAND")
    assert [row.reading for row in group.mails[0].rows if row.words == "F LVP - YOR"] == ["taken as A LVP - YOR"]
    answer = reply_text(post.desk.session, account_of(post.desk.session, post.desk.session.open_turn.mails[0]))
    assert "Decided:\n  F LVP - YOR: taken as A LVP - YOR" in answer
