"""The window onto the board: what was touched there, and by which key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from adjudicator.location import Location
from app.presentation.layout.places import anchor
from app.presentation.order_tools.touch import ToolKey
from app.qt.map.accessible_board import BoardParts, SpokenSource
from app.qt.map.accessible_parts import accessible_parts_of
from app.qt.map.pointer_target import ProvinceTouch
from app.qt.map.scene import BoardScene
from app.qt.map.zoom_view import ZoomView
from languages import tr

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
