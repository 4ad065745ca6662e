"""Mails in a game's file: what is kept of one, and the letter that is made of it again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.game.entries import LeftOut, Mail
from app.mail_in.keeping import letter_of, mail_of
from app.mail_in.letter import Letter, LetterPart, MailLine

NOON, ONE = "2026-11-03T12:00:00Z", "2026-11-03T13:00:00Z"
MARKS = {".": LetterPart.TEXT, "q": LetterPart.QUOTE, "s": LetterPart.SIGNATURE}


def moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text).astimezone(UTC) if text else None


@pytest.mark.parametrize(
    ("sent", "taken", "received", "expected"),
    [
        (NOON, ONE, "", ""),
        (ONE, NOON, "", NOON),  # it cannot have come before it was written: its arrival is when it was taken in
        (NOON, NOON, "", ""),
        (ONE, NOON, ONE, ONE),
        ("", NOON, "", ""),
        (ONE, "", "", ""),
    ],
)
def test_a_mail_that_was_written_after_it_was_taken_in_arrived_when_it_was_taken_in(
    sent: str, taken: str, received: str, expected: str
) -> None:
    letter = letter_of(Mail("FRANCE", sent=sent, taken=taken, text="A Par - Bur", received=received))
    assert letter.received == moment(expected)
    assert letter.sent == moment(sent or taken)


@pytest.mark.parametrize(
    ("mail", "is_mail"),
    [
        (Mail("FRANCE", taken=NOON, text="A Par - Bur"), False),
        (Mail("FRANCE", address="marcel@example.org", taken=NOON), True),
        (Mail("FRANCE", sent=NOON, taken=NOON), True),
        (Mail("FRANCE", subject="orders", taken=NOON), True),
    ],
)
def test_a_pasted_text_has_neither_address_nor_date_nor_subject(mail: Mail, *, is_mail: bool) -> None:
    assert letter_of(mail).is_mail is is_mail


@pytest.mark.parametrize(
    ("lines", "stretches"),
    [
        (".", []),
        (".ss", [(2, 3, "signature")]),
        ("qq.s", [(1, 2, "quote"), (4, 4, "signature")]),
        ("q.q", [(1, 1, "quote"), (3, 3, "quote")]),
        ("qss.s", [(1, 1, "quote"), (2, 3, "signature"), (5, 5, "signature")]),
    ],
)
def test_lines_next_to_one_another_are_left_out_together(lines: str, stretches: list[tuple[int, int, str]]) -> None:
    letter = Letter(tuple(MailLine(number, f"line {number}", MARKS[mark]) for number, mark in enumerate(lines, 1)))
    mail = mail_of(letter, "FRANCE", datetime(2026, 11, 3, 12, tzinfo=UTC))
    assert [(each.first, each.last, each.what) for each in mail.left_out] == stretches
    again = letter_of(mail)
    assert [line.part for line in again.lines] == [line.part for line in letter.lines]
    assert [line.text for line in again.lines if line.part is LetterPart.TEXT] == [
        line.text for line in letter.lines if line.part is LetterPart.TEXT
    ]


def test_a_stretch_that_was_left_out_says_how_many_lines_it_had() -> None:
    letter = letter_of(Mail("FRANCE", taken=NOON, text="A Par - Bur", left_out=(LeftOut(2, 4, "quote"), LeftOut(5, 5, "signature"))))
    assert [line.text for line in letter.lines] == ["A Par - Bur", "(3 lines)", "", "", "(1 line)"]


def test_when_a_mail_arrived_is_kept() -> None:
    letter = Letter((MailLine(1, "A Par - Bur"),), received=moment(ONE))
    assert letter_of(mail_of(letter, "FRANCE", datetime(2026, 11, 3, 14, tzinfo=UTC))).received == moment(ONE)


def test_a_mail_without_a_line_comes_back_without_one() -> None:
    assert letter_of(Mail("FRANCE", taken=NOON, text="")).lines == ()


@pytest.mark.parametrize(("last", "said"), [(5_000, "(4999 lines)"), (5_001, "")])
def test_what_was_left_out_beyond_the_longest_letter_is_not_counted(last: int, said: str) -> None:
    letter = letter_of(Mail("FRANCE", taken=NOON, text="A Par - Bur", left_out=(LeftOut(2, last, "quote"),)))
    assert len(letter.lines) == 5_000
    assert letter.lines[1].text == said


def test_lines_left_out_for_no_reason_that_is_known_stay() -> None:
    letter = letter_of(Mail("FRANCE", taken=NOON, text="A Par - Bur\nA Mar H", left_out=(LeftOut(1, 1, "x"), LeftOut(2, 2, "quote"))))
    assert [(line.text, line.part) for line in letter.lines] == [("A Par - Bur", LetterPart.TEXT), ("(1 line)", LetterPart.QUOTE)]
