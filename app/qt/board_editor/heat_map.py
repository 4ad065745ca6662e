"""The board with the provinces tinted by how often something happened in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsItem, QHBoxLayout, QLabel, QStyleOptionGraphicsItem, QVBoxLayout, QWidget

from app.presentation.layers import Layer
from app.presentation.picture import MapPicture
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from app.qt.widgets.look import Look
from languages import tr
from variants.compiled import CompiledBoard

STRONGEST = 0.78
"""Opacity of the tint of the hottest province; the drawing under it can still be seen."""
MOST_CHIPS = 5
_CHIP_HEIGHT = 20
"""Pixels."""


class _Tint(QGraphicsItem):
    """Between the land and everything that stands on it, so that names stay readable."""

    def __init__(self, board: CompiledBoard) -> None:
        super().__init__()
        self._rect = QRectF(0, 0, board.width, board.height)
        self._paths: dict[str, QPainterPath] = {}
        for code, shape in board.provinces.items():
            path = QPainterPath()
            for polygon in shape.levels[1]:
                for ring in polygon:
                    path.moveTo(*ring[0])
                    for point in ring[1:]:
                        path.lineTo(*point)
                    path.closeSubpath()
            self._paths[code] = path
        self._heat: Mapping[str, float] = {}
        self._never: Collection[str] = ()
        self._colour, self._hatch = QColor(), QColor()
        self.setZValue(Layer.GLOW - 1)

    def show_heat(self, heat: Mapping[str, float], colour: QColor, never: Collection[str], hatch: QColor) -> None:
        """Tint by *heat*, from 0 to 1; what is *never* is hatched."""
        self._heat, self._colour, self._never, self._hatch = heat, colour, never, hatch
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Tint."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for code, heat in self._heat.items():
            if heat > 0 and code in self._paths:
                painter.fillPath(self._paths[code], tinted(self._colour, heat))
        lines = QBrush(self._hatch, Qt.BrushStyle.BDiagPattern)
        lines.setTransform(painter.worldTransform().inverted()[0])  # as dense at every zoom
        for code in self._never:
            if code in self._paths:
                painter.fillPath(self._paths[code], lines)


class _Chips(QGraphicsItem):
    """The hottest provinces with their figures."""

    def __init__(self, scene: BoardScene) -> None:
        super().__init__()
        self._scene = scene
        self._board = scene.board
        self._chips: list[tuple[str, str]] = []
        self._look: Look | None = None
        self.setZValue(Layer.DRAG)

    def show_chips(self, chips: list[tuple[str, str]], look: Look) -> None:
        """Show these words in these provinces."""
        self._chips, self._look = chips, look
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return QRectF(0, 0, self._board.width, self._board.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint them, at one size for any zoom."""
        pixel = 1 / max(1e-6, painter.worldTransform().m11())
        for code, words in self._chips:
            shape = self._board.provinces.get(code)
            if shape is None or not shape.units or self._look is None:
                continue
            painter.save()
            font = QFont(painter.font())
            font.setPixelSize(11)
            font.setBold(True)
            painter.setFont(font)
            width = painter.fontMetrics().horizontalAdvance(words) + 12
            middle = QPointF(*next(iter(shape.units.values())))
            painter.translate(chip_place(middle, *self._scene.written_in(code), width * pixel, _CHIP_HEIGHT * pixel))
            painter.scale(pixel, pixel)
            box = QRectF(-width / 2, -_CHIP_HEIGHT / 2, width, _CHIP_HEIGHT)
            painter.setPen(QPen(self._look.colour("bad"), 1.2))
            painter.setBrush(self._look.colour("raised"))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(self._look.colour("bad"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
            painter.restore()


def chip_place(middle: QPointF, name: QRectF, star: QRectF, width: float, height: float) -> QPointF:
    """The middle of a chip of that size: where a unit stands, or else above or below the name, clear of the name and of the star.

    Args:
        middle: where a unit of the province stands.
        name: the rectangle of the name of the province on the board; a null rectangle where there is none.
        star: the same of its star.
        width: in units of the board, as *height* is.
    """
    gap = height * 0.65
    above, below = QPointF(name.center().x(), name.top() - gap), QPointF(name.center().x(), name.bottom() + gap)
    places = [middle] if name.isNull() else [middle, above, below]

    def is_clear(place: QPointF) -> bool:
        box = QRectF(place.x() - width / 2, place.y() - height / 2, width, height)
        return not box.intersects(name) and not box.intersects(star)

    return next(filter(is_clear, places), places[min(1, len(places) - 1)])


def tinted(colour: QColor, heat: float) -> QColor:
    """The colour of *heat*, from 0 to 1."""
    made = QColor(colour)
    made.setAlphaF(STRONGEST * min(1.0, max(0.0, heat)) ** 0.85)
    return made


class HeatLegend(QWidget):
    """Legend of the tints: a bar from pale to dark between nothing and the most."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _TintBar()
        self._most = QLabel()
        self._most.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel("0"))
        row.addWidget(self._bar)
        row.addWidget(self._most, 1)

    def show_scale(self, words: str, look: Look) -> None:
        """The darkest tint stands for what *words* say."""
        self._most.setText(words)
        self._bar.show_look(look)
        self.setAccessibleName(tr("From 0 to {words}", words=words))


class _TintBar(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self.setFixedSize(150, 22)

    def show_look(self, look: Look) -> None:
        self._look = look
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setPen(self._look.colour("text_soft"))
        bar = QRectF(0.5, 6, 149, 10)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for step in range(11):
            gradient.setColorAt(step / 10, tinted(self._look.colour("bad"), step / 10))
        painter.setBrush(self._look.colour("raised"))
        painter.drawRoundedRect(bar, 5, 5)
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, 5, 5)
        painter.end()


class HeatMap(QWidget):
    """A board that is tinted; zoomed and moved as boards are."""

    def __init__(self, board: CompiledBoard, picture: MapPicture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = BoardScene(board, self)
        self.tint, self.chips = _Tint(board), _Chips(self.scene)
        self.heat: Mapping[str, float] = {}
        self.never: frozenset[str] = frozenset()
        self.scene.addItem(self.tint)
        self.scene.addItem(self.chips)
        self.view = BoardView(self.scene)
        self.view.setMinimumSize(240, 180)
        self.scene.show_picture(picture)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)

    def show_heat(self, heat: Mapping[str, float], told: Callable[[float], str], look: Look, never: Collection[str] = ()) -> float:
        """Tint by *heat*; the darkest tint stands for the greatest, which is returned.

        Args:
            told: a figure in few words.
            never: provinces that are hatched.
        """
        self.heat, self.never = heat, frozenset(never)
        most = max(heat.values(), default=0.0)
        self.tint.show_heat(
            {code: value / most for code, value in heat.items()} if most else {}, look.colour("bad"), self.never, look.colour("text_soft")
        )
        hottest = sorted(heat, key=lambda each: (-heat[each], each))[:MOST_CHIPS]
        self.chips.show_chips([(code, f"{code} {told(heat[code])}") for code in hottest if heat[code] > 0], look)
        return most

    def close_scene(self) -> None:
        """The page goes."""
        self.scene.close()
