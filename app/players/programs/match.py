"""A game in which programs play, alone or with built-in opponents and people: who is asked when, and who learns what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from adjudicator import DrawVote, Ending, Order, Position, Resolution, Variant, has_choice, settle_votes
from adjudicator.notation import read_order
from app.players.programs.answers import Counts
from app.players.programs.messages import GameOver
from app.players.programs.parts import judged_part, playing
from app.players.programs.supervisor import GameStart
from entente.asking import Asking, Miss
from entente.outcome import Outcome
from entente.playing import LAST_YEAR, Player, Record
from entente.state import State, Step

if TYPE_CHECKING:
    from app.players.programs.events import EventLines
    from app.players.programs.host import ProgramHost
    from app.players.strong.search_task import Pledges


class Arena(Protocol):
    """A game as it is played, which may hide things from powers and have rules of its own."""

    @property
    def variant(self) -> Variant:
        """Variant of the match."""
        ...

    @property
    def position(self) -> Position:
        """The whole of the present moment."""
        ...

    @property
    def ending(self) -> Ending | None:
        """Ending of the match."""
        ...

    def seen(self, power: str) -> Position:
        """Return the view of *power* of the present moment."""
        ...

    def results(self, power: str) -> Resolution:
        """Return the view of *power* of the last resolution."""
        ...

    def judged(self) -> Resolution:
        """The whole of what the last phase became."""
        ...

    def send(self, sender: str, to: Sequence[str], text: str) -> Delivered:
        """Send a letter, by the rules of the game; no receivers means all."""
        ...

    def arrived(self) -> Iterable[tuple[str, str, str]]:
        """Letters that were delayed and are due now: who wrote them, who reads them, and what."""
        ...

    def carry_out(self, orders: Mapping[str, Sequence[Order]]) -> None:
        """Play the phase."""
        ...

    def end(self, ending: Ending) -> None:
        """The game is over without another phase."""
        ...


@runtime_checkable
class PenFriend(Protocol):
    """A player that reads letters and writes some: people at a terminal."""

    def letter(self, sender: str, text: str) -> None:
        """A letter came."""
        ...

    def writes_by(self, send: Callable[[Sequence[str], str], Sequence[str]]) -> None:
        """Note how letters are sent: to whom, and the text; what comes back is said of it."""
        ...


@dataclass(frozen=True, slots=True)
class Delivered:
    """Delivery of a letter."""

    letters: tuple[tuple[str, str], ...] = ()
    """Receivers who have it now, and the text as each reads it."""
    told: tuple[str, ...] = ()
    """Words to its sender, where it was not simply delivered."""


class Talks(Protocol):
    """Letters of built-in opponents, and what they have agreed."""

    def letters(self) -> Sequence[tuple[str, str, str]]:
        """Return what they want to write now, each with sender and receiver; none is returned twice."""
        ...

    def word(self, power: str) -> Pledges | None:
        """The agreements of an opponent that writes letters; ``None`` for everybody else."""
        ...

    def kept(self, power: str, orders: Sequence[Order]) -> Sequence[Order]:
        """Return *orders* of an opponent as its agreements leave them."""
        ...


@dataclass(frozen=True, slots=True)
class MatchReport:
    """Report on a match, apart from the game itself."""

    misses: tuple[Miss, ...]
    """Misses of built-in opponents and people."""
    counts: Mapping[str, Counts]
    """Counts of every program."""
    forfeits: Mapping[str, str]
    """Programs that lost their seat, and why."""
    is_over: bool
    """False where it was stopped."""


def play(
    arena: Arena,
    players: Mapping[str, Player],
    host: ProgramHost | None = None,
    *,
    game: GameStart | None = None,
    last_year: int | None = None,
    seconds: float | None = None,
    go_on: Callable[[], bool] = lambda: True,
    phase_over: Callable[[], None] = lambda: None,
    missed: Callable[[Miss], None] = lambda _miss: None,
    events: EventLines | None = None,
    seats: Mapping[str, str] | None = None,
    talks: Talks | None = None,
) -> MatchReport:
    """Play until the game is over.

    Programs think at the same time; built-in opponents and people answer meanwhile. None of them can stop the game.

    Args:
        arena: the game.
        players: built-in opponents and people, by power.
        host: the programs, seated already.
        game: the facts for programs at the start.
        last_year: it ends in a draw among the survivors after this year.
        seconds: how long a built-in opponent may think.
        go_on: stops the match where it says no; the game is open then.
        phase_over: called after each phase.
        missed: called with each failure of a built-in opponent or a person.
        events: writes the record of the game.
        seats: who plays each power, for the record.
        talks: letters of built-in opponents; they write none unless given.
    """
    match = _Match(arena, players, host, seconds, missed, events, talks)
    if events is not None:
        events.begins((game or GameStart("game")).id, arena.variant, arena.position, seats or {})
    match.begin(game or GameStart("game"))
    while arena.ending is None and go_on():
        if last_year is not None and arena.position.phase.year > last_year:
            arena.end(Ending(_survivors(arena.position, arena.variant), LAST_YEAR))
            break
        if not match.phase(go_on):
            break
        phase_over()
    return match.finish()


class _Match:
    def __init__(
        self,
        arena: Arena,
        players: Mapping[str, Player],
        host: ProgramHost | None,
        seconds: float | None,
        missed: Callable[[Miss], None],
        events: EventLines | None,
        talks: Talks | None,
    ) -> None:
        self._events, self._talks = events, talks
        self._readers: dict[str, PenFriend] = {}
        self._missed = missed
        self._said = 0
        self._arena = arena
        self._players = players
        self._host = host
        self._seconds = seconds
        self._asking = Asking(seconds)
        self._programs = () if host is None else host.powers
        self._wanted: frozenset[str] = frozenset()

    def begin(self, game: GameStart) -> None:
        """Tell everybody that the game begins."""
        phase = self._arena.position.phase
        for power, player in self._players.items():
            self._asking.tell(power, phase, "start", partial(player.started, self._arena.variant, power))
            if isinstance(player, PenFriend):
                player.writes_by(partial(self._from_person, power))
                self._readers[power] = player
        if self._host is not None:
            self._host.begin(game)

    def phase(self, go_on: Callable[[], bool]) -> bool:
        """Play one phase; False where the match was stopped in it."""
        arena, host = self._arena, self._host
        position = arena.position
        if self._events is not None:
            self._events.phase(position)
        asked = [power for power in self._programs if has_choice(arena.variant, arena.seen(power), power)]
        if host is not None:
            for power in asked:
                host.ask(power, arena.seen(power))
        for sender, receiver, text in arena.arrived():
            self._deliver(sender, receiver, text, (receiver,))
        self._talk()
        orders: dict[str, Sequence[Order]] = {}
        for power, player in self._players.items():
            seen = arena.seen(power)
            if hasattr(player, "agreed") and self._talks is not None and (word := self._talks.word(power)) is not None:
                self._asking.tell(power, position.phase, "agreements", partial(player.agreed, word))
            given = self._asking.orders(power, position.phase, partial(player.choose_orders, seen, power, self._seconds))
            orders[power] = tuple(each for each in map(partial(self._read, seen, power), given) if each is not None)
        self._say_misses()
        if not go_on():
            return False
        if host is not None and not self._hear(host, go_on):
            return False
        if arena.ending is not None:
            return True
        if host is not None:
            orders |= host.take_orders(asked)
        if self._talks is not None:
            orders |= {power: self._talks.kept(power, given) for power, given in orders.items()}
        if self._events is not None:
            for power, chosen in sorted(orders.items()):
                self._events.orders(power, chosen)
        arena.carry_out(orders)
        if self._events is not None:
            self._events.results(position, arena.judged())
        self._tell(position)
        return True

    def _read(self, position: Position, power: str, order: Order | str) -> Order | None:
        return read_order(self._arena.variant, position, order, power).order if isinstance(order, str) else order

    def _hear(self, host: ProgramHost, go_on: Callable[[], bool]) -> bool:
        """Wait for the programs and pass their letters on; False where the match is stopped."""
        while True:
            host.wait(lambda: not host.thinking or host.has_letters, 0.5)
            for sender, letter in host.letters():
                self._pass_on(host, sender, letter.to, letter.text)
            self._count_draw(host)
            for power, text in host.reasons():
                if self._events is not None:
                    self._events.said(power, text)
            if not go_on():
                return False
            if not host.thinking or self._arena.ending is not None:
                return True

    def _pass_on(self, host: ProgramHost, sender: str, to: Sequence[str], text: str) -> None:
        powers = playing(self._arena.variant)
        unknown = [each for each in to if each not in powers or each == sender]
        if unknown:
            host.delivered(sender, (), (f"nobody is called {unknown[0][:40]!r} to whom {sender} could write",))
            return
        delivered = self._send(sender, to, text)
        host.delivered(sender, tuple(receiver for receiver, _ in delivered.letters), delivered.told)
        self._talk()

    def _from_person(self, sender: str, to: Sequence[str], text: str) -> Sequence[str]:
        """Send a letter of a person at a terminal; returns remarks on its delivery. Opponents answer at once."""
        delivered = self._send(sender, to, text)
        self._talk()
        return delivered.told

    def _talk(self) -> None:
        """Send letters of built-in opponents, until none of them answers any more."""
        while self._talks is not None and (letters := self._talks.letters()):
            for sender, receiver, text in letters:
                self._send(sender, (receiver,), text)

    def _send(self, sender: str, to: Sequence[str], text: str) -> Delivered:
        delivered = self._arena.send(sender, to, text)
        if self._events is not None:
            self._events.letter(sender, to, text, delivered.letters, delivered.told)
        for receiver, read in delivered.letters:
            self._deliver(sender, receiver, read, to)
        return delivered

    def _deliver(self, sender: str, receiver: str, text: str, to: Sequence[str]) -> None:
        if self._host is not None and receiver in self._programs:
            self._host.letter(receiver, sender, text, tuple(to))
        elif receiver in self._readers:
            self._readers[receiver].letter(sender, text)

    def _count_draw(self, host: ProgramHost) -> None:
        """A draw needs the wish of every power that is left; built-in opponents and people have none."""
        wanted = host.draw_wanted()
        if wanted == self._wanted:
            return
        self._wanted = wanted
        host.tell_of_draw(sorted(wanted))
        if self._events is not None:
            self._events.draw_wanted(sorted(wanted))
        position = self._arena.position
        ending = settle_votes(self._arena.variant, position, {power: DrawVote() for power in wanted}, all_share=True)
        if ending is not None:
            host.close_turn()
            self._arena.end(ending)

    def _say_misses(self) -> None:
        for miss in self._asking.misses[self._said :]:
            self._missed(miss)
        self._said = len(self._asking.misses)

    def _tell(self, before: Position) -> None:
        for power, player in self._players.items():
            self._asking.tell(power, before.phase, "results", partial(player.told, self._arena.results(power)))
        if self._host is not None:
            for power in self._programs:
                self._host.tell(power, judged_part(before.phase, self._arena.results(power)))
        self._say_misses()

    def finish(self) -> MatchReport:
        """Tell everybody that it is over, and let the programs go."""
        ending, position, host = self._arena.ending, self._arena.position, self._host
        if ending is not None:
            for power, player in self._players.items():
                self._asking.tell(power, position.phase, "end", partial(player.ended, ending))
        self._say_misses()
        counts: dict[str, Counts] = {}
        forfeits: dict[str, str] = {}
        if host is not None:
            host.end(lambda power: game_over(self._arena, power))
            with host.lock:
                for power in host.powers:
                    dialogue = host.dialogue(power)
                    counts[power] = dialogue.counts
                    if dialogue.forfeit:
                        forfeits[power] = dialogue.forfeit
        if self._events is not None:
            done = {
                power: {"turns": each.turns, "illegal": each.illegal, "late": each.late, "forfeit": forfeits.get(power, "")}
                for power, each in counts.items()
            }
            self._events.ends(position.phase, ending, position, done)
        return MatchReport(self._asking.misses, counts, forfeits, ending is not None)


def game_over(arena: Arena, power: str) -> GameOver | None:
    """Return the ending of the game, as *power* may know it; ``None`` where it is open."""
    if arena.ending is None:
        return None
    position, outcome = arena.seen(power), Outcome.of(arena.ending)
    return GameOver(
        phase=str(position.phase),
        outcome=outcome.kind.value,
        winners=outcome.powers,
        reason=outcome.reason,
        centres={each: len(position.centres_of(each)) for each in playing(arena.variant)},
        last=(),
    )


def _survivors(position: Position, variant: Variant) -> tuple[str, ...]:
    return tuple(power for power in playing(variant) if position.units_of(power) or position.centres_of(power))


class OpenArena:
    """A game from *start* on."""

    def __init__(self, start: State) -> None:
        self._start = start
        self._state = start
        self._steps: list[Step] = []
        self.letters: list[tuple[int, str, tuple[str, ...], str]] = []
        """Letters with sender and receivers, and the number of the phase."""

    @property
    def variant(self) -> Variant:
        """Variant of the match."""
        return self._state.variant.model

    @property
    def position(self) -> Position:
        """The present moment."""
        return self._state.position

    @property
    def ending(self) -> Ending | None:
        """Ending of the match."""
        return self._state.ending

    def seen(self, power: str) -> Position:  # noqa: ARG002 - everybody sees all
        """The present moment."""
        return self._state.position

    def results(self, power: str) -> Resolution:  # noqa: ARG002
        """Return the resolution of the last phase."""
        return self._steps[-1].resolution

    def judged(self) -> Resolution:
        """Return the resolution of the last phase."""
        return self._steps[-1].resolution

    def send(self, sender: str, to: Sequence[str], text: str) -> Delivered:
        """A letter, which arrives."""
        self.letters.append((len(self._steps), sender, tuple(to), text))
        return Delivered(tuple((each, text) for each in (to or playing(self.variant)) if each != sender))

    def arrived(self) -> Iterable[tuple[str, str, str]]:
        """None is ever delayed."""
        return ()

    def carry_out(self, orders: Mapping[str, Sequence[Order]]) -> None:
        """Play the phase."""
        step = self._state.apply(orders)
        self._steps.append(step)
        self._state = step.after

    def end(self, ending: Ending) -> None:
        """The game is over."""
        self._state = replace(self._state, ending=ending)

    def record(self) -> Record:
        """The game that was played."""
        return Record(self._start, tuple(self._steps), self._state)
