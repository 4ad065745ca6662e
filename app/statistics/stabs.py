"""Relations of two powers through a game: who helped, who attacked, when they were friends and who ended it.

Two powers are *friends* for two years after one of them last helped the other, until one of them attacks the other. A *stab* is an attack
on a friend. What follows it is war: another stab needs another help first. A season has at most one stab of one power on another; its
attack is the one that took a centre, else one that took anything, else the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from adjudicator.phase import Phase
from app.statistics.deeds import Deed, DeedFate
from app.statistics.promises import Promise

YEARS = 2
"""For how many years help makes friends."""


@dataclass(frozen=True, slots=True)
class Stab:
    """An attack on a friend."""

    attack: Deed
    help: Deed
    """The last help between the two."""

    @property
    def index(self) -> int:
        """The index of the turn."""
        return self.attack.index

    @property
    def phase(self) -> Phase:
        """The phase of the attack."""
        return self.attack.phase

    @property
    def by(self) -> str:
        """Power that stabbed."""
        return self.attack.by

    @property
    def to(self) -> str:
        """Power that was stabbed."""
        return self.attack.to


@dataclass(frozen=True, slots=True)
class Friendship:
    """A time in which two powers were friends, from the first help to its end."""

    first: int
    """Index of the turn of the first help."""
    last: int
    """Index of the last turn of it: the one of the attack that ended it, the last help's that was within two years, or the last of all."""
    broken: bool
    """True if an attack ended it."""


def stabs_of(deeds: Sequence[Deed]) -> tuple[Stab, ...]:
    """Every stab, in its sequence."""
    last_help: dict[frozenset[str], Deed] = {}
    found: list[Stab] = []
    for _, season in groupby(deeds, key=lambda deed: deed.index):
        of_season = list(season)
        attacked: set[frozenset[str]] = set()
        told: set[tuple[str, str]] = set()
        for attack in sorted((deed for deed in of_season if deed.attacks), key=_weight):
            pair = frozenset((attack.by, attack.to))
            help_ = last_help.get(pair)
            attacked.add(pair)
            if help_ is None or attack.phase.year - help_.phase.year > YEARS or (attack.by, attack.to) in told:
                continue
            told.add((attack.by, attack.to))
            found.append(Stab(attack, help_))
        for pair in attacked:
            last_help.pop(pair, None)
        for deed in of_season:
            if deed.helps and frozenset((deed.by, deed.to)) not in attacked:
                last_help[frozenset((deed.by, deed.to))] = deed
    return tuple(found)


def friendships(deeds: Iterable[Deed], one: str, other: str, years: Sequence[int]) -> tuple[Friendship, ...]:
    """The times in which *one* and *other* were friends.

    Args:
        deeds: of the whole game.
        years: the year of each turn of the game.
    """
    pair = {one, other}
    between = [deed for deed in deeds if {deed.by, deed.to} == pair]
    found: list[Friendship] = []
    first: int | None = None
    last_help = 0
    for index, season in groupby(between, key=lambda deed: deed.index):
        of_season = list(season)
        if first is not None and years[index] - years[last_help] > YEARS:
            found.append(Friendship(first, _run_out(last_help, years), broken=False))
            first = None
        if any(deed.attacks for deed in of_season):
            if first is not None:
                found.append(Friendship(first, index, broken=True))
                first = None
        elif any(deed.helps for deed in of_season):
            first, last_help = index if first is None else first, index
    if first is not None:
        found.append(Friendship(first, _run_out(last_help, years), broken=False))
    return tuple(found)


def _run_out(last_help: int, years: Sequence[int]) -> int:
    """The last turn in which a friendship lasts whose last help was at *last_help*."""
    return max(index for index in range(last_help, len(years)) if years[index] - years[last_help] <= YEARS)


def _weight(deed: Deed) -> tuple[bool, bool]:
    """Sorts what tells most to the front."""
    return not deed.takes_centre, deed.fate is not DeedFate.DONE


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
