"""A board comes in stages: something to see, something to play on, and at last its names."""

from __future__ import annotations

import io

import pytest

from adjudicator.board import Board, Province, Terrain
from tests.quick import each_nth
from tests.unit.variants.review.twelve import DRAWING, MANIFEST
from variants import MemorySource, shipped_source
from variants.catalogue import shipped, shipped_drawing
from variants.compile import compile_board
from variants.compiled import CompiledBoard, Stage
from variants.compiled_json import read_board, write_board
from variants.compiling import FAULTS, BrokenFrameError, read_faults, read_frame, read_task, task_key, task_text
from variants.fault import FaultKind
from variants.reader import read_anyway
from variants.worker_process import main


def stages_of(svg: bytes, rules: Board | None) -> dict[Stage, CompiledBoard]:
    found: dict[Stage, CompiledBoard] = {}
    made = compile_board(svg, rules, early=lambda stage, board: found.update({stage: board}))
    if made.board is not None:
        found[Stage.WHOLE] = made.board
    return found


@pytest.mark.slow
def test_each_stage_draws_every_province_with_a_place_for_its_unit_and_can_be_sent() -> None:
    found = stages_of(shipped_drawing("standard"), shipped("standard").variant.board)
    assert list(found) == [Stage.SKETCH, Stage.PLAYABLE, Stage.WHOLE]
    for board in found.values():
        assert set(board.provinces) == set(found[Stage.WHOLE].provinces)
        assert set(board.provinces["STP"].units) == {"", "NC", "SC"}
        assert read_board(write_board(board)).provinces.keys() == board.provinces.keys()
        assert (board.width, board.height, board.svg_sha256) == (2000, found[Stage.WHOLE].height, found[Stage.WHOLE].svg_sha256)


@pytest.mark.slow
def test_what_can_be_played_on_stays_as_it_is_when_names_come() -> None:
    found = stages_of(shipped_drawing("pure"), shipped("pure").variant.board)
    playable, whole = found[Stage.PLAYABLE], found[Stage.WHOLE]
    assert playable.borders == whole.borders
    for code, shape in playable.provinces.items():
        assert shape.labels == ()
        assert whole.provinces[code].labels
        assert (shape.levels, shape.units, shape.retreats, shape.supply) == (
            whole.provinces[code].levels,
            whole.provinces[code].units,
            whole.provinces[code].retreats,
            whole.provinces[code].supply,
        )


@pytest.mark.slow
def test_a_drawing_with_errors_shows_nothing_on_the_way() -> None:
    rules = Board.of((Province("PAR", "Paris", Terrain.INLAND),), (), ())
    assert stages_of(shipped_drawing("pure"), rules) == {}


@pytest.mark.slow
def test_a_drawing_sent_to_another_process_comes_back_in_frames() -> None:
    svg, rules = shipped_drawing("pure"), shipped("pure").variant.board
    outlet = io.BytesIO()
    assert main(io.BytesIO(task_text("board.svg", svg, rules) + svg), outlet) == 0
    outlet.seek(0)
    frames = list(iter(lambda: read_frame(outlet), None))
    assert [name for name, _ in frames] == ["SKETCH", "PLAYABLE", "WHOLE", FAULTS]
    assert read_board(frames[2][1]) == read_board(write_board(stages_of(svg, rules)[Stage.WHOLE]))


@pytest.mark.slow
def test_faults_come_back_with_their_line_element_and_point() -> None:
    svg = shipped_drawing("pure")
    rules = Board.of((Province("PAR", "Paris", Terrain.INLAND),), (), ())
    outlet = io.BytesIO()
    main(io.BytesIO(task_text("board.svg", svg, rules) + svg), outlet)
    outlet.seek(0)
    frames = dict(iter(lambda: read_frame(outlet), None))
    assert read_faults(frames[FAULTS]) == compile_board(svg, rules, "board.svg").faults


def test_a_task_keeps_what_a_drawing_has_to_do_with() -> None:
    board = shipped("standard").variant.board
    task = read_task(task_text("board.svg", b"<svg/>", board))
    assert (task.source, task.size) == ("board.svg", 6)
    for code, province in task.board().provinces.items():
        original = board.provinces[code]
        kept = (original.name, original.terrain, original.coasts, original.centre, original.aliases)
        assert (province.name, province.terrain, province.coasts, province.centre, province.aliases) == kept


@pytest.mark.slow
@each_nth(3, "code", ["isl", "mid", "wes"])
def test_a_shape_that_lost_its_label_is_known_in_another_process_too(code: str) -> None:
    svg = DRAWING.replace(f'<path inkscape:label="{code}"', "<path").encode()
    board = read_anyway(MemorySource("twelve", {"variant.toml": MANIFEST.encode()}), shipped_source).folder
    assert board is not None
    whole = compile_board(svg, board.variant.board, "board.svg").faults
    assert [(each.kind, each.places) for each in whole] == [(FaultKind.NO_LABEL, (code.upper(),))]
    task = read_task(task_text("board.svg", svg, board.variant.board))
    assert compile_board(svg, task.board(), "board.svg").faults == whole


def test_a_list_is_part_of_a_task_only_where_it_tells_which_province_a_shape_is() -> None:
    def key(svg: str, toml: str) -> str:
        folder = read_anyway(MemorySource("twelve", {"variant.toml": toml.encode()}), shipped_source).folder
        assert folder is not None
        return task_key("board.svg", svg.encode(), folder.variant.board)

    changed = MANIFEST.replace('army = ["ARK", "LOW", "DOV", "ISL"]', 'army = ["ARK", "LOW", "DOV"]').replace('army = ["MID"]\n', "")
    assert key(DRAWING, MANIFEST) == key(DRAWING, changed), "a step that is changed does not compile the drawing anew"
    lost = DRAWING.replace('<path inkscape:label="isl"', "<path")
    assert key(lost, MANIFEST) != key(lost, changed)


@pytest.mark.parametrize("content", [b"hello\n", b"WHOLE 12\nshort", b"WHOLE -1\n", b"WHOLE 99999999999\n", b"\xff" * 200])
def test_what_is_no_frame_is_not_taken_for_one(content: bytes) -> None:
    with pytest.raises(BrokenFrameError):
        read_frame(io.BytesIO(content))
