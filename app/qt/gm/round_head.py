"""The head of the window in a round: phase, deadline in the game's zone, who is missing, problems, and the way on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.presentation.gm.round_words import HeadWords
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.wrapping_widgets import FollowsWidth
from languages import mark, plural, tr

_MOST_CHIPS = 4
WAYS = {
    "send": mark("Send by mail"),
    "mail": mark("Write in the mail program"),
    "files": mark("Save as .eml…"),
    "copy": mark("Copy the texts"),
}
"""Ways in which a reminder goes out."""


class RoundHead(FollowsWidth, QFrame):
    """Signals:
    command_requested(str): a command, as a menu entry would run it.
    reminder_requested(str): those who lack orders are to be reminded: send, files, mail or copy; empty for the usual way.
    urgent_requested(), process_requested(), results_requested(): what the buttons say.
    deadline_chosen(str): the deadline that is proposed is to be set.
    """

    command_requested = Signal(str)
    reminder_requested = Signal(str)
    urgent_requested = Signal()
    process_requested = Signal()
    results_requested = Signal()
    deadline_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "header")
        self._words: HeadWords | None = None
        self.phase, self.beside = PlainLabel(), PlainLabel()
        self.phase.setProperty("role", "heading")
        self.beside.setProperty("role", "soft")
        self.due, self.left = PlainLabel(), PlainLabel()
        self.due.setProperty("role", "strong")
        self.left.setProperty("role", "soft")
        self.move_button, self.clock_button = QPushButton(tr("Move…")), QPushButton(tr("Pause"))
        self.missing, self.problems = PlainLabel(), QPushButton()
        self.missing.setProperty("role", "strong")
        self.remind_button, self.process_button = QPushButton(tr("Remind")), QPushButton(tr("Process…"))
        self.results_button, self.propose_button = QPushButton(tr("Results…")), QPushButton()
        self.results_button.setToolTip(tr("Text, picture and PDF for each player, to be sent"))
        self.propose_button.setToolTip(tr("The deadline of the next phase, by the one before; Set… takes another"))
        self.process_button.setProperty("role", "primary")
        for button in (self.move_button, self.clock_button, self.problems, self.propose_button):
            button.setProperty("role", "choice")
        self.move_button.clicked.connect(lambda: self.command_requested.emit("deadline"))
        self.clock_button.clicked.connect(self._stop_or_go_on)
        self.remind_button.clicked.connect(lambda: self.reminder_requested.emit(""))
        self.ways_button = QToolButton()
        self.ways_button.setText("▾")
        self.ways_button.setProperty("role", "arrow")
        self.ways_button.setAccessibleName(tr("Other ways to remind them"))
        self.ways_button.setToolTip(tr("Other ways to remind them"))
        self.ways_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.ways = QMenu(self)
        for way, title in WAYS.items():
            self.ways.addAction(tr(title)).triggered.connect(lambda _on=False, way=way: self.reminder_requested.emit(way))
        self.ways_button.setMenu(self.ways)
        self._usual = "copy"
        self.problems.clicked.connect(self.urgent_requested)
        self.process_button.clicked.connect(self.process_requested)
        self.results_button.clicked.connect(self.results_requested)
        self.propose_button.clicked.connect(self._choose_deadline)
        row = self._row = FlowLayout(self)
        row.setContentsMargins(14, 6, 14, 6)
        row.setSpacing(14)
        row.addLayout(_column(self.phase, self.beside))
        row.addWidget(_rule())
        row.addLayout(_column(self.due, self.left))
        row.addWidget(self.propose_button)
        row.addWidget(self.move_button)
        row.addWidget(self.clock_button)
        self._before_missing = _rule()
        row.addWidget(self._before_missing)
        self._missing_title = PlainLabel(tr("Missing"))
        self._missing_title.setProperty("role", "soft")
        row.addLayout(_column(self._missing_title, self.missing), 1)
        self._gap = QWidget()
        row.addWidget(self._gap, 1)
        row.addWidget(self.problems)
        reminding = QHBoxLayout()
        reminding.setSpacing(2)
        reminding.addWidget(self.remind_button)
        reminding.addWidget(self.ways_button)
        row.addLayout(reminding)
        row.addWidget(self.results_button)
        row.addWidget(self.process_button)
        self._of_orders = (self._before_missing, self._missing_title, self.missing, self.problems, self.remind_button, self.ways_button)

    def show_words(self, words: HeadWords) -> None:
        """Say *words*."""
        self._words = words
        self.phase.setText(words.phase)
        self.beside.setText(words.beside)
        self.due.setText(words.due or tr("No deadline"))
        self.due.setProperty("role", "bad" if words.is_late else "strong")
        self.due.style().polish(self.due)
        self.left.setText(words.left)
        self.left.setToolTip(words.left)
        self.move_button.setText(tr("Move…") if words.due else tr("Set…"))
        self.move_button.setToolTip(tr("Set or move the deadline: fri 20:00 Europe/Berlin, +3d"))
        self.clock_button.setText(tr("Resume") if words.is_stopped else tr("Pause"))
        self.clock_button.setToolTip(
            tr("Let the clock go on") if words.is_stopped else tr("Stop the clock: nothing is late until it goes on")
        )
        self.clock_button.setVisible(bool(words.due) or words.is_stopped)
        self.problems.setText(" · ".join(words.problems) or tr("No problems"))
        self.problems.setEnabled(bool(words.problems))
        self.problems.setToolTip(tr("Show only what needs you"))
        self.remind_button.setText(tr("Remind {lacking}", lacking=words.lacking) if words.lacking else tr("Remind"))
        self.remind_button.setEnabled(bool(words.lacking))
        self.ways_button.setEnabled(bool(words.lacking))
        self._tell_usual()
        self.process_button.setText(words.go_on)
        for widget in self._of_orders:
            widget.setVisible(not words.is_judged)
        self.results_button.setVisible(words.is_judged)
        self._gap.setVisible(words.is_judged)
        self.propose_button.setText(tr("Due {moment}", moment=words.proposed_words))
        self.propose_button.setVisible(bool(words.proposed))
        self._show_missing()

    def set_first(self, *, is_results: bool) -> None:
        """Mark the first of the next acts: the results, or processing."""
        for button, is_first in ((self.results_button, is_results), (self.process_button, not is_results)):
            if button.property("role") != ("primary" if is_first else None):
                button.setProperty("role", "primary" if is_first else None)
                button.style().unpolish(button)
                button.style().polish(button)

    def set_usual_way(self, way: str, *, can_send: bool, can_mail: bool) -> None:
        """Say how one click reminds, and which of the other ways there are."""
        self._usual = way
        for action, each in zip(self.ways.actions(), WAYS, strict=True):
            action.setEnabled({"send": can_send, "files": can_mail, "mail": can_mail}.get(each, True))
        self._tell_usual()

    def _tell_usual(self) -> None:
        tips = {
            "send": tr("For each power that lacks orders: sends each of them a mail through your mail server"),
            "copy": tr("For each power that lacks orders: copies a text for each of them"),
        }
        self.remind_button.setToolTip(tips[self._usual])

    def width_changed(self) -> None:
        """Name the missing orders where there is room."""
        self._show_missing()

    def _show_missing(self) -> None:
        words = self._words
        if words is None:
            return
        self.missing.setToolTip("\n".join(words.missing))
        if not words.missing:
            self.missing.setText(tr("Nobody"))
        else:
            for said in _tellings(words.missing):
                self.missing.setText(said)
                if self._row.sizeHint().width() <= self.width():
                    break
        self.setFixedHeight(self._row.heightForWidth(self.width()))  # the board has what room there is

    def _choose_deadline(self) -> None:
        if self._words is not None:
            self.deadline_chosen.emit(self._words.proposed)

    def _stop_or_go_on(self) -> None:
        is_stopped = self._words is not None and self._words.is_stopped
        self.command_requested.emit("resume" if is_stopped else "pause")


def _tellings(missing: Sequence[str]) -> Iterator[str]:
    """Yield the missing orders, in fewer and fewer words."""
    for many in range(min(_MOST_CHIPS, len(missing)), 0, -1):
        more = len(missing) - many
        yield " · ".join((*missing[:many], tr("{more} more", more=more)) if more else missing[:many])
    if len(missing) > 1:
        yield plural("{count} power", "{count} powers", len(missing))


def _column(*widgets: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    for widget in widgets:
        column.addWidget(widget)
    return column


def _rule() -> QFrame:
    rule = QFrame()
    rule.setFrameShape(QFrame.Shape.VLine)
    rule.setFrameShadow(QFrame.Shadow.Plain)
    return rule
