"""Drawings that are saved again: boards byte for byte as if nothing were remembered, and only what changed worked out again."""

from __future__ import annotations

import io
import random
import re
from typing import Any

import numpy as np
import pytest
import shapely

from adjudicator.board import Board
from benchmarks.bench_compile_board import large_drawing, rules_of
from tests.thorough import rounds
from variants import worker_process
from variants.compile import compile_board, label_placement
from variants.compile.memory import Memory, marks_of
from variants.compiled_json import write_board
from variants.compiling import task_text

PROVINCES = 20


def edited(svg: bytes, chance: random.Random) -> bytes:
    """The drawing with a point of one province moved, a province gone, a name or a terrain changed, or its last shape first."""
    paths = re.findall(rb"<path [^>]*/>", svg)
    chosen = chance.choice(paths)
    match chance.randrange(5):
        case 0:
            numbers = re.findall(rb"[-\d.]+,[-\d.]+", chosen)
            point = chance.choice(numbers)
            x, y = (float(each) for each in point.split(b","))
            return svg.replace(chosen, chosen.replace(point, b"%g,%g" % (x + chance.uniform(-25, 25), y + chance.uniform(-25, 25)), 1))
        case 1:
            return svg.replace(chosen, b"")
        case 2:
            return svg.replace(chosen, re.sub(rb'data-name="[^"]*"', b'data-name="Another long name of a land"', chosen))
        case 3:
            return svg.replace(chosen, re.sub(rb'data-type="\w+"', b'data-type="sea"', chosen))
        case _:
            return svg.replace(paths[-1], b"").replace(paths[0], paths[-1] + paths[0])


def board_text(svg: bytes, memory: Memory | None, rules: Board | None) -> bytes:
    """The whole board, or the faults that stand in its way."""
    made = compile_board(svg, rules, "drawing.svg", memory=memory)
    return write_board(made.board) if made.board is not None else repr(made.faults).encode()


@pytest.mark.slow
@pytest.mark.parametrize("seed", rounds(1, 12))
def test_a_board_is_the_same_with_and_without_memory(seed: int) -> None:
    chance, memory = random.Random(seed), Memory()
    svg = large_drawing(PROVINCES, step=24)
    for _ in range(4):
        rules = rules_of(svg)
        assert board_text(svg, memory, rules) == board_text(svg, None, rules)
        svg = edited(svg, chance)


@pytest.mark.slow
def test_another_compilation_looks_for_names_only_around_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that stays remembers from one task to the next."""
    svg = large_drawing(PROVINCES, step=12)
    changed = svg.replace(b'data-name="Province 7"', b'data-name="Another long name"')
    looked: list[int] = []
    plain = label_placement.best_spine

    def counted(*asked: Any) -> Any:
        looked.append(outlet.getvalue().count(b"FAULTS "))
        return plain(*asked)

    monkeypatch.setattr(label_placement, "best_spine", counted)
    tasks, outlet = io.BytesIO(b"".join(task_text("board.svg", each, rules_of(each)) + each for each in (svg, changed))), io.BytesIO()
    assert worker_process.main(tasks, outlet) == 0
    assert outlet.getvalue().count(b"FAULTS ") == 2
    assert 0 < looked.count(1) < looked.count(0) / 3


def test_what_two_compilations_did_not_ask_for_is_forgotten() -> None:
    memory = Memory()
    memory.begin()
    memory.note(("step", 1), "old")
    memory.note(("step", 2), "asked again")
    for _ in range(3):
        memory.begin()
        assert memory.find(("step", 2)) == "asked again"
    assert memory.find(("step", 1)) is None


@pytest.mark.slow
def test_lines_are_remembered_as_numbers_of_eight_bytes() -> None:
    memory = Memory()
    compile_board(large_drawing(6), rules_of(large_drawing(6)), memory=memory)
    lines = [value for key, (_, value) in memory._kept.items() if key[0] == "lines"]
    assert lines
    assert all(isinstance(each, np.ndarray) and each.dtype == np.float64 for kept in lines if isinstance(kept, list) for each in kept)


def test_shapes_of_the_same_points_in_another_order_have_marks_of_their_own() -> None:
    square, turned = shapely.Polygon([(0, 0), (1, 0), (1, 1)]), shapely.Polygon([(1, 0), (1, 1), (0, 0)])
    first, second, third = marks_of([square, turned, shapely.Polygon(square)])
    assert first == third != second


@pytest.mark.slow
def test_less_care_for_names_is_the_same_with_and_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that was placed with care is not taken where the work so far asks for less."""
    monkeypatch.setattr(label_placement.Effort, "much", 1_500_000)
    monkeypatch.setattr(label_placement.Effort, "most", 2_500_000)
    svg, memory = large_drawing(PROVINCES, step=12), Memory()
    rules = rules_of(svg)
    texts = [board_text(svg, memory, rules) for _ in range(2)]
    assert texts == [board_text(svg, None, rules)] * 2
