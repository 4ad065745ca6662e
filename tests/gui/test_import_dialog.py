"""A board of another program is brought in by hand: its report is shown, and it stands on the shelf."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.shelf.importing import read_board
from app.windows import import_dialog, new_game_dialog
from app.windows.import_dialog import ImportDialog
from app.windows.new_game_dialog import NewGameDialog
from app.windows.workbench import Workbench
from variants.compiled import Stage
from variants.importers.result import ImportResult

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
    bench: Workbench, qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch
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

    def reading(path: Path) -> ImportResult:
        readers.append(threading.get_ident())
        return read_board(path)

    monkeypatch.setattr(import_dialog, "read_board", reading)
    monkeypatch.setattr(import_dialog.ImportDialog, "exec", look)
    monkeypatch.setattr(new_game_dialog.NewGameDialog, "exec", start)
    monkeypatch.setattr(bench.services, "open_path", lambda _kind: file)
    bench.trigger("import")
    assert seen
    assert readers
    assert threading.get_ident() not in readers, "the window goes on while a board is read"
    assert bench.session.game.variant.id == "narrow"
    assert bench.page is not None
    supply = bench.page.supply
    qtbot.waitUntil(lambda: supply.stage is Stage.WHOLE, timeout=60_000)
    assert set(bench.page.scene.board.provinces) == {"LON", "EDI", "PAR", "BRE", "ENG"}
    assert bench.run("order", text="F BRE - ENG")
    assert bench.run("process", missing="process")


def test_what_is_no_board_says_so_and_nothing_is_put_on_the_shelf(bench: Workbench, tmp_path: Path) -> None:
    odd = tmp_path / "odd.zip"
    odd.write_bytes(b"PK not really")
    dialog = ImportDialog(bench.look, odd.name, read_board(odd), bench.window)
    assert not dialog.add_button.isEnabled()
    assert "odd.zip" in dialog.report.item(0).text()
    dialog.close()
