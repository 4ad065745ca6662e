"""Whole games from players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Protocol

from adjudicator import Ending, Order, Position, Resolution
from adjudicator import variant as rules_of_play
from entente.arguments import by_power, power_named
from entente.asking import Asking, Clock, Miss
from entente.outcome import Outcome
from entente.scoring import Scoring
from entente.state import State, Step, Variant

LAST_YEAR = "last year"
"""Reason of the end of a play that went on for as many years as were asked for."""


class Orderer(Protocol):
    """The least that plays: an object that writes the orders of the powers it is asked for. They are checked like anyone's."""

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        """The orders of *power* in *position*.

        Args:
            deadline: seconds that it may think; ``None`` is as long as it likes.
        """
        ...


class Player(Orderer, Protocol):
    """A player that also follows the course of the game. An object that lacks one of these methods does not get that message."""

    def started(self, variant: rules_of_play.Variant, power: str) -> None:
        """A game of *variant* begins, in which it plays *power*."""
        ...

    def told(self, resolution: Resolution) -> None:
        """Pass on the resolution of a phase."""
        ...

    def ended(self, ending: Ending) -> None:
        """The game is over."""
        ...


Chooser = Callable[[State, str], Iterable[Order | str]]
"""A player in one function: the orders of a power in a state."""

GoOn = Callable[[State], bool]
"""Asked with the state so far before players are asked for orders, and again before these are carried out."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played."""

    start: State
    steps: tuple[Step, ...]
    final: State
    """The last state; its game is over, unless the play was stopped."""

    misses: tuple[Miss, ...] = ()
    """Faults of players: the turns that they lost by them, and messages to them that they failed at."""

    def __repr__(self) -> str:
        return f"<Record {self.start.variant.id} {self.start.phase} to {self.final.phase}: {len(self.steps)} phases, {self.outcome}>"

    @property
    def outcome(self) -> Outcome:
        """Outcome of the play."""
        return self.final.outcome

    def eliminated(self) -> tuple[str, ...]:
        """The powers that went out, first to last; those of one phase in the variant's sequence."""
        out: list[str] = []
        for state in (self.start, *(step.after for step in self.steps)):
            alive = state.survivors()
            out += [power for power in state.powers if power not in alive and power not in out]
        return tuple(out)

    def years(self) -> Mapping[str, int]:
        """Return the full years that each power owned a centre: those before the year in which it went out, or of the end."""
        last = dict.fromkeys(self.start.powers, self.final.phase.year)
        for state in reversed((self.start, *(step.after for step in self.steps))):
            for power in state.powers:
                if power not in state.survivors():
                    last[power] = state.phase.year
        return {power: max(0, year - self.start.phase.year) for power, year in last.items()}

    def returns(self, scoring: Scoring | str = Scoring.DRAW_SIZE) -> Mapping[str, float]:
        """Return the points of each power in the game.

        Raises:
            ValueError: there is no such system, or the play was stopped before the game was over.
        """
        points = self.final.returns(scoring, self.eliminated(), self.years())
        if points is None:
            raise ValueError(f"the play was stopped in {self.final.phase}; an open game is worth nothing yet")
        return points

    def report(self) -> str:
        """The results of every phase, one after the other, each followed by the turns that were lost in it."""
        found: list[str] = []
        for step in self.steps:
            found.append(step.report())
            found += [str(miss) for miss in self.misses if miss.phase == step.before.phase]
        return "\n".join(found)


def play(
    start: State | Variant,
    players: Mapping[str, Player | Orderer | Chooser],
    *,
    last_year: int | None = None,
    seconds: float | None = None,
    go_on: GoOn = lambda _state: True,
    clock: Clock = monotonic,
) -> Record:
    """Play from *start* until the game is over.

    No player can stop it: one that raises, is late, or answers with something that is no list of orders has ordered nothing in that
    phase, which the record notes.

    Args:
        start: where it begins.
        players: who plays each power; a power without a player sends nothing. A player is an object with the methods of
            :class:`Player`, of which it needs ``choose_orders`` alone, or just a function of state and power.
        last_year: the game ends in a draw among the survivors after this year, unless it is over earlier.
        seconds: how long each player may think about a phase; what comes later counts for nothing. It is passed to them, and they are not
            interrupted.
        go_on: stops the play where it returns no; the game is open then, and players get no ending.
        clock: tells the time, in seconds that only go forward.

    Raises:
        TypeError: the players are not a mapping, or one of them is no player.
        ValueError: a power is not known; or the game could never end, since neither players nor a last year are given.

    >>> import entente
    >>> def hold(state, power):
    ...     return [f"{unit.piece} H" for unit in state.units_of(power)] if state.phase.kind == "M" else []
    >>> record = play(entente.standard(), {power: hold for power in entente.standard().powers}, last_year=1901)
    >>> print(record.outcome)
    draw among AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY
    >>> len(record.steps)
    2
    """
    state = start.start if isinstance(start, Variant) else start
    for power, player in by_power(players, "players by power", "{'FRANCE': choose}").items():
        power_named(state.variant.model, power)
        if not callable(player) and not hasattr(player, "choose_orders"):
            raise TypeError(f"{power}: a player or a function of state and power was expected, not {type(player).__name__}")
    if not players and last_year is None and state.variant.model.year_limit is None:
        raise ValueError("a game without players needs a last year")
    seated = {power: player for power, player in players.items() if not callable(player)}
    asking, model, steps = Asking(seconds, clock), state.variant.model, list[Step]()
    first = state

    def told(what: str, method: str, words: Callable[[str], tuple[object, ...]]) -> None:
        for power, player in seated.items():
            asking.tell(power, state.phase, what, partial(_tell, player, method, words(power)))

    told("start", "started", lambda power: (model, power))
    while not state.is_over:
        if not go_on(state):
            return Record(first, tuple(steps), state, asking.misses)
        if last_year is not None and state.phase.year > last_year:
            state = state.draw(reason=LAST_YEAR)
            break
        orders = {
            power: asking.orders(power, state.phase, partial(_orders, player, state, power, seconds)) for power, player in players.items()
        }
        if not go_on(state):
            return Record(first, tuple(steps), state, asking.misses)
        step = state.apply(orders)
        steps.append(step)
        told("results", "told", partial(_news, step.resolution))
        state = step.after
    ending = state.ending
    assert ending is not None
    told("end", "ended", partial(_news, ending))
    return Record(first, tuple(steps), state, asking.misses)


def _news(news: object, _power: str) -> tuple[object, ...]:
    """The arguments of a method with one message, for any power."""
    return (news,)


def _tell(player: object, method: str, words: tuple[object, ...]) -> None:
    """Pass news on to a player that has a method for it."""
    hears = getattr(player, method, None)
    if hears is not None:
        hears(*words)


def _orders(player: Orderer | Chooser, state: State, power: str, seconds: float | None) -> Iterable[Order | str]:
    if callable(player):
        return player(state, power) if state.orderable(power) else ()
    return player.choose_orders(state.position, power, seconds)
