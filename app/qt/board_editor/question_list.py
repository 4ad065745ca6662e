"""A list of what the designer is asked: a heading, a row for each question, as much room as the rows need."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.qt.board_editor.fitting_area import FittingArea
from app.qt.widgets.labels import PlainLabel


class QuestionList(QWidget):
    """Rows under a heading; which rows, those say that extend it."""

    def __init__(self, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.may_edit = False
        self.rows: list[QWidget] = []
        self.heading = PlainLabel(heading)
        self.heading.setProperty("role", "strong")
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._area = FittingArea(inside)
        self._area.setAccessibleName(heading)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 6, 8)
        column.setSpacing(4)
        column.addWidget(self.heading)
        column.addWidget(self._area)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)  # what is left over is the table's

    def put_rows(self, rows: Iterable[QWidget]) -> None:
        """Show *rows* in place of those that were there."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = list(rows)
        for row in self.rows:
            self._column.addWidget(row)

    def fit(self) -> None:
        """Take as much room as the rows need."""
        self._area.fit()
