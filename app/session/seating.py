"""The table of one open game: its round, its clocks, the keys that were given, and what reaches the disk meanwhile.

What it holds lives as long as the program: after a restart the round begins at the curtain, with the seals that the file has, and no keys.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import Ending, PhaseKind, Position, Variant, has_choice
from app.game.document import Document
from app.game.entries import GAME_MASTER, Lock, Press, RevealTime, SealedOrders
from app.game.record import Cursor, EditError, Game, OrderLine, Turn, Why, variant_at
from app.hotseat.clock import Beat, Clock, KeptClocks, machine_sleep
from app.hotseat.locks import Attempts, Wait, key_of
from app.hotseat.round import Round, RoundStage, Telling, begin
from app.hotseat.sealing import LOCKED, Contents, close, container_of, contents, kept_secret, open_up, sealed, tidied, with_containers_of
from app.hotseat.table import Decider, Table, TableInvitation, table_of
from app.session.errors import CommandError
from app.session.seat_guard import change_of, fault_of
from app.session.seat_letters import SeatLetters
from app.session.services import Services
from app.session.viewpoint import CURTAIN
from entente.playing import Player
from languages import tr

if TYPE_CHECKING:
    from app.players.daide.client_seats import ClientSeats
    from app.players.programs.at_table import TablePrograms
    from app.players.strong.search_task import Pledges

AT_THE_TABLE = "What was done at the table"
"""In place of the words for an edit, where they reach the disk while a seat is open."""


@dataclass(frozen=True, slots=True)
class Times:
    """Clocks, in seconds."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    asleep: Callable[[], float | None] = machine_sleep
    """Function for the time that the machine was suspended since it was started."""


@dataclass(frozen=True, slots=True)
class Dropping:
    """The question whether orders that lie sealed are dropped, unread, for those who answer from their phones."""

    cursor: Cursor
    powers: frozenset[str]
    """The powers whose orders are meant."""
    asked: frozenset[str]
    """The people with phones who are asked."""
    agreed: frozenset[str] = frozenset()
    """Those of them who agree."""


class Seating:
    """A table while it is played at. The acts are in ``app.tables.table_acts``.

    Args:
        document: the open game, which has a table.
        branch: the branch that is played; others are looked at only.
        attempts: counts wrong secrets.
        times: what its clocks go by.
        clocks: remembers what its clock showed, over the end of the program.
    """

    def __init__(self, document: Document, branch: str, attempts: Attempts, times: Times, clocks: KeptClocks | None = None) -> None:
        self.document = document
        self.branch = branch
        self.attempts = attempts
        self.times = times
        self._clocks = clocks or KeptClocks(None)
        self.round: Round
        """Round of the open turn; set by ``begin``."""
        self.clock = Clock(None)
        """Talks and orders of the phase."""
        self.turn_clock = Clock(None)
        """The turn of the person at the laptop."""
        self.keys: dict[bytes, bytes] = {}
        """Keys of seats that were opened since the program was started, by the salt of their lock."""
        self.players: dict[str, Player] = {}
        """The opponents that were seated, by power."""
        self.clients: ClientSeats | None = None
        """The DAIDE clients in some of the seats, while they are let in."""
        self.no_clients: tuple[str, ...] = ()
        """The powers for which no client could be let in, as was reported."""
        self.programs: TablePrograms | None = None
        """The programs in some of the seats, while they run."""
        self.may_have_begun = False
        """True if the game may have begun for programs, be they ended by now or not; of a game that was opened it is not known any more."""
        self.open_logs = False
        """True if everybody may read the words of programs, orders and letters included."""
        self.told_of: Cursor | None = None
        """The last phase whose resolution was passed to opponents."""
        self.told_letters: set[tuple[str, Press]] = set()
        """Letters that were passed on to programs, with their receivers."""
        self.tried_letters: set[tuple[str, str, Cursor]] = set()
        """Letters that opponents sent, or that hooks kept back, with the turn: none is sent twice."""
        self.words: dict[str, Pledges] = {}
        """Power to the agreements with which its opponent thought out its orders."""
        self.answers: dict[str, tuple[OrderLine, ...]] = {}
        """Orders of opponents in this phase. It is in memory alone, and asked for again after a restart."""
        self.misses: tuple[str, ...] = ()
        """Misses of opponents in this phase, in sentences."""
        self.master_looks_as: str | None = None
        """Through whose eyes the game master looks; ``None`` is everything that is not sealed."""
        self.invitation: TableInvitation | None = None
        """Invitation to phones; ``None`` while no seat is free for one."""
        self.connected: frozenset[str] = frozenset()
        """The powers whose phones are connected now."""
        self.telling = Telling()
        """The reveal of the phase, with the step in view."""
        self.read = 0
        """Number of letters that the person at the laptop had read when they sat down."""
        self.looked: frozenset[Press] = frozenset()
        """Newer letters that they have looked at since."""
        self._copied_before: str | None = None
        """Text on the clipboard when the open seat was opened."""
        self.letters = SeatLetters(self)
        self.dropping: Dropping | None = None
        """The question about sealed orders that people with phones are asked."""
        self._for_master: tuple[Game, Game] | None = None
        self._acting = False
        self._last: tuple[Contents, bytes | None, Cursor, SealedOrders] | None = None

    # --- what is so ---

    @property
    def game(self) -> Game:
        """The present version of the game."""
        return self.document.game

    @property
    def table(self) -> Table:
        """The table as the game has it."""
        found = table_of(self.game)
        if found is None:
            raise EditError(Why.NOT_NOW, tr("This game is played with all powers at the screen."))
        return found

    @property
    def cursor(self) -> Cursor:
        """The open turn."""
        return self.game.last(self.branch)

    @property
    def judged_last(self) -> Cursor | None:
        """The last turn that was carried out; ``None`` before the first was."""
        last = self.cursor
        if self.turn.resolution is not None:
            return last
        return Cursor(last.branch, last.index - 1) if last.index > 0 else None

    @property
    def ended_by_votes(self) -> Ending | None:
        """Ending of the game by sealed votes, in place of the phase whose results are in view: it was never carried out."""
        ending = self.game.branch(self.branch).ending
        last = self.judged_last
        judged = None if last is None else self.game.turn(last).resolution
        by_rules = judged is not None and judged.ending is not None
        return ending if self.round.stage is RoundStage.RESULTS and not by_rules else None

    @property
    def turn(self) -> Turn:
        """The open turn, with the lines of the open seat alone."""
        return self.game.turn(self.cursor)

    @property
    def open(self) -> str | None:
        """Seat that is open: a power, ``GM``, or none."""
        return self.round.open

    @property
    def viewer(self) -> str | None:
        """Viewer: none in particular, the open seat's power, or the game master."""
        return self.viewer_when(self.round)

    def viewer_when(self, now: Round) -> str | None:
        """Return the viewer in a round like *now*."""
        return CURTAIN if now.open is None else self.master_looks_as if now.open == GAME_MASTER else now.open

    @property
    def with_vote(self) -> bool:
        """True if votes are sealed with the orders."""
        return self.game.table is not None and self.game.table.secret_votes

    def lock_of(self, name: str) -> Lock | None:
        """Return the lock of the seat of power *name*, or ``GM``: the game master's lock for powers that the game master writes for."""
        table = self.table
        if name == GAME_MASTER or table.seat(name).decider is Decider.GAME_MASTER:
            return table.game_master_lock
        return table.seat(name).lock

    def key_of(self, name: str) -> bytes | None:
        """The key of that seat, where it was given since the program was started; ``None`` also where the seat has no lock."""
        lock = self.lock_of(name)
        return None if lock is None else self.keys.get(lock.salt)

    @property
    def lacking_keys(self) -> tuple[str, ...]:
        """The powers whose seals cannot be opened yet, since their PIN was not given after a restart."""
        return tuple(power for power in self.round.writers if power in self.round.sealed and not self._can_open(power))

    def _can_open(self, power: str) -> bool:
        container = container_of(self.game, self.cursor, power)
        return container is None or container.scheme != LOCKED or self.key_of(power) is not None

    def wait_of(self, name: str) -> Wait:
        """Return the time that the seat stays closed after wrong secrets."""
        return self.attempts.wait(self.game.id, self._counted_as(name))

    def _counted_as(self, name: str) -> str:
        """Under what wrong secrets of that seat are counted: its lock, so that seats which one PIN opens count together."""
        lock = self.lock_of(name)
        return name if lock is None else lock.salt.hex()

    @property
    def thinking(self) -> tuple[str, ...]:
        """The powers of opponents that have not answered yet in this phase."""
        if self.round.stage in {RoundStage.RESULTS, RoundStage.OVER}:
            return ()
        return tuple(
            seat.power
            for seat in self.round.table.seats
            if seat.decider is Decider.OPPONENT and seat.power in self.round.to_order and seat.power not in self.answers
        )

    # --- what is done ---

    def begin(self, position: Position, *, talks: bool) -> None:
        """The round of the open turn begins, at the talks or, after a restart, at the curtain."""
        game, cursor = self.game, self.cursor
        is_over = game.branch(self.branch).ending is not None
        to_order = () if is_over else concerned(variant_at(game, cursor), position)
        self.round = begin(self.table, position.phase, to_order, sealed=self.sealed_powers(), dropped=self._dropped(), talks=talks)
        if is_over:
            self.round = self.round.end()
        self.answers, self.misses, self.words = {}, (), {}
        self.telling.end()
        terms = self.table.clock
        is_first = position.phase.year == game.variant.start.phase.year
        has_begun_before = not talks and position.phase.kind is PhaseKind.MOVEMENT and not is_over
        has_talks = self.round.stage is RoundStage.TALKS or (has_begun_before and self.table.shown is RevealTime.CLOCK)
        full = Clock((terms.first_talks if is_first else terms.talks) if has_talks or has_begun_before else None, terms.bell)
        known = None if talks or full.left is None else self._clocks.resumed(self.game.id, str(position.phase), terms.bell)
        self.clock = known or (full if has_talks else Clock(None, terms.bell))
        self.turn_clock = Clock(terms.orders, terms.bell)

    def perform_beside(self, after: Game, label: str = AT_THE_TABLE) -> None:
        """Make *after* the present version; where seats away from the laptop wrote in it, the person there can undo as before."""
        before, document = self.game, self.document
        change = change_of(before, after, self.branch)
        with self.acting():
            if self.open is not None and change(before) == after:
                document.perform_beside(label, change)
                return
            document.perform(label, after)
        document.forget_history()

    def follow(self, position: Position) -> None:
        """Take up a game that came from outside or was mended: the round starts again where its phase or the powers that order changed."""
        to_order = concerned(variant_at(self.game, self.cursor), position)
        is_over = self.game.branch(self.branch).ending is not None
        if is_over and self.open not in {None, GAME_MASTER}:
            self._put_away(str(self.open))
        if is_over or (position.phase, to_order) != (self.round.phase, self.round.to_order):
            self.begin(position, talks=False)
        else:
            open_, stage = self.round.open, self.round.stage
            self.round = replace(self.round, sealed=self.sealed_powers() & frozenset(self.round.writers), open=open_, stage=stage)

    def _put_away(self, power: str) -> None:
        """The game ended while *power* was at the laptop: what was written there stays its own."""
        with self.acting():
            closed = close(
                self.game,
                self.branch,
                power,
                self.key_of(power),
                is_draft=True,
                with_vote=self.with_vote,
                read=self.read,
                letter=self.letters.draft,
            )
            self.document.perform(tr("Close the seat"), closed)
        self.document.forget_history()

    def _dropped(self) -> frozenset[str]:
        """The powers whose orders were given up in this phase and that have written nothing since."""
        written = {each.power for each in self.turn.sealed if not each.is_given_up}
        return frozenset(each.power for each in self.turn.sealed if each.is_given_up) - written

    def sealed_powers(self) -> frozenset[str]:
        """The powers that have sealed. For a seat with a lock only what its key closed counts."""
        return frozenset(
            each.power
            for each in self.turn.sealed
            if not each.is_draft and not each.is_given_up and (each.scheme == LOCKED or self.lock_of(each.power) is None)
        )

    def unlocked(self, name: str, secret: str | None) -> bytes | None:
        """The key of that seat by *secret*; ``None`` where it has no lock.

        Raises:
            EditError: the secret is missing or wrong, or so many were wrong that the seat has to wait.
        """
        lock = self.lock_of(name)
        if lock is None:
            return None
        game_id, counted = self.game.id, self._counted_as(name)
        self.attempts.check(game_id, counted)
        if not secret:
            raise EditError(
                Why.NOT_OPENED, tr("The seat of {round} opens with its {kind}.", round=self.round.title(name), kind=tr(lock.kind))
            )
        try:
            key = key_of(lock, secret)
        except EditError as error:
            wait = self.attempts.wrong(game_id, counted)
            raise EditError(error.why, f"{error} {wait.words}") from None
        self.attempts.right(game_id, counted)
        self.keys[lock.salt] = key
        return key

    def for_disk(self, label: str, game: Game) -> tuple[str, Game]:
        """*game* as it may reach a disk, and the words for the edit: what the open seat keeps to itself lies in its container."""
        power = self.open
        if power is None or power == GAME_MASTER:
            return label, game
        cursor = game.last(self.branch)
        what, key = (
            contents(game, self.branch, power, with_vote=self.with_vote, read=self.read, letter=self.letters.draft),
            self.key_of(power),
        )
        last = self._last
        if last is None or last[:3] != (what, key, cursor):
            last = self._last = (what, key, cursor, sealed(game, cursor, power, what, key, is_draft=True))
        return AT_THE_TABLE, kept_secret(game, self.branch, power, last[3], with_vote=self.with_vote)

    def for_master(self, game: Game) -> Game:
        """*game* for the game master: without the containers, which are not read there."""
        known = self._for_master
        if known is None or known[0] is not game:
            found = game
            for branch in game.branches:
                for number, turn in enumerate(branch.turns):
                    if turn.sealed:
                        found = found.with_turn(Cursor(branch.name, branch.start + number), replace(turn, sealed=()))
            known = self._for_master = (game, found)
        return known[1]

    # --- what the document asks ---

    def check(self, before: Game, after: Game) -> None:
        """Check that an edit is the open seat's own (``app.session.seat_guard``), or the game master's, who writes no orders.

        Raises:
            EditError: the laptop is free, or the edit is none of its user's.
        """
        if self._acting:
            return
        power = self.open
        if power is None:
            raise EditError(Why.NOT_NOW, tr("Nobody is at the laptop. Open a seat first: each person writes for their own power."))
        if power != GAME_MASTER:
            fault = fault_of(before, after, self.branch, power)
            if fault:
                raise EditError(Why.NOT_NOW, fault)
        elif after.branch(self.branch).ending is None and after.turn(after.last(self.branch)).orders:
            raise EditError(Why.NOT_NOW, tr("At this table the orders of a power are written in its own seat alone."))

    def as_read(self, before: Game, game: Game) -> Game:
        """*game* as another program wrote it into the file, as it is taken over: table and seals stay those of *before*."""
        _, kept = self.for_disk("", before)
        found = replace(game, table=before.table, players=before.players)
        if self.branch not in {branch.name for branch in game.branches}:
            return found
        found = tidied(with_containers_of(found, kept, self.branch), self.branch, {})
        power = self.open
        is_same = found.turn(found.last(self.branch)).phase == self.round.phase and found.branch(self.branch).ending is None
        if power is None or power == GAME_MASTER or not is_same:
            return found
        return open_up(found, self.branch, power, self.key_of(power))

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Inside, the table itself changes the game."""
        was, self._acting = self._acting, True
        try:
            yield
        finally:
            self._acting = was

    @property
    def is_acting(self) -> bool:
        """True if the table itself changes the game now."""
        return self._acting

    def remember_copied(self, services: Services) -> None:
        """Remember the clipboard when a person sits down: its text is not theirs."""
        self._copied_before = None
        with suppress(CommandError):
            self._copied_before = services.pasted_text()

    def forget_copied(self, services: Services) -> None:
        """Clear text copied at the seat from the clipboard, so that the next person cannot paste it; earlier text stays."""
        with suppress(CommandError):
            if not self._copied_before or services.pasted_text() != self._copied_before:
                services.copy_text("")

    def forget_draft(self) -> None:
        """Keep nothing in memory of what the last person wrote and read."""
        self._last = None
        self.letters.forget()

    def tick(self) -> tuple[tuple[Beat, ...], tuple[Beat, ...]]:
        """Tell both clocks the time; what happened to the clock of the phase, and to that of the person at the laptop."""
        now, asleep = self.times.monotonic(), self.times.asleep()
        phase, turn = self.clock.tick(now, asleep), self.turn_clock.tick(now, asleep)
        self.clock, self.turn_clock = phase.clock, turn.clock
        self._keep_clock()
        return phase.beats, turn.beats

    def _keep_clock(self) -> None:
        self._clocks.keep(self.game.id, str(self.round.phase), self.clock)

    def start_clock(self) -> None:
        """Start the clock of the phase."""
        self.clock = self.clock.started(self.times.monotonic(), self.times.asleep())
        self._keep_clock()

    def pause_clock(self) -> None:
        """Stop both clocks."""
        now, asleep = self.times.monotonic(), self.times.asleep()
        self.clock, self.turn_clock = self.clock.paused(now, asleep), self.turn_clock.paused(now, asleep)
        self._keep_clock()

    def add_time(self, seconds: float) -> None:
        """Give the clock of the phase *seconds* more, or fewer."""
        self.clock = self.clock.with_more(seconds)
        self._keep_clock()

    def start_turn(self) -> None:
        """Start the clock of the person who sits down from the beginning."""
        terms = self.table.clock
        self.turn_clock = Clock(terms.orders, terms.bell).started(self.times.monotonic(), self.times.asleep())

    def end_turn(self) -> None:
        """Stop the clock, since the laptop is free."""
        self.turn_clock = Clock(self.table.clock.orders, self.table.clock.bell)


def concerned(variant: Variant, position: Position) -> tuple[str, ...]:
    """The powers that have something to choose in *position*."""
    return tuple(power for power in variant.powers if has_choice(variant, position, power))


def clocks_at(folder: Path | None) -> KeptClocks:
    """Return the kept times of the clocks of tables on this machine; in memory where there is no folder."""
    return KeptClocks(None if folder is None else folder / "table-clocks.json")


def attempts_at(folder: Path | None, now: Callable[[], float]) -> Attempts:
    """The counts of wrong secrets of this machine; in memory where there is no folder."""
    return Attempts(None if folder is None else folder / "wrong-tries.json", now)
