"""Two powers side by side through a game: who helped whom, who attacked whom, when they were friends and who ended it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from app.statistics.deeds import Deed
from app.statistics.promises import Promise
from app.statistics.stabs import Friendship, Stab, friendships


@dataclass(frozen=True, slots=True)
class Pair:
    """Two powers in the variant's sequence, and what was between them."""

    one: str
    other: str
    deeds: tuple[Deed, ...]
    """Deeds of either to the other, void help left out."""
    promises: tuple[Promise, ...]
    stabs: tuple[Stab, ...]
    friendships: tuple[Friendship, ...]

    @property
    def weight(self) -> tuple[int, int, int]:
        """Weight in the story: stabs first, then help and words, then blows."""
        helps = sum(deed.helps for deed in self.deeds)
        return len(self.stabs), helps + len(self.promises), len(self.deeds) - helps


def pairs_of(
    powers: Sequence[str], deeds: Sequence[Deed], promises: Sequence[Promise], stabs: Sequence[Stab], years: Sequence[int]
) -> tuple[Pair, ...]:
    """Every pair that has anything between it, the most to tell first.

    Args:
        years: the year of each turn of the game.
    """
    found = []
    told = [deed for deed in deeds if deed.helps or deed.attacks]
    met = {frozenset((deed.by, deed.to)) for deed in told} | {frozenset((each.by, each.to)) for each in promises}
    for one, other in combinations(powers, 2):
        both = frozenset((one, other))
        if both not in met:
            continue
        found.append(
            Pair(
                one,
                other,
                tuple(deed for deed in told if {deed.by, deed.to} == both),
                tuple(each for each in promises if {each.by, each.to} == both),
                tuple(each for each in stabs if {each.by, each.to} == both),
                friendships(told, one, other, years),
            )
        )
    found.sort(key=lambda pair: pair.weight, reverse=True)
    return tuple(found)
