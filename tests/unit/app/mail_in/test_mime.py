"""A file of mails is taken in up to a size, with a notice that there was more."""

from __future__ import annotations

from datetime import UTC
from email.message import EmailMessage
from email.policy import Policy

import pytest

from app.mail_in import mime
from app.mail_in.mime import letters_of


@pytest.mark.parametrize("kind", [bytes, str])
def test_what_is_beyond_the_largest_file_is_not_read_and_that_is_reported(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "MOST_BYTES", 1_000_000)
    text = "A PAR - BUR\n" + "x" * 1_000_000 + "\nA MAR - SPA\n"
    letters, troubles = letters_of(text.encode() if kind is bytes else text)
    assert "only the first 1 MB were read" in troubles
    assert letters
    assert "A MAR" not in repr(letters)


@pytest.mark.parametrize("charset", ["", "us-ascii", "ascii", "utf-8", "no-such-letters"])
def test_a_mail_that_names_fewer_letters_than_it_has_is_read_as_the_usual_ones(charset: str) -> None:
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    head = f"From: a@example.org\nContent-Type: {kind}\nContent-Transfer-Encoding: 8bit\n\n"
    (letter,), _ = letters_of(f"{head}Züge: A Mün - Tyr\n".encode())
    assert letter.lines[-1].text == "Züge: A Mün - Tyr"


@pytest.mark.parametrize("heading", ["multipart/mixed; boundary=b", "Multipart/Mixed; Boundary=b", "multipart/digest; boundary*0=b"])
def test_a_mail_of_thousands_of_parts_is_given_up_early_and_that_is_said(heading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    class Counted(EmailMessage):
        def __init__(self, policy: Policy[EmailMessage]) -> None:
            nonlocal made
            made += 1
            super().__init__(policy)

    monkeypatch.setattr(mime, "EmailMessage", Counted)
    head = f"From: a@example.org\nMIME-Version: 1.0\nContent-Type: {heading}\n\n"
    (letter,), _ = letters_of((head + "--b\n\nA Par H\n" * 100_000 + "--b--\n").encode())
    assert letter.lines == ()
    assert letter.troubles == ("the mail has more than 500 parts; it was not read",)
    assert made <= mime.MOST_PARTS_IN_ALL


def test_a_mail_of_many_parts_is_read_whole() -> None:
    head = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
    parts = "".join(f"--b\n\nA Par - Bur {number}\n" for number in range(mime.MOST_PARTS_IN_ALL - 2))
    (letter,), _ = letters_of(f"{head}{parts}--b--\n".encode())
    assert letter.troubles == ()
    assert sum(line.text.startswith("A Par") for line in letter.lines) == mime.MOST_PARTS_IN_ALL - 2


def test_the_heads_of_a_mail_are_on_one_line_each() -> None:
    head = "From: =?utf-8?q?Ada=0A=E2=80=AEGM?= <ada@example.org>\nDate: x\nSubject: =?utf-8?q?orders=0D=0A=5Bphase?=\n\nA Par H\n"
    (letter,), _ = letters_of(head.encode())
    assert letter.name.isprintable()
    assert letter.subject.isprintable()
    assert letter.subject.endswith("[phase")


def told(raw: str) -> str:
    (letter,), _ = letters_of(raw.encode())
    return "\n".join(line.text for line in letter.lines)


def alternatives(plain: str, html: str, kind: str = "alternative") -> str:
    head = f'From: a@example.org\nDate: Tue, 3 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="b"\n\n'
    return f"{head}--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"


def test_a_text_that_only_says_that_the_mail_is_html_gives_way_to_the_html() -> None:
    html = "<p>Hello Karl,</p><p>A Par - Bur<br>A Mar - Spa</p>"
    assert "A Par - Bur" in told(alternatives("This message is in HTML.", html))
    assert told(alternatives("Hello Karl,\nA Par - Bur\nA Mar - Spa", html)).splitlines()[1] == "A Par - Bur"


def test_what_is_struck_out_in_html_is_known_though_a_plain_text_stands_beside_it() -> None:
    assert "~~A Par - Pic~~" in told(alternatives("A Par - Pic\nA Par - Bur", "<p><s>A Par - Pic</s><br>A Par - Bur</p>"))


def test_parts_beside_one_another_are_all_looked_at() -> None:
    assert told(alternatives("Hello", "<p>A Par - Bur</p>", "mixed")).split() == ["Hello", "A", "Par", "-", "Bur"]


def test_lines_that_a_mail_program_broke_are_joined() -> None:
    head = "From: a@example.org\nDate: Tue, 3 Nov 2026 10:00:00 +0000\nContent-Type: text/plain; format=flowed\n\n"
    assert told(f"{head}Fleet Denmark moves to the \nNorth Sea\n> quoted \n> on\n-- \nKurt") == (
        "Fleet Denmark moves to the North Sea\n> quoted \n> on\n-- \nKurt"
    )


@pytest.mark.parametrize(
    ("date", "hour"),
    [
        ("Wed, 25 Nov 2026 12:00:00 +0200", 10),
        ("Wed, 25 Nov 2026 12:00:00 -0000", 12),
        ("Wed, 25 Nov 2026 12:00:00 -0500", 17),
        ("soon", None),
    ],
)
def test_the_time_of_a_mail_is_that_of_its_zone_and_without_one_that_of_greenwich(date: str, hour: int | None) -> None:
    (letter,), _ = letters_of(f"From: a@example.org\nDate: {date}\n\nA PAR - BUR\n")
    assert (None if letter.sent is None else letter.sent.astimezone(UTC).hour) == hour
