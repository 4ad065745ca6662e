"""Layout of a whole picture: every unit, every order, every mark."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping

from adjudicator.board import Board
from adjudicator.location import Location
from adjudicator.order import Build, Disband, Move, Remove, Waive
from adjudicator.phase import PhaseKind
from adjudicator.resolution import Result
from adjudicator.unit import Unit
from app.presentation.layout.drawing import Badge, BadgeKind, OrderDrawing, Plan, Sizes, UnitDrawing, UnitState
from app.presentation.layout.orders import Marks, MoveArrows, OtherOrders, marked_as_forced
from app.presentation.layout.places import anchor, densest, displaced, star_places
from app.presentation.layout.polyline import Point, distance
from app.presentation.layout.routes import Obstacles
from app.presentation.layout.situation import Situation, neighbours
from app.presentation.picture import MapPicture
from app.session.view_options import Labels
from variants.compiled import CompiledBoard

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


_SQUARE = 0.06
"""Side of the squares that obstacles are kept by, as a share of the board's width."""
_BOARDS = 4
_planners: OrderedDict[tuple[int, int], tuple[CompiledBoard, Board, Planner]] = OrderedDict()


def planner_of(board: CompiledBoard, rules: Board) -> Planner:
    """The planner of *board* for single pictures, kept for the boards used last: places of stars and names are the same in all of them."""
    key = (id(board), id(rules))
    known = _planners.pop(key, None)
    planner = Planner(board, rules) if known is None else known[2]
    _planners[key] = (board, rules, planner)  # with both, so that nothing else has their identity
    while len(_planners) > _BOARDS:
        _planners.popitem(last=False)
    return planner


class Planner:
    """Lays out pictures on one drawn board."""

    def __init__(self, board: CompiledBoard, rules: Board) -> None:
        self._board = board
        self._neighbours = neighbours(rules)
        self._densest = densest(board)
        self._rules = rules
        self._stars: tuple[Sizes, Mapping[str, Point]] | None = None
        self._names: dict[Labels, Obstacles] = {}
        self._last: tuple[MapPicture, float, float | None, Plan] | None = None

    def sizes(self, zoom: float, fitted: float | None = None) -> Sizes:
        """The sizes of symbols where one board unit covers *zoom* pixels."""
        return Sizes.at(self._board.symbol_width, zoom, self._densest, fitted)

    def plan(self, picture: MapPicture, zoom: float, fitted: float | None = None) -> Plan:
        """*picture*, laid out for *zoom* pixels per board unit; at *fitted* the whole board is seen.

        The same plan again for a picture that differs in colours and in what is pointed at alone.
        """
        if self._last is not None:
            before, *seen, plan = self._last
            if seen == [zoom, fitted] and before.is_laid_out_like(picture):
                return plan
        plan = self._planned(picture, self.sizes(zoom, fitted))
        self._last = (picture, zoom, fitted, plan)
        return plan

    def _planned(self, picture: MapPicture, sizes: Sizes) -> Plan:
        situation = self._situation(picture, sizes)
        marks = Marks(sizes, situation.obstacles)
        moves = MoveArrows(situation, marks)
        others = OtherOrders(situation, marks, moves)
        drawings: list[OrderDrawing] = []
        # Arrows first, since supports join them; the short ones have least choice of course.
        for drawn in sorted((each for each in situation.orders if isinstance(each.order, Move)), key=moves.reach):
            drawings += moves.draw(drawn)
        for drawn in situation.orders:
            drawings += others.draw(drawn)
        self._mark_standoffs(picture, marks)
        drawings = [marked_as_forced(each, marks, sizes) for each in drawings]
        return Plan(sizes, units_of(situation), tuple(drawings), tuple(marks.shared), situation.stars)

    def _mark_standoffs(self, picture: MapPicture, marks: Marks) -> None:
        """Mark the provinces of standoffs before retreats: they are closed."""
        if picture.position.phase.kind is not PhaseKind.RETREAT:
            return
        for code in sorted(picture.position.contested - picture.hidden):
            place = anchor(self._board, Location(code))
            if place is not None and picture.position.unit_at(code) is None:
                marks.share(Badge(BadgeKind.BOUNCE, place))

    def _situation(self, picture: MapPicture, sizes: Sizes) -> Situation:
        if self._stars is None or self._stars[0] != sizes:
            self._stars = (sizes, star_places(self._board, self._rules, sizes.unit, sizes.star))
        stars = {code: at for code, at in self._stars[1].items() if code not in picture.hidden}
        driven = displaced(self._board, picture.position, sizes.unit, sizes.star, stars)
        obstacles = Obstacles(self._board.width * _SQUARE, self._names_in_the_way(picture.labels))
        for unit in picture.position.units:
            place = anchor(self._board, unit.location)
            if place is not None:
                obstacles.add(place, sizes.unit * 1.15, 1.7)
        for place in driven.values():
            obstacles.add(place, sizes.unit, 1.7)
        for star in stars.values():
            obstacles.add(star, sizes.star * 1.4, 1.8)
        return Situation(self._board, self._neighbours, picture, sizes, stars, driven, obstacles)

    def _names_in_the_way(self, labels: Labels) -> Obstacles:
        """The names of provinces as far as lines keep clear of them; three discs each."""
        found = self._names.get(labels)
        if found is not None:
            return found
        found = self._names[labels] = Obstacles(self._board.width * _SQUARE)
        wanted = "full" if labels is Labels.FULL else "short"
        for shape in self._board.provinces.values():
            label = next((each for each in shape.labels if each.kind == wanted), None)
            if label is None or labels is Labels.OFF:
                continue
            half = max(0.0, max((len(line) for line in label.lines), default=0) * label.size * 0.24 - label.size * 0.4)
            turn = math.radians(label.angle)
            for step in (-1.0, 0.0, 1.0):
                at_label = (label.x + math.cos(turn) * half * step, label.y + math.sin(turn) * half * step)
                found.add(at_label, label.size * 0.5, 0.16)
        return found
