"""An evening of a few people in the real window, near its end: keys go to the widget with the keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from adjudicator.variant import Variant
from app.game.edits import new_game
from app.game.record import Game
from app.hotseat.table import Absence, Decider, first_table
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.main_controller import MainController
from app.session.seating import Seating
from app.tables.table_setup import set_table
from tests.unit.app.hooks.playing import placed
from variants.catalogue import standard

PEOPLE = {"FRANCE": "Cleo", "GERMANY": "Dan"}
UNITS = "FRANCE A BUR; FRANCE A GAS; FRANCE F BRE; GERMANY A MUN; GERMANY A RUH; GERMANY F DEN; ITALY A VEN"
SEVENTEEN = "GERMANY BER KIE MUN DEN HOL BEL SWE NWY WAR MOS VIE BUD TRI SER RUM BUL CON; FRANCE PAR BRE MAR; ITALY VEN ROM NAP"
"""Germany lacks one centre to win."""


def last_autumn(centres: str = SEVENTEEN, *, variant: Variant | None = None, game: Game | None = None) -> Game:
    """A game in Fall 1901 in which little is left to be done."""
    made = game or new_game(variant or standard(), "Evening", game_id="7e577e57")
    return placed(made, "F1901M", UNITS, centres)


class Evening:
    """The people round one laptop."""

    def __init__(
        self,
        controller: MainController,
        game: Game,
        *,
        secrets: Mapping[str, str] | None = None,
        people: Mapping[str, str] | None = None,
        secret_votes: bool = False,
        game_master: str | None = None,
    ) -> None:
        self.controller = controller
        session = controller.session
        session.hooks.store.grant(game.hooks, for_good=False)
        session.add(session.library.new(game))
        table = replace(first_table(session.game), secret_votes=secret_votes, game_master=game_master)
        sit = PEOPLE if people is None else people
        for seat in table.seats:
            if seat.power in sit:
                table = table.with_seat(replace(seat, person=sit[seat.power]))
            else:
                table = table.with_seat(replace(seat, decider=Decider.ABSENT, absence=Absence.HOLD))
        self.secrets = dict(secrets or {})
        set_table(session, table, self.secrets)
        controller.window.activateWindow()
        QApplication.processEvents()

    @property
    def seating(self) -> Seating:
        """The table."""
        found = self.controller.session.seating
        assert found is not None
        return found

    @property
    def shown(self) -> QWidget:
        """Widget that fills the window."""
        page = self.controller.stack.currentWidget()
        assert page is not None
        return page

    @property
    def curtain(self) -> CurtainPage:
        """The curtain, which is drawn."""
        page = self.shown
        assert isinstance(page, CurtainPage), page
        return page

    @property
    def reveal(self) -> RevealPage:
        """The reveal in view."""
        page = self.shown
        assert isinstance(page, RevealPage), page
        return page

    @property
    def said(self) -> str:
        """Text of the status line."""
        return self.controller.status_text

    def press(self, *keys: Qt.Key) -> None:
        """Press keys, one after the other, in the widget with the keyboard, which has to be visible."""
        for key in keys:
            focus = QApplication.focusWidget()
            assert focus is not None
            assert focus.isVisible(), f"the keyboard belongs to {focus}, which is not to be seen"
            handle = self.controller.window.windowHandle()
            assert handle is not None
            QTest.keyClick(handle, key)
            QApplication.processEvents()

    def run(self, *lines: str) -> None:
        """Lines of the console, each of which is done."""
        for line in lines:
            assert self.controller.run_line(line), f"{line}: {self.said}"
        QApplication.processEvents()

    def write(self, power: str, *lines: str, vote: str = "", seal: bool = True) -> None:
        """*power* takes the laptop, writes, votes, and hands it on."""
        secret = f" {self.secrets[power]}" if power in self.secrets else ""
        self.run(f"open-seat {power}{secret}", *lines)
        if vote:
            self.run(f"vote {power} {vote}")
        if self.seating.open is not None:
            self.run("seal --anyway" if seal else "close-seat")

    def show_orders(self) -> None:
        """Press what the curtain offers when all have sealed."""
        assert QApplication.focusWidget() is self.curtain.reveal_button
        self.press(Qt.Key.Key_Space)
