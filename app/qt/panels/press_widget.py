"""Press between powers: what was written, and a sheet of paper for the next message."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.qt.widgets.choice_button import ChoiceButton
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.key_words import key_words
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from entente.words.names import join_words
from languages import tr

PER_ROW = 3

_WIDEST = 34
"""Characters on a line of the button that sends: the names of many readers stand below one another."""


@dataclass(frozen=True, slots=True)
class PressMessage:
    """One message of the list."""

    phase: str
    sender: str
    receivers: str
    text: str
    colour: str
    at: str = ""
    is_new: bool = False
    """True if it came since its reader last looked."""


class LetterPaper(QPlainTextEdit):
    """The paper that a letter is written on.

    Signals:
        finished(): Ctrl+Return was pressed, which elsewhere in the window adjudicates the phase.
    """

    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(tr("Dear colleague…"))
        self.setTabChangesFocus(True)
        self.setMaximumHeight(110)

    def event(self, event: QEvent) -> bool:
        """Give Ctrl+Return to the sheet while a letter is written here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _sends(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send with Ctrl+Return; write anything else."""
        if _sends(event):
            self.finished.emit()
            return
        super().keyPressEvent(event)


def _sends(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return held == Qt.KeyboardModifier.ControlModifier and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PressWidget(QWidget):
    """Letters above, the sheet below.

    Signals:
        sent(str, str, str): sender, receivers with commas between them (``all`` for everybody), text.
        proposing(str): the sender wants to put together what programs understand.
        chosen(): other readers are ticked, or another sender writes.
    """

    sent = Signal(str, str, str)
    chosen = Signal()
    proposing = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._letters: tuple[PressMessage, ...] = ()
        self.letters = QTextBrowser()
        self.letters.setAccessibleName(tr("Letters"))
        self.writer = QComboBox()
        self.writer.setAccessibleName(tr("From"))
        self.writer.currentIndexChanged.connect(self._sender_changed)
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self.readers: dict[str, QPushButton] = {}
        self.wanted: tuple[str, ...] = ()
        """Receivers that were chosen for the letter, also while there are no buttons here."""
        self.everybody = ChoiceButton(tr("Everybody"))
        self.everybody.setChecked(True)
        self.everybody.clicked.connect(self._everybody_pressed)
        self.text = LetterPaper()
        self.text.setAccessibleName(tr("Letter"))
        self.text.finished.connect(self.send)
        self.state = PlainLabel()
        self.state.setWordWrap(True)
        self.state.hide()
        self.warning = PlainLabel()
        self.warning.setWordWrap(True)
        self.warning.setProperty("role", "warning")
        self.warning.hide()
        self.send_button = QPushButton(tr("Send"))
        self.send_button.setProperty("role", "primary")
        self.send_button.setToolTip(tr("Send ({keys} in the sheet)", keys=key_words("Ctrl+Return")))
        self.send_button.clicked.connect(self.send)
        top = FlowLayout()
        top.addWidget(QLabel(tr("From")))
        top.addWidget(self.writer, 1)
        self.propose_button = QPushButton(tr("Propose…"))
        self.propose_button.setToolTip(tr("Peace, alliances, draws and answers, in words that DAIDE programs understand"))
        self.propose_button.clicked.connect(lambda: self.proposing.emit(str(self.writer.currentData())))
        low = FlowLayout()
        low.addWidget(self.propose_button)
        low.addStretch(1)
        low.addWidget(self.send_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 10)
        column.setSpacing(6)
        column.addWidget(self.letters, 1)
        column.addLayout(top)
        column.addLayout(self._grid)
        column.addWidget(self.text)
        column.addWidget(self.warning)
        column.addWidget(self.state)
        column.addLayout(low)

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self.show_letters(self._letters)

    def show_parties(self, senders: Sequence[tuple[str, str]], receivers: Mapping[str, str], *, can_write: bool) -> None:
        """Show the parties that may write (id and name), and those that may be written to."""
        before = self.writer.currentData()
        self.writer.blockSignals(True)
        self.writer.clear()
        for party, name in senders:
            self.writer.addItem(name, party)
        self.writer.setCurrentIndex(max(0, self.writer.findData(before)))
        self.writer.blockSignals(False)
        if list(self.readers) != list(receivers):
            self._make_receivers(receivers)
        for widget in (self.text, self.send_button, self.propose_button, self.everybody, *self.readers.values()):
            widget.setEnabled(can_write)
        self._sender_changed()

    def show_letters(self, letters: Sequence[PressMessage]) -> None:
        """Show *letters*, the newest last and in sight."""
        self._letters = tuple(letters)
        soft = self._look.colour("text_soft").name()
        parts: list[str] = []
        phase = ""
        for letter in self._letters:
            if letter.phase != phase:
                phase = letter.phase
                parts.append(f"<p align='center' style='color:{soft}'>{escape(phase)}</p>")
            when = f" · {escape(letter.at[11:16])}" if len(letter.at) >= 16 else ""
            to = f"<span style='color:{soft}'>{tr('to {receivers}', receivers=escape(letter.receivers))}{when}</span>"
            new = f"<span style='color:{self._look.colour('accent').name()}'>● {tr('new')}</span> " if letter.is_new else ""
            head = f"{new}<b style='color:{letter.colour or soft}'>{escape(letter.sender)}</b> {to}"
            parts.append(f"<p>{head}<br>{escape(letter.text).replace(chr(10), '<br>')}</p>")
        if not parts:
            parts.append(f"<p style='color:{soft}'>{tr('Nobody has written yet.')}</p>")
        self.letters.setHtml("".join(parts))
        bar = self.letters.verticalScrollBar()
        bar.setValue(bar.maximum())

    def told(self, words: str, *, refused: bool) -> None:
        """Say what became of what was sent; what was refused stays on the sheet."""
        self._say(words, "bad" if refused else "good")
        if not refused:
            self.text.clear()
            self._choose((), everybody=False)

    def forget_told(self) -> None:
        """Say nothing any more of what was sent before."""
        self._say("", "soft")

    def warn(self, words: str) -> None:
        """Warn before it is sent who else can read the letter; empty for none."""
        self.warning.setText(words)
        self.warning.setVisible(bool(words))

    def begin(self, text: str, receivers: Collection[str] = (), *, to_everybody: bool = True) -> None:
        """Write *text* on the sheet, to all unless readers were chosen, with nothing on it that could be undone."""
        self.text.setPlainText(text)
        self._choose(receivers, everybody=to_everybody)

    def chosen_receivers(self) -> tuple[str, ...]:
        """Return the receivers that are ticked; empty for everybody."""
        if self.everybody.isChecked():
            return ()
        return tuple(party for party, button in self.readers.items() if button.isChecked() and button.isEnabled())

    def send(self) -> None:
        """Hand over what is on the sheet."""
        text = self.text.toPlainText().strip()
        chosen = self.chosen_receivers()
        if not text or (not chosen and not self.everybody.isChecked()):
            self._say(tr("Write something, and say to whom."), "bad")
            return
        self.sent.emit(str(self.writer.currentData()), ",".join(chosen) or "all", text)

    def _say(self, words: str, role: str) -> None:
        self.state.setText(words)
        self.state.setVisible(bool(words))
        self.state.setProperty("role", role)
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    def _make_receivers(self, receivers: Mapping[str, str]) -> None:
        for button in (self.everybody, *self.readers.values()):
            self._grid.removeWidget(button)
        for button in self.readers.values():
            button.hide()
            button.deleteLater()
        self.readers = {}
        self._grid.addWidget(self.everybody, 0, 0)
        for number, (party, name) in enumerate(receivers.items(), start=1):
            button = ChoiceButton(name)
            button.clicked.connect(self._one_pressed)
            button.setChecked(party in self.wanted)
            self.readers[party] = button
            self._grid.addWidget(button, number // PER_ROW, number % PER_ROW)

    def _sender_changed(self) -> None:
        for party, button in self.readers.items():
            is_self = party == self.writer.currentData()
            button.setEnabled(not is_self and self.text.isEnabled())
            if is_self:
                button.setChecked(False)
        self._name_readers()

    def _everybody_pressed(self) -> None:
        self._choose((), everybody=True)

    def _one_pressed(self) -> None:
        self._choose([party for party, button in self.readers.items() if button.isChecked()], everybody=False)

    def _choose(self, chosen: Collection[str], *, everybody: bool) -> None:
        """Tick the readers of the letter, and name them on the button that sends it: none of the letter before remain."""
        self.everybody.setChecked(everybody)
        self.wanted = tuple(chosen)
        for party, button in self.readers.items():
            button.setChecked(party in chosen)
        self._name_readers()

    def _name_readers(self) -> None:
        names = [self.readers[party].text() for party in self.chosen_receivers()]
        if self.everybody.isChecked():
            words = tr("Send to everybody")
        elif names:
            whole = tr("Send to {names}", names=join_words(names))
            words = "\n".join(wrap(whole, _WIDEST, break_long_words=False, break_on_hyphens=False))
        else:
            words = tr("Send")
        self.send_button.setText(words)
        self.chosen.emit()
