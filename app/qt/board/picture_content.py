"""Pictures of a moment of a game for files, the clipboard and the start page, and images kept in files."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from app.game.library import Library
from app.game.record import Cursor, Game, variant_with
from app.game.storage.atomic import make_folder, write_atomically
from app.presentation.drawn_boards import DrawnBoard, drawn_board
from app.presentation.order_rows import order_sheet
from app.presentation.picture import MapPicture, board_picture
from app.qt.map.export import render_image, render_pdf, render_png, render_svg
from app.qt.map.paint.picture_painter import StillFormat
from app.qt.map.paint.sheet_painter import Caption
from app.session.errors import CommandError
from app.session.services import PictureFormat, PictureRequest
from app.session.view_options import View
from entente.words.names import describe_phase
from languages import tr


def parts(request: PictureRequest) -> tuple[DrawnBoard, MapPicture, Caption]:
    """The board, the picture on it, and the words below it."""
    game, cursor = request.game, request.cursor
    drawn = drawn_board(game.variant.id, game.drawing)
    picture = board_picture(game, cursor, request.view, drawn.styles, drawn.units(request.view.unit_symbols).units, hidden=request.hidden)
    variant = variant_with(game.variant, game.rules_at(cursor))
    return drawn, picture, Caption(describe_phase(variant, game.turn(cursor).phase), game.name)


def image(request: PictureRequest) -> QImage:
    """The picture as an image, its words below it."""
    drawn, picture, caption = parts(request)
    return render_image(drawn.board, picture, request.width, caption)


def thumbnail(request: PictureRequest) -> QImage:
    """The picture as an image, without words."""
    drawn, picture, _ = parts(request)
    return render_image(drawn.board, picture, request.width)


def painter_of_file(library: Library, path: Path, view: View, width: int, moment: Callable[[Game], Cursor]) -> Callable[[], QImage | None]:
    """Return what reads the game at *path* and paints its board at a *moment*, without words; ``None`` where it cannot be read.

    For a worker thread.
    """

    def work() -> QImage | None:
        opened = library.inspect(path).opened
        return None if opened.game is None else thumbnail(PictureRequest(opened.game, moment(opened.game), view, width))

    return work


def _compact(drawn: QImage, most: int | None, format: PictureFormat) -> bytes:  # noqa: A002 - the word of the protocol
    from app.qt.map.small_picture import TooLargeError, jpeg, small_png

    try:
        return small_png(drawn, most) if format is PictureFormat.PNG and most is not None else jpeg(drawn, most)
    except TooLargeError as error:
        raise CommandError(tr("At {width} pixels {error}.", width=drawn.width(), error=error)) from error


def smooth_image(request: PictureRequest) -> QImage:
    """The picture without the grain of paper, its words below it; those asked for last are kept, since a mail and its page share one."""
    known = _smooth.get(id(request))
    if known is not None and known[0] is request:
        return known[1]
    drawn, picture, caption = parts(request)
    made = render_image(drawn.board, picture, request.width, caption, StillFormat.SMOOTH)
    _smooth[id(request)] = (request, made)
    while len(_smooth) > _MOST_KEPT:
        _smooth.popitem(last=False)
    return made


_smooth: OrderedDict[int, tuple[PictureRequest, QImage]] = OrderedDict()
_MOST_KEPT = 4


def content(request: PictureRequest, format: PictureFormat) -> bytes:  # noqa: A002 - the word of the protocol
    """The bytes of a file with the picture.

    Raises:
        CommandError: it does not fit into the bytes that it may have.
    """
    if format in (PictureFormat.PNG, PictureFormat.JPEG) and (request.most_bytes is not None or format is PictureFormat.JPEG):
        return _compact(smooth_image(request), request.most_bytes, format)
    drawn, picture, caption = parts(request)
    match format:
        case PictureFormat.PNG | PictureFormat.JPEG:
            return render_png(drawn.board, picture, request.width, caption)
        case PictureFormat.SVG:
            return render_svg(drawn.board, picture, request.width, caption)
        case PictureFormat.PDF:
            return render_pdf(drawn.board, picture, caption, order_sheet(request.game, request.cursor), request.view.page_size)


def keep_image(image: QImage, path: Path, quality: int = -1) -> None:
    """Write *image* to *path*, in the format that its ending names; an image of no size is not kept.

    Args:
        quality: of a JPEG, from 0 to 100; the usual one unless given.

    Raises:
        StorageError: it could not be written.
    """
    if image.isNull():
        return
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, path.suffix.removeprefix(".").upper(), quality)  # type: ignore[call-overload]  # the stubs want bytes
    make_folder(path.parent, tr("writing the picture"))
    write_atomically(path, bytes(buffer.data().data()), tr("writing the picture"))
