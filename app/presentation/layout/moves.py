"""The arrows of moves, whole and as far as they came."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.order import Move
from adjudicator.unit import Unit
from app.presentation.layout.chains import chain, is_convoyed
from app.presentation.layout.drawing import Badge, BadgeKind, OrderDrawing, OrderLook, Shape
from app.presentation.layout.marks import Marks, failure
from app.presentation.layout.polyline import Point, Polyline, cut, distance, length, through
from app.presentation.layout.routes import move_course
from app.presentation.layout.situation import Situation
from app.presentation.layout.strengths import in_figures, score, strength
from app.presentation.picture import DrawnOrder

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
