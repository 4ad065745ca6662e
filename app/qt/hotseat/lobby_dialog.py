"""The seats page: who sits where, the clock, when orders are shown, and what each protection is worth. One button skips it all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from app.game.record import Game
from app.game.refusal import EditError
from app.game.table import ClockTerms, WhenShown
from app.hotseat.table import Table
from app.players.bots import OPPONENTS
from app.players.programs.known import KnownPrograms
from app.presentation.board_picture import board_picture
from app.presentation.drawn_boards import drawn_board
from app.presentation.hotseat.lobby import in_words, trouble_of
from app.presentation.variant_summary import numbers
from app.qt.hotseat.lobby_grid import LobbyGrid
from app.qt.hotseat.lobby_row import LobbyRow
from app.qt.hotseat.people_dialog import ask_people
from app.qt.hotseat.secret_dialog import ask_secret
from app.qt.map.export import render_image
from app.qt.widgets.columns_layout import ColumnsLayout
from app.qt.widgets.fitting_dialog import FittingDialog
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.run_dialog import run_dialog
from app.qt.widgets.scrolling import TallRoom
from app.qt.widgets.style import growth
from app.qt.widgets.swatch import Swatch
from app.qt.widgets.swatches import swatches
from app.qt.widgets.telling_label import TellingLabel
from app.session.pictures import drawing_of
from app.session.services import ChosenSeats
from app.session.table_clients import DAIDE, DESCRIPTION, TITLE
from app.session.view_options import View
from languages import mark, tr, tr_in

_WITHOUT = mark(
    "A curtain lies between two turns. While one person writes, nothing of the others' orders can be seen or reached. "
    "This stops a glance. It does not stop somebody who opens the saved file in an editor."
)
_WITH = mark(
    "Orders and notes are encrypted in the file too. Four digits stop a friend; a passphrase stops a patient one. "
    "Forgotten? The table can drop those orders, unread."
)
_SHOWN = (
    (WhenShown.ALL_SEALED, mark("when everyone has sealed")),
    (WhenShown.VOTE, mark("when most of the table says so")),
    (WhenShown.CLOCK, mark("when the clock ends; the rest hold")),
)
_SIZE, _PICTURE = QSize(1180, 740), QSize(300, 260)
_AROUND = 22
_TOLD = 170
"""Pixels, with words of the usual size, that advice needs beside the buttons."""
_MINUTES = (0, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60)


class LobbyDialog(FittingDialog):
    """Asks who sits where.

    Args:
        table: what it begins with.
        title: name of the game.
        numbers: what is played, in a line.
        opponents: those that come with the program: name, title, and how they play.
        picture: the board at the start.
        known: the programs that this machine remembers.
    """

    def __init__(
        self,
        table: Table,
        title: str,
        numbers: str,
        opponents: Sequence[tuple[str, str, str]],
        colours: Mapping[str, Swatch],
        look: Look,
        picture: QImage | None = None,
        parent: QWidget | None = None,
        known: KnownPrograms | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Who sits where?"))
        self._look = look
        self._table = table
        self._secrets: dict[str, str] = {}
        self.at_screen = False
        """Whether all powers are at this screen: the seats are skipped."""
        self._known = known
        programs = self._programs()
        self.rows = tuple(LobbyRow(seat, colours.get(seat.power), opponents, self, programs) for seat in table.seats)
        for at, row in enumerate(self.rows):
            row.changed.connect(self._changed)
            row.program_wanted.connect(lambda at=at: self._another_program(at))
            row.lock_wanted.connect(lambda at=at: self._ask_lock(at))
            row.swap_wanted.connect(lambda by, at=at: self._swap(at, at + by))
        self._seats = LobbyGrid(self.rows)
        self.first_talks = _minutes(table.clock.first_talks, tr("First year, talks"))
        self.talks = _minutes(table.clock.talks, tr("Talks after that"))
        self.orders = _minutes(table.clock.orders, tr("Each person's orders"))
        self.bell = QCheckBox(tr("Bell in the last minute"))
        self.bell.setChecked(table.clock.bell)
        self.shown = {when: QRadioButton(tr(words)) for when, words in _SHOWN}
        self.shown[table.shown].setChecked(True)
        self.secret_votes = QCheckBox(tr("Votes on draws stay secret"))
        self.secret_votes.setChecked(table.secret_votes)
        self.lot_button = QPushButton(tr("Draw by lot…"))
        self.wish_button = QPushButton(tr("By preference…"))
        self.skip_button = QPushButton(tr("All powers at this screen"))
        self.start_button = QPushButton(tr_in("button", "Start"))
        self.start_button.setProperty("role", "primary")
        self.start_button.setDefault(True)
        self.start_button.setMinimumWidth(130)
        self.summary = PlainLabel()
        self.summary.setProperty("role", "strong")
        self.advice = TellingLabel("", _TOLD)
        back = QPushButton(tr("Cancel"))
        for button in (self.lot_button, self.wish_button, self.skip_button, back):
            button.setAutoDefault(False)
        self.lot_button.clicked.connect(lambda: self._draw(by_preference=False))
        self.wish_button.clicked.connect(lambda: self._draw(by_preference=True))
        self.skip_button.clicked.connect(self._skip)
        self.start_button.clicked.connect(self.accept)
        back.clicked.connect(self.reject)
        self._lay_out(title, numbers, picture, back)
        self._changed()
        self.start_button.setFocus()

    # --- how it looks ---

    def _lay_out(self, title: str, numbers: str, picture: QImage | None, back: QPushButton) -> None:
        left = self._left = QVBoxLayout()
        left.setSpacing(10)
        if picture is not None:
            left.addWidget(self._picture(picture))
        name = PlainLabel(title)
        name.setProperty("role", "heading")
        name.setWordWrap(True)
        words = PlainLabel(numbers)
        words.setProperty("role", "soft")
        words.setWordWrap(True)
        left.addWidget(name)
        left.addWidget(words)
        left.addWidget(self._terms())
        left.addStretch(1)
        left.addWidget(self.skip_button)
        heading = QLabel(tr("Who sits where?"))
        heading.setProperty("role", "title")
        hint = PlainLabel(tr("One person may hold several powers: give both the same name."))
        hint.setProperty("role", "soft")
        hint.setWordWrap(True)
        top = FlowLayout(spacing=10)
        top.addWidget(heading, 1)
        top.addWidget(self.lot_button)
        top.addWidget(self.wish_button)
        worth = ColumnsLayout(spacing=14)
        worth.addWidget(_card(tr("No PIN: hold to open"), tr(_WITHOUT)), 1)
        worth.addWidget(_card(tr("PIN or passphrase"), tr(_WITH)), 1)
        bottom = FlowLayout(spacing=10)
        bottom.addWidget(self.summary)
        bottom.addWidget(self.advice, 1)
        bottom.addWidget(back)
        bottom.addWidget(self.start_button)
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addLayout(top)
        right.addWidget(hint)
        right.addWidget(self._grid(), 1)
        right.addLayout(worth)
        right.addLayout(bottom)
        whole = ColumnsLayout(self, spacing=_AROUND)
        whole.setContentsMargins(_AROUND, 18, _AROUND, 18)
        whole.addLayout(left)
        whole.addLayout(right, 1)

    def _picture(self, picture: QImage) -> QLabel:
        label = QLabel()
        ratio = self.devicePixelRatioF()
        scaled = picture.scaled(_PICTURE * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        scaled.setDevicePixelRatio(ratio)
        label.setPixmap(QPixmap.fromImage(scaled))
        return label

    def _terms(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("role", "card")
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        clock = QLabel(tr("Clock"))
        clock.setProperty("role", "strong")
        column.addWidget(clock)
        grid = QGridLayout()
        for row, (words, box) in enumerate(
            ((tr("First year, talks"), self.first_talks), (tr("After that"), self.talks), (tr("Each person's orders"), self.orders))
        ):
            grid.addWidget(QLabel(words), row, 0)
            grid.addWidget(box, row, 1)
        grid.setColumnStretch(0, 1)
        column.addLayout(grid)
        column.addWidget(self.bell)
        shown = QLabel(tr("The orders are shown"))
        shown.setProperty("role", "strong")
        column.addSpacing(4)
        column.addWidget(shown)
        for each in self.shown.values():
            column.addWidget(each)
        column.addWidget(self.secret_votes)
        return frame

    def _grid(self) -> TallRoom:
        area = TallRoom()
        area.setSizeAdjustPolicy(TallRoom.SizeAdjustPolicy.AdjustToContents)  # whole where it stands below all else
        area.setWidget(self._seats)
        return area

    def setVisible(self, visible: bool) -> None:
        """As wide as every seat needs in a line of its own, where the screen has so much."""
        if visible and not self.isVisible():
            self.ensurePolished()
            area = self._seats.wide_in_one() + self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
            wide = self._left.sizeHint().width() + area + 3 * _AROUND
            self.resize(max(_SIZE.width(), round(wide / growth(self.font()))), _SIZE.height())
        super().setVisible(visible)

    # --- what is chosen ---

    @property
    def table(self) -> Table:
        """The table as it is chosen now."""
        clock = ClockTerms(_seconds(self.first_talks), _seconds(self.talks), _seconds(self.orders), self.bell.isChecked())
        shown = next(when for when, button in self.shown.items() if button.isChecked())
        seats = tuple(row.seat for row in self.rows)
        return replace(self._table, seats=seats, clock=clock, shown=shown, secret_votes=self.secret_votes.isChecked())

    @property
    def choice(self) -> ChosenSeats:
        """Everything that was chosen."""
        if self.at_screen:
            return ChosenSeats(None)
        table = self.table
        here = {seat.power for seat in table.seats if seat.is_person}
        return ChosenSeats(table, {power: secret for power, secret in self._secrets.items() if power in here})

    def _changed(self) -> None:
        table = self.table
        summary, advice = in_words(table, frozenset(self._secrets))
        trouble = trouble_of(table)
        self.summary.setText(summary)
        self.advice.setText(trouble or advice)
        self.start_button.setEnabled(not trouble)

    def _programs(self) -> list[tuple[str, str]]:
        return [] if self._known is None else [(each.name, each.title) for each in self._known.all()]

    def _another_program(self, at: int) -> None:
        """Ask for a program, and give it the seat."""
        from app.qt.hotseat.program_dialog import ProgramDialog

        if self._known is None:
            return
        dialog = ProgramDialog(self._known, parent=self)
        if run_dialog(dialog) and dialog.program is not None:
            for number, row in enumerate(self.rows):
                row.show_programs(self._programs(), dialog.program.name if number == at else "")
            self._changed()

    def _ask_lock(self, at: int) -> None:
        seat = self.rows[at].seat
        is_chosen, secret = ask_secret(seat.who, self, has_one=seat.power in self._secrets)
        if not is_chosen:
            return
        # A person with several powers opens all of them with one secret.
        for row in self.rows:
            if row.seat.is_person and (row is self.rows[at] or (seat.person and row.seat.person == seat.person)):
                if secret is None:
                    self._secrets.pop(row.seat.power, None)
                else:
                    self._secrets[row.seat.power] = secret
                row.show_lock(is_locked=secret is not None)
        self._changed()

    def _swap(self, at: int, other: int) -> None:
        if not 0 <= other < len(self.rows):
            return
        one, two = self.rows[at].seat.power, self.rows[other].seat.power
        self._show_table(self.table.with_seats_swapped(one, two), {one: two, two: one})

    def _show_table(self, table: Table, moved: Mapping[str, str]) -> None:
        self._secrets = {moved.get(power, power): secret for power, secret in self._secrets.items()}
        for row, seat in zip(self.rows, table.seats, strict=True):
            row.show_seat(seat, is_locked=seat.power in self._secrets)
        self._changed()

    def _draw(self, *, by_preference: bool) -> None:
        table = self.table
        powers = [(seat.power, seat.name) for seat in table.seats]
        names = [seat.person for seat in table.seats if seat.is_person and seat.person]
        try:
            placed = ask_people(powers, list(dict.fromkeys(names)), self, by_preference=by_preference)
        except EditError as error:
            self.advice.setText(str(error))
            return
        if placed:
            self._secrets.clear()
            self._show_table(table.with_people(placed), {})

    def _skip(self) -> None:
        self.at_screen = True
        self.accept()


def _minutes(seconds: int | None, name: str) -> QComboBox:
    box = QComboBox()
    choices = sorted({*_MINUTES, round((seconds or 0) / 60)})
    for minutes in choices:
        box.addItem(tr("{minutes} min", minutes=minutes) if minutes else tr("No limit"), minutes)
    box.setCurrentIndex(choices.index(round((seconds or 0) / 60)))
    box.setAccessibleName(name)
    return box


def _seconds(box: QComboBox) -> int | None:
    return int(box.currentData()) * 60 or None


def _card(title: str, words: str) -> QFrame:
    frame = QFrame()
    frame.setProperty("role", "card")
    heading = QLabel(title)
    heading.setProperty("role", "strong")
    text = PlainLabel(words)
    text.setWordWrap(True)
    text.setProperty("role", "soft")
    column = QVBoxLayout(frame)
    column.setContentsMargins(16, 10, 16, 12)
    column.setSpacing(4)
    column.addWidget(heading)
    column.addWidget(text)
    column.addStretch(1)
    return frame


def ask_seats(game: Game, table: Table, view: View, look: Look, parent: QWidget, known: KnownPrograms | None = None) -> ChosenSeats | None:
    """What was chosen for *game*; ``None`` where nobody wants to play after all.

    Args:
        known: the programs that this machine remembers.
    """
    cursor = game.last(game.branches[0].name)
    drawn = drawn_board(game.variant.id, drawing_of(game))
    picture = board_picture(game, cursor, view, drawn.styles, drawn.units(view.unit_symbols).units)
    board = render_image(drawn.board, picture, _PICTURE.width() * 2)
    dialog = LobbyDialog(table, game.name, numbers(game.variant), offered(), swatches(picture), look, board, parent, known)
    return dialog.choice if run_dialog(dialog) else None


def offered() -> list[tuple[str, str, str]]:
    """The opponents that people choose among: name, title, and how they play."""
    ours = [(name.value, each.title, each.description) for name, each in OPPONENTS.items() if each.is_offered]
    return [*ours, (DAIDE, TITLE, DESCRIPTION)]
