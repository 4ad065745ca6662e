"""After a crash the next start offers its report: to read, copy, save, delete. Nothing goes anywhere by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton

from app.crash import write_report
from app.crash_reports import crash_reports
from app.game.storage.places import places
from app.qt.main_window.application import offer_reports
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.panels import CrashReportsDialog


def report() -> Path:
    return write_report(places().reports, ValueError("oops"))


def press(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def offered(controller: MainController) -> CrashReportsDialog | None:
    assert isinstance(controller.window, MainWindow)
    offer_reports(controller.window, "")
    found = controller.window.findChild(CrashReportsDialog)
    return found if isinstance(found, CrashReportsDialog) and found.isVisible() else None


def test_a_start_without_a_crash_offers_nothing(controller: MainController) -> None:
    assert offered(controller) is None


def test_the_start_after_a_crash_offers_the_report_once(controller: MainController) -> None:
    file = report()
    dialog = offered(controller)
    assert dialog is not None
    assert dialog.text.toPlainText() == file.read_text(encoding="utf-8")
    assert "sent to nobody" in dialog.words.text()
    dialog.close()
    assert offered(controller) is None


def test_it_is_copied_saved_and_deleted(controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = report().read_text(encoding="utf-8")
    dialog = offered(controller)
    assert dialog is not None
    press(dialog.copy_button)
    assert QGuiApplication.clipboard().text() == text
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "kept.txt"), ""))
    press(dialog.save_button)
    assert (tmp_path / "kept.txt").read_text(encoding="utf-8") == text
    press(dialog.delete_button)
    assert crash_reports(places().reports) == ()
    assert not dialog.delete_button.isEnabled()
    assert "no reports" in dialog.words.text()


def test_the_banner_over_the_board_leads_to_the_report(controller: MainController) -> None:
    controller.run("new")
    file = report()
    controller.tell_of_crash("ValueError: oops", file)
    assert controller.page is not None
    (button,) = [each for each in controller.page.findChildren(QPushButton) if each.text() == "Read the report…"]
    press(button)
    dialog = controller.window.findChild(CrashReportsDialog)
    assert isinstance(dialog, CrashReportsDialog)
    assert dialog.isVisible()


def test_without_a_report_it_has_a_sentence_and_no_empty_fields(controller: MainController) -> None:
    assert controller.run("crash-reports")
    dialog = controller.window.findChild(CrashReportsDialog)
    assert isinstance(dialog, CrashReportsDialog)
    assert dialog.isVisible()
    assert not dialog.text.isVisible()
    assert dialog.height() < 200
    dialog.close()
