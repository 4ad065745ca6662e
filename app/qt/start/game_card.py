"""The cards on the start page: of a recent game, and of a lesson."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from app.qt.start.first_picture import LEAST_SIDE, cover, side_width
from app.qt.widgets.labels import plain_tip
from app.qt.widgets.look import Look, growth

_MOST_PART = 0.25
"""Part of the page's width that a card takes at most, however large its words."""
_SHAPE = 0.8
"""Height of the board on a card, as a part of its width."""
_TITLE, _LINE = 36, 20
"""Points of its height that its title takes with the room around it, and each line below it."""
_LEAST_BOARD = 96
"""Points of the height of the board on a card, at least."""
_MOST_GROWTH = 1.5
"""Times that this height grows at most with larger words."""
_PART_OF_MAP = 0.28
"""Height of what the card of a lesson shows, as a part of the height of Europe."""

_PAINTED_FRAME = 0.0055
"""The share of the width of a board's picture that its painted frame takes on each side, rounded up."""


def without_frame(picture: QRectF) -> QRectF:
    """Return the part of *picture*, of a whole board, within its painted frame: cropped, the frame would be seen on two sides only."""
    edge = max(1.0, picture.width() * _PAINTED_FRAME)
    return picture.adjusted(edge, edge, -edge, -edge)


def card_width(font: QFont, page: int) -> int:
    """Return the width of a card whose words are in *font*, on a page of *page* pixels."""
    return round(max(LEAST_SIDE, min(side_width(page) * growth(font), page * _MOST_PART)))


class GameCard(QWidget):
    """A picture of a board with a title and a line below it; clicked like a button.

    Signals:
        chosen(): it was clicked, or Enter or blank pressed on it.
        forgotten(): its owner asked for it to be taken off the list.
    """

    chosen = Signal()
    forgotten = Signal()

    def __init__(self, look: Look, title: str, phase: str, detail: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._title = title
        self._lines: tuple[str, ...] = (phase, detail)
        self._picture: QPixmap | None = None
        self._hovered = False
        self.set_wide(card_width(self.font(), 0))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        told = ", ".join(filter(None, (title, phase, detail)))
        self.setAccessibleName(told)
        self.setToolTip(plain_tip(told))

    @property
    def lines(self) -> Sequence[str]:
        """Lines below its title."""
        return self._lines

    @property
    def has_picture(self) -> bool:
        """True if its board is there."""
        return self._picture is not None

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
        self.update()

    @property
    def title(self) -> str:
        """The words under the picture."""
        return self._title

    def set_picture(self, image: QImage) -> None:
        """Show *image* as its board."""
        self._picture = QPixmap.fromImage(image)
        self.update()

    def set_wide(self, wide: int) -> None:
        """Make it *wide* pixels wide, and as high as its board and words are then."""
        self.setFixedSize(QSize(wide, round(wide * _SHAPE) + self._words()))

    def set_high(self, high: int) -> None:
        """Make it *high* pixels high, by the height of its board; never lower than its words and a little of the board."""
        self.setFixedHeight(max(high, round(_LEAST_BOARD * min(growth(self.font()), _MOST_GROWTH)) + self._words()))

    def _words(self) -> int:
        """Pixels of its height that its words take."""
        return round((_TITLE + _LINE * len(self._lines)) * growth(self.font()))

    def sizeHint(self) -> QSize:
        """The fixed size."""
        return self.minimumSize()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The board, cropped to fill its part, and the words."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        scale = growth(self.font())
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        lit = self._hovered or self.hasFocus()
        outline = QPainterPath()
        outline.addRoundedRect(whole, 10, 10)
        painter.fillPath(outline, self._look.colour("raised"))
        board = QRectF(whole.left(), whole.top(), whole.width(), whole.height() - self._words())
        painter.save()
        painter.setClipPath(outline)
        if self._picture is None:
            painter.fillRect(board, self._look.colour("sunken"))
        else:
            painter.drawPixmap(board, self._picture, cover(without_frame(QRectF(self._picture.rect())), board))
        painter.restore()
        painter.setPen(QPen(self._look.colour("accent" if lit else "line"), 2 if lit else 1))
        painter.drawPath(outline)
        words = QRectF(whole.left() + 12, board.bottom() + 7 * scale, whole.width() - 24, 22 * scale)
        bold = QFont(self.font())
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(self._look.colour("text"))
        painter.drawText(
            words,
            Qt.AlignmentFlag.AlignVCenter,
            painter.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, round(words.width())),
        )
        painter.setFont(self.font())
        painter.setPen(self._look.colour("text_soft"))
        for line in filter(None, self._lines):
            words.translate(0, 20 * scale)
            short = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, round(words.width()))
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, short)
        painter.end()

    def enterEvent(self, _event: QEnterEvent) -> None:
        """Light up."""
        self._hovered = True
        self.update()

    def leaveEvent(self, _event: object) -> None:
        """No longer lit."""
        self._hovered = False
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and blank choose it, Delete takes it off the list."""
        match Qt.Key(event.key()):
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                self.chosen.emit()
            case Qt.Key.Key_Delete:
                self.forgotten.emit()
            case _:
                super().keyPressEvent(event)


class LessonCard(GameCard):
    """A lesson: a part of Europe with orders like those that it is about, its name and, in a large window, its task.

    Signals:
        chosen(): it was clicked, or Enter or blank pressed on it.
    """

    def __init__(self, look: Look, title: str, task: str, middle: QPointF, parent: QWidget | None = None) -> None:
        self._task = task
        self._middle = middle
        super().__init__(look, title, task, parent=parent)

    def set_europe(self, image: QImage) -> None:
        """Show its part of *image*, the board of Europe."""
        high = image.height() * _PART_OF_MAP
        part = QRectF(0, 0, high * 2, high)
        part.moveCenter(QPointF(self._middle.x() * image.width(), self._middle.y() * image.height()))
        self.set_picture(image.copy(part.toRect()))

    def say_task(self, *, whole: bool) -> None:
        """Say the task below the name, or leave the room to the board."""
        self._lines = tuple(self._wrapped()) if whole else ()
        self.setMinimumHeight(round(_LEAST_BOARD * growth(self.font())) + self._words())
        self.update()

    def set_wide(self, wide: int) -> None:
        """Make it *wide* pixels wide; it takes the height that there is."""
        self.setFixedWidth(wide)
        self.say_task(whole=bool(self._lines))

    def changeEvent(self, event: QEvent) -> None:
        """Break the task into lines again where the font changes."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.say_task(whole=bool(self._lines))

    def sizeHint(self) -> QSize:
        """Its width, and the least height."""
        return self.minimumSize()

    def _wrapped(self) -> list[str]:
        """Return the task in lines that are no wider than the card."""
        room, metrics = self.minimumWidth() - 26, self.fontMetrics()
        lines: list[str] = []
        for word in self._task.split(" "):  # a blank that keeps words together stays
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and metrics.horizontalAdvance(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines
