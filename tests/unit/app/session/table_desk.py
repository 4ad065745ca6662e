"""A table without a window: sessions over a folder of their own, in which people sit down by commands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from adjudicator.unit import Unit
from app.commands.declaring.run import run_line
from app.game.edits import new_game
from app.game.gm_edits import edit_position
from app.game.library import Library
from app.game.record import MAIN, Game
from app.game.storage.places import Places
from app.hotseat.round import RoundStage
from app.session.errors import CommandError
from app.session.seating import Seating, Times
from app.session.session import Session
from tests.unit.app.commands.fake_services import FakeServices
from variants.catalogue import standard

SEATS = "table AUSTRIA=Ada:4711 ENGLAND=Ben FRANCE=Cleo:0815 GERMANY=bot:holding ITALY=Ada:4711 RUSSIA=hold TURKEY=list"
PINS = {"AUSTRIA": "4711", "FRANCE": "0815", "ITALY": "4711"}
WRITERS = ("AUSTRIA", "ENGLAND", "FRANCE", "ITALY")


@dataclass
class Hand:
    """A clock that is set by hand."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


ORDERS = {
    "AUSTRIA": ("A BUD - SER", "A VIE - GAL", "F TRI - ALB"),
    "ENGLAND": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "FRANCE": ("A PAR - BUR", "A MAR - SPA", "F BRE - MAO"),
    "ITALY": ("A VEN - TYR", "A ROM - APU", "F NAP - ION"),
}


class TableDesk:
    """A session of one laptop. Another one over the same folder is the program started again.

    Args:
        folder: where its files lie.
        game: whether a new game is added.
    """

    def __init__(self, folder: Path, *, game: bool = True, screen: bool = False) -> None:
        self.folder = folder
        self.clock = Hand()
        self.asleep: float | None = 0.0
        self.services = FakeServices(screen=screen)
        self.library = Library(Places(folder / "settings", folder / "data", folder / "cache"))
        self.session = Session(self.services, self.library)
        self.session.times = Times(self.clock, lambda: 1_000_000 + self.clock.now, lambda: self.asleep)
        if game:
            self.session.add(self.library.new(new_game(standard(), "Test", game_id="7e577e57")))

    def run(self, *lines: str) -> str:
        """Run *lines*; returns their output."""
        before = len(self.services.said)
        for line in lines:
            run_line(self.session, line)
        return "\n".join(self.services.said[before:])

    def write(self, power: str, *orders: str, close: str = "seal") -> None:
        """Sit down for *power*, order, and seal (or close)."""
        self.run(f"open-seat {power} {PINS.get(power, '')}", *(f"order {order}" for order in orders), close)

    @property
    def seating(self) -> Seating:
        found = self.session.seating
        assert found is not None
        return found

    @property
    def game(self) -> Game:
        return self.session.game

    def lines_in_the_open(self) -> set[str]:
        """The powers that have lines in the open turn."""
        return set(self.seating.turn.orders)

    def disk(self) -> str:
        """All that lies in the folder, as text."""
        self.settle()
        files = sorted(each for each in self.folder.rglob("*") if each.is_file())
        return "\n".join(each.read_bytes().decode("utf-8", "replace") for each in files)

    def settle(self) -> None:
        """Wait until everything has reached the disk."""
        for document in self.session.documents:
            store = document._store
            if store is not None and hasattr(store, "settle"):
                store.settle()

    def end(self) -> None:
        """End the program without saving: what was accepted lies in the journal."""
        for document in self.session.documents:
            document.close()


def stage(desk: TableDesk) -> RoundStage:
    """Return the stage of the round."""
    return desk.seating.round.stage


def refused(desk: TableDesk, line: str) -> str:
    """Return the reason that *line* is refused."""
    with pytest.raises(CommandError) as error:
        desk.run(line)
    return str(error.value)


def played(desk: TableDesk) -> None:
    """One phase is carried out, and the next begins."""
    for power in desk.seating.round.to_seal:
        desk.write(power)
    desk.run("show-orders", "next-round")


def restarted(desk: TableDesk) -> TableDesk:
    """The same table in a program that was started again."""
    desk.settle()
    desk.end()
    again = TableDesk(desk.folder, game=False)
    again.session.add(again.library.recover(again.library.recoverable()[0]))
    return again


def with_units(desk: TableDesk, *units: str) -> Game:
    """The game with these units and no others."""
    position = replace(desk.game.turn(desk.game.last()).position, units=tuple(Unit.of(text) for text in units))
    return edit_position(desk.game, MAIN, position, "Set up.", by="", at="")
