"""The movement orders of a board, each made once."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.board_tables import BoardTables
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.reach import Reach


class KnownOrders:
    """The orders of a board, each made once, when it is first asked for. Kept with the edges it was made for."""

    def __init__(self, reach: Reach) -> None:
        tables = reach.tables
        self._reach = reach
        self._tables: BoardTables = tables
        self._moves: dict[tuple[int, int, bool], Move] = {}
        self._supports: dict[tuple[int, int, int], Support] = {}
        self._convoys: dict[tuple[int, int, int], Convoy] = {}
        self._by_itself: dict[int, tuple[Order, ...]] = {}
        self._supported: dict[int, dict[int, tuple[Order, ...]]] = {}
        self._entering: list[list[int]] = [[] for _ in tables.codes]
        """Province to the spots from which a unit can step there."""
        for spot, provinces in enumerate(reach.provinces):
            for province in provinces:
                self._entering[province].append(spot)
        self._standing: list[list[int]] = [[] for _ in tables.codes]
        """Province to the spots there."""
        for spot, province in enumerate(tables.province_of):
            self._standing[province].append(spot)

    def by_itself(self, spot: int) -> tuple[Order, ...]:
        """The hold of a unit at *spot* and its moves over edges."""
        found = self._by_itself.get(spot)
        if found is None:
            moves = (self.move(spot, target, via=False) for target in self._steps(spot))
            found = self._by_itself[spot] = (Hold(self._tables.pieces[spot]), *moves)
        return found

    def supported(self, spot: int) -> Mapping[int, tuple[Order, ...]]:
        """The supports that a unit at *spot* can give to units at other spots, to hold or to step."""
        known = self._supported.get(spot)
        if known is not None:
            return known
        province_of = self._tables.province_of
        into = self._reach.supports[spot]
        near = {other for province in into for other in (*self._standing[province], *self._entering[province])}
        made: dict[int, tuple[Order, ...]] = {}
        for other in near:
            if province_of[other] == province_of[spot]:
                continue
            holding = [self.support_to_hold(spot, other)] if province_of[other] in into else []
            onward = [self.support(spot, other, target) for target in self._steps(other) if province_of[target] in into]
            if holding or onward:
                made[other] = (*holding, *onward)
        self._supported[spot] = made
        return made

    def _steps(self, spot: int) -> list[int]:
        """The spots a unit at *spot* can step to, by the text of the place."""
        pieces = self._tables.pieces
        return sorted(self._reach.moves[spot], key=lambda target: str(pieces[target].location))

    def move(self, spot: int, target: int, *, via: bool) -> Move:
        """The one move from *spot* to *target*."""
        key = (spot, target, via)
        order = self._moves.get(key)
        if order is None:
            order = self._moves[key] = Move(self._tables.pieces[spot], self._tables.pieces[target].location, via)
        return order

    def support(self, spot: int, other: int, target: int) -> Support:
        """The one support by *spot* for the move from *other* to *target*."""
        key = (spot, other, target)
        order = self._supports.get(key)
        if order is None:
            pieces = self._tables.pieces
            order = self._supports[key] = Support(pieces[spot], pieces[other], pieces[target].location)
        return order

    def support_to_hold(self, spot: int, other: int) -> Support:
        """The one support by *spot* for the unit at *other* to stay."""
        key = (spot, other, -1)
        order = self._supports.get(key)
        if order is None:
            order = self._supports[key] = Support(self._tables.pieces[spot], self._tables.pieces[other])
        return order

    def convoy(self, spot: int, army: int, target: int) -> Convoy:
        """The one convoy by *spot* of the army at *army* to *target*."""
        key = (spot, army, target)
        order = self._convoys.get(key)
        if order is None:
            pieces = self._tables.pieces
            order = self._convoys[key] = Convoy(pieces[spot], pieces[army], pieces[target].location)
        return order
