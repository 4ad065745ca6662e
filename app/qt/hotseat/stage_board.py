"""Board of the stage with its camera and large names, and the player of its sounds."""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QProcess, QRect, QRectF, QSize, Qt, QTemporaryDir
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from adjudicator.unit import Location
from app.presentation.hotseat.reveal_motion import StepSound, sound_bytes
from app.presentation.layout.drawing import Layer, UnitDrawing
from app.presentation.layout.polyline import Point
from app.presentation.layout.situation import anchor
from app.qt.hotseat.stage_scene import StageScene
from app.qt.map.board_view import AREA_OF_VIEW, BoardView
from app.qt.map.fonts import FontFamily
from app.qt.map.pieces import around
from app.qt.widgets.look import Look

_SPARE = 0.7
"""Part of the margins above and below that can be done without."""
_LEAST_SEEN = 0.34
"""Least part of the board's width in view, so that the place can be recognised."""
_MARGIN = 0.07
"""Margin around the places of a step, as a part of the board's width."""
_STAYS = 0.55
"""Part of the view that the places of the next step need for the camera to stay."""
_NAME_SHARE = 0.045
"""Height of a large name as a share of the board's height on the screen."""
_ASIDE = (0.0, 0.4, 0.7, 1.0, 1.3, 1.7, 2.1)
"""Heights of a large name by which it may stand above or below its place, to be clear of units."""
_SEAM = 4
"""Pixels around the view that are painted ahead with it: things are copied on whole pixels."""
_INSET_SHARE = 0.16
"""Width of the small board as a share of the width on the screen."""


class LargeName(QGraphicsItem):
    """Name of a province in large type, below the units."""

    def __init__(self, words: str, at: QPointF, pixels: float, ink: QColor, paper: QColor) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(Layer.UNITS - 0.5)
        self.setPos(at)
        self._ink, self._paper, self._halo = ink, paper, pixels * 0.16
        font = QFont(FontFamily.MAP.value)
        font.setPixelSize(round(pixels))
        font.setBold(True)
        metrics = QFontMetricsF(font)
        self._path = QPainterPath()
        self._path.addText(QPointF(-metrics.horizontalAdvance(words) / 2, metrics.capHeight() / 2), font, words)
        self._kept: tuple[QPointF, float, QPixmap] | None = None
        """The letters as painted, with the part of a pixel by which they stand off, and the pixels of the device per pixel."""

    def make_room(self, taken: Sequence[QRectF], zoom: float) -> QRectF:
        """Move up or down as little as units and other names need that are *taken* in board units; returns its own rectangle there."""
        box = self.boundingRect()
        area = QRectF(box.topLeft() / zoom, box.size() / zoom).translated(self.pos())
        steps = [QPointF(0.0, area.height() * part * way) for part in _ASIDE for way in (-1, 1)]

        def covered(step: QPointF) -> float:
            parts = [area.translated(step).intersected(each) for each in taken]
            return sum(each.width() * each.height() for each in parts)

        step = min(steps, key=covered)  # the first of those that cover least
        self.moveBy(step.x(), step.y())
        return area.translated(step)

    def boundingRect(self) -> QRectF:
        """The letters with their halo."""
        return self._path.boundingRect().adjusted(-self._halo, -self._halo, self._halo, self._halo)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """The letters on their halo."""
        at = painter.worldTransform().map(QPointF())
        pixmap = self.paint_at(at, painter.device().devicePixelRatio())
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(self._corner(at, pixmap.devicePixelRatio()), pixmap)
        painter.restore()

    def paint_at(self, at: QPointF, ratio: float) -> QPixmap:
        """Return the letters as they are painted around *at*, in pixels of the view; painted once for as long as that stays.

        Args:
            at: their place.
            ratio: pixels of the device per pixel of the view.
        """
        aside = at - self._corner(at, ratio)
        if self._kept is None or self._kept[:2] != (aside, ratio):
            box = self.boundingRect()
            pixmap = QPixmap(math.ceil((box.width() + 2) * ratio), math.ceil((box.height() + 2) * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(aside)
            painter.setPen(QPen(self._paper, self._halo * 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(self._path)
            painter.fillPath(self._path, self._ink)
            painter.end()
            self._kept = (aside, ratio, pixmap)
        return self._kept[2]

    def _corner(self, at: QPointF, ratio: float) -> QPointF:
        """Return the upper left corner of the letters around *at*, on a whole pixel of the device."""
        box = self.boundingRect()
        return QPointF(math.floor((at.x() + box.left()) * ratio) / ratio, math.floor((at.y() + box.top()) * ratio) / ratio)


class SmallBoard(QWidget):
    """The whole board in a corner, with a frame round what the camera shows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._picture = QPixmap()
        self._scaled: tuple[QSize, QPixmap] | None = None
        """The picture as large as it is shown, on the ground around it, and the size of the widget then."""
        self._frame = QRectF()
        self.hide()

    def show_frame(self, picture: QPixmap, frame: QRectF) -> None:
        """Show *picture* with *frame*, in shares of its width and height."""
        if picture.cacheKey() != self._picture.cacheKey():
            self._scaled = None
        self._picture, self._frame = picture, frame
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The board, a veil, the frame."""
        inside = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._whole(inside.toRect()))
        seen = QRectF(
            inside.left() + self._frame.left() * inside.width(),
            inside.top() + self._frame.top() * inside.height(),
            self._frame.width() * inside.width(),
            self._frame.height() * inside.height(),
        ).intersected(inside)
        veil = QPainterPath()
        veil.addRect(inside)
        hole = QPainterPath()
        hole.addRect(seen)
        painter.fillPath(veil.subtracted(hole), QColor(0, 0, 0, 90))
        painter.setPen(QPen(QColor("#1f4e79"), 2))
        painter.drawRect(seen)
        painter.end()

    def _whole(self, inside: QRect) -> QPixmap:
        """Return the board *inside* its border; scaled once."""
        if self._scaled is None or self._scaled[0] != self.size():
            ratio = self.devicePixelRatioF()
            found = QPixmap(self.size() * ratio)
            found.setDevicePixelRatio(ratio)
            found.fill(QColor("#fffaf0"))
            painter = QPainter(found)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(inside, self._picture)
            painter.end()
            self._scaled = (self.size(), found)
        return self._scaled[1]


class Stand(NamedTuple):
    """The part of the board that a view shows."""

    zoom: float
    left: int
    """Value of the bar that scrolls across."""
    top: int
    """Value of the bar that scrolls down."""
    size: QSize
    """Size of the view."""
    is_near: bool
    """True if less than the whole board is in view."""


class StageBoard(BoardView):
    """Shows a scene, whole or near. Nobody touches it: keys and the mouse belong to the stage."""

    def __init__(self, scene: StageScene, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.stage = scene
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setInteractive(False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._names: list[LargeName] = []
        self._is_taking_over = False
        """True while it gets the size of another board, with all that is shown there."""
        self._written: object = None
        """All that the large names depend on."""
        self._told: tuple[Sequence[str], Sequence[Point]] = ((), ())
        self._units: Sequence[UnitDrawing] = ()
        self._ink, self._paper = QColor(), QColor()
        self._overview = QPixmap()
        self.small = SmallBoard(self)
        self.set_look(look)

    def set_look(self, look: Look) -> None:
        """Colours of what lies round the board and of large names."""
        self.setBackgroundBrush(look.colour("sunken"))
        self._ink, self._paper = look.colour("text"), look.colour("raised")

    def look_at(self, places: Sequence[str], path: Sequence[Point], units: Sequence[UnitDrawing]) -> None:
        """Bring *places* into view, with all points of *path*, and write their names large; the whole board where there are none.

        Args:
            units: the units as they come to stand, which the names leave free.
        """
        self._told, self._units = (places, path), units
        self._aim()

    @property
    def is_near(self) -> bool:
        """True if less than the whole board is in view."""
        return not self._fitted

    @property
    def stand(self) -> Stand:
        """Part of the board in view."""
        return Stand(self.zoom, self.horizontalScrollBar().value(), self.verticalScrollBar().value(), self.viewport().size(), self.is_near)

    def stand_like(self, other: StageBoard, size: QSize) -> None:
        """Have the same in view as *other*, in a view of *size*. This one is hidden, so that nothing else gives it a size."""
        self.resize(size)
        self.viewport().resize(size)
        self._fitted = not other.is_near
        self._show_stand(other.stand)
        other._keep_overview()
        self._overview = other._overview

    def paint_ahead(self) -> Iterator[None]:
        """Paint what is in view, a thing at a time, before it is seen."""
        yield from self.stage.paint_ahead(self.mapToScene(self.viewport().rect().adjusted(-_SEAM, -_SEAM, _SEAM, _SEAM)).boundingRect())
        for name in self._names:
            name.paint_at(self.viewportTransform().map(name.pos()), self.devicePixelRatioF())
            yield

    def _show_stand(self, stand: Stand) -> None:
        self._set_zoom(stand.zoom)
        self.horizontalScrollBar().setValue(stand.left)
        self.verticalScrollBar().setValue(stand.top)

    def take_over(self, other: StageBoard) -> None:
        """Show what *other* does, which is not seen, and give it the scene that this one has shown."""
        stand = other.stand
        mine, theirs = self.stage, other.stage
        self._take_scene(theirs)
        other._take_scene(mine)
        self._names, other._names = other._names, self._names
        self._written, other._written = other._written, None
        self._told, self._units, self._overview = other._told, other._units, other._overview
        self._fitted = other._fitted
        self._is_taking_over = True
        self.resize(other.size())  # as the layout does next: a list beside the board comes or goes
        self._is_taking_over = False
        self._show_stand(stand)
        self._frame()

    def _take_scene(self, scene: StageScene) -> None:
        self.stage = self._scene = scene
        self.setScene(scene)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Aim again."""
        super().resizeEvent(event)
        if self._scene.picture is not None and not self._is_taking_over:
            self._aim()

    def _aim(self) -> None:
        places, path = self._told
        wanted = self._wanted(places, path)
        if wanted is None:
            self.fit()
        elif not self._holds(wanted):
            self._keep_overview()
            self.show_area(wanted)
        elif self._scene.zoom != self.zoom * self.devicePixelRatioF():
            self.settle()
        self._write(places)
        self._frame()

    def _keep_overview(self) -> None:
        """Keep a picture of the whole board, which is in view still, for the corner."""
        if not (self.is_near or self.isHidden()):
            board = self.mapFromScene(self._scene.sceneRect()).boundingRect().intersected(self.viewport().rect())
            self._overview = self.viewport().grab(board)

    def _wanted(self, places: Sequence[str], path: Sequence[Point]) -> QRectF | None:
        """Return the rectangle that the camera has to hold; ``None`` where that is most of the board."""
        points = [*path, *(at for place in places if (at := anchor(self._scene.board, Location(place))) is not None)]
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        board = self._scene.sceneRect()
        margin = board.width() * _MARGIN
        found = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))).adjusted(-margin, -margin, margin, margin)
        lacking = max(0.0, board.width() * _LEAST_SEEN - found.width()) / 2
        found = found.adjusted(-lacking, 0, lacking, 0)
        # No higher than the board fills the stage from side to side, where the margins allow it: else there is table beside the board.
        spare = min(max(0.0, found.height() - self._highest_filled()) / 2, margin * _SPARE)
        return found.adjusted(0, spare, 0, -spare)

    def _highest_filled(self) -> float:
        """Height of the highest area, in board units, beside which no table is seen when it is zoomed to."""
        port = self.viewport()
        return self._scene.sceneRect().width() * port.height() / max(1, port.width()) * AREA_OF_VIEW

    def _holds(self, wanted: QRectF) -> bool:
        """Return True if *wanted* is in view already, and not too small, nor with a table beside the board that could be done without."""
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        is_near_enough = max(wanted.width() / seen.width(), wanted.height() / seen.height()) > _STAYS
        has_table = seen.width() > self._scene.sceneRect().width() and wanted.height() <= self._highest_filled()
        return not self._fitted and seen.contains(wanted) and is_near_enough and not has_table

    def _write(self, places: Sequence[str]) -> None:
        written = (places, self._units, self.stand, self._scene.plan, self._ink, self._paper)
        if written == self._written:
            return
        self._written = written
        for item in self._names:
            self._scene.removeItem(item)
        self._names = []
        self._scene.hide_names(places if self.is_near else ())
        if not self.is_near:
            return
        pixels = max(16.0, self.viewport().height() * _NAME_SHARE)
        taken = [around(each.at, each.radius) for each in self._units]
        for place in dict.fromkeys(places):
            province = self._scene.board.provinces.get(place)
            if province is None:
                continue
            letters = self._scene.written_in(place)[0]
            middle = letters.center() if not letters.isNull() else self._scene.area_of(place).center()
            item = LargeName(self._scene.name_of(place), middle, pixels, self._ink, self._paper)
            taken.append(item.make_room(taken, self.zoom))
            self._scene.addItem(item)
            self._names.append(item)

    def _frame(self) -> None:
        if not self.is_near:
            self.small.hide()
            return
        board = self._scene.sceneRect()
        wide = max(120, round(self.width() * _INSET_SHARE))
        high = round(wide * board.height() / board.width())
        self.small.setGeometry(0, 0, wide, high)
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        self.small.show_frame(
            self._overview,
            QRectF(
                (seen.left() - board.left()) / board.width(),
                (seen.top() - board.top()) / board.height(),
                seen.width() / board.width(),
                seen.height() / board.height(),
            ),
        )


_PLAYERS = (("afplay",), ("pw-play",), ("paplay",), ("aplay", "-q"))
"""Programs that play a file and end, with their options: macOS, PipeWire, PulseAudio, ALSA."""
_WITHOUT_SPEAKERS = ("offscreen", "minimal")


def found_player(players: Sequence[Sequence[str]] = _PLAYERS) -> tuple[str, ...]:
    """Return the first of *players* that is installed, with its options; empty where there is none."""
    for name, *options in players:
        path = shutil.which(name)
        if path is not None:
            return (path, *options)
    return ()


class StageSound(QObject):
    """Plays one sound at a time; a new one ends the one before.

    Args:
        player: program and options that a file is given to; found by itself unless given.
    """

    def __init__(self, parent: QObject, player: Sequence[str] | None = None) -> None:
        super().__init__(parent)
        self.is_on = True
        """True if sounds are on."""
        has_speakers = QGuiApplication.platformName() not in _WITHOUT_SPEAKERS
        self._player = tuple(player) if player is not None else found_player() if has_speakers else ()
        self._uses_windows = player is None and has_speakers and sys.platform == "win32"
        self._folder: QTemporaryDir | None = None
        self._process: QProcess | None = None

    def play(self, sound: StepSound) -> None:
        """Play *sound*, if sounds are on."""
        if not self.is_on or not (self._player or self._uses_windows):
            return
        file = self._file(sound)
        if file is None:
            return
        if sys.platform == "win32" and self._uses_windows:
            import winsound

            winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT)
            return
        self.stop()
        program, *options = self._player
        self._process = QProcess(self)
        self._process.start(program, [*options, str(file)])

    def stop(self) -> None:
        """End the present sound."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.waitForFinished(200)
            process.deleteLater()

    def _file(self, sound: StepSound) -> Path | None:
        """Return the file of *sound*; ``None`` where none can be written."""
        if self._folder is None:
            self._folder = QTemporaryDir()
        file = Path(self._folder.path()) / f"{sound.value}.wav"
        try:
            if not file.exists():
                file.write_bytes(sound_bytes(sound))
        except OSError:
            return None
        return file
