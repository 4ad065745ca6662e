"""The phase ruled over by the adjudicator and the game's hooks together. Same game, same ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.check import check_order
from adjudicator.errors import OrderError
from adjudicator.notation import parse_order
from adjudicator.order import Order, Waive
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.variant import Variant
from adjudicator.verdict import LEGAL, Refusal, Verdict
from app.game.ordered_place import ordered_place
from app.game.orders_due import orders_due
from app.game.record import Cursor, Game
from app.game.referee import Referee, Ruling, plain_referee
from app.hooks.after_adjudication import AfterAdjudication, Orders
from app.hooks.asking import HookQuestions
from app.hooks.attached import RunningHook
from app.hooks.context import board_part, order_table, orders_part, position_part
from app.hooks.host import HookHost
from app.hooks.log import LogEntry
from app.hooks.next_phase import into_next_phase
from app.hooks.plain import Plain
from app.hooks.sites import HookedRules
from app.hooks.victory import with_victory
from languages import tr
from languages.outside_text import outside_name
from variants.hooks.contracts import Point


@dataclass(frozen=True, slots=True)
class JudgedOrder:
    """Judgement of the hooks on one order of a power."""

    order: Order
    """Order as it was given."""

    carried_out: Order | None
    """Order in its place, itself where nothing changed; ``None`` where it was refused."""

    hook: str = ""
    reason: str = ""

    @property
    def said(self) -> str:
        """The hook's name, and its reason where it gave one."""
        return f"{self.hook}: {self.reason}" if self.reason else self.hook

    @property
    def verdict(self) -> Verdict:
        """Legal, or that the hook refused it."""
        return LEGAL if self.carried_out is not None else Verdict(Refusal.BARRED, by=self.said)


def hooked_referee(host: HookHost, on_log: Callable[[LogEntry], None] | None = None, *, patience: int = 1) -> Referee:
    """A referee for ``app.game.edits.process`` that asks the game's hooks as well.

    Args:
        host: where the hooks are asked.
        on_log: called with each act or failure of a hook, in sequence.
        patience: how many times the usual time the hooks may use, where that is more than *host* gives.

    The referee raises ``EditError`` where hooks cannot be asked here now, and ``HookStoppedError`` where one ran out of time or memory:
    no phase is ruled over by other rules than the game's.
    """

    def rule(game: Game, cursor: Cursor) -> Ruling:
        if not game.hooks or not game.hooks_at(cursor):
            return plain_referee(game, cursor)
        work = _Ruling(game, cursor, host, needed=True, patience=patience)
        try:
            return work.rule()
        finally:
            if on_log is not None:
                for entry in work.asking.log:
                    on_log(entry)

    return rule


def judge_orders(
    game: Game, cursor: Cursor, power: str, orders: Sequence[Order], host: HookHost
) -> tuple[tuple[JudgedOrder, ...], tuple[LogEntry, ...]]:
    """Return the judgements of the hooks on the orders of *power* while they are written, and the log of the calls."""
    work = _Ruling(game, cursor, host)
    return work.judge(power, orders), work.asking.log


class _Ruling:
    """One phase, step by step."""

    def __init__(self, game: Game, cursor: Cursor, host: HookHost, *, needed: bool = False, patience: int = 1) -> None:
        self.asking = HookQuestions(game, cursor, host, needed=needed, patience=patience)
        self._turn = game.turn(cursor)
        rules = HookedRules(game, cursor, host, asking=self.asking)
        self._variant: Variant = rules.variant
        self._position: Position = rules.position
        self._due = orders_due(game, cursor, self._variant, self._position)
        self._refused: list[OrderOutcome] = []
        self._replaced: dict[str, str] = {}
        """Province of a unit to the hook that replaced its order, with the hook's words."""

    def rule(self) -> Ruling:
        """The whole of it."""
        orders = self._judged_orders()
        orders = self._before(orders)
        resolution = AfterAdjudication(self.asking, self._variant, self._position, self._with_orders).of(orders)
        resolution = replace(_telling(resolution, self._replaced), refused=(*resolution.refused, *self._refused))
        resolution = with_victory(self.asking, self._variant, self._turn, self._position, resolution)
        resolution = into_next_phase(self.asking, self._variant, resolution)
        return Ruling(self._due.told(resolution), self.asking.changes())

    # --- orders ---

    def judge(self, power: str, orders: Sequence[Order]) -> tuple[JudgedOrder, ...]:
        """The orders of *power* after the hooks at the point ``orders``."""
        judged = [JudgedOrder(order, order) for order in orders]
        for running in self.asking.attached.at(Point.ORDERS):
            current = [each.carried_out for each in judged if each.carried_out is not None]
            given = [{**order_table(order), **self._verdict_table(power, order)} for order in current]
            extra = {"power": power, "orders": given, **self._moment()}
            answer = self.asking.ask(running, Point.ORDERS, self._variant, self._position, extra, power)
            for table in _tables(answer, "refuse"):
                self._refuse(running, judged, power, str(table["order"]), _one_line(table["reason"]))
            for table in _tables(answer, "replace"):
                self._replace(running, judged, power, str(table["order"]), str(table["by"]), _one_line(table["reason"]))
        return tuple(judged)

    def _refuse(self, running: RunningHook, judged: list[JudgedOrder], power: str, text: str, reason: str) -> None:
        for index, each in enumerate(judged):
            if each.carried_out is not None and str(each.carried_out) == text:
                judged[index] = JudgedOrder(each.order, None, running.name, reason)
                self.asking.note(
                    running, Point.ORDERS, self._position, tr("refused {power} {text}: {reason}", power=power, text=text, reason=reason)
                )
                return

    def _replace(self, running: RunningHook, judged: list[JudgedOrder], power: str, text: str, by: str, reason: str) -> None:
        for index, each in enumerate(judged):
            if each.carried_out is None or str(each.carried_out) != text:
                continue
            order = self._read(running, Point.ORDERS, by)
            if order is None:
                return
            if not self._check(power, order) or ordered_place(order) != ordered_place(each.carried_out):
                self.asking.refuse(running, Point.ORDERS, self._position, tr("{by} cannot stand in place of {text}", by=by[:60], text=text))
                return
            judged[index] = JudgedOrder(each.order, order, running.name, reason)
            self.asking.note(
                running,
                Point.ORDERS,
                self._position,
                tr("put {order} in place of {power} {text}: {reason}", order=order, power=power, text=text, reason=reason),
            )
            return

    def _judged_orders(self) -> Orders:
        orders: Orders = {}
        for power, given in self._due.by_power.items():
            orders[power] = []
            for each in self.judge(power, given) if self.asking.attached.at(Point.ORDERS) else (JudgedOrder(o, o) for o in given):
                if each.carried_out is None:
                    self._refused.append(self._refusal(power, each))
                    continue
                orders[power].append(each.carried_out)
                place = ordered_place(each.order)
                if each.carried_out != each.order and place is not None:
                    self._replaced[place] = f"hook {each.hook}, in place of {each.order}" + (f": {each.reason}" if each.reason else "")
        return orders

    def _before(self, orders: Orders) -> Orders:
        for running in self.asking.attached.at(Point.BEFORE_ADJUDICATION):
            extra = {"orders": orders_part(orders), **self._moment()}
            answer = self.asking.ask(running, Point.BEFORE_ADJUDICATION, self._variant, self._position, extra)
            orders = self._with_orders(running, Point.BEFORE_ADJUDICATION, orders, answer)
        return orders

    def _with_orders(self, running: RunningHook, point: Point, orders: Orders, answer: Mapping[str, Plain] | None) -> Orders:
        said = None if answer is None else answer.get("orders")
        if not isinstance(said, dict):
            return orders
        changed = dict(orders)
        for power, texts in said.items():
            if power not in self._variant.powers:
                self.asking.refuse(running, point, self._position, tr("{power} is no power of this game", power=power))
                continue
            assert isinstance(texts, list)
            read = [order for text in texts if (order := self._read(running, point, str(text))) is not None]
            if len(read) == len(texts) and read != orders.get(power):
                changed[power] = read
                orders_told = ", ".join(map(str, read)) or tr("none")
                said_of = tr("gave {power} other orders: {orders}", power=power, orders=orders_told)
                self.asking.note(running, point, self._position, said_of[:300])
        return changed

    # --- shared ---

    def _moment(self) -> dict[str, object]:
        return {**position_part(self._variant, self._position), **board_part(self._variant)}

    def _verdict_table(self, power: str, order: Order) -> dict[str, object]:
        refusal = check_order(self._variant, self._position, power, order).refusal
        return {"legal": refusal is None, "why": None if refusal is None else refusal.value}

    def _check(self, power: str, order: Order) -> bool:
        return bool(check_order(self._variant, self._position, power, order))

    def _read(self, running: RunningHook, point: Point, text: str) -> Order | None:
        try:
            return parse_order(text)
        except OrderError:
            self.asking.refuse(running, point, self._position, tr("{text!r} is no order", text=text[:60]))
            return None

    def _refusal(self, power: str, judged: JudgedOrder) -> OrderOutcome:
        order = judged.order
        unit = None if isinstance(order, Waive) else self._position.unit_at(order.piece.location.province)
        reason = Reason(ReasonKind.REFUSED, f"hook {judged.said}", verdict=judged.verdict)
        return OrderOutcome(unit, power, order, given=True, results=frozenset({Result.ILLEGAL}), reasons=(reason,))


def _tables(answer: Mapping[str, Plain] | None, key: str) -> list[dict[str, Plain]]:
    said = None if answer is None else answer.get(key)
    return [each for each in said if isinstance(each, dict)] if isinstance(said, list) else []


def _one_line(value: object) -> str:
    """A hook's words on one line, not too many."""
    return outside_name(str(value), 200)


def _telling(resolution: Resolution, replaced: Mapping[str, str]) -> Resolution:
    """*resolution* with the hook that replaced the order of a unit, before its other reasons."""
    if not replaced:
        return resolution
    outcomes = tuple(
        each
        if each.unit is None or each.unit.province not in replaced
        else each._replace(reasons=(Reason(ReasonKind.REFUSED, replaced[each.unit.province]), *each.reasons))
        for each in resolution.outcomes
    )
    return replace(resolution, outcomes=outcomes)
