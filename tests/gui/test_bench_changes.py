"""Changes on the bench are one step each in the designer's own files, which keep every other letter, and are taken back by one."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.presentation.step_graph import BenchLayer
from app.qt.board_editor.bench_part import BenchPart
from app.qt.main_window.main_controller import MainController
from app.session.services import TextQuestion
from tests.gui.answering import answering
from tests.gui.lakes_on_the_bench import Opened, changed, manifest, settled


def test_a_cell_is_one_step_in_the_file_and_keeps_every_other_letter(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot
) -> None:
    page = opened_lakes()
    before = manifest(lakes)
    model = page.table.rows
    row = next(at for at, each in enumerate(model.rows) if each.code == "ELM")
    assert model.setData(model.index(row, 2), "Elmetia")
    assert manifest(lakes) == before.replace('name = "Elmet"', 'name = "Elmetia"')
    settled(controller, qtbot, lakes)
    model.toggle_centre(model.index(row, 4))
    assert manifest(lakes).count("centre = true") == before.count("centre = true") + 1
    settled(controller, qtbot, lakes)
    assert [page.text.changes.item(at).text() for at in range(2)] == [
        "variant.toml: Make ELM a centre",
        "variant.toml: Call ELM Elmetia",
    ]
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert manifest(lakes) == before, "byte for byte"
    page.action_buttons["Redo"].click()
    assert 'name = "Elmetia"' in manifest(lakes)


def test_a_fault_is_mended_by_its_button(controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot) -> None:
    before = manifest(lakes)
    changed(lakes, 'army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "ELM"]')
    page = opened_lakes()
    card = page.faults.cards[0]
    button = next(each for each in card.findChildren(QPushButton) if each.text() != "I know…")
    button.click()
    settled(controller, qtbot, lakes)
    assert page.faults.faults == ()
    assert sorted(manifest(lakes)) == sorted(before), "the step is back, at the end of its list"


def test_a_fault_that_is_known_is_silent_with_its_reason_until_its_ground_changes(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:

    changed(lakes, 'name = "Elmet"\nterrain = "coastal"', 'name = "Elmet"\nterrain = "inland"')
    page = opened_lakes()
    fault = page.faults.faults[0]
    answering(monkeypatch, TextQuestion, lambda _question, _suggestion="": "A lake, meant so")
    part = controller.panels.get(BenchPart)
    assert part.page is page
    card = next(each for each in page.faults.cards if each.fault == fault)
    next(each for each in card.findChildren(QPushButton) if each.text() == "I know…").click()
    settled(controller, qtbot, lakes)
    assert fault not in page.faults.faults
    assert "A lake, meant so" in page.faults.silent.text()


def test_a_step_is_put_in_and_taken_out_by_pressing_the_drawing(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot
) -> None:
    page = opened_lakes()
    before = manifest(lakes)
    page.pick("ALD")
    page.steps.modes["army"].click()
    page.map.province_picked.emit("ELM")
    assert 'army = ["BRE", "DUN", "ELM"]' in manifest(lakes)
    assert 'army = ["BRE", "CAM", "DUN", "FOR", "ALD"]' in manifest(lakes), "both ways, in one step"
    settled(controller, qtbot, lakes)
    assert page.table.picked == "ALD"
    page.map.province_picked.emit("ELM")
    assert manifest(lakes) == before


def test_an_anchor_is_dragged_into_the_designers_own_file(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot
) -> None:
    page = opened_lakes()
    before = (lakes / "board.svg").read_text()
    page.map.keys[BenchLayer.ANCHORS].click()
    view = page.map.view
    start, end = view.mapFromScene(590, 280), view.mapFromScene(620, 300)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    after = (lakes / "board.svg").read_text()
    where = view.mapToScene(end)
    at = re.search(r'inkscape:label="unit:bre" style="fill:#b3261e" cx="([\d.]+)" cy="([\d.]+)" r="5"/>', after)
    assert at is not None
    assert (float(at[1]), float(at[2])) == pytest.approx((where.x(), where.y()), abs=0.02)
    assert after.replace(f'cx="{at[1]}" cy="{at[2]}"', 'cx="590" cy="280"') == before, "nothing else of it changed"
    assert (lakes / ".backups" / "board.svg.1").read_text() == before
    settled(controller, qtbot, lakes)
    assert page.map.scene.board.provinces["BRE"].units[""] == pytest.approx((float(at[1]), float(at[2])), abs=0.1)


def test_an_anchor_is_dragged_into_a_compressed_drawing_which_stays_compressed(lakes: Path, opened_lakes: Opened) -> None:
    before = (lakes / "board.svg").read_bytes()
    packed = gzip.compress(before)
    (lakes / "board.svg").unlink()
    (lakes / "board.svgz").write_bytes(packed)
    changed(lakes, "board.svg", "board.svgz")
    page = opened_lakes()
    page.map.keys[BenchLayer.ANCHORS].click()
    view = page.map.view
    start, end = view.mapFromScene(590, 280), view.mapFromScene(620, 300)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    after = gzip.decompress((lakes / "board.svgz").read_bytes())
    at = re.search(rb'inkscape:label="unit:bre" style="fill:#b3261e" (cx="[\d.]+" cy="[\d.]+") r="5"/>', after)
    assert at is not None
    assert after != before
    assert after.replace(at[1], b'cx="590" cy="280"') == before, "nothing else of its text changed"
    page.text.go_to("board.svgz", 1)
    assert page.text.text.toPlainText().startswith("<"), "its text is shown, not what it is packed into"
    assert (lakes / ".backups" / "board.svgz.1").read_bytes() == packed
    page.action_buttons["Undo"].click()
    assert (lakes / "board.svgz").read_bytes() == packed


def test_what_another_program_saved_is_not_written_over_by_undo(
    controller: MainController, lakes: Path, opened_lakes: Opened, qtbot: QtBot
) -> None:
    page = opened_lakes()
    page.table.rows.cell_edited.emit("ELM", "name", "Elmetia")
    (lakes / "variant.toml").write_text(manifest(lakes) + "\n# from an editor\n")
    page.undo_requested.emit()
    assert manifest(lakes).endswith("# from an editor\n")
    assert "saved by another program since" in controller.status.message.text()
