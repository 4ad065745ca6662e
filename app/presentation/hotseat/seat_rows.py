"""Seats as values: the choices before a game, a line for each during it, and the words over the board of an open one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING

from adjudicator.adjudicating import Concession, survivors
from app.game.ending_edits import NO, vote_of
from app.game.record import EditError, Game, Turn
from app.hotseat.clock import Clock
from app.hotseat.round import RoundStage, Standing
from app.hotseat.table import PROGRAM, Decider, Seat, Table
from app.session.seating import Seating
from app.tables.table_players import powers_of_programs
from entente.words import describe_ending
from entente.words.names import join_words
from languages import in_digits, mark, plural, tr

if TYPE_CHECKING:
    from app.players.programs.log import ProgramLogEntry
    from app.players.programs.supervisor import ProgramStanding as ProgramStanding


SEALED_WORDS = "•••"
"""Text in place of a program's words where the viewer may not read them."""


class Light(StrEnum):
    """Lamp of a seat by its state; words beside it say the same."""

    OFF = "off"
    WAITING = "waiting"
    GOOD = "good"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Thinking:
    """Time of one player, in seconds."""

    used: float
    whole: float | None
    """``None`` where there is no limit."""

    @property
    def words(self) -> str:
        """``1.2 of 5 s``"""
        return (
            tr("{seconds:.1f} s", seconds=self.used)
            if self.whole is None
            else tr("{used:.1f} of {whole:.1f} s", used=min(self.used, self.whole), whole=self.whole)
        )


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat."""

    power: str
    name: str
    light: Light
    kind: str
    """``Person``, ``Opponent``, ``Program``, ``Absent``, ``Game master``"""
    who: str
    where: str
    """``at this screen``, ``started here``, ``localhost:9000``"""
    state: str
    detail: str
    is_program: bool = False
    thinking: Thinking | None = None
    can_restart: bool = False
    process: str = ""
    """``process 4127, 38 MB``"""


@dataclass(frozen=True, slots=True)
class SeatsState:
    """State of the page."""

    game: str
    phase: str
    summary: str
    lines: tuple[SeatLine, ...]
    is_lobby: bool
    """True if the game has not begun for the programs."""
    is_over: bool
    can_start: bool
    has_started: bool
    """True if programs run."""
    is_paused: bool
    can_step: bool
    may_read: bool
    open_logs: bool
    can_change_logs: bool


def seats_state(seating: Seating, phase: str, *, may_read: bool, open_logs_allowed: bool) -> SeatsState:
    """Return the present state of the table of *seating*."""
    there = seating.programs
    theirs = powers_of_programs(seating)
    lines = tuple(_line(seating, seat) for seat in seating.round.table.seats)
    if seating.round.stage is RoundStage.OVER:
        lines = tuple(_with_result(seating, line) for line in lines)
    is_over = seating.round.stage is RoundStage.OVER
    is_lobby = bool(theirs) and not is_over and (there is None or not there.has_begun)
    is_paused = there is not None and there.is_paused
    return SeatsState(
        game=seating.game.name,
        phase=phase,
        summary=_summary(seating, lines, is_lobby=is_lobby, is_paused=is_paused),
        lines=lines,
        is_lobby=is_lobby,
        is_over=is_over,
        can_start=is_lobby and there is not None and there.is_ready,
        has_started=there is not None,
        is_paused=is_paused,
        can_step=is_paused and any(power in seating.thinking for power in theirs),
        may_read=may_read,
        open_logs=seating.open_logs,
        can_change_logs=open_logs_allowed,
    )


def _summary(seating: Seating, lines: Iterable[SeatLine], *, is_lobby: bool, is_paused: bool) -> str:
    if is_lobby:
        waited = [line.name for line in lines if line.is_program and line.light is not Light.GOOD]
        if seating.programs is None:
            return tr(
                "The programs of this game are not started. A file only names them; what runs is what this machine knows by that name."
            )
        return tr("Waited for: {waited}.", waited=", ".join(waited)) if waited else tr("All programs are ready.")
    ending = seating.game.branch(seating.branch).ending
    if seating.round.stage is RoundStage.OVER and ending is not None:
        return tr("The game is over: {ending}.", ending=describe_ending(seating.game.variant, ending))
    to_order = seating.round.to_order
    done = sum(power in seating.round.sealed or power in seating.answers for power in to_order)
    absent = sum(seating.table.seat(power).decider is Decider.ABSENT for power in to_order)
    said = tr("{done} of {count} orders are in · who is late holds", done=done + absent, count=len(to_order))
    return f"{said} · {tr('programs are paused')}" if is_paused else said


def _line(seating: Seating, seat: Seat) -> SeatLine:
    name = seat.name or seat.power
    if seat.program:
        return _program_line(seating, seat, name)
    standing = seating.round.standing(seat.power)
    kinds = {
        Decider.PERSON: (tr("Person"), seat.who, tr("at this screen")),
        Decider.GAME_MASTER: (tr("Game master"), seat.who, tr("writes its orders")),
        Decider.ABSENT: (tr("Absent"), tr("Nobody"), tr(seat.absence.value)),
        Decider.OPPONENT: (tr("Opponent"), tr(seat.opponent.capitalize()), tr("thinks here")),
    }
    kind, who, where = kinds[seat.decider]
    if seat.opponent == "daide" and seat.decider is Decider.OPPONENT:
        kind, who = "DAIDE", tr("DAIDE program")
        port = None if seating.clients is None else seating.clients.port
        where = tr("not let in yet") if port is None else tr("connects to port {port}", port=port)
    light, state = {
        Standing.NOT_YET: (Light.WAITING, tr("not sealed")),
        Standing.AT_LAPTOP: (Light.WAITING, tr("writing orders")),
        Standing.SEALED: (Light.GOOD, tr("sealed")),
        Standing.ANSWERED: (Light.GOOD, tr("orders in")),
        Standing.NOTHING: (Light.OFF, tr("nothing due")),
        Standing.DROPPED: (Light.WAITING, tr("discarded")),
    }[standing]
    if seat.power in seating.thinking:
        light, state = Light.WAITING, tr("thinking")
    return SeatLine(seat.power, name, light, kind, who, where, state, "")


def _with_result(seating: Seating, line: SeatLine) -> SeatLine:
    """Return the line with the result of the seat in the game that is over."""
    ending, position = seating.game.branch(seating.branch).ending, seating.turn.position
    centres = len(position.centres_of(line.power))
    if ending is not None and line.power in ending.winners:
        light, state = Light.GOOD, tr("won") if len(ending.winners) == 1 else tr("shares the draw")
    else:
        light, state = Light.OFF, tr("survived") if centres or position.units_of(line.power) else tr("out")
    return replace(
        line,
        light=light,
        state=state,
        detail=plural("{count} centre", "{count} centres", centres),
        thinking=None,
        can_restart=False,
        process="",
    )


def _program_line(seating: Seating, seat: Seat, name: str) -> SeatLine:
    there = seating.programs
    if there is None or seat.power not in there.powers:
        return SeatLine(
            seat.power, name, Light.OFF, tr("Program"), seat.program, tr("on this machine"), tr("not started"), "", is_program=True
        )
    found, known = there.standing(seat.power), there.program(seat.power)
    where = {"start": tr("started here"), "connect": known.title, "listen": known.title}[known.reach.value]
    who = f"{seat.program} ({found.name})" if found.name and found.name.casefold() != seat.program.casefold() else seat.program
    light, state, thinking = _lamp(seating, seat, found)
    words = found.words
    if found.status.value == "starting" and known.reach.value == "listen" and (token := there.token_of(seat.power)):
        words = tr("{words}, password {token}", words=words, token=token)
    trip = there.last_trip(seat.power) if light is Light.GOOD and seat.power in seating.answers else None
    detail = words or ("" if trip is None else f"{trip} ms" if trip < 1000 else f"{in_digits(trip / 1000, '.2f')} s")
    memory = there.memory_mb(seat.power) if found.pid is not None else None
    process = "" if found.pid is None else tr("runs as process {pid}", pid=found.pid)
    if process and memory is not None:
        process = f"{process}, {tr('{size} MB', size=memory)}"
    return SeatLine(
        seat.power,
        name,
        light,
        tr("Program"),
        who,
        where,
        state,
        detail,
        is_program=True,
        thinking=thinking,
        can_restart=light is Light.LOST,
        process=process,
    )


def _lamp(seating: Seating, seat: Seat, found: ProgramStanding) -> tuple[Light, str, Thinking | None]:
    match found.status.value:
        case "stopped":
            return Light.LOST, tr("stopped"), None
        case "starting" | "off":
            return Light.WAITING, tr("starting"), None
        case "thinking":
            since = found.since or 0.0
            whole = None if found.deadline is None else found.deadline - since
            return Light.WAITING, tr("thinking"), Thinking(max(0.0, monotonic() - since), whole)
    if seat.power in seating.answers:
        return Light.GOOD, tr("orders in"), None
    return Light.GOOD, tr("ready"), None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a log."""

    at: str
    mark: str
    """``→`` sent, ``←`` received, ``×`` refused or late, ``!`` standard error"""
    kind: str
    words: str
    trip: str
    is_bad: bool = False
    is_heading: bool = False
    raw: str = ""


_MARKS = {"sent": "→", "heard": "←", "stderr": "!", "note": "·"}
_BAD = frozenset({"rejected", "late", "too late", "forfeit", "bad line"})
_KINDS = {
    "late": mark("late"),
    "too late": mark("too late"),
    "forfeit": mark("lost its seat"),
    "bad line": mark("not understood"),
    "letters": mark("letters"),
    "limits": mark("limits"),
    "restart": mark("restart"),
    "unknown": mark("unknown"),
}
"""Words for events other than messages; the types of messages are the protocol's."""
_OPEN = frozenset({"hello", "new_game", "bye", "game_over", "restart", "limits", "late", "too late", "forfeit"})
"""Entries that everybody may read: they hold nothing of orders and letters."""


def log_rows(entries: Iterable[ProgramLogEntry], *, may_read: bool, headings: Mapping[str, str] | None = None) -> tuple[LogRow, ...]:
    """*entries* as rows, with a heading where another phase begins.

    Args:
        may_read: whether orders, letters and lines as they went may be read; else they are dots.
        headings: names of phases; their codes unless given.
    """
    rows: list[LogRow] = []
    phase = ""
    for entry in entries:
        if entry.phase and entry.phase != phase:
            phase = entry.phase
            rows.append(LogRow("", "", "", (headings or {}).get(phase, phase), "", is_heading=True))
        is_open = may_read or (entry.kind in _OPEN and entry.way.value != "stderr")
        is_bad = entry.kind in _BAD
        rows.append(
            LogRow(
                str(entry.at_ms),
                "×" if is_bad else _MARKS[entry.way.value],
                tr(_KINDS.get(entry.kind, entry.kind)),
                entry.words if is_open else entry.phase if entry.kind == "turn" else SEALED_WORDS,
                "" if entry.round_trip_ms is None else tr("{count} ms", count=entry.round_trip_ms),
                is_bad=is_bad,
                raw=entry.raw if may_read else "",
            )
        )
    return tuple(rows)


def in_words(table: Table, locked: frozenset[str]) -> tuple[str, str]:
    """``5 people, 1 opponent, 1 absent.`` and what is worth knowing about it."""
    people = len(table.people)
    programs = sum(bool(seat.program) for seat in table.seats if seat.decider is Decider.OPPONENT)
    opponents = sum(seat.decider is Decider.OPPONENT for seat in table.seats) - programs
    absent = sum(seat.decider is Decider.ABSENT for seat in table.seats)
    masters = sum(seat.decider is Decider.GAME_MASTER for seat in table.seats)
    parts = [plural("{count} person", "{count} people", people)]
    if opponents:
        parts.append(plural("{count} opponent", "{count} opponents", opponents))
    if programs:
        parts.append(plural("{count} program", "{count} programs", programs))
    if masters:
        parts.append(tr("{masters} by the game master", masters=masters))
    if absent:
        parts.append(plural("{count} absent", "{count} absent", absent))
    bare = [seat.name or seat.power for seat in table.seats if seat.is_person and seat.power not in locked]
    if not people:
        said = tr("Nobody sits at this screen: give at least one power to a person.")
    elif len(bare) == sum(seat.is_person for seat in table.seats):
        said = tr("Nobody has a PIN: seats open by holding a key.")
    elif bare:
        said = plural("{people} has no PIN.", "{people} have no PIN.", len(bare), people=join_words(bare))
    else:
        said = tr("Everybody has a PIN or passphrase.")
    return f"{', '.join(parts)}.", said


def trouble_of(table: Table) -> str:
    """Return the reason that the game cannot start with *table*; empty where it can."""
    nameless = [seat.name or seat.power for seat in table.seats if seat.decider is Decider.OPPONENT and seat.opponent == PROGRAM]
    if nameless:
        return tr("{powers}: choose a program, or remember one with Another…", powers=join_words(nameless))
    if not table.people and table.game_master is None:
        return tr("Give at least one power to a person.")
    return ""


def clock_words(clock: Clock) -> tuple[str, str]:
    """The time, and what it is of: ``("6:40", "Talks and orders end in")``."""
    if clock.is_over:
        return clock.words, tr("The time is up")
    if clock.after_gap:
        return clock.words, tr("Paused: the lid was closed")
    return clock.words, tr("Talks and orders end in") if clock.running else tr("The clock is stopped at")


class VoteKind(StrEnum):
    """Kind of vote."""

    PLAY_ON = mark("Play on")
    DRAW = mark("A draw")
    CONCESSION = mark("Concede to one power")


@dataclass(frozen=True, slots=True)
class VoteChoice:
    """A vote. Of a draw, *sharers* are those who share it; of a concession, *winner* is who wins."""

    kind: VoteKind = VoteKind.PLAY_ON
    sharers: frozenset[str] = frozenset()
    winner: str = ""

    def words(self, survivors: frozenset[str]) -> str:
        """Return the words that the command takes. A draw among all *survivors* names no power, and so stays one when one is eliminated."""
        match self.kind:
            case VoteKind.DRAW:
                return "draw" if self.sharers == survivors else " ".join(("draw", *sorted(self.sharers)))
            case VoteKind.CONCESSION:
                return f"concede to {self.winner}"
            case VoteKind.PLAY_ON:
                return NO


def sharers(game: Game, turn: Turn) -> tuple[str, ...]:
    """Return the powers that can share a draw or win, in the game's sequence."""
    return survivors(game.variant, turn.position.owners, turn.position.units)


def opponents_vote(table: Table) -> str:
    """Return the sentence that tells how opponents vote; empty where there is none."""
    if not any(seat.decider is Decider.OPPONENT and not seat.program for seat in table.seats):
        return ""
    return tr("Opponents join what all people vote for: a draw, unless they are winning or left out, or a concession to the leader.")


def present_vote(game: Game, turn: Turn, power: str) -> VoteChoice | None:
    """Return the vote of *power* in *turn*; ``None`` where there is none, or its words mean nothing."""
    said = next((each.choice for each in turn.votes if each.power == power), None)
    if said is None:
        return None
    try:
        vote = vote_of(game, said)
    except EditError:
        return None
    everybody = frozenset(sharers(game, turn))
    if vote is None:
        return VoteChoice(VoteKind.PLAY_ON, everybody)
    if isinstance(vote, Concession):
        return VoteChoice(VoteKind.CONCESSION, everybody, vote.winner)
    return VoteChoice(VoteKind.DRAW, frozenset(vote.powers) or everybody)
