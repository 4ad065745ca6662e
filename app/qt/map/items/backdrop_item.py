"""The still part of the board: a baked pixmap, and a sharper piece over it where the view is zoomed in."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.presentation.layout.drawing import Layer
from app.qt.map.paint.still_painter import RenderedPart

MOST_PIXELS = 14_000_000
"""Limit of the baked board; a sharper piece is made of the visible part when that is not enough."""

_SAME = 1e-4


class BackdropPart(NamedTuple):
    """A part of the picture in view that is to be painted again."""

    name: str
    rect: QRectF
    """In board units."""
    zoom: float
    """Pixels per board unit."""
    mend: Callable[[RenderedPart], None]
    """Takes it when it is painted."""


class BackdropItem(QGraphicsItem):
    """Shows the baked board.

    At rest it copies pixel for pixel: from the sharp piece, or from a copy of what is seen that is scaled once. While the zoom changes, it
    scales what it has.
    """

    def __init__(self, rect: QRectF) -> None:
        super().__init__()
        self.setZValue(Layer.BACKDROP)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # to learn which part is exposed
        self._rect = rect
        self._base: QPixmap | None = None
        self._sharp: tuple[QPixmap, QRectF, float] | None = None
        self._rest: tuple[float, QRectF] | None = None
        """The zoom that the view rests at, and what is seen then, on whole pixels."""
        self._seen: QPixmap | None = None
        """The same, scaled; made when it is first painted."""
        self._ground = QColor()

    def rest(self, zoom: float, visible: QRectF, ground: QColor) -> None:
        """The view has come to rest.

        Args:
            zoom: device pixels per board unit.
            visible: what is seen, in board units; its upper left corner lies on a whole pixel.
            ground: what lies around the board.
        """
        rest = (zoom, on_grid(visible, visible.intersected(self._rect), zoom))
        if rest == self._rest and ground == self._ground:
            return
        self._rest, self._ground, self._seen = rest, ground, None
        self.update()

    def show_base(self, piece: RenderedPart) -> None:
        """Show *piece*, which covers the whole board."""
        self._base = QPixmap.fromImage(piece.image)
        self._seen = None
        self.update()

    def show_sharp(self, piece: RenderedPart | None, zoom: float = 0.0) -> None:
        """Show *piece*, made for *zoom*, over the base; nothing when it is ``None``."""
        if piece is None and self._sharp is None:
            return
        self._sharp = None if piece is None else (QPixmap.fromImage(piece.image), piece.rect, zoom)
        self._seen = None
        self.update()

    @property
    def has_base(self) -> bool:
        """True if there is anything to paint."""
        return self._base is not None

    def pieces(self, area: QRectF) -> Iterator[BackdropPart]:
        """The parts of *area* that the sharp piece and the base show, grown to whole pixels, so that what mends them fits unsmeared."""
        if self._sharp is not None:
            pixmap, rect, _ = self._sharp
            zoom = pixmap.width() / rect.width()
            part = on_grid(rect, area.intersected(rect), zoom).intersected(rect)
            if not part.isEmpty():
                yield BackdropPart("sharp", part, zoom, self._mend_sharp)
        if self._base is not None:
            # Its pixels are not quite square: both sides of the board were rounded.
            inside = area.intersected(self._rect)
            across, down = self._base.width() / self._rect.width(), self._base.height() / self._rect.height()
            left, top = math.floor(inside.left() * across), math.floor(inside.top() * down)
            right, bottom = math.ceil(inside.right() * across), math.ceil(inside.bottom() * down)
            part = QRectF(QPointF(left / across, top / down), QPointF(right / across, bottom / down))
            yield BackdropPart("base", part, across, self._mend_base)

    def touch_up(self, paint: Callable[[QPainter, float], None], areas: Iterable[QRectF]) -> None:
        """Paint over the picture in view with *paint*.

        Args:
            paint: given a painter in board units and the pixels per board unit.
            areas: where it paints.
        """
        shown = [(self._base, self._rect)] if self._base is not None else []
        if self._sharp is not None:
            shown.append(self._sharp[:2])
        for pixmap, rect in shown:
            painter = _painter_on(pixmap, rect)
            paint(painter, pixmap.width() / rect.width())
            painter.end()
        for area in areas:
            self._changed(area)

    def _mend_base(self, piece: RenderedPart) -> None:
        if self._base is not None:
            self._mend(piece, self._base, self._rect)

    def _mend_sharp(self, piece: RenderedPart) -> None:
        # Where the view has gone on meanwhile, the piece in view was painted later than this one.
        if self._sharp is not None and self._sharp[1].contains(piece.rect):
            self._mend(piece, *self._sharp[:2])

    def _mend(self, piece: RenderedPart, pixmap: QPixmap, rect: QRectF) -> None:
        painter = _painter_on(pixmap, rect)
        painter.drawImage(piece.rect, piece.image, QRectF(piece.image.rect()))
        painter.end()
        self._changed(piece.rect)

    def _changed(self, area: QRectF) -> None:
        """The base or the sharp piece are different in *area*."""
        if self._seen is not None and self._rest is not None:
            zoom, seen = self._rest
            self._compose(self._seen, on_grid(seen, area.intersected(seen), zoom))
        self.update(area)

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Copy what is exposed."""
        exposed = option.exposedRect.intersected(self._rect)
        zoom = painter.worldTransform().m11() * _ratio(painter)
        slack = 1.5 / zoom
        if self._sharp is not None and _same(self._sharp[2], zoom) and _covers(self._sharp[1], exposed, slack):
            _copy_aligned(painter, self._sharp[0], self._sharp[1])
        elif self._rest is not None and _same(self._rest[0], zoom) and _covers(self._rest[1], exposed, slack) and self._base is not None:
            if self._seen is None:
                area = self._rest[1]
                self._seen = QPixmap(max(1, round(area.width() * zoom)), max(1, round(area.height() * zoom)))
                self._compose(self._seen, area)
            _copy_aligned(painter, self._seen, self._rest[1])
        else:
            self._paint_scaled(painter, exposed, smooth=False)

    def _paint_scaled(self, painter: QPainter, exposed: QRectF, *, smooth: bool) -> None:
        """Paint what there is at any zoom.

        Args:
            painter: its coordinates are the board's.
            exposed: what is wanted; the base is left out where the sharp piece covers all of it.
            smooth: the handsome way, which takes several times as long; not while the zoom is on its way.
        """
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        is_covered = self._sharp is not None and self._sharp[1].contains(exposed)
        if self._base is not None and not is_covered:
            painter.drawPixmap(self._rect, self._base, QRectF(self._base.rect()))
        if self._sharp is not None:
            painter.drawPixmap(self._sharp[1], self._sharp[0], QRectF(self._sharp[0].rect()))

    def _compose(self, target: QPixmap, area: QRectF) -> None:
        """Paint *area* of what is seen at rest on *target*."""
        assert self._rest is not None
        painter = _painter_on(target, self._rest[1])
        painter.setClipRect(area)
        painter.fillRect(area, self._ground)
        self._paint_scaled(painter, area, smooth=True)
        painter.end()


def on_grid(grid: QRectF, area: QRectF, zoom: float) -> QRectF:
    """*area* grown to whole pixels at *zoom*, counted from the upper left corner of *grid*."""
    left, top = math.floor((area.left() - grid.left()) * zoom + _SAME), math.floor((area.top() - grid.top()) * zoom + _SAME)
    right, bottom = math.ceil((area.right() - grid.left()) * zoom - _SAME), math.ceil((area.bottom() - grid.top()) * zoom - _SAME)
    corner = grid.topLeft()
    return QRectF(corner + QPointF(left, top) / zoom, corner + QPointF(right, bottom) / zoom)


def _painter_on(pixmap: QPixmap, rect: QRectF) -> QPainter:
    """A painter on *pixmap*, which shows *rect*, in board units."""
    painter = QPainter(pixmap)
    painter.scale(pixmap.width() / rect.width(), pixmap.height() / rect.height())
    painter.translate(-rect.topLeft())
    return painter


def _same(made_for: float, zoom: float) -> bool:
    return abs(made_for / zoom - 1) < _SAME


def _covers(rect: QRectF, exposed: QRectF, slack: float) -> bool:
    return rect.adjusted(-slack, -slack, slack, slack).contains(exposed)


def _ratio(painter: QPainter) -> float:
    """Device pixels per pixel of what *painter* paints on."""
    return painter.device().devicePixelRatio() if painter.device() is not None else 1.0


def _copy_aligned(painter: QPainter, pixmap: QPixmap, box: QRectF) -> None:
    """Copy *pixmap*, made for the zoom that *painter* shows at, to *box*, pixel for pixel."""
    ratio = _ratio(painter)
    corner = painter.worldTransform().map(box.topLeft())
    painter.save()
    painter.resetTransform()
    pixmap.setDevicePixelRatio(ratio)
    painter.drawPixmap(QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio), pixmap)
    pixmap.setDevicePixelRatio(1.0)
    painter.restore()
