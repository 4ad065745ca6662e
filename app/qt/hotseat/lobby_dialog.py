"""Dialog that sets up the table: the seats, the clock, the time of the reveal, draws of powers, a PIN or passphrase for a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QStyle,
    QWidget,
)

from app.game.entries import ClockTerms, RevealTime
from app.game.record import EditError, Game
from app.hotseat.locks import LONGEST, checked_kind
from app.hotseat.table import Table, dice, drawn
from app.hotseat.table import by_preference as placed_by_preference
from app.players.bots import OPPONENTS
from app.players.programs.known import KnownPrograms
from app.presentation.drawn_boards import drawn_board
from app.presentation.hotseat.seat_rows import in_words, trouble_of
from app.presentation.picture import board_picture
from app.presentation.variant_summary import numbers
from app.qt.hotseat.lobby_seats import LobbyGrid, LobbyRow
from app.qt.map.export import render_image
from app.qt.widgets import forms
from app.qt.widgets.dialogs import ClosingRow, FittingDialog, run_dialog
from app.qt.widgets.labels import ChoiceButton, TellingLabel
from app.qt.widgets.layouts import TallRoom, scrolled_place
from app.qt.widgets.look import NO_LIMIT, Look, growth
from app.qt.widgets.swatches import Swatch, swatches
from app.session.services import ChosenSeats
from app.session.view_options import View
from app.tables.table_players import DAIDE, DESCRIPTION, TITLE
from languages import mark, tr, tr_in

_ADVICE = mark("Four digits stop a friend who glances. A passphrase of several words stops a patient one. Nobody can look it up for you.")


class SecretDialog(FittingDialog):
    """Asks for a new PIN or passphrase."""

    def __init__(self, who: str, parent: QWidget | None = None, *, has_one: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("PIN or passphrase for {who}", who=who))
        self.setMinimumWidth(440)
        self.is_removed = False
        self.first, self.second = QLineEdit(), QLineEdit()
        for field in (self.first, self.second):
            field.setEchoMode(QLineEdit.EchoMode.Password)
            field.setMaxLength(LONGEST)
            field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            field.textChanged.connect(self._check)
        self.trouble = forms.label("", "warning", wraps=True)
        self.set_button = forms.button(tr("Set"), self.accept, "primary")
        self.set_button.setDefault(True)
        remove = forms.button(tr("Take it away"), self._remove, by_enter=False)
        remove.setVisible(has_one)
        cancel = forms.button(tr("Cancel"), self.reject, by_enter=False)
        forms.column(
            forms.label(tr(_ADVICE), "soft", wraps=True),
            forms.fields((tr("PIN or passphrase"), self.first), (tr("Once more"), self.second)),
            self.trouble,
            forms.row(remove, forms.STRETCH, cancel, self.set_button),
            on=self,
            margins=(20, 18, 20, 16),
            spacing=12,
        )
        self._check()

    def _check(self) -> None:
        first, second = self.first.text(), self.second.text()
        trouble = ""
        try:
            checked_kind(first)
        except EditError as error:
            trouble = str(error)
        if not trouble and second and first != second:
            trouble = tr("The two are not the same.")
        self.trouble.setText(trouble if first else "")
        self.set_button.setEnabled(not trouble and first == second)

    def _remove(self) -> None:
        self.is_removed = True
        self.accept()


def ask_secret(who: str, parent: QWidget, *, has_one: bool = False) -> tuple[bool, str | None]:
    """Ask for a secret; return True if there was a choice, and the new secret; ``None`` takes away the present one."""
    dialog = SecretDialog(who, parent, has_one=has_one)
    if not run_dialog(dialog):
        return False, None
    if dialog.is_removed:
        return True, None
    return True, dialog.first.text()


_BY_LOT = mark("One name a line. Powers that nobody draws stay as they are.")
_BY_WISH = mark(
    "One person a line: the name, a colon, then powers, the most wanted first, such as  Ada: France, Austria-Hungary.  "
    "Everybody is seated so that nobody gets a power far down their list; the lot decides between equally good ways."
)
_MOST = 64


class PeopleDialog(FittingDialog):
    """Asks for names, and for wishes where they count."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None, *, by_preference: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("By preference") if by_preference else tr("Draw by lot"))
        self.resize(520, 380)
        words = forms.label(tr(_BY_WISH if by_preference else _BY_LOT), "soft", wraps=True)
        self.text = forms.styled(QPlainTextEdit(), name=tr("People"))
        self.text.setPlainText("\n".join(f"{name}: " if by_preference else name for name in names))
        row = ClosingRow(self, tr("Draw"))
        forms.column(words, (self.text, 1), row, on=self, margins=(20, 18, 20, 16), spacing=12)
        self.text.setFocus()


def wishes_of(text: str, powers: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the wishes in *text*: ``Ada: France, TUR``. A word that is no power's name, id or beginning is kept, to be refused by name."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines()[:_MOST]:
        name, _, rest = line.partition(":")
        if name.strip():
            found[name.strip()] = [_power(word.strip(), powers) for word in rest.split(",") if word.strip()]
    return found


def _power(word: str, powers: Sequence[tuple[str, str]]) -> str:
    said = word.casefold()
    exact = [power for power, name in powers if said in (power.casefold(), name.casefold())]
    begun = [power for power, name in powers if name.casefold().startswith(said) or power.casefold().startswith(said)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else word


def ask_people(powers: Sequence[tuple[str, str]], names: Sequence[str], parent: QWidget, *, by_preference: bool) -> Mapping[str, str]:
    """Power to the person who got it; empty without a draw.

    Raises:
        EditError: the names or wishes cannot be used; the sentence says why.
    """
    dialog = PeopleDialog(names, parent, by_preference=by_preference)
    if not run_dialog(dialog):
        return {}
    wishes = wishes_of(dialog.text.toPlainText(), powers)
    ids = [power for power, _ in powers]
    return placed_by_preference(ids, wishes, dice()) if by_preference else drawn(ids, list(wishes), dice())


_WITHOUT = mark(
    "A curtain lies between two turns. While one person writes, nothing of the others' orders can be seen or reached. "
    "This stops a glance. It does not stop somebody who opens the saved file in an editor."
)
_WITH = mark(
    "Orders and notes are encrypted in the file too. Four digits stop a friend; a passphrase stops a patient one. "
    "Forgotten? The table can discard those orders, unread."
)
_SHOWN = (
    (RevealTime.ALL_SEALED, mark("when everyone has sealed")),
    (RevealTime.VOTE, mark("when most of the table says so")),
    (RevealTime.CLOCK, mark("when the clock ends; the rest hold")),
)
_SIZE, _PICTURE = QSize(1180, 740), QSize(300, 224)
_WORDS_DOWN = 0.7
"""Part of the height that grows with the words; frames and gaps do not."""
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
        """True if all powers are at this screen: the seats are skipped."""
        self._known = known
        programs = self._programs()
        self.rows = tuple(LobbyRow(seat, colours.get(seat.power), opponents, self, programs) for seat in table.seats)
        for at, row in enumerate(self.rows):
            row.changed.connect(self._changed)
            row.program_requested.connect(lambda at=at: self._another_program(at))
            row.lock_requested.connect(lambda at=at: self._ask_lock(at))
            row.swap_requested.connect(lambda by, at=at: self._swap(at, at + by))
            row.moves.dropped.connect(lambda point, at=at: self._drop(at, point))
            row.person.stepped.connect(lambda by, at=at: self._step(at, by))
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
        self.lot_button = forms.button(tr("Draw by lot…"), lambda: self._draw(by_preference=False), by_enter=False)
        self.wish_button = forms.button(tr("By preference…"), lambda: self._draw(by_preference=True), by_enter=False)
        self.phones_button = forms.button(tr("All by phone"), self._give_to_phones, by_enter=False)
        self.skip_button = forms.button(tr("All powers at this screen"), self._skip, by_enter=False)
        self.start_button = forms.button(tr_in("button", "Start"), self.accept, "primary")
        self.start_button.setDefault(True)
        self.start_button.setMinimumWidth(130)
        self.summary = forms.label("", "strong")
        self.advice = TellingLabel("", _TOLD)
        back = forms.button(tr("Cancel"), self.reject, by_enter=False)
        self._board: QLabel | None = None
        self._lay_out(title, numbers, picture, back)
        self._changed()
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Let Tab go from name to name, then to Start; typing begins with the first name."""
        names = [row.person for row in self.rows if row.person.isEnabled()]
        for before, after in pairwise([*names, self.start_button]):
            self.setTabOrder(before, after)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the keyboard to the first name, so that typing begins there."""
        super().showEvent(event)
        first = next((row.person for row in self.rows if row.middle.currentWidget() is row.person), None)
        (first or self.start_button).setFocus()

    def _step(self, at: int, by: int) -> None:
        """Give the keyboard to the next name in that direction."""
        rows = self.rows[at + by :: by] if by > 0 else self.rows[max(0, at - 1) :: -1] if at else ()
        for row in rows:
            if row.middle.currentWidget() is row.person:
                row.person.setFocus()
                return

    def _drop(self, at: int, point: QPoint) -> None:
        """Swap the seat *at* with the one nearest to *point* of the screen."""
        gaps = [abs(row.name.mapToGlobal(row.name.rect().center()).y() - point.y()) for row in self.rows]
        nearest = gaps.index(min(gaps))
        if nearest != at:
            self._swap(at, nearest)

    # --- how it looks ---

    def _lay_out(self, title: str, numbers: str, picture: QImage | None, back: QPushButton) -> None:
        self._board = None if picture is None else self._picture(picture)
        name = forms.label(title, "heading", wraps=True)
        words = forms.label(numbers, "soft", wraps=True)
        self._left, self._worth = QWidget(), QWidget()
        parts: tuple[forms.Part, ...] = (self._board, name, words, self._terms(), forms.STRETCH)
        forms.column(*parts, on=self._left, margins=(0, 0, 0, 0), spacing=10)
        hint = tr("Type a name, then Tab. Drag a row to another power, or Alt and the arrow keys. One name may hold several powers.")
        self._heading, self._hint = forms.label(tr("Who sits where?"), "title"), forms.label(hint, "soft", wraps=True)
        cards = (_card(tr("No PIN: hold to open"), tr(_WITHOUT)), _card(tr("PIN or passphrase"), tr(_WITH)))
        forms.columns(*((each, 1) for each in cards), on=self._worth, spacing=14)
        top = forms.flow((self._heading, 1), (self._switch(), 1), spacing=10)
        top.add_answers(self.lot_button, self.wish_button, self.phones_button)
        self._area = self._grid()
        self._right = forms.column(top, self._hint, (self._area, 1), self._worth, spacing=10)
        # In a foot of its own: with large words the page is scrolled, and Start stays in sight.
        inside = scrolled_place(self, QSize(320, 160))
        self.foot = QWidget()
        bottom_parts = (self.skip_button, self.summary, (self.advice, 1))
        bottom = forms.flow(*bottom_parts, on=self.foot, margins=(_AROUND, 10, _AROUND, 14), spacing=10)
        bottom.add_answers(back, self.start_button)
        self._whole = forms.columns(self._left, (self._right, 1), on=inside, margins=(_AROUND, 14, _AROUND, 8), spacing=_AROUND)
        column = self.layout()
        assert column is not None
        column.addWidget(self.foot)

    def _switch(self) -> QWidget:
        """Buttons for the seats and for all else, of which one has the page where there is no room for both beside one another."""
        self.seats_button, self.terms_button = ChoiceButton(tr("Seats")), ChoiceButton(tr("Clock and PINs"))
        group = QButtonGroup(self)
        for button in (self.seats_button, self.terms_button):
            button.setAutoDefault(False)
            group.addButton(button)
        self.seats_button.setChecked(True)
        group.buttonClicked.connect(lambda _button: self._fit_parts())
        self._choice = QWidget()
        forms.flow(self.seats_button, self.terms_button, on=self._choice)
        self._choice.hide()
        return self._choice

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the seats and the terms stand beside one another, or have one of them in view."""
        super().resizeEvent(event)
        self._fit_parts()

    def _fit_parts(self) -> None:
        beside = self._left.minimumSizeHint().width() + self._right.minimumSize().width() + 3 * _AROUND
        is_wide = self.width() >= beside
        if is_wide == (self._whole.indexOf(self._left) < 0):
            self._move_terms(beside=is_wide)
        has_seats = is_wide or self.seats_button.isChecked()
        if self._board is not None:
            self._board.setVisible(is_wide)
        self._choice.setVisible(not is_wide)
        for words in (self._heading, self._hint):  # which would take the room of two seats
            words.setVisible(is_wide)
        self._area.setVisible(has_seats)
        self._left.setMaximumWidth(self._left.minimumSizeHint().width() if is_wide else NO_LIMIT)
        self._left.setVisible(is_wide or not has_seats)
        self._worth.setVisible(is_wide or not has_seats)

    def _move_terms(self, *, beside: bool) -> None:
        """Put the terms beside the seats, or in their place."""
        if beside:
            self._right.removeWidget(self._left)
            self._whole.insert_before_end(self._left)
        else:
            self._whole.removeWidget(self._left)
            self._right.insertWidget(self._right.count() - 1, self._left)

    def _picture(self, picture: QImage) -> QLabel:
        label = QLabel()
        ratio = self.devicePixelRatioF()
        size = _PICTURE * growth(self.font()) * ratio
        scaled = picture.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        scaled.setDevicePixelRatio(ratio)
        label.setPixmap(QPixmap.fromImage(scaled))
        return label

    def _terms(self) -> QFrame:
        frame = forms.styled(QFrame(), "card")
        grid = QGridLayout()
        for row, (words, box) in enumerate(
            ((tr("First year, talks"), self.first_talks), (tr("After that"), self.talks), (tr("Each person's orders"), self.orders))
        ):
            grid.addWidget(QLabel(words), row, 0)
            grid.addWidget(box, row, 1)
        grid.setColumnStretch(0, 1)
        clock, shown = (forms.label(words, "strong") for words in (tr("Clock"), tr("The orders are shown")))
        choices = (*self.shown.values(), self.secret_votes)
        halves = ((clock, grid, self.bell), (shown, *choices))
        stacked = [(forms.column(*half, forms.STRETCH, spacing=8), 1) for half in halves]
        forms.columns(*stacked, on=frame, margins=(16, 14, 16, 14), spacing=12)
        return frame

    def _grid(self) -> TallRoom:
        area = TallRoom()
        area.setSizeAdjustPolicy(TallRoom.SizeAdjustPolicy.AdjustToContents)  # whole where it stands below all else
        area.setWidget(self._seats)
        return area

    def setVisible(self, visible: bool) -> None:
        """Make the dialog as wide as every seat needs in a line of its own, where the screen has so much."""
        if visible and not self.isVisible():
            self.ensurePolished()
            area = self._seats.wide_in_one() + self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
            wide = self._left.minimumSizeHint().width() + area + 3 * _AROUND
            words = growth(self.font())
            high = _SIZE.height() * (1 - _WORDS_DOWN + _WORDS_DOWN * words)
            self.resize(max(_SIZE.width(), round(wide / words)), round(high / words))  # which grows with the words when it is shown
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
        """All choices."""
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
        is_typing = self.rows[at].person.hasFocus()
        self._show_table(self.table.with_seats_swapped(one, two), {one: two, two: one})
        (self.rows[other].person if is_typing else self.rows[other].moves).setFocus()  # the keyboard follows the player

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

    def _give_to_phones(self) -> None:
        """Let a person with a phone have each seat of a person."""
        table = self.table
        seats = tuple(replace(seat, person="", lock=None, by_phone=True) if seat.is_person else seat for seat in table.seats)
        self._secrets.clear()
        self._show_table(replace(table, seats=seats), {})

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
    frame = forms.styled(QFrame(), "card")
    heading, text = forms.label(title, "strong"), forms.label(words, "soft", wraps=True)
    forms.column(heading, text, forms.STRETCH, on=frame, margins=(16, 10, 16, 12), spacing=4)
    return frame


def ask_seats(game: Game, table: Table, view: View, look: Look, parent: QWidget, known: KnownPrograms | None = None) -> ChosenSeats | None:
    """Ask for the seats of *game*; ``None`` where the game is not to be played after all.

    Args:
        known: the programs that this machine remembers.
    """
    cursor = game.last(game.branches[0].name)
    drawn = drawn_board(game.variant.id, game.drawing)
    picture = board_picture(game, cursor, view, drawn.styles, drawn.units(view.unit_symbols).units)
    board = render_image(drawn.board, picture, _PICTURE.width() * 2)
    dialog = LobbyDialog(table, game.name, numbers(game.variant), offered(), swatches(picture), look, board, parent, known)
    return dialog.choice if run_dialog(dialog) else None


def offered() -> list[tuple[str, str, str]]:
    """The opponents that people choose among: name, title, and how they play."""
    ours = [(name.value, each.title, each.description) for name, each in OPPONENTS.items() if each.is_offered]
    return [*ours, (DAIDE, TITLE, DESCRIPTION)]
