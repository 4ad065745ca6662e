"""Default lists of powers for phases for which they send nothing, beside the board."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QWidget

from adjudicator.variant import PowerRole
from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.commands.default_lists import NOTHING
from app.game.change import Change, Touched
from app.game.default_lists import read_list_lines
from app.game.document import Document
from app.qt.panels.default_lists_widget import DefaultListsWidget
from app.qt.panels.panel import PanelHost
from app.qt.panels.sheet_panel import SheetPanel
from app.qt.widgets.host import MenuRefresher, Refuser
from app.qt.widgets.look import Look
from app.session.errors import CommandError
from app.session.processing import why_unusable
from app.session.session import orders_taken
from entente.words.names import power_name
from entente.words.orders import describe_order
from languages import mark, tr


class DefaultListsPanelHost(PanelHost, Refuser, MenuRefresher, Protocol):
    """Window as this panel uses it."""


class DefaultListsPanel(SheetPanel):
    """The default lists of the game in front. A power sees and writes its own; whoever sees everything, those of all."""

    is_made_when_asked_for = True
    name = "default-lists"
    title = mark("Default lists")
    width = 320

    host: DefaultListsPanelHost

    def __init__(self, host: DefaultListsPanelHost) -> None:
        super().__init__(host)
        self.widget = DefaultListsWidget(host.look, self.place)
        self.hold(self.widget)
        self._shown: tuple[Document | None, str | None] = (None, None)
        self._drafts: dict[str, str] = {}
        """Texts on the sheets of powers that are not kept yet."""
        self.widget.power_chosen.connect(lambda _power: self.refresh())
        self.widget.written.connect(self._written)
        self.widget.kept.connect(self._keep)

    @property
    def sheet(self) -> QWidget:
        """Sheet to write on."""
        return self.widget.sheet

    def fill(self) -> None:
        """The list of the power whose unit is picked, if one is."""
        session = self.host.session
        unit = None if session.selection is None else session.turn.position.unit_at(session.selection)
        self.refresh(None if unit is None else unit.power)

    def document_changed(self, change: Change) -> None:
        """Show what *change* touched."""
        if change.touches(Touched.RULES, Touched.POSITIONS, Touched.CURSOR, Touched.BRANCHES):
            self.refresh()

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer, who may not see the drafts of the one before."""
        session = self.host.session
        shown = (session.current, session.viewer)
        if shown != self._shown:
            self._shown = shown
            self._drafts.clear()
            self.widget.told("", refused=False)
        super().follow_session()

    def refresh(self, power: str | None = None) -> None:
        """Show the list that is chosen, or that of *power*."""
        session = self.host.session
        if session.current is None or self.dock.isHidden():
            return
        game = session.shown
        seen = [
            (each.id, power_name(game.variant, each.id))
            for each in game.variant.powers.values()
            if each.role is PowerRole.PLAYING and session.viewer in (None, each.id)
        ]
        ids = [each for each, _ in seen]
        chosen = next((each for each in (power, self.widget.power.currentData(), *ids) if each in ids), "")
        self.widget.show_powers(seen, chosen)
        orders = game.default_lists_at(game.last(session.branch)).get(chosen, ())
        text = self._drafts.get(chosen, "\n".join(map(str, orders)))
        self.widget.show_sheet(text, has_list=bool(orders), why_closed=orders_taken(session))
        self._show_understood(chosen, text)

    def _written(self, text: str) -> None:
        power = str(self.widget.power.currentData())
        self._drafts[power] = text
        self.widget.told("", refused=False)
        self._show_understood(power, text)

    def _show_understood(self, power: str, text: str) -> None:
        session = self.host.session
        if session.current is None or not power:
            return
        variant, position = session.variant, session.open_turn.position
        lines: list[tuple[str, bool]] = []
        for line in read_list_lines(variant, position, power, text):
            fault = why_unusable(variant, line)
            if fault or line.order is None:
                lines.append((fault, False))
            else:
                words = describe_order(variant, position, line.order)
                lines.append((words[:1].upper() + words[1:], True))
        self.widget.show_understood(lines)

    def set_look(self, look: Look) -> None:
        """Change the colours of the readings."""
        self.widget.set_look(look)

    def _keep(self, text: str) -> None:
        host, power = self.host, str(self.widget.power.currentData())
        try:
            run_command(host.session, COMMANDS["default-list"], {"power": power, "wishes": text or NOTHING})
        except CommandError as error:
            self.widget.told(
                tr("Not kept: some lines are not understood.") if "\n" in str(error) else tr("Not kept: {error}", error=error), refused=True
            )
            host.refuse(str(error))
        else:
            self._drafts.pop(power, None)
            self.refresh()
            self.widget.told(tr("Kept.") if text else tr("There is no list any more."), refused=False)
        finally:
            host.refresh_menus()
