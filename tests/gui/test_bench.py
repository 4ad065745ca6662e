"""A board on the designer's bench: table, drawing, text and faults show one selection, and follow the files as they are saved."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.board_editor.reading import OnTheBench
from app.game.storage.places import places
from app.library.board_making import Made
from app.presentation.layout.drawing import Layer
from app.presentation.picture import NODE_PIXELS
from app.presentation.step_graph import BenchLayer, nodes_of
from app.qt.board_editor import bench_reader
from app.qt.board_editor.bench_page import MapOverText
from app.qt.board_editor.bench_part import BenchPart
from app.qt.board_editor.bench_reader import READING
from app.qt.board_editor.province_table import TROUBLE
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.main_window import MainWindow
from app.session.services import FileToSave
from languages import using
from tests.gui.answering import answering
from tests.gui.lakes_on_the_bench import Opened, changed, listed, manifest, reader_of, settled, whole
from variants import review as review_module
from variants.compile import board as compile_board_module
from variants.compiled import Stage
from variants.fault import Severity
from variants.reviewed import Review

ROOT = Path(__file__).resolve().parents[2]


def test_a_board_without_faults_says_so_and_shows_everything(controller: MainController, opened_lakes: Opened) -> None:
    page = opened_lakes()
    assert controller.stack.currentWidget() is page
    assert page.title.text() == "Two Lakes"
    assert page.counts.text() == "Playable, nothing is wrong."
    assert listed(page.table) == ("ALD", "BRE", "CAM", "DUN", "ELM", "FOR", "NTH", "STH")
    lines = page.map.overlay.shown.lines
    assert {each.layer for each in lines} == {BenchLayer.ARMY, BenchLayer.FLEET}
    assert ("ALD", "BRE") in {(each.origin, each.target) for each in lines if each.layer is BenchLayer.ARMY}


@pytest.mark.thorough
def test_the_ground_of_a_drawing_is_painted_without_anybody_touching_it(opened_lakes: Opened) -> None:
    assert opened_lakes().map.scene.covered is not None


def test_lists_without_a_drawing_say_what_to_do_about_it(controller: MainController, lakes: Path, opened_lakes: Opened) -> None:
    (lakes / "variant.toml").write_text(re.sub(r"(?ms)^\[maps\].*?(?=^\[|\Z)", "", manifest(lakes)))
    for drawing in lakes.glob("*.svg"):
        drawing.unlink()
    page = opened_lakes()
    assert page.map.nothing.isVisibleTo(page)
    assert "Save an SVG beside variant.toml" in page.map.nothing.text()
    assert not page.map.view.isVisibleTo(page)


def test_a_row_brings_its_province_to_the_front_on_the_drawing_and_in_the_text(opened_lakes: Opened) -> None:
    page = opened_lakes()
    page.table.province_picked.emit("CAM")
    assert page.map.overlay.shown.picked == "CAM"
    assert page.text.file == "variant.toml"
    assert page.text.text.textCursor().block().text() == "[provinces.CAM]"
    assert [line.text() for line in page.steps.lines] == ["Army: BRE  ELM  FOR", "Fleet: BRE  FOR  NTH"]


def test_a_press_on_the_drawing_brings_the_row_to_the_front(opened_lakes: Opened, qtbot: QtBot) -> None:
    page = opened_lakes()
    board = page.map.scene.board
    at = page.map.view.mapFromScene(*board.provinces["ELM"].units[""])
    qtbot.waitUntil(lambda: page.map.view.touch_at(at).province == "ELM")
    QTest.mouseClick(page.map.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert page.table.picked == "ELM"
    assert page.steps.heading.text() == "Elmet, steps"


def test_the_cursor_in_the_text_brings_the_province_to_the_front(opened_lakes: Opened) -> None:
    page = opened_lakes()
    page.text.line_picked.emit("variant.toml", page.text.text.toPlainText().split("\n").index("[provinces.STH]") + 3)
    assert page.table.picked == "STH"
    assert page.map.overlay.shown.picked == "STH"


def test_a_fault_is_shown_at_its_line_on_the_drawing_and_in_the_table(lakes: Path, opened_lakes: Opened) -> None:
    changed(lakes, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened_lakes()
    assert page.counts.text() == "1 error, 0 warnings. Playable when the errors are gone."
    (card,) = page.faults.cards
    assert card.fault.severity is Severity.ERROR
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert page.text.text.textCursor().block().text() == 'army = ["CAM", "ELM"]'
    assert page.table.picked in ("FOR", "CAM")
    assert page.map.view.zoom > page.map.view.fitted_zoom() * 1.5
    one_way = [each for each in page.map.overlay.shown.lines if each.is_one_way]
    assert [(each.origin, each.target) for each in one_way] == [("FOR", "CAM")], "the step without a way back has an arrow"
    page.faults.next()
    assert page.faults.picked == card.fault


def test_a_saved_file_is_shown_at_once_and_what_was_picked_stays(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot
) -> None:
    page = opened_lakes()
    page.pick("ELM")
    page.map.view.zoom_in()
    zoom = page.map.view.zoom
    flashed: list[frozenset[str]] = []
    page.map.flashed.connect(flashed.append)
    changed(lakes, 'name = "Elmet"', 'name = "Elmetia"')
    qtbot.waitUntil(lambda: "Elmetia" in {row.name for row in page.table.rows.rows}, timeout=60_000)
    whole(controller.panels.get(BenchPart), qtbot)
    assert page.table.picked == "ELM"
    assert page.map.view.zoom == pytest.approx(zoom)
    assert flashed == [frozenset({"ELM"})], "what changed is marked, once"


@pytest.mark.thorough
def test_a_shape_that_was_moved_is_marked_once_while_names_and_zoom_stay(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot
) -> None:
    page = opened_lakes()
    page.map.view.zoom_in()
    zoom = page.map.view.zoom
    flashed: list[frozenset[str]] = []
    page.map.flashed.connect(flashed.append)
    unnamed: list[str] = []

    def look(bench: OnTheBench, _: bool) -> None:
        assert bench.board is not None
        unnamed.extend(code for code, each in bench.board.provinces.items() if not each.labels)

    reader_of(controller).came.connect(look)
    drawn = (lakes / "board.svg").read_text()
    first = re.search(r'label="elm"[^>]* d="M ?([\d.]+)', drawn)
    assert first is not None
    (lakes / "board.svg").write_text(f"{drawn[: first.start(1)]}{float(first[1]) + 3:g}{drawn[first.end(1) :]}")
    settled(controller, qtbot, lakes)
    marked = [code for codes in flashed for code in codes]
    assert "ELM" in marked
    assert len(marked) == len(set(marked)), "each once"
    assert unnamed == [], "no name went away for a while"
    assert page.map.view.zoom == pytest.approx(zoom)


def test_the_window_leaves_shapes_to_another_process(lakes: Path, opened_lakes: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the window looks at shapes itself")

    monkeypatch.setattr(compile_board_module, "compile_board", refuse)
    monkeypatch.setattr(review_module, "compile_board", refuse)
    changed(lakes, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened_lakes()
    assert [fault.fix is not None for fault in page.faults.faults] == [True]


@pytest.mark.thorough
def test_it_is_said_after_a_moment_that_a_drawing_is_being_read(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened_lakes()
    waiting: list[Callable[[Made], None]] = []

    def wait(_key: str, _task: object, listener: Callable[[Made], None]) -> Callable[[], None]:
        waiting.append(listener)
        return lambda: None

    monkeypatch.setattr(bench_reader, "make_review", wait)
    changed(lakes, 'name = "Elmet"', 'name = "Elmetia"')
    qtbot.waitUntil(lambda: page.working.text() == READING, timeout=60_000)
    assert page.table.rows.rows, "meanwhile the table is there"
    qtbot.waitUntil(lambda: bool(waiting), timeout=60_000)
    waiting[0](Made(Stage.WHOLE, None, review=Review("Two Lakes", None, ())))
    qtbot.waitUntil(lambda: page.working.text() == "", timeout=60_000)
    assert page.counts.text() == "Playable, nothing is wrong."


def test_a_half_written_file_keeps_the_drawing_and_tells_its_fault(lakes: Path, opened_lakes: Opened, qtbot: QtBot) -> None:
    page = opened_lakes()
    board = page.map.scene.board
    (lakes / "variant.toml").write_text((lakes / "variant.toml").read_text()[:400] + "\n[powers.RED\n")
    qtbot.waitUntil(lambda: page.bench is not None and page.bench.errors > 0, timeout=60_000)
    assert set(page.map.scene.board.provinces) == set(board.provinces)
    assert any(fault.line for fault in page.faults.faults)


@pytest.mark.thorough
def test_steps_run_beneath_names_and_units(opened_lakes: Opened) -> None:
    page = opened_lakes()
    graph = page.map.graph
    assert graph.lines
    assert graph.zValue() < Layer.LABELS < Layer.UNITS
    page.pick("CAM")
    assert graph.picked == "CAM"


@pytest.mark.thorough
def test_names_step_aside_for_the_ends_of_steps(opened_lakes: Opened, tmp_path: Path) -> None:
    page = opened_lakes(Path(shutil.copytree(ROOT / "docs" / "examples" / "ten-provinces" / "3-ready", tmp_path / "isle")))
    page.map.keys[BenchLayer.UNITS].click()
    names = {row.code: page.map.scene.written_in(row.code)[0] for row in page.table.rows.rows}
    radius = NODE_PIXELS / page.map.view.transform().m11()
    ends = [QRectF(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in nodes_of(page.map.graph.lines)]
    assert ends
    assert [code for code, name in names.items() for end in ends if end.intersects(name)] == []


@pytest.mark.thorough
def test_steps_of_a_place_meet_in_one_point(opened_lakes: Opened) -> None:
    """All steps of a place end at one point and armies and fleets run side by side in between."""
    lines = opened_lakes().map.overlay.shown.lines
    ends: dict[str, set[tuple[float, float]]] = {}
    for line in lines:
        ends.setdefault(line.origin, set()).add(line.points[0])
        ends.setdefault(line.target, set()).add(line.points[-1])
    assert [place for place, points in ends.items() if len(points) > 1] == []
    both = [each for each in lines if (each.origin, each.target) == ("ALD", "BRE")]
    assert len({each.layer for each in both}) == len({each.points[1] for each in both}) == 2


def test_layers_are_switched_by_their_keys(opened_lakes: Opened) -> None:
    page = opened_lakes()
    page.map.keys[BenchLayer.ARMY].click()
    assert {each.layer for each in page.map.overlay.shown.lines} == {BenchLayer.FLEET}
    page.map.keys[BenchLayer.SEA].click()
    assert ("NTH", "STH") in {(each.origin, each.target) for each in page.map.overlay.shown.lines}
    page.map.keys[BenchLayer.ANCHORS].click()
    assert {"unit:bre", "sc:bre", "unit:nth"} <= {each.name for each in page.map.overlay.shown.anchors}


def test_a_drawing_alone_can_be_looked_at(controller: MainController, lakes: Path, tmp_path: Path, opened_lakes: Opened) -> None:
    drawing = tmp_path / "island.svg"
    drawing.write_bytes((lakes / "board.svg").read_bytes())
    page = opened_lakes(drawing)
    assert page.title.text() == "island.svg"
    assert set(listed(page.table)) == {"ALD", "BRE", "CAM", "DUN", "ELM", "FOR", "NTH", "STH"}
    assert "there is no variant yet" in {each.what for each in page.faults.faults}
    for act in ("Play-test…", "Pack…"):
        page.action_buttons[act].click()
        assert controller.status.message.text() == "There is no variant yet: begin one first."
        assert page.working.isHidden(), "it is said once"
        controller.status.say("")


def test_it_is_put_away_and_brought_back_as_it_was(controller: MainController, opened_lakes: Opened) -> None:
    page = opened_lakes()
    page.pick("STH")
    controller.panels.get(BenchPart).put_away()
    assert controller.stack.currentWidget() is controller.start_page
    controller.status.show_hover("Burgundy")
    assert controller.trigger("bench")
    assert controller.stack.currentWidget() is page
    assert controller.status.hover.text() == ""
    assert page.table.picked == "STH"


def test_a_drawing_is_opened_by_dropping_it(controller: MainController, lakes: Path, qtbot: QtBot) -> None:
    assert isinstance(controller.window, MainWindow)
    controller.window.open_file(lakes / "board.svg")
    part = controller.panels.get(BenchPart)
    whole(part, qtbot)
    assert part.page is not None
    assert part.page.title.text() == "Two Lakes", "the variant that lies beside it"


def tree(lakes: Path) -> dict[str, bytes]:
    return {str(each.relative_to(lakes)): each.read_bytes() for each in sorted(lakes.rglob("*")) if each.is_file()}


def test_a_sandbox_resolves_orders_on_the_board_as_it_is_drawn_and_writes_no_file(
    controller: MainController, lakes: Path, opened_lakes: Opened
) -> None:
    page = opened_lakes()
    written = tree(places().data)
    next(button for button in page.findChildren(QPushButton) if button.text() == "Sandbox").click()
    game = controller.page
    assert game is not None
    assert controller.stack.currentWidget() is game
    for line in ("place A BRE red", "RED: A BRE - ELM", "BLUE: A CAM - ELM"):
        assert controller.run_line(line), controller.status_text
    assert controller.run_line("process --missing process")
    resolution = controller.session.game.line()[0].resolution
    assert resolution is not None
    assert {str(each.order): each.succeeded for each in resolution.outcomes}["A CAM - ELM"] is False
    assert tree(places().data) == written
    assert game.scene.board.provinces.keys() == page.map.scene.board.provinces.keys()


@pytest.mark.thorough
def test_a_sandbox_is_had_of_lists_that_cannot_be_read_yet(controller: MainController, lakes: Path, opened_lakes: Opened) -> None:
    changed(lakes, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened_lakes()
    next(button for button in page.findChildren(QPushButton) if button.text() == "Sandbox").click()
    assert controller.run_line("place A FOR france")
    assert controller.run_line("FRANCE: A FOR - CAM"), "as far as the lists say"
    assert controller.run_line("process --missing process")
    assert str(controller.session.turn.position.units[0]) == "FRANCE A CAM"


def test_what_lies_on_the_bench_is_packed_for_a_friend(
    controller: MainController, lakes: Path, opened_lakes: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, FileToSave, lambda _kind, suggestion: tmp_path / suggestion)
    opened_lakes().action_buttons["Pack…"].click()
    with zipfile.ZipFile(tmp_path / "two-lakes.dpv") as archive:
        assert archive.read("two-lakes/variant.toml") == (lakes / "variant.toml").read_bytes()
    assert controller.status.isVisible(), "what was done is said below the bench, with no game open"
    assert "packed into" in controller.status_text
    controller.panels.get(BenchPart).put_away()
    assert controller.stack.currentWidget() is controller.start_page
    assert not controller.status.isVisible()


def test_several_boards_lie_on_the_bench_and_close_closes_one(
    controller: MainController, opened_lakes: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = opened_lakes()
    assert first.boards.isHidden()
    controller.run_line("new-variant Three Hills")
    second = opened_lakes(places().variants / "three-hills")
    part = controller.panels.get(BenchPart)
    assert controller.stack.currentWidget() is part.page is second is not first
    assert [second.boards.itemText(at) for at in range(2)] == ["Two Lakes", "Three Hills"]
    first.pick("STH")
    second.boards.activated.emit(0)
    assert controller.stack.currentWidget() is part.page is first
    assert (first.table.picked, first.boards.currentIndex(), first.boards.isHidden()) == ("STH", 0, False)
    assert part.reader is not None
    assert part.reader.piece.root.name == "two-lakes"
    second_drawing = places().variants / "three-hills" / "board.svg"
    second_drawing.write_text(second_drawing.read_text().replace("<svg", "<!-- saved --><svg", 1))
    qtbot.waitUntil(lambda: second.bench is not None and b"<!-- saved -->" in second.bench.files["board.svg"], timeout=60_000)
    assert part.page is first, "a board behind it is read again where it lies"
    first.action_buttons["Close"].click()
    assert controller.stack.currentWidget() is part.page is second
    assert second.boards.isHidden()
    monkeypatch.setattr("app.qt.board_editor.bench_part.MOST_BOARDS", 1)
    part.open(places().variants / "two-lakes")
    assert part.page is second
    assert "close one first" in controller.status_text
    second.action_buttons["Close"].click()
    assert getattr(part, "page", part) is None, "nothing lies there any more"
    assert controller.stack.currentWidget() is controller.start_page


def test_a_text_that_is_folded_away_takes_no_room_from_the_page(opened_lakes: Opened) -> None:
    page = opened_lakes()
    both = page.map.parentWidget()
    assert isinstance(both, MapOverText)
    both.setSizes([400, 200])
    with_text = both.minimumSizeHint().height()
    both.setSizes([600, 0])
    assert both.minimumSizeHint().height() == page.map.minimumSizeHint().height() < with_text


def test_in_large_words_the_layers_are_a_menu_in_one_row(controller: MainController, opened_lakes: Opened, qtbot: QtBot) -> None:
    controller.window.resize(1366, 768)
    controller.run_line("text-size 200")
    try:
        with using("de"):
            page = opened_lakes()
        qtbot.waitUntil(page.map.layers_button.isVisible)
        row = page.map.layers_button.parentWidget()
        assert row is not None
        assert row.height() < 2 * page.map.layers_button.height(), "the drawing has the room of the keys"
        page.map.menu.aboutToShow.emit()
        actions = dict(zip(BenchLayer, page.map.menu.actions(), strict=True))
        assert {layer for layer, action in actions.items() if action.isChecked()} == set(page.map.layers)
        actions[BenchLayer.SEA].trigger()
        assert BenchLayer.SEA in page.map.layers
    finally:
        controller.run_line("text-size 100")


def test_provinces_without_faults_are_listed_without_a_bar_across(controller: MainController, opened_lakes: Opened, qtbot: QtBot) -> None:
    controller.window.resize(1366, 768)
    page = opened_lakes()
    qtbot.waitUntil(lambda: page.table.horizontalScrollBar().maximum() == 0)
    assert page.table.isColumnHidden(TROUBLE)
