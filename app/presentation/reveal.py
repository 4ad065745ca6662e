"""Reveal of an outcome step by step, and the transition of the board from one moment to the next. No Qt.

What is seen at each moment is a pure function of a share between 0 and 1, so that tests can step through it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from adjudicator import Move, Resolution, Result, Retreat, Unit
from app.game.record import Cursor, Game
from app.game.versions import Change, Touched
from app.presentation.layout.drawing import OrderDrawing, OrderLook, Plan, Shape, UnitDrawing, UnitState
from app.presentation.layout.polyline import Point, at, cut, direction, length
from app.presentation.order_tools.stage import UnitTouch


class RevealPart(StrEnum):
    """A part of the story; one that has nothing to tell is left out."""

    HELP = "help"
    """Supports reach out."""
    MARCH = "march"
    """Arrows of moves and retreats grow."""
    HINDER = "hinder"
    """Supports are cut, orders turn out void."""
    CLASH = "clash"
    """Units that bounce go out, meet and recoil."""
    FALL = "fall"
    """Units are driven out."""


_MILLISECONDS = {RevealPart.HELP: 500, RevealPart.MARCH: 800, RevealPart.HINDER: 450, RevealPart.CLASH: 750, RevealPart.FALL: 600}
_PAUSE = 250
"""Milliseconds at the end, in which the whole is seen as it stays."""

_STRIKE = 0.4
"""The share of a clash after which the units meet."""

_REACH = 0.55
"""Part of its arrow that a unit travels when it bounces."""

_STAGGER = 0.6
"""Part of an act that passes before the last line begins to grow."""

_HELPS = (Shape.SUPPORT, Shape.SHIELD)
_MARCHES = (Shape.MOVE, Shape.CONVOYED, Shape.RETREAT)
_DRIVEN = (UnitState.DISLODGED, UnitState.DESTROYED)


def eased(share: float) -> float:
    """Slow at both ends."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def routes(plan: Plan) -> Mapping[tuple[str, str], OrderDrawing]:
    """Power and province to the drawn move or retreat of its unit."""
    found = {}
    for drawing in plan.orders:
        order = drawing.drawn.order
        if isinstance(order, Move | Retreat) and len(drawing.line) > 1:
            found[drawing.drawn.power, order.piece.location.province] = drawing
    return found


def results_of(drawing: OrderDrawing) -> frozenset[Result]:
    """Return the results of the order; empty while they are not known."""
    return drawing.drawn.outcome.results if drawing.drawn.outcome is not None else frozenset()


class Reveal:
    """The story of what *plan* shows."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._routes = routes(plan)
        self._blows = _blows(plan)
        self._starts: dict[RevealPart, tuple[int, int]] = {}
        """Act to its beginning and its end, in milliseconds."""
        clock = 0
        for act in _acts(plan):
            self._starts[act] = (clock, clock + _MILLISECONDS[act])
            clock += _MILLISECONDS[act]
        self.milliseconds = clock + _PAUSE if clock else 0
        """Time that it takes."""
        self._ranks = _ranks(plan)

    def acts(self) -> Mapping[RevealPart, tuple[float, float]]:
        """The acts it has, each with the shares of the whole at which it begins and ends."""
        whole = max(1, self.milliseconds)
        return {act: (start / whole, end / whole) for act, (start, end) in self._starts.items()}

    def _passed(self, act: RevealPart, share: float) -> float:
        """Return the part of *act* that has passed; one that is left out has passed once those before it have."""
        clock = share * self.milliseconds
        if act in self._starts:
            start, end = self._starts[act]
            return min(1.0, max(0.0, (clock - start) / (end - start)))
        earlier = [self._starts[each][1] for each in self._starts if list(RevealPart).index(each) < list(RevealPart).index(act)]
        return 1.0 if clock >= max(earlier, default=0) else 0.0

    def at(self, share: float) -> Plan:
        """Return the plan at *share* (0 to 1) of the way; at the end it is the plan itself."""
        if share >= 1 or not self._starts:
            return self._plan
        struck = self._passed(RevealPart.CLASH, share) >= _STRIKE
        orders = tuple(seen for each in self._plan.orders if (seen := self._order(each, share)) is not None)
        units = tuple(self._unit(each, share) for each in self._plan.units)
        return replace(self._plan, units=units, orders=orders, badges=self._plan.badges if struck else ())

    def _order(self, drawing: OrderDrawing, share: float) -> OrderDrawing | None:
        """*drawing* as far as it is drawn; ``None`` before its line begins."""
        act = RevealPart.HELP if drawing.shape in _HELPS else RevealPart.MARCH if drawing.shape in _MARCHES else None
        grown = 1.0
        if act is not None:
            late = self._ranks[drawing.drawn.power, drawing.drawn.order] * _STAGGER
            grown = eased((self._passed(act, share) - late) / (1 - _STAGGER))
            if grown <= 0:
                return None
        bounced = Result.BOUNCE in results_of(drawing)
        told = self._passed(RevealPart.CLASH, share) >= _STRIKE if bounced else self._passed(RevealPart.HINDER, share) > 0
        line = drawing.line
        if grown < 1 and len(line) > 1:
            line = cut(line, 0.0, length(line) * (1 - grown))
        if told and line is drawing.line:
            return drawing
        return replace(drawing, line=line, look=drawing.look if told else OrderLook.FIRM, badges=drawing.badges if told else ())

    def _unit(self, unit: UnitDrawing, share: float) -> UnitDrawing:
        route = self._routes.get((unit.unit.power, unit.unit.province))
        place, standing = unit.at, unit.standing
        clash, fall = self._passed(RevealPart.CLASH, share), self._passed(RevealPart.FALL, share)
        if route is not None and Result.BOUNCE in results_of(route) and 0 < clash < 1:
            place = at((unit.at, *route.line), _REACH * _out_and_back(clash))[0]
        if standing in _DRIVEN and not unit.displaced:
            if fall <= 0:
                standing = UnitState.FIRM
            blow = self._blows.get(unit.unit.province)
            if blow is not None and 0 < fall < 1:
                far = unit.radius * _shaken(fall)
                place = (place[0] + blow[0] * far, place[1] + blow[1] * far)
        if place == unit.at and standing is unit.standing:
            return unit
        return replace(unit, at=place, standing=standing)


def _acts(plan: Plan) -> list[RevealPart]:
    """Return the acts of the reveal, in sequence."""
    bounces = [Result.BOUNCE in results_of(each) for each in plan.orders]
    there = {
        RevealPart.HELP: any(each.shape in _HELPS for each in plan.orders),
        RevealPart.MARCH: any(each.shape in _MARCHES for each in plan.orders),
        RevealPart.HINDER: any(each.look is not OrderLook.FIRM and not bounced for each, bounced in zip(plan.orders, bounces, strict=True)),
        RevealPart.CLASH: any(bounces),
        RevealPart.FALL: any(each.standing in _DRIVEN and not each.displaced for each in plan.units),
    }
    return [act for act in RevealPart if there[act]]


def _ranks(plan: Plan) -> Mapping[tuple[str, object], float]:
    """Power and order to when its line begins among those of its act: 0 the first, 1 the last; from the west to the east."""
    found: dict[tuple[str, object], float] = {}
    for shapes in (_HELPS, _MARCHES):
        lines = sorted((each for each in plan.orders if each.shape in shapes), key=lambda each: each.line[0] if each.line else (0.0, 0.0))
        for rank, each in enumerate(lines):
            found[each.drawn.power, each.drawn.order] = rank / max(1, len(lines) - 1)
    return found


def _blows(plan: Plan) -> Mapping[str, Point]:
    """Province to the direction in which the unit that comes in pushes the one that stands there."""
    found: dict[str, Point] = {}
    for each in plan.orders:
        order = each.drawn.order
        if isinstance(order, Move) and len(each.line) > 1 and Result.OK in results_of(each):
            found[order.target.province] = direction(each.line[-2], each.line[-1])
    return found


def _out_and_back(share: float) -> float:
    """0, ever faster up to 1 when units meet, and back, ever slower."""
    if share < _STRIKE:
        return (share / _STRIKE) ** 2
    left = (1 - share) / (1 - _STRIKE)
    return left * left


def _shaken(share: float) -> float:
    """A push of up to a radius that swings to rest; 0 at both ends."""
    return math.sin(share * math.tau * 1.5) * (1 - share) ** 2


class Transition(StrEnum):
    """Transition to a moment."""

    AT_ONCE = "at once"
    REVEAL = "reveal"
    """Animation of an outcome that was not seen yet."""
    PLAY = "play"
    """Units go from where they stood to where they stand."""


def is_last_outcome(game: Game, cursor: Cursor) -> bool:
    """Return True if the results of the phase before the open one stand at *cursor*."""
    return game.turn(cursor).resolution is not None and cursor.index + 1 == game.last(cursor.branch).index


class MomentInView:
    """The moment in view, and the outcomes that have been seen."""

    def __init__(self, game: Game, cursor: Cursor) -> None:
        self._cursor = cursor
        self._outcome = game.turn(cursor).resolution
        self._to_reveal: Cursor | None = None
        """An outcome that came while the turn after it was in view."""
        self._revealed: Resolution | None = None

    def transition_to(self, game: Game, cursor: Cursor, change: Change) -> Transition:
        """Return the transition to *cursor* of *game* after *change*; it is the moment in view from now on."""
        before, was_open = self._cursor, self._outcome is None
        self._cursor, self._outcome = cursor, game.turn(cursor).resolution
        if change.touches(Touched.POSITIONS):
            self._to_reveal = None
            if cursor == before and was_open and self._outcome is not None:
                return self._reveal()
            if cursor.branch == before.branch and cursor.index > before.index and cursor in change.turns:
                self._to_reveal = Cursor(cursor.branch, cursor.index - 1)
            return Transition.AT_ONCE
        if cursor == self._to_reveal:
            self._to_reveal = None
            return self._reveal()
        if cursor.branch == before.branch and cursor.index == before.index + 1 and game.turn(before).resolution is not None:
            return Transition.PLAY
        return Transition.AT_ONCE

    def _reveal(self) -> Transition:
        """Reveal the outcome, unless it is the same as last time: an adjudication that was undone and done again has been seen."""
        if self._outcome is self._revealed:
            return Transition.AT_ONCE
        self._revealed = self._outcome
        return Transition.REVEAL


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
