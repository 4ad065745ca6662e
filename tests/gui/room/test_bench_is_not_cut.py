"""A designer's bench that is full: faults of all kinds, doubtful edges, the table, every form and step of the wizard, changes beside."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.qt.bench.bench_page import BenchPage
from app.qt.bench.bench_part import BenchPart
from app.qt.bench.forms.powers_form import PowersForm
from app.qt.bench.side import PROVINCES
from tests.gui.lakes_on_the_bench import changed
from tests.gui.room.walk import Walk
from tests.gui.test_bench_wizard import read
from tests.unit.variants.compile.bare_drawings import WATER, in_layers, without_texts
from tests.unit.variants.review.twelve import DRAWING
from tests.unit.variants.review.twelve import MANIFEST as TWELVE
from variants.inherit import MANIFEST

pytestmark = pytest.mark.slow


def on_the_bench(walk: Walk, qtbot: QtBot, path: Path) -> BenchPage:
    """Lay *path* there and wait until it has been read."""
    assert walk.controller.run("bench", variant=path)
    read(walk.controller, qtbot)
    page = walk.controller.panels.get(BenchPart).page
    assert page is not None
    return page


@pytest.fixture
def lakes(walk: Walk) -> Path:
    walk.controller.run_line("new-variant Two Lakes")
    return places().variants / "two-lakes"


@pytest.fixture
def twelve(walk: Walk) -> Path:
    folder = places().variants / "twelve"
    folder.mkdir(parents=True)
    (folder / MANIFEST).write_text(TWELVE)
    (folder / "board.svg").write_text(DRAWING)
    return folder


def test_where_the_files_have_faults(walk: Walk, lakes: Path, qtbot: QtBot) -> None:
    changed(lakes, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    changed(lakes, 'name = "Elmet"\nterrain = "coastal"', 'name = "Elmet"\nterrain = "inland"')
    page = on_the_bench(walk, qtbot, lakes)
    assert page.faults.faults
    walk.go("faults", lambda: None)
    for card in page.faults.cards[:4]:
        walk.go("a fault is picked", lambda card=card: page.show_fault(card.fault))  # type: ignore[misc]
    fault = page.faults.faults[0]
    walk.go("a fault is known", lambda: page.faults.known_wanted.emit(fault))
    (lakes / MANIFEST).write_text((lakes / MANIFEST).read_text()[:400] + "\n[powers.RED\n")
    qtbot.waitUntil(lambda: page.bench is not None and any(each.line for each in page.bench.faults), timeout=60_000)
    walk.go("a file that is half written", lambda: None)
    walk.nothing_is_cut()


def test_where_the_drawing_leaves_edges_open(walk: Walk, twelve: Path, qtbot: QtBot) -> None:
    page = on_the_bench(walk, qtbot, twelve)
    assert page.doubtful.edges
    walk.go("doubtful edges", lambda: None)
    walk.go("an edge is picked", lambda: page.doubtful.edge_picked.emit(page.doubtful.edges[0]))
    for code in page.table.shown_codes()[:3]:
        walk.go(f"province {code}", lambda code=code: page.pick(code))  # type: ignore[misc]
    walk.nothing_is_cut()


def test_in_every_form_of_a_variant(walk: Walk, lakes: Path, qtbot: QtBot) -> None:
    page = on_the_bench(walk, qtbot, lakes)
    for name in (PROVINCES, *page.side.forms):
        walk.go(f"form {name}", lambda name=name: page.side.open(name))  # type: ignore[misc]
    powers = page.side.forms["Powers"]
    assert isinstance(powers, PowersForm)
    page.side.open("Powers")
    walk.go("a power", lambda: powers.list.setCurrentRow(1))
    walk.go("the wizard", lambda: page.side.lead(on=True))
    for step in range(6):
        walk.go(f"step {step + 2} of the wizard", page.side.next.click)
    walk.nothing_is_cut()


def test_where_land_and_sea_are_proposed(walk: Walk, lakes: Path, qtbot: QtBot) -> None:
    changed(lakes, 'name = "Southern Sea"\nterrain = "sea"', 'name = "Southern Sea"\nterrain = "inland"')
    page = on_the_bench(walk, qtbot, lakes)
    walk.go("proposed terrain", page.propose.click)
    assert page.side.stack.currentWidget() is page.side.terrain
    walk.nothing_is_cut()


@pytest.mark.parametrize("drawn", [in_layers(), without_texts().replace(WATER, "fill:none")], ids=["named", "nameless"])
def test_where_a_drawing_becomes_a_variant(walk: Walk, tmp_path: Path, drawn: str, qtbot: QtBot) -> None:
    folder = tmp_path / "isle"
    folder.mkdir()
    (folder / "isle.svg").write_text(drawn)
    page = on_the_bench(walk, qtbot, folder / "isle.svg")
    assert page.side.stack.currentWidget() is page.side.begin
    walk.go("a drawing alone", lambda: None)
    page.side.begin.table.setCurrentCell(0, 0)
    walk.go("a row", lambda: None)
    if page.side.begin.button.isEnabled():
        page.side.begin.button.click()
        read(walk.controller, qtbot)
        walk.go("begun", lambda: None)
        page.side.guide.click()
        for step in range(6):
            walk.go(f"step {step + 1} after the beginning", page.side.next.click)
    walk.nothing_is_cut()


def test_where_a_drawing_is_compared_with_an_earlier_one(walk: Walk, lakes: Path, tmp_path: Path, qtbot: QtBot) -> None:
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    for each in lakes.iterdir():
        if each.is_file():
            (earlier / each.name).write_bytes(each.read_bytes())
    changed(lakes, 'name = "Elmet"', 'name = "Elmetia"')
    page = on_the_bench(walk, qtbot, lakes)
    assert walk.controller.run("compare-variants", old=earlier)
    qtbot.waitUntil(page.comparison.isVisible, timeout=60_000)
    walk.go("compared", lambda: None)
    walk.nothing_is_cut()
