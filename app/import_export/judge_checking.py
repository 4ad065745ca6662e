"""Check of a judge's results of a phase against our rules and the same orders."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.adjudicate import adjudicate
from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Result
from adjudicator.variant import Variant
from app.import_export.judge_results import JudgeResults
from languages import tr

_WORDS = {
    Result.BOUNCE: "bounce",
    Result.NO_CONVOY: "no convoy",
    Result.CUT: "cut",
    Result.DISRUPTED: "disrupted",
    Result.VOID: "void",
    Result.ILLEGAL: "void",
    Result.DISLODGED: "dislodged",
    Result.DESTROYED: "destroyed",
}
FAILED = "fail"
"""The mark of an order that failed, where a text does not say how."""
_FAILED = frozenset({"bounce", "no convoy", "disrupted"})


def marks_of(outcome: OrderOutcome) -> frozenset[str]:
    """Return the words that a judge writes behind the order of *outcome*; empty where the order succeeded."""
    return frozenset(_WORDS[result] for result in outcome.results if result in _WORDS)


def disagreements(results: JudgeResults, variant: Variant, position: Position, orders: dict[str, list[Order]]) -> tuple[str, ...]:
    """Return the disagreements of *results* with our rules, a line each: the text's words and the outcome of *orders* in *position*."""
    resolution = adjudicate(variant, position, orders)
    found = list(_of_lines(results, {outcome.unit.province: outcome for outcome in resolution.outcomes if outcome.unit is not None}))
    if results.owners is not None:
        ours = resolution.next.owners
        for centre in sorted(results.owners.keys() | ours.keys()):
            theirs, own = results.owners.get(centre), ours.get(centre)
            if theirs != own:
                found.append(
                    tr(
                        "{centre}: the text has it owned by {theirs}, the orders give {own}",
                        centre=centre,
                        theirs=theirs or tr("nobody"),
                        own=own or tr("nobody"),
                    )
                )
    return tuple(found)


def _of_lines(results: JudgeResults, outcomes: dict[str, OrderOutcome]) -> Iterator[str]:
    is_movement = results.phase.kind is PhaseKind.MOVEMENT
    seen: set[str] = set()
    for line in results.lines:
        if line.piece is None:
            continue
        seen.add(line.piece.location.province)
        outcome = outcomes.get(line.piece.location.province)
        if outcome is None:
            yield tr(
                "line {number}: {power} {piece} is not on the board in {phase}",
                number=line.number,
                power=line.power,
                piece=line.piece,
                phase=results.phase,
            )
            continue
        ours = marks_of(outcome)
        if line.marks == {FAILED} and ours:
            continue  # the text says that it failed, and not how
        if _plain(line.marks, is_movement) != _plain(ours, is_movement):
            yield tr(
                "line {number}: {line}: the text has {said}, the orders give {said_ours}",
                number=line.number,
                line=line.text,
                said=_said(line.marks),
                said_ours=_said(ours),
            )
    unnamed = [outcome for province, outcome in outcomes.items() if province not in seen and is_movement]
    for outcome in unnamed:
        of_power = [each for each in unnamed if each.power == outcome.power]
        held = len(of_power) == results.holding.get(outcome.power, 0) and not any(each.given or marks_of(each) for each in of_power)
        if not held:
            yield tr("{unit}: the text says nothing of it", unit=outcome.unit)


def _plain(marks: frozenset[str], is_movement: bool) -> frozenset[str]:
    """*marks* as they can be compared: judges write ``bounce`` for any move that failed, and do not tell destroyed from dislodged."""
    plain = {"failed" if each in _FAILED else "dislodged" if each in {"destroyed", "disband"} else each for each in marks}
    return frozenset(plain if is_movement else {"failed" if each in {"dislodged", "failed", "void"} else each for each in plain})


def _said(marks: frozenset[str]) -> str:
    return ", ".join(sorted(marks)) or tr("that it succeeded")
