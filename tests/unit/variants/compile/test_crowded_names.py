"""Names that no map has: they are cut with a word about it, and many of them take no longer than a few."""

from __future__ import annotations

import re

import pytest

from benchmarks.crowded_drawings import named
from tests.quick import few, one_by_one
from variants.compile import compile_board, label_placement
from variants.compile.author_names import LONGEST_NAME, letters_of, written_name, written_rows
from variants.compile.label_placement import Effort
from variants.compiled import LabelKind

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ODD = {
    "of one letter": ("A", "A"),
    "of 300 letters without a blank": ("w" * 300, "w" * 79 + "…"),
    "of words": ("Long " * 2000, "Long " * 15 + "Long…"),
    "of rows": ("Far\n \nAway\t", "Far Away"),
    "from right to left": ("\u05d0\u05d1\u05d2 " * 10, " ".join(["\u05d0\u05d1\u05d2"] * 10)),
    "of letters with two accents each": ("e\u0301\u0323" * 40, "e\u0301\u0323" * 26 + "…"),
    "of one letter with 500 accents": ("e" + "\u0301" * 500, "e" + "\u0301" * 78 + "…"),
    "of families": (FAMILY * 30, FAMILY * 15 + "…"),
}


@one_by_one("kind", ODD)
def test_a_name_is_written_in_one_line_and_cut_between_letters(kind: str) -> None:
    name, written = ODD[kind]
    assert written_name(name) == written
    assert len(written) <= LONGEST_NAME


def test_rows_of_a_written_name_share_the_letters_that_are_written() -> None:
    assert written_rows(("Far", "Away")) == ("Far", "Away")
    rows = written_rows(("Long " * 8, "Long " * 20, "Long"))
    assert rows[0] == "Long " * 8
    assert rows[1].endswith("…")
    assert len(rows) == 2
    assert letters_of(" ".join(rows)) <= LONGEST_NAME


@pytest.mark.parametrize("drawn", ["in data-name", "as a text"])
def test_a_long_name_is_told_once_with_its_province_and_line(drawn: str) -> None:
    svg = named(2, "Plain")
    long = "Long " * 2000
    if drawn == "in data-name":
        svg = re.sub(rb'(id="p001".*)Plain', rb"\1" + long.encode(), svg)
    else:
        text = f'<g inkscape:label="labels"><text inkscape:label="p001" style="text-anchor:middle" x="3000" y="900">{long}</text></g></svg>'
        svg = svg.replace(b"</svg>", text.encode())
    made = compile_board(svg, None, "small.svg")
    said = [str(fault) for fault in made.faults]
    assert len(said) == 1, said
    assert re.search(
        r"small.svg:2: <p001> at \(3000, 750\) the name of P001 has 9999 letters and is cut to 80; .*fits on the board", said[0]
    )
    assert made.board is not None
    label = made.board.provinces["P001"].label(LabelKind.FULL)
    assert label is not None
    assert sum(map(len, label.lines)) <= LONGEST_NAME
    assert made.board.provinces["P000"].label(LabelKind.FULL) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", few(["A", "Province of the Many Long Wood", "Long " * 200], "A"))
def test_names_beyond_a_measure_of_work_are_placed_with_less_care_and_none_is_lost(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    efforts: list[Effort] = []

    class Counted(Effort):
        much, most = 1_000_000, 1_500_000

        def __init__(self, provinces: int, points: int) -> None:
            super().__init__(provinces, points)
            efforts.append(self)

    monkeypatch.setattr(label_placement, "Effort", Counted)
    made = compile_board(named(60, name), None, "small.svg")
    assert made.board is not None
    assert all(len(province.labels) == 2 for province in made.board.provinces.values())
    (effort,) = efforts
    assert Counted.most < effort.spent < 1.3 * Counted.most


def test_names_of_a_board_that_is_drawn_more_finely_than_any_get_less_work() -> None:
    usual, fine = Effort(350, 204_000), Effort(350, 320_000)
    for each in (usual, fine):
        each.spend(Effort.most * 0.7)
    assert (usual.is_much, usual.is_over) == (False, False)
    assert (fine.is_much, fine.is_over) == (True, True)
