"""Preferences: what the commands of the View menu declare, as switches and choices that take effect at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.commands.declaring.view_choices import Preference, preferences
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.labels import AskingLine, PlainLabel
from app.qt.widgets.layouts import ColumnsLayout, FlowLayout, TallRoom
from app.session.session import Session
from app.session.view_options import View
from languages import tr

SIZE = (1040, 680)
CHOICE_WIDTH = 170


class PreferenceRow(QWidget):
    """One preference: its name and what it does, and beside them what holds."""

    def __init__(self, run: Callable[..., object], preference: Preference, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self.preference = preference
        self.switch = QCheckBox()
        self.choice = QComboBox()
        control = self.choice if preference.offers else self.switch
        control.setAccessibleName(preference.title)
        control.setAccessibleDescription(preference.sentence)
        title = PlainLabel(preference.title)
        title.setProperty("role", "strong")
        sentence = PlainLabel(preference.sentence)
        sentence.setProperty("role", "soft")
        sentence.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(title)
        words.addWidget(sentence)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 6)
        row.setSpacing(16)
        row.addLayout(words, 1)
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        if preference.offers:
            self.choice.setMinimumWidth(CHOICE_WIDTH)
            self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            self.choice.activated.connect(self._chosen)
        else:
            self.switch.clicked.connect(self._switched)
        self.show_preference(preference)

    @property
    def control(self) -> QWidget:
        """Widget for mouse and keys."""
        return self.choice if self.preference.offers else self.switch

    def show_preference(self, preference: Preference) -> None:
        """Show what holds now."""
        self.preference = preference
        self.switch.setChecked(preference.is_on)
        titles = [each.title for each in preference.offers]
        if titles != [self.choice.itemText(number) for number in range(self.choice.count())]:
            self.choice.clear()
            self.choice.addItems(titles)
        self.choice.setCurrentIndex(next((number for number, each in enumerate(preference.offers) if each.chosen), -1))

    def matches(self, words: Sequence[str]) -> bool:
        """Return True if it is about all of *words*, which are case-folded."""
        about = " ".join((self.preference.title, self.preference.sentence, *(each.title for each in self.preference.offers))).casefold()
        return all(word in about for word in words)

    def _switched(self, on: bool) -> None:
        self._run(self.preference.command.id, **self.preference.turned(on))

    def _chosen(self, number: int) -> None:
        self._run(self.preference.command.id, **self.preference.offers[number].arguments)


class PreferencesDialog(FittingDialog):
    """All preferences, with a field to search them. It stays open beside the board, so that each choice is seen.

    Args:
        run: runs a command by its id.
    """

    def __init__(self, session: Session, run: Callable[..., object], parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setWindowTitle(tr("Preferences"))
        self.resize(*SIZE)
        self.search = AskingLine()
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search the preferences"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.nothing = PlainLabel(tr("No preference is about that."))
        self.nothing.setProperty("role", "soft")
        self.nothing.hide()
        self.rows = tuple(PreferenceRow(run, each) for each in preferences(session))
        holder = QWidget()
        columns = ColumnsLayout(spacing=28)
        columns.setContentsMargins(4, 0, 14, 0)
        holder.setLayout(columns)
        self._rules: list[QFrame] = []
        half = (len(self.rows) + 1) // 2
        for rows in (self.rows[:half], self.rows[half:]):
            column = QVBoxLayout()
            column.setSpacing(0)
            for row in rows:
                column.addWidget(row)
                rule = QFrame()
                rule.setProperty("role", "rule")
                self._rules.append(rule)
                column.addWidget(rule)
            column.addStretch(1)
            columns.addLayout(column, 1)
        area = TallRoom()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(holder)
        self.area = area
        self.usual_button = QPushButton(tr("Restore defaults"))
        self.usual_button.setToolTip(tr("Set every preference back to its default"))
        self.usual_button.setAutoDefault(False)
        self.usual_button.clicked.connect(self._set_back)
        self.mail_button = QPushButton(tr("Mail server…"))
        self.mail_button.setToolTip(tr("The server that results are sent through"))
        self.mail_button.setAutoDefault(False)
        self.mail_button.clicked.connect(self._set_mail_server)
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.close)
        low = FlowLayout()
        low.addWidget(self.usual_button)
        low.addWidget(self.mail_button)
        low.addStretch(1)
        low.addWidget(self.close_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(18, 16, 18, 14)
        whole.setSpacing(10)
        whole.addWidget(self.search)
        whole.addWidget(self.nothing)
        whole.addWidget(area, 1)
        whole.addLayout(low)

    def open_at_search(self) -> None:
        """Come up, ready to be searched or walked through with Tab."""
        self.refresh()
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus()
        self.search.selectAll()

    def refresh(self) -> None:
        """Show the present values, from wherever they were changed."""
        present = {each.command.id: each for each in preferences(self._session)}
        for row in self.rows:
            row.show_preference(present.get(row.preference.command.id, row.preference))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down goes from the search to the first preference that it found."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            first = next((row for row in self.rows if not row.isHidden()), None)
            if first is not None:
                first.control.setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)

    def _set_mail_server(self) -> None:
        from app.qt.gm.server_dialog import ServerDialog  # who sends nothing does not wait for it
        from app.qt.widgets.dialogs import run_dialog

        run_dialog(ServerDialog(self))

    def _set_back(self) -> None:
        screen = self._session.services.screen
        if screen is not None:
            screen.show_view(View())

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row, rule in zip(self.rows, self._rules, strict=True):
            row.setVisible(row.matches(words))
            rule.setVisible(row.matches(words))
        self.nothing.setVisible(all(row.isHidden() for row in self.rows))
