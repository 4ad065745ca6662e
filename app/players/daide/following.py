"""The document of a game that a DAIDE server plays: our rules are followed as far as it says the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator import LEGAL, DislodgedUnit, Location, Order, Phase, Position, Resolution, Retreat, Unit, Variant, legal_orders
from app.game.edits import new_game, process
from app.game.ending_edits import abandon, concede, declare_draw, reopen
from app.game.entries import Press
from app.game.played import difference
from app.game.record import MAIN, Cursor, EditError, Game, OrderLine
from app.game.table_edits import send_press
from app.players.daide.message_table import StandingUnit
from app.players.daide.turn_orders import retreats_of

REMOTE = "As the server has it"
"""Reason that a position was adjusted."""


class FollowedGame:
    """The document of a game that a server plays.

    Args:
        variant: what is played.
        name: of the game.
    """

    def __init__(self, variant: Variant, name: str) -> None:
        self.game: Game = new_game(variant, name)
        self._has_begun = False

    @property
    def _cursor(self) -> Cursor:
        return self.game.last()

    @property
    def position(self) -> Position:
        """Position of the game."""
        return self.game.turn(self._cursor).position

    def stands(self, phase: Phase, rows: Sequence[StandingUnit], owners: Mapping[str, str]) -> Position:
        """The server says how it stands; the position, ours where it is the same."""
        if self.game.ending is not None:
            self.game = reopen(self.game)  # by our rules it was over, and the server plays on
        retreats = {unit: places for unit, places in rows if places is not None}
        # the origin of a dislodgement is not sent
        dislodged = tuple(sorted((DislodgedUnit(unit, unit.province) for unit in retreats), key=str))
        bare = Position(phase, tuple(sorted((unit for unit, places in rows if places is None), key=str)), owners, dislodged)
        ours = self.position
        if _is_same(self.game.variant, ours, bare, retreats):
            self._has_begun = True
            return ours
        told = replace(bare, barred=_barred(self.game.variant, bare, retreats))
        turn = self.game.turn(self._cursor)
        change = difference(ours, told, REMOTE if self._has_begun else "The game was joined here")
        self.game = self.game.with_turn(self._cursor, replace(turn, position=told, adjustments=(*turn.adjustments, change)))
        self._has_begun = True
        return told

    def carried_out(self, orders: Iterable[tuple[str, Order]]) -> Resolution | None:
        """A turn was carried out with these orders; what we make of it. ``None`` where the game is over here already."""
        if self.game.ending is not None:
            return None
        cursor = self._cursor
        turn = self.game.turn(cursor)
        by_power: dict[str, list[OrderLine]] = {}
        for power, order in orders:
            by_power.setdefault(power, []).append(OrderLine(str(order), order, LEGAL))
        for power, lines in by_power.items():
            turn = turn.with_orders(power, tuple(lines))
        self.game = process(self.game.with_turn(cursor, turn))
        return self.game.turn(cursor).resolution

    def ended(self, winners: tuple[str, ...], *, is_draw: bool) -> None:
        """The server ended the game."""
        if self.game.ending is not None:
            return
        if is_draw:
            self.game = declare_draw(self.game, powers=winners)
        elif winners:
            self.game = concede(self.game, winner=winners[0])
        else:
            self.game = abandon(self.game)

    def write_press(self, sender: str, receivers: tuple[str, ...], text: str) -> None:
        """Press came or was sent."""
        try:
            self.game = send_press(self.game, MAIN, Press(sender, receivers, text))
        except EditError:
            return  # after the end, or of a power that is none of the game's


Retreats = Mapping[Unit, tuple[Location, ...]]
"""Dislodged units with the places that they may retreat to."""


def _is_same(variant: Variant, ours: Position, bare: Position, retreats: Retreats) -> bool:
    if ours.phase != bare.phase or set(ours.units) != set(bare.units) or dict(ours.owners) != dict(bare.owners):
        return False
    own = {each.unit: set(retreats_of(variant, ours, each.unit)) for each in ours.dislodged}
    return own == {unit: set(places) for unit, places in retreats.items()}


def _barred(variant: Variant, bare: Position, retreats: Retreats) -> dict[str, str]:
    """The retreats that our rules allow in a position and that are not in the server's list."""
    orders = [(unit, order) for unit in retreats for order in legal_orders(variant, bare, unit.location)]
    return {
        f"{unit.power} {order}": "the server" for unit, order in orders if isinstance(order, Retreat) and order.target not in retreats[unit]
    }
