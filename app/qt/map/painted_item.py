"""Items painted once by a function and then copied: any painting, a province's name, the line of a drag."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from adjudicator.board import Terrain
from app.presentation.layout.drawing import Layer
from app.presentation.layout.polyline import Point, distance
from app.presentation.power_colours import PictureColours
from app.qt.map.kept_painting import KeptPainting, Paint
from app.qt.map.paint.label_painter import label_path, size_at, stamp_label
from variants.compiled import Label, ProvinceShape

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
        kept = self._kept_painting()
        if self._is_stale:
            self._repaints.was_seen(self)
        kept.copy_to(painter, option.exposedRect)

    def paint_ahead(self, area: QRectF) -> None:
        """Paint what lies in *area* of the scene before it is seen there."""
        if self._repaints is not None and not self._box.isNull():
            self._kept_painting().paint_ahead(area.translated(-self.pos()))

    def _kept_painting(self) -> KeptPainting:
        if self._kept is None:
            self._kept = KeptPainting(self._box, self._zoom, self._paint)
            # To learn which part is exposed, which takes its time.
            self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, not self._kept.is_whole)
        return self._kept


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
