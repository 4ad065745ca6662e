"""Retreats, builds and removals: each set of orders that there is, held against what the others may do, judged by how the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, product
from random import Random

from adjudicator import Order, PhaseKind, PowerRole, Remove, Retreat, Waive, adjudicate, adjustment, legal_orders, orderable
from adjudicator.joint_orders import Following
from app.players.steady.bot import steady_orders
from app.players.steady.outlook import Outlook
from app.players.strong.budget import Budget
from app.players.strong.lookahead import Lookahead, OrdersOfOthers
from app.players.strong.search_task import SearchTask

_OWN = 6
"""Number of times that a set of own orders is drawn up as *steady* does it."""

_MOST = 60
"""Sets of own orders that are looked at; where there are more, so many of them by lot."""

_LONGEST = 20_000
"""Sets that lots are drawn among."""

_LOOKS = 3
"""Number of draws of the others' orders for the first look, in which no unit moves."""

_FINALISTS = 8
"""Sets of own orders from which the game is gone on. Half of them are dropped after so many rounds, and again after twice as many."""

_ROUNDS, _MOST_ROUNDS = 6, 60
"""Continuations of each after which half are dropped, and after which the answer is taken."""

_FIRST_LOOK = 6
"""Number of continuations that the first look counts as much as."""

_LOOK, _CONTINUED, _BEGUN = 200, 400, 900
"""Costs of looking at a position, of going on from it, and of thinking out the orders of the others, in judgements of joint orders."""

Settled = tuple[Order, ...]


class SettlingSearch:
    """The orders of one power in a phase without moves.

    Args:
        task: in a phase of retreats or adjustments.
        dice: draws lots.
        budget: how much may be weighed.
    """

    def __init__(self, task: SearchTask, dice: Random, budget: Budget) -> None:
        self._variant, self._position, self._power, self._assumed = task.variant, task.position, task.power, task.assumed
        self._closed, self._stays = task.word.closed, task.stays
        self._dice, self._budget = dice, budget
        self._lookahead = Lookahead(task.variant, task.power)

    def orders(self) -> Settled:
        """Orders for all that is due. The first choice of *steady* is the answer where nothing is found better."""
        worths = self.found()
        finalists = sorted(worths, key=lambda each: -worths[each])[:_FINALISTS]
        sums = {each: worths[each] * _FIRST_LOOK for each in finalists}
        for number in range(1, _MOST_ROUNDS + 1):
            if len(finalists) < 2 or not self._budget.go_on():
                break
            theirs, seed, onward = self._others(), self._dice.getrandbits(32), OrdersOfOthers()
            self._budget.spend(_BEGUN + _CONTINUED * len(finalists))
            for each in finalists:
                sums[each] += self._worth(each, theirs, seed, onward)
            if number in (_ROUNDS, 2 * _ROUNDS, 4 * _ROUNDS):
                finalists = sorted(finalists, key=lambda each: -sums[each])[: (len(finalists) + 1) // 2]
        return max(finalists, key=lambda each: sums[each])

    def found(self) -> dict[Settled, float]:
        """Sets of orders and what each brings as the units stand afterwards; the first choice of *steady* is among them."""
        outlook = Outlook(self._variant, self._position, self._power)
        drawn = [_sorted(steady_orders(outlook, self._dice)) for _ in range(_OWN)]
        candidates = list(dict.fromkeys([*drawn, *self._all()]))
        harms = [self._harm(each) for each in candidates]
        candidates = [each for each, harm in zip(candidates, harms, strict=True) if harm == min(harms)]
        return dict.fromkeys(candidates, 0.0) if len(candidates) < 2 else self._looked_at(candidates)

    def _harm(self, orders: Settled) -> int:
        """Return the number of units that retreat against an agreement, or that are removed while a stalemate line needs them."""
        return sum(
            (isinstance(each, Retreat) and each.target.province in self._closed)
            or (isinstance(each, Remove) and each.piece.location.province in self._stays)
            for each in orders
        )

    def drawn(self) -> Callable[[Settled], Following]:
        """Return the function from each set of own orders to the position after it and the possible orders of the others."""
        theirs = self._others()

        def after(own: Settled) -> Following:
            resolution = adjudicate(self._variant, self._position, {**theirs, self._power: own})
            return Following(resolution.next, resolution.ending)

        return after

    def _looked_at(self, candidates: Sequence[Settled]) -> dict[Settled, float]:
        """Return the worth of *candidates* as the units stand afterwards; as many of them as half of the budget is enough for."""
        draws = [(self._others(), self._dice.getrandbits(32), OrdersOfOthers()) for _ in range(_LOOKS)]
        found: dict[Settled, float] = {}
        for each in candidates:
            if found and not self._budget.go_on(0.5):
                break
            self._budget.spend(_LOOK * _LOOKS)
            found[each] = sum(self._worth(each, *draw, moves=False) for draw in draws) / _LOOKS
        return found

    def _worth(self, own: Settled, theirs: dict[str, Sequence[Order]], seed: int, onward: OrdersOfOthers, *, moves: bool = True) -> float:
        """Return the worth of the orders against those of the others, who go on as in *onward*."""
        resolution = adjudicate(self._variant, self._position, {**theirs, self._power: own})
        return self._lookahead.worth(resolution.next, resolution.ending, seed, moves=moves, others=onward)

    def _others(self) -> dict[str, Sequence[Order]]:
        """Return possible orders of the others."""
        variant, position = self._variant, self._position
        found = {
            power.id: steady_orders(Outlook(variant, position, power.id), self._dice)
            for power in variant.powers.values()
            if power.role is PowerRole.PLAYING and power.id != self._power and orderable(variant, position, power.id)
        }
        return {**found, **self._assumed}

    def _all(self) -> list[Settled]:
        """Every set of orders that is worth a look, or as many by lot."""
        found = list(islice(self._retreats() if self._position.phase.kind is PhaseKind.RETREAT else self._adjustments(), _LONGEST))
        return found if len(found) <= _MOST else self._dice.sample(found, _MOST)

    def _retreats(self) -> Iterator[Settled]:
        places = orderable(self._variant, self._position, self._power)
        for orders in islice(product(*(legal_orders(self._variant, self._position, place) for place in places)), _LONGEST):
            goals = [each.target.province for each in orders if isinstance(each, Retreat)]
            if len(set(goals)) == len(goals):
                yield _sorted(orders)

    def _adjustments(self) -> Iterator[Settled]:
        variant, position = self._variant, self._position
        due = adjustment(variant, position, self._power)
        places = list(dict.fromkeys(each.province for each in orderable(variant, position, self._power)))
        options = [[each for each in legal_orders(variant, position, place) if not isinstance(each, Waive)] for place in places]
        for chosen in combinations(options, min(abs(due), len(options))):
            for orders in product(*chosen):
                waived = [Waive() for _ in range(due - len(orders))] if due > 0 else []
                yield _sorted([*orders, *waived])


def _sorted(orders: Sequence[Order]) -> Settled:
    return tuple(sorted(orders, key=str))
