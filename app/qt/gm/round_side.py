"""Head and side of a round: phase and deadline, who is missing, the line in front, counts of fates, the reminder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.gm.reply import POLICY_WORDS, OutlookRow
from app.gm.round_sheet import FATES, RoundSheet
from app.mail_in.accounting import Fate
from app.presentation.round_words import FATE_MARKS, HeadWords
from app.presentation.variant_summary import mid_sentence
from app.qt.gm.round_choices import TouchedCard
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout, TallRoom
from app.qt.widgets.look import NO_LIMIT, Look
from app.qt.widgets.swatches import Swatch
from app.qt.widgets.wrapping_widgets import FollowsWidth
from languages import mark, plural, sentence, tr

WIDTH = 4


class FateStripe(QWidget):
    """Stripe as high as its neighbour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colour = QColor()
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def set_colour(self, colour: QColor) -> None:
        """Paint it in *colour*."""
        self.colour = colour
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """All of it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.colour)
        painter.end()


_SIDE = 14


class IfProcessedWidget(QWidget):
    """Signals:
    decided(str, str): for that power this policy holds.
    """

    decided = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[OutlookRow, ...], Mapping[str, Swatch]] | None = None
        self.boxes: dict[str, QComboBox] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)

    def show_rows(self, rows: tuple[OutlookRow, ...], swatches: Mapping[str, Swatch]) -> None:
        """Show *rows*; nothing is made again where they are the same."""
        if self._shown == (rows, swatches):
            return
        self._shown = (rows, swatches)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes = {}
        if not rows:
            self._add(PlainLabel(tr("All orders are in.")), 0, 0, soft=True, span=3)
        for number, row in enumerate(rows):
            at = number * 2
            if row.power in swatches:
                chip = PlainLabel()
                chip.setPixmap(_chip(swatches[row.power]))
                self._grid.addWidget(chip, at, 0)
            name = forms.label(row.name, tip=tr("Missing: {units}", units=row.units) if row.units else row.lacks)
            self._grid.addWidget(name, at, 1)
            box = forms.styled(QComboBox(), name=tr("If {row} lacks orders", row=row.name))
            for policy in row.choices:
                box.addItem(tr(POLICY_WORDS[policy]), str(policy))
            box.setCurrentIndex(max(0, box.findData(str(row.policy))))
            box.activated.connect(lambda _at, power=row.power, box=box: self.decided.emit(power, str(box.currentData())))
            self.boxes[row.power] = box
            self._grid.addWidget(box, at, 2)
            self._add(PlainLabel(f"{sentence(row.lacks)}. {row.comes}"), at + 1, 1, soft=True, span=2)

    def _add(self, label: PlainLabel, row: int, column: int, *, soft: bool, span: int) -> None:
        label.setWordWrap(True)
        label.setProperty("role", "soft" if soft else "strong")
        self._grid.addWidget(label, row, column, 1, span, Qt.AlignmentFlag.AlignTop)


def _chip(swatch: Swatch) -> QPixmap:
    pixmap = QPixmap(QSize(_SIDE, _SIDE) * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    swatch.paint(painter, QRectF(1, 1, _SIDE - 2, _SIDE - 2), 3.0, 1.4)
    painter.end()
    return pixmap


class RoundSide(QWidget):
    """Signals: fates_chosen(object): the fates of the lines in view; ``None`` for all. copy_requested(str): a text for the clipboard.
    mail_requested(str, str): a text for the player of the power of that name is to be opened in the mail program.
    """

    fates_chosen = Signal(object)
    copy_requested = Signal(str)
    mail_requested = Signal(str, str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.card = TouchedCard()
        self.outlook = IfProcessedWidget()
        self.title = forms.label(role="strong")
        self.boxes: dict[Fate, QCheckBox] = {}
        self._counts: dict[Fate, PlainLabel] = {}
        self._signs: dict[Fate, PlainLabel] = {}
        self.stripes: dict[Fate, FateStripe] = {}
        counts = QGridLayout()
        counts.setVerticalSpacing(4)
        for number, fate in enumerate(FATES):
            box = forms.styled(
                QCheckBox(tr(FATE_MARKS[fate].words)),
                tip=tr("Show lines that are: {words}", words=mid_sentence(tr(FATE_MARKS[fate].words))),
            )
            box.setChecked(True)
            box.toggled.connect(lambda _on: self._choose())
            self.boxes[fate], self._counts[fate], self._signs[fate] = box, PlainLabel("0"), PlainLabel(FATE_MARKS[fate].sign)
            self.stripes[fate] = FateStripe()
            for place, widget in enumerate((self.stripes[fate], self._signs[fate], box, self._counts[fate])):
                counts.addWidget(widget, number, place)
        counts.setColumnStretch(2, 1)
        self.reminder_title = forms.label(tr("Reminder"), "strong")
        self.who = forms.styled(QComboBox(), name=tr("Reminder for"))
        self.who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.who.currentIndexChanged.connect(lambda _at: self._show_text())
        self.text = forms.styled(QPlainTextEdit(), name=tr("Text of the reminder"))
        self.text.setMinimumHeight(96)
        self.copy_button = forms.button(tr("Copy"), lambda: self.copy_requested.emit(self.text.toPlainText()))
        self.mail_button = forms.button(
            tr("Mail…"),
            lambda: self.mail_requested.emit(self.who.currentText(), self.text.toPlainText()),
            tip=tr("Open it in the mail program"),
        )
        self.note = forms.label(tr("A mail only writes orders down. Units move when you choose Process."), "soft", wraps=True)
        self._reminders: dict[str, str] = {}
        inside = QWidget()
        forms.column(
            _heading(tr("Selected line")),
            self.card,
            6,
            _heading(tr("If you process now")),
            self.outlook,
            6,
            self.title,
            counts,
            6,
            self.reminder_title,
            forms.flow((self.who, 1), self.copy_button, self.mail_button),
            (self.text, 1),
            forms.STRETCH,
            self.note,
            on=inside,
            margins=(14, 10, 14, 10),
            spacing=6,
        )
        self._inside = inside
        self._scroll = scroll = TallRoom()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        forms.column(scroll, on=self, margins=(0, 0, 0, 0))
        self.set_look(look)

    def event(self, event: QEvent) -> bool:
        """Adapt the width to the contents: nothing is cut off at the right."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.fit_width()
        return super().event(event)

    def fit_width(self) -> None:
        """Ask for the width that what stands in it needs."""
        needed = self._inside.minimumSizeHint().width() + self._scroll.verticalScrollBar().sizeHint().width() + 2
        self.setMinimumWidth(max(230, needed))

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        for fate, sign in self._signs.items():
            colour = look.colour(FATE_MARKS[fate].ink)
            self.stripes[fate].set_colour(colour)
            ink = colour.name()
            sign.setStyleSheet(f"font-weight: 700; color: {ink};")

    def show_sheet(self, sheet: RoundSheet) -> None:
        """Say how many lines there are of each fate."""
        self.title.setText(plural("What became of {count} line", "What became of {count} lines", sheet.lines))
        for fate, label in self._counts.items():
            label.setText(str(sheet.counts[fate]))
        self.fit_width()

    def show_reminders(self, reminders: Mapping[str, str]) -> None:
        """Offer *reminders*, texts by the names of the powers that they are for; a text that was changed by hand stays while it holds."""
        if dict(reminders) == self._reminders:
            return
        before = self.who.currentText()
        self._reminders = dict(reminders)
        self.who.blockSignals(True)
        self.who.clear()
        self.who.addItems(list(reminders))
        self.who.setCurrentIndex(max(0, self.who.findText(before)))
        self.who.blockSignals(False)
        for widget in (self.reminder_title, self.who, self.text, self.copy_button, self.mail_button):
            widget.setVisible(bool(reminders))
        self._show_text()

    def show_all(self) -> None:
        """Every fate again."""
        for box in self.boxes.values():
            box.blockSignals(True)
            box.setChecked(True)
            box.blockSignals(False)

    def _show_text(self) -> None:
        self.text.setPlainText(self._reminders.get(self.who.currentText(), ""))

    def _choose(self) -> None:
        chosen = frozenset(fate for fate, box in self.boxes.items() if box.isChecked())
        self.fates_chosen.emit(None if len(chosen) == len(self.boxes) else chosen)


def _heading(words: str) -> PlainLabel:
    return forms.label(words, "strong")


_MOST_CHIPS = 4
_ROWS = 2
"""Rows that the head takes at most, where its words can be folded so far."""
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
        self.phase, self.beside = forms.label(role="heading"), forms.label(role="soft")
        self.due, self.left = forms.label(role="strong"), forms.label(role="soft")
        self.move_button, self.clock_button = (
            forms.button(tr("Move…"), lambda: self.command_requested.emit("deadline")),
            forms.button(tr("Pause"), self._stop_or_go_on),
        )
        self.missing, self.problems = forms.label(role="strong"), forms.button(act=self.urgent_requested)
        self.remind_button, self.process_button = (
            forms.button(tr("Remind"), lambda: self.reminder_requested.emit("")),
            forms.button(tr("Process…"), self.process_requested, "primary"),
        )
        self.results_button, self.propose_button = (
            forms.button(tr("Results…"), self.results_requested),
            forms.button(act=self._choose_deadline),
        )
        self.results_button.setToolTip(tr("Text, picture and PDF for each player, to be sent"))
        self.propose_button.setToolTip(tr("The deadline of the next phase, by the one before; Set… takes another"))
        for button in (self.move_button, self.clock_button, self.problems, self.propose_button):
            button.setProperty("role", "choice")
        self.ways_button = forms.styled(QToolButton(), "arrow", name=tr("Other ways to remind them"), tip=tr("Other ways to remind them"))
        self.ways_button.setText("▾")
        self.ways_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.ways = QMenu(self)
        for way, title in WAYS.items():
            self.ways.addAction(tr(title)).triggered.connect(lambda _on=False, way=way: self.reminder_requested.emit(way))
        self.ways_button.setMenu(self.ways)
        self._usual = "copy"
        row = self._row = FlowLayout(self)
        row.setContentsMargins(14, 6, 14, 6)
        row.setSpacing(14)
        row.addLayout(_column(self.phase, self.beside))
        self._after_phase = _rule()
        row.addWidget(self._after_phase)
        self._deadline = QWidget()
        forms.column(self.due, self.left, on=self._deadline, margins=(0, 0, 0, 0), spacing=0)
        row.addWidget(self._deadline)
        row.addWidget(self.propose_button)
        row.addLayout(forms.row(self.move_button, self.clock_button, spacing=8))  # never in two rows
        self._before_missing = _rule()
        row.addWidget(self._before_missing)
        self._missing_title = forms.label(tr("Missing"), "soft")
        row.addLayout(_column(self._missing_title, self.missing), 1)
        self._gap = QWidget()
        row.addWidget(self._gap, 1)
        row.addWidget(self.problems)
        reminding = forms.row(self.remind_button, self.ways_button, spacing=2)
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
                forms.restyle(button, "primary" if is_first else None)

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
        self._fold(folded=False)
        if self._row.rows_at(self.width()) > _ROWS:
            self._fold(folded=True)
        self.setFixedHeight(self._row.heightForWidth(self.width()))  # the board has what room there is

    def _fold(self, *, folded: bool) -> None:
        """Say what is left of the time in two lines, and draw no rules, so that the head takes fewer rows."""
        words = self._words
        self._after_phase.setVisible(not folded)
        self._before_missing.setVisible(not folded and words is not None and not words.is_judged)
        self.left.setWordWrap(folded)
        half = self.left.fontMetrics().horizontalAdvance(self.left.text()) * 5 // 9
        self._deadline.setMaximumWidth(max(half, self.due.sizeHint().width()) if folded else NO_LIMIT)
        self._row.invalidate()

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
    return forms.column(*widgets, spacing=0)


def _rule() -> QFrame:
    rule = QFrame()
    rule.setFrameShape(QFrame.Shape.VLine)
    rule.setFrameShadow(QFrame.Shadow.Plain)
    return rule
