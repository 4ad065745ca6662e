"""A drawing is saved again: what did not change stays on the screen while the new board is made."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from app.presentation.drawn_boards import OnItsWay
from variants.catalogue import shipped, shipped_drawing
from variants.compile import compile_board
from variants.compiled import CompiledBoard, Stage

Stages = dict[Stage, CompiledBoard]


@pytest.fixture(scope="module")
def stages() -> Stages:
    found: Stages = {}
    made = compile_board(shipped_drawing("pure"), shipped("pure").variant.board, early=lambda stage, board: found.update({stage: board}))
    assert made.board is not None
    return {**found, Stage.WHOLE: made.board}


def moved(board: CompiledBoard, code: str, by: float) -> CompiledBoard:
    """*board* with one province drawn somewhere else."""
    shape = board.provinces[code]
    outline = tuple(tuple(tuple((x + by, y) for x, y in ring) for ring in rings) for rings in shape.levels[0])
    left, top, right, bottom = shape.bounds
    other = replace(shape, levels=(outline,) * 3, bounds=(left + by, top, right + by, bottom))
    return replace(board, provinces=MappingProxyType({**board.provinces, code: other}))


@pytest.mark.slow
def test_the_first_sketch_is_shown_as_it_is(stages: Stages) -> None:
    assert OnItsWay().bettered(Stage.SKETCH, stages[Stage.SKETCH], None) is stages[Stage.SKETCH]


@pytest.mark.slow
def test_of_a_later_sketch_only_the_shapes_that_changed_are_shown(stages: Stages) -> None:
    way, whole = OnItsWay(), stages[Stage.WHOLE]
    way.bettered(Stage.SKETCH, stages[Stage.SKETCH], None)
    sketch = moved(stages[Stage.SKETCH], "PAR", 1.0)
    shown = way.bettered(Stage.SKETCH, sketch, whole)
    assert shown is not None
    assert shown.provinces["PAR"].levels == sketch.provinces["PAR"].levels
    assert shown.provinces["PAR"].labels == whole.provinces["PAR"].labels
    assert {code for code, shape in shown.provinces.items() if shape is not whole.provinces[code]} == {"PAR"}
    assert not [each for each in shown.borders if "PAR" in each.provinces and each in whole.borders], "its old borders are gone"
    assert shown.decorations == whole.decorations
    assert shown.background == whole.background


def test_a_sketch_without_a_change_changes_nothing(stages: Stages) -> None:
    way = OnItsWay()
    way.note(stages[Stage.SKETCH])
    assert way.bettered(Stage.SKETCH, stages[Stage.SKETCH], stages[Stage.WHOLE]) is stages[Stage.WHOLE]


def test_where_nobody_knows_the_sketch_of_what_is_shown_one_waits_for_better(stages: Stages) -> None:
    assert OnItsWay().bettered(Stage.SKETCH, stages[Stage.SKETCH], stages[Stage.WHOLE]) is None


def test_names_stay_until_new_ones_come_but_not_on_ground_that_is_gone(stages: Stages) -> None:
    way, whole = OnItsWay(), stages[Stage.WHOLE]
    playable = moved(stages[Stage.PLAYABLE], "PAR", 5000.0)
    shown = way.bettered(Stage.PLAYABLE, playable, whole)
    assert shown is not None
    assert {code for code, shape in shown.provinces.items() if not shape.labels} == {"PAR"}
    assert shown.provinces["LON"].labels == whole.provinces["LON"].labels
    assert way.bettered(Stage.WHOLE, whole, playable) is whole


def test_provinces_that_were_drawn_or_taken_out_are_there_or_gone_with_the_sketch(stages: Stages) -> None:
    way, whole = OnItsWay(), stages[Stage.WHOLE]
    way.note(stages[Stage.SKETCH])
    sketch = stages[Stage.SKETCH]
    rest = {code: shape for code, shape in sketch.provinces.items() if code != "PAR"}
    fewer = replace(sketch, provinces=MappingProxyType({**rest, "NEW": replace(sketch.provinces["PAR"], code="NEW")}))
    shown = way.bettered(Stage.SKETCH, fewer, whole)
    assert shown is not None
    assert shown.provinces.keys() == fewer.provinces.keys()
