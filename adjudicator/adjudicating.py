"""The whole of a phase in one pure function.

The compiled core plays a movement phase where every order is exact, possible and the only one for its unit; its outcomes and reasons are
those that ``explanation.py`` gives. Whatever else there is, Python decides.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from adjudicator.builds import adjust_units
from adjudicator.caching import new_tuple
from adjudicator.compiled import Core, core_for
from adjudicator.explanation import (
    BOUNCE,
    CUT,
    DESTROYED,
    DISLODGED,
    DISRUPTED,
    NO_CONVOY,
    NOT_ORDERED,
    OK,
    VOID,
    CommonReasons,
    ResultsAndReasons,
    plain,
    reason,
)
from adjudicator.matching import OrdersByPower
from adjudicator.movement import move_units
from adjudicator.movement_order import index_order
from adjudicator.next_phase import conclude, next_year, retreats_follow
from adjudicator.order import Order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Capture, OrderOutcome, Reason, ReasonKind, Resolution, Result, resolution_explained_by
from adjudicator.retreat import retreat_units
from adjudicator.rows import NotClaimedError
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from adjudicator.variant_tables import VariantTables, position_tables, row_of, variant_tables

# What became of an order, as native/rules.h has it in the same sequence.
HELD, HELD_AGAINST, HELD_IN_VAIN, MOVED, PREVAILED, OFF_UNIT, OFF_MOVE, HEAD_TO_HEAD, OWN_UNIT, OWN_SUPPORT = range(10)
GIVEN, IS_CUT, UNMATCHED, UNMATCHED_CONVOY, CARRIED, CARRIED_IN_VAIN, NO_FLEET, BROKEN = range(10, 18)

_Results = frozenset[Result]
_WITH_STRENGTHS: Mapping[int, tuple[_Results, ReasonKind, str]] = {
    HELD_AGAINST: (OK, ReasonKind.PREVAILED, "5.B.5"),
    PREVAILED: (OK, ReasonKind.PREVAILED, "5.B.1"),
    OFF_UNIT: (BOUNCE, ReasonKind.BOUNCED_OFF_UNIT, "5.B.1"),
    OFF_MOVE: (BOUNCE, ReasonKind.BOUNCED_OFF_MOVE, "5.B.1"),
    HEAD_TO_HEAD: (BOUNCE, ReasonKind.LOST_HEAD_TO_HEAD, "5.B.1"),
    OWN_UNIT: (BOUNCE, ReasonKind.OWN_UNIT_IN_THE_WAY, "5.B.1"),
    OWN_SUPPORT: (BOUNCE, ReasonKind.OWN_SUPPORT_NOT_COUNTED, "5.B.1"),
}
_BY_UNITS: Mapping[int, tuple[_Results, ReasonKind, str]] = {
    IS_CUT: (CUT, ReasonKind.CUT_BY, "5.B.2"),
    BROKEN: (NO_CONVOY, ReasonKind.CONVOY_BROKEN, "5.B.4"),
}
_PLAIN: Mapping[int, tuple[_Results, ReasonKind, str]] = {
    UNMATCHED: (VOID, ReasonKind.SUPPORT_UNMATCHED, "4.E.2"),
    UNMATCHED_CONVOY: (VOID, ReasonKind.CONVOY_UNMATCHED, "4.E.2"),
    NO_FLEET: (NO_CONVOY, ReasonKind.NO_FLEET_ORDERED, "4.E.2"),
}
_REPORT_HEAD = 10
_DESTROYED = 2


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
    out, orders, by_province = core.blank[:], core.no_orders[:], core.nobody[:]
    found = core.module.play(
        core.handle, row, out, orders, by_province, orders_by_power, tables.power_rank, tables.units, open_edges.shared, index_order
    )
    if found is None:
        return None
    phase, skipped = _next_phase(tables, row, out)
    following = core.position_after(position, out, phase, *found)
    captures = _captures(tables, position.owners, following.owners, found[2]) if found[2] else ()
    explanation = CoreExplanation(core, row, orders, by_province, position)
    return resolution_explained_by(explanation, (), captures, skipped, following, core.ending(out, following) if out[4] else None)


def _captures(tables: VariantTables, before: Mapping[str, str], after: Mapping[str, str], changed: Sequence[int]) -> tuple[Capture, ...]:
    codes = tables.board.codes
    return tuple([Capture(code, before.get(code), after[code]) for code in sorted([codes[at] for at in changed])])


class _Phases(dict[tuple[int, int, int, int], tuple[Phase, tuple[Phase, ...]]]):
    """By step and year before and after: the phase after, and the phases between, in which there was nothing to order."""


def _next_phase(tables: VariantTables, row: array[int], out: array[int]) -> tuple[Phase, tuple[Phase, ...]]:
    """The phase of the row *out*, and the phases between it and *row*, in which there was nothing to order."""
    known, key = tables.once(_Phases), (row[0], row[1], out[0], out[1])
    found = known.get(key)
    if found is None:
        turns, passed = tables.turns, list[Phase]()
        index, year = row[0], row[1]
        while not passed or (index, year) != key[2:]:
            index += 1
            if index == len(turns):
                index, year = 0, next_year(year, tables.variant.calendar.year_step)
            elif turns[index].later:
                year = next_year(year, turns[index].later)
            passed.append(tables.phase(turns[index].season, year, turns[index].kind))
        if len(known) > 4096:
            known.clear()
        found = known[key] = (passed.pop(), tuple(passed))
    return found


class CoreExplanation:
    """Tells of every order of a movement phase what became of it, and why."""

    __slots__ = ("_by_province", "_core", "_orders", "_position", "_row")

    def __init__(self, core: Core, row: array[int], orders: array[int], by_province: Sequence[Order | None], position: Position) -> None:
        self._core, self._row, self._orders, self._by_province, self._position = core, row, orders, by_province, position

    def outcomes(self) -> tuple[OrderOutcome, ...]:
        """One outcome for each unit, by power and location."""
        found = self.by_core()
        return self._by_rules() if found is None else found

    def by_core(self) -> tuple[OrderOutcome, ...] | None:
        """The outcomes; ``None`` where decisions waited for one another, which Python tells."""
        report = self._core.module.explain(self._core.handle, self._row, self._orders)
        return None if report is None else self._outcomes_of(report)

    def _by_rules(self) -> tuple[OrderOutcome, ...]:
        given: dict[str, list[Order]] = {power: [] for power in self._core.tables.powers}
        provinces = self._core.tables.board.province_index
        for unit in self._position.units:
            order = self._by_province[provinces[unit.province]]
            if order is not None:
                given[unit.power].append(order)
        return _moved(self._core.tables, self._position, given).outcomes

    def _outcomes_of(self, report: Sequence[int]) -> tuple[OrderOutcome, ...]:
        board, units, by_province = self._core.tables.board, self._position.units, self._by_province
        common, codes, index = board.once(CommonReasons, board), board.codes, board.province_index
        usual = {HELD: common.held, MOVED: common.unopposed, GIVEN: common.given, CARRIED: common.carrying}
        found: list[OrderOutcome] = []
        at, end = 0, len(report)
        while at < end:
            number, what, strength, against, place, lost, own, others, attacker, count = report[at : at + _REPORT_HEAD]
            at += _REPORT_HEAD
            unit = units[number]
            stood = unit.piece.location.province
            order = by_province[index[stood]]
            if what in usual:
                results, reasons = OK, usual[what][place]
            else:
                by = tuple([units[each] for each in report[at : at + count]])
                at += count
                results, reasons = _disturbed(what, strength, against, codes[place], by)
            if lost:
                reasons = (*reasons, reason(ReasonKind.DISLODGED_BY, "5.B.1", own, others, stood, (units[attacker],)))
                results = results | (DESTROYED if lost == _DESTROYED else DISLODGED)
                if lost == _DESTROYED:
                    reasons += plain(ReasonKind.NO_RETREAT, "4.E.2", stood)
            if order is not None:
                found.append(new_tuple(OrderOutcome, (unit, unit.power, order, True, results, reasons)))
            else:
                spot = board.spot_index[unit.piece.kind, stood, unit.piece.location.coast]
                found.append(new_tuple(OrderOutcome, (unit, unit.power, common.staying[spot], False, results, (NOT_ORDERED, *reasons))))
        return tuple(found)


def _disturbed(what: int, strength: int, against: int, code: str, by: tuple[Unit, ...]) -> ResultsAndReasons:
    """Results and reasons of an order that is opposed, or that matches no other."""
    if what in _WITH_STRENGTHS:
        results, kind, rule = _WITH_STRENGTHS[what]
        return results, (reason(kind, rule, strength, against, code, by),)
    if what in _BY_UNITS:
        results, kind, rule = _BY_UNITS[what]
        return results, (new_tuple(Reason, (kind, rule, None, None, code, by, None)),)
    if what in _PLAIN:
        results, kind, rule = _PLAIN[what]
        return results, plain(kind, rule, code)
    return (DISRUPTED if what == CARRIED_IN_VAIN else frozenset()), ()
