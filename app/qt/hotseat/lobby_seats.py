"""Seats of the set-up dialog: who decides for each power, under what name, what protects its orders; in one line each, or in two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QStackedWidget, QWidget

from app.hotseat.table import LONGEST_NAME, PROGRAM, Absence, Decider, Seat
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine, TellingLabel
from app.qt.widgets.swatches import Swatch, SwatchSquare
from languages import labelled, mark, tr

_A_PROGRAM = "program"
"""Value in the box of deciders for a program, which to a table is an opponent."""
_A_PHONE = "phone"
"""Value in the box of deciders for a person who sits down with a phone."""
_DECIDERS: tuple[tuple[str, str], ...] = (
    (Decider.PERSON, mark("Person here")),
    (Decider.OPPONENT, mark("Opponent")),
    (_A_PROGRAM, mark("Program")),
    (Decider.ABSENT, mark("Absent")),
    (Decider.GAME_MASTER, mark("Game master")),
    (_A_PHONE, mark("By phone")),
)
_ABSENCES = (
    (Absence.HOLD, mark("Units hold")),
    (Absence.CIVIL_DISORDER, mark("Civil disorder")),
    (Absence.DEFAULT_LIST, mark("Plays its default list, orders set beforehand")),
)

_LEAST_OF_ABSENCE = 20
"""Letters of what becomes of an empty seat that have room in a narrow dialog; the list that opens shows all."""
_TOLD = 150
"""Pixels, with words of the usual size, that the line about how an opponent plays needs beside the list of opponents."""


class SeatGrip(QWidget):
    """Handle by which a seat's player is dragged to another power.

    Signals:
        moved(int): by so many rows, with the arrow keys. dropped(QPoint): dragged to that point of the screen.
    """

    moved = Signal(int)
    dropped = Signal(QPoint)

    def __init__(self, words: str) -> None:
        super().__init__()
        self.setFixedWidth(20)
        self.setMinimumHeight(24)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip(words)
        self.setAccessibleName(words)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Six dots; a frame round them while it has the keyboard."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.palette().color(QPalette.ColorRole.PlaceholderText)
        if self.hasFocus():
            ink = self.palette().color(QPalette.ColorRole.Highlight)
            painter.setPen(ink)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        middle = self.rect().center()
        for x in (-3, 3):
            for y in (-6, 0, 6):
                painter.drawEllipse(QPointF(middle.x() + x, middle.y() + y), 1.6, 1.6)
        painter.end()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Take hold of it."""
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of it."""
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.dropped.emit(event.globalPosition().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One row up or down."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self.moved.emit(by)


class NameLine(AskingLine):
    """Name of a player; Alt with the arrow keys moves it to another power, arrows alone go to the next name.

    Signals:
        moved(int): the player goes by so many rows. stepped(int): the keyboard goes by so many names.
    """

    moved = Signal(int)
    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys up and down are not for the text."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(by)
        else:
            self.stepped.emit(by)


class LobbyRow(QObject):
    """The widgets of one seat, for a grid.

    Signals:
        changed(): a choice was made or a text typed. lock_requested(): a PIN or passphrase is to be set, or taken away.
        swap_requested(int): this seat's person changes places with the one so many rows further down. program_requested(): a program that
        is not in the list is to have the seat.
    """

    changed = Signal()
    lock_requested = Signal()
    swap_requested = Signal(int)
    program_requested = Signal()

    def __init__(
        self,
        seat: Seat,
        swatch: Swatch | None,
        opponents: Sequence[tuple[str, str, str]],
        parent: QWidget,
        programs: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(parent)
        self._seat = seat
        self._opponents = opponents
        self.swatch = SwatchSquare(swatch)
        self.name = forms.label(seat.name, "strong")
        self.decider = forms.styled(QComboBox(), name=tr("Who decides for {seat}", seat=seat.name))
        for decider, words in _DECIDERS:
            self.decider.addItem(tr(words), decider)
        self.person = forms.styled(NameLine(), name=tr("Name of the player of {seat}", seat=seat.name))
        self.person.moved.connect(self.swap_requested)
        self.person.setMaxLength(LONGEST_NAME)
        self.person.setPlaceholderText(tr("Name of the player"))
        self.level = forms.styled(QComboBox(), name=tr("How the opponent for {seat} plays", seat=seat.name))
        for key, title, _ in opponents:
            self.level.addItem(tr(title), key)
        self.how = forms.styled(TellingLabel("", _TOLD), "soft")
        self.opponent = QWidget()
        forms.flow(self.level, (self.how, 1), on=self.opponent)
        self.program = forms.styled(QComboBox(), name=tr("The program for {seat}", seat=seat.name))
        tip = tr("Remember another program: a file that is started, or a host and port")
        self.another = forms.button(tr("Another…"), self.program_requested, tip=tip, by_enter=False)
        self.a_program = QWidget()
        forms.row((self.program, 1), self.another, on=self.a_program, margins=(0, 0, 0, 0))
        self.show_programs(programs)
        self.absence = forms.styled(QComboBox(), name=tr("What becomes of {seat}", seat=seat.name))
        for absence, words in _ABSENCES:
            self.absence.addItem(tr(words), absence)
        self.absence.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.absence.setMinimumContentsLength(_LEAST_OF_ABSENCE)  # or what few seats choose would widen the rows of all
        self.master, self.phone = forms.label(tr("enters its orders"), "soft"), forms.label(tr("joins by a code"), "soft")
        self.middle = QStackedWidget()
        for widget in (self.person, self.opponent, self.absence, self.master, self.a_program, self.phone):
            self.middle.addWidget(widget)
        self.lock = forms.button(act=self.lock_requested, name=tr("PIN or passphrase of {seat}", seat=seat.name), by_enter=False)
        self.answers, self.tested = forms.label(tr("answers at once"), "soft"), forms.label(tr("starts with the game"), "soft")
        self.kept = QStackedWidget()
        for widget in (self.lock, self.answers, QWidget(), self.tested):
            self.kept.addWidget(widget)
        self.moves = SeatGrip(tr("Move the player of {seat}: drag, or Alt and the arrow keys", seat=seat.name))
        self.moves.moved.connect(self.swap_requested)
        self.show_seat(seat, is_locked=False)
        self.decider.currentIndexChanged.connect(lambda _: self._choose())
        self.person.textEdited.connect(lambda _: self.changed.emit())
        self.level.currentIndexChanged.connect(lambda _: self._choose())
        self.program.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.absence.currentIndexChanged.connect(lambda _: self.changed.emit())

    def _choose(self) -> None:
        self._show_parts()
        self.changed.emit()

    @property
    def is_program(self) -> bool:
        """True if a program is to have the seat."""
        return str(self.decider.currentData()) == _A_PROGRAM

    @property
    def is_phone(self) -> bool:
        """True if a person with a phone is to have the seat."""
        return str(self.decider.currentData()) == _A_PHONE

    @property
    def _decider(self) -> Decider:
        if self.is_phone:
            return Decider.PERSON
        return Decider.OPPONENT if self.is_program else Decider(self.decider.currentData())

    def show_programs(self, programs: Sequence[tuple[str, str]], chosen: str = "") -> None:
        """List the programs there are, by name and what is run; *chosen* is taken, or what was before."""
        before = chosen or str(self.program.currentData() or "")
        self.program.blockSignals(True)
        self.program.clear()
        for name, title in programs:
            self.program.addItem(labelled(name, title)[:80], name)
        self.program.setCurrentIndex(max(0, self.program.findData(before)) if programs else -1)
        self.program.blockSignals(False)
        self.program.setEnabled(bool(programs))

    @property
    def seat(self) -> Seat:
        """The seat as it is chosen now."""
        decider = self._decider
        is_person = decider is Decider.PERSON
        return replace(
            self._seat,
            decider=decider,
            person=self.person.text().strip() if is_person and not self.is_phone else "",
            by_phone=self.is_phone,
            opponent=self._opponent,
            absence=Absence(self.absence.currentData()),
            lock=None,
        )

    @property
    def _opponent(self) -> str:
        if self.is_program:
            return f"{PROGRAM}{self.program.currentData() or ''}"
        return str(self.level.currentData() or "") if self._decider is Decider.OPPONENT else ""

    def show_seat(self, seat: Seat, *, is_locked: bool) -> None:
        """Show *seat*."""
        self._seat = seat
        widgets = (self.decider, self.person, self.level, self.absence)
        for each in widgets:
            each.blockSignals(True)
        wanted = _A_PROGRAM if seat.program else _A_PHONE if seat.is_person and seat.by_phone else seat.decider
        self.decider.setCurrentIndex(next(at for at, (decider, _) in enumerate(_DECIDERS) if decider == wanted))
        if seat.program and self.program.findData(seat.program) >= 0:
            self.program.setCurrentIndex(self.program.findData(seat.program))
        self.person.setText(seat.person)
        keys = [key for key, _, _ in self._opponents]
        if seat.opponent in keys:
            self.level.setCurrentIndex(keys.index(seat.opponent))
        else:
            self.level.setCurrentIndex(len(keys) - 1)
        self.absence.setCurrentIndex(next(at for at, (absence, _) in enumerate(_ABSENCES) if absence is seat.absence))
        for each in widgets:
            each.blockSignals(False)
        self.show_lock(is_locked=is_locked)
        self._show_parts()

    def show_lock(self, *, is_locked: bool) -> None:
        """Say whether a PIN or passphrase is set."""
        self.lock.setText(tr("✓ PIN set") if is_locked else tr("Set a PIN…"))
        self.lock.setProperty("role", "set" if is_locked else "")

    def _show_parts(self) -> None:
        decider = self._decider
        middle = {Decider.PERSON: 0, Decider.OPPONENT: 1, Decider.ABSENT: 2, Decider.GAME_MASTER: 3}[decider]
        self.middle.setCurrentIndex(4 if self.is_program else 5 if self.is_phone else middle)
        at = self.level.currentIndex()
        is_told = self.middle.currentWidget() is self.opponent and 0 <= at < len(self._opponents)
        self.how.setText(tr(self._opponents[at][2]) if is_told else "")  # else it would take room unseen
        self.kept.setCurrentIndex(
            3 if self.is_program else 2 if self.is_phone else {Decider.PERSON: 0, Decider.OPPONENT: 1}.get(decider, 2)
        )


_ACROSS = 12
_FIRST = 2
"""The column of the power, after what moves its seat and its colour."""
_CHOICES = 3
"""Number of choices for a power: its decider, the details of that, the lock of its orders."""


class LobbyGrid(QFrame):
    """A card with all *rows*."""

    def __init__(self, rows: Sequence[LobbyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        forms.styled(self, "card")
        self._rows = tuple(rows)
        heads = (tr("Power"), tr("Who decides"), tr("Name or level"), tr("Kept from the others by"))
        self._heads = [forms.label(words, "soft") for words in heads]
        self._heads[-1].setWordWrap(True)  # or it would be what makes two lines of each seat
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 16, 12)
        self._grid.setHorizontalSpacing(_ACROSS)
        self._grid.setVerticalSpacing(16 if len(self._rows) <= 8 else 7)
        self._grid.setRowStretch(2 * len(self._rows) + 2, 1)
        self._is_folded = False
        self._lines: list[QGridLayout] = []
        self._place()

    def _place(self) -> None:
        """Place everything in its line."""
        grid = self._grid
        for widget in (*self._heads, *(each for row in self._rows for each in _widgets_of(row))):
            grid.removeWidget(widget)  # what is only taken out would keep how high the widget was
        for line in self._lines:
            grid.removeItem(line)
            line.deleteLater()
        self._lines = []
        first = 0 if self._is_folded else _FIRST + 1
        power, *choices = self._heads
        power.setVisible(not self._is_folded)
        if not self._is_folded:
            grid.addWidget(power, 0, _FIRST)
        for at, head in enumerate(choices):
            grid.addWidget(head, 0, first + at)
        for number, row in enumerate(self._rows):
            upper, lower = (2 * number + 1, 2 * number + 2) if self._is_folded else (number + 1, number + 1)
            if self._is_folded:
                whose = QGridLayout()
                whose.setHorizontalSpacing(_ACROSS)
                grid.addLayout(whose, upper, 0, 1, _CHOICES)
                self._lines.append(whose)
                whose.setColumnStretch(_FIRST, 1)
            else:
                whose = grid
            for column, widget in enumerate((row.moves, row.swatch, row.name)):
                whose.addWidget(widget, 0 if self._is_folded else upper, column)
            for column, widget in enumerate((row.decider, row.middle, row.kept)):
                grid.addWidget(widget, lower, first + column)
        for column in range(_FIRST + 1 + _CHOICES):
            grid.setColumnStretch(column, 1 if column == first + 1 else 0)

    def event(self, event: QEvent) -> bool:
        """Arrange the rows again where the chosen values take more room than before."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fold()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may have room for one line, or need two."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        is_folded = self.wide_in_one() > self.width()
        if self._is_folded is not is_folded:
            self._is_folded = is_folded
            self._place()
            self.updateGeometry()

    def wide_in_one(self) -> int:
        """Pixels that it needs to have each seat in one line."""
        return self._needed(self._in_one())

    def minimumSizeHint(self) -> QSize:
        """Return a size as wide as two lines need."""
        whose = self._needed([self._whose()])
        return QSize(max(whose, self._needed(self._chosen())), super().minimumSizeHint().height())

    def _in_one(self) -> list[int]:
        rows = self._rows
        return [_widest(row.moves for row in rows), _widest(row.swatch for row in rows), self._named(), *self._chosen()]

    def _named(self) -> int:
        return _widest((self._heads[0], *(row.name for row in self._rows)))

    def _whose(self) -> int:
        return max((sum(map(_wide, (row.moves, row.swatch, row.name))) + 2 * _ACROSS for row in self._rows), default=0)

    def _chosen(self) -> list[int]:
        rows, (_, *heads) = self._rows, map(_wide, self._heads)
        parts = (_widest(row.decider for row in rows), _widest(row.middle for row in rows), _widest(row.kept for row in rows))
        return [max(each) for each in zip(heads, parts, strict=True)]

    def _needed(self, columns: Sequence[int]) -> int:
        margins = self._grid.contentsMargins()
        return sum(columns) + _ACROSS * (len(columns) - 1) + margins.left() + margins.right()


def _widgets_of(row: LobbyRow) -> tuple[QWidget, ...]:
    return row.moves, row.swatch, row.name, row.decider, row.middle, row.kept


def _widest(widgets: Iterable[QWidget]) -> int:
    return max(map(_wide, widgets), default=0)


def _wide(widget: QWidget) -> int:
    return widget.minimumSizeHint().expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize()).width()
