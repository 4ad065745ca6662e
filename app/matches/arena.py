"""Games between players in which hooks take part, watched or unattended: each player gets the view of its power."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from adjudicator import Ending, Order, Position, PowerRole, Resolution, Variant
from app.game.deadlines import written
from app.game.edits import judged_lines, new_game, process
from app.game.ending_edits import declare_draw
from app.game.entries import Press
from app.game.record import MAIN, Cursor, EditError, Game, OrderLine, variant_at
from app.hooks.asking_hooks import HookStoppedError, StopChoice
from app.hooks.press import deliver_due, send_with_hooks
from app.players.agreements import CHARACTERS, OpponentsDealing
from app.players.bots import Bot
from app.session.hook_changes import Attach, vary
from app.session.hook_service import Decides, HookService, StoppedByHook, retry_stopped_hooks
from app.session.session import Session
from app.session.viewpoint import Viewpoint
from entente.playing import Player
from languages import mark, tr

if TYPE_CHECKING:
    from app.players.programs.events import EventLines
    from app.players.programs.host import ProgramHost
    from app.players.programs.match import Delivered, MatchReport
    from app.players.strong.search_task import Pledges


STOP_PLAY = mark("Stop the game")


class MatchStopped(StoppedByHook):
    """A game was not played to its end, since a hook that is needed gave no answer."""

    def __init__(self, message: str, game: Game) -> None:
        super().__init__(message)
        self.game = game
        """Game as far as it was played, with the orders of the phase that waits."""


class ArenaHome(Protocol):
    """Home of a game: a session, or a process without a viewer."""

    @property
    def hooks(self) -> HookService:
        """Service that asks hooks."""
        ...

    @property
    def viewpoint(self) -> Viewpoint:
        """Shows the game as one power may see it."""
        ...

    @property
    def services(self) -> Decides:
        """Says what is done about a hook that gave no answer."""
        ...


class SessionArena:
    """*game* played on, its hooks asked through *session*; they must have been agreed to.

    Args:
        session: home of the game.
        game: as far as it was played before.
        kinds: built-in opponents, by power: those that write letters deal with one another and with everybody else.
    """

    def __init__(self, session: ArenaHome, game: Game, kinds: Mapping[str, Bot] | None = None) -> None:
        self._session = session
        self._kinds = {power: kind for power, kind in (kinds or {}).items() if kind in CHARACTERS}
        powers = [each.id for each in game.variant.powers.values() if each.role is PowerRole.PLAYING and each.id not in (kinds or {})]
        self._others = powers
        self._tried: set[tuple[Cursor, Press]] = set()
        self.game = game
        """Game as far as it was played."""
        self._played: Cursor | None = None
        self._arrived: tuple[Press, ...] = ()

    @property
    def _cursor(self) -> Cursor:
        return self.game.last(MAIN)

    @property
    def variant(self) -> Variant:
        """Variant that is played, by the rules of the present phase."""
        return variant_at(self.game, self._cursor)

    @property
    def position(self) -> Position:
        """The whole of the present moment."""
        return self._session.viewpoint.turn(self.game, self._cursor, None).position

    @property
    def ending(self) -> Ending | None:
        """Ending of the game."""
        return self.game.branch(MAIN).ending

    def seen(self, power: str) -> Position:
        """Return the view of *power* of the present moment."""
        return self._session.viewpoint.turn(self.game, self._cursor, power).position

    def results(self, power: str) -> Resolution:
        """Return the view of *power* of the last resolution.

        Raises:
            RuntimeError: no phase was played.
        """
        found = None if self._played is None else self._session.viewpoint.turn(self.game, self._played, power).resolution
        if found is None:
            raise RuntimeError("no phase was played")
        return found

    def judged(self) -> Resolution:
        """The whole of what the last phase became.

        Raises:
            RuntimeError: no phase was played.
        """
        found = None if self._played is None else self.game.turn(self._played).resolution
        if found is None:
            raise RuntimeError("no phase was played")
        return found

    def send(self, sender: str, to: Sequence[str], text: str) -> Delivered:
        """A letter, by the rules of the game."""
        from app.players.programs.match import Delivered

        letter = Press(sender, tuple(to), text, written(datetime.now(UTC)))
        try:
            changed, deliveries, log = self._session.hooks.waiting(
                lambda: send_with_hooks(self.game, MAIN, letter, self._session.hooks.host)
            )
        except EditError as error:
            return Delivered(told=(str(error),))
        self._session.hooks.note(self.game, log)
        self.game = changed
        read = tuple((each.receiver, each.text) for each in deliveries if each.allowed and not each.delay)
        refused = tuple(f"not delivered to {each.receiver}: {each.reason}" for each in deliveries if not each.allowed)
        late = tuple(f"{each.receiver} will read it in {each.delay} phases" for each in deliveries if each.allowed and each.delay)
        return Delivered(read, (*refused, *late))

    def arrived(self) -> Iterable[tuple[str, str, str]]:
        """Letters that hooks had delayed until now."""
        found, self._arrived = self._arrived, ()
        for each in found:
            for receiver in each.receivers:
                yield each.sender, receiver, each.text

    def _dealing(self, power: str) -> OpponentsDealing:
        return OpponentsDealing(self._kinds[power], self.game, power, self._session.viewpoint.filtered(self.game, power).line(MAIN))

    def letters(self) -> Sequence[tuple[str, str, str]]:
        """Return what opponents want to write now, each with sender and receiver; none is returned twice."""
        found = [each for power in self._kinds for each in self._dealing(power).letters(self._others, tuple(self._kinds))]
        new = [each for each in found if (self._cursor, each) not in self._tried]
        self._tried.update((self._cursor, each) for each in new)
        return [(each.sender, each.receivers[0], each.text) for each in new]

    def word(self, power: str) -> Pledges | None:
        """The agreements of an opponent that writes letters."""
        return self._dealing(power).word if power in self._kinds else None

    def kept(self, power: str, orders: Sequence[Order]) -> Sequence[Order]:
        """Return *orders* of an opponent as its agreements leave them."""
        return self._dealing(power).kept(orders) if power in self._kinds else orders

    def carry_out(self, orders: Mapping[str, Sequence[Order]]) -> None:
        """Play the phase.

        Raises:
            MatchStopped: a hook gave no answer, and there was no decision to go on without it.
        """
        cursor, position, session = self._cursor, self.position, self._session
        turn, variant = self.game.turn(cursor), self.variant
        for power, given in orders.items():
            lines = [OrderLine(str(order), order) for order in given]
            turn = turn.with_orders(power, judged_lines(variant, position, power, lines))
        ordered = self.game.with_turn(cursor, turn)
        try:
            played = retry_stopped_hooks(
                session.services, session.hooks, lambda game: process(game, referee=session.hooks.referee), ordered, tr(STOP_PLAY)
            )
        except StoppedByHook as stopped:
            raise MatchStopped(str(stopped), ordered) from stopped
        self._played = cursor
        self.game = deliver_due(played, MAIN)
        if self.ending is None:
            before = played.turn(played.last(MAIN)).press
            self._arrived = self.game.turn(self._cursor).press[len(before) :]

    def end(self, ending: Ending) -> None:
        """The game is over without another phase."""
        self.game = declare_draw(self.game, MAIN, ending.winners, reason=ending.reason)


def play_match(
    session: Session,
    game: Game,
    players: Mapping[str, Player],
    *,
    last_year: int,
    go_on: Callable[[], bool] = lambda: True,
    kinds: Mapping[str, Bot] | None = None,
) -> Game:
    """*game* played on between built-in opponents and people; see ``play_with_programs``."""
    return play_with_programs(session, game, players, last_year=last_year, go_on=go_on, kinds=kinds)[0]


def play_with_programs(
    session: Session,
    game: Game,
    players: Mapping[str, Player],
    host: ProgramHost | None = None,
    *,
    last_year: int,
    go_on: Callable[[], bool] = lambda: True,
    seed: int | None = None,
    say: Callable[[str], None] | None = None,
    events: EventLines | None = None,
    seats: Mapping[str, str] | None = None,
    kept: Callable[[Game], None] = lambda _game: None,
    kinds: Mapping[str, Bot] | None = None,
) -> tuple[Game, MatchReport]:
    """*game* played on until it is over, and how it went. A player that fails loses its turn, and the session says so.

    Args:
        session: where its hooks are asked; they must have been agreed to.
        players: built-in opponents and people, by power.
        host: the programs that play, seated already.
        last_year: it ends in a draw among the survivors after this year, unless it is over earlier.
        go_on: stops the play where it returns no; the game is open then, and players get no ending.
        seed: sent to programs.
        say: called with the failures of built-in opponents and people; the session's own unless given.
        events: writes the record of the game.
        seats: who plays each power, for the record.
        kept: called with the game after each phase.
        kinds: built-in opponents that may write letters, by power; none writes any unless given.

    Raises:
        MatchStopped: a hook gave no answer, and there was no decision to go on without it.
    """
    from app.players.programs.match import play
    from app.players.programs.supervisor import GameStart

    arena = SessionArena(session, game, kinds)
    report = play(
        arena,
        players,
        host,
        game=GameStart(game.id, seed),
        last_year=last_year,
        go_on=go_on,
        missed=lambda miss: (say or session.say)(str(miss)),
        events=events,
        seats=seats,
        phase_over=lambda: kept(arena.game),
        talks=arena if kinds else None,
    )
    return arena.game, report


def limits_sight(session: Session, game: Game) -> bool:
    """Return True if the powers of *game* see different boards."""
    start = game.last()
    whole = session.viewpoint.turn(game, start, None).position
    return any(session.viewpoint.turn(game, start, power).position != whole for power in game.variant.powers)


_TRIES = 3
"""Number of times that a hook that gave no answer is asked once more, each time with more time."""


class Unattended:
    """Asks hooks that were agreed to elsewhere, by the person who has the games played.

    A hook that gives no answer is given more time; a game that stops all the same is not played on without it, since it would be another
    game than the others.
    """

    def __init__(self) -> None:
        self.hooks = HookService()
        self.viewpoint = Viewpoint(lambda: self.hooks.host)
        self._tries = 0

    def __enter__(self) -> Unattended:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.hooks.close()

    @property
    def services(self) -> Unattended:
        """Services that decide by themselves."""
        return self

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:  # noqa: ARG002 - the protocol's words
        """Try once more with more time, a few times in a game."""
        self._tries += 1
        return StopChoice.AGAIN if self._tries <= _TRIES else StopChoice.WAIT

    def begun(self, variant: Variant, name: str, checksum: str, hooks: Sequence[Attach], game_id: str) -> Game:
        """A new game in which *hooks* run from the first phase on.

        Raises:
            HookStoppedError: one of them gave no answer at the start.
        """
        self.hooks.store.grant([each.hook for each in hooks], for_good=False)
        game = new_game(variant, name, checksum=checksum, game_id=game_id)
        return vary(game, MAIN, hooks, self.hooks.host)[0] if hooks else game
