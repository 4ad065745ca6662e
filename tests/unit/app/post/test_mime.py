"""A file of mails is taken in up to a size, and it is said that there was more."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import Policy

import pytest

from app.post import mime
from app.post.mime import letters_of


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
