"""The whole of a phase in one pure function.

The compiled core plays a movement phase where every order is exact, possible and the only one for its unit; its outcomes and reasons are
those that ``explanation.py`` gives. Whatever else there is, Python decides.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from adjudicator.builds import adjust_units
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
from adjudicator.movement import move_units
from adjudicator.movement_order import index_order
from adjudicator.next_phase import conclude, next_year, retreats_follow
from adjudicator.order import Order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import NO_BARS, Position
from adjudicator.resolution import Capture, OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.retreat import retreat_units
from adjudicator.rows import NotClaimedError
from adjudicator.unit import DislodgedUnit
from adjudicator.variant import Variant
from adjudicator.variant_tables import Numbered, VariantTables, position_tables, row_of, variant_tables


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
