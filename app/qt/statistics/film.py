"""Films of a game as animated GIFs: all phases one after the other, or one season step by step."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from app.game.record import Cursor, Turn
from app.presentation.layout.drawing import Plan
from app.presentation.layout.names import NamePlacer, covering
from app.presentation.layout.plan import Planner
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.presentation.reveal import Reveal
from app.qt.board.pictures import parts
from app.qt.map.export import shapes_of
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.label_painter import names_of
from app.qt.map.paint.picture_painter import StillFormat, paint_ground, paint_pieces
from app.qt.map.paint.sheet_painter import Caption, caption_height, paint_caption
from app.qt.map.small_picture import palette_of, pillow
from app.session.errors import CommandError, GivenUp
from app.session.requests import StoryRequest
from app.session.services import GoOn, PictureRequest
from entente.words.phases import describe_phase
from languages import tr
from variants.compiled import CompiledBoard

COLOURS = 256
_PHASE, _END = 1400, 4000
"""Milliseconds that a phase, and the end, is seen."""
_BEFORE, _ORDERS, _STEP, _RESULTS, _AFTER = 900, 1800, 100, 2800, 2200
"""The same of the steps of a season."""

Frame = tuple[QImage, int]
"""A picture and its milliseconds."""


def game_film(request: StoryRequest, go_on: GoOn) -> bytes:
    """Every phase with its orders and results, then the board as it is at last.

    Raises:
        GivenUp: it is not wanted any more.
        NoBoardError: the variant has no drawn board here.
    """
    line = request.game.line(request.branch)

    def frames() -> Iterator[Frame]:
        stage = _Stage(request)
        for index, turn in enumerate(line):
            _ask(go_on, index, len(line), str(turn.phase))
            yield stage.shown(index), _END if index == len(line) - 1 else _PHASE

    return _gif(frames())


def season_film(request: StoryRequest, go_on: GoOn) -> bytes:
    """One phase: the units, all orders, what becomes of them step by step, and the board after it.

    Raises:
        CommandError: the phase is not played yet.
        GivenUp: it is not wanted any more.
        NoBoardError: the variant has no drawn board here.
    """
    index = request.turn
    turns = request.game.line(request.branch)
    if index is None or turns[index].resolution is None:
        raise CommandError(tr("This phase has not been played yet."))
    stage = _Stage(request)
    steps = stage.steps_of(index)

    def frames() -> Iterator[Frame]:
        for at, frame in enumerate(steps):
            _ask(go_on, at, stage.steps, "")
            yield frame
        if index + 1 < len(turns):
            yield stage.bare(index + 1), _AFTER

    return _gif(frames())


def _ask(go_on: GoOn, done: int, total: int, words: str) -> None:
    if not go_on(done, total, words):
        raise GivenUp(tr("Stopped: no film was written."))


class _Stage:
    """Paints the board of one game at one size."""

    def __init__(self, request: StoryRequest) -> None:
        load_fonts()
        self._request = request
        drawn, picture, _ = parts(self._picture_request(0))
        self._board: CompiledBoard = drawn.board
        self._zoom = request.width / drawn.board.width
        self._planner = Planner(drawn.board, picture.variant.board)
        self._names = NamePlacer(drawn.board)
        self._ground: tuple[object, QImage] | None = None
        self.steps = 1
        """Pictures of the season asked for last."""

    def _picture_request(self, index: int) -> PictureRequest:
        request = self._request
        hidden = request.hidden.get(index, frozenset())
        return PictureRequest(request.game, Cursor(request.branch, index), request.view, request.width, hidden)

    def _turn(self, index: int) -> Turn:
        return self._request.game.turn(Cursor(self._request.branch, index))

    def shown(self, index: int) -> QImage:
        """The turn *index* with its orders and results."""
        _, picture, _ = parts(self._picture_request(index))
        return self._painted(index, picture, self._plan(picture))

    def bare(self, index: int) -> QImage:
        """The units of the turn *index* alone."""
        _, picture, _ = parts(self._picture_request(index))
        picture = replace(picture, orders=())
        return self._painted(index, picture, self._plan(picture))

    def steps_of(self, index: int) -> Iterator[Frame]:
        """Units, orders, and how they were carried out."""
        _, picture, _ = parts(self._picture_request(index))
        whole = self._plan(picture)
        told = Reveal(whole)
        count = max(1, round(told.milliseconds / _STEP))
        self.steps = count + 3
        yield self.bare(index), _BEFORE
        given = (each for each in picture.orders if each.outcome is None or each.outcome.given)
        ordered = replace(picture, orders=tuple(replace(each, outcome=None) for each in given))
        yield self._painted(index, ordered, self._plan(ordered)), _ORDERS
        for step in range(count):
            yield self._painted(index, picture, told.at(step / count), whole), _STEP
        yield self._painted(index, picture, whole), _RESULTS

    def _plan(self, picture: MapPicture) -> Plan:
        return self._planner.plan(picture, self._zoom)

    def _painted(self, index: int, picture: MapPicture, plan: Plan, whole: Plan | None = None) -> QImage:
        """*plan* over the ground of *picture*, with the names where *whole* has room for them."""
        image = QImage(self._ground_of(picture))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            painter.save()
            painter.scale(self._zoom, self._zoom)
            painter.setClipRect(QRectF(0, 0, self._board.width, self._board.height))
            clear = whole or plan
            names = self._names.place(names_of(self._board, picture, self._zoom), covering(clear), clear.sizes.unit, clear.sizes.pixel)
            paint_pieces(painter, self._board, picture, plan, names, self._zoom)
            painter.restore()
            strip = round(caption_height(image.width()))
            caption = Caption(describe_phase(self._request.game.variant, self._turn(index).phase), self._request.game.name)
            paint_caption(painter, QRectF(0, image.height() - strip, image.width(), strip), caption, picture, picture_colours_of(picture))
        finally:
            painter.end()
        return image

    def _ground_of(self, picture: MapPicture) -> QImage:
        """The still board; painted again where lands changed hands."""
        key = (picture.position.owners, picture.influence, picture.hidden, frozenset(unit.power for unit in picture.position.units))
        if self._ground is None or self._ground[0] != key:
            width = self._request.width
            height = max(1, round(self._board.height * self._zoom))
            image = QImage(QSize(width, height + round(caption_height(width))), QImage.Format.Format_RGB32)
            image.fill(Qt.GlobalColor.white)
            painter = QPainter(image)
            try:
                painter.scale(self._zoom, self._zoom)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setClipRect(QRectF(0, 0, self._board.width, self._board.height))
                paint_ground(painter, shapes_of(self._board), picture, self._zoom, StillFormat.FLAT)  # few colours: a fifth of the bytes
            finally:
                painter.end()
            self._ground = (key, image)
        return self._ground[1]


def _gif(frames: Iterator[Frame]) -> bytes:
    """The film. All pictures share the colours of the first ones, so that what stays the same is written once."""
    pictures: list[tuple[Image.Image, int]] = [(pillow(image), milliseconds) for image, milliseconds in _some(frames, 3)]
    palette = palette_of(_side_by_side([picture for picture, _ in pictures]), COLOURS)
    durations: list[int] = []

    def inked() -> Iterator[Image.Image]:
        for picture, milliseconds in pictures:
            durations.append(milliseconds)
            yield picture.quantize(palette=palette, dither=Image.Dither.NONE)
        for image, milliseconds in frames:
            durations.append(milliseconds)
            yield pillow(image).quantize(palette=palette, dither=Image.Dither.NONE)

    first, *others = inked()
    target = io.BytesIO()
    first.save(target, "GIF", save_all=True, append_images=others, duration=durations, loop=0, disposal=1, optimize=False)
    return target.getvalue()


def _some(frames: Iterator[Frame], count: int) -> list[Frame]:
    return [frame for _, frame in zip(range(count), frames, strict=False)]


def _side_by_side(pictures: Sequence[Image.Image]) -> Image.Image:
    wide, high = pictures[0].size
    sheet = Image.new("RGB", (wide * len(pictures), high))
    for at, picture in enumerate(pictures):
        sheet.paste(picture, (wide * at, 0))
    return sheet
