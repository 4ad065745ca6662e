"""The page of seats and programs: who sits where and how each stands, a program's options, and what was said with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.presentation.hotseat.seats_page import SeatLine, SeatsState
from app.qt.hotseat.option_form import OptionForm
from app.qt.hotseat.program_log import ProgramLog
from app.qt.hotseat.seat_line import SeatRow
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel, wrapped
from app.qt.widgets.scrolling import TallRoom
from app.qt.widgets.swatch import Swatch
from app.qt.widgets.wrapping_check_box import WrappingCheckBox
from languages import labelled, tr, tr_in

if TYPE_CHECKING:
    from app.players.programs.messages import Option

_LEAST = 540
"""Pixels of width that rows have at least; larger words may need more."""


class SeatsPage(QWidget):
    """Stands in the place of the board. It shows what it is given, and tells what is pressed.

    Signals:
        picked(str): the seat of that power is looked at.
        change_wanted(str): somebody else is to have a seat.
        restart_wanted(str), kill_wanted(str), test_wanted(str): something is to be done with the program of a seat.
        start_wanted(): programs are started, or, where all are ready, the game begins.
        pause_wanted(), step_wanted(): programs pause or go on; they are asked once.
        new_bot_wanted(): a program is to be written.
        logs_wanted(bool): everybody at the table may read the logs, or not.
        option_set(str, object): an option of the picked program.
        edit_wanted(str): the program of a seat is to be changed.
        left(): to the board, or to the curtain.
    """

    picked = Signal(str)
    change_wanted = Signal(str)
    restart_wanted = Signal(str)
    kill_wanted = Signal(str)
    test_wanted = Signal(str)
    edit_wanted = Signal(str)
    start_wanted = Signal()
    pause_wanted = Signal()
    step_wanted = Signal()
    new_bot_wanted = Signal()
    logs_wanted = Signal(bool)
    option_set = Signal(str, object)
    left = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self._state: SeatsState | None = None
        self._power = ""
        self.rows: tuple[SeatRow, ...] = ()
        self.title, self.game, self.summary = PlainLabel(tr("Seats")), PlainLabel(), PlainLabel()
        self.title.setProperty("role", "heading")
        self.game.setProperty("role", "soft")
        self.summary.setProperty("role", "soft")
        self.new_bot, self.step, self.pause = QPushButton(tr("New bot…")), QPushButton(tr("Step")), QPushButton(tr("Pause"))
        self.go = QPushButton(tr("To the board"))
        self.go.setProperty("role", "primary")
        self.go.setMinimumWidth(130)
        self.step.setToolTip(tr("Ask the programs for this phase alone"))
        self.board = QPushButton(tr("Back"))
        self.log = ProgramLog(look)
        self.options = OptionForm()
        self.options.changed.connect(self.option_set)
        self.test, self.restart, self.kill = QPushButton(tr("Test connection")), QPushButton(tr("Restart")), QPushButton(tr("Kill"))
        self.edit = QPushButton(tr("Change…"))
        self.edit.clicked.connect(lambda: self.edit_wanted.emit(self._power))
        self.process = wrapped("")
        self.process.setProperty("role", "soft")
        self.logs = WrappingCheckBox(tr("Everybody at this table may read what programs say"))
        self.logs.setToolTip(tr("It has their orders and letters in it. To be decided before the game begins for them."))
        for button, signal in (
            (self.new_bot, self.new_bot_wanted),
            (self.step, self.step_wanted),
            (self.pause, self.pause_wanted),
            (self.board, self.left),
        ):
            button.clicked.connect(signal)
        self.go.clicked.connect(self._go)
        self.test.clicked.connect(lambda: self.test_wanted.emit(self._power))
        self.restart.clicked.connect(lambda: self.restart_wanted.emit(self._power))
        self.kill.clicked.connect(lambda: self.kill_wanted.emit(self._power))
        self.logs.clicked.connect(self.logs_wanted)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QFrame()
        head.setProperty("role", "header")
        over, words, line = FlowLayout(head), QVBoxLayout(), FlowLayout()
        over.setContentsMargins(18, 10, 18, 10)
        over.setSpacing(10)
        line.setSpacing(12)
        line.addWidget(self.title)
        line.addWidget(self.game, 1)
        words.setSpacing(2)
        words.addLayout(line)
        words.addWidget(self.summary)
        over.addLayout(words, 1)
        for button in (self.new_bot, self.step, self.pause, self.board, self.go):
            over.addWidget(button)
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._list)
        column.addWidget(self._about())
        column.addStretch(1)
        holder.setMinimumWidth(_LEAST)
        area = TallRoom()
        area.setWidget(holder)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.addWidget(area)
        halves.addWidget(self.log)
        halves.setChildrenCollapsible(False)
        halves.setStretchFactor(0, 5)
        halves.setStretchFactor(1, 6)
        halves.setSizes([_LEAST, _LEAST])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(head)
        whole.addWidget(halves, 1)

    def _about(self) -> QFrame:
        self.about = QFrame()
        column = QVBoxLayout(self.about)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        self.about_title = PlainLabel()
        self.about_title.setProperty("role", "strong")
        over = FlowLayout()
        over.addWidget(self.about_title, 1)
        over.addWidget(self.process)
        column.addLayout(over)
        column.addWidget(self.options)
        row = FlowLayout()
        for button in (self.test, self.edit, self.restart, self.kill):
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.logs)
        return self.about

    # --- what is shown ---

    @property
    def power(self) -> str:
        """Whose seat is looked at."""
        return self._power

    def show_state(self, state: SeatsState, colours: Mapping[str, Swatch], power: str) -> None:
        """Show how the table stands.

        Args:
            power: whose seat is looked at.
        """
        self._state, self._power = state, power
        if [row.power for row in self.rows] != [line.power for line in state.lines]:
            self._make_rows(state.lines, colours)
        for row, line in zip(self.rows, state.lines, strict=True):
            row.show_line(line, self._look, is_picked=line.power == power)
        self.game.setText(f"{state.game}, {state.phase}")
        self.summary.setText(state.summary)
        has_programs = any(line.is_program for line in state.lines)
        runs = has_programs and not state.is_lobby and not state.is_over
        self.pause.setVisible(runs)
        self.pause.setText(tr("Go on") if state.is_paused else tr("Pause"))
        self.step.setVisible(runs)
        self.step.setEnabled(state.can_step)
        self.board.setVisible(state.is_lobby)
        start = tr_in("button", "Start") if state.has_started else tr("Start the programs")
        self.go.setText(start if state.is_lobby else tr("To the board"))
        self.go.setEnabled(not state.is_lobby or state.can_start or not state.has_started)
        line_ = next((each for each in state.lines if each.power == power), None)
        is_program = line_ is not None and line_.is_program
        self.about.setVisible(has_programs)
        for widget in (self.about_title, self.options, self.test, self.edit, self.restart, self.kill, self.process):
            widget.setVisible(is_program)
        if line_ is not None and is_program:
            self.about_title.setText(labelled(line_.name, line_.who))
            self.process.setText(line_.process)
            self.restart.setEnabled(state.has_started and not state.is_over)
            self.kill.setEnabled(bool(line_.process) or (state.has_started and not line_.can_restart and not state.is_over))
            self.test.setEnabled(state.is_lobby or line_.can_restart)
        self.logs.setChecked(state.open_logs)
        self.logs.setEnabled(state.can_change_logs)

    def show_options(self, options: Sequence[Option], values: Mapping[str, object], note: str) -> None:
        """Show what the picked program says that people can set."""
        self.options.show_options(options, values, note)

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        self._look = look
        self.log.set_look(look)

    def _make_rows(self, lines: Sequence[SeatLine], colours: Mapping[str, Swatch]) -> None:
        while self._list.count():
            item = self._list.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = tuple(SeatRow(line, colours.get(line.power), self._look) for line in lines)
        for row in self.rows:
            row.picked.connect(self.picked)
            row.change_wanted.connect(self.change_wanted)
            row.restart_wanted.connect(self.restart_wanted)
            self._list.addWidget(row)

    def _go(self) -> None:
        if self._state is not None and self._state.is_lobby:
            self.start_wanted.emit()
        else:
            self.left.emit()
