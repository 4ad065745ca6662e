"""Outcomes, captures and what follows a phase as JSON and as plain data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from adjudicator.order import Convoy, Order, Support
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, Resolution, Result
from adjudicator.variant import Variant
from entente.plain_data import Plain
from entente.words import describe_order, describe_reason
from entente.words.outcomes import join_reasons
from languages import active_code

_MOST_KEPT = 1 << 15

_quoted = lru_cache(maxsize=1 << 14)(json.encoder.encode_basestring_ascii)
"""A text as JSON writes it; most are written again and again."""


@dataclass(slots=True)
class _WrittenOrder:
    """An order that was met, and what was said of it."""

    order: Order
    """Keeps the order, by whose identity this is found, from making room for another of the same identity."""

    text: str
    helped: str | None
    """The province of the unit that is supported or convoyed."""

    said: dict[object, str] = field(default_factory=dict)


class OutcomeWriter:
    """Writes outcomes of a variant as JSON objects. What was written of an order is kept, since most orders come again and again."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._written: dict[int, _WrittenOrder] = {}
        self._kept = 0

    def json_list(self, position: Position, outcomes: Sequence[OrderOutcome]) -> str:
        """*outcomes* as a JSON list, each with its reasons in kinds and in words.

        Args:
            position: the moment in which the orders were given.
            outcomes: what became of them.
        """
        return f"[{', '.join([self._json(position, each) for each in outcomes])}]"

    def _json(self, position: Position, outcome: OrderOutcome) -> str:
        order, reasons = outcome.order, outcome.reasons
        written = self._written.get(id(order))
        if written is None or written.order is not order:
            written = self._meet(order)
        other = None if written.helped is None else position.unit_at(written.helped)
        key = (outcome.power, other and other.power, outcome.given, outcome.results, reasons, active_code())
        said = written.said.get(key)
        if said is None:
            said = outcome_json(self._variant, position, outcome, written.text)
            if all(reason.verdict is None for reason in reasons):  # Else the words depend on the whole position.
                self._kept += 1
                written.said[key] = said
        return said

    def _meet(self, order: Order) -> _WrittenOrder:
        if self._kept > _MOST_KEPT or len(self._written) > _MOST_KEPT:
            self._written.clear()
            self._kept = 0
        helped = order.supported if isinstance(order, Support) else order.army if isinstance(order, Convoy) else None
        written = self._written[id(order)] = _WrittenOrder(order, str(order), None if helped is None else helped.location.province)
        return written


def outcome_json(variant: Variant, position: Position, outcome: OrderOutcome, text: str) -> str:
    """One outcome as a JSON object; *text* is its order's. Put together here, since the encoder takes longer than all the rest."""
    sentence = describe_order(variant, position, outcome.order)
    described = [describe_reason(variant, position, outcome, reason) for reason in outcome.reasons]
    why = join_reasons(outcome, described)
    unit = "null" if outcome.unit is None else _quoted(str(outcome.unit.piece))
    reasons = ", ".join([_reason_json(reason, words) for reason, words in zip(outcome.reasons, described, strict=True)])
    words = json.encoder.encode_basestring_ascii(f"{sentence}: {why}" if why else sentence)
    return (
        f'{{"power": {_quoted(outcome.power)}, "unit": {unit}, "order": {_quoted(text)}, "given": {"true" if outcome.given else "false"}, '
        f'"results": {_results(outcome.results)}, "reasons": [{reasons}], "words": {words}}}'
    )


def consequences_to_plain(resolution: Resolution) -> dict[str, Plain]:
    """Captures, phases that were passed over, and the ending, if there is one."""
    plain: dict[str, Plain] = {
        "captures": [{"centre": each.province, "from": each.old, "to": each.new} for each in resolution.captures],
        "skipped": [str(phase) for phase in resolution.skipped],
    }
    if resolution.ending is not None:
        plain["ending"] = {"winners": list[Plain](resolution.ending.winners), "reason": resolution.ending.reason}
    return plain


@lru_cache(maxsize=1 << 10)
def _results(results: frozenset[Result]) -> str:
    """Their words in a fixed sequence."""
    return json.dumps([result.value for result in Result if result in results])


def _reason_json(reason: Reason, words: str) -> str:
    parts = [f'"kind": "{reason.kind}", "rule": {_quoted(reason.rule)}']
    if reason.strength is not None:
        parts.append(f'"strength": {reason.strength!r}')
    if reason.against is not None:
        parts.append(f'"against": {reason.against!r}')
    if reason.province is not None:
        parts.append(f'"province": {_quoted(reason.province)}')
    if reason.by:
        parts.append(f'"by": [{", ".join([_quoted(str(unit)) for unit in reason.by])}]')
    if reason.verdict is not None and reason.verdict.refusal is not None:
        parts.append(f'"refusal": "{reason.verdict.refusal}", "places": {json.dumps(reason.verdict.places)}')
        if reason.verdict.by:
            parts.append(f'"barred_by": {_quoted(reason.verdict.by)}')
    parts.append(f'"words": {_quoted(words)}')
    return f"{{{', '.join(parts)}}}"
