"""Panel of press between powers: whom one writes with, what was written, and a sheet of paper for the next letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from html import escape
from textwrap import wrap

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QLabel, QMenu, QPlainTextEdit, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from app.commands.declaring.command import run_command
from app.commands.declaring.registry import COMMANDS
from app.commands.powers_and_press import unsealed_words
from app.game.document import Document
from app.game.table_edits import GAME_MASTER
from app.game.versions import Touched
from app.hotseat.sealing import DraftLetter
from app.hotseat.table import Decider
from app.players.agreements import CHARACTERS, Stance, proposable, written
from app.presentation.press_rows import MASTER, OpenProposal, PressMessage, Thread, is_between, open_proposals, press_messages, thread_of
from app.qt.board.window import Window
from app.qt.panels.panel import RIGHT, SheetPanel
from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton, PlainLabel, key_words
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import NO_LIMIT, Look, growth
from app.qt.widgets.swatches import Swatch, swatch_icon, swatches
from app.session.errors import CommandError
from app.session.session import orders_taken
from app.tables.table_acts import unread
from entente.words.names import join_words, power_name
from languages import labelled, mark, tr

_LEAST_LETTERS = 48
"""Least pixels of the letters from top to bottom, with words of the usual size."""
SHEET = 380
"""Pixels of the sheet for a letter from which on the buttons stand beside it, with words of the usual size."""
HIGH_SHEET, LOW_SHEET = 110, 72
"""Most pixels from top to bottom of a sheet over its buttons, and of one beside them."""
_WIDEST = 34
"""Characters on a line of the button that sends: the names of many readers stand below one another."""


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
        self.setMaximumHeight(HIGH_SHEET)

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


def _ends(head: str, when: str) -> str:
    """HTML of a line with *head* at its start and *when* at its end, which stays there however long the head is."""
    return f"<table width='100%' cellpadding='0' cellspacing='0'><tr><td>{head}</td><td align='right'>{when}</td></tr></table>"


def _sends(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return held == Qt.KeyboardModifier.ControlModifier and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PressWidget(QWidget):
    """A button for each partner above, what was written with the ticked ones below it, the sheet at the foot.

    Signals:
        sent(str, str, str): sender, receivers with commas between them (``all`` for everybody), text. answered(str, str, str): the same, by
        a button and not from the sheet. proposing(str): the sender wants to compose a proposal. chosen(): other readers are ticked, or
        another sender writes. looked(): the letters of a thread are in view.
    """

    sent = Signal(str, str, str)
    answered = Signal(str, str, str)
    chosen = Signal()
    looked = Signal()
    proposing = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._letters: tuple[PressMessage, ...] = ()
        self._names: dict[str, str] = {}
        self._unread: Mapping[Thread, int] = {}
        self.in_view: Thread | None = None
        """The thread in view; ``None`` for all letters."""
        self.head = forms.label(role="strong")
        self.all_button = forms.button(tr("All letters"), lambda: self.show_thread(None))
        self.letters = forms.styled(QTextBrowser(), name=tr("Letters"))
        bar = self.letters.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, most: bar.setValue(most))  # the newest letter stays in sight
        self.writer = forms.styled(QComboBox(), name=tr("From"))
        self.writer.currentIndexChanged.connect(self._sender_changed)
        self.writer.currentIndexChanged.connect(self._show_thread)
        self._partners = FlowLayout()
        self.readers: dict[str, QPushButton] = {}
        self.wanted: tuple[str, ...] = ()
        """Receivers that were chosen for the letter, also while there are no buttons here."""
        self.everybody = ChoiceButton(tr("Everybody"))
        self.everybody.clicked.connect(self._everybody_pressed)
        self._proposals = QVBoxLayout()
        self.text = forms.styled(LetterPaper(), name=tr("Text of the letter"))
        self.text.finished.connect(self.send)
        self.state = forms.label(wraps=True)
        self.state.hide()
        self.warning = forms.label(role="warning", wraps=True)
        self.warning.hide()
        self.send_button = forms.button(
            tr("Send"), self.send, "primary", tip=tr("Send ({keys} in the sheet)", keys=key_words("Ctrl+Return"))
        )
        self._from = QWidget()
        forms.flow(QLabel(tr("From")), (self.writer, 1), on=self._from)
        self._thread = QWidget()
        """The partners whose letters alone are in view, and the way back to all."""
        forms.flow((self.head, 1), self.all_button, on=self._thread)
        self.propose_button = forms.button(
            tr("Propose…"),
            lambda: self.proposing.emit(str(self.writer.currentData())),
            tip=tr("Peace, alliances and more, in words that the chosen opponent or a connected program understands"),
        )
        low = forms.flow(self.propose_button, forms.STRETCH, self.send_button)
        self._low = QWidget()
        self._low.setLayout(low)
        self._foot = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._foot.setSpacing(6)
        self._foot.addWidget(self.text)
        self._foot.addWidget(self._low)
        forms.column(
            self._from,
            self._partners,
            self._thread,
            (self.letters, 1),
            self._proposals,
            self.warning,
            self.state,
            self._foot,
            on=self,
            margins=(10, 8, 10, 10),
            spacing=6,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons beside the sheet where that stays wide enough to write on, and else below it."""
        super().resizeEvent(event)
        self._share_foot()

    def _share_foot(self) -> None:
        words = growth(self.font())
        self.letters.setMinimumHeight(round(_LEAST_LETTERS * words))
        buttons = max(self.send_button.sizeHint().width(), self.propose_button.sizeHint().width())
        is_beside = self.width() - buttons >= SHEET * words
        self._low.setMaximumWidth(buttons if is_beside else NO_LIMIT)
        self.text.setMaximumHeight(round((LOW_SHEET if is_beside else HIGH_SHEET) * words))
        self._foot.setDirection(QBoxLayout.Direction.LeftToRight if is_beside else QBoxLayout.Direction.TopToBottom)

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
        self._from.setVisible(len(senders) > 1)
        if list(self.readers) != list(receivers) or self._names != dict(receivers):
            self._make_receivers(receivers)
        for widget in (self.text, self.send_button, self.propose_button, self.everybody, *self.readers.values()):
            widget.setEnabled(can_write)
        self._sender_changed()

    def show_letters(self, letters: Sequence[PressMessage], unread: Mapping[Thread, int] | None = None) -> None:
        """Show those of *letters* that belong to the thread in view, the newest last and in sight.

        Args:
            unread: number of letters by thread that nobody has looked at.
        """
        self._letters, self._unread = tuple(letters), unread or {}
        self._show_thread()

    def show_proposals(self, found: Sequence[OpenProposal]) -> None:
        """Show a row with the possible answers, each a button, for each proposal that waits for one."""
        while (item := self._proposals.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()
        for each in found:
            row = QWidget()
            line = forms.flow((PlainLabel(labelled(self._names.get(each.sender, each.sender), each.text)), 1), on=row)
            buttons = [
                forms.button(
                    title,
                    lambda _=False, to=each.sender, text=answer: self.answered.emit(str(self.writer.currentData()), to, text),
                    name=tr("{answer}: {proposal}", answer=title, proposal=each.text),
                )
                for title, answer in each.answers
            ]
            line.add_answers(*buttons)
            self._proposals.addWidget(row)

    def show_colours(self, found: Mapping[str, Swatch]) -> None:
        """Give each partner the colours of the board."""
        for party, button in self.readers.items():
            if party in found:
                button.setIcon(swatch_icon(found[party]))

    def show_thread(self, thread: Thread | None) -> None:
        """Show the letters of *thread*; all letters for ``None``."""
        self.in_view = thread
        self._show_thread()
        if thread is not None:
            self.looked.emit()

    def _show_thread(self) -> None:
        writer, thread = str(self.writer.currentData()), self.in_view
        shown = (
            self._letters if thread is None else [each for each in self._letters if is_between(each.writer, each.readers, writer, thread)]
        )
        names = join_words([self._names.get(each, each) for each in thread or ()])
        self.head.setText(tr("All letters") if thread is None else tr("With {names}", names=names) if thread else tr("To everybody"))
        self._thread.setVisible(thread is not None)
        self._name_partners()
        soft, paper, own = (self._look.colour(each).name() for each in ("text_soft", "panel", "accent_soft"))
        parts: list[str] = []
        phase = ""
        for letter in shown:
            if letter.phase != phase:
                phase = letter.phase
                parts.append(f"<p align='center' style='color:{soft}'>{escape(phase)}</p>")
            new = f"<span style='color:{self._look.colour('accent').name()}'>● {tr('new')}</span> " if letter.is_new else ""
            head = f"{new}<b style='color:{letter.colour or soft}'>{escape(letter.head)}</b>"
            if len(letter.at) >= 16:
                head = _ends(head, f"<span style='color:{soft}'>{escape(letter.at[11:16])}</span>")
            is_own = letter.writer == writer
            words = f"{head}{'' if head.endswith('</table>') else '<br>'}{escape(letter.text).replace(chr(10), '<br>')}"
            cells = ("<td width='12%'></td>", f"<td width='88%' bgcolor='{own if is_own else paper}'>{words}</td>")
            row = "".join(cells if is_own else reversed(cells))
            parts.append(f"<table width='100%' cellpadding='6' cellspacing='2'><tr>{row}</tr></table>")
        if not parts:
            parts.append(f"<p style='color:{soft}'>{tr('Nobody has written yet.')}</p>")
        self.letters.setHtml("".join(parts))

    def show_outcome(self, words: str, *, refused: bool, from_sheet: bool = True) -> None:
        """Say what became of what was sent; what was refused, or not written there, stays on the sheet."""
        self._say(words, "bad" if refused else "good")
        if not refused and from_sheet:
            self.text.clear()
            self._choose((), everybody=False)

    def forget_outcome(self) -> None:
        """Say nothing any more of what was sent before."""
        self._say("", "soft")

    def warn(self, words: str) -> None:
        """Warn before it is sent who else can read the letter; empty for none."""
        self.warning.setText(words)
        self.warning.setVisible(bool(words))

    def begin(self, text: str, receivers: Collection[str] = (), *, to_everybody: bool = False) -> None:
        """Write *text* on the sheet, to the readers that were chosen, with nothing on it that could be undone."""
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
        forms.restyle(self.state, role)

    def _make_receivers(self, receivers: Mapping[str, str]) -> None:
        while self._partners.takeAt(0) is not None:
            pass
        for button in self.readers.values():
            button.hide()
            button.deleteLater()
        self.readers, self._names = {}, dict(receivers)
        self._partners.addWidget(self.everybody)
        for party, name in receivers.items():
            button = ChoiceButton(name)
            button.clicked.connect(self._one_pressed)
            button.setChecked(party in self.wanted)
            self.readers[party] = button
            self._partners.addWidget(button)
        self._name_partners()

    def _name_partners(self) -> None:
        """Name each partner, with the number of unread letters."""
        buttons = {(): (self.everybody, tr("Everybody"))} | {(each,): (self.readers[each], name) for each, name in self._names.items()}
        for thread, (button, name) in buttons.items():
            count = self._unread.get(thread, 0)
            button.setText(tr("{title} · {new} new", title=name, new=count) if count else name)
            button.setProperty("unread", bool(count))

    def _sender_changed(self) -> None:
        for party, button in self.readers.items():
            is_self = party == self.writer.currentData()
            button.setEnabled(not is_self and self.text.isEnabled())
            button.setVisible(not is_self)
            if is_self:
                button.setChecked(False)
        self._name_readers()

    def _everybody_pressed(self) -> None:
        self._choose((), everybody=True)
        self.show_thread(())

    def _one_pressed(self) -> None:
        self._choose([party for party, button in self.readers.items() if button.isChecked()], everybody=False)
        self.show_thread(self.chosen_receivers() or None)

    def _choose(self, chosen: Collection[str], *, everybody: bool) -> None:
        """Tick the readers of the letter, and name them on the button that sends it: none of the letter before remain."""
        self.everybody.setChecked(everybody)
        self.wanted = tuple(chosen)
        for party, button in self.readers.items():
            button.setChecked(party in chosen)
        self._name_readers()

    def _name_readers(self) -> None:
        names = [self._names[party] for party in self.chosen_receivers()]
        if self.everybody.isChecked():
            words = tr("Send to everybody")
        elif names:
            whole = tr("Send to {names}", names=join_words(names))
            words = "\n".join(wrap(whole, _WIDEST, break_long_words=False, break_on_hyphens=False))
        else:
            words = tr("Send")
        self.send_button.setText(words)
        self._share_foot()
        self.chosen.emit()


class PressPanel(SheetPanel):
    """The press of the game in front. A power reads its own letters; a viewer who sees everything reads all."""

    is_made_when_asked_for = True
    name = "press"
    title = mark("Letters")
    area = RIGHT
    follows = frozenset({Touched.TABLE, Touched.POSITIONS, Touched.CURSOR, Touched.BRANCHES})

    def __init__(self, host: Window) -> None:
        self._half_written: dict[tuple[Document, str | None], str] = {}
        """Text on the sheet of a game without a table when it was closed, by game and writer. A seat's lies in the seat."""
        self._writer: tuple[Document, str | None] | None = None
        self.menu: QMenu | None = None
        """Menu of proposals that was opened last."""
        super().__init__(host)
        self.widget = PressWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.sent.connect(self._send)
        self.widget.answered.connect(lambda sender, to, text: self._send(sender, to, text, from_sheet=False))
        self.widget.proposing.connect(self._propose)
        self.widget.chosen.connect(self._warn)
        self.widget.looked.connect(self._note_looked)
        host.session.unfinished.add(self._keep)
        self.dock.visibilityChanged.connect(self._follow_visibility)

    @property
    def sheet(self) -> QWidget:
        """Sheet to write on."""
        return self.widget.text

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer, who finds neither letter nor receivers of the one before."""
        self.widget.forget_outcome()
        session = self.host.session
        writer = None if session.current is None else (session.current, session.viewer)
        if writer != self._writer:
            self._take_up(writer)
            self.widget.in_view = None
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
        new = [press for _, press in unread(session)]
        title = tr(self.title)
        self.dock.setWindowTitle(tr("{title} · {new} new", title=title, new=len(new)) if new else title)
        if self._writer != (writer := None if session.current is None else (session.current, session.viewer)):
            self._take_up(writer)
        if session.current is None or self.dock.isHidden():
            self.widget.show_parties((), {}, can_write=False)
            self.widget.show_letters(())
            self.widget.show_proposals(())
            return
        game, cursor, viewer = session.letters_of(session.current), session.cursor, session.viewer
        names = {power: power_name(game.variant, power) for power in game.variant.powers}
        own = [(viewer, names[viewer])] if viewer in names else []  # no letters while the laptop is free
        senders = [*names.items(), (GAME_MASTER, tr(MASTER))] if viewer is None else own
        is_alone = session.seating is not None and not session.seating.table.game_master
        master = {} if is_alone else {GAME_MASTER: tr(MASTER)}
        self.widget.show_parties(senders, {**names, **master}, can_write=not orders_taken(session))
        page = self.host.page
        found = swatches(None if page is None else page.scene.picture)
        self.widget.show_colours(found)
        colours = {key: each.ink.name() for key, each in found.items()}
        read = session.seating.read if session.seating is not None and viewer is not None else None
        letters = press_messages(game, cursor, viewer, colours, read=read)
        self.widget.show_letters(letters, Counter(map(thread_of, new)))
        self.widget.show_proposals(open_proposals(game, cursor, viewer) if viewer in names and not orders_taken(session) else ())

    @Slot()
    def _note_looked(self) -> None:
        """The letters of the thread in view are read now."""
        session, thread = self.host.session, self.widget.in_view
        if thread is None or session.viewer is None:
            return
        seen = {press for _, press in unread(session) if is_between(press.sender, press.receivers, session.viewer, thread)}
        if seen and session.seating is not None:
            session.seating.looked |= seen
            session.table_changed()

    def set_look(self, look: Look) -> None:
        """Change the colours of the messages."""
        self.widget.set_look(look)

    @Slot()
    def _follow_visibility(self) -> None:
        self.refresh()

    def _propose(self, sender: str) -> None:
        """Compose a proposal to an opponent, or press for programs, and send it."""
        chosen = self.widget.chosen_receivers()
        seating = self.host.session.seating
        seat = None if seating is None or len(chosen) != 1 else seating.table.seat(chosen[0])
        if seat is not None and seat.decider is Decider.OPPONENT and seat.opponent in CHARACTERS:
            self._propose_to(sender, seat.power)
            return
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

    def _propose_to(self, sender: str, opponent: str) -> None:
        """Bargain the sentences that a built-in opponent answers; the one that is picked is sent."""
        session = self.host.session
        variant, turn = session.variant, session.open_turn
        orders = [line.order for line in turn.orders.get(sender, ()) if line.order is not None]
        menu = QMenu(self.widget)
        for each in proposable(variant, turn.position, sender, opponent, orders):
            text = written(variant, Stance.PROPOSE, each)
            menu.addAction(text).triggered.connect(lambda _=False, text=text: self._send(sender, opponent, text, from_sheet=False))
        self.menu = menu
        menu.popup(self.widget.propose_button.mapToGlobal(self.widget.propose_button.rect().bottomLeft()))

    def _send(self, sender: str, receivers: str, text: str, *, from_sheet: bool = True) -> None:
        host = self.host
        try:
            run_command(host.session, COMMANDS["press"], {"sender": sender, "text": text, "to": receivers, "anyway": True})
        except CommandError as error:
            self.widget.show_outcome(str(error), refused=True)
            host.refuse(str(error))
        else:
            self.widget.show_outcome(host.status_text, refused=False, from_sheet=from_sheet)
            self._keep()
        finally:
            host.refresh_menus()
