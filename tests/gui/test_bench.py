"""A board on the designer's bench: table, drawing, text and faults show one selection, and follow the files as they are saved."""

from __future__ import annotations

import gzip
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.bench.reading import OnTheBench
from app.game.storage.places import places
from app.qt.bench import bench_reader
from app.qt.bench.bench_page import BenchPage
from app.qt.bench.bench_part import BenchPart
from app.qt.bench.bench_reader import READING, BenchReader
from app.qt.shell.main_controller import MainController
from app.qt.shell.main_window import MainWindow
from app.shelf.board_making import Made
from app.view.bench.graph import BenchLayer
from app.view.layers import Layer
from variants import review as review_module
from variants.compile import board as compile_board_module
from variants.compiled import Stage
from variants.fault import Severity
from variants.reviewed import Review


@pytest.fixture
def folder(controller: MainController) -> Path:
    controller.run_line("new-variant Two Lakes")
    return places().variants / "two-lakes"


def changed(folder: Path, old: str, new: str, file: str = "variant.toml") -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


Opened = Callable[..., BenchPage]


@pytest.fixture
def opened(controller: MainController, folder: Path, qtbot: QtBot) -> Opened:
    def put(path: Path = folder) -> BenchPage:
        assert controller.run("bench", variant=path)
        part = controller.panels.get(BenchPart)
        assert part.page is not None
        whole(part, qtbot)
        return part.page

    return put


def whole(part: BenchPart, qtbot: QtBot) -> None:
    """Wait until everything that lies there has been read."""
    reader = part.reader
    assert reader is not None
    qtbot.waitUntil(lambda: reader.bench is not None and reader.bench.is_whole, timeout=60_000)


def reader_of(controller: MainController) -> BenchReader:
    reader = controller.panels.get(BenchPart).reader
    assert reader is not None
    return reader


def test_a_board_without_faults_says_so_and_shows_everything(controller: MainController, opened: Opened) -> None:
    page = opened()
    assert controller.stack.currentWidget() is page
    assert page.title.text() == "Two Lakes"
    assert page.counts.text() == "Playable, nothing is wrong."
    assert page.table.shown_codes() == ("ALD", "BRE", "CAM", "DUN", "ELM", "FOR", "NTH", "STH")
    lines = page.map.overlay.shown.lines
    assert {each.layer for each in lines} == {BenchLayer.ARMY, BenchLayer.FLEET}
    assert ("ALD", "BRE") in {(each.origin, each.target) for each in lines if each.layer is BenchLayer.ARMY}


def test_the_ground_of_a_drawing_is_painted_without_anybody_touching_it(opened: Opened) -> None:
    assert opened().map.scene.covered is not None


def test_lists_without_a_drawing_say_what_to_do_about_it(controller: MainController, folder: Path, opened: Opened) -> None:
    (folder / "variant.toml").write_text(re.sub(r"(?ms)^\[maps\].*?(?=^\[|\Z)", "", manifest(folder)))
    for drawing in folder.glob("*.svg"):
        drawing.unlink()
    page = opened()
    assert page.map.nothing.isVisibleTo(page)
    assert "Save an SVG beside variant.toml" in page.map.nothing.text()
    assert not page.map.view.isVisibleTo(page)


def test_a_row_brings_its_province_to_the_front_on_the_drawing_and_in_the_text(opened: Opened) -> None:
    page = opened()
    page.table.province_picked.emit("CAM")
    assert page.map.overlay.shown.picked == "CAM"
    assert page.text.file == "variant.toml"
    assert page.text.text.textCursor().block().text() == "[provinces.CAM]"
    assert [line.text() for line in page.steps.lines] == ["Army: BRE  ELM  FOR", "Fleet: BRE  FOR  NTH"]


def test_a_press_on_the_drawing_brings_the_row_to_the_front(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    board = page.map.scene.board
    at = page.map.view.mapFromScene(*board.provinces["ELM"].units[""])
    qtbot.waitUntil(lambda: page.map.view.touch_at(at).province == "ELM")
    QTest.mouseClick(page.map.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert page.table.picked == "ELM"
    assert page.steps.heading.text() == "Elmet, steps"


def test_the_cursor_in_the_text_brings_the_province_to_the_front(opened: Opened) -> None:
    page = opened()
    page.text.line_picked.emit("variant.toml", page.text.text.toPlainText().split("\n").index("[provinces.STH]") + 3)
    assert page.table.picked == "STH"
    assert page.map.overlay.shown.picked == "STH"


def test_a_fault_is_shown_at_its_line_on_the_drawing_and_in_the_table(folder: Path, opened: Opened) -> None:
    changed(folder, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened()
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
    controller: MainController, folder: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened()
    page.pick("ELM")
    page.map.view.zoom_in()
    zoom = page.map.view.zoom
    flashed: list[frozenset[str]] = []
    page.map.flashed.connect(flashed.append)
    changed(folder, 'name = "Elmet"', 'name = "Elmetia"')
    qtbot.waitUntil(lambda: "Elmetia" in {row.name for row in page.table.rows.rows}, timeout=60_000)
    whole(controller.panels.get(BenchPart), qtbot)
    assert page.table.picked == "ELM"
    assert page.map.view.zoom == pytest.approx(zoom)
    assert flashed == [frozenset({"ELM"})], "what changed is marked, once"


def test_a_shape_that_was_moved_is_marked_once_while_names_and_zoom_stay(
    controller: MainController, folder: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened()
    page.map.view.zoom_in()
    zoom = page.map.view.zoom
    flashed: list[frozenset[str]] = []
    page.map.flashed.connect(flashed.append)
    unnamed: list[str] = []

    def look(bench: OnTheBench, _: bool) -> None:
        assert bench.board is not None
        unnamed.extend(code for code, each in bench.board.provinces.items() if not each.labels)

    reader_of(controller).came.connect(look)
    drawn = (folder / "board.svg").read_text()
    first = re.search(r'label="elm"[^>]* d="M ?([\d.]+)', drawn)
    assert first is not None
    (folder / "board.svg").write_text(f"{drawn[: first.start(1)]}{float(first[1]) + 3:g}{drawn[first.end(1) :]}")
    settled(controller, qtbot, folder)
    marked = [code for codes in flashed for code in codes]
    assert "ELM" in marked
    assert len(marked) == len(set(marked)), "each once"
    assert unnamed == [], "no name went away for a while"
    assert page.map.view.zoom == pytest.approx(zoom)


def test_the_window_leaves_shapes_to_another_process(folder: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the window looks at shapes itself")

    monkeypatch.setattr(compile_board_module, "compile_board", refuse)
    monkeypatch.setattr(review_module, "compile_board", refuse)
    changed(folder, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened()
    assert [fault.fix is not None for fault in page.faults.faults] == [True]


def test_it_is_said_after_a_moment_that_a_drawing_is_being_read(
    controller: MainController, folder: Path, opened: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened()
    waiting: list[Callable[[Made], None]] = []

    def wait(_key: str, _task: object, listener: Callable[[Made], None]) -> Callable[[], None]:
        waiting.append(listener)
        return lambda: None

    monkeypatch.setattr(bench_reader, "make_review", wait)
    changed(folder, 'name = "Elmet"', 'name = "Elmetia"')
    qtbot.waitUntil(lambda: page.working.text() == READING, timeout=60_000)
    assert page.table.rows.rows, "meanwhile the table is there"
    qtbot.waitUntil(lambda: bool(waiting), timeout=60_000)
    waiting[0](Made(Stage.WHOLE, None, review=Review("Two Lakes", None, ())))
    qtbot.waitUntil(lambda: page.working.text() == "", timeout=60_000)
    assert page.counts.text() == "Playable, nothing is wrong."


def test_a_half_written_file_keeps_the_drawing_and_tells_its_fault(folder: Path, opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    board = page.map.scene.board
    (folder / "variant.toml").write_text((folder / "variant.toml").read_text()[:400] + "\n[powers.RED\n")
    qtbot.waitUntil(lambda: page.bench is not None and page.bench.errors > 0, timeout=60_000)
    assert set(page.map.scene.board.provinces) == set(board.provinces)
    assert any(fault.line for fault in page.faults.faults)


def test_steps_run_beneath_names_and_units(opened: Opened) -> None:
    page = opened()
    graph = page.map.graph
    assert graph.lines
    assert graph.zValue() < Layer.LABELS < Layer.UNITS
    page.pick("CAM")
    assert graph.picked == "CAM"


def test_all_steps_of_a_place_end_at_one_point_and_armies_and_fleets_run_side_by_side_in_between(opened: Opened) -> None:
    lines = opened().map.overlay.shown.lines
    ends: dict[str, set[tuple[float, float]]] = {}
    for line in lines:
        ends.setdefault(line.origin, set()).add(line.points[0])
        ends.setdefault(line.target, set()).add(line.points[-1])
    assert [place for place, points in ends.items() if len(points) > 1] == []
    both = [each for each in lines if (each.origin, each.target) == ("ALD", "BRE")]
    assert len({each.layer for each in both}) == len({each.points[1] for each in both}) == 2


def test_layers_are_switched_by_their_keys(opened: Opened) -> None:
    page = opened()
    page.map.keys[BenchLayer.ARMY].click()
    assert {each.layer for each in page.map.overlay.shown.lines} == {BenchLayer.FLEET}
    page.map.keys[BenchLayer.SEA].click()
    assert ("NTH", "STH") in {(each.origin, each.target) for each in page.map.overlay.shown.lines}
    page.map.keys[BenchLayer.ANCHORS].click()
    assert {"unit:bre", "sc:bre", "unit:nth"} <= {each.name for each in page.map.overlay.shown.anchors}


def test_a_drawing_alone_can_be_looked_at(controller: MainController, folder: Path, tmp_path: Path, opened: Opened) -> None:
    drawing = tmp_path / "island.svg"
    drawing.write_bytes((folder / "board.svg").read_bytes())
    page = opened(drawing)
    assert page.title.text() == "island.svg"
    assert set(page.table.shown_codes()) == {"ALD", "BRE", "CAM", "DUN", "ELM", "FOR", "NTH", "STH"}
    assert "there is no variant yet" in {each.what for each in page.faults.faults}
    for act in ("Play-test…", "Pack…"):
        page.action_buttons[act].click()
        assert page.working.text() == "There is no variant yet: begin one first.", "it is said where it is seen"
        page.tell("")


def test_it_is_put_away_and_brought_back_as_it_was(controller: MainController, opened: Opened) -> None:
    page = opened()
    page.pick("STH")
    controller.panels.get(BenchPart).put_away()
    assert controller.stack.currentWidget() is controller.start_page
    assert controller.trigger("bench")
    assert controller.stack.currentWidget() is page
    assert page.table.picked == "STH"


def test_a_drawing_is_opened_by_dropping_it(controller: MainController, folder: Path, qtbot: QtBot) -> None:
    assert isinstance(controller.window, MainWindow)
    controller.window.open_file(folder / "board.svg")
    part = controller.panels.get(BenchPart)
    whole(part, qtbot)
    assert part.page is not None
    assert part.page.title.text() == "Two Lakes", "the variant that lies beside it"


def tree(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


def test_a_sandbox_resolves_orders_on_the_board_as_it_is_drawn_and_writes_no_file(
    controller: MainController, folder: Path, opened: Opened
) -> None:
    page = opened()
    written = tree(places().data)
    next(button for button in page.findChildren(QPushButton) if button.text() == "Sandbox").click()
    game = controller.page
    assert game is not None
    assert controller.stack.currentWidget() is game
    for line in ("place A BRE red", "RED: A BRE - ELM", "BLUE: A CAM - ELM"):
        assert controller.run_line(line), controller.last_said
    assert controller.run_line("process --missing process")
    resolution = controller.session.game.line()[0].resolution
    assert resolution is not None
    assert {str(each.order): each.succeeded for each in resolution.outcomes}["A CAM - ELM"] is False
    assert tree(places().data) == written
    assert game.scene.board.provinces.keys() == page.map.scene.board.provinces.keys()


def test_a_sandbox_is_had_of_lists_that_cannot_be_read_yet(controller: MainController, folder: Path, opened: Opened) -> None:
    changed(folder, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened()
    next(button for button in page.findChildren(QPushButton) if button.text() == "Sandbox").click()
    assert controller.run_line("place A FOR france")
    assert controller.run_line("FRANCE: A FOR - CAM"), "as far as the lists say"
    assert controller.run_line("process --missing process")
    assert str(controller.session.turn.position.units[0]) == "FRANCE A CAM"


def manifest(folder: Path) -> str:
    return (folder / "variant.toml").read_text()


def settled(controller: MainController, qtbot: QtBot, folder: Path) -> None:
    """Wait until what the files say now has been read."""
    reader = reader_of(controller)
    qtbot.waitUntil(
        lambda: (
            reader.bench is not None
            and reader.bench.is_whole
            and all(reader.bench.files[name] == (folder / name).read_bytes() for name in ("variant.toml", "board.svg"))
        ),
        timeout=60_000,
    )


def test_a_cell_is_one_step_in_the_file_and_keeps_every_other_letter(
    controller: MainController, folder: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened()
    before = manifest(folder)
    model = page.table.rows
    row = next(at for at, each in enumerate(model.rows) if each.code == "ELM")
    assert model.setData(model.index(row, 2), "Elmetia")
    assert manifest(folder) == before.replace('name = "Elmet"', 'name = "Elmetia"')
    settled(controller, qtbot, folder)
    model.toggle_centre(model.index(row, 4))
    assert manifest(folder).count("centre = true") == before.count("centre = true") + 1
    settled(controller, qtbot, folder)
    assert [page.text.changes.item(at).text() for at in range(2)] == [
        "variant.toml: Make ELM a centre",
        "variant.toml: Call ELM Elmetia",
    ]
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert manifest(folder) == before, "byte for byte"
    page.action_buttons["Redo"].click()
    assert 'name = "Elmetia"' in manifest(folder)


def test_a_fault_is_mended_by_its_button(controller: MainController, folder: Path, opened: Opened, qtbot: QtBot) -> None:
    before = manifest(folder)
    changed(folder, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened()
    card = page.faults.cards[0]
    button = next(each for each in card.findChildren(QPushButton) if each.text() != "I know…")
    button.click()
    settled(controller, qtbot, folder)
    assert page.faults.faults == ()
    assert sorted(manifest(folder)) == sorted(before), "the step is back, at the end of its list"


def test_a_fault_that_is_known_is_silent_with_its_reason_until_its_ground_changes(
    controller: MainController, folder: Path, opened: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:

    changed(folder, 'name = "Elmet"\nterrain = "coastal"', 'name = "Elmet"\nterrain = "inland"')
    page = opened()
    fault = page.faults.faults[0]
    monkeypatch.setattr(controller.services, "ask_text", lambda _question, _suggestion="": "A lake, meant so")
    part = controller.panels.get(BenchPart)
    assert part.page is page
    card = next(each for each in page.faults.cards if each.fault == fault)
    next(each for each in card.findChildren(QPushButton) if each.text() == "I know…").click()
    settled(controller, qtbot, folder)
    assert fault not in page.faults.faults
    assert "A lake, meant so" in page.faults.silent.text()


def test_a_step_is_put_in_and_taken_out_by_pressing_the_drawing(
    controller: MainController, folder: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened()
    before = manifest(folder)
    page.pick("ALD")
    page.steps.modes["army"].click()
    page.map.province_picked.emit("ELM")
    assert 'army = ["BRE", "DUN", "ELM"]' in manifest(folder)
    assert 'army = ["BRE", "CAM", "DUN", "FOR", "ALD"]' in manifest(folder), "both ways, in one step"
    settled(controller, qtbot, folder)
    assert page.table.picked == "ALD"
    page.map.province_picked.emit("ELM")
    assert manifest(folder) == before


def test_an_anchor_is_dragged_into_the_designers_own_file(controller: MainController, folder: Path, opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    before = (folder / "board.svg").read_text()
    page.map.keys[BenchLayer.ANCHORS].click()
    view = page.map.view
    start, end = view.mapFromScene(590, 280), view.mapFromScene(620, 300)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    after = (folder / "board.svg").read_text()
    where = view.mapToScene(end)
    at = re.search(r'inkscape:label="unit:bre" style="fill:#b3261e" cx="([\d.]+)" cy="([\d.]+)" r="5"/>', after)
    assert at is not None
    assert (float(at[1]), float(at[2])) == pytest.approx((where.x(), where.y()), abs=0.02)
    assert after.replace(f'cx="{at[1]}" cy="{at[2]}"', 'cx="590" cy="280"') == before, "nothing else of it changed"
    assert (folder / ".backups" / "board.svg.1").read_text() == before
    settled(controller, qtbot, folder)
    assert page.map.scene.board.provinces["BRE"].units[""] == pytest.approx((float(at[1]), float(at[2])), abs=0.1)


def test_what_lies_on_the_bench_is_packed_for_a_friend(
    controller: MainController, folder: Path, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(controller.services, "save_path", lambda _kind, suggestion: tmp_path / suggestion)
    opened().action_buttons["Pack…"].click()
    with zipfile.ZipFile(tmp_path / "two-lakes.dpv") as archive:
        assert archive.read("two-lakes/variant.toml") == (folder / "variant.toml").read_bytes()
    assert controller.status.isVisible(), "what was done is said below the bench, with no game open"
    assert "packed into" in controller.last_said
    controller.panels.get(BenchPart).put_away()
    assert controller.stack.currentWidget() is controller.start_page
    assert not controller.status.isVisible()


def test_an_anchor_is_dragged_into_a_compressed_drawing_which_stays_compressed(folder: Path, opened: Opened) -> None:
    before = (folder / "board.svg").read_bytes()
    packed = gzip.compress(before)
    (folder / "board.svg").unlink()
    (folder / "board.svgz").write_bytes(packed)
    changed(folder, "board.svg", "board.svgz")
    page = opened()
    page.map.keys[BenchLayer.ANCHORS].click()
    view = page.map.view
    start, end = view.mapFromScene(590, 280), view.mapFromScene(620, 300)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    after = gzip.decompress((folder / "board.svgz").read_bytes())
    at = re.search(rb'inkscape:label="unit:bre" style="fill:#b3261e" (cx="[\d.]+" cy="[\d.]+") r="5"/>', after)
    assert at is not None
    assert after != before
    assert after.replace(at[1], b'cx="590" cy="280"') == before, "nothing else of its text changed"
    page.text.go_to("board.svgz", 1)
    assert page.text.text.toPlainText().startswith("<"), "its text is shown, not what it is packed into"
    assert (folder / ".backups" / "board.svgz.1").read_bytes() == packed
    page.action_buttons["Undo"].click()
    assert (folder / "board.svgz").read_bytes() == packed


def test_what_another_program_saved_is_not_written_over_by_undo(
    controller: MainController, folder: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened()
    page.table.rows.cell_edited.emit("ELM", "name", "Elmetia")
    (folder / "variant.toml").write_text(manifest(folder) + "\n# from an editor\n")
    page.undo_wanted.emit()
    assert manifest(folder).endswith("# from an editor\n")
    assert "saved by another program since" in page.working.text()
