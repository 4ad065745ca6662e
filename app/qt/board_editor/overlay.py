"""Layers over the drawing on the bench: graph of steps, doubtful borders, faults, changes since an earlier version, and their keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QIcon, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.presentation.layout.drawing import Layer
from app.presentation.picture import NODE_PIXELS
from app.presentation.step_graph import BenchLayer, DoubtfulEdge, StepLine, nodes_of
from app.presentation.variant_changes import NOTHING, ChangedStep, ChangesDrawn, Sign
from app.qt.widgets.look import Look, growth
from languages import mark, tr
from variants.compiled import CompiledBoard, Line, Point, Polygon
from variants.fault import Fault, Severity
from variants.reviewed import DividedLand

_NODE_EDGE = 1.6
_DASHES = {BenchLayer.FLEET: [4.0, 3.0], BenchLayer.SEA: [1.5, 3.0]}


class StepGraph(QGraphicsItem):
    """Painted beneath names, so that each stays legible; sizes are in pixels of the screen, for any zoom."""

    def __init__(self, board: CompiledBoard, look: Look) -> None:
        super().__init__()
        self._board = board
        self._look = look
        self.lines: tuple[StepLine, ...] = ()
        self.picked: str | None = None
        self.setZValue(Layer.LABELS - 1)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_lines(self, lines: tuple[StepLine, ...], picked: str | None, look: Look) -> None:
        """Show these from now on, those of the province that is *picked* stronger."""
        self.lines, self.picked, self._look = lines, picked, look
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return QRectF(0, 0, self._board.width, self._board.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint the lines, and where they end."""
        if not self.lines:
            return
        pixel = 1 / max(1e-6, painter.worldTransform().m11())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in self.lines:
            self._paint_line(painter, line, pixel)
        self._paint_nodes(painter, pixel)

    def _colour(self, key: str, alpha: float = 1.0) -> QColor:
        colour = self._look.colour(key)
        colour.setAlphaF(alpha)
        return colour

    def _paint_line(self, painter: QPainter, line: StepLine, pixel: float) -> None:
        path = QPainterPath(QPointF(*line.points[0]))
        if len(line.points) == 3:
            curve(path, line.points)
        else:
            path.lineTo(QPointF(*line.points[-1]))
        is_picked = self.picked in (line.origin.partition("/")[0], line.target.partition("/")[0])
        army = "good" if self._look.dark else "warning"  # by night a warning has nearly the colour of the accent
        colour = self._colour("bad" if line.is_one_way else army if line.layer is BenchLayer.ARMY else "accent")
        width = 3.4 if is_picked or line.is_one_way else 1.7
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._colour("raised", 0.85), (width + 2) * pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(path)
        pen = QPen(colour, width * pixel)
        if line.layer in _DASHES:
            pen.setDashPattern(_DASHES[line.layer])
        painter.setPen(pen)
        painter.drawPath(path)
        if line.is_one_way:
            self._paint_head(painter, line.points, colour, pixel)

    def _paint_head(self, painter: QPainter, points: Sequence[Point], colour: QColor, pixel: float) -> None:
        """Paint the head of a step that has no way back."""
        (ax, ay), (bx, by) = points[-2], points[-1]
        angle = math.atan2(by - ay, bx - ax)
        size, tip = 13 * pixel, QPointF(bx - 9 * pixel * math.cos(angle), by - 9 * pixel * math.sin(angle))
        path = QPainterPath(tip)
        for turn in (2.7, -2.7):
            path.lineTo(tip + QPointF(size * math.cos(angle + turn), size * math.sin(angle + turn)))
        path.closeSubpath()
        painter.fillPath(path, colour)

    def _paint_nodes(self, painter: QPainter, pixel: float) -> None:
        painter.setPen(QPen(self._colour("text"), _NODE_EDGE * pixel))
        painter.setBrush(self._colour("raised"))
        radius = (NODE_PIXELS - _NODE_EDGE / 2) * pixel
        for at in nodes_of(self.lines):
            painter.drawEllipse(QPointF(*at), radius, radius)


def curve(path: QPainterPath, points: Sequence[Point]) -> None:
    """On through the middle one of three points: smoothly, or bent there where a curve would stray."""
    (ax, ay), (mx, my), (bx, by) = points
    way = math.hypot(bx - ax, by - ay)
    if math.hypot(mx - (ax + bx) / 2, my - (ay + by) / 2) < 0.35 * way:
        path.quadTo(QPointF(2 * mx - (ax + bx) / 2, 2 * my - (ay + by) / 2), QPointF(bx, by))
    else:
        path.lineTo(QPointF(mx, my))
        path.lineTo(QPointF(bx, by))


_PATTERNS = {Sign.ADDED: Qt.BrushStyle.Dense6Pattern, Sign.CHANGED: Qt.BrushStyle.BDiagPattern, Sign.GONE: Qt.BrushStyle.DiagCrossPattern}
_COLOURS = {Sign.ADDED: "good", Sign.CHANGED: "warning", Sign.GONE: "bad"}
_LINE = 20
_SIZE = 12
"""Pixels of words and signs on the board, with words of the usual size in the window."""
"""Pixels from one word to the next."""


class ChangesPainter:
    """For one painting; sizes are in pixels of the screen.

    Args:
        pixel: a pixel in units of the board.
        outline: the outline of a province of the board.
    """

    def __init__(self, painter: QPainter, pixel: float, look: Look, outline: Callable[[str], QPainterPath]) -> None:
        self._painter, self._pixel, self._look, self._outline = painter, pixel, look, outline

    def paint(self, changes: ChangesDrawn, board: CompiledBoard) -> None:
        """Provinces, steps over them, words on top."""
        for code, sign in changes.provinces.items():
            self._area(self._outline(code), sign)
        for polygons in changes.gone.values():
            self._area(path_of(polygons), Sign.GONE)
        for step in changes.steps:
            self._step(step)
        for code, polygons in changes.gone.items():
            self._words(path_of(polygons).boundingRect().center(), ((Sign.GONE, code),))
        for code, words in changes.words.items():
            x, y = next(iter(board.provinces[code].units.values()))
            self._words(QPointF(x, y + 26 * self._pixel), words)

    def _colour(self, sign: Sign) -> QColor:
        return self._look.colour(_COLOURS[sign])

    def _area(self, path: QPainterPath, sign: Sign) -> None:
        painter, colour = self._painter, self._colour(sign)
        hatch = QBrush(colour, _PATTERNS[sign])
        hatch.setTransform(painter.worldTransform().inverted()[0])  # the same hatch at every zoom
        painter.fillPath(path, hatch)
        pen = QPen(colour, 2.5 * self._pixel)
        if sign is Sign.GONE:
            pen.setDashPattern([4.0, 3.0])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(path)

    def _step(self, step: ChangedStep) -> None:
        painter = self._painter
        path = QPainterPath(QPointF(*step.points[0]))
        if len(step.points) == 3:
            curve(path, step.points)
        else:
            path.lineTo(QPointF(*step.points[-1]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._look.colour("raised"), 6.5 * self._pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(path)
        pen = QPen(self._colour(step.sign), 4 * self._pixel)
        if step.sign is Sign.GONE:
            pen.setDashPattern([2.0, 1.5])
        painter.setPen(pen)
        painter.drawPath(path)
        self._words(path.pointAtPercent(0.5), ((step.sign, ""),))

    def _words(self, at: QPointF, words: Sequence[tuple[Sign, str]]) -> None:
        painter = self._painter
        font = QFont(painter.font())
        font.setPixelSize(_SIZE)
        font.setBold(True)
        painter.save()
        painter.translate(at)
        _grow(painter, self._pixel)
        painter.setFont(font)
        for row, (sign, text) in enumerate(words):
            line = f"{sign.value} {text}".strip()
            width = painter.fontMetrics().horizontalAdvance(line) + 10
            box = QRectF(-width / 2, row * _LINE - 9, width, 18)
            painter.setPen(QPen(self._colour(sign), 1.5))
            painter.setBrush(self._look.colour("raised"))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(self._look.colour("text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, line)
        painter.restore()


def _grow(painter: QPainter, pixel: float) -> None:
    """Paint in pixels of the screen from now on, larger ones where the words of the window are larger."""
    size = pixel * growth(QApplication.font())
    painter.scale(size, size)


def path_of(polygons: Sequence[Polygon]) -> QPainterPath:
    """Outlines as a path."""
    path = QPainterPath()
    for polygon in polygons:
        for ring in polygon:
            path.moveTo(*ring[0])
            for point in ring[1:]:
                path.lineTo(*point)
            path.closeSubpath()
    return path


def line_path(line: Line) -> QPainterPath:
    """A line as a path."""
    path = QPainterPath(QPointF(*line[0]))
    for point in line[1:]:
        path.lineTo(*point)
    return path


_KINDS = {"inland": mark("inland"), "coastal": mark("coast"), "sea": mark("sea"), "impassable": mark("closed")}
_ROOM = 70
"""Pixels along a shore that a name needs."""
_ANCHORS = {"unit": mark("unit"), "sc": mark("centre"), "label": mark("name"), "retreat": mark("retreat")}


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that the drawing can say: ``unit:spa/nc``, ``sc:spa``."""

    name: str
    at: Point


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the overlay paints."""

    layers: frozenset[BenchLayer] = frozenset()
    lines: tuple[StepLine, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    doubtful: tuple[DoubtfulEdge, ...] = ()
    faults: tuple[tuple[Fault, Point], ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    picked: str | None = None
    picked_fault: Fault | None = None
    flashing: frozenset[str] = frozenset()
    """Provinces that were just changed."""
    lands: tuple[DividedLand, ...] = ()
    """Lands that have several coasts, or could have."""
    changes: ChangesDrawn = NOTHING
    """Changes from an earlier version."""


class Overlay(QGraphicsItem):
    """Painted over everything of a scene; sizes are in pixels of the screen, for any zoom."""

    def __init__(self, board: CompiledBoard, look: Look) -> None:
        super().__init__()
        self._board = board
        self._look = look
        self._outlines: dict[str, QPainterPath] = {}
        self.shown = Shown()
        self.setZValue(Layer.DRAG + 10)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_all(self, shown: Shown, look: Look) -> None:
        """Show this from now on."""
        self.shown, self._look = shown, look
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return QRectF(0, 0, self._board.width, self._board.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint the overlay."""
        shown, zoom = self.shown, max(1e-6, painter.worldTransform().m11())
        pixel = 1 / zoom
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if BenchLayer.PROVINCES in shown.layers:
            self._paint_provinces(painter, pixel)
        self._paint_outlines(painter, pixel)
        if BenchLayer.CHANGES in shown.layers and shown.changes is not NOTHING:
            ChangesPainter(painter, pixel, self._look, self._outline).paint(shown.changes, self._board)
        if shown.layers & {BenchLayer.KINDS, BenchLayer.PROVINCES}:
            self._paint_kinds(painter, pixel)
        if BenchLayer.COASTS in shown.layers:
            self._paint_coasts(painter, pixel)
        if BenchLayer.ANCHORS in shown.layers:
            for anchor in shown.anchors:
                self._paint_anchor(painter, anchor, pixel)
        if BenchLayer.DOUBTFUL in shown.layers:
            for edge in (each for each in shown.doubtful if not each.answer):
                self._paint_sign(painter, edge.at, "?", self._colour("warning"), pixel, is_picked=shown.picked in edge.provinces)
        if BenchLayer.FAULTS in shown.layers:
            for fault, at in shown.faults:
                colour = self._colour("bad" if fault.severity is Severity.ERROR else "warning")
                self._paint_sign(painter, at, "!", colour, pixel, is_picked=fault == shown.picked_fault)

    def _colour(self, key: str, alpha: float = 1.0) -> QColor:
        colour = self._look.colour(key)
        colour.setAlphaF(alpha)
        return colour

    def _outline(self, code: str) -> QPainterPath:
        if code not in self._outlines:
            self._outlines[code] = self._made_outline(code)
        return self._outlines[code]

    def _made_outline(self, code: str) -> QPainterPath:
        shape = self._board.provinces.get(code)
        return path_of(() if shape is None else shape.levels[1])

    def _paint_provinces(self, painter: QPainter, pixel: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((self._colour("raised", 0.8), 3.4), (self._colour("text"), 1.4)):
            painter.setPen(QPen(colour, width * pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            for code in self._board.provinces:
                painter.drawPath(self._outline(code))

    def _paint_outlines(self, painter: QPainter, pixel: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for code in self.shown.flashing:
            path = self._outline(code)
            painter.fillPath(path, self._colour("warning_soft", 0.55))
            painter.setPen(QPen(self._colour("warning"), 3 * pixel))
            painter.drawPath(path)
        if self.shown.picked is not None:
            path = self._outline(self.shown.picked)
            for colour, width in ((self._colour("raised"), 7.0), (self._colour("accent"), 4.0)):
                painter.setPen(QPen(colour, width * pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
                painter.drawPath(path)

    def _paint_anchor(self, painter: QPainter, anchor: Anchor, pixel: float) -> None:
        x, y = anchor.at
        arm = 6 * pixel
        for colour, width in ((self._colour("raised"), 4.5), (self._colour("accent"), 2.0)):
            painter.setPen(QPen(colour, width * pixel))
            painter.drawLine(QPointF(x - arm, y), QPointF(x + arm, y))
            painter.drawLine(QPointF(x, y - arm), QPointF(x, y + arm))
        kind, _, place = anchor.name.partition(":")
        if self.shown.picked is not None and place.partition("/")[0] == self.shown.picked.lower() and self._has_room(anchor, pixel):
            self._paint_words(painter, QPointF(x, y - 15 * pixel), tr(_ANCHORS[kind]), pixel)

    def _has_room(self, anchor: Anchor, pixel: float) -> bool:
        """Return True if words beside an anchor would lie over no other one: seen from afar they would."""
        others = (each.at for each in self.shown.anchors if each.name != anchor.name)
        return all(abs(x - anchor.at[0]) > 52 * pixel or abs(y - anchor.at[1]) > 26 * pixel for x, y in others)

    def _paint_kinds(self, painter: QPainter, pixel: float) -> None:
        """Paint codes and kinds, in one box where both are wanted."""
        layers = self.shown.layers
        for code, shape in self._board.provinces.items():
            if not shape.units:
                continue
            kind = self.shown.kinds.get(code, "")
            words = [code] if BenchLayer.PROVINCES in layers else []
            if BenchLayer.KINDS in layers:
                words.append(tr(_KINDS.get(kind, kind or "?")))
            x, y = next(iter(shape.units.values()))
            self._paint_words(painter, QPointF(x, y + 18 * pixel), " ".join(words), pixel)

    def _paint_coasts(self, painter: QPainter, pixel: float) -> None:
        """Each coast along its shore, and its name where its fleet stands; dashed and with a question mark where it only could be one."""
        for land in self.shown.lands:
            for (coast, _), lines in zip(land.coasts, land.stretches, strict=False):
                paths = [line_path(line) for line in lines if len(line) > 1]
                self._paint_stretch(painter, paths, pixel, is_one=land.is_split)
                longest = max(paths, key=lambda each: each.length(), default=QPainterPath())
                has_room = longest.length() > _ROOM * pixel or land.code == self.shown.picked
                if paths and not land.is_split and has_room:
                    self._paint_words(painter, longest.pointAtPercent(0.5), f"{land.code}/{coast}?", pixel)
        for code, shape in self._board.provinces.items():
            for coast, (x, y) in shape.units.items():
                if coast:
                    self._paint_words(painter, QPointF(x, y - 18 * pixel), f"{code}/{coast}", pixel)

    def _paint_stretch(self, painter: QPainter, paths: Sequence[QPainterPath], pixel: float, *, is_one: bool) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((self._colour("raised", 0.9), 7.5), (self._colour("accent"), 4.0)):
            pen = QPen(colour, width * pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
            if not is_one and width < 5:
                pen.setDashPattern([2.0, 1.2])
            painter.setPen(pen)
            for path in paths:
                painter.drawPath(path)
        painter.setPen(QPen(self._colour("raised"), 1.5 * pixel))
        painter.setBrush(self._colour("accent"))
        for path in (each for each in paths if each.length() > _ROOM / 2 * pixel):  # where one coast ends another may begin
            for end in (0.0, 1.0):
                painter.drawEllipse(path.pointAtPercent(end), 4.5 * pixel, 4.5 * pixel)

    def _paint_words(self, painter: QPainter, at: QPointF, words: str, pixel: float) -> None:
        font = QFont(painter.font())
        font.setPixelSize(_SIZE - 1)
        painter.save()
        painter.translate(at)
        _grow(painter, pixel)
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(words) + 10
        box = QRectF(-width / 2, -9, width, 18)
        painter.setPen(QPen(self._colour("line_strong"), 1))
        painter.setBrush(self._colour("raised"))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(self._colour("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()

    def _paint_sign(self, painter: QPainter, at: Point, sign: str, colour: QColor, pixel: float, *, is_picked: bool) -> None:
        radius = 12 if is_picked else 9
        painter.save()
        painter.translate(*at)
        _grow(painter, pixel)
        painter.setPen(QPen(self._colour("raised"), 2))
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        font = QFont(painter.font())
        font.setPixelSize(_SIZE + 2 if is_picked else _SIZE)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._colour("raised"))
        painter.drawText(QRectF(-radius, -radius, 2 * radius, 2 * radius), Qt.AlignmentFlag.AlignCenter, sign)
        painter.restore()


KEY = QSize(20, 14)
_FINER = 4
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
    font.setPixelSize(_SIZE - 2)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(look.colour(colour))
    painter.drawText(QRectF(0, 0, KEY.width(), KEY.height()), Qt.AlignmentFlag.AlignCenter, words)
