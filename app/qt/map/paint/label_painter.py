"""Paints the names of provinces, level, turned or along a curve, with a halo; and the stars of supply centres."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPainterPath, QTransform

from adjudicator.board import Terrain
from app.presentation.layout.drawing import Sizes
from app.presentation.layout.name_places import Box, Name
from app.presentation.layout.polyline import Point, at, length
from app.presentation.picture import MapPicture
from app.presentation.power_colours import PictureColours
from app.presentation.theme import Colour
from app.qt.map.fonts import map_font
from app.qt.map.paint.shapes import open_path, pen, qcolor, star_path
from app.session.view_options import Labels
from variants.compiled import BASELINE, LINE_HEIGHT, CompiledBoard, Label, LabelKind, ProvinceShape

LEAST_NAME_PIXELS = 8.2
"""Names are never smaller than this on the screen."""

_MOST_ENLARGED = 1.2
"""Enlargement of a name above which its code stands instead: there is no room."""

LEAST_CODE_PIXELS = 9.4
"""Codes are never smaller than this."""

_SMALLEST_WITH_NAMES = 460.0
"""Pixels across the board."""

_FONT_PIXELS = 100.0


def names_fit(symbol_width: float, zoom: float) -> bool:
    """Return True if a board is seen large enough for names; on a thumbnail they would cover it."""
    return symbol_width * zoom >= _SMALLEST_WITH_NAMES


def chosen_label(shape: ProvinceShape, labels: Labels, zoom: float) -> Label | None:
    """The label of *shape* for *zoom* pixels per board unit."""
    if labels is Labels.OFF:
        return None
    full, short = shape.label(LabelKind.FULL), shape.label(LabelKind.SHORT)
    if labels is Labels.SHORT or full is None:
        return short or full
    if full.size * zoom * _MOST_ENLARGED < LEAST_NAME_PIXELS and short is not None:
        return short
    return full


def size_at(label: Label, zoom: float) -> float:
    """Return the height of the letters of *label* at *zoom* pixels per board unit; both kinds have a least size on the screen."""
    return max(label.size, (LEAST_NAME_PIXELS if label.kind is LabelKind.FULL else LEAST_CODE_PIXELS) / zoom)


@lru_cache(maxsize=4096)
def label_path(label: Label, sea: bool, size: float) -> QPainterPath:
    """The letters of *label* in board units, *size* high."""
    font = map_font(_FONT_PIXELS, italic=sea)
    spacing = label.spacing
    if label.kind is LabelKind.FULL and spacing:
        font.setLetterSpacing(font.SpacingType.AbsoluteSpacing, spacing * _FONT_PIXELS)
    scale = size / _FONT_PIXELS
    found = QPainterPath()
    if label.path is not None and len(label.lines) == 1:
        return _along(label, scale, sea, spacing)
    for index, line in enumerate(label.lines):
        path = QPainterPath()
        path.addText(QPointF(0, 0), font, line)
        box = path.boundingRect()
        row = (index - (len(label.lines) - 1) / 2) * _FONT_PIXELS * LINE_HEIGHT
        # Level with the middle of the small letters, so that lines with and without tails stand alike.
        found.addPath(QTransform.fromTranslate(-box.center().x(), row + _FONT_PIXELS * BASELINE).map(path))
    turn = QTransform()
    turn.translate(label.x, label.y)
    turn.rotate(label.angle)
    turn.scale(scale, scale)
    return turn.map(found)


def _along(label: Label, scale: float, sea: bool, spacing: float) -> QPainterPath:
    """One line of text along the label's curve, letter by letter, its middle at the curve's middle."""
    assert label.path is not None
    font = map_font(_FONT_PIXELS, italic=sea)
    metrics = QFontMetricsF(font)
    text = label.lines[0]
    advances = [metrics.horizontalAdvance(text[: index + 1]) for index in range(len(text))]
    gap = spacing * _FONT_PIXELS
    whole = (advances[-1] + gap * (len(text) - 1)) * scale
    course = label.path
    span = length(course)
    start = (span - whole) / 2
    found = QPainterPath()
    for index, letter in enumerate(text):
        before = advances[index - 1] if index else 0.0
        middle = ((before + advances[index]) / 2 + gap * index) * scale
        (x, y), (dx, dy) = at(course, (start + middle) / span if span > 0 else 0.5)
        glyph = QPainterPath()
        glyph.addText(QPointF(-(advances[index] - before) / 2, 0), font, letter)
        turn = QTransform()
        turn.translate(x, y)
        turn.rotate(math.degrees(math.atan2(dy, dx)))
        turn.scale(scale, scale)
        found.addPath(turn.map(glyph))
    return found


@lru_cache(maxsize=4096)
def letter_boxes(label: Label, sea: bool, size: float) -> tuple[Box, ...]:
    """Bounds of the letters of *label*, in board units, *size* high."""
    bounds = [shape.boundingRect() for shape in label_path(label, sea, size).toSubpathPolygons()]
    found = []
    for box in bounds:
        for other in bounds:
            if other.contains(box) and other != box:
                break  # what lies within a letter, such as the inside of an o, is no letter
        else:
            found.append(Box(box.left(), box.top(), box.right(), box.bottom()))
    return tuple(found)


def names_of(board: CompiledBoard, picture: MapPicture, zoom: float) -> Mapping[str, tuple[Name, ...]]:
    """The names that *picture* shows at *zoom* pixels per board unit, with the ways to write each; none where the board is too small."""
    if not names_fit(board.symbol_width, zoom):
        return {}
    found: dict[str, tuple[Name, ...]] = {}
    for code, shape in board.provinces.items():
        label = None if code in picture.hidden else chosen_label(shape, picture.labels, zoom)
        if label is None:
            continue
        short = shape.label(LabelKind.SHORT)
        ways = (label,) if short is None or label is short or label.leader is not None else (label, short)
        sea = shape.terrain is Terrain.SEA
        written = [Name(each, letter_boxes(each, sea, size_at(each, zoom))) for each in ways]
        legible = tuple([each for each in written if each.letters])
        if legible:
            found[code] = legible
    return found


def paint_label(painter: QPainter, label: Label, shape: ProvinceShape, picture_colours: PictureColours, zoom: float) -> None:
    """Paint *label*, with its leader line where it has one."""
    sea = shape.terrain is Terrain.SEA
    _paint(painter, label, sea, *_colours(sea, picture_colours), zoom)


def paint_kept_label(
    painter: QPainter, label: Label, shape: ProvinceShape, picture_colours: PictureColours, zoom: float, aside: Point
) -> None:
    """Paint *label* from an image kept for the next picture, *aside* by board units to the nearest pixel; the painter does not turn."""
    sea = shape.terrain is Terrain.SEA
    to_pixels = painter.transform()
    scale = (to_pixels.m11(), to_pixels.m22())
    image, left, top = _label_image(label, sea, *_colours(sea, picture_colours), zoom, scale)
    painter.save()
    painter.resetTransform()
    moved = (to_pixels.dx() + aside[0] * scale[0], to_pixels.dy() + aside[1] * scale[1])
    painter.drawImage(left + round(moved[0]), top + round(moved[1]), image)
    painter.restore()


def _colours(sea: bool, picture_colours: PictureColours) -> tuple[Colour, Colour]:
    """Colours of the letters and of their halo."""
    ink = picture_colours.theme.ink
    return (ink.sea_label, ink.sea_label_halo) if sea else (ink.label, ink.label_halo)


@lru_cache(maxsize=2048)
def _label_image(label: Label, sea: bool, colour: Colour, halo: Colour, zoom: float, scale: tuple[float, float]) -> tuple[QImage, int, int]:
    """A label on nothing, with the pixels to its left and above it on the board."""
    bounds = label_path(label, sea, size_at(label, zoom)).boundingRect()
    if label.leader is not None:
        bounds = bounds.united(open_path(label.leader).boundingRect())
    to_pixels = QTransform.fromScale(*scale)
    rim = 2 + math.ceil(max(label.size * 0.22 * zoom, 2.6))
    pixels = to_pixels.mapRect(bounds).toAlignedRect().adjusted(-rim, -rim, rim, rim)
    image = QImage(pixels.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-pixels.left(), -pixels.top())
    painter.scale(*scale)
    _paint(painter, label, sea, colour, halo, zoom)
    painter.end()
    return image, pixels.left(), pixels.top()


def _paint(painter: QPainter, label: Label, sea: bool, colour: Colour, halo: Colour, zoom: float) -> None:
    path = label_path(label, sea, size_at(label, zoom))
    size = label.size
    if label.leader is not None and label.kind is LabelKind.FULL:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(halo, max(2.6, 2.6 / zoom)))
        painter.drawPath(open_path(label.leader))
        painter.setPen(pen(colour, max(0.9, 0.9 / zoom)))
        painter.drawPath(open_path(label.leader))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(halo, max(size * 0.22, 2.4 / zoom)))
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colour))
    painter.drawPath(path)


def stamp_label(painter: QPainter, label: Label, shape: ProvinceShape, picture_colours: PictureColours, zoom: float) -> None:
    """The same as :func:`paint_label` on an image of its own, ten times faster: the halo is the letters, stamped all around.

    The painter must paint on an image or pixmap that holds little but this name.
    """
    sea = shape.terrain is Terrain.SEA
    colour, halo = _colours(sea, picture_colours)
    path = label_path(label, sea, size_at(label, zoom))
    device = painter.device()
    letters = QImage(device.width(), device.height(), QImage.Format.Format_ARGB32_Premultiplied)
    letters.fill(Qt.GlobalColor.transparent)
    stamp = QPainter(letters)
    stamp.setRenderHint(QPainter.RenderHint.Antialiasing)
    stamp.setTransform(painter.worldTransform())
    if label.leader is not None and label.kind is LabelKind.FULL:
        stamp.setPen(pen(halo._replace(alpha=255), max(0.9, 0.9 / zoom)))
        stamp.drawPath(open_path(label.leader))
    stamp.setPen(Qt.PenStyle.NoPen)
    stamp.setBrush(qcolor(halo._replace(alpha=255)))
    stamp.drawPath(path)
    stamp.end()
    spread = letters.copy()
    around = QPainter(spread)
    reach = max(label.size * 0.11 * zoom, 1.3)
    rings = (reach,) if reach < 1.8 else (reach, reach * 0.5)
    for ring in rings:
        for step in range(12):
            angle = step * math.pi / 6
            around.drawImage(QPointF(math.cos(angle) * ring, math.sin(angle) * ring), letters)
    around.end()
    painter.save()
    painter.resetTransform()
    painter.setOpacity(halo.alpha / 255)
    painter.drawImage(0, 0, spread)
    painter.restore()
    if label.leader is not None and label.kind is LabelKind.FULL:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(colour, max(0.9, 0.9 / zoom)))
        painter.drawPath(open_path(label.leader))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colour))
    painter.drawPath(path)


def paint_star(painter: QPainter, at: Point, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Paint the star of a supply centre."""
    ink = picture_colours.theme.ink
    path = star_path(*at, sizes.star)
    painter.setPen(pen(ink.star_edge, max(sizes.star * 0.30, sizes.pixel * 1.5)))
    painter.setBrush(qcolor(ink.star))
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPath(path)


def star_reach(sizes: Sizes) -> float:
    """Return the distance from its place to which a star is painted."""
    return sizes.star * 1.3 + sizes.pixel * 2
