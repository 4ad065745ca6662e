"""Acts for a game whose time has come: reminder, notice, and processing, decided in the minutes before the deadline.

What is decided ahead counts for nothing until its time. Where an order, a word of a mail or the game master changes the game or its
record, it is thrown away and decided again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from app.game.deadlines import due, moment_of, terms_of
from app.game.default_lists import IfMissing, policies
from app.game.readiness import readiness
from app.game.record import MAIN, EditError, Game
from app.game.silence import is_extended_for, lacking, misses, silence_rule
from app.game.storage.atomic import StorageError
from app.game.storage.lock import lock_game
from app.game.storage.places import places
from app.gm.deadline_words import extended_by_rule_words
from app.judge import life
from app.judge.game_work import DamagedGameError
from app.judge.notices import game_subject, remind, tell_changes
from app.judge.records import GameRecord, Life, change
from app.judge.step import JudgeState, JudgeStep, fresh_key
from app.judge.step_journal import StepConflictError
from app.session.errors import CommandError, NotReadyError
from entente.words.names import join_words, power_name
from languages import clauses, labelled, tr

ARCHIVED_AFTER = timedelta(days=30)
"""Time after its end at which a game goes to the archive."""


@dataclass(frozen=True, slots=True)
class GameTimes:
    """Times at which something happens to a game, as far as its file and its record say; ``None`` where nothing does by itself."""

    reminder: datetime | None = None
    deadline: datetime | None = None
    processed: datetime | None = None
    """The deadline with its grace; ``None`` while the game waits for a power."""
    is_ready: bool = False
    """True if all orders are in and no power asks to wait."""

    def next_after(self, now: datetime) -> datetime | None:
        """The first moment at which the game must be looked at again."""
        moments = [each for each in (self.reminder, self.deadline, self.processed) if each is not None]
        return min(moments, default=None) if not self.is_ready else now


def times_of(game: Game, record: GameRecord, reminder: timedelta) -> GameTimes:
    """Return the times of *game*."""
    if record.life is not Life.ACTIVE or game.branch(MAIN).ending is not None or terms_of(game).stopped is not None:
        return GameTimes()
    turn = game.turn(game.last(MAIN))
    phase, moment = str(turn.phase), due(turn.deadline)
    is_ready = record.early and record.not_early != phase and bool(readiness(game, MAIN)) and not turn.waits and bool(turn.orders)
    if moment is None:
        return GameTimes(is_ready=is_ready)
    return GameTimes(
        None if record.reminded == phase else moment - reminder,
        None if record.late == phase else moment,
        None if record.told_waiting == phase else moment + terms_of(game).grace,
        is_ready,
    )


PROCESSED = "processed"
"""Word for the log where a phase was processed at its time."""


def go_on(step: JudgeStep, short: str, *, read_until: datetime | None) -> str:
    """Do what is due for a game now; returns what was done, for the log, and nothing where nothing was.

    Args:
        read_until: the time until which all mail was read that may be about the game: an order must not be late since the judge was.
    """
    record, work = step.record(short), step.work(short)
    game, now = work.game, step.now
    life.note_ending(step, short)
    if step.record(short).life is Life.OVER:
        return "over"
    if record.life is not Life.ACTIVE or terms_of(game).stopped is not None:
        return ""
    if due(game.turn(game.last(MAIN)).deadline) is None:
        life.follow_rule(step, short)
    times = times_of(work.game, record, step.state.settings.reminder)
    phase = str(game.turn(game.last(MAIN)).phase)
    moment = due(work.game.turn(work.game.last(MAIN)).deadline)
    if times.is_ready and read_until is not None and (moment is None or now < moment):
        process_now(step, short, "all orders are in")
        return "processed early"
    if moment is None:
        return ""
    if now >= (end := moment + terms_of(work.game).grace):
        if read_until is None or read_until < end or record.told_waiting == phase:
            return ""
        return _at_the_deadline(step, short, moment, phase)
    if now >= moment:
        if record.late == phase:
            return ""
        step.put(change(step.record(short), late=phase))
        return f"{remind(step, short, is_late=True)} late notices" if lacking(work.game, MAIN) else ""
    if now >= moment - step.state.settings.reminder and record.reminded != phase:
        step.put(change(step.record(short), reminded=phase))
        return f"{remind(step, short, is_late=False)} reminders"
    return ""


def _at_the_deadline(step: JudgeStep, short: str, moment: datetime, phase: str) -> str:
    work, record = step.work(short), step.record(short)
    stops = {IfMissing.WAIT, IfMissing.ASK}
    held = [power for power, policy in policies(work.game, MAIN).items() if policy in stops and power in lacking(work.game, MAIN)]
    if (silence_rule(work.game) is None and lacking(work.game, MAIN)) or held:
        names = join_words(power_name(work.game.variant, power) for power in lacking(work.game, MAIN))
        words = tr("{game} waits for {powers}, as its rule says. PROCESS goes on without them.", game=short, powers=names)
        step.put(change(record, told_waiting=phase))
        step.state.look_at(f"waits {short}", words)
        step.post(step.to_master(record, game_subject(work.game, tr("the game waits")), words))
        return "waits"
    late = step.now - (moment + terms_of(work.game).grace)
    reason = "the deadline and its grace are over"
    if late > timedelta(minutes=15):
        reason += (
            f"; processed {int(late.total_seconds()) // 60} minutes after them, since the judge was not running or could not read its mail"
        )
        step.told.setdefault(short, []).append(tr("Processed later than its time: the judge was not running, or could not read its mail."))
    process_now(step, short, reason)
    return PROCESSED if str(work.game.turn(work.game.last(MAIN)).phase) != phase else "extended"


def process_now(step: JudgeStep, short: str, reason: str, *, forced: bool = False) -> str:
    """Process the open phase, or extend its deadline where the rule for silence says so; mails for what follows go into *step*.

    Raises:
        CommandError: it could not be processed.
    """
    work = step.work(short)
    before = {power: len(phases) for power, phases in misses(work.game).items()}
    phase = str(work.game.turn(work.game.last(MAIN)).phase)
    put_off = [power for power in work.game.variant.powers if is_extended_for(work.game, MAIN, power)]
    doubts = [labelled(each.power, each.line.text) for each in readiness(work.game, MAIN).not_understood]
    if doubts:
        step.told.setdefault(short, []).append(tr("Not decided in time, and so not carried out: {lines}.", lines=clauses(doubts)))
    try:
        if forced:
            raise NotReadyError
        said = work.run("process", withdrawn="stand", reason=reason)
    except NotReadyError:
        said = work.run("process", missing="process", withdrawn="stand", reason=reason)
    step.state.settle(f"waits {short}")
    turn = work.game.turn(work.game.last(MAIN))
    if str(turn.phase) == phase and work.game.branch(MAIN).ending is None:
        extended = [power for power in work.game.variant.powers if power not in put_off and is_extended_for(work.game, MAIN, power)]
        life.tell_all(step, short, lambda: extended_by_rule_words(work.game, MAIN, extended, work.session_now))
        step.put(change(step.record(short), reminded="", late=phase))
        return said
    step.put(change(step.record(short), reminded="", late="", told_waiting="", not_early="", questions=()))
    life.follow_rule(step, short)
    _call_substitutes(step, short, before)
    life.note_ending(step, short)
    return said


def _call_substitutes(step: JudgeStep, short: str, before: dict[str, int]) -> None:
    """Look for a player for each power that has now missed as many deadlines as the rule of its game allows."""
    work, rule = step.work(short), silence_rule(step.work(short).game)
    if rule is None:
        return
    for power, phases in misses(work.game).items():
        count, record = len(phases), step.record(short)
        if count <= before.get(power, 0) or power in record.vacant:
            continue
        if rule.disorder_after is not None and count >= rule.disorder_after and power in record.seats:
            life.free_seat(step, short, power)
        elif rule.substitute_after is not None and count >= rule.substitute_after:
            step.put(change(record, vacant=(*record.vacant, power)))
            life.call_substitute(step, short, power)


def is_archived_by_now(record: GameRecord, now: datetime) -> bool:
    """Return True if a game has been over so long that it goes to the archive."""
    ended = moment_of(record.ended)
    return record.life is Life.OVER and ended is not None and now - ended > ARCHIVED_AFTER


AHEAD = timedelta(minutes=10)
"""Time before its deadline from which a phase is decided."""
LATEST = timedelta(minutes=2)
"""Time after its deadline until which it is carried out as it was decided: then the mails need not say that it is late."""
_WRITERS = 4
"""Threads that write at once: most of the time they wait for the disk."""


@dataclass(frozen=True, slots=True)
class _Decided:
    moment: datetime
    stamp: tuple[int, int]
    """Stamp of the file of the game, from which it was decided."""
    record: GameRecord
    after: GameRecord
    place: Path


class PhasesAhead:
    """Phases that are decided already.

    Args:
        stamp: tells versions of the file of a game apart.
    """

    def __init__(self, state: JudgeState, stamp: Callable[[GameRecord], tuple[int, int]]) -> None:
        self._state, self._stamp = state, stamp
        self._decided: dict[str, _Decided] = {}

    def decide(self, record: GameRecord, moment: datetime) -> None:
        """Decide the phase of a game that is processed at *moment*; where that fails, it is left to its time."""
        short = record.short
        self.forget(short)
        stamp = self._stamp(record)
        with suppress(CommandError, EditError, StorageError, DamagedGameError, ValueError, LookupError), self._state.ahead(moment):
            with JudgeStep(self._state, fresh_key(f"ahead {short}", moment)) as step:
                if go_on(step, short, read_until=moment) != PROCESSED:
                    return
                tell_changes(step, short)
                place, after = step.decide_ahead()
            self._decided[short] = _Decided(moment, stamp, record, after or record, place)

    def is_decided(self, record: GameRecord, moment: datetime) -> bool:
        """Return True if the phase that is processed at *moment* is decided as the game stands."""
        return self._fits(record) and self._decided[record.short].moment == moment

    def is_ready(self, record: GameRecord) -> bool:
        """Return True if the time of a phase that was decided has come, and nothing has changed since."""
        if not self._fits(record):
            self.forget(record.short)
            return False
        return timedelta() <= self._state.now - self._decided[record.short].moment <= LATEST

    def carry_out(self, shorts: Iterable[str]) -> dict[str, bool]:
        """Carry out what was decided for those games, several at once; False for those that were changed since."""
        chosen = {short: self._decided.pop(short) for short in shorts}
        if not chosen:
            return {}
        with ThreadPoolExecutor(min(_WRITERS, len(chosen)), "writer") as pool:
            done = dict(zip(chosen, pool.map(self._write, chosen.values()), strict=True))
        for short, each in chosen.items():
            if done[short]:
                self._state.records[short] = each.after
                self._state.settle(f"waits {short}")
        return done

    def forget(self, short: str) -> None:
        """Throw away what was decided for a game."""
        found = self._decided.pop(short, None)
        if found is not None:
            with suppress(OSError):
                found.place.unlink(missing_ok=True)

    def _fits(self, record: GameRecord) -> bool:
        found = self._decided.get(record.short)
        return found is not None and found.record == record and found.stamp == self._stamp(record)

    def _write(self, decided: _Decided) -> bool:
        """Write what was decided, while no window may write the same game."""
        try:
            lock = lock_game(self._state.game_file(decided.record), places().locks)
            try:
                self._state.journal.carry_out_ahead(decided.place)
            finally:
                lock.release()
        except (StorageError, StepConflictError, OSError):
            with suppress(OSError):
                decided.place.unlink(missing_ok=True)
            return False
        return True
