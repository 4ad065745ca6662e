"""Quotations in a mail: a marked line, a line that names the writer, the header of a mail below; and lines that only look so."""

from __future__ import annotations

import pytest

from app.mail_in.quotes import header_block, is_marked, quotes_on, top_header


@pytest.mark.parametrize("line", ["> A Lvp - Wal", "  > x", "| x", "› x", "» x", "│ x", "AB> x"])
def test_a_mark_at_the_start_quotes_a_line(line: str) -> None:
    assert is_marked(line)


@pytest.mark.parametrize("line", ["A > B", "A Lvp -> Wal", "abc> x", "AB>x", ""])
def test_a_mark_elsewhere_quotes_nothing(line: str) -> None:
    assert not is_marked(line)


@pytest.mark.parametrize(
    "line",
    [
        "On Monday, Ada <ada@example.org> wrote:",
        "On Mon, 3 Jan 2022 at 10:00, Ada wrote",
        "Am 3. Januar schrieb Ada:",
        "Am Montag, 3. Januar hat Ada geschrieben:",
        "Le 3 janvier, Ada a écrit :",
        "Il giorno 3 gennaio Ada ha scritto:",
        "El 3 de enero Ada escribió:",
        "Ada wrote:",
        "ada@example.org wrote:",
        "-----Original Message-----",
        "--- Ursprüngliche Nachricht ---",
        "----- Message transféré -----",
        "Begin forwarded message:",
        "Anfang der weitergeleiteten Nachricht:",
    ],
)
def test_one_line_says_that_another_mail_follows(line: str) -> None:
    assert quotes_on([line, "A Par - Bur"], 0) == 1


@pytest.mark.parametrize(
    "line",
    [
        "A Par - Bur",
        "Ada wrote",
        "As I wrote to you and to everybody else at this table yesterday: A Par - Bur",
        "I wrote to all my many friends round this table about it long ago wrote:",
        "x" * 501 + " wrote:",
        "Original message",
        "---- A Par - Bur ----",
        "",
    ],
)
def test_other_lines_quote_nothing(line: str) -> None:
    assert quotes_on([line, "A Par - Bur"], 0) == 0


def test_who_wrote_may_go_over_up_to_three_lines() -> None:
    lines = ["On Monday, Ada", "<ada@example.org>", "wrote:", "A Par - Bur"]
    assert quotes_on(lines, 0) == 3
    assert quotes_on(lines[:2], 0) == 0
    assert quotes_on(["On Monday, Ada", "wrote:"], 0) == 2
    assert quotes_on(["On Monday, Ada", "", "wrote:"], 0) == 0
    assert quotes_on(["On Monday, Ada", "> wrote:"], 0) == 0
    assert quotes_on(["On Monday, Ada", "x", "y", "wrote:"], 0) == 0


def test_fields_of_a_mail_below_are_its_header() -> None:
    assert quotes_on(["From: Ada", "Sent: Monday", "To: Ben", "Subject: orders", "A Par - Bur"], 0) == 4
    assert quotes_on(["*Von:* Ada", "*Gesendet:* Montag", "A Par"], 0) == 2
    assert quotes_on(["From: Ada", "A Par - Bur"], 0) == 0
    assert quotes_on(["To: Ben", "Sent: Monday"], 0) == 0, "nobody is named who wrote it"
    assert quotes_on(["From: Ada", "To: Ben"], 0) == 0, "neither when nor about what"
    assert header_block(["From: Ada", "Sent: Monday"], 0, fewest=3) == 0


def test_a_ruled_line_stands_above_a_header() -> None:
    rule = "_" * 30
    assert quotes_on([rule, "From: Ada", "To: Ben", "A Par"], 0) == 1
    assert quotes_on([rule, "", "From: Ada", "To: Ben"], 0) == 1
    assert quotes_on([rule, "", "", "From: Ada", "To: Ben"], 0) == 0
    assert quotes_on([rule, "A Par - Bur"], 0) == 0
    assert quotes_on([rule], 0) == 0
    assert quotes_on(["_______", "From: Ada", "To: Ben"], 0) == 0


def test_the_header_of_a_pasted_mail_is_what_stands_at_its_top() -> None:
    assert top_header(["From: Ada", "Subject: orders", "", "A Par - Bur"]) == 2
    assert top_header(["", "", "From: Ada", " <ada@example.org>", "A Par"]) == 4
    assert top_header(["A Par - Bur", "From: Ada"]) == 0
    assert top_header([" From here on", "x"]) == 0
    assert top_header([]) == 0
    assert top_header(["", ""]) == 0
