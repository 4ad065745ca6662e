"""A quick continuation: what a position comes to when everybody goes on for a season as *steady* would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from adjudicator import Ending, Order, Phase, PhaseKind, Position, PowerRole, Variant, adjudicate, orderable
from adjudicator.adjudicating import step_index
from adjudicator.variant_tables import position_tables, variant_tables
from app.players.steady.bot import steady_orders
from app.players.steady.outlook import Outlook
from app.players.strong.judging import WON, Judge

_PHASES = 8
"""Retreats and adjustments that are played until units move again; more come one after another on no calendar that is played."""

OrdersOfOthers = dict[Phase, dict[str, Sequence[Order]]]
"""Orders of the others in each phase that is played."""


class Lookahead:
    """Says what a position is worth to a power.

    Args:
        variant: what is played.
        power: to whom.
        enemies: powers that it is allied against.
    """

    def __init__(self, variant: Variant, power: str, enemies: Iterable[str] = ()) -> None:
        self._variant, self._power = variant, power
        self._tables = variant_tables(variant)
        self._rank = self._tables.power_rank[power]
        self._enemies = tuple(self._tables.power_rank[each] for each in enemies)
        self._others = [each.id for each in variant.powers.values() if each.role is PowerRole.PLAYING and each.id != power]

    def worth(
        self, position: Position, ending: Ending | None, seed: int, *, moves: bool = True, others: OrdersOfOthers | None = None
    ) -> float:
        """Return the worth of the position, in shares as given by :meth:`Judge.share`.

        Args:
            position: any phase; retreats, builds and removals up to the next moves are ordered as *steady* orders them.
            ending: how the game ended there, if it did.
            seed: draws lots for all powers.
            moves: whether a season of moves is played as well, and not only the units looked at that stand before it.
            others: what the others order in each phase. What is missing is thought out and noted there, which saves most of the work
                where positions differ only in what the own power did.
        """
        known: OrdersOfOthers = {} if others is None else others
        for _ in range(_PHASES):
            if ending is not None:
                return self._ended(ending)
            if position.phase.kind is PhaseKind.MOVEMENT:
                break
            resolution = adjudicate(self._variant, position, self._orders(position, seed, known))
            position, ending = resolution.next, resolution.ending
        if ending is not None:
            return self._ended(ending)
        judge, after = Judge(self._variant, position), position
        if moves:
            after = adjudicate(self._variant, position, self._orders(position, seed, known)).next
        return judge.share(position_tables(self._tables, after).numbers, self._rank, self._enemies)

    def centres(self, before: Phase, position: Position, ending: Ending | None, seed: int) -> Mapping[str, int]:
        """Return by power the centres when they have changed hands for the next time, as everybody goes on as *steady*.

        Args:
            before: the phase that *position* follows.
            position: what came of that phase.
            ending: how the game ended there, if it did.
            seed: draws lots for all powers.
        """
        for _ in range(_PHASES):
            if ending is not None or self._changed_hands(before, position.phase):
                break
            before = position.phase
            resolution = adjudicate(self._variant, position, self._orders(position, seed, {}))
            position, ending = resolution.next, resolution.ending
        return Counter(position.owners.values())

    def _changed_hands(self, before: Phase, after: Phase) -> bool:
        """Return True if centres change hands at the end of a phase from *before* up to *after*, which follows it."""
        turns = self._tables.turns
        step, last = step_index(self._tables, before), step_index(self._tables, after)
        for _ in turns:
            if turns[step].captures:
                return True
            step = (step + 1) % len(turns)
            if step == last:
                break
        return False

    def _orders(self, position: Position, seed: int, known: OrdersOfOthers) -> dict[str, Sequence[Order]]:
        phase = position.phase
        theirs = known.get(phase)
        if theirs is None:
            lots = Random(seed)  # noqa: S311 - dice, no secrets
            theirs = known[phase] = {power: self._steady(position, power, lots) for power in self._others}
        return {**theirs, self._power: self._steady(position, self._power, Random(seed + 1))}  # noqa: S311 - as above

    def _steady(self, position: Position, power: str, lots: Random) -> Sequence[Order]:
        if not orderable(self._variant, position, power):
            return ()
        return steady_orders(Outlook(self._variant, position, power), lots)

    def _ended(self, ending: Ending) -> float:
        if self._power not in ending.winners:
            return 0.0
        return WON if len(ending.winners) == 1 else 1 / len(ending.winners)
