"""Assumptions and errors of the tolerant reader in words."""

from __future__ import annotations

from typing import assert_never

from adjudicator import Location, Variant
from adjudicator.notation import Assumption, AssumptionKind, ReadingError, ReadingErrorKind
from entente.words.names import join_words, kind_word, place_name, power_name
from languages import active_language, quoted, tr

_LONGEST_QUOTE = 40


def describe_reading_error(variant: Variant, text: str, error: ReadingError) -> str:
    """Describe the reason that *text* is no order: ``no place is called "Prais"; did you mean Paris?``"""
    fault = _fault(error.kind, _quote(error.span.of(text)))
    if error.span.length == 0:
        meant = [_quote(f"{text[: error.span.start]}{each}{text[error.span.end :]}") for each in error.suggestions]
    else:
        meant = [_meant(variant, each) for each in error.suggestions]
    return tr("{fault}; did you mean {meant}?", fault=fault, meant=join_words(meant, "or")) if meant else fault


def describe_assumption(variant: Variant, text: str, assumption: Assumption) -> str:
    """Describe an assumption: ``"Burgendy" was read as Burgundy``."""
    words = _quote(assumption.span.of(text))
    meaning = assumption.meaning
    match assumption.kind:
        case AssumptionKind.DROPPED_WORD:
            return tr("{words} was left out", words=words)
        case AssumptionKind.LIST_MARK:
            return tr("the list mark {words} was left out", words=words)
        case AssumptionKind.RESULT_NOTE:
            return tr("the result {words} was left out", words=words)
        case AssumptionKind.NATIONALITY:
            return tr("{words} names {power}, which the order does not need", words=words, power=power_name(variant, meaning))
        case AssumptionKind.WRONG_NATIONALITY:
            return tr(
                "{words} is wrong: the unit there belongs to {power}; the power named was left out",
                words=words,
                power=power_name(variant, meaning),
            )
        case AssumptionKind.STRAY_COAST:
            return tr("{words} was left out: {meaning} has no such coast", words=words, meaning=_meant(variant, meaning))
        case AssumptionKind.OTHER_POWER:
            return tr("{words} names another power: {power}", words=words, power=power_name(variant, meaning))
        case AssumptionKind.POWER_FROM_BOARD:
            return tr("no power was named; the unit belongs to {power}", power=power_name(variant, meaning))
        case AssumptionKind.UNIT_KIND:
            return tr("no kind of unit was written before {words}; {kind} was taken", words=words, kind=kind_word(variant, meaning))
        case AssumptionKind.ABBREVIATION | AssumptionKind.SPELLING:
            return tr("{words} was read as {meaning}", words=words, meaning=_meant(variant, meaning))
        case AssumptionKind.SETTLED_BY_BOARD:
            return tr("{words} can mean several places; by the board it is {meaning}", words=words, meaning=_meant(variant, meaning))
        case AssumptionKind.ROUTE:
            return tr("the route {words} was left out; the order asks for a convoy", words=words)
        case AssumptionKind.SUPPORT_TO_STAY:
            return tr("{words} was read as support to hold", words=words)
        case AssumptionKind.MOVE_WITHOUT_VERB:
            return tr("{words} was read as a move", words=words)
        case AssumptionKind.MOVE_AS_RETREAT:
            return tr("{words} was read as a retreat", words=words)
        case AssumptionKind.LANGUAGE:
            return tr("{words} was read as {meaning}", words=words, meaning=meaning)
        case AssumptionKind.CARRIED_VERB:
            return tr("{words} was read with “{meaning}” before it", words=words, meaning=meaning)
        case AssumptionKind.DASH_AS_REMOVAL:
            return tr("{words} was read as a removal", words=words)
        case AssumptionKind.HOLD_WITHOUT_VERB:
            return tr("{words} was read as holding", words=words)
        case AssumptionKind.ORDER_OF_ANOTHER:
            return tr("{words} is an order of its own and was left out: {order}", words=words, order=meaning)
        case _:
            assert_never(assumption.kind)


def _fault(kind: ReadingErrorKind, words: str) -> str:
    match kind:
        case ReadingErrorKind.EMPTY:
            return tr("nothing is written")
        case ReadingErrorKind.TOO_LONG:
            return tr("this is longer than any order")
        case ReadingErrorKind.MALFORMED:
            return tr("{words} is not an order", words=words)
        case ReadingErrorKind.INCOMPLETE:
            return tr("the order is not complete")
        case ReadingErrorKind.UNKNOWN_WORD:
            return tr("{words} was not understood", words=words)
        case ReadingErrorKind.UNKNOWN_PLACE:
            return tr("no place is called {words}", words=words)
        case ReadingErrorKind.AMBIGUOUS_PLACE:
            return tr("{words} can mean several places", words=words)
        case ReadingErrorKind.UNKNOWN_COAST:
            return tr("there is no coast {words}", words=words)
        case ReadingErrorKind.UNKNOWN_UNIT_KIND:
            return tr("the board does not tell which kind of unit {words} means", words=words)
        case ReadingErrorKind.UNIT_KIND_NEEDED:
            return tr("by the rules of this game the kind of unit must be written before {words}", words=words)
        case ReadingErrorKind.NATIONALITY_NEEDED:
            return tr("by the rules of this game it must be written whose unit {words} is", words=words)
        case ReadingErrorKind.WRONG_NATIONALITY:
            return tr("the unit there does not belong to {words}", words=words)
        case ReadingErrorKind.NOT_A_ROUTE:
            return tr("{words} is no route for a convoy", words=words)
        case ReadingErrorKind.SEVERAL_ORDERS:
            return tr("{words} begins another order", words=words)
        case ReadingErrorKind.AMBIGUOUS_ORDER:
            return tr("{words} can mean several orders", words=words)
        case ReadingErrorKind.ALTERNATIVE:
            return tr("{words} leaves a choice; an order has none", words=words)
        case ReadingErrorKind.CONDITION:
            return tr("{words} makes a condition; an order has none", words=words)
        case ReadingErrorKind.PRESS:
            return tr("{words} is a message, not an order", words=words)
        case ReadingErrorKind.STATEMENT:
            return tr("{words} is about all units, not one order", words=words)
        case _:
            assert_never(kind)


def _meant(variant: Variant, meaning: str) -> str:
    """The name of a place, power or kind; other texts stand as they are."""
    if Location.of(meaning).province in variant.board.provinces:
        return place_name(variant, meaning)
    if meaning in variant.powers:
        return power_name(variant, meaning)
    return meaning


def _quote(words: str) -> str:
    shown = words if len(words) <= _LONGEST_QUOTE else f"{words[: _LONGEST_QUOTE - 1]}…"
    return f'"{shown}"' if active_language() is None else quoted(shown)
