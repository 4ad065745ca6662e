"""A box of choices whose words go on in another line where the box is too narrow for them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QListView, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from app.qt.widgets.follows_width import FollowsWidth

_ENDLESS = 10_000
_ANEW = {QEvent.Type.Polish, QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.Show}


class WrappingCombo(FollowsWidth, QComboBox):
    """Is as wide as there is room, and as high as the choice needs there; so is every row of its list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grow_down(QSizePolicy.Policy.Ignored)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._has_rows = False
        self.currentIndexChanged.connect(lambda _index: self.updateGeometry())

    def event(self, event: QEvent) -> bool:
        """Update the size once the style has set the room for words."""
        done = super().event(event)
        if event.type() in _ANEW:
            self.updateGeometry()
        return done

    def heightForWidth(self, width: int) -> int:
        """Pixels that the choice needs in a box of *width*."""
        one = super().sizeHint().height()
        room = self._room(QSize(width, one))
        high = self.rows_height(room.width())
        return one if high <= self.fontMetrics().height() else one + max(0, high - room.height())

    def rows_height(self, width: int) -> int:
        """Pixels that the words of the choice take, *width* across."""
        place = QRect(0, 0, max(1, width), _ENDLESS)
        return self.fontMetrics().boundingRect(place, int(Qt.TextFlag.TextWordWrap), self.currentText()).height()

    def words_room(self) -> QRect:
        """Return the rectangle of the words."""
        return self._room(self.size())

    def _room(self, size: QSize) -> QRect:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, size.width(), size.height())
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self)
        return field.adjusted(2, 0, -2, 0)

    def sizeHint(self) -> QSize:
        """As high as the choice needs at the width that the box has."""
        hint = super().sizeHint()
        return QSize(hint.width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line."""
        return QSize(super().minimumSizeHint().width(), super().sizeHint().height())

    def showPopup(self) -> None:
        """The list, as high as its rows: Qt asks for their height before it has given them their width."""
        if not self._has_rows:  # a list is nine widgets, and most boxes of a page are never opened
            self._has_rows = True
            made = QListView(self)
            made.setWordWrap(True)
            self.setView(made)
        super().showPopup()
        rows, around, screen = self.view(), self.view().window(), self.screen().availableGeometry()
        high = sum(rows.visualRect(self.model().index(row, self.modelColumn())).height() for row in range(self.count()))
        high += around.height() - rows.viewport().height()
        if high < around.height():
            top = self.mapToGlobal(QPoint(0, 0)).y()
            below = top + self.height()
            around.setGeometry(
                around.x(), below if below + high <= screen.bottom() else max(screen.top(), top - high), around.width(), high
            )

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The box with its words in lines."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        role = self.foregroundRole()
        painter.drawItemText(self.words_room(), int(flags), self.palette(), self.isEnabled(), self.currentText(), role)
        painter.end()
