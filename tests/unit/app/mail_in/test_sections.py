"""The table of what becomes of a piece, each cell where a mail shows it."""

from __future__ import annotations

import pytest

from app.mail_in.accounting import Fate
from app.mail_in.sections import REASONS, STEPS, PieceReading, PieceStep, Use
from tests.mails.test_what_is_plain import read


def test_every_use_has_a_step_for_all_that_can_be_read_and_says_why_where_it_settles_a_piece() -> None:
    assert set(STEPS) == set(Use)
    assert all(set(steps) == set(PieceReading) for steps in STEPS.values())
    settled = {use for use, steps in STEPS.items() if {PieceStep.NONE, PieceStep.ASK} & set(steps.values())}
    assert settled == set(REASONS)


@pytest.mark.parametrize(
    ("text", "fate", "reason"),
    [
        ("A Par - Bur", Fate.TAKEN, ""),
        ("A Par - Bxrqz", Fate.DOUBTFUL, 'no place is called "Bxrqz"'),
        ("Fall:\nA Par - Bur", Fate.LATER, "kept for Fall 1901, movement"),
        ("Fall 1900:\nA Par - Bur", Fate.DOUBTFUL, "it stands under a heading for a phase that is over"),
        ("Results:\nA Par - Bur", Fate.NOT_ORDER, "tells results"),
        ('Germany told me: "I will do A Mun - Bur"', Fate.NOT_ORDER, "what somebody else said"),
        ("Spring 1901", Fate.NOT_ORDER, "a heading"),
        ("Retreat if dislodged: A Par - Gas\nA Mar - Spa", Fate.DOUBTFUL, "it stands after a line for"),
        ("Retreat if dislodged: A Par - Gas\nA Mar S A Par - Bur", Fate.TAKEN, ""),
    ],
)
def test_the_last_line_becomes_what_the_table_says(text: str, fate: Fate, reason: str) -> None:
    (letter,) = read(text).letters
    assert letter.lines[-1].fate is fate
    assert letter.lines[-1].reason.startswith(reason)
