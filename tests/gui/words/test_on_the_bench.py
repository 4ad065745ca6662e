"""The designer's bench in the pseudo language: faults, doubtful edges, every form, the wizard, comparisons, play-tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.presentation.step_graph import BenchLayer
from app.qt.board_editor.bench_page import BenchPage
from app.qt.board_editor.bench_part import BenchPart, PlayTestPart
from app.qt.board_editor.game_forms import HooksForm
from app.qt.board_editor.powers_form import PowersForm
from app.qt.board_editor.side import PROVINCES
from tests.gui.lakes_on_the_bench import changed, listed
from tests.gui.test_bench_wizard import read
from tests.gui.words.walk import Walk
from tests.unit.variants.compile.bare_drawings import WATER, in_layers, without_texts
from tests.unit.variants.review.twelve import DRAWING
from tests.unit.variants.review.twelve import MANIFEST as TWELVE
from variants.catalogue import shipped
from variants.source import MANIFEST

pytestmark = pytest.mark.slow

LAKES = "Two Lakes two lakes Aldland Brede Camber Dunmark Elmet Elmetia Forness Layer Northern Southern Sea Red Blue Green RED mine"
TYPED_IN_BOARDS = "terrain inland coastal sea army fleet home name powers provinces start earlier board one island"


def on_the_bench(walk: Walk, qtbot: QtBot, path: Path) -> BenchPage:
    """Lay *path* there and wait until it has been read."""
    walk.allow(LAKES, TYPED_IN_BOARDS, path.stem)
    assert walk.controller.run("bench", variant=path)
    read(walk.controller, qtbot)
    page = walk.controller.panels.get(BenchPart).page
    assert page is not None
    reader = walk.controller.panels.get(BenchPart).reader
    assert reader is not None
    if reader.bench is not None and reader.bench.folder is not None:
        walk.allow_board(reader.bench.folder.variant)
    return page


@pytest.fixture
def lakes(walk: Walk) -> Path:
    walk.controller.run_line("new-variant Two Lakes")
    return places().variants / "two-lakes"


@pytest.mark.thorough
def test_where_files_have_faults(walk: Walk, lakes: Path, qtbot: QtBot) -> None:
    changed(lakes, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    changed(lakes, 'name = "Elmet"\nterrain = "coastal"', 'name = "Elmet"\nterrain = "inland"')
    changed(lakes, 'name = "Southern Sea"\nterrain = "sea"', 'name = "Southern Sea"\nterrain = "inland"')
    page = on_the_bench(walk, qtbot, lakes)
    assert page.faults.faults
    walk.go("faults")
    for card in page.faults.cards[:6]:
        walk.go("a fault is picked", lambda card=card: page.show_fault(card.fault))  # type: ignore[misc]
    walk.go("proposed terrain", page.propose.click)
    assert page.side.stack.currentWidget() is page.side.terrain
    fault = page.faults.faults[0]
    walk.go("a fault is known", lambda: page.faults.known_requested.emit(fault))
    (lakes / MANIFEST).write_text((lakes / MANIFEST).read_text()[:400] + "\n[powers.RED\n")
    qtbot.waitUntil(lambda: page.bench is not None and any(each.line for each in page.bench.faults), timeout=60_000)
    walk.go("a file that is half written")
    walk.all_is_well()


@pytest.mark.thorough
def test_where_the_drawing_leaves_edges_open(walk: Walk, qtbot: QtBot) -> None:
    folder = places().variants / "twelve"
    folder.mkdir(parents=True)
    (folder / MANIFEST).write_text(TWELVE)
    (folder / "board.svg").write_text(DRAWING)
    page = on_the_bench(walk, qtbot, folder)
    walk.go("doubtful edges")
    walk.go("an edge is picked", lambda: page.doubtful.edge_picked.emit(page.doubtful.edges[0]))
    for code in listed(page.table)[:3]:
        walk.go(f"province {code}", lambda code=code: page.pick(code))  # type: ignore[misc]
    walk.line("border", "shore", "neighbours", "propose-terrain", f"check-variant {folder}")
    walk.all_is_well()


def test_in_every_form_and_step(walk: Walk, lakes: Path, qtbot: QtBot) -> None:
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
    for layer in BenchLayer:
        walk.go(f"layer {layer}", lambda layer=layer: page.map.keys[layer].click())  # type: ignore[misc]
    page.side.open("Hooks")
    hooks = page.side.forms["Hooks"]
    assert isinstance(hooks, HooksForm)
    for row in range(hooks.list.count()):
        walk.go(f"hook {row}", lambda row=row: hooks.list.setCurrentRow(row))  # type: ignore[misc]
    walk.go("terrain", page.propose.click)
    walk.all_is_well()


@pytest.mark.parametrize("drawn", [in_layers(), without_texts().replace(WATER, "fill:none")], ids=["named", "nameless"])
@pytest.mark.thorough
def test_where_a_drawing_becomes_a_variant(walk: Walk, tmp_path: Path, drawn: str, qtbot: QtBot) -> None:
    folder = tmp_path / "isle"
    folder.mkdir()
    (folder / "isle.svg").write_text(drawn)
    walk.allow("isle Isle Ardmore Bramley Corvin Dale Elmet Fenwick Galway Harrow")
    page = on_the_bench(walk, qtbot, folder / "isle.svg")
    walk.allow(*(row.name for row in page.side.begin.table.rows))
    walk.go("a drawing alone")
    page.side.begin.table.setCurrentCell(0, 0)
    walk.go("a row")
    if page.side.begin.button.isEnabled():
        page.side.begin.button.click()
        read(walk.controller, qtbot)
        walk.go("begun")
        page.side.guide.click()
        for step in range(6):
            walk.go(f"step {step + 1} after the beginning", page.side.next.click)
    walk.all_is_well()


@pytest.mark.thorough
def test_where_a_drawing_is_compared_with_an_earlier_one(walk: Walk, lakes: Path, tmp_path: Path, qtbot: QtBot) -> None:
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    for each in lakes.iterdir():
        if each.is_file():
            (earlier / each.name).write_bytes(each.read_bytes())
    changed(lakes, 'name = "Elmet"', 'name = "Elmetia"')
    changed(lakes, "victory = ", "victory = 1")
    page = on_the_bench(walk, qtbot, lakes)
    walk.go("compare", lambda: walk.controller.run("compare-variants", old=earlier))
    qtbot.waitUntil(page.comparison.isVisible, timeout=60_000)
    walk.go("compared")
    walk.line(f"pack two-lakes {tmp_path}/lakes.dpv", f"export-variant two-lakes {tmp_path}/lakes.zip")
    walk.all_is_well()


@pytest.mark.thorough
def test_in_the_figures_of_a_play_test(walk: Walk, qtbot: QtBot) -> None:
    walk.allow_board(shipped("pure").variant)
    walk.allow("Hunga gary")  # where there is little room a name loses its middle
    walk.line("play-test pure")  # before any game
    page = walk.controller.panels.get(PlayTestPart).page
    assert page is not None
    page.head.bot.setCurrentIndex(page.head.bot.findData("random"))
    page.head.games.setValue(12)
    page.head.most_years.setValue(3)
    walk.go("start", page.head.start_button.click)
    runner = page.runner
    assert runner is not None
    qtbot.waitUntil(lambda: not runner.is_running, timeout=60_000)
    walk.go("figures")
    for heat, button in page.where.heats.items():
        walk.go(f"tint {heat}", button.click)
    page.head.games.setValue(100_000)
    walk.go("a test that goes on", page.head.start_button.click)
    page.stop()
    walk.all_is_well()
