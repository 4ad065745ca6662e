"""The card of a recent game on the start page."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from app.qt.start.first_picture import cover
from app.qt.widgets.labels import plain_tip
from app.qt.widgets.look import Look
from app.qt.widgets.style import growth

LEAST_WIDE, MOST_WIDE = 236, 380
"""Points; the width of a card with words of the usual size, in a small window and in a large one."""
_PART = 0.2
"""Part of the page's width that a card takes between these."""
_MOST_PART = 0.25
"""Part of the page's width that a card takes at most, however large its words."""
_SHAPE = 0.8
"""Height of the board on a card, as a part of its width."""
_WORDS = 76
"""Points of its height that its words take: the title, and two lines below it."""

_PAINTED_FRAME = 0.0055
"""The share of the width of a board's picture that its painted frame takes on each side, rounded up."""


def without_frame(picture: QRectF) -> QRectF:
    """Return the part of *picture*, of a whole board, within its painted frame: cropped, the frame would be seen on two sides only."""
    edge = max(1.0, picture.width() * _PAINTED_FRAME)
    return picture.adjusted(edge, edge, -edge, -edge)


def card_width(font: QFont, page: int) -> int:
    """Return the width of a card whose words are in *font*, on a page of *page* pixels."""
    wanted = min(max(LEAST_WIDE, page * _PART), MOST_WIDE) * growth(font)
    return round(max(LEAST_WIDE, min(wanted, page * _MOST_PART)))


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
        self._lines = (phase, detail)
        self._picture: QPixmap | None = None
        self._hovered = False
        self.set_wide(card_width(self.font(), 0))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        told = ", ".join(filter(None, (title, phase, detail)))
        self.setAccessibleName(told)
        self.setToolTip(plain_tip(told))

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
        self.setFixedSize(QSize(wide, round(wide * _SHAPE + _WORDS * growth(self.font()))))

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
        board = QRectF(whole.left(), whole.top(), whole.width(), whole.height() - _WORDS * scale)
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
