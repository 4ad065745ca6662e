"""The inbox beside all games: what came of a mailbox; mails without a game and orders perhaps taken back, each decided by one press."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.game.deadlines import moment_of
from app.gm.games import GameSummary
from app.gm.inbox.withdrawn import WithdrawnOrder, withdrawn_words
from app.gm.inbox_store import InboxReport, TakenRow, account_words, row_words, sender_words, subject_words
from app.gm.inbox_taking import WaitingMail
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from entente.words.names import moment_short
from languages import clauses, plural, tr

MOST_ROWS = 60
"""Mails without a game that are listed at once; the next ones follow as these are decided."""


_NARROW = 64
"""Letters of an average word across, below which a row stands in one column."""


class InboxPanel(QWidget):
    """Signals:
    given(str, str): the mail of that key is for the game of that file. put_out(str): it is for none. answered(str): its sender is to be
    asked for its game. opened(str): the game of that file is wanted. decided(str, str, str, bool): whether an order of the game of
    that file stands, that of the power's unit in the province.
    """

    given = Signal(str, str)
    put_out = Signal(str)
    answered = Signal(str)
    opened = Signal(str)
    decided = Signal(str, str, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, WaitingRow] = {}
        """Mails without a game, by their keys."""
        self.withdrawn: list[WithdrawnRow] = []
        """Orders that a mail seems to take back."""
        self.found: dict[str, QPushButton] = {}
        """Buttons that open a game whose mails were taken in, by file."""
        self.title, self.below = forms.label(role="heading"), forms.label(role="soft", wraps=True)
        self.counts = FlowLayout(spacing=8)
        self._head = head = QFrame()
        head.setProperty("role", "header")
        forms.flow((forms.column(self.title, self.below, spacing=0), 1), self.counts, on=head, margins=(18, 10, 16, 10))
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # it has what other parts leave it
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        forms.column(head, (self._area, 1), on=self, margins=(0, 0, 0, 0), spacing=0)

    def show_inbox(self, report: InboxReport | None, waiting: Sequence[WaitingMail], games: Sequence[GameSummary]) -> None:
        """Show what came of the last mailbox, the mails that wait, and the orders of *games* that are to be decided."""
        self._show_head(report, waiting)
        scroll = self._area.verticalScrollBar().value()
        body = QWidget()
        column = forms.column(on=body, margins=(0, 0, 0, 12), spacing=0)
        self.rows, self.found, self.withdrawn = {}, {}, []
        asked = [(game, each) for game in games for each in game.withdrawn]
        if asked:
            column.addWidget(_band(tr("Perhaps taken back by a mail"), plural("{count} order", "{count} orders", len(asked))))
            for game, each in asked[:MOST_ROWS]:
                decision = WithdrawnRow(game, each)
                decision.decided.connect(self.decided)
                self.withdrawn.append(decision)
                column.addWidget(decision)
            _add_more(column, len(asked))
        if waiting:
            unused = plural("{count}, none of its lines is used yet", "{count}, none of their lines is used yet", len(waiting))
            column.addWidget(_band(tr("Found no game"), unused))
            for mail in waiting[:MOST_ROWS]:
                row = WaitingRow(mail, games)
                row.taken.connect(self.given)
                row.put_out.connect(self.put_out)
                row.answered.connect(self.answered)
                self.rows[mail.mail.key] = row
                column.addWidget(row)
            _add_more(column, len(waiting))
        if report is not None and report.rows:
            games_words = plural("{count} game", "{count} games", len(report.rows))
            mails_words = plural("{count} mail", "{count} mails", report.found)
            column.addWidget(_band(tr("Found their game"), clauses([mails_words, games_words])))
            for found in report.rows:
                column.addWidget(self._found_row(found))
        if report is not None and report.troubles:
            column.addWidget(_band(tr("Could not be read"), ""))
            for trouble in report.troubles:
                label = forms.label(trouble, wraps=True)
                label.setContentsMargins(18, 6, 16, 6)
                column.addWidget(label)
        column.addStretch(1)
        self._stack_rows()
        self._area.setWidget(body)
        self._area.verticalScrollBar().setValue(scroll)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Its rows stand in one column where two would be too narrow to read."""
        super().resizeEvent(event)
        self._stack_rows()

    def _stack_rows(self) -> None:
        is_narrow = self.width() < _NARROW * self.fontMetrics().averageCharWidth()
        for row in (*self.withdrawn, *self.rows.values()):
            row.stack(is_narrow=is_narrow)

    def height_at(self, width: int) -> int:
        """Pixels of height that it needs to show all of its rows where it has *width* of them across."""
        body = self._area.widget()
        rows = None if body is None else body.layout()
        head = self._head.layout()
        parts = [each for each in (head, rows) if each is not None]
        return sum(each.totalHeightForWidth(width) if each.hasHeightForWidth() else each.totalSizeHint().height() for each in parts)

    def go_to_first(self) -> None:
        """Bring the first order or mail that is to be decided in sight, ready for a choice."""
        row = next(iter(self.rows.values()), None)
        if self.withdrawn:
            self._area.ensureWidgetVisible(self.withdrawn[0])
            self.withdrawn[0].out_button.setFocus()
        elif row is not None:
            self._area.ensureWidgetVisible(row)
            (row.button if row.button.isEnabled() else row.games).setFocus()

    def _show_head(self, report: InboxReport | None, waiting: Sequence[WaitingMail]) -> None:
        self.title.setText(report.name if report is not None and report.name else tr("Inbox"))
        parts: list[str] = []
        if report is not None and report.name:
            moment = moment_of(report.at)
            parts += [account_words(report)]
            parts += [] if moment is None else [moment_short(moment.astimezone(), with_year=False)]
        self.below.setText(clauses(parts))
        while (item := self.counts.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        withdrawals = 0 if report is None else sum(each.withdrawals for each in report.rows)
        found = 0 if report is None else report.found
        for number, words, role in (
            (found, plural("{count} found its game", "{count} found their game", found), "good"),
            (withdrawals, plural("{count} withdraws orders", "{count} withdraw orders", withdrawals), "bad"),
            (len(waiting), plural("{count} found no game", "{count} found no game", len(waiting)), "warning"),
        ):
            if number:
                chip = forms.label(words, f"count-{role}")
                self.counts.addWidget(chip)

    def _found_row(self, found: TakenRow) -> QFrame:
        row = _row()
        grid = QGridLayout(row)
        grid.setContentsMargins(18, 8, 16, 8)
        grid.setHorizontalSpacing(14)
        name, what = forms.label(found.game, "strong"), forms.label(row_words(found), wraps=True)
        needs = found.trouble or found.doubtful or found.withdrawals or found.empty
        what.setProperty("role", "warning" if needs else "soft")
        button = forms.button(tr("Open"), lambda: self.opened.emit(found.path), "choice", name=tr("Open {game}", game=found.game))
        self.found[found.path] = button
        grid.addWidget(name, 0, 0)
        grid.addWidget(PlainLabel(plural("{count} mail", "{count} mails", found.mails)), 0, 1)
        grid.addWidget(what, 0, 2)
        grid.addWidget(button, 0, 3, Qt.AlignmentFlag.AlignRight)
        for at, share in enumerate((4, 2, 6, 1)):
            grid.setColumnStretch(at, share)
        return row


class DecisionRow(QFrame):
    """A row that asks for a decision: what it is about, beside that why it is asked, and below the answers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "line")
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._columns.setContentsMargins(18, 8, 16, 8)

    def lay_out(self, heading: QLayout, words: QWidget, acts: QLayout) -> None:
        """Fill the row."""
        asked = forms.column(words, acts, forms.STRETCH)
        self._columns.addLayout(heading, 2)
        self._columns.addLayout(asked, 5)

    def stack(self, *, is_narrow: bool) -> None:
        """Put what it is about above the rest where the inbox *is_narrow* for its words, and else beside it."""
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._columns.setDirection(down if is_narrow else across)
        self._columns.setSpacing(4 if is_narrow else 14)


class WithdrawnRow(DecisionRow):
    """An order that a mail seems to take back: in which game, whose, by which mail, and a press for each answer.

    Signals:
        decided(str, str, str, bool): whether the order of that power's unit in the province stands, in the game of that file.
    """

    decided = Signal(str, str, str, bool)

    def __init__(self, game: GameSummary, order: WithdrawnOrder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = forms.label(withdrawn_words(order, game.zone), wraps=True)
        self.out_button, self.stand_button = QPushButton(tr("Withdraw the order")), QPushButton(tr("Keep the order"))
        acts = FlowLayout(spacing=8)
        for button, stands in ((self.out_button, False), (self.stand_button, True)):
            button.setProperty("role", "choice")
            button.setAccessibleDescription(clauses([game.name, self.words.text()]))
            button.clicked.connect(lambda _on=False, stands=stands: self.decided.emit(game.path, order.power, order.place, stands))
            acts.addWidget(button)
        heading = forms.column(forms.label(game.name, "strong", wraps=True), forms.STRETCH)
        self.lay_out(heading, self.words, acts)


class WaitingRow(DecisionRow):
    """A mail that found no game: from whom, why, the games to choose from, and a press for each answer.

    Signals:
        taken(str, str): the mail of that key is for the game of that file.
        put_out(str): it is for none.
        answered(str): its sender is to be asked.
    """

    taken = Signal(str, str)
    put_out = Signal(str)
    answered = Signal(str)

    def __init__(self, waiting: WaitingMail, games: Sequence[GameSummary], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        key = waiting.mail.key
        offered = waiting.placed.game or waiting.placed.proposal
        said = (
            waiting.placed.why
            if waiting.placed.game is None
            else tr("for {game}, which could not be written to", game=waiting.placed.game.game.name)
        )
        self.why = forms.label(clauses([tr("answered"), said]) if waiting.is_answered else said, wraps=True)
        self.games = forms.styled(QComboBox(), name=tr("The game of the mail from {sender}", sender=sender_words(waiting.mail)))
        self.games.setMinimumContentsLength(12)
        self.games.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.games.addItem(tr("Choose a game"), "")
        for each in games:
            if not (each.fault or each.ending):
                self.games.addItem(each.name, each.path)
        if offered is not None:
            self.games.setCurrentIndex(max(0, self._place_of(offered.path)))
        self.button, self.out_button = (
            forms.button(tr("Put into this game"), lambda: self.taken.emit(key, str(self.games.currentData()))),
            forms.button(tr("Not mine"), lambda: self.put_out.emit(key), "choice"),
        )
        self.out_button.setToolTip(tr("The mail is for none of your games; it does not come again"))
        self.answer_button = forms.button(
            tr("Answer…"), lambda: self.answered.emit(key), "choice", tip=tr("Ask the sender for the game, in your mail program")
        )
        self.games.currentIndexChanged.connect(self._follow)
        self._follow()
        words = forms.column(
            forms.label(sender_words(waiting.mail), "strong", wraps=True),
            forms.label(subject_words(waiting.mail), "soft", wraps=True),
            forms.STRETCH,
            spacing=1,
        )
        acts = FlowLayout(spacing=8)
        for pair, share in (((self.games, self.button), 1), ((self.answer_button, self.out_button), 0)):
            together = QHBoxLayout()  # none of the four stands alone in a row
            together.setSpacing(acts.spacing())
            together.addWidget(pair[0], share)
            together.addWidget(pair[1])
            acts.addLayout(together, share)
        self.lay_out(words, self.why, acts)

    def _place_of(self, path: Path) -> int:
        return self.games.findData(str(path))

    def _follow(self) -> None:
        self.button.setEnabled(bool(self.games.currentData()))


def _add_more(column: QVBoxLayout, count: int) -> None:
    """Say how many rows of *count* are not listed."""
    if count > MOST_ROWS:
        more = forms.label(tr("and {count} more", count=count - MOST_ROWS), "soft")
        more.setContentsMargins(18, 8, 16, 8)
        column.addWidget(more)


def _row() -> QFrame:
    return forms.styled(QFrame(), "line")


def _band(words: str, beside: str) -> QFrame:
    band = forms.styled(QFrame(), "band")
    forms.flow((forms.label(words, "strong"), 1), forms.label(beside, "soft"), on=band, margins=(18, 6, 16, 6))
    return band
