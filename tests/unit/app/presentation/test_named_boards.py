"""The names on a board in another language: each province has its name there, none larger than the place it was fitted to."""

from __future__ import annotations

import pytest

from app.presentation import drawn_boards
from app.presentation.drawn_boards import drawn_board, named
from entente.words.names import place_name
from languages import using
from variants.compiled import CompiledBoard, Label, LabelKind


def full(board: CompiledBoard, code: str) -> Label:
    label = board.provinces[code].label(LabelKind.FULL)
    assert label is not None
    return label


def test_the_board_says_the_names_of_the_language_where_the_english_ones_stood() -> None:
    english = drawn_board("standard")
    with using("de"):
        german = drawn_board("standard")
        assert " ".join(full(german.board, "BUR").lines) == "Burgund"
        assert german is drawn_board("standard")
        variant = german.folder.variant
        for code, shape in german.board.provinces.items():
            if shape.label(LabelKind.FULL) is not None:
                assert " ".join(full(german.board, code).lines) == place_name(variant, code)
    assert drawn_board("standard") is english
    assert " ".join(full(english.board, "BUR").lines) == "Burgundy"


def test_a_board_that_was_first_wanted_in_another_language_is_english_for_who_reads_english() -> None:
    drawn_boards._shipped.cache_clear()
    with using("fr"):
        assert " ".join(full(drawn_board("standard").board, "BUR").lines) == "Bourgogne"
    assert " ".join(full(drawn_board("standard").board, "BUR").lines) == "Burgundy"


@pytest.mark.parametrize("code", ["de", "fr", "it", "es"])
def test_a_longer_name_is_written_smaller_and_a_shorter_one_as_large_as_before(code: str) -> None:
    english = drawn_board("standard").board
    with using(code):
        other = drawn_board("standard").board
    for province, shape in english.provinces.items():
        before, after = shape.label(LabelKind.FULL), other.provinces[province].label(LabelKind.FULL)
        if before is None or after is None:
            continue
        assert len(after.lines) <= len(before.lines)
        assert after.size * max(map(len, after.lines)) <= before.size * max(map(len, before.lines)) + 1e-9
        assert (after.x, after.y, after.angle, after.path) == (before.x, before.y, before.angle, before.path)


def test_in_english_the_board_is_the_drawn_one() -> None:
    drawn = drawn_board("standard")
    assert named(drawn.board, drawn.folder.variant) is drawn.board
