"""The units of a layout: which stand how, and where."""

from __future__ import annotations

from adjudicator.order import Build, Disband, Remove, Waive
from adjudicator.resolution import Result
from adjudicator.unit import Unit
from app.presentation.layout.drawing import UnitDrawing, UnitState
from app.presentation.layout.polyline import Point, distance
from app.presentation.layout.situation import Situation

_CORNERS: tuple[Point, ...] = ((0.86, -0.78), (-0.86, -0.78), (0.86, 0.78), (-0.86, 0.78))
_SIGN_REACH = max(abs(each) for corner in _CORNERS for each in corner)


def units_of(situation: Situation) -> tuple[UnitDrawing, ...]:
    """All units that *situation* shows; those to be built and removed as its orders say."""
    if not situation.picture.units:
        return ()
    found: list[UnitDrawing] = []
    fates: dict[str, UnitState] = {}
    removed: set[str] = set()
    built: list[Unit] = []
    for drawn in situation.orders:
        order = drawn.order
        results = drawn.outcome.results if drawn.outcome is not None else frozenset()
        if isinstance(order, Build):
            built.append(Unit(drawn.power, order.piece))
        elif isinstance(order, Remove | Disband):
            removed.add(order.piece.location.province)
        elif not isinstance(order, Waive):
            if Result.DESTROYED in results:
                fates[order.piece.location.province] = UnitState.DESTROYED
            elif Result.DISLODGED in results:
                fates[order.piece.location.province] = UnitState.DISLODGED
    retreating = bool(situation.picture.position.dislodged)
    for unit in situation.picture.position.units:
        place = situation.place(unit.location)
        if place is None or unit.province in situation.picture.hidden:
            continue
        standing = UnitState.FIRM if retreating else fates.get(unit.province, UnitState.FIRM)
        if not retreating and unit.province in removed:
            standing = UnitState.REMOVED
        found.append(UnitDrawing(unit, place, situation.sizes.unit, standing, sign=_sign(situation, place)))
    for each in situation.picture.position.dislodged:
        if each.unit.province in situation.picture.hidden or each.unit.province not in situation.displaced:
            continue
        standing = UnitState.DISLODGED
        if fates.get(each.unit.province) is UnitState.DESTROYED:
            standing = UnitState.DESTROYED
        elif each.unit.province in removed:
            standing = UnitState.REMOVED
        place = situation.displaced[each.unit.province]
        found.append(UnitDrawing(each.unit, place, situation.sizes.unit * 0.88, standing, displaced=True, sign=_sign(situation, place)))
    for unit in built:
        place = situation.place(unit.location)
        if place is not None:
            found.append(UnitDrawing(unit, place, situation.sizes.unit, UnitState.BUILT, sign=_sign(situation, place)))
    return tuple(found)


def _sign(situation: Situation, place: Point) -> Point:
    """The corner of a unit at *place* where a sign covers no star: the upper right one, where that is free."""
    sizes = situation.sizes
    clear = sizes.badge * 1.2 + sizes.star
    reach = sizes.unit * _SIGN_REACH + clear
    near = [each for each in situation.stars.values() if abs(each[0] - place[0]) < reach and abs(each[1] - place[1]) < reach]

    def covered(corner: Point) -> float:
        spot = (place[0] + corner[0] * sizes.unit, place[1] + corner[1] * sizes.unit)
        return sum(max(0.0, clear - distance(spot, star)) for star in near)

    return min(_CORNERS, key=covered)
