"""Shapes, colours and paper of Qt made from plain values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from adjudicator.board import Terrain
from app.presentation.layout.polyline import Point
from app.presentation.power_colours import LandPattern, Motif
from app.presentation.theme import Colour
from variants.compiled import Border, BorderKind, CompiledBoard, Decoration, DecorationKind
from variants.style import Pattern

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer


@lru_cache(maxsize=2048)
def qcolor(colour: Colour) -> QColor:
    """*colour* as Qt has it; shared, so do not change it."""
    return QColor(colour.red, colour.green, colour.blue, colour.alpha)


def pen(colour: Colour, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A round pen."""
    return QPen(QBrush(qcolor(colour)), width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def polygon(points: Sequence[Point]) -> QPolygonF:
    """*points* as a polygon."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def open_path(points: Sequence[Point]) -> QPainterPath:
    """*points* joined by straight lines."""
    path = QPainterPath()
    path.addPolygon(polygon(points))
    return path


def closed_path(points: Sequence[Point]) -> QPainterPath:
    """*points* joined by straight lines, and closed."""
    path = open_path(points)
    path.closeSubpath()
    return path


def rings_path(polygons: Sequence[Sequence[Sequence[Point]]]) -> QPainterPath:
    """Polygons with holes (each a sequence of rings) as one path; holes by the odd-even rule."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for rings in polygons:
        for ring in rings:
            path.addPolygon(polygon(ring))
            path.closeSubpath()
    return path


def star_path(x: float, y: float, radius: float, inner: float = 0.44, points: int = 5) -> QPainterPath:
    """A star, one point up."""
    corners = []
    for step in range(points * 2):
        reach = radius if step % 2 == 0 else radius * inner
        angle = math.pi * step / points - math.pi / 2
        corners.append((x + math.cos(angle) * reach, y + math.sin(angle) * reach))
    return closed_path(corners)


def regular_path(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> QPainterPath:
    """A regular polygon; *turn* in radians."""
    step = 2 * math.pi / corners
    return closed_path([(x + math.cos(turn + step * each) * radius, y + math.sin(turn + step * each) * radius) for each in range(corners)])


_REFERENCE = 1524.0
"""Board width that the widths of lines are meant for."""
STROKE = 3.0
"""Units of that board that a stroke reaches to either side of its line, at most."""


@dataclass(frozen=True)
class BorderLine:
    """One stretch of border."""

    border: Border
    line: QPolygonF
    bounds: QRectF
    """The box around its widest stroke."""


def _art(text: str) -> QSvgRenderer | None:
    """*text*, which the compile step has made harmless, ready to draw."""
    if not text:
        return None
    from PySide6.QtSvg import QSvgRenderer  # only boards with art need it

    renderer = QSvgRenderer(text.encode())
    return renderer if renderer.isValid() else None


def thinned(line: Sequence[Point], least: float) -> list[Point]:
    """*line* without points nearer than *least* to the one kept before them; both ends stay."""
    kept = [line[0]]
    for point in line[1:-1]:
        if abs(point[0] - kept[-1][0]) + abs(point[1] - kept[-1][1]) >= least:
            kept.append(point)
    kept.append(line[-1])
    return kept


class BoardShapes:
    """Paths of *board*. Everything is made at its first use."""

    def __init__(self, board: CompiledBoard) -> None:
        self.board = board
        self._lands: dict[int, Mapping[str, QPainterPath]] = {}

    def over(self, board: CompiledBoard) -> BoardShapes:
        """The paths of *board*, which has the same outlines and borders and may differ in marks and names; nothing is made twice."""
        shared = BoardShapes(board)
        shared.__dict__.update({key: value for key, value in self.__dict__.items() if key != "board"})
        return shared

    @property
    def rect(self) -> QRectF:
        """The whole board."""
        return QRectF(0, 0, self.board.width, self.board.height)

    @property
    def measure(self) -> float:
        """Board units in one unit of the width that lines are meant for."""
        return self.board.symbol_width / _REFERENCE

    def provinces(self, level: int) -> Mapping[str, QPainterPath]:
        """Code to outline, at *level* of detail (0 as drawn, 2 coarsest)."""
        if level not in self._lands:
            self._lands[level] = {
                code: rings_path(shape.levels[min(level, len(shape.levels) - 1)]) for code, shape in self.board.provinces.items()
            }
        return self._lands[level]

    def province(self, code: str, level: int = 0) -> QPainterPath:
        """The outline of one province."""
        return self.provinces(level).get(code, QPainterPath())

    @cached_property
    def bounds(self) -> Mapping[str, QRectF]:
        """Code to the box around its province."""
        return {
            code: QRectF(QPointF(shape.bounds[0], shape.bounds[1]), QPointF(shape.bounds[2], shape.bounds[3]))
            for code, shape in self.board.provinces.items()
        }

    @cached_property
    def land_codes(self) -> tuple[str, ...]:
        """Codes of the provinces that are ground."""
        return tuple(code for code, shape in self.board.provinces.items() if shape.terrain is not Terrain.SEA)

    @cached_property
    def straits(self) -> Mapping[str, QPainterPath]:
        """Code to the water inside its province, where there is some."""
        return {code: rings_path(shape.straits) for code, shape in self.board.provinces.items() if shape.straits}

    @cached_property
    def impassable(self) -> QPainterPath:
        """All ground that is no province, and provinces that no unit enters."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for each in self.board.decorations:
            if each.kind is DecorationKind.IMPASSABLE:
                path.addPath(rings_path(each.polygons))
        return path

    @cached_property
    def decorations(self) -> tuple[tuple[Decoration, QPainterPath, QRectF], ...]:
        """Lakes, rivers and relief with their paths and the boxes around their strokes; impassable ground is apart."""
        found = []
        for each in self.board.decorations:
            if each.kind is DecorationKind.IMPASSABLE:
                continue
            path = rings_path(each.polygons)
            for line in each.lines:
                path.addPolygon(polygon(line))
            found.append((each, path, self._stroked(path.boundingRect())))
        return tuple(found)

    @cached_property
    def borders(self) -> tuple[BorderLine, ...]:
        """All borders, stretch by stretch."""
        return self._borders(0.0)

    @cached_property
    def coarse_borders(self) -> tuple[BorderLine, ...]:
        """All borders, thinned out for thumbnails."""
        return self._borders(self.board.width * 0.003)

    def _borders(self, least: float) -> tuple[BorderLine, ...]:
        found = []
        for border in self.board.borders:
            for line in border.lines:
                if len(line) > 1:
                    shape = polygon(thinned(line, least) if least else line)
                    found.append(BorderLine(border, shape, self._stroked(shape.boundingRect())))
        return tuple(found)

    def _stroked(self, box: QRectF) -> QRectF:
        """*box* around a line, grown to hold its widest stroke: Qt counts the box of a straight line, without area, as touching nothing."""
        slack = self.measure * STROKE
        return box.adjusted(-slack, -slack, slack, slack)

    @cached_property
    def background(self) -> QSvgRenderer | None:
        """The author's own picture under everything, if there is one that can be drawn."""
        return _art(self.board.background)

    @cached_property
    def foreground(self) -> QSvgRenderer | None:
        """The author's own picture over the land, if there is one that can be drawn."""
        return _art(self.board.foreground)

    @cached_property
    def shore(self) -> tuple[tuple[QPolygonF, QRectF], ...]:
        """The coasts thinned out, for the wide washes along them."""
        return self._shore(self.board.width * 0.0014)

    @cached_property
    def coarse_shore(self) -> tuple[tuple[QPolygonF, QRectF], ...]:
        """The same, for thumbnails."""
        return self._shore(self.board.width * 0.005)

    def _shore(self, least: float) -> tuple[tuple[QPolygonF, QRectF], ...]:
        found = []
        for border in self.board.borders:
            if border.kind is BorderKind.COAST:
                for line in border.lines:
                    if len(line) > 1:
                        shape = polygon(thinned(line, least))
                        found.append((shape, shape.boundingRect()))
        return tuple(found)


TILE = 512
"""Side of the paper tile in pixels."""

PATTERN_TILE = 64
"""Side of a pattern tile in pixels; it covers a quarter as many board units of a board 2000 wide."""


def _noise(seed: int, cells: int, strength: float) -> QImage:
    """A tile of *cells* by *cells* random lights and darks, smoothed to ``TILE`` pixels, that repeats without a seam."""
    rows = Random(seed)  # noqa: S311  # texture, not secrets
    raw = [rows.randbytes(cells) for _ in range(cells)]
    # Three copies side by side and one over the other: smoothing then knows its neighbours across the seam.
    data = b"".join(row * 3 for row in raw * 3)
    wide = QImage(data, cells * 3, cells * 3, cells * 3, QImage.Format.Format_Indexed8)
    table = []
    for level in range(256):
        depth = min(255, int(abs(level - 127.5) * 2 * strength))
        table.append(QColor(255, 255, 255, depth).rgba() if level > 127 else QColor(0, 0, 0, depth).rgba())
    wide.setColorTable(table)
    premultiplied = wide.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    if cells != TILE:
        smooth = Qt.TransformationMode.SmoothTransformation
        premultiplied = premultiplied.scaled(TILE * 3, TILE * 3, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    return premultiplied.copy(QRect(TILE, TILE, TILE, TILE))


@cache
def paper_texture() -> QImage:
    """The paper tile, ``TILE`` pixels square: blotches of four sizes."""
    tile = _noise(1901, 8, 0.16)
    painter = QPainter(tile)
    for seed, cells, strength in ((1902, 32, 0.14), (1903, 128, 0.13), (1904, 256, 0.15)):
        painter.drawImage(0, 0, _noise(seed, cells, strength))
    painter.end()
    return tile


@cache
def pattern_tile(land_pattern: LandPattern, ink: Colour) -> QImage:
    """A repeating tile of *land_pattern* on nothing, ``PATTERN_TILE`` pixels square."""
    side = PATTERN_TILE
    tile = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    thick = 5.0 * land_pattern.weight
    painter.setPen(QPen(qcolor(ink), thick))
    pattern = land_pattern.motif
    match pattern:
        case Pattern.NONE:
            pass
        case Pattern.DIAGONAL | Pattern.ANTIDIAGONAL:
            for step in (-1, 0, 1, 2):
                x = step * side / 2
                if pattern is Pattern.DIAGONAL:
                    painter.drawLine(QPointF(x - side / 2, side), QPointF(x + side / 2, 0))
                else:
                    painter.drawLine(QPointF(x - side / 2, 0), QPointF(x + side / 2, side))
        case Pattern.HORIZONTAL:
            for y in (side / 4, side * 3 / 4):
                painter.drawLine(QPointF(0, y), QPointF(side, y))
        case Pattern.VERTICAL:
            for x in (side / 4, side * 3 / 4):
                painter.drawLine(QPointF(x, 0), QPointF(x, side))
        case Pattern.CROSS:
            painter.drawLine(QPointF(0, side / 2), QPointF(side, side / 2))
            painter.drawLine(QPointF(side / 2, 0), QPointF(side / 2, side))
        case Pattern.CHECKS:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(ink.faded(min(1.0, 0.4 * land_pattern.weight))))
            painter.drawRect(0, 0, side // 2, side // 2)
            painter.drawRect(side // 2, side // 2, side // 2, side // 2)
        case Pattern.DOTS:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(ink))
            for x, y in ((side / 4, side / 4), (side * 3 / 4, side * 3 / 4)):
                size = side * 0.11 * land_pattern.weight**0.7
                painter.drawEllipse(QPointF(x, y), size, size)
        case Motif.LATTICE:
            for step in (-1, 0, 1, 2):
                x = step * side
                painter.drawLine(QPointF(x - side, side), QPointF(x, 0))
                painter.drawLine(QPointF(x - side, 0), QPointF(x, side))
        case Motif.ZIGZAG:
            for y in (side / 4, side * 3 / 4):
                teeth = [((step - 1) * side / 4, y + (-1) ** step * side / 8) for step in range(7)]
                painter.drawPolyline([QPointF(x, height) for x, height in teeth])
        case Motif.RINGS:
            painter.drawEllipse(QPointF(side / 2, side / 2), side * 0.27, side * 0.27)
        case Motif.BRICKS:
            for y in (side / 4, side * 3 / 4):
                painter.drawLine(QPointF(0, y), QPointF(side, y))
            painter.drawLine(QPointF(side / 4, side / 4), QPointF(side / 4, side * 3 / 4))
            painter.drawLine(QPointF(side * 3 / 4, side * 3 / 4), QPointF(side * 3 / 4, side))
            painter.drawLine(QPointF(side * 3 / 4, 0), QPointF(side * 3 / 4, side / 4))
        case Motif.PLUSES:
            for x, y in ((side / 4, side / 4), (side * 3 / 4, side * 3 / 4)):
                painter.drawLine(QPointF(x - side * 0.14, y), QPointF(x + side * 0.14, y))
                painter.drawLine(QPointF(x, y - side * 0.14), QPointF(x, y + side * 0.14))
    painter.end()
    return tile
