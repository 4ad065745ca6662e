"""Films the real window: a pointer that glides and presses, and a line of words below for each step.

Every press is a real one, sent to the widget under the pointer; what the film shows is what the window then paints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QCoreApplication, QElapsedTimer, QMimeData, QPoint, QPointF, QRect, QRectF, Qt, QTimer, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QFont, QImage, QPainter, QPainterPath, QPolygonF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.qt.map.fonts import FontFamily
from app.qt.map.small_picture import pillow

WIDTH, HEIGHT = 1180, 740
"""Pixels of the window."""
STRIP = 56
"""Pixels of the words below."""
_GLIDE, _TICK = 8, 60
"""Frames of a way of the pointer, and milliseconds of each."""
_SEEN = 100
"""Milliseconds between two pictures of what moves by itself."""
_READ = 45
"""Milliseconds a letter of the words, so that a slow reader is done with them."""
_PATIENCE = 120_000

Frame = tuple[Image.Image, int]


class Camera:
    """Films one window from when it is made."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._at = QPointF(WIDTH * 0.5, HEIGHT * 0.62)
        self._words = ""
        self._scene = QImage()
        self._unread = 0
        self._carried = 0
        self.frames: list[Frame] = []
        """Pictures with their milliseconds."""
        self.is_hurried = False
        """True to leave out the ways of the pointer."""

    @property
    def milliseconds(self) -> int:
        """Length of the film so far."""
        return sum(milliseconds for _, milliseconds in self.frames)

    def say(self, words: str) -> None:
        """Write *words* below, from the next picture on."""
        self._words = words
        self._unread = 600 + _READ * len(words)
        self.look(300)

    def look(self, milliseconds: int) -> None:
        """Show the window as it is now for that long."""
        _settle()
        self._scene = self._grab()
        self._shoot(milliseconds)

    def read(self) -> None:
        """Stay until the words below can have been read."""
        if self._unread > 0:
            self.look(self._unread)

    def press(
        self, widget: QWidget, at: QPoint | None = None, milliseconds: int = 500, in_dialog: Callable[[], None] | None = None
    ) -> None:
        """Glide to a widget, to its middle or to the point *at* of it, press, and look at what comes of it for so long.

        Args:
            in_dialog: what is done in the dialog that the press opens, and that it does not come back from before.
        """
        where = at or widget.rect().center()
        self.glide(widget, where)
        self._shoot(90, is_pressed=True)
        if in_dialog is not None:
            QTimer.singleShot(0, in_dialog)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
        if milliseconds:
            self.look(milliseconds)

    def hold(self, widget: QWidget, until: Callable[[], bool]) -> None:
        """Press a widget and keep it pressed until something is so."""
        where = widget.rect().center()
        self.glide(widget, where)
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
        waited = QElapsedTimer()
        waited.start()
        while not until():
            if waited.elapsed() > _PATIENCE:
                raise TimeoutError(f"at {self._words!r}: what is held does not open")
            _let_pass(_SEEN)
            self._scene = self._grab()
            self._shoot(_SEEN, is_pressed=True)
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
        self.look(300)

    def key(self, widget: QWidget, key: Qt.Key, milliseconds: int) -> None:
        """Press a key, and watch what comes of it for so long."""
        QTest.keyClick(widget, key)
        self.watch(milliseconds)

    def watch(self, milliseconds: int) -> None:
        """Film what moves by itself for so long."""
        for _ in range(max(1, milliseconds // _SEEN)):
            _let_pass(_SEEN)
            self._scene = self._grab()
            self._shoot(_SEEN)

    def wait(self, until: Callable[[], bool], at_least: int = 0) -> None:
        """Let the program work until a condition holds, off the record.

        Raises:
            TimeoutError: it never comes.
        """
        waited = QElapsedTimer()
        waited.start()
        while waited.elapsed() < at_least or not until():
            if waited.elapsed() > _PATIENCE:
                raise TimeoutError(f"at {self._words!r}: what is waited for does not come")
            QCoreApplication.processEvents()

    def drop(self, widget: QWidget, at: QPoint, files: Sequence[Path]) -> None:
        """Carry files in from the lower edge and drop them at the point *at* of a widget."""
        self._at = QPointF(WIDTH * 0.62, HEIGHT - 4)
        self._carried = len(files)
        self.glide(widget, at)
        self._shoot(300)
        self._carried = 0
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(widget, QDragEnterEvent(at, actions, data, buttons, keys))
        QApplication.sendEvent(widget, QDropEvent(QPointF(at), actions, data, buttons, keys))
        self.look(600)

    def glide(self, widget: QWidget, at: QPoint) -> None:
        """Lead the pointer to the point *at* of a widget."""
        _settle()
        self._scene = self._grab()
        start, end = self._at, self._place_of(widget, at)
        for step in range(_GLIDE if self.is_hurried else 1, _GLIDE + 1):
            share = step / _GLIDE
            self._at = start + (end - start) * (share * share * (3 - 2 * share))
            self._shoot(_TICK)

    def _place_of(self, widget: QWidget, at: QPoint) -> QPointF:
        top = widget.window()
        return QPointF(widget.mapTo(top, at) + self._corner(top))

    def _corner(self, top: QWidget) -> QPoint:
        """Return the corner of a window of its own over the main one in the film."""
        if top is self._window:
            return QPoint(0, 0)
        return QPoint((WIDTH - top.width()) // 2, max(0, (HEIGHT - top.height()) // 2))

    def _grab(self) -> QImage:
        image = self._window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        above = QApplication.activeModalWidget()
        if above is not None and above is not self._window:
            painter = QPainter(image)
            painter.fillRect(image.rect(), QColor(0, 0, 0, 90))
            painter.drawPixmap(self._corner(above), above.grab())
            painter.end()
        return image

    def _shoot(self, milliseconds: int, *, is_pressed: bool = False) -> None:
        whole = QImage(WIDTH, HEIGHT + STRIP, QImage.Format.Format_RGB32)
        whole.fill(QColor("#17364d"))
        painter = QPainter(whole)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawImage(QRect(0, 0, WIDTH, HEIGHT), self._scene)
        for number in range(self._carried):
            _paint_letter(painter, self._at + QPointF(14 + number * 5, 10 + number * 5))
        _paint_pointer(painter, self._at, is_pressed=is_pressed)
        font = QFont(FontFamily.INTERFACE)
        font.setPixelSize(23)
        painter.setFont(font)
        painter.setPen(QColor("#fdf6e4"))
        painter.drawText(QRect(24, HEIGHT, WIDTH - 48, STRIP), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._words)
        painter.end()
        self.frames.append((pillow(whole), milliseconds))
        self._unread -= milliseconds


def _paint_letter(painter: QPainter, at: QPointF) -> None:
    letter = QRectF(at.x(), at.y(), 46, 31)
    painter.setPen(QColor("#5b4326"))
    painter.setBrush(QColor("#fffaf0"))
    painter.drawRect(letter)
    painter.drawPolyline(QPolygonF([letter.topLeft(), letter.center(), letter.topRight()]))


def _paint_pointer(painter: QPainter, at: QPointF, *, is_pressed: bool) -> None:
    if is_pressed:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(201, 60, 40, 110))
        painter.drawEllipse(at, 21, 21)
    arrow = QPolygonF([QPointF(*each) for each in ((0, 0), (0, 25), (6, 20), (10.5, 30), (15, 28), (10.5, 18), (18, 18))])
    path = QPainterPath()
    path.addPolygon(arrow.translated(at))
    path.closeSubpath()
    painter.setPen(QColor("#ffffff"))
    painter.setBrush(QColor("#101418"))
    painter.drawPath(path)


def _settle() -> None:
    for _ in range(4):
        QCoreApplication.processEvents()


def _let_pass(milliseconds: int) -> None:
    passed = QElapsedTimer()
    passed.start()
    while passed.elapsed() < milliseconds:
        QCoreApplication.processEvents()
