"""Beliefs about the orders of the others: their plans, weighed by regret matching over joint orders that are drawn again and again.

Source of the method: Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium" (Econometrica 68, 2000).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from adjudicator.variant_tables import variant_tables
from app.players.strong.budget import Budget
from app.players.strong.judging import Judge
from app.players.strong.plans import Plans, PowerPlan

TRUST = 0.5
"""Degree to which powers are taken to follow the regret matching of their plans, rather than any plan as often as it was drawn up."""


class Beliefs:
    """Probability of each plan of each power.

    Args:
        plans: the units of each power.
        drawn: by power, its plans as they were drawn up, repeats included.
        judge: says what comes of joint orders.
        dice: draws lots.
    """

    def __init__(self, plans: Plans, drawn: Mapping[str, Sequence[PowerPlan]], judge: Judge, dice: Random) -> None:
        self._plans, self._judge, self._dice = plans, judge, dice
        self.choices: dict[str, list[PowerPlan]] = {}
        self._drawn: dict[str, list[float]] = {}
        """Power to how often each of its plans came up."""
        for power, found in drawn.items():
            counted = Counter(found)
            self.choices[power] = list(counted)
            self._drawn[power] = [count / len(found) for count in counted.values()]
        self._regrets = {power: [0.0] * len(found) for power, found in self.choices.items()}
        self._played = {power: list(weights) for power, weights in self._drawn.items()}
        self._ranks = variant_tables(plans.joint.variant).power_rank

    def match(self, rounds: int, budget: Budget) -> None:
        """Draw a joint order *rounds* times, and note for each power by how much each of its plans would have been better."""
        numbers_after, share = self._plans.joint.numbers_after, self._judge.share
        for _ in range(rounds):
            if not budget.go_on():
                return
            now = {power: self._now(power) for power in self.choices}
            picks = {power: self._dice.choices(range(len(found)), now[power])[0] for power, found in self.choices.items()}
            joint = [-1] * len(self._plans.joint.options)
            for power, pick in picks.items():
                self._plans.put(joint, power, self.choices[power][pick])
            for power, found in self.choices.items():
                if len(found) < 2:
                    continue
                budget.spend(len(found))
                worth: list[float] = []
                for plan in found:
                    self._plans.put(joint, power, plan)
                    worth.append(share(numbers_after(joint), self._ranks[power]))
                self._plans.put(joint, power, found[picks[power]])
                regrets, played = self._regrets[power], self._played[power]
                for at, each in enumerate(worth):
                    regrets[at] += each - worth[picks[power]]
                    played[at] += now[power][at]

    def _now(self, power: str) -> list[float]:
        """The chances of the plans in the next round: by what each was regretted."""
        regretted = [max(0.0, each) for each in self._regrets[power]]
        whole = sum(regretted)
        return [each / whole for each in regretted] if whole > 0 else self._drawn[power]

    def sampled(self, without: str) -> list[int]:
        """A joint order of all powers but one, whose units have none."""
        joint = [-1] * len(self._plans.joint.options)
        for power, found in self.choices.items():
            if power != without:
                self._plans.put(joint, power, self._dice.choices(found, self.weights(power))[0])
        return joint

    def weights(self, power: str) -> list[float]:
        """Return the probability of each plan of *power*."""
        played = self._played[power]
        whole = sum(played)
        return [(1 - TRUST) * drawn + TRUST * each / whole for drawn, each in zip(self._drawn[power], played, strict=True)]
