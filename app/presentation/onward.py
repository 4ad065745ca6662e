"""Place of a unit among results in the phase after them. No Qt."""

from __future__ import annotations

from adjudicator.order import Move, Retreat
from adjudicator.resolution import Resolution
from adjudicator.unit import Unit
from app.presentation.order_tools.touch import UnitTouch


def place_after(judged: Resolution, unit: Unit) -> UnitTouch | None:
    """The symbol of *unit*, which stood on the board before *judged*, in the phase after it; ``None`` where it is gone."""
    after = judged.next
    dislodged = after.dislodged_at(unit.province)
    if dislodged is not None and dislodged.unit == unit:
        return UnitTouch(unit.province, dislodged=True)
    provinces = [unit.province]
    for each in judged.outcomes:
        if each.unit == unit and each.succeeded and isinstance(each.order, Move | Retreat):
            provinces.insert(0, each.order.target.province)
    for province in provinces:
        found = after.unit_at(province)
        if found is not None and (found.power, found.kind) == (unit.power, unit.kind):
            return UnitTouch(province)
    return None
