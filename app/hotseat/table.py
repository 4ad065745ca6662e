"""Table: the seats of a game and its terms as one value, and the assignment of powers to them by lot or preference.

In the game a seat is a line of ``players`` and perhaps a lock of its ``table``; ``table_of`` reads both, ``with_table`` writes both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random, SystemRandom
from types import MappingProxyType

from adjudicator.variant import PowerRole
from app.game.edits import known_power, one_line
from app.game.entries import GAME_MASTER, ClockTerms, Lock, RevealTime, SeatedPlayer, SeatKind, TableTerms
from app.game.record import EditError, Game, Why
from entente.words.names import power_name
from languages import mark, tr
from languages.outside_text import outside_name

PROGRAM = "program:"
"""Prefix of the name of a program that is the opponent: a game names one that its machine may know, and never its command."""
PHONE = "phone"
"""Mark in a game of a person's seat at a phone."""
LONGEST_NAME = 60
"""Characters of a person's name."""


@dataclass(frozen=True, slots=True)
class TableInvitation:
    """Invitation for people with phones, while the table is served, open, and has free seats."""

    address: str
    """Address to type: ``192.168.0.20:1901``."""
    word: str
    """The table password."""
    link: str
    """Contents of the QR code."""


class Decider(StrEnum):
    """Kind of decider for a power."""

    PERSON = mark("person here")
    GAME_MASTER = mark("game master")
    """The game master writes its orders, as for a player by mail."""
    ABSENT = mark("absent")
    OPPONENT = mark("opponent")
    """A player that comes with the program."""


class Absence(StrEnum):
    """Orders of a power whose player is absent."""

    HOLD = mark("hold")
    """An empty set: units hold, dislodged ones disband, nothing is built."""
    CIVIL_DISORDER = mark("civil disorder")
    """Absence without orders: the house rule for silent powers orders for it."""
    DEFAULT_LIST = mark("default list")
    """The same, but for its default list of retreats and builds."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A power's seat."""

    power: str
    name: str = ""
    """Name of the power on the screen: ``Austria-Hungary``."""
    decider: Decider = Decider.PERSON
    person: str = ""
    """Person in the seat. Powers with one person's name are that person's; without a name each power is its own person's."""
    lock: Lock | None = None
    """Lock that opens it besides a hand at the laptop."""
    absence: Absence = Absence.HOLD
    """For a player who is absent."""
    opponent: str = ""
    """For an opponent: its name in the registry of players."""
    by_phone: bool = False
    """For a person: whether they write with a phone, and never at the laptop."""

    @property
    def program(self) -> str:
        """The name of a program of this machine that has the seat; empty for every other opponent."""
        return self.opponent.removeprefix(PROGRAM) if self.opponent.startswith(PROGRAM) else ""

    @property
    def is_person(self) -> bool:
        """True if a person takes the laptop, or a phone, for it."""
        return self.decider is Decider.PERSON

    @property
    def is_free(self) -> bool:
        """True if the seat waits for a person with a phone."""
        return self.is_person and self.by_phone and self.lock is None

    @property
    def who(self) -> str:
        """In a word or two who decides: the person's name where it is known."""
        match self.decider:
            case Decider.PERSON:
                return self.person or self.name or self.power
            case Decider.OPPONENT:
                return self.program or self.opponent or tr("Opponent")
            case Decider.GAME_MASTER:
                return self.person or tr("Game master")
            case Decider.ABSENT:
                return tr("Absent")


@dataclass(frozen=True, slots=True)
class Table:
    """A table: a seat for each power that is played, and how the evening goes."""

    seats: tuple[Seat, ...]
    """In the variant's sequence."""
    clock: ClockTerms = field(default_factory=ClockTerms)
    shown: RevealTime = RevealTime.ALL_SEALED
    secret_votes: bool = False
    game_master: str | None = None
    """Name of the game master at the table; ``None`` where there is none."""
    game_master_lock: Lock | None = None

    def seat(self, power: str) -> Seat:
        """The seat of *power*.

        Raises:
            EditError: there is no such seat.
        """
        for seat in self.seats:
            if seat.power == power:
                return seat
        raise EditError(Why.NO_SUCH_POWER, tr("No seat of this table is called {power}.", power=power))

    def lock_of(self, name: str) -> Lock | None:
        """Return the lock of the seat of power *name*, or of ``GM``."""
        return self.game_master_lock if name == GAME_MASTER else self.seat(name).lock

    @property
    def people(self) -> Mapping[str, tuple[str, ...]]:
        """The people here, each with their powers, in the order of their first ones."""
        found: dict[str, tuple[str, ...]] = {}
        for seat in self.seats:
            if seat.is_person:
                found[seat.who] = (*found.get(seat.who, ()), seat.power)
        return MappingProxyType(found)

    def person_of(self, power: str) -> str:
        """Return the person in the seat of *power*, in the words of ``people``."""
        return self.seat(power).who

    def with_seat(self, seat: Seat) -> Table:
        """The table with *seat* in place of that of its power."""
        self.seat(seat.power)
        return replace(self, seats=tuple(seat if each.power == seat.power else each for each in self.seats))

    def with_seats_swapped(self, one: str, other: str) -> Table:
        """The table where those who decide for two powers have changed places; each takes the lock along."""
        first, second = self.seat(one), self.seat(other)
        return self.with_seat(replace(second, power=one, name=first.name)).with_seat(replace(first, power=other, name=second.name))

    def with_people(self, placed: Mapping[str, str]) -> Table:
        """The table with people at the powers of *placed* (power to name), without locks; other seats stay as they are."""
        table = self
        for power, person in placed.items():
            table = table.with_seat(replace(table.seat(power), decider=Decider.PERSON, person=person_name(person), lock=None))
        return table


def person_name(text: str) -> str:
    """*text* as a person's name: on one line, without the marks that have a meaning in a file.

    Raises:
        EditError: it is too long, or is ``GM``.
    """
    name = outside_name(text, LONGEST_NAME + 1)
    if len(name) > LONGEST_NAME or name == GAME_MASTER or any(mark in name for mark in "<>()"):
        raise EditError(
            Why.BAD_NAME,
            tr(
                "A person's name has at most {longest_name} characters, none of < > ( ), and is not {game_master}.",
                longest_name=LONGEST_NAME,
                game_master=GAME_MASTER,
            ),
        )
    return name


def first_table(game: Game) -> Table:
    """Return the table that the lobby begins with: people at all powers that are played, the game's own players in their places."""
    return Table(tuple(_seat(game, power, None) for power in _played(game)))


def table_of(game: Game) -> Table | None:
    """The table at which *game* is played; ``None`` where all powers are at the screen, and nothing is secret."""
    terms = game.table
    if terms is None:
        return None
    seats = tuple(_seat(game, power, terms.locks.get(power)) for power in _played(game))
    return Table(seats, terms.clock, terms.shown, terms.secret_votes, terms.game_master, terms.locks.get(GAME_MASTER))


def with_table(game: Game, table: Table | None) -> Game:
    """The game played at *table*; ``None`` ends that: the seats stay, without locks. Orders are not touched: see ``app.hotseat.sealing``.

    Raises:
        EditError: a seat is of no power of the game, a name is none, or two people share one.
    """
    if table is None:
        return replace(game, table=None)
    if {seat.power for seat in table.seats} != set(_played(game)):
        raise EditError(Why.NO_SUCH_POWER, tr("A table has one seat for each power that is played."))
    players = dict(game.players)
    for seat in table.seats:
        players[known_power(game, seat.power)] = _player(seat, game.players.get(seat.power, SeatedPlayer()))
    locks = {seat.power: seat.lock for seat in table.seats if seat.is_person and seat.lock is not None}
    if table.game_master_lock is not None and table.game_master is not None:
        locks[GAME_MASTER] = table.game_master_lock
    master = None if table.game_master is None else person_name(table.game_master)
    further = () if game.table is None else game.table.further
    terms = TableTerms(table.clock, table.shown, table.secret_votes, master, MappingProxyType(locks), further)
    return replace(game, players=MappingProxyType(players), table=terms)


def _played(game: Game) -> Iterable[str]:
    return (power.id for power in game.variant.powers.values() if power.role is PowerRole.PLAYING)


def _seat(game: Game, power: str, lock: Lock | None) -> Seat:
    player = game.players.get(power, SeatedPlayer())
    name = power_name(game.variant, power)
    match player.seat:
        case SeatKind.SCREEN:
            return Seat(power, name, Decider.PERSON, player.name, lock, by_phone=player.detail == PHONE)
        case SeatKind.BOT:
            return Seat(power, name, Decider.OPPONENT, opponent=player.detail)
        case SeatKind.DUMMY:
            return Seat(power, name, Decider.ABSENT, player.name, absence=Absence.HOLD)
        case SeatKind.CIVIL_DISORDER:
            return Seat(power, name, Decider.ABSENT, player.name, absence=Absence.CIVIL_DISORDER)
        case SeatKind.DEFAULT_LIST:
            return Seat(power, name, Decider.ABSENT, player.name, absence=Absence.DEFAULT_LIST)
        case SeatKind.POST | SeatKind.NETWORK | SeatKind.GAME_MASTER:
            return Seat(power, name, Decider.GAME_MASTER, player.name)


def _player(seat: Seat, before: SeatedPlayer) -> SeatedPlayer:
    name = person_name(seat.person)
    match seat.decider:
        case Decider.PERSON:
            return SeatedPlayer(name, before.address, SeatKind.SCREEN, PHONE if seat.by_phone else "")
        case Decider.OPPONENT:
            return SeatedPlayer("", "", SeatKind.BOT, one_line(seat.opponent))
        case Decider.ABSENT:
            kinds = {
                Absence.HOLD: SeatKind.DUMMY,
                Absence.CIVIL_DISORDER: SeatKind.CIVIL_DISORDER,
                Absence.DEFAULT_LIST: SeatKind.DEFAULT_LIST,
            }
            return SeatedPlayer(name, before.address, kinds[seat.absence])
        case Decider.GAME_MASTER:
            by_mail = before.seat in {SeatKind.POST, SeatKind.NETWORK}
            return replace(before, name=name) if by_mail else SeatedPlayer(name, before.address, SeatKind.GAME_MASTER)


def dice(seed: int | None = None) -> Random:
    """Dice of the system, or those of a *seed* that can be announced beforehand."""
    return SystemRandom() if seed is None else Random(seed)  # noqa: S311 - a seed is given to be repeated


def drawn(powers: Sequence[str], people: Sequence[str], chance: Random, *, several: bool = False) -> dict[str, str]:
    """Powers and the people who drew them; every draw is equally likely.

    Args:
        several: whether all powers are dealt out, as evenly as they go; otherwise each person gets one and the rest stay free.

    Raises:
        EditError: there are more people than powers, there are none, or a name stands twice.
    """
    _check(powers, people)
    shuffled = list(powers)
    chance.shuffle(shuffled)
    hands = list(people)
    chance.shuffle(hands)
    count = len(shuffled) if several else len(hands)
    return {power: hands[at % len(hands)] for at, power in enumerate(shuffled[:count])}


def by_preference(powers: Sequence[str], wishes: Mapping[str, Sequence[str]], chance: Random) -> dict[str, str]:
    """Powers and the people who get them by their lists, the most wanted first; each person gets one power.

    The rule: getting the nth wish of one's list costs n - 1 squared; powers that a list leaves out cost as much as its next place. Of all
    ways to seat the people the cheapest is taken, so that no person is sent far down to lift others by a little; among ways that cost the
    same, the lot decides. The sequence in which people are named does not matter.

    Raises:
        EditError: there are more people than powers, there are none, or a list names a power that is not there, or one twice.
    """
    people = list(wishes)
    _check(powers, people)
    for person, wished in wishes.items():
        wrong = [power for at, power in enumerate(wished) if power not in powers or power in wished[:at]]
        if wrong:
            raise EditError(
                Why.NO_SUCH_POWER,
                tr(
                    "The list of {person} names {wrong}, which is no power of this game or stands there twice.",
                    person=person,
                    wrong=wrong[0],
                ),
            )
    chance.shuffle(people)
    columns = list(powers)
    chance.shuffle(columns)
    lots = 10**9
    """More than all lots together cost, so that they decide among equals only."""
    each = lots // (len(columns) + 1)
    costs = []
    for person in people:
        wished = list(wishes[person])
        ranks = [wished.index(power) if power in wished else len(wished) for power in columns]
        costs.append([rank * rank * lots + chance.randrange(each) for rank in ranks])
    return {columns[column]: people[row] for row, column in enumerate(_cheapest(costs))}


def _check(powers: Sequence[str], people: Sequence[str]) -> None:
    if not people:
        raise EditError(Why.BAD_NAME, tr("Nobody is there to be given a power."))
    if len(set(people)) != len(people):
        raise EditError(Why.NAME_TAKEN, tr("Two people have one name; give each a name of their own."))
    if len(people) > len(powers):
        raise EditError(
            Why.BAD_NAME, tr("{count} people are too many for {count_powers} powers.", count=len(people), count_powers=len(powers))
        )


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row the column of the cheapest assignment (the Hungarian method with potentials; rows are no more than columns)."""
    width = len(costs[0])
    of_row = [0] * (len(costs) + 1)
    of_column = [0] * (width + 1)
    taken = [0] * (width + 1)
    came_from = [0] * (width + 1)
    for row in range(1, len(costs) + 1):
        taken[0], at = row, 0
        least: list[int | None] = [None] * (width + 1)
        used = [False] * (width + 1)
        while True:
            used[at] = True
            current, step, to = taken[at], None, 0
            for column in range(1, width + 1):
                if used[column]:
                    continue
                cost = costs[current - 1][column - 1] - of_row[current] - of_column[column]
                known = least[column]
                if known is None or cost < known:
                    least[column], came_from[column], known = cost, at, cost
                if step is None or known < step:
                    step, to = known, column
            assert step is not None
            for column in range(width + 1):
                if used[column]:
                    of_row[taken[column]] += step
                    of_column[column] -= step
                elif (held := least[column]) is not None:
                    least[column] = held - step
            at = to
            if taken[at] == 0:
                break
        while at:
            taken[at], at = taken[came_from[at]], came_from[at]
    found = [0] * len(costs)
    for column in range(1, width + 1):
        if taken[column]:
            found[taken[column] - 1] = column - 1
    return found
