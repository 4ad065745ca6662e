"""Contents of a screenshot of the window: units counted by their colours, arrows followed along their lines, labels found by their ink.

Works on the pixels of the screen alone; the caller states where things should be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

Colour = tuple[int, int, int]

NEAR = 30
"""Greatest difference of each part of a colour: symbols are shaded."""


LEAST_COVERED = 0.95
"""Pixels of its own colour that a symbol has at least, in squares of its radius: glyphs and letters have fewer."""


@dataclass(frozen=True, slots=True)
class Screenshot:
    """Pixels, quickly read."""

    width: int
    height: int
    pixels: memoryview

    @classmethod
    def of(cls, image: QImage) -> Screenshot:
        """The pixels of *image*."""
        plain = image.convertToFormat(QImage.Format.Format_RGB32)
        copied = memoryview(bytes(plain.constBits())).cast("I")
        return cls(plain.bytesPerLine() // 4, plain.height(), copied)

    def colour_at(self, x: int, y: int) -> Colour:
        """Red, green and blue of one pixel; black outside."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return (0, 0, 0)
        value = self.pixels[y * self.width + x]
        return (value >> 16 & 255, value >> 8 & 255, value & 255)

    def is_near(self, x: int, y: int, colour: Colour, reach: int, near: int = NEAR) -> bool:
        """Return True if a pixel of about *colour* lies within *reach* pixels."""
        return any(
            all(abs(one - other) <= near for one, other in zip(self.colour_at(x + dx, y + dy), colour, strict=True))
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
        )


def symbols(shot: Screenshot, area: QRect, colour: Colour, radius: float) -> list[QRect]:
    """The round or square symbols of about *colour* and *radius* (in pixels) in *area*, with any drawing upon them.

    What is drawn upon a symbol divides its ground into patches, so patches within a radius of one another are taken together.
    """
    found: list[tuple[QRect, int]] = []
    for patch, pixels in _patches(shot, area, colour, max(3, round(radius * radius * 0.12))):
        box, count = patch, pixels
        for other in [each for each in found if _distance(each[0], patch) <= radius * 1.5]:
            found.remove(other)
            box, count = box.united(other[0]), count + other[1]
        found.append((box, count))
    least, most = radius * 1.1, radius * 3.2
    return [
        box
        for box, count in found
        if least <= box.width() <= most and radius * 0.7 <= box.height() <= most and count >= LEAST_COVERED * radius * radius
    ]


def _distance(one: QRect, other: QRect) -> float:
    return float((one.center() - other.center()).manhattanLength())


def _patches(shot: Screenshot, area: QRect, colour: Colour, smallest: int) -> list[tuple[QRect, int]]:
    """The connected patches of about *colour* with at least *smallest* pixels, and their pixels."""
    left, top, right, bottom = area.left(), area.top(), min(area.right(), shot.width - 1), min(area.bottom(), shot.height - 1)
    red, green, blue = colour
    inside: set[int] = set()
    for y in range(max(0, top), bottom + 1):
        row = y * shot.width
        for x in range(max(0, left), right + 1):
            value = shot.pixels[row + x]
            if abs((value >> 16 & 255) - red) <= NEAR and abs((value >> 8 & 255) - green) <= NEAR and abs((value & 255) - blue) <= NEAR:
                inside.add(row + x)
    found: list[tuple[QRect, int]] = []
    while inside:
        start = inside.pop()
        patch, open_ones = [start], [start]
        while open_ones:
            at = open_ones.pop()
            for near in (at - 1, at + 1, at - shot.width, at + shot.width):
                if near in inside:
                    inside.discard(near)
                    patch.append(near)
                    open_ones.append(near)
        columns = [each % shot.width for each in patch]
        rows = [each // shot.width for each in patch]
        box = QRect(QPoint(min(columns), min(rows)), QPoint(max(columns), max(rows)))
        if len(patch) >= smallest:
            found.append((box, len(patch)))
    return found


def share_along(shot: Screenshot, line: Iterable[QPoint], colour: Colour, reach: int = 2) -> float:
    """Return the share of the points of *line* that have a pixel of about *colour* within *reach*."""
    points = list(line)
    shades = [_paled(colour, share) for share in (0.0, 0.15, 0.3)]
    found = sum(any(shot.is_near(point.x(), point.y(), shade, reach, 32) for shade in shades) for point in points)
    return found / max(1, len(points))


def _paled(colour: Colour, share: float) -> Colour:
    """*colour* mixed with white, as provisional arrows are."""
    red, green, blue = (round(part + (255 - part) * share) for part in colour)
    return (red, green, blue)


def ink_in(shot: Screenshot, box: QRect, colour: Colour, near: int = 60) -> int:
    """Return the number of pixels of *box* that are about *colour*."""
    return sum(
        all(abs(one - other) <= near for one, other in zip(shot.colour_at(x, y), colour, strict=True))
        for y in range(box.top(), box.bottom() + 1)
        for x in range(box.left(), box.right() + 1)
    )


def different_colours(shot: Screenshot, boxes: Sequence[QRect]) -> int:
    """Return the number of different colours of the pixels of *boxes*."""
    return len(
        {
            shot.colour_at(x, y)
            for box in boxes
            for y in range(box.top(), box.bottom() + 1, 3)
            for x in range(box.left(), box.right() + 1, 3)
        }
    )
