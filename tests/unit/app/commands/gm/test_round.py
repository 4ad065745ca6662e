"""Mails of a round through commands: kept without passwords, staged, given to a power, removed, answered; and the command line's answer."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from app.cli.main import main
from app.game.dpn.writer import write
from app.game.edits import new_game, set_player
from app.game.entries import Mail, SeatedPlayer, SeatKind
from app.game.opening import open_text
from app.gm.order_mails import MOST_REPLACED
from app.gm.round_sheet import RoundReader
from app.gm.taken_mails import account_of, accounts_of, given_to, put_aside, sender_words
from app.mail_in.accounting import Fate
from app.session.errors import Abort
from languages import tr, using
from languages.pseudo import OPENING
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.commands.standing_clock import StandingClock
from variants.catalogue import standard

pytestmark = pytest.mark.usefixtures("clock")

FRAMED = """From: Marcel <marcel@example.fr>
Subject: orders
Date: Wed, 25 Nov 2026 17:00:00 +0000

SIGNON ftest sesame
A Par - Bur
A Mar - Spa or Pie
PRESS TO G
Shall we?
ENDPRESS
SET WAIT
SIGNOFF

On Tuesday Gerd wrote:
> SIGNON gtest abracadabra
> A Mun - Bur
"""


def mail(
    body: str, *, sender: str = "Marcel <marcel@example.fr>", date: str = "Wed, 25 Nov 2026 17:00:00 +0000", subject: str = "orders"
) -> str:
    return f"From: {sender}\nSubject: {subject}\nDate: {date}\n\n{body}"


def pasted(desk: Desk, text: str, line: str = "paste-orders") -> str:
    desk.services.clipboard = text
    return desk.run(line)


def test_a_framed_mail_is_staged_whole_as_one_undo_step(desk: Desk) -> None:
    before = desk.session.game
    pasted(desk, FRAMED)
    turn = desk.session.open_turn
    assert desk.orders("FRANCE") == ["A PAR - BUR", "None"]
    assert turn.waits == ("FRANCE",)
    assert [(each.sender, each.receivers, each.text) for each in turn.press] == [("FRANCE", ("GERMANY",), "Shall we?")]
    assert turn.mails[0].power == "FRANCE"
    assert turn.resolution is None
    assert desk.session.undo_words == "Mail from Marcel"
    desk.run("undo")
    assert desk.session.game == before


def test_no_password_and_no_quote_is_in_the_file_and_all_else_comes_back_from_it(desk: Desk) -> None:
    pasted(desk, FRAMED)
    text = write(desk.session.game)
    assert "sesame" not in text
    assert "abracadabra" not in text
    assert "A Mun - Bur" not in text
    assert "| SIGNON ftest [password cut out]\n| A Par - Bur\n" in text
    again = open_text(text.encode()).ready().game
    assert again == desk.session.game
    assert write(again) == text
    with using("pseudo"):
        account = account_of(desk.session, desk.session.open_turn.mails[0])
        assert f"SIGNON ftest {OPENING}" in " ".join(line.words for line in account.lines), "who reads the line reads it in their language"


def test_no_password_is_in_the_journal_nor_in_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "game.dpn"
    path.write_text(write(new_game(standard(), "Test", game_id="7e57")))
    desk = Desk(game=False)
    desk.run(f"open {path}")
    pasted(desk, FRAMED)
    desk.run("process --missing process", "save")
    desk.document.close()
    home = desk.session.library.places.data
    files = [each for folder in (tmp_path, home) for each in folder.rglob("*") if each.is_file()]
    assert any(b"A Par - Bur" in each.read_bytes() or b"A PAR - BUR" in each.read_bytes() for each in files)
    assert [each for each in files if b"sesame" in each.read_bytes()] == []


def test_the_same_mail_twice_is_counted_once_and_that_is_said(desk: Desk) -> None:
    pasted(desk, FRAMED)
    with pytest.raises(Abort, match="1 mail was taken in before, and counted once"):
        pasted(desk, FRAMED)
    assert len(desk.session.open_turn.mails) == 1


def test_of_two_mails_the_one_that_was_sent_later_counts_whichever_is_taken_in_first(desk: Desk) -> None:
    pasted(desk, mail("France:\nA Par - Bur\nF Bre - Mao\n", date="Wed, 25 Nov 2026 16:00:00 +0000"))
    said = pasted(desk, mail("France:\nA Par - Pic\nA Mar - Spa\n", date="Wed, 25 Nov 2026 09:00:00 +0000"))
    assert sorted(desk.orders("FRANCE")) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]
    assert "replaced by A PAR - BUR in the later mail of 25 November 2026, 16:00" in said


def test_a_mail_is_given_to_a_power_by_the_game_master_and_what_it_wrote_is_taken_back(desk: Desk) -> None:
    pasted(desk, mail("A Ven - Tyr\nA Rom - Ven\nA Mun - Tyr\n", sender="x@example.org"), "paste-orders germany")
    assert desk.orders("GERMANY") == ["A MUN - TYR", "A VEN - TYR", "A ROM - VEN"]
    assert [line.is_legal for line in desk.session.open_turn.orders_of("GERMANY")] == [True, False, False]
    desk.run("mail-of 1 italy")
    assert "GERMANY" not in desk.session.open_turn.orders
    assert desk.orders("ITALY") == ["A VEN - TYR", "A ROM - VEN", "A MUN - TYR"]
    assert [line.is_legal for line in desk.session.open_turn.orders_of("ITALY")] == [True, True, False]
    assert desk.session.open_turn.mails[0].power == "ITALY"
    desk.run("undo")
    assert len(desk.orders("GERMANY")) == 3


def test_a_mail_that_is_put_out_takes_along_what_came_with_it_and_leaves_what_was_changed_since(desk: Desk) -> None:
    pasted(desk, FRAMED.replace("A Mar - Spa or Pie", "A Mar - Spa or Pie\nF Bre - Mao\nFall:\nA Bur - Mun"))
    desk.run("order F BRE - PIC")
    desk.run("drop-mail 1")
    turn = desk.session.open_turn
    assert desk.orders("FRANCE") == ["F BRE - PIC"]
    assert (turn.mails, turn.waits, turn.press, turn.later) == ((), (), (), ())
    with pytest.raises(Abort, match="no mail number 1"):
        desk.run("drop-mail 1")


def test_within_the_grace_a_mail_is_taken_and_marked_and_after_it_asked_about(desk: Desk, clock: StandingClock) -> None:
    desk.run("deadline 20:00 UTC", "grace 1h")
    clock.hours(5)
    pasted(desk, mail("France:\nA Par - Bur\n", date="Wed, 25 Nov 2026 20:30:00 +0000"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert desk.session.game.audit[-1].text == "mail of FRANCE taken in for S1901M: 1 order, late"
    said = pasted(desk, mail("Germany:\nA Mun - Ruh\n", sender="g@example.org", date="Wed, 25 Nov 2026 21:30:00 +0000"))
    assert "it came after the deadline and its grace" in said
    assert desk.orders("GERMANY") == ["None"]
    desk.run("mail-of 2 germany")
    assert desk.orders("GERMANY") == ["A MUN - RUH"]


def test_while_the_clock_stands_nothing_is_late(desk: Desk, clock: StandingClock) -> None:
    desk.run("deadline 20:00 UTC", "pause")
    clock.hours(9)
    pasted(desk, mail("France:\nA Par - Bur\n", date="Thu, 26 Nov 2026 01:30:00 +0000"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_a_reminder_names_what_each_power_lacks_and_when_it_is_due(desk: Desk) -> None:
    desk.session.perform("Seat", lambda game: set_player(game, "FRANCE", SeatedPlayer("Marcel", "marcel@example.fr", SeatKind.POST)))
    desk.run("deadline fri 20:00 Europe/Berlin", "order A PAR - BUR", "remind france")
    assert desk.services.clipboard == (
        "Dear Marcel,\n\nI still lack orders of France for Test, Spring 1901, movement: A MAR and F BRE.\n\n"
        "Orders are due Fri 27 Nov 2026, 20:00 Europe/Berlin."
    )
    assert desk.run("remind") == "Reminder for Austria-Hungary, England, France, Germany, Italy, Russia, Turkey copied."


def test_headers_with_line_ends_and_markup_can_not_leave_their_field(desk: Desk) -> None:
    evil = mail(
        "France:\nA Par - Bur\n", sender='"Eve\\r\\n[end]\\r\\n| x" <e@example.org>', subject="=?utf-8?q?a=0D=0A[audit]=0A@_x=3A_y?="
    )
    pasted(desk, evil)
    text = write(desk.session.game)
    assert text.count("\n[end]") == 1
    assert "\n[audit]\n@ 20" in text
    assert open_text(text.encode()).ready().game == desk.session.game


def test_a_mail_of_nothing_but_words_for_a_judge_is_staged(desk: Desk) -> None:
    pasted(desk, mail("SIGNON ftest x\nSET WAIT\nSIGNOFF\n"))
    assert desk.session.open_turn.waits == ("FRANCE",)
    desk.run("wait france --off")
    assert desk.session.open_turn.waits == tuple[str, ...]()


def test_press_that_a_hook_keeps_back_is_not_passed_on_by_mail_either(desk: Desk) -> None:
    desk.run("variant restrict france germany")
    pasted(desk, FRAMED)
    assert desk.session.open_turn.press == ()
    assert desk.orders("FRANCE")[0] == "A PAR - BUR"


# --- the command line ---


def game_file(tmp_path: Path) -> Path:
    game = set_player(new_game(standard(), "Test", game_id="7e57"), "FRANCE", SeatedPlayer("Marcel", "marcel@example.fr", SeatKind.POST))
    path = tmp_path / "game.dpn"
    path.write_text(write(game))
    return path


def handed_in(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("A Par - Bur\nA Mar - Spa\nF Bre - Mao\n", 0),
        ("A Par - Bur\nA Mar - Spa or Pie\n", 4),
        ("A Par - Bur\nA Mun - Ruh\n", 4),
        ("SIGNON fghodstoo x\nA Par - Bur\n", 4),
        ("Hello there, how are you?\n", 4),
    ],
)
def test_the_exit_code_says_whether_a_mail_needs_somebody(
    body: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game_file(tmp_path)
    handed_in(monkeypatch, mail(body))
    assert main(["mail", str(path)]) == code
    out = capsys.readouterr().out
    assert all(f"  line {number}: " in out for number in range(1, len(body.splitlines()) + 1)), "every line with its fate"
    assert "To: marcel@example.fr\nSubject: Re: orders [game 7e57]\n\nDear Marcel,\n" in out
    game = open_text(path.read_bytes()).ready().game
    assert game.turn(game.last()).resolution is None
    assert bool(game.turn(game.last()).orders) == ("SIGNON" not in body and "Hello" not in body)


@pytest.mark.slow
def test_the_answer_says_what_was_taken_and_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    handed_in(monkeypatch, mail("A Par - Bur\nA Mar - Spa or Pie\nA Mun - Ruh\nBuild A Par\n"))
    assert main(["mail", str(game_file(tmp_path))]) == 4
    answer = capsys.readouterr().out.partition("Dear Marcel,")[2]
    assert "Spring 1901, movement, Test: these orders of France are noted.\n  A PAR - BUR\n" in answer
    assert "Please say what you mean:\n  A Mar - Spa or Pie: " in answer
    assert "Not taken:\n  A Mun - Ruh: the unit in MUN is Germany's" in answer
    assert "Without an order still:\n  A MAR\n  F BRE\n" in answer


def test_no_mail_at_all_is_an_error_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game_file(tmp_path)
    before = path.read_bytes()
    handed_in(monkeypatch, b"")
    assert main(["mail", str(path)]) == 2
    assert "no mail" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_fleet_that_is_ordered_without_its_coast_lacks_no_order(desk: Desk) -> None:
    pasted(desk, "Russia:\nA Mos - Ukr\nA War - Gal\nF Sev - Bla\nF Stp - Bot\n")
    assert "Russia" not in desk.run("who")


def test_a_mail_of_which_nothing_counts_is_kept_with_what_became_of_it(desk: Desk) -> None:
    desk.session.perform("Seat", lambda game: set_player(game, "FRANCE", SeatedPlayer("Marcel", "marcel@example.fr", SeatKind.POST)))
    pasted(desk, mail("A Mun - Ruh\n"))
    assert desk.session.open_turn.mails[0].text == "A Mun - Ruh"
    assert not desk.session.open_turn.orders_of("GERMANY")


def test_a_mail_that_a_later_one_of_the_same_box_replaces_keeps_its_words(desk: Desk, tmp_path: Path) -> None:
    first = mail("A Par - Pic\nA Mar H", date="Wed, 25 Nov 2026 15:00:00 +0000")
    second = mail("A Par - Bur\nA Mar S A Par - Bur", date="Wed, 25 Nov 2026 16:00:00 +0000")
    box = tmp_path / "box.mbox"
    box.write_text("".join(f"From MAILER Wed Nov 25 15:00:00 2026\n{each}\n\n" for each in (first, second)))
    desk.run(f"read-mail {box}")
    assert [each.text for each in desk.session.open_turn.mails] == ["A Par - Pic\nA Mar H", "A Par - Bur\nA Mar S A Par - Bur"]
    assert desk.orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    rows = RoundReader().sheet(desk.session).rows
    assert [(row.mail, row.line.fate) for row in rows] == [(1, Fate.REPEAT), (1, Fate.REPEAT), (2, Fate.TAKEN), (2, Fate.TAKEN)]


@pytest.mark.slow
def test_a_box_of_hundreds_keeps_no_more_replaced_mails_than_there_is_room_for(desk: Desk, tmp_path: Path) -> None:
    mails = [
        mail(f"A Par - {where}", date=f"Wed, 25 Nov 2026 {h:02}:{m:02}:00 +0000") for h in range(2) for m in range(60) for where in ["Bur"]
    ]
    box = tmp_path / "box.mbox"
    box.write_text("".join(f"From MAILER Wed Nov 25 15:00:00 2026\n{each}\n\n" for each in mails))
    desk.run(f"read-mail {box}")
    assert len(desk.session.open_turn.mails) == MOST_REPLACED


@pytest.mark.slow
def test_mails_read_together_count_as_each_does_beside_the_others(desk: Desk) -> None:
    for hour, body in enumerate(("A Par - Pic\nA Mar - Spa or Pie", "A Par - Bur\nA Mar - Spa", "A Mar H\nF Bre - Mao")):
        pasted(desk, mail(body, date=f"Wed, 25 Nov 2026 1{hour}:00:00 +0000"))
    pasted(
        desk, mail("A Mun - Bur", sender="Gerd <gerd@example.de>", date="Wed, 25 Nov 2026 11:30:00 +0000"), "paste-orders --power germany"
    )
    mails = desk.session.open_turn.mails
    assert len(mails) == 4
    assert accounts_of(desk.session, mails) == [account_of(desk.session, each) for each in mails]


def test_a_mail_that_names_nobody_is_called_pasted_in_the_language_in_use(desk: Desk) -> None:
    assert sender_words(desk.session, Mail()) == "pasted"
    with using("fr"):
        assert sender_words(desk.session, Mail()) == tr("pasted") != "pasted"
        assert sender_words(desk.session, Mail("FRANCE")) == "France"
        assert sender_words(desk.session, Mail("FRANCE", address="ada@example.org")) == "ada@example.org"


def test_a_mail_that_was_set_aside_is_not_read_as_another_powers_when_its_address_is_learnt(desk: Desk) -> None:
    desk.run("player germany Gerd <gerd@example.org>")
    for minute in (1, 2, 3):
        text = f"A Mun - {('Tyr', 'Bur', 'Boh')[minute - 1]}\n"
        pasted(desk, mail(text, sender="New <new@example.org>", date=f"Wed, 25 Nov 2026 09:0{minute}:00 +0000"))
    session = desk.session
    session.perform("aside", lambda game: put_aside(session, game, 1, 0))
    session.perform("whose", lambda game: given_to(session, game, 3, "GERMANY", learn=True))
    assert [each.power for each in session.open_turn.mails] == ["", "GERMANY", "GERMANY"]
