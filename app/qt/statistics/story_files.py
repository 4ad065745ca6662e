"""Files that keep the story of a game: films of it as animated pictures, and all of them written whole or not at all."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from PIL import Image
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from app.game.record import Cursor, Turn
from app.game.storage.atomic import is_there, storing, write_atomically
from app.presentation.drawn_boards import NoBoardError
from app.presentation.hotseat.reveal_motion import RevealMotion
from app.presentation.hotseat.reveal_steps import reveal_story
from app.presentation.layout.drawing import Plan
from app.presentation.layout.name_places import NamePlacer, covering
from app.presentation.layout.plan import Planner
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.qt.board.picture_content import content, parts
from app.qt.map.export import shapes_of
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.label_painter import names_of
from app.qt.map.paint.picture_painter import StillFormat, paint_ground, paint_pieces
from app.qt.map.paint.sheet_painter import Caption, caption_height, paint_caption
from app.qt.map.small_picture import palette_of, pillow
from app.session.errors import CommandError, GivenUp
from app.session.requests import StoryFormat, StoryRequest
from app.session.services import GoOn, PictureFormat, PictureRequest
from entente.words.names import describe_phase
from languages import mark, tr
from variants.compiled import CompiledBoard

COLOURS = 254
"""Colours of a film as GIF: one of the 256 is left for what stays as it was, which then takes a fourth of the bytes."""
_PHASE, _END = 1400, 4000
"""Milliseconds that a phase, and the end, is seen."""
_ORDERS, _RESTS, _AFTER = 2200, 1300, 2600
"""Milliseconds that all orders, the end of each step, and the board after a phase are seen."""
MOST_BYTES = 4_000_000
"""Size of the film of one phase."""
_SMALLER = ((1.0, 70), (1.0, 120), (0.8, 120), (0.6, 160), (0.4, 200))
"""Parts of the width that is asked for, and milliseconds between two pictures, for ever less bytes."""

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

    return _written(frames(), request.is_webp)


def season_film(request: StoryRequest, go_on: GoOn) -> bytes:
    """One phase as its reveal tells it: each step with its sentence and its moving units, and the board after it.

    It is no larger than ``MOST_BYTES``: of a long phase fewer pictures a second are kept, then smaller ones.

    Raises:
        CommandError: the phase is not played yet, or its film is too large however small its pictures are.
        GivenUp: it is not wanted any more.
        NoBoardError: the variant has no drawn board here.
    """
    index = request.turn
    turns = request.game.line(request.branch)
    if index is None or turns[index].resolution is None:
        raise CommandError(tr("This phase has not been played yet."))
    for width, step in _SMALLER:
        smaller = replace(request, width=round(request.width * width))
        stage = _Stage(smaller)
        film = _written(_counted(stage.reveal_of(index, step), stage, go_on), request.is_webp)
        if len(film) <= MOST_BYTES:
            return film
    raise CommandError(tr("The film is larger than {most} MB; make it less wide.", most=MOST_BYTES // 1_000_000))


def _counted(frames: Iterator[Frame], stage: _Stage, go_on: GoOn) -> Iterator[Frame]:
    for at, frame in enumerate(frames):
        _ask(go_on, at, max(at + 1, stage.steps), "")
        yield frame


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

    def reveal_of(self, index: int, step: int) -> Iterator[Frame]:
        """The steps of the reveal of turn *index*, a picture each *step* milliseconds while units move, and the board after it."""
        _, picture, _ = parts(self._picture_request(index))
        request = self._request
        turns = request.game.line(request.branch)
        whole = self._plan(picture)
        story = reveal_story(request.game, turns[index], is_hidden=bool(request.hidden.get(index)))
        motion = RevealMotion(story, whole, self._board)
        counts = [max(1, round(motion.milliseconds(at) / step)) for at in range(len(story.steps))]
        self.steps = sum(counts) + 1
        for at, told in enumerate(story.steps):
            for number in range(1, counts[at]):
                yield self._painted(index, picture, motion.at(at, number / counts[at]), whole, told.title), step
            yield self._painted(index, picture, motion.at(at, 1.0), whole, told.title), _ORDERS if at == 0 else _RESTS
        if index + 1 < len(turns):
            yield self.bare(index + 1), _AFTER

    def _plan(self, picture: MapPicture) -> Plan:
        return self._planner.plan(picture, self._zoom)

    def _painted(self, index: int, picture: MapPicture, plan: Plan, whole: Plan | None = None, said: str = "") -> QImage:
        """*plan* over the ground of *picture*, with the names where *whole* has room for them, and *said* below in place of the game."""
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
            phase = describe_phase(self._request.game.variant, self._turn(index).phase)
            caption = Caption(said, phase) if said else Caption(phase, self._request.game.name)
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


def _written(frames: Iterator[Frame], is_webp: bool) -> bytes:
    return _webp(frames) if is_webp else _gif(frames)


def _webp(frames: Iterator[Frame]) -> bytes:
    """The film in all colours, at a quality that the eye does not tell from more."""
    durations: list[int] = []

    def pictures() -> Iterator[Image.Image]:
        for image, milliseconds in frames:
            durations.append(milliseconds)
            yield pillow(image)

    first, *others = pictures()
    target = io.BytesIO()
    first.save(target, "WEBP", save_all=True, append_images=others, duration=durations, loop=0, quality=62, method=2, minimize_size=False)
    return target.getvalue()


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
    first.save(target, "GIF", save_all=True, append_images=others, duration=durations, loop=0, disposal=1, optimize=True)
    return target.getvalue()


def _some(frames: Iterator[Frame], count: int) -> list[Frame]:
    return [frame for _, frame in zip(range(count), frames, strict=False)]


def _side_by_side(pictures: Sequence[Image.Image]) -> Image.Image:
    wide, high = pictures[0].size
    sheet = Image.new("RGB", (wide * len(pictures), high))
    for at, picture in enumerate(pictures):
        sheet.paste(picture, (wide * at, 0))
    return sheet


_DOING = mark("writing the story")


def read_for(format: StoryFormat) -> None:  # noqa: A002 - the protocol's word
    """Read the modules that draw *format*, which another thread may go on with."""
    match format:
        case StoryFormat.PAGE:
            from app.qt.statistics import web_page  # noqa: F401
        case StoryFormat.BOOKLET:
            from app.qt.statistics import booklet  # noqa: F401
        case StoryFormat.FILM | StoryFormat.SEASON | StoryFormat.PICTURES:
            pass


def write(request: StoryRequest, format: StoryFormat, path: Path, go_on: GoOn) -> None:  # noqa: A002 - the protocol's word
    """Make what *request* asks for and write it to *path*.

    Raises:
        GivenUp: *go_on* returned no; nothing is written.
        CommandError: it cannot be drawn, or there is something at the place of a new folder.
        StorageError: it could not be written.
    """
    try:
        if format is StoryFormat.PICTURES:
            _write_pictures(request, path, go_on)
        else:
            write_atomically(path, _content(request, format, go_on), _DOING)
    except NoBoardError as error:
        raise CommandError(str(error)) from error


def _content(request: StoryRequest, format: StoryFormat, go_on: GoOn) -> bytes:  # noqa: A002 - the protocol's word
    """The bytes of the file; what makes each kind is brought in when it is wanted."""
    match format:
        case StoryFormat.PAGE:
            from app.qt.statistics.web_page import web_page

            return web_page(request, go_on)
        case StoryFormat.FILM:
            return game_film(request, go_on)
        case StoryFormat.SEASON:
            return season_film(request, go_on)
        case StoryFormat.BOOKLET:
            from app.qt.statistics.booklet import booklet

            return booklet(request, go_on)
        case StoryFormat.PICTURES:
            raise ValueError("a folder has no bytes")
        case _:
            assert_never(format)


def _write_pictures(request: StoryRequest, folder: Path, go_on: GoOn) -> None:
    """A PNG of each phase in a new folder, which appears when all of them are in it."""
    if is_there(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(tr("{folder} is there already; name a folder that is new or empty.", folder=folder))
    line = request.game.line(request.branch)
    with storing(folder, _DOING):
        folder.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".entente-", dir=folder.parent))
    try:
        for index, turn in enumerate(line):
            if not go_on(index, len(line), str(turn.phase)):
                raise GivenUp(tr("Stopped: no pictures were written."))
            hidden = request.hidden.get(index, frozenset())
            asked = PictureRequest(request.game, Cursor(request.branch, index), request.view, request.width, hidden)
            write_atomically(making / f"{index + 1:03d} {turn.phase}.png", content(asked, PictureFormat.PNG), _DOING)
        with storing(folder, _DOING):
            making.chmod(0o755)
            if folder.is_dir():
                folder.rmdir()
            making.rename(folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def unused(folder: Path) -> Path:
    """*folder*, or where that is taken the first of ``folder 2``, ``folder 3``, ... that is not."""
    found, number = folder, 1
    while is_there(found):
        number += 1
        found = folder.with_name(f"{folder.name} {number}")
    return found
