"""Page of seats and programs: a line for each seat with its lamp and state, a program's options as a form, and its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QProgressBar,
    QSlider,
    QSpinBox,
    QSplitter,
    QWidget,
)

from app.presentation.hotseat.seat_rows import Light, SeatLine, SeatsState
from app.qt.hotseat.program_log import ProgramLog
from app.qt.widgets import forms
from app.qt.widgets.labels import plain_tip
from app.qt.widgets.layouts import TallRoom
from app.qt.widgets.look import NO_LIMIT, Look, growth
from app.qt.widgets.preview_board import PreviewBoard
from app.qt.widgets.swatches import Swatch, SwatchSquare
from app.qt.widgets.wrapping_widgets import WrappingCheckBox
from languages import labelled, tr, tr_in

if TYPE_CHECKING:
    from app.players.programs.messages import Option


_COLOURS = {Light.GOOD: "good", Light.WAITING: "warning", Light.LOST: "bad", Light.OFF: "text_faint"}
_ROLES = {Light.GOOD: "good", Light.WAITING: "warning", Light.LOST: "bad", Light.OFF: "soft"}


class LampWidget(QWidget):
    """A lamp: full where all is well, half for one that is waited for, crossed for a lost one, a ring where nothing is due."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.light = Light.OFF
        self.setFixedSize(16, 16)

    def show_light(self, light: Light, look: Look) -> None:
        """Show *light*."""
        if (light, look) != (self.light, self._look):
            self.light, self._look = light, look
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._look.colour(_COLOURS[self.light])
        box = self.rect().adjusted(2, 2, -2, -2)
        painter.setPen(QPen(colour, 1.6))
        match self.light:
            case Light.OFF:
                painter.drawEllipse(box)
            case Light.WAITING:
                painter.drawEllipse(box)
                painter.setBrush(colour)
                painter.drawChord(box, -90 * 16, 180 * 16)
            case _:
                painter.setBrush(colour)
                painter.drawEllipse(box)
        if self.light is Light.LOST:
            painter.setPen(QPen(self._look.colour("panel"), 1.8))
            inner = box.adjusted(3, 3, -3, -3)
            painter.drawLine(inner.topLeft(), inner.bottomRight())
            painter.drawLine(inner.topRight(), inner.bottomLeft())
        painter.end()


LEAST_NAME = 112
"""Pixels for the name of a power."""
_ROW, _ABOVE, _AROUND_ROW = 58, 11, 150
"""Pixels of a row, as high as any other whatever stands in it; above and below its words; and of its gaps, with the colour of the power."""


class SeatRow(QFrame):
    """The widgets of one seat.

    Signals:
        picked(str): its power; the log of its program is wanted. change_requested(str): the seat is to change hands.
        restart_requested(str): a fresh program is to have it.
    """

    picked = Signal(str)
    change_requested = Signal(str)
    restart_requested = Signal(str)

    def __init__(self, line: SeatLine, swatch: Swatch | None, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.power = line.power
        self.setObjectName("seatRow")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lamp = LampWidget(look)
        self.name = forms.label(line.name, "strong")
        self.name.setMinimumWidth(LEAST_NAME)
        self.kind = forms.button(act=lambda: self.change_requested.emit(self.power), tip=tr("Give this seat to somebody else"))
        self.kind.setMinimumWidth(112)
        self.who, self.where = forms.label(wraps=True), forms.label("", "soft", wraps=True)
        self.state = forms.label()
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.detail = forms.label("", "soft", wraps=True)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.bar = forms.styled(QProgressBar(), "sending")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(7)
        self.bar.setRange(0, 1000)
        self.again = forms.button(tr("Restart"), lambda: self.restart_requested.emit(self.power))
        whose = forms.column(self.who, self.where, spacing=1)
        stands = forms.column(self.state, self.detail, self.bar, spacing=1)
        parts = (self.lamp, SwatchSquare(swatch), self.name, self.kind, (whose, 1), (stands, 1), self.again)
        self._row = forms.flow(*parts, on=self, spacing=10)
        self._fit()
        self.setMinimumHeight(_ROW)
        self.show_line(line, look, is_picked=False)

    def show_line(self, line: SeatLine, look: Look, *, is_picked: bool) -> None:
        """Show how the seat stands."""
        self.lamp.show_light(line.light, look)
        self.lamp.setToolTip(line.state)
        self.kind.setText(f"{line.kind} ▾")
        self.kind.setAccessibleName(tr("{line}: {kind}. Give the seat to somebody else", line=line.name, kind=line.kind))
        self.who.setText(line.who)
        self.where.setText(line.where)
        self.state.setText(line.state)
        role = _ROLES[line.light]
        if self.state.property("role") != role:
            self.state.setProperty("role", role)
            self.state.style().polish(self.state)
        self.detail.setText(line.detail)
        self.setToolTip(plain_tip(line.detail))
        self.detail.setVisible(line.thinking is None and bool(line.detail))
        self.bar.setVisible(line.thinking is not None and line.thinking.whole is not None)
        if line.thinking is not None and line.thinking.whole:
            self.bar.setValue(round(1000 * min(1.0, line.thinking.used / line.thinking.whole)))
        self.again.setVisible(line.can_restart)
        background = look.colour("selection").name() if is_picked and line.is_program else "transparent"
        self.setStyleSheet(f"#seatRow {{ background: {background}; border-bottom: 1px solid {look.colour('line').name()}; }}")
        self.setAccessibleName(labelled(f"{line.name}, {line.kind} {line.who}", f"{line.state} {line.detail}"))

    def changeEvent(self, event: QEvent) -> None:
        """Larger words have their lines closer together."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        above = round(_ABOVE / growth(self.font()) ** 3)
        self._row.setContentsMargins(16, above, 14, above)

    @property
    def needed(self) -> int:
        """Pixels from side to side of all that stands in it, in one row."""
        words = (self.who, self.where, self.state, self.detail)
        told = max(each.fontMetrics().horizontalAdvance(each.text()) for each in words[:2])
        stands = max(each.fontMetrics().horizontalAdvance(each.text()) for each in words[2:] if not each.isHidden() or each is self.state)
        fixed = (self.lamp, self.name, self.kind, *(() if self.again.isHidden() else (self.again,)))
        wide: int = sum(each.sizeHint().width() for each in fixed) + 2 * max(told, stands) + _AROUND_ROW
        return wide

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click picks it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.picked.emit(self.power)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the seat with Enter and the space bar too."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.picked.emit(self.power)
            return
        super().keyPressEvent(event)


MOST = 40
"""Options in view."""
_STEPS = 1000
_LARGEST = 1e9


class OptionForm(QWidget):
    """A field for each option.

    Signals:
        changed(str, object): an option by its name, and what it was set to.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] = ()
        self.fields: dict[str, QWidget] = {}
        self.note = forms.label("", "soft", wraps=True)
        self._holder = QWidget()
        self._column = forms.column(self.note, self._holder, on=self, margins=(0, 0, 0, 0), spacing=6)

    def show_options(self, options: Sequence[Option], values: Mapping[str, object], note: str) -> None:
        """Show *options* with *values*; what has none stands as the program says.

        Args:
            note: a line above them.
        """
        self.note.setText(note)
        key = (tuple(options), tuple(sorted(values.items(), key=lambda each: each[0])))
        if key == self._shown:
            return
        self._shown = key
        self._holder.hide()
        self._column.removeWidget(self._holder)
        self._holder.deleteLater()
        self._holder = QWidget()
        form = QFormLayout(self._holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(6)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.fields = {}
        for option in options[:MOST]:
            title = (option.title or option.name)[:60]
            field, shown = self._field(option, values.get(option.name, option.default))
            field.setAccessibleName(title)
            self.fields[option.name] = field
            form.addRow(forms.label(title, wraps=True), shown)
        self._column.addWidget(self._holder)

    def _field(self, option: Option, value: object) -> tuple[QWidget, QWidget]:
        """The widget that holds the value, and the widget to show for it."""

        def tell(found: object) -> None:
            self.changed.emit(option.name, found)

        match option.kind:
            case "switch":
                box = QCheckBox()
                box.setChecked(value is True)
                box.toggled.connect(tell)
                return box, box
            case "choice":
                combo = QComboBox()
                combo.addItems([each[:60] for each in option.choices[:200]])
                combo.setCurrentIndex(list(option.choices).index(value) if value in option.choices else 0)
                combo.activated.connect(lambda at: tell(option.choices[at]))
                return combo, combo
            case "whole number":
                spin = QSpinBox()
                spin.setRange(_whole(option.least, -1_000_000_000), _whole(option.most, 1_000_000_000))
                spin.setValue(int(value) if isinstance(value, int | float) else 0)
                spin.valueChanged.connect(tell)
                return spin, spin
            case "number":
                return self._number(option, float(value) if isinstance(value, int | float) else 0.0)
            case _:
                line = QLineEdit(str(value))
                line.setMaxLength(1000)
                line.editingFinished.connect(lambda: tell(line.text()))
                return line, line

    def _number(self, option: Option, value: float) -> tuple[QWidget, QWidget]:
        spin = QDoubleSpinBox()
        spin.setDecimals(3)
        least, most = _bound(option.least, -_LARGEST), _bound(option.most, _LARGEST)
        spin.setRange(least, most)
        spin.setValue(value)
        spin.valueChanged.connect(lambda found: self.changed.emit(option.name, found))
        if option.least is None or option.most is None or not least < most:
            return spin, spin
        slider = forms.styled(QSlider(Qt.Orientation.Horizontal), name=tr("{option}, by hand", option=(option.title or option.name)[:60]))
        slider.setRange(0, _STEPS)

        def follow(found: float) -> None:
            slider.blockSignals(True)
            slider.setValue(round(_STEPS * (found - least) / (most - least)))
            slider.blockSignals(False)

        follow(value)
        spin.valueChanged.connect(follow)
        slider.valueChanged.connect(lambda at: spin.setValue(least + (most - least) * at / _STEPS))
        both = QWidget()
        forms.row((slider, 1), spin, on=both, margins=(0, 0, 0, 0))
        return spin, both


def _whole(value: float | None, usual: int) -> int:
    return usual if value is None else int(max(-1e9, min(1e9, value)))


def _bound(value: float | None, usual: float) -> float:
    return usual if value is None else max(-_LARGEST, min(_LARGEST, value))


_ALONE = 820
"""Pixels of the rows where no program has a log beside them, in words of the usual size."""
_MAP, _LEAST_MAP = 420, 320
"""Pixels of width that the board beside the rows has at least, in words of the usual size, and with larger ones."""
_LEAST = 540
"""Pixels of width that rows have at least; larger words may need more."""


class SeatsPage(QWidget):
    """Stands in the place of the board. It shows what it is given, and tells what is pressed.

    Signals:
        picked(str): the seat of that power is looked at. change_requested(str): a seat is to change hands. restart_requested(str),
        kill_requested(str), test_requested(str): something is to be done with the program of a seat. start_requested(): programs are
        started, or, where all are ready, the game begins. pause_requested(), step_requested(): programs pause or go on; they are asked
        once. new_bot_requested(): a program is to be written. logs_requested(bool): everybody at the table may read the logs, or not.
        option_set(str, object): an option of the picked program. edit_requested(str): the program of a seat is to be changed. left(): to
        the board, or to the curtain.
    """

    picked = Signal(str)
    change_requested = Signal(str)
    restart_requested = Signal(str)
    kill_requested = Signal(str)
    test_requested = Signal(str)
    edit_requested = Signal(str)
    start_requested = Signal()
    pause_requested = Signal()
    step_requested = Signal()
    new_bot_requested = Signal()
    logs_requested = Signal(bool)
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
        self.title, self.game, self.summary = forms.label(tr("Seats"), "heading"), forms.label("", "soft"), forms.label("", "soft")
        self.new_bot = forms.button(tr("New bot…"), self.new_bot_requested)
        self.step = forms.button(tr("Step"), self.step_requested, tip=tr("Ask the programs for this phase alone"))
        self.pause = forms.button(tr("Pause"), self.pause_requested)
        self.go = forms.button(tr("To the board"), self._go, "primary")
        self.go.setMinimumWidth(130)
        self.board = forms.button(tr("Back"), self.left)
        self.log = ProgramLog(look)
        self.map = PreviewBoard()
        self.map.setContentsMargins(12, 12, 12, 12)
        self.map.setToolTip(tr("To the board"))
        self.map.chosen.connect(self.left)
        self.options = OptionForm()
        self.options.changed.connect(self.option_set)
        self.test = forms.button(tr("Test connection"), lambda: self.test_requested.emit(self._power))
        self.restart = forms.button(tr("Restart"), lambda: self.restart_requested.emit(self._power))
        self.kill = forms.button(tr("Stop at once"), lambda: self.kill_requested.emit(self._power))
        self.edit = forms.button(tr("Change…"), lambda: self.edit_requested.emit(self._power))
        self.process = forms.label("", "soft", wraps=True)
        self.logs = WrappingCheckBox(tr("Everybody at this table may read what programs say"))
        self.logs.setToolTip(tr("It has their orders and letters in it. To be decided before the game begins for them."))
        self.logs.clicked.connect(self.logs_requested)
        self._lay_out()

    def _lay_out(self) -> None:
        head, holder = forms.styled(QFrame(), "header"), QWidget()
        words = forms.column(forms.flow(self.title, (self.game, 1), spacing=12), self.summary, spacing=2)
        parts = ((words, 1), self.new_bot, self.step, self.pause, self.board, self.go)
        forms.flow(*parts, on=head, margins=(18, 10, 18, 10), spacing=10)
        self._list = forms.column(margins=(0, 0, 0, 0), spacing=0)
        forms.column(self._list, self._about(), forms.STRETCH, on=holder, margins=(0, 0, 0, 0), spacing=0)
        holder.setMinimumWidth(_LEAST)
        area = TallRoom()
        area.setWidget(holder)
        self._area = area
        halves = self._halves = QSplitter(Qt.Orientation.Horizontal)
        halves.addWidget(area)
        halves.addWidget(self.log)
        halves.addWidget(self.map)
        halves.setChildrenCollapsible(False)
        halves.setStretchFactor(0, 5)
        halves.setStretchFactor(1, 6)
        halves.setStretchFactor(2, 6)
        halves.setSizes([_LEAST, _LEAST, _LEAST])
        middle = forms.row(forms.STRETCH, (halves, 1000), forms.STRETCH, spacing=0)
        forms.column(head, (middle, 1), on=self, margins=(0, 0, 0, 0), spacing=0)

    def _about(self) -> QFrame:
        self.about = QFrame()
        self.about_title = forms.label("", "strong")
        forms.column(
            forms.flow((self.about_title, 1), self.process),
            self.options,
            forms.flow(self.test, self.edit, self.restart, self.kill, forms.STRETCH),
            self.logs,
            on=self.about,
            margins=(18, 14, 18, 14),
            spacing=10,
        )
        return self.about

    # --- view ---

    @property
    def power(self) -> str:
        """Power of the seat in view."""
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
        self.align_rows()
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
        self.log.setVisible(has_programs)  # without programs there is nothing to read in it
        self._area.setMaximumWidth(NO_LIMIT if has_programs else round(_ALONE * growth(self.font())))
        self._fit_map()
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

    def show_map(self, image: QImage) -> None:
        """Show *image* beside the seats, where no program has its log there."""
        self.map.show_image(image)
        self._fit_map()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the board where there is room for it."""
        super().resizeEvent(event)
        self._fit_map()

    def _fit_map(self) -> None:
        needed = max((row.needed for row in self.rows), default=_LEAST) + self._area.verticalScrollBar().sizeHint().width()
        least = max(_LEAST_MAP, _MAP / growth(self.font()))
        has_room = self.width() >= max(needed, _LEAST) + least and self.log.isHidden() and self.map.image is not None
        is_new = has_room and self.map.isHidden()
        self.map.setVisible(has_room)
        if has_room and (is_new or self._area.width() < needed):
            rows = max(needed, self.width() // 2)
            self._halves.setSizes([rows, 0, self.width() - rows])

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
            row.change_requested.connect(self.change_requested)
            row.restart_requested.connect(self.restart_requested)
            self._list.addWidget(row)

    def align_rows(self) -> None:
        """Give names, and who has the seats, as much room in every row as the longest needs, so that what follows stands in columns."""
        for row in self.rows:
            row.name.ensurePolished()
            row.kind.ensurePolished()
        name = max((row.name.sizeHint().width() for row in self.rows), default=0)
        kind = max((row.kind.sizeHint().width() for row in self.rows), default=0)
        for row in self.rows:
            row.name.setMinimumWidth(max(LEAST_NAME, name))
            row.kind.setMinimumWidth(max(LEAST_NAME, kind))

    def _go(self) -> None:
        if self._state is not None and self._state.is_lobby:
            self.start_requested.emit()
        else:
            self.left.emit()
