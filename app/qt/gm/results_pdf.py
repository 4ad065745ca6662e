"""The results of a phase as a PDF: the picture with everything that became of the orders below it, on one page where that fits."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPainter, QPdfWriter, QPen

from app.presentation.order_rows import SheetBlock, SheetLine
from app.presentation.power_colours import PictureColours, picture_colours_of
from app.presentation.theme import theme_named
from app.qt.board.picture_content import parts, smooth_image
from app.qt.map.export import page_layout, render_image
from app.qt.map.fonts import interface_font, load_fonts, map_font
from app.qt.map.paint.picture_painter import StillFormat
from app.qt.map.paint.sheet_painter import SheetPainter
from app.session.requests import OrdersForm, ResultsSheet
from app.session.services import PictureRequest

_DOTS = 600
"""Per inch, of the writer: letters are placed by it."""
_PIXELS = 1080
"""Width of the picture in pixels, across the page: some 150 dots per inch."""
_ENOUGH = 900
"""Pixels with which a picture that is drawn already will do: 123 to the inch, as in booklets."""
_MARGIN = 12.0
"""Millimetres."""
_DAY, _PRINT = "parchment", "print"
_TRIES = ((1.0, 8.0), (0.86, 8.0), (0.86, 7.0), (0.74, 7.0), (0.62, 6.5))
"""Widths of the picture, in parts of the page, and the points of the letters: the first with which all fits on one page."""
_KEPT = 8

_drawn: OrderedDict[int, tuple[PictureRequest, QImage, PictureColours]] = OrderedDict()
"""Pictures of the sheets made last: those of one round mostly share one."""


def results_pdf(sheet: ResultsSheet) -> bytes:
    """The PDF; the same bytes for the same sheet.

    Raises:
        NoBoardError: the variant has no drawn board here.
    """
    load_fonts()
    image, colours = _picture(sheet.picture, colour=sheet.colour)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DOTS)
    writer.setTitle(f"{sheet.title}, {sheet.subtitle}")
    writer.setCreator("Entente")
    if not sheet.colour:
        writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    writer.setPageLayout(page_layout(sheet.picture.view.page_size, margin=_MARGIN))
    painter = QPainter(writer)
    try:
        _Page(painter, float(writer.logicalDpiX()), QRectF(painter.viewport()), image, colours, sheet).write(lambda: writer.newPage())
    finally:
        painter.end()
    return _timeless(bytes(buffer.data().data()))


_LINE = 9.5
"""Millimetres of a line to write on."""


def forms_pdf(forms: Sequence[OrdersForm]) -> bytes:
    """A PDF with a page, or as many as it takes, for each of *forms*; the same bytes for the same forms."""
    load_fonts()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DOTS)
    writer.setTitle(forms[0].title)
    writer.setCreator("Entente")
    writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    writer.setPageLayout(page_layout(forms[0].page_size, margin=18.0))
    painter = QPainter(writer)
    try:
        for number, form in enumerate(forms):
            if number:
                writer.newPage()
            _write_form(painter, form, writer)
    finally:
        painter.end()
    return _timeless(bytes(buffer.data().data()))


def _write_form(painter: QPainter, form: OrdersForm, writer: QPdfWriter) -> None:
    dots, page = float(writer.logicalDpiX()), QRectF(painter.viewport())
    top = 0.0
    for words, size, display in ((form.title, 20.0, True), (form.subtitle, 12.0, False), (form.due, 10.0, False)):
        if words:
            top = _words_at(painter, words, QRectF(0, top, page.width(), 1e6), size / 72 * dots, display=display)
    top += 0.1 * dots
    high, em = _LINE / 25.4 * dots, 11 / 72 * dots
    painter.setFont(interface_font(em))
    begin = max((painter.fontMetrics().horizontalAdvance(line) for line in form.lines), default=0) + 0.12 * dots
    for line in (*form.lines, *("" for _ in range(form.spare))):
        if top + high > page.height():
            writer.newPage()
            top = 0.0
        base = top + high * 0.8
        painter.setPen(QPen(Qt.GlobalColor.black))
        painter.setFont(interface_font(em))
        painter.drawText(QPointF(0, base), line)
        painter.setPen(QPen(Qt.GlobalColor.gray, 0.006 * dots))
        painter.drawLine(QPointF(begin if line else 0.0, base + 0.02 * dots), QPointF(page.width(), base + 0.02 * dots))
        top += high


def _words_at(painter: QPainter, words: str, room: QRectF, em: float, *, display: bool) -> float:
    """Write *words* at the top of *room*; returns where they end."""
    painter.setPen(Qt.GlobalColor.black)
    painter.setFont(map_font(em) if display else interface_font(em))
    flags = int(Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextWordWrap.value | Qt.TextFlag.TextWrapAnywhere.value)
    high = painter.boundingRect(room, flags, words).height()
    high = em * 1.4 + max(0.0, high - painter.fontMetrics().height())
    painter.drawText(QRectF(room.left(), room.top(), room.width(), high), flags, words)
    return room.top() + high + em * 0.05


def page_preview(sheet: ResultsSheet, dots: int) -> tuple[QImage, int]:
    """The first page as an image of *dots* to the inch, and how many pages there are.

    Raises:
        NoBoardError: the variant has no drawn board here.
    """
    load_fonts()
    image, colours = _picture(sheet.picture, colour=sheet.colour)
    inch = 25.4
    whole = page_layout(sheet.picture.view.page_size).fullRect(QPageLayout.Unit.Inch)
    paper = QImage(round(whole.width() * dots), round(whole.height() * dots), QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    margin = round(_MARGIN / inch * dots)
    painter = QPainter(paper)
    pages = 1

    def another() -> None:
        nonlocal pages
        pages += 1
        painter.setClipRect(QRectF(0, 0, 0, 0))  # the rest stands on pages that are not printed

    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.translate(margin, margin)
        room = QRectF(0, 0, paper.width() - 2 * margin, paper.height() - 2 * margin)
        _Page(painter, float(dots), room, image, colours, sheet).write(another)
    finally:
        painter.end()
    return (paper if sheet.colour else paper.convertToFormat(QImage.Format.Format_Grayscale8)), pages


def _picture(request: PictureRequest, *, colour: bool) -> tuple[QImage, PictureColours]:
    key = id(request) if colour else -id(request)
    known = _drawn.get(key)
    if known is not None and known[0] is request:
        return known[1], known[2]
    theme = (_DAY if theme_named(request.view.theme).dark else request.view.theme) if colour else _PRINT
    drawn, picture, caption = parts(replace(request, view=replace(request.view, theme=theme)))
    if theme == request.view.theme and request.width >= _ENOUGH:
        image = smooth_image(request)  # the one that goes along beside the page
    else:
        image = render_image(drawn.board, picture, _PIXELS, caption, StillFormat.SMOOTH)
    if not colour:
        image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    colours = picture_colours_of(picture)
    _drawn[key] = (request, image, colours)
    while len(_drawn) > _KEPT:
        _drawn.popitem(last=False)
    return image, colours


class _Page:
    """Writes heading, picture and blocks."""

    def __init__(self, painter: QPainter, dots: float, page: QRectF, image: QImage, colours: PictureColours, sheet: ResultsSheet) -> None:
        self._painter, self._dots, self._page, self._image, self._colours, self._sheet = painter, dots, page, image, colours, sheet
        self._blocks = [
            SheetBlock(part.power, part.heading, tuple(SheetLine(each.text, each.note, each.failed) for each in part.lines))
            for part in sheet.parts
        ]

    def write(self, new_page: Callable[[], object]) -> None:
        top = self._heading()
        width, letters = next((each for each in _TRIES if self._pages(top, *each) == 1), _TRIES[1])
        room = self._below(top, width)
        picture = QRectF((self._page.width() - self._page.width() * width) / 2, top, self._page.width() * width, self._height(width))
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._painter.drawImage(picture, self._image)

        def next_page() -> QRectF:
            new_page()
            return self._page

        SheetPainter(self._painter, self._colours, self._dots, letters).write(self._blocks, room, next_page)

    def _pages(self, top: float, width: float, letters: float) -> int:
        count = 1

        def another() -> QRectF:
            nonlocal count
            count += 1
            return self._page

        SheetPainter(self._painter, self._colours, self._dots, letters, dry=True).write(self._blocks, self._below(top, width), another)
        return count

    def _height(self, width: float) -> float:
        return self._page.width() * width * self._image.height() / self._image.width()

    def _below(self, top: float, width: float) -> QRectF:
        begin = top + self._height(width) + 0.12 * self._dots
        return QRectF(0, begin, self._page.width(), self._page.height() - begin)

    def _heading(self) -> float:
        y = 0.0
        for words, size, display in ((self._sheet.title, 20.0, True), (self._sheet.subtitle, 10.0, False)):
            room = QRectF(0, y, self._page.width(), 1e6)
            y = _words_at(self._painter, words, room, size / 72 * self._dots, display=display)
        return y + 0.06 * self._dots


_DATE = re.compile(rb"\(D:\d{14}[^)]*\)")
_XMP_DATE = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:\d\d|Z)?")
_UUID = re.compile(rb"uuid:[0-9a-fA-F-]{36}")
_FILE_ID = re.compile(rb"/ID \[ <[0-9a-fA-F]+> <[0-9a-fA-F]+> \]")


def _timeless(content: bytes) -> bytes:
    """*content* without when it was made: places of a PDF are counted in bytes, so each is written over with as many."""
    content = _DATE.sub(lambda found: b"(D:20000101000000Z" + b" " * (len(found[0]) - 19) + b")", content)
    content = _XMP_DATE.sub(
        lambda found: b"2000-01-01T00:00:00" + found[0][19:].translate(bytes.maketrans(b"123456789-", b"000000000+")), content
    )
    content = _UUID.sub(lambda found: b"uuid:" + re.sub(rb"[0-9a-fA-F]", b"0", found[0][5:]), content)
    return _FILE_ID.sub(lambda found: re.sub(rb"[0-9a-fA-F](?=[0-9a-fA-F]*>)", b"0", found[0]), content)
