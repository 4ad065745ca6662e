"""Layout of a whole picture: every unit, every order, every mark."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator import Board, Build, Convoy, Disband, Hold, Location, Move, PhaseKind, Remove, Result, Retreat, Support, Unit, Waive
from app.presentation.layout.drawing import Badge, BadgeKind, OrderDrawing, OrderLook, Plan, Shape, Sizes, UnitDrawing, UnitState
from app.presentation.layout.polyline import (
    Obstacles,
    Point,
    Polyline,
    at,
    bow,
    cut,
    distance,
    distance_to,
    joining_course,
    length,
    loose_course,
    move_course,
    shield_end,
    through,
)
from app.presentation.layout.situation import (
    Situation,
    anchor,
    chain,
    densest,
    displaced,
    in_figures,
    is_convoyed,
    neighbours,
    score,
    star_places,
    strength,
)
from app.presentation.picture import DrawnOrder, MapPicture
from app.session.view_options import Labels
from entente.words.outcomes import is_forced
from languages import mark, tr
from variants.compiled import CompiledBoard

_FAILURES = (
    (Result.ILLEGAL, BadgeKind.ILLEGAL),
    (Result.NO_CONVOY, BadgeKind.BROKEN),
    (Result.DISRUPTED, BadgeKind.BROKEN),
    (Result.CUT, BadgeKind.CUT),
    (Result.VOID, BadgeKind.VOID),
    (Result.BOUNCE, BadgeKind.BOUNCE),
)


def failure(drawn: DrawnOrder) -> BadgeKind | None:
    """Return the mark for the failure of the order; ``None`` while it works or nothing is known."""
    if drawn.outcome is None or Result.OK in drawn.outcome.results:
        return None
    return next((badge for result, badge in _FAILURES if result in drawn.outcome.results), None)


def marked_as_forced(drawing: OrderDrawing, marks: Marks, sizes: Sizes) -> OrderDrawing:
    """*drawing* with the mark that a game master set what became of it, where one did."""
    outcome = drawing.drawn.outcome
    if outcome is None or not is_forced(outcome):
        return drawing
    if drawing.line:
        sign = marks.on_line(BadgeKind.FORCED, drawing.line, tr(FORCED))
    elif drawing.centre is not None:
        reach = sizes.unit * 1.3
        sign = (Badge(BadgeKind.FORCED, (drawing.centre[0] - reach * 0.8, drawing.centre[1] - reach * 0.8), tr(FORCED)),)
    else:
        return drawing
    return replace(drawing, badges=(*drawing.badges, *sign))


FORCED = mark("GM")
"""Text of the mark."""


class Marks:
    """The marks of one layout."""

    def __init__(self, sizes: Sizes, obstacles: Obstacles) -> None:
        self._sizes = sizes
        self._obstacles = obstacles
        self.shared: list[Badge] = []
        """Marks that several orders share."""
        self.spots: list[Point] = []
        """Places of the marks so far."""

    def share(self, badge: Badge) -> None:
        """Set *badge* for several orders, once."""
        if not any(distance(each.at, badge.at) < self._sizes.badge for each in self.shared):
            self.shared.append(badge)
            self.spots.append(badge.at)

    def on_line(self, kind: BadgeKind | None, line: Polyline, text: str = "") -> tuple[Badge, ...]:
        """The mark of *kind* on *line*; none where there is no failure."""
        return () if kind is None else (Badge(kind, self._spot_on(line, text), text),)

    def _spot_on(self, line: Polyline, text: str) -> Point:
        """A place for a mark on *line*, or beside it where it is short, free of other marks, units and stars."""
        sizes = self._sizes
        half = sizes.badge * (1.0 if not text else 1.5) + sizes.text * 0.2 * len(text)
        # On the shaft: the head of the arrow stays free.
        whole = length(line)
        shaft = max(0.2, 1 - max(sizes.shaft * 2.6, 9 * sizes.pixel) / max(whole, 1e-9))
        choices = [(at(line, shaft * share), 0.0, abs(share - 0.5)) for share in (0.5, 0.42, 0.58, 0.34, 0.66)]
        if whole * shaft < half * 2.1:
            aside = sizes.badge * 1.05 + self._sizes.shaft * 0.9
            choices = [(at(line, 0.45), aside * side, 0.02 * (side < 0)) for side in (1, -1)] + [(at(line, 0.45), 0.0, 1.0)]
        best, lowest = line[0], math.inf
        for ((x, y), along), aside, price in choices:
            spot = (x - along[1] * aside, y + along[0] * aside)
            total = price + sum(3.0 * max(0.0, 1 - distance(spot, other) / (half * 2)) for other in self.spots)
            total += sum(
                each.weight * 2 * max(0.0, 1 - distance(spot, (each.x, each.y)) / (each.radius + half))
                for each in self._obstacles.near(spot, spot, half * 3)
            )
            if total < lowest:
                best, lowest = spot, total
        self.spots.append(best)
        return best


_LEAST_ARROW = 15.0
"""Pixels of an arrow that must be seen: some eight of its shaft, and its head. Where it would be shorter it swings out."""


class MoveArrows:
    """Draws the moves of a situation, one after another; each keeps clear of those before it."""

    def __init__(self, situation: Situation, marks: Marks) -> None:
        self._situation = situation
        self._marks = marks
        self.courses: dict[tuple[str, str], Polyline] = {}
        """Visible arrow of each drawn move, by origin and target province."""
        self.legs: dict[tuple[str, str], Polyline] = {}
        """The part of a convoyed move's arrow that supports join."""

    def reach(self, drawn: DrawnOrder) -> float:
        """Return the distance of the move *drawn*, in board units."""
        order = drawn.order
        assert isinstance(order, Move)
        start, end = self._situation.place(order.piece.location), self._situation.place(order.target)
        return 0.0 if start is None or end is None else distance(start, end)

    def draw(self, drawn: DrawnOrder) -> list[OrderDrawing]:
        """The arrow of the move *drawn*; nothing where the board lacks its places."""
        order = drawn.order
        assert isinstance(order, Move)
        sizes = self._situation.sizes
        start, end = self._situation.place(order.piece.location), self._situation.place(order.target)
        if start is None or end is None:
            return []
        origin, target = order.piece.location.province, order.target.province
        rival = self._situation.index.rival(order)
        kind = failure(drawn)
        occupant = self._situation.unit_in(target)
        goal = end
        if occupant is not None:
            goal = self._situation.place(occupant.location) or end
        fleets = chain(self._situation.neighbours, self._situation.index.fleets(origin, target), origin, target)
        by_sea = bool(fleets) and is_convoyed(drawn, self._situation.neighbours)
        spared = [(start, sizes.unit * 0.8), (goal, sizes.unit * 1.2)]
        if by_sea:
            stations = [self._situation.stand(fleet) for fleet in fleets]
            points = [point for point in stations if point is not None]
            course = through([start, *points, goal])
        else:
            near = self._situation.obstacles.near(start, goal, sizes.unit * 2, spared)
            # What is left between the two, of which the head takes a part, must be seen.
            taken, usual = (2.3, 4.0) if occupant is not None else (1.24, 2.6)
            hop = max(sizes.unit * usual, sizes.unit * taken + _LEAST_ARROW * sizes.pixel)
            course = move_course(
                start,
                goal,
                near,
                self._situation.width(drawn) * 0.8,
                parting=rival is not None,
                short=sizes.unit * 7,
                hop=hop,
                ground=self._situation.waters(order.piece.kind, origin, target),
            )
        width = self._situation.width(drawn)
        head_room = sizes.unit * 1.18 if occupant is not None and occupant.province != origin else sizes.unit * 0.12
        badges: list[Badge] = []
        look = OrderLook.FIRM
        if kind is None:
            course = cut(course, sizes.unit * 1.12, head_room)
        else:
            look = OrderLook.FAILED if kind not in (BadgeKind.VOID, BadgeKind.ILLEGAL) else OrderLook.FADED
            carriers = [point for fleet in fleets if by_sea and (point := self._situation.stand(fleet)) is not None]
            course = self._stopped(drawn, course, rival, occupant, head_room, badges, kind, carriers)
        self.courses[origin, target] = course
        if by_sea and kind is None and len(fleets) > 0:
            # Supports join the last leg, beyond the last fleet.
            station = self._situation.stand(fleets[-1])
            if station is not None:
                self.legs[origin, target] = _after(course, station, sizes.unit * 1.3)
        self._situation.obstacles.add_line(course, width, 0.3)
        return [OrderDrawing(drawn, Shape.CONVOYED if by_sea else Shape.MOVE, look, course, width, badges=tuple(badges))]

    def _stopped(
        self,
        drawn: DrawnOrder,
        course: Polyline,
        rival: DrawnOrder | None,
        occupant: Unit | None,
        head_room: float,
        badges: list[Badge],
        kind: BadgeKind,
        carriers: Sequence[Point],
    ) -> Polyline:
        """The visible part of a move that failed; its mark goes to *badges*, or to the shared ones.

        Args:
            carriers: where the fleets stand that carry it.
        """
        sizes = self._situation.sizes
        start_room = sizes.unit * 1.12
        text = score(drawn) if kind is BadgeKind.BOUNCE else ""
        order = drawn.order
        assert isinstance(order, Move)
        if kind is BadgeKind.BOUNCE and rival is not None and failure(rival) is BadgeKind.BOUNCE:
            # Head to head: the two part, and one mark stands between them.
            first, last = course[0], course[-1]
            middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
            self._marks.share(Badge(kind, middle, text))
            return cut(course, start_room, max(head_room, sizes.unit * 1.18))
        fellows = self._situation.index.fellows(order)
        losers = [each for each in fellows if failure(each) is BadgeKind.BOUNCE]
        goal = course[-1]
        if kind is BadgeKind.BOUNCE and occupant is None and len(losers) == len(fellows) > 1:
            # A standoff over an empty province: one mark where they meet.
            scores = sorted((strength(each, self._situation.index.supports(each)) for each in losers), reverse=True)
            self._marks.share(Badge(kind, goal, ":".join(in_figures(each) for each in scores)))
            return cut(course, start_room, sizes.badge * 1.9)
        if occupant is None:
            # Somebody else comes in: stop well short of him.
            head_room = max(head_room, sizes.unit * 1.5)
        visible = cut(course, start_room, head_room)
        badges += self._marks.on_line(kind, _marked_part(visible, carriers, kind, sizes.unit), text)
        return visible


def _marked_part(line: Polyline, carriers: Sequence[Point], kind: BadgeKind, unit: float) -> Polyline:
    """The leg of *line* where a mark stands: what befell the army is not to be read as what befell a fleet on its way.

    A route that is broken is marked where the army embarks, everything else where it lands.
    """
    if not carriers:
        return line
    if kind is BadgeKind.BROKEN:
        return tuple(reversed(_marked_leg(tuple(reversed(line)), carriers[0], unit)))
    return _marked_leg(line, carriers[-1], unit)


def _marked_leg(line: Polyline, station: Point, unit: float) -> Polyline:
    """Return the part behind *station*, as far from it as there is room for."""
    nearest = min(range(len(line)), key=lambda index: distance(line[index], station))
    rest = line[nearest:]
    if len(rest) < 2:
        return line
    return cut(rest, min(unit * 1.6, length(rest) * 0.5), 0)


def _after(line: Polyline, station: Point, room: float) -> Polyline:
    """The part of *line* that comes after *station*, beginning *room* beyond it; all of it where nothing is left."""
    nearest = min(range(len(line)), key=lambda index: distance(line[index], station))
    rest = line[nearest:]
    return cut(rest, room, 0) if len(rest) > 2 and length(rest) > room * 2 else line


class OtherOrders:
    """Draws the orders of a situation that are no moves, after those."""

    def __init__(self, situation: Situation, marks: Marks, moves: MoveArrows) -> None:
        self._situation = situation
        self._marks = marks
        self._moves = moves
        self._joints: dict[tuple[str, str], list[Point]] = {}
        """Points where supports join the arrow of a move, by origin and target province."""

    def draw(self, drawn: DrawnOrder) -> list[OrderDrawing]:
        """Return the drawings for *drawn*; none for orders that have none."""
        order, place = drawn.order, self._situation.place
        match order:
            case Support():
                return self._support(drawn, order)
            case Convoy():
                return self._convoy(drawn, order)
            case Retreat():
                return self._retreat(drawn, order)
            case Hold():
                return self._around(drawn, Shape.HOLD, place(order.piece.location))
            case Build():
                return self._around(drawn, Shape.BUILD, place(order.piece.location))
            case Remove():
                return self._around(drawn, Shape.REMOVE, place(order.piece.location))
            case Disband():
                return self._around(drawn, Shape.DISBAND, self._situation.displaced.get(order.piece.location.province))
            case _:
                return []

    def _around(self, drawn: DrawnOrder, shape: Shape, centre: Point | None) -> list[OrderDrawing]:
        if centre is None:
            return []
        kind = failure(drawn)
        badges: tuple[Badge, ...] = ()
        if kind is not None:
            reach = self._situation.sizes.unit * 1.3
            badges = (Badge(kind, (centre[0] + reach * 0.72, centre[1] - reach * 0.72)),)
        look = OrderLook.FIRM if kind is None else OrderLook.FADED
        return [OrderDrawing(drawn, shape, look, centre=centre, width=self._situation.sizes.shaft * 0.55, badges=badges)]

    def _support(self, drawn: DrawnOrder, order: Support) -> list[OrderDrawing]:
        sizes = self._situation.sizes
        start = self._situation.place(order.piece.location)
        helped = self._situation.place(order.supported.location)
        if start is None or helped is None:
            return []
        kind = failure(drawn)
        width = sizes.shaft * 0.62
        look = OrderLook.FIRM if kind is None else OrderLook.FADED
        ghost: Polyline = ()
        if order.target is None:
            end, facing = shield_end(start, helped, sizes.unit * 1.42)
            near = self._situation.obstacles.near(start, end, sizes.unit * 2, [(start, sizes.unit * 0.8), (helped, sizes.unit * 0.8)])
            ground = self._situation.ground(order.piece.location.province, order.supported.location.province)
            course = cut(loose_course(start, end, near, width, ground, sizes.unit * 2.0), sizes.unit * 1.12, 0)
            badges = self._marks.on_line(kind, course)
            self._situation.obstacles.add_line(course, width, 0.25)
            return [OrderDrawing(drawn, Shape.SHIELD, look, course, width, helped, facing, badges)]
        key = (order.supported.location.province, order.target.province)
        arrow = self._moves.legs.get(key) or self._moves.courses.get(key)
        if arrow is None:
            goal = self._situation.stand(order.target.province) or self._situation.place(order.target)
            if goal is None:
                return []
            occupied = self._situation.unit_in(order.target.province) is not None
            arrow = cut(bow(helped, goal, 0.09), sizes.unit * 1.2, sizes.unit * (1.25 if occupied else 0.2))
            ghost = arrow
        taken = self._joints.setdefault(key, [spot for spot in self._marks.spots if distance_to(arrow, spot) < sizes.badge])
        spared = [(start, sizes.unit * 0.8), *((point, width * 3) for point in arrow[::3])]
        middle = at(arrow, 0.5)[0]
        near = self._situation.obstacles.near(start, middle, sizes.unit * 3 + length(arrow) * 0.5, spared)
        ground = self._situation.ground(order.piece.location.province, *key)
        course = joining_course(start, arrow, tuple(taken), near, width * 1.2, sizes.unit * 1.4, ground)
        taken.append(course[-1])
        course = cut(course, sizes.unit * 1.12, 0)
        self._situation.obstacles.add_line(course, width, 0.25)
        return [OrderDrawing(drawn, Shape.SUPPORT, look, course, width, badges=self._marks.on_line(kind, course), ghost=ghost)]

    def _convoy(self, drawn: DrawnOrder, order: Convoy) -> list[OrderDrawing]:
        sizes = self._situation.sizes
        centre = self._situation.place(order.piece.location)
        if centre is None:
            return []
        kind = failure(drawn)
        look = OrderLook.FIRM if kind is None else OrderLook.FADED
        key = (order.army.location.province, order.target.province)
        ghost: Polyline = ()
        fleets = chain(self._situation.neighbours, self._situation.index.fleets(*key), *key)
        on_chain = key in self._moves.courses and order.piece.location.province in fleets
        if not on_chain:
            army, goal = self._situation.place(order.army.location), self._situation.stand(order.target.province)
            if army is not None and goal is not None:
                ghost = cut(through([army, centre, goal]), sizes.unit * 1.2, sizes.unit * 1.2)
        badges: tuple[Badge, ...] = ()
        if kind is not None:
            reach = sizes.unit * 1.25
            badges = (Badge(kind, (centre[0] + reach * 0.75, centre[1] - reach * 0.75)),)
        return [OrderDrawing(drawn, Shape.CONVOY, look, (), sizes.shaft * 0.5, centre, 0.0, badges, ghost)]

    def _retreat(self, drawn: DrawnOrder, order: Retreat) -> list[OrderDrawing]:
        sizes = self._situation.sizes
        start = self._situation.displaced.get(order.piece.location.province) or self._situation.place(order.piece.location)
        end = self._situation.place(order.target)
        if start is None or end is None:
            return []
        kind = failure(drawn)
        width = sizes.shaft * 0.7
        near = self._situation.obstacles.near(start, end, sizes.unit * 2, [(start, sizes.unit), (end, sizes.unit)])
        ground = self._situation.waters(order.piece.kind, order.piece.location.province, order.target.province)
        course = loose_course(start, end, near, width, ground, sizes.unit * 2.6)
        if kind is None:
            return [OrderDrawing(drawn, Shape.RETREAT, OrderLook.FIRM, cut(course, sizes.unit * 1.1, sizes.unit * 0.2), width)]
        course = cut(course, sizes.unit * 1.1, sizes.unit * 0.9)
        return [OrderDrawing(drawn, Shape.RETREAT, OrderLook.FAILED, course, width, badges=self._marks.on_line(kind, course))]


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
        location = unit.piece.location
        place, province = situation.place(location), location.province
        if place is None or province in situation.picture.hidden:
            continue
        standing = UnitState.FIRM if retreating else fates.get(province, UnitState.FIRM)
        if not retreating and province in removed:
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
    if not near:
        return _CORNERS[0]

    def covered(corner: Point) -> float:
        spot = (place[0] + corner[0] * sizes.unit, place[1] + corner[1] * sizes.unit)
        return sum([max(0.0, clear - distance(spot, star)) for star in near])

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
        self._symbol_width = board.symbol_width
        self._rules = rules
        self._stars: tuple[Sizes, Mapping[str, Point]] | None = None
        self._names: dict[Labels, Obstacles] = {}
        self._signs: tuple[tuple[Labels, float, Mapping[str, Point]], Obstacles] | None = None
        self._last: tuple[MapPicture, float, float | None, Plan] | None = None

    def sizes(self, zoom: float, fitted: float | None = None) -> Sizes:
        """The sizes of symbols where one board unit covers *zoom* pixels."""
        return Sizes.at(self._symbol_width, zoom, self._densest, fitted)

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
        obstacles = Obstacles(self._board.width * _SQUARE, self._signs_in_the_way(picture.labels, sizes.star, stars))
        for unit in picture.position.units:
            place = anchor(self._board, unit.piece.location)
            if place is not None:
                obstacles.add(place, sizes.unit * 1.15, 1.7)
        for place in driven.values():
            obstacles.add(place, sizes.unit, 1.7)
        return Situation(self._board, self._neighbours, picture, sizes, stars, driven, obstacles)

    def _signs_in_the_way(self, labels: Labels, radius: float, stars: Mapping[str, Point]) -> Obstacles:
        """The names of provinces, and the stars of centres, as far as lines keep clear of them: the same from one change to the next."""
        asked = (labels, radius, stars)
        if self._signs is None or self._signs[0] != asked:
            found = Obstacles(self._board.width * _SQUARE, self._names_in_the_way(labels))
            for star in stars.values():
                found.add(star, radius * 1.4, 1.8)
            self._signs = (asked, found)
        return self._signs[1]

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
