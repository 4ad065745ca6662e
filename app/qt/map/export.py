"""Pictures of the board as files, on the clipboard and on paper; a display is not needed."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QGuiApplication, QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPainterPath, QPdfWriter

from app.presentation.order_rows import SheetBlock
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.picture_painter import StillFormat, paint_picture
from app.qt.map.paint.shapes import BoardShapes
from app.qt.map.paint.sheet_painter import Caption, SheetPainter, caption_height, paint_caption
from app.session.view_options import PageSize
from languages import tr
from variants.compiled import CompiledBoard

LARGEST_WIDTH = 12_000
SMALLEST_WIDTH = 48
_KEPT = 4
_READING = 96.0
"""Pixels in an inch of paper, as far as the least sizes of symbols go."""

_SIDE, _FOOT, _GAP = 2.5, 2.6, 0.15
"""Inches of paper kept for the orders beside or below the board, and between the two."""

_TRIES = ((1.0, 8.0), (1.0, 7.5), (1.0, 7.0), (1.0, 6.5), (0.88, 6.5))
"""Parts of its largest size that a board on paper has, and points of the letters: the first with which all orders are on its page."""

_PRINT_DOTS = 150.0
"""Dots per inch of the still part in print."""

BoardPainter = Callable[[QPainter, QRectF, CompiledBoard, MapPicture, float], None]
"""Paints a picture of a board at a place of a page, so many inches wide on paper."""

_shapes: OrderedDict[tuple[str, int], BoardShapes] = OrderedDict()


def headless_application() -> QGuiApplication:
    """The running application, or one that needs no display: for programs without windows. Keep what it returns.

    To be called from the main thread, once, before any picture is made.
    """
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QGuiApplication(["entente"])


def shapes_of(board: CompiledBoard) -> BoardShapes:
    """Paths of *board*, kept for the boards used last."""
    key = (board.svg_sha256, id(board))
    if key not in _shapes:
        # Variants on one drawing have boards that differ in marks only; their outlines are the same values.
        alike = next((each for each in _shapes.values() if each.board.borders is board.borders), None)
        _shapes[key] = BoardShapes(board) if alike is None else alike.over(board)
        while len(_shapes) > _KEPT:
            _shapes.popitem(last=False)
    return _shapes[key]


def render_image(
    board: CompiledBoard, picture: MapPicture, width: int, caption: Caption | None = None, ground: StillFormat = StillFormat.WHOLE
) -> QImage:
    """*picture* as an image *width* pixels wide; the height follows the board, plus a strip for the *caption*.

    Args:
        board: as it is drawn.
        picture: the picture to draw.
        width: in pixels.
        caption: what is written below; nothing when it is ``None``.
        ground: how the still part is painted.

    Raises:
        ValueError: *width* is not between ``SMALLEST_WIDTH`` and ``LARGEST_WIDTH``.
    """
    if not SMALLEST_WIDTH <= width <= LARGEST_WIDTH:
        raise ValueError(
            tr(
                "a picture is between {smallest_width} and {largest_width} pixels wide, not {width}",
                smallest_width=SMALLEST_WIDTH,
                largest_width=LARGEST_WIDTH,
                width=width,
            )
        )
    load_fonts()
    zoom = width / board.width
    height = max(1, round(board.height * zoom))
    strip = round(caption_height(width, picture)) if caption is not None else 0
    image = QImage(QSize(width, height + strip), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        painter.save()
        painter.scale(zoom, height / board.height)
        paint_picture(painter, shapes_of(board), picture, zoom, ground)
        painter.restore()
        if caption is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_caption(painter, QRectF(0, height, width, strip), caption, picture, picture_colours_of(picture))
    finally:
        painter.end()
    return image


def paint_part(
    painter: QPainter, board: CompiledBoard, picture: MapPicture, seen: QRectF, zoom: float, marked: frozenset[str]
) -> QPainterPath:
    """Paint the part of *picture* that lies in *seen*, and return the outline of the *marked* provinces: for a veil over the others.

    Args:
        painter: scaled so that one unit of the board is one unit of the painter.
        board: as it is drawn.
        picture: the picture to draw.
        seen: in board units.
        zoom: pixels that the reader sees per board unit.
        marked: codes of provinces.
    """
    load_fonts()
    shapes = shapes_of(board)
    paint_picture(painter, shapes, picture, zoom, StillFormat.SMOOTH, area=seen)
    outline = QPainterPath()
    for code in marked:
        outline.addPath(shapes.province(code, 1))
    return outline


def render_png(board: CompiledBoard, picture: MapPicture, width: int, caption: Caption | None = None) -> bytes:
    """The same as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The file names no time, so that the same picture gives the same bytes.
    if not render_image(board, picture, width, caption).save(buffer, "PNG"):  # type: ignore[call-overload]  # the stubs want bytes
        raise OSError(tr("the picture could not be written as PNG"))
    return bytes(buffer.data().data())


def render_svg(board: CompiledBoard, picture: MapPicture, width: int, caption: Caption | None = None) -> bytes:
    """*picture* as an SVG document of plain shapes, *width* wide; letters are shapes as well, so that it needs no fonts."""
    from PySide6.QtSvg import QSvgGenerator  # only these pictures need it

    load_fonts()
    zoom = width / board.width
    height = board.height * zoom
    strip = caption_height(width, picture) if caption is not None else 0.0
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(width, round(height + strip)))
    generator.setViewBox(QRectF(0, 0, width, height + strip))
    generator.setTitle(caption.title if caption is not None else picture.variant.name)
    painter = QPainter(generator)
    try:
        painter.save()
        painter.scale(zoom, zoom)
        paint_picture(painter, shapes_of(board), picture, zoom, StillFormat.FLAT)
        painter.restore()
        if caption is not None:
            paint_caption(painter, QRectF(0, height, width, strip), caption, picture, picture_colours_of(picture))
    finally:
        painter.end()
    return bytes(buffer.data().data())


def page_layout(size: PageSize, *, lying: bool = False, margin: float = 12.0) -> QPageLayout:
    """The pages of a PDF, with margins of *margin* millimetres."""
    way = QPageLayout.Orientation.Landscape if lying else QPageLayout.Orientation.Portrait
    paper = QPageSize(QPageSize.PageSizeId.Letter if size.is_letter else QPageSize.PageSizeId.A4)
    return QPageLayout(paper, way, QMarginsF(margin, margin, margin, margin), QPageLayout.Unit.Millimeter)


def render_pdf(
    board: CompiledBoard,
    picture: MapPicture,
    caption: Caption | None = None,
    sheet: Sequence[SheetBlock] = (),
    size: PageSize = PageSize.A4,
) -> bytes:
    """*picture* as a PDF, lying or standing as the board is, with the orders of *sheet* beside or below it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(caption.title if caption is not None else picture.variant.name)
    writer.setCreator("Entente")
    lying = board.width > board.height * 1.12
    writer.setPageLayout(page_layout(size, lying=lying))
    painter = QPainter(writer)
    try:
        paint_page(painter, writer, board, picture, caption, sheet)
    finally:
        painter.end()
    return bytes(buffer.data().data())


def paint_page(
    painter: QPainter,
    device: QPagedPaintDevice,
    board: CompiledBoard,
    picture: MapPicture,
    caption: Caption | None = None,
    sheet: Sequence[SheetBlock] = (),
    board_painter: BoardPainter | None = None,
) -> None:
    """Paint *picture* as large as the page of *device* allows: a printer, a print preview or a PDF.

    The orders of *sheet* stand beside or below it, where the board stays larger. Where they are too many, their letters are smaller, then
    the board, and at last they go on over further pages.

    Args:
        board_painter: paints the board, where many pages are to stay small; it is painted as shapes unless given.

    Connect ``QPrintPreviewDialog.paintRequested`` to a function that opens a painter on the printer and calls this.
    """
    load_fonts()
    dots = device.logicalDpiX()
    colours = picture_colours_of(picture)

    def rooms(share: float) -> _PageRooms:
        return _page_rooms(QSizeF(painter.viewport().size()), dots, board, share, picture if caption is not None else None, bool(sheet))

    def fits(share: float, letters: float) -> bool:
        further: list[QRectF] = []

        def another() -> QRectF:
            further.append(QRectF(0, 0, painter.viewport().width(), 1e6))
            return further[-1]

        SheetPainter(painter, colours, dots, letters, dry=True).write(sheet, rooms(share).orders, another)
        return not further

    share, letters = next((each for each in _TRIES if fits(*each)), _TRIES[0])
    place = rooms(share)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inches = place.board.width() / dots
    if board_painter is not None:
        board_painter(painter, place.board, board, picture, inches)
    else:
        painter.save()
        painter.translate(place.board.topLeft())
        painter.scale(place.board.width() / board.width, place.board.width() / board.width)
        pixels = inches * _READING / board.width
        paint_picture(painter, shapes_of(board), picture, pixels, StillFormat.IMAGE, min(4.0, inches * _PRINT_DOTS / board.width))
        painter.restore()
    if caption is not None:
        paint_caption(painter, place.caption, caption, picture, colours)
    if sheet:

        def next_page() -> QRectF:
            device.newPage()
            return QRectF(painter.viewport())

        SheetPainter(painter, colours, dots, letters).write(sheet, place.orders, next_page)


@dataclass(frozen=True, slots=True)
class _PageRooms:
    """Places of a page."""

    board: QRectF
    caption: QRectF
    orders: QRectF


def _page_rooms(
    page: QSizeF, dots: float, board: CompiledBoard, share: float, captioned: MapPicture | None, has_orders: bool
) -> _PageRooms:
    """Return the places of board, caption and orders, which stand beside or below the board, where it is larger.

    Args:
        share: part of its largest size that the board has.
        captioned: the picture below which a caption stands.
    """
    strip = caption_height(page.width(), captioned) if captioned is not None else 0.0
    beside = min((page.width() - _SIDE * dots) / board.width, (page.height() - strip) / board.height)
    below = min(page.width() / board.width, (page.height() - (_FOOT * dots if has_orders else 0.0) - strip) / board.height)
    is_beside = has_orders and beside > below
    scale = (beside if is_beside else below) * share
    left = 0.0 if is_beside else (page.width() - board.width * scale) / 2
    painted = QRectF(left, 0, board.width * scale, board.height * scale)
    words = QRectF(left, painted.bottom(), painted.width(), caption_height(painted.width(), captioned) if captioned is not None else 0.0)
    right, bottom = painted.right() + _GAP * dots, words.bottom() + _GAP * dots
    if is_beside:
        return _PageRooms(painted, words, QRectF(right, 0, page.width() - right, page.height()))
    return _PageRooms(painted, words, QRectF(0, bottom, page.width(), page.height() - bottom))
