"""Asks players, and lets none of them stop a game: one that raises, is late or answers with nonsense loses its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from time import monotonic
from typing import Any

from adjudicator import Build, Convoy, Disband, Hold, Location, Move, Order, Phase, Piece, Remove, Retreat, Support
from entente.arguments import orders_given
from languages import tr

Clock = Callable[[], float]
"""Seconds that only go forward."""

MOST_ORDERS = 1000
"""A player that writes more orders for one phase than this has lost its turn."""


class MissKind(StrEnum):
    """Kind of fault of a player."""

    RAISED = "raised"
    """Exception that it raised."""
    LATE = "late"
    """Answer that took longer than allowed. It cannot be interrupted where it runs; its answer is thrown away."""
    UNUSABLE = "unusable"
    """Answer that is no list of orders, or a list that has no end."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A turn that a player lost, or a word to it that it failed at."""

    power: str
    phase: Phase
    kind: MissKind

    words: str
    """Description of the fault: ``ValueError: no way out``, ``7.5 of 5 seconds``."""

    asked_for: str = "orders"
    """``orders``, or the message to it: ``start``, ``results``, ``end``."""

    error: Exception | None = field(default=None, compare=False)
    """Exception that it raised."""

    def __str__(self) -> str:
        match self.kind:
            case MissKind.RAISED:
                said = tr("{power}, {phase}: its player failed ({words})", power=self.power, phase=self.phase, words=self.words)
            case MissKind.LATE:
                said = tr("{power}, {phase}: its player was late ({words})", power=self.power, phase=self.phase, words=self.words)
            case MissKind.UNUSABLE:
                said = tr(
                    "{power}, {phase}: its player did not answer with orders ({words})",
                    power=self.power,
                    phase=self.phase,
                    words=self.words,
                )
        match self.asked_for:
            case "orders":
                return tr("{said}; nothing was ordered", said=said)
            case "start":
                return tr("{said} when the game started", said=said)
            case "results":
                return tr("{said} when it got the results", said=said)
            case "end":
                return tr("{said} when the game ended", said=said)
            case other:
                return tr("{said} when it got: {other}", said=said, other=other)


class Asking:
    """Asks for orders and passes on news, and notes what goes wrong.

    Args:
        seconds: how long a player may think about a phase; ``None`` is as long as it likes.
        clock: tells the time.
    """

    def __init__(self, seconds: float | None = None, clock: Clock = monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._misses: list[Miss] = []

    @property
    def misses(self) -> tuple[Miss, ...]:
        """Faults so far."""
        return tuple(self._misses)

    def orders(self, power: str, phase: Phase, choose: Callable[[], Iterable[Order | str]]) -> tuple[Order | str, ...]:
        """Return the answer of *choose* for *power*; empty where it raises, is late, or answers with something else."""
        began = self._clock()
        try:
            given: object = choose()
            if type(given) is list or type(given) is tuple:
                given = tuple(given[: MOST_ORDERS + 1])
            elif isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping):
                given = tuple(islice(given, MOST_ORDERS + 1))
        except Exception as error:  # noqa: BLE001 - whatever a player does, the game goes on
            return self._lost(power, phase, MissKind.RAISED, _error_line(error), error)
        taken = self._clock() - began
        if self.seconds is not None and taken > self.seconds:
            return self._lost(power, phase, MissKind.LATE, tr("{taken:.1f} of {most:g} seconds", taken=taken, most=self.seconds))
        try:
            orders = tuple(map(whole_order, orders_given(given, power)))
        except TypeError as error:
            return self._lost(power, phase, MissKind.UNUSABLE, str(error), error)
        if len(orders) > MOST_ORDERS:
            return self._lost(power, phase, MissKind.UNUSABLE, tr("more than {most} orders", most=MOST_ORDERS))
        return orders

    def tell(self, power: str, phase: Phase, what: str, tell: Callable[[], None]) -> None:
        """Pass on news; a player that raises is noted and the game goes on."""
        try:
            tell()
        except Exception as error:  # noqa: BLE001 - whatever a player does, the game goes on
            self._misses.append(Miss(power, phase, MissKind.RAISED, _error_line(error), what, error))

    def _lost(self, power: str, phase: Phase, kind: MissKind, words: str, error: Exception | None = None) -> tuple[Order | str, ...]:
        self._misses.append(Miss(power, phase, kind, words, error=error))
        return ()


def whole_order(order: Order | str) -> Order | str:
    """*order*, if all its parts are what they should be; whether it is legal is for the rules.

    Raises:
        TypeError: a part of it is something else.
    """
    is_whole = _WHOLE.get(type(order))
    if is_whole is not None and not is_whole(order):
        raise TypeError(tr("a part of an order ({kind}) is not what it should be", kind=type(order).__name__))
    return order


# Annotations name the parts, but do not bind a stranger's program. Plain comparisons, since every order goes through here.


def _is_location(value: object) -> bool:
    return type(value) is Location and type(value.province) is str and (value.coast is None or type(value.coast) is str)


def _is_piece(value: object) -> bool:
    return type(value) is Piece and type(value.kind) is str and _is_location(value.location)


def _is_move(order: Any) -> bool:
    route = order.route
    return _is_piece(order.piece) and _is_location(order.target) and type(route) is tuple and all(type(each) is str for each in route)


def _is_support(order: Any) -> bool:
    return _is_piece(order.piece) and _is_piece(order.supported) and (order.target is None or _is_location(order.target))


def _is_convoy(order: Any) -> bool:
    return _is_piece(order.piece) and _is_piece(order.army) and _is_location(order.target)


def _is_retreat(order: Any) -> bool:
    return _is_piece(order.piece) and _is_location(order.target)


def _is_of_one(order: Any) -> bool:
    return _is_piece(order.piece)


_WHOLE: Mapping[type, Callable[[Any], bool]] = {
    Hold: _is_of_one,
    Move: _is_move,
    Support: _is_support,
    Convoy: _is_convoy,
    Retreat: _is_retreat,
    Disband: _is_of_one,
    Build: _is_of_one,
    Remove: _is_of_one,
}
"""Kind of order to whether its parts are what they should be; a waive has none."""

_LONGEST_WORDS = 200


def _error_line(error: Exception) -> str:
    """The error in one line, as Python would say it, though its own words may fail too."""
    try:
        words = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - a player's exception is a player's code as well
        words = ""
    return f"{type(error).__name__}: {words}"[:_LONGEST_WORDS] if words else type(error).__name__
