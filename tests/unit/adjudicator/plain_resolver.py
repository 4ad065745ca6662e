"""A second resolver, slow and plain: it tries every outcome and keeps those that satisfy the equations.

Written straight from DATC 3.2, chapter 5.B, without looking at how the adjudicator works. It knows no board: it is told
who moves where, who supports what, who is carried by whom. Every move and every convoyed path is guessed; the equations
say which guesses are consistent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True)
class PlainOrder:
    """An order that stands. ``kind`` is ``hold``, ``move``, ``support`` or ``convoy``."""

    power: str
    province: str
    kind: str
    target: str = ""
    """Where it moves; where the supported unit stands or moves; where the convoyed army goes."""
    other: str = ""
    """The province of the unit that is supported or convoyed."""
    convoyed: bool = False
    matched: bool = True


@dataclass(frozen=True)
class Guess:
    """A complete outcome: which moves succeed, which convoyed moves have a path."""

    moved: Mapping[str, bool]
    path: Mapping[str, bool]


class PlainResolver:
    """Finds every consistent outcome of some orders on a graph of sea links."""

    def __init__(self, orders: Sequence[PlainOrder], links: Mapping[str, frozenset[str]]) -> None:
        self.orders = {order.province: order for order in orders}
        self.links = links
        self.moves = [order for order in orders if order.kind == "move"]
        self.carried = [order for order in self.moves if order.convoyed]

    # -- equations

    def head_to_head(self, one: PlainOrder, two: PlainOrder | None) -> bool:
        return (
            two is not None
            and two.kind == "move"
            and two.target == one.province
            and one.target == two.province
            and not one.convoyed
            and not two.convoyed
        )

    def has_path(self, order: PlainOrder, guess: Guess) -> bool:
        return guess.path[order.province] if order.convoyed else True

    def support_given(self, order: PlainOrder, guess: Guess) -> bool:
        for attacker in self.moves:
            if attacker.target != order.province:
                continue
            if guess.moved[attacker.province]:
                return False
            if attacker.power != order.power and attacker.province != order.target and self.has_path(attacker, guess):
                return False
        return True

    def supports(self, unit: str, guess: Guess, without: str | None = None) -> int:
        return sum(
            1
            for order in self.orders.values()
            if order.kind == "support"
            and order.matched
            and order.other == unit
            and order.power != without
            and self.support_given(order, guess)
        )

    def attack(self, order: PlainOrder, guess: Guess) -> int:
        if not self.has_path(order, guess):
            return 0
        there = self.orders.get(order.target)
        if there is None:
            return 1 + self.supports(order.province, guess)
        if there.kind == "move" and guess.moved[there.province] and not self.head_to_head(order, there):
            return 1 + self.supports(order.province, guess)
        if there.power == order.power:
            return 0
        return 1 + self.supports(order.province, guess, without=there.power)

    def hold(self, province: str, guess: Guess) -> int:
        there = self.orders.get(province)
        if there is None or (there.kind == "move" and guess.moved[province]):
            return 0
        return 1 if there.kind == "move" else 1 + self.supports(province, guess)

    def prevent(self, order: PlainOrder, guess: Guess) -> int:
        if not self.has_path(order, guess):
            return 0
        there = self.orders.get(order.target)
        if self.head_to_head(order, there) and guess.moved[order.target]:
            return 0
        return 1 + self.supports(order.province, guess)

    def succeeds(self, order: PlainOrder, guess: Guess) -> bool:
        there = self.orders.get(order.target)
        if self.head_to_head(order, there):
            assert there is not None
            against = 1 + self.supports(there.province, guess)
        else:
            against = self.hold(order.target, guess)
        rivals = [rival for rival in self.moves if rival.target == order.target and rival is not order]
        against = max([against, *(self.prevent(rival, guess) for rival in rivals)])
        return self.attack(order, guess) > against

    def path_open(self, order: PlainOrder, guess: Guess) -> bool:
        dislodged = {move.target for move in self.moves if guess.moved[move.province]}
        fleets = {
            each.province
            for each in self.orders.values()
            if each.kind == "convoy" and each.other == order.province and each.target == order.target and each.province not in dislodged
        }
        seen = set(self.links[order.province]) & fleets
        fresh = list(seen)
        while fresh:
            here = fresh.pop()
            if order.target in self.links[here]:
                return True
            more = (set(self.links[here]) & fleets) - seen
            seen |= more
            fresh += more
        return False

    # -- outcomes

    def consistent(self) -> Iterator[Guess]:
        """Every outcome that satisfies all equations."""
        for moved in product((False, True), repeat=len(self.moves)):
            for path in product((False, True), repeat=len(self.carried)):
                guess = Guess(
                    {order.province: each for order, each in zip(self.moves, moved, strict=True)},
                    {order.province: each for order, each in zip(self.carried, path, strict=True)},
                )
                if all(self.succeeds(order, guess) == guess.moved[order.province] for order in self.moves) and all(
                    self.path_open(order, guess) == guess.path[order.province] for order in self.carried
                ):
                    yield guess
