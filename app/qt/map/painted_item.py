"""Items painted once by a function and then copied: any painting, a province's name, the line of a drag."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from PySide6.QtCore import QMargins, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from adjudicator.board import Terrain
from app.presentation.layout.drawing import Layer
from app.presentation.layout.polyline import Point, distance
from app.presentation.power_colours import PictureColours
from app.qt.map.paint.label_painter import label_path, size_at, stamp_label
from variants.compiled import Label, ProvinceShape

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


_PAINTING_SLICE = 0.008
"""Seconds of painting at a time."""


class Stale(Protocol):
    """Item with an old look that can be painted again."""

    def freshen(self) -> None:
        """Paint it as it is by now."""

    def forget(self) -> None:
        """Forget what was painted: it is painted as it is when it is next seen."""

    def zValue(self) -> float:
        """Return its height in the stack."""


class Repaints(QObject):
    """Items that show what they were, and are painted as they are one after another; those first that are seen, the highest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stale: dict[Stale, None] = {}
        self._seen: dict[Stale, None] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)

    def add(self, item: Stale) -> None:
        """*item* is not what it shows any more."""
        self._stale[item] = None

    def was_seen(self, item: Stale) -> None:
        """Note that the old look of *item* was just seen; it is painted soon. Items out of sight wait until they are seen."""
        self._seen[item] = None
        self._timer.start()

    def drop(self, item: Stale) -> None:
        """*item* is gone, or painted otherwise."""
        self._stale.pop(item, None)
        self._seen.pop(item, None)

    def drop_all(self) -> None:
        """Paint nothing any more."""
        self._stale.clear()
        self._seen.clear()
        self._timer.stop()

    @property
    def busy(self) -> bool:
        """True if anything that is seen waits."""
        return bool(self._seen)

    def finish(self) -> None:
        """Paint everything again when it is next seen."""
        stale = list(self._stale)
        self.drop_all()
        for item in stale:
            item.forget()

    def _slice(self) -> None:
        end = time.perf_counter() + _PAINTING_SLICE
        for item in sorted(self._seen, key=lambda each: -each.zValue()):
            self.drop(item)
            item.freshen()
            if time.perf_counter() >= end:
                break
        if not self._seen:
            self._timer.stop()


def _nothing(painter: QPainter) -> None:
    """Paints nothing."""


class PaintedItem(QGraphicsRectItem):
    """Item that shows the last painting it was given, in board coordinates.

    Its box is the rectangle that Qt keeps: each frame asks for it several times, which would be a call from C++ into Python.
    """

    def __init__(self, layer: float, *, repaints: Repaints | None = None) -> None:
        """*repaints*: paints what is only coloured otherwise, behind; without it what was painted is not kept."""
        super().__init__()
        self.setPen(Qt.PenStyle.NoPen)  # whose width would be added to the box
        self._box = QRectF()
        self._paint: Paint = _nothing
        self._repaints = repaints
        self._zoom = 1.0
        self._kept: KeptPainting | None = None
        self._is_stale = False
        """True if the kept painting shows the item in colours that it has no more."""
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self._content: object = None
        self._colours: object = None
        self.setZValue(layer)

    def is_showing(self, zoom: float, content: object, colours: object) -> bool:
        """Return True if it paints exactly this; see ``show_painting``."""
        return content == self._content and colours == self._colours and zoom == self._zoom

    def show_painting(self, box: QRectF, paint: Paint, zoom: float = 1.0, content: object = None, colours: object = None) -> None:
        """Show what *paint* paints.

        Args:
            box: everything is painted within it; in board units.
            paint: given a painter in board units.
            zoom: device pixels per board unit that it is painted for.
            content: all that *paint* depends on besides colours; ``None`` paints it again each time.
            colours: its colours. Where nothing else differs, the old painting stays until it is painted again, which is soon.
        """
        is_same = content is not None and content == self._content and zoom == self._zoom
        if is_same and colours == self._colours:
            return
        self._content, self._colours = content, colours
        self._paint = paint
        if is_same and self._kept is not None and self._repaints is not None:
            self._is_stale = True
            self._repaints.add(self)
            self._changed()
            return
        # On whole pixels, so that the kept image is copied without being smeared.
        snapped = QRectF(
            QPointF(math.floor(box.left() * zoom) / zoom, math.floor(box.top() * zoom) / zoom),
            QPointF(math.ceil(box.right() * zoom) / zoom, math.ceil(box.bottom() * zoom) / zoom),
        )
        if snapped != self._box:
            self._leave(snapped)
            self._box = snapped
            self.setRect(snapped)
            # An item without a box would be painted in each frame that shows the board's corner: one in each province without a centre.
            self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents, snapped.isNull())
        self._zoom = zoom
        self.forget()

    def clear(self) -> None:
        """Show nothing."""
        if not self._box.isNull():
            self.show_painting(QRectF(), _nothing)

    def forget(self) -> None:
        """Paint it again when it is next seen."""
        self._kept = None
        self._fresh()
        self._changed()

    def freshen(self) -> None:
        """Paint it in its colours by now."""
        if self._kept is not None:
            self._kept = self._kept.repainted(self._paint)
        self._fresh()
        self._changed()

    def _changed(self) -> None:
        """Have it painted in the next frame."""
        self.update()

    def _leave(self, new: QRectF) -> None:
        """Have what it shows taken away: its box becomes *new*."""
        scene = self.scene()
        if new.isNull() and scene is not None:  # Qt asks nothing of an item without contents, not even to be painted over
            scene.update(self.sceneBoundingRect())

    def _fresh(self) -> None:
        if self._is_stale and self._repaints is not None:
            self._repaints.drop(self)
        self._is_stale = False

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it, or copy it."""
        if self._repaints is None:
            painter.save()
            self._paint(painter)
            painter.restore()
            return
        if self._kept is None:
            self._kept = KeptPainting(self._box, self._zoom, self._paint)
            # To learn which part is exposed, which takes its time.
            self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, not self._kept.is_whole)
        if self._is_stale:
            self._repaints.was_seen(self)
        self._kept.copy_to(painter, option.exposedRect)


class NameSheet(QGraphicsItem):
    """Paints all names at once: where Qt asks for hundreds of them one by one, the asking takes longer than the painting."""

    def __init__(self, board: QRectF) -> None:
        """Names may stick out of *board*, the rectangle of the whole board."""
        super().__init__()
        self.setZValue(Layer.LABELS)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # to learn which part is exposed
        reach = max(board.width(), board.height()) * 0.1
        self._box = board.adjusted(-reach, -reach, reach, reach)
        self.names: list[LabelItem] = []

    def boundingRect(self) -> QRectF:
        """Return the rectangle in which it paints."""
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Copy the names that are exposed."""
        transform, exposed = painter.worldTransform(), option.exposedRect
        scale, left, top = transform.m11(), transform.dx(), transform.dy()
        is_plain = painter.device().devicePixelRatio() == 1.0
        edges = exposed.left(), exposed.top(), exposed.right(), exposed.bottom()
        others: list[tuple[KeptPainting, Point]] = []
        painter.resetTransform()
        for name in self.names:
            kept = name.painted_in(*edges)
            if kept is not None:
                x, y = at = name.at
                if not is_plain or not kept.copy_small(painter, scale, left + x * scale, top + y * scale):
                    others.append((kept, at))
        for kept, at in others:
            painter.setWorldTransform(QTransform(transform).translate(*at))
            kept.copy_to(painter, exposed.translated(-at[0], -at[1]))
        painter.setWorldTransform(transform)


class LabelItem(PaintedItem):
    """One name, which its sheet paints; no scene has it."""

    def __init__(self, sheet: NameSheet, repaints: Repaints) -> None:
        super().__init__(Layer.LABELS, repaints=repaints)
        self._wanted: tuple[Label, ProvinceShape, PictureColours, float] | None = None
        self._sheet = sheet
        self.at = (0.0, 0.0)
        """Distance from where it is painted to where it is shown, in board units."""
        self._edges: tuple[float, float, float, float] | None = None
        """Left, upper, right and lower edge of what it shows; ``None`` where it shows nothing."""
        sheet.names.append(self)

    def _changed(self) -> None:
        if self._edges is not None:
            left, top, right, bottom = self._edges
            self._sheet.update(left, top, right - left, bottom - top)
        box = self._box.translated(*self.at)
        is_seen = self.isVisible() and not box.isNull()
        self._edges = (box.left(), box.top(), box.right(), box.bottom()) if is_seen else None
        if is_seen:
            self._sheet.update(box)

    def _leave(self, new: QRectF) -> None:
        """Do nothing: ``_changed`` follows, and knows where it was."""

    def set_place(self, at: Point, *, is_shown: bool) -> None:
        """Move it to *at*, and show or hide it."""
        if at != self.at or is_shown != self.isVisible():
            self.at = at
            self.setVisible(is_shown)
            self._changed()

    def painted_in(self, left: float, top: float, right: float, bottom: float) -> KeptPainting | None:
        """Return what was painted, now at the latest, where any of it lies within these edges; else ``None``."""
        edges = self._edges
        if edges is None or edges[0] > right or edges[1] > bottom or edges[2] < left or edges[3] < top:
            return None
        if self._kept is None:
            self._kept = KeptPainting(self._box, self._zoom, self._paint)
        if self._is_stale and self._repaints is not None:
            self._repaints.was_seen(self)
        return self._kept

    def letters(self) -> QRectF:
        """Return the rectangle of its letters on the board; a null rectangle where no name is drawn."""
        if self._wanted is None:
            return QRectF()
        label, shape, _, zoom = self._wanted
        return label_path(label, shape.terrain is Terrain.SEA, size_at(label, zoom)).boundingRect().translated(*self.at)

    def show_label(self, label: Label | None, shape: ProvinceShape, picture_colours: PictureColours, zoom: float) -> None:
        """Show *label* as it looks at *zoom* pixels per board unit; nothing when it is ``None``."""
        wanted = None if label is None else (label, shape, picture_colours, zoom)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if label is None:
            self.clear()
            return
        grown = label.size * 0.4 + 4 / zoom
        box = label_path(label, shape.terrain is Terrain.SEA, size_at(label, zoom)).boundingRect()
        for x, y in label.leader or ():
            box = box.united(QRectF(x - 1, y - 1, 2, 2))
        self.show_painting(
            box.adjusted(-grown, -grown, grown, grown),
            partial(stamp_label, label=label, shape=shape, picture_colours=picture_colours, zoom=zoom),
            zoom,
            (label, shape.code),
            picture_colours,
        )


_STRIP_PIXELS = 96.0
"""Length of the strips along the line that are painted again when it moves."""


class DragItem(QGraphicsItem):
    """Shows a straight line, and repaints the area along it alone: its box would be most of the window."""

    def __init__(self, board: QRectF) -> None:
        """*board*: where lines may run, in board units."""
        super().__init__()
        self._board = board
        self._line: tuple[Point, Point] | None = None
        self._reach = 0.0
        self._pixel = 1.0
        self._paint: Paint | None = None
        self.setZValue(Layer.DRAG)

    def show_line(self, start: Point, end: Point, paint: Callable[[QPainter], None], reach: float, pixel: float) -> None:
        """Show the line from *start* to *end*.

        Args:
            start: where it begins, in board units.
            end: where it ends.
            paint: paints it, in board units.
            reach: how far from the line anything is painted.
            pixel: one pixel of the screen, in board units.
        """
        self._uncover()
        self._line, self._paint, self._reach, self._pixel = (start, end), paint, reach, pixel
        self._uncover()

    def clear(self) -> None:
        """Show nothing."""
        self._uncover()
        self._line = self._paint = None

    def _uncover(self) -> None:
        """Repaint the strips along the line. The scene gets them: an item's own updates become one box."""
        scene = self.scene()
        if self._line is None or scene is None:
            return
        (x, y), (to_x, to_y) = self._line
        count = max(1, math.ceil(distance(*self._line) / (_STRIP_PIXELS * self._pixel)))
        wide, high = (to_x - x) / count, (to_y - y) / count
        for step in range(count):
            strip = QRectF(x + wide * step, y + high * step, wide, high)
            scene.update(strip.normalized().adjusted(-self._reach, -self._reach, self._reach, self._reach))

    def boundingRect(self) -> QRectF:
        """The whole board: a box that went with the line would be repainted with all that lies in it."""
        return self._board

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint the line, if there is one."""
        if self._paint is not None:
            painter.save()
            self._paint(painter)
            painter.restore()
