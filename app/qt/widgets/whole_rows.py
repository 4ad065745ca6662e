"""Rows of a table that are as high as their words, also when another size of text is chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QTableView

from app.qt.widgets.style import growth

_ANEW = {QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.Show}


class WholeRows(QObject):
    """Looks after the rows of *view*.

    Args:
        high: pixels of a row with words of the usual size.
    """

    def __init__(self, view: QTableView, high: int) -> None:
        super().__init__(view)
        self._view = view
        self._high = high
        view.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The words may be larger or smaller from now on."""
        if event.type() in _ANEW:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self._view.verticalHeader().setDefaultSectionSize(round(self._high * growth(self._view.font())))
