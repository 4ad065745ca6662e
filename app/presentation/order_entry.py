"""The order being written over one game. No Qt.

The order tool is one value that knows how far an order is written and what the next click or key means; the entry hands touches to it, and
finished orders to the document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, assert_never

from adjudicator import Order, PhaseKind, Refusal, Unit, Variant, Verdict
from app.game import edits
from app.game.edits import one_line
from app.game.record import Cursor, EditError, Game, Turn, variant_at
from app.mail_in.account import TypedLine, read_typed
from app.presentation.order_tools import adjustment_clicks, movement_clicks, retreat_clicks
from app.presentation.order_tools.stage import (
    NOTHING_PICKED,
    Aimed,
    AnswerNeeded,
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
from app.presentation.order_tools.targets import OrderContext, Targets, ask, status, targets, waiting
from app.presentation.picture import order_of_standing_unit
from entente.words.names import place_name
from entente.words.outcomes import describe_order
from entente.words.verdicts import describe_verdict
from languages import labelled, sentence, tr

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


Places = Mapping[str, tuple[float, float]]


class WrittenIn(Protocol):
    """Place that orders are written into: an open document, or the seat of one power of it."""

    @property
    def game(self) -> Game:
        """The present version."""
        ...

    @property
    def cursor(self) -> Cursor:
        """The moment in view."""
        ...

    @property
    def read_only(self) -> str:
        """Reason why it takes no edits; empty where it takes them."""
        ...

    def perform(self, label: str, game: Game, /) -> None:
        """Make *game* the present version.

        Raises:
            EditError: it is not taken.
        """
        ...


class OrderEntry:
    """Order entry by the mouse and the keys of one board.

    Args:
        places: where each province lies, for the arrow keys.
        shown: the game as the viewer may see it; the whole game unless given. Orders go into the whole game.
        viewer: whose orders alone may be written here; everybody's unless given.
        settle: called with a game before its view, so that its hooks have been asked by then.
    """

    def __init__(
        self,
        document: WrittenIn,
        places: Places,
        shown: Callable[[], Game] | None = None,
        viewer: Callable[[], str | None] = lambda: None,
        settle: Callable[[Game], None] = lambda _game: None,
    ) -> None:
        self._document = document
        self._places = places
        self._shown = shown
        self._viewer = viewer
        self._settle = settle
        self._tool = Tool(self._context())

    @property
    def tool(self) -> Tool:
        """The half-written order."""
        return self._tool

    @property
    def variant(self) -> Variant:
        """Variant with the rules that hold at the moment in view."""
        return variant_at(self._document.game, self._document.cursor)

    @property
    def turn(self) -> Turn:
        """The turn in view."""
        game = self._document.game if self._shown is None else self._shown()
        return game.turn(self._document.cursor)

    @property
    def is_open(self) -> bool:
        """True if orders are taken at the moment in view."""
        return self._document.game.is_open(self._document.cursor) and not self._document.read_only

    @property
    def is_idle(self) -> bool:
        """True if nothing is picked."""
        return self._tool.is_idle

    @property
    def waiting(self) -> frozenset[str]:
        """Provinces where a retreat, a build or a removal is still to be ordered; empty where no orders are taken."""
        return waiting(self._tool.context) if self.is_open else frozenset()

    def move_to(self, places: Places) -> None:
        """Follow the board, which is drawn again: the provinces lie elsewhere, and the pick stays."""
        self._places = places
        self.follow()

    def follow(self) -> None:
        """The document changed: work on its present version, with what was picked as far as it is still there."""
        self._tool = self._tool.on(self._context())

    def forget(self) -> None:
        """Pick nothing."""
        self._tool = Tool(self._context(), cursor=self._tool.cursor)

    def offer_first(self) -> None:
        """Pick the first unit in advance, where nothing is ordered yet and orders are taken."""
        if self.is_open:
            self._tool = self._tool.offering()

    def point_at(self, province: str) -> None:
        """Move the keyboard's cursor to *province*."""
        self._tool = Tool(self._tool.context, self._tool.stage, province)

    def touch(self, touch: Touch) -> ToolStep:
        """Do what *touch* means; finished orders are in the document when this returns.

        Raises:
            EditError: the document does not take them.
        """
        step = self._tool.touch(touch)
        self._tool = self._tool.after(step)
        match step:
            case Ordered(orders):
                self._perform(_label(orders), self._with_orders(orders))
            case Cleared(power, province):
                self._clear(power, province)
            case _:
                pass
        return step

    def enter_text(self, power: str, line: int | None, text: str) -> TypedLine:
        """Write *text* as line number *line* of *power*, or after its last line; empty removes the line.

        Returns:
            What it was read as: a line that is no order, or one that cannot stand, is kept as it was written, as a problem.

        Raises:
            EditError: the document does not take it.
        """
        game, cursor = self._document.game, self._document.cursor
        cleaned = one_line(text)
        read = read_typed(self.variant, game.turn(cursor).position, cleaned, power) if cleaned else TypedLine()
        orders = () if read.order is None else (read.order,) * read.count
        label = tr("Order {order}", order=cleaned) if cleaned else tr("Take back an order")
        self._perform(label, edits.write_line(game, cursor.branch, power, line, cleaned, orders))
        return read

    def status(self) -> str:
        """Return the use of the next click, in words."""
        return status(self._tool.context, self._tool.stage)

    def refusal(self, refused: Refused) -> str:
        """Return the reason that a click had no effect, as a sentence."""
        if refused.order is not None:
            words = describe_verdict(self.variant, self.turn.position, refused.order, refused.verdict)
        else:
            words = refusal_without_order(self.variant, refused)
        return sentence(words) + ("" if words.endswith(".") else ".")

    def question(self, asking: AnswerNeeded) -> str:
        """Return the text of the question."""
        return ask(self._tool.context, asking.question)

    @property
    def reachable(self) -> frozenset[str]:
        """The provinces that a click on their ground would order the picked unit to, or the unit it helps; none with nothing picked."""
        return self._tool.targets.grounds if self.is_open and self._tool.unit is not None else frozenset()

    def sentence(self, order: Order) -> str:
        """*order* in words."""
        return describe_order(self.variant, self.turn.position, order)

    def _with_orders(self, orders: tuple[tuple[str, Order], ...]) -> Game:
        game, branch = self._document.game, self._document.cursor.branch
        for power, order in orders:
            game = edits.set_order(game, branch, power, order)
        return game

    def _clear(self, power: str, province: str) -> None:
        game, branch = self._document.game, self._document.cursor.branch
        try:
            changed = edits.clear_order(game, branch, power, province)
        except EditError:
            return  # there was no order to take back; the click only lets go of the unit
        self._perform(tr("Take back the order of {province}", province=province), changed)

    def _perform(self, label: str, game: Game) -> None:
        self._settle(game)
        self._document.perform(label, game)

    def _context(self) -> OrderContext:
        turn = self.turn
        viewer = self._viewer()
        theirs = self.variant.powers if viewer is None else {viewer} & self.variant.powers.keys()  # at a curtain no power writes
        powers = frozenset(theirs) if self.is_open else frozenset[str]()
        orders = {
            power: tuple(
                order_of_standing_unit(turn.position, line.order)
                for line in turn.orders_of(power)
                if line.order is not None and line.is_legal
            )
            for power in powers
        }
        return OrderContext(self.variant, turn.position, powers, orders, places=self._places)


def _label(orders: tuple[tuple[str, Order], ...]) -> str:
    first = str(orders[0][1])
    more = len(orders) - 1
    return tr("Order {order}", order=first) if more == 0 else tr("Order {order} and {more} more", order=first, more=more)


def refusal_without_order(variant: Variant, refused: Refused) -> str:
    """Return the reason that a click without an order was refused."""
    where = place_name(variant, refused.verdict.places[0], article=True) if refused.verdict.places else ""
    match refused.verdict.refusal:
        case Refusal.NO_UNIT:
            return tr("there is no unit to order in {where}", where=where) if where else tr("no unit is picked")
        case Refusal.FOREIGN_UNIT:
            return tr("the unit in {where} cannot be ordered here", where=where) if where else tr("this unit cannot be ordered here")
        case Refusal.NOT_DISLODGED:
            return (
                tr("the unit in {where} was not dislodged; only dislodged units retreat", where=where)
                if where
                else tr("only dislodged units retreat")
            )
        case Refusal.NOT_A_CENTRE:
            return tr("{where} has no supply centre to build in", where=where) if where else tr("builds need a supply centre")
        case Refusal.WRONG_PHASE:
            return tr("that key does nothing in this phase")
        case None:
            return tr("nothing can be ordered there")
        case other:
            return labelled(tr(other.value), where) if where else tr(other.value)
