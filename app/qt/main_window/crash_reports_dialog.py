"""Reports of crashes to read, copy, save and delete. Nothing here reaches a network."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.crash_reports import crash_reports, read_report, when_of
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.layouts import FlowLayout
from languages import mark, system_words, tr

_FILE = Qt.ItemDataRole.UserRole


class CrashReportsDialog(FittingDialog):
    """Lists the reports in *folder*, the newest first, and shows the text of one: all of it, as its receiver would read it."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Crash reports"))
        self.resize(900, 620)
        self._folder = folder
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Reports"))
        self.list.currentItemChanged.connect(self._show)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Report"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([240, 660])
        self.copy_button = QPushButton(tr("Copy"))
        self.copy_button.clicked.connect(self._copy)
        self.save_button = QPushButton(tr("Save as…"))
        self.save_button.clicked.connect(self._save)
        self.delete_button = QPushButton(tr("Delete"))
        self.delete_button.clicked.connect(self._delete)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.reject)
        row = FlowLayout()
        for each in (self.copy_button, self.save_button, self.delete_button):
            each.setAutoDefault(False)
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(split, 1)
        column.addLayout(row)
        self.fill()

    def fill(self, lead: str = "") -> None:
        """List the reports that there are now.

        Args:
            lead: a sentence that stands before the usual ones.
        """
        self.list.clear()
        for file in crash_reports(self._folder):
            item = QListWidgetItem(when_of(file.name), self.list)
            item.setData(_FILE, str(file))
        promise = tr(
            "These reports are sent to nobody by themselves. Orders, notes, passwords and the names of games and files are left out of "
            "them; read one before you give it to somebody."
        )
        nothing = tr("There are no reports of crashes.")
        self.words.setText(" ".join(each for each in (lead, promise if self.list.count() else nothing) if each))
        self.list.setCurrentRow(0)
        self._show(self.list.currentItem())

    def _show(self, item: QListWidgetItem | None) -> None:
        for each in (self.copy_button, self.save_button, self.delete_button):
            each.setEnabled(item is not None)
        if item is None:
            self.text.clear()
            return
        try:
            self.text.setPlainText(read_report(Path(item.data(_FILE))))
        except OSError as error:
            self.text.setPlainText(tr("The report cannot be read: {reason}", reason=system_words(error)))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    def _save(self) -> None:
        name = Path(self.list.currentItem().data(_FILE)).name
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save the report"), name, tr("Text (*.txt)"))
        if not chosen:
            return
        try:
            write_atomically(Path(chosen), self.text.toPlainText().encode("utf-8", "replace"), mark("saving the report"))
        except StorageError as error:
            self.words.setText(str(error))

    def _delete(self) -> None:
        try:
            Path(self.list.currentItem().data(_FILE)).unlink(missing_ok=True)
        except OSError as error:
            self.words.setText(tr("The report cannot be deleted: {reason}", reason=system_words(error)))
            return
        self.fill()
