"""What a drawing leaves open is answered on the bench with the mouse: one click each, kept with its reason, taken back by Undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.qt.bench.bench_page import BenchPage
from app.qt.bench.bench_part import BenchPart
from app.qt.shell.main_controller import MainController
from app.view.bench.changes_drawn import Sign
from app.view.bench.graph import BenchLayer
from tests.unit.variants.compile.small_drawings import drawing
from tests.unit.variants.review.twelve import DRAWING
from tests.unit.variants.review.twelve import MANIFEST as TWELVE
from tests.unit.variants.test_shore_writing import ONE, PROVINCES


def variant(name: str, manifest: str, svg: str) -> Path:
    folder = places().variants / name
    folder.mkdir(parents=True)
    (folder / "variant.toml").write_text(manifest)
    (folder / "board.svg").write_text(svg)
    return folder


def opened(controller: MainController, qtbot: QtBot, folder: Path) -> BenchPage:
    assert controller.run("bench", variant=folder)
    page = controller.panels.get(BenchPart).page
    assert page is not None
    settled(controller, qtbot, folder)
    return page


def settled(controller: MainController, qtbot: QtBot, folder: Path) -> None:
    reader = controller.panels.get(BenchPart).reader
    assert reader is not None
    manifest = folder / "variant.toml"
    qtbot.waitUntil(
        lambda: reader.bench is not None and reader.bench.is_whole and reader.bench.files["variant.toml"] == manifest.read_bytes(),
        timeout=60_000,
    )


def click(qtbot: QtBot, inside: QWidget, words: str) -> None:
    button = next(each for each in inside.findChildren(QPushButton) if each.text() == words)
    qtbot.waitUntil(button.isVisible, timeout=60_000)
    qtbot.wait(0)  # it has its place
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_doubtful_edge_is_answered_with_one_click_and_taken_back(controller: MainController, qtbot: QtBot) -> None:
    folder = variant("twelve", TWELVE, DRAWING)
    page = opened(controller, qtbot, folder)
    lengths = [edge.length for edge in page.doubtful.edges if not edge.answer]
    assert lengths
    assert lengths == sorted(lengths), "the shortest first"
    before = (folder / "variant.toml").read_text()
    edge = page.doubtful.edges[0]
    for reply in ("Yes", "No", "Bridge", "Cut"):
        row = next(row for row, each in zip(page.doubtful.rows, page.doubtful.edges, strict=True) if each.provinces == edge.provinces)
        click(qtbot, row, reply)
        settled(controller, qtbot, folder)
        answered = next(each for each in page.doubtful.edges if each.provinces == edge.provinces)
        assert answered.answer == reply.lower()
    text = (folder / "variant.toml").read_text()
    assert text.startswith(before.rstrip()), "apart from what is derived"
    assert text.count("[[answers]]") == 1
    assert 'answer = "cut"\nreason = "Said on the bench: ' in text
    for _ in range(4):
        page.action_buttons["Undo"].click()
    assert (folder / "variant.toml").read_text() == before


def test_a_press_on_a_doubtful_edge_brings_it_into_sight(controller: MainController, qtbot: QtBot) -> None:
    page = opened(controller, qtbot, variant("twelve", TWELVE, DRAWING))
    edge, row = page.doubtful.edges[0], page.doubtful.rows[0]
    click(qtbot, row, "–".join(edge.provinces))
    assert page.table.picked == edge.provinces[0]
    assert page.map.overlay.shown.picked == edge.provinces[0]


def test_a_land_between_two_waters_is_two_coasts_a_canal_or_a_strait_by_one_click(controller: MainController, qtbot: QtBot) -> None:
    folder = variant("strip", ONE, drawing(PROVINCES, ""))
    page = opened(controller, qtbot, folder)
    (row,) = page.lands.rows
    assert [each.text() for each in row.findChildren(QPushButton) if each.isChecked()] == ["Canal"], "one coast, as the file says"
    click(qtbot, row, "Coasts")
    settled(controller, qtbot, folder)
    land = next(each for each in page.table.rows.rows if each.code == "LAN")
    assert dict(land.fleet) == {"NC": ("NOR",), "SC": ("SOU",)}
    assert [each.text() for each in page.lands.rows[0].findChildren(QPushButton) if each.isChecked()] == ["Coasts"]
    click(qtbot, page.lands.rows[0], "Strait")
    settled(controller, qtbot, folder)
    land = next(each for each in page.table.rows.rows if each.code == "LAN")
    assert dict(land.fleet) == {"": ("NOR", "SOU")}
    page.action_buttons["Undo"].click()
    page.action_buttons["Undo"].click()
    assert (folder / "variant.toml").read_text() == ONE


def test_a_board_without_such_lands_does_not_speak_of_them(controller: MainController, qtbot: QtBot) -> None:
    controller.run_line("new-variant Two Lakes")
    page = opened(controller, qtbot, places().variants / "two-lakes")
    assert not page.lands.isVisibleTo(page)


def test_an_earlier_version_is_compared_on_the_map_and_as_text_for_a_post(
    controller: MainController, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run_line("new-variant Two Lakes")
    folder = places().variants / "two-lakes"
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    for name in ("variant.toml", "board.svg"):
        (earlier / name).write_bytes((folder / name).read_bytes())
    text = (folder / "variant.toml").read_text()
    for old, new in (
        ('name = "Elmet"\nterrain = "coastal"', 'name = "Elmetia"\nterrain = "coastal"\ncentre = true'),
        ('army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "FOR"]'),
        ('army = ["BRE", "CAM", "DUN", "FOR"]', 'army = ["BRE", "DUN", "FOR"]'),
        ('start = ["A ALD", "F DUN"]', 'start = ["F ALD", "F DUN"]'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "variant.toml").write_text(text)
    page = opened(controller, qtbot, folder)
    assert not page.map.keys[BenchLayer.CHANGES].isEnabled()
    monkeypatch.setattr(controller.services, "open_path", lambda _: earlier / "variant.toml")
    page.action_buttons["Compare…"].click()
    changes = page.map.overlay.shown.changes
    assert changes.provinces == {"ELM": Sign.CHANGED}
    assert set(changes.words["ELM"]) == {(Sign.ADDED, "centre"), (Sign.CHANGED, "Elmetia")}
    assert set(changes.words["ALD"]) == {(Sign.ADDED, "F ALD"), (Sign.GONE, "A ALD")}
    assert [(each.sign, each.origin, each.target) for each in changes.steps] == [(Sign.GONE, "CAM", "ELM")]
    assert "Army may go no more: CAM – ELM" in page.comparison.text.toPlainText()
    copied: list[str] = []
    qtbot.waitUntil(lambda: page.comparison.text.height() > 100, timeout=60_000)
    monkeypatch.setattr(controller.services, "copy_text", copied.append)
    click(qtbot, page.comparison, "Copy for a post")
    assert copied == [page.comparison.text.toPlainText()]
    (folder / "variant.toml").write_text(text.replace('"Elmetia"', '"Elmet"'))
    settled(controller, qtbot, folder)
    assert set(page.map.overlay.shown.changes.words["ELM"]) == {(Sign.ADDED, "centre")}, "it follows the files"
    click(qtbot, page.comparison, "Done")
    assert not page.map.overlay.shown.changes.provinces
    assert not page.comparison.isVisibleTo(page)


def test_one_version_alone_is_compared_with_what_lies_on_the_bench_and_with_nothing_else(controller: MainController) -> None:
    assert not controller.run_line("compare-variants standard")
    assert "compared with what lies on the bench" in controller.last_said
