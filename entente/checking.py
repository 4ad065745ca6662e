"""Orders of programs: which one a text means, who would give it, and whether it is legal."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator import Order, Position, PowerRole, Variant, Verdict, Waive, adjustment
from adjudicator.errors import AmbiguousOrderError, MalformedOrderError, SourceSpan
from adjudicator.notation import Reading, ReadingErrorKind
from entente.words import describe_reading_error

_AMBIGUOUS = frozenset({ReadingErrorKind.AMBIGUOUS_PLACE, ReadingErrorKind.AMBIGUOUS_ORDER, ReadingErrorKind.UNKNOWN_UNIT_KIND})


@dataclass(frozen=True, slots=True)
class Check:
    """Check of an order: legal, or the reason that it is not. True in a boolean context when it is; ``str`` tells why not."""

    order: Order
    verdict: Verdict
    words: str
    """Empty for a legal order."""

    def __bool__(self) -> bool:
        return bool(self.verdict)

    def __str__(self) -> str:
        return self.words


def order_of(variant: Variant, reading: Reading) -> Order:
    """The order that a text was read as.

    Raises:
        MalformedOrderError: it is none.
        AmbiguousOrderError: it can mean several.
    """
    if reading.order is not None:
        return reading.order
    assert reading.error is not None
    span = SourceSpan("order", 1, reading.error.span.start + 1, max(1, reading.error.span.length))
    message = describe_reading_error(variant, reading.text, reading.error)
    raise (AmbiguousOrderError if reading.error.kind in _AMBIGUOUS else MalformedOrderError)(message, span)


def owner_of(variant: Variant, position: Position, order: Order) -> str:
    """Return the power that would give *order*: the owner of its unit, or of the centre that it builds in."""
    powers = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    if isinstance(order, Waive):
        return next((power for power in powers if adjustment(variant, position, power) > 0), powers[0])
    province = order.piece.location.province
    dislodged = position.dislodged_at(province)
    unit = position.unit_at(province) if dislodged is None else dislodged.unit
    return position.owners.get(province, powers[0]) if unit is None else unit.power
