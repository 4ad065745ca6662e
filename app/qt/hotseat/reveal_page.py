"""Reveal of a phase: one key a step, a sentence for each, the list of kinds of steps, and how far it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.presentation.hotseat.reveal_steps import RevealGroup, RevealKind, RevealStory
from app.presentation.picture import MapPicture, Pointing
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from app.qt.widgets.labels import PlainLabel, key_words
from app.qt.widgets.look import Look
from app.qt.widgets.style import display_type
from app.qt.widgets.swatches import Swatch, SwatchSquare
from languages import labelled, mark, plural, tr
from variants.compiled import CompiledBoard


class StepMarks(QWidget):
    """A short bar for each step: done, the present one, to come."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._at, self._of = 0, 1
        self.setFixedHeight(10)

    def show_step(self, at: int, of: int, look: Look) -> None:
        """Mark step *at* of *of*."""
        self._at, self._of, self._look = at, max(1, of), look
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        wide = self.width() / self._of
        gap = min(6.0, wide * 0.25)
        for step in range(self._of):
            key = "good" if step < self._at else "accent" if step == self._at else "line_strong"
            painter.setBrush(self._look.colour(key))
            painter.drawRoundedRect(QRectF(step * wide, 2, wide - gap, 6), 3, 3)
        painter.end()


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
    Level(1.0, 34, has_keys=True, has_groups=True),
    Level(0.75, 34, has_keys=True, has_groups=True),
    Level(0.6, 16, has_keys=False, has_groups=True),
    Level(0.6, 16, has_keys=False, has_groups=False),
    Level(0.45, 16, has_keys=False, has_groups=False),
    Level(0.36, 10, has_keys=False, has_groups=False),
)


class StepLabel(PlainLabel):
    """Words with a part that they play in the style sheet."""

    def say(self, text: str) -> None:
        """Show *text*."""
        if text != self.text():
            self.setText(text)

    def play(self, role: str) -> None:
        """Take the style of that role in the style sheet."""
        if role != self.property("role"):
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)


class StepGroups(QWidget):
    """A row for each kind of steps: a sign, its words, its number."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._rows: list[tuple[StepLabel, StepLabel, StepLabel]] = []

    def show_groups(self, groups: Sequence[RevealGroup], at: int, style: str, *, is_over: bool) -> None:
        """Show *groups* at step *at* of the story, or all of it *is_over*; *style* is the style sheet of the words."""
        self._make_rows(len(groups), style)
        for (sign, words, count), group in zip(self._rows, groups, strict=False):
            is_present = group.first <= at <= group.last
            sign.say("✓" if group.last < at or (is_present and is_over) else "▸" if is_present else "○")
            sign.play("good" if group.last < at else "strong" if is_present else "faint")
            words.say(tr(group.kind.value))
            words.play("strong" if is_present else "" if group.last < at else "soft")
            count.say(str(group.count))
            count.play("strong" if is_present else "soft")

    def _make_rows(self, rows: int, style: str) -> None:
        """Make as many rows of labels as there are kinds of steps; they stay, since new ones would cost most of a step's time."""
        while len(self._rows) < rows:
            labels = (StepLabel(), StepLabel(), StepLabel())
            labels[2].setAlignment(Qt.AlignmentFlag.AlignRight)
            for column, label in enumerate(labels):
                self._grid.addWidget(label, len(self._rows), column)
            self._rows.append(labels)
        for number, labels in enumerate(self._rows):
            for label in labels:
                label.setVisible(number < rows)
                if label.styleSheet() != style:
                    label.setStyleSheet(style)
        self._grid.setColumnStretch(1, 1)


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
    """Shows a phase step by step over the whole window.

    Signals:
        finished(): the table has seen it all, and goes on. left(): the table wants to look at the board before it goes on. told(str): a
        step came into view, with its words. all_told(): the last step is in view.
    """

    finished = Signal()
    left = Signal()
    told = Signal(str)
    all_told = Signal()

    def __init__(self, board: CompiledBoard, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._look = look
        self._story = RevealStory(())
        self._people: Mapping[str, str] = {}
        self._swatches: Mapping[str, Swatch] = {}
        self._pace = 1
        self._level = LEVELS[0]
        self.large = False
        """True if the words are as large as a projector needs them."""
        self.at = 0
        """The step in view."""
        self.scene = BoardScene(board, self)
        self.scene.seen_as = lambda plan: self._story.plan_at(plan, self.at)
        self.board = BoardView(self.scene)
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._auto = QTimer(self)
        self._auto.timeout.connect(self._go_on_by_itself)
        self.phase = PlainLabel()
        self.kind = PlainLabel()
        self.steps_left = PlainLabel()
        self.marks = StepMarks(look)
        self.who = PlainLabel()
        self.which = PlainLabel()
        self.title = PlainLabel()
        self.title.setWordWrap(True)
        self.reason = PlainLabel()
        self.reason.setWordWrap(True)
        self.card = QFrame()
        self.card.setProperty("role", "card")
        self._swatch = QHBoxLayout()
        self.groups = StepGroups()
        self._keys: dict[QPushButton, tuple[str, str]] = {}
        self.back_button = self._button(tr("Back"), "←", self.back)
        self.next_button = self._button(tr("Next step"), "Space", self.forward)
        self.auto_button = self._button(tr("By itself"), "A", self.toggle_auto)
        self.end_button = self._button(tr("All at once"), "End", self.to_end)
        self.replay_button = self._button(tr("Again"), "Home", self.to_start)
        self.large_button = self._button(tr("Large type"), "P", self.toggle_large)
        self.done_button = QPushButton(tr("Go on"))
        self.done_button.setProperty("role", "primary")
        self.done_button.clicked.connect(self._finish)
        self._lay_out()

    def _button(self, words: str, key: str, act: object) -> QPushButton:
        button = QPushButton()
        self._keys[button] = (words, key)
        button.setProperty("role", "choice")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(act)
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.phase)
        head.addWidget(self.kind)
        head.addStretch(1)
        head.addWidget(self.steps_left)
        top = QHBoxLayout()
        top.addLayout(self._swatch)
        top.addWidget(self.who, 1)
        top.addWidget(self.which)
        self._inner = inner = QVBoxLayout(self.card)
        inner.setContentsMargins(24, 20, 24, 22)
        inner.setSpacing(12)
        inner.addLayout(top)
        inner.addWidget(self.title)
        inner.addWidget(self.reason)
        rule = QFrame()
        rule.setProperty("role", "rule")
        self._buttons = (self.next_button, self.back_button, self.auto_button, self.end_button, self.replay_button, self.large_button)
        keys = QGridLayout()
        keys.setSpacing(8)
        for number, button in enumerate(self._buttons):
            keys.addWidget(button, number // 2, number % 2)
        self._panel = QWidget()
        self._panel.setObjectName("page")
        self._panel.setMinimumWidth(380)
        self._column = column = QVBoxLayout(self._panel)
        column.setContentsMargins(34, 34, 34, 34)
        column.setSpacing(16)
        column.addLayout(head)
        column.addWidget(self.marks)
        column.addWidget(self.card)
        column.addWidget(self.groups)
        column.addStretch(1)
        column.addWidget(rule)
        column.addLayout(keys)
        column.addWidget(self.done_button)
        self._panel.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.board, 60)
        row.addWidget(self._panel, 40)

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
        self.phase.setText(phase[0])
        self.kind.setText(phase[1])
        self.at = 0
        self._fit_words()
        self.scene.show_picture(picture)
        self.board.setBackgroundBrush(self._look.colour("sunken"))
        self._show_step()
        self._tell()
        self.take_focus()

    def _tell(self) -> None:
        """Report the step in view."""
        if self._story.steps:
            self.told.emit(self._story.steps[self.at].title)
        if self.is_over:
            self.all_told.emit()

    def take_focus(self) -> None:
        """Keys go from step to step, forwards and back, and on from the last."""
        self.setFocus()

    def set_look(self, look: Look) -> None:
        """The colours of the window from now on."""
        self._look = look
        self.board.setBackgroundBrush(look.colour("sunken"))
        self._show_step()

    @property
    def is_over(self) -> bool:
        """True if the last step is in view."""
        return self.at >= len(self._story.steps) - 1

    @property
    def plays_by_itself(self) -> bool:
        """True if steps come without a key."""
        return self._auto.isActive()

    def _show_step(self) -> None:
        steps = self._story.steps
        if not steps:
            return
        step = steps[self.at]
        self.scene.look_again()
        places = {province for _, province in step.settles} if step.kind is not RevealKind.OPEN else set()
        self.scene.point(Pointing(selected=places.pop() if len(places) == 1 else None))
        self.marks.show_step(self.at, len(steps), self._look)
        left = len(steps) - 1 - self.at
        self.steps_left.setText(plural("{count} step left", "{count} steps left", left) if left else tr("the end"))
        while (item := self._swatch.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()  # it goes when the event loop comes back, and is not to be seen until then
                widget.deleteLater()
        if step.power is not None and step.power in self._swatches:
            self._swatch.addWidget(SwatchSquare(self._swatches[step.power]))
        self.who.setText(self._people.get(step.power, "") if step.power is not None else "")
        group = next(each for each in self._story.groups if each.first <= self.at <= each.last)
        of = group.last - group.first + 1
        self.which.setText(tr("{at} of {of}", at=self.at - group.first + 1, of=of) if of > 1 else "")
        self.title.setText(step.title)
        self.reason.setText(step.reason)
        self.reason.setVisible(bool(step.reason))
        self._show_groups(self.at)
        self.done_button.setVisible(self.is_over)
        self.next_button.setEnabled(not self.is_over)
        self.back_button.setEnabled(self.at > 0)
        self._keys[self.auto_button] = (tr("Stop") if self.plays_by_itself else tr("By itself"), "A")
        self._name(self.auto_button)
        self.auto_button.setToolTip(tr(_PACE_WORDS[self._pace]))
        self.setAccessibleName(f"{step.title} {step.reason}")
        for layout in (self._inner, self._column):
            layout.activate()  # the words of this step have their room in its first frame

    def _show_groups(self, at: int) -> None:
        self.groups.show_groups(self._story.groups, at, self._sized(1.45 if self.large else 1.1), is_over=self.is_over)

    def _sized(self, factor: float, *, display: bool = False) -> str:
        points = self.font().pointSizeF() * factor * self._growth
        return display_type(points) if display else f"font-size: {points:.1f}pt;"

    @property
    def _growth(self) -> float:
        """Factor by which words are larger than usual: they grow with the window, so that it reads across a room."""
        return min(1.8, max(1.0, min(self.height() / 760, self.width() / 1340)))

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
        self._row.activate()
        room = self._panel.size()
        self.title.setText(max((step.title for step in steps), key=len))
        self.reason.setText(max((step.reason for step in steps), key=len))
        self.who.setText(max((*self._people.values(), ""), key=len))
        self.which.setText(tr("{at} of {of}", at=20, of=20))
        self.steps_left.setText(plural("{count} step left", "{count} steps left", len(steps)))
        for widget in (self.reason, self.done_button):
            widget.show()
        self._show_groups(0)
        for level in LEVELS:
            self._set_sizes(level)
            for each in self._panel.findChildren(QWidget):
                each.ensurePolished()  # before it is visible its words would be measured in their usual size
            self._column.activate()  # rows inside it would else be measured as they were
            if self._column.minimumSize().width() <= room.width() and self._column.totalHeightForWidth(room.width()) <= room.height():
                return

    def _name(self, button: QPushButton) -> None:
        words, key = self._keys[button]
        button.setText(f"{words}  ({key if key in _ARROWS else key_words(key)})" if self._level.has_keys else words)
        if button is not self.auto_button:
            button.setToolTip(labelled(words, key))

    def _set_sizes(self, level: Level) -> None:
        self._level = level
        self._column.setContentsMargins(level.margin, level.margin, level.margin, level.margin)
        self._inner.setContentsMargins(level.margin * 2 // 3, level.margin // 2, level.margin * 2 // 3, level.margin // 2)
        for button in self._keys:
            self._name(button)
        self.groups.setVisible(level.has_groups)
        self.steps_left.setVisible(level.has_keys)
        big = 1.35 if self.large else 1.0
        self.phase.setStyleSheet(self._sized(max(1.2, 2.2 * big * level.headings), display=True))
        self.title.setStyleSheet(self._sized(max(1.2, 2.7 * big * level.headings), display=True))
        for label, factor in ((self.kind, 1.2), (self.steps_left, 1.2), (self.who, 1.3), (self.which, 1.2), (self.reason, 1.3)):
            label.setStyleSheet(self._sized(max(1.0, factor * big * level.headings)))
        self.who.setProperty("role", "strong")

    # --- stepping ---

    def forward(self) -> None:
        """The next step."""
        self._go_to(self.at + 1)

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

    def _go_to(self, step: int) -> None:
        self.at = max(0, min(step, len(self._story.steps) - 1))
        if self.is_over:
            self._auto.stop()
        self._show_step()
        self._tell()
        self.take_focus()

    def toggle_auto(self) -> None:
        """Steps come by themselves, or stop doing so."""
        if self._auto.isActive():
            self._auto.stop()
        elif not self.is_over:
            self._auto.start(PACES[self._pace])
        self._show_step()

    def toggle_large(self) -> None:
        """Words as large as a projector wants them, or as a laptop does."""
        self.large = not self.large
        self._fit_words()
        self._show_step()

    def change_pace(self, by: int) -> None:
        """Quicker (1) or slower (-1) steps where they come by themselves."""
        self._pace = min(len(PACES) - 1, max(0, self._pace + by))
        if self._auto.isActive():
            self._auto.start(PACES[self._pace])
        self._show_step()

    def _go_on_by_itself(self) -> None:
        self.forward()

    def _finish(self) -> None:
        self._auto.stop()
        self.finished.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One key a step."""
        match event.key():
            case Qt.Key.Key_Space | Qt.Key.Key_Right | Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_PageDown:
                if self.is_over and not event.isAutoRepeat():  # a key that is held stops at the end
                    self._finish()
                else:
                    self._auto.stop()
                    self.forward()
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
            case Qt.Key.Key_P:
                self.toggle_large()
            case Qt.Key.Key_Plus:
                self.change_pace(1)
            case Qt.Key.Key_Minus:
                self.change_pace(-1)
            case _:
                super().keyPressEvent(event)

    def close_down(self) -> None:
        """The page is about to go."""
        self._auto.stop()
        self.scene.close()
