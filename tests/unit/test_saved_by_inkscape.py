"""The example of the guide, saved and changed by Inkscape itself, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import variants
from app.board_editor.beginning import begun
from scripts.ten_provinces import EXAMPLE
from variants import FolderSource
from variants.compile import compile_board
from variants.compile.check_board import check_board
from variants.review import review_drawing

pytestmark = [
    pytest.mark.skipif(shutil.which("inkscape") is None, reason="there is no Inkscape here"),
    pytest.mark.slow,  # starts another program
]

READY = EXAMPLE / "3-ready" / "isle.svg"


def saved(drawing: Path, folder: Path, actions: str = "", *options: str) -> bytes:
    """The drawing as Inkscape saves it, after *actions* on it."""
    target = folder / "isle.svg"
    shutil.copy(drawing, folder / "opened.svg")
    steps = f"{actions};export-filename:{target};export-do"
    told = [f"--actions={steps}"] if actions else [f"--export-filename={target}"]
    subprocess.run(["inkscape", *options, *told, str(folder / "opened.svg")], check=True, timeout=180, capture_output=True, cwd=folder)
    return target.read_bytes()


def test_a_drawing_without_codes_begins_the_same_variant(tmp_path: Path) -> None:
    drawing = EXAMPLE / "1-drawing" / "isle.svg"
    content = saved(drawing, tmp_path)
    assert content != drawing.read_bytes()
    ours, theirs = (begun(each, "isle.svg", "isle", "Isle")["variant.toml"] for each in (drawing.read_bytes(), content))
    assert theirs == ours


@pytest.mark.parametrize(
    "actions",
    [
        pytest.param("", id="nothing is done"),
        pytest.param("select-by-id:path13,path14;selection-group", id="two provinces become a group"),
        pytest.param("select-by-id:path13;transform-translate:30,0;transform-translate:-30,0", id="a province is moved there and back"),
        pytest.param("select-by-id:path13,path14;selection-top", id="two provinces are raised"),
    ],
)
def test_the_finished_board_stays_the_same_board_without_a_fault(actions: str, tmp_path: Path) -> None:
    rules = variants.load(FolderSource(READY.parent)).variant.board
    content = saved(READY, tmp_path, actions)
    assert [str(fault) for fault in check_board(content, rules, "isle.svg")] == []
    ours, theirs = (compile_board(each, rules, "isle.svg", names=False).board for each in (READY.read_bytes(), content))
    assert ours is not None
    assert theirs is not None
    assert theirs.provinces.keys() == ours.provinces.keys()
    assert [pair.provinces for pair in theirs.adjacency] == [pair.provinces for pair in ours.adjacency]


def test_plain_svg_is_told_to_have_lost_its_labels(tmp_path: Path) -> None:
    content = saved(READY, tmp_path, "", "--export-plain-svg")
    (fault,) = review_drawing(content, "isle.svg").faults
    assert "there is no layer of provinces" in str(fault)
    assert "plain and optimised SVG leave the labels out" in str(fault)
