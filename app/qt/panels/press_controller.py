"""Keeps the press panel in step with the game in front, and hands over what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.game.change import Change, Touched
from app.game.entries import Press
from app.game.table_edits import GAME_MASTER
from app.qt.panels.press_widget import PressMessage, PressWidget
from app.qt.panels.side_dock import SideDock
from app.qt.widgets.swatches import swatches
from app.session.errors import CommandError
from app.session.session import orders_taken
from entente.words.phases import describe_phase

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController

MASTER = "Game master"
PANEL_WIDTH = 330


class PressController(QObject):
    """The press of the game in front. A power reads its own letters; whoever sees everything reads all."""

    def __init__(self, controller: MainController) -> None:
        super().__init__(controller)
        self._controller = controller
        self.panel = PressWidget(controller.look)
        self.dock = SideDock("Press", "dock.press", self.panel, PANEL_WIDTH, controller.window)
        self.panel.sent.connect(self._send)

    def show(self) -> None:
        """Open the panel, with the sheet ready to be written on."""
        if self._controller.session.current is None:
            self._controller.refuse("No game is open.")
            return
        self.dock.open()
        self.refresh()
        self.panel.text.setFocus()

    def document_changed(self, change: Change) -> None:
        """Show what *change* touched."""
        if change.touches(Touched.TABLE, Touched.POSITIONS, Touched.CURSOR, Touched.BRANCHES):
            self.refresh()

    def follow_session(self) -> None:
        """Another game came to the front, or is shown through other eyes."""
        if self._controller.session.current is None:
            self.dock.hide()
        self.panel.forget_told()
        self.refresh()

    def refresh(self) -> None:
        """Show the letters up to the moment that is shown."""
        session = self._controller.session
        if session.current is None or self.dock.isHidden():
            return
        game, cursor, viewer = session.shown_of(session.current), session.cursor, session.viewer
        names = {power.id: power.name for power in game.variant.powers.values()}
        senders = [(viewer, names[viewer])] if viewer is not None else [*names.items(), (GAME_MASTER, MASTER)]
        self.panel.show_parties(senders, {**names, GAME_MASTER: MASTER}, can_write=not orders_taken(session))
        page = self._controller.page
        colours = (
            {}
            if page is None or page.scene.picture is None
            else {key: each.ink.name() for key, each in swatches(page.scene.picture).items()}
        )
        letters: list[PressMessage] = []
        for turn in game.line(cursor.branch)[: cursor.index + 1]:
            phase = describe_phase(game.variant, turn.phase)
            letters.extend(_letter(phase, press, names, colours) for press in turn.press)
        self.panel.show_letters(letters)

    def _send(self, sender: str, receivers: str, text: str) -> None:
        controller = self._controller
        try:
            run_command(controller.session, COMMANDS["press"], {"sender": sender, "text": text, "to": receivers})
        except CommandError as error:
            self.panel.told(str(error), refused=True)
            controller.refuse(str(error))
        else:
            self.panel.told(controller.status.message.text(), refused=False)
        finally:
            controller.menus.refresh()


def _letter(phase: str, press: Press, names: dict[str, str], colours: dict[str, str]) -> PressMessage:
    def name(party: str) -> str:
        return MASTER if party == GAME_MASTER else names.get(party, party)

    to = ", ".join(name(each) for each in press.receivers) or "everybody"
    return PressMessage(phase, name(press.sender), to, press.text, colours.get(press.sender, ""), press.at)
