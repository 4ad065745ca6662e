"""Dialogs that other tests answer in place of a person come up themselves, take keys, and hand on what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog, QLineEdit, QWidget

from app.game.entries import Hook
from app.game.storage.places import places
from app.hooks.hook_consent import terms_checksum
from app.qt.board.faults_dialogs import FaultsDialog
from app.qt.hooks.consent_dialog import ConsentDialog
from app.qt.main_window.command_form import CommandForm
from app.qt.main_window.main_controller import MainController
from app.qt.new_game.import_dialog import ImportDialog
from tests.gui.hook_games import hooked_game, saved
from tests.gui.test_import_dialog import MAP

CALM = Hook("calm", (), "def on_press(ctx):\n    return None\n")


def shown(kind: type[QDialog], act: Callable[[], object], answer: Callable[[QWidget], None]) -> object:
    """Return the result of *act* when the dialog of that *kind* that it opens gets *answer*."""
    met: list[QWidget] = []

    def meet() -> None:
        front = QApplication.activeModalWidget()
        if isinstance(front, kind):
            timer.stop()
            met.append(front)
            try:
                answer(front)
            finally:
                if front.isVisible():
                    front.close()

    timer = QTimer()
    timer.timeout.connect(meet)
    timer.start(10)
    value = act()
    timer.stop()
    assert met, f"no {kind.__name__} came"
    return value


def escape(dialog: QWidget) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_the_file_dialog_saves_where_somebody_types(controller: MainController, tmp_path: Path) -> None:
    controller.run("new")
    controller.preferences.folder = tmp_path
    target = tmp_path / "typed.dpn"

    def type_name(dialog: QWidget) -> None:
        (line,) = dialog.findChildren(QLineEdit)
        line.selectAll()
        QTest.keyClicks(line, target.name)
        box = dialog.findChild(QDialogButtonBox)
        assert box is not None
        QTest.mouseClick(box.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)

    shown(QFileDialog, lambda: controller.trigger("save-as"), type_name)
    assert target.is_file()
    shown(QFileDialog, lambda: controller.trigger("open"), escape)
    assert [document.path for document in controller.session.documents] == [target]


def test_the_form_of_a_command_takes_its_words(controller: MainController) -> None:
    controller.run("new")

    def fill(dialog: QWidget) -> None:
        line = dialog.findChildren(QLineEdit)[0]
        line.selectAll()
        QTest.keyClicks(line, "Evening")
        QTest.keyClick(line, Qt.Key.Key_Return)

    shown(CommandForm, lambda: controller.trigger("rename"), fill)
    assert controller.session.game.name == "Evening"
    shown(CommandForm, lambda: controller.trigger("rename"), escape)
    assert controller.session.game.name == "Evening"


def test_a_file_with_faults_is_not_opened_by_escape(controller: MainController, tmp_path: Path) -> None:
    file = tmp_path / "torn.dpn"
    controller.run("new")
    controller.run("save-as", file=file)
    controller.run("close")
    file.write_text(file.read_text(encoding="utf-8").replace("A PAR", "A PARR", 1) + "\nnonsense { here\n", encoding="utf-8")
    shown(FaultsDialog, lambda: controller.run("open", file=file), escape)
    assert not controller.session.documents


def test_hooks_do_not_run_after_escape(controller: MainController, tmp_path: Path) -> None:
    file = saved(hooked_game(own=((CALM.name, CALM.source),)), tmp_path)
    shown(ConsentDialog, lambda: controller.run("open", file=file), escape)
    assert all("not checked" in document.read_only for document in controller.session.documents)
    assert not controller.session.hooks.store(terms_checksum(CALM, ""))


def test_an_import_shows_its_report_and_brings_nothing_in_by_escape(controller: MainController, tmp_path: Path) -> None:
    file = tmp_path / "narrow.map"
    file.write_text(MAP, encoding="utf-8")
    shelf = set(shelf_of_person())
    shown(ImportDialog, lambda: controller.run("import", file=file), escape)
    assert set(shelf_of_person()) == shelf


def shelf_of_person() -> list[Path]:
    return list(places().variants.rglob("*"))
