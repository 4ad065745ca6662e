"""Units that are listed in an adjustment phase without a word for what becomes of them: ``+ A War`` is built where builds are due."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.check import check_order
from adjudicator.legal import adjustment
from adjudicator.notation import Assumption, AssumptionKind, Reading, TextSpan, read_order
from adjudicator.order import Build
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.mail_in.work import Work

_BEFORE = "build "
_LONGEST = 40
"""Characters of a unit with its place."""


def with_build(variant: Variant, position: Position, reading: Reading, work: Work) -> Reading:
    """*reading* as the build that it can only be; as it is where it is anything else.

    A unit without a verb is no removal: lists of the units that a power has look the same.

    Args:
        work: what may still be read for it.
    """
    power = reading.power
    if reading.error is None or power is None or position.phase.kind is not PhaseKind.ADJUSTMENT or len(reading.text) > _LONGEST:
        return reading
    unit = reading.text.lstrip("+ ")
    if adjustment(variant, position, power) <= 0 or not work.takes(unit):
        return reading
    built = read_order(variant, position, _BEFORE + unit, power)
    if not isinstance(built.order, Build) or any(each.kind is AssumptionKind.UNIT_KIND for each in built.assumptions):
        return reading
    if not check_order(variant, position, power, built.order):
        return reading
    moved = len(reading.text) - len(unit) - len(_BEFORE)
    kept = (
        replace(each, span=TextSpan(each.span.start + moved, each.span.length))
        for each in built.assumptions
        if each.span.start >= len(_BEFORE)
    )
    said = Assumption(AssumptionKind.CARRIED_VERB, TextSpan(0, len(reading.text)), "build")
    return replace(built, text=reading.text, assumptions=(said, *kept))
