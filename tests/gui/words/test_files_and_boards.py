"""Texts on faulty files, boards of other programs, and edits from outside, in the pseudo language."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from app.game.library import Library
from app.qt.board.faults_dialogs import FaultsDialog, VariantFaultsDialog
from app.qt.main_window import game_pages
from app.qt.new_game.import_dialog import ImportDialog
from app.qt.new_game.new_game_dialog import NewGameDialog
from tests.fakes.own_variants import own_pure
from tests.gui.test_files import played, saved
from tests.gui.test_import_dialog import MAP, zipped
from tests.gui.words.walk import Walk

pytestmark = pytest.mark.thorough

SEEN = {"DifferencesDialog", "FaultsDialog", "ImportDialog", "VariantFaultsDialog"}
"""The dialogs that are opened here."""


TYPED_IN_BOARDS = ("victory", "victroy", "powers", "home", "nobody", "start", "provinces")
"""Words of a file that stay as they are in every language."""


def changed(path: Path, before: str, after: str) -> Path:
    """A game that was edited by hand."""
    saved(path, played())
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    return path


def broken_games(folder: Path) -> list[Path]:
    """A game with faults of all kinds of lines, one that differs, one without its end, of another variant or version, none at all."""
    lines = "= RUSSIA: A MOS, Q WAR, F SEV, F STP/SC\n[nonsense here]\n[phase X]\nFRANCE: A PAR - ???\nname: twice\n[hook\n> no order\n"
    variant = next(each for each in saved(folder / "whole.dpn", played()).read_text().splitlines() if each.startswith("variant:"))
    made = [
        changed(folder / "faults.dpn", "\n= RUSSIA", f"\n{lines}= RUSSIA"),
        changed(folder / "differs.dpn", "A BUR", "A GAS"),
        changed(folder / "nowhere.dpn", "variant: standard", "variant: nowhere"),
        changed(folder / "version.dpn", variant, f"variant: standard 1 sha256:{'0' * 64}"),
        changed(folder / "newer.dpn", "entente-game 1", "entente-game 9"),
    ]
    cut, binary, empty = folder / "cut.dpn", folder / "binary.dpn", folder / "empty.dpn"
    cut.write_text(saved(folder / "end.dpn", played()).read_text().rpartition("\n[phase ")[0])
    binary.write_bytes(bytes(range(256)) * 40)
    empty.write_text("")
    return [*made, cut, binary, empty]


@pytest.mark.parametrize("part", [0, 1])
def test_where_a_file_is_not_right(part: int, walk: Walk, tmp_path: Path) -> None:
    walk.allow("Evening entente nowhere nonsense here name twice order phase hook variant filled players later adjust")

    def take(dialog: QDialog) -> None:
        assert isinstance(dialog, FaultsDialog)
        list(dialog.buttons.values())[answers.pop(0) % len(dialog.buttons)].click()

    answers: list[int] = []
    walk.always("FaultsDialog", take)
    for path in broken_games(tmp_path)[part::2]:
        walk.allow(path.stem)
        for number in range(3):
            answers[:] = [number] * 4
            walk.go(f"open {path.name}, answer {number}", lambda path=path: walk.controller.run("open", file=path))  # type: ignore[misc]
            if walk.controller.session.documents:
                walk.allow_game()
                walk.line("status", "check", "close")
    held = Library().open(tmp_path / "whole.dpn")
    walk.go("open elsewhere", lambda: walk.controller.run("open", file=tmp_path / "whole.dpn"))
    held.close(discard=True)
    walk.all_is_well()
    assert "FaultsDialog" in walk.seen


def test_where_a_file_was_changed_by_another_program(walk: Walk, tmp_path: Path) -> None:
    path = saved(tmp_path / "outside.dpn", played())
    walk.allow("Evening Morning entente outside nonsense")
    walk.controller.run("open", file=path)
    walk.allow_game()
    text = path.read_text()
    for before, after in (("name: Evening", "name: Morning"), ("A BUR", "A GAS"), ("\n= RUSSIA", "\n[nonsense\n= RUSSIA"), (text, "")):
        path.write_text(text.replace(before, after))
        page = walk.controller.page
        assert page is not None
        edits = walk.controller.pages.outside_edits(page.document)
        walk.go(f"{before[:20]!r} became {after[:20]!r}", edits.watch.look)
        assert page.banners.banner(game_pages.OUTSIDE_EDIT) is not None
        walk.go("differences", edits.show_differences, of_files=False)
    path.unlink()
    walk.go("it is gone", edits.watch.look)
    walk.line("A MOS - UKR", "close")
    walk.all_is_well()
    assert "DifferencesDialog" in walk.seen


def test_where_a_variant_has_faults(walk: Walk) -> None:
    folder = own_pure()
    manifest = folder / "variant.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("victory", "victroy").replace("[", "[[", 1) + '\n[powers.NOBODY]\nhome = ["XXX"]\n', encoding="utf-8")

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, NewGameDialog)
        dialog.choose("mine")
        walk.look(dialog)
        dialog.faults_button.click()

    def each_fault(dialog: QDialog) -> None:
        assert isinstance(dialog, VariantFaultsDialog)
        for row in range(dialog.list.count()):
            dialog.choose(row)
            walk.look(dialog)

    walk.allow_variants()
    walk.allow("mine Mine", *TYPED_IN_BOARDS)
    walk.answer("NewGameDialog", look)
    walk.answer("VariantFaultsDialog", each_fault)
    walk.line("new", "check-variant mine", "new mine")
    walk.all_is_well()
    assert "VariantFaultsDialog" in walk.seen


def test_where_boards_of_other_programs_are_brought_in(walk: Walk, tmp_path: Path) -> None:
    narrow, archive, odd, game = (tmp_path / name for name in ("narrow.map", "all.zip", "odd.zip", "nothing.txt"))
    narrow.write_text(MAP + "COAST PAR ABUTS XXX\nnonsense\nA XXX\n", encoding="utf-8")
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("whole.map", MAP)
        made.writestr("more.zip", zipped({"inner.map": MAP, "readme.txt": "hello"}))
        made.writestr("broken.zip", b"PK not really")
        made.writestr("variants.xml", "<VARIANTS><VARIANT name='Odd'></VARIANTS>")
    odd.write_bytes(b"PK not really")
    game.write_text("nothing of the kind\n")
    walk.allow_variants()
    walk.allow("narrow inner whole all odd Narrow Inner Whole Odd nonsense London Edinburgh Paris Brest Channel")
    walk.allow("nothing hello")
    walk.allow("VARIANT VARIANTS", *TYPED_IN_BOARDS)

    def take(dialog: QDialog) -> None:
        assert isinstance(dialog, ImportDialog)
        for row in range(dialog.variants.count()):
            dialog.variants.setCurrentRow(row)
            walk.look(dialog)
        dialog.add_button.click()

    walk.always("ImportDialog", take)
    for file in (narrow, archive, odd, game):
        walk.go(f"import {file.name}", lambda file=file: walk.controller.run("import", file=file))  # type: ignore[misc]
    walk.all_is_well()
    assert "ImportDialog" in walk.seen
