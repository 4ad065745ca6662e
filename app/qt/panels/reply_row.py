"""A reply as a row that can be pressed, and the bars beside it: how likely how many centres are, what each of the others may expect."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.presentation.replies import ProspectRow, ReplyRow
from app.qt.panels.expected_bar import paint_expected
from app.qt.widgets.look import Look
from app.qt.widgets.style import growth
from app.qt.widgets.swatch import Swatch
from languages import in_digits, tr

_NUMBER, _FIGURE, _EDGE = 34.0, 58.0, 12.0
_MIDDLE, _RIGHT, _TOP = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignTop
_WRAP = Qt.TextFlag.TextWordWrap


def band_colours(look: Look) -> tuple[QColor, QColor, QColor, QColor]:
    """Fewer centres than now, as many, one more, two more or still more."""
    pale = QColor(look.colour("good"))
    pale.setAlphaF(0.5)
    return look.colour("bad"), look.colour("line_strong"), pale, look.colour("good")


class ReplyButton(QAbstractButton):
    """A reply: its number, where units go, what the rest does, what it brings. Pressed it is shown on the board."""

    def __init__(self, number: int, row: ReplyRow, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number, self.row, self._look = number, row, look
        self.setCheckable(True)
        self.setAccessibleName(row.words)
        self.setToolTip(row.words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As high as its words need at the width that it has."""
        super().resizeEvent(event)
        self.setFixedHeight(self._height(self.width()))

    def sizeHint(self) -> QSize:
        return QSize(300, self._height(max(260, self.width())))

    def _height(self, width: int) -> int:
        title, below = self._heights(float(width))
        scale = growth(self.font())
        return round(max(title + below, 40 * scale) + 34 * scale)

    def _fonts(self) -> tuple[QFont, QFont]:
        bold, small = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        small.setPointSizeF(max(7.0, self.font().pointSizeF() * 0.9))
        return bold, small

    def _heights(self, width: float) -> tuple[float, float]:
        scale = growth(self.font())
        room = QRectF(0, 0, max(60.0, width - (_NUMBER + _FIGURE + _EDGE) * scale), 2000)
        bold, small = self._fonts()
        title = QFontMetricsF(bold).boundingRect(room, _WRAP, self.row.title).height()
        below = QFontMetricsF(small).boundingRect(room, _WRAP, self.row.below).height() if self.row.below else 0.0
        return title, below

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Number, words, figures, bar."""
        look, row, scale = self._look, self.row, growth(self.font())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), look.colour("accent_soft" if self.isChecked() else "hover"))
        title, below = self._heights(self.width())
        bold, small = self._fonts()
        left, right, top = _NUMBER * scale, self.width() - _EDGE * scale, 9 * scale
        room = right - left - _FIGURE * scale
        large = QFont(bold)
        large.setPointSizeF(self.font().pointSizeF() * 1.3)
        painter.setFont(large)
        painter.setPen(look.colour("text"))
        painter.drawText(QRectF(_EDGE * scale, top - 2, left, 26 * scale), _TOP, str(self.number))
        painter.drawText(QRectF(right - _FIGURE * scale, top - 2, _FIGURE * scale, 26 * scale), _RIGHT | _TOP, row.centres)
        painter.setFont(bold)
        painter.drawText(QRectF(left, top, room, title + 2), _WRAP, row.title)
        painter.setFont(small)
        painter.setPen(look.colour("text_soft"))
        if row.below:
            painter.drawText(QRectF(left, top + title, room, below + 2), _WRAP, row.below)
        painter.setPen(look.colour("good" if row.gain.startswith("+") and row.gain != "+0.0" else "text_soft"))
        gain = QRectF(right - _FIGURE * scale, top + 21 * scale, _FIGURE * scale, 18 * scale)
        painter.drawText(gain, _RIGHT | _TOP, row.gain)
        paint_bands(painter, QRectF(left, self.height() - 18 * scale, right - left, 9 * scale), row.bands, look)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), look.colour("line"))
        if self.hasFocus():
            painter.setPen(look.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -2, -2))
        painter.end()


def paint_bands(painter: QPainter, box: QRectF, bands: Sequence[float], look: Look) -> None:
    """A bar of parts that are together 1."""
    x = box.left()
    for part, colour in zip(bands, band_colours(look), strict=True):
        wide = box.width() * part
        painter.fillRect(QRectF(x, box.top(), wide, box.height()), colour)
        x += wide
    painter.setPen(look.colour("line_strong"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


class ProspectBar(QWidget):
    """Bar of the centres that one of the others has and may expect, with a mark at the present number, and both in figures."""

    def __init__(self, row: ProspectRow, most: int, swatch: Swatch | None, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row, self._most, self._swatch, self._look = row, max(1, most), swatch, look
        self.setAccessibleName(
            tr(
                "{row}, orders {source}: {now} centres now, {centres:.1f} to expect",
                row=row.name,
                source=row.source,
                now=row.now,
                centres=row.centres,
            )
        )
        self.setToolTip(self.accessibleName())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(300, round(25 * growth(self.font())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Chip, name, bar, figures."""
        row, look, scale = self._row, self._look, growth(self.font())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height, figures = float(self.height()), 84 * scale
        if self._swatch is not None:
            side = 13 * scale
            self._swatch.paint(painter, QRectF(_EDGE * scale, (height - side) / 2, side, side), 3.0, 2.0)
        left, bar = _NUMBER * scale, self.width() * 0.52
        metrics = QFontMetricsF(self.font())
        painter.setPen(look.colour("text"))
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, bar - left - 8)
        painter.drawText(QRectF(left, 0, bar - left, height), _MIDDLE, name)
        small = self._small()
        after = left + metrics.horizontalAdvance(name) + 6 * scale
        if after + QFontMetricsF(small).horizontalAdvance(row.source) < bar - 6:
            painter.setFont(small)
            painter.setPen(look.colour("text_soft"))
            painter.drawText(QRectF(after, 0, bar - after, height), _MIDDLE, row.source)
        right = self.width() - _EDGE * scale - figures
        box = QRectF(bar, height / 2 - 4 * scale, max(20.0, right - bar), 8 * scale)
        paint_expected(painter, box, row.now, row.centres, self._most, self._swatch, look, look.colour("sunken"))
        painter.setFont(self.font())
        painter.setPen(look.colour("text"))
        painter.drawText(
            QRectF(right, 0, figures, height), _MIDDLE | _RIGHT, f"{row.now} \N{RIGHTWARDS ARROW} {in_digits(row.centres, '.1f')}"
        )
        painter.end()

    def _small(self) -> QFont:
        small = QFont(self.font())
        small.setPointSizeF(max(7.0, self.font().pointSizeF() * 0.88))
        return small
