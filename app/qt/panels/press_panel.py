"""Press between powers, beside the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.commands.powers import unsealed_words
from app.game.change import Change, Touched
from app.game.document import Document
from app.game.entries import Press
from app.game.record import Game
from app.game.table_edits import GAME_MASTER
from app.hotseat.sealing import DraftLetter
from app.qt.board.page_host import PageHost
from app.qt.panels.panel import PanelHost
from app.qt.panels.press_widget import PressMessage, PressWidget
from app.qt.panels.sheet_panel import SheetPanel
from app.qt.widgets.host import MenuRefresher, Refuser
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.errors import CommandError
from app.session.session import orders_taken
from app.session.table_acts import table_here, unread
from entente.words.names import power_name
from entente.words.phases import describe_phase
from languages import mark, tr

MASTER = mark("Game master")


class PressPanelHost(PanelHost, PageHost, Refuser, MenuRefresher, Protocol):
    """Window as this panel uses it."""

    @property
    def last_said(self) -> str:
        """Text of the status line."""
        ...


class PressPanel(SheetPanel):
    """The press of the game in front. A power reads its own letters; whoever sees everything reads all."""

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
        own = [(viewer, names[viewer])] if viewer in names else []  # nobody writes while nobody is at the laptop
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
        from app.players.daide.press_words import PressWords
        from app.qt.panels.proposal_dialog import Proposed, ask_proposal

        host = self.host
        if host.session.current is None:
            return
        game, cursor = host.session.letters_of(host.session.current), host.session.cursor
        powers = {power: power_name(game.variant, power) for power in game.variant.powers}
        if sender not in powers:
            host.refuse(tr("Programs hear powers alone: choose one under From."))
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
    from app.players.daide.press_words import words_of

    return words_of(game.variant)


def _is_of_programs(text: str) -> bool:
    return text[:3].isupper() and text[3:5] == " ("


def _letter(phase: str, press: Press, names: dict[str, str], colours: dict[str, str], say: Callable[[str], str | None]) -> PressMessage:
    def name(party: str) -> str:
        return tr(MASTER) if party == GAME_MASTER else names.get(party, party)

    to = ", ".join(name(each) for each in press.receivers) or tr("everybody")
    text = (say(press.text) if _is_of_programs(press.text) else None) or press.text
    return PressMessage(phase, name(press.sender), to, text, colours.get(press.sender, ""), press.at)
