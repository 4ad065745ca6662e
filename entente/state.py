"""A moment of a game that knows what can be done in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator.adjudicate import adjudicate
from adjudicator.check import check_order
from adjudicator.errors import AmbiguousOrderError, IllegalOrderError, MalformedOrderError, OrderError, SourceSpan
from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.location import Location
from adjudicator.notation import Reading, ReadingErrorKind, read_order, read_orders
from adjudicator.order import Order, Waive
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.resolution import Ending
from adjudicator.unit import Unit
from adjudicator.variant import PowerRole
from adjudicator.verdict import Verdict
from entente.arguments import by_power, order_or_text, orders_given, place_named, power_named, powers_named, text_given
from entente.board_text import board_text
from entente.evaluation import evaluate
from entente.outcome import Outcome
from entente.plain_data import Plain, position_to_plain
from entente.position_line import position_line
from entente.scoring import Scoring, Standing, score
from entente.step import Step
from entente.words import describe_order, describe_reading_error, describe_verdict

if TYPE_CHECKING:
    from entente.playable import Variant

_AMBIGUOUS = frozenset({ReadingErrorKind.AMBIGUOUS_PLACE, ReadingErrorKind.AMBIGUOUS_ORDER, ReadingErrorKind.UNKNOWN_UNIT_KIND})


@dataclass(frozen=True, slots=True)
class Check:
    """Whether an order is legal. True in a boolean context when it is; ``str`` tells why not."""

    order: Order
    verdict: Verdict
    words: str
    """Empty for a legal order."""

    def __bool__(self) -> bool:
        return bool(self.verdict)

    def __str__(self) -> str:
        return self.words


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

    def units(self, power: str | None = None) -> tuple[Unit, ...]:
        """The units on the board, or those of one power; dislodged ones are in :attr:`position`."""
        return self.position.units if power is None else self.position.units_of(self._power(power))

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

    def legal_orders(self, place: str | Location) -> tuple[Order, ...]:
        """Every order that can be given in *place*: ``state.legal_orders("PAR")``; none where nothing can be ordered now.

        Raises:
            ValueError: no place is called so.
        """
        where = place_named(self.variant.model, place)
        return () if self.is_over else tuple(legal_orders(self.variant.model, self.position, where))

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
        reading = self.read(text, power)
        if reading.order is not None:
            return reading.order
        raise self._error(reading)

    def check(self, order: Order | str, power: str | None = None) -> Check:
        """Whether *order* is legal, and if not, why. *power* is the unit's owner unless given.

        Raises:
            MalformedOrderError, AmbiguousOrderError: *order* is a text that has not one meaning.
        """
        order_or_text(order)
        if power is not None:
            self._power(power)
        meant = self.order(order, power) if isinstance(order, str) else order
        verdict = check_order(self.variant.model, self.position, power or self._owner(meant), meant)
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

        Raises:
            ValueError: *power* is not known.
        """
        if power is not None:
            self._power(power)
        return read_orders(self.variant.model, self.position, text_given(text, "the text of a mail", "A PAR - BUR"), power).orders

    # Playing ---------------------------------------------------------------------------------------------------------------

    def apply(self, orders: Mapping[str, Iterable[Order | str]]) -> Step:
        """Play the phase with these orders by power; values and texts may be mixed.

        Wrong orders raise nothing: texts that are none are in :attr:`Step.unread`, illegal ones in the results with their reason.
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

    def returns(self, scoring: Scoring | str = Scoring.DRAW_SIZE, eliminated: Sequence[str] = ()) -> Mapping[str, float]:
        """What the game is worth to each power; an open one counts as a draw among all that own a centre.

        Args:
            scoring: ``draw-size``, ``sum-of-squares``, ``centres`` or ``carnage``.
            eliminated: powers that went out, first to last; Carnage ranks them so.

        Raises:
            ValueError: there is no such system, or a power is not known.
        """
        out = powers_named(self.variant.model, eliminated, "eliminated powers")
        centres = {power: len(self.position.centres_of(power)) for power in self.powers}
        return score(scoring, Standing(centres, self.outcome, out))

    def evaluate(self) -> Mapping[str, float]:
        """A guess at the share of the game that each power may expect; see :func:`entente.evaluation.evaluate`."""
        return self.returns() if self.is_over else evaluate(self.variant.model, self.position)

    # Texts -----------------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The board as text, several lines."""
        return board_text(self.variant.model, self.position)

    def to_json(self) -> str:
        """The state as JSON, which ``variant.from_json`` reads back."""
        plain: dict[str, Plain] = {
            "variant": self.variant.id,
            "rules": str(self.variant.rules),
            "position": position_to_plain(self.position),
        }
        if self.ending is not None:
            plain["ending"] = {"winners": list[Plain](self.ending.winners), "reason": self.ending.reason}
        return json.dumps(plain)

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

    def _owner(self, order: Order) -> str:
        """Who would give *order*: the owner of its unit, or of the centre that it builds in."""
        if isinstance(order, Waive):
            return next((power for power in self.powers if self.adjustment(power) > 0), self.powers[0])
        province = order.piece.location.province
        dislodged = self.position.dislodged_at(province)
        unit = self.position.unit_at(province) if dislodged is None else dislodged.unit
        return self.position.owners.get(province, self.powers[0]) if unit is None else unit.power

    def _error(self, reading: Reading) -> OrderError:
        assert reading.error is not None
        span = SourceSpan("order", 1, reading.error.span.start + 1, max(1, reading.error.span.length))
        message = describe_reading_error(self.variant.model, reading.text, reading.error)
        return (AmbiguousOrderError if reading.error.kind in _AMBIGUOUS else MalformedOrderError)(message, span)
