"""The faults as cards: what is wrong, its line, a mend where there is a safe one, and "I know"."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QVBoxLayout, QWidget

from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton
from app.qt.widgets.layouts import TallRoom
from app.qt.widgets.look import growth
from languages import mark, sentence, tr
from variants.fault import Fault, Severity

MOST_CARDS = 120
"""Cards that are made; a file with more faults shows the others when these are mended."""
_LEAST_WIDTH = 238
"""Pixels."""
ALL, ERRORS, WARNINGS = mark("All"), mark("Errors"), mark("Warnings")


class FaultCard(QFrame):
    """One fault.

    Signals:
        picked(): its place is wanted.
    """

    picked = Signal()

    def __init__(self, fault: Fault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fault = fault
        self.setProperty("role", "fault-error" if fault.severity is Severity.ERROR else "fault-warning")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(str(fault))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = forms.column(forms.label(_sentence(fault.what), "strong", wraps=True), on=self, margins=(12, 9, 10, 9), spacing=3)
        if fault.expected:
            wanted = forms.label(tr("Wanted: {expected}", expected=fault.expected), "soft", wraps=True)
            column.addWidget(wanted)
        place = forms.label(place_of(fault), "faint", wraps=True)
        column.addWidget(place)
        self.words = QVBoxLayout()
        column.addLayout(self.words)
        self.buttons = forms.flow()
        column.addLayout(self.buttons)

    def say(self, words: str) -> None:
        """A line more, before the buttons."""
        line = forms.label(words, wraps=True)
        self.words.addWidget(line)

    def add_button(self, words: str, *, primary: bool = False) -> QPushButton:
        """A button under the words."""
        button = forms.button(words, role="primary" if primary else "choice", by_enter=False)
        if not self.buttons.count():
            self.buttons.addStretch(1)
        self.buttons.insert_before_end(button)
        return button

    def show_picked(self, is_picked: bool) -> None:
        """Show whether it is the one in front."""
        self.setProperty("picked", is_picked)
        self.style().unpolish(self)
        self.style().polish(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Anywhere on it."""
        self.picked.emit()
        event.accept()


_LARGE = 1.6
"""Size of words from which on the list has no heading: its buttons and the head of the page say what it holds."""


class FaultList(QWidget):
    """The cards, all or of one severity.

    Signals:
        fault_picked(object): a Fault whose place is wanted. mend_requested(object): a Fault is to be mended by its fix.
        known_requested(object): a Fault is known, and is to be silent. mend_all_requested(): all faults are to be mended that a safe change
        mends.
    """

    fault_picked = Signal(object)
    mend_requested = Signal(object)
    known_requested = Signal(object)
    mend_all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.faults: tuple[Fault, ...] = ()
        self.cards: list[FaultCard] = []
        self.picked: Fault | None = None
        self._shown = ALL
        self.heading = forms.label(tr("Faults"), "heading")
        self.filters: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        row = forms.flow(margins=(0, 0, 10, 0))
        for name in (ALL, ERRORS, WARNINGS):
            button = ChoiceButton(tr(name))
            button.clicked.connect(lambda _checked=False, name=name: self.show_only(name))
            group.addButton(button)
            row.addWidget(button)
            self.filters[name] = button
        self.filters[ALL].setChecked(True)
        row.addStretch(1)
        self.may_edit = False
        self.all_button = forms.button(tr("Mend all safe"), self.mend_all_requested, "choice")
        self.silent = forms.label(role="soft", wraps=True)
        self._inside = QWidget()
        self._column = forms.column(forms.STRETCH, on=self._inside, margins=(0, 0, 0, 0), spacing=0)
        self.area = TallRoom()
        self.area.setWidget(self._inside)
        self.nothing = forms.label(tr("Nothing is wrong."), "good", wraps=True)
        column = forms.column(on=self, margins=(12, 10, 0, 0), spacing=8)
        column.addStrut(_LEAST_WIDTH)
        above = forms.flow((self.heading, 1), self.all_button, margins=(0, 0, 10, 0))
        column.addLayout(above)
        column.addLayout(row)
        column.addWidget(self.nothing)
        column.addWidget(self.area, 1)
        column.addWidget(self.silent)

    def show_faults(self, faults: Sequence[Fault], silent: Sequence[str] = (), *, may_edit: bool = False) -> None:
        """Show these; the one in front stays there where it still is.

        Args:
            silent: those that the designer knows of, each with the reason.
            may_edit: whether files can be changed here.
        """
        self.silent.setText("\n".join((tr("Silent:"), *silent)) if silent else "")
        self.silent.setVisible(bool(silent))
        self.heading.setVisible(growth(self.font()) < _LARGE)
        ordered = tuple(sorted(faults, key=lambda each: each.severity is not Severity.ERROR))
        if ordered == self.faults and self.cards and may_edit == self.may_edit:
            return
        self.faults, self.may_edit = ordered, may_edit
        safe = sum(each.fix is not None and not each.fix.is_guess for each in faults) if may_edit else 0
        self.all_button.setVisible(safe > 1)
        self.all_button.setText(tr("Mend all safe {safe}", safe=safe))
        errors = sum(each.severity is Severity.ERROR for each in faults)
        for name, count in ((ALL, len(self.faults)), (ERRORS, errors), (WARNINGS, len(self.faults) - errors)):
            self.filters[name].setText(f"{tr(name)} {count}")
        self.nothing.setVisible(not self.faults)
        if self.picked not in self.faults:
            self.picked = None
        self._fill()

    def show_only(self, name: str) -> None:
        """Show all, the errors, or the warnings."""
        self._shown = name
        self.filters[name].setChecked(True)
        self._fill()

    def pick(self, fault: Fault | None) -> None:
        """Bring the card of *fault* to the front, without saying so."""
        self.picked = fault
        for card in self.cards:
            card.show_picked(card.fault == fault)
            if card.fault == fault:
                self.area.ensureWidgetVisible(card)

    def next(self) -> None:
        """On to the next one, from the last to the first."""
        if not self.cards:
            return
        listed = [card.fault for card in self.cards]
        at = listed.index(self.picked) + 1 if self.picked in listed else 0
        self._take(listed[at % len(listed)])

    def _fill(self) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        wanted = {ALL: None, ERRORS: Severity.ERROR, WARNINGS: Severity.WARNING}[self._shown]
        for fault in [each for each in self.faults if wanted is None or each.severity is wanted][:MOST_CARDS]:
            card = FaultCard(fault, self._inside)
            card.picked.connect(lambda fault=fault: self._take(fault))
            self.add_answers(card)
            self._column.insertWidget(self._column.count() - 1, card)
            self.cards.append(card)
        self.pick(self.picked)

    def add_answers(self, card: FaultCard) -> None:
        """Add buttons to *card*: its fix, and that it is known."""
        fault = card.fault
        if not self.may_edit:
            return
        if fault.fix is not None:
            card.say(tr("Mend: {fix}", fix=fault.fix.title))
            button = card.add_button(tr("Mend"), primary=True)
            button.setToolTip(fault.fix.title)
            button.clicked.connect(lambda: self.mend_requested.emit(fault))
        card.add_button(tr("I know…")).clicked.connect(lambda: self.known_requested.emit(fault))

    def _take(self, fault: Fault) -> None:
        self.pick(fault)
        self.fault_picked.emit(fault)


def place_of(fault: Fault) -> str:
    """``variant.toml, line 41``; of a drawing its element."""
    if fault.line is not None:
        return tr("{source}, line {line}", source=fault.source, line=fault.line)
    return f"{fault.source}, {fault.element}" if fault.element else fault.source


def _sentence(words: str) -> str:
    return sentence(words)
