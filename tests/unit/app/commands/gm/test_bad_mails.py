"""Faulty mails: each is reported with its place, nothing is lost, and nothing of it leaves its field."""

from __future__ import annotations

import os
from base64 import b64encode
from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.mail_edits import keep_mail
from app.game.opening import open_text
from app.game.record import EditError, Game, Why
from app.game.storage.atomic import read_bounded
from app.game.versions import Change
from app.gm import mail_files, order_mails
from app.gm.order_mails import LARGE
from app.session.errors import Abort, CommandError, FileTrouble
from tests.unit.app.commands.fake_services import Desk

MAILS = 48

HEAD = "From: Marcel <marcel@example.fr>\nSubject: orders\nDate: Wed, 25 Nov 2020 17:00:00 +0000\nMIME-Version: 1.0\n"


def read(desk: Desk, tmp_path: Path, content: bytes, line: str = "read-mail {path}") -> str:
    path = tmp_path / "mail.eml"
    path.write_bytes(content)
    return desk.run(line.format(path=path))


@pytest.mark.slow
def test_of_a_mail_of_fifty_megabytes_the_orders_are_taken_and_it_is_said_what_was_not_read(desk: Desk, tmp_path: Path) -> None:
    boundary = 'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\nFrance:\nA Par - Bur\n--b\n'
    attached = "Content-Type: image/png\nContent-Disposition: attachment; filename=map.png\nContent-Transfer-Encoding: base64\n\n"
    said = read(desk, tmp_path, (HEAD + boundary + attached).encode() + b"QUJDREVGR0g=\n" * 4_000_000 + b"--b--\n")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert "what is beyond 2,000,000 was not read" in said
    assert len(write(desk.session.game)) < 10_000, "what is attached is not kept"


def test_a_mail_of_html_alone_is_read_and_its_words_are_kept_as_text(desk: Desk, tmp_path: Path) -> None:
    html = "<html><style>A PAR H</style><body><p>France:</p><ul><li>A Par - <b>Bur</b></li></ul><script>x()</script></body></html>"
    read(desk, tmp_path, f"{HEAD}Content-Type: text/html\n\n{html}".encode())
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    kept = desk.session.open_turn.mails[0].text
    assert "A Par - Bur" in kept
    assert "<" not in kept
    assert "x()" not in kept


@pytest.mark.parametrize(
    ("charset", "content"),
    [
        ("utf-8", "Österreich:\nA Wien - Gal\n".encode("latin-1")),
        ("x-unknown", "Österreich:\nA Wien - Gal\n".encode()),
        ("us-ascii", "Österreich:\nA Wien - Gal\n".encode()),
        ("utf-16", "Österreich:\nA Wien - Gal\n".encode("utf-16")),
    ],
)
def test_a_wrong_charset_costs_no_order(charset: str, content: bytes, desk: Desk, tmp_path: Path) -> None:
    read(
        desk,
        tmp_path,
        f"{HEAD}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: base64\n\n".encode() + b64encode(content),
    )
    assert desk.orders("AUSTRIA") == ["A VIE - GAL"]
    assert open_text(write(desk.session.game).encode()).ready().game == desk.session.game


def test_a_name_with_a_path_of_an_attachment_is_nowhere_written_to(desk: Desk, tmp_path: Path) -> None:
    name = "../../../../tmp/evil.txt"
    parts = (
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\nMy orders are attached.\n--b\n'
        f'Content-Type: text/plain\nContent-Disposition: attachment; filename="{name}"\n\nFrance:\nA Par - Bur\n--b--\n'
    )
    deep = tmp_path / "each" / "of" / "four" / "folders"  # so that what climbs out of them is seen
    deep.mkdir(parents=True)
    before = set(tmp_path.rglob("*"))
    read(desk, deep, (HEAD + parts).encode())
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert "evil" not in write(desk.session.game)
    assert set(tmp_path.rglob("*")) - before == {deep / "mail.eml"}


def test_line_ends_in_names_and_subjects_stay_inside_their_field(desk: Desk, tmp_path: Path) -> None:
    name, subject = (
        b64encode(each.encode()).decode() for each in ("Eve\r\nBcc: all@example.org\r\n[end]", "x\n[audit]\n@ 2020 (GM): it was so")
    )
    head = f"From: =?utf-8?b?{name}?= <eve@example.org>\nSubject: =?utf-8?b?{subject}?=\nDate: Wed, 25 Nov 2020 17:00:00 +0000\n\n"
    said = read(desk, tmp_path, (head + "France:\nA Par - Bur\nA Mar - Mos or Spa\n").encode(), "mail {path}")
    text = write(desk.session.game)
    assert open_text(text.encode()).ready().game == desk.session.game
    assert text.count("\n[end]") == 1
    assert text.count("\n[audit]") == 1
    header = said.partition("\nTo: ")[2].partition("\n\n")[0]
    assert header.count("\n") == 1, "an answer has its two fields and no other"
    assert "Bcc" not in header.partition("Subject:")[0]


def test_orders_for_another_power_s_unit_are_refused_by_name(desk: Desk, tmp_path: Path) -> None:
    said = read(desk, tmp_path, (HEAD + "\nFrance:\nA Par - Bur\nA Mun - Ruh\n").encode(), "read-mail {path} --power france")
    assert "A MUN - RUH: refused (the unit in MUN is Germany's, and this is an order of France)" in said
    assert "GERMANY" not in desk.session.open_turn.orders


def test_a_box_that_changes_while_it_is_read_is_not_taken_at_all(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = desk.session.game

    def while_mail_comes(path: Path, largest: int, doing: str) -> bytes:
        data = read_bounded(path, largest, doing)
        with path.open("ab") as box:
            box.write(b"From x@example.org Wed Nov 25 18:00:00 2020\n")
        os.utime(path, ns=(1, 1))
        return data

    monkeypatch.setattr(mail_files, "read_bounded", while_mail_comes)
    with pytest.raises(FileTrouble, match=r"mail\.eml was changed while it was read: nothing of it was taken"):
        read(desk, tmp_path, (HEAD + "\nFrance:\nA Par - Bur\n").encode())
    assert desk.session.game is before


def test_a_folder_and_a_file_that_is_not_there_are_said(desk: Desk, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.eml"):
        with pytest.raises(Exception, match="reading the mails"):
            desk.run(f"read-mail {path}")


# --- large boxes ---


def box(mails: int) -> bytes:
    head = (
        "From x@example.org Wed Nov 25 18:00:00 2020\nFrom: x{0}@example.org\nDate: Wed, 25 Nov 2020 {1:02}:{2:02}:00 +0000\nSubject: o\n\n"
    )
    filling = "> quoted\n" * 1_000
    orders = [f"France:\nA Par - {'Bur' if at % 2 else 'Pic'}\nA Mos - Ukr\n{filling}\n\n" for at in range(mails)]
    return "".join(head.format(at, at // 60, at % 60) + body for at, body in enumerate(orders)).encode()


@pytest.mark.slow
def test_a_large_box_says_how_far_it_is_and_each_of_its_mails_is_one_undo_step(desk: Desk, tmp_path: Path) -> None:
    content = box(MAILS)
    assert len(content) > LARGE
    before = desk.session.game
    told: list[Change] = []
    desk.session.document.subscribe(told.append)
    read(desk, tmp_path, content)
    assert desk.services.waited_for == ["Reading mails…"]
    assert len(told) == 1, "whoever listens is told once"
    assert "A PAR - BUR" in desk.orders("FRANCE")
    assert len(desk.session.open_turn.mails) == MAILS, "each has a line that is refused, so that each is kept"
    desk.run("undo")
    assert len(desk.session.open_turn.mails) == MAILS - 1
    assert "A PAR - BUR" not in desk.orders("FRANCE")
    desk.run(*["undo"] * (MAILS - 1))
    assert desk.session.game == before


@pytest.mark.slow
def test_a_large_box_that_fails_half_way_is_taken_back_whole(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, taken = desk.session.game, [0]

    def kept(*args: object, **more: object) -> Game:
        taken[0] += 1
        if taken[0] > 9:
            raise EditError(Why.BAD_TEXT, "no more")
        return keep_mail(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(order_mails, "keep_mail", kept)
    with pytest.raises(CommandError, match="no more"):
        read(desk, tmp_path, box(MAILS))
    assert desk.session.game is before
    assert desk.session.undo_words is None


def test_a_large_box_that_somebody_stops_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.services.stops_work = True
    before = desk.session.game
    with pytest.raises(Abort, match="It was stopped; nothing of these mails was taken"):
        read(desk, tmp_path, box(MAILS))
    assert desk.session.game is before


def test_a_mail_for_another_game_is_not_kept_with_this_one(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Abort, match="for another game, “nordic”: nothing of it is taken"):
        read(desk, tmp_path, f"{HEAD}\nSIGNON Fnordic secret\nA Par - Bur\nSIGNOFF\n".encode())
    assert not desk.session.open_turn.mails
    read(desk, tmp_path, f"{HEAD}\nI shall be late.\n".encode())
    assert [each.text.strip() for each in desk.session.open_turn.mails] == ["I shall be late."]
