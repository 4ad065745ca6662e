"""Acts for a game whose time has come: reminder, notice after the deadline, and processing by what the game's rule says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.game.deadlines import due, moment_of, terms_of
from app.game.default_lists import IfMissing, policies
from app.game.readiness import readiness
from app.game.record import MAIN, Game
from app.game.silence import is_extended_for, lacking, misses, silence_rule
from app.gm.silence_words import extended_by_rule_words
from app.judge import life
from app.judge.notices import game_subject, remind
from app.judge.records import GameRecord, Life, change
from app.judge.step import JudgeStep
from app.session.errors import NotReadyError
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
