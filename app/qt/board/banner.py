"""Strips above the board: what is the matter with it or with saving, and the task of an exercise."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.game.record import Cursor, Game
from app.game.storage.atomic import StorageError
from app.presentation.board_words import ExerciseState, exercise_state
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel, TellingLabel, key_words
from app.session.session import Session
from languages import tr
from variants.reader import Exercise

_LEAST_WIDTH = 220
"""Pixels that the words have beside the buttons; where there are less, those stand below."""
Answer = tuple[str, Callable[[], None]]


class Banner(QFrame):
    """One message with its buttons. A click on a button takes the banner away."""

    def __init__(self, text: str, answers: Sequence[Answer], gone: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._gone = gone
        self.label = TellingLabel(text, _LEAST_WIDTH)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = forms.flow((self.label, 1), on=self, margins=(12, 6, 8, 6))
        self.buttons: list[QPushButton] = []
        for words, act in answers:
            button = forms.button(words, lambda _checked=False, act=act: self._do(act))
            row.addWidget(button)
            self.buttons.append(button)

    def _do(self, act: Callable[[], None]) -> None:
        self._gone()
        act()


class Banners(QWidget):
    """The banners of one game, by what they are about; a newer one about the same thing takes the older one's place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: dict[str, Banner] = {}
        self._column = forms.column(on=self, margins=(8, 8, 8, 0), spacing=6)
        self.hide()

    def show_banner(self, about: str, text: str, answers: Sequence[Answer] = (), *, can_dismiss: bool = True) -> Banner:
        """Say *text* with buttons for *answers*."""
        self.drop(about)
        whole = (*answers, (tr("Dismiss"), lambda: None)) if can_dismiss else tuple(answers)
        banner = Banner(text, whole, lambda: self.drop(about))
        self._shown[about] = banner
        self._column.addWidget(banner)
        self.show()
        return banner

    def banner(self, about: str) -> Banner | None:
        """The banner about that, if it is in view."""
        return self._shown.get(about)

    def show_or_drop(self, about: str, words: str) -> None:
        """Show a banner about that as long as there are *words* to say."""
        self.drop(about)
        if words:
            self.show_banner(about, words)

    def drop(self, about: str) -> None:
        """Take the banner about that away."""
        banner = self._shown.pop(about, None)
        if banner is not None:
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._shown))


class BoardNotices:
    """The sentences about a board, each in a place of its own in *banners*."""

    def __init__(self, banners: Banners) -> None:
        self._banners = banners
        self._preview = ""

    def say_units(self, trouble: str) -> None:
        """Show the reason that units do not look as chosen; nothing where *trouble* is empty."""
        self._banners.show_or_drop("units", trouble)

    def say_preview(self, trouble: str) -> None:
        """Show, once, the reason that there is no preview: by the rules without its hooks the phase would have another result."""
        if trouble != self._preview:
            self._preview = trouble
            self._banners.show_or_drop("preview", trouble and tr("What the orders would give is not shown. {trouble}", trouble=trouble))

    def say_trouble(self, trouble: StorageError | None) -> None:
        """Say what could not be kept on disk."""
        self._banners.show_or_drop("trouble", "" if trouble is None else tr("{trouble} The game in memory is whole.", trouble=trouble))

    def say_drawing(self, name: str) -> None:
        """Say that the board of the variant called *name* is on its way."""
        words = tr("The board of {variant} is being drawn for the first time…", variant=name)
        self._banners.show_banner("board", words, can_dismiss=False)

    def drop_board(self) -> None:
        """The board is there, or its files are in order again."""
        self._banners.drop("board")


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
        self.title = forms.label(role="subheading")
        self.task = PlainLabel()
        self.verdict = forms.label(role="soft")
        self.hint = PlainLabel(tr("Hint: {hint}", hint=exercise.hint))
        self.hint.hide()
        for label in (self.task, self.verdict, self.hint):
            label.setWordWrap(True)
        self.hint_button = forms.button(tr("Hint"), self._show_hint)
        self.undo_button = forms.button(
            tr("Try again"), self.undo_requested, tip=tr("Take the last turn back ({keys})", keys=key_words("Ctrl+Z"))
        )
        self.next_button = forms.button(tr("Next exercise"), lambda: self.next_requested.emit(exercise.next))
        self._has_next = bool(exercise.next)
        forms.row(
            (forms.column(self.title, self.task, self.verdict, self.hint, spacing=2), 1),
            self.hint_button,
            self.undo_button,
            self.next_button,
            on=self,
            margins=(12, 7, 12, 7),
            spacing=8,
        )

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
