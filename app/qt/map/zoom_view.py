"""A board seen through a window: how large, which part of it, and what lies around it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QRegion, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from app.qt.map.card_viewport import card_viewport
from app.qt.map.scene import BoardScene

_STEP = 1.22
_LARGEST = 14.0
"""Times the fitted zoom."""

_SETTLED = 120
"""Milliseconds without zooming after which the board is rendered sharp."""

_MARGIN = 6


class ZoomView(QGraphicsView):
    """Shows a part of a :class:`BoardScene`, or all of it.

    Signals:
        zoom_changed(float): zoom as a multiple of the fitted one.
    """

    zoom_changed = Signal(float)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._scene = scene
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.is_on_card = False
        """True if the graphics card paints it."""
        self._set_up_viewport()
        self._fitted = True
        self._is_settled = True
        """True if the scene knows its size on the screen."""
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLED)
        self._settle.timeout.connect(self._settled)

    def _set_up_viewport(self) -> None:
        # All of it is painted at every frame, so nothing needs to be filled before.
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setMouseTracking(True)
        self.viewport().lower()  # below what lies over the board, such as a question

    def put_on_card(self, on_card: bool) -> None:
        """Let the graphics card paint the board, or the processor; it stays where Qt has no other way."""
        made = card_viewport() if on_card else QWidget()
        if made is None or on_card == self.is_on_card:
            return
        self.is_on_card = on_card
        self.setViewport(made)
        self._set_up_viewport()
        mode = QGraphicsView.ViewportUpdateMode
        # The card has each frame to itself; the processor paints what differs.
        self.setViewportUpdateMode(mode.FullViewportUpdate if on_card else mode.MinimalViewportUpdate)

    def show_scene(self, scene: BoardScene) -> None:
        """Show another board in place of the one before: fitted if that was, else at the same zoom and around the same place."""
        before = self._scene.board
        centre = self.mapToScene(self.viewport().rect().center())
        scale = scene.board.width / before.width
        self._scene = scene
        self.setScene(scene)
        if self._fitted:
            self.fit()
        else:
            self._set_zoom(self.zoom / scale)
            self.centerOn(centre.x() * scale, centre.y() * scene.board.height / before.height)
            self._settled()
        if self.isVisible():
            scene.warm_up()

    # Zoom and pan

    @property
    def zoom(self) -> float:
        """Pixels of the window per board unit."""
        return self.transform().m11()

    def fitted_zoom(self) -> float:
        """The zoom at which the whole board is seen."""
        port = self.viewport().size()
        board = self._scene.board
        return max(0.01, min((port.width() - _MARGIN) / board.width, (port.height() - _MARGIN) / board.height))

    def fit(self) -> None:
        """Show the whole board."""
        self._fit()
        self._settled()

    def _fit(self) -> None:
        self._fitted = True
        self._set_zoom(self.fitted_zoom())
        self.centerOn(self._scene.sceneRect().center())

    def zoom_in(self) -> None:
        """Zoom in around the middle."""
        self.zoom_by(_STEP, QPointF(self.viewport().rect().center()))

    def zoom_out(self) -> None:
        """Zoom out around the middle."""
        self.zoom_by(1 / _STEP, QPointF(self.viewport().rect().center()))

    def zoom_by(self, factor: float, around: QPointF) -> None:
        """Zoom by *factor*, keeping what is under *around* (in the window) where it is."""
        least = self.fitted_zoom()
        wanted = min(least * _LARGEST, max(least, self.zoom * factor))
        if wanted <= least * 1.001:
            self.fit()
            return
        self._fitted = False
        before = self.mapToScene(around.toPoint())
        self._set_zoom(wanted)
        after = self.mapToScene(around.toPoint())
        shift = after - before
        self.translate(shift.x(), shift.y())
        self._settle.start()

    def show_area(self, rect: QRectF) -> None:
        """Zoom to *rect*, in board units."""
        port = self.viewport().size()
        wanted = min(port.width() / max(rect.width(), 1), port.height() / max(rect.height(), 1)) * 0.8
        least = self.fitted_zoom()
        self._fitted = wanted <= least
        self._set_zoom(min(least * _LARGEST, max(least, wanted)))
        self.centerOn(rect.center())
        self._settled()

    def show_province(self, province: str) -> None:
        """Bring *province* into view without changing the zoom."""
        shape = self._scene.board.provinces.get(province)
        if shape is None:
            return  # not drawn yet
        left, top, right, bottom = shape.bounds
        self.ensureVisible(QRectF(left, top, right - left, bottom - top), 20, 20)
        self._settle.start()

    def pan_by(self, dx: int, dy: int) -> None:
        """Move what is seen by pixels."""
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + dx)
        down.setValue(down.value() + dy)
        self._settle.start()

    def _set_zoom(self, zoom: float) -> None:
        self.resetTransform()
        self.scale(zoom, zoom)
        self.zoom_changed.emit(zoom / self.fitted_zoom())

    def _settled(self) -> None:
        self._settle.stop()
        self._is_settled = True
        ratio = self.devicePixelRatioF()
        visible = self.mapToScene(self.viewport().rect()).boundingRect()
        self._scene.set_zoom(self.zoom * ratio, self.fitted_zoom() * ratio, visible)

    def settle(self) -> None:
        """Render sharp now, without waiting for the zoom to come to rest."""
        self._settled()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the board fitted while it was."""
        super().resizeEvent(event)
        if self._fitted:
            self._fit()
        self._settle.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the board when it is first seen."""
        super().showEvent(event)
        self._is_settled = False
        if self._fitted:
            self._fit()
        self._scene.warm_up()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer; a touchpad's two fingers pan unless Ctrl is held."""
        pixels = event.pixelDelta()
        if not pixels.isNull() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan_by(-pixels.x(), -pixels.y())
        else:
            turns = event.angleDelta().y() / 120
            if turns:
                self.zoom_by(_STEP**turns, event.position())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Lay out when it is first painted.

        Until then the window still finds its size, and a picture laid out for another one would be laid out again.
        """
        if event.type() == QEvent.Type.Paint and not self._is_settled:
            self._settled()
        return super().viewportEvent(event)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Fill what lies around the board: the board covers its own ground."""
        ground = self.backgroundBrush()
        if ground.style() is Qt.BrushStyle.NoBrush:
            ground = self._scene.backgroundBrush()
        exposed = QRegion(painter.worldTransform().mapRect(QRectF(rect)).toAlignedRect())
        covered = self._scene.covered
        if covered is not None:
            board = painter.worldTransform().mapRect(covered)
            # Its edges lie between pixels, which are then half covered.
            exposed -= board.adjusted(1, 1, -1, -1).toRect()
        if not exposed.isEmpty():
            painter.save()
            painter.resetTransform()
            painter.setClipRegion(exposed, Qt.ClipOperation.IntersectClip)
            painter.fillRect(exposed.boundingRect(), ground)
            painter.restore()
