"""Parts with a bar between them: beside one another as long as each has the width that it needs, else one below the other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.qt.widgets.style import growth


class TurningSplitter(QSplitter):
    """A splitter that stands across where there is room.

    Args:
        least: pixels, with words of the usual size, that each part has from top to bottom where they stand one below the other.
    """

    def __init__(self, least: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._least = least
        self._across: list[int] = []
        self.setChildrenCollapsible(False)

    def event(self, event: QEvent) -> bool:
        """A part may need more width from now on."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._turn()
        return done

    def showEvent(self, event: QShowEvent) -> None:
        """Turn the splitter by its width, which is known by now."""
        super().showEvent(event)
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may have room for all of them side by side, or not any more."""
        super().resizeEvent(event)
        self._turn()

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest part, and as high as the parts need in the way that they stand in."""
        sizes = [_least_of(each) for each in self._parts()]
        wide = max((each.width() for each in sizes), default=0)
        if self.orientation() is Qt.Orientation.Horizontal:
            return QSize(wide, max((each.height() for each in sizes), default=0))
        return QSize(wide, sum(self._heights()) + self.handleWidth() * max(0, len(sizes) - 1))

    def _parts(self) -> list[QWidget]:
        parts = (self.widget(at) for at in range(self.count()))
        return [part for part in parts if part is not None and not part.isHidden()]

    def _heights(self) -> list[int]:
        least = round(self._least * growth(self.font()))
        return [max(least, _least_of(each).height()) for each in self._parts()]

    def _turn(self) -> None:
        if not self.isVisible():
            return
        parts = self._parts()
        needed = sum(_least_of(each).width() for each in parts) + self.handleWidth() * max(0, len(parts) - 1)
        wanted = Qt.Orientation.Horizontal if needed <= self.width() else Qt.Orientation.Vertical
        if wanted is self.orientation():
            return
        if wanted is Qt.Orientation.Vertical:
            self._across = self.sizes()
        self.setOrientation(wanted)
        self.setSizes(self._heights() if wanted is Qt.Orientation.Vertical and len(parts) == self.count() else self._across)
        self.updateGeometry()


def _least_of(part: QWidget) -> QSize:
    return part.minimumSizeHint().expandedTo(part.minimumSize())
