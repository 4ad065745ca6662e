"""Preferences: what the commands of the View menu declare, as switches and choices that take effect at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QWidget

from app.commands.declaring.view_choices import Preference, preferences
from app.qt.widgets import forms
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.layouts import ColumnsLayout, TallRoom
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
        words = forms.column(forms.label(preference.title, "strong"), forms.label(preference.sentence, "soft", wraps=True), spacing=1)
        forms.row((words, 1), (control, 0, Qt.AlignmentFlag.AlignVCenter), on=self, margins=(0, 6, 0, 6), spacing=16)
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
        self.search = forms.styled(AskingLine(), name=tr("Search the preferences"))
        self.search.setPlaceholderText(tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.nothing = forms.label(tr("No preference is about that."), "soft")
        self.nothing.hide()
        self.rows = tuple(PreferenceRow(run, each) for each in preferences(session))
        holder = QWidget()
        columns = ColumnsLayout(spacing=28)
        columns.setContentsMargins(4, 0, 14, 0)
        holder.setLayout(columns)
        self._rules: list[QFrame] = []
        half = (len(self.rows) + 1) // 2
        for rows in (self.rows[:half], self.rows[half:]):
            column = forms.column(spacing=0)
            for row in rows:
                column.addWidget(row)
                rule = forms.styled(QFrame(), "rule")
                self._rules.append(rule)
                column.addWidget(rule)
            column.addStretch(1)
            columns.addLayout(column, 1)
        area = TallRoom()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(holder)
        self.area = area
        self.usual_button = forms.button(
            tr("Restore defaults"), self._set_back, tip=tr("Set every preference back to its default"), by_enter=False
        )
        self.mail_button = forms.button(
            tr("Mail server…"), self._set_mail_server, tip=tr("The server that results are sent through"), by_enter=False
        )
        self.close_button = forms.button(tr("Close"), self.close, by_enter=False)
        forms.column(
            self.search,
            self.nothing,
            (area, 1),
            forms.flow(self.usual_button, self.mail_button, forms.STRETCH, self.close_button),
            on=self,
            margins=(18, 16, 18, 14),
            spacing=10,
        )

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
