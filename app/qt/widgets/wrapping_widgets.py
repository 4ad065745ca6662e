"""Buttons, check boxes, combo boxes, lists and rows whose words go on in another line where there is little room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

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


_ENDLESS = 10_000


class WrappingButton(FollowsWidth, QPushButton):
    """Is as wide as there is room, and as high as its words need there."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.grow_down(QSizePolicy.Policy.Ignored)

    def heightForWidth(self, width: int) -> int:
        """Pixels that the words need in a button of *width*."""
        hint = super().sizeHint()
        around = hint.width() - self._high_and_wide(_ENDLESS).width()
        return hint.height() + max(0, self._high_and_wide(width - around).height() - self.fontMetrics().height())

    def _high_and_wide(self, width: int) -> QRect:
        flags = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic)
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), _ENDLESS), flags, self.text())

    def sizeHint(self) -> QSize:
        """Return a size as high as its words need at its width."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line, and no more than the longest word."""
        hint = super().sizeHint()
        around = hint.width() - self._high_and_wide(_ENDLESS).width()
        longest = max((self.fontMetrics().horizontalAdvance(word) for word in self.text().split()), default=0)
        return QSize(min(hint.width(), longest + around), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The button with its words in lines."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic
        painter.drawItemText(room, int(flags), self.palette(), self.isEnabled(), self.text(), self.foregroundRole())
        painter.end()


class WrappingCheckBox(FollowsWidth, QCheckBox):
    """Is as wide as there is room, and as high as its words need there."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.grow_down(QSizePolicy.Policy.Preferred)

    def heightForWidth(self, width: int) -> int:
        """Pixels that the words need in a box of *width*."""
        return max(super().sizeHint().height(), self._place_of(self.text(), width - self._before_words()).height() + 2)

    def sizeHint(self) -> QSize:
        """One line; as high as the words need at the width that it has."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line, and no more than the longest word."""
        longest = max((self._place_of(word, _ENDLESS).width() for word in self.text().split()), default=0)
        hint = super().sizeHint()
        return QSize(min(hint.width(), longest + self._before_words() + 4), hint.height())

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002  # Qt's signature
        """A click on any of its words ticks it."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The box beside the first line, with the words in lines."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        words = self.rect().adjusted(self._before_words(), 0, 0, 0)
        lines = self._place_of(self.text(), words.width())
        first = max(0, (self.height() - lines.height()) // 2)
        option.rect = QRect(0, first, self.width(), min(self.height(), self.fontMetrics().lineSpacing()))
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic
        painter.drawItemText(words, int(flags), self.palette(), self.isEnabled(), self.text(), self.foregroundRole())
        painter.end()

    def _before_words(self) -> int:
        """Pixels of the box itself."""
        style = self.style()
        return style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, self) + style.pixelMetric(
            QStyle.PixelMetric.PM_CheckBoxLabelSpacing, None, self
        )

    def _place_of(self, words: str, width: int) -> QRect:
        flags = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic)
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), _ENDLESS), flags, words)


_WIDTH_CHANGES_WITH = {QEvent.Type.Polish, QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.Show}


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
        if event.type() in _WIDTH_CHANGES_WITH:
            self.setMinimumWidth(self.minimumSizeHint().width())  # layouts do not ask one that takes any width for its least
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
        """Return a size as high as the choice needs at the width of the box."""
        hint = super().sizeHint()
        return QSize(hint.width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line, and the longest word of all choices: a word that is broken cannot be read."""
        one = super().sizeHint().height()
        around = _ENDLESS - self._room(QSize(_ENDLESS, one)).width()
        words = (word for row in range(self.count()) for word in self.itemText(row).split())
        longest = max((self.fontMetrics().horizontalAdvance(word) for word in words), default=0)
        return QSize(max(super().minimumSizeHint().width(), longest + around), one)

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


_ROWS_CHANGE_WITH = {QEvent.Type.FontChange, QEvent.Type.StyleChange}
_AROUND = QSize(26, 10)
"""Pixels beside the words of a row, and above and below them."""
_BOX = 24
"""Pixels of a box to tick, with its gap."""
_HEADING = Qt.ItemDataRole.UserRole + 1
"""Mark of a row that is a heading, which is as high as its words only."""


class WrappingList(FollowsWidth, QListWidget):
    """Never scrolls across.

    Args:
        least: pixels that a row is high at least.
    """

    def __init__(self, least: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least = least
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_least(self, least: int) -> None:
        """Make each row *least* pixels high at least, from the next fit on."""
        self._least = least

    def width_changed(self) -> None:
        """Another width may need more lines or fewer."""
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Larger words need more room."""
        super().changeEvent(event)
        if event.type() in _ROWS_CHANGE_WITH:
            self.fit()

    def fit(self) -> None:
        """Give every row the height that its words need; to be called once rows were added."""
        wide = self.viewport().width() - _AROUND.width()
        for row in range(self.count()):
            item = self.item(row)
            icon = 0 if item.icon().isNull() else self.iconSize().width() + 6
            box = 0 if item.data(Qt.ItemDataRole.CheckStateRole) is None else _BOX
            place = QRect(0, 0, max(1, wide - icon - box), _ENDLESS)
            high = self.fontMetrics().boundingRect(place, int(Qt.TextFlag.TextWordWrap), item.text()).height()
            least = 0 if item.data(_HEADING) else self._least
            item.setSizeHint(QSize(80, max(least, high + _AROUND.height())))


def as_heading(item: QListWidgetItem, of: QListWidget) -> None:
    """Make *item* a heading of the rows that follow it: in bold, and never in front."""
    font = of.font()
    font.setBold(True)
    item.setFont(font)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    item.setData(_HEADING, True)


class WrappingRow(FollowsWidth, QWidget):
    """Places *widgets* from the left, each in its own size.

    Args:
        spacing: pixels between two of them, across and down.
        margins: pixels at the left and right, and at the top and bottom.
    """

    def __init__(self, widgets: Sequence[QWidget], spacing: int, margins: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widgets = tuple(widgets)
        self._spacing = spacing
        self._margins = margins
        for each in self._widgets:
            each.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _place(self, width: int) -> int:
        """Place every widget; returns the height of all rows."""
        left, top = self._margins
        x, y, high = left, top, 0
        for each in self._widgets:
            if each.isHidden():
                continue
            size = each.sizeHint()
            if x > left and x + size.width() > width - left:
                x, y, high = left, y + high + self._spacing, 0
            each.setGeometry(x, y, min(size.width(), max(1, width - 2 * left)), size.height())
            x, high = x + size.width() + self._spacing, max(high, size.height())
        return y + high + top

    def _arrange(self) -> None:
        for each in self._widgets:
            each.ensurePolished()
        self.setFixedHeight(self._place(self.width()))

    def width_changed(self) -> None:
        """Another width has other rows."""
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """Arrange the row again, since the width of words is known for certain once they are visible."""
        super().showEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        """One row, where there is room for it."""
        wide = sum(each.sizeHint().width() + self._spacing for each in self._widgets) + 2 * self._margins[0]
        return QSize(wide, self.height())

    def minimumSizeHint(self) -> QSize:
        """The widest of them."""
        return QSize(max((each.sizeHint().width() for each in self._widgets), default=0) + 2 * self._margins[0], 0)
