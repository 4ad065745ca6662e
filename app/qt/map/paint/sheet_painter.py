"""Painter of text beside an exported picture: its caption, and the orders of all powers in columns and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QTextLayout, QTextOption

from app.presentation.order_rows import SheetBlock
from app.presentation.picture import MapPicture
from app.presentation.power_colours import PictureColours
from app.qt.map.fonts import interface_font, map_font, text_path
from app.qt.map.paint.shapes import pen, qcolor
from entente.words.names import power_name
from languages import labelled, tr

_LETTERS = 8.0
"""Points."""
_COLUMN = 58.0
"""Millimetres that a column is wide at least."""

_PIECE = 400
"""Letters of a line that are kept together: some ten lines of a column, so that a piece fits into any."""


_FAILED = "\N{MULTIPLICATION SIGN}"
"""Stands before an order that failed, strong in the margin; the order and its reason are read as all others are."""


def _pieces(block: SheetBlock) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, and whether the mark of a failure stands before each."""
    for line in block.lines:
        text = labelled(line.text, line.note) if line.note else line.text
        for start in range(0, len(text), _PIECE):
            yield text[start : start + _PIECE], line.failed and start == 0


class SheetPainter:
    """Writes blocks; lengths are the painter's own, of which an inch has *dots*.

    Args:
        letters: their size in points.
        dry: only go through the motions: to see how many pages it takes.
    """

    def __init__(self, painter: QPainter, colours: PictureColours, dots: float, letters: float = _LETTERS, *, dry: bool = False) -> None:
        self._painter = painter
        self._colours = colours
        self._dry = dry
        self._em = letters * dots / 72
        self._plain = interface_font(self._em)
        self._bold = interface_font(self._em * 1.1, bold=True)
        self._least = _COLUMN / 25.4 * dots

    def columns(self, room: QRectF) -> list[QRectF]:
        """*room* in columns; none where it is too small to be worth beginning."""
        if room.height() < self._em * 18 or room.width() < self._least * 0.8:
            return []
        count = max(1, int(room.width() / self._least))
        gap = self._em * 1.2
        width = (room.width() - gap * (count - 1)) / count
        return [QRectF(room.left() + index * (width + gap), room.top(), width, room.height()) for index in range(count)]

    def write(self, blocks: Sequence[SheetBlock], room: QRectF, next_page: Callable[[], QRectF]) -> None:
        """Write *blocks* into *room*, and into what *next_page* gives when that is full."""
        waiting = self.columns(room)
        column: QRectF | None = waiting.pop(0) if waiting else None
        y = column.top() if column is not None else 0.0
        for block in blocks:
            heading: SheetBlock | None = block
            for text, failed in _pieces(block):
                while True:
                    if column is not None:
                        layout, height = self._laid_out(text, self._plain, column.width() - self._em)
                        head = self._em * 0.15 + self._heading_height(heading, column.width()) if heading is not None else 0.0
                        if y + head + height <= column.bottom():
                            break
                    if not waiting:
                        waiting = self.columns(next_page())
                    column = waiting.pop(0)
                    y = column.top()
                    heading = heading or SheetBlock(block.power, tr("{block}, continued", block=block.name), ())
                if heading is not None:
                    self._heading(heading, QRectF(column.left(), y, column.width(), head - self._em * 0.15))
                    y += head
                    heading = None
                if not self._dry:
                    self._line(layout, QPointF(column.left(), y), failed=failed)
                y += height
            y += self._em * 0.7

    def _line(self, layout: QTextLayout, at: QPointF, *, failed: bool) -> None:
        self._painter.setPen(Qt.GlobalColor.black)  # on paper, whatever the theme of the board
        layout.draw(self._painter, at + QPointF(self._em, 0))
        if failed:
            self._painter.setFont(self._bold)
            self._painter.drawText(QRectF(at.x(), at.y(), self._em, self._em * 1.4), Qt.AlignmentFlag.AlignCenter, _FAILED)

    def _laid_out(self, text: str, font: QFont, width: float) -> tuple[QTextLayout, float]:
        layout = QTextLayout(text, font, self._painter.device())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        height = 0.0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            indent = self._em if height else 0.0
            line.setLineWidth(width - indent)
            line.setPosition(QPointF(indent, height))
            height += self._em * 1.3
        layout.endLayout()
        return layout, height + self._em * 0.12

    def _heading_height(self, block: SheetBlock, width: float) -> float:
        """A line, or as many as its name takes in a column *width* wide."""
        metrics = QFontMetricsF(self._bold, self._painter.device())
        room = QRectF(0, 0, width - self._beside_chip(block), 1e6)
        high = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap.value | Qt.TextFlag.TextWrapAnywhere.value), block.name).height()
        return self._em * 1.85 + max(0.0, high - metrics.height())

    def _beside_chip(self, block: SheetBlock) -> float:
        return self._em * 1.85 if block.power else 0.0

    def _heading(self, block: SheetBlock, box: QRectF) -> None:
        if self._dry:
            return
        painter, em = self._painter, self._em
        if block.power:
            power = self._colours.power(block.power)
            chip = QRectF(box.left(), box.top() + em * 0.25, em * 1.35, em * 1.35)
            painter.setPen(pen(self._colours.theme.unit.edge, em * 0.07))
            painter.setBrush(qcolor(power.face))
            painter.drawRoundedRect(chip, em * 0.25, em * 0.25)
            letter = text_path(power.letter, em * 0.9)
            letter.translate(chip.center())
            painter.fillPath(letter, qcolor(power.glyph))
        painter.setPen(Qt.GlobalColor.black)
        painter.setFont(self._bold)
        flags = int(Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextWordWrap.value | Qt.TextFlag.TextWrapAnywhere.value)
        painter.drawText(box.adjusted(self._beside_chip(block), 0, 0, 0), flags, block.name)


_STEP, _GAP = 1.42, 0.3
"""From power to power, and between words and powers, in heights of the strip."""
_MOST_POWERS = 16
_ROW = 0.62
"""Height of a row of the legend, in heights of the strip."""
_LEGEND_WIDTH = 900.0
"""Width of a picture below which a legend would be larger than its board."""


@dataclass(frozen=True, slots=True)
class Caption:
    """Caption under a picture."""

    title: str
    """``Spring 1905``."""

    detail: str = ""
    """``Straits of Iron, after adjudication``."""


def caption_height(width: float, picture: MapPicture | None = None) -> float:
    """Return the height of the strip under a picture *width* wide, with a legend of the powers of *picture* where they are many."""
    strip = max(34.0, width * 0.034)
    rows = -(-len(_many_powers(picture)) // _legend_columns(picture, width, strip)) if picture is not None and width >= _LEGEND_WIDTH else 0
    return strip + (rows + 0.4) * _ROW * strip if rows else strip


def paint_caption(painter: QPainter, rect: QRectF, caption: Caption, picture: MapPicture, picture_colours: PictureColours) -> None:
    """Paint the strip into *rect*: title and detail on the left, powers with their number of centres on the right.

    A narrow strip has its title whole: without the powers where they leave no room for it, and in smaller letters if need be. Powers
    that are too many for it stand below it with their names, where *rect* has the room.
    """
    theme = picture_colours.theme
    painter.fillRect(rect, qcolor(theme.land.open))
    height = min(rect.height(), caption_height(rect.width()))
    strip = QRectF(rect.left(), rect.top(), rect.width(), height)
    left, right, middle = strip.left() + height * 0.5, strip.right() - height * 0.5, strip.center().y()
    title = map_font(height * 0.46, bold=True)
    wide = QFontMetricsF(title).horizontalAdvance(caption.title)
    shown = _powers(picture)
    if wide <= right - _STEP * height * len(shown) - height * _GAP - left:
        right = _paint_powers(painter, strip, shown, picture, picture_colours)
    elif wide > right - left:
        title = map_font(int(height * 0.45 * (right - left) / wide), bold=True)  # fonts are rounded up
    detail = map_font(height * 0.38, italic=True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(theme.ink.label))
    for text, font in ((caption.title, title), (caption.detail, detail)):
        metrics = QFontMetricsF(font)
        shortened = metrics.elidedText(text, Qt.TextElideMode.ElideRight, right - left)
        if len(shortened) < min(2, len(text)) or not text:
            continue  # dots alone say nothing
        _write(painter, QPointF(left, middle + metrics.capHeight() / 2), font, shortened)
        left += metrics.horizontalAdvance(shortened) + height * 0.45
    if rect.height() > strip.height() * 1.2:
        _paint_legend(painter, rect, strip, picture, picture_colours)


def _many_powers(picture: MapPicture) -> list[str]:
    """The powers that are still there where they are too many for a strip."""
    return [] if _powers(picture) else _powers(picture, most=len(picture.variant.powers))


def _legend_font(strip: float) -> QFont:
    return interface_font(strip * 0.32)


def _legend_columns(picture: MapPicture, width: float, strip: float) -> int:
    """The number of columns into which the names of all powers fit."""
    metrics = QFontMetricsF(_legend_font(strip))
    widest = max((metrics.horizontalAdvance(power_name(picture.variant, each)) for each in _many_powers(picture)), default=0.0)
    return max(1, int((width - strip) / (widest + strip * 1.9)))


def _paint_legend(painter: QPainter, rect: QRectF, strip: QRectF, picture: MapPicture, picture_colours: PictureColours) -> None:
    """The powers in columns, each with its chip, its name and its number of centres."""
    height = strip.height()
    shown, columns = _many_powers(picture), _legend_columns(picture, rect.width(), height)
    rows = -(-len(shown) // columns)
    font = _legend_font(height)
    wide = (rect.width() - height) / columns
    for at, power in enumerate(shown):
        x = rect.left() + height * 0.5 + at // rows * wide
        middle = strip.bottom() + (at % rows + 0.5) * _ROW * height
        chip = QRectF(x, middle - height * 0.23, height * 0.46, height * 0.46)
        _paint_chip(painter, chip, power, picture_colours)
        baseline = middle + QFontMetricsF(font).capHeight() / 2
        count = _count(len(picture.position.centres_of(power)), picture)
        _write(painter, QPointF(chip.right() + height * 0.2, baseline), font, f"{power_name(picture.variant, power)} {count}")


def _powers(picture: MapPicture, most: int = _MOST_POWERS) -> list[str]:
    """The powers that are still there; none where they are too many for a strip."""
    position = picture.position
    found = [power for power in picture.variant.powers if position.centres_of(power) or position.units_of(power)]
    return found if len(found) <= most else []


def _paint_powers(painter: QPainter, rect: QRectF, shown: Sequence[str], picture: MapPicture, picture_colours: PictureColours) -> float:
    """Chips with letter and number of centres, from the right; returns where they begin."""
    height = rect.height()
    font = interface_font(height * 0.36, bold=True)
    step = height * _STEP
    begin = x = rect.right() - height * 0.5 - step * len(shown)
    for power in shown:
        chip = QRectF(x, rect.center().y() - height * 0.29, height * 0.58, height * 0.58)
        _paint_chip(painter, chip, power, picture_colours)
        metrics = QFontMetricsF(font)
        _write(
            painter,
            QPointF(chip.right() + height * 0.12, rect.center().y() + metrics.capHeight() / 2),
            font,
            _count(len(picture.position.centres_of(power)), picture),
        )
        x += step
    return begin - height * _GAP


def _paint_chip(painter: QPainter, chip: QRectF, power: str, picture_colours: PictureColours) -> None:
    """The letter of a power on its colour; words that follow are written in the ink of names."""
    colours, side = picture_colours.power(power), chip.height() / 0.58
    painter.setPen(pen(picture_colours.theme.unit.edge, side * 0.03))
    painter.setBrush(qcolor(colours.face))
    painter.drawRoundedRect(chip, side * 0.12, side * 0.12)
    letter = text_path(colours.letter, side * 0.38)
    letter.translate(chip.center())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colours.glyph))
    painter.drawPath(letter)
    painter.setBrush(qcolor(picture_colours.theme.ink.label))


def _write(painter: QPainter, at: QPointF, font: QFont, text: str) -> None:
    """Write as shapes: a file then needs no fonts."""
    path = QPainterPath()
    path.addText(at, font, text)
    painter.drawPath(path)


def _count(centres: int, picture: MapPicture) -> str:
    """The number of centres seen; unknown where none is and some lie out of sight."""
    return "?" if centres == 0 and picture.hidden else str(centres)
