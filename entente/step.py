"""One phase that was played: the state before, what became of the orders, and the state after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator.notation import Reading
from adjudicator.order import Order
from adjudicator.resolution import OrderOutcome, Reason, Resolution, Result
from adjudicator.unit import Unit
from entente.arguments import place_named
from entente.events import Event, events_of
from entente.results_text import results_text
from entente.words import describe_outcome, describe_reading_error

if TYPE_CHECKING:
    from entente.state import State


_NONE: Mapping[str, tuple[Order, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What became of one order. ``str`` tells it in words."""

    state: State
    """The state in which it was given."""

    outcome: OrderOutcome

    @property
    def order(self) -> Order:
        """The order as it was carried out."""
        return self.outcome.order

    @property
    def power(self) -> str:
        """Who gave it."""
        return self.outcome.power

    @property
    def unit(self) -> Unit | None:
        """The unit before the phase; ``None`` for a waived build."""
        return self.outcome.unit

    @property
    def given(self) -> bool:
        """False where nobody gave it and the rules filled it in."""
        return self.outcome.given

    @property
    def succeeded(self) -> bool:
        """Whether it did what it says."""
        return self.outcome.succeeded

    @property
    def results(self) -> frozenset[Result]:
        """What it got; several results can hold at once."""
        return self.outcome.results

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why, as data."""
        return self.outcome.reasons

    @property
    def words(self) -> str:
        """``Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy``"""
        return describe_outcome(self.state.variant.model, self.state.position, self.outcome)

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class Step:
    """One phase that was played."""

    before: State
    after: State
    resolution: Resolution

    unread: tuple[Reading, ...] = ()
    """Texts among the orders that were no orders; each has its error."""

    given: Mapping[str, tuple[Order, ...]] = field(default_factory=lambda: _NONE)
    """What each power sent, as it was understood; a power that is missing sent nothing."""

    @property
    def results(self) -> tuple[OrderResult, ...]:
        """What became of every unit and adjustment, by power and place."""
        return tuple(OrderResult(self.before, outcome) for outcome in self.resolution.outcomes)

    @property
    def refused(self) -> tuple[OrderResult, ...]:
        """Orders that could not be used: for another's unit, in the wrong phase, a second one for a unit."""
        return tuple(OrderResult(self.before, outcome) for outcome in self.resolution.refused)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened on the board, each in words on request."""
        return events_of(self.before.variant.model, self.resolution)

    def result_of(self, province: str) -> OrderResult | None:
        """What became of the order of the unit that stood (or was built) in *province*; ``None`` where there was none.

        Raises:
            ValueError: no place is called so.
        """
        outcome = self.resolution.outcome_of(place_named(self.before.variant.model, province).province)
        return None if outcome is None else OrderResult(self.before, outcome)

    def report(self) -> str:
        """The results as a judge would mail them; texts that were not understood stand at the end."""
        model = self.before.variant.model
        text = results_text(model, self.before.position, self.resolution)
        for reading in self.unread:
            if reading.error is not None:
                text += f"Not understood: {reading.text!r} ({describe_reading_error(model, reading.text, reading.error)})\n"
        return text
