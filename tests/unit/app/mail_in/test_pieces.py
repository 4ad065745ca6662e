"""The pieces that a mail's lines are cut into, with what stands beside them, and the words of a speech."""

from __future__ import annotations

from adjudicator.notation import read_orders
from app.mail_in.letter import MailLine
from app.mail_in.order_words import order_words
from app.mail_in.phase_words import phase_heading
from app.mail_in.pieces import is_speech, pieces_of
from app.mail_in.remarks import remark_doubts
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
    pieces = pieces_of(
        lines,
        WORDS,
        lambda said: phase_heading(standard(), place.phase, said, WORDS.all_power_words) is not None,
        reads,
        lambda said: said_of_all(standard(), said) is not None,
    )
    return " / ".join(shown(each) + " [speech]" * is_speech(each.text, WORDS, power) for each in pieces)


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_mail_is_cut_into_pieces(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


def test_a_line_of_very_many_orders_is_cut_at_its_marks() -> None:
    """Each part keeps its place on the line; a line that is a letter shorter is no such line."""
    line = "A Par - Bur; ".ljust(1_501, "x")
    first, second = pieces_of([MailLine(1, line)], WORDS, lambda _: False, lambda _: False, lambda _: False)
    assert [(each.column, each.text) for each in (first, second)] == [(1, "A Par - Bur; "), (14, "x" * 1_488)]
