"""Overlay of the drawing on the bench: steps as a graph, anchors, doubtful borders, faults, kinds, the province that is picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.presentation.board_editor.changes_drawn import NOTHING, ChangesDrawn
from app.presentation.board_editor.graph import BenchLayer, DoubtfulEdge, StepLine
from app.presentation.layers import Layer
from app.qt.board_editor.changes_painter import ChangesPainter, line_path, path_of
from app.qt.widgets.look import Look
from languages import mark, tr
from variants.compiled import CompiledBoard, Point
from variants.fault import Fault, Severity
from variants.reviewed import DividedLand

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
        font.setPixelSize(11)
        painter.save()
        painter.translate(at)
        painter.scale(pixel, pixel)
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
        painter.scale(pixel, pixel)
        painter.setPen(QPen(self._colour("raised"), 2))
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        font = QFont(painter.font())
        font.setPixelSize(14 if is_picked else 12)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._colour("raised"))
        painter.drawText(QRectF(-radius, -radius, 2 * radius, 2 * radius), Qt.AlignmentFlag.AlignCenter, sign)
        painter.restore()
