"""One line that a person types as an order: the one way in which the command, the panels and the notes on kept lines read it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adjudicator.notation import TextSpan, read_order
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.mail_in.account import account_for_line
from app.mail_in.accounting import Fate
from languages import active_language, tr

_NOTHING = TextSpan(0, 0)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """Reading of a typed line. Either *order* is set or *fault*."""

    order: Order | None = None
    power: str | None = None
    count: int = 1
    guess: str = ""
    """Guess that was needed to read it, without a stop at its end."""
    refusal: str = ""
    """Reason that the order cannot stand, though it was understood."""
    fault: str = ""
    """Reason that it is no order."""
    span: TextSpan = _NOTHING
    """The words that the fault is about."""


def read_typed(variant: Variant, position: Position, text: str, power: str | None = None) -> TypedLine:
    """Read the order in *text*, in the name of *power* where that is known. Never raises."""
    return _read(variant, id(variant), position, text, power, active_language())  # equal ones may have other words for orders


@lru_cache(maxsize=256)
def _read(variant: Variant, _variant: int, position: Position, text: str, power: str | None, _language: object) -> TypedLine:
    """Read the line and keep the result, since waiting lines are listed after each click, and a doubtful one takes some time."""
    first, *others = account_for_line(variant, position, text, power).lines or (None,)
    whole = TextSpan(0, len(text))
    if first is not None and others:
        return TypedLine(fault=tr("one order is taken at a time"), span=whole)
    if first is None or first.order is None or first.fate is Fate.DOUBTFUL:
        error = read_order(variant, position, text, power).error
        reason = "" if first is None else first.reason
        return TypedLine(fault=reason or tr("no order can be read here"), span=whole if error is None else error.span)
    return TypedLine(
        first.order,
        first.power,
        first.count,
        guess=first.reason if first.fate is Fate.GUESSED else "",
        refusal=first.reason if first.fate is Fate.REFUSED else "",
    )
