"""Layouts that wrap their rows and columns, and scrolling where there is less room than words need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)

from app.qt.widgets.look import growth

_FILLING = Qt.AlignmentFlag(0)


class _Piece(NamedTuple):
    """An item of the row, the part of what is left over that it takes, and the pixels that it asks for, across and down."""

    item: QLayoutItem
    stretch: int
    wide: int
    high: int


_MANY = 3
"""Pieces of a row that can spare its last one for a row below that would have one alone."""


class FlowLayout(QLayout):
    """Takes the place of a ``QHBoxLayout``: as long as everything fits, it looks like one.

    Args:
        spacing: pixels between two items, across; down, it is two thirds of it.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__()
        self._items: list[tuple[QLayoutItem, int]] = []
        self._heights: dict[int, int] = {}
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)
        if parent is not None:
            parent.setLayout(self)

    def addWidget(self, widget: QWidget, stretch: int = 0, alignment: Qt.AlignmentFlag = _FILLING) -> None:
        """*widget* comes last; *stretch* is its part of what room is left over."""
        self.addChildWidget(widget)
        item = QWidgetItem(widget)
        item.setAlignment(alignment)
        self._add(item, stretch)

    def insert_before_end(self, widget: QWidget) -> None:
        """*widget* comes before what is the last now."""
        self.addWidget(widget)
        self._items[-2:] = reversed(self._items[-2:])

    def add_answers(self, *buttons: QWidget) -> None:
        """Add *buttons* that stay together, and stand on the right in a row of their own too."""
        together = QHBoxLayout()
        together.setContentsMargins(0, 0, 0, 0)
        together.setSpacing(self.spacing())
        together.addStretch(1)
        for button in buttons:
            together.addWidget(button)
        self.addLayout(together)

    def addLayout(self, layout: QLayout, stretch: int = 0) -> None:
        """*layout* comes last, and stays together."""
        self.addChildLayout(layout)
        self._add(layout, stretch)

    def addStretch(self, stretch: int = 1) -> None:
        """Add a gap; the items behind it stand on the right, where there is room for all in a row."""
        self._add(QSpacerItem(0, 0, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum), stretch)

    def addSpacing(self, pixels: int) -> None:
        """A gap of *pixels* besides the usual one."""
        self._add(QSpacerItem(pixels, 0, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum), 0)

    def addItem(self, item: QLayoutItem) -> None:
        """For Qt."""
        self._add(item, 0)

    def _add(self, item: QLayoutItem, stretch: int) -> None:
        self._items.append((item, stretch))
        self.invalidate()

    def count(self) -> int:
        """Return the number of items, gaps included."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item; ``None`` where there are not so many."""
        return self._items[index][0] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove the item; ``None`` where there are not so many."""
        if not 0 <= index < len(self._items):
            return None
        item, _ = self._items.pop(index)
        self.invalidate()
        return item

    def invalidate(self) -> None:
        """Forget the sizes, since an item needs more or less room than before."""
        self._heights = {}
        for item, _ in self._items:
            inner = item.layout()
            if inner is not None:
                inner.invalidate()  # or it would ask for as much room as before
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction: it asks for no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Less width needs more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Pixels that all rows need where there are *width* of them across."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), moving=False)
        return self._heights[width]

    def rows_at(self, width: int) -> int:
        """Number of rows where there are *width* pixels across."""
        margins = self.contentsMargins()
        return sum(map(bool, self._rows(width - margins.left() - margins.right())))

    def setGeometry(self, rect: QRect) -> None:
        """Place everything."""
        super().setGeometry(rect)
        self._arrange(rect, moving=True)

    def sizeHint(self) -> QSize:
        """One row."""
        pieces = self._pieces()
        wide = sum(each.wide for each in pieces) + self.spacing() * max(0, len(pieces) - 1)
        return self._with_margins(wide, max((each.high for each in pieces), default=0))

    def minimumSize(self) -> QSize:
        """The widest item."""
        sizes = [each.item.minimumSize() for each in self._pieces()]
        return self._with_margins(max((each.width() for each in sizes), default=0), max((each.height() for each in sizes), default=0))

    def _with_margins(self, wide: int, high: int) -> QSize:
        margins = self.contentsMargins()
        return QSize(wide + margins.left() + margins.right(), high + margins.top() + margins.bottom())

    def _pieces(self) -> list[_Piece]:
        return [
            _Piece(item, stretch, *_needs(item)) for item, stretch in self._items if item.spacerItem() is not None or not item.isEmpty()
        ]

    def _rows(self, room: int) -> list[list[_Piece]]:
        rows: list[list[_Piece]] = [[]]
        taken = 0
        for piece in self._pieces():
            more = piece.wide + (self.spacing() if rows[-1] else 0)
            if rows[-1] and taken + more > room and piece.item.spacerItem() is None:
                rows.append([])
                taken, more = 0, piece.wide
            if rows[-1] or piece.item.spacerItem() is None or len(rows) == 1:  # no gap at the beginning of a further row
                rows[-1].append(piece)
                taken += more
        if len(rows) > 1 and len(rows[-1]) == 1 and len(rows[-2]) >= _MANY and all(map(_is_button, (rows[-2][-1], rows[-1][0]))):
            rows[-1].insert(0, rows[-2].pop())  # no button stands alone below the others
        return rows

    def _arrange(self, rect: QRect, *, moving: bool) -> int:
        """Place everything where *moving*; returns the pixels from top to bottom."""
        inside = rect.marginsRemoved(self.contentsMargins())
        top = inside.top()
        for number, row in enumerate(self._rows(inside.width())):
            if number:
                top += self.spacing() * 2 // 3
            widths = self._shared_out(row, inside.width())
            high = max((_height(each, wide) for each, wide in zip(row, widths, strict=True)), default=0)
            left = inside.left()
            if moving:
                for each, wide in zip(row, widths, strict=True):
                    each.item.setGeometry(QRect(left, top, wide, high))
                    left += wide + self.spacing()
            top += high
        return top - rect.top() + self.contentsMargins().bottom()

    def _shared_out(self, row: Sequence[_Piece], room: int) -> list[int]:
        """Return the width of each item of *row*."""
        widths = [min(each.wide, room) for each in row]
        left = room - sum(widths) - self.spacing() * max(0, len(row) - 1)
        takers = [at for at, each in enumerate(row) if each.stretch] or [at for at, each in enumerate(row) if _is_greedy(each.item)]
        for count, at in enumerate(takers):
            parts = sum(max(1, row[each].stretch) for each in takers[count:])
            more = min(max(0, left) * max(1, row[at].stretch) // parts, row[at].item.maximumSize().width() - widths[at])
            if row[at].item.spacerItem() is not None:
                more = max(0, left) * max(1, row[at].stretch) // parts
            widths[at] += max(0, more)
            left -= max(0, more)
        return widths


def _hint(item: QLayoutItem) -> QSize:
    return item.sizeHint().expandedTo(item.minimumSize()).boundedTo(item.maximumSize())


def _needs(item: QLayoutItem) -> tuple[int, int]:
    """Pixels that it asks for, across and down."""
    hint, widget = _hint(item), item.widget()
    if widget is not None and widget.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored:
        return item.minimumSize().width(), hint.height()
    return (item.sizeHint() if item.spacerItem() is not None else hint).width(), hint.height()


def _height(piece: _Piece, wide: int) -> int:
    return piece.item.heightForWidth(wide) if piece.item.hasHeightForWidth() else piece.high


def _is_button(piece: _Piece) -> bool:
    return isinstance(piece.item.widget(), QPushButton)


def _is_greedy(item: QLayoutItem) -> bool:
    return bool(item.expandingDirections() & Qt.Orientation.Horizontal)


class _Column(NamedTuple):
    """An item, its part of what is left over, and the pixels that it is wide at least."""

    item: QLayoutItem
    stretch: int
    least: int


class ColumnsLayout(FlowLayout):
    """Takes the place of a ``QHBoxLayout`` of whole columns: in one row they have all the height that there is.

    Args:
        spacing: pixels between two columns, across and down.
        last_on_top: whether the last row stands first where there are several: it holds what is asked for.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 6, *, last_on_top: bool = False) -> None:
        super().__init__(parent, spacing)
        self._last_on_top = last_on_top

    def minimumSize(self) -> QSize:
        """The widest column."""
        sizes = [each.item.minimumSize() for each in self._columns()]
        return self._with_margins(max((each.width() for each in sizes), default=0), max((each.height() for each in sizes), default=0))

    def heightForWidth(self, width: int) -> int:
        """Pixels that all rows ask for where there are *width* of them across."""
        return self._high(width, least=False)

    def minimumHeightForWidth(self, width: int) -> int:
        """Pixels that all rows need: one can be squeezed, several stand one below the other whole."""
        return self._high(width, least=True)

    def setGeometry(self, rect: QRect) -> None:
        """Place everything; room that is left over from top to bottom is shared out among the rows."""
        QLayout.setGeometry(self, rect)
        inside = rect.marginsRemoved(self.contentsMargins())
        rows = self._rows_of(inside.width())
        heights = self._heights_of(rows, inside.width(), least=len(rows) == 1)
        more = max(0, inside.height() - sum(heights) - self.spacing() * (len(rows) - 1)) // max(1, len(rows))
        top = inside.top()
        for row, high in zip(rows, heights, strict=True):
            left = inside.left()
            for column, wide in zip(row, self._widths_of(row, inside.width()), strict=True):
                column.item.setGeometry(QRect(left, top, wide, high + more))
                left += wide + self.spacing()
            top += high + more + self.spacing()

    def _high(self, width: int, *, least: bool) -> int:
        margins = self.contentsMargins()
        room = width - margins.left() - margins.right()
        rows = self._rows_of(room)
        heights = self._heights_of(rows, room, least=least and len(rows) == 1)
        return sum(heights) + self.spacing() * (len(rows) - 1) + margins.top() + margins.bottom()

    def _columns(self) -> list[_Column]:
        return [_Column(item, stretch, item.minimumSize().width()) for item, stretch in self._items if not item.isEmpty()]

    def _rows_of(self, room: int) -> list[list[_Column]]:
        rows: list[list[_Column]] = [[]]
        for column in self._columns():
            taken = sum(each.least + self.spacing() for each in rows[-1])
            if rows[-1] and taken + column.least > room:
                rows.append([])
            rows[-1].append(column)
        return rows[::-1] if self._last_on_top else rows

    def _heights_of(self, rows: Sequence[Sequence[_Column]], room: int, *, least: bool) -> list[int]:
        return [
            max(
                (_height_in_column(each.item, wide, least=least) for each, wide in zip(row, self._widths_of(row, room), strict=True)),
                default=0,
            )
            for row in rows
        ]

    def _widths_of(self, row: Sequence[_Column], room: int) -> list[int]:
        """Return the width of each column of *row*: first those that do not stretch, then those that do."""
        widths = [min(each.least, room) for each in row]
        left = room - sum(widths) - self.spacing() * (len(row) - 1)
        for at, each in enumerate(row):
            if not each.stretch and left > 0:
                more = min(left, max(0, min(each.item.sizeHint().width(), each.item.maximumSize().width()) - widths[at]))
                widths[at] += more
                left -= more
        takers = [at for at, each in enumerate(row) if each.stretch] or ([len(row) - 1] if row else [])
        takers.sort(key=lambda at: row[at].item.maximumSize().width())
        for count, at in enumerate(takers):
            parts = sum(max(1, row[each].stretch) for each in takers[count:])
            whole = left + sum(widths[each] for each in takers[count:])
            most = min(whole * max(1, row[at].stretch) // parts, row[at].item.maximumSize().width())
            others = sum(row[each].least for each in takers[count + 1 :])
            wide = max(widths[at], min(most, whole - others))
            left -= wide - widths[at]
            widths[at] = wide
        return widths


def _height_in_column(item: QLayoutItem, wide: int, *, least: bool) -> int:
    if item.hasHeightForWidth():
        needed = max(item.minimumHeightForWidth(wide), item.minimumSize().height())
        return needed if least else max(needed, item.heightForWidth(wide))
    return (item.minimumSize() if least else item.sizeHint().expandedTo(item.minimumSize()).boundedTo(item.maximumSize())).height()


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
        """Return a size as wide as the widest part, and as high as the parts need in their present direction."""
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

    def sizeHint(self) -> QSize:
        """Return the size of its contents where it is to have that: Qt itself would ask for 24 lines of text at most."""
        inside = self.widget()
        if inside is None or self.sizeAdjustPolicy() is not self.SizeAdjustPolicy.AdjustToContents:
            return super().sizeHint()
        return inside.sizeHint() + QSize(self.verticalScrollBar().sizeHint().width(), 0)

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
