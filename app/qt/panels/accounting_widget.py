"""Account of every line of a mail, and the choices for the doubtful ones."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QCheckBox, QPushButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.mail_in.accounting import Accounting, Choice, Fate, LineAccount
from app.mail_in.passwords import in_words
from app.qt.panels.accounting_delegate import ROW, AccountingDelegate, ReceivedRow
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from app.session.mail_words import fate_label
from languages import labelled, tr

MOST_ROWS = 2_000
MOST_CHOICES = 200
"""Buttons; a mail with more doubtful orders than this is mended by the writer."""

_URGENT = (Fate.WITHDRAWS, Fate.DOUBTFUL, Fate.REFUSED)
_INKS = {
    Fate.TAKEN: "good",
    Fate.GUESSED: "good",
    Fate.LATER: "text",
    Fate.WITHDRAWS: "warning",
    Fate.DOUBTFUL: "warning",
    Fate.REFUSED: "bad",
    Fate.REPEAT: "text_soft",
    Fate.NOT_ORDER: "text_soft",
}
_PLACE = Qt.ItemDataRole.UserRole


_AROUND = QSize(8, 6)
"""Pixels around what stands in a row."""


class AccountingWidget(QWidget):
    """Each line with its fate in words and colour; below a doubtful one a button for each order that it may mean.

    Signals:
        chosen(LineAccount, Choice): a person decided what a line means.
    """

    chosen = Signal(object, object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._accounting = Accounting(())
        self._settled: dict[int, str] = {}
        """Decisions, by the identity of the line."""
        self.buttons: list[QPushButton] = []
        self.summary = PlainLabel()
        self.summary.setWordWrap(True)
        self.urgent = QCheckBox(tr("Only what waits for a decision"))
        self.urgent.toggled.connect(lambda _on: self._fill())
        self.lines = QTreeWidget()
        self.lines.setHeaderHidden(True)
        self.lines.setWordWrap(True)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._delegate = AccountingDelegate(look, self.lines, self)
        self.lines.setItemDelegate(self._delegate)
        self.lines.viewport().installEventFilter(self)
        self.lines.setRootIsDecorated(False)
        self.lines.setIndentation(14)
        self.lines.setAccessibleName(tr("Lines that were received"))
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 10)
        column.setSpacing(6)
        column.addWidget(self.summary)
        column.addWidget(self.urgent)
        column.addWidget(self.lines, 1)

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._delegate.set_look(look)
        self._fill()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Rows are as high as their words need at the width that they have."""
        if watched is self.lines.viewport() and event.type() is QEvent.Type.Resize:
            self.lines.scheduleDelayedItemsLayout()
        return super().eventFilter(watched, event)

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show what became of a paste or of mails."""
        self.summary.setText(summary)
        self._accounting = accounting
        self._settled.clear()
        self._fill()

    def forget(self) -> None:
        """Show nothing any more: another game, or another viewer, is in front."""
        self.show_accounting(tr("Nothing was pasted yet."), Accounting(()))

    def settle(self, decided: Mapping[int, str]) -> None:
        """Set the decisions on the doubtful lines, in words, by the identity of each; the others wait (again)."""
        if dict(decided) != self._settled:
            self._settled = dict(decided)
            self._fill()

    @property
    def doubtful(self) -> tuple[LineAccount, ...]:
        """The lines that were received as doubtful, decided or not."""
        return self._accounting.of(Fate.DOUBTFUL)

    @property
    def undecided(self) -> int:
        """Number of doubtful lines that still wait."""
        return sum(id(line) not in self._settled for line in self.doubtful)

    def _fill(self) -> None:
        self.lines.clear()
        self.buttons.clear()
        several = len(self._accounting.letters) > 1
        rows = 0
        for number, letter in enumerate(self._accounting.letters, 1):
            top = self.lines.invisibleRootItem()
            if several:
                who = letter.letter.sender or letter.letter.name or tr("nobody known")
                top = QTreeWidgetItem(self.lines, [tr("Mail {number} from {who}", number=number, who=who)])
                top.setExpanded(True)
            for trouble in letter.letter.troubles:
                self._tint(QTreeWidgetItem(top, [trouble[:1].upper() + trouble[1:]]), "bad")
            for line in letter.lines:
                if self.urgent.isChecked() and line.fate not in _URGENT:
                    continue
                rows += 1
                if rows <= MOST_ROWS:
                    self._add(top, line)
        self.lines.expandAll()
        before: QWidget = self.lines
        for button in self.buttons:
            self.setTabOrder(before, button)
            before = button

    def _add(self, top: QTreeWidgetItem, line: LineAccount) -> None:
        settled = self._settled.get(id(line))
        fate = fate_label(line.fate) if settled is None else settled
        reason = line.reason if settled is None else ""
        words = line.words
        said = labelled(fate, reason) if reason else fate
        item = QTreeWidgetItem(top, [f"{line.line}   {words}\n      {said}"])
        is_urgent = line.fate in _URGENT and settled is None
        ink = _INKS[line.fate] if settled is None else "good"
        item.setData(0, ROW, ReceivedRow(str(line.line), words, fate, reason, ink, is_urgent))
        item.setData(0, _PLACE, line.line)
        item.setToolTip(0, f"{in_words(line.text)}\n{said}")
        if line.fate is not Fate.DOUBTFUL or settled is not None:
            return
        for choice in line.choices:
            if len(self.buttons) < MOST_CHOICES:
                row = QTreeWidgetItem(item)
                button = QPushButton(str(choice.order))
                button.setToolTip(
                    tr("Write {order} for {power}, and keep the words that were received beside it", order=choice.order, power=choice.power)
                )
                button.clicked.connect(lambda _down=False, line=line, choice=choice: self._choose(line, choice))
                self.lines.setItemWidget(row, 0, button)
                button.ensurePolished()
                row.setSizeHint(0, button.sizeHint() + _AROUND)
                self.buttons.append(button)

    def _choose(self, line: LineAccount, choice: Choice) -> None:
        self.chosen.emit(line, choice)

    def _tint(self, item: QTreeWidgetItem, ink: str) -> None:
        item.setForeground(0, QBrush(self._look.colour(ink)))
