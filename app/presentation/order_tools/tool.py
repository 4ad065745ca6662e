"""Order tool: one value that knows how far an order is written and what the next click or arrow key means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from adjudicator import PhaseKind, Refusal, Unit, Verdict
from app.presentation.order_tools import adjustment_clicks, movement_clicks, retreat_clicks
from app.presentation.order_tools.stage import (
    NOTHING_PICKED,
    Aimed,
    Arrow,
    Cancelled,
    ChoiceKind,
    ChoiceTouch,
    Cleared,
    Idle,
    Ordered,
    Picked,
    Pointed,
    ProvinceArea,
    Questioned,
    Refused,
    Stage,
    ToolKey,
    ToolStep,
    Touch,
    UnitPicked,
    UnitTouch,
    Wanted,
)
from app.presentation.order_tools.targets import OrderContext, Targets, targets

_DIRECTIONS: Mapping[ToolKey, tuple[int, int]] = {ToolKey.UP: (0, -1), ToolKey.DOWN: (0, 1), ToolKey.LEFT: (-1, 0), ToolKey.RIGHT: (1, 0)}

SIDEWAYS_COST = 2.0
"""Weight of a step aside, in steps ahead: keeps the cursor on its line."""


def is_arrow_key(key: ToolKey) -> bool:
    """Return True if *key* moves the cursor."""
    return key in _DIRECTIONS


def next_province(places: Mapping[str, tuple[float, float]], start: str, key: ToolKey) -> str:
    """The province that lies nearest to *start* in the direction of *key*; *start* itself where none does.

    Args:
        places: province to its middle, y downward.
        start: where the cursor is; must be in *places*.
        key: one of the four arrow keys.

    A province counts as lying in the direction when it is further ahead than aside.
    """
    ahead_x, ahead_y = _DIRECTIONS[key]
    here_x, here_y = places[start]
    best, best_cost = start, float("inf")
    for province, (x, y) in places.items():
        ahead = (x - here_x) * ahead_x + (y - here_y) * ahead_y
        aside = abs((x - here_x) * ahead_y) + abs((y - here_y) * ahead_x)
        if province == start or ahead <= 0 or aside > ahead:
            continue
        cost = ahead + SIDEWAYS_COST * aside
        if cost < best_cost:
            best, best_cost = province, cost
    return best


MOST_REFUSALS = 2
"""Number of refused clicks in a row that drop the picked unit."""


@dataclass(frozen=True, slots=True)
class Tool:
    """The half-written order.

    ``touch`` tells what a touch does and changes nothing; ``after`` is the tool that follows. The view puts ``Ordered`` orders into the
    game and hands the new context over with ``on``.
    """

    context: OrderContext
    stage: Stage = NOTHING_PICKED
    cursor: str | None = None
    """The province that the keyboard points at."""
    refusals: int = 0
    """Number of clicks in a row that were refused while something was picked."""

    def touch(self, touch: Touch) -> ToolStep:
        """Return the effect of *touch*. Pure, so it serves as the preview under the pointer as well."""
        match touch:
            case ToolKey():
                return self._press_key(touch)
            case Wanted(power, order):
                verdict = self.context.check(power, order)
                return Ordered(((power, order),)) if verdict else Refused(verdict, order, self.stage)
            case ChoiceTouch(choice):
                if not isinstance(self.stage, Questioned) or choice not in self.stage.choices:
                    return Cancelled(self.stage)
                if choice.kind is ChoiceKind.CANCEL:
                    return Cancelled(self.stage.behind)
                return adjustment_clicks.take_back(choice) if choice.kind is ChoiceKind.TAKE_BACK else movement_clicks.take(choice)
            case ProvinceArea() | UnitTouch() | Arrow():
                return self._click_board(touch)
            case _:
                assert_never(touch)

    def after(self, step: ToolStep) -> Tool:
        """The tool that follows *step*; the second refusal in a row lets go of what was picked, so that one slip costs no more clicks."""
        if isinstance(step, Pointed):
            return replace(self, stage=step.stage, cursor=step.province)
        refusals = self.refusals + 1 if isinstance(step, Refused) and not self.is_idle else 0
        if refusals >= MOST_REFUSALS:
            return replace(self, stage=NOTHING_PICKED, refusals=0)
        return replace(self, stage=step.stage, refusals=refusals)

    def on(self, context: OrderContext) -> Tool:
        """The tool over a new context; what was picked stays picked while its unit is still there to be ordered."""
        unit = self.unit
        there = context.position.phase == self.context.position.phase and (
            unit is None or (_stands(context, unit) and unit.power in context.powers)
        )
        is_late = self.is_offering and any(context.orders.get(power) for power in context.powers)  # orders came by other ways
        stage = self.stage if there and not is_late and not isinstance(self.stage, Questioned) else Idle()
        return replace(self, context=context, stage=stage)

    def offering(self) -> Tool:
        """The tool with the first unit picked in advance, where a movement is to be ordered and nothing is ordered or picked yet."""
        units = [unit for unit in self.context.position.units if unit.power in self.context.powers]
        is_movement = self.context.position.phase.kind is PhaseKind.MOVEMENT
        if not is_movement or not units or not self.is_idle or any(self.context.order_of(unit) is not None for unit in units):
            return self
        return replace(self, stage=UnitPicked(units[0], is_offered=True))

    @property
    def is_offering(self) -> bool:
        """True if the program picked the unit, not a person."""
        return isinstance(self.stage, UnitPicked) and self.stage.is_offered

    @property
    def unit(self) -> Unit | None:
        """The unit that is picked."""
        stage = self.stage.behind if isinstance(self.stage, Questioned) else self.stage
        return stage.unit if isinstance(stage, UnitPicked | Aimed) else None

    @property
    def is_idle(self) -> bool:
        """True if nothing is picked and nothing is asked."""
        return isinstance(self.stage, Idle)

    @property
    def targets(self) -> Targets:
        """Targets that glow."""
        return targets(self.context, self.stage)

    def _click_board(self, touch: ProvinceArea | UnitTouch | Arrow) -> ToolStep:
        if not isinstance(touch, Arrow) and touch.province not in self.context.variant.board.provinces:
            return Refused(Verdict(Refusal.UNKNOWN_PLACE, (touch.province,)), None, self.stage)
        stage = self.stage.behind if isinstance(self.stage, Questioned) else self.stage
        match self.context.position.phase.kind, stage:
            case PhaseKind.MOVEMENT, Idle():
                return movement_clicks.click_idle(self.context, stage, touch)
            case PhaseKind.MOVEMENT, UnitPicked():
                return movement_clicks.click_picked(self.context, stage, touch)
            case PhaseKind.MOVEMENT, Aimed():
                return movement_clicks.click_aimed(self.context, stage, touch)
            case PhaseKind.RETREAT, UnitPicked():
                return retreat_clicks.click_picked(self.context, stage, touch)
            case PhaseKind.RETREAT, _:
                return retreat_clicks.click_idle(self.context, stage, touch)
            case _:
                return adjustment_clicks.click_idle(self.context, stage, touch)

    def _press_key(self, key: ToolKey) -> ToolStep:
        if key is ToolKey.ESCAPE:
            return Cancelled(_behind(self.stage))
        if is_arrow_key(key):
            return self._walk(key)
        if isinstance(self.stage, Questioned):
            return (
                self.touch(ChoiceTouch(self.stage.choices[0]))
                if key is ToolKey.ENTER
                else Refused(Verdict(Refusal.WRONG_PHASE), None, self.stage)
            )
        if key is ToolKey.ENTER:
            return self._press_cursor()
        kind = self.context.position.phase.kind
        if kind is PhaseKind.ADJUSTMENT:
            return self._press_adjustment_key(key)
        match kind, self.stage:
            case PhaseKind.MOVEMENT, UnitPicked() as picked:
                return movement_clicks.click_picked(self.context, picked, key)
            case PhaseKind.MOVEMENT, Aimed() as aimed:
                return movement_clicks.click_aimed(self.context, aimed, key)
            case _, UnitPicked() as picked:
                return retreat_clicks.click_picked(self.context, picked, key)
            case _:
                return self._pick_then(key)

    def _walk(self, key: ToolKey) -> ToolStep:
        places = self.context.places
        unit = self.unit
        start = self.cursor or (unit.province if unit is not None else None) or next(iter(sorted(self.targets.units or places)), None)
        if start is None or start not in places:
            return Refused(Verdict(Refusal.UNKNOWN_PLACE), None, self.stage)
        province = next_province(places, start, key) if self.cursor is not None or unit is not None else start
        return Pointed(province, self.stage)

    def _press_cursor(self) -> ToolStep:
        if self.cursor is None:
            return Refused(Verdict(Refusal.NO_UNIT), None, self.stage)
        position = self.context.position
        if position.unit_at(self.cursor) is not None or position.dislodged_at(self.cursor) is not None:
            return self._click_board(UnitTouch(self.cursor))
        return self._click_board(ProvinceArea(self.cursor))

    def _pick_then(self, key: ToolKey) -> ToolStep:
        """A key with nothing picked: it counts for the unit under the cursor."""
        picked = self._press_cursor()
        if not isinstance(picked, Picked):
            return picked
        return self.after(picked).touch(key)

    def _press_adjustment_key(self, key: ToolKey) -> ToolStep:
        if key is ToolKey.WAIVE:
            return adjustment_clicks.click_waive(self.context, self.stage, self.cursor)
        if self.cursor is None:
            return Refused(Verdict(Refusal.NO_UNIT), None, self.stage)
        unit = self.context.position.unit_at(self.cursor)
        power = unit.power if unit is not None else self.context.position.owners.get(self.cursor)
        if key is ToolKey.BACKSPACE and power is not None and power in self.context.powers:
            return Cleared(power, self.cursor)
        return (
            self._press_cursor() if key is ToolKey.DISBAND and unit is not None else Refused(Verdict(Refusal.WRONG_PHASE), None, self.stage)
        )


def _behind(stage: Stage) -> Stage:
    """One step back."""
    match stage:
        case Idle():
            return stage
        case UnitPicked(unit, wanted):
            return Idle() if wanted is None else UnitPicked(unit)
        case Aimed(unit):
            return UnitPicked(unit)
        case Questioned():
            return stage.behind
        case _:
            assert_never(stage)


def _stands(context: OrderContext, unit: Unit) -> bool:
    return unit in context.position.units or any(each.unit == unit for each in context.position.dislodged)
