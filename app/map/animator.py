"""Plays an adjudication: units glide, bounce back, are pushed aside.

What is seen at each moment is a pure function of a share between 0 and 1, so that tests can step through it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QAbstractAnimation, QObject, QVariantAnimation, Signal

from adjudicator.order import Move, Retreat
from adjudicator.resolution import Result
from app.map.layout.drawing import OrderDrawing, Plan, Standing, UnitDrawing
from app.map.layout.polyline import Point, Polyline, at, length
from app.map.picture import MapPicture
from app.map.scene import BoardScene

_MILLISECONDS = 900


def eased(share: float) -> float:
    """Slow at both ends."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def _there_and_back(share: float) -> float:
    """0, then up to 1 at two fifths, then back to 0."""
    return eased(share / 0.4) if share < 0.4 else 1 - eased((share - 0.4) / 0.6)


def _routes(plan: Plan) -> dict[tuple[str, str], OrderDrawing]:
    """Power and province to the drawn move or retreat of its unit."""
    found = {}
    for drawing in plan.orders:
        order = drawing.drawn.order
        if isinstance(order, Move | Retreat) and len(drawing.line) > 1:
            found[drawing.drawn.power, order.piece.location.province] = drawing
    return found


def _along(start: Point, line: Polyline, end: Point, share: float) -> Point:
    """The place at *share* of the way from *start* along *line* to *end*."""
    whole = (start, *line, end)
    return at(whole, share)[0] if length(whole) > 0 else end


def between(before: Plan, after: Plan, share: float) -> Plan:
    """What is seen at *share* (0 to 1) of the way from *before*, with its orders and their outcomes, to *after*.

    Units that moved glide along their arrows; units that bounced go out and come back; units that were driven out are
    pushed to where they stand in *after*; units that vanish fade by shrinking, new ones grow. Orders are seen in the first half.
    """
    if share <= 0:
        return before
    if share >= 1:
        return after
    routes = _routes(before)
    goals = {(each.unit.power, each.unit.province): each for each in after.units}
    goals.update({(each.unit.power, each.unit.province): each for each in after.units if each.displaced})
    arrived = set()
    units: list[UnitDrawing] = []
    glide = eased(share)
    for each in before.units:
        key = (each.unit.power, each.unit.province)
        route = routes.get(key)
        results = route.drawn.outcome.results if route is not None and route.drawn.outcome is not None else frozenset()
        place: Point | None = None
        goal = goals.get(key)
        if route is not None and Result.OK in results:
            order = route.drawn.order
            assert isinstance(order, Move | Retreat)
            goal = next((one for one in after.units if one.unit.power == each.unit.power and one.unit.location == order.target), None)
            if goal is not None:
                place = _along(each.at, route.line, goal.at, glide)
        elif route is not None and Result.BOUNCE in results and Result.DISLODGED not in results:
            place = at((each.at, *route.line), 0.55 * _there_and_back(share))[0]
        if goal is None:
            units.append(replace(each, radius=max(each.radius * (1 - glide), 0.01), standing=Standing.DESTROYED))
            continue
        arrived.add((goal.unit.power, goal.unit.location, goal.displaced))
        if place is None:
            place = (each.at[0] + (goal.at[0] - each.at[0]) * glide, each.at[1] + (goal.at[1] - each.at[1]) * glide)
        radius = each.radius + (goal.radius - each.radius) * glide
        units.append(replace(goal, at=place, radius=radius, standing=each.standing if share < 0.5 else goal.standing))
    fresh = [each for each in after.units if (each.unit.power, each.unit.location, each.displaced) not in arrived]
    units += [replace(each, radius=max(each.radius * glide, 0.01)) for each in fresh]
    orders = before.orders if share < 0.5 else ()
    return Plan(before.sizes, tuple(units), orders, before.badges if share < 0.5 else ())


class Animator(QObject):
    """Shows the way from the scene's picture to the next one.

    Signals:
        finished(): the next picture is shown.
    """

    finished = Signal()

    def __init__(self, scene: BoardScene, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._target: MapPicture | None = None
        self._step: Callable[[float], None] | None = None
        self._timeline = QVariantAnimation(self)
        self._timeline.setStartValue(0.0)
        self._timeline.setEndValue(1.0)
        self._timeline.setDuration(_MILLISECONDS)
        self._timeline.valueChanged.connect(self._advance)
        self._timeline.finished.connect(self._end)
        self.enabled = True
        """Whether transitions are played; otherwise the next picture is shown at once."""

    @property
    def running(self) -> bool:
        """Whether a transition is being played."""
        return self._timeline.state() is QAbstractAnimation.State.Running

    def play(self, target: MapPicture) -> None:
        """Go from what the scene shows to *target*; a transition under way is brought to its end first."""
        self.skip()
        before = self._scene.plan
        if not self.enabled or before is None or self._scene.picture is None:
            self._scene.show_picture(target)
            self.finished.emit()
            return
        after = self._scene.plan_for(target)
        self._target = target
        scene = self._scene

        def step(share: float) -> None:
            scene.show_plan(between(before, after, share))

        self._step = step
        self._timeline.start()

    def skip(self) -> None:
        """End a transition under way at once."""
        if self.running:
            self._timeline.stop()
            self._end()

    def _advance(self, share: object) -> None:
        if self._step is not None and isinstance(share, float) and not math.isnan(share):
            self._step(share)

    def _end(self) -> None:
        target, self._target, self._step = self._target, None, None
        if target is not None:
            self._scene.show_picture(target)
            self.finished.emit()
