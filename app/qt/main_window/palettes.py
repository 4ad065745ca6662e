"""The palettes over the window: all commands by a few letters, and the search for a province."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.commands.declaring.command import Command, Offer
from app.commands.declaring.own_commands import OwnCommand, own_commands
from app.commands.declaring.registry import COMMANDS
from app.qt.board.game_page import PageHost
from app.qt.main_window.palette_box import Finding, PaletteBox
from app.qt.panels.panel import WindowPart
from app.qt.widgets.host import FrameHost, Runner, SessionHost, Trigger
from app.qt.widgets.labels import listed_keys
from entente.words.names import place_name
from languages import labelled, sort_key, tr

PROVINCE = "province"
"""The search for a province, as commands open it."""


class PalettesHost(SessionHost, FrameHost, PageHost, Runner, Trigger, Protocol):
    """Window as the palettes use it."""

    def run_line(self, line: str) -> bool:
        """Run a line that the user typed; returns True if it was done. The reason for a failure is reported."""
        ...

    def focus_board(self) -> None:
        """Keys go to the board of the game in front."""
        ...


class Palettes(WindowPart):
    """Makes each palette when it is first wanted."""

    name = "palette"

    def __init__(self, host: PalettesHost) -> None:
        super().__init__(host.window)
        self._host = host
        self.palette: PaletteBox | None = None
        self.provinces: PaletteBox | None = None
        self._offers: dict[str, tuple[Command, Offer]] = {}
        self._own: dict[str, OwnCommand] = {}
        self._viewer: str | None = None

    @property
    def names(self) -> Sequence[str]:
        """Its two palettes."""
        return (self.name, PROVINCE)

    def show(self, name: str = "") -> None:
        """Open one of the palettes."""
        if name == PROVINCE:
            self.open_province_search()
        else:
            self.open_palette()

    def follow_session(self) -> None:
        """Close the palettes when the viewer changes, so that no viewer sees the text of another."""
        before, self._viewer = self._viewer, self._host.session.viewer
        if self._viewer != before:
            self._put_away()

    def open_palette(self) -> None:
        """Offer every command that can be used now, a person's own among them."""
        if self.palette is None:
            self.palette = PaletteBox(
                self._host.window,
                tr("Find a command, or write an order and press Enter"),
                tr("There is no such command. Enter carries the line out as it stands: a command with its words, or an order."),
            )
            self.palette.chosen.connect(self._run)
            self.palette.typed_on.connect(self._run_line)
            self.palette.dismissed.connect(self._leave)
        usable = [each for each in COMMANDS if each.palette and not each.available(self._host.session)]
        findings = [
            Finding(
                each.id, tr(each.title), listed_keys(each.shortcuts), f"{each.id} {each.title} {each.summary} {tr(each.summary)}", each.id
            )
            for each in usable
        ]
        self._offers = {
            f"{each.id} {number}": (each, offer)
            for each in usable
            if each.offers is not None
            for number, offer in enumerate(each.offers(self._host.session))
        }
        for key, (each, offer) in self._offers.items():
            findings.append(Finding(key, labelled(tr(each.title), offer.title), "✓" if offer.chosen else "", each.id))
        self._own = {f"own {each.name}": each for each in own_commands(self._host.session.library.places.commands)}
        for key, own in self._own.items():
            findings.append(Finding(key, own.title.strip(), tr("your own"), f"{own.name} own {own.summary}", own.name))
        self.palette.open_with(sorted(findings, key=lambda each: sort_key(each.title)))

    def open_province_search(self) -> None:
        """Offer every province of the game in front."""
        page = self._host.page
        if page is None:
            return
        if self.provinces is None:
            self.provinces = PaletteBox(self._host.window, tr("Find a province"), tr("This board has no such province."))
            self.provinces.chosen.connect(self._go_to)
            self.provinces.dismissed.connect(self._leave)
        variant = page.document.game.variant
        provinces = variant.board.provinces.values()
        self.provinces.open_with(
            [
                Finding(each.code, place_name(variant, each.code), each.code, " ".join((each.code, each.name, *each.aliases)))
                for each in provinces
            ]
        )

    def _leave(self) -> None:
        self._put_away()
        self._host.focus_board()

    def _put_away(self) -> None:
        for box in (self.palette, self.provinces):
            if box is not None:
                box.hide()

    def _run(self, command_id: str) -> None:
        self._leave()
        if command_id in self._offers:
            command, offer = self._offers[command_id]
            self._host.run(command.id, **offer.arguments)
        elif command_id in self._own:
            self._host.run("own", name=self._own[command_id].name)
        else:
            self._host.trigger(command_id)

    def _run_line(self, line: str) -> None:
        self._leave()
        self._host.run_line(line)

    def _go_to(self, province: str) -> None:
        self._host.run("find", province=province)  # keys go to the board there, and to nothing else in between
        self._leave()
