"""Player of each power, in the words of the command line: ``FRANCE=bot:./my.py ENGLAND=person``."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from adjudicator.variant import PowerRole, Variant
from app.game.storage.atomic import Failure, StorageError, storing, sync, write_atomically
from app.players.bots import OPPONENTS, Bot
from app.session.errors import Abort, did_you_mean, nearest
from app.session.session import Session
from entente.playing import Player
from languages import clauses, labelled, plural, tr

if TYPE_CHECKING:
    from app.players.programs.events import EventLines
    from app.players.programs.host import ProgramHost
    from app.players.programs.match import MatchReport
    from app.players.programs.seats import Seat


def seats_of(variant: Variant, words: Iterable[str], people: Sequence[str] | None, others: Bot) -> dict[str, Seat]:
    """Return the player of each power.

    Args:
        words: ``POWER=WHO``.
        people: powers of people; ``None`` is all without another player.
        others: who plays the powers that are named nowhere.

    Raises:
        Abort: a power or a player is not known, or a power is given twice.
    """
    from app.players.programs.seats import BuiltInSeat, PersonSeat, SeatError, read_seat

    played = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    called = {word.casefold(): power.id for power in variant.powers.values() for word in (power.id, power.name, power.adjective)}
    found: dict[str, Seat] = dict.fromkeys(people or (), PersonSeat())
    for each in words:
        name, _, who = each.partition("=")
        power = called.get(name.casefold().replace("-", "_"), called.get(name.casefold()))
        if power not in played:
            hint = did_you_mean(nearest(name, played))
            raise Abort(
                tr(
                    "{name}: neither an option nor a power that is played in {variant}{hint}",
                    name=name,
                    variant=variant.name,
                    hint=hint or ": " + ", ".join(played),
                )
            )
        if power in found:
            raise Abort(tr("{power} is given to two players.", power=power))
        try:
            found[power] = read_seat(who, frozenset(Bot))
        except SeatError as error:
            raise Abort(labelled(power, error)) from error
    return {power: found.get(power, PersonSeat() if people is None else BuiltInSeat(others)) for power in played}


def opponents_of(variant: Variant, seats: Mapping[str, Seat], seed: int) -> dict[str, Player]:
    """The built-in opponents among *seats*; the same *seed* gives players that play the same, with any others."""
    from app.players.programs.seats import BuiltInSeat

    dice = Random(seed)  # noqa: S311 - dice, no secrets
    seeds = {power.id: dice.getrandbits(32) for power in variant.powers.values() if power.role is PowerRole.PLAYING}
    return {power: OPPONENTS[Bot(seat.name)].make(seeds[power]) for power, seat in seats.items() if isinstance(seat, BuiltInSeat)}


def kinds_of(seats: Mapping[str, Seat]) -> dict[str, Bot]:
    """The kinds of the built-in opponents among *seats*."""
    from app.players.programs.seats import BuiltInSeat

    return {power: Bot(seat.name) for power, seat in seats.items() if isinstance(seat, BuiltInSeat)}


def people_of(seats: Mapping[str, Seat]) -> list[str]:
    """The powers that people play."""
    from app.players.programs.seats import PersonSeat

    return [power for power, seat in seats.items() if isinstance(seat, PersonSeat)]


@contextmanager
def programs_of(session: Session, variant: Variant, seats: Mapping[str, Seat], terms: Terms) -> Iterator[ProgramHost | None]:
    """The programs among *seats*, started, called, and waited for; ``None`` where there are none. They are gone at the end.

    Raises:
        Abort: one of them cannot be reached.
    """
    from app.players.programs.seats import ProgramReach, ProgramSeat

    programs = {power: seat for power, seat in seats.items() if isinstance(seat, ProgramSeat)}
    if not programs:
        yield None
        return
    from app.players.programs.clocks import Bounds, Clocks
    from app.players.programs.host import ProgramHost
    from app.players.programs.names import Names, scrambled
    from app.players.programs.supervisor import ProgramStatus

    clocks = Clocks() if terms.seconds is None else Clocks.even(terms.seconds, talk=terms.talk)
    bounds = Bounds(illegal=terms.illegal, memory_mb=terms.memory_mb)
    names = Names() if terms.scramble is None else scrambled(variant, terms.scramble)
    with ProgramHost(variant) as host:
        for power, seat in programs.items():
            host.seat(power, seat, clocks=clocks, bounds=bounds, names=names)
            standing = host.standing(power)
            if standing.status is ProgramStatus.STOPPED:
                raise Abort(labelled(f"{power}, {seat.title}", standing.words))
            if seat.reach is ProgramReach.LISTEN:
                session.say(
                    tr(
                        "{power} is waited for at {host}, port {port_of}, token {token_of}",
                        power=power,
                        host=seat.host,
                        port_of=host.port_of(power),
                        token_of=host.token_of(power),
                    )
                )
        host.wait(lambda: all(host.standing(power).status is not ProgramStatus.STARTING for power in programs))
        yield host
        if terms.logs is not None:
            _write_logs(host, terms.logs)


def titles_of(seats: Mapping[str, Seat]) -> dict[str, str]:
    """Return the titles of the seats, in a word or two."""
    from app.players.programs.seats import BuiltInSeat, ProgramSeat

    return {
        power: seat.title if isinstance(seat, ProgramSeat) else seat.name if isinstance(seat, BuiltInSeat) else "person"
        for power, seat in seats.items()
    }


@contextmanager
def events_to(file: Path | None) -> Iterator[EventLines | None]:
    """Open the writer that records a game in *file*, line by line as it happens; ``None`` without a file.

    Raises:
        StorageError: it could not be written, or is not what was written when it is read back at the end.
    """
    if file is None:
        yield None
        return
    from app.players.programs.events import EventLines

    doing = tr("recording the game")
    written = hashlib.sha256()
    with storing(file, doing):
        lines = file.open("wb", buffering=0)

    def write(line: str) -> None:
        data = line.encode()
        written.update(data)
        with storing(file, doing):
            if lines.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    try:
        yield EventLines(write)
        if file.is_file():
            with storing(file, doing):
                sync(lines.fileno())
                with file.open("rb") as again:
                    is_whole = hashlib.file_digest(again, "sha256").digest() == written.digest()
            if not is_whole:
                raise StorageError(
                    Failure.OTHER, file, tr("{doing} failed: the disk gives back something else than was written", doing=doing)
                )
    finally:
        lines.close()


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of programs: their limits, and the logs that are kept."""

    seconds: float | None = None
    """For each turn; the usual clocks unless given."""
    illegal: int | None = None
    memory_mb: int | None = 1024
    scramble: int | None = None
    """Seed of other names for powers and provinces."""
    logs: Path | None = None
    """A folder for the logs of each program."""
    talk: float = 0.0
    """On top of each movement turn: for letters before orders."""


def _write_logs(host: ProgramHost, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for power in host.powers:
        with host.lock:
            text = "".join(f"{entry}\n" for entry in host.dialogue(power).log)
        write_atomically(folder / f"{power}.log", text.encode())


def record_sentences(report: MatchReport, seats: Mapping[str, Seat]) -> list[str]:
    """Return the record of each program, a sentence each."""
    from app.players.programs.seats import ProgramSeat

    titles = {power: seat.title for power, seat in seats.items() if isinstance(seat, ProgramSeat)}
    lines = []
    for power, counts in report.counts.items():
        parts = [
            plural("{count} turns", "{count} turns", counts.turns),
            plural("{count} illegal", "{count} illegal", counts.illegal),
            plural("{count} late", "{count} late", counts.late),
        ]
        if counts.seconds_a_move is not None:
            parts.append(tr("{seconds:.2f} s a move", seconds=counts.seconds_a_move))
        said = clauses(filter(None, (", ".join(parts), report.forfeits.get(power, ""))))
        lines.append(labelled(f"{power}, {titles[power]}", f"{said}."))
    return lines
