"""Results and their reasons in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from adjudicator.order import Build, Convoy, Disband, Move, Remove, Support
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Result
from adjudicator.rule_choices import ConvoyParadox
from adjudicator.variant import Variant
from entente.words.names import join_words, place_name, unit_name
from entente.words.orders import describe_order
from entente.words.verdicts import describe_verdict

HOOK = "hook "
"""What the rule of a reason starts with where a hook did it; the hook's name follows, and what it says."""

GAME_MASTER = "game master"
"""The rule of a reason where a game master set the result, whatever the rules say."""

_DATC = re.compile(r"(\d\.[A-Z](?:\.\d+)?)(?: [A-Za-z-]+)?")


def describe_result(result: Result) -> str:
    """One word or two for a *result*: ``bounced``."""
    match result:
        case Result.OK:
            return "done"
        case Result.BOUNCE:
            return "bounced"
        case Result.NO_CONVOY:
            return "no convoy"
        case Result.CUT:
            return "cut"
        case Result.DISRUPTED:
            return "convoy disrupted"
        case Result.VOID:
            return "void"
        case Result.ILLEGAL:
            return "illegal"
        case Result.DISLODGED:
            return "dislodged"
        case Result.DESTROYED:
            return "destroyed"
        case _:
            assert_never(result)


def is_forced(outcome: OrderOutcome) -> bool:
    """Whether a game master set what became of the order."""
    return any(reason.rule == GAME_MASTER for reason in outcome.reasons)


def describe_outcome(variant: Variant, position: Position, outcome: OrderOutcome) -> str:
    """The order and what became of it: ``Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy``.

    Args:
        variant: names and rules.
        position: the moment in which the order was given.
        outcome: what became of it.
    """
    sentence = describe_order(variant, position, outcome.order)
    reasons = describe_reasons(variant, position, outcome)
    return f"{sentence}: {reasons}" if reasons else sentence


def describe_reasons(variant: Variant, position: Position, outcome: OrderOutcome) -> str:
    """What became of an order, without the order: ``cut by Army Munich; dislodged by Army Ruhr, 2 against 1``.

    Empty where the order simply did what it says.
    """
    return join_reasons(outcome, [describe_reason(variant, position, outcome, reason) for reason in outcome.reasons])


def join_reasons(outcome: OrderOutcome, described: Sequence[str]) -> str:
    """What :func:`describe_reasons` says, from the reasons of *outcome* that are *described* already, one by one."""
    reasons = outcome.reasons
    if outcome.results == _DONE:
        phrases = [words for reason, words in zip(reasons, described, strict=True) if reason.kind not in _GO_WITHOUT_SAYING]
    else:
        phrases = [*described, *_left_to_tell(outcome.results, tuple([reason.kind for reason in reasons]))]
    return phrases[0] if len(phrases) == 1 else "; ".join(dict.fromkeys(phrases))


@lru_cache(maxsize=1 << 10)
def _left_to_tell(results: frozenset[Result], by_whom: tuple[ReasonKind, ...]) -> tuple[str, ...]:
    """The results that reasons of the kinds *by_whom* do not show, in words."""
    left = results.difference(_DONE, *[_SHOWS[kind] for kind in by_whom if kind in _SHOWS])
    return tuple(describe_result(result) for result in Result if result in left)


_DONE = frozenset({Result.OK})

_GO_WITHOUT_SAYING = (ReasonKind.UNOPPOSED, ReasonKind.SUPPORT_GIVEN)
"""Reasons that are left out where the order simply did what it says."""

_SHOWS = {
    ReasonKind.BOUNCED_OFF_UNIT: frozenset({Result.BOUNCE}),
    ReasonKind.BOUNCED_OFF_MOVE: frozenset({Result.BOUNCE}),
    ReasonKind.LOST_HEAD_TO_HEAD: frozenset({Result.BOUNCE}),
    ReasonKind.OWN_UNIT_IN_THE_WAY: frozenset({Result.BOUNCE}),
    ReasonKind.OWN_SUPPORT_NOT_COUNTED: frozenset({Result.BOUNCE}),
    ReasonKind.CUT_BY: frozenset({Result.CUT}),
    ReasonKind.SUPPORT_UNMATCHED: frozenset({Result.VOID}),
    ReasonKind.CONVOY_UNMATCHED: frozenset({Result.VOID}),
    ReasonKind.CONVOY_BROKEN: frozenset({Result.NO_CONVOY, Result.DISRUPTED}),
    ReasonKind.NO_FLEET_ORDERED: frozenset({Result.NO_CONVOY}),
    ReasonKind.PARADOX: frozenset({Result.NO_CONVOY, Result.DISRUPTED, Result.BOUNCE}),
    ReasonKind.DISLODGED_BY: frozenset({Result.DISLODGED}),
    ReasonKind.NO_RETREAT: frozenset({Result.DESTROYED}),
    ReasonKind.RETREAT_CONFLICT: frozenset({Result.BOUNCE, Result.DESTROYED}),
    ReasonKind.NOT_ORDERED: frozenset({Result.DESTROYED}),
    ReasonKind.CIVIL_DISORDER: frozenset({Result.DESTROYED}),
    ReasonKind.REFUSED: frozenset({Result.ILLEGAL}),
}
"""Which results a reason already tells of."""


def describe_reason(variant: Variant, position: Position, outcome: OrderOutcome, reason: Reason) -> str:
    """One cause of a result: ``bounced 1 against 1 with Army Munich in Burgundy``."""
    if reason.kind is ReasonKind.UNOPPOSED:
        return "unopposed"
    if reason.kind is ReasonKind.SUPPORT_GIVEN:
        return "support given"
    by = join_words([unit_name(variant, unit.piece) for unit in reason.by]) if reason.by else ""
    odds = _odds(reason)
    where = "" if reason.province is None else f" in {place_name(variant, reason.province, article=True)}"
    match reason.kind:
        case ReasonKind.PREVAILED:
            if isinstance(outcome.order, Move):
                return _spaced("prevailed", odds, by and f"over {by}")
            if len(reason.by) > 1 and reason.strength is not None and reason.against is not None and reason.strength < reason.against:
                return f"not dislodged: {by} stood in each other's way"
            return _spaced("held off", by or "an attack") + (f", {odds}" if odds else "")
        case ReasonKind.BOUNCED_OFF_UNIT:
            return _spaced("bounced", odds, by and f"off {by}") + ("" if by else where)
        case ReasonKind.BOUNCED_OFF_MOVE:
            return _spaced("bounced", odds, by and f"with {by}") + where
        case ReasonKind.LOST_HEAD_TO_HEAD:
            lost = reason.strength is None or reason.against is None or reason.strength < reason.against
            return _spaced("lost head to head" if lost else "bounced head to head", odds, by and (f"to {by}" if lost else f"with {by}"))
        case ReasonKind.OWN_UNIT_IN_THE_WAY:
            return _spaced("bounced", odds, by and f"off {by}") + ("" if by else where) + ": no power dislodges a unit of its own"
        case ReasonKind.OWN_SUPPORT_NOT_COUNTED:
            return _spaced("bounced", odds, by and f"off {by}") + ("" if by else where) + ": support from its own power does not count"
        case ReasonKind.ROTATION:
            return _spaced("all units of the circle move on", by and f"with {by}")
        case ReasonKind.CUT_BY:
            return _spaced("cut", by and f"by {by}")
        case ReasonKind.SUPPORT_UNMATCHED:
            return _void(variant, outcome)
        case ReasonKind.CONVOY_UNMATCHED:
            return _void(variant, outcome)
        case ReasonKind.CONVOY_BROKEN:
            return "the convoy is broken" + (f": {by} {_were(reason)} dislodged" if by else "")
        case ReasonKind.NO_FLEET_ORDERED:
            return "no chain of fleets was ordered to carry it"
        case ReasonKind.PARADOX:
            return f"convoy paradox: {_paradox(variant, reason)}"
        case ReasonKind.DISLODGED_BY:
            return _spaced("dislodged", by and f"by {by}") + (f", {_attack_odds(reason)}" if odds else "")
        case ReasonKind.NO_RETREAT:
            return "destroyed: no place to retreat to"
        case ReasonKind.RETREAT_CONFLICT:
            return f"destroyed: {by or 'another unit'} {_were(reason)} to retreat{where.replace(' in ', ' to ', 1)} as well"
        case ReasonKind.NOT_ORDERED:
            return "no order was given"
        case ReasonKind.DEFAULT_LIST:
            return f"{_done_by_list(outcome)} by the default list"
        case ReasonKind.CIVIL_DISORDER:
            return f"removed by the civil disorder rule ({rule_name(reason.rule)})"
        case ReasonKind.REFUSED:
            if reason.rule == GAME_MASTER:
                return "set by the game master"
            if reason.rule.startswith(HOOK):
                by_whom = f"by {reason.rule}"
                return by_whom if reason.verdict is None else f"refused {by_whom}"
            if reason.verdict is None or reason.verdict:
                return "illegal"
            return f"illegal: {describe_verdict(variant, position, outcome.order, reason.verdict)}"
        case _:
            assert_never(reason.kind)


def _void(variant: Variant, outcome: OrderOutcome) -> str:
    """What a support or a convoy waited for in vain."""
    match outcome.order:
        case Support(supported=helped, target=target):
            pass
        case Convoy(army=helped, target=target):
            pass
        case _:
            return "void: nothing was ordered that it helps"
    name = unit_name(variant, helped)
    if target is None:
        return f"void: {name} was ordered to move"
    by_convoy = " by convoy" if isinstance(outcome.order, Convoy) else ""
    return f"void: {name} was not ordered to {place_name(variant, target, article=True)}{by_convoy}"


def _were(reason: Reason) -> str:
    return "were" if len(reason.by) > 1 else "was"


def _done_by_list(outcome: OrderOutcome) -> str:
    """``removed``: what a default list did; an order that failed was ordered all the same."""
    if not outcome.succeeded:
        return "ordered"
    match outcome.order:
        case Build():
            return "built"
        case Remove():
            return "removed"
        case Disband():
            return "disbanded"
        case _:
            return "ordered"


def rule_name(rule: str) -> str:
    """``DATC 4.A.2`` for a number of the DATC, with or without the choice made there; ``Cutting Support`` for a heading of the rulebook."""
    number = _DATC.fullmatch(rule)
    return f"DATC {number[1]}" if number else rule.removeprefix("rulebook, ")


def _paradox(variant: Variant, reason: Reason) -> str:
    choice = variant.rules.convoy_paradox
    match choice:
        case ConvoyParadox.SZYKMAN:
            return f"the fleets hold (Szykman, {rule_name(reason.rule)})"
        case ConvoyParadox.RULES_1971 | ConvoyParadox.RULES_1982 | ConvoyParadox.RULES_2000:
            return f"settled as in {choice.value} ({rule_name(reason.rule)})"
        case ConvoyParadox.ALL_HOLD:
            return f"every move of the paradox fails ({rule_name(reason.rule)})"
        case _:
            assert_never(choice)


def _odds(reason: Reason) -> str:
    if reason.strength is None or reason.against is None:
        return ""
    return f"{_number(reason.strength)} against {_number(reason.against)}"


def _attack_odds(reason: Reason) -> str:
    """The same from the attacker's side."""
    if reason.strength is None or reason.against is None:
        return ""
    return f"{_number(reason.against)} against {_number(reason.strength)}"


@lru_cache(maxsize=256)
def _number(strength: float) -> str:
    """``2``; ``1½`` where a border weakens."""
    whole, rest = divmod(strength, 1)
    half = "½" if rest else ""
    return half if half and not whole else f"{whole:g}{half}"


def _spaced(*words: str) -> str:
    return " ".join(word for word in words if word)
