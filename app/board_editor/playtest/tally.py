"""Tally of one game of a play-test: a small value that travels between processes as a line of text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

from adjudicator.order import Move, Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Ending
from adjudicator.variant import Variant


@dataclass(frozen=True, slots=True)
class GameTally:
    """The figures of one game."""

    seed: int
    phases: int
    """Number of phases that were played."""
    winners: tuple[str, ...]
    """One for a solo, those who share a draw, none where all were gone."""
    reason: str
    """Reason that it ended."""
    alive: tuple[str, ...]
    """Powers that owned a centre or had a unit at the end."""
    centres: tuple[tuple[int, ...], ...]
    """Centres of each power in the variant's sequence, by year, the start first."""
    entered: Mapping[str, int]
    """Province to the number of movement phases, and the end, at which a unit stood there; those in which none ever did are absent."""
    fought: Mapping[str, int]
    """Province to the number of phases in which units of two powers wanted it."""
    taken: tuple[str, ...]
    """Centres that ever got another owner than at the start."""
    clash: str
    """The phase in which two powers first wanted the same province; empty where they never did."""
    clashes: tuple[str, ...]
    """Provinces of the clashes in that phase."""
    misses: int = 0
    """Turns that players lost since their answer was none."""

    @property
    def years(self) -> int:
        """Number of years that were played, the last one as far as it went."""
        return len(self.centres) - 1

    def line(self) -> str:
        """A line of text that :func:`read_tally` reads back."""
        return json.dumps(asdict(self), separators=(",", ":"))


def read_tally(line: str | bytes) -> GameTally:
    """The tally that *line* is of."""
    data = json.loads(line)
    return GameTally(
        data["seed"],
        data["phases"],
        tuple(data["winners"]),
        data["reason"],
        tuple(data["alive"]),
        tuple(map(tuple, data["centres"])),
        data["entered"],
        data["fought"],
        tuple(data["taken"]),
        data["clash"],
        tuple(data["clashes"]),
        data["misses"],
    )


Played = tuple[Position, Sequence[tuple[str, Order]], Position]
"""A phase that was adjudicated: where it began, the orders with who gave each, and the position after it."""


def tally_of(
    variant: Variant, powers: Sequence[str], seed: int, played: Sequence[Played], final: Position, ending: Ending, misses: int = 0
) -> GameTally:
    """The tally of a game.

    Args:
        powers: those that are played, in the variant's sequence.
        seed: of its players.
        played: its phases.
        final: the position at its end.
    """
    positions = [before for before, _, _ in played] + [final]
    moments = [each for each in positions if each.phase.kind is PhaseKind.MOVEMENT or each is final]
    entered = Counter(place for each in moments for place in {unit.location.province for unit in each.units})
    entered.update({unit.location.province for each in positions for unit in each.units} - entered.keys())
    centres, taken = _by_year(powers, positions)
    fought: Counter[str] = Counter()
    clash, clashes = "", set[str]()
    for before, orders, after in played:
        if before.phase.kind is not PhaseKind.MOVEMENT:
            continue
        here = _fought_over(before, orders, after)
        if here and not clash:
            clash, clashes = str(before.phase), here
        fought.update(here)
    alive = {unit.power for unit in final.units} | set(final.owners.values())
    return GameTally(
        seed,
        len(played),
        ending.winners,
        ending.reason,
        tuple(power for power in powers if power in alive),
        centres,
        dict(sorted(entered.items())),
        dict(sorted(fought.items())),
        tuple(sorted(taken & set(variant.board.centres))),
        clash,
        tuple(sorted(clashes)),
        misses,
    )


def _by_year(powers: Sequence[str], positions: Sequence[Position]) -> tuple[tuple[tuple[int, ...], ...], set[str]]:
    """The centres of each power at the start and after each year, and those that changed hands."""
    start = positions[0].owners
    rows, taken, owners = [_counts(powers, start)], set[str](), start
    for before, after in pairwise(positions):
        if after.owners is not owners:
            owners = after.owners
            taken |= {place for place, owner in owners.items() if owner != start.get(place)}
        if after.phase.year != before.phase.year:
            rows.append(_counts(powers, owners))
    rows.append(_counts(powers, owners))
    if len(positions) > 1 and positions[-1].phase.year != positions[-2].phase.year:
        rows.pop()  # the game stopped between two years
    return tuple(rows), taken


def _counts(powers: Sequence[str], owners: Mapping[str, str]) -> tuple[int, ...]:
    held = list(owners.values())
    return tuple(held.count(power) for power in powers)


def _fought_over(before: Position, orders: Sequence[tuple[str, Order]], after: Position) -> set[str]:
    """Provinces that two powers wanted: to move there, or to stay there; a unit whose move away failed stayed."""
    wanted: dict[str, set[str]] = {}
    leaving: set[str] = set()
    for power, order in orders:
        if isinstance(order, Move):
            wanted.setdefault(order.target.province, set()).add(power)
            leaving.add(order.piece.location.province)
    found: set[str] = set()
    for place, powers in wanted.items():
        stood = before.unit_at(place)
        if stood is not None and (place not in leaving or after.dislodged_at(place) is not None or after.unit_at(place) == stood):
            powers = powers | {stood.power}
        if len(powers) > 1:
            found.add(place)
    return found
