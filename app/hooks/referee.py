"""The phase ruled over by the adjudicator and the game's hooks together. Same game, same ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.adjudicate import adjudicate
from adjudicator.check import check_order
from adjudicator.errors import OrderError
from adjudicator.ground import edge_name
from adjudicator.notation import parse_order
from adjudicator.order import Hold, Move, Order, Waive
from adjudicator.position import Position
from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.variant import PowerRole, Variant
from adjudicator.verdict import LEGAL, Refusal, Verdict
from app.game.orders_due import orders_due
from app.game.record import Cursor, Game
from app.game.referee import Referee, Ruling, plain_referee
from app.hooks.asking import Asking
from app.hooks.attached import RunningHook
from app.hooks.context import board_part, order_table, orders_part, position_part, results_part
from app.hooks.log import LogEntry
from app.hooks.plain import Plain
from app.hooks.sites import HookedRules
from app.hooks.worker import HookHost
from variants.hooks.contracts import Point

Orders = dict[str, list[Order]]


@dataclass(frozen=True, slots=True)
class JudgedOrder:
    """What the hooks say of one order of a power."""

    order: Order
    """As it was given."""

    carried_out: Order | None
    """What stands in its place, itself where nothing changed; ``None`` where it was refused."""

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


def hooked_referee(host: HookHost, on_log: Callable[[LogEntry], None] | None = None) -> Referee:
    """A referee for ``app.game.edits.process`` that asks the game's hooks as well.

    Args:
        host: where the hooks are asked.
        on_log: told of each thing that a hook did or failed to do, in sequence.

    The referee raises ``EditError`` where hooks cannot be asked here now: no phase is ruled over by other rules than the game's.
    """

    def rule(game: Game, cursor: Cursor) -> Ruling:
        if not game.hooks or not game.hooks_at(cursor):
            return plain_referee(game, cursor)
        work = _Ruling(game, cursor, host, needed=True)
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
    """What the hooks say of the orders of *power*, for showing it while they are written, and what they did."""
    work = _Ruling(game, cursor, host)
    return work.judge(power, orders), work.asking.log


class _Ruling:
    """One phase, step by step."""

    def __init__(self, game: Game, cursor: Cursor, host: HookHost, *, needed: bool = False) -> None:
        self.asking = Asking(game, cursor, host, needed=needed)
        self._turn = game.turn(cursor)
        rules = HookedRules(game, cursor, host, asking=self.asking)
        self._variant: Variant = rules.variant
        self._position: Position = rules.position
        self._due = orders_due(game, cursor, self._variant, self._position)
        self._refused: list[OrderOutcome] = []
        self._replaced: dict[str, str] = {}
        """Province of a unit to the hook that put another order in place of its own, with what it says."""

    def rule(self) -> Ruling:
        """The whole of it."""
        orders = self._judged_orders()
        orders = self._before(orders)
        resolution = self._after(orders)
        resolution = replace(_telling(resolution, self._replaced), refused=(*resolution.refused, *self._refused))
        resolution = self._victory(resolution)
        resolution = self._phase(resolution)
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
                self.asking.note(running, Point.ORDERS, self._position, f"refused {power} {text}: {reason}")
                return

    def _replace(self, running: RunningHook, judged: list[JudgedOrder], power: str, text: str, by: str, reason: str) -> None:
        for index, each in enumerate(judged):
            if each.carried_out is None or str(each.carried_out) != text:
                continue
            order = self._read(running, Point.ORDERS, by)
            if order is None:
                return
            if not self._check(power, order) or _place(order) != _place(each.carried_out):
                self.asking.refuse(running, Point.ORDERS, self._position, f"{by[:60]} cannot stand in place of {text}")
                return
            judged[index] = JudgedOrder(each.order, order, running.name, reason)
            self.asking.note(running, Point.ORDERS, self._position, f"put {order} in place of {power} {text}: {reason}")
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
                place = _place(each.order)
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
                self.asking.refuse(running, point, self._position, f"{power} is no power of this game")
                continue
            assert isinstance(texts, list)
            read = [order for text in texts if (order := self._read(running, point, str(text))) is not None]
            if len(read) == len(texts) and read != orders.get(power):
                changed[power] = read
                self.asking.note(running, point, self._position, f"gave {power} other orders: {', '.join(map(str, read)) or 'none'}"[:300])
        return changed

    # --- results ---

    def _after(self, orders: Orders) -> Resolution:
        resolution = adjudicate(self._variant, self._position, orders)
        given = orders
        reasons: dict[str, tuple[str, str]] = {}
        for running in self.asking.attached.at(Point.AFTER_ADJUDICATION):
            for number in range(len(self._position.units) + 1):
                extra = {
                    "orders": orders_part(orders),
                    "results": results_part(resolution.outcomes),
                    "next": {"phase": str(resolution.next.phase), **position_part(self._variant, resolution.next)},
                    "round": number,
                    **self._moment(),
                }
                answer = self.asking.ask(running, Point.AFTER_ADJUDICATION, self._variant, self._position, extra, str(number))
                if answer is None:
                    break
                resolution = self._with_owners(running, resolution, answer)
                changed = self._with_orders(running, Point.AFTER_ADJUDICATION, orders, answer)
                if changed == orders:
                    break
                why = str(answer.get("reason", ""))
                for place in _changed_places(orders, changed):
                    reasons.setdefault(place, (running.name, why))
                orders = changed
                resolution = adjudicate(self._variant, self._position, orders)
        return _shown_as_failed(resolution, given, reasons) if reasons else resolution

    def _with_owners(self, running: RunningHook, resolution: Resolution, answer: Mapping[str, Plain]) -> Resolution:
        said = answer.get("owners")
        if not isinstance(said, dict):
            return resolution
        owners = dict(resolution.next.owners)
        captures = list(resolution.captures)
        for centre, owner in said.items():
            place = self._variant.board.provinces.get(centre)
            if place is None or not place.centre or not (owner is None or owner in self._variant.powers):
                self.asking.refuse(running, Point.AFTER_ADJUDICATION, self._position, f"{centre} cannot belong to {owner}")
                continue
            if owners.get(centre) == owner:
                continue
            captures = [each for each in captures if each.province != centre]
            if owner is None:
                del owners[centre]
            else:
                owners[centre] = str(owner)
                captures.append(Capture(centre, self._position.owners.get(centre), str(owner)))
            self.asking.note(running, Point.AFTER_ADJUDICATION, self._position, f"{centre} belongs to {owner or 'nobody'} now")
        following = replace(resolution.next, owners=MappingProxyType(dict(sorted(owners.items()))))
        return replace(resolution, next=following, captures=tuple(sorted(captures, key=lambda each: each.province)))

    def _victory(self, resolution: Resolution) -> Resolution:
        for running in self.asking.attached.at(Point.VICTORY):
            ending = resolution.ending
            extra = {
                "counted": self._counted(resolution),
                "votes": [{"power": vote.power, "choice": vote.choice} for vote in self._turn.votes],
                "ending": None if ending is None else {"winners": list(ending.winners), "why": ending.reason},
                **position_part(self._variant, resolution.next),
                **board_part(self._variant),
            }
            answer = self.asking.ask(running, Point.VICTORY, self._variant, self._position, extra)
            winners = None if answer is None else answer.get("winners")
            if not isinstance(winners, list):
                continue
            named = tuple(dict.fromkeys(str(each) for each in winners))
            playing = [power.id for power in self._variant.powers.values() if power.role is PowerRole.PLAYING]
            strangers = [each for each in named if each not in playing]
            if strangers:
                self.asking.refuse(running, Point.VICTORY, self._position, f"{strangers[0]} does not play and cannot win")
                continue
            why = " ".join(str((answer or {}).get("why", "")).split())[:200] or f"hook {running.name}"
            new = Ending(named, why) if named else None
            if new != ending:
                text = "the game goes on" if new is None else f"{' and '.join(named)} won: {why}"
                self.asking.note(running, Point.VICTORY, self._position, text)
            resolution = replace(resolution, ending=new)
        return resolution

    def _counted(self, resolution: Resolution) -> bool:
        """Whether a season in which centres change hands ended with this phase."""
        counting = {step.season for step in self._variant.calendar.steps if step.captures}
        following = resolution.next.phase
        passed = (self._position.phase, *resolution.skipped)
        return any(phase.season in counting and (phase.season, phase.year) != (following.season, following.year) for phase in passed)

    # --- the next phase ---

    def _phase(self, resolution: Resolution) -> Resolution:
        hooks = self.asking.attached.at(Point.PHASE)
        if not hooks or resolution.ending is not None:
            return resolution
        for _ in range(4 * len(self._variant.calendar.steps)):
            following, skip = self._ask_phase(resolution.next)
            resolution = replace(resolution, next=following)
            if not skip:
                break
            passed = _passed_over(self._variant, following)
            captures = {each.province: each for each in (*resolution.captures, *passed.captures)}
            resolution = replace(
                resolution,
                captures=tuple(captures[province] for province in sorted(captures)),
                skipped=(*resolution.skipped, following.phase, *passed.skipped),
                next=passed.next,
                ending=passed.ending,
            )
            if resolution.ending is not None:
                break
        return resolution

    def _ask_phase(self, position: Position) -> tuple[Position, bool]:
        """*position* with the conditions that hooks set, and whether its phase is passed over."""
        skip = False
        for running in self.asking.attached.at(Point.PHASE):
            edges = sorted(word for word in position.conditions if word.startswith(("open ", "closed ")))
            extra = {"edges": edges, **position_part(self._variant, position), **board_part(self._variant)}
            answer = self.asking.ask(running, Point.PHASE, self._variant, position, extra, str(position.phase))
            if answer is None:
                continue
            position = self._with_conditions(running, position, answer)
            if answer.get("skip") is True and position.dislodged:
                self.asking.refuse(running, Point.PHASE, position, "a phase in which units must retreat cannot be passed over")
            elif answer.get("skip") is True:
                skip = True
                why = answer.get("why")
                self.asking.note(running, Point.PHASE, position, f"the phase is passed over{f': {why}' if why else ''}"[:300])
        return position, skip

    def _with_conditions(self, running: RunningHook, position: Position, answer: Mapping[str, Plain]) -> Position:
        conditions = set(position.conditions)
        known = {edge_name(edge.origin, edge.target) for edge in self._variant.board.edges}
        for word in ("open", "closed"):
            said = answer.get(word)
            if not isinstance(said, list):
                continue
            conditions = {each for each in conditions if not each.startswith(f"{word} ")}
            for text in map(str, said):
                named = _directions(text)
                there = [name for name in named if name in known]
                if not there:
                    self.asking.refuse(running, Point.PHASE, position, f"there is no step {text[:60]} on this board")
                conditions.update(f"{word} {name}" for name in there)
        if conditions == position.conditions:
            return position
        changed = sorted(conditions ^ position.conditions)
        self.asking.note(running, Point.PHASE, position, f"changed the edges: {', '.join(changed)}"[:300])
        return replace(position, conditions=frozenset(conditions))

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
            self.asking.refuse(running, point, self._position, f"{text[:60]!r} is no order")
            return None

    def _refusal(self, power: str, judged: JudgedOrder) -> OrderOutcome:
        order = judged.order
        unit = None if isinstance(order, Waive) else self._position.unit_at(order.piece.location.province)
        reason = Reason(ReasonKind.REFUSED, f"hook {judged.said}", verdict=judged.verdict)
        return OrderOutcome(unit, power, order, given=True, results=frozenset({Result.ILLEGAL}), reasons=(reason,))


def _passed_over(variant: Variant, position: Position) -> Resolution:
    """What follows where the phase of *position* is not played: the units stay, the calendar moves on, centres are counted."""
    nothing: dict[str, Sequence[Order]] = dict.fromkeys(variant.powers, ())
    resolution = adjudicate(variant, position, nothing)
    return replace(resolution, outcomes=(), refused=(), next=replace(resolution.next, units=position.units))


def phase_conditions(game: Game, cursor: Cursor, host: HookHost) -> tuple[Position, tuple[LogEntry, ...]]:
    """The position at *cursor* with the conditions that the hooks of its phase set: for the first phase of a game.

    Raises:
        EditError: hooks cannot be asked here now.
    """
    work = _Ruling(game, cursor, host, needed=True)
    position, _ = work._ask_phase(game.turn(cursor).position)  # noqa: SLF001 - the same module's own step
    return position, work.asking.log


def _tables(answer: Mapping[str, Plain] | None, key: str) -> list[dict[str, Plain]]:
    said = None if answer is None else answer.get(key)
    return [each for each in said if isinstance(each, dict)] if isinstance(said, list) else []


def _one_line(value: object) -> str:
    """A hook's words on one line, not too many."""
    return " ".join(str(value).split())[:200]


def _place(order: Order) -> str | None:
    return None if isinstance(order, Waive) else order.piece.location.province


def _directions(text: str) -> tuple[str, ...]:
    first, both, second = text.partition(" <> ")
    return (f"{first} - {second}", f"{second} - {first}") if both else (text,)


def _changed_places(before: Orders, after: Orders) -> list[str]:
    earlier = {place: order for given in before.values() for order in given if (place := _place(order)) is not None}
    later = {place: order for given in after.values() for order in given if (place := _place(order)) is not None}
    return [place for place, order in earlier.items() if later.get(place) != order]


def _telling(resolution: Resolution, replaced: Mapping[str, str]) -> Resolution:
    """*resolution* with the hook that put another order in place of what a unit was given, before its other reasons."""
    if not replaced:
        return resolution
    outcomes = tuple(
        each
        if each.unit is None or each.unit.province not in replaced
        else each._replace(reasons=(Reason(ReasonKind.REFUSED, replaced[each.unit.province]), *each.reasons))
        for each in resolution.outcomes
    )
    return replace(resolution, outcomes=outcomes)


def _shown_as_failed(resolution: Resolution, given: Orders, reasons: Mapping[str, tuple[str, str]]) -> Resolution:
    """*resolution* with the orders that a hook took back shown as they were given, failed."""
    first = {place: order for orders in given.values() for order in orders if (place := _place(order)) is not None}
    outcomes = []
    for outcome in resolution.outcomes:
        place = "" if outcome.unit is None else outcome.unit.province
        order = first.get(place)
        if place in reasons and order is not None and order != outcome.order and isinstance(outcome.order, Hold):
            hook, why = reasons[place]
            target = order.target.province if isinstance(order, Move) else None
            failed = frozenset({Result.BOUNCE if isinstance(order, Move) else Result.VOID}) | (
                outcome.results & {Result.DISLODGED, Result.DESTROYED}
            )
            rule = f"hook {hook}" + (f": {why}" if why else "")
            shown = (Reason(ReasonKind.REFUSED, rule, province=target), *outcome.reasons)
            outcome = OrderOutcome(outcome.unit, outcome.power, order, given=True, results=failed, reasons=shown)
        outcomes.append(outcome)
    return replace(resolution, outcomes=tuple(outcomes))
