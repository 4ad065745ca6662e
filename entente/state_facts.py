"""Facts of a state and of orders: units and owners, possible orders, the meaning of a text and its legality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

from adjudicator import DislodgedUnit, Location, Phase, Position, Unit
from adjudicator.errors import AmbiguousOrderError, IllegalOrderError, SourceSpan
from entente.arguments import order_or_text, place_named, power_named, text_given
from entente.outcome import Outcome
from entente.variant_facts import VariantFacts

if TYPE_CHECKING:
    from adjudicator.notation import Reading
    from adjudicator.order import Order
    from adjudicator.resolution import Ending
    from entente.checking import Check
    from entente.order_index import Bools, Bytes


class _Everywhere(Enum):
    ALL = "all places"


@dataclass(frozen=True, slots=True, eq=False)
class StateFacts:
    """Queries of a moment without playing on; :class:`entente.state.State` has all of it."""

    variant: VariantFacts
    position: Position
    ending: Ending | None = None

    def __str__(self) -> str:
        from entente.position_line import position_line

        return position_line(self.variant.model, self.position)

    @property
    def key(self) -> int:
        """A number of 64 bits that is the same for equal states in every run and process: for tables of search.

        ``hash(state)`` is quicker and differs from run to run.
        """
        from hashlib import blake2b

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
        """The powers that can order something now.

        >>> import entente
        >>> entente.standard().start.active()
        ('AUSTRIA', 'ENGLAND', 'FRANCE', 'GERMANY', 'ITALY', 'RUSSIA', 'TURKEY')
        """
        return () if self.is_over else tuple(power for power in self.powers if self.orderable(power))

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units on the board, dislodged ones apart."""
        return self.position.units

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units of *power*, dislodged ones apart.

        Raises:
            ValueError: no power is called so.

        >>> import entente
        >>> print(*entente.standard().start.units_of("FRANCE"), sep=", ")
        FRANCE A MAR, FRANCE A PAR, FRANCE F BRE
        """
        return self.position.units_of(self._power(power))

    @property
    def dislodged(self) -> tuple[DislodgedUnit, ...]:
        """The units that must retreat, each with where its attacker came from."""
        return self.position.dislodged

    def centres(self, power: str) -> tuple[str, ...]:
        """The supply centres that *power* owns.

        >>> import entente
        >>> entente.standard().start.centres("FRANCE")
        ('BRE', 'MAR', 'PAR')
        """
        return self.position.centres_of(self._power(power))

    def adjustment(self, power: str) -> int:
        """Builds (positive) or removals (negative) that are due, in an adjustment phase.

        >>> import entente
        >>> state = entente.standard().start
        >>> for orders in ({"TURKEY": ["A CON - BUL"]}, {}):
        ...     state = state.apply(orders).after
        >>> print(state.phase, state.adjustment("TURKEY"))
        W1901A 1
        """
        from adjudicator.legal import adjustment

        return adjustment(self.variant.model, self.position, self._power(power))

    def survivors(self) -> tuple[str, ...]:
        """The powers that still have a unit or a centre."""
        return tuple(power for power in self.powers if self.position.units_of(power) or self.position.centres_of(power))

    @property
    def is_over(self) -> bool:
        """True if nothing more can be played."""
        return self.ending is not None

    @property
    def outcome(self) -> Outcome:
        """Open, a solo, a draw, or abandoned."""
        return Outcome.of(self.ending)

    # Orders ----------------------------------------------------------------------------------------------------------------

    def orderable(self, power: str) -> tuple[Location, ...]:
        """Return the locations where *power* can order something now: its units, its dislodged units, its building sites.

        >>> import entente
        >>> print(*entente.standard().start.orderable("ENGLAND"))
        LVP EDI LON
        """
        from adjudicator.legal import orderable

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
        """Return the legal orders: in a place, ``state.legal_orders("PAR")``; by a power, ``state.legal_orders(power="FRANCE")``, for each
        place where it can order something; or by everybody, ``state.legal_orders()``, for each power and each of its places.

        Raises:
            ValueError: no place or power is called so.
            TypeError: both a place and a power are given: a place has one power's unit.

        >>> import entente
        >>> print(*entente.standard().start.legal_orders("BRE")[:4], sep=", ")
        F BRE H, F BRE - ENG, F BRE - GAS, F BRE - MAO
        """
        from adjudicator.legal import legal_orders

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
        from adjudicator.legal import legal_orders, orderable

        model = self.variant.model
        places = () if self.is_over else orderable(model, self.position, power)
        return MappingProxyType({place: tuple(legal_orders(model, self.position, place)) for place in places})

    def mask(self, power: str, place: str | Location | None = None) -> Bools:
        """Return the orders that *power* can give now, anywhere or at *place*: a numpy array of booleans over ``variant.order_index()``.

        Raises:
            ValueError: no power or place is called so.
        """
        from entente.order_index import mask

        return mask(self.variant.model, self.position, power, None if place is None else place_named(self.variant.model, place))

    def arrays(self) -> dict[str, Bytes]:
        """The state as numpy arrays of 0 and 1: ``units``, ``dislodged``, ``owners``, ``contested``, ``phase``; see the guide."""
        from entente.order_index import arrays

        return arrays(self.variant.model, self.position)

    def read(self, text: str, power: str | None = None) -> Reading:
        """Read the order in *text*, in whatever notation. No text raises; what is wrong with it is in the reading.

        Raises:
            ValueError: *power* is not known.

        >>> import entente
        >>> reading = entente.standard().start.read("army paris moves to burgndy")
        >>> print(reading.order, reading.error)
        A PAR - BUR None
        """
        if power is not None:
            self._power(power)
        from adjudicator.notation import read_order

        return read_order(self.variant.model, self.position, text_given(text, "the text of an order", "A PAR - BUR"), power)

    def order(self, text: str, power: str | None = None) -> Order:
        """The order that *text* means.

        Raises:
            MalformedOrderError: it is none.
            AmbiguousOrderError: it can mean several.

        >>> import entente
        >>> print(entente.standard().start.order("Army Paris to Burgundy"))
        A PAR - BUR
        """
        from entente.checking import order_of

        return order_of(self.variant.model, self.read(text, power))

    def check(self, order: Order | str, power: str | None = None) -> Check:
        """Check if *order* is legal, and if not, why. *power* is the unit's owner unless given.

        Raises:
            MalformedOrderError, AmbiguousOrderError: *order* is a text that has not one meaning.

        >>> import entente
        >>> verdict = entente.standard().start.check("A PAR - MUN")
        >>> bool(verdict)
        False
        >>> print(verdict)
        Army Paris cannot reach Munich: the two are not neighbours
        """
        order_or_text(order)
        if power is not None:
            self._power(power)
        meant = self.order(order, power) if isinstance(order, str) else order
        from adjudicator.legal import check_order
        from entente.checking import Check, owner_of
        from entente.words import describe_verdict

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

        >>> import entente
        >>> entente.standard().start.describe("A MAR S A PAR - BUR")
        'Army Marseilles supports Army Paris to Burgundy'
        """
        order_or_text(order)
        meant = self.order(order) if isinstance(order, str) else order
        from entente.words import describe_order

        return describe_order(self.variant.model, self.position, meant)

    def read_mail(self, text: str, power: str | None = None) -> Mapping[str, tuple[Order, ...]]:
        """The orders of a whole text by power, such as a mail with a heading for each.

        The text has to be plain: quotes, press and conditions of real mails are for the program's ``read-mail``.

        Raises:
            ValueError: *power* is not known.
            AmbiguousOrderError: two different orders for one unit; which of them is meant is not for this to choose.

        >>> import entente
        >>> mail = "FRANCE: A Par - Bur, F Bre - MAO. GERMANY: F Kie - Den"
        >>> for power, orders in entente.standard().start.read_mail(mail).items():
        ...     print(power, *orders, sep="; ")
        FRANCE; A PAR - BUR; F BRE - MAO
        GERMANY; F KIE - DEN
        """
        if power is not None:
            self._power(power)
        from adjudicator.notation import read_orders

        sheet = read_orders(self.variant.model, self.position, text_given(text, "the text of a mail", "A PAR - BUR"), power)
        for entry in sheet.entries:
            second = None if entry.replaced_by is None else sheet.entries[entry.replaced_by]
            if second is not None and second.reading.order != entry.reading.order:
                span = SourceSpan("mail", second.line, second.column, max(1, len(second.reading.text)))
                message = f"{second.reading.order} is a second order for one unit: line {entry.line} has {entry.reading.order}"
                raise AmbiguousOrderError(message, span)
        return sheet.orders

    # Texts -----------------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The board as text, several lines."""
        from entente.position_text import board_text

        return board_text(self.variant.model, self.position)

    def to_json(self) -> str:
        """The state as JSON, which ``variant.from_json`` reads back."""
        from entente.state_json import state_json

        return state_json(self.variant.model, self.position, self.ending)

    # Inside ----------------------------------------------------------------------------------------------------------------

    def _power(self, power: object) -> str:
        return power_named(self.variant.model, power)
