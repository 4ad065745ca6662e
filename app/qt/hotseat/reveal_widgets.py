"""Widgets round the board of a reveal: a power in its colours, the kinds of steps, the list of powers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from app.presentation.hotseat.reveal_steps import RevealGroup, RevealKind
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.swatches import Swatch
from languages import mark, plural, tr

_MOST_ROWS = 14
"""Powers of which the list beside the whole board is made."""
_SHORT = {
    RevealKind.OPEN: mark("Orders"),
    RevealKind.STAND: mark("Holds"),
    RevealKind.CUT: mark("Cut"),
    RevealKind.FAILED: mark("No effect"),
    RevealKind.ENDING: mark("The end"),
}
"""Kinds of steps whose names are shorter in the strip."""


class Emblem(QWidget):
    """Initial of a power in its colours."""

    def __init__(self) -> None:
        super().__init__()
        self._swatch: Swatch | None = None
        self._letter = ""

    def show_power(self, swatch: Swatch | None, letter: str) -> None:
        """Show *letter* in the colours of *swatch*."""
        self._swatch, self._letter = swatch, letter
        self.setVisible(swatch is not None)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The chip and its letter."""
        if self._swatch is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        self._swatch.paint(painter, box, box.width() * 0.16, 2.4)
        font = QFont(self.font())
        font.setPixelSize(max(8, round(box.height() * 0.56)))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._swatch.ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._letter)
        painter.end()


class StepLabel(PlainLabel):
    """Words with a part that they play in the style sheet."""

    def say(self, text: str) -> None:
        """Show *text*."""
        if text != self.text():
            self.setText(text)

    def play(self, role: str) -> None:
        """Take the style of that role in the style sheet."""
        if role != self.property("role"):
            forms.restyle(self, role)


class StepGroups(QWidget):
    """The kinds of steps in a row: a sign, words and a number for each."""

    def __init__(self) -> None:
        super().__init__()
        self._row = FlowLayout(self, spacing=26)
        self._labels: list[StepLabel] = []

    def show_groups(self, groups: Sequence[RevealGroup], at: int, style: str, *, is_over: bool) -> None:
        """Show *groups* at step *at* of the story, or all of it *is_over*; *style* is the style sheet of the words."""
        while len(self._labels) < len(groups):
            self._labels.append(StepLabel())
            self._row.addWidget(self._labels[-1])
        for number, label in enumerate(self._labels):
            label.setVisible(number < len(groups))
            if label.styleSheet() != style:
                label.setStyleSheet(style)
        for label, group in zip(self._labels, groups, strict=False):
            is_present = group.first <= at <= group.last and not is_over
            is_done = group.last < at or (is_over and group.first <= at)
            sign = "✓" if is_done else "▸" if is_present else "○"
            count = f"  {group.count}" if group.kind not in {RevealKind.ENDING, RevealKind.VOTE} else ""
            label.say(f"{sign} {tr(_SHORT.get(group.kind, group.kind.value))}{count}")
            label.play("good" if is_done else "strong" if is_present else "soft")


class Roster(QWidget):
    """List of powers with who plays them and how many orders they have, beside the whole board."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("page")
        self._grid = QGridLayout(self)
        self._grid.setHorizontalSpacing(18)
        self._grid.setColumnStretch(2, 1)
        self.has_rows = False
        """True if there is anything in it."""

    def show_rows(self, rows: Sequence[tuple[Swatch | None, str, str, int]]) -> None:
        """Show colours, power, person and number of orders of each of *rows*; nothing where they are too many to be read."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.has_rows = 0 < len(rows) <= _MOST_ROWS
        if not self.has_rows:
            return
        for number, (swatch, power, person, orders) in enumerate(rows, 1):
            name, who = PlainLabel(power), forms.label(person, "soft")
            count = forms.label(str(orders), tip=plural("{count} order", "{count} orders", orders))
            count.setAlignment(Qt.AlignmentFlag.AlignRight)
            emblem = Emblem()
            emblem.show_power(swatch, power[:1])
            self._grid.addWidget(emblem, number, 0)
            for column, label in enumerate((name, who, count), 1):
                self._grid.addWidget(label, number, column)
        self._grid.setRowStretch(0, 1)
        self._grid.setRowStretch(len(rows) + 1, 1)

    def set_style(self, style: str, margin: int, side: int) -> None:
        """Show words in the type of *style*, and initials in squares of *side* pixels."""
        self._grid.setContentsMargins(margin * 2, margin, margin * 2, margin)
        for emblem in self.findChildren(Emblem):
            emblem.setFixedSize(side, side)
        for label in self.findChildren(PlainLabel):
            if label.styleSheet() != style:
                label.setStyleSheet(style)
