"""Booklet of a game as PDF: a cover, its story, then a page for each phase that is over, with the board and what became of every order.

Qt writes images in full colour, at a quality that cannot be chosen. So it is given a small stand-in for each, and the images follow as an
update of the finished file, in few colours and with one colour that lets the layer below through. PDF 1.4: 4.8.5, 3.4.5.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from PIL import Image, ImageChops
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

from app.game.record import Cursor
from app.presentation.order_rows import order_sheet
from app.presentation.picture import MapPicture, rulers
from app.presentation.power_colours import picture_colours_of
from app.presentation.story_pictures import StoryLook, centre_picture, for_qt, height_of, pair_picture, story_look
from app.presentation.theme import theme_named
from app.qt.board.picture_content import parts
from app.qt.map.export import SMALLEST_WIDTH, page_layout, paint_page, render_image
from app.qt.map.fonts import interface_font, load_fonts, map_font
from app.qt.map.paint.picture_painter import StillFormat
from app.qt.map.small_picture import palette_of, pillow
from app.session.errors import GivenUp
from app.session.requests import StoryRequest
from app.session.services import GoOn, PictureRequest
from app.statistics.story import (
    Story,
    describe_honours,
    describe_outcome_of,
    describe_title,
    describe_turning_point,
    points_text,
    story_of,
    system_name,
)
from entente.scoring import Scoring
from entente.words.names import describe_season
from languages import labelled, tr
from variants.compiled import CompiledBoard

DOTS = 126.0
"""Dots per inch of paper."""
_COLOURS = 104
_CLEAR = 255
"""The number in a palette that is not painted."""
_FIRST_WIDTH = 2_000
"""Pixels across the first stand-in, each of which has a width of its own to be known by."""


@dataclass(frozen=True)
class _Layer:
    """One image of the file."""

    stand_in: QImage
    picture: Image.Image
    """Picture that stands there in the end."""
    clear: Image.Image | None
    """White where the layer below is seen; ``None`` where it is nowhere."""


class PageBoards:
    """Paints boards into one PDF; hand its bytes to ``finished`` at the end."""

    def __init__(self) -> None:
        self._layers: list[_Layer] = []
        self._grounds: dict[tuple[str, int], tuple[_Layer, Image.Image]] = {}
        """First grounds by drawing and width."""
        self._owned: dict[tuple[object, ...], tuple[_Layer | None, Image.Image]] = {}
        """Layers of it that owners change, with the ground under them."""

    def paint(self, painter: QPainter, place: QRectF, board: CompiledBoard, picture: MapPicture, inches: float) -> None:
        """Paint *picture* at *place*, *inches* wide on paper."""
        width = max(SMALLEST_WIDTH, round(inches * DOTS))
        bare = replace(picture, position=replace(picture.position, units=(), dislodged=()), orders=())
        owners = (
            board.svg_sha256,
            width,
            tuple(sorted(rulers(picture).items())),
            picture.hidden,
            tuple(sorted(picture.position.owners.items())),
        )
        first = (board.svg_sha256, width)
        known = self._owned.get(owners)
        if known is None:
            ground = pillow(render_image(board, bare, width, None, StillFormat.FLAT))
            if first not in self._grounds:
                self._grounds[first] = (self._layer(ground, None), ground)
            known = self._owned[owners] = (self._over(self._grounds[first][1], ground), ground)
        whole = pillow(render_image(board, picture, width, None, StillFormat.FLAT))
        for layer in (self._grounds[first][0], known[0], self._over(known[1], whole)):
            if layer is not None:
                painter.drawImage(place, layer.stand_in)

    def _over(self, below: Image.Image, above: Image.Image) -> _Layer | None:
        """Return the difference of *above* from *below*; ``None`` where they are alike."""
        red, green, blue = ImageChops.difference(above, below).split()
        changed = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        if changed.getbbox() is None:
            return None
        return self._layer(above, changed.point(lambda value: 0 if value else 255))

    def _layer(self, picture: Image.Image, clear: Image.Image | None) -> _Layer:
        stand_in = QImage(_FIRST_WIDTH + len(self._layers), 1, QImage.Format.Format_RGB32)
        stand_in.fill(0xFFFFFF)
        made = _Layer(stand_in, picture, clear)
        self._layers.append(made)
        return made

    def finished(self, pdf: bytes) -> bytes:
        """*pdf* with its images."""
        numbers = {
            int(found[2]): int(found[1])
            for found in re.finditer(rb"\n(\d+) 0 obj\n<<\n/Type /XObject\n/Subtype /Image\n/Width (\d+)\n/Height 1\n", pdf)
        }
        start = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", pdf)
        trailer = re.search(rb"trailer\s*<<(.*?)>>\s*startxref", pdf, re.DOTALL)
        if start is None or trailer is None or any(each.stand_in.width() not in numbers for each in self._layers):
            raise ValueError("Qt has written a file of another kind")
        added, places = bytearray(), dict[int, int]()
        for each in self._layers:
            number = numbers[each.stand_in.width()]
            places[number] = len(pdf) + len(added)
            added += _image(number, each)
        table = len(pdf) + len(added)
        added += b"xref\n" + b"".join(b"%d 1\n%010d 00000 n \n" % (number, place) for number, place in sorted(places.items()))
        added += b"trailer\n<<%s/Prev %s\n>>\nstartxref\n%d\n%%%%EOF\n" % (trailer[1], start[1], table)
        return pdf + bytes(added)


def _image(number: int, layer: _Layer) -> bytes:
    """The object of *layer*: pixels by number in a palette."""
    few = layer.picture.quantize(palette=palette_of(layer.picture, _COLOURS), dither=Image.Dither.NONE)
    clear = b""
    if layer.clear is not None:
        few.paste(_CLEAR, mask=layer.clear)
        clear = b"/Mask [%d %d]\n" % (_CLEAR, _CLEAR)
    palette = bytes(few.getpalette() or ())[: 3 * (_CLEAR + 1)].ljust(3 * (_CLEAR + 1), b"\0")
    content = zlib.compress(few.tobytes(), 9)
    return (
        b"%d 0 obj\n<<\n/Type /XObject\n/Subtype /Image\n/Width %d\n/Height %d\n/BitsPerComponent 8\n"
        b"/ColorSpace [/Indexed /DeviceRGB %d <%s>]\n%s/Filter /FlateDecode\n/Length %d\n>>\nstream\n%s\nendstream\nendobj\n"
        % (number, few.width, few.height, _CLEAR, palette.hex().encode(), clear, len(content), content)
    )


_PICTURE = 800.0
"""Width of a chart, to which its height belongs."""
_PAPER = {"panel": "#ffffff", "sunken": "#f1efe9", "text": "#000000", "text_soft": "#444444", "line": "#cccccc", "line_strong": "#888888"}
"""Colours of a window that differ on paper."""
_DAY = "parchment"
"""In place of a dark theme, which would drink the ink."""


def booklet(request: StoryRequest, go_on: GoOn) -> bytes:
    """The PDF, on pages of the size that the view asks for.

    Raises:
        GivenUp: it is not wanted any more.
        NoBoardError: the variant has no drawn board here.
    """
    load_fonts()
    line = request.game.line(request.branch)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(request.game.name)
    writer.setCreator("Entente")
    first = _picture_request(request, len(line) - 1)
    drawn, picture, _ = parts(first)
    lying = drawn.board.width > drawn.board.height * 1.12
    writer.setPageLayout(page_layout(request.view.page_size, lying=lying))
    painter = QPainter(writer)
    boards = PageBoards()  # as shapes each would take 2 MB
    try:
        story = story_of(request.game, request.branch, request.viewer, letters=request.letters)
        look = story_look(request.game, picture_colours_of(picture))

        def board_at(place: QRectF, index: int) -> None:
            drawn, picture, _ = parts(_picture_request(request, index))
            boards.paint(painter, place, drawn.board, picture, painter.viewport().width() / writer.logicalDpiX())

        _StoryPages(painter, writer, story, look, board_at, drawn.board.height / drawn.board.width).write()
        for index, turn in enumerate(line):
            if not go_on(index, len(line), describe_season(request.game.variant, turn.phase)):
                raise GivenUp(tr("Stopped: no booklet was written."))
            if turn.resolution is None:
                continue  # the board of an open phase is on the cover, and its orders stay hidden
            asked = _picture_request(request, index)
            drawn, picture, caption = parts(asked)
            writer.newPage()
            paint_page(painter, writer, drawn.board, picture, caption, order_sheet(request.game, asked.cursor), boards.paint)
    finally:
        painter.end()
    return boards.finished(bytes(buffer.data().data()))


def _picture_request(request: StoryRequest, index: int) -> PictureRequest:
    view = replace(request.view, theme=_DAY) if theme_named(request.view.theme).dark else request.view
    return PictureRequest(request.game, Cursor(request.branch, index), view, hidden=request.hidden.get(index, frozenset()))


_KEPT_EMPTY = 0.3
"""Part of a page of the story that may stay empty; where it is more, the board of the turn that decided the game fills it."""


class _StoryPages:
    """Writes the cover, and title, chart, turning points, pairs and points, going on over as many pages as it takes.

    Args:
        board_at: paints the board of a turn, by its number, at a place of the page.
        ratio: height of the board by its width.
    """

    def __init__(
        self,
        painter: QPainter,
        writer: QPdfWriter,
        story: Story,
        look: StoryLook,
        board_at: Callable[[QRectF, int], None],
        ratio: float,
    ) -> None:
        self._painter, self._writer, self._story = painter, writer, story
        self._look = StoryLook({**look.window, **_PAPER}, False, look.lands, look.inks, look.names, look.players)
        self._board_at, self._ratio = board_at, ratio
        self._dots = writer.logicalDpiX()
        self._page = QRectF(painter.viewport())
        self._y = 0.0

    def write(self) -> None:
        story = self._story
        self._cover()
        self._text(describe_title(story), 20, display=True)
        self._text(describe_outcome_of(story, titled=True), 10)
        self._picture(centre_picture(story, self._look))
        for heading, said in describe_honours(story, self._look.names):
            self._text(labelled(heading, said), 10)
        if story.turning_points:
            self._keep_together(1.0)
            self._text(tr("Turning points"), 15, display=True)
            for point in story.turning_points:
                self._text(labelled(describe_season(story.game.variant, point.phase), describe_turning_point(story, point)), 9)
        self._pairs()
        if story.standings:
            self._keep_together(2.5)
            self._text(tr("Points"), 15, display=True)
            self._points()
            for system in Scoring:
                self._text(labelled(system_name(system), system.description), 8)
        self._fill()

    def _cover(self) -> None:
        """The board at the end below the name of the game, how it ended, and who played what."""
        story, page, dots = self._story, self._page, self._dots
        self._text(story.game.name, 34, display=True)
        self._text(describe_outcome_of(story), 13)
        names = [
            labelled(name, self._look.players[power]) if power in self._look.players else name for power, name in self._look.names.items()
        ]
        columns = 2 if len(names) > 4 else 1
        lines = -(-len(names) // columns)
        step = min(0.28 * dots, page.height() * 0.3 / lines)
        room = page.height() - self._y - step * lines - 0.4 * dots
        width = min(page.width(), room / self._ratio)
        height = width * self._ratio
        top = self._y + (room - height) / 2
        self._board_at(QRectF((page.width() - width) / 2, top, width, height), len(story.phases) - 1)
        self._painter.setFont(interface_font(step * 0.55))
        foot = page.height() - step * lines
        for number, (power, said) in enumerate(zip(self._look.names, names, strict=True)):
            left, y = page.width() / columns * (number // lines), foot + step * (number % lines)
            chip = QRectF(left, y + step * 0.2, step * 0.5, step * 0.5)
            self._painter.fillRect(chip, QColor(self._look.lands[power]))
            self._painter.setPen(QColor(self._look.inks[power]))
            self._painter.drawRect(chip)
            self._painter.setPen(Qt.GlobalColor.black)
            words = QRectF(left + step, y, page.width() / columns - step, step)
            self._painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter.value), said)
        self._next_page()

    def _pairs(self) -> None:
        """Pictures of as many pairs at a time as the page has room for."""
        pairs = self._story.pairs[:24]
        if not pairs:
            return
        self._keep_together(2.2)
        self._text(tr("Who helped, who stabbed"), 15, display=True)
        at = 0
        while at < len(pairs):
            room = (self._page.height() - self._y - self._dots * 0.15) / self._page.width() * _PICTURE
            count = max(1, next((each for each in range(len(pairs) - at, 0, -1) if height_of(each) <= room), 0))
            if height_of(count) > room:
                self._next_page()
                continue
            self._picture(pair_picture(self._story, pairs[at : at + count], self._look, _PICTURE))
            at += count

    def _points(self) -> None:
        """A table: a row for each power, a column for each system, whose name stands upright above it."""
        story, systems, painter = self._story, tuple(Scoring), self._painter
        first, size = self._page.width() * 0.26, 8 / 72 * self._dots
        heads = (tr("Centres"), *map(system_name, systems))
        wide = (self._page.width() - first) / len(heads)
        left = int(Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignBottom.value)
        right = int(Qt.AlignmentFlag.AlignRight.value | Qt.AlignmentFlag.AlignBottom.value)
        painter.setFont(interface_font(size))
        painter.setPen(Qt.GlobalColor.black)
        high = max(painter.boundingRect(self._page, left, each).width() for each in heads) + size * 0.5
        top = self._room(high + size * 0.3)
        for column, head in enumerate(heads):
            painter.save()
            painter.translate(first + wide * (column + 0.97), top + high)
            painter.rotate(-90)
            painter.drawText(QRectF(0, -size * 1.4, high, size * 1.4), left, head)
            painter.restore()
        for each in story.standings:
            player = self._look.players.get(each.power)
            name = self._look.names[each.power]
            cells = (str(each.centres), *(points_text(each.points[system]) for system in systems))
            top = self._room(size * 1.7)
            painter.setFont(interface_font(size))
            painter.setPen(Qt.GlobalColor.black)
            painter.drawText(QRectF(0, top, first, size * 1.7), left, name if player is None else f"{name} ({player})")
            for column, said in enumerate(cells):
                painter.drawText(QRectF(first + wide * column, top, wide * 0.97, size * 1.7), right, said)
        self._y += size

    def _fill(self) -> None:
        """Show the board of the turn that decided the game, or of the last stab, where much of the page would stay empty."""
        story = self._story
        if self._page.height() - self._y <= self._page.height() * _KEPT_EMPTY:
            return
        point = story.decided_by or next(iter(reversed(story.turning_points)), None)
        index = len(story.phases) - 1 if point is None else point.index
        self._text(describe_season(story.game.variant, story.phases[index]), 15, display=True)
        if point is not None:
            self._text(describe_turning_point(story, point), 9)
        room = self._page.height() - self._y
        width = min(self._page.width(), room / self._ratio)
        self._board_at(QRectF((self._page.width() - width) / 2, self._y, width, width * self._ratio), index)
        self._y += width * self._ratio

    def _next_page(self) -> None:
        self._writer.newPage()
        self._y = 0.0

    def _keep_together(self, inches: float) -> None:
        """Begin a page where less than *inches* are left on this one."""
        if self._y and self._y + inches * self._dots > self._page.height():
            self._next_page()

    def _room(self, height: float) -> float:
        """Return the top of a part of that *height*: on this page or the next."""
        if self._y and self._y + height > self._page.height():
            self._next_page()
        top = self._y
        self._y += height
        return top

    def _text(self, words: str, points: float, *, display: bool = False) -> None:
        size = points / 72 * self._dots
        painter = self._painter
        painter.setFont(map_font(size) if display else interface_font(size))
        painter.setPen(Qt.GlobalColor.black)
        flags = int(Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignLeft.value)
        box = painter.boundingRect(QRectF(0, 0, self._page.width(), 1e6), flags, words)
        if display and self._y:
            self._y += size * 0.7
        top = self._room(box.height() + size * 0.5)
        painter.drawText(QRectF(0, top, self._page.width(), box.height() + size), flags, words)

    def _picture(self, svg: str) -> None:
        renderer = QSvgRenderer(QByteArray(for_qt(svg)))
        size = renderer.defaultSize()
        height = self._page.width() * size.height() / max(1, size.width())
        height = min(height, self._page.height())
        width = height * size.width() / max(1, size.height())
        top = self._room(height + self._dots * 0.15)
        renderer.render(self._painter, QRectF(0, top, width, height))
