"""A list of faults, each whole on as many lines as it needs, with a sign and a colour for how bad it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from app.qt.widgets.look import Look
from languages import tr
from variants.fault import Severity


class WrappedFaults(QListWidget):
    """Follows the width that it is given."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setAccessibleName(tr("Faults"))
        self.setWordWrap(True)
        # Qt reckons the height of wrapped lines without the padding at their sides, and would cut those that just do not fit.
        self.setStyleSheet("QListView::item { padding: 3px 0; }")
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)

    def add_fault(self, severity: Severity, words: str, place: object) -> None:
        """Add a line; *place* is what its row is asked for by ``Qt.ItemDataRole.UserRole``."""
        is_error = severity is Severity.ERROR
        item = QListWidgetItem(f"{'✕' if is_error else '!'}  {words}")
        item.setForeground(self._look.colour("bad" if is_error else "warning"))
        item.setData(Qt.ItemDataRole.UserRole, place)
        self.addItem(item)
