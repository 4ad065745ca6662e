"""View of the board: zoom and position, graphics card, and which part was clicked by mouse or key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QRegion,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QWidget

from adjudicator.unit import Location
from app.presentation.layout.situation import anchor
from app.presentation.order_tools.stage import ToolKey
from app.presentation.system_hints import Card
from app.qt.map.accessibility import BoardParts, SpokenSource, accessible_parts_of
from app.qt.map.scene import BoardScene, ProvinceTouch
from languages import tr

_VENDOR, _RENDERER, _VERSION = 0x1F00, 0x1F01, 0x1F02
"""OpenGL's names for what it says of itself."""

_SAMPLES = 4
"""Samples a pixel: edges are smoothed by them."""


def probe_card() -> Card | None:
    """Return the card that OpenGL reports here; ``None`` where there is none.

    It takes some hundredths of a second and loads the driver, so ask once and not before the first picture.
    """
    try:
        from PySide6.QtGui import QOffscreenSurface, QOpenGLContext

        surface = QOffscreenSurface()
        surface.create()
        context = QOpenGLContext()
        if not surface.isValid() or not context.create() or not context.makeCurrent(surface):
            return None
        functions = context.functions()
        said = [str(functions.glGetString(each) or "") for each in (_VENDOR, _RENDERER, _VERSION)]
        context.doneCurrent()
        return Card(*said)
    except Exception:  # noqa: BLE001  # whatever a driver does wrong, the processor can paint
        return None


def card_viewport() -> QWidget | None:
    """A widget that the card paints; ``None`` where Qt cannot make one."""
    try:
        from PySide6.QtGui import QSurfaceFormat
        from PySide6.QtOpenGLWidgets import QOpenGLWidget

        made = QOpenGLWidget()
        wanted = QSurfaceFormat.defaultFormat()
        wanted.setSamples(_SAMPLES)
        made.setFormat(wanted)
        return made
    except Exception:  # noqa: BLE001  # as above
        return None


def is_working(viewport: QWidget) -> bool:
    """Return True if *viewport*, made by ``card_viewport`` and visible, has anything to paint by."""
    return bool(getattr(viewport, "isValid", lambda: True)())


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
        wanted = min(port.width() / max(rect.width(), 1), port.height() / max(rect.height(), 1)) * AREA_OF_VIEW
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


_LONG_PRESS = 550

_KEYS = {
    Qt.Key.Key_H: ToolKey.HOLD,
    Qt.Key.Key_S: ToolKey.SUPPORT,
    Qt.Key.Key_C: ToolKey.CONVOY,
    Qt.Key.Key_M: ToolKey.MOVE,
    Qt.Key.Key_D: ToolKey.DISBAND,
    Qt.Key.Key_W: ToolKey.WAIVE,
    Qt.Key.Key_Return: ToolKey.ENTER,
    Qt.Key.Key_Enter: ToolKey.ENTER,
    Qt.Key.Key_Backspace: ToolKey.BACKSPACE,
    Qt.Key.Key_Delete: ToolKey.BACKSPACE,
    Qt.Key.Key_Escape: ToolKey.ESCAPE,
    Qt.Key.Key_Up: ToolKey.UP,
    Qt.Key.Key_Down: ToolKey.DOWN,
    Qt.Key.Key_Left: ToolKey.LEFT,
    Qt.Key.Key_Right: ToolKey.RIGHT,
}


AREA_OF_VIEW = 0.8
"""Part of the view from side to side that an area has which is zoomed to."""


class BoardView(ZoomView):
    """Shows a :class:`BoardScene`, and tells what was touched on it.

    Signals:
        location_clicked(ProvinceTouch): a button was pressed and let go on one spot. Not sent for the right button.
        location_hovered(ProvinceTouch): the pointer went to another province, unit or arrow; the province is ``None`` when it left.
        unit_dragged(ProvinceTouch, ProvinceTouch): a unit was dragged; where from, and where it was dropped.
        context_requested(ProvinceTouch, QPoint): right button or menu key; the point is on the screen.
        long_pressed(ProvinceTouch, QPoint): the left button was held still; the point is on the screen.
        key_pressed(Key): a key that writes orders.
    """

    location_clicked = Signal(object)
    location_hovered = Signal(object)
    unit_dragged = Signal(object, object)
    context_requested = Signal(object, QPoint)
    long_clicked = Signal(object, QPoint)
    key_pressed = Signal(object)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Board"))
        self.spoken: SpokenSource | None = None
        """Source of the board in words, for the accessible tree."""
        self._pressed: ProvinceTouch | None = None
        self._pressed_at = QPoint()
        self._last = QPoint()
        self._panning = False
        self._dragging = False
        self._double = False
        self._hovered: ProvinceTouch | None = None
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(_LONG_PRESS)
        self._hold.timeout.connect(self._held)

    # --- for the accessible tree ---

    def painted_parts(self) -> BoardParts:
        """Units and provinces, for programs that read the screen."""
        return BoardParts(self)

    def tell_cursor(self) -> None:
        """Tell programs that read the screen where the keyboard's cursor is."""
        parts = accessible_parts_of(self)
        if parts is not None and self.hasFocus():
            parts.tell_focus()

    def tell_changes(self) -> None:
        """Tell them which units and provinces have other words now."""
        parts = accessible_parts_of(self)
        if parts is not None:
            parts.tell_changes()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say what is under the keyboard's cursor when the keys come here."""
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self.tell_cursor)  # once Qt has reported that the board has them

    @property
    def picked(self) -> str | None:
        """The province whose unit is picked."""
        picture = self._scene.picture
        return None if picture is None else picture.pointing.selected

    def screen_rect_of(self, province: str) -> QRect:
        """Return the rectangle of *province* on the screen, in its pixels."""
        inside = self.mapFromScene(self._scene.area_of(province)).boundingRect()
        return QRect(self.viewport().mapToGlobal(inside.topLeft()), inside.size())

    def province_at(self, x: int, y: int) -> str | None:
        """The province at a point of the screen."""
        spot = self.mapToScene(self.viewport().mapFromGlobal(QPoint(x, y)))
        return self._scene.hits.province_at(spot.x(), spot.y())

    def show_scene(self, scene: BoardScene) -> None:
        """Show another board; presses and points on the one before are forgotten."""
        self._hovered = self._pressed = None
        self._dragging = False
        super().show_scene(scene)

    def viewportEvent(self, event: QEvent) -> bool:
        """Pinch to zoom; forget the hover when the pointer leaves."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1 + event.value(), event.position())
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    # Touching

    def touch_at(self, at: QPoint, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> ProvinceTouch:
        """Return the touch at a point of the window."""
        return self._scene.touch_at(self.mapToScene(at), modifiers=modifiers, zoom=self.zoom)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note where it begins: a click, a drag of a unit, or a pan."""
        self._pressed_at = self._last = event.position().toPoint()
        if event.button() is Qt.MouseButton.MiddleButton:
            self._panning = True
        elif event.button() is Qt.MouseButton.LeftButton:
            point = self.mapToScene(self._pressed_at)
            self._pressed = self._scene.touch_at(point, event.button(), event.modifiers(), double=self._double, zoom=self.zoom)
            self._double = False
            self._hold.start()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click of a double click is a click as well, and says so."""
        self._double = True
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, drag a unit, or hover."""
        here = event.position().toPoint()
        far = (here - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        if far and self._pressed is not None and not self._panning and not self._dragging:
            self._hold.stop()
            self._dragging = self._pressed.unit is not None
            self._panning = not self._dragging
        if self._panning:
            moved = here - self._last
            self.pan_by(-moved.x(), -moved.y())
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._dragging and self._pressed is not None and self._pressed.unit is not None:
            self._scene.show_drag(self._pressed.unit.province, self.mapToScene(here))
            self._hover(self.touch_at(here))
        elif self._pressed is None:
            self._hover(self.touch_at(here))
        self._last = here
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Say what happened."""
        self._hold.stop()
        pressed, self._pressed = self._pressed, None
        panning, self._panning = self._panning, False
        dragging, self._dragging = self._dragging, False
        self.viewport().unsetCursor()
        if dragging and pressed is not None:
            self._scene.show_drag(None, None)
            self.unit_dragged.emit(pressed, self.touch_at(event.position().toPoint()))
        elif pressed is not None and not panning and event.button() is Qt.MouseButton.LeftButton:
            self.location_clicked.emit(pressed)
        event.accept()

    def _held(self) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is not None:
            self.long_clicked.emit(pressed, self.viewport().mapToGlobal(self._pressed_at))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Right button, or the menu key: then the province under the keyboard's cursor is meant."""
        at = event.pos()
        picture = self._scene.picture
        if event.reason() is QContextMenuEvent.Reason.Keyboard and picture is not None:
            province = picture.pointing.hovered or picture.pointing.selected
            if province is not None and province in self._scene.board.provinces:
                place = anchor(self._scene.board, Location(province))
                at = at if place is None else self.mapFromScene(*place)
        self.context_requested.emit(self.touch_at(at), self.viewport().mapToGlobal(at))
        event.accept()

    def _hover(self, touch: ProvinceTouch | None) -> None:
        before = self._hovered
        if touch is None:
            touch = ProvinceTouch(None, None, None, False, None, 0, 0)
        if before is not None and (before.province, before.unit, before.dislodged, before.order) == (
            touch.province,
            touch.unit,
            touch.dislodged,
            touch.order,
        ):
            return
        self._hovered = touch
        self.location_hovered.emit(touch)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that write orders are signalled; Ctrl and arrows pan, plus and minus zoom, 0 fits."""
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        step = max(40, self.viewport().width() // 12)
        pans = {
            Qt.Key.Key_Left: (-step, 0),
            Qt.Key.Key_Right: (step, 0),
            Qt.Key.Key_Up: (0, -step),
            Qt.Key.Key_Down: (0, step),
        }
        if control and key in pans:
            self.pan_by(*pans[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif key is Qt.Key.Key_Minus:
            self.zoom_out()
        elif key is Qt.Key.Key_0:
            self.fit()
        elif key in _KEYS and not control and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.key_pressed.emit(_KEYS[key])
        else:
            event.ignore()
            return
        event.accept()
