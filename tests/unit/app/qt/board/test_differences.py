"""Two texts, line against line."""

from __future__ import annotations

from app.qt.board.faults_dialogs import DifferenceRow, Side, pairs


def test_equal_texts_have_no_side_of_their_own() -> None:
    assert all(pair.side is Side.BOTH for pair in pairs("a\nb\n", "a\nb\n"))


def test_changed_lines_stand_beside_each_other() -> None:
    assert pairs("a\nb\nc", "a\nB\nc") == (DifferenceRow("a", "a"), DifferenceRow("b", "B"), DifferenceRow("c", "c"))


def test_added_and_removed_lines_leave_the_other_side_empty() -> None:
    assert pairs("a\nb", "a") == (DifferenceRow("a", "a"), DifferenceRow("b", None))
    assert pairs("a", "a\nb") == (DifferenceRow("a", "a"), DifferenceRow(None, "b"))
