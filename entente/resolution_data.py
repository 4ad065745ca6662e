"""Outcomes, captures and what follows a phase as JSON and as plain data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator import Convoy, Order, OrderOutcome, Position, Reason, ReasonKind, Resolution, Result, Support, Variant
from entente.plain_data import Plain
from entente.words import describe_reason
from entente.words.names import names_of
from entente.words.outcomes import foreign_power, join_reasons, order_sentence
from languages import active_code

_MOST_KEPT = 1 << 15

_encoded = json.encoder.encode_basestring_ascii
_quoted = lru_cache(maxsize=1 << 14)(_encoded)
"""A text as JSON writes it; most are written again and again."""


_OF_THE_ORDER = frozenset({ReasonKind.SUPPORT_UNMATCHED, ReasonKind.CONVOY_UNMATCHED})
"""Reasons whose words name what the order names."""

_VOID = Result.VOID
"""Result of such an order."""

_Told = tuple[str, str]
"""Results and reasons as JSON, and why it came so in words, ready to stand behind an order's sentence in a JSON text."""


@dataclass(slots=True)
class _KnownOrder:
    """An order that was met, and its words."""

    order: Order
    """Keeps the order, by whose identity this is found, from making room for another of the same identity."""

    text: str
    """Text as JSON."""

    kind: str
    """The class of order."""

    helping: str | None
    """Order that is supported or convoyed: ``S A MAR - BUR``."""

    sentences: dict[str | None, str]
    """The order in words, within a JSON text, by the power of the unit that is helped, where that is another one."""


class OutcomeWriter:
    """Writes outcomes of a variant as JSON objects.

    An object is joined from parts that are kept, since most of them come again and again: an order and its sentence, and the reasons of a
    result. The encoder of ``json`` would take longer than all the rest of a phase.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._orders: dict[int, _KnownOrder] = {}
        self._told: dict[object, _Told] = {}
        self._begin()

    def _begin(self) -> None:
        """Keep nothing yet, and write in the language in use."""
        self._language = active_code()
        self._names = names_of(self._variant)
        self._orders.clear()
        self._told.clear()

    def json_list(self, position: Position, outcomes: Sequence[OrderOutcome]) -> str:
        """*outcomes* as a JSON list, each with its reasons in kinds and in words.

        Args:
            position: the moment in which the orders were given.
            outcomes: what became of them.
        """
        if not outcomes:
            return "[]"
        if self._language != active_code() or max(len(self._orders), len(self._told)) > _MOST_KEPT:
            self._begin()
        return f"[{', '.join([self._json(position, each) for each in outcomes])}]"

    def _json(self, position: Position, outcome: OrderOutcome) -> str:
        unit, power, order, given, results, reasons = outcome
        known = self._orders.get(id(order))
        if known is None or known.order is not order:
            known = self._meet(order)
        foreign = foreign_power(position, order) if known.helping is not None else None
        sentence = known.sentences.get(foreign)
        if sentence is None:
            sentence = known.sentences[foreign] = _escaped(order_sentence(self._variant, self._names, order, foreign))
        key = (known.kind, known.helping if _VOID in results else None, results, reasons)
        told = self._told.get(key)
        if told is None:
            told = self._tell(position, outcome, key)
        return (
            f'{{"power": {_quoted(power)}, "unit": {"null" if unit is None else _quoted(str(unit.piece))}, "order": {known.text}, '
            f'"given": {"true" if given else "false"}, {told[0]}, "words": "{sentence}{told[1]}"}}'
        )

    def _meet(self, order: Order) -> _KnownOrder:
        text = str(order)
        helping = text[len(str(order.piece)) + 1 :] if isinstance(order, Support | Convoy) else None
        known = self._orders[id(order)] = _KnownOrder(order, _encoded(text), type(order).__name__, helping, {})
        return known

    def _tell(self, position: Position, outcome: OrderOutcome, key: object) -> _Told:
        """Put the outcome of an order into words for the first time."""
        described: list[str] = []
        objects: list[str] = []
        comes_again = True
        for reason in outcome.reasons:
            words = describe_reason(self._variant, position, outcome, reason)
            described.append(words)
            objects.append(_reason_json(reason, words))
            if reason.verdict is not None or (reason.kind in _OF_THE_ORDER and _VOID not in outcome.results):
                comes_again = False  # The words depend on the whole position, or on an order that the key does not hold.
        why = join_reasons(outcome, described)
        told = f'"results": {_results(outcome.results)}, "reasons": [{", ".join(objects)}]', _escaped(f": {why}") if why else ""
        if comes_again:
            self._told[key] = told
        return told


def _escaped(text: str) -> str:
    """*text* in the form within a JSON text."""
    return _encoded(text)[1:-1]


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
    parts = [f'"kind": {_quoted(reason.kind)}, "rule": {_quoted(reason.rule)}']
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
    parts.append(f'"words": {_encoded(words)}')
    return f"{{{', '.join(parts)}}}"
