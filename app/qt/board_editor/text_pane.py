"""The files as they are written, at the line that is spoken of; and what was changed on the bench."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QListWidget, QTabBar, QTextEdit, QWidget

from app.qt.widgets import forms
from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.look import Look
from languages import tr
from variants.fault import Fault, Severity, VariantError
from variants.source import MANIFEST
from variants.svg.read_xml import unpacked

LONGEST_LINE = 400
"""Characters of a line in view: an outline may have a hundred thousand."""
MOST_LINES = 20_000


class TextPane(QWidget):
    """A tab for each of the two files, and one for the changes.

    Signals:
        line_picked(str, int): the cursor was set into this line of this file.
    """

    line_picked = Signal(str, int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._files: dict[str, str] = {}
        self._faults: tuple[Fault, ...] = ()
        self._shown = ""
        self._marked: int | None = None
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.text = forms.styled(NumberedText(look), name=tr("File"))
        self.text.cursorPositionChanged.connect(self._cursor_moved)
        self.changes = forms.styled(QListWidget(), name=tr("Changes"))
        self.changes.hide()
        forms.column(self.tabs, (self.text, 1), (self.changes, 1), on=self, margins=(10, 6, 10, 0), spacing=0)

    def show_files(self, files: Mapping[str, bytes], drawing: str, faults: Sequence[Fault], changes: Sequence[str]) -> None:
        """Show these files; the one in front and its place stay."""
        self._faults = tuple(faults)
        texts = {name: _lines(name, files[name]) for name in (MANIFEST, drawing) if name in files}
        with QSignalBlocker(self.tabs):
            before = self.tabs.tabText(self.tabs.currentIndex()) if self.tabs.count() else ""
            was_last = self.tabs.count() > 0 and self.tabs.currentIndex() == self.tabs.count() - 1
            while self.tabs.count():
                self.tabs.removeTab(0)
            for name in texts:
                self.tabs.addTab(name)
            self.tabs.addTab(tr("Changes {count}", count=len(changes)) if changes else tr("Changes"))
            wanted = next((at for at in range(self.tabs.count()) if self.tabs.tabText(at) == before), 0)
            if was_last:
                wanted = self.tabs.count() - 1
            self.tabs.setCurrentIndex(wanted)
        is_same = self._files.get(self._shown) == texts.get(self._shown)
        self._files = texts
        self.changes.clear()
        self.changes.addItems(list(reversed(changes)) or [tr("Nothing was changed on the bench yet.")])
        if not is_same or not self._shown:
            self._show(self.tabs.tabText(self.tabs.currentIndex()))
        else:
            self._mark()

    def go_to(self, file: str, line: int | None, element: str = "") -> None:
        """Show *file* at *line*, or where an element of that label or id stands."""
        for at in range(self.tabs.count()):
            if self.tabs.tabText(at) == file:
                with QSignalBlocker(self.tabs):
                    self.tabs.setCurrentIndex(at)
                self._show(file)
        if self._shown != file:
            return
        line = line or _line_of(self._files.get(file, ""), element)
        if line is None:
            return
        self._marked = line
        with QSignalBlocker(self.text):
            self.text.go_to(line)
        self._mark()

    @property
    def file(self) -> str:
        """The file in front."""
        return self._shown

    @property
    def line(self) -> int:
        """The line in front."""
        return self.text.textCursor().blockNumber() + 1

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self.text.set_look(look)
        self._mark()

    def _tab_changed(self, at: int) -> None:
        if at >= 0:
            self._show(self.tabs.tabText(at))

    def _show(self, name: str) -> None:
        is_file = name in self._files
        self.text.setVisible(is_file)
        self.changes.setVisible(not is_file)
        if not is_file:
            return
        place = self.text.verticalScrollBar().value() if name == self._shown else 0
        if name != self._shown:
            self._marked = None
        self._shown = name
        with QSignalBlocker(self.text):
            self.text.setPlainText(self._files[name])
        self.text.verticalScrollBar().setValue(place)
        self._mark()

    def _mark(self) -> None:
        """Tint the lines that faults speak of, and the one in front."""
        here = [(each.line, each.severity) for each in self._faults if each.source == self._shown]
        found = [
            self._tinted(line, "bad_soft" if severity is Severity.ERROR else "warning_soft") for line, severity in here if line is not None
        ]
        if self._marked is not None:
            found.append(self._tinted(self._marked, "selection"))
        self.text.setExtraSelections(found)

    def _tinted(self, line: int, colour: str) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        style = QTextCharFormat()
        style.setBackground(QColor(self._look.colour(colour)))
        style.setProperty(QTextFormat.Property.FullWidthSelection, True)
        selection.format = style
        selection.cursor = QTextCursor(self.text.document().findBlockByNumber(line - 1))
        return selection

    def _cursor_moved(self) -> None:
        if self.text.hasFocus():
            self.line_picked.emit(self._shown, self.line)


def _lines(name: str, content: bytes) -> str:
    """Return the text of a file, a compressed drawing's unpacked; empty where it is damaged, which its faults tell."""
    try:
        content = unpacked(content, name)
    except VariantError:
        return ""
    lines = content.decode("utf-8-sig", "replace").splitlines()[:MOST_LINES]
    return "\n".join(line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…" for line in lines)


def _line_of(text: str, element: str) -> int | None:
    """Return the line of an element with that label or id."""
    if not element:
        return None
    marks = [f'"{element.casefold()}"', f"'{element.casefold()}'"]
    for number, line in enumerate(text.splitlines(), 1):
        if any(mark in line.casefold() for mark in marks):
            return number
    return None
