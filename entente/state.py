"""Core of the library: a variant, a state of a game, and a step from one state to the next.

The three know one another (a variant has its first state, a state gives a step, a step has two states) and so stand together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator import PowerRole, Rules, Unit
from entente.arguments import by_power, orders_given, place_named, powers_named, text_given
from entente.state_facts import StateFacts
from entente.variant_facts import VariantFacts

if TYPE_CHECKING:
    from adjudicator.notation import Reading
    from adjudicator.order import Order
    from adjudicator.resolution import OrderOutcome, Reason, Resolution, Result
    from entente.evaluator import Evaluator
    from entente.events import Event
    from entente.scoring import Scoring

# What reads texts and says things in words is half of what there is to load. It comes when it is first asked for, so that a program
# that plays with orders as values starts without it.


@dataclass(frozen=True, slots=True, eq=False)
class Variant(VariantFacts):
    """A board with its powers, calendar and rules. Never changes."""

    def __repr__(self) -> str:
        return f"<Variant {self.id}: {len(self.powers)} powers, {len(self.model.board.provinces)} provinces>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self.model is other.model or self.model == other.model

    def __hash__(self) -> int:
        return hash((self.model.id, self.model.version, str(self.model.rules)))

    @property
    def start(self) -> State:
        """State in which the game begins.

        >>> import entente
        >>> entente.standard().start
        <State standard S1901M: 22 units, open>
        """
        return State(self, self.model.start)

    def with_rules(self, text: str) -> Variant:
        """The same under other rules: ``variant.with_rules("4.A.3=DPTG")``, ``variant.with_rules("1971")``.

        Raises:
            ValueError: an issue or a choice is not known.

        >>> import entente
        >>> print(entente.standard().with_rules("4.A.3=DPTG nmr=hold").rules)
        4.A.3=DPTG
        """
        return Variant(replace(self.model, rules=Rules.of(text_given(text, "a text of rules", "4.A.3=DPTG nmr=hold"))))

    def state(self, line: str) -> State:
        """The state of a one-line text, as ``str(state)`` has it.

        Raises:
            PositionLineError: it is none; with every fault and its column.

        >>> import entente
        >>> start = entente.standard().start
        >>> entente.standard().state(str(start)) == start
        True
        """
        from entente.position_line import read_position_line

        return State(self, read_position_line(self.model, text_given(line, "a line of text", str(self.model.start.phase))))

    def from_json(self, text: str) -> State:
        """The state of a JSON text, as ``state.to_json()`` has it.

        Raises:
            PlainDataError: it is none, or of another variant or other rules.

        >>> import entente
        >>> start = entente.standard().start
        >>> entente.standard().from_json(start.to_json()) == start
        True
        """
        from entente.state_json import read_state_json

        return State(self, *read_state_json(self.model, text_given(text, "a JSON text", "{}")))


@dataclass(frozen=True, slots=True, eq=False)
class State(StateFacts):
    """A moment of a game. Never changes: :meth:`apply` gives the next one. Equal states are equal values; safe in threads.

    ``str(state)`` is its one-line text, which ``variant.state(text)`` reads back.
    """

    variant: Variant

    def __repr__(self) -> str:
        return f"<State {self.variant.id} {self.phase}: {len(self.position.units)} units, {self.outcome}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self.variant, self.position, self.ending) == (other.variant, other.position, other.ending)

    def __hash__(self) -> int:
        position = self.position
        return hash((self.variant, position.phase, position.units, position.dislodged, frozenset(position.owners.items()), self.ending))

    # Playing ---------------------------------------------------------------------------------------------------------------

    def apply(self, orders: Mapping[str, Iterable[Order | str]]) -> Step:
        """Play the phase with these orders by power; values and texts may be mixed.

        Wrong orders raise nothing: texts that are none are in :attr:`Step.unread`, illegal ones in the results with their reason.
        Of two orders for one unit the one counts that the rules choose (DATC 4.D.3); the other is in :attr:`Step.refused`.
        A power that is missing sent nothing, which matters only where the rules say what happens to it then.

        Raises:
            ValueError: the game is over, or a power is not known.
            TypeError: the orders of a power are not a list of orders and texts; a bare text is none.

        >>> import entente
        >>> step = entente.standard().start.apply({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A Mun - Bur", "F Kie-Den"]})
        >>> print(*step.events[:2], sep="; ")
        German Fleet Kiel moves to Denmark; French Army Paris bounces off Burgundy (Army Munich)
        >>> print(step.after.phase)
        F1901M
        """
        if self.is_over:
            raise ValueError(f"the game is over: {self.outcome}")
        given: dict[str, list[Order]] = {}
        unread: list[Reading] = []
        for power, texts in by_power(orders, "orders by power", "{'FRANCE': ['A PAR - BUR']}").items():
            read = given.setdefault(self._power(power), [])
            for each in orders_given(texts, power):
                if not isinstance(each, str):
                    read.append(each)
                    continue
                orders_read, reading = self._read_for(power, each)
                read += orders_read
                if reading is not None:
                    unread.append(reading)
        from adjudicator.adjudicating import adjudicate

        resolution = adjudicate(self.variant.model, self.position, given)
        sent = MappingProxyType({power: tuple(read) for power, read in given.items()})
        return Step(self, State(self.variant, resolution.next, resolution.ending), resolution, tuple(unread), sent)

    def _read_for(self, power: str, text: str) -> tuple[Sequence[Order], Reading | None]:
        """The orders that a text of *power* comes to, or what stands in the way of reading it."""
        from adjudicator.notation import read_order
        from adjudicator.notation.order_reader import straight_path

        order = straight_path(self.variant.model).order(text, self.position.phase.kind)
        if order is not None:
            return (order,), None
        reading = read_order(self.variant.model, self.position, text, power)
        return ((), reading) if reading.order is None else ([reading.order] * reading.count, None)

    def evaluator(self) -> Evaluator[State]:
        """Return the evaluator of joint orders given as numbers: for search, several times as fast as :meth:`apply`.

        Raises:
            ValueError: the game is over.

        >>> import entente
        >>> evaluator = entente.standard().start.evaluator()
        >>> evaluator
        <Evaluator standard S1901M: 22 places>
        >>> evaluator.after([-1] * len(evaluator.places))
        <State standard F1901M: 22 units, open>
        """
        if self.is_over:
            raise ValueError(f"the game is over: {self.outcome}")
        from entente.evaluator import Evaluator

        return Evaluator(self.variant.model, self.position, lambda position, ending: State(self.variant, position, ending))

    def draw(self, powers: Sequence[str] | None = None, *, reason: str = "draw") -> State:
        """The game ended in a draw among *powers*; by default among all survivors.

        Args:
            powers: who shares in it.
            reason: why it ended, where it was not by agreement.

        Raises:
            ValueError: the game is over already, a power is not known, or no power shares in it.

        >>> import entente
        >>> drawn = entente.standard().start.draw(["ENGLAND", "FRANCE"])
        >>> print(drawn.outcome, drawn.is_over)
        draw among ENGLAND, FRANCE True
        """
        sharing = self.survivors() if powers is None else powers_named(self.variant.model, powers, "the powers of a draw")
        if not sharing:
            raise ValueError("a draw needs a power that shares in it; abandon() ends a game without a result")
        return self._ended(sharing, reason)

    def concede(self, winner: str) -> State:
        """The game ended since everybody conceded to *winner*.

        Raises:
            ValueError: the game is over already, or *winner* is not known.

        >>> import entente
        >>> print(entente.standard().start.concede("TURKEY").outcome)
        solo of TURKEY
        """
        return self._ended((self._power(winner),), "concession")

    def abandon(self) -> State:
        """The game ended without a result.

        Raises:
            ValueError: the game is over already.

        >>> import entente
        >>> print(entente.standard().start.abandon().outcome)
        abandoned
        """
        return self._ended((), "abandoned")

    # How it stands ---------------------------------------------------------------------------------------------------------

    def returns(
        self, scoring: Scoring | str = "draw-size", eliminated: Sequence[str] = (), years: Mapping[str, int] | None = None
    ) -> Mapping[str, float] | None:
        """Return the points of each power; ``None`` for an open game. ``state.draw().returns()`` tells what a draw now would be worth.

        Args:
            scoring: a member of :class:`entente.Scoring`, or its name: ``draw-size``, ``sum-of-squares``, ``carnage`` and others.
            eliminated: powers that went out, first to last; Carnage ranks them so.
            years: full years that each power lived, for the systems that count them.

        Raises:
            ValueError: there is no such system, a power is not known, or years are counted and not known.

        >>> import entente
        >>> start = entente.standard().start
        >>> print(start.returns())
        None
        >>> start.draw(["ENGLAND", "FRANCE"]).returns()["FRANCE"]
        0.5
        """
        out = powers_named(self.variant.model, eliminated, "eliminated powers")
        centres = {power: len(self.position.centres_of(power)) for power in self.powers}
        from entente.scoring import ScoredGame, score

        points = score(scoring, ScoredGame(centres, self.outcome, out, years))
        return points if self.is_over else None

    def evaluate(self) -> Mapping[str, float]:
        """A guess at the share of the game that each power may expect; see :func:`entente.evaluation.evaluate`."""
        from entente.evaluation import evaluate

        return self.returns() or evaluate(self.variant.model, self.position)

    # Inside ----------------------------------------------------------------------------------------------------------------

    def _ended(self, winners: tuple[str, ...], reason: str) -> State:
        if self.is_over:
            raise ValueError(f"the game is over: {self.outcome}")
        for power in winners:
            if self.variant.model.powers[power].role is not PowerRole.PLAYING:
                raise ValueError(f"{power} is not played; {', '.join(self.powers)} are")
        from adjudicator.resolution import Ending

        return replace(self, ending=Ending(winners, reason))


_NONE: Mapping[str, tuple[Order, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OrderResult:
    """Outcome of one order. ``str`` tells it in words.

    >>> import entente
    >>> step = entente.standard().start.apply({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    >>> result = step.result_of("PAR")
    >>> print(result.order, result.power, result.succeeded)
    A PAR - BUR FRANCE False
    >>> print(result)
    Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy
    """

    state: State
    """The state in which it was given."""

    outcome: OrderOutcome

    def __repr__(self) -> str:
        return f"<OrderResult {self.power} {self.order}: {', '.join(sorted(self.results))}>"

    @property
    def order(self) -> Order:
        """The order as it was carried out."""
        return self.outcome.order

    @property
    def power(self) -> str:
        """Power that gave it."""
        return self.outcome.power

    @property
    def unit(self) -> Unit | None:
        """The unit before the phase; ``None`` for a waived build."""
        return self.outcome.unit

    @property
    def given(self) -> bool:
        """False where it was not given and the rules filled it in."""
        return self.outcome.given

    @property
    def succeeded(self) -> bool:
        """True if the order was carried out."""
        return self.outcome.succeeded

    @property
    def results(self) -> frozenset[Result]:
        """Results of the order; several can hold at once."""
        return self.outcome.results

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Reasons of the results, as data."""
        return self.outcome.reasons

    @property
    def words(self) -> str:
        """``Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy``"""
        from entente.words import describe_outcome

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
    """Orders that each power sent, as they were understood; a power that is missing sent none."""

    def __repr__(self) -> str:
        succeeded = sum(outcome.succeeded for outcome in self.resolution.outcomes)
        orders = f"{succeeded} of {len(self.resolution.outcomes)} orders succeeded"
        return f"<Step {self.before.variant.id} {self.before.phase} to {self.after.phase}: {orders}, {self.after.outcome}>"

    @property
    def results(self) -> tuple[OrderResult, ...]:
        """Results of every unit and adjustment, by power and place."""
        return tuple(OrderResult(self.before, outcome) for outcome in self.resolution.outcomes)

    @property
    def refused(self) -> tuple[OrderResult, ...]:
        """Orders that could not be used: for another's unit, in the wrong phase, a second one for a unit."""
        return tuple(OrderResult(self.before, outcome) for outcome in self.resolution.refused)

    @property
    def events(self) -> tuple[Event, ...]:
        """Events on the board, each in words on request."""
        from entente.events import events_of

        return events_of(self.before.variant.model, self.resolution)

    def result_of(self, province: str) -> OrderResult | None:
        """Return the result of the order of the unit that stood (or was built) in *province*; ``None`` where there was none.

        Raises:
            ValueError: no place is called so.

        >>> import entente
        >>> step = entente.standard().start.apply({"TURKEY": ["A CON - BUL"]})
        >>> step.result_of("CON").succeeded
        True
        >>> print(step.result_of("PAR"))
        Army Paris holds: no order was given
        >>> print(step.result_of("BUL"))
        None
        """
        outcome = self.resolution.outcome_of(place_named(self.before.variant.model, province).province)
        return None if outcome is None else OrderResult(self.before, outcome)

    def report(self) -> str:
        """The results as a judge would mail them; texts that were not understood stand at the end.

        >>> import entente
        >>> report = entente.standard().start.apply({"FRANCE": ["A PAR - BUR"]}).report()
        >>> [line for line in report.splitlines() if "Paris" in line]
        ['France: Army Paris -> Burgundy.']
        """
        from entente.results_text import results_text
        from entente.words import describe_reading_error

        model = self.before.variant.model
        text = results_text(model, self.before.position, self.resolution)
        for reading in self.unread:
            if reading.error is not None:
                text += f"Not understood: {reading.text!r} ({describe_reading_error(model, reading.text, reading.error)})\n"
        return text
