"""The left of a round: the ways in which mails come in, the choice of lines, and the list of them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.game.deadlines import DeadlineTerms
from app.gm.round_sheet import RoundSheet
from app.mail_in.accounting import Fate
from app.qt.gm.round_list import RoundList
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.labels import PlainLabel, key_words
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import Swatch
from languages import plural, tr

_GAP = 8
"""Pixels beside each button."""


class RoundPanel(QWidget):
    """Signals:
    open_requested(), paste_requested(): mails are to come in. filter_changed(): other lines are wanted. kept_requested(): what was kept for
    this phase is to be read. closed(): the round is to be closed. details_chosen(): the details on the right of the board are wanted or
    not.
    """

    open_requested = Signal()
    paste_requested = Signal()
    filter_changed = Signal()
    kept_requested = Signal()
    closed = Signal()
    details_chosen = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fates: frozenset[Fate] | None = None
        self.details: bool | None = None
        """True if a person wants the details on the right of the board; ``None`` where there was no choice yet."""
        self.details_button = ChoiceButton(tr("Details"))
        self.details_button.setToolTip(tr("The line you touched, what comes of who lacks orders, and reminders, on the right of the board"))
        self.details_button.clicked.connect(self._choose_details)
        self.open_button, self.paste_button = QPushButton(tr("Open mails…")), QPushButton(tr("Paste"))
        self.open_button.setToolTip(tr("Files of mails: .eml, .mbox or text, several at once"))
        self.paste_button.setToolTip(tr("Take in the mail that is on the clipboard ({keys})", keys=key_words("Ctrl+Shift+V")))
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setToolTip(tr("Back to the order panel ({keys})", keys=key_words("Ctrl+Shift+D")))
        self.all_button, self.urgent_button = ChoiceButton(tr("All")), ChoiceButton(tr("Needs me"))
        for button in (self.open_button, self.paste_button, self.close_button):
            button.setProperty("role", "choice")
        self.all_button.setChecked(True)
        self.open_button.clicked.connect(self.open_requested)
        self.paste_button.clicked.connect(self.paste_requested)
        self.close_button.clicked.connect(self.closed)
        self.all_button.clicked.connect(lambda: self._choose(urgent=False))
        self.urgent_button.clicked.connect(self.show_urgent)
        self._hint = hint = PlainLabel(tr("or drop them"))
        hint.setProperty("role", "faint")
        ways = FlowLayout()
        ways.addWidget(self.open_button)
        ways.addWidget(self.paste_button)
        ways.addWidget(hint)
        ways.addStretch(1)
        ways.addWidget(self.close_button)
        self.kept_button = QPushButton()
        self.kept_button.setProperty("role", "choice")
        self.kept_button.setToolTip(tr("Read the lines that earlier mails held for this phase as its orders"))
        self.kept_button.clicked.connect(self.kept_requested)
        self.kept_button.hide()
        shown = FlowLayout()
        shown.addWidget(self.all_button)
        shown.addWidget(self.urgent_button)
        shown.addStretch(1)
        shown.addWidget(self.kept_button)
        shown.addWidget(self.details_button)
        bar = QFrame()
        bar.setProperty("role", "header")
        inside = QVBoxLayout(bar)
        inside.setContentsMargins(8, 6, 8, 6)
        inside.setSpacing(6)
        inside.addLayout(ways)
        inside.addLayout(shown)
        self.list = RoundList(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.list, 1)
        self._bar = bar
        self.setMinimumWidth(330)
        self.setMaximumWidth(620)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The hint stands where there is room for it."""
        super().resizeEvent(event)
        beside = (self.open_button, self.paste_button, self._hint, self.close_button)
        self._hint.setVisible(sum(each.sizeHint().width() + _GAP for each in beside) <= self.width())

    def show_urgent(self) -> None:
        """Show only the lines that need a person."""
        self._choose(urgent=True)

    def set_fates(self, fates: frozenset[Fate] | None) -> None:
        """Show only lines of these fates; ``None`` for all."""
        self._fates = fates
        self._choose(urgent=False)

    def show_sheet(self, sheet: RoundSheet, swatches: Mapping[str, Swatch], terms: DeadlineTerms) -> None:
        """Show *sheet* as it is filtered."""
        self.setMinimumWidth(max(330, self._bar.minimumSizeHint().width()))
        self.all_button.setText(plural("All", "All {count} lines", sheet.lines))
        self.urgent_button.setText(tr("Needs me {needs}", needs=sheet.needs))
        self.kept_button.setText(tr("Take {kept} kept", kept=sheet.kept))
        self.kept_button.setVisible(bool(sheet.kept))
        self.list.show_sheet(sheet, swatches, terms, self._fates, urgent=self.urgent_button.isChecked())

    def show_details(self, *, is_shown: bool) -> None:
        """Show or hide the details on the right."""
        self.details_button.setChecked(is_shown)

    def _choose_details(self, on: bool) -> None:
        self.details = on
        self.details_chosen.emit()

    def _choose(self, *, urgent: bool) -> None:
        self.urgent_button.setChecked(urgent)
        self.all_button.setChecked(not urgent)
        self.filter_changed.emit()
