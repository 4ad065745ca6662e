"""Neighbours of each province: the units that can step or help into it, computed once for a position."""

from __future__ import annotations

from adjudicator.variant import PowerRole
from adjudicator.variant_tables import PositionTables


class Sight:
    """For each province, by its number, the units that bear on it. Units have their places in ``Position.units``."""

    def __init__(self, here: PositionTables) -> None:
        tables = here.tables
        self.plays = [tables.variant.powers[power].role is PowerRole.PLAYING for power in tables.powers]
        """Power, by rank, to whether anybody orders its units; the others hold."""
        self.entering: list[list[int]] = [[] for _ in tables.board.codes]
        """Province to the units that can step there."""
        self.helping: list[list[int]] = [[] for _ in tables.board.codes]
        """Province to the units that can support into it."""
        for unit, (spot, power) in enumerate(zip(here.spots, here.powers, strict=True)):
            if self.plays[power]:
                reach = here.open_edges.reaches[power]
                for province in reach.provinces[spot]:
                    self.entering[province].append(unit)
                for province in reach.supports[spot]:
                    self.helping[province].append(unit)
