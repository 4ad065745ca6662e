"""Opponents without a plan: one that holds, one that plays at random, and the easy one, whose orders look sound."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from random import Random

from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Variant
from adjudicator.variant_tables import position_tables, variant_tables
from app.players.board_bot import BoardBot, SeededBot

_STAYS, _ANYWHERE, _OWN_CENTRE, _TAKEN_CENTRE, _FREE_CENTRE = 2, 1, 2, 5, 9
"""Numbers of lots for staying, and for going to each kind of place."""

_HELPS = 0.75
"""Probability that a unit that stays supports another of its power that it can support."""


_BEGINNER_STAYS = 45
"""Number of lots for staying, of a beginner."""


class EasyBot(SeededBot):
    """Goes for centres that are near, helps its own where it happens to stand beside them, and plans nothing."""

    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        phase = _Phase(variant, position, power, dice)
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                return phase.movement()
            case PhaseKind.RETREAT:
                return phase.retreats()
            case PhaseKind.ADJUSTMENT:
                return phase.adjustments()


def easy_movement(variant: Variant, position: Position, power: str, dice: Random) -> Sequence[Order]:
    """Return orders for a movement phase as the easy opponent gives them."""
    return _Phase(variant, position, power, dice).movement()


class BeginnerBot(SeededBot):
    """Plays like a beginner: units often stay, and none helps another."""

    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        phase = _Phase(variant, position, power, dice, stays=_BEGINNER_STAYS, helps=0.0)
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                return phase.movement()
            case PhaseKind.RETREAT:
                return phase.retreats()
            case PhaseKind.ADJUSTMENT:
                return phase.adjustments()


class _Phase:
    """One power's orders for one phase."""

    def __init__(
        self, variant: Variant, position: Position, power: str, dice: Random, *, stays: int = _STAYS, helps: float = _HELPS
    ) -> None:
        self._stays, self._helps = stays, helps
        self._variant = variant
        self._position = position
        self._power = power
        self._dice = dice
        tables = variant_tables(variant)
        self._board = tables.board
        self._reach = position_tables(tables, position).open_edges.reaches[tables.power_rank[power]]

    def _legal(self, place: Location | str) -> Sequence[Order]:
        return legal_orders(self._variant, self._position, place)

    def _lots(self, target: Location) -> int:
        """Return the number of lots for going to *target*."""
        if not self._variant.board.provinces[target.province].centre:
            return _ANYWHERE
        if self._position.owners.get(target.province) == self._power:
            return _OWN_CENTRE
        return _FREE_CENTRE if self._position.unit_at(target.province) is None else _TAKEN_CENTRE

    def movement(self) -> list[Order]:
        """Some units go, none into another; those that stay help where they can."""
        units = list(self._position.units_of(self._power))
        going: dict[str, Move] = {}
        for unit in self._dice.sample(units, len(units)):
            moves = [order for order in self._legal(unit.location) if isinstance(order, Move) and self._is_free(order, going)]
            chosen = self._dice.choices([None, *moves], [self._stays, *(self._lots(each.target) for each in moves)])[0]
            if chosen is not None:
                going[unit.province] = chosen
        return [going.get(unit.province) or self._stay(unit, going) for unit in units]

    def _is_free(self, move: Move, going: dict[str, Move]) -> bool:
        """Return True if no other own unit goes where *move* leads, or stays there, and no fleet would be needed."""
        if move.via_convoy or self._board.spot_at(move.piece.kind, move.target) not in self._steps(move.piece):
            return False
        there = self._position.unit_at(move.target.province)
        if there is not None and there.power == self._power:
            onward = going.get(there.province)
            if onward is None or onward.target.province == move.piece.location.province:
                return False
        return all(other.target.province != move.target.province for other in going.values())

    def _steps(self, piece: Piece) -> Mapping[int, int]:
        """The spots that a unit can step to now."""
        spot = self._board.spot_at(piece.kind, piece.location)
        return {} if spot is None else self._reach.moves[spot]

    def _stay(self, unit: Unit, going: dict[str, Move]) -> Order:
        """A support for what another own unit really does, or holding."""
        supports = (order for order in self._legal(unit.location) if isinstance(order, Support))
        helps = [order for order in supports if self._does(order.supported, order.target, going)]
        return self._dice.choice(helps) if helps and self._dice.random() < self._helps else Hold(unit.piece)

    def _does(self, piece: Piece, target: Location | None, going: dict[str, Move]) -> bool:
        """Return True if an own unit goes to *target*, or stays where that is ``None``."""
        there = self._position.unit_at(piece.location.province)
        move = going.get(piece.location.province)
        return there is not None and there.power == self._power and (None if move is None else move.target) == target

    def retreats(self) -> list[Order]:
        """Each dislodged unit goes somewhere, and no two to the same place."""
        orders: list[Order] = []
        taken: set[str] = set()
        for place in orderable(self._variant, self._position, self._power):
            ways = [each for each in self._legal(place) if isinstance(each, Retreat) and each.target.province not in taken]
            if not ways:
                orders += [each for each in self._legal(place) if isinstance(each, Disband)]
                continue
            chosen = self._dice.choices(ways, [self._lots(each.target) for each in ways])[0]
            taken.add(chosen.target.province)
            orders.append(chosen)
        return orders

    def adjustments(self) -> list[Order]:
        """All builds that there are, of kinds that can move from where they are built; of removals those first that stand on no centre."""
        due = adjustment(self._variant, self._position, self._power)
        places = list(dict.fromkeys(each.province for each in orderable(self._variant, self._position, self._power)))
        self._dice.shuffle(places)
        if due < 0:
            places.sort(key=lambda place: self._variant.board.provinces[place].centre)
            return [order for place in places[:-due] for order in self._legal(place) if isinstance(order, Remove)]
        orders: list[Order] = []
        for place in places:
            builds = [each for each in self._legal(place) if isinstance(each, Build)]
            useful = [each for each in builds if self._steps(each.piece)] or builds
            if useful and len(orders) < due:
                orders.append(self._dice.choice(useful))
        return [*orders, *(Waive() for _ in range(due - len(orders)))]


class HoldingBot:
    """Orders nothing: its units hold, dislodged ones disband, builds are waived, removals are left to the rules."""

    def started(self, variant: Variant, power: str) -> None:
        """Needs to know nothing of the game."""

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:  # noqa: ARG002 - the protocol's words
        """None at all."""
        return ()

    def told(self, resolution: Resolution) -> None:
        """Learns nothing."""

    def ended(self, ending: Ending) -> None:
        """Feels nothing."""


class RandomBot(BoardBot):
    """Gives each unit one of its legal orders, all equally likely; retreats and builds where it can.

    Args:
        seed: the same seed plays the same game.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)  # noqa: S311 - dice, no secrets

    def _orders(self, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        places = orderable(variant, position, power)
        if position.phase.kind is not PhaseKind.ADJUSTMENT:
            orders = [self._random.choice(legal_orders(variant, position, place)) for place in places]
            return [self._kept(variant, position, order) for order in orders]
        due = adjustment(variant, position, power)
        chosen = self._random.sample(list(places), min(abs(due), len(places)))
        options = [[order for order in legal_orders(variant, position, place) if isinstance(order, Build | Remove)] for place in chosen]
        given: list[Order] = [self._random.choice(each) for each in options if each]
        return [*given, *(Waive() for _ in range(due - len(given)))]

    def _kept(self, variant: Variant, position: Position, order: Order) -> Order:
        """A retreat in place of a disbanding, where there is one."""
        if not isinstance(order, Disband):
            return order
        retreats = [each for each in legal_orders(variant, position, order.piece.location) if isinstance(each, Retreat)]
        return self._random.choice(retreats) if retreats else order
