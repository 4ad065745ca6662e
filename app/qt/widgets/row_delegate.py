"""Paints rows of a view in the colours of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStyledItemDelegate, QTreeView

from app.qt.widgets.look import Look


class RowDelegate(QStyledItemDelegate):
    """Knows the view, whose width rows follow, and the colours."""

    def __init__(self, look: Look, view: QTreeView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._view = view

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
