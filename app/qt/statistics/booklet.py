"""A booklet of the game as PDF: its story, then a page for each phase with the board and what became of every order."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

from app.game.record import Cursor
from app.presentation.order_sheet import order_sheet
from app.presentation.picture_colours import picture_colours_of
from app.presentation.statistics.centre_picture import centre_picture, for_qt
from app.presentation.statistics.look import StoryLook, story_look
from app.presentation.statistics.pair_picture import pair_picture
from app.presentation.theme import theme_named
from app.qt.board.pictures import parts
from app.qt.map.export import paint_page
from app.qt.map.fonts import interface_font, load_fonts, map_font
from app.qt.statistics.page_boards import PageBoards
from app.session.errors import GivenUp
from app.session.requests import StoryRequest
from app.session.services import GoOn, PictureRequest
from app.statistics.story import Story, story_of
from app.statistics.words import describe_outcome_of, describe_point, describe_title, points_text, system_name
from entente.scoring import Scoring
from entente.words.phases import describe_season
from languages import labelled, plural, tr

_PAPER = {"panel": "#ffffff", "sunken": "#f1efe9", "text": "#000000", "text_soft": "#444444", "line": "#cccccc", "line_strong": "#888888"}
"""What of a window's colours is otherwise on paper."""
_DAY = "parchment"
"""In place of a dark theme, which would drink the ink."""


def booklet(request: StoryRequest, go_on: GoOn) -> bytes:
    """The PDF, in A4.

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
    way = QPageLayout.Orientation.Landscape if lying else QPageLayout.Orientation.Portrait
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize.PageSizeId.A4), way, QMarginsF(12, 12, 12, 12), QPageLayout.Unit.Millimeter))
    painter = QPainter(writer)
    boards = PageBoards()  # as shapes each would take 2 MB
    try:
        story = story_of(request.game, request.branch, request.viewer, letters=request.letters)
        look = story_look(request.game, picture_colours_of(picture))
        _StoryPages(painter, writer, story, look).write()
        for index, turn in enumerate(line):
            if not go_on(index, len(line), describe_season(request.game.variant, turn.phase)):
                raise GivenUp(tr("Stopped: no booklet was written."))
            asked = _picture_request(request, index)
            drawn, picture, caption = parts(asked)
            writer.newPage()
            sheet = order_sheet(request.game, asked.cursor) if turn.resolution is not None else ()
            paint_page(painter, writer, drawn.board, picture, caption, sheet, boards.paint)
    finally:
        painter.end()
    return boards.finished(bytes(buffer.data().data()))


def _picture_request(request: StoryRequest, index: int) -> PictureRequest:
    view = replace(request.view, theme=_DAY) if theme_named(request.view.theme).dark else request.view
    return PictureRequest(request.game, Cursor(request.branch, index), view, hidden=request.hidden.get(index, frozenset()))


class _StoryPages:
    """Writes title, chart, turning points, pairs and points, going on over as many pages as it takes."""

    def __init__(self, painter: QPainter, writer: QPdfWriter, story: Story, look: StoryLook) -> None:
        self._painter, self._writer, self._story = painter, writer, story
        self._look = StoryLook({**look.window, **_PAPER}, False, look.lands, look.inks, look.names, look.players)
        self._dots = writer.logicalDpiX()
        self._page = QRectF(painter.viewport())
        self._y = 0.0

    def write(self) -> None:
        story = self._story
        self._text(story.game.name, 26, display=True)
        self._text(f"{describe_title(story)}. {describe_outcome_of(story)}", 10)
        self._picture(centre_picture(story, self._look))
        if story.turning_points:
            self._text(tr("Turning points"), 15, display=True)
            for point in story.turning_points:
                self._text(labelled(describe_season(story.game.variant, point.phase), describe_point(story.game, point)), 9)
        if story.pairs:
            self._keep_together(3.5)
            self._text(tr("Who helped, who stabbed"), 15, display=True)
            for at in range(0, min(len(story.pairs), 24), 8):
                self._picture(pair_picture(story, story.pairs[at : at + 8], self._look))
        if story.standings:
            self._keep_together(1.0)
            self._text(tr("Points"), 15, display=True)
            for each in story.standings:
                points = ", ".join(f"{system_name(system)} {points_text(each.points[system])}" for system in Scoring)
                name = self._look.names[each.power]
                if each.power in self._look.players:
                    name = f"{name} ({self._look.players[each.power]})"
                self._text(
                    plural(
                        "{power}: {count} centre; {points}", "{power}: {count} centres; {points}", each.centres, power=name, points=points
                    ),
                    9,
                )

    def _keep_together(self, inches: float) -> None:
        """Begin a page where less than *inches* are left on this one."""
        if self._y and self._y + inches * self._dots > self._page.height():
            self._writer.newPage()
            self._y = 0.0

    def _room(self, height: float) -> float:
        """Where *height* begins: on this page or the next."""
        if self._y and self._y + height > self._page.height():
            self._writer.newPage()
            self._y = 0.0
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
