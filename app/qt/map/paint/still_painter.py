"""Painter of the still board: sea, land, relief, borders, washes along the coasts; baked into images tile by tile.

It comes as a sequence of small steps, so that the caller can let the program breathe between them, and any step skips all outside the
wanted rectangle, so that one province can be painted again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QImage, QLinearGradient, QPainter, QPen, QRadialGradient, QTransform

from app.presentation.power_colours import LandPattern, PictureColours
from app.presentation.theme import Colour, SeaColours, mixed
from app.qt.map.paint.shapes import PATTERN_TILE, STROKE, BoardShapes, BorderLine, paper_texture, pattern_tile, pen, qcolor
from variants.compiled import BorderKind, DecorationKind
from variants.style import Pattern

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer


_DEPTHS = (26.0, 18.5, 11.5, 5.5)
"""Distances of the water lines from the coast, the farthest first."""


def washes(painter: QPainter, shapes: BoardShapes, sea: SeaColours, rect: QRectF, zoom: float, *, coarse: bool) -> Iterator[None]:
    """Paint them in *rect*, a step at a time.

    On a sheet of their own, the widest first, each narrower stroke replacing what lies under it, so that only the lines' own width remains.

    Args:
        painter: its coordinates are the board's.
        shapes: the drawn board.
        sea: the colours of water.
        rect: in board units.
        zoom: device pixels per board unit.
        coarse: for a thumbnail: every other line along thinned out coasts.
    """
    device = painter.deviceTransform().mapRect(rect).toAlignedRect()
    sheet = QImage(device.size(), QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    brush = QPainter(sheet)
    brush.setRenderHint(QPainter.RenderHint.Antialiasing)
    brush.setTransform(painter.deviceTransform() * QTransform.fromTranslate(-device.x(), -device.y()))
    brush.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    line = max(1.05 * shapes.measure, 0.9 / zoom)
    strokes: list[tuple[float, Colour]] = []
    for index, depth in enumerate(_DEPTHS):
        if coarse and index % 2 == 0:
            continue
        share = (index + 1) / len(_DEPTHS)
        reach = depth * shapes.measure * 2
        if sea.line.alpha:
            strokes.append((reach + line, sea.line.faded(0.25 + 0.75 * share)))
        strokes.append((reach - line, sea.shallow.faded(min(1.0, sea.washes * (index + 1)))))
    slack = _DEPTHS[0] * shapes.measure * 1.5
    shore = shapes.coarse_shore if coarse else shapes.shore
    near = [shape for shape, box in shore if box.adjusted(-slack, -slack, slack, slack).intersects(rect)]
    try:
        for width, colour in strokes:
            brush.setPen(pen(colour, width))
            for shape in near:
                brush.drawPolyline(shape)
            yield
    finally:
        brush.end()
    painter.save()
    painter.resetTransform()
    painter.drawImage(device.topLeft(), sheet)
    painter.restore()
    yield


@lru_cache(maxsize=256)
def _rim_pens(rim: Colour, strength: float, unit: float, *, coarse: bool) -> tuple[QPen, ...]:
    """The pens that draw the rim inside a province one over the other, the widest first; shared, so do not change them.

    Args:
        rim: its colour.
        strength: of the colour along the outline, 0 to 1.
        unit: board units in one unit of the width that lines are meant for.
        coarse: for a thumbnail: the middle one alone.
    """
    strokes = ((9.5, 0.22),) if coarse else ((15.0, 0.16), (9.5, 0.22), (4.6, 0.34))
    return tuple([pen(rim.faded(strength * opacity * 1.35), width * unit) for width, opacity in strokes])


_WHITE, _BLACK = Colour(255, 255, 255), Colour(0, 0, 0)
_COARSE = 0.30
"""Pixels per reference unit below which a board is a thumbnail."""


class Detail(StrEnum):
    """Amount of detail of the still part."""

    WHOLE = "whole"
    SMOOTH = "smooth"
    """Without the grain of paper: what grain costs most in a small file."""
    FLAT = "flat"
    """Without washes, paper, relief and rims: plain shapes that stay shapes in a vector file."""
    SKETCH = "sketch"
    """Coarse outlines only: the first picture of a new window."""


@dataclass(frozen=True)
class StillPart:
    """Still part to paint: the board in the colours of a picture, its lands in the colours of *rulers*."""

    shapes: BoardShapes
    picture_colours: PictureColours
    rulers: Mapping[str, str]
    hidden: frozenset[str] = frozenset()
    """Provinces under fog."""

    def steps(self, painter: QPainter, rect: QRectF, zoom: float, detail: Detail = Detail.WHOLE) -> Generator[None, None, None]:
        """Paint everything that lies in *rect*, a step at a time.

        Args:
            painter: its coordinates are the board's.
            rect: in board units.
            zoom: device pixels per board unit; finer outlines are used when it is high.
            detail: how much of it.
        """
        return StillPainter(self, painter, rect, zoom, detail).steps()

    def paint(self, painter: QPainter, rect: QRectF, zoom: float) -> None:
        """Paint everything at once."""
        for _ in self.steps(painter, rect, zoom):
            pass

    def fill(self, painter: QPainter, codes: Iterable[str], zoom: float) -> None:
        """Fill the provinces *codes* plainly with what they are by now: what is seen of a change at once, until it is painted handsomely.

        Args:
            painter: its coordinates are the board's.
            codes: of the provinces.
            zoom: device pixels per board unit.
        """
        StillPainter(self, painter, self.shapes.rect, zoom, Detail.SKETCH).fill(codes)


class StillPainter:
    """One painting on its way: all of it by ``steps``, or part by part where parts are kept apart from one another."""

    def __init__(self, part: StillPart, painter: QPainter, rect: QRectF, zoom: float, detail: Detail) -> None:
        self._part = part
        self._shapes = part.shapes
        self._theme = part.picture_colours.theme
        self._painter = painter
        self._rect = rect
        self._zoom = zoom
        self._rough = detail in (Detail.FLAT, Detail.SKETCH)
        self._smooth = detail is Detail.SMOOTH
        self._sketch = detail is Detail.SKETCH
        self._k = part.shapes.measure
        slack = self._k * STROKE
        self._reach = rect.adjusted(-slack, -slack, slack, slack)
        """The rectangle, and so far around it that the stroke of an outline may reach into it."""
        self._level = 0 if zoom * self._k > 1.9 else 1
        # A thumbnail: what is finer than its pixels is left out.
        self._coarse = zoom * self._k < _COARSE
        if self._sketch or self._coarse:
            self._level = 2

    def steps(self) -> Generator[None, None, None]:
        yield from self.under()
        for code in self._here():
            self.province(code)
            if not self._rough:
                yield
        self.straits()
        yield
        if not self._rough and not self._smooth:
            self._paper(self._theme.land.grain * 0.5 + self._theme.sea.grain * 0.5)
            yield
        if not self._sketch:
            yield from self.decorations()
            yield from self.borders()
            self.coasts()
            yield
        self.foreground()
        self.fog()
        self.frame()

    def begin(self) -> None:
        """Set the hints for all that is painted."""
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)

    def under(self) -> Iterator[None]:
        """Paint the layers under the provinces, the same for all owners: sea, shadows, land that no unit enters."""
        self.begin()
        yield from self._sea()
        yield from self._shadows()

    def foreground(self) -> None:
        """Paint the foreground that the author of the board laid over it."""
        self._art(self._shapes.foreground)

    def fill(self, codes: Iterable[str]) -> None:
        painter = self._painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outlines = self._shapes.provinces(self._level)
        lands = frozenset(self._shapes.land_codes)
        for code in codes:
            if code in lands:
                self.province(code)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._sea_brush())
            water = outlines[code] if code not in lands else self._shapes.straits.get(code)
            if water is not None:
                painter.drawPath(water)
            if code in self._part.hidden:
                painter.setBrush(qcolor(self._theme.orders.fog))
                painter.drawPath(outlines[code])

    def _width(self, wanted: float, least: float = 0.0) -> float:
        """*wanted* at the reference size, and at least *least* pixels, in board units."""
        return max(wanted * self._k, least / self._zoom)

    def _art(self, art: QSvgRenderer | None) -> None:
        """The author's own picture, where colours of paper and day suit it."""
        if art is not None and not self._sketch and not self._theme.dark and not self._theme.monochrome:
            art.render(self._painter, self._shapes.rect)

    # Sea

    def _sea_brush(self) -> QBrush:
        sea = self._theme.sea
        gradient = QLinearGradient(0, 0, 0, self._shapes.board.height)
        gradient.setColorAt(0, qcolor(sea.top))
        gradient.setColorAt(1, qcolor(sea.bottom))
        return QBrush(gradient)

    def _sea(self) -> Iterator[None]:
        painter = self._painter
        painter.fillRect(self._rect, self._sea_brush())
        self._art(self._shapes.background)
        yield
        sea = self._theme.sea
        if not self._rough and (sea.washes or sea.line.alpha) and not self._theme.monochrome:
            yield from washes(painter, self._shapes, sea, self._rect, self._zoom, coarse=self._coarse)
        if not self._sketch:
            yield from self._sea_borders()

    def _sea_borders(self) -> Iterator[None]:
        sea = self._theme.sea
        width = self._width(0.95, 0.8)
        halo = pen(sea.border_halo, width * 2.6)
        dashes = pen(sea.border, width)
        dashes.setDashPattern([5.5, 3.4])
        dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
        for stroke in (halo, dashes):
            if stroke.color().alpha() == 0:
                continue
            self._painter.setPen(stroke)
            for each in self._shapes.borders:
                if each.border.kind is BorderKind.SEA and each.bounds.intersects(self._rect):
                    self._painter.drawPolyline(each.line)
            yield

    # Land

    def _here(self) -> list[str]:
        """The provinces on land that lie in the rectangle."""
        bounds = self._shapes.bounds
        return [code for code in self._shapes.land_codes if bounds[code].intersects(self._reach)]

    def _shadows(self) -> Iterator[None]:
        land = self._theme.land
        painter = self._painter
        outlines = self._shapes.provinces(self._level)
        here = self._here()
        impassable = self._shapes.impassable
        if land.shadow_strength and not self._rough:
            painter.setPen(Qt.PenStyle.NoPen)
            for down, opacity in ((5.5, 0.55), (3.6, 0.8), (1.9, 1.0))[2 if self._coarse else 0 :]:
                painter.setBrush(qcolor(land.shadow.faded(land.shadow_strength * opacity)))
                painter.save()
                painter.translate(down * 0.6 * self._k, down * self._k)
                for code in here:
                    painter.drawPath(outlines[code])
                painter.drawPath(impassable)
                painter.restore()
                yield
        painter.setPen(pen(land.impassable, self._width(0.8)))
        painter.setBrush(qcolor(land.impassable))
        painter.drawPath(impassable)
        if land.hatch.alpha and not self._rough:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._pattern_brush(LandPattern(Pattern.DIAGONAL), land.hatch, 0.30))
            painter.drawPath(impassable)
        yield

    def straits(self) -> None:
        """Water that divides a province."""
        if not self._shapes.straits:
            return
        painter = self._painter
        here = self._here()
        painter.setPen(Qt.PenStyle.NoPen)
        shallow = self._theme.sea.shallow.faded(min(1.0, self._theme.sea.washes * 2.5))
        for brush in (self._sea_brush(), QBrush(qcolor(shallow))):
            painter.setBrush(brush)
            for code, water in self._shapes.straits.items():
                if code in here:
                    painter.drawPath(water)

    def _pattern_brush(self, land_pattern: LandPattern, ink: Colour, scale: float) -> QBrush:
        brush = QBrush(pattern_tile(land_pattern, ink))
        side = scale * land_pattern.scale * 60 * self._k / PATTERN_TILE
        brush.setTransform(QTransform.fromScale(side, side))
        return brush

    def province(self, code: str) -> None:
        """The ground of a province on land, in the colours of who rules it."""
        land = self._theme.land
        outline = self._shapes.provinces(self._level)[code]
        painter = self._painter
        ruler = self._part.rulers.get(code)
        colours = self._part.picture_colours.power(ruler) if ruler is not None else None
        ground = colours.land if colours is not None else land.open
        if land.light and not self._rough:
            box = self._shapes.bounds[code]
            gradient = QRadialGradient(box.center(), max(box.width(), box.height()) * 0.62)
            gradient.setColorAt(0, qcolor(mixed(ground, _WHITE, land.light)))
            gradient.setColorAt(1, qcolor(mixed(ground, _BLACK, land.light * 0.32)))
            fill = QBrush(gradient)
        else:
            fill = QBrush(qcolor(ground))
        # The outline is stroked in the ground's own colour, so that no seam shows between neighbours.
        painter.setPen(pen(self._theme.ink.coast if self._sketch else ground, self._width(0.8)))
        painter.setBrush(fill)
        painter.drawPath(outline)
        if colours is not None and colours.land_pattern is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            ink = colours.rim.faded(0.50) if not self._theme.monochrome else self._theme.ink.border.faded(0.45)
            painter.setBrush(self._pattern_brush(colours.land_pattern, ink, 0.42))
            painter.drawPath(outline)
        if land.rim and not self._rough:
            inner = self._shapes.provinces(max(1, self._level))[code]
            painter.save()
            painter.setClipPath(inner, Qt.ClipOperation.IntersectClip)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for stroke in _rim_pens(colours.rim if colours is not None else land.open_rim, land.rim, self._k, coarse=self._coarse):
                painter.setPen(stroke)
                painter.drawPath(inner)
            painter.restore()

    def _paper(self, strength: float) -> None:
        if strength <= 0:
            return
        brush = QBrush(paper_texture())
        brush.setTransform(QTransform.fromScale(self._k * 0.8, self._k * 0.8))
        self._painter.save()
        self._painter.setOpacity(min(1.0, strength * 1.6))
        self._painter.fillRect(self._rect, brush)
        self._painter.restore()

    # What lies on the land

    def decorations(self) -> Iterator[None]:
        """Rivers, lakes, relief and roads."""
        land = self._theme.land
        painter = self._painter
        inks = {
            DecorationKind.HILLS: land.hills,
            DecorationKind.WOODS: land.woods,
            DecorationKind.DUNES: land.dunes,
            DecorationKind.STEPPE: land.steppe,
            DecorationKind.BRIDGE: self._theme.ink.coast,
            DecorationKind.COAST_LINE: land.coast_line,
            DecorationKind.ROAD: land.road,
        }
        for each, path, box in self._shapes.decorations:
            if not box.intersects(self._rect) or (self._coarse and each.kind not in (DecorationKind.LAKE, DecorationKind.ROAD)):
                continue
            if each.kind is DecorationKind.RIVER:
                if land.river.alpha and not self._rough:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(pen(land.river, self._width(max(0.55, 2.3 - each.rank * 0.32), 0.5)))
                    painter.drawPath(path)
            elif each.kind is DecorationKind.LAKE:
                painter.setBrush(qcolor(land.lake))
                painter.setPen(pen(mixed(land.lake, self._theme.ink.coast, 0.45), self._width(0.7, 0.5)))
                painter.drawPath(path)
            elif each.kind in inks and inks[each.kind].alpha and not self._rough:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(pen(inks[each.kind], self._width(3.2 if each.kind is DecorationKind.ROAD else 0.9, 0.7)))
                painter.drawPath(path)
                yield
        yield

    # Lines

    def borders(self) -> Iterator[None]:
        """Borders on land, heavier between the lands of two rulers."""
        ink = self._theme.ink
        rulers = self._part.rulers
        painter = self._painter
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = pen(ink.border, self._width(0.95, 0.7))
        frontier = pen(ink.frontier, self._width(2.0, 1.2))
        later = []
        painter.setPen(inner)
        for each in self._lines():
            if each.border.kind is not BorderKind.LAND or not each.bounds.intersects(self._rect):
                continue
            one, other = each.border.provinces
            if rulers.get(one or "") != rulers.get(other or ""):
                later.append(each)
            else:
                painter.drawPolyline(each.line)
        yield
        painter.setPen(frontier)
        for each in later:
            painter.drawPolyline(each.line)
        yield

    def coasts(self) -> None:
        """Paint the lines between land and water."""
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(pen(self._theme.ink.coast, self._width(1.45, 0.9)))
        for each in self._lines():
            if each.border.kind is BorderKind.COAST and each.bounds.intersects(self._rect):
                self._painter.drawPolyline(each.line)

    def _lines(self) -> Sequence[BorderLine]:
        return self._shapes.coarse_borders if self._coarse else self._shapes.borders

    def fog(self) -> None:
        """A veil over what is hidden."""
        if not self._part.hidden:
            return
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(qcolor(self._theme.orders.fog))
        for code in sorted(self._part.hidden):  # a set has another order in each run
            self._painter.drawPath(self._shapes.province(code, self._level))

    def frame(self) -> None:
        """A double rule along the edge, inside the board."""
        painter = self._painter
        width, height = self._shapes.board.width, self._shapes.board.height
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for inset, stroke, colour in (
            (1.6, 3.2, self._theme.ink.frame),
            (4.6, 1.2, self._theme.ink.frame_light),
            (6.2, 0.8, self._theme.ink.frame),
        ):
            line = pen(colour, self._width(stroke, 0.6))
            line.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(line)
            gap = inset * self._k
            painter.drawRect(QRectF(QPointF(gap, gap), QPointF(width - gap, height - gap)))


_TILE = 640
"""Side of what is baked in one go, in pixels."""

_LARGE_TILE = 2048
"""The same without a user waiting between two of them: shapes in several tiles are painted for each."""


@dataclass(frozen=True)
class RenderedPart:
    """A finished piece of the still board."""

    image: QImage
    rect: QRectF
    """Rectangle that it covers, in board units."""


def rendered(
    part: StillPart, rect: QRectF, zoom: float, detail: Detail = Detail.WHOLE, tile_side: int = _TILE
) -> Iterator[RenderedPart | None]:
    """Bake *rect* of the board at *zoom* pixels per unit: ``None`` while it goes on, the finished piece at last."""
    size = QSize(max(1, round(rect.width() * zoom)), max(1, round(rect.height() * zoom)))
    image = QImage(size, QImage.Format.Format_RGB32)
    scale_x, scale_y = size.width() / rect.width(), size.height() / rect.height()
    for top in range(0, size.height(), tile_side):
        for left in range(0, size.width(), tile_side):
            tile = QRect(left, top, min(tile_side, size.width() - left), min(tile_side, size.height() - top))
            piece = QImage(tile.size(), QImage.Format.Format_RGB32)
            painter = QPainter(piece)
            painter.translate(-left, -top)
            painter.scale(scale_x, scale_y)
            painter.translate(-rect.topLeft())
            area = QRectF(rect.left() + left / scale_x, rect.top() + top / scale_y, tile.width() / scale_x, tile.height() / scale_y)
            steps = part.steps(painter, area, zoom, detail)
            try:
                for _ in steps:
                    yield None
            finally:
                # Dropped in the middle, the step's own painter must end before the image it paints on goes.
                steps.close()
                painter.end()
            copier = QPainter(image)
            copier.drawImage(tile.topLeft(), piece)
            copier.end()
    yield RenderedPart(image, rect)


def rendered_now(part: StillPart, rect: QRectF, zoom: float, detail: Detail = Detail.WHOLE) -> RenderedPart:
    """The same, at once."""
    for piece in rendered(part, rect, zoom, detail, _LARGE_TILE):
        if piece is not None:
            return piece
    raise AssertionError("a baking ends with its piece")
