"""Common base of the builders of a phase block."""

from __future__ import annotations

import re

from adjudicator.variant import Variant
from app.game.dpn.building import Building
from app.game.dpn.faults import shown
from languages import tr


class PhasePartBuilder:
    """Builds a part of a turn, and puts what is wrong with it among the faults of the game.

    Args:
        known: whether *variant* is the game's own; in a stand-in nothing is looked up.
    """

    def __init__(self, building: Building, variant: Variant, *, known: bool) -> None:
        self._building = building
        self._variant = variant
        self._known = known

    def _is_stranger(self, index: int, power: str, *mark: str) -> bool:
        """Return True if the block number *index* has no such power; reported once for its line, whatever else the line names.

        Args:
            mark: what the line begins with before the power.
        """
        if not self._known or power in self._variant.powers:
            return False
        line, column = self._building.find(index, *mark, f"{power}:")
        if mark:
            self._building.leave_out(index, listing(*mark, power))
        else:
            self._building.orders_of_strangers |= self._building.beginning(index, listing(power))
        expected = tr("one of {powers}", powers=", ".join(self._variant.powers))
        self._building.error(line, tr("{shown} is no power of {variant}", shown=shown(power), variant=self._variant.name), expected, column)
        return True


def listing(*words: str) -> str:
    """Return the beginning of a line that lists something of a power, as a regular expression."""
    return r"\s*" + r"\s*".join(map(re.escape, words)) + r"\s*:"
