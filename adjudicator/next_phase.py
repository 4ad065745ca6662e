"""End of a phase: centres change hands, the calendar moves on, the game may end, by votes too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType

from adjudicator.builds import adjustments_of
from adjudicator.movement import PhaseResult
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Capture, Ending, Resolution, resolution_explained_by
from adjudicator.unit import Unit
from adjudicator.variant import PowerRole, Variant
from adjudicator.variant_tables import VariantTables, remember_numbers

QUIET_YEARS = "years without capture"
LAST_CAPTURE = "year of the last capture"


def step_index(tables: VariantTables, phase: Phase) -> int:
    """The place of *phase* in the calendar's round.

    Raises:
        ValueError: the calendar has no such phase.
    """
    index = tables.step_of.get((phase.season, phase.kind))
    if index is None:
        raise ValueError(f"the calendar of {tables.variant.id} has no phase such as {phase}")
    return index


def retreats_follow(tables: VariantTables, phase: Phase) -> bool:
    """Return True if the calendar lets dislodged units retreat after *phase*."""
    steps = tables.variant.calendar.steps
    return steps[(step_index(tables, phase) + 1) % len(steps)].kind is PhaseKind.RETREAT


def next_year(year: int, step: int) -> int:
    """The year *step* years on; there is no year 0.

    >>> next_year(1901, 1)
    1902
    >>> next_year(-1, 1)
    1
    """
    later = year + step
    return later + 1 if year < 0 <= later else later


def conclude(tables: VariantTables, position: Position, phase_result: PhaseResult) -> Resolution:
    """The resolution of a phase whose *phase_result* is known."""
    variant, turns = tables.variant, tables.turns
    index = step_index(tables, position.phase)
    year = position.phase.year
    owners, counters = position.owners, position.counters
    captures: tuple[Capture, ...] = ()
    skipped: list[Phase] = []
    ending: Ending | None = None
    for _ in range(2 * len(turns)):
        if turns[index].captures:
            taken = take_centres(tables, owners, phase_result.numbers)
            if taken:
                captures += taken
                owners = MappingProxyType({**owners, **{each.province: each.new for each in taken}})
                if variant.years_without_capture is not None:
                    counters = MappingProxyType({**counters, LAST_CAPTURE: year, QUIET_YEARS: 0})
            ending = ending or solo(variant, owners)
        index += 1
        before = year
        if index == len(turns):
            index = 0
            if variant.years_without_capture is not None and counters.get(LAST_CAPTURE) != year:
                counters = MappingProxyType({**counters, QUIET_YEARS: counters.get(QUIET_YEARS, 0) + 1})
                if counters[QUIET_YEARS] >= variant.years_without_capture:
                    ending = ending or Ending(survivors(variant, owners, phase_result.units), "no captures")
            year = next_year(year, variant.calendar.year_step)
        elif turns[index].later:
            year = next_year(year, turns[index].later)
        if year != before and variant.year_limit is not None and year > variant.year_limit:
            ending = ending or Ending(survivors(variant, owners, phase_result.units), "year limit")
        season, kind = turns[index].season, turns[index].kind
        phase = tables.phase(season, year, kind)
        if kind is PhaseKind.RETREAT and not phase_result.dislodged:
            skipped.append(phase)
            continue
        following = Position(
            phase, phase_result.units, owners, phase_result.dislodged, phase_result.contested, position.conditions, counters
        )
        remember_numbers(tables, following, phase_result.numbers)
        if kind is not PhaseKind.ADJUSTMENT or _anything_to_adjust(tables, following):
            break
        skipped.append(phase)
    if isinstance(phase_result.outcomes, tuple):
        return Resolution(phase_result.outcomes, phase_result.refused, captures, tuple(skipped), following, ending)
    return resolution_explained_by(phase_result.outcomes, phase_result.refused, captures, tuple(skipped), following, ending)


def take_centres(tables: VariantTables, owners: Mapping[str, str], numbers: Sequence[int]) -> tuple[Capture, ...]:
    """The centres that fall to the units on them, sorted by province."""
    centres, powers = tables.centres, tables.powers
    width = len(centres)
    found: list[Capture] = []
    for number in numbers:
        centre = centres[number % width]
        if centre is not None:
            power = powers[number // width]
            if owners.get(centre) != power:
                found.append(Capture(centre, owners.get(centre), power))
    found.sort(key=attrgetter("province"))
    return tuple(found)


def _anything_to_adjust(tables: VariantTables, position: Position) -> bool:
    """Return True if some power can build or must remove."""
    balance = Counter(position.owners.values())
    balance.subtract(unit.power for unit in position.units)
    if not any(balance.values()):
        return False
    adjustments = adjustments_of(tables, position)
    return any(adjustments.balance(power) != 0 for power in tables.powers)


def solo(variant: Variant, owners: Mapping[str, str]) -> Ending | None:
    """The end of the game if one power has reached its number of centres, and none has as many.

    >>> from variants import standard
    >>> game = standard()
    >>> solo(game, dict.fromkeys(game.board.centres[:18], "FRANCE"))
    Ending(winners=('FRANCE',), reason='centres')
    """
    count: dict[str, int] = {}
    for owner in owners.values():
        count[owner] = count.get(owner, 0) + 1
    reached = [
        (count.get(power.id, 0), power.id)
        for power in variant.powers.values()
        if power.role is not PowerRole.NEUTRAL and count.get(power.id, 0) >= (power.victory or variant.victory)
    ]
    if not reached:
        return None
    most = max(centres for centres, _ in reached)
    leaders = [power for centres, power in reached if centres == most]
    return Ending((leaders[0],), "centres") if len(leaders) == 1 else None


def survivors(variant: Variant, owners: Mapping[str, str], units: tuple[Unit, ...]) -> tuple[str, ...]:
    """The powers that are party to a draw: those that play and still have a centre or a unit.

    >>> from variants import standard
    >>> survivors(standard(), {"PAR": "FRANCE", "CON": "TURKEY"}, ())
    ('FRANCE', 'TURKEY')
    """
    alive = {*owners.values(), *(unit.power for unit in units)}
    return tuple(power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING and power.id in alive)


@dataclass(frozen=True, slots=True)
class DrawVote:
    """For a draw among *powers*; empty means all that survive."""

    powers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Concession:
    """For ending the game with *winner* as its only winner."""

    winner: str


Vote = DrawVote | Concession


def settle_votes(variant: Variant, position: Position, votes: Mapping[str, Vote], *, all_share: bool = False) -> Ending | None:
    """The end of the game if the votes make one, else ``None``.

    A draw needs the same vote of every surviving power, those it leaves out as well; with *all_share* only a draw among all
    survivors counts. A concession needs the vote of every surviving power but the winner. Votes of powers that do not
    survive, or do not play, are not looked at.

    >>> from variants import standard
    >>> game = standard()
    >>> votes = {power: Concession("FRANCE") for power in game.powers if power != "FRANCE"}
    >>> settle_votes(game, game.start, votes)
    Ending(winners=('FRANCE',), reason='concession')
    >>> del votes["TURKEY"]
    >>> print(settle_votes(game, game.start, votes))
    None
    """
    alive = survivors(variant, position.owners, position.units)
    if not alive:
        return None
    for winner in alive:
        others = [power for power in alive if power != winner]
        if others and all(votes.get(power) == Concession(winner) for power in others):
            return Ending((winner,), "concession")
    everybody = frozenset(alive)
    wanted: set[frozenset[str]] = set()
    for power in alive:
        vote = votes.get(power)
        if not isinstance(vote, DrawVote):
            return None
        wanted.add(vote.powers & everybody or everybody)
    if len(wanted) != 1:
        return None
    sharing = next(iter(wanted))
    if all_share and sharing != everybody:
        return None
    return Ending(tuple(power for power in alive if power in sharing), "draw")
