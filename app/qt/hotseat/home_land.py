"""Paints a power's home land in its colour, with everything else veiled; while the table talks, the board that everybody may see."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QSizeF, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.presentation.picture import MapPicture
from app.qt.map.export import paint_part
from app.qt.map.paint.qt_shapes import rings_path
from app.qt.widgets.look import Look
from variants.compiled import CompiledBoard

_VEIL = 0.72
"""How much of everything else is covered."""

_AROUND = 0.22
"""Of the home land's size, seen around it."""

_LEAST = 0.3
"""Of the board's width, seen at least: the home of a power with one small province does not fill the screen."""


class HomeLand(QWidget):
    """Fills its place with a part of the board. Painted once for each power and size, when it is first seen."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._board: CompiledBoard | None = None
        self._picture: MapPicture | None = None
        self._home: frozenset[str] = frozenset()
        self._image: QImage | None = None
        self._covered = 0
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._paint_image)
        self.setMinimumSize(120, 120)

    def set_look(self, look: Look) -> None:
        """The colours of the window from now on."""
        self._look = look
        self._begin()

    def show_home(self, board: CompiledBoard, picture: MapPicture, home: frozenset[str]) -> None:
        """Show *home* on *board* as *picture* has it; without a home the whole board, unveiled."""
        if (board, picture) != (self._board, self._picture):
            self._board, self._picture, self._home = board, picture, home & board.provinces.keys()
            self._begin()

    def keep_clear(self, top: int) -> None:
        """Keep the home land below the uppermost *top* pixels, over which something else lies."""
        if top != self._covered:
            self._covered = top
            self._begin()

    def _begin(self) -> None:
        self._image = None
        self.update()
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Painted anew as soon as the size stays."""
        super().resizeEvent(event)
        self._soon.start()

    def _paint_image(self) -> None:
        if self._board is None or self._picture is None or self.size().isEmpty():
            return
        ratio = self.devicePixelRatioF()
        image = QImage((QSizeF(self.size()) * ratio).toSize(), QImage.Format.Format_RGB32)
        image.fill(self._look.colour("sunken"))
        seen = self._seen(QSizeF(self.size()))
        zoom = image.width() / seen.width()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(zoom, zoom)
        painter.translate(-seen.topLeft())
        outlines = paint_part(painter, self._board, self._picture, seen, zoom, self._home)
        if self._home:
            veil = QPainterPath()
            veil.addRect(seen)
            colour = QColor(self._look.colour("window"))
            colour.setAlphaF(_VEIL)
            painter.fillPath(veil.subtracted(outlines), colour)
        painter.end()
        image.setDevicePixelRatio(ratio)
        self._image = image
        self.update()

    def _seen(self, size: QSizeF) -> QRectF:
        """The part of the board that is shown, in its units, with the proportions of *size*."""
        assert self._board is not None
        boxes = [self._box(code) for code in self._home]
        area = QRectF(0, 0, self._board.width, self._board.height)
        if boxes:
            area = boxes[0]
            for each in boxes[1:]:
                area = area.united(each)
            slack = max(area.width(), area.height()) * _AROUND
            area = area.adjusted(-slack, -slack, slack, slack)
        centre = area.center()
        covered = self._covered if boxes else 0
        free = max(1.0, size.height() - covered)
        width = max(area.width(), area.height() * size.width() / free, self._board.width * _LEAST)
        height = width * free / size.width()
        left = _within(centre.x() - width / 2, width, self._board.width)
        top = _within(centre.y() - height / 2, height, self._board.height)
        return QRectF(left, top, width, height).adjusted(0, -width * covered / size.width(), 0, 0)

    def _box(self, code: str) -> QRectF:
        assert self._board is not None
        return rings_path(self._board.provinces[code].levels[-1]).boundingRect()

    def sizeHint(self) -> QSize:
        """As much as there is."""
        return QSize(700, 640)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The picture, or the plain ground until it is there."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.colour("sunken"))
        if self._image is not None:
            painter.drawImage(0, 0, self._image)
        painter.end()


def _within(start: float, length: float, whole: float) -> float:
    """Where a stretch of *length* begins so that it lies between 0 and *whole*; in the middle where it is longer."""
    return (whole - length) / 2 if length >= whole else min(max(0.0, start), whole - length)
