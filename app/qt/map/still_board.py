"""Keeps the still part of the board as it should be: a change is seen at once, plainly, and sharpens behind."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import ClassVar, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, QPointF, QRectF, QTimer
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.presentation.layout.drawing import Layer
from app.qt.map.paint.shapes import BoardShapes, qcolor
from app.qt.map.paint.still_painter import Detail, RenderedPart, StillPart, rendered, rendered_now

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

    def take_base(self, other: BackdropItem) -> None:
        """Show the base of *other*, which shows the same board."""
        self._base = None if other._base is None else QPixmap(other._base)
        self._seen = None
        self.update()

    def paint_ahead(self) -> None:
        """Scale what is seen at rest now, where it is not shown by the sharp piece."""
        if self._rest is None or self._base is None or self._seen is not None:
            return
        zoom, area = self._rest
        if self._sharp is None or not (_same(self._sharp[2], zoom) and _covers(self._sharp[1], area, 1.5 / zoom)):
            self._seen = self._composed(zoom, area)

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
                self._seen = self._composed(zoom, self._rest[1])
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

    def _composed(self, zoom: float, area: QRectF) -> QPixmap:
        """Return a picture of *area*, all that is seen at rest, at *zoom*."""
        found = QPixmap(max(1, round(area.width() * zoom)), max(1, round(area.height() * zoom)))
        self._compose(found, area)
        return found

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


_SLICE = 0.007
"""Seconds of baking at a time."""
_FRAMES = 0.1
"""Seconds after a frame of something that moves in which no board is baked: the next frame needs the processor."""
_LOOK_AGAIN = 40
"""Milliseconds after which a queue looks if that is over."""


class RenderQueue(QObject):
    """Bakes one thing after another in slices, while the program goes on."""

    _quiet_until: ClassVar[float] = 0.0

    @classmethod
    def make_way(cls) -> None:
        """Bake nothing on any board, be it out of sight, until what moves just now has come to rest."""
        cls._quiet_until = time.perf_counter() + _FRAMES

    def __init__(self, parent: QObject | None = None, waits: Callable[[], bool] = lambda: False) -> None:
        """*waits*: whether something else is more urgent just now."""
        super().__init__(parent)
        self._waits = waits
        self._waiting: deque[tuple[str, Iterator[RenderedPart | None], Callable[[RenderedPart], None]]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.drop_all)

    def render(self, name: str, work: Iterator[RenderedPart | None], done: Callable[[RenderedPart], None]) -> None:
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
        """True if anything waits."""
        return bool(self._waiting)

    def finish(self) -> None:
        """Bake everything now: for pictures and tests that cannot wait."""
        while self._waiting:
            self._bake(float("inf"))

    def _slice(self) -> None:
        is_quiet = time.perf_counter() < RenderQueue._quiet_until
        self._timer.setInterval(_LOOK_AGAIN if is_quiet else 0)
        if not is_quiet and not self._waits():
            self._bake(_SLICE)

    def _bake(self, budget: float) -> None:
        end = time.perf_counter() + budget
        while self._waiting and time.perf_counter() < end:
            entry = self._waiting[0]
            piece = next(entry[1], None)
            if piece is not None and self._waiting and self._waiting[0] is entry:
                self._waiting.popleft()
                entry[2](piece)
        if not self._waiting:
            self._timer.stop()


def _close(work: Iterator[RenderedPart | None]) -> None:
    close = getattr(work, "close", None)
    if callable(close):
        close()


_SKETCH_PIXELS = 900_000
"""Number of pixels painted at once when everything looks different: a fiftieth of a second's work."""

_BEYOND = 1.1
"""Times the zoom of the base from which on what is seen is baked sharper."""


class StillBoard:
    """The backdrop, and what is being baked for it.

    ``show`` says what it should look like and ``rest`` how large it is seen; the rest follows by itself.
    """

    def __init__(self, shapes: BoardShapes, parent: QObject, waits: Callable[[], bool] = lambda: False) -> None:
        """*waits*: whether something else is to be painted before anything is baked."""
        self._shapes = shapes
        self.backdrop = BackdropItem(shapes.rect)
        self._queue = RenderQueue(parent, waits)
        self._part: StillPart | None = None
        self._zoom = 0.0
        """Device pixels per board unit that the board is seen at."""
        self._base_zoom = 0.0
        self._visible: QRectF | None = None
        self._plain: set[str] = set()
        """Provinces that are filled plainly for the moment."""
        self._is_whole = False
        """True if the base has been baked in full, apart from the plain provinces."""
        self._is_sharpening = False

    @property
    def is_rendering(self) -> bool:
        """True if a better picture is on its way."""
        return self._queue.busy

    def finish(self) -> None:
        """Bake everything that waits, now."""
        self._queue.finish()

    def close(self) -> None:
        """Stop baking."""
        self._queue.drop_all()

    def take_base(self, other: StillBoard) -> None:
        """Show the board that *other* has baked, where that differs, and not bake it once more."""
        if other._queue.busy or (self._is_whole and (self._part, self._base_zoom) == (other._part, other._base_zoom)):
            return
        self._queue.drop_all()
        self._part, self._base_zoom, self._is_whole = other._part, other._base_zoom, other._is_whole
        self._plain = set(other._plain)
        self.backdrop.show_sharp(None)
        self.backdrop.take_base(other.backdrop)

    def show(self, part: StillPart) -> None:
        """Show *part* from now on. What changed is seen when this returns, if only plainly."""
        before, self._part = self._part, part
        if before == part or not self._base_zoom:
            return
        if before is None or before.picture_colours != part.picture_colours:
            self._sketch()
            self._render_all()
            return
        changed = {code for code in {*before.rulers, *part.rulers} if before.rulers.get(code) != part.rulers.get(code)}
        changed |= before.hidden ^ part.hidden
        changed &= self._shapes.bounds.keys()
        areas = [self._around(code) for code in sorted(changed)]
        self.backdrop.touch_up(lambda painter, zoom: part.fill(painter, sorted(changed), zoom), areas)
        if not self._is_whole:
            self._render_all()
            return
        # What waits was asked for with the colours before; where two provinces lie side by side both are in the picture.
        self._plain |= changed
        self._render_plain()

    def rest(self, zoom: float, fitted: float, visible: QRectF | None) -> None:
        """The board is seen at *zoom* from now on.

        Args:
            zoom: device pixels per board unit.
            fitted: the zoom at which the whole board is seen; the board is baked at twice that.
            visible: what is seen, in board units; baked sharper when the zoom is higher than that.
        """
        self._zoom, self._visible = zoom, visible
        if self._part is None:
            return
        most = math.sqrt(MOST_PIXELS / (self._shapes.rect.width() * self._shapes.rect.height()))
        wanted = min(fitted * 2, most)
        if visible is not None:
            self.backdrop.rest(zoom, visible, qcolor(self._part.picture_colours.theme.ink.table))
        if abs(wanted - self._base_zoom) > wanted * 0.05:
            self._base_zoom = wanted
            if not self.backdrop.has_base:
                self._sketch()
            self._render_all()
        else:
            self._sharpen()

    # What is painted at once

    def _sketch(self) -> None:
        """Paint a sketch to see at once; the full board follows in slices."""
        assert self._part is not None
        self.backdrop.show_sharp(None)
        self.backdrop.show_base(self._sketch_of(self._shapes.rect, self._base_zoom / 2)[0])
        seen = self._seen_closely()
        if seen is not None:
            self.backdrop.show_sharp(*self._sketch_of(seen, self._zoom))

    def _sketch_of(self, rect: QRectF, zoom: float) -> tuple[RenderedPart, float]:
        assert self._part is not None
        zoom = max(0.05, min(zoom, math.sqrt(_SKETCH_PIXELS / (rect.width() * rect.height()))))
        return rendered_now(self._part, rect, zoom, Detail.SKETCH), zoom

    # What is baked behind

    def _render_all(self) -> None:
        assert self._part is not None
        self._queue.drop_all()
        self._plain.clear()
        self._is_whole = False
        self._sharpen()
        # At the fitted size first: that is soon done.
        self._queue.render("draft", rendered(self._part, self._shapes.rect, self._base_zoom / 2), self.backdrop.show_base)
        self._queue.render("base", rendered(self._part, self._shapes.rect, self._base_zoom), self._base_came)

    def _base_came(self, piece: RenderedPart) -> None:
        self._is_whole = True
        self.backdrop.show_base(piece)

    def _render_plain(self) -> None:
        """Bake the provinces that are filled plainly; where the view is close, what is seen comes first."""
        assert self._part is not None
        if self._is_sharpening:
            self._sharpen()
        pieces = [(code, piece) for code in sorted(self._plain) for piece in self.backdrop.pieces(self._around(code))]
        pieces.sort(key=lambda each: each[1].name == "base")
        for code, piece in pieces:
            done = partial(self._province_came, code, piece)
            self._queue.render(f"{piece.name} {code}", rendered(self._part, piece.rect, piece.zoom), done)

    def _province_came(self, code: str, piece: BackdropPart, rendered_piece: RenderedPart) -> None:
        if piece.name == "base":
            self._plain.discard(code)
        piece.mend(rendered_piece)

    def _sharpen(self) -> None:
        """Bake what is seen as large as it is seen, where the base is too coarse for that."""
        assert self._part is not None
        self._queue.drop("sharp")
        self._is_sharpening = False
        seen = self._seen_closely()
        if seen is None:
            self.backdrop.show_sharp(None)
            return
        self._is_sharpening = True
        self._queue.render("sharp", rendered(self._part, seen, self._zoom), partial(self._sharp_came, self._zoom))

    def _sharp_came(self, zoom: float, piece: RenderedPart) -> None:
        self._is_sharpening = False
        self.backdrop.show_sharp(piece, zoom)

    def _seen_closely(self) -> QRectF | None:
        """Return the visible part and a little around it, on whole pixels, where the base is too coarse for it."""
        if self._visible is None or self._zoom <= self._base_zoom * _BEYOND:
            return None
        slack_x, slack_y = self._visible.width() * 0.125, self._visible.height() * 0.125
        area = self._visible.adjusted(-slack_x, -slack_y, slack_x, slack_y).intersected(self._shapes.rect)
        return None if area.isEmpty() else on_grid(self._visible, area, self._zoom)

    def _around(self, code: str) -> QRectF:
        slack = self._shapes.rect.width() * 0.004
        return self._shapes.bounds[code].adjusted(-slack, -slack, slack, slack)
