"""The whole of a phase in one pure function, and how it ends: centres change hands, the calendar moves on, the game may end, by votes too.

The compiled core plays a movement phase where every order is exact, possible and the only one for its unit; its outcomes and reasons are
those that ``explanation.py`` gives. Whatever else there is, Python decides.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType

from adjudicator.builds import adjust_units, adjustments_of
from adjudicator.caching import maker
from adjudicator.compiled import Core, core_for
from adjudicator.explanation import (
    BOUNCE,
    CUT,
    DESTROYED,
    DISLODGED,
    DISRUPTED,
    IN_UNITS,
    NO_CONVOY,
    NOT_ORDERED,
    OK,
    VOID,
    CommonReasons,
    plain,
)
from adjudicator.matching import OrdersByPower
from adjudicator.movement import PhaseResult, move_units
from adjudicator.movement_order import index_order
from adjudicator.order import Order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import NO_BARS, Position
from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Resolution, Result, resolution_explained_by
from adjudicator.retreat import retreat_units
from adjudicator.rows import NotClaimedError
from adjudicator.unit import DislodgedUnit, Unit
from adjudicator.variant import PowerRole, Variant
from adjudicator.variant_tables import Numbered, VariantTables, position_tables, remember_numbers, row_of, variant_tables


def adjudicate(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> Resolution:
    """Adjudicate the orders of one phase: their outcomes and the next position. Same in, same out; nothing else is looked at.

    Args:
        variant: what is played.
        position: the moment that is ordered.
        orders_by_power: the orders each power gave. A power that is missing gave none at all; one with an empty sequence
            gave an empty set. The difference matters only where the rules say what happens to a power that sends nothing.

    Raises:
        ValueError: the position does not fit the variant: a unit where it cannot stand, two in one province, a phase that
            the calendar does not have. Wrong orders raise nothing; they are in the resolution with their verdicts.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> game = standard()
    >>> orders = {"FRANCE": [parse_order("A PAR - BUR")], "GERMANY": [parse_order("A MUN - BUR")]}
    >>> resolution = adjudicate(game, game.start, orders)
    >>> sorted(result.value for result in resolution.outcome_of("PAR").results)
    ['bounce']
    >>> print(resolution.next.phase)
    F1901M
    """
    tables = variant_tables(variant)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            found = _moved_by_core(tables, position, orders_by_power)
            return _moved(tables, position, orders_by_power) if found is None else found
        case PhaseKind.RETREAT:
            return conclude(tables, position, retreat_units(tables, position, orders_by_power))
        case PhaseKind.ADJUSTMENT:
            return conclude(tables, position, adjust_units(tables, position, orders_by_power))


def adjudicate_in_python(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> Resolution:
    """The same by the rules in Python alone, which the compiled core is held to."""
    tables = variant_tables(variant)
    return (
        _moved(tables, position, orders_by_power)
        if position.phase.kind is PhaseKind.MOVEMENT
        else adjudicate(variant, position, orders_by_power)
    )


def _moved(tables: VariantTables, position: Position, orders_by_power: OrdersByPower) -> Resolution:
    follow = retreats_follow(tables, position.phase)
    return conclude(tables, position, move_units(tables, position, orders_by_power, retreats_follow=follow))


def _moved_by_core(tables: VariantTables, position: Position, orders_by_power: OrdersByPower) -> Resolution | None:
    """The resolution of a movement phase; ``None`` where Python must decide."""
    open_edges = tables.open_edges(position)
    core = core_for(tables, open_edges)
    if core is None or not core.reads_orders:
        return None
    row = row_of(tables, position)
    if row is None:
        here = position_tables(tables, position)
        try:
            row = here.row = core.row(position)
        except NotClaimedError:
            return None
    making = core.making or making_of(core)
    return core.module.play(core.handle, position, row, core.blank[:], core.none_taken[:], core.orders_met(), orders_by_power, making)


def making_of(core: Core) -> tuple[object, ...]:
    """Values and functions that the core makes resolutions with, in the sequence of ``native/values.h``."""
    tables = core.tables
    forms = core.module.forms(Position, Resolution, DislodgedUnit, CoreExplanation, Numbered)
    units, reach = (core.units, tables.units), core.open_edges.shared
    rarely = (_next_phase, _new_owners, Core.counters, Core.ending)
    core.making = (forms, tables.power_rank, *units, reach, index_order, list(tables.board.codes), [], *rarely, core, tables, NO_BARS)
    return core.making


_capture = maker(Capture, "province", "old", "new")


def _new_owners(
    core: Core, before: Mapping[str, str], row: Sequence[int], changed: Sequence[int]
) -> tuple[Mapping[str, str], tuple[Capture, ...]]:
    """The owners that *row* says, where those *before* changed in these provinces, and the centres that changed hands."""
    owners, codes = core.owners_after(before, row, changed), core.tables.board.codes
    return owners, tuple([_capture(code, before.get(code), owners[code]) for code in sorted([codes[at] for at in changed])])


def _next_phase(tables: VariantTables, index: int, year: int, step_after: int, year_after: int) -> tuple[Phase, tuple[Phase, ...]]:
    """The phase of that step and year, and the phases since the other, in which there was nothing to order."""
    turns, passed = tables.turns, list[Phase]()
    while not passed or (index, year) != (step_after, year_after):
        index += 1
        if index == len(turns):
            index, year = 0, next_year(year, tables.variant.calendar.year_step)
        elif turns[index].later:
            year = next_year(year, turns[index].later)
        passed.append(tables.phase(turns[index].season, year, turns[index].kind))
    return passed.pop(), tuple(passed)


class CoreExplanation:
    """Tells of every order of a movement phase what became of it, and why."""

    __slots__ = ("core", "met", "position", "row", "taken")

    core: Core
    row: array[int]
    taken: array[int]
    met: list[Order]
    position: Position

    def outcomes(self) -> tuple[OrderOutcome, ...]:
        """One outcome for each unit, by power and location."""
        found = self.by_core()
        return self._by_rules() if found is None else found

    def by_core(self) -> tuple[OrderOutcome, ...] | None:
        """The outcomes; ``None`` where decisions waited for one another, which Python tells."""
        core, tables = self.core, self.core.tables
        words = tables.once(words_of, tables)
        return core.module.outcomes(core.handle, self.row, self.taken, self.met, core.units, tables.units, words)

    def _by_rules(self) -> tuple[OrderOutcome, ...]:
        tables, taken = self.core.tables, self.taken
        given: dict[str, list[Order]] = {power: [] for power in tables.powers}
        for unit in self.position.units:
            place = tables.board.province_index[unit.province]
            if taken[place]:
                given[unit.power].append(self.met[taken[self.core.provinces + place] - 1])
        return _moved(tables, self.position, given).outcomes


_Results = frozenset[Result]
_Reasons = Sequence[tuple[Reason, ...]]


def words_of(tables: VariantTables) -> tuple[object, ...]:
    """Words that the core makes outcomes of, in the sequence of ``native/outcomes.c``."""
    board = tables.board
    common, codes = board.once(CommonReasons, board), board.codes

    def alone(kind: ReasonKind) -> _Reasons:
        return [plain(kind, "4.E.2", code) for code in codes]

    def compared(results: _Results, kind: ReasonKind, rule: str = "5.B.1") -> tuple[object, ...]:
        return *_with_dislodgement(results), None, kind, rule, True

    def done_by(results: _Results, kind: ReasonKind, rule: str) -> tuple[object, ...]:
        return *_with_dislodgement(results), None, kind, rule, False

    def by_place(results: _Results, reasons: _Reasons) -> tuple[object, ...]:
        return *_with_dislodgement(results), reasons, None, None, None

    in_vain: _Reasons = [()] * len(codes)
    tellings = (
        by_place(OK, common.held),
        compared(OK, ReasonKind.PREVAILED, "5.B.5"),
        by_place(frozenset(), in_vain),
        by_place(OK, common.unopposed),
        compared(OK, ReasonKind.PREVAILED),
        compared(BOUNCE, ReasonKind.BOUNCED_OFF_UNIT),
        compared(BOUNCE, ReasonKind.BOUNCED_OFF_MOVE),
        compared(BOUNCE, ReasonKind.LOST_HEAD_TO_HEAD),
        compared(BOUNCE, ReasonKind.OWN_UNIT_IN_THE_WAY),
        compared(BOUNCE, ReasonKind.OWN_SUPPORT_NOT_COUNTED),
        by_place(OK, common.given),
        done_by(CUT, ReasonKind.CUT_BY, "5.B.2"),
        by_place(VOID, alone(ReasonKind.SUPPORT_UNMATCHED)),
        by_place(VOID, alone(ReasonKind.CONVOY_UNMATCHED)),
        by_place(OK, common.carrying),
        by_place(DISRUPTED, in_vain),
        by_place(NO_CONVOY, alone(ReasonKind.NO_FLEET_ORDERED)),
        done_by(NO_CONVOY, ReasonKind.CONVOY_BROKEN, "5.B.4"),
    )
    return (
        OrderOutcome,
        Reason,
        tellings,
        list(codes),
        IN_UNITS,
        common.staying,
        list(tables.powers),
        NOT_ORDERED,
        (ReasonKind.DISLODGED_BY, "5.B.1"),
        alone(ReasonKind.NO_RETREAT),
    )


def _with_dislodgement(results: _Results) -> tuple[_Results, _Results, _Results]:
    """The results of an order; with those of a unit that was dislodged, and of one that was destroyed."""
    return results, results | DISLODGED, results | DESTROYED


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
