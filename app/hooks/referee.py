"""The phase ruled over by the adjudicator and the game's hooks together. Same game, same ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.adjudicating import adjudicate
from adjudicator.errors import OrderError
from adjudicator.legal import check_order
from adjudicator.notation import parse_order
from adjudicator.order import Hold, Move, Order, Waive
from adjudicator.position import Position
from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.variant import PowerRole, Variant
from adjudicator.verdict import LEGAL, Refusal, Verdict
from app.game.record import Cursor, Game, Turn, ordered_place
from app.game.rulings import Referee, Ruling, orders_due, plain_referee
from app.hooks.asking_hooks import HookQuestions, LogEntry, board_part, order_table, orders_part, position_part, results_part
from app.hooks.hook_consent import RunningHook
from app.hooks.host import HookHost, Plain
from app.hooks.next_phase import HookedRules, into_next_phase
from entente.words.hook_words import hook_reason, place_named, power_named
from entente.words.names import join_words, name_of_power, place_name
from entente.words.outcomes import describe_order
from languages import quoted, tr
from languages.outside_text import outside_name
from variants.hooks.contracts import Point


def with_victory(asking: HookQuestions, variant: Variant, turn: Turn, position: Position, resolution: Resolution) -> Resolution:
    """*resolution* with the end that hooks want. Any of them can take back an end by the rules, none that of a hook before it.

    Args:
        turn: what was played, with its votes.
        position: where it began.
    """
    playing = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    for running in asking.attached.at(Point.VICTORY):
        ending = resolution.ending
        extra = {
            "counted": _counted(variant, position, resolution),
            "votes": [{"power": vote.power, "choice": vote.choice} for vote in turn.votes],
            "ending": None if ending is None else {"winners": list(ending.winners), "why": ending.reason},
            **position_part(variant, resolution.next),
            **board_part(variant),
        }
        answer = asking.ask(running, Point.VICTORY, variant, position, extra)
        winners = None if answer is None else answer.get("winners")
        if not isinstance(winners, list):
            continue
        named = tuple(dict.fromkeys(str(each) for each in winners))
        strangers = [each for each in named if each not in playing]
        if strangers:
            stranger = power_named(variant, strangers[0])
            asking.refuse(running, Point.VICTORY, position, tr("{strangers} does not play and cannot win", strangers=stranger))
            continue
        why = " ".join(str((answer or {}).get("why", "")).split())[:200] or f"hook {running.name}"
        new = Ending(named, why) if named else None
        if new != ending:
            winning = join_words(name_of_power(variant, each) for each in named)
            told = hook_reason(why, variant)
            text = tr("the game goes on") if new is None else tr("{named} won: {why}", named=winning, why=told)
            asking.note(running, Point.VICTORY, position, text)
        resolution = replace(resolution, ending=new)
        if named:
            break
    return resolution


def _counted(variant: Variant, position: Position, resolution: Resolution) -> bool:
    """Return True if a season in which centres change hands ended with this phase."""
    counting = {step.season for step in variant.calendar.steps if step.captures}
    following = resolution.next.phase
    passed = (position.phase, *resolution.skipped)
    return any(phase.season in counting and (phase.season, phase.year) != (following.season, following.year) for phase in passed)


Orders = dict[str, list[Order]]

WithOrders = Callable[[RunningHook, Point, Orders, Mapping[str, Plain] | None], Orders]
"""The orders with those that an answer puts in their place."""


class AfterAdjudication:
    """Adjudications of a phase's orders, as often as hooks ask for one.

    Args:
        position: where the phase began.
        with_orders: reads the orders of an answer.
    """

    def __init__(self, asking: HookQuestions, variant: Variant, position: Position, with_orders: WithOrders) -> None:
        self._asking = asking
        self._variant = variant
        self._position = position
        self._with_orders = with_orders
        self._owners: dict[str, dict[str, str | None]] = {}
        """Owners that its last answer gives, by hook: they hold where another has the orders adjudicated once more."""

    def of(self, orders: Orders) -> Resolution:
        """The last ruling; orders that hooks took back appear as they were given, failed."""
        resolution = adjudicate(self._variant, self._position, orders)
        given = orders
        reasons: dict[str, tuple[str, str]] = {}
        for running in self._asking.attached.at(Point.AFTER_ADJUDICATION):
            for number in range(len(self._position.units) + 1):
                extra = {
                    "orders": orders_part(orders),
                    "results": results_part(resolution.outcomes),
                    "next": {"phase": str(resolution.next.phase), **position_part(self._variant, resolution.next)},
                    "round": number,
                    **position_part(self._variant, self._position),
                    **board_part(self._variant),
                }
                answer = self._asking.ask(running, Point.AFTER_ADJUDICATION, self._variant, self._position, extra, str(number))
                if answer is None:
                    break
                resolution = self._with_owners(resolution, self._read_owners(running, resolution, answer))
                changed = self._with_orders(running, Point.AFTER_ADJUDICATION, orders, answer)
                if changed == orders:
                    break
                why = str(answer.get("reason", ""))
                for place in _changed_places(orders, changed):
                    reasons.setdefault(place, (running.name, why))
                orders = changed
                resolution = adjudicate(self._variant, self._position, orders)
                for name, owners in self._owners.items():
                    if name != running.name:
                        resolution = self._with_owners(resolution, owners)
        return _shown_as_failed(resolution, given, reasons) if reasons else resolution

    def _read_owners(self, running: RunningHook, resolution: Resolution, answer: Mapping[str, Plain]) -> dict[str, str | None]:
        said = answer.get("owners")
        found = self._owners[running.name] = {}
        for centre, owner in said.items() if isinstance(said, dict) else ():
            place = self._variant.board.provinces.get(centre)
            if place is None or not place.centre or not (owner is None or owner in self._variant.powers):
                named = place_named(self._variant, centre)
                why = (
                    tr("{centre} cannot belong to {owner}", centre=named, owner=power_named(self._variant, owner))
                    if owner is not None
                    else tr("{centre} is no supply centre of this board", centre=named)
                )
                self._asking.refuse(running, Point.AFTER_ADJUDICATION, self._position, why)
                continue
            found[centre] = None if owner is None else str(owner)
            if resolution.next.owners.get(centre) != owner:
                name = place_name(self._variant, centre)
                told = (
                    tr("{centre} belongs to {owner} now", centre=name, owner=name_of_power(self._variant, str(owner)))
                    if owner
                    else tr("{centre} belongs to nobody now", centre=name)
                )
                self._asking.note(running, Point.AFTER_ADJUDICATION, self._position, told)
        return found

    def _with_owners(self, resolution: Resolution, wanted: Mapping[str, str | None]) -> Resolution:
        owners = dict(resolution.next.owners)
        captures = {each.province: each for each in resolution.captures}
        for centre, owner in wanted.items():
            if owners.get(centre) == owner:
                continue
            captures.pop(centre, None)
            if owner is None:
                del owners[centre]
            else:
                owners[centre] = owner
                captures[centre] = Capture(centre, self._position.owners.get(centre), owner)
        following = replace(resolution.next, owners=MappingProxyType(dict(sorted(owners.items()))))
        return replace(resolution, next=following, captures=tuple(captures[centre] for centre in sorted(captures)))


def _changed_places(before: Orders, after: Orders) -> list[str]:
    earlier, later = _by_place(before.values()), _by_place(after.values())
    return [place for place, order in earlier.items() if later.get(place) != order]


def _by_place(orders: Iterable[Sequence[Order]]) -> dict[str, Order]:
    return {order.piece.location.province: order for given in orders for order in given if not isinstance(order, Waive)}


def _shown_as_failed(resolution: Resolution, given: Orders, reasons: Mapping[str, tuple[str, str]]) -> Resolution:
    """*resolution* with the orders that a hook took back as they were given, failed."""
    first = _by_place(given.values())
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
    def words(self) -> str:
        """The hook's name, and its reason where it gave one."""
        return f"{self.hook}: {self.reason}" if self.reason else self.hook

    @property
    def verdict(self) -> Verdict:
        """Legal, or that the hook refused it."""
        return LEGAL if self.carried_out is not None else Verdict(Refusal.BARRED, by=self.words)


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
        return Ruling(self._due.mark_defaults(resolution), self.asking.changes())

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
                told = tr(
                    "refused {order} ({power}): {reason}",
                    order=self._in_words(each.carried_out),
                    power=name_of_power(self._variant, power),
                    reason=hook_reason(reason, self._variant),
                )
                self.asking.note(running, Point.ORDERS, self._position, told)
                return

    def _replace(self, running: RunningHook, judged: list[JudgedOrder], power: str, text: str, by: str, reason: str) -> None:
        for index, each in enumerate(judged):
            if each.carried_out is None or str(each.carried_out) != text:
                continue
            order = self._read(running, Point.ORDERS, by)
            if order is None:
                return
            if not self._check(power, order) or ordered_place(order) != ordered_place(each.carried_out):
                why = tr("{by} cannot stand in place of {text}", by=self._in_words(order), text=self._in_words(each.carried_out))
                self.asking.refuse(running, Point.ORDERS, self._position, why)
                return
            judged[index] = JudgedOrder(each.order, order, running.name, reason)
            told = tr(
                "put {order} in place of {former} ({power}): {reason}",
                order=self._in_words(order),
                former=self._in_words(each.carried_out),
                power=name_of_power(self._variant, power),
                reason=hook_reason(reason, self._variant),
            )
            self.asking.note(running, Point.ORDERS, self._position, told)
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
                self.asking.refuse(
                    running, point, self._position, tr("{power} is no power of this game", power=power_named(self._variant, power))
                )
                continue
            assert isinstance(texts, list)
            read = [order for text in texts if (order := self._read(running, point, str(text))) is not None]
            if len(read) == len(texts) and read != orders.get(power):
                changed[power] = read
                orders_told = ", ".join(map(self._in_words, read)) or tr("none")
                said_of = tr("gave {power} other orders: {orders}", power=name_of_power(self._variant, power), orders=orders_told)
                self.asking.note(running, point, self._position, said_of[:300])
        return changed

    # --- shared ---

    def _in_words(self, order: Order) -> str:
        return quoted(describe_order(self._variant, self._position, order))

    def _moment(self) -> dict[str, object]:
        return {**position_part(self._variant, self._position), **board_part(self._variant)}

    def _verdict_table(self, power: str, order: Order) -> dict[str, object]:
        refusal = check_order(self._variant, self._position, power, order).refusal
        return {"legal": refusal is None, "why": None if refusal is None else refusal.value}

    def _check(self, power: str, order: Order) -> bool:
        return bool(check_order(self._variant, self._position, power, order))

    def _read(self, running: RunningHook, point: Point, text: str) -> Order | None:
        try:
            return parse_order(text, self._position.phase.kind)
        except OrderError:
            self.asking.refuse(running, point, self._position, tr("{text} is no order", text=quoted(text[:60])))
            return None

    def _refusal(self, power: str, judged: JudgedOrder) -> OrderOutcome:
        order = judged.order
        unit = None if isinstance(order, Waive) else self._position.unit_at(order.piece.location.province)
        reason = Reason(ReasonKind.REFUSED, f"hook {judged.words}", verdict=judged.verdict)
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
