"""Changes of a widget with its width: line breaks, and the height that they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

if TYPE_CHECKING:
    _Base = QWidget
else:
    _Base = object  # beside a widget's class, which would be the second one


class FollowsWidth(_Base):
    """To stand before a widget's class, which says what another width means for it."""

    def width_changed(self) -> None:
        """The widget is wider or narrower than before; it may need another height."""
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Report each new width once."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.width_changed()

    def grow_down(self, across: QSizePolicy.Policy) -> None:
        """Make its height follow from its width, and its width as *across* sets it."""
        policy = QSizePolicy(across, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
