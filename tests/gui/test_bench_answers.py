"""Open questions of a drawing are answered on the bench with the mouse: one click each, kept with its reason, taken back by Undo."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.presentation.step_graph import BenchLayer
from app.presentation.variant_changes import Sign
from app.qt.board_editor.bench_page import BenchPage
from app.qt.board_editor.bench_part import BenchPart
from app.qt.main_window.main_controller import MainController
from app.session.services import FileToOpen
from tests.gui.answering import answering
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
    for reply, answer in (("Yes", "yes"), ("No", "no"), ("Bridge", "bridge"), ("Separate", "cut")):
        row = next(row for row, each in zip(page.doubtful.rows, page.doubtful.edges, strict=True) if each.provinces == edge.provinces)
        click(qtbot, row, reply)
        settled(controller, qtbot, folder)
        answered = next(each for each in page.doubtful.edges if each.provinces == edge.provinces)
        assert answered.answer == answer
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


@pytest.mark.thorough
def test_coasts_are_shown_along_their_shores_and_those_that_could_be_with_a_question_mark(controller: MainController, qtbot: QtBot) -> None:
    folder = variant("strip", ONE, drawing(PROVINCES, ""))
    page = opened(controller, qtbot, folder)
    page.map.keys[BenchLayer.COASTS].click()
    (land,) = page.map.overlay.shown.lands
    assert not land.is_split
    ((north,), (south,)) = land.stretches
    assert [name for name, _ in land.coasts] == ["NC", "SC"]
    for line, y in ((north, 90), (south, 210)):
        assert {100.0, 300.0} <= {x for x, _ in line}, "from end to end"
        assert all(each == pytest.approx(y, abs=1.5) for _, each in line)
    one_coast = page.map.grab().toImage()
    click(qtbot, page.lands.rows[0], "Coasts")
    settled(controller, qtbot, folder)
    assert page.map.overlay.shown.lands[0].is_split
    assert page.map.overlay.shown.lands[0].stretches == land.stretches
    assert page.map.grab().toImage() != one_coast
    page.map.keys[BenchLayer.COASTS].click()
    assert not page.map.overlay.shown.lands


@pytest.mark.thorough
def test_a_coast_that_is_drawn_is_shown_as_it_is_drawn(controller: MainController, qtbot: QtBot) -> None:
    page = opened(controller, qtbot, variant("twelve", TWELVE, DRAWING))
    page.map.keys[BenchLayer.COASTS].click()
    land = next(each for each in page.map.overlay.shown.lands if each.code == "DOV")
    assert dict(zip((name for name, _ in land.coasts), land.stretches, strict=True)) == {
        "NC": (((300.0, 100.0), (450.0, 100.0)),),
        "SC": (((300.0, 300.0), (450.0, 300.0)),),
    }


def test_a_fleets_step_is_taken_out_and_put_in_coast_by_coast_where_the_drawing_is_pressed(
    controller: MainController, qtbot: QtBot
) -> None:
    folder = variant("twelve", TWELVE, DRAWING)
    page = opened(controller, qtbot, folder)
    page.pick("DOV")
    page.steps.modes["fleet/SC"].click()
    page.map.province_picked.emit("SUD")
    text = (folder / "variant.toml").read_text()
    assert 'fleet = ["SOU", "MID"]' in text, "from the southern coast"
    assert 'fleet = ["SOU"]\n\n[provinces.LOW]' in text, "and back to it"
    page.action_buttons["Undo"].click()
    settled(controller, qtbot, folder)
    page.pick("EAS")
    assert page.steps.modes["fleet"].isChecked(), "fleets are being changed still"
    shape = page.map.scene.board.provinces["DOV"]
    for coast in ("SC", "NC"):
        at = page.map.view.mapFromScene(*shape.units[coast])
        assert page.map.view.touch_at(at).province == "DOV"
        QTest.mouseClick(page.map.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        settled(controller, qtbot, folder)
    east = next(each for each in page.table.rows.rows if each.code == "EAS")
    assert dict(east.fleet) == {"": ("DOV/SC", "NOR")}, "the step to one coast put in, that to the other taken out"


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
    answering(monkeypatch, FileToOpen, lambda _: earlier / "variant.toml")
    page.action_buttons["Compare…"].click()
    changes = page.map.overlay.shown.changes
    assert changes.provinces == {"ELM": Sign.CHANGED}
    assert set(changes.words["ELM"]) == {(Sign.ADDED, "centre"), (Sign.CHANGED, "Elmetia")}
    assert set(changes.words["ALD"]) == {(Sign.ADDED, "F ALD"), (Sign.GONE, "A ALD")}
    assert [(each.sign, each.origin, each.target) for each in changes.steps] == [(Sign.GONE, "CAM", "ELM")]
    assert "Army may no longer go: CAM – ELM" in page.comparison.text.toPlainText()
    copied: list[str] = []
    qtbot.waitUntil(lambda: page.comparison.text.visibleRegion().boundingRect().height() > 100, timeout=60_000)
    monkeypatch.setattr(controller.services, "copy_text", copied.append)
    click(qtbot, page.comparison, "Copy for a post")
    assert copied == [page.comparison.text.toPlainText()]
    (folder / "variant.toml").write_text(text.replace('"Elmetia"', '"Elmet"'))
    settled(controller, qtbot, folder)
    assert set(page.map.overlay.shown.changes.words["ELM"]) == {(Sign.ADDED, "centre")}, "it follows the files"
    click(qtbot, page.comparison, "Done")
    assert not page.map.overlay.shown.changes.provinces
    assert not page.comparison.isVisibleTo(page)


@pytest.mark.parametrize("page", [(600, 400), (1200, 800)], ids=["the same page", "a page of another size"])
def test_a_province_that_is_gone_is_drawn_where_it_lay(
    controller: MainController, qtbot: QtBot, tmp_path: Path, page: tuple[int, int]
) -> None:
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    (earlier / "variant.toml").write_text(TWELVE)
    width, height = page
    paper = f'viewBox="0 0 {width} {height}"><g transform="scale({width / 600})">'
    (earlier / "board.svg").write_text(DRAWING.replace('viewBox="0 0 600 400">', paper).replace("</svg>", "</g></svg>"))
    without = re.sub(r"(?ms)^\[provinces\.INL\].*?(?=^\[)", "", TWELVE).replace(', "INL"', "").replace('"INL", ', "")
    assert "INL" not in without
    folder = variant("twelve", without, re.sub(r'<path inkscape:label="inl".*\n', "", DRAWING))
    bench = opened(controller, qtbot, folder)
    assert controller.run("compare-variants", old=earlier)
    assert "The earlier drawing is being read…" in bench.comparison.note.text()
    qtbot.waitUntil(lambda: bool(bench.map.overlay.shown.changes.gone), timeout=60_000)
    assert not bench.comparison.note.isVisibleTo(bench)
    (shape,) = bench.map.overlay.shown.changes.gone["INL"]
    xs, ys = [x for x, _ in shape[0]], [y for _, y in shape[0]]
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((450, 600, 175, 240), abs=2)


@pytest.mark.thorough
def test_a_province_that_is_gone_and_was_never_drawn_is_named_beside_the_map(
    controller: MainController, qtbot: QtBot, tmp_path: Path
) -> None:
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    listed = TWELVE.partition("[maps")[0].replace('army = ["DOV", "EAS", "SUD"]', 'army = ["DOV", "EAS", "SUD", "FAR"]')
    (earlier / "variant.toml").write_text(listed + '\n[provinces.FAR]\nname = "Far"\nterrain = "inland"\narmy = ["INL"]\n')
    bench = opened(controller, qtbot, variant("twelve", TWELVE, DRAWING))
    assert controller.run("compare-variants", old=earlier)
    assert bench.comparison.note.text().startswith("Not on the map: FAR.")
    assert "gone: Far (FAR)" in bench.comparison.text.toPlainText()


def test_one_version_alone_is_compared_with_what_lies_on_the_bench_and_with_nothing_else(controller: MainController) -> None:
    assert not controller.run_line("compare-variants standard")
    assert "compared with what lies on the bench" in controller.status_text
