"""Retreats, builds and removals: each set of orders that there is, held against what the others may do, judged by how the game goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from random import Random

from adjudicator.adjudicate import adjudicate
from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.order import Order, Retreat, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import PowerRole, Variant
from app.players.steady.bot import steady_orders
from app.players.steady.outlook import Outlook
from app.players.strong.afterwards import COST, Afterwards
from app.players.strong.budget import Budget

_SAMPLES = 6
"""What the others may do, drawn so often."""

_OWN = 6
"""How often a set of own orders is drawn up as *steady* does it."""

_MOST = 60
"""Sets of own orders that are looked at; where there are more, so many of them by lot."""

_LONGEST = 20_000
"""Sets that lots are drawn among."""

_LOOK = 30
"""What it costs to look at what stands on the board afterwards, in judgements of joint orders."""

_FINALISTS = 8
"""Sets of own orders from which the game is gone on."""

Settled = tuple[Order, ...]


class Settling:
    """The orders of one power in a phase without moves.

    Args:
        variant: what is played.
        position: a phase of retreats or adjustments.
        power: who is to order something.
        dice: draws lots.
        budget: how much may be weighed.
    """

    def __init__(self, variant: Variant, position: Position, power: str, dice: Random, budget: Budget) -> None:
        self._variant, self._position, self._power, self._dice, self._budget = variant, position, power, dice, budget
        self._afterwards = Afterwards(variant, power)

    def orders(self) -> Settled:
        """Orders for all that is due. The first choice of *steady* is the answer where nothing is found better."""
        outlook = Outlook(self._variant, self._position, self._power)
        drawn = [_sorted(steady_orders(outlook, self._dice)) for _ in range(_OWN)]
        candidates = list(dict.fromkeys([*drawn, *self._all()]))
        if len(candidates) < 2:
            return candidates[0]
        others = [self._others() for _ in range(_SAMPLES)]
        lots = [self._dice.getrandbits(32) for _ in others]
        looked: dict[Settled, float] = {}
        for each in candidates:
            if looked and not self._budget.go_on(0.5):
                break
            looked[each] = self._worth(each, others[:2], lots, moves=False)
        finalists = sorted(looked, key=lambda each: -looked[each])[:_FINALISTS]
        worths = dict.fromkeys(finalists, 0.0)
        rounds = 0
        while self._budget.go_on() and len(finalists) > 1 and rounds < 4 * _SAMPLES:
            if rounds >= len(others):
                others.append(self._others())
                lots.append(self._dice.getrandbits(32))
            for each in finalists:
                worths[each] += self._worth(each, others[rounds : rounds + 1], lots[rounds:], moves=True)
            rounds += 1
            if rounds in (_SAMPLES, 2 * _SAMPLES):
                finalists = sorted(finalists, key=lambda each: -worths[each])[: max(2, len(finalists) // 2)]
        return max(finalists, key=lambda each: worths[each]) if rounds else finalists[0]

    def _worth(self, own: Settled, others: Sequence[dict[str, Sequence[Order]]], lots: Sequence[int], *, moves: bool) -> float:
        """What the orders bring on average."""
        total = 0.0
        for each, seed in zip(others, lots, strict=False):
            self._budget.spend(COST if moves else _LOOK)
            resolution = adjudicate(self._variant, self._position, {**each, self._power: own})
            total += self._afterwards.worth(resolution.next, resolution.ending, Random(seed), moves=moves)  # noqa: S311 - dice, no secrets
        return total / len(others)

    def _others(self) -> dict[str, Sequence[Order]]:
        """What the others may order."""
        variant, position = self._variant, self._position
        return {
            power.id: steady_orders(Outlook(variant, position, power.id), self._dice)
            for power in variant.powers.values()
            if power.role is PowerRole.PLAYING and power.id != self._power and orderable(variant, position, power.id)
        }

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
