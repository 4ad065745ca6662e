"""Lays out a whole picture: every unit, every order, every mark."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from adjudicator.board import Board, Terrain
from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support, Waive
from adjudicator.resolution import Result
from adjudicator.unit import Unit
from app.session.view_options import Labels
from app.view.layout.chains import Neighbours, chain, convoying, is_convoyed, neighbours
from app.view.layout.drawing import Badge, BadgeKind, OrderDrawing, OrderLook, Plan, Shape, UnitDrawing, UnitState
from app.view.layout.lands import FreeGround, Lands
from app.view.layout.obstacles import Obstacles
from app.view.layout.places import anchor, densest, displaced, star_places
from app.view.layout.polyline import Point, Polyline, at, bow, cut, distance, distance_to, length, through
from app.view.layout.routes import joining_course, loose_course, move_course, shield_end
from app.view.layout.sizes import Sizes
from app.view.layout.strengths import in_figures, score, strength
from app.view.picture import DrawnOrder, MapPicture
from variants.compiled import CompiledBoard

_WIDER_PER_SUPPORT = 0.34
_WIDEST = 2.1
_CORNERS: tuple[Point, ...] = ((0.86, -0.78), (-0.86, -0.78), (0.86, 0.78), (-0.86, 0.78))
_SIGN_REACH = max(abs(each) for corner in _CORNERS for each in corner)
_FAILURES = (
    (Result.ILLEGAL, BadgeKind.ILLEGAL),
    (Result.NO_CONVOY, BadgeKind.BROKEN),
    (Result.DISRUPTED, BadgeKind.BROKEN),
    (Result.CUT, BadgeKind.CUT),
    (Result.VOID, BadgeKind.VOID),
    (Result.BOUNCE, BadgeKind.BOUNCE),
)


class Planner:
    """Lays out pictures on one drawn board."""

    def __init__(self, board: CompiledBoard, rules: Board) -> None:
        self._board = board
        self._neighbours = neighbours(rules)
        self._densest = densest(board)
        self._rules = rules
        self._stars: tuple[Sizes, Mapping[str, Point]] | None = None
        self._grid: Lands | None = None

    def sizes(self, zoom: float, fitted: float | None = None) -> Sizes:
        """The sizes of symbols where one board unit covers *zoom* pixels."""
        return Sizes.at(self._board.symbol_width, zoom, self._densest, fitted)

    def plan(self, picture: MapPicture, zoom: float, fitted: float | None = None) -> Plan:
        """*picture*, laid out for *zoom* pixels per board unit; at *fitted* the whole board is seen."""
        sizes = self.sizes(zoom, fitted)
        if self._stars is None or self._stars[0] != sizes:
            self._stars = (sizes, star_places(self._board, self._rules, sizes.unit, sizes.star))
        return _Layout(self._board, self._neighbours, picture, sizes, self._stars[1], self._lands).plan()

    def _lands(self) -> Lands:
        if self._grid is None:
            self._grid = Lands(self._board)
        return self._grid


def failure(drawn: DrawnOrder) -> BadgeKind | None:
    """Why the order failed, as the mark that says it; ``None`` while it works or nothing is known."""
    if drawn.outcome is None or Result.OK in drawn.outcome.results:
        return None
    return next((badge for result, badge in _FAILURES if result in drawn.outcome.results), None)


class _Layout:
    """One picture on its way to a plan."""

    def __init__(
        self,
        board: CompiledBoard,
        around: Neighbours,
        picture: MapPicture,
        sizes: Sizes,
        stars: Mapping[str, Point],
        lands: Callable[[], Lands],
    ) -> None:
        self._board = board
        self._lands = lands
        self._neighbours = around
        self._picture = picture
        self._sizes = sizes
        self._orders = picture.orders if picture.show_orders else ()
        self._stars = {code: at for code, at in stars.items() if code not in picture.hidden}
        self._displaced = displaced(board, picture.position, sizes.unit, sizes.star, self._stars)
        self._obstacles = Obstacles()
        self._courses: dict[tuple[str, str], Polyline] = {}
        """Visible arrow of each drawn move, by origin and target province."""
        self._joints: dict[tuple[str, str], list[Point]] = {}
        self._legs: dict[tuple[str, str], Polyline] = {}
        """The part of a convoyed move's arrow that supports join."""
        self._badges: list[Badge] = []
        self._spots: list[Point] = []
        """Where marks stand already."""
        self._note_obstacles()

    # What stands on the board

    def _note_obstacles(self) -> None:
        sizes = self._sizes
        for unit in self._picture.position.units:
            place = anchor(self._board, unit.location)
            if place is not None:
                self._obstacles.add(place, sizes.unit * 1.15, 1.7)
        for place in self._displaced.values():
            self._obstacles.add(place, sizes.unit, 1.7)
        for star in self._stars.values():
            self._obstacles.add(star, sizes.star * 1.4, 1.8)
        if self._picture.labels is Labels.OFF:
            return
        wanted = "full" if self._picture.labels is Labels.FULL else "short"
        for shape in self._board.provinces.values():
            label = next((each for each in shape.labels if each.kind == wanted), None)
            if label is None:
                continue
            half = max(0.0, max((len(line) for line in label.lines), default=0) * label.size * 0.24 - label.size * 0.4)
            turn = math.radians(label.angle)
            for step in (-1.0, 0.0, 1.0):
                at_label = (label.x + math.cos(turn) * half * step, label.y + math.sin(turn) * half * step)
                self._obstacles.add(at_label, label.size * 0.5, 0.16)

    def _place(self, location: Location) -> Point | None:
        return anchor(self._board, location)

    def _unit_in(self, province: str) -> Unit | None:
        return self._picture.position.unit_at(province)

    def _stand(self, province: str) -> Point | None:
        """Where the unit in *province* stands, or where one would."""
        unit = self._unit_in(province)
        return self._place(unit.location if unit is not None else Location(province))

    # Units

    def _units(self) -> tuple[UnitDrawing, ...]:
        if not self._picture.units:
            return ()
        found: list[UnitDrawing] = []
        fates: dict[str, UnitState] = {}
        removed: set[str] = set()
        built: list[Unit] = []
        for drawn in self._orders:
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
        retreating = bool(self._picture.position.dislodged)
        for unit in self._picture.position.units:
            place = self._place(unit.location)
            if place is None or unit.province in self._picture.hidden:
                continue
            standing = UnitState.FIRM if retreating else fates.get(unit.province, UnitState.FIRM)
            if not retreating and unit.province in removed:
                standing = UnitState.REMOVED
            found.append(UnitDrawing(unit, place, self._sizes.unit, standing, sign=self._sign(place)))
        for each in self._picture.position.dislodged:
            if each.unit.province in self._picture.hidden or each.unit.province not in self._displaced:
                continue
            standing = UnitState.DISLODGED
            if fates.get(each.unit.province) is UnitState.DESTROYED:
                standing = UnitState.DESTROYED
            elif each.unit.province in removed:
                standing = UnitState.REMOVED
            place = self._displaced[each.unit.province]
            found.append(UnitDrawing(each.unit, place, self._sizes.unit * 0.88, standing, displaced=True, sign=self._sign(place)))
        for unit in built:
            place = self._place(unit.location)
            if place is not None:
                found.append(UnitDrawing(unit, place, self._sizes.unit, UnitState.BUILT, sign=self._sign(place)))
        return tuple(found)

    def _sign(self, place: Point) -> Point:
        """The corner of a unit at *place* where a sign covers no star: the upper right one, where that is free."""
        sizes = self._sizes
        clear = sizes.badge * 1.2 + sizes.star
        reach = sizes.unit * _SIGN_REACH + clear
        near = [each for each in self._stars.values() if abs(each[0] - place[0]) < reach and abs(each[1] - place[1]) < reach]

        def covered(corner: Point) -> float:
            spot = (place[0] + corner[0] * sizes.unit, place[1] + corner[1] * sizes.unit)
            return sum(max(0.0, clear - distance(spot, star)) for star in near)

        return min(_CORNERS, key=covered)

    # Orders

    def plan(self) -> Plan:
        drawings: list[OrderDrawing] = []
        # Arrows first, since supports join them; the long ones have least choice of course.
        moves = [each for each in self._orders if isinstance(each.order, Move)]
        moves.sort(key=self._reach)
        for drawn in moves:
            drawings += self._move(drawn)
        for drawn in self._orders:
            order = drawn.order
            if isinstance(order, Support):
                drawings += self._support(drawn, order)
            elif isinstance(order, Convoy):
                drawings += self._convoy(drawn, order)
            elif isinstance(order, Retreat):
                drawings += self._retreat(drawn, order)
            elif isinstance(order, Hold):
                drawings += self._around(drawn, Shape.HOLD, self._place(order.piece.location))
            elif isinstance(order, Build):
                drawings += self._around(drawn, Shape.BUILD, self._place(order.piece.location))
            elif isinstance(order, Remove):
                drawings += self._around(drawn, Shape.REMOVE, self._place(order.piece.location))
            elif isinstance(order, Disband):
                drawings += self._around(drawn, Shape.DISBAND, self._displaced.get(order.piece.location.province))
        return Plan(self._sizes, self._units(), tuple(drawings), tuple(self._badges), self._stars)

    def _ground(self, *own: str) -> FreeGround:
        """What a line may run over that is about the provinces *own*."""
        return FreeGround(self._lands(), frozenset(own))

    def _waters(self, kind: str, *own: str) -> FreeGround | None:
        """The same for a unit on its way, where it is one that goes by water; armies go over land anyway."""
        kinds = self._picture.variant.board.kinds
        return self._ground(*own) if kind in kinds and Terrain.SEA in kinds[kind].terrains else None

    def _reach(self, drawn: DrawnOrder) -> float:
        order = drawn.order
        assert isinstance(order, Move)
        start, end = self._place(order.piece.location), self._place(order.target)
        return 0.0 if start is None or end is None else distance(start, end)

    def _width(self, drawn: DrawnOrder) -> float:
        wider = 1 + _WIDER_PER_SUPPORT * (strength(drawn, self._orders) - 1)
        return self._sizes.shaft * min(_WIDEST, wider)

    def _around(self, drawn: DrawnOrder, shape: Shape, centre: Point | None) -> list[OrderDrawing]:
        if centre is None:
            return []
        kind = failure(drawn)
        badges: tuple[Badge, ...] = ()
        if kind is not None:
            reach = self._sizes.unit * 1.3
            badges = (Badge(kind, (centre[0] + reach * 0.72, centre[1] - reach * 0.72)),)
        look = OrderLook.FIRM if kind is None else OrderLook.FADED
        return [OrderDrawing(drawn, shape, look, centre=centre, width=self._sizes.shaft * 0.55, badges=badges)]

    def _rival(self, order: Move) -> DrawnOrder | None:
        """The drawn move that goes the opposite way."""
        return next(
            (
                each
                for each in self._orders
                if isinstance(each.order, Move)
                and each.order.piece.location.province == order.target.province
                and each.order.target.province == order.piece.location.province
            ),
            None,
        )

    def _fellows(self, order: Move) -> list[DrawnOrder]:
        """All drawn moves to the same province, this one too."""
        return [each for each in self._orders if isinstance(each.order, Move) and each.order.target.province == order.target.province]

    def _move(self, drawn: DrawnOrder) -> list[OrderDrawing]:
        order = drawn.order
        assert isinstance(order, Move)
        sizes = self._sizes
        start, end = self._place(order.piece.location), self._place(order.target)
        if start is None or end is None:
            return []
        origin, target = order.piece.location.province, order.target.province
        rival = self._rival(order)
        kind = failure(drawn)
        occupant = self._unit_in(target)
        goal = end
        if occupant is not None:
            goal = self._place(occupant.location) or end
        fleets = chain(self._neighbours, convoying(self._orders, origin, target), origin, target)
        by_sea = bool(fleets) and is_convoyed(drawn, self._neighbours)
        spared = [(start, sizes.unit * 0.8), (goal, sizes.unit * 1.2)]
        if by_sea:
            stations = [self._stand(fleet) for fleet in fleets]
            points = [point for point in stations if point is not None]
            course = through([start, *points, goal])
        else:
            near = self._obstacles.near(start, goal, sizes.unit * 2, spared)
            hop = sizes.unit * 4.0 if occupant is not None else sizes.unit * 2.6
            course = move_course(
                start,
                goal,
                near,
                self._width(drawn) * 0.8,
                parting=rival is not None,
                short=sizes.unit * 7,
                hop=hop,
                ground=self._waters(order.piece.kind, origin, target),
            )
        width = self._width(drawn)
        head_room = sizes.unit * 1.18 if occupant is not None and occupant.province != origin else sizes.unit * 0.12
        badges: list[Badge] = []
        look = OrderLook.FIRM
        if kind is None:
            course = cut(course, sizes.unit * 1.12, head_room)
        else:
            look = OrderLook.FAILED if kind not in (BadgeKind.VOID, BadgeKind.ILLEGAL) else OrderLook.FADED
            course = self._stopped(drawn, course, rival, occupant, head_room, badges, kind)
        self._courses[origin, target] = course
        if by_sea and kind is None and len(fleets) > 0:
            # Supports join the last leg, beyond the last fleet.
            station = self._stand(fleets[-1])
            if station is not None:
                self._legs[origin, target] = _after(course, station, sizes.unit * 1.3)
        self._obstacles.add_line(course, width, 0.3)
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
    ) -> Polyline:
        """The visible part of a move that failed; its mark goes to *badges*, or to the shared ones."""
        sizes = self._sizes
        start_room = sizes.unit * 1.12
        text = score(drawn) if kind is BadgeKind.BOUNCE else ""
        order = drawn.order
        assert isinstance(order, Move)
        if kind is BadgeKind.BOUNCE and rival is not None and failure(rival) is BadgeKind.BOUNCE:
            # Head to head: the two part, and one mark stands between them.
            first, last = course[0], course[-1]
            middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
            if not any(distance(each.at, middle) < sizes.badge for each in self._badges):
                self._badges.append(Badge(kind, middle, text))
                self._spots.append(middle)
            return cut(course, start_room, max(head_room, sizes.unit * 1.18))
        fellows = self._fellows(order)
        losers = [each for each in fellows if failure(each) is BadgeKind.BOUNCE]
        goal = course[-1]
        if kind is BadgeKind.BOUNCE and occupant is None and len(losers) == len(fellows) > 1:
            # A standoff over an empty province: one mark where they meet.
            if not any(distance(each.at, goal) < sizes.badge for each in self._badges):
                scores = sorted((strength(each, self._orders) for each in losers), reverse=True)
                self._badges.append(Badge(kind, goal, ":".join(in_figures(each) for each in scores)))
                self._spots.append(goal)
            return cut(course, start_room, sizes.badge * 1.9)
        if occupant is None:
            # Somebody else comes in: stop well short of him.
            head_room = max(head_room, sizes.unit * 1.5)
        visible = cut(course, start_room, head_room)
        badges.append(Badge(kind, self._spot_on(visible, text), text))
        return visible

    def _spot_on(self, line: Polyline, text: str = "") -> Point:
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
            total = price + sum(3.0 * max(0.0, 1 - distance(spot, other) / (half * 2)) for other in self._spots)
            total += sum(
                each.weight * 2 * max(0.0, 1 - distance(spot, (each.x, each.y)) / (each.radius + half))
                for each in self._obstacles.near(spot, spot, half * 3)
            )
            if total < lowest:
                best, lowest = spot, total
        self._spots.append(best)
        return best

    def _support(self, drawn: DrawnOrder, order: Support) -> list[OrderDrawing]:
        sizes = self._sizes
        start = self._place(order.piece.location)
        helped = self._place(order.supported.location)
        if start is None or helped is None:
            return []
        kind = failure(drawn)
        width = sizes.shaft * 0.62
        look = OrderLook.FIRM if kind is None else OrderLook.FADED
        ghost: Polyline = ()
        if order.target is None:
            end, facing = shield_end(start, helped, sizes.unit * 1.42)
            near = self._obstacles.near(start, end, sizes.unit * 2, [(start, sizes.unit * 0.8), (helped, sizes.unit * 0.8)])
            ground = self._ground(order.piece.location.province, order.supported.location.province)
            course = cut(loose_course(start, end, near, width, ground, sizes.unit * 2.0), sizes.unit * 1.12, 0)
            badges = self._on_line(kind, course)
            self._obstacles.add_line(course, width, 0.25)
            return [OrderDrawing(drawn, Shape.SHIELD, look, course, width, helped, facing, badges)]
        key = (order.supported.location.province, order.target.province)
        arrow = self._legs.get(key) or self._courses.get(key)
        if arrow is None:
            goal = self._stand(order.target.province) or self._place(order.target)
            if goal is None:
                return []
            occupied = self._unit_in(order.target.province) is not None
            arrow = cut(bow(helped, goal, 0.09), sizes.unit * 1.2, sizes.unit * (1.25 if occupied else 0.2))
            ghost = arrow
        taken = self._joints.setdefault(key, [spot for spot in self._spots if distance_to(arrow, spot) < sizes.badge])
        spared = [(start, sizes.unit * 0.8), *((point, width * 3) for point in arrow[::3])]
        middle = at(arrow, 0.5)[0]
        near = self._obstacles.near(start, middle, sizes.unit * 3 + length(arrow) * 0.5, spared)
        ground = self._ground(order.piece.location.province, *key)
        course = joining_course(start, arrow, tuple(taken), near, width * 1.2, sizes.unit * 1.4, ground)
        taken.append(course[-1])
        course = cut(course, sizes.unit * 1.12, 0)
        self._obstacles.add_line(course, width, 0.25)
        return [OrderDrawing(drawn, Shape.SUPPORT, look, course, width, badges=self._on_line(kind, course), ghost=ghost)]

    def _on_line(self, kind: BadgeKind | None, course: Polyline) -> tuple[Badge, ...]:
        return () if kind is None else (Badge(kind, self._spot_on(course)),)

    def _convoy(self, drawn: DrawnOrder, order: Convoy) -> list[OrderDrawing]:
        sizes = self._sizes
        centre = self._place(order.piece.location)
        if centre is None:
            return []
        kind = failure(drawn)
        look = OrderLook.FIRM if kind is None else OrderLook.FADED
        key = (order.army.location.province, order.target.province)
        ghost: Polyline = ()
        on_chain = key in self._courses and order.piece.location.province in chain(self._neighbours, convoying(self._orders, *key), *key)
        if not on_chain:
            army, goal = self._place(order.army.location), self._stand(order.target.province)
            if army is not None and goal is not None:
                ghost = cut(through([army, centre, goal]), sizes.unit * 1.2, sizes.unit * 1.2)
        badges: tuple[Badge, ...] = ()
        if kind is not None:
            reach = sizes.unit * 1.25
            badges = (Badge(kind, (centre[0] + reach * 0.75, centre[1] - reach * 0.75)),)
        return [OrderDrawing(drawn, Shape.CONVOY, look, (), sizes.shaft * 0.5, centre, 0.0, badges, ghost)]

    def _retreat(self, drawn: DrawnOrder, order: Retreat) -> list[OrderDrawing]:
        sizes = self._sizes
        start = self._displaced.get(order.piece.location.province) or self._place(order.piece.location)
        end = self._place(order.target)
        if start is None or end is None:
            return []
        kind = failure(drawn)
        width = sizes.shaft * 0.7
        near = self._obstacles.near(start, end, sizes.unit * 2, [(start, sizes.unit), (end, sizes.unit)])
        ground = self._waters(order.piece.kind, order.piece.location.province, order.target.province)
        course = loose_course(start, end, near, width, ground, sizes.unit * 2.6)
        if kind is None:
            return [OrderDrawing(drawn, Shape.RETREAT, OrderLook.FIRM, cut(course, sizes.unit * 1.1, sizes.unit * 0.2), width)]
        course = cut(course, sizes.unit * 1.1, sizes.unit * 0.9)
        badge = Badge(kind, self._spot_on(course))
        return [OrderDrawing(drawn, Shape.RETREAT, OrderLook.FAILED, course, width, badges=(badge,))]


def _after(line: Polyline, station: Point, room: float) -> Polyline:
    """The part of *line* that comes after *station*, beginning *room* beyond it; all of it where nothing is left."""
    nearest = min(range(len(line)), key=lambda index: distance(line[index], station))
    rest = line[nearest:]
    return cut(rest, room, 0) if len(rest) > 2 and length(rest) > room * 2 else line


def dislodged_places(plan: Plan) -> Mapping[str, Point]:
    """Province to the place of its dislodged unit in *plan*."""
    return {each.unit.province: each.at for each in plan.units if each.displaced}
