"""What programs play with: a variant, a state of a game, and a step from one state to the next.

The three know one another (a variant has its first state, a state gives a step, a step has two states) and so stand together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

from adjudicator import variant as rules_of_play
from adjudicator.adjudicate import adjudicate
from adjudicator.board import Province
from adjudicator.check import check_order
from adjudicator.errors import AmbiguousOrderError, IllegalOrderError, SourceSpan
from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.location import Location
from adjudicator.notation import Reading, read_order, read_orders
from adjudicator.order import Order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.resolution import Ending, OrderOutcome, Reason, Resolution, Result
from adjudicator.rules import Rules
from adjudicator.unit import DislodgedUnit, Piece, Unit
from adjudicator.variant import PowerRole
from entente.arguments import by_power, order_or_text, orders_given, place_named, power_named, powers_named, text_given
from entente.board_text import board_text
from entente.checking import Check, order_of, owner_of
from entente.evaluation import evaluate
from entente.evaluator import Evaluator
from entente.events import Event, events_of
from entente.map_data import map_json
from entente.order_index import OrderIndex, arrays, mask, order_index, spots_of
from entente.outcome import Outcome
from entente.position_line import position_line, read_position_line
from entente.results_text import results_text
from entente.scoring import ScoredGame, Scoring, score
from entente.state_json import read_state_json, state_json
from entente.words import describe_order, describe_outcome, describe_reading_error, describe_verdict

if TYPE_CHECKING:
    from entente.order_index import Bools, Bytes


class _Everywhere(Enum):
    ALL = "all places"


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A board with its powers, calendar and rules. Never changes."""

    model: rules_of_play.Variant
    """The variant as the adjudicator has it: board, edges, calendar."""

    def __repr__(self) -> str:
        return f"<Variant {self.id}: {len(self.powers)} powers, {len(self.model.board.provinces)} provinces>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self.model is other.model or self.model == other.model

    def __hash__(self) -> int:
        return hash((self.model.id, self.model.version, str(self.model.rules)))

    @property
    def id(self) -> str:
        """``standard``"""
        return self.model.id

    @property
    def name(self) -> str:
        """``Standard``"""
        return self.model.name

    @property
    def powers(self) -> tuple[str, ...]:
        """Every power that is played, in sequence."""
        return tuple(power.id for power in self.model.powers.values() if power.role is PowerRole.PLAYING)

    @property
    def provinces(self) -> Mapping[str, Province]:
        """Code to province, with name, terrain, coasts, whether it is a centre, and whose home."""
        return MappingProxyType(dict(self.model.board.provinces))

    def neighbours(self, place: str | Location, kind: str = "A") -> tuple[Location, ...]:
        """Where a unit of *kind* (``"A"``, ``"F"``) can go in one step from *place*, sorted; whatever season and power.

        From a province with several coasts a fleet goes from any of them, unless *place* names one: ``neighbours("SPA/NC", "F")``.

        Raises:
            ValueError: no place is called so, or there is no such kind of unit on this board.
        """
        where = place_named(self.model, place)
        board = self.model.board
        if kind not in board.kinds:
            raise ValueError(f"there is no kind of unit {str(kind)[:20]!r}; there are {', '.join(board.kinds)}")
        found = {
            edge.target
            for edge in board.edges
            if kind in edge.kinds and edge.origin.province == where.province and where.coast in (None, edge.origin.coast)
        }
        return tuple(sorted(found, key=str))

    def map_json(self) -> str:
        """The board, powers, calendar and start as JSON; see :func:`entente.map_data.map_json`."""
        return map_json(self.model)

    def order_index(self) -> OrderIndex:
        """Every possible order of this board under a number, the same in every run; see :class:`entente.order_index.OrderIndex`.

        Raises:
            ValueError: the board has too many possible orders to number them.
        """
        return order_index(self.model)

    @property
    def spots(self) -> tuple[Piece, ...]:
        """What each column of the arrays ``units`` and ``dislodged`` of :meth:`State.arrays` is: a kind of unit at a location."""
        return spots_of(self.model)

    @property
    def rules(self) -> Rules:
        """How disputed rules are read."""
        return self.model.rules

    @property
    def start(self) -> State:
        """Where the game begins."""
        return State(self, self.model.start)

    def with_rules(self, text: str) -> Variant:
        """The same under other rules: ``variant.with_rules("4.A.3=DPTG")``, ``variant.with_rules("1971")``.

        Raises:
            ValueError: an issue or a choice is not known.
        """
        return Variant(replace(self.model, rules=Rules.of(text_given(text, "a text of rules", "4.A.3=DPTG nmr=hold"))))

    def state(self, line: str) -> State:
        """The state of a one-line text, as ``str(state)`` has it.

        Raises:
            PositionLineError: it is none; with every fault and its column.
        """
        return State(self, read_position_line(self.model, text_given(line, "a line of text", str(self.model.start.phase))))

    def from_json(self, text: str) -> State:
        """The state of a JSON text, as ``state.to_json()`` has it.

        Raises:
            PlainDataError: it is none, or of another variant or other rules.
        """
        return State(self, *read_state_json(self.model, text_given(text, "a JSON text", "{}")))


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A moment of a game. Never changes: :meth:`apply` gives the next one. Equal states are equal values; safe in threads.

    ``str(state)`` is its one-line text, which ``variant.state(text)`` reads back.
    """

    variant: Variant
    position: Position
    ending: Ending | None = None

    def __str__(self) -> str:
        return position_line(self.variant.model, self.position)

    def __repr__(self) -> str:
        return f"<State {self.variant.id} {self.phase}: {len(self.position.units)} units, {self.outcome}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self.variant, self.position, self.ending) == (other.variant, other.position, other.ending)

    def __hash__(self) -> int:
        position = self.position
        return hash((self.variant, position.phase, position.units, position.dislodged, frozenset(position.owners.items()), self.ending))

    @property
    def key(self) -> int:
        """A number of 64 bits that is the same for equal states in every run and process: for tables of search.

        ``hash(state)`` is quicker and differs from run to run.
        """
        model = self.variant.model
        ending = "" if self.ending is None else f"{self.ending.reason} {' '.join(self.ending.winners)}"
        text = f"{model.id} {model.version} {model.rules}\n{self}\n{ending}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    # Who and what ----------------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """``S1901M``"""
        return self.position.phase

    @property
    def powers(self) -> tuple[str, ...]:
        """Every power that is played, in the variant's sequence."""
        return self.variant.powers

    def active(self) -> tuple[str, ...]:
        """The powers that can order something now."""
        return () if self.is_over else tuple(power for power in self.powers if self.orderable(power))

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units on the board, dislodged ones apart."""
        return self.position.units

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units of *power*, dislodged ones apart.

        Raises:
            ValueError: no power is called so.
        """
        return self.position.units_of(self._power(power))

    @property
    def dislodged(self) -> tuple[DislodgedUnit, ...]:
        """The units that must retreat, each with where its attacker came from."""
        return self.position.dislodged

    def centres(self, power: str) -> tuple[str, ...]:
        """The supply centres that *power* owns."""
        return self.position.centres_of(self._power(power))

    def adjustment(self, power: str) -> int:
        """Builds (positive) or removals (negative) that are due, in an adjustment phase."""
        return adjustment(self.variant.model, self.position, self._power(power))

    # Orders ----------------------------------------------------------------------------------------------------------------

    def orderable(self, power: str) -> tuple[Location, ...]:
        """Where *power* can order something now: its units, its dislodged units, its building sites."""
        return tuple(orderable(self.variant.model, self.position, self._power(power)))

    @overload
    def legal_orders(self, place: str | Location) -> tuple[Order, ...]: ...

    @overload
    def legal_orders(self, *, power: str) -> Mapping[Location, tuple[Order, ...]]: ...

    @overload
    def legal_orders(self) -> Mapping[str, Mapping[Location, tuple[Order, ...]]]: ...

    def legal_orders(
        self, place: str | Location | _Everywhere = _Everywhere.ALL, *, power: str | None = None
    ) -> tuple[Order, ...] | Mapping[Location, tuple[Order, ...]] | Mapping[str, Mapping[Location, tuple[Order, ...]]]:
        """What can be ordered: in a place, ``state.legal_orders("PAR")``; by a power, ``state.legal_orders(power="FRANCE")``, for each
        place where it can order something; or by everybody, ``state.legal_orders()``, for each power and each of its places.

        Raises:
            ValueError: no place or power is called so.
            TypeError: both a place and a power are given: a place has one power's unit.
        """
        model = self.variant.model
        if place is not _Everywhere.ALL:
            if power is not None:
                raise TypeError("legal_orders takes a place or a power, not both")
            where = place_named(model, place)
            return () if self.is_over else tuple(legal_orders(model, self.position, where))
        if power is not None:
            return self._legal_orders_of(self._power(power))
        return MappingProxyType({each: self._legal_orders_of(each) for each in self.powers})

    def _legal_orders_of(self, power: str) -> Mapping[Location, tuple[Order, ...]]:
        model = self.variant.model
        places = () if self.is_over else orderable(model, self.position, power)
        return MappingProxyType({place: tuple(legal_orders(model, self.position, place)) for place in places})

    def mask(self, power: str, place: str | Location | None = None) -> Bools:
        """Which orders *power* can give now, anywhere or at *place*: a numpy array of booleans, one for each of ``variant.order_index()``.

        Raises:
            ValueError: no power or place is called so.
        """
        return mask(self.variant.model, self.position, power, None if place is None else place_named(self.variant.model, place))

    def arrays(self) -> dict[str, Bytes]:
        """The state as numpy arrays of 0 and 1: ``units``, ``dislodged``, ``owners``, ``contested``, ``phase``; see the guide."""
        return arrays(self.variant.model, self.position)

    def read(self, text: str, power: str | None = None) -> Reading:
        """What *text* orders, in whatever notation. No text raises; what is wrong with it is in the reading.

        Raises:
            ValueError: *power* is not known.
        """
        if power is not None:
            self._power(power)
        return read_order(self.variant.model, self.position, text_given(text, "the text of an order", "A PAR - BUR"), power)

    def order(self, text: str, power: str | None = None) -> Order:
        """The order that *text* means.

        Raises:
            MalformedOrderError: it is none.
            AmbiguousOrderError: it can mean several.
        """
        return order_of(self.variant.model, self.read(text, power))

    def check(self, order: Order | str, power: str | None = None) -> Check:
        """Whether *order* is legal, and if not, why. *power* is the unit's owner unless given.

        Raises:
            MalformedOrderError, AmbiguousOrderError: *order* is a text that has not one meaning.
        """
        order_or_text(order)
        if power is not None:
            self._power(power)
        meant = self.order(order, power) if isinstance(order, str) else order
        verdict = check_order(self.variant.model, self.position, power or owner_of(self.variant.model, self.position, meant), meant)
        return Check(meant, verdict, describe_verdict(self.variant.model, self.position, meant, verdict))

    def require(self, order: Order | str, power: str | None = None) -> Order:
        """*order*, if it is legal.

        Raises:
            IllegalOrderError: it is not; the message tells why.
            MalformedOrderError, AmbiguousOrderError: *order* is a text that has not one meaning.
        """
        checked = self.check(order, power)
        if not checked:
            raise IllegalOrderError(checked.words)
        return checked.order

    def describe(self, order: Order | str) -> str:
        """*order* as a sentence: ``Army Paris moves to Burgundy``.

        Raises:
            MalformedOrderError, AmbiguousOrderError: *order* is a text that has not one meaning.
        """
        order_or_text(order)
        meant = self.order(order) if isinstance(order, str) else order
        return describe_order(self.variant.model, self.position, meant)

    def read_mail(self, text: str, power: str | None = None) -> Mapping[str, tuple[Order, ...]]:
        """The orders of a whole text by power, such as a mail with a heading for each.

        The text has to be plain: quotes, press and conditions of real mails are for the program's ``read-mail``.

        Raises:
            ValueError: *power* is not known.
            AmbiguousOrderError: two different orders for one unit; which of them is meant is not for this to choose.
        """
        if power is not None:
            self._power(power)
        sheet = read_orders(self.variant.model, self.position, text_given(text, "the text of a mail", "A PAR - BUR"), power)
        for entry in sheet.entries:
            second = None if entry.replaced_by is None else sheet.entries[entry.replaced_by]
            if second is not None and second.reading.order != entry.reading.order:
                span = SourceSpan("mail", second.line, second.column, max(1, len(second.reading.text)))
                message = f"{second.reading.order} is a second order for one unit: line {entry.line} has {entry.reading.order}"
                raise AmbiguousOrderError(message, span)
        return sheet.orders

    # Playing ---------------------------------------------------------------------------------------------------------------

    def apply(self, orders: Mapping[str, Iterable[Order | str]]) -> Step:
        """Play the phase with these orders by power; values and texts may be mixed.

        Wrong orders raise nothing: texts that are none are in :attr:`Step.unread`, illegal ones in the results with their reason.
        Of two orders for one unit the one counts that the rules choose (DATC 4.D.3); the other is in :attr:`Step.refused`.
        A power that is missing sent nothing, which matters only where the rules say what happens to it then.

        Raises:
            ValueError: the game is over, or a power is not known.
            TypeError: the orders of a power are not a list of orders and texts; a bare text is none.
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
                reading = read_order(self.variant.model, self.position, each, power)
                if reading.order is None:
                    unread.append(reading)
                else:
                    read += [reading.order] * reading.count
        resolution = adjudicate(self.variant.model, self.position, given)
        sent = MappingProxyType({power: tuple(read) for power, read in given.items()})
        return Step(self, State(self.variant, resolution.next, resolution.ending), resolution, tuple(unread), sent)

    def evaluator(self) -> Evaluator[State]:
        """What follows this state for many joint orders given as numbers: for search, several times as fast as :meth:`apply`.

        Raises:
            ValueError: the game is over.
        """
        if self.is_over:
            raise ValueError(f"the game is over: {self.outcome}")
        return Evaluator(self.variant.model, self.position, lambda position, ending: State(self.variant, position, ending))

    def draw(self, powers: Sequence[str] | None = None, *, reason: str = "draw") -> State:
        """The game ended in a draw among *powers*; by default among all survivors.

        Args:
            powers: who shares in it.
            reason: why it ended, where it was not by agreement.

        Raises:
            ValueError: the game is over already, a power is not known, or nobody shares in it.
        """
        sharing = self.survivors() if powers is None else powers_named(self.variant.model, powers, "the powers of a draw")
        if not sharing:
            raise ValueError("a draw needs a power that shares in it; abandon() ends a game without a result")
        return self._ended(sharing, reason)

    def concede(self, winner: str) -> State:
        """The game ended since everybody conceded to *winner*.

        Raises:
            ValueError: the game is over already, or *winner* is not known.
        """
        return self._ended((self._power(winner),), "concession")

    def abandon(self) -> State:
        """The game ended without a result.

        Raises:
            ValueError: the game is over already.
        """
        return self._ended((), "abandoned")

    def survivors(self) -> tuple[str, ...]:
        """The powers that still have a unit or a centre."""
        return tuple(power for power in self.powers if self.position.units_of(power) or self.position.centres_of(power))

    # How it stands ---------------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.ending is not None

    @property
    def outcome(self) -> Outcome:
        """Open, a solo, a draw, or abandoned."""
        return Outcome.of(self.ending)

    def returns(self, scoring: Scoring | str = Scoring.DRAW_SIZE, eliminated: Sequence[str] = ()) -> Mapping[str, float] | None:
        """What the game is worth to each power; ``None`` while it is open. ``state.draw().returns()`` tells what a draw now would be worth.

        Args:
            scoring: ``draw-size``, ``sum-of-squares``, ``centres`` or ``carnage``.
            eliminated: powers that went out, first to last; Carnage ranks them so.

        Raises:
            ValueError: there is no such system, or a power is not known.
        """
        out = powers_named(self.variant.model, eliminated, "eliminated powers")
        centres = {power: len(self.position.centres_of(power)) for power in self.powers}
        points = score(scoring, ScoredGame(centres, self.outcome, out))
        return points if self.is_over else None

    def evaluate(self) -> Mapping[str, float]:
        """A guess at the share of the game that each power may expect; see :func:`entente.evaluation.evaluate`."""
        return self.returns() or evaluate(self.variant.model, self.position)

    # Texts -----------------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The board as text, several lines."""
        return board_text(self.variant.model, self.position)

    def to_json(self) -> str:
        """The state as JSON, which ``variant.from_json`` reads back."""
        return state_json(self.variant.model, self.position, self.ending)

    # Inside ----------------------------------------------------------------------------------------------------------------

    def _power(self, power: object) -> str:
        return power_named(self.variant.model, power)

    def _ended(self, winners: tuple[str, ...], reason: str) -> State:
        if self.is_over:
            raise ValueError(f"the game is over: {self.outcome}")
        for power in winners:
            if self.variant.model.powers[power].role is not PowerRole.PLAYING:
                raise ValueError(f"{power} is not played; {', '.join(self.powers)} are")
        return replace(self, ending=Ending(winners, reason))


_NONE: Mapping[str, tuple[Order, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What became of one order. ``str`` tells it in words."""

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

    def __repr__(self) -> str:
        succeeded = sum(outcome.succeeded for outcome in self.resolution.outcomes)
        orders = f"{succeeded} of {len(self.resolution.outcomes)} orders succeeded"
        return f"<Step {self.before.variant.id} {self.before.phase} to {self.after.phase}: {orders}, {self.after.outcome}>"

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
