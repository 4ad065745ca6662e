"""The round of a phase at one laptop, as a state machine: the seals, the open seat, and the time of the reveal.

    TALKS -> CURTAIN -> OPEN -> CURTAIN ... -> READY -> RESULTS -> the round of the next phase

A value without clock, secrets, orders or screen: it knows who may do what now, and nothing of what anybody wrote. Each act is a method that
gives the round after it, or raises ``EditError`` with a sentence for people. Before the first round is the lobby, where a ``Table`` is
composed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from adjudicator.phase import Phase, PhaseKind
from app.game.entries import GAME_MASTER, RevealTime
from app.game.record import EditError, Why
from app.game.versions import Listeners
from app.hotseat.table import Decider, Seat, Table
from languages import mark, tr


class RoundStage(StrEnum):
    """Stage of a round."""

    TALKS = "talks"
    """Stage in which people negotiate; seats can be opened too, which does not end the talks."""
    CURTAIN = "curtain"
    """Stage with the laptop free: it has public facts on the screen, and calls a person."""
    OPEN = "open"
    """Stage in which a person writes."""
    READY = "ready"
    """Stage before the reveal: no seal can be taken back."""
    RESULTS = "results"
    """The phase was carried out, and everybody looks at it."""
    OVER = "over"
    """The game is over."""


class Standing(StrEnum):
    """State of one seat in this round, as everybody may know it."""

    NOT_YET = mark("not yet")
    AT_LAPTOP = mark("at the laptop")
    SEALED = mark("sealed")
    ANSWERED = mark("answered")
    """An opponent, or an absent player, for whom all is decided."""
    NOTHING = mark("nothing to order")
    DROPPED = mark("discarded")
    """Seat whose sealed orders were given up by the table, unread: it may write again."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of one phase. Begin it with ``begin``."""

    table: Table
    phase: Phase
    to_order: tuple[str, ...]
    """The powers that can order something in this phase."""
    stage: RoundStage
    called: str | None = None
    """Seat that the curtain calls: a power, ``GM``, or none."""
    open: str | None = None
    """Seat that is open: a power, or ``GM``."""
    sealed: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    votes: frozenset[str] = frozenset()
    """The people (as in ``table.people``) who vote for the reveal now."""
    clock_ended: bool = False

    # --- what is so ---

    @property
    def writers(self) -> tuple[str, ...]:
        """The powers whose orders a person at the laptop writes in this phase, in the table's sequence."""
        return tuple(seat.power for seat in self.table.seats if seat.power in self.to_order and _writes(seat))

    @property
    def to_seal(self) -> tuple[str, ...]:
        """Powers among them that have not sealed yet."""
        return tuple(power for power in self.writers if power not in self.sealed)

    def standing(self, power: str) -> Standing:
        """Return the state of the seat of *power*, as everybody may know it: never whether it has begun to write."""
        seat = self.table.seat(power)
        if self.open == power:
            return Standing.AT_LAPTOP
        if power not in self.to_order:
            return Standing.NOTHING
        if not _writes(seat):
            return Standing.ANSWERED
        if power in self.sealed:
            return Standing.SEALED
        return Standing.DROPPED if power in self.dropped else Standing.NOT_YET

    @property
    def people_to_vote(self) -> tuple[str, ...]:
        """The people who can vote for the reveal now: those who write in this phase."""
        return tuple(person for person, powers in self.table.people.items() if any(power in self.writers for power in powers))

    @property
    def is_majority(self) -> bool:
        """True if more than half of them have agreed."""
        return 2 * len(self.votes) > len(self.people_to_vote)

    def may_open(self, name: str) -> str:
        """Return the reason not to open the seat of *name* (or ``GM``) now; empty where there is none. Who has sealed opens it by taking it
        back.
        """
        if self.stage is RoundStage.OVER:
            return tr("The game is over; its seats are closed.")
        if name == GAME_MASTER:
            if self.table.game_master is None:
                return tr("This table has no game master.")
        else:
            seat = self.table.seat(name)
            if not _writes(seat):
                return tr("Nobody here writes for {title}.", title=_title(seat))
            if seat.by_phone:
                return tr("{title} is at a phone.", title=_title(seat))
            if self.stage is RoundStage.RESULTS:
                return tr("The results are shown; go on to the next phase first.")
            if self.stage is RoundStage.READY:
                return tr("All orders are in; show them first.")
            if name in self.sealed:
                return tr("{title} has sealed its orders; take the seal back to change them.", title=_title(seat))
        if self.open is not None and self.open != name:
            return tr("{text} is at the laptop; close that seat first.", text=self.title(self.open))
        return ""

    def may_take_back(self, power: str) -> str:
        """Return the reason that *power* cannot take its seal back now; empty where it can."""
        title = _title(self.table.seat(power))
        if power not in self.sealed:
            return tr("{title} has not sealed.", title=title)
        if self.table.seat(power).by_phone:
            return tr("{title} is at a phone.", title=title)
        if self.stage not in {RoundStage.TALKS, RoundStage.CURTAIN}:
            if self.stage is RoundStage.OPEN:
                return tr("{text} is at the laptop; close that seat first.", text=self.title(self.open))
            return tr("All orders are in; sealed orders cannot be changed any more.")
        return ""

    @property
    def may_show(self) -> str:
        """Reason that the orders cannot be revealed now; empty where they can."""
        if self.stage is RoundStage.READY:
            return ""
        if self.stage in {RoundStage.RESULTS, RoundStage.OVER}:
            return tr("The orders of this phase were shown.")
        if self.open is not None:
            return tr("{text} is at the laptop; close that seat first.", text=self.title(self.open))
        missing = self._titles(self.to_seal)
        match self.table.shown:
            case RevealTime.ALL_SEALED:
                rule = tr("orders are shown when all have sealed")
            case RevealTime.VOTE:
                rule = tr("orders are shown when all have sealed, or most of the table say so")
            case RevealTime.CLOCK:
                rule = tr("orders are shown when all have sealed, or the clock has ended")
        return tr("Not sealed yet: {missing}. At this table {rule}.", missing=missing, rule=rule)

    def title(self, name: str | None) -> str:
        """A power's name, or the game master's, for the screen."""
        if name is None:
            return tr("Nobody")
        if name == GAME_MASTER:
            return self.table.game_master or tr("The game master")
        return _title(self.table.seat(name))

    def _titles(self, powers: tuple[str, ...]) -> str:
        return ", ".join(self.title(power) for power in powers)

    # --- what is done ---

    def end_talks(self) -> Round:
        """The talks are over: the curtain calls the first who has not sealed."""
        if self.stage is not RoundStage.TALKS:
            raise EditError(Why.NOT_NOW, tr("The talks are over already."))
        return _at_curtain(self)

    def call(self, name: str) -> Round:
        """The curtain calls power *name*, or ``GM``: any who may open a seat or take a seal back, in any sequence."""
        reason = self.may_open(name)
        if self.open is not None:
            raise EditError(Why.NOT_NOW, tr("{text} is at the laptop; close that seat first.", text=self.title(self.open)))
        if reason and not (name in self.sealed and not self.may_take_back(name)):
            raise EditError(Why.NOT_NOW, reason)
        return replace(self, called=name, stage=RoundStage.CURTAIN if self.stage is RoundStage.TALKS else self.stage)

    def opened(self, name: str) -> Round:
        """The seat of power *name*, or of ``GM``, is open. Whether the secret was right is for the caller to see to."""
        reason = self.may_open(name)
        if reason:
            raise EditError(Why.NOT_NOW, reason)
        if name == GAME_MASTER:
            return replace(self, open=name, called=name)
        return replace(self, open=name, called=name, stage=RoundStage.OPEN)

    def closed(self) -> Round:
        """The open seat is closed without sealing; what was written waits."""
        name = self._at_laptop()
        if name == GAME_MASTER:
            return replace(self, open=None, called=None)
        return _at_curtain(replace(self, open=None), name)

    def seal(self) -> Round:
        """The open seat is sealed and closed; with the last one the round is ready."""
        name = self._at_laptop()
        if name == GAME_MASTER:
            raise EditError(Why.NOT_NOW, tr("The game master's desk has no orders to seal; close it."))
        return _at_curtain(replace(self, open=None, sealed=self.sealed | {name}, dropped=self.dropped - {name}), name)

    def take_back(self, power: str) -> Round:
        """The seal of *power* is taken back, and its seat is open."""
        reason = self.may_take_back(power)
        if reason:
            raise EditError(Why.NOT_NOW, reason)
        return replace(self, sealed=self.sealed - {power}, open=power, called=power, stage=RoundStage.OPEN)

    def may_write_away(self, power: str) -> str:
        """Return the reason why *power* cannot write at its phone now; empty where it can."""
        seat = self.table.seat(power)
        if not seat.is_person or not seat.by_phone:
            return tr("{title} is not at a phone.", title=_title(seat))
        if self.stage is RoundStage.OVER:
            return tr("The game is over; its seats are closed.")
        if self.stage is RoundStage.RESULTS:
            return tr("The results are shown; go on to the next phase first.")
        if self.stage is RoundStage.READY:
            return tr("All orders are in; show them first.")
        if power in self.sealed:
            return tr("{title} has sealed its orders; take the seal back to change them.", title=_title(seat))
        return ""

    def seal_away(self, power: str) -> Round:
        """*power* seals at its phone; with the last one the round is ready. Who is at the laptop stays there."""
        reason = self.may_write_away(power)
        if reason:
            raise EditError(Why.NOT_NOW, reason)
        changed = replace(self, sealed=self.sealed | {power}, dropped=self.dropped - {power})
        return changed if changed.to_seal or self.stage is RoundStage.OPEN else replace(changed, stage=RoundStage.READY, called=None)

    def take_back_away(self, power: str) -> Round:
        """*power* takes its seal back at its phone, which it can until the last one has sealed."""
        title = _title(self.table.seat(power))
        if power not in self.sealed:
            raise EditError(Why.NOT_NOW, tr("{title} has not sealed.", title=title))
        if self.stage not in {RoundStage.TALKS, RoundStage.CURTAIN, RoundStage.OPEN}:
            raise EditError(Why.NOT_NOW, tr("All orders are in; sealed orders cannot be changed any more."))
        return replace(self, sealed=self.sealed - {power})

    def give_up(self, power: str) -> Round:
        """Drop the orders of *power*, which cannot be opened. Before the reveal it may write again."""
        seat = self.table.seat(power)
        if not _writes(seat):
            raise EditError(Why.NOT_NOW, tr("Nobody here writes for {title}.", title=_title(seat)))
        if self.open == power:
            raise EditError(Why.NOT_NOW, tr("{title} is at the laptop: its orders can be read.", title=_title(seat)))
        if self.stage in {RoundStage.RESULTS, RoundStage.OVER}:
            raise EditError(Why.NOT_NOW, tr("The orders of this phase were shown."))
        return replace(self, sealed=self.sealed - {power}, dropped=self.dropped | {power})

    def vote_to_show(self, person: str, *, yes: bool = True) -> Round:
        """Note the vote of *person* for the reveal now, or take it back; with most of the people the round is ready."""
        if self.table.shown is not RevealTime.VOTE:
            raise EditError(Why.NOT_NOW, tr("At this table nobody votes on when orders are shown."))
        if person not in self.people_to_vote:
            raise EditError(
                Why.NO_SUCH_POWER, tr("{person} writes no orders in this phase, and has no say in when they are shown.", person=person)
            )
        if self.stage not in {RoundStage.TALKS, RoundStage.CURTAIN}:
            raise EditError(Why.NOT_NOW, self.may_show or tr("All orders are in; show them."))
        votes = self.votes | {person} if yes else self.votes - {person}
        voted = replace(self, votes=votes)
        return replace(voted, stage=RoundStage.READY, called=None) if voted.is_majority else voted

    def end_clock(self) -> Round:
        """The clock has ended: talks are over, and where the clock decides the round is ready. An open seat is closed first."""
        if self.stage in {RoundStage.READY, RoundStage.RESULTS, RoundStage.OVER}:
            return self
        if self.open is not None:
            raise EditError(Why.NOT_NOW, tr("{text} is at the laptop; close that seat first.", text=self.title(self.open)))
        if self.table.shown is RevealTime.CLOCK:
            return replace(self, clock_ended=True, stage=RoundStage.READY, called=None)
        return _at_curtain(replace(self, clock_ended=True))

    def show(self) -> Round:
        """Reveal the orders and carry them out."""
        reason = self.may_show
        if reason:
            raise EditError(Why.NOT_NOW, reason)
        return replace(self, stage=RoundStage.RESULTS, called=None, open=None)

    def end(self) -> Round:
        """The game is over."""
        return replace(self, stage=RoundStage.OVER, called=None, open=None)

    def with_table(self, table: Table) -> Round:
        """The round at a changed table: a new person finds the seat unchanged; a seat without a writer counts as answered."""
        if self.open is not None and self.open != GAME_MASTER and table.seat(self.open) != self.table.seat(self.open):
            raise EditError(Why.NOT_NOW, tr("{text} is at the laptop; close that seat first.", text=self.title(self.open)))
        changed = replace(self, table=table)
        kept = frozenset(changed.writers)
        changed = replace(changed, sealed=self.sealed & kept, dropped=self.dropped & kept, votes=self.votes & set(changed.people_to_vote))
        is_done = self.stage is RoundStage.TALKS and not changed.to_seal  # the last who had not sealed has left
        return _at_curtain(changed) if self.stage is RoundStage.CURTAIN or is_done else changed

    def _at_laptop(self) -> str:
        if self.open is None:
            raise EditError(Why.NOT_NOW, tr("Nobody is at the laptop."))
        return self.open


def begin(
    table: Table,
    phase: Phase,
    to_order: tuple[str, ...],
    *,
    sealed: frozenset[str] = frozenset(),
    dropped: frozenset[str] = frozenset(),
    talks: bool = True,
) -> Round:
    """The round of *phase*.

    Args:
        to_order: the powers that can order something in it.
        sealed: those that have sealed already: the program was started again in the middle.
        dropped: those whose orders were given up in this phase.
        talks: whether it begins with talks; phases of retreats and builds never do.
    """
    fresh = Round(table, phase, to_order, RoundStage.TALKS, sealed=sealed)
    fresh = replace(fresh, sealed=sealed & frozenset(fresh.writers), dropped=(dropped - sealed) & frozenset(fresh.writers))
    if talks and phase.kind is PhaseKind.MOVEMENT and fresh.to_seal:
        return fresh
    return _at_curtain(fresh)


def _writes(seat: Seat) -> bool:
    return seat.decider in {Decider.PERSON, Decider.GAME_MASTER}


def _title(seat: Seat) -> str:
    return seat.name or seat.power


def _at_curtain(now: Round, after: str | None = None) -> Round:
    """The curtain that calls the next power after *after* that has not sealed; the round is ready where there is none."""
    left = now.to_seal
    if not left or (now.clock_ended and now.table.shown is RevealTime.CLOCK):
        return replace(now, stage=RoundStage.READY, called=None)
    places = now.writers
    at = places.index(after) + 1 if after in places else 0
    waiting = [power for power in (*places[at:], *places[:at]) if power in left and not now.table.seat(power).by_phone]
    following = [power for power in waiting if power != after] or waiting
    return replace(now, stage=RoundStage.CURTAIN, called=following[0] if following else None)


class RevealAct(StrEnum):
    """Wish of a person who steers the reveal."""

    NEXT = "next"
    BACK = "back"
    ALL = "all"
    """All that is left at once."""
    ON = "on"
    """On to the next phase, after the last step."""


@dataclass(slots=True)
class Telling:
    """The reveal of the phase whose results lie open.

    Whoever shows it, the laptop's window or a table without one, calls ``show`` at each step and does what ``act`` is called for.
    """

    at: int | None = None
    """The step in view; ``None`` before the first."""
    of: int = 0
    """Number of steps."""
    steering: str | None = None
    """Power whose phone steers the reveal besides the laptop."""
    act: Callable[[RevealAct], None] | None = None
    """Function that carries out the wish of a person at a phone; ``None`` while no reveal is shown."""
    changed: Listeners[[]] = field(default_factory=Listeners)
    """Listeners that are called at every step."""

    @property
    def is_at_last_step(self) -> bool:
        """True if the last step is in view."""
        return self.at is not None and self.at >= self.of - 1

    def show(self, at: int, of: int) -> None:
        """Step *at* of *of* is in view from now on."""
        if (at, of) != (self.at, self.of):
            self.at, self.of = at, of
            self.changed.tell()

    def end(self) -> None:
        """Forget the reveal, since the next phase begins."""
        self.at, self.of, self.act = None, 0, None
