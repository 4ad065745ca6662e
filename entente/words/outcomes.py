"""Orders as sentences; their results and the reasons, captures and endings in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import assert_never

from adjudicator.errors import OrderError
from adjudicator.notation.canonical import parse_order
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Result
from adjudicator.rule_choices import ConvoyParadox
from adjudicator.unit import Piece
from adjudicator.variant import Variant
from entente.words.hook_words import hook_line, hook_reason
from entente.words.names import BoardNames, join_words, names_of, place_name, power_adjective, power_name
from entente.words.sentence import Sentence, Sentences
from entente.words.verdicts import describe_verdict
from languages import active_code, clauses, mark, tr
from languages.kept import KeptSentences

_HOLDS = Sentence(mark("{unit} holds"))
_MOVES = Sentence(mark("{unit} moves to {place}"))
_MOVES_BY_CONVOY = Sentence(mark("{unit} moves to {place} by convoy"))
_MOVES_THROUGH = Sentence(mark("{unit} moves to {place} by convoy through {seas}"))
_SUPPORTS_TO_HOLD = Sentence(mark("{unit} supports {helped} to hold"))
_SUPPORTS = Sentence(mark("{unit} supports {helped} to {place}"))
_CONVOYS = Sentence(mark("{unit} convoys {carried} to {place}"))
_RETREATS = Sentence(mark("{unit} retreats to {place}"))
_DISBANDS = Sentence(mark("{unit} disbands"))
_BUILDS = Sentence(mark("build {kind} in {place}"))
_REMOVES = Sentence(mark("remove {unit}"))
# Translators: the power is an adjective in English (German Army Holland) and its name in another language: {unit} ({power}).
_UNIT_OF = Sentence(mark("{power} {unit}"))


def describe_order(variant: Variant, position: Position, order: Order) -> str:
    """The *order* as a sentence: ``Army Paris moves to Burgundy``.

    A supported or carried unit of another power is named with its adjective, where *position* knows both units:
    ``Fleet North Sea supports German Army Holland to Belgium``.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> describe_order(standard(), standard().start, parse_order("A PAR S A MAR - BUR"))
    'Army Paris supports Army Marseilles to Burgundy'
    """
    return order_sentence(variant, names_of(variant), order, foreign_power(position, order))


def order_kept(variant: Variant, text: str) -> str:
    """Return the order that a file holds as *text* as a sentence; *text* itself where it is no order.

    >>> from variants import standard
    >>> order_kept(standard(), "A PAR - BUR"), order_kept(standard(), "nothing")
    ('Army Paris moves to Burgundy', 'nothing')
    """
    try:
        order = parse_order(text)
    except OrderError:
        return text
    return order_sentence(variant, names_of(variant), order, None)


def order_sentence(variant: Variant, names: BoardNames, order: Order, foreign: str | None) -> str:
    """Return the result of :func:`describe_order`, with the names at hand; *foreign* is the power of a foreign helped unit."""
    match order:
        case Hold(piece):
            return _HOLDS(names.unit(piece))
        case Move(piece, target, via_convoy, route):
            unit, place = names.unit(piece), names.place(target, article=True)
            if route:
                return _MOVES_THROUGH(unit, place, join_words([names.place(sea, article=True) for sea in route]))
            return (_MOVES_BY_CONVOY if via_convoy else _MOVES)(unit, place)
        case Support(piece, supported, target):
            helped = _of_power(variant, names, foreign, supported)
            if target is None:
                return _SUPPORTS_TO_HOLD(names.unit(piece), helped)
            return _SUPPORTS(names.unit(piece), helped, names.place(target, article=True))
        case Convoy(piece, army, target):
            carried = _of_power(variant, names, foreign, army)
            return _CONVOYS(names.unit(piece), carried, names.place(target, article=True))
        case Retreat(piece, target):
            return _RETREATS(names.unit(piece), names.place(target, article=True))
        case Disband(piece):
            return _DISBANDS(names.unit(piece))
        case Build(piece):
            return _BUILDS(names.kind_words.get(piece.kind, piece.kind), names.place(piece.location))
        case Remove(piece):
            return _REMOVES(names.unit(piece))
        case Waive():
            return tr("waive a build")
        case _:
            assert_never(order)


def foreign_power(position: Position, order: Order) -> str | None:
    """The power of the unit that *order* supports or carries, where *position* knows it to be another than that of the ordered unit."""
    if isinstance(order, Support):
        other = order.supported
    elif isinstance(order, Convoy):
        other = order.army
    else:
        return None
    own = position.unit_at(order.piece.location.province)
    there = position.unit_at(other.location.province)
    return None if own is None or there is None or own.power == there.power else there.power


def _of_power(variant: Variant, names: BoardNames, power: str | None, piece: Piece) -> str:
    return names.unit(piece) if power is None else _UNIT_OF(power_adjective(variant, power), names.unit(piece))


def unit_of(variant: Variant, power: str, piece: Piece) -> str:
    """``German Army Holland``"""
    return _UNIT_OF(power_adjective(variant, power), names_of(variant).unit(piece))


HOOK = "hook "
"""Beginning of the rule of a reason that a hook gave; the hook's name follows, and its words."""

GAME_MASTER = "game master"
"""The rule of a reason where a game master set the result, against any rules."""

_DATC = re.compile(r"(\d\.[A-Z](?:\.\d+)?)(?: [A-Za-z-]+)?")


def describe_result(result: Result) -> str:
    """One word or two for a *result*: ``bounced``."""
    match result:
        case Result.OK:
            return tr("done")
        case Result.BOUNCE:
            return tr("bounced")
        case Result.NO_CONVOY:
            return tr("no convoy")
        case Result.CUT:
            return tr("cut")
        case Result.DISRUPTED:
            return tr("convoy disrupted")
        case Result.VOID:
            return tr("void")
        case Result.ILLEGAL:
            return tr("illegal")
        case Result.DISLODGED:
            return tr("dislodged")
        case Result.DESTROYED:
            return tr("destroyed")
        case _:
            assert_never(result)


def is_forced(outcome: OrderOutcome) -> bool:
    """Return True if a game master set the result of the order."""
    return GAME_MASTER in [reason.rule for reason in outcome.reasons]


def describe_outcome(variant: Variant, position: Position, outcome: OrderOutcome) -> str:
    """The order and what became of it: ``Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy``.

    Args:
        variant: names and rules.
        position: the moment in which the order was given.
        outcome: what became of it.
    """
    sentence = describe_order(variant, position, outcome.order)
    reasons = describe_reasons(variant, position, outcome)
    return _WITH_REASONS(sentence, reasons) if reasons else sentence


def describe_reasons(variant: Variant, position: Position, outcome: OrderOutcome) -> str:
    """Describe the result of an order, without the order: ``cut by Army Munich; dislodged by Army Ruhr, 2 against 1``.

    Empty where the order simply did what it says.
    """
    return join_reasons(outcome, [describe_reason(variant, position, outcome, reason) for reason in outcome.reasons])


def join_reasons(outcome: OrderOutcome, described: Sequence[str]) -> str:
    """Return the result of :func:`describe_reasons`, from the reasons of *outcome* that are *described* already, one by one."""
    reasons = outcome.reasons
    if outcome.results == _DONE:
        phrases = [words for reason, words in zip(reasons, described, strict=True) if reason.kind not in _GO_WITHOUT_SAYING]
    else:
        phrases = [*described, *_left_to_tell(outcome.results, tuple([reason.kind for reason in reasons]), active_code())]
    return phrases[0] if len(phrases) == 1 else clauses(dict.fromkeys(phrases))


@lru_cache(maxsize=1 << 10)
def _left_to_tell(results: frozenset[Result], by_whom: tuple[ReasonKind, ...], _language: str) -> tuple[str, ...]:
    """The results that reasons of the kinds *by_whom* do not show, in the words of a language."""
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
"""Results that a reason already includes."""


def describe_reason(variant: Variant, position: Position, outcome: OrderOutcome, reason: Reason) -> str:
    """One cause of a result: ``bounced 1 against 1 with Army Munich in Burgundy``."""
    if reason.kind is ReasonKind.UNOPPOSED:
        return tr("unopposed")
    if reason.kind is ReasonKind.SUPPORT_GIVEN:
        return tr("support given")
    names = names_of(variant)
    if reason.kind is ReasonKind.SUPPORT_UNMATCHED or reason.kind is ReasonKind.CONVOY_UNMATCHED:
        return _void(names, outcome)
    by = "" if not reason.by else names.unit(reason.by[0].piece) if len(reason.by) == 1 else _joined(names, reason)
    odds = describe_odds(reason.strength, reason.against)
    place = "" if reason.province is None else names.place(reason.province, article=True)
    match reason.kind:
        case ReasonKind.PREVAILED:
            if isinstance(outcome.order, Move):
                return _PREVAILED(odds, by)
            if len(reason.by) > 1 and reason.strength is not None and reason.against is not None and reason.strength < reason.against:
                return tr("not dislodged: {by} stood in each other's way", by=by)
            return _HELD_OFF(by, odds)
        case ReasonKind.BOUNCED_OFF_UNIT:
            return _BOUNCED_OFF(odds, by, "" if by else place)
        case ReasonKind.BOUNCED_OFF_MOVE:
            return _BOUNCED_WITH(odds, by, place)
        case ReasonKind.LOST_HEAD_TO_HEAD:
            lost = reason.strength is None or reason.against is None or reason.strength < reason.against
            return (_LOST_HEAD_TO_HEAD if lost else _BOUNCED_HEAD_TO_HEAD)(odds, by)
        case ReasonKind.OWN_UNIT_IN_THE_WAY:
            bounced = _BOUNCED_OFF(odds, by, "" if by else place)
            return tr("{bounced}: no power dislodges a unit of its own", bounced=bounced)
        case ReasonKind.OWN_SUPPORT_NOT_COUNTED:
            bounced = _BOUNCED_OFF(odds, by, "" if by else place)
            return tr("{bounced}: support from its own power does not count", bounced=bounced)
        case ReasonKind.ROTATION:
            return _ROTATION(by)
        case ReasonKind.CUT_BY:
            return _CUT(by)
        case ReasonKind.CONVOY_BROKEN:
            return (_CONVOY_BROKEN_BY_SEVERAL if len(reason.by) > 1 else _CONVOY_BROKEN)(by)
        case ReasonKind.NO_FLEET_ORDERED:
            return tr("no chain of fleets was ordered to carry it")
        case ReasonKind.PARADOX:
            return _paradox(variant, reason)
        case ReasonKind.DISLODGED_BY:
            return _DISLODGED(by, describe_odds(reason.against, reason.strength))  # from the attacker's side
        case ReasonKind.NO_RETREAT:
            return tr("destroyed: no place to retreat to")
        case ReasonKind.RETREAT_CONFLICT:
            return (_RETREATED_TOO_SEVERAL if len(reason.by) > 1 else _RETREATED_TOO)(by, place)
        case ReasonKind.NOT_ORDERED:
            return tr("no order was given")
        case ReasonKind.DEFAULT_LIST:
            return _done_by_list(outcome)
        case ReasonKind.CIVIL_DISORDER:
            return tr("removed by the civil disorder rule ({rule})", rule=rule_name(reason.rule))
        case ReasonKind.REFUSED:
            return _refused(variant, position, outcome, reason)
        case _:
            assert_never(reason.kind)


_PREVAILED = Sentences(
    "odds by", mark("prevailed"), mark("prevailed {odds}"), mark("prevailed over {by}"), mark("prevailed {odds} over {by}")
)
_HELD_OFF = Sentences(
    "by odds", mark("held off an attack"), mark("held off an attack, {odds}"), mark("held off {by}"), mark("held off {by}, {odds}")
)
_BOUNCED_OFF = Sentences(
    "odds by place",
    mark("bounced"),
    mark("bounced {odds}"),
    mark("bounced off {by}"),
    mark("bounced {odds} off {by}"),
    mark("bounced in {place}"),
    mark("bounced {odds} in {place}"),
)
_BOUNCED_WITH = Sentences(
    "odds by place",
    mark("bounced"),
    mark("bounced {odds}"),
    mark("bounced with {by}"),
    mark("bounced {odds} with {by}"),
    mark("bounced in {place}"),
    mark("bounced {odds} in {place}"),
    mark("bounced with {by} in {place}"),
    mark("bounced {odds} with {by} in {place}"),
)
_LOST_HEAD_TO_HEAD = Sentences(
    "odds by",
    mark("lost head to head"),
    mark("lost head to head {odds}"),
    mark("lost head to head to {by}"),
    mark("lost head to head {odds} to {by}"),
)
_BOUNCED_HEAD_TO_HEAD = Sentences(
    "odds by",
    mark("bounced head to head"),
    mark("bounced head to head {odds}"),
    mark("bounced head to head with {by}"),
    mark("bounced head to head {odds} with {by}"),
)
_ROTATION = Sentences("by", mark("all units of the circle move on"), mark("all units of the circle move on with {by}"))
_CUT = Sentences("by", mark("cut"), mark("cut by {by}"))
_WITH_REASONS = Sentence(mark("{sentence}: {reasons}"))
_CONVOY_BROKEN = Sentences("by", mark("the convoy is broken"), mark("the convoy is broken: {by} was dislodged"))
_CONVOY_BROKEN_BY_SEVERAL = Sentence(mark("the convoy is broken: {by} were dislodged"))
_DISLODGED = Sentences(
    "by odds", mark("dislodged"), mark("dislodged, {odds}"), mark("dislodged by {by}"), mark("dislodged by {by}, {odds}")
)
_RETREATED_TOO = Sentences(
    "by place",
    mark("destroyed: another unit was to retreat as well"),
    mark("destroyed: another unit was to retreat to {place} as well"),
    mark("destroyed: {by} was to retreat as well"),
    mark("destroyed: {by} was to retreat to {place} as well"),
)
_RETREATED_TOO_SEVERAL = Sentences(
    "by place", mark("destroyed: {by} were to retreat as well"), mark("destroyed: {by} were to retreat to {place} as well")
)
_ORDERED_TO_MOVE = Sentence(mark("void: {unit} was ordered to move"))
_NOT_ORDERED = Sentence(mark("void: {unit} was not ordered to {place}"))
_NOT_ORDERED_BY_CONVOY = Sentence(mark("void: {unit} was not ordered to {place} by convoy"))
_ODDS = Sentence(mark("{strength} against {against}"))


def _refused(variant: Variant, position: Position, outcome: OrderOutcome, reason: Reason) -> str:
    if reason.rule == GAME_MASTER:
        return tr("set by the game master")
    if reason.rule.startswith(HOOK):
        hook = hook_line(reason.rule.removeprefix(HOOK), variant, partial(order_kept, variant))
        return tr("by the rule change {hook}", hook=hook) if reason.verdict is None else tr("refused by the rule change {hook}", hook=hook)
    if reason.verdict is None or reason.verdict:
        return tr("illegal")
    return tr("illegal: {why}", why=describe_verdict(variant, position, outcome.order, reason.verdict))


def _void(names: BoardNames, outcome: OrderOutcome) -> str:
    """Describe the order that a support or a convoy waited for in vain."""
    match outcome.order:
        case Support(supported=helped, target=target):
            pass
        case Convoy(army=helped, target=target):
            pass
        case _:
            return tr("void: nothing was ordered that it helps")
    if target is None:
        return _ORDERED_TO_MOVE(names.unit(helped))
    by_convoy = isinstance(outcome.order, Convoy)
    return (_NOT_ORDERED_BY_CONVOY if by_convoy else _NOT_ORDERED)(names.unit(helped), names.place(target, article=True))


def _done_by_list(outcome: OrderOutcome) -> str:
    """``removed by the default list``: what it did; an order that failed was ordered all the same."""
    if outcome.succeeded:
        match outcome.order:
            case Build():
                return tr("built by the default list")
            case Remove():
                return tr("removed by the default list")
            case Disband():
                return tr("disbanded by the default list")
    return tr("ordered by the default list")


def rule_name(rule: str) -> str:
    """``DATC 4.A.2`` for a number of the DATC, with or without the choice made there; ``Cutting Support`` for a heading of the rulebook.

    >>> rule_name("4.A.2")
    'DATC 4.A.2'
    """
    number = _DATC.fullmatch(rule)
    return f"DATC {number[1]}" if number else rule.removeprefix("rulebook, ")


def _paradox(variant: Variant, reason: Reason) -> str:
    choice, rule = variant.rules.convoy_paradox, rule_name(reason.rule)
    match choice:
        case ConvoyParadox.SZYKMAN:
            return tr("the convoy would stop itself (a paradox): the fleets hold (Szykman's rule, {rule})", rule=rule)
        case ConvoyParadox.RULES_1971 | ConvoyParadox.RULES_1982 | ConvoyParadox.RULES_2000:
            return tr("the convoy would stop itself (a paradox): settled as in {rulebook} ({rule})", rulebook=choice.value, rule=rule)
        case ConvoyParadox.ALL_HOLD:
            return tr("the convoy would stop itself (a paradox): every move that takes part fails ({rule})", rule=rule)
        case _:
            assert_never(choice)


def _joined(names: BoardNames, reason: Reason) -> str:
    return join_words([names.unit(unit.piece) for unit in reason.by])


def describe_odds(strength: float | None, against: float | None) -> str:
    """Describe two strengths; empty where they were not compared.

    >>> describe_odds(2, 1.5)
    '2 against 1½'
    """
    if strength is None or against is None:
        return ""
    return _ODDS(_number(strength), _number(against))


@lru_cache(maxsize=256)
def _number(strength: float) -> str:
    """``2``; ``1½`` where a border weakens."""
    whole, rest = divmod(strength, 1)
    half = "½" if rest else ""
    return half if half and not whole else f"{whole:g}{half}"


_WINS = {
    "centres": mark("{power} wins alone by its centres"),
    "draw": mark("{power} wins alone by agreement"),
    "concession": mark("{power} wins alone by concession"),
    "year limit": mark("{power} wins alone at the last year"),
    "last year": mark("{power} wins alone since the last year is over"),
    "no captures": mark("{power} wins alone since no centre changed hands for too long"),
}
_DRAWS = {
    "centres": mark("draw among {powers} by its centres"),
    "draw": mark("draw among {powers} by agreement"),
    "concession": mark("draw among {powers} by concession"),
    "year limit": mark("draw among {powers} at the last year"),
    "last year": mark("draw among {powers} since the last year is over"),
    "no captures": mark("draw among {powers} since no centre changed hands for too long"),
}
_ABANDONED = {
    "draw": mark("abandoned by agreement"),
    "year limit": mark("abandoned at the last year"),
    "last year": mark("abandoned since the last year is over"),
    "no captures": mark("abandoned since no centre changed hands for too long"),
}

_HOW = {
    "centres": mark("by the number of centres"),
    "draw": mark("by agreement"),
    "concession": mark("by concession"),
    "year limit": mark("at the last year"),
    "last year": mark("since the last year is over"),
    "no captures": mark("since no centre changed hands for too long"),
}
"""Reasons below a title that says who has won or draws."""

_OUTCOMES = KeptSentences(mark("solo of {powers}"), mark("draw among {powers}"), mark("abandoned"), mark("open"))


def describe_capture(variant: Variant, capture: Capture) -> str:
    """``France takes Belgium from Germany``

    >>> from variants import standard
    >>> describe_capture(standard(), Capture("BEL", "GERMANY", "FRANCE"))
    'France takes Belgium from Germany'
    """
    power, place = power_name(variant, capture.new), place_name(variant, capture.province)
    if capture.old is None:
        return tr("{power} takes {place}", power=power, place=place)
    return tr("{power} takes {place} from {other}", power=power, place=place, other=power_name(variant, capture.old))


def describe_ending(variant: Variant, ending: Ending) -> str:
    """``France wins alone by its centres``; ``draw among England and Turkey by agreement``; ``abandoned``

    A reason of a hook's own words follows in brackets.

    >>> from variants import standard
    >>> describe_ending(standard(), Ending(("ENGLAND", "TURKEY"), "draw"))
    'draw among England and Turkey by agreement'
    """
    names = [power_name(variant, power) for power in ending.winners]
    if not names:
        bare, by_reason = mark("abandoned"), _ABANDONED
    elif len(names) == 1:
        bare, by_reason = mark("{power} wins alone"), _WINS
    else:
        bare, by_reason = mark("draw among {powers}"), _DRAWS
    places = {} if not names else {"power": names[0]} if len(names) == 1 else {"powers": join_words(names)}
    if ending.reason in by_reason:
        return tr(by_reason[ending.reason], **places)
    outcome = tr(bare, **places)
    return f"{outcome} ({hook_reason(ending.reason, variant)})" if ending.reason not in ("", outcome, bare) else outcome


def ending_title(variant: Variant, ending: Ending) -> str:
    """``France has won``, ``A draw between England and Turkey``, ``Abandoned``."""
    names = [power_name(variant, power) for power in ending.winners]
    match names:
        case []:
            return tr("Abandoned")
        case [winner]:
            return tr("{winner} has won", winner=winner)
        case [_, _]:
            return tr("A draw between {names}", names=join_words(names))
        case _:
            return tr("A draw among {count} powers", count=len(names))


def ending_details(variant: Variant, ending: Ending, *, named: int = 2) -> list[str]:
    """Return what a title leaves open: the powers of a draw, where they are more than *named*, and how the game came to its end.

    >>> from variants import standard
    >>> ending_details(standard(), Ending(("ENGLAND", "TURKEY"), "draw"))
    ['by agreement']
    >>> ending_details(standard(), Ending(("ENGLAND", "FRANCE", "TURKEY"), "draw"))
    ['England, France and Turkey', 'by agreement']
    """
    details = [join_words(power_name(variant, power) for power in ending.winners)] if len(ending.winners) > named else []
    if ending.reason in _HOW:
        return [*details, tr(_HOW[ending.reason])]
    if ending.reason in ("", "abandoned", describe_ending(variant, replace(ending, reason=""))):
        return details
    return [*details, hook_reason(ending.reason, variant)]


def ending_in_season(details: Sequence[str], season: str) -> str:
    """Return how a game ended, *details* as from :func:`ending_details`, and when: ``by agreement, Fall 1908``.

    >>> ending_in_season(["by agreement"], "Fall 1908")
    'by agreement, Fall 1908'
    """
    return tr("{ending}, {season}", ending=", ".join(details), season=season) if details else season


def outcome_words(kept: str) -> str:
    """*kept*, the text of an :class:`entente.outcome.Outcome`: ``solo of FRANCE``."""
    return _OUTCOMES.say(kept)
