"""Painting kept as pixels: made in pieces when they are first seen, and copied from then on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QMargins, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap, QTransform

Paint = Callable[[QPainter], None]

_PIECE = 1536
"""Most pixels across a piece, and down. A piece is painted when it is first seen."""

_CELL = 64
"""Pixels across the parts of a piece that are looked at for anything in them."""

_OVERLAP = 24
"""Pixels around a piece that are painted with it and cut off: what is spread out, such as a halo, needs what lies beside it."""

_SMALL = 160 * 160
"""Pixels of what is copied whole."""

_BAND = 95
"""Most pixels down of what is copied in one call: Qt hands what is higher to several threads, which costs more than the copying."""

_SAME = 1e-4


class _Piece(NamedTuple):
    """A part of what was painted."""

    pixmap: QPixmap | None
    """Pixels without the empty ones around them; ``None`` where nothing is painted."""
    at: QPoint
    """Its upper left corner in that part."""
    parts: tuple[QRect, ...]
    """Rectangles in which anything is painted, in its pixels; none where it is to be copied whole."""


class KeptPainting:
    """Painting of a function in a box, at one zoom."""

    def __init__(self, box: QRectF, zoom: float, paint: Paint) -> None:
        """*box* in board units, on whole pixels at *zoom* (pixels per board unit); *paint* is given a painter in board units."""
        self._box = box
        self._zoom = zoom
        self._paint = paint
        self._left, self._top = box.left(), box.top()
        self._size = QSize(max(1, round(box.width() * zoom)), max(1, round(box.height() * zoom)))
        self.is_whole = self._size.width() <= _PIECE and self._size.height() <= _PIECE
        """True if it is small enough for one piece."""
        self._pieces: dict[tuple[int, int], _Piece] = {}

    def repainted(self, paint: Paint) -> KeptPainting:
        """Return the painting of *paint* in the same box, with those pieces painted that were seen of this one."""
        found = KeptPainting(self._box, self._zoom, paint)
        found._pieces = {corner: found._painted(corner) for corner in self._pieces}
        return found

    def copy_to(self, painter: QPainter, exposed: QRectF) -> None:
        """Copy what lies in *exposed*: pixel for pixel where *painter* shows it at its zoom, else scaled.

        It is seen scaled only while the zoom is on its way, so that is done the quick way.
        """
        transform = painter.worldTransform()
        scale = transform.m11()
        ratio = 1.0
        if abs(scale / self._zoom - 1) > _SAME:
            ratio = painter.device().devicePixelRatio()
            if abs(scale * ratio / self._zoom - 1) > _SAME:
                self._copy_scaled(painter, exposed)
                return
        # Some hundred items are copied in a frame, so each call of Qt that can be spared is: boards are neither turned nor sheared.
        left = round((self._left * scale + transform.dx()) * ratio)
        top = round((self._top * transform.m22() + transform.dy()) * ratio)
        painter.resetTransform()
        if self.is_whole:
            self._copy_piece(painter, self._pieces.get((0, 0)) or self._piece((0, 0)), left, top, ratio, None)
        else:
            wanted = self._pixels_of(exposed)
            for corner in self._corners(wanted):
                piece = self._piece(corner)
                self._copy_piece(painter, piece, left + corner[0], top + corner[1], ratio, wanted.translated(-corner[0], -corner[1]))
        painter.setWorldTransform(transform)

    def paint_ahead(self, area: QRectF) -> None:
        """Paint the pieces in *area* now, so that they need only be copied when they are seen."""
        for corner in [(0, 0)] if self.is_whole else self._corners(self._pixels_of(area)):
            self._piece(corner)

    def copy_small(self, painter: QPainter, scale: float, left: float, top: float) -> bool:
        """Copy it to a painter in pixels, where it is one piece and *scale* is its zoom; returns whether it was copied.

        *left* and *top*: the pixel that the board's corner lies on. Without the questions that ``copy_to`` puts to the painter.
        """
        if not self.is_whole or abs(scale / self._zoom - 1) > _SAME:
            return False
        pixmap, at, parts = self._pieces.get((0, 0)) or self._piece((0, 0))
        if parts:
            return False
        if pixmap is not None:
            painter.drawPixmap(round(self._left * scale + left) + at.x(), round(self._top * scale + top) + at.y(), pixmap)
        return True

    @staticmethod
    def _copy_piece(painter: QPainter, piece: _Piece, left: int, top: int, ratio: float, wanted: QRect | None) -> None:
        """Copy what of *piece* lies in *wanted*, all where that is ``None``, to a place in device pixels."""
        pixmap, at, parts = piece
        if pixmap is None:
            return
        left, top = left + at.x(), top + at.y()
        if ratio == 1.0 and not parts:
            painter.drawPixmap(left, top, pixmap)
            return
        if ratio != 1.0:
            pixmap.setDevicePixelRatio(ratio)
        if not parts:
            painter.drawPixmap(QPointF(left / ratio, top / ratio), pixmap)
        for part in parts:
            if wanted is not None and not part.translated(at).intersects(wanted):
                continue
            if ratio == 1.0:
                x, y = part.x(), part.y()
                painter.drawPixmap(left + x, top + y, pixmap, x, y, part.width(), part.height())
            else:
                painter.drawPixmap(QPointF((left + part.x()) / ratio, (top + part.y()) / ratio), pixmap, QRectF(part))
        if ratio != 1.0:
            pixmap.setDevicePixelRatio(1.0)

    def _copy_scaled(self, painter: QPainter, exposed: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        for corner in [(0, 0)] if self.is_whole else self._corners(self._pixels_of(exposed)):
            pixmap, at, _ = self._piece(corner)
            if pixmap is not None:
                painter.drawPixmap(self._place_of(QPointF(*corner) + at.toPointF(), pixmap), pixmap, QRectF(pixmap.rect()))

    def _pixels_of(self, area: QRectF) -> QRect:
        """The pixels of the whole that *area*, in board units, touches."""
        left, top = (area.left() - self._box.left()) * self._zoom, (area.top() - self._box.top()) * self._zoom
        right, bottom = left + area.width() * self._zoom, top + area.height() * self._zoom
        pixels = QRect(QPoint(math.floor(left) - 1, math.floor(top) - 1), QPoint(math.ceil(right) + 1, math.ceil(bottom) + 1))
        return pixels.intersected(QRect(QPoint(), self._size))

    def _corners(self, wanted: QRect) -> list[tuple[int, int]]:
        """The upper left corners of the pieces in *wanted*."""
        if wanted.isEmpty():
            return []
        across = range(wanted.left() // _PIECE * _PIECE, wanted.right() + 1, _PIECE)
        down = range(wanted.top() // _PIECE * _PIECE, wanted.bottom() + 1, _PIECE)
        return [(left, top) for top in down for left in across]

    def _place_of(self, corner: QPointF, pixmap: QPixmap) -> QRectF:
        at = self._box.topLeft() + corner / self._zoom
        return QRectF(at.x(), at.y(), pixmap.width() / self._zoom, pixmap.height() / self._zoom)

    def _piece(self, corner: tuple[int, int]) -> _Piece:
        found = self._pieces.get(corner)
        if found is None:
            found = self._pieces[corner] = self._painted(corner)
        return found

    def _painted(self, corner: tuple[int, int]) -> _Piece:
        left, top = corner
        size = QSize(min(_PIECE, self._size.width() - left), min(_PIECE, self._size.height() - top))
        around = 0 if size == self._size else _OVERLAP
        image = QImage(size.grownBy(QMargins(around, around, around, around)), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(around - left, around - top)
        painter.scale(self._zoom, self._zoom)
        painter.translate(-self._box.topLeft())
        self._paint(painter)
        painter.end()
        if around:
            image = image.copy(QRect(QPoint(around, around), size))
        painted = _painted_rect(image)
        if painted.isEmpty():
            return _Piece(None, QPoint(), ())
        if painted != image.rect():
            image = image.copy(painted)
        is_small = painted.width() * painted.height() <= _SMALL
        return _Piece(QPixmap.fromImage(image), painted.topLeft(), _bands(painted.size()) if is_small else _painted_parts(image))


def _bands(size: QSize) -> tuple[QRect, ...]:
    """Return the bands in which a small picture is copied; none where it is copied whole."""
    if size.height() <= _BAND:
        return ()
    tops = range(0, size.height(), _BAND)
    return tuple(QRect(0, top, size.width(), min(_BAND, size.height() - top)) for top in tops)


def _painted_rect(image: QImage) -> QRect:
    """Return the smallest rectangle of *image* that holds all of what is painted on it: two thirds of what a unit may paint on is empty."""
    top, bottom = _painted_rows(image)
    if top == bottom:
        return QRect()
    image = image.copy(0, top, image.width(), bottom - top)
    left, right = _painted_rows(image.transformed(QTransform().rotate(90)))
    return QRect(left, top, right - left, bottom - top)


def _painted_rows(image: QImage) -> tuple[int, int]:
    """Return the first row of *image* with anything on it, and the row behind the last such; the same row where all are empty."""
    if image.isNull():
        return 0, 0
    pixels, line = bytes(image.constBits()), image.bytesPerLine()
    first = (len(pixels) - len(pixels.lstrip(b"\0"))) // line
    behind = -(-len(pixels.rstrip(b"\0")) // line)
    return min(first, behind), behind


def _painted_parts(image: QImage) -> tuple[QRect, ...]:
    """Rectangles of *image* that hold all of what is painted on it, and little else."""
    found: list[QRect] = []
    width, height, line = image.width(), image.height(), image.bytesPerLine()
    pixels = image.constBits()
    nothing = bytes(line * _CELL)
    for top in range(0, height, _CELL):
        high = min(_CELL, height - top)
        if pixels[top * line : (top + high) * line] == nothing[: high * line]:
            continue
        start: int | None = None
        for left in (*range(0, width, _CELL), width):
            wide = min(_CELL, width - left)
            is_empty = left == width
            if not is_empty:
                cell = image.copy(left, top, wide, high)
                is_empty = cell.constBits() == nothing[: cell.sizeInBytes()]
            if is_empty and start is not None:
                found.append(QRect(start, top, left - start, high))
                start = None
            elif not is_empty and start is None:
                start = left
    return tuple(found)
