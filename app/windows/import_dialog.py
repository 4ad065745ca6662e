"""Boards of other programs: what is in a file, what was mended, and which of it goes onto the shelf."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.commands.base.services import FileKind
from app.shelf.importing import keep, read_board
from app.windows.look import Look
from app.windows.new_game_words import numbers
from variants.fault import Fault, Severity
from variants.importers import Imported, ImportResult
from variants.reader import VariantFolder, read_with_faults
from variants.shipped import shipped_source

if TYPE_CHECKING:
    from app.windows.workbench import Workbench

MOST_LINES = 2_000


class ImportDialog(QDialog):
    """Lists the variants that came out of a file, each with its report."""

    def __init__(self, look: Look, name: str, result: ImportResult, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import {name}")
        self.resize(960, 600)
        self._look = look
        self._result = result
        self._read: list[tuple[Imported, VariantFolder | None]] = []
        for each in result.variants:
            folder, _ = read_with_faults(each.source, shipped_source)
            blocked = any(line.severity is Severity.ERROR for line in each.report)
            self._read.append((each, None if blocked else folder))
        playable = sum(folder is not None for _, folder in self._read)
        title = QLabel(_title(name, len(self._read), playable))
        title.setProperty("role", "heading")
        words = QLabel("Each becomes a folder of your own that can be played and edited. What had to be mended is listed, with its place.")
        words.setWordWrap(True)
        words.setProperty("role", "soft")
        self.variants = QListWidget()
        self.variants.setMinimumWidth(300)
        self.report = QListWidget()
        self.report.setWordWrap(True)
        self.report.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        for imported, folder in self._read:
            about = "cannot be played" if folder is None else numbers(folder.variant, briefly=True)
            item = QListWidgetItem(f"{imported.name}\n{about}\n{_repairs(imported)}")
            item.setSizeHint(QSize(280, 62))
            if folder is None:
                item.setForeground(look.colour("bad"))
            else:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked)
            self.variants.addItem(item)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.variants)
        splitter.addWidget(self.report)
        splitter.setSizes([330, 600])
        self.add_button = QPushButton("Put on the shelf")
        self.add_button.setProperty("role", "primary")
        self.add_button.setDefault(True)
        self.add_button.setEnabled(playable > 0)
        self.add_button.clicked.connect(self.accept)
        cancel = QPushButton("Cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(words)
        column.addWidget(splitter, 1)
        column.addLayout(row)
        self.variants.currentRowChanged.connect(self._show_report)
        self.variants.itemChanged.connect(self._check)
        if self._read:
            self.variants.setCurrentRow(0)
        else:
            self._show_lines(result.report)

    def chosen(self) -> tuple[Imported, ...]:
        """The variants that are ticked."""
        ticked = []
        for row, (imported, folder) in enumerate(self._read):
            if folder is not None and self.variants.item(row).checkState() == Qt.CheckState.Checked:
                ticked.append(imported)
        return tuple(ticked)

    def _check(self) -> None:
        self.add_button.setEnabled(bool(self.chosen()))

    def _show_report(self, row: int) -> None:
        if 0 <= row < len(self._read):
            self._show_lines((*self._read[row][0].report, *self._result.report))

    def _show_lines(self, lines: tuple[Fault, ...]) -> None:
        self.report.clear()
        for fault in lines[:MOST_LINES]:
            sign = "✕" if fault.severity is Severity.ERROR else "·"
            item = QListWidgetItem(f"{sign}  {fault}")
            item.setForeground(self._look.colour("bad" if fault.severity is Severity.ERROR else "text"))
            self.report.addItem(item)
        if not lines:
            self.report.addItem("Nothing had to be mended.")


class Importing:
    """Asks for a file or folder, reads it while the window goes on, and puts what is chosen on the shelf.

    Args:
        over: the window that questions stand over.
    """

    def __init__(self, bench: Workbench, over: QWidget) -> None:
        self._bench = bench
        self._over = over

    def choose(self, at: QWidget) -> tuple[str, ...]:
        """Ask at the widget *at* whether a file or a folder is meant, and import it; the ids that are new on the shelf."""
        menu = QMenu(self._over)
        file = menu.addAction("A file: jDip package (.zip) or .map…")
        folder = menu.addAction("A folder: DiplomacyGM, or an unpacked package…")
        taken = menu.exec(at.mapToGlobal(at.rect().topLeft()))
        if taken is file:
            return self.bring_in(self._bench.services.open_path(FileKind.BOARD))
        if taken is folder:
            name = QFileDialog.getExistingDirectory(self._over, "Import a folder", str(self._bench.last_folder()))
            return self.bring_in(Path(name) if name else None)
        return ()

    def bring_in(self, path: Path | None) -> tuple[str, ...]:
        """Import *path*; the ids that are new on the shelf."""
        folder = self._bench.session.shelf.folder
        if path is None or folder is None:
            return ()
        try:
            result = read_board(path)
        except OSError as error:
            self._bench.trouble(f"{path} cannot be read: {error.strerror or error}.")
            return ()
        dialog = ImportDialog(self._bench.look, path.name, result, self._over)
        if not dialog.exec():
            return ()
        taken = {entry.id for entry in self._bench.session.shelf.entries()}
        made: list[str] = []
        for imported in dialog.chosen():
            try:
                made.append(keep(imported, folder, {*taken, *made}).name)
            except OSError as error:
                self._bench.trouble(f"{folder} cannot be written: {error.strerror or error}.")
                break
        if made:
            self._bench.say(f"On the shelf now: {', '.join(made)}.")
        return tuple(made)


def _title(name: str, found: int, playable: int) -> str:
    if not found:
        return f"There is no board in {name}"
    if playable == found:
        return f"{name}: {'a board' if found == 1 else f'{found} boards'}"
    return f"{name}: {playable} of {found} boards can be played"


def _repairs(imported: Imported) -> str:
    count = sum(line.severity is Severity.WARNING for line in imported.report)
    errors = len(imported.report) - count
    parts = [f"{count} {'repair' if count == 1 else 'repairs'}" if count else "nothing mended"]
    if errors:
        parts.append(f"{errors} {'error' if errors == 1 else 'errors'}")
    return ", ".join(parts)
