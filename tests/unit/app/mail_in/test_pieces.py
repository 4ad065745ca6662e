"""The pieces that a mail's lines are cut into, with what stands beside them, and the words of a speech."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.notation import read_orders
from app.mail_in import pieces
from app.mail_in.doubtful_remarks import remark_doubts
from app.mail_in.joined_lines import joined
from app.mail_in.letter import MailLine
from app.mail_in.order_words import order_words
from app.mail_in.phase_words import phase_heading
from app.mail_in.pieces import is_speech, pieces_of
from app.mail_in.statements import said_of_all
from app.mail_in.text_piece import TextPiece
from tests.mails.tables import power_and_position, rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("pieces"))


def shown(piece: TextPiece) -> str:
    """``line:column text``, then what a mark before it names, in brackets."""
    marks = {
        "doubt" if remark_doubts(piece.remark, WORDS) else "remark": piece.remark,
        "explained": piece.explanation,
        "struck": piece.struck,
        "by": piece.author,
        "with": " ".join(f"{line.number} {line.text}" for line in piece.joined),
        "at": " ".join(":".join(map(str, start)) for start in piece.starts),
        "written": piece.written,
    }
    said = [f"{name} {text}" for name, text in marks.items() if text]
    said += [name for name in ("is_quoted", "is_reported", "is_exception") if getattr(piece, name)]
    return f"{piece.line}:{piece.column} {piece.text}" + "".join(f" [{each}]" for each in said)


def told(head: str, text: str) -> str:
    """The pieces of a mail of a power, with ``/`` between them, and ``speech`` for those that only tell the words of another."""
    power, place = power_and_position(head)

    def reads(said: str) -> bool:
        entries = read_orders(standard(), place, said, power).entries
        return bool(entries) and all(entry.reading.order is not None for entry in entries)

    lines = [MailLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    found = pieces_of(
        lines,
        WORDS,
        lambda said: phase_heading(standard(), place.phase, said, WORDS.all_power_words) is not None,
        reads,
        lambda said: said_of_all(standard(), said) is not None,
    )
    return " / ".join(shown(each) + " [speech]" * is_speech(each.text, WORDS, power) for each in found)


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_mail_is_cut_into_pieces(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


def test_a_line_of_very_many_orders_is_cut_at_its_marks() -> None:
    """Each part keeps its place on the line; a line that is a letter shorter is no such line."""
    line = "A Par - Bur; ".ljust(1_501, "x")
    first, second = pieces_of([MailLine(1, line)], WORDS, lambda _: False, lambda _: False, lambda _: False)
    assert [(each.column, each.text) for each in (first, second)] == [(1, "A Par - Bur; "), (14, "x" * 1_488)]


LONG_WORDS = "so many words here. " * 37
SENTENCE = "word " * 39


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (f"{'A Par'.ljust(200)}\n- Bur", True),
        (f"{'A Par'.ljust(201)}\n- Bur", False),
        (f"A Par\n-{'Bur'.rjust(119)}", True),
        (f"A Par\n-{'Bur'.rjust(120)}", False),
        (f"{LONG_WORDS}so many wo\nand {LONG_WORDS}so man", False),
        (f"{LONG_WORDS}so many wo\nand {LONG_WORDS}so ma", True),
        (f"{SENTENCE}words\n{SENTENCE}word", True),
        (f"{SENTENCE}words\n{SENTENCE}words", False),
    ],
)
def test_lines_are_one_up_to_a_length(text: str, is_one: bool) -> None:
    assert ("[with " in told("FRANCE S1901M", text)) is is_one


@pytest.mark.parametrize(("lines", "is_quoted"), [(19, True), (20, False)])
def test_marks_of_a_quotation_stand_so_far_apart(lines: int, is_quoted: bool) -> None:
    quoted = '"\n' + "A Par - Bur\n" * lines + '"'
    assert told("FRANCE S1901M", quoted).count("[is_quoted]") == (lines + 2 if is_quoted else 0)


def cut(text: str, tells: Callable[[str], bool] = lambda _: False) -> list[str]:
    """The texts of the pieces of lines in which nothing is read, of a writer with a unit in Budapest."""
    lines = [MailLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    found = pieces_of(lines, WORDS, lambda _: False, lambda _: False, lambda _: False, ("BUD",), tells)
    return [each.text.strip("x") for each in found]


def test_a_line_that_is_too_long_is_cut_at_its_marks_alone() -> None:
    assert cut("A Par - Bur, A Mar H ".ljust(1_500, "x")) == ["A Par - Bur, A Mar H "]
    assert cut("A Par - Bur, A Mar H ".ljust(1_501, "x")) == ["A Par - Bur, ", "A Mar H "]
    assert cut("Note: A Par - Bur ".ljust(1_500, "x")) == ["Note: ", "A Par - Bur "]
    assert cut("Note: A Par - Bur ".ljust(1_501, "x")) == ["Note: A Par - Bur "]
    assert cut("Note: A Par - Bur ".ljust(1_498, "x") + "; A Mar H")[:2] == ["Note: ", "A Par - Bur ".ljust(1_492, "x") + "; "]


def test_the_lines_beyond_a_number_of_pieces_are_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "MOST_PIECES", 2)
    line = "Note: A Par - Bur"
    assert cut("\n".join([line] * 3)) == ["Note: ", "A Par - Bur", "Note: ", "A Par - Bur", line]


def test_an_order_in_brackets_is_one_of_what_is_due_too() -> None:
    line = "Vienna is safe (I remove the army in Budapest)"
    assert [" ".join(each.split()) for each in cut(line, lambda text: "remove" in text)] == [
        "Vienna is safe",
        "remove the army in Budapest",
    ]
    assert cut(line) == [line]


def paragraph(*lines: str) -> list[int]:
    """The number of lines in each of the pieces that broken lines are put together to."""
    given = [TextPiece(number, 1, line) for number, line in enumerate(lines, 1)]
    return [1 + len(each.joined) for each in joined(given, WORDS, lambda _text: False)]


def test_a_paragraph_is_put_together_up_to_the_letters_of_the_longest_one() -> None:
    line = "we shall see what they will do about it. And then again so".ljust(60, "x")
    assert paragraph(*[line] * 24) == [24]
    assert paragraph(*[line] * 26) == [24, 2]


def test_a_unit_at_the_beginning_of_a_line_ends_the_paragraph_above_it() -> None:
    line = "we shall see what they will do about it and then again so"
    assert paragraph(line, "we told you so") == [2]
    assert paragraph(line, "F Bre - Mao as we said") == [1, 1]
    assert paragraph(line, "Fl Bre - Mao as we said") == [1, 1]
    assert paragraph(line, "Fleets do whatever fleets do") == [2]
