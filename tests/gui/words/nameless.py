"""Fields of a window that a screen reader could say nothing of: asked of the accessible objects, as a screen reader asks."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtPrintSupport import QPrintPreviewDialog
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QTabBar, QWidget


def nameless(top: QWidget) -> Iterator[str]:
    """Each field, list, button and row of tabs of *top* that can have the focus and has no name."""
    for widget in (top, *top.findChildren(QWidget)):
        if isinstance(widget.window(), QPrintPreviewDialog):  # Qt's own
            continue
        if isinstance(widget, QTabBar) and widget.count() == 0:  # Qt keeps one that it does not use out of sight
            continue
        if not widget.isVisible() or widget.focusProxy() is not None or _is_inside(widget):
            continue
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus and not isinstance(widget, QTabBar):
            continue
        if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip():
            yield f"{'/'.join(_path(widget))} has no name for a screen reader"


def _is_inside(widget: QWidget) -> bool:
    """Return True if *widget* is a part of a field that has the name."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QAbstractSpinBox | QComboBox) and widget.window() is above.window():
            return True
        above = above.parentWidget()
    return False


def _path(widget: QWidget) -> list[str]:
    path: list[str] = []
    at: QWidget | None = widget
    while at is not None:
        path.append(type(at).__name__ + (f"({at.objectName()})" if at.objectName() else ""))
        at = at.parentWidget()
    return path[::-1]
