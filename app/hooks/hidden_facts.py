"""Failures of a power's own order whose kind would tell whether there is a unit that it does not see.

A support of an unseen unit is void whether that unit did something else, stands elsewhere or was never there, and a march over a sea out of
sight finds no convoy whether a fleet was dislodged, did something else or was never there. An order for a place where the power has no unit
is illegal, and not more. The success of an order is visible: it is the power's own.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from adjudicator.order import Convoy, Move, Support
from adjudicator.resolution import OrderOutcome, ReasonKind, Result
from adjudicator.verdict import LEGAL, Refusal
from app.game.ordered_place import ordered_place
from app.game.record import OrderLine

_LOST = frozenset({Result.DISLODGED, Result.DESTROYED})
_OF_LOSS = frozenset({ReasonKind.DISLODGED_BY, ReasonKind.NO_RETREAT})
_OF_CONVOYS = frozenset({ReasonKind.CONVOY_BROKEN, ReasonKind.NO_FLEET_ORDERED, ReasonKind.PARADOX})
_OF_OTHERS = frozenset(
    {
        Refusal.NO_UNIT,
        Refusal.FOREIGN_UNIT,
        Refusal.WRONG_KIND,
        Refusal.COAST_IMPOSSIBLE,
        Refusal.NO_CONVOY_ROUTE,
        Refusal.ROUTE_BROKEN,
        Refusal.SUPPORTED_CANNOT_GO,
        Refusal.CANNOT_BE_CONVOYED,
        Refusal.NOT_DISLODGED,
    }
)
"""Refusals that depend on the units of others."""


def without_why(outcome: OrderOutcome, shown: AbstractSet[str]) -> OrderOutcome:
    """*outcome* of a power's own order; where how it failed depends on units that it does not see, without that.

    Args:
        shown: the provinces in which it sees a unit.
    """
    if Result.OK in outcome.results or _is_barred(outcome):
        return outcome
    match outcome.order:
        case Support(_, other) | Convoy(_, other) if other.location.province not in shown:
            failed = Result.VOID
        case Move() if any(each.kind in _OF_CONVOYS for each in outcome.reasons) or _refusals(outcome) & _OF_OTHERS:
            failed = Result.NO_CONVOY
        case _ if _refusals(outcome) & _OF_OTHERS and ordered_place(outcome.order) not in shown:
            return _of_no_unit(outcome)
        case _:
            return outcome
    if ordered_place(outcome.order) not in shown:
        return _of_no_unit(outcome)
    reasons = tuple(each for each in outcome.reasons if each.kind in _OF_LOSS)
    return outcome._replace(results=frozenset({failed}) | outcome.results & _LOST, reasons=reasons)


def line_without_why(line: OrderLine, outcome: OrderOutcome | None) -> OrderLine:
    """*line* without a verdict that reveals more than *outcome*, as its power sees it."""
    if line.verdict is None or line.verdict.refusal in (None, Refusal.BARRED) or outcome is None or _refusals(outcome):
        return line
    return replace(line, verdict=LEGAL)


def _of_no_unit(outcome: OrderOutcome) -> OrderOutcome:
    reasons = tuple(each._replace(verdict=None, province=None, by=()) for each in outcome.reasons if each.kind is ReasonKind.REFUSED)
    return outcome._replace(unit=None, results=frozenset({Result.ILLEGAL}), reasons=reasons)


def _refusals(outcome: OrderOutcome) -> set[Refusal]:
    return {each.verdict.refusal for each in outcome.reasons if each.verdict is not None and each.verdict.refusal is not None}


def _is_barred(outcome: OrderOutcome) -> bool:
    return Refusal.BARRED in _refusals(outcome)
