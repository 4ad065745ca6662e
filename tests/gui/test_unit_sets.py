"""Units in other looks: imported symbols are switched to in mid-game, by menu, palette and console, and kept for the next start."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRect, QSize
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.library.board_imports import read_board
from app.library.unit_sets import usual_set
from app.qt.board.picture_content import thumbnail
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.new_game import import_dialog
from app.qt.new_game.import_dialog import ImportDialog
from app.session.services import FileToOpen, PictureRequest
from tests.fakes.symbol_packs import FLAGS, SILHOUETTES, zipped
from tests.gui.answering import answering
from tests.gui.hands import Hands
from variants.unit_set import UnitSet

GALLEYS = """format = 1
id = "galleys"
name = "Galleys"
version = "1"
extends = "standard"

[unit_sets.oars]
name = "Galleys of old"
file = "oars.toml"
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    made = tmp_path / "silhouettesSymbols.zip"
    made.write_bytes(zipped(SILHOUETTES))
    return made


def at(hands: Hands, province: str) -> QImage:
    """The unit in *province* as the window shows it."""
    QApplication.processEvents()  # panels and banners get their room first
    hands.page.fit()
    QApplication.processEvents()  # and the board what they left
    hands.page.board.settle()
    hands.page.scene.finish_rendering()
    QApplication.processEvents()
    scene, view = hands.page.scene, hands.page.board
    assert scene.plan is not None
    unit = next(each for each in scene.plan.units if each.unit.province == province)
    middle = view.mapFromScene(QPointF(*unit.at))
    return view.viewport().grab(QRect(middle.x() - 14, middle.y() - 12, 28, 24)).toImage()


def shown_set(hands: Hands) -> UnitSet:
    """The symbols on the board."""
    picture = hands.page.scene.picture
    assert picture is not None
    return picture.unit_set


def offers(controller: MainController) -> dict[str, QAction]:
    """Return the actions of the menu for the look of units."""
    menu = controller.window.findChild(QMenu, "offers.pieces")
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    return {action.text(): action for action in menu.actions()}


def bring_in(controller: MainController, file: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Import *file* by hand; the lines of its report."""
    lines: list[str] = []

    def look(dialog: ImportDialog) -> int:
        assert not dialog.variants.item(0).icon().isNull()
        lines.extend(dialog.report.item(row).text() for row in range(dialog.report.count()))
        dialog.add_button.click()
        return dialog.result()

    monkeypatch.setattr(import_dialog.ImportDialog, "exec", look)
    answering(monkeypatch, FileToOpen, lambda _kind: file)
    controller.trigger("import")
    return lines


def test_imported_symbols_are_shown_in_mid_game_and_switched_back(
    controller: MainController, hands: Hands, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new", variant="standard")
    controller.run("order", text="A PAR - BUR")
    controller.run("process", missing="process")
    before = at(hands, "BUR")
    report = bring_in(controller, pack, monkeypatch)
    assert any("a shadow under the symbol" in line for line in report)
    assert controller.view.unit_symbols == "silhouettes"
    shown = at(hands, "BUR")
    assert shown != before
    found = offers(controller)
    assert list(found) == ["Guns and ships", "Letters", "Wooden blocks", "Silhouettes (your own)"]
    assert [text for text, action in found.items() if action.isChecked()] == ["Silhouettes (your own)"]
    found["Guns and ships"].trigger()
    assert at(hands, "BUR") == before
    controller.run("pieces", name="silhou")
    assert at(hands, "BUR") == shown
    assert controller.session.game.turn(controller.session.cursor).phase == controller.session.turn.phase


def test_the_palette_lists_every_set(controller: MainController, hands: Hands, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new", variant="standard")
    bring_in(controller, pack, monkeypatch)
    controller.palettes.open_palette()
    palette = controller.palettes.palette
    assert palette is not None
    palette.line.setText("look of units: wooden")
    palette.chosen.emit(palette.shown()[0])
    assert controller.view.unit_symbols == "blocks"


def test_the_choice_survives_a_restart_and_pictures_obey_it(
    controller: MainController, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_in(controller, pack, monkeypatch)
    controller.run("new", variant="standard")
    game, cursor = controller.session.game, controller.session.cursor
    kept = Preferences(Settings(places().settings_file)).view
    assert kept.unit_symbols == "silhouettes"
    plain = thumbnail(PictureRequest(game, cursor, Preferences(Settings(places().settings_file.with_name("none.json"))).view, 700))
    assert thumbnail(PictureRequest(game, cursor, kept, 700)) != plain
    assert plain.size().width() == QSize(700, 0).width()


def test_a_set_that_is_gone_gives_way_to_the_usual_one_and_a_banner_says_so(
    controller: MainController, hands: Hands, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new", variant="standard")
    bring_in(controller, pack, monkeypatch)
    assert shown_set(hands).id == "silhouettes"
    (places().units / "silhouettes.toml").unlink()
    controller.run("tint")
    controller.run("tint")
    banner = hands.page.banners.banner("units")
    assert banner is not None
    assert shown_set(hands) is usual_set()
    controller.run("pieces", name="classic")
    assert hands.page.banners.banner("units") is None


def test_a_variant_is_shown_with_its_own_symbols_which_can_be_switched(controller: MainController, hands: Hands) -> None:
    folder = places().variants / "galleys"
    folder.mkdir(parents=True)
    (folder / "variant.toml").write_text(GALLEYS, encoding="utf-8")
    (folder / "oars.toml").write_text('name = "Oars"\n[kinds.A]\nbody = "square"\n[kinds.F]\nbody = "bar"\n', encoding="utf-8")
    controller.run("new", variant="standard")
    assert shown_set(hands) is usual_set()
    controller.run("new", variant="galleys")
    own = at(hands, "PAR")
    assert shown_set(hands).name == "Galleys of old"
    assert "Galleys of old (belongs to the variant)" in offers(controller)
    controller.run("pieces", name="classic")
    assert at(hands, "PAR") != own
    assert shown_set(hands) is usual_set()
    controller.run("pieces", name="variant")
    assert at(hands, "PAR") == own


def test_a_pack_that_cannot_be_used_is_shown_with_its_faults(controller: MainController, tmp_path: Path) -> None:
    broken = tmp_path / "brokenSymbols.zip"
    broken.write_bytes(zipped({**FLAGS, "symbols.svg": b"<svg>"}))
    dialog = ImportDialog(controller.look, broken.name, read_board(broken), controller.window)
    assert not dialog.add_button.isEnabled()
    assert "0 of 1 sets of unit symbols can be used" in dialog.windowTitle() + "".join(
        label.text() for label in dialog.findChildren(QLabel)
    )
    assert "no XML" in "".join(dialog.report.item(row).text() for row in range(dialog.report.count()))
    dialog.close()
