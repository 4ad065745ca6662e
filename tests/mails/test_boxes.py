"""Boxes of mails are split as the standard library's ``mailbox`` splits them, except where that cuts a mail in two or alters its words."""

from __future__ import annotations

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.mail_in.envelope.mime import letters_of

BOXES = sorted(Path(__file__).parent.glob("*.mbox"))
LINES = st.lists(
    st.sampled_from(
        [
            "A Vie - Gal",
            "",
            "From Paris to Burgundy",
            "From: nobody",
            "From the 12:30 train",
            " From afar",
            "From a@b.c Mon Jan  1 00:00:00 2024",
        ]
    ),
    max_size=8,
)


def bodies(received: bytes) -> list[str]:
    letters, _ = letters_of(received)
    return ["\n".join(line.text for line in letter.lines).strip() for letter in letters]


def library_bodies(path: Path) -> list[str]:
    """Return the bodies that the standard library finds in a box."""
    box = mailbox.mbox(path, create=False)
    try:
        return [str(message.get_payload()).strip() for message in box]
    finally:
        box.close()


def written(path: Path, texts: list[str]) -> bytes:
    """A box with a mail for each of *texts*, written by the standard library."""
    path.unlink(missing_ok=True)
    box = mailbox.mbox(path)
    for text in texts:
        mail = EmailMessage()
        mail["From"] = "a@example.org"
        mail["Subject"] = "orders"
        mail.set_content(text + "\n")
        box.add(mail)
    box.close()
    return path.read_bytes()


@pytest.mark.parametrize("path", BOXES, ids=lambda path: path.stem)
def test_the_boxes_here_are_split_as_the_standard_library_splits_them(path: Path) -> None:
    assert sorted(bodies(path.read_bytes())) == sorted(body.replace("\n>From ", "\nFrom ") for body in library_bodies(path))


def test_a_mark_that_a_program_put_before_from_is_taken_away_again(tmp_path: Path) -> None:
    box = written(tmp_path / "box", ["A Vie - Gal\nFrom Paris I hear nothing"])
    assert b"\n>From Paris" in box
    assert library_bodies(tmp_path / "box") == ["A Vie - Gal\n>From Paris I hear nothing"], "the standard library leaves it in"
    assert bodies(box) == ["A Vie - Gal\nFrom Paris I hear nothing"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(LINES.map("\n".join), min_size=1, max_size=4))
def test_what_the_standard_library_wrote_into_a_box_comes_out_as_it_was(texts: list[str], tmp_path: Path) -> None:
    assert bodies(written(tmp_path / "box", texts)) == [text.strip() for text in texts]


def test_a_line_that_begins_with_from_cuts_no_mail_in_two_where_a_program_left_it_as_it_was(tmp_path: Path) -> None:
    box = b"From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\n\nA Vie - Gal\nFrom Paris I hear nothing\nA Bud - Ser\n"
    path = tmp_path / "box"
    path.write_bytes(box)
    assert len(library_bodies(path)) == 2, "the standard library takes it for the start of another mail"
    assert bodies(box) == ["A Vie - Gal\nFrom Paris I hear nothing\nA Bud - Ser"]
