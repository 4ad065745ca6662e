"""First picture of the window before anything is loaded: the board of the start page, at its place.

Imports little and paints at once; the start page takes its place a moment later.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from app.qt.widgets.look import Look
from resources import resource

START_BOARDS = resource("start")
START_WIDTHS = (480, 1760)
"""Pixels: the small one, without names, is read in three milliseconds and stands for a moment only; the large one stays, and is English."""

MENU_HEIGHT = 28
PAGE_MARGINS = (40, 32, 36, 28)
"""Left, top, right and bottom of the start page."""
GAP = 36
HERO_FOOT = 70
"""Height of the words below the large board of the start page."""


LEAST_SIDE, MOST_SIDE = 236, 320
"""Width of the cards on the other side of the large board, in a small window and in a large one."""
SIDE_BY_SIDE = 12
"""Pixels between the large board and these cards."""
COLUMN = 330
"""Width of the column of ways, with words of the usual size, in a small window."""
MOST_COLUMN = 0.3
"""Part of the page's width that the column of ways takes at most, however large its words."""
LESSONS_PAGE = 1200
"""Width of a page from which on there are cards of lessons where recent games leave room."""


def column_width(page: int, larger: float = 1.0) -> int:
    """The width of the column beside the large board, on a page of *page* pixels, with words *larger* than usual."""
    usual = min(max(COLUMN, page // 4), max(480, round(page * 0.21)))
    return max(usual, round(min(COLUMN * larger, page * MOST_COLUMN)))


def side_width(page: int) -> int:
    """The width of a card on the other side of the large board, with words of the usual size."""
    return round(min(max(LEAST_SIDE, page * 0.2), max(MOST_SIDE, page * 0.16)))


def start_board(theme: str, width: int) -> Path:
    """The picture of Europe, *width* pixels wide, that stands on the start page in *theme* before anybody has played."""
    return START_BOARDS / f"europe-{theme}-{width}.jpg"


def read_start_board(look: Look, width: int) -> QImage:
    """The picture of the start page in *look*, *width* pixels wide; empty where it is missing."""
    return QImage(str(start_board(start_theme(look), width)))


def start_theme(look: Look) -> str:
    """The theme of the two that the board is drawn in."""
    return "night" if look.dark else "parchment"


def cover(picture: QRectF, frame: QRectF) -> QRectF:
    """The middle part of *picture* that has the proportions of *frame*."""
    scale = min(picture.width() / frame.width(), picture.height() / frame.height())
    size = frame.size() * scale
    return QRectF(picture.center() - QPointF(size.width() / 2, size.height() / 2), size)


def paint_flat(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Fill *rect* with *colour*, by way of a small tile.

    Brushes and pens make PySide set up all ninety enumerations of Qt the first time, which takes a fifth of what the whole first picture
    may take.
    """
    pixel = QImage(1, 1, QImage.Format.Format_RGB32)
    pixel.setPixel(0, 0, colour.rgb())
    painter.drawTiledPixmap(rect, QPixmap.fromImage(pixel.scaled(64, 64)), QPointF())


class FirstPicture(QWidget):
    """Fills the window until the start page is there."""

    def __init__(self, look: Look, painted: Callable[[], None]) -> None:
        super().__init__()
        self._look = look
        self._painted = painted
        self._image: QImage | None = None

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The colours of the page, and the board."""
        left, top, right, bottom = PAGE_MARGINS
        beside = left + column_width(self.width()) + GAP
        if self.width() >= LESSONS_PAGE:
            right += side_width(self.width()) + SIDE_BY_SIDE
        board = QRectF(self.rect()).adjusted(beside + 1, MENU_HEIGHT + top + 1, -right - 1, -bottom - HERO_FOOT - 1)
        if self._image is None:
            self._image = read_start_board(self._look, START_WIDTHS[0])
        painter = QPainter(self)
        paint_flat(painter, QRectF(self.rect()), self._look.colour("window"))
        paint_flat(painter, QRectF(0, 0, self.width(), MENU_HEIGHT), self._look.colour("chrome"))
        if not self._image.isNull():
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(board, self._image, cover(QRectF(self._image.rect()), board))
        painter.end()
        self._painted()
