"""The lines and signs of all orders but moves."""

from __future__ import annotations

from adjudicator.order import Build, Convoy, Disband, Hold, Remove, Retreat, Support
from app.presentation.layout.chains import chain
from app.presentation.layout.drawing import Badge, OrderDrawing, OrderLook, Shape
from app.presentation.layout.marks import Marks, failure
from app.presentation.layout.moves import MoveArrows
from app.presentation.layout.polyline import Point, Polyline, at, bow, cut, distance_to, length, through
from app.presentation.layout.routes import joining_course, loose_course, shield_end
from app.presentation.layout.situation import Situation
from app.presentation.picture import DrawnOrder


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
