"""Plays an adjudication: units glide, bounce back, are pushed aside.

What is seen at each moment is a pure function of a share between 0 and 1, so that tests can step through it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QAbstractAnimation, QCoreApplication, QEvent, QObject, QVariantAnimation, Signal

from adjudicator import Move, Result, Retreat
from app.presentation.layout.drawing import Plan, UnitDrawing, UnitState
from app.presentation.layout.polyline import Point, Polyline, at, length
from app.presentation.picture import MapPicture
from app.presentation.reveal import Reveal, eased, results_of, routes
from app.qt.map.scene import BoardScene

_MILLISECONDS = 900
_PRESSES = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress)


def _there_and_back(share: float) -> float:
    """0, then up to 1 at two fifths, then back to 0."""
    return eased(share / 0.4) if share < 0.4 else 1 - eased((share - 0.4) / 0.6)


def _along(start: Point, line: Polyline, end: Point, share: float) -> Point:
    """The place at *share* of the way from *start* along *line* to *end*."""
    whole = (start, *line, end)
    return at(whole, share)[0] if length(whole) > 0 else end


def between(before: Plan, after: Plan, share: float) -> Plan:
    """Return the picture at *share* (0 to 1) of the way from *before*, with its orders and their outcomes, to *after*.

    Units that moved glide along their arrows; units that bounced go out and come back; units that were driven out are
    pushed to where they stand in *after*; units that vanish fade by shrinking, new ones grow. Orders are seen in the first half.
    """
    if share <= 0:
        return before
    if share >= 1:
        return after
    paths = routes(before)
    goals = {(each.unit.power, each.unit.province): each for each in after.units}
    goals.update({(each.unit.power, each.unit.province): each for each in after.units if each.displaced})
    arrived = set()
    units: list[UnitDrawing] = []
    glide = eased(share)
    for each in before.units:
        key = (each.unit.power, each.unit.province)
        route = paths.get(key)
        results = results_of(route) if route is not None else frozenset()
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
            units.append(replace(each, radius=max(each.radius * (1 - glide), 0.01), standing=UnitState.DESTROYED))
            continue
        arrived.add((goal.unit.power, goal.unit.location, goal.displaced))
        if place is None:
            place = (each.at[0] + (goal.at[0] - each.at[0]) * glide, each.at[1] + (goal.at[1] - each.at[1]) * glide)
        radius = each.radius + (goal.radius - each.radius) * glide
        units.append(replace(goal, at=place, radius=radius, standing=each.standing if share < 0.5 else goal.standing))
    fresh = [each for each in after.units if (each.unit.power, each.unit.location, each.displaced) not in arrived]
    units += [replace(each, radius=max(each.radius * glide, 0.01)) for each in fresh]
    orders = before.orders if share < 0.5 else ()
    return replace(after, units=tuple(units), orders=orders, badges=before.badges if share < 0.5 else ())


class Animator(QObject):
    """Shows the way to a picture: from the one before it, or as a reveal of what it tells.

    The scene has the new picture at once, so that clicks mean what they will mean; only units and orders take their time. A
    picture that comes meanwhile ends it.

    Signals:
        finished(): units and orders stand where the picture has them.
    """

    finished = Signal()

    def __init__(self, scene: BoardScene, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._goal: Plan | None = None
        self._step: Callable[[float], Plan] | None = None
        self._timeline = QVariantAnimation(self)
        self._timeline.setStartValue(0.0)
        self._timeline.setEndValue(1.0)
        self._timeline.valueChanged.connect(self._advance)
        self._timeline.finished.connect(self._end)
        self.factor = 1.0
        """Factor by which a transition takes longer than usual; with 0 the next picture appears at once."""

    @property
    def duration(self) -> int:
        """Milliseconds that the latest transition was given."""
        return self._timeline.duration()

    @property
    def running(self) -> bool:
        """True if a transition is being played."""
        return self._timeline.state() is QAbstractAnimation.State.Running and self._scene.plan is self._goal

    def play(self, target: MapPicture) -> None:
        """Go from what the scene shows to *target*; a transition under way is brought to its end first."""
        self.skip()
        before = self._scene.plan
        self._scene.show_picture(target)
        after = self._scene.plan
        if before is None or after is None:
            self.finished.emit()
            return
        start = before
        self._run(after, lambda share: between(start, after, share), _MILLISECONDS)

    def reveal(self, target: MapPicture) -> None:
        """Show *target*, the outcome of a phase, bit by bit."""
        self.skip()
        self._scene.show_picture(target)
        plan = self._scene.plan
        if plan is None:
            self.finished.emit()
            return
        story = Reveal(plan)
        self._run(plan, story.at, story.milliseconds)

    def skip(self) -> None:
        """End a transition under way at once."""
        self._timeline.stop()
        self._end()

    def _run(self, goal: Plan, step: Callable[[float], Plan], milliseconds: int) -> None:
        if not self.factor or not milliseconds:
            self.finished.emit()
            return
        self._goal, self._step = goal, step
        self._timeline.setDuration(round(milliseconds * self.factor))
        self._timeline.start()
        # Whoever presses anything has seen enough; the click itself goes where it was meant to.
        application = QCoreApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End what is played at the first press of a key or of a button of the mouse."""
        if event.type() in _PRESSES:
            self.skip()
        return super().eventFilter(watched, event)

    def _advance(self, share: object) -> None:
        if self._step is None or not isinstance(share, float) or math.isnan(share):
            return
        if self._scene.plan is not self._goal:
            self.skip()  # the scene shows something else by now, or is seen at another size
            return
        self._scene.show_plan(self._step(share))

    def _end(self) -> None:
        goal, self._goal, self._step = self._goal, None, None
        if goal is not None:
            application = QCoreApplication.instance()
            if application is not None:
                application.removeEventFilter(self)
            if self._scene.plan is goal:
                self._scene.show_plan(goal)
            self.finished.emit()
