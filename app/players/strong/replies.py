"""The best replies of one power to what the others order, or may order: a list, with the centres that each may bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from adjudicator import Move, Order, Phase, PhaseKind, Position, PowerRole, Variant, orderable
from adjudicator.joint_orders import Following
from app.players.strong.budget import Budget
from app.players.strong.lookahead import Lookahead
from app.players.strong.movement import Search
from app.players.strong.search_task import SearchTask
from app.players.strong.settling import SettlingSearch

_SEARCHING = 0.4
"""The part of the budget for finding replies; in the rest the game is gone on from each of them."""

_MOST_ROUNDS = 400
"""Continuations of each reply: enough to tell its chances to a few parts of a hundred."""

_CONTINUED = 220
"""Cost of going on until centres have changed hands, in judgements of joint orders."""

_DRAWS, _RANKED = 4, 400
"""Joint orders of the others that tell replies apart, and how many of the best plans are looked at for that."""

_BEFORE_REPORTING = 8
"""Continuations of each reply before anything is reported."""


@dataclass(frozen=True, slots=True)
class ReplyQuestion:
    """Question for best replies: the power, and the known orders of the others."""

    variant: Variant
    position: Position
    power: str
    assumed: Mapping[str, tuple[Order, ...]] = field(default_factory=dict)
    """Orders that others are known to give; their units that are left out do nothing. The rest is guessed."""
    written: tuple[Order, ...] = ()
    """Orders that *power* has written itself, compared with the replies; none where it wrote none."""
    count: int = 5
    """Number of replies that are listed."""
    seed: int = 1

    @property
    def task(self) -> SearchTask:
        """Search that answers it."""
        return SearchTask(self.variant, self.position, self.power, self.assumed)


@dataclass(frozen=True, slots=True)
class Prospect:
    """Prospect of one of the others against a reply."""

    power: str
    now: int
    centres: float
    is_assumed: bool
    """True if its orders are known; else they are guessed."""


@dataclass(frozen=True, slots=True)
class BestReply:
    """One set of orders."""

    orders: tuple[Order, ...]
    centres: float
    """Average gain: centres of the power when they have changed hands for the next time."""
    chances: tuple[tuple[int, float], ...]
    """Numbers of centres, the lowest first, each with its chance."""
    is_written: bool = False
    """True if it is the power's own written reply."""
    others: tuple[Prospect, ...] = ()
    """Prospects of all the others."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best replies, as far as they are known."""

    power: str
    phase: Phase
    now: int
    """Centres of the power now."""
    replies: tuple[BestReply, ...] = ()
    """The best first."""
    continued: int = 0
    """Number of continuations from each reply."""
    weighed: int = 0
    """Joint orders that were judged."""
    seconds: float = 0.0
    """Time that the search took."""
    is_done: bool = False


def advise(question: ReplyQuestion, budget: Budget, tell: Callable[[Advice], None] = lambda _advice: None) -> Advice:
    """The best replies of a power that can order something.

    Args:
        question: whose, and against what.
        budget: how long to look for them.
        tell: called with the results so far, again and again.

    Raises:
        ValueError: the power has nothing to order.
    """
    variant, position, power = question.variant, question.position, question.power
    if power not in variant.powers or not orderable(variant, position, power):
        raise ValueError(f"{power} has nothing to order in {position.phase}")
    dice = Random(question.seed)  # noqa: S311 - dice, no secrets
    look = _moves if position.phase.kind is PhaseKind.MOVEMENT else _settled
    found = look(question, dice, budget)
    return _Continuing(question, found, dice, budget).go_on(tell)


Draw = Callable[[], Callable[[int], Following]]
"""Draws orders of all others; what it answers says what follows each reply, by its number, against them."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Replies, and how to see what becomes of them."""

    replies: tuple[tuple[Order, ...], ...]
    draw: Draw


def _moves(question: ReplyQuestion, dice: Random, budget: Budget) -> _Found:
    search = Search(question.task, dice, budget)
    search.found(_SEARCHING)
    ranked = sorted(search.tried, key=lambda plan: (-round(search.tried[plan], 5), _moving(search.orders_of(plan)), plan))
    draws = [search.drawn() for _ in range(_DRAWS)]
    chosen: dict[object, tuple[int, ...]] = {}
    for plan in ranked[:_RANKED]:
        chosen.setdefault(tuple(_standing(after(plan), question.power) for after in draws), plan)
        if len(chosen) >= question.count:
            break
    listed = list(chosen.values())
    if question.written:
        own = search.plan_of(question.written)
        if own not in listed:
            listed.append(own)

    def draw() -> Callable[[int], Following]:
        after = search.drawn()
        return lambda number: after(listed[number])

    return _Found(tuple(tuple(search.orders_of(plan)) for plan in listed), draw)


def _settled(question: ReplyQuestion, dice: Random, budget: Budget) -> _Found:
    settling = SettlingSearch(question.task, dice, budget)
    worths = settling.found()
    listed = sorted(worths, key=lambda each: -worths[each])[: question.count]
    if question.written and tuple(sorted(question.written, key=str)) not in listed:
        listed.append(tuple(sorted(question.written, key=str)))

    def draw() -> Callable[[int], Following]:
        after = settling.drawn()
        return lambda number: after(listed[number])

    return _Found(tuple(listed), draw)


def _moving(orders: Sequence[Order]) -> int:
    """Return the number of units that are to move: of replies with the same gain, the one that tries least is listed."""
    return sum(isinstance(each, Move) for each in orders)


def _standing(following: Following, power: str) -> frozenset[str]:
    """Return the places of its units then: replies with the same result are listed once."""
    return frozenset(str(unit) for unit in following.position.units if unit.power == power)


class _Continuing:
    """Goes on from replies, round after round, and adds up the centres."""

    def __init__(self, question: ReplyQuestion, found: _Found, dice: Random, budget: Budget) -> None:
        self._question, self._found, self._dice, self._budget = question, found, dice, budget
        self._lookahead = Lookahead(question.variant, question.power)
        self._counts: list[Counter[int]] = [Counter() for _ in found.replies]
        """For each reply, centres of the power to how often it had so many."""
        self._theirs: list[Counter[str]] = [Counter() for _ in found.replies]
        """For each reply, the sum of every power's centres."""
        self._rounds = 0

    def go_on(self, tell: Callable[[Advice], None]) -> Advice:
        """Continue until the budget is spent."""
        phase = self._question.position.phase
        while self._rounds < _MOST_ROUNDS and (self._budget.go_on() or not self._rounds):
            after, seed = self._found.draw(), self._dice.getrandbits(32)
            for number, (counts, theirs) in enumerate(zip(self._counts, self._theirs, strict=True)):
                following = after(number)
                centres = self._lookahead.centres(phase, following.position, following.ending, seed)
                counts[centres.get(self._question.power, 0)] += 1
                theirs.update(centres)
            self._budget.spend(_CONTINUED * len(self._counts))
            self._rounds += 1
            if self._rounds >= _BEFORE_REPORTING:
                tell(self._advice(is_done=False))
        return self._advice(is_done=True)

    def _advice(self, *, is_done: bool) -> Advice:
        question, rounds = self._question, self._rounds
        now = Counter(question.position.owners.values())
        averages = [sum(centres * times for centres, times in counts.items()) / rounds for counts in self._counts]
        ranked = sorted(range(len(averages)), key=lambda number: (-averages[number], number))
        written = set(question.written)
        replies = tuple(
            BestReply(
                self._found.replies[number],
                averages[number],
                tuple((centres, times / rounds) for centres, times in sorted(self._counts[number].items())),
                bool(written) and written <= set(self._found.replies[number]),
                self._others(now, self._theirs[number]),
            )
            for number in ranked
        )
        return Advice(
            power=question.power,
            phase=question.position.phase,
            now=now[question.power],
            replies=replies,
            continued=rounds,
            weighed=self._budget.spent,
            seconds=self._budget.seconds,
            is_done=is_done,
        )

    def _others(self, now: Counter[str], theirs: Counter[str]) -> tuple[Prospect, ...]:
        question = self._question
        return tuple(
            Prospect(power.id, now[power.id], theirs[power.id] / self._rounds, power.id in question.assumed)
            for power in question.variant.powers.values()
            if power.role is PowerRole.PLAYING and power.id != question.power and (now[power.id] or question.position.units_of(power.id))
        )
