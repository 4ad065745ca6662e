"""A file of mails is taken in up to a size, and it is said that there was more."""

from __future__ import annotations

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
