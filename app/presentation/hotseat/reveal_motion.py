"""Motion within the steps of a reveal, and the sounds that go with it, computed without Qt.

What is seen is a pure function of a step and of a share of it between 0 and 1, so that a window, a page and a film show the same.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from adjudicator import Build, Disband, Move, Remove, Result, Retreat
from app.presentation.hotseat.reveal_steps import OrderKey, RevealKind, RevealStep, RevealStory, order_key
from app.presentation.layout.drawing import OrderDrawing, Plan, UnitDrawing, UnitState
from app.presentation.layout.polyline import Point, at, direction, distance, length
from app.presentation.layout.situation import anchor
from app.presentation.reveal import eased, results_of
from variants.compiled import CompiledBoard


class StepSound(StrEnum):
    """Kind of sound of a step."""

    OPEN = "open"
    STEP = "step"
    CLASH = "clash"
    FALL = "fall"
    ENDING = "ending"


_SOUNDS = {
    RevealKind.OPEN: StepSound.OPEN,
    RevealKind.CUT: StepSound.CLASH,
    RevealKind.STANDOFF: StepSound.CLASH,
    RevealKind.DRIVEN_OUT: StepSound.FALL,
    RevealKind.ENDING: StepSound.ENDING,
}


def sound_of(step: RevealStep) -> StepSound:
    """Return the sound of *step*."""
    return _SOUNDS.get(step.kind, StepSound.STEP)


_MILLISECONDS = {
    RevealKind.STANDOFF: 1100,
    RevealKind.MOVE: 1200,
    RevealKind.RETREAT: 1200,
    RevealKind.DRIVEN_OUT: 1400,
    RevealKind.BUILD: 600,
    RevealKind.REMOVE: 600,
}

_STRIKE = 0.45
"""Share of a clash after which the units meet."""

_REACH = 0.62
"""Part of its arrow that a unit travels when it bounces."""

_HIT = 0.62
"""Share of an attack after which the unit that comes touches the one that stands."""

_LEAST = 0.02
"""Part of its size that a unit has before it is built and after it is removed."""


@dataclass(frozen=True, slots=True)
class _Route:
    """A move or retreat as drawn, from its unit's place to its end."""

    line: tuple[Point, ...]
    is_done: bool


class RevealMotion:
    """Positions of units at each moment of a story.

    Args:
        story: the steps.
        plan: the board of the phase with all results, laid out at the size in use.
        board: the drawn board, for the places that units come to.
    """

    def __init__(self, story: RevealStory, plan: Plan, board: CompiledBoard) -> None:
        self.plan = plan
        self._story = story
        self._step_of: dict[OrderKey, int] = {}
        self._falls: dict[OrderKey, int] = {}
        for number, step in enumerate(story.steps):
            self._step_of.update(dict.fromkeys(step.settles, number))
            self._falls.update(dict.fromkeys(step.falls, number))
        stands = {(each.unit.power, each.unit.province): each.at for each in plan.units}
        self._routes = {}
        for each in plan.orders:
            route = _route(each, stands.get(_key(each)), board)
            if route is not None:
                self._routes[_key(each)] = route
        self._orders = {_key(each): each for each in plan.orders}
        self._blows = self._pushed_towards()

    def milliseconds(self, step: int) -> int:
        """Return the time that the motion of *step* takes; 0 where nothing moves."""
        told = self._story.steps[step]
        moves = bool(told.falls) or any(key in self._routes for key in told.settles) or told.kind in {RevealKind.BUILD, RevealKind.REMOVE}
        return _MILLISECONDS.get(told.kind, 0) if moves else 0

    def at(self, step: int, share: float) -> Plan:
        """Return the board at *share* (0 to 1) of the motion of *step*; marks of what happened come once units have met."""
        told = self._story.steps[step]
        struck = share >= (_STRIKE if told.kind is RevealKind.STANDOFF else _HIT if told.falls else 0.0)
        seen = self._story.plan_at(self.plan, step if struck or step == 0 else step - 1)
        if not struck:
            now = {_key(each): each for each in self._story.plan_at(self.plan, step).orders}
            orders = tuple(replace(now[key], badges=()) if (key := _key(each)) in told.settles else each for each in seen.orders)
            seen = replace(seen, orders=orders)
        return replace(seen, units=tuple(self._unit(each, step, share) for each in seen.units))

    def path(self, step: int) -> tuple[Point, ...]:
        """Return the points between which units of *step* move or stand; the camera holds all of them."""
        told = self._story.steps[step]
        found = [point for key in told.settles if key in self._routes for point in self._routes[key].line]
        keys = told.settles | told.falls
        return (*found, *(each.at for each in self.plan.units if (each.unit.power, each.unit.province) in keys))

    def _unit(self, unit: UnitDrawing, step: int, share: float) -> UnitDrawing:
        key = (unit.unit.power, unit.unit.province)
        place, now = unit.at, self._step_of.get(key)
        route = self._routes.get(key)
        if route is not None and now is not None and now <= step:
            done = share if now == step else 1.0
            if route.is_done:
                place = at(route.line, eased(done))[0]
            elif done < 1:
                place = at(route.line, _REACH * _out_and_back(done))[0]
        radius = unit.radius * self._grown(key, step, share)
        fall = self._falls.get(key)
        if fall is not None and fall <= step and not unit.displaced:
            done = share if fall == step else 1.0
            unit = replace(unit, standing=unit.standing if done >= _HIT else UnitState.FIRM)
            place = self._pushed(unit, place, done)
        if place == unit.at and radius == unit.radius:
            return unit
        return replace(unit, at=place, radius=max(radius, unit.radius * _LEAST))

    def _grown(self, key: OrderKey, step: int, share: float) -> float:
        order = self._orders.get(key)
        now = self._step_of.get(key)
        if order is None or now is None:
            return 1.0
        done = 0.0 if now > step else share if now == step else 1.0
        if isinstance(order.drawn.order, Build):
            return 0.6 + 0.4 * eased(done)
        if isinstance(order.drawn.order, Remove | Disband):
            return 1.0 - 0.4 * eased(done)
        return 1.0

    def _pushed(self, unit: UnitDrawing, place: Point, done: float) -> Point:
        """*place* of a unit that is driven out: it gives way once the other touches it."""
        blow = self._blows.get(unit.unit.province)
        if blow is None:
            return place
        far = unit.radius * 2.0 * eased((done - _HIT) / (1 - _HIT)) if done > _HIT else 0.0
        return (place[0] + blow[0] * far, place[1] + blow[1] * far)

    def _pushed_towards(self) -> Mapping[str, Point]:
        """Province to the direction in which the unit that comes in pushes the one that stands there."""
        found: dict[str, Point] = {}
        for each in self.plan.orders:
            key = _key(each)
            order = each.drawn.order
            route = self._routes.get(key)
            if isinstance(order, Move) and route is not None and route.is_done and len(route.line) > 1:
                found[order.target.province] = direction(route.line[-2], route.line[-1])
        return found


def _key(drawing: OrderDrawing) -> OrderKey:
    return order_key(drawing.drawn.power, drawing.drawn.order)


def _route(drawing: OrderDrawing, start: Point | None, board: CompiledBoard) -> _Route | None:
    """Return the way of the unit of a move or a retreat; ``None`` where it has none."""
    order, results = drawing.drawn.order, results_of(drawing)
    if start is None or not isinstance(order, Move | Retreat) or len(drawing.line) < 2:
        return None
    if Result.OK in results:
        goal = anchor(board, order.target)
        line = (start, *drawing.line, *(() if goal is None else (goal,)))
        line = tuple(point for number, point in enumerate(line) if number == 0 or distance(point, line[number - 1]) > 1e-6)
        return _Route(line, is_done=True) if length(line) > 0 else None
    if Result.BOUNCE in results:
        return _Route((start, *drawing.line), is_done=False)
    return None


def _out_and_back(share: float) -> float:
    """0, ever faster up to 1 when units meet, and back with a slight swing."""
    if share < _STRIKE:
        return (share / _STRIKE) ** 2
    left = (1 - share) / (1 - _STRIKE)
    return left * left * (1 + 0.25 * math.sin((1 - left) * math.pi))


RATE = 22_050
"""Samples a second."""
LOUDEST = 0.45
"""Greatest amplitude, where 1 is the loudest that a file can hold."""

_FADE = 0.006
"""Seconds at both ends in which a sound comes and goes, so that it does not crack."""

Wave = Callable[[float], float]
"""From seconds to amplitude."""


@cache
def sound_bytes(sound: StepSound) -> bytes:
    """Return *sound* as a file of WAV: one channel, 16 bits."""
    seconds, form = _FORMS[sound]
    count = round(seconds * RATE)
    heard = [form(number / RATE) * _faded(number / RATE, seconds) for number in range(count)]
    peak = max(map(abs, heard)) or 1.0
    samples = [round(each / peak * LOUDEST * 32_767) for each in heard]
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{count}h", *samples))
    return target.getvalue()


def _faded(at: float, seconds: float) -> float:
    return max(0.0, min(1.0, at / _FADE, (seconds - at) / _FADE))


def _bell(pitch: float, start: float = 0.0, dying: float = 6.0) -> Wave:
    """A tone with two overtones that dies away."""

    def form(at: float) -> float:
        since = at - start
        if since < 0:
            return 0.0
        tone = math.sin(math.tau * pitch * since) + 0.35 * math.sin(math.tau * pitch * 2.01 * since) * math.exp(-4 * since)
        return tone * math.exp(-dying * since)

    return form


def _together(*waves: Wave) -> Wave:
    return lambda at: sum(each(at) for each in waves)


def _knock(pitch: float) -> Wave:
    """A wooden piece that is put down."""
    return lambda at: (math.sin(math.tau * pitch * at) + 0.5 * _noise(at)) * math.exp(-38 * at)


def _clash(at: float) -> float:
    """Two hard things that meet: noise, and two tones that do not go together."""
    ring = math.sin(math.tau * 311 * at) + math.sin(math.tau * 466 * at)
    return (0.8 * _noise(at) * math.exp(-30 * at)) + 0.5 * ring * math.exp(-12 * at)


def _fall(at: float) -> float:
    """A tone that sinks, and a thud."""
    sinking = math.sin(math.tau * (220 * at - 170 * at * at)) * math.exp(-3 * at)
    thud = math.sin(math.tau * 62 * at) * math.exp(-((at - 0.3) ** 2) * 180)
    return 0.6 * sinking + thud


def _noise(at: float) -> float:
    """Noise between -1 and 1, the same each time."""
    mixed = (round(at * RATE) * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 0x5BD1E995 & 0x7FFFFFFF
    return mixed / 0x3FFFFFFF - 1


_FORMS: dict[StepSound, tuple[float, Wave]] = {
    StepSound.OPEN: (0.7, _together(_bell(392.0), _bell(587.3, 0.12))),
    StepSound.STEP: (0.12, _knock(240.0)),
    StepSound.CLASH: (0.4, _clash),
    StepSound.FALL: (0.6, _fall),
    StepSound.ENDING: (1.4, _together(_bell(261.6, 0.0, 3.0), _bell(392.0, 0.15, 3.0), _bell(523.3, 0.3, 3.0))),
}
"""Seconds and form of each."""
