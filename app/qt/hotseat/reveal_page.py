"""Stage of a reveal: the board with pieces that move, one sentence a step in large type, one key to go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.presentation.hotseat.reveal_motion import sound_of
from app.presentation.hotseat.reveal_steps import RevealKind, RevealStep, RevealStory
from app.presentation.picture import MapPicture
from app.qt.hotseat.reveal_widgets import Emblem, Roster, StepGroups
from app.qt.hotseat.stage_board import StageBoard, StageSound
from app.qt.hotseat.stage_scene import StageScene
from app.qt.hotseat.step_ahead import Ahead, StepAhead
from app.qt.map.still_board import RenderQueue
from app.qt.widgets import forms
from app.qt.widgets.labels import key_words
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch
from app.qt.widgets.window_style import display_type
from entente.words.names import power_name
from languages import labelled, mark, tr
from variants.compiled import CompiledBoard


class Level(NamedTuple):
    """Settings of the words, for ever less room."""

    headings: float
    """Times their usual size."""
    margin: int
    """Pixels round all of it."""
    has_keys: bool
    """True if buttons name their keys; a tip does anyway."""
    has_groups: bool
    """True if all kinds of steps are listed."""


LEVELS = (
    Level(1.0, 30, has_keys=True, has_groups=True),
    Level(0.8, 24, has_keys=True, has_groups=True),
    Level(0.65, 16, has_keys=False, has_groups=True),
    Level(0.6, 14, has_keys=False, has_groups=False),
    Level(0.45, 12, has_keys=False, has_groups=False),
    Level(0.36, 8, has_keys=False, has_groups=False),
)
_BAND_SHARE = 0.46
"""Part of the page's height that words and buttons may take."""
PACES = (6_000, 3_500, 1_800)
"""Milliseconds a step takes by itself: slow, usual, quick."""

_ARROWS = "←→"
"""Keys that are called by their sign everywhere."""

_PACE_WORDS = (
    mark("Slowly; + and - change the pace"),
    mark("At the usual pace; + and - change the pace"),
    mark("Quickly; + and - change the pace"),
)


class RevealPage(QWidget):
    """Shows a phase step by step over the whole screen.

    Signals:
        finished(): the table has seen it all, and goes on. left(): the table wants to look at the board before it goes on. told(str): a
        step came into view, with its words. all_told(): the last step is in view. sound_toggled(): sounds are to be heard, or not any more.
    """

    finished = Signal()
    left = Signal()
    told = Signal(str)
    all_told = Signal()
    sound_toggled = Signal()

    def __init__(self, board: CompiledBoard, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._look = look
        self._story = RevealStory(())
        self._people: Mapping[str, str] = {}
        self._swatches: Mapping[str, Swatch] = {}
        self._names: Mapping[str, str] = {}
        self._pace = 1
        self._level = LEVELS[0]
        self.motion_factor = 1.0
        """Factor on the time in which pieces move; with 0 they are where they come to at once."""
        self.at = 0
        """The step in view."""
        self.board = StageBoard(StageScene(board, self), look)
        self._hidden_board = StageBoard(StageScene(board, self), look, self)
        self._hidden_board.hide()
        self._ahead = StepAhead(self.board, self._hidden_board, lambda: self.is_moving or self.scene.share < 1.0)
        self._beside: tuple[QSize, QSize] | None = None
        """Size of the page and of the board beside the roster, when it was last there."""
        self.sound = StageSound(self)
        self._timeline = QVariantAnimation(self)
        self._timeline.setStartValue(0.0)
        self._timeline.setEndValue(1.0)
        self._timeline.valueChanged.connect(self._move)
        self._timeline.finished.connect(self._come_to_rest)
        self._auto = QTimer(self)
        self._auto.timeout.connect(self._go_on_by_itself)
        self.roster = Roster()
        self.emblem = Emblem()
        self.title, self.reason = forms.label(wraps=True), forms.label("", "soft", wraps=True)
        self.phase, self.kind, self.who = forms.label(), forms.label("", "soft"), forms.label()
        for label in (self.phase, self.kind, self.who):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.groups = StepGroups()
        self._keys: dict[QPushButton, tuple[str, str]] = {}
        self.back_button = self._button(tr("Back"), "←", self.back)
        self.auto_button = self._button(tr("By itself"), "A", self.toggle_auto)
        self.end_button = self._button(tr("All at once"), "End", self.to_end)
        self.sound_button = self._button(tr("Sound"), "M", self.sound_toggled.emit)
        self.sound_button.setCheckable(True)
        self.next_button = self._button(tr("Next step"), "Space", self._next_or_finish, "primary")
        self._lay_out()

    def _button(self, words: str, key: str, act: Callable[[], None], role: str = "choice") -> QPushButton:
        button = forms.button("", act, role)
        self._keys[button] = (words, key)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def _lay_out(self) -> None:
        self._edge = QFrame()
        self._edge.setFixedHeight(6)
        words = forms.column(self.title, self.reason, forms.STRETCH, spacing=2)
        aside = forms.column(self.phase, self.kind, self.who, forms.STRETCH, spacing=0)
        self._head = forms.row((self.emblem, 0, Qt.AlignmentFlag.AlignTop), (words, 1), aside, spacing=22)
        buttons = (self.back_button, self.auto_button, self.end_button, self.sound_button, self.next_button)
        foot, self._band = QWidget(), QWidget()
        self._foot = forms.flow(*buttons, on=foot, spacing=10)
        self._strip = forms.row((self.groups, 1), (foot, 0, Qt.AlignmentFlag.AlignBottom))
        self._column = forms.column(self._head, self._strip, on=self._band, spacing=10)
        above = forms.row((self.board, 55), (self.roster, 45), spacing=0)
        forms.column((above, 1), self._edge, self._band, on=self, margins=(0, 0, 0, 0), spacing=0)

    def sizeHint(self) -> QSize:
        """Return all the size there is."""
        return QSize(1280, 760)

    # --- view ---

    def show_story(
        self, story: RevealStory, picture: MapPicture, phase: tuple[str, str], people: Mapping[str, str], swatches: Mapping[str, Swatch]
    ) -> None:
        """Begin with the first step of *story*.

        Args:
            picture: the phase with its results.
            phase: season and kind: ``("Fall 1901", "movement")``.
            people: power to who plays it.
        """
        self._story, self._people, self._swatches = story, people, swatches
        self._names = {power: power_name(picture.variant, power) for power in picture.variant.powers}
        self.phase.setText(phase[0])
        self.kind.setText(phase[1])
        self.at = 0
        counts = [sum(each.power == power for each in picture.orders) for power in picture.variant.powers]
        entries = zip(picture.variant.powers, counts, strict=True)
        self.roster.show_rows(
            [(swatches.get(power), self._names[power], people.get(power, ""), count) for power, count in entries if count]
        )
        self._show_groups(0)
        self._fit_words()
        self.scene.show_story(story, picture)
        self._ahead.tell(story, picture)
        self._show_step()
        self._tell()
        self.take_focus()

    @property
    def scene(self) -> StageScene:
        """Scene in view."""
        return self.board.stage

    def _tell(self) -> None:
        """Report the step in view."""
        if self._story.steps:
            step = self._story.steps[self.at]
            self.told.emit(step.title)
            self.sound.play(sound_of(step))
        if self.is_over:
            self.all_told.emit()

    def take_focus(self) -> None:
        """Keys go from step to step, forwards and back, and on from the last."""
        self.setFocus()

    def set_look(self, look: Look) -> None:
        """The colours of the window from now on."""
        self._look = look
        for board in (self.board, self._hidden_board):
            board.set_look(look)
        self._ahead.forget()
        self._show_step()

    def set_sound(self, *, on: bool) -> None:
        """Switch sounds on or off."""
        self.sound.is_on = on
        self.sound_button.setChecked(on)
        if not on:
            self.sound.stop()

    @property
    def is_over(self) -> bool:
        """True if the last step is in view."""
        return self.at >= len(self._story.steps) - 1

    @property
    def plays_by_itself(self) -> bool:
        """True if steps come without a key."""
        return self._auto.isActive()

    @property
    def is_moving(self) -> bool:
        """True if pieces are on their way."""
        return self._timeline.state() is QVariantAnimation.State.Running

    def _show_step(self, share: float | None = None) -> None:
        """Show the step in view when *share* of its motion is over; the present one unless given."""
        steps = self._story.steps
        if not steps:
            return
        step = steps[self.at]
        self._show_words(step)
        self._show_groups(self.at)
        self._edge.setStyleSheet(f"background: {self._ink_of(step).name()};")
        words = tr("Go on") if self.is_over else tr("Next step")
        self._keys[self.next_button] = (words, "Space")
        self._keys[self.auto_button] = (tr("Stop") if self.plays_by_itself else tr("By itself"), "A")
        for button in (self.next_button, self.auto_button):
            self._name(button)
        self.auto_button.setToolTip(tr(_PACE_WORDS[self._pace]))
        self.back_button.setEnabled(self.at > 0)
        self.end_button.setEnabled(not self.is_over)
        self.setAccessibleName(f"{step.title} {step.reason}")
        self._column.activate()  # the words of this step have their room in its first frame
        self._band.setFixedHeight(max(self._band.minimumHeight(), self._needed_height()))
        self._show_on_board(step, self.scene.share if share is None else share)

    def _show_words(self, step: RevealStep) -> None:
        power = step.power
        swatch = self._swatches.get(power) if power is not None else None
        self.emblem.show_power(swatch, self._names.get(power or "", "")[:1])
        self.who.setText(self._people.get(power, "") if power is not None else "")
        self.title.setText(step.title)
        is_listed = step.kind is RevealKind.OPEN and self.roster.has_rows
        self.reason.setText("" if is_listed else step.reason)
        self.reason.setVisible(bool(self.reason.text()))

    def _show_on_board(self, step: RevealStep, share: float) -> None:
        is_ahead = self._ahead.take(self._first_frame(self.at, share))
        if not is_ahead:
            self.scene.show_moment(self.at, share)
        self.roster.setVisible(self._has_roster(step))
        layout = self.layout()
        if layout is not None:
            layout.activate()  # the board has its size in the first frame
        if not is_ahead:
            self.board.look_at(step.places, *self.scene.course(self.at))
            self.scene.point_at(step)
        self._ahead.paint(self._next_frame)

    def _has_roster(self, step: RevealStep) -> bool:
        return self.roster.has_rows and not step.places

    def _next_frame(self) -> Ahead | None:
        """Return the first frame of the next step; ``None`` where there is none, or the size of its board is unknown."""
        if self.roster.isVisible():
            self._beside = (self.size(), self.board.size())
        if self.is_over:
            return None
        return self._first_frame(self.at + 1, self._first_share(self.at + 1))

    def _first_frame(self, at: int, share: float) -> Ahead:
        """Return the first frame of step *at*."""
        size = QSize(self.width(), self.board.height())
        if self._has_roster(self._story.steps[at]):
            size = self._beside[1] if self._beside is not None and self._beside[0] == self.size() else QSize()
        return Ahead(at, share, size, self.board.stand)

    def _ink_of(self, step: RevealStep) -> QColor:
        swatch = self._swatches.get(step.power) if step.power is not None else None
        return self._look.colour("line_strong") if swatch is None else swatch.ink

    def _show_groups(self, at: int) -> None:
        self.groups.show_groups(self._story.groups, at, self._sized(1.25), is_over=self.is_over)

    def _sized(self, factor: float, *, display: bool = False) -> str:
        points = self.font().pointSizeF() * factor * self._growth
        return display_type(points) if display else f"font-size: {points:.1f}pt;"

    @property
    def _growth(self) -> float:
        """Factor by which words grow with the window, so that it reads across a room, beyond the size that a person gave to all words."""
        return min(3.6, max(1.0, min(self.height() / 760, self.width() / 1340) / growth(self.font())))

    @property
    def is_preparing(self) -> bool:
        """True if the next step is being painted ahead."""
        return self._ahead.is_painting

    def showEvent(self, event: QShowEvent) -> None:
        """Paint the next step ahead: nothing is painted while the page is hidden."""
        super().showEvent(event)
        self._ahead.paint(self._next_frame)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words grow with the window."""
        super().resizeEvent(event)
        self._fit_words()
        self._show_step()

    def _fit_words(self) -> None:
        """Set the words as large as the longest step of the story can have them, all steps alike, and nothing cut."""
        steps = self._story.steps
        if not steps:
            return
        for level in LEVELS:
            self._set_sizes(level)
            for each in self._band.findChildren(QWidget):
                each.ensurePolished()  # before it is visible its words would be measured in their usual size
            needed = max(self._height_of(step) for step in self._longest())
            if self._column.totalMinimumSize().width() <= self.width() and needed <= self.height() * _BAND_SHARE:
                break
        # All steps have the height of the longest, so that the board does not jump.
        self._band.setFixedHeight(needed)

    def _longest(self) -> list[RevealStep]:
        """Return steps with the longest words of the story; others fit where these do."""
        steps = self._story.steps
        by_title = sorted(steps, key=lambda step: len(step.title))[-3:]
        return [*by_title, *sorted(steps, key=lambda step: len(step.reason))[-2:]]

    def _height_of(self, step: RevealStep) -> int:
        self._show_words(step)
        self.emblem.setVisible(True)
        self.who.setText(max((*self._people.values(), ""), key=len))
        return self._needed_height()

    def _needed_height(self) -> int:
        for inner in (self.groups.layout(), self._foot, self._column):  # an inner one would tell of the words as large as they were
            if inner is not None:
                inner.activate()
        return max(1, self._column.totalHeightForWidth(self.width()), self._column.totalMinimumSize().height())

    def _name(self, button: QPushButton) -> None:
        words, key = self._keys[button]
        has_key = self._level.has_keys or button is self.next_button
        button.setText(f"{words}  ({key if key in _ARROWS else key_words(key)})" if has_key else words)
        if button is not self.auto_button:
            button.setToolTip(labelled(words, key))

    def _set_sizes(self, level: Level) -> None:
        self._level = level
        self._column.setContentsMargins(level.margin, level.margin // 2, level.margin, level.margin * 2 // 3)
        for button in self._keys:
            self._name(button)
            button.setStyleSheet(self._sized(1.0 if button is not self.next_button else 1.15))
        self._leave_room_for_bold(self.sound_button)
        self.groups.setVisible(level.has_groups)
        self.title.setStyleSheet(self._sized(max(1.2, 3.6 * level.headings), display=True))
        self.phase.setStyleSheet(self._sized(max(1.1, 1.8 * level.headings), display=True))
        for label, factor in ((self.kind, 1.1), (self.who, 1.3), (self.reason, 1.7)):
            label.setStyleSheet(self._sized(max(1.0, factor * level.headings)))
        side = round(46 * growth(self.font()) * self._growth * max(0.6, level.headings))
        self.emblem.setFixedSize(side, side)
        self.roster.set_style(self._sized(max(1.0, 2.2 * level.headings)), level.margin, round(side * 0.8))

    @staticmethod
    def _leave_room_for_bold(button: QPushButton) -> None:
        """Words of a button that is checked are bold; its size hint is that of plain ones."""
        button.ensurePolished()
        bold = QFont(button.font())
        bold.setWeight(QFont.Weight.DemiBold)
        plain, wide = (QFontMetrics(font).horizontalAdvance(button.text()) for font in (button.font(), bold))
        button.setMinimumWidth(0)
        button.setMinimumWidth(button.sizeHint().width() + max(0, wide - plain) + 2)

    # --- motion ---

    def _milliseconds(self, at: int) -> int:
        """Return the time in which the pieces of step *at* move; 0 where nothing is to move."""
        motion = self.scene.motion
        return 0 if motion is None else round(motion.milliseconds(at) * self.motion_factor)

    def _first_share(self, at: int) -> float:
        """Return the share of its motion that is over in the first frame of step *at*: all where nothing is to move."""
        return 0.0 if self._milliseconds(at) else 1.0

    def _move(self, share: object) -> None:
        if isinstance(share, float) and self.is_moving and share != self.scene.share:
            self.show_moment(share)

    def show_moment(self, share: float) -> None:
        """Show the pieces of the step in view at *share* (0 to 1) of their way."""
        if share < 1.0:
            RenderQueue.make_way()
        self.scene.show_moment(self.at, share)

    def _come_to_rest(self) -> None:
        self.show_moment(1.0)

    # --- stepping ---

    def forward(self) -> None:
        """The next step, with what moves in it."""
        self._go_to(self.at + 1, moving=True)

    def back(self) -> None:
        """The step before."""
        self._auto.stop()
        self._go_to(self.at - 1)

    def to_end(self) -> None:
        """All at once."""
        self._go_to(len(self._story.steps) - 1)

    def to_start(self) -> None:
        """From the first step again."""
        self._auto.stop()
        self._go_to(0)

    def _go_to(self, step: int, *, moving: bool = False) -> None:
        before = self.at
        self.at = max(0, min(step, len(self._story.steps) - 1))
        if self.is_over:
            self._auto.stop()
        self._timeline.stop()
        share = self._first_share(self.at) if moving and self.at != before else 1.0
        self._show_step(share)
        if share < 1.0:
            self._timeline.setDuration(self._milliseconds(self.at))
            self._timeline.start()
        self._tell()
        self.take_focus()

    def toggle_auto(self) -> None:
        """Steps come by themselves, or stop doing so."""
        if self._auto.isActive():
            self._auto.stop()
        elif not self.is_over:
            self._auto.start(PACES[self._pace])
        self._show_step()

    def play_by_itself(self) -> None:
        """Let steps come by themselves."""
        if not self._auto.isActive() and not self.is_over:
            self.toggle_auto()

    def change_pace(self, by: int) -> None:
        """Quicker (1) or slower (-1) steps where they come by themselves."""
        self._pace = min(len(PACES) - 1, max(0, self._pace + by))
        if self._auto.isActive():
            self._auto.start(PACES[self._pace])
        self._show_step()

    def _go_on_by_itself(self) -> None:
        if not self.is_moving:
            self.forward()

    def _next_or_finish(self) -> None:
        if self.is_over:
            self._finish()
        else:
            self._auto.stop()
            self.forward()

    def _finish(self) -> None:
        self._auto.stop()
        self.finished.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One key a step."""
        match event.key():
            case Qt.Key.Key_Space | Qt.Key.Key_Right | Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_PageDown:
                if not (self.is_over and event.isAutoRepeat()):  # a key that is held stops at the end
                    self._next_or_finish()
            case Qt.Key.Key_Left | Qt.Key.Key_Backspace | Qt.Key.Key_PageUp:
                self.back()
            case Qt.Key.Key_Escape:
                self._auto.stop()
                self.left.emit()
            case Qt.Key.Key_Home:
                self.to_start()
            case Qt.Key.Key_End:
                self.to_end()
            case Qt.Key.Key_A:
                self.toggle_auto()
            case Qt.Key.Key_M:
                self.sound_toggled.emit()
            case Qt.Key.Key_Plus:
                self.change_pace(1)
            case Qt.Key.Key_Minus:
                self.change_pace(-1)
            case _:
                super().keyPressEvent(event)

    def close_down(self) -> None:
        """The page is about to go."""
        self._auto.stop()
        self._timeline.stop()
        self.sound.stop()
        self._ahead.stop()
        for board in (self.board, self._hidden_board):
            board.stage.close()
