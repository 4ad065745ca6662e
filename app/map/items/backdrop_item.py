"""The still part of the board: a baked pixmap, and a sharper piece over it where the view is zoomed in."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QRectF, QSize, QTimer
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.items.layers import Layer
from app.map.paint.still_painter import StillPart

_SLICE = 0.007
"""Seconds of baking at a time; between them the program answers."""

_TILE = 640
"""Side of what is baked in one go, in pixels."""

MOST_PIXELS = 14_000_000


@dataclass(frozen=True)
class Baked:
    """A finished piece of the still board."""

    image: QImage
    rect: QRectF
    """What it shows, in board units."""


def baked(part: StillPart, rect: QRectF, zoom: float, *, rough: bool = False) -> Iterator[Baked | None]:
    """Bake *rect* of the board at *zoom* pixels per unit: ``None`` while it goes on, the finished piece at last."""
    size = QSize(max(1, round(rect.width() * zoom)), max(1, round(rect.height() * zoom)))
    image = QImage(size, QImage.Format.Format_RGB32)
    scale_x, scale_y = size.width() / rect.width(), size.height() / rect.height()
    for top in range(0, size.height(), _TILE):
        for left in range(0, size.width(), _TILE):
            tile = QRect(left, top, min(_TILE, size.width() - left), min(_TILE, size.height() - top))
            piece = QImage(tile.size(), QImage.Format.Format_RGB32)
            painter = QPainter(piece)
            painter.translate(-left, -top)
            painter.scale(scale_x, scale_y)
            painter.translate(-rect.topLeft())
            area = QRectF(rect.left() + left / scale_x, rect.top() + top / scale_y, tile.width() / scale_x, tile.height() / scale_y)
            try:
                for _ in part.steps(painter, area, zoom, rough=rough):
                    yield None
            finally:
                painter.end()
            copier = QPainter(image)
            copier.drawImage(tile.topLeft(), piece)
            copier.end()
    yield Baked(image, rect)


def baked_now(part: StillPart, rect: QRectF, zoom: float, *, rough: bool = False) -> Baked:
    """The same, at once."""
    for piece in baked(part, rect, zoom, rough=rough):
        if piece is not None:
            return piece
    raise AssertionError("a baking ends with its piece")


class Oven(QObject):
    """Bakes one thing after another in slices, while the program goes on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[str, Iterator[Baked | None], Callable[[Baked], None]]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)

    def bake(self, name: str, work: Iterator[Baked | None], done: Callable[[Baked], None]) -> None:
        """Bake *work* and hand its piece to *done*; what waits under the same *name* is dropped."""
        self.drop(name)
        self._waiting.append((name, work, done))
        self._timer.start()

    def drop(self, name: str) -> None:
        """Forget what waits under *name*."""
        for each in [each for each in self._waiting if each[0] == name]:
            self._waiting.remove(each)
            _close(each[1])

    def drop_all(self) -> None:
        """Forget everything that waits."""
        while self._waiting:
            _close(self._waiting.popleft()[1])
        self._timer.stop()

    @property
    def busy(self) -> bool:
        """Whether anything waits."""
        return bool(self._waiting)

    def finish(self) -> None:
        """Bake everything now: for pictures and tests that cannot wait."""
        while self._waiting:
            self._slice(float("inf"))

    def _slice(self, budget: float = _SLICE) -> None:
        end = time.perf_counter() + budget
        while self._waiting and time.perf_counter() < end:
            entry = self._waiting[0]
            piece = next(entry[1], None)
            if piece is not None and self._waiting and self._waiting[0] is entry:
                self._waiting.popleft()
                entry[2](piece)
        if not self._waiting:
            self._timer.stop()


def _close(work: Iterator[Baked | None]) -> None:
    close = getattr(work, "close", None)
    if callable(close):
        close()


class BackdropItem(QGraphicsItem):
    """Shows the baked board."""

    def __init__(self, rect: QRectF) -> None:
        super().__init__()
        self.setZValue(Layer.BACKDROP)
        self._rect = rect
        self._base: QPixmap | None = None
        self._sharp: tuple[QPixmap, QRectF] | None = None

    def show_base(self, piece: Baked) -> None:
        """Show *piece*, which covers the whole board."""
        self._base = QPixmap.fromImage(piece.image)
        self.update()

    def mend_base(self, piece: Baked) -> None:
        """Paint *piece* over its part of the base."""
        if self._base is None:
            return
        scale_x, scale_y = self._base.width() / self._rect.width(), self._base.height() / self._rect.height()
        painter = QPainter(self._base)
        area = piece.rect
        target = QRectF(area.left() * scale_x, area.top() * scale_y, area.width() * scale_x, area.height() * scale_y)
        painter.drawImage(target, piece.image, QRectF(piece.image.rect()))
        painter.end()
        self.update(area)

    def show_sharp(self, piece: Baked | None) -> None:
        """Show *piece* over the base; nothing when it is ``None``."""
        if piece is None and self._sharp is None:
            return
        self._sharp = None if piece is None else (QPixmap.fromImage(piece.image), piece.rect)
        self.update()

    @property
    def sharp_rect(self) -> QRectF | None:
        """What the sharp piece covers."""
        return None if self._sharp is None else self._sharp[1]

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Copy the exposed part."""
        exposed = option.exposedRect
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._base is not None:
            _copy(painter, self._base, self._rect, exposed)
        if self._sharp is not None:
            _copy(painter, self._sharp[0], self._sharp[1], exposed)


def _copy(painter: QPainter, pixmap: QPixmap, rect: QRectF, exposed: QRectF) -> None:
    shown = exposed.intersected(rect)
    if shown.isEmpty():
        return
    scale_x, scale_y = pixmap.width() / rect.width(), pixmap.height() / rect.height()
    source = QRectF(
        (shown.left() - rect.left()) * scale_x, (shown.top() - rect.top()) * scale_y, shown.width() * scale_x, shown.height() * scale_y
    )
    painter.drawPixmap(shown, pixmap, source)
