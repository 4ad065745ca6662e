"""All phases of a game as a strip: step, jump, play; branches lie one below the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolButton, QWidget

from adjudicator.phase import Phase, PhaseKind
from app.game.record import Cursor, Game
from app.qt.map.accessibility import ReadablePart, accessible_parts_of, announce
from app.qt.widgets import forms
from app.qt.widgets.labels import plain_tip
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import SIDE, Glyph, icon
from entente.words.names import describe_phase, season_letter
from languages import tr

LANE_HEIGHT = 26
STOP_WIDTH = {PhaseKind.MOVEMENT: 56.0, PhaseKind.RETREAT: 24.0, PhaseKind.ADJUSTMENT: 34.0}
_BUTTON, _MOST_GROWTH = QSize(30, 26), 1.5
"""Size of a button with usual words, and how much larger it becomes at most: five of them stand below a narrow board."""
PLAY_MILLISECONDS = 1400
"""Time that each phase stays while the game is played."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One phase on the strip."""

    cursor: Cursor
    text: str
    kind: PhaseKind
    rect: QRectF
    is_open: bool
    words: str
    """The phase in full, with its branch where there are several."""


def lay_out(game: Game, scale: float = 1.0) -> tuple[tuple[Stop, ...], tuple[tuple[QPointF, QPointF], ...]]:
    """The stops of every branch of *game*, and the lines that join a branch to the stop it was forked from.

    Args:
        scale: how many times as large as usual words are.
    """
    height = LANE_HEIGHT * scale
    stops: list[Stop] = []
    joints: list[tuple[QPointF, QPointF]] = []
    columns: list[float] = [0.0]
    longest = max((branch.start + len(branch.turns) for branch in game.branches), default=0)
    widths = [0.0] * longest
    for branch in game.branches:
        for number, turn in enumerate(branch.turns):
            index = branch.start + number
            widths[index] = max(widths[index], STOP_WIDTH[turn.phase.kind] * scale)
    for width in widths:
        columns.append(columns[-1] + width + 6.0)
    lanes = {branch.name: lane for lane, branch in enumerate(game.branches)}
    for branch in game.branches:
        top = 4.0 + lanes[branch.name] * height
        for number, turn in enumerate(branch.turns):
            index = branch.start + number
            rect = QRectF(6.0 + columns[index], top, widths[index], height - 6.0)
            is_last = number == len(branch.turns) - 1
            season = season_letter(game.variant, turn.phase)
            text = _short(season, turn.phase)
            if index == 0 and turn.phase.kind is PhaseKind.MOVEMENT:
                text = f"{season} {turn.phase.year}"  # a game may start in any season
            words = describe_phase(game.variant, turn.phase)
            if len(game.branches) > 1:
                words = f"{words}, {branch.name}"
            stops.append(Stop(Cursor(branch.name, index), text, turn.phase.kind, rect, is_last, words))
        if branch.parent is not None:
            parent_top = 4.0 + lanes[branch.parent.branch] * height
            x = 6.0 + columns[branch.start]
            joints.append((QPointF(x + 4.0, parent_top + height - 6.0), QPointF(x + 4.0, top)))
    return tuple(stops), tuple(joints)


def _short(season: str, phase: Phase) -> str:
    match phase.kind:
        case PhaseKind.MOVEMENT:
            return f"{season} {phase.year}" if phase.season == "S" else season
        case PhaseKind.RETREAT:
            return "r"
        case PhaseKind.ADJUSTMENT:
            return season


class TimelineStrip(QWidget):
    """The painted strip.

    Signals:
        jumped(Cursor): a phase was chosen.
    """

    jumped = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._stops: tuple[Stop, ...] = ()
        self._joints: tuple[tuple[QPointF, QPointF], ...] = ()
        self._current: Cursor | None = None
        self._hovered: Stop | None = None
        self._on_line: frozenset[Cursor] = frozenset()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Timeline"))

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
        self.update()

    def show_game(self, game: Game, cursor: Cursor) -> None:
        """Show the phases of *game* with the one at *cursor* marked."""
        before = self._current
        self._stops, self._joints = lay_out(game, growth(self.font()))
        owner = game.owner(cursor)
        self._current = Cursor(owner.name, cursor.index)
        self._on_line = frozenset(
            Cursor(game.owner(Cursor(cursor.branch, index)).name, index) for index in range(len(game.line(cursor.branch)))
        )
        right = max((stop.rect.right() for stop in self._stops), default=0.0)
        bottom = max((stop.rect.bottom() for stop in self._stops), default=0.0)
        self.setFixedSize(QSize(round(right + 12), round(bottom + 4)))
        self.update()
        if before is not None and before != self._current:
            self._tell_phase()

    def _tell_phase(self) -> None:
        """Tell programs that read the screen which phase is marked."""
        parts = accessible_parts_of(self)
        if parts is None:
            return
        if self.hasFocus():
            parts.tell_focus()
        else:
            announce(self, next((stop.words for stop in self._stops if stop.cursor == self._current), ""))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say which phase is marked when the keys come here."""
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self._tell_phase)  # once Qt has reported that the strip has them

    def painted_parts(self) -> StripParts:
        """The phases, for programs that read the screen."""
        return StripParts(self)

    @property
    def current(self) -> Cursor | None:
        """The marked phase."""
        return self._current

    def stops(self) -> tuple[Stop, ...]:
        """Return the stops on the strip, branch by branch."""
        return self._stops

    def current_rect(self) -> QRectF:
        """Return the rectangle of the marked phase."""
        return next((stop.rect for stop in self._stops if stop.cursor == self._current), QRectF())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw every stop that lies in the exposed part."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.colour("line_strong"), 1.5))
        for start, end in self._joints:
            painter.drawLine(start, end)
        exposed = QRectF(event.rect())
        for stop in self._stops:
            if stop.rect.intersects(exposed):
                self._paint(painter, stop)
        painter.end()

    def _paint(self, painter: QPainter, stop: Stop) -> None:
        current = stop.cursor == self._current
        hovered = self._hovered is stop
        fill = "accent" if current else "accent_soft" if hovered else "raised" if stop.is_open else "sunken"
        painter.setBrush(self._look.colour(fill))
        painter.setPen(QPen(self._look.colour("accent" if stop.is_open or current else "line"), 1.5 if stop.is_open else 1.0))
        painter.drawRoundedRect(stop.rect.adjusted(0.5, 0.5, -0.5, -0.5), 5.0, 5.0)
        text_key = "accent_text" if current else "text" if stop.cursor in self._on_line else "text_faint"
        painter.setPen(self._look.colour(text_key))
        painter.drawText(stop.rect, Qt.AlignmentFlag.AlignCenter, stop.text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the stop under the pointer."""
        found = self._stop_at(event.position())
        if found is not self._hovered:
            self._hovered = found
            self.setToolTip("" if found is None else plain_tip(f"{found.cursor.branch} · {found.text}"))
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a stop jumps there."""
        found = self._stop_at(event.position())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.jumped.emit(found.cursor)

    def _stop_at(self, point: QPointF) -> Stop | None:
        return next((stop for stop in self._stops if stop.rect.adjusted(-3, -3, 3, 3).contains(point)), None)


class StripParts:
    """The phases of a strip, as parts of its widget."""

    role = QAccessible.Role.List

    def __init__(self, strip: TimelineStrip) -> None:
        self._strip = strip
        self._stops: tuple[Stop, ...] = ()
        self._parts: tuple[ReadablePart, ...] = ()

    def parts(self) -> Sequence[ReadablePart]:
        """One part a phase, branch by branch."""
        if self._strip.stops() is not self._stops:
            self._stops = self._strip.stops()
            self._parts = tuple(ReadablePart(stop.cursor, stop.words, tr("Present phase") if stop.is_open else "") for stop in self._stops)
        return self._parts

    def is_selected(self, key: Hashable) -> bool:
        """Return True if it is the phase in view."""
        return key == self._strip.current

    def focused(self) -> Hashable | None:
        """The phase in view."""
        return self._strip.current

    def rect_of(self, key: Hashable) -> QRect:
        """Return its rectangle on the screen."""
        rect = next((stop.rect.toRect() for stop in self._strip.stops() if stop.cursor == key), QRect())
        return QRect(self._strip.mapToGlobal(rect.topLeft()), rect.size())

    def part_at(self, x: int, y: int) -> Hashable | None:
        """The phase at a point of the screen."""
        at = QPointF(self._strip.mapFromGlobal(QPoint(x, y)))
        return next((stop.cursor for stop in self._strip.stops() if stop.rect.contains(at)), None)

    def press(self, key: Hashable) -> None:
        """Jump to it."""
        if isinstance(key, Cursor):
            self._strip.jumped.emit(key)


class Timeline(QWidget):
    """The strip with its buttons.

    Signals:
        jumped(Cursor): a phase was chosen, by a button, a key, the strip, or because the game is being played.
    """

    jumped = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline")
        self._game: Game | None = None
        self._cursor: Cursor | None = None
        self._glyphs: list[tuple[QToolButton, Glyph]] = []
        self._strip = TimelineStrip(look)
        self._strip.jumped.connect(self._jump_by_hand)
        self._strip.installEventFilter(self)
        self._area = QScrollArea()
        self._area.setWidget(self._strip)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._first = self._button(Glyph.FIRST, tr("First phase"), self.first)
        self._back = self._button(Glyph.BACK, tr("One phase back"), self.back)
        self._play = self._button(Glyph.PLAY, tr("Play the game from here"), self.set_playing)
        self._play.setCheckable(True)
        self._forward = self._button(Glyph.FORWARD, tr("One phase on"), self.forward)
        self._last = self._button(Glyph.LAST, tr("Present phase"), self.last)
        forms.row(
            self._first, self._back, self._play, self._forward, self._last, 6, (self._area, 1), on=self, margins=(8, 2, 8, 2), spacing=2
        )
        self.set_look(look)
        self._clock = QTimer(self)
        self._clock.setInterval(PLAY_MILLISECONDS)
        self._clock.timeout.connect(self.tick)

    def _button(self, glyph: Glyph, tip: str, slot: Callable[..., None]) -> QToolButton:
        button = forms.styled(QToolButton(), name=tip, tip=tip)
        self._glyphs.append((button, glyph))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(slot)
        return button

    @property
    def strip(self) -> TimelineStrip:
        """The painted part."""
        return self._strip

    @property
    def is_playing(self) -> bool:
        """True if the game is being played phase after phase."""
        return self._clock.isActive()

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._strip.set_look(look)
        scale = min(growth(self.font()), _MOST_GROWTH)
        for button, glyph in self._glyphs:
            button.setIcon(icon(glyph, look.colour("text")))
            button.setIconSize(QSize(SIDE, SIDE) * scale)
            button.setFixedSize(_BUTTON * scale)
        if self._game is not None and self._cursor is not None:
            self.show_game(self._game, self._cursor)  # words may be of another size

    def show_game(self, game: Game, cursor: Cursor) -> None:
        """Show the phases of *game* with the one at *cursor* marked and in view."""
        self._game, self._cursor = game, cursor
        self._strip.show_game(game, cursor)
        lanes = min(len(game.branches), 4)
        self._area.setFixedHeight(round(max(30, lanes * LANE_HEIGHT + 6) * growth(self.font())))
        count = len(game.line(cursor.branch))
        self._first.setEnabled(cursor.index > 0)
        self._back.setEnabled(cursor.index > 0)
        self._forward.setEnabled(cursor.index < count - 1)
        self._last.setEnabled(cursor.index < count - 1)
        self._play.setEnabled(count > 1)
        self._bring_into_view()
        QTimer.singleShot(0, self, self._bring_into_view)  # again when a strip that has just grown has its size

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the marked phase in view."""
        super().resizeEvent(event)
        self._bring_into_view()

    @Slot()
    def _bring_into_view(self) -> None:
        middle = self._strip.current_rect().center()
        self._area.ensureVisible(round(middle.x()), round(middle.y()), 90, LANE_HEIGHT)

    @Slot()
    def first(self) -> None:
        """Go to the first phase."""
        self._stop_playing()
        self._go(0)

    @Slot()
    def back(self) -> None:
        """Go one phase back."""
        self._stop_playing()
        if self._cursor is not None:
            self._go(self._cursor.index - 1)

    @Slot()
    def forward(self) -> None:
        """Go one phase on."""
        self._stop_playing()
        if self._cursor is not None:
            self._go(self._cursor.index + 1)

    @Slot()
    def last(self) -> None:
        """Go to the phase that is open for orders."""
        self._stop_playing()
        if self._game is not None and self._cursor is not None:
            self._go(len(self._game.line(self._cursor.branch)) - 1)

    def play(self) -> None:
        """Play phase after phase, from the first where the last is in view."""
        if self._game is None or self._cursor is None:
            return
        if self._cursor.index >= len(self._game.line(self._cursor.branch)) - 1:
            self._go(0)
        self._play.setChecked(True)
        self._clock.start()

    @Slot(bool)
    def set_playing(self, on: bool) -> None:
        """Start or stop showing phase after phase."""
        if on:
            self.play()
        else:
            self._stop_playing()

    def _stop_playing(self) -> None:
        self._clock.stop()
        self._play.setChecked(False)

    @Slot()
    def tick(self) -> None:
        """One step of playing: the next phase, or the end of it."""
        if self._game is None or self._cursor is None:
            return
        if self._cursor.index >= len(self._game.line(self._cursor.branch)) - 1:
            self._stop_playing()
        else:
            self._go(self._cursor.index + 1)

    @Slot(object)
    def _jump_by_hand(self, cursor: Cursor) -> None:
        self._stop_playing()
        self.jumped.emit(cursor)

    def _go(self, index: int) -> None:
        if self._game is None or self._cursor is None:
            return
        count = len(self._game.line(self._cursor.branch))
        wanted = Cursor(self._cursor.branch, max(0, min(index, count - 1)))
        if wanted != self._cursor:
            self.jumped.emit(wanted)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the strip come here before they reach the room around it, which would scroll by them."""
        if watched is self._strip and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._press(Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step, Home and End jump, blank plays."""
        if not self._press(Qt.Key(event.key())):
            super().keyPressEvent(event)

    def _press(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Left:
                self.back()
            case Qt.Key.Key_Right:
                self.forward()
            case Qt.Key.Key_Home:
                self.first()
            case Qt.Key.Key_End:
                self.last()
            case Qt.Key.Key_Space:
                self.set_playing(not self.is_playing)
            case _:
                return False
        return True
