"""The form of powers: a list with their colours, the fields of the one in front, and which two look alike."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.board_editor.forms.colours import Alike, palette
from app.board_editor.forms.manifest import Manifest
from app.board_editor.forms.powers import PowerEntry, add_power, change_power, powers_of, remove_power, warnings_of
from app.board_editor.reading import OnTheBench
from app.qt.board_editor.forms.form_page import FormPage
from app.qt.widgets.fields import AskingLine
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from languages import mark, tr
from variants.style import Pattern

_OFFERED = 16
_TEXTS = {
    "name": (mark("Name"), mark("What it is called")),
    "adjective": (mark("Adjective"), mark("As in: the Austrian fleet")),
    "letter": (mark("Letter"), mark("By which it is marked")),
}


class PowersForm(FormPage):
    """Form of the powers."""

    title = mark("Powers")
    hint = mark(
        "Who plays. The colour of the land follows from that of the units; every pair is tried, also for eyes that lack a kind of cone."
    )

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.entries: tuple[PowerEntry, ...] = ()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Powers"))
        self.list.setIconSize(QSize(34, 18))
        self.list.setMinimumHeight(90)
        self.list.currentRowChanged.connect(self._picked)
        self.new_name = AskingLine()
        self.new_name.setPlaceholderText(tr("Name of a power"))
        self.new_name.returnPressed.connect(self._add)
        self.add_button = QPushButton(tr("Add"))
        self.add_button.setToolTip(tr("Put the power in, in a colour that all can tell from the others"))
        self.add_button.clicked.connect(self._add)
        above = FlowLayout()
        above.addWidget(self.new_name, 1)
        above.addWidget(self.add_button)
        self.column.addWidget(self.list, 1)
        self.column.addLayout(above)
        self.fields = QWidget()
        inside = QVBoxLayout(self.fields)
        inside.setContentsMargins(0, 4, 0, 0)
        inside.setSpacing(6)
        self.texts: dict[str, QLineEdit] = {}
        for key, (words, tip) in _TEXTS.items():
            edit = AskingLine()
            edit.editingFinished.connect(partial(self._typed, key))
            self.texts[key] = edit
            inside.addWidget(self.field(tr(words), edit, tr(tip)))
        self.pattern = QComboBox()
        patterns = {tr(each.value): each.value for each in Pattern}
        self.pattern.addItems(list(patterns))
        self.pattern.textActivated.connect(lambda word: self._change("pattern", patterns[word]))
        inside.addWidget(self.field(tr("Pattern"), self.pattern, tr("The second sign besides the colour, where patterns are shown")))
        self.colours: dict[str, QPushButton] = {}
        grid = QGridLayout()
        grid.setSpacing(4)
        for at, colour in enumerate(list(palette())[:_OFFERED]):
            button = QPushButton()
            button.setIcon(QIcon(_chip(colour, QSize(18, 18))))
            button.setAccessibleName(tr("Units in {colour}", colour=colour))
            button.setToolTip(tr("Units in {colour}", colour=colour))
            button.setFixedSize(30, 26)
            button.setProperty("role", "choice")
            button.clicked.connect(partial(self._change, "unit", colour))
            self.colours[colour] = button
            grid.addWidget(button, at // 8, at % 8)
        self.other = QPushButton(tr("Other…"))
        self.other.setToolTip(tr("Any colour for the units"))
        self.other.clicked.connect(self._ask_colour)
        grid.addWidget(self.other, 0, 8, 2, 1)
        inside.addLayout(grid)
        self.remove_button = QPushButton(tr("Take it out"))
        self.remove_button.setToolTip(tr("The power goes with its units; its centres belong to nobody"))
        self.remove_button.clicked.connect(self._remove)
        inside.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.fields)
        self._warnings = QVBoxLayout()
        self._warnings.setSpacing(4)
        self.column.addLayout(self._warnings)
        self.warning_rows: list[QWidget] = []
        self.take_buttons: list[QPushButton] = []

    @property
    def picked(self) -> PowerEntry | None:
        """The power in front."""
        row = self.list.currentRow()
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:  # noqa: ARG002  # the drawing has no part in it
        before = self.picked.id if self.picked is not None else ""
        old = {each.id for each in self.entries}
        self.entries = powers_of(manifest)
        new = [each.id for each in self.entries if each.id not in old] if old or not before else []
        wanted = new[-1] if len(new) == 1 else before
        with QSignalBlocker(self.list):
            self.list.clear()
            for each in self.entries:
                item = QListWidgetItem(QIcon(_pair(each.fill, each.unit)), f"{each.name} ({each.letter})")
                item.setToolTip(tr("{id}: units {unit}, land {fill}", id=each.id, unit=each.unit, fill=each.fill))
                self.list.addItem(item)
            row = next((at for at, each in enumerate(self.entries) if each.id == wanted), 0)
            self.list.setCurrentRow(row if self.entries else -1)
        self._picked(self.list.currentRow())
        self._show_warnings(warnings_of(manifest))

    def _picked(self, _row: int) -> None:
        entry = self.picked
        self.fields.setVisible(entry is not None)
        if entry is None:
            return
        for key, edit in self.texts.items():
            if not edit.hasFocus() or edit.text() != getattr(entry, key):
                edit.setText(getattr(entry, key))
        pattern = "" if self.manifest is None else self.manifest.text("powers", entry.id, "pattern")
        self.pattern.setCurrentText(pattern or str(Pattern.NONE))

    def _show_warnings(self, found: tuple[Alike, ...]) -> None:
        for row in self.warning_rows:
            self._warnings.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.warning_rows, self.take_buttons = [], []
        names = {each.id: each.name for each in self.entries}
        for pair in found[:4]:
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            words = PlainLabel(pair.words.replace(pair.first, names[pair.first], 1).replace(pair.second, names[pair.second], 1))
            words.setWordWrap(True)
            words.setProperty("role", "bad")
            line.addWidget(words, 1)
            if pair.proposal:
                button = QPushButton(tr("{names}: take this", names=names[pair.second]))
                button.setIcon(QIcon(_chip(pair.proposal, QSize(16, 16))))
                button.setToolTip(tr("{proposal}, which all can tell from every other power's", proposal=pair.proposal))
                button.clicked.connect(partial(self._take, pair.second, pair.proposal))
                line.addWidget(button)
                self.take_buttons.append(button)
            self._warnings.addWidget(row)
            self.warning_rows.append(row)

    def _take(self, power: str, colour: str) -> None:
        self.wanted.emit(lambda manifest: change_power(manifest, power, "unit", colour))

    def _add(self) -> None:
        name = self.new_name.text().strip()
        if name:
            self.new_name.clear()
            self.wanted.emit(lambda manifest: add_power(manifest, name)[0])

    def _typed(self, key: str) -> None:
        entry, words = self.picked, self.texts[key].text().strip()
        if entry is not None and words != getattr(entry, key):
            self._change(key, words)

    def _change(self, key: str, value: str) -> None:
        entry = self.picked
        if entry is not None:
            self.wanted.emit(lambda manifest: change_power(manifest, entry.id, key, value))

    def _ask_colour(self) -> None:
        entry = self.picked
        if entry is None:
            return
        colour = QColorDialog.getColor(QColor(entry.unit), self, tr("The units of {entry}", entry=entry.name))
        if colour.isValid():
            self._change("unit", colour.name().upper())

    def _remove(self) -> None:
        entry = self.picked
        if entry is not None:
            self.wanted.emit(lambda manifest: remove_power(manifest, entry.id))


def _chip(colour: str, size: QSize) -> QPixmap:
    made = QPixmap(size)
    made.fill(QColor(colour))
    return made


def _pair(land: str, unit: str) -> QPixmap:
    """The land, and a unit on it."""
    made = QPixmap(QSize(34, 18))
    made.fill(QColor(land))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(unit))
    painter.drawEllipse(11, 3, 12, 12)
    painter.end()
    return made
