"""From a drawing made of nothing but shapes to a played season, by the forms of the bench."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from app.presentation.step_graph import BenchLayer
from app.qt.board_editor.bench_page import BenchPage
from app.qt.board_editor.bench_part import BenchPart
from app.qt.board_editor.game_forms import GameForm, HooksForm, RulesForm
from app.qt.board_editor.powers_form import PlaceClick, PlacesForm, PowersForm
from app.qt.main_window.main_controller import MainController
from app.session.services import ChoiceQuestion, FileToOpen
from tests.gui.answering import answering
from tests.gui.lakes_on_the_bench import listed
from tests.unit.variants.compile.bare_drawings import WATER, in_layers, with_all_that_is_drawn, without_texts
from variants.hooks.hook_text import HookText
from variants.source import MANIFEST


@pytest.fixture
def drawing(tmp_path: Path) -> Path:
    folder = tmp_path / "isle"
    folder.mkdir()
    (folder / "isle.svg").write_text(in_layers())
    return folder / "isle.svg"


Opened = Callable[[Path], BenchPage]


@pytest.fixture
def opened(controller: MainController, qtbot: QtBot) -> Opened:
    def put(path: Path) -> BenchPage:
        assert controller.run("bench", variant=path)
        read(controller, qtbot)
        page = controller.panels.get(BenchPart).page
        assert page is not None
        return page

    return put


def read(controller: MainController, qtbot: QtBot) -> None:
    """Wait until what lies on the bench is read as it is written now."""
    part = controller.panels.get(BenchPart)

    def is_read() -> bool:
        reader = part.reader
        if reader is None or reader.bench is None or not reader.bench.is_whole:
            return False
        bench = reader.bench
        files = bench.written or bench.files
        return all((reader.piece.root / name).read_bytes() == content for name, content in files.items()) and (
            bench.beginning is None or reader.piece.answers in (None, bench.beginning.answers)
        )

    qtbot.waitUntil(is_read, timeout=60_000)


def press(page: BenchPage, code: str, qtbot: QtBot) -> None:
    """Press a province of the drawing with the mouse, beside its middle."""
    view = page.map.view
    place = page.map.scene.board.provinces[code].units
    at = view.mapFromScene(*next(iter(place.values()))) + QPoint(4, 4)
    qtbot.waitUntil(lambda: view.touch_at(at).province == code)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def cell(table: QTableWidget, row: int) -> QTableWidgetItem:
    """The code in a row."""
    found = table.item(row, 0)
    assert found is not None
    return found


def manifest(drawing: Path) -> str:
    return (drawing.parent / MANIFEST).read_text()


def type_in(field: QLineEdit, words: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.thorough
def test_a_drawing_of_shapes_is_begun_given_powers_and_played_for_a_season_by_clicks(
    controller: MainController, drawing: Path, opened: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(drawing)
    begin = page.side.begin
    assert page.side.stack.currentWidget() is begin
    assert [row.code for row in begin.table.rows][:3] == ["ARD", "BRA", "COR"]
    assert "Its name: the text over it. Its ground: it is not painted blue, and others are." in cell(begin.table, 0).toolTip()
    assert page.map.scene.board.provinces.keys() == {row.code for row in begin.table.rows}, "the map is there before anything is written"
    cell(begin.table, 9).setText("sor")
    read(controller, qtbot)
    assert not (drawing.parent / MANIFEST).exists()
    begin.button.click()
    read(controller, qtbot)
    assert "[provinces.SOR]" in manifest(drawing)
    assert 'inkscape:label="sor"' in drawing.read_text()
    page.side.guide.click()
    assert page.side.step.text() == "Step 1 of 6"
    page.side.next.click()
    powers = page.side.forms["Powers"]
    assert isinstance(powers, PowersForm)
    for name in ("Red", "Blue"):
        type_in(powers.new_name, name)
        read(controller, qtbot)
    assert powers.picked is not None
    assert powers.picked.name == "Blue"
    page.side.next.click()
    places = page.side.places
    asked: list[str] = []

    def choose(question: str, choices: list[str]) -> str:
        asked.append(question)
        return "Fleet" if "COR" in question or "FEN" in question else choices[0]

    answering(monkeypatch, ChoiceQuestion, choose)
    monkeypatch.setattr(places, "_ask", choose)
    for power, codes in (("RED", ("ARD", "COR")), ("BLUE", ("ELM", "FEN"))):
        places.power.setCurrentIndex(places.power.findData(power))
        for what in (PlaceClick.HOMES, PlaceClick.UNITS):
            places.buttons[what].click()
            for code in codes:
                press(page, code, qtbot)
                read(controller, qtbot)
    places.buttons[PlaceClick.CENTRES].click()
    press(page, "GAL", qtbot)
    read(controller, qtbot)
    assert asked[0] == "What starts in ARD for RED?"
    text = manifest(drawing)
    assert 'start = ["A ARD", "F COR"]' in text
    assert 'home = ["ELM", "FEN"]' in text
    page.side.next.click()
    game = page.side.forms["Game"]
    assert isinstance(game, GameForm)
    assert game.year.lineEdit().width() > game.year.width() / 2, "the number can be seen"
    game.year.setValue(1850)
    read(controller, qtbot)
    game.victory.setValue(4)
    read(controller, qtbot)
    assert 'start = "S1850M"' in manifest(drawing)
    assert "victory = 4" in manifest(drawing)
    assert page.counts.text() == "Playable, nothing is wrong."
    steps = [each.label for each in controller.panels.get(BenchPart).reader.piece.steps]  # type: ignore[union-attr]
    assert steps[0] == "Begin the variant"
    assert steps[-1] == "Centres that win: 4"
    assert controller.run_line("new isle")
    assert controller.run_line("order A ARD - BRA")
    assert controller.run_line("process --missing hold")
    game_now = controller.session.game
    assert str(game_now.turn(game_now.last()).position.phase) == "F1850M"


def test_a_drawing_with_powers_homes_centres_and_units_needs_nothing_typed_but_its_name(
    controller: MainController, drawing: Path, opened: Opened, qtbot: QtBot
) -> None:
    drawing.write_text(with_all_that_is_drawn())
    page = opened(drawing)
    begin = page.side.begin
    type_in(begin.name, "Twin Realms")
    begin.button.click()
    read(controller, qtbot)
    made = tomllib.loads(manifest(drawing))
    assert made["name"] == "Twin Realms"
    assert {power["name"]: sorted(power["home"]) for power in made["powers"].values()} == {
        "Northrealm": ["ARD", "BRA"],
        "Southrealm": ["FEN", "GAL"],
    }
    assert {power["name"]: sorted(power["start"]) for power in made["powers"].values()} == {
        "Northrealm": ["A ARD", "F BRA"],
        "Southrealm": ["A FEN", "F GAL"],
    }
    assert made["provinces"]["DUN"]["centre"] is True
    assert page.counts.text().startswith("Playable")
    assert controller.run_line("new twin-realms")
    assert controller.run_line("process --missing hold")


def test_one_press_leaves_out_what_is_drawn_of_the_start(controller: MainController, drawing: Path, opened: Opened, qtbot: QtBot) -> None:
    drawing.write_text(with_all_that_is_drawn())
    page = opened(drawing)
    begin = page.side.begin
    assert "Northrealm is drawn with" in " ".join(label.text() for label in begin.findChildren(QLabel))
    begin.start.click()
    read(controller, qtbot)
    assert "is drawn with" not in " ".join(label.text() for label in begin.findChildren(QLabel))
    type_in(begin.name, "Bare Realms")
    begin.button.click()
    read(controller, qtbot)
    made = tomllib.loads(manifest(drawing))
    assert not made.get("powers")
    assert not any(each.get("centre") for each in made["provinces"].values())


def test_every_step_of_the_forms_is_taken_back_to_the_bare_drawing(
    controller: MainController, drawing: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened(drawing)
    page.side.begin.button.click()
    read(controller, qtbot)
    powers = page.side.forms["Powers"]
    page.side.open("Powers")
    assert isinstance(powers, PowersForm)
    type_in(powers.new_name, "Red")
    read(controller, qtbot)
    for _ in range(2):
        page.undo_requested.emit()
        read(controller, qtbot)
    assert not (drawing.parent / MANIFEST).exists()
    assert drawing.read_text() == in_layers(), "byte for byte"
    assert page.side.stack.currentWidget() is page.side.begin


def test_nothing_is_begun_before_every_shape_is_land_or_sea(
    controller: MainController, drawing: Path, opened: Opened, qtbot: QtBot
) -> None:
    plain = without_texts().replace(WATER, "fill:none").replace("fill:#e8dcb8;stroke:#443", "fill:none")
    drawing.write_text(plain)
    page = opened(drawing)
    begin = page.side.begin
    assert not begin.button.isEnabled()
    assert begin.open.text().startswith("Land or sea? ")
    bench = page.bench
    assert bench is not None
    assert bench.beginning is not None
    seas = [each.code for each in bench.beginning.coded.shapes[:3]]
    while not begin.button.isEnabled():
        code = begin.table.rows[0].code
        begin.table.boxes[code].textActivated.emit("sea" if code in seas else "land")
        read(controller, qtbot)
    begin.button.click()
    read(controller, qtbot)
    assert manifest(drawing).count('terrain = "sea"') == 3


def test_a_taken_code_is_refused_and_the_table_says_what_it_was(
    controller: MainController, drawing: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened(drawing)
    table = page.side.begin.table
    cell(table, 0).setText("BRA")
    read(controller, qtbot)
    assert "BRA is the code of Brack already." in controller.status.message.text()
    qtbot.waitUntil(lambda: cell(table, 0).text() == "ARD")


@pytest.mark.thorough
def test_two_powers_that_look_alike_are_warned_of_and_one_press_takes_another_colour(
    controller: MainController, lakes: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened(lakes)
    page.side.open("Powers")
    powers = page.side.forms["Powers"]
    assert isinstance(powers, PowersForm)
    assert powers.take_buttons == []
    powers.list.setCurrentRow(1)
    powers.colours["#C4481A"].click()
    read(controller, qtbot)
    (button,) = powers.take_buttons
    button.click()
    read(controller, qtbot)
    assert powers.take_buttons == []
    assert "# A province has the code" in (lakes / MANIFEST).read_text()


def test_rules_and_hooks_are_chosen_and_a_hook_of_ones_own_is_agreed_to_first(
    controller: MainController, lakes: Path, opened: Opened, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lakes / "hooks").mkdir()
    (lakes / "hooks" / "quiet.hook").write_text("# title: Quiet\n# on: press\n\ndef press(context):\n    return None\n")
    page = opened(lakes)
    page.side.open("Rules")
    rules = page.side.forms["Rules"]
    assert isinstance(rules, RulesForm)
    combo = rules.switches.combos["nmr"]
    combo.setCurrentIndex(combo.findData("repeat"))
    read(controller, qtbot)
    assert 'no_orders = "repeat"' in (lakes / MANIFEST).read_text()
    page.side.open("Hooks")
    hooks = page.side.forms["Hooks"]
    assert isinstance(hooks, HooksForm)
    shown: list[str] = []

    def nobody(hook: HookText) -> bool:
        shown.append(hook.name)
        return False

    monkeypatch.setattr(hooks, "_agree", nobody)
    rows = {hooks.list.item(at).toolTip(): hooks.list.item(at) for at in range(hooks.list.count())}
    rows["quiet"].setCheckState(Qt.CheckState.Checked)
    assert shown == ["quiet"]
    assert rows["quiet"].checkState() is Qt.CheckState.Unchecked, "nobody agreed"
    monkeypatch.setattr(hooks, "_agree", lambda _hook: True)
    rows["gunboat"].setCheckState(Qt.CheckState.Checked)
    read(controller, qtbot)
    assert 'hooks = ["gunboat"]' in (lakes / MANIFEST).read_text()


def test_terrain_is_asked_once_with_its_reasons_and_written_in_one_step(
    controller: MainController, lakes: Path, opened: Opened, qtbot: QtBot
) -> None:
    text = (lakes / MANIFEST).read_text()
    wrong = text.replace('name = "Southern Sea"\nterrain = "sea"', 'name = "Southern Sea"\nterrain = "inland"')
    (lakes / MANIFEST).write_text(wrong)
    page = opened(lakes)
    page.propose.click()
    terrain = page.side.terrain
    assert page.side.stack.currentWidget() is terrain
    assert [(row.code, row.reason) for row in terrain.table.rows] == [("STH", "It is painted blue. The file says inland.")]
    assert (lakes / MANIFEST).read_text() == wrong
    terrain.write.click()
    assert (lakes / MANIFEST).read_text() == text
    read(controller, qtbot)
    assert page.side.stack.currentWidget() is page.provinces


def test_a_code_is_retyped_in_the_table_and_taken_back_with_one_step(
    controller: MainController, lakes: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened(lakes)
    before = {name: (lakes / name).read_bytes() for name in (MANIFEST, "board.svg")}
    model = page.table.rows
    row = next(at for at, each in enumerate(model.rows) if each.code == "BRE")
    assert model.setData(model.index(row, 1), "brd")
    read(controller, qtbot)
    assert "BRD" in listed(page.table)
    assert b'inkscape:label="unit:brd"' in (lakes / "board.svg").read_bytes()
    assert page.counts.text() == "Playable, nothing is wrong."
    page.undo_requested.emit()
    assert {name: (lakes / name).read_bytes() for name in before} == before


@pytest.mark.thorough
def test_forms_are_put_away_where_the_files_cannot_be_changed(lakes: Path, opened: Opened) -> None:
    (lakes / MANIFEST).write_text("nonsense")
    page = opened(lakes)
    assert not page.side.tabs.isVisibleTo(page)
    assert isinstance(page.side.places, PlacesForm)


def test_a_name_is_dragged_on_the_map_into_the_designers_own_file(
    controller: MainController, drawing: Path, opened: Opened, qtbot: QtBot
) -> None:
    page = opened(drawing)
    page.side.begin.button.click()
    read(controller, qtbot)
    before = drawing.read_text()
    page.map.keys[BenchLayer.ANCHORS].click()
    view = page.map.view
    name = next(each for each in page.map.overlay.shown.anchors if each.name == "label:sou")
    start = view.mapFromScene(*name.at)
    end = start + QPoint(30, -20)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    after = drawing.read_text()
    found = re.search(r' transform="translate\(([-\d.]+),([-\d.]+)\)"', after)
    assert found is not None
    assert after.replace(found[0], "") == before, "nothing else of it changed"
    moved = view.mapToScene(end) - view.mapToScene(start)
    assert (float(found[1]), float(found[2])) == pytest.approx((moved.x(), moved.y()), abs=2.5)
    assert list((drawing.parent / ".backups").glob("isle.svg.*")), "the drawing as it was is kept"
    read(controller, qtbot)
    now = next(each for each in page.map.overlay.shown.anchors if each.name == "label:sou")
    assert now.at[1] < name.at[1]


def test_the_tools_menu_begins_a_variant_from_a_drawing_on_the_bench(
    controller: MainController, drawing: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, FileToOpen, lambda _kind: drawing)
    action = controller.menus.action("begin-variant")
    assert action is not None
    assert "&Tools" in [each.title() for each in action.associatedObjects() if isinstance(each, QMenu)]
    action.trigger()
    read(controller, qtbot)
    page = controller.panels.get(BenchPart).page
    assert page is not None
    assert page.side.begin.button.isVisibleTo(page)


@pytest.mark.thorough
def test_each_layer_over_the_drawing_has_a_key_with_a_sample(lakes: Path, opened: Opened) -> None:
    page = opened(lakes)
    assert set(page.map.keys) == set(BenchLayer)
    assert all(not button.icon().isNull() and button.toolTip() for button in page.map.keys.values())
    page.map.keys[BenchLayer.PROVINCES].click()
    assert BenchLayer.PROVINCES in page.map.overlay.shown.layers
    page.grab()


@pytest.mark.thorough
def test_a_press_counts_by_the_file_as_it_is_now_and_not_as_it_was_shown(lakes: Path, opened: Opened) -> None:
    page = opened(lakes)
    page.side.open("Start")
    page.side.places.choose(PlaceClick.HOMES)
    for _ in range(3):  # faster than anything is read again
        page.map.province_picked.emit("BRE")
    text = (lakes / MANIFEST).read_text()
    assert 'home = ["ALD", "DUN", "BRE"]' in text
