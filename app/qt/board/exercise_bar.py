"""The strip above the board of an exercise: the task, what was wrong, a hint on request, and the next exercise."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.game.record import Cursor, Game
from app.presentation.exercise_state import ExerciseState, exercise_state
from app.qt.widgets.key_words import key_words
from app.qt.widgets.plain_label import PlainLabel
from app.session.session import Session
from languages import tr
from variants.exercise import Exercise


class ExerciseBar(QFrame):
    """Shows the state of an exercise.

    Signals:
        undo_requested(): the last turn is to be taken back.
        next_requested(str): the exercise of that id is to be played next.
    """

    undo_requested = Signal()
    next_requested = Signal(str)

    def __init__(self, exercise: Exercise, task: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._goal = task
        self.setProperty("role", "header")
        self.title = PlainLabel()
        self.title.setProperty("role", "subheading")
        self.task = PlainLabel()
        self.verdict = PlainLabel()
        self.verdict.setProperty("role", "soft")
        self.hint = PlainLabel(tr("Hint: {hint}", hint=exercise.hint))
        self.hint.hide()
        for label in (self.task, self.verdict, self.hint):
            label.setWordWrap(True)
        self.hint_button = QPushButton(tr("Hint"))
        self.hint_button.clicked.connect(self._show_hint)
        self.undo_button = QPushButton(tr("Try again"))
        self.undo_button.setToolTip(tr("Take the last turn back ({keys})", keys=key_words("Ctrl+Z")))
        self.undo_button.clicked.connect(self.undo_requested)
        self.next_button = QPushButton(tr("Next exercise"))
        self.next_button.clicked.connect(lambda: self.next_requested.emit(exercise.next))
        self._has_next = bool(exercise.next)
        words = QVBoxLayout()
        words.setSpacing(2)
        for part in (self.title, self.task, self.verdict, self.hint):
            words.addWidget(part)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 7, 12, 7)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for button in (self.hint_button, self.undo_button, self.next_button):
            row.addWidget(button)

    def show_moment(self, game: Game, cursor: Cursor) -> None:
        """Say how far it is at *cursor* of *game*."""
        self.show_state(exercise_state(game, cursor, self._goal))

    def show_state(self, state: ExerciseState) -> None:
        """Say how far it is; a hint that was asked for stays until the exercise is solved."""
        self.title.setText(state.title)
        self.task.setText(state.task)
        self.verdict.setText("\n".join((state.verdict, *state.wrong)))
        self.verdict.setVisible(bool(state.verdict))
        self.undo_button.setVisible(bool(state.verdict) and not state.solved)
        self.next_button.setVisible(self._has_next)
        self.next_button.setProperty("role", "primary" if state.solved else "")
        self.next_button.style().polish(self.next_button)
        self.hint_button.setVisible(not state.solved and self.hint.isHidden())
        if state.solved:
            self.hint.hide()

    def _show_hint(self) -> None:
        self.hint.show()
        self.hint_button.hide()


def exercise_bar_of(session: Session, game: Game) -> ExerciseBar | None:
    """The bar above the board of *game*; ``None`` where its variant is no exercise."""
    folder = session.shelf.folder_of(game.variant.id)
    return None if folder is None or folder.exercise is None else ExerciseBar(folder.exercise, folder.description)
