"""Panel of press between powers: messages so far, and a sheet of paper for the next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from textwrap import wrap
from typing import Protocol

from PySide6.QtCore import QEvent, Qt, Signal, Slot
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

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.commands.powers import unsealed_words
from app.game.change import Change, Touched
from app.game.document import Document
from app.game.entries import Press
from app.game.record import Game
from app.game.table_edits import GAME_MASTER
from app.hotseat.sealing import DraftLetter
from app.qt.board.game_page import PageHost
from app.qt.panels.panel import PanelHost, SheetPanel
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.host import MenuRefresher, Refuser
from app.qt.widgets.labels import PlainLabel, key_words
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.errors import CommandError
from app.session.session import orders_taken
from app.session.table_acts import table_here, unread
from entente.words.names import join_words, power_name
from entente.words.phases import describe_phase
from languages import mark, tr

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
        sent(str, str, str): sender, receivers with commas between them (``all`` for everybody), text. proposing(str): the sender wants to
        compose press for programs. chosen(): other readers are ticked, or another sender writes.
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


MASTER = mark("Game master")


class PressPanelHost(PanelHost, PageHost, Refuser, MenuRefresher, Protocol):
    """Window as this panel uses it."""

    @property
    def last_said(self) -> str:
        """Text of the status line."""
        ...


class PressPanel(SheetPanel):
    """The press of the game in front. A power reads its own letters; a viewer who sees everything reads all."""

    is_made_when_asked_for = True
    name = "press"
    title = mark("Press")
    width = 330

    host: PressPanelHost

    def __init__(self, host: PressPanelHost) -> None:
        self._half_written: dict[tuple[Document, str | None], str] = {}
        """Text on the sheet of a game without a table when it was closed, by game and writer. A seat's lies in the seat."""
        self._writer: tuple[Document, str | None] | None = None
        super().__init__(host)
        self.widget = PressWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.sent.connect(self._send)
        self.widget.proposing.connect(self._propose)
        self.widget.chosen.connect(self._warn)
        host.session.unfinished.add(self._keep)
        self.dock.visibilityChanged.connect(self._shown_or_hidden)

    @property
    def sheet(self) -> QWidget:
        """Sheet to write on."""
        return self.widget.text

    def document_changed(self, change: Change) -> None:
        """Show what *change* touched."""
        if change.touches(Touched.TABLE, Touched.POSITIONS, Touched.CURSOR, Touched.BRANCHES):
            self.refresh()

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer, who finds neither letter nor receivers of the one before."""
        self.widget.forget_told()
        session = self.host.session
        writer = None if session.current is None else (session.current, session.viewer)
        if writer != self._writer:
            self._take_up(writer)
        super().follow_session()

    def _take_up(self, writer: tuple[Document, str | None] | None) -> None:
        """Keep the sheet of the last writer, and show the next one's draft."""
        session = self.host.session
        text = self.widget.text.toPlainText()
        if self._writer is not None and self._writer[0] in session.documents and session.tables.of(self._writer[0]) is None:
            self._half_written[self._writer] = text
        self._half_written = {key: each for key, each in self._half_written.items() if each and key[0] in session.documents}
        self._writer = writer
        seating = session.seating
        draft = None if seating is None or seating.open is None else seating.letters.draft
        if draft is not None:
            self.widget.begin(draft.text, draft.receivers, to_everybody=draft.to_everybody)
        else:
            self.widget.begin("" if writer is None else self._half_written.pop(writer, ""))

    @Slot()
    def _keep(self) -> None:
        """Keep the sheet of an open seat in the seat: it is sealed with its orders when the seat is closed."""
        session = self.host.session
        seating = session.seating
        if seating is None or seating.open is None or self._writer != (session.current, session.viewer):
            return
        text = self.widget.text.toPlainText()
        draft = DraftLetter(text, self.widget.wanted, to_everybody=self.widget.everybody.isChecked())
        seating.letters.draft = draft if text.strip() else None

    @Slot()
    def _warn(self) -> None:
        session = self.host.session
        chosen = () if session.current is None or self.dock.isHidden() else self.widget.chosen_receivers()
        self.widget.warn(unsealed_words(session, str(self.widget.writer.currentData()), chosen) if chosen else "")

    def refresh(self) -> None:
        """Show the letters up to the moment in view."""
        session = self.host.session
        new = len(unread(session))
        self.dock.setWindowTitle(tr("{title} · {new} new", title=tr(self.title), new=new) if new else tr(self.title))
        if self._writer != (writer := None if session.current is None else (session.current, session.viewer)):
            self._take_up(writer)
        if session.current is None or self.dock.isHidden():
            self.widget.show_parties((), {}, can_write=False)
            self.widget.show_letters(())
            return
        game, cursor, viewer = session.letters_of(session.current), session.cursor, session.viewer
        names = {power: power_name(game.variant, power) for power in game.variant.powers}
        own = [(viewer, names[viewer])] if viewer in names else []  # no letters while the laptop is free
        senders = [*names.items(), (GAME_MASTER, tr(MASTER))] if viewer is None else own
        self.widget.show_parties(senders, {**names, GAME_MASTER: tr(MASTER)}, can_write=not orders_taken(session))
        page = self.host.page
        colours = (
            {}
            if page is None or page.scene.picture is None
            else {key: each.ink.name() for key, each in swatches(page.scene.picture).items()}
        )
        say = _reads(game)
        letters: list[PressMessage] = []
        for turn in game.line(cursor.branch)[: cursor.index + 1]:
            phase = describe_phase(game.variant, turn.phase)
            letters.extend(_letter(phase, press, names, colours, say) for press in turn.press)
        if new:
            letters = _marked(letters, names.get(viewer or "", ""), table_here(session).read)
        self.widget.show_letters(letters)

    def set_look(self, look: Look) -> None:
        """Change the colours of the messages."""
        self.widget.set_look(look)

    @Slot()
    def _shown_or_hidden(self) -> None:
        self.refresh()

    def _propose(self, sender: str) -> None:
        """Compose press for programs, and send it."""
        from app.players.daide.board import DaideBoard, UnspeakableError
        from app.players.daide.press import PressWords
        from app.qt.panels.proposal_dialog import Proposed, ask_proposal

        host = self.host
        if host.session.current is None:
            return
        game, cursor = host.session.letters_of(host.session.current), host.session.cursor
        powers = {power: power_name(game.variant, power) for power in game.variant.powers}
        if sender not in powers:
            host.refuse(tr("Programs answer only powers: choose a power under From."))
            return
        try:
            words = PressWords(DaideBoard(game.variant))
        except UnspeakableError as error:
            host.refuse(f"{error}.")
            return
        heard = [press for turn in game.line(cursor.branch)[: cursor.index + 1] for press in turn.press if sender in press.receivers]
        proposals = [Proposed(press.sender, press.text) for press in heard if press.text.startswith("PRP") and words.sentence(press.text)]
        picked = ask_proposal(words, powers, sender, proposals, self.widget)
        if picked is not None:
            self._send(sender, ",".join(picked.receivers), picked.text)

    def _send(self, sender: str, receivers: str, text: str) -> None:
        host = self.host
        try:
            run_command(host.session, COMMANDS["press"], {"sender": sender, "text": text, "to": receivers, "anyway": True})
        except CommandError as error:
            self.widget.told(str(error), refused=True)
            host.refuse(str(error))
        else:
            self.widget.told(host.last_said, refused=False)
            self._keep()
        finally:
            host.refresh_menus()


def _marked(letters: list[PressMessage], own: str, read: int) -> list[PressMessage]:
    """*letters* with those marked that came after the first *read* which others wrote."""
    marked, got = [], 0
    for each in letters:
        is_own = each.sender == own
        marked.append(replace(each, is_new=not is_own and got >= read))
        got += not is_own
    return marked


def _reads(game: Game) -> Callable[[str], str | None]:
    """Says what programs write as a sentence; their words are learnt only where one was written."""
    if not any(_is_of_programs(press.text) for turn in game.line() for press in turn.press):
        return lambda _text: None
    from app.players.daide.press import words_of

    return words_of(game.variant)


def _is_of_programs(text: str) -> bool:
    return text[:3].isupper() and text[3:5] == " ("


def _letter(phase: str, press: Press, names: dict[str, str], colours: dict[str, str], say: Callable[[str], str | None]) -> PressMessage:
    def name(party: str) -> str:
        return tr(MASTER) if party == GAME_MASTER else names.get(party, party)

    to = ", ".join(name(each) for each in press.receivers) or tr("everybody")
    text = (say(press.text) if _is_of_programs(press.text) else None) or press.text
    return PressMessage(phase, name(press.sender), to, text, colours.get(press.sender, ""), press.at)
