"""The answer of a program to a turn: which of its orders count and why others do not; and what its turns add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from adjudicator import Order, PhaseKind, Position, Variant, Waive, adjustment, check_order
from adjudicator.notation import QUIET_ASSUMPTIONS, AssumptionKind, read_order
from app.game.record import ordered_place
from entente.words import describe_reading_error, describe_verdict
from languages import using
from languages.wording import ENGLISH

MOST_ORDERS = 1000
"""Orders of one message that are looked at."""
LONGEST_ORDER = 300

_CERTAIN = QUIET_ASSUMPTIONS | {AssumptionKind.UNIT_KIND, AssumptionKind.SETTLED_BY_BOARD, AssumptionKind.ROUTE}
"""Assumptions that a program's order may need: those of which the board leaves no doubt."""


@dataclass(frozen=True, slots=True)
class RefusedOrder:
    """An order that does not count."""

    text: str
    reason: str
    suggestion: str | None = None


class Answer:
    """Orders of a program in one turn so far. Later orders for a unit take the place of earlier ones.

    Args:
        position: what its power may see.
    """

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        self._variant = variant
        self._position = position
        self._power = power
        self._orders: dict[str, Order] = {}
        self._waives: list[Order] = []

    @property
    def orders(self) -> tuple[Order, ...]:
        """Orders that count now."""
        return (*self._orders.values(), *self._waives[: max(0, self._room())])

    @using(ENGLISH)  # as the protocol is
    def take(self, texts: Iterable[str]) -> tuple[RefusedOrder, ...]:
        """Add orders; those that are refused change nothing."""
        refused: list[RefusedOrder] = []
        waives: list[Order] = []
        for number, text in enumerate(texts):
            if number >= MOST_ORDERS:
                refused.append(RefusedOrder(text[:LONGEST_ORDER], f"more than {MOST_ORDERS} orders"))
                break
            read = self._read(text)
            if isinstance(read, RefusedOrder):
                refused.append(read)
                continue
            order, count = read
            place = ordered_place(order)
            room = self._room() - len(waives)
            if room < (count if place is None else 0 if place in self._orders else 1):
                refused.append(RefusedOrder(text, self._too_many()))
            elif place is None:
                waives += [order] * count
            else:
                self._orders[place] = order
        if waives:
            self._waives = waives
        return tuple(refused)

    def _room(self) -> int:
        """Return the number of further orders that fit: in an adjustment phase as many as are due."""
        if self._position.phase.kind is not PhaseKind.ADJUSTMENT:
            return MOST_ORDERS
        return abs(self._due) - len(self._orders)

    @property
    def _due(self) -> int:
        return adjustment(self._variant, self._position, self._power)

    def _too_many(self) -> str:
        due = self._due
        if not due:
            return "nothing is due"
        return f"only {abs(due)} {'build' if due > 0 else 'removal'}{'s are' if abs(due) > 1 else ' is'} due"

    def _read(self, text: str) -> tuple[Order, int] | RefusedOrder:
        variant, position, power = self._variant, self._position, self._power
        if len(text) > LONGEST_ORDER:
            return RefusedOrder(text[:LONGEST_ORDER], f"an order has at most {LONGEST_ORDER} characters")
        reading = read_order(variant, position, text, power)
        if reading.order is None:
            if reading.error is None:
                return RefusedOrder(text, "no order")
            nearest = reading.error.suggestions[:1]
            return RefusedOrder(text, describe_reading_error(variant, text, reading.error), nearest[0] if nearest else None)
        verdict = check_order(variant, position, power, reading.order)
        if not verdict:
            return RefusedOrder(text, describe_verdict(variant, position, reading.order, verdict))
        if any(each.kind not in _CERTAIN for each in reading.assumptions):
            return RefusedOrder(text, "not read with certainty", str(reading.order))  # a guess might not be what the program means
        return reading.order, 1 if not isinstance(reading.order, Waive) else max(1, reading.count)


@dataclass(slots=True)
class Counts:
    """Counts of a program's acts over a game."""

    turns: int = 0
    answered: int = 0
    illegal: int = 0
    """Orders that were rejected."""
    late: int = 0
    """Turns whose clock ran out."""
    bad_lines: int = 0
    seconds: float = 0.0
    """From turns to their orders, summed up."""

    @property
    def seconds_a_move(self) -> float | None:
        """From a turn to its orders; ``None`` where it answered none."""
        return self.seconds / self.answered if self.answered else None

    def add(self, other: Counts) -> None:
        """Count in what it did in another game."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


@dataclass(slots=True)
class AskedTurn:
    """A turn that was sent."""

    phase: str
    position: Position
    answer: Answer
    at: float
    deadline: float | None
    answers: int = 0
    is_done: bool = False
    lines: int = 0
    letters: int = 0
    errors: int = 0
    heard: bool = False
    """True if any orders came, be it rejected ones."""


@dataclass(frozen=True, slots=True)
class ProgramLetter:
    """A letter that a program wrote."""

    to: tuple[str, ...]
    text: str


@dataclass(slots=True)
class ProgramDecisions:
    """Decisions of a program since the last look."""

    letters: list[ProgramLetter] = field(default_factory=list)
    wants_draw: bool | None = None
    reasons: list[str] = field(default_factory=list)
    """Words to people."""
    is_ready: bool = False
    """True once it has sent its hello."""
