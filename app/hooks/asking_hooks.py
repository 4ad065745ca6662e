"""Asks the hooks of a moment with the game's values as plain data, and keeps what they keep and a log of their deeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from adjudicator.board import Board
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome
from adjudicator.unit import Location, Unit
from adjudicator.variant import PowerRole, Variant
from app.game.edits import add_audit
from app.game.entries import HookLeftOut, HookState
from app.game.record import Cursor, EditError, Game, Why
from app.hooks.engine import CallOutcomeKind
from app.hooks.hook_consent import Attached, RunningHook, attached_at, read_state, write_state
from app.hooks.host import MOST_PATIENCE, CallOutcome, HookHost, Plain
from languages import labelled, mark, tr
from variants.hooks.contracts import CONTRACTS, Point


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event in the log: an act of a hook, its words, or its failure."""

    hook: str
    point: Point
    phase: Phase
    text: str
    """A sentence without the hook's name: ``refused F NTH C A LON - BEL: no convoys``."""

    outcome: CallOutcome | None = None
    """Outcome of a hook that failed, with the line."""

    @property
    def failed(self) -> bool:
        """True if the hook was asked and gave no usable answer."""
        return self.outcome is not None

    def __str__(self) -> str:
        place = f" ({tr('line {line}', line=self.outcome.line)})" if self.outcome is not None and self.outcome.line else ""
        return f"{self.phase} {self.hook}{place}: {self.text}"


Log = tuple[LogEntry, ...]


class StopChoice(StrEnum):
    """Choice of a person when a hook was stopped."""

    AGAIN = "again"
    """The hook is asked once more, with more time."""
    WITHOUT = "without"
    """The phase goes on without the hook, which the game file records."""
    WAIT = "wait"
    """The game stays as it was."""


class HookStoppedError(EditError):
    """A hook that the game goes by ran out of time, memory or output, or its worker died. The game stays as it was."""

    def __init__(self, hook: str, point: Point, cursor: Cursor, phase: Phase, outcome: CallOutcome) -> None:
        place = f" ({labelled(tr('line {line}', line=outcome.line), outcome.source_line)})" if outcome.line and outcome.source_line else ""
        super().__init__(
            Why.HOOK_STOPPED,
            tr(
                "The hook {hook}{place} gave no answer in {phase}: {message}. Nothing is done by the plain rules in its "
                "place: the game stays as it was.",
                hook=hook,
                place=place,
                phase=phase,
                message=outcome.words,
            ),
        )
        self.hook = hook
        self.point = point
        self.cursor = cursor
        self.phase = phase
        self.outcome = outcome
        self.again = ""
        """Effect of asking it once more, as a sentence; see ``more_time``."""


def more_time(had: int, patience: int) -> str:
    """Return the gain of asking a hook once more: it *had* so many times the usual time, and hooks get *patience* times that now."""
    times = min(MOST_PATIENCE, 4 * patience) // had
    if times <= 1:
        return tr("Once more asks it with the same time, which is the most there is.")
    return tr("Once more gives hooks {number} times the time.", number=tr(_TIMES[times]) if times in _TIMES else times)


_TIMES = {4: mark("four"), 16: mark("sixteen")}


def leave_out(game: Game, stopped: HookStoppedError) -> Game:
    """The game with the turn in which *stopped* was raised to be ruled over without that hook.

    The choice is written into the turn, so that a replay of the game leaves the hook out of it as well. Its limits on the view of powers
    stay.
    """
    turn = game.turn(stopped.cursor)
    why = " ".join(stopped.outcome.message.split())[:200]
    kept = tuple(each for each in turn.changes if not (isinstance(each, HookLeftOut) and each.name == stopped.hook))
    changed = game.with_turn(stopped.cursor, replace(turn, changes=(*kept, HookLeftOut(stopped.hook, why))))
    return add_audit(changed, f"{turn.phase} goes on without hook {stopped.hook}: {why}", "GM")


_KINDS = {PhaseKind.MOVEMENT: "movement", PhaseKind.RETREAT: "retreat", PhaseKind.ADJUSTMENT: "adjustment"}


def common(variant: Variant, position: Position, running: RunningHook) -> dict[str, object]:
    """Return the context of every hook at every point."""
    phase = position.phase
    return {
        "phase": str(phase),
        "season": phase.season,
        "year": phase.year,
        "kind": _KINDS[phase.kind],
        "powers": [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING],
        "args": dict(running.arguments),
        "state": dict(running.state),
    }


def position_part(variant: Variant, position: Position) -> dict[str, object]:
    """Units, dislodged units, and centres with their owners."""
    return {
        "units": [unit_table(unit) for unit in position.units],
        "dislodged": [{**unit_table(each.unit), "from": each.attacker_origin} for each in position.dislodged],
        "centres": {code: position.owners.get(code) for code in variant.board.centres},
    }


def unit_table(unit: Unit) -> dict[str, object]:
    """One unit."""
    return {"power": unit.power, "kind": unit.kind, "at": unit.province, "coast": unit.location.coast}


class _BoardKey:
    """A board as a key of a cache, by identity."""

    __slots__ = ("board",)

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _BoardKey) and other.board is self.board


def board_part(variant: Variant) -> Mapping[str, object]:
    """Return the part that never changes: neighbours, terrains, homes. Not to be changed by who gets it."""
    return _board_part(_BoardKey(variant.board))


@lru_cache(maxsize=8)
def _board_part(key: _BoardKey) -> Mapping[str, object]:
    board = key.board
    beside: dict[str, set[str]] = {code: set() for code in board.provinces}
    for edge in board.edges:
        beside[edge.origin.province].add(edge.target.province)
    return {
        "adjacent": {code: sorted(others) for code, others in beside.items()},
        "terrain": {code: province.terrain.value for code, province in board.provinces.items()},
        "homes": {code: province.home for code, province in board.provinces.items() if province.home is not None},
    }


def orders_part(orders: Mapping[str, Sequence[Order]]) -> dict[str, list[str]]:
    """Every power's orders as canonical text."""
    return {power: [str(order) for order in given] for power, given in sorted(orders.items())}


def order_table(order: Order) -> dict[str, object]:
    """One order: its text, kind, province and target."""
    target = target_of(order)
    return {
        "order": str(order),
        "kind": kind_of(order),
        "at": None if isinstance(order, Waive) else order.piece.location.province,
        "to": None if target is None else target.province,
    }


def results_part(outcomes: Iterable[OrderOutcome]) -> list[dict[str, object]]:
    """Return the outcomes of orders; waives, which have no place, are left out."""
    return [result_table(each) for each in outcomes if each.unit is not None]


def result_table(outcome: OrderOutcome) -> dict[str, object]:
    """Return the outcome of one order."""
    by = sorted({unit.province for reason in outcome.reasons for unit in reason.by})
    table = order_table(outcome.order)
    if outcome.unit is not None:
        table["at"] = outcome.unit.province
    return {**table, "power": outcome.power, "results": sorted(result.value for result in outcome.results), "by": by}


def kind_of(order: Order) -> str:
    """Return the kind of an order, in a word."""
    match order:
        case Hold():
            return "hold"
        case Move():
            return "move"
        case Support():
            return "support"
        case Convoy():
            return "convoy"
        case Retreat():
            return "retreat"
        case Disband():
            return "disband"
        case Build():
            return "build"
        case Remove():
            return "remove"
        case Waive():
            return "waive"
        case _:
            assert_never(order)


def target_of(order: Order) -> Location | None:
    """Return the target of an order, or of the order that it helps."""
    match order:
        case Move(_, target) | Retreat(_, target) | Convoy(_, _, target):
            return target
        case Support(_, supported, target):
            return supported.location if target is None else target
        case _:
            return None


PHASE_LIMIT = 0.5
"""Seconds of processor time that all hooks of a phase together may use on a board for seven powers; for more powers in proportion."""

TOLD_IN_FULL = 3
"""Parts of a hook's answers that cannot be done, at one point of a phase, that the log tells one by one."""

_USUAL_POWERS = 7

_CANCELLED = mark("Nobody waited for the hooks of the game any longer: nothing was done.")
_AWAY = mark(
    "The hook {name} cannot be asked ({why}). Nothing is done by the plain rules in its place: the game stays as it was and can be "
    "looked at. Try again, or take the hook off."
)


class HookQuestions:
    """One round of questions: a phase adjudicated, a message sent, a board shown.

    Args:
        game: the game.
        cursor: the moment whose hooks are asked.
        host: where they are asked.
        needed: whether the game goes by the answers, so that nothing may be done by other rules while hooks cannot be asked at all.
        patience: how many times the usual time they may use, where that is more than *host* gives.
    """

    def __init__(self, game: Game, cursor: Cursor, host: HookHost, *, needed: bool = False, patience: int = 1) -> None:
        self.attached: Attached = attached_at(game, cursor)
        self._game = game
        self._host = host
        self._needed = needed
        self._log: list[LogEntry] = []
        self._states: dict[str, dict[str, Plain]] = {}
        self._cursor = cursor
        self._spent: dict[str, float] = {}
        """Seconds of processor time that each hook used."""
        self._budget = PHASE_LIMIT * max(1.0, len(game.variant.powers) / _USUAL_POWERS) * max(patience, host.patience)
        self._patience = patience
        self._refused: dict[tuple[str, Point], int] = {}
        """Number of parts of answers that could not be done, by hook and point."""
        self._counted: dict[tuple[str, Point], int] = {}
        """Place in the log of the number of entries besides those it lists."""

    @property
    def log(self) -> Log:
        """Log of the calls so far."""
        return tuple(self._log)

    def note(self, running: RunningHook, point: Point, position: Position, text: str) -> None:
        """Log what *running* did."""
        self._log.append(LogEntry(running.name, point, position.phase, text))

    def refuse(self, running: RunningHook, point: Point, position: Position, text: str) -> None:
        """Log that a part of an answer was well formed and cannot be done in this game. The first few are named, the rest counted."""
        key = (running.name, point)
        count = self._refused[key] = self._refused.get(key, 0) + 1
        if count <= TOLD_IN_FULL:
            self._log.append(LogEntry(running.name, point, position.phase, text, CallOutcome(CallOutcomeKind.CONTRACT, message=text)))
            return
        told = tr("{count} more of what it answered cannot be done", count=count - TOLD_IN_FULL)
        last = LogEntry(running.name, point, position.phase, told, CallOutcome(CallOutcomeKind.CONTRACT, message=told))
        if count > TOLD_IN_FULL + 1:
            self._log[self._counted[key]] = last
        else:
            self._counted[key] = len(self._log)
            self._log.append(last)

    def ask(
        self, running: RunningHook, point: Point, variant: Variant, position: Position, extra: Mapping[str, object], salt: str = ""
    ) -> dict[str, Plain] | None:
        """The answer of one hook: empty where it had nothing to say, ``None`` where it failed.

        Args:
            extra: what this point gives besides what every point gives.
            salt: what tells this question from others in the same phase, such as the power.

        Raises:
            HookStoppedError: the answer is needed, and the hook might have given one with more time or memory.
            EditError: the answer is needed, and no hook can be asked here now; or it is no longer waited for.
        """
        if running.fault:
            outcome = CallOutcome(CallOutcomeKind.ERROR, message=running.fault)
        else:
            state = self._states.get(running.name, running.state)
            context = {**common(variant, position, replace(running, state=state)), **extra}
            seed = f"{self._game.id} {position.phase} {running.name} {point} {salt}"
            outcome = self._within_budget(running, point, context, seed, position.phase.year)
        if outcome.kind is CallOutcomeKind.CANCELLED:
            raise EditError(Why.CANCELLED, tr(_CANCELLED))
        if not outcome.ok:
            self._log.append(LogEntry(running.name, point, position.phase, outcome.words, outcome))
            if self._needed and outcome.kind is CallOutcomeKind.UNAVAILABLE:
                raise EditError(Why.READ_ONLY, tr(_AWAY, name=running.name, why=self._host.unavailable))
            if self._needed and outcome.kind.stops:
                name = running.name if outcome.kind is not CallOutcomeKind.BUDGET else max(self._spent, key=lambda each: self._spent[each])
                raise HookStoppedError(name, point, self._cursor, position.phase, outcome)
            return None
        answer = outcome.table
        said = answer.get("log")
        if isinstance(said, str) and said.strip():
            self.note(running, point, position, " ".join(said.split())[:300])
        if CONTRACTS[point].keeps_state and isinstance(answer.get("state"), dict):
            self._keep(running, point, position, answer["state"])
        return answer

    def _within_budget(self, running: RunningHook, point: Point, context: Mapping[str, object], seed: str, year: int) -> CallOutcome:
        """Return the answer of *running* within the rest of the time for all hooks together."""
        left = self._budget - sum(self._spent.values())
        outcome = CallOutcome(CallOutcomeKind.BUDGET)
        if left > 0:
            outcome = self._host.call(
                running.hook, point, context, given=running.given, seed=seed, year=year, budget=left, patience=self._patience
            )
            self._spent[running.name] = self._spent.get(running.name, 0.0) + outcome.spent
        if outcome.kind is CallOutcomeKind.BUDGET:
            most = max(self._spent, key=lambda each: self._spent[each])
            told = f"the hooks of this phase together used the processor for longer than {self._budget:.2g} seconds, {most} most of it"
            outcome = replace(outcome, message=told)
        return outcome

    def changes(self) -> tuple[HookState, ...]:
        """Return the states of hooks that differ from those before, in the order of the hooks."""
        found: list[HookState] = []
        for running in self.attached.hooks:
            state = self._states.get(running.name)
            if state is not None and state != running.state:
                found.append(HookState(running.name, write_state(state)))
        return tuple(found)

    def _keep(self, running: RunningHook, point: Point, position: Position, state: Plain) -> None:
        assert isinstance(state, dict)
        try:
            self._states[running.name] = read_state(write_state(state))
        except ValueError as error:
            self.refuse(running, point, position, str(error))
