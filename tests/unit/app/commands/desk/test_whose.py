"""Whose mail it is: a power with an address on file is written for from there alone, whoever else writes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.desk.round_sheet import RoundReader, SheetGroup
from app.game.dpn.writer import write
from app.game.edits import set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.opening import open_text
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
    assert post.desk.session.ends_with == 1
    assert answer
    for secret in ("A PAR H", "PAR", "noted", "without an order"):
        assert secret not in answer.partition("\n\n")[2], "the answer tells nothing of the game"
    group = post.asked()
    assert group is not None
    assert group.needs == 1, "the mail is one question"


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
