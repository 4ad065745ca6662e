"""The form of the address book: people on the left, what it says of one on the right, and what is wrong in the file above."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QComboBox, QListWidget, QPlainTextEdit, QSizePolicy, QWidget

from adjudicator.variant import Variant
from app.address_book.address_book import HEADING, Person, language_code, read_book, save_book, with_person, without_person
from app.game.storage.atomic import StorageError
from app.qt.widgets import forms
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.tables import WholeWords
from entente.words.names import name_of_power, power_name
from languages import available_languages, system_words, tr

_WIDTH, _NOTES = 520, 3
"""Pixels of the dialog, and lines of the notes on a person, when it is opened."""


class AddressBookDialog(FittingDialog):
    """Reads the file when it is opened, and again before each change, so that what was written by hand meanwhile stays.

    Args:
        variant: the variant whose names of powers are shown and understood; the file keeps their ids.
    """

    def __init__(self, path: Path, variant: Variant, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Address book"))
        self.resize(_WIDTH, 0)
        self._path, self._variant = path, variant
        self._book = read_book(path)
        self.faults = forms.label("", "bad", wraps=True)
        self.people = forms.styled(QListWidget(), name=tr("People"))
        self.people.setItemDelegate(WholeWords(self.people))
        self.people.currentRowChanged.connect(self._show_person)
        self.name, self.mails, self.powers, self.language = AskingLine(), AskingLine(), AskingLine(), QComboBox()
        self.mails.setPlaceholderText("dan@example.org, dan@work.example")
        one, *_, another = (power_name(variant, power) for power in variant.powers)
        self.powers.setPlaceholderText(tr("{power}, or Winter Harbour: {other} for one game", power=one, other=another))
        self.language.addItem(tr("Not known"), "")
        for code, name in available_languages().items():
            self.language.addItem(name, code)
        self.language.setToolTip(tr("The language in which results, reminders and answers go out to them."))
        self.notes = QPlainTextEdit()
        self.notes.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # a few lines, more in a larger dialog
        self.notes.setMinimumHeight(_NOTES * self.notes.fontMetrics().lineSpacing())
        self.people.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.said = forms.label(wraps=True)
        self.said.hide()
        form = forms.fields(
            (tr("Name"), self.name),
            (tr("Mails"), self.mails),
            (tr("Powers"), self.powers),
            (tr("Language"), self.language),
            (tr("Notes"), self.notes),
        )
        self.save = forms.button(tr("Save"), self._save, "primary")
        self.new = forms.button(tr("New person"), lambda: self._begin(), by_enter=False)
        self.remove = forms.button(tr("Remove"), self._remove, by_enter=False)
        by_hand = forms.button(tr("Edit by hand…"), self._by_hand, by_enter=False)
        close = forms.button(tr("Close"), self.accept, by_enter=False)
        forms.column(
            self.faults,
            (forms.row((self.people, 1), (forms.column(form, self.said), 3), spacing=16), 1),
            forms.row(self.new, self.remove, by_hand, forms.STRETCH, self.save, close),
            on=self,
            margins=(22, 20, 22, 16),
            spacing=12,
        )
        self._list()

    def _list(self, name: str = "") -> None:
        self._book = read_book(self._path)
        self.faults.setText("\n".join(str(each) for each in self._book.faults[:6]))
        self.faults.setVisible(bool(self._book.faults))
        self.people.clear()
        for each in self._book.people:
            self.people.addItem(each.name)
        at = next((number for number, each in enumerate(self._book.people) if each.name == name), 0 if self._book.people else -1)
        self.people.setCurrentRow(at)
        self.save.setEnabled(self._book.can_be_written)
        if at < 0:
            self._begin()

    def _take_over(self, at: int | None) -> None:
        """List the people of the book as it is now, with the one at *at* chosen; what is typed in the form stays."""
        with QSignalBlocker(self.people):
            self.people.clear()
            for each in self._book.people:
                self.people.addItem(each.name)
            self.people.setCurrentRow(-1 if at is None else at)

    def _begin(self) -> None:
        """Show an empty form, for a new person."""
        self.people.setCurrentRow(-1)
        for each in (self.name, self.mails, self.powers):
            each.clear()
        self._show_language("")
        self.notes.clear()
        self.name.setFocus()

    def _show_person(self, row: int) -> None:
        self.remove.setEnabled(0 <= row < len(self._book.people))
        if not 0 <= row < len(self._book.people):
            return
        person = self._book.people[row]
        self.name.setText(person.name)
        self.mails.setText(", ".join(person.mails))
        self.powers.setText(", ".join(self._power_shown(each) for each in person.powers))
        self._show_language(person.language)
        self.notes.setPlainText(person.notes)
        self._say("", "soft")

    def _show_language(self, kept: str) -> None:
        """Choose the language of the words *kept*, as they stand where they are no name of one."""
        code = language_code(kept) or kept
        if self.language.findData(code) < 0:
            self.language.addItem(code, code)
        self.language.setCurrentIndex(self.language.findData(code))

    def _power_shown(self, kept: str) -> str:
        """``Winter Harbour: Turkey`` for ``Winter Harbour: TURKEY``."""
        game, mark, power = kept.rpartition(":")
        return f"{game}{mark} {name_of_power(self._variant, power.strip())}".strip()

    def _power_kept(self, shown: str) -> str:
        """``Winter Harbour: TURKEY`` for ``Winter Harbour: Turkey``; a word that names no power of the variant as it was written."""
        game, mark, power = shown.rpartition(":")
        ids = {power_name(self._variant, each.id).casefold(): each.id for each in self._variant.powers.values()}
        return f"{game}{mark} {ids.get(power.strip().casefold(), power.strip())}".strip()

    def _say(self, words: str, role: str) -> None:
        self.said.setProperty("role", role)
        self.said.setText(words)
        self.said.setVisible(bool(words))

    def _save(self) -> None:
        row = self.people.currentRow()
        chosen = self._book.people[row].name if 0 <= row < len(self._book.people) else None
        shown = self._book.people[row] if chosen is not None else None
        self._book = read_book(self._path)
        at = next((number for number, each in enumerate(self._book.people) if each.name == chosen), None)
        if shown is not None and (at is None or self._book.people[at] != shown):
            self._take_over(at)
            self._say(
                tr("Not saved: the entry of {name} was changed by another program since. Save again to write over it.", name=shown.name),
                "bad",
            )
            return

        def parts(text: str) -> tuple[str, ...]:
            return tuple(" ".join(each.split()) for each in text.split(",") if each.strip())

        person = Person(
            " ".join(self.name.text().split()),
            parts(self.mails.text()),
            tuple(map(self._power_kept, parts(self.powers.text()))),
            str(self.language.currentData()),
            self.notes.toPlainText().strip(),
        )
        try:
            save_book(self._path, with_person(self._book, person, at))
        except (ValueError, StorageError, OSError) as error:
            self._say(tr("Not saved: {error}", error=system_words(error)), "bad")
            return
        self._list(person.name)
        self._say(tr("Saved."), "soft")

    def _remove(self) -> None:
        row = self.people.currentRow()
        if not 0 <= row < len(self._book.people):
            return
        chosen = self._book.people[row]
        self._book = read_book(self._path)
        at = next((number for number, each in enumerate(self._book.people) if each == chosen), None)
        if at is None:
            self._list()
            return
        try:
            save_book(self._path, without_person(self._book, at))
        except (ValueError, StorageError, OSError) as error:
            self._say(tr("Not removed: {error}", error=system_words(error)), "bad")
            return
        self._list()

    def _by_hand(self) -> None:
        try:
            if not self._path.exists():
                save_book(self._path, HEADING)
        except (StorageError, OSError) as error:
            self._say(str(error), "bad")
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path)))
