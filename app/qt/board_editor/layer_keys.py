"""Key of each layer over the drawing: a small piece of the layer's own drawing."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap

from app.presentation.board_editor.graph import BenchLayer
from app.qt.widgets.look import Look

KEY = QSize(20, 14)
_FINER = 2
_LINES = {BenchLayer.ARMY: [], BenchLayer.FLEET: [2.4, 1.8], BenchLayer.SEA: [1.0, 2.0]}
_SIGNS = {BenchLayer.DOUBTFUL: ("?", "warning"), BenchLayer.FAULTS: ("!", "bad"), BenchLayer.CHANGES: ("≠", "accent")}
_WORDS = {BenchLayer.KINDS: "a", BenchLayer.COASTS: "/n"}


def layer_key(layer: BenchLayer, look: Look) -> QIcon:
    """A sample of *layer* in the colours of the window."""
    made = QPixmap(KEY * _FINER)
    made.setDevicePixelRatio(_FINER)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle, box = QPointF(KEY.width() / 2, KEY.height() / 2), QRectF(1.5, 1.5, KEY.width() - 3, KEY.height() - 3)
    if layer in _LINES:
        army = "good" if look.dark else "warning"  # as the overlay draws it
        pen = QPen(look.colour(army if layer is BenchLayer.ARMY else "accent"), 2.4)
        if _LINES[layer]:
            pen.setDashPattern(_LINES[layer])
        painter.setPen(pen)
        painter.drawLine(QLineF(1, middle.y(), KEY.width() - 4, middle.y()))
    elif layer in _SIGNS:
        sign, colour = _SIGNS[layer]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour(colour))
        painter.drawEllipse(middle, 6.5, 6.5)
        _write(painter, sign, look, "raised")
    elif layer in _WORDS:
        painter.setPen(QPen(look.colour("line_strong"), 1))
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(box, 4, 4)
        _write(painter, _WORDS[layer], look, "text")
    elif layer is BenchLayer.ANCHORS:
        painter.setPen(QPen(look.colour("accent"), 2))
        painter.drawLine(QLineF(middle.x() - 5, middle.y(), middle.x() + 5, middle.y()))
        painter.drawLine(QLineF(middle.x(), middle.y() - 5, middle.x(), middle.y() + 5))
    elif layer is BenchLayer.UNITS:
        painter.setPen(QPen(look.colour("raised"), 1.5))
        painter.setBrush(look.colour("text_soft"))
        painter.drawEllipse(middle, 5.5, 5.5)
    else:
        painter.setPen(QPen(look.colour("text"), 1.4))
        painter.drawPolygon([QPointF(2, 4), QPointF(9, 2), QPointF(18, 5), QPointF(15, 12), QPointF(4, 12)])
    painter.end()
    return QIcon(made)


def _write(painter: QPainter, words: str, look: Look, colour: str) -> None:
    font = painter.font()
    font.setPixelSize(10)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(look.colour(colour))
    painter.drawText(QRectF(0, 0, KEY.width(), KEY.height()), Qt.AlignmentFlag.AlignCenter, words)
