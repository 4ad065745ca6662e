"""Keeps the sheet of default lists in step with the game in front, and hands over what is written on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from adjudicator.variant import PowerRole
from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.commands.default_lists import NOTHING
from app.game.change import Change, Touched
from app.game.default_lists import read_wishes
from app.game.document import Document
from app.qt.panels.default_lists_widget import DefaultListsWidget
from app.qt.panels.side_dock import SideDock
from app.session.default_list_words import why_no_wish
from app.session.errors import CommandError
from app.session.session import orders_taken
from entente.words.orders import describe_order

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController

PANEL_WIDTH = 320


class DefaultListsController(QObject):
    """The default lists of the game in front. A power sees and writes its own; whoever sees everything, those of all."""

    def __init__(self, controller: MainController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._shown: tuple[Document | None, str | None] = (None, None)
        self._drafts: dict[str, str] = {}
        """What stands on the sheets of powers and is not kept yet."""
        self.panel = DefaultListsWidget(controller.look)
        self.dock = SideDock("Default lists", "dock.default-lists", self.panel, PANEL_WIDTH, controller.window)
        self.panel.power_chosen.connect(lambda _power: self.refresh())
        self.panel.written.connect(self._written)
        self.panel.kept.connect(self._keep)

    def show(self) -> None:
        """Open the sheet, of the power whose unit is picked if one is."""
        session = self._controller.session
        if session.current is None:
            self._controller.refuse("No game is open.")
            return
        self.dock.open()
        unit = None if session.selection is None else session.turn.position.unit_at(session.selection)
        self.refresh(None if unit is None else unit.power)
        self.panel.sheet.setFocus()

    def document_changed(self, change: Change) -> None:
        """Show what *change* touched."""
        if change.touches(Touched.RULES, Touched.POSITIONS, Touched.CURSOR, Touched.BRANCHES):
            self.refresh()

    def follow_session(self) -> None:
        """Another game came to the front, or is shown through other eyes: what the one before wrote is nobody else's to see."""
        session = self._controller.session
        shown = (session.current, session.viewer)
        if shown != self._shown:
            self._shown = shown
            self._drafts.clear()
            self.panel.told("", refused=False)
        if session.current is None:
            self.dock.hide()
        self.refresh()

    def refresh(self, power: str | None = None) -> None:
        """Show the list that is chosen, or that of *power*."""
        session = self._controller.session
        if session.current is None or self.dock.isHidden():
            return
        game = session.shown
        seen = [
            (each.id, each.name)
            for each in game.variant.powers.values()
            if each.role is PowerRole.PLAYING and session.viewer in (None, each.id)
        ]
        ids = [each for each, _ in seen]
        chosen = next((each for each in (power, self.panel.power.currentData(), *ids) if each in ids), "")
        self.panel.show_powers(seen, chosen)
        orders = game.default_lists_at(game.last(session.branch)).get(chosen, ())
        text = self._drafts.get(chosen, "\n".join(map(str, orders)))
        self.panel.show_sheet(text, has_list=bool(orders), why_closed=orders_taken(session))
        self._show_understood(chosen, text)

    def _written(self, text: str) -> None:
        power = str(self.panel.power.currentData())
        self._drafts[power] = text
        self.panel.told("", refused=False)
        self._show_understood(power, text)

    def _show_understood(self, power: str, text: str) -> None:
        session = self._controller.session
        if session.current is None or not power:
            return
        variant, position = session.variant, session.open_turn.position
        lines: list[tuple[str, bool]] = []
        for wish in read_wishes(variant, position, power, text):
            fault = why_no_wish(variant, wish)
            if fault or wish.order is None:
                lines.append((fault, False))
            else:
                words = describe_order(variant, position, wish.order)
                lines.append((words[:1].upper() + words[1:], True))
        self.panel.show_understood(lines)

    def _keep(self, text: str) -> None:
        controller, power = self._controller, str(self.panel.power.currentData())
        try:
            run_command(controller.session, COMMANDS["default-list"], {"power": power, "wishes": text or NOTHING})
        except CommandError as error:
            self.panel.told("Not kept: some lines are not understood." if "\n" in str(error) else f"Not kept: {error}", refused=True)
            controller.refuse(str(error))
        else:
            self._drafts.pop(power, None)
            self.refresh()
            self.panel.told("Kept." if text else "There is no list any more.", refused=False)
        finally:
            controller.menus.refresh()
