"""A drawing beside which there is no variant: its shapes are in view while its proposal is still being computed."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.board_editor.reading import OnTheBench, put_on_bench
from app.qt.board_editor import bench_reader
from app.qt.board_editor.bench_part import BenchPart
from app.qt.board_editor.bench_reader import READING, BenchReader
from app.qt.main_window.main_controller import MainController
from variants.compiled import LabelKind

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><g>
<path fill="#a0c0e0" d="M0,0 H400 V100 H0 Z"/>
<path fill="#e0d0a0" d="M0,100 H200 V300 H0 Z"/>
<path fill="#e0d0a0" d="M200,100 H400 V300 H200 Z"/>
</g><text x="200" y="50" text-anchor="middle">Wide Sea</text><text x="100" y="200" text-anchor="middle">West</text>
<text x="300" y="200" text-anchor="middle">East</text></svg>"""


@pytest.fixture
def drawing(tmp_path: Path) -> Path:
    path = tmp_path / "isle.svg"
    path.write_text(SVG)
    return path


@pytest.fixture
def came(monkeypatch: pytest.MonkeyPatch) -> list[OnTheBench]:
    """Each bench that a reader shows, from its first moment."""
    found: list[OnTheBench] = []
    show = BenchReader._show

    def shown(reader: BenchReader, bench: OnTheBench, *, same: bool) -> None:
        found.append(bench)
        show(reader, bench, same=same)

    monkeypatch.setattr(BenchReader, "_show", shown)
    return found


@pytest.fixture
def reader(controller: MainController, drawing: Path, came: list[OnTheBench]) -> BenchReader:
    """Reader of the bench with the new drawing."""
    assert controller.run("bench", variant=drawing)
    found = controller.panels.get(BenchPart).reader
    assert found is not None
    return found


def settled(reader: BenchReader, qtbot: QtBot) -> OnTheBench:
    qtbot.waitUntil(lambda: not reader.is_busy, timeout=60_000)
    assert reader.bench is not None
    return reader.bench


def test_its_shapes_are_there_with_their_codes_before_anything_is_known_of_their_neighbours(
    reader: BenchReader, came: list[OnTheBench], qtbot: QtBot
) -> None:
    whole = settled(reader, qtbot)
    assert whole.board is not None
    first = came[0]
    assert first.board is not None
    assert (first.beginning, first.is_whole, first.board.adjacency) == (None, False, ())
    assert first.board.provinces.keys() == whole.board.provinces.keys() == {"WID", "WES", "EAS"}
    assert [(row.code, row.name, row.is_listed) for row in first.rows] == [
        ("EAS", "East", False),
        ("WES", "West", False),
        ("WID", "Wide Sea", False),
    ]
    assert {code: each.terrain for code, each in first.board.provinces.items()} == {
        code: each.terrain for code, each in whole.board.provinces.items()
    }
    assert whole.beginning is not None


def test_what_it_would_be_stays_in_sight_while_it_is_drawn_on(
    reader: BenchReader, came: list[OnTheBench], drawing: Path, qtbot: QtBot, controller: MainController
) -> None:
    before = settled(reader, qtbot)
    page = controller.panels.get(BenchPart).page
    assert page is not None
    came.clear()
    drawing.write_text(SVG.replace("H200 V300 H0", "H200 V290 H0"))
    qtbot.waitUntil(lambda: bool(came) and came[-1].is_whole, timeout=60_000)
    assert all(bench.beginning is not None for bench in came)
    first = came[0].board
    assert first is not None
    assert list(first.provinces["WES"].bounds) == [0, 100, 200, 290]
    assert before.board is not None
    assert first.provinces["WID"].label(LabelKind.FULL) == before.board.provinces["WID"].label(LabelKind.FULL), "names stay"
    assert page.side.stack.currentWidget() is page.side.begin


def test_a_drawing_that_is_looked_at_for_long_is_said_to_be_read(
    reader: BenchReader, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, drawing: Path
) -> None:
    settled(reader, qtbot)
    said: list[str] = []
    is_said = threading.Event()

    def heard(words: str) -> None:
        said.append(words)
        is_said.set()

    reader.worked.connect(heard)
    put = put_on_bench

    def late(*what: Any) -> OnTheBench:
        assert is_said.wait(60)
        return put(*what)

    monkeypatch.setattr(bench_reader, "put_on_bench", late)
    drawing.write_text(SVG.replace("H200 V300 H0", "H200 V280 H0"))
    qtbot.waitUntil(lambda: len(said) > 1 and said[-1] == "", timeout=60_000)
    assert said == [READING, ""]


def test_water_that_a_line_divides_is_cut_on_the_bench(controller: MainController, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "lake.svg"
    line = '<path fill="none" stroke="#224" d="M200,2 V99"/><text x="320" y="50" text-anchor="middle">Far Sea</text></svg>'
    path.write_text(SVG.replace('x="200" y="50"', 'x="90" y="50"').replace("</svg>", line))
    assert controller.run("bench", variant=path)
    part = controller.panels.get(BenchPart)
    reader = part.reader
    assert reader is not None
    settled(reader, qtbot)
    assert part.page is not None
    form = part.page.side.begin
    assert (form.divided.text(), form.cut.isChecked()) == ("1 line divides the water into 2 parts. Provinces need closed shapes.", False)
    form.cut.click()
    qtbot.waitUntil(lambda: len(settled(reader, qtbot).rows) == 4, timeout=60_000)
    assert {row.name for row in settled(reader, qtbot).rows} == {"Wide Sea", "Far Sea", "West", "East"}
    assert form.cut.isChecked()
    assert not form.cut.isHidden()
    assert form.divided.isHidden()
    form.cut.click()
    qtbot.waitUntil(lambda: len(settled(reader, qtbot).rows) == 3, timeout=60_000)
    assert path.read_text().count("<path") == 4, "nothing is written before the variant is begun"
