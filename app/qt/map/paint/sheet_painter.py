"""Writes the orders of all powers on paper: in columns beside or below the board, going on over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption

from app.presentation.order_sheet import SheetBlock
from app.presentation.picture_colours import PictureColours
from app.qt.map.fonts import interface_font
from app.qt.map.paint.qt_shapes import pen, qcolor
from app.qt.map.paint.unit_painter import text_path
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
