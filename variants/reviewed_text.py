"""A review as JSON, from the process that looked through a variant to the one that shows it; the variant itself does not travel."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from variants import fix as fixes
from variants.fault import Fault, Severity, Weight
from variants.fault_kind import FaultKind
from variants.fix import Change, Fix
from variants.notes import BorderAnswer, Reply, ShoreAnswer, ShoreKind
from variants.reviewed import DividedLand, Doubt, Review, ReviewedFault, StepTally

_CHANGES: dict[str, Callable[..., Change]] = {
    each.__name__: each
    for each in (
        fixes.SetValue,
        fixes.AddToList,
        fixes.DropFromList,
        fixes.ReplaceInList,
        fixes.RenameKey,
        fixes.AddBlock,
        fixes.SetAttribute,
        fixes.RemoveElement,
        fixes.InsertInside,
    )
}


def review_as_text(found: Review) -> bytes:
    """*found* without its variant."""
    return json.dumps(
        {
            "name": found.name,
            "found": [[_fault(each.fault), each.ground, each.reason] for each in found.found],
            "doubts": [_doubt(each) for each in found.doubts],
            "lands": [_land(each) for each in found.lands],
            "steps": [[each.file, each.kind, each.compared, each.only_listed, each.only_drawn] for each in found.steps],
        }
    ).encode()


def read_review(content: bytes) -> Review:
    """The review that was written so; its variant is not with it.

    Raises:
        ValueError: it is none.
    """
    try:
        table = json.loads(content)
        found = tuple(ReviewedFault(_read_fault(fault), ground, reason) for fault, ground, reason in table["found"])
        doubts, lands = (_read_doubt(each) for each in table["doubts"]), (_read_land(each) for each in table["lands"])
        return Review(table["name"], None, found, tuple(doubts), tuple(lands), tuple(StepTally(*each) for each in table["steps"]))
    except (TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError(f"no review: {error}") from error


def _fault(fault: Fault) -> list[object]:
    fix = None if fault.fix is None else [fault.fix.title, fault.fix.file, [_change(each) for each in fault.fix.changes]]
    words = [fault.source, fault.line, fault.what, fault.expected, fault.severity.value, fault.element, fault.point]
    return [*words, fault.weight.value, fault.kind.value, fault.places, fix]


def _read_fault(row: list[Any]) -> Fault:
    source, line, what, expected, severity, element, point, weight, kind, places, fix = row
    mended = None if fix is None else Fix(fix[0], fix[1], tuple(_read_change(each) for each in fix[2]))
    at = None if point is None else (point[0], point[1])
    return Fault(source, line, what, expected, Severity(severity), element, at, Weight(weight), FaultKind(kind), tuple(places), mended)


def _change(change: Change) -> list[object]:
    return [type(change).__name__, *(getattr(change, each.name) for each in fields(change))]


def _read_change(row: list[Any]) -> Change:
    name, *values = row
    return _CHANGES[name](*(tuple(each) if isinstance(each, list) else each for each in values))


def _doubt(doubt: Doubt) -> list[object]:
    answer = None if doubt.answer is None else [doubt.answer.between, doubt.answer.reply.value, doubt.answer.reason]
    return [doubt.pair, doubt.length, doubt.gap, doubt.witnesses, doubt.listed, doubt.point, answer]


def _read_doubt(row: list[Any]) -> Doubt:
    pair, length, gap, witnesses, listed, point, answer = row
    said = None if answer is None else BorderAnswer((answer[0][0], answer[0][1]), Reply(answer[1]), answer[2])
    return Doubt((pair[0], pair[1]), length, gap, witnesses, listed, (point[0], point[1]), said)


def _land(land: DividedLand) -> list[object]:
    answer = None if land.answer is None else [land.answer.land, land.answer.kind.value, land.answer.reason]
    return [land.code, land.waters, land.looks_like.value, land.neck, land.point, land.coasts, land.is_split, answer, land.stretches]


def _read_land(row: list[Any]) -> DividedLand:
    code, waters, looks_like, neck, point, coasts, is_split, answer, stretches = row
    said = None if answer is None else ShoreAnswer(answer[0], ShoreKind(answer[1]), answer[2])
    parts = tuple((name, tuple(beside)) for name, beside in coasts)
    lines = tuple(tuple(tuple((x, y) for x, y in line) for line in each) for each in stretches)
    return DividedLand(code, tuple(waters), ShoreKind(looks_like), neck, (point[0], point[1]), parts, is_split, said, lines)
