"""A board of another program is imported by hand: its report opens, and it stands on the shelf."""

from __future__ import annotations

import io
import threading
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressDialog
from pytestqt.qtbot import QtBot

from app.library import board_imports
from app.library.board_imports import read_board
from app.qt.main_window.main_controller import MainController
from app.qt.new_game import import_dialog, new_game_dialog
from app.qt.new_game.import_dialog import ImportDialog
from app.qt.new_game.new_game_dialog import NewGameDialog
from app.session.services import FileToOpen
from tests.gui.answering import answering
from variants.compiled import Stage
from variants.importers import GoOn, ImportResult

MAP = """\
VICTORY 3
ENGLAND (E) LON EDI
A LON
F EDI
FRANCE (F) PAR BRE
A PAR
F BRE

London = lon lond
Edinburgh = edi edin
Paris = par pari
Brest = bre bres
English Channel = eng chan

COAST LON ABUTS EDI ENG
COAST EDI ABUTS LON ENG
LAND PAR ABUTS BRE
COAST BRE ABUTS PAR ENG
WATER ENG ABUTS LON EDI BRE
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "narrow.map"
    made.write_text(MAP, encoding="utf-8")
    return made


def test_an_imported_board_is_offered_by_new_game_and_can_be_played(
    controller: MainController, qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []

    def look(dialog: ImportDialog) -> int:
        seen.append([dialog.report.item(row).text() for row in range(dialog.report.count())])
        dialog.add_button.click()
        return dialog.result()

    def start(dialog: NewGameDialog) -> int:
        assert dialog.variant_id == "narrow"
        dialog.start_button.click()
        return dialog.result()

    readers: list[int] = []

    def reading(path: Path, go_on: GoOn) -> ImportResult:
        readers.append(threading.get_ident())
        return read_board(path, go_on)

    monkeypatch.setattr(board_imports, "read_board", reading)
    monkeypatch.setattr(import_dialog.ImportDialog, "exec", look)
    monkeypatch.setattr(new_game_dialog.NewGameDialog, "exec", start)
    answering(monkeypatch, FileToOpen, lambda _kind: file)
    controller.trigger("import")
    assert seen == [["Playable."]]
    assert readers
    assert threading.get_ident() not in readers, "the window goes on while a board is read"
    assert controller.session.game.variant.id == "narrow"
    assert controller.page is not None
    supply = controller.page.supply
    qtbot.waitUntil(lambda: supply.stage is Stage.WHOLE, timeout=60_000)
    assert set(controller.page.scene.board.provinces) == {"LON", "EDI", "PAR", "BRE", "ENG"}
    assert controller.run("order", text="F BRE - ENG")
    assert controller.run("process", missing="process")


def test_what_is_no_board_says_so_and_nothing_is_put_on_the_shelf(controller: MainController, tmp_path: Path) -> None:
    odd = tmp_path / "odd.zip"
    odd.write_bytes(b"PK not really")
    dialog = ImportDialog(controller.look, odd.name, read_board(odd), controller.window)
    assert not dialog.add_button.isEnabled()
    assert "odd.zip" in dialog.report.item(0).text()
    dialog.close()


def test_boards_in_archives_in_archives_are_all_offered(controller: MainController, tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("narrow.map", MAP)
        made.writestr("more.zip", zipped({"inner.map": MAP}))
    dialog = ImportDialog(controller.look, archive.name, read_board(archive), controller.window)
    shown = [dialog.variants.item(row).text() for row in range(dialog.variants.count())]
    assert [text.splitlines()[0] for text in shown] == ["Narrow", "Inner"]
    assert all(text.splitlines()[-1].startswith("playable") for text in shown)
    assert len(dialog.chosen()) == 2
    dialog.close()


def test_a_collection_is_listed_by_verdict_the_worst_first(controller: MainController, tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"board{number}.map").write_text(
            MAP if number % 2 else MAP.replace("F BRE\n", "").replace("A PAR\n", ""), encoding="utf-8"
        )
    (tmp_path / "nobody.map").write_text("\n".join(line for line in MAP.splitlines() if line[:2] not in ("A ", "F ")), encoding="utf-8")
    dialog = ImportDialog(controller.look, "all", read_board(tmp_path), controller.window)
    shown = [dialog.variants.item(row).text().splitlines() for row in range(dialog.variants.count())]
    headings = [words[0] for words in shown if len(words) == 1]
    assert headings[0] == "Not yet playable · 1"
    assert shown[1][0] == "Nobody"
    assert dialog.variants.currentRow() == 1, "a heading is never in front"
    assert len(dialog.chosen()) == 4
    dialog.variants.item(dialog.variants.count() - 1).setCheckState(Qt.CheckState.Unchecked)
    assert len(dialog.chosen()) == 3
    dialog.close()


def test_an_import_can_be_stopped_and_leaves_nothing_behind(
    controller: MainController, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        (tmp_path / f"board{number}.map").write_text(MAP, encoding="utf-8")
    begun, released = threading.Event(), threading.Event()

    def reading(path: Path, go_on: GoOn) -> ImportResult:
        begun.set()
        released.wait(20)
        return read_board(path, go_on)

    def press_stop() -> None:
        box = next(each for each in controller.window.findChildren(QProgressDialog) if each.labelText().startswith("Reading"))
        assert begun.is_set()
        box.canceled.emit()
        released.set()

    monkeypatch.setattr(board_imports, "read_board", reading)
    monkeypatch.setattr(import_dialog.ImportDialog, "exec", lambda _dialog: pytest.fail("nothing is shown"))
    QTimer.singleShot(900, press_stop)
    assert not controller.run("import", file=tmp_path)
    assert "Stopped; nothing was imported." in controller.status.message.text()


def zipped(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, text in files.items():
            made.writestr(name, text)
    return buffer.getvalue()
