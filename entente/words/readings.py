"""What the tolerant reader assumed, and why it could not read, in words."""

from __future__ import annotations

from typing import assert_never

from adjudicator.location import Location
from adjudicator.notation import Assumption, AssumptionKind, ReadingError, ReadingErrorKind
from adjudicator.variant import Variant
from entente.words.names import join_words, kind_name, place_name, power_name

_LONGEST_QUOTE = 40


def describe_reading_error(variant: Variant, text: str, error: ReadingError) -> str:
    """Why *text* is no order: ``no place is called "Prais"; did you mean Paris?``"""
    fault = _fault(error.kind, _quote(error.span.of(text)))
    if error.span.length == 0:
        completed = (_quote(f"{text[: error.span.start]}{each}{text[error.span.end :]}") for each in error.suggestions)
        return "; did you mean ".join(filter(None, (fault, join_words(completed, "or")))) + ("?" if error.suggestions else "")
    return f"{fault}{_suggested(variant, error)}"


def describe_assumption(variant: Variant, text: str, assumption: Assumption) -> str:
    """What was taken for granted: ``"Burgendy" was read as Burgundy``."""
    words = _quote(assumption.span.of(text))
    meaning = assumption.meaning
    match assumption.kind:
        case AssumptionKind.DROPPED_WORD:
            return f"{words} was left out"
        case AssumptionKind.LIST_MARK:
            return f"the list mark {words} was left out"
        case AssumptionKind.RESULT_NOTE:
            return f"the result {words} was left out"
        case AssumptionKind.NATIONALITY:
            return f"{words} names {power_name(variant, meaning)}, which the order does not need"
        case AssumptionKind.WRONG_NATIONALITY:
            return f"{words} is wrong: the unit there belongs to {power_name(variant, meaning)}; the power named was left out"
        case AssumptionKind.STRAY_COAST:
            return f"{words} was left out: {_meant(variant, meaning)} has no such coast"
        case AssumptionKind.OTHER_POWER:
            return f"{words} names another power: {power_name(variant, meaning)}"
        case AssumptionKind.POWER_FROM_BOARD:
            return f"no power was named; the unit belongs to {power_name(variant, meaning)}"
        case AssumptionKind.UNIT_KIND:
            return f"no kind of unit was written before {words}; {kind_name(variant, meaning).lower()} was taken"
        case AssumptionKind.ABBREVIATION | AssumptionKind.SPELLING:
            return f"{words} was read as {_meant(variant, meaning)}"
        case AssumptionKind.SETTLED_BY_BOARD:
            return f"{words} can mean several places; by the board it is {_meant(variant, meaning)}"
        case AssumptionKind.ROUTE:
            return f"the route {words} was left out; the order asks for a convoy"
        case AssumptionKind.SUPPORT_TO_STAY:
            return f"{words} was read as support to hold"
        case AssumptionKind.MOVE_WITHOUT_VERB:
            return f"{words} was read as a move"
        case AssumptionKind.MOVE_AS_RETREAT:
            return f"{words} was read as a retreat"
        case AssumptionKind.LANGUAGE:
            return f"{words} was read as {meaning}"
        case AssumptionKind.CARRIED_VERB:
            return f"{words} was read with “{meaning}” before it"
        case _:
            assert_never(assumption.kind)


def _fault(kind: ReadingErrorKind, words: str) -> str:
    match kind:
        case ReadingErrorKind.EMPTY:
            return "nothing is written"
        case ReadingErrorKind.TOO_LONG:
            return "this is longer than any order"
        case ReadingErrorKind.MALFORMED:
            return f"{words} is not an order"
        case ReadingErrorKind.INCOMPLETE:
            return "the order is not complete"
        case ReadingErrorKind.UNKNOWN_WORD:
            return f"{words} was not understood"
        case ReadingErrorKind.UNKNOWN_PLACE:
            return f"no place is called {words}"
        case ReadingErrorKind.AMBIGUOUS_PLACE:
            return f"{words} can mean several places"
        case ReadingErrorKind.UNKNOWN_COAST:
            return f"there is no coast {words}"
        case ReadingErrorKind.UNKNOWN_UNIT_KIND:
            return f"the board does not tell which kind of unit {words} means"
        case ReadingErrorKind.UNIT_KIND_NEEDED:
            return f"by the rules of this game the kind of unit must be written before {words}"
        case ReadingErrorKind.NATIONALITY_NEEDED:
            return f"by the rules of this game it must be written whose unit {words} is"
        case ReadingErrorKind.WRONG_NATIONALITY:
            return f"the unit there does not belong to {words}"
        case ReadingErrorKind.NOT_A_ROUTE:
            return f"{words} is no route for a convoy"
        case ReadingErrorKind.SEVERAL_ORDERS:
            return f"{words} begins another order"
        case ReadingErrorKind.AMBIGUOUS_ORDER:
            return f"{words} can mean several orders"
        case ReadingErrorKind.ALTERNATIVE:
            return f"{words} leaves a choice; an order has none"
        case ReadingErrorKind.CONDITION:
            return f"{words} makes a condition; an order has none"
        case ReadingErrorKind.PRESS:
            return f"{words} is a message, not an order"
        case ReadingErrorKind.STATEMENT:
            return f"{words} is about all units, not one order"
        case _:
            assert_never(kind)


def _suggested(variant: Variant, error: ReadingError) -> str:
    if not error.suggestions:
        return ""
    named = join_words((_meant(variant, each) for each in error.suggestions), "or")
    return f"; did you mean {named}?"


def _meant(variant: Variant, meaning: str) -> str:
    """The name of a place, power or kind; other texts stand as they are."""
    if Location.of(meaning).province in variant.board.provinces:
        return place_name(variant, meaning)
    if meaning in variant.powers:
        return power_name(variant, meaning)
    return meaning


def _quote(words: str) -> str:
    shown = words if len(words) <= _LONGEST_QUOTE else f"{words[: _LONGEST_QUOTE - 1]}…"
    return f'"{shown}"'
