"""Scrolling of widgets that need more room than there is: nothing is squeezed until its words are cut off."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.qt.widgets.style import growth

LEAST = QSize(560, 300)
"""Pixels, with words of the usual size, that something keeps for itself before it is scrolled."""

_COMES_AND_GOES = {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}


class TallRoom(QScrollArea):
    """Scrolls down and never across: it is at least as wide as what stands in it. The keyboard goes to that, not to the room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the size when the widget inside may need more room."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """Return a size as wide as its contents, with the bar."""
        least, inside = super().minimumSizeHint(), self.widget()
        if inside is None:
            return least
        wide = inside.minimumSizeHint().expandedTo(inside.minimumSize()).width() + self.verticalScrollBar().sizeHint().width()
        return QSize(max(least.width(), wide), least.height())


class ScrollingRoom(QScrollArea):
    """Shows what it holds whole where there is room for it, and else a part of it with bars.

    Args:
        least: pixels that it keeps for itself, where what stands inside needs so many.
        grows: whether those are meant with words of the usual size, and become more with larger ones.
    """

    inside: QWidget
    """Widget that it holds."""

    def __init__(self, parent: QWidget | None = None, least: QSize = LEAST, *, grows: bool = True) -> None:
        super().__init__(parent)
        self._least = least
        self._grows = grows
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hold(self, inside: QWidget) -> None:
        """Hold *inside* from now on; to be made in the viewport, since a child that moves is styled again with all its own."""
        self.inside = inside
        inside.setAutoFillBackground(False)
        inside.setAttribute(Qt.WidgetAttribute.WA_Resized)  # so that Qt need not ask how large it wants to be: it has all the room there is
        self.setWidget(inside)
        if inside.isHidden() and inside.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the size again when the widget inside may need more room, and hide with it."""
        if watched is self.inside and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._fit()
        elif watched is self.inside and event.type() in _COMES_AND_GOES and self.parentWidget() is not None:
            self.setVisible(not self.inside.isHidden())
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """Return the size that its contents ask for."""
        return self.inside.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the size that its contents need, but never so much that it would be larger than a small screen."""
        return self.inside.minimumSizeHint().boundedTo(self._least * (growth(self.font()) if self._grows else 1))

    def hasHeightForWidth(self) -> bool:
        """Return True if its contents have a height for each width."""
        return self.inside.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        """Return the height of its contents, and of the bar where it is scrolled across."""
        wide = max(width, self._narrowest)
        bar = self.horizontalScrollBar().sizeHint().height() if wide > width else 0
        return self.inside.heightForWidth(wide) + bar

    def needs(self, width: int) -> int:
        """Pixels from top to bottom that what stands inside needs at least, at *width* across."""
        inside, layout = self.inside, self.inside.layout()
        least = inside.minimumSizeHint().expandedTo(inside.minimumSize()).height()
        return max(least, layout.totalMinimumHeightForWidth(width)) if layout is not None and layout.hasHeightForWidth() else least

    @property
    def _narrowest(self) -> int:
        return self.inside.minimumSizeHint().expandedTo(self.inside.minimumSize()).width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the widget inside all the room that there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room, least = self.maximumViewportSize(), self._narrowest
        wide = max(room.width(), least)
        high = room.height() - (self.horizontalScrollBar().sizeHint().height() if wide > room.width() else 0)
        if self.needs(wide) > high:  # beside the bar
            wide = max(room.width() - self.verticalScrollBar().sizeHint().width(), least)
            high = room.height() - (self.horizontalScrollBar().sizeHint().height() if wide > room.width() else 0)
        size = QSize(wide, max(high, self.needs(wide)))
        if size != self.inside.size():
            self.inside.resize(size)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pages up and down are for scrolling; all other keys are for what is around it."""
        if event.key() in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown} and self.verticalScrollBar().maximum() > 0:
            super().keyPressEvent(event)
        else:
            event.ignore()


def let_scroll(widget: QWidget, least: QSize = LEAST) -> ScrollingRoom:
    """Let the contents of *widget* be scrolled where they need more room than there is; to be called when they are complete."""
    layout = widget.layout()
    assert layout is not None
    first = layout.itemAt(0)
    there = None if first is None else first.widget()
    if isinstance(there, ScrollingRoom):
        return there
    room = _room_in(widget, least)
    room.inside.setLayout(layout)
    _fill(widget, room)
    return room


def scrolled_place(widget: QWidget, least: QSize = LEAST) -> QWidget:
    """Return the widget to lay out in place of *widget*, scrolled where it needs more room; to be called before anything stands in it."""
    room = _room_in(widget, least)
    _fill(widget, room)
    return room.inside


def _room_in(widget: QWidget, least: QSize) -> ScrollingRoom:
    room = ScrollingRoom(widget, least)
    room.hold(QWidget(room.viewport()))  # never in a window of its own: that would forget what has the focus, and what follows it
    return room


def _fill(widget: QWidget, room: ScrollingRoom) -> None:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(room)
