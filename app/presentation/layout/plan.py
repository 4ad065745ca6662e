"""Lays out a whole picture: every unit, every order, every mark."""

from __future__ import annotations

import math
from collections.abc import Mapping

from adjudicator.board import Board
from adjudicator.location import Location
from adjudicator.order import Move
from adjudicator.phase import PhaseKind
from app.presentation.layout.chains import neighbours
from app.presentation.layout.drawing import Badge, BadgeKind, OrderDrawing, Plan
from app.presentation.layout.lands import Lands
from app.presentation.layout.marks import Marks, marked_as_forced
from app.presentation.layout.moves import MoveArrows
from app.presentation.layout.obstacles import Obstacles
from app.presentation.layout.other_orders import OtherOrders
from app.presentation.layout.places import anchor, densest, displaced, star_places
from app.presentation.layout.polyline import Point
from app.presentation.layout.situation import Situation
from app.presentation.layout.sizes import Sizes
from app.presentation.layout.units import units_of
from app.presentation.picture import MapPicture
from app.session.view_options import Labels
from variants.compiled import CompiledBoard

_SQUARE = 0.06
"""Side of the squares that obstacles are kept by, as a share of the board's width."""


class Planner:
    """Lays out pictures on one drawn board."""

    def __init__(self, board: CompiledBoard, rules: Board) -> None:
        self._board = board
        self._neighbours = neighbours(rules)
        self._densest = densest(board)
        self._rules = rules
        self._stars: tuple[Sizes, Mapping[str, Point]] | None = None
        self._grid: Lands | None = None
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
        return Situation(self._board, self._neighbours, self._lands, picture, sizes, stars, driven, obstacles)

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

    def _lands(self) -> Lands:
        if self._grid is None:
            self._grid = Lands(self._board)
        return self._grid
