"""Words of the game master: games made, begun, paused, corrected and ended from a mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from app.game.dpn.lines import phase_of
from app.game.edits import process as processed
from app.game.readiness import taken_as_holding
from app.game.record import MAIN, Cursor
from app.judge import life
from app.judge.due_games import process_now
from app.judge.life import RuleFault, read_calendar_rule
from app.judge.mail_desk import MailDesk
from app.judge.mail_words import Act, word
from app.judge.notices import game_subject, what_is_next
from app.judge.records import GameRecord, Life, SeatHolder, SenderStanding, change, is_short
from app.mail_out.phase_facts import EVERYBODY, facts_of
from app.mail_out.readers import named_template, written
from app.session.errors import Abort
from entente.words.names import describe_phase, power_name, variant_name
from languages import labelled, quoted, tr, using

_BY = "by the game master's mail"


def _master(usage: str, pattern: str, *, tells: bool = False, needs_game: bool = True) -> Callable[[Act], Act]:
    """Declare a word that takes the game master's secret."""
    return word(usage, pattern, SenderStanding.MASTER, tells=tells, needs_game=needs_game)


@_master(
    "CREATE SHORT-NAME [VARIANT] [NAME]", r"CREATE\s+(?P<short>\S+)(?:\s+(?P<variant>\S+))?(?:\s+(?P<rest>\S.{0,200}))?", needs_game=False
)
def create_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Make a game with that short name: CREATE harbour standard, with its whole name behind. FORM lets players ask for seats."""
    short = given["short"].casefold()
    if not is_short(short):
        raise Abort(tr("“{short}” cannot be a short name: two to twenty small letters, digits and hyphens.", short=short[:40]))
    if short in desk.step.shorts or short in desk.state.damaged:
        raise Abort(tr("There is a game {short} already.", short=short))
    name = (given["rest"] or short.title()).strip()
    file = f"{short}.dpn"
    desk.step.put(GameRecord(short, file=file))
    work = desk.state.room.begin(desk.state.folder.games / file, given["variant"] or "standard", name)
    desk.step.works[short] = work
    desk.step.put(change(desk.step.record(short), tag=work.game.id))
    work.run("short-name", name=short)
    work.run("silence", rule="extend 1d, substitute after 2, disorder after 3", reason=_BY)
    desk.short = short
    desk.say(tr("{game}: a new game of {variant}. FORM lets players ask for seats.", game=short, variant=variant_name(work.game.variant)))


@_master("FORM [GAME] [BY LOT]", r"FORM(?:\s+(?!BY\b)(?P<game>\S+))?(?P<lot>\s+BY\s+LOT)?")
def form_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Let players ask for seats. The game begins by itself when there is one for each power; BY LOT gives powers without wishes."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        record = desk.record
        if record.life not in (Life.ANNOUNCED, Life.FORMING):
            raise Abort(tr("{game} has begun already.", game=record.short))
        desk.step.put(change(record, life=Life.FORMING, by_lot=bool(given["lot"])))
        desk.say(tr("{game} is open: JOIN {game}", game=record.short))


@_master("ACTIVATE [GAME]", r"ACTIVATE(?:\s+(?P<game>\S+))?")
def activate_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Begin a game with those who asked for seats; powers without a player look for one."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        life.begin(desk.step, desk.record.short)
        free = ", ".join(desk.record.vacant)
        desk.say(tr("{game} has begun.", game=desk.short) + (f" {tr('Free: {powers}.', powers=free)}" if free else ""))


@_master("SET RULE RULE", r"SET\s+RULE\s+(?P<rule>\S.{3,380})")
def rule_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Set the rule for deadlines: SET RULE tue, fri 20:00 Europe/Berlin not 20 dec - 6 jan. SET RULE NONE takes it away."""
    if given["rule"].strip().casefold() == "none":
        desk.step.put(change(desk.record, rule=""))
        desk.say(tr("There is no rule for deadlines any more."))
        return
    try:
        rule = read_calendar_rule(given["rule"], desk.state.settings.zone)
    except RuleFault as fault:
        raise Abort(str(fault)) from fault
    desk.step.put(change(desk.record, rule=rule.text))
    if desk.record.life.is_running:
        life.follow_rule(desk.step, desk.short)
    desk.say(tr("Orders are due by the rule: {rule}.", rule=rule.text))


@_master("SET SILENCE RULE", r"SET\s+SILENCE\s+(?P<rule>\S.{0,200})")
def silence_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say what happens where orders are missing after a deadline: SET SILENCE extend 1d, substitute after 2; ask lets the game wait."""
    desk.say(desk.work.run("silence", rule=given["rule"].strip().casefold(), reason=_BY))


@_master("SET EARLY ON|OFF", r"SET\s+EARLY\s+(?P<on>ON|OFF)")
def early_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say whether a phase is processed before its deadline, as soon as all orders are in and no power asks to wait."""
    is_on = given["on"].upper() == "ON"
    desk.step.put(change(desk.record, early=is_on))
    desk.say(tr("Phases are processed as soon as all orders are in.") if is_on else tr("Phases are processed at their deadline."))


@_master("SET DEADLINE WHEN", r"(?:SET\s+)?DEADLINE\s+(?P<when>\S.{0,80})")
def deadline_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Move the deadline of the present phase: SET DEADLINE fri 20:00 Europe/Berlin, SET DEADLINE +1d. The players are told."""
    desk.check_running()
    work = desk.work
    words = work.run("deadline", when=given["when"].strip(), reason=_BY)
    desk.step.put(change(desk.record, reminded="", late="", told_waiting=""))
    life.tell_all(desk.step, desk.short, lambda: what_is_next(work))
    desk.say(words)


@_master("PROCESS [GAME]", r"PROCESS(?:\s+(?P<game>\S+))?")
def process_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Process the present phase now, whatever is missing: who sent nothing is taken by default list and the rules of the game."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_running()
        desk.say(process_now(desk.step, desk.short, _BY, forced=True))


@_master("PREVIEW [GAME]", r"PREVIEW(?:\s+(?P<game>\S+))?", tells=True)
def preview_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Say what would come of the orders that are in by now. Nothing is processed, and nobody else learns of it."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_running()
        work = desk.work
        game = processed(taken_as_holding(work.game, MAIN, ()), MAIN, referee=work.session.hooks.preview_referee)
        desk.say(tr("A preview; nothing was processed."))
        desk.say(written(facts_of(game, work.game.last(MAIN), EVERYBODY), named_template("plain")))


@_master("HOLD [GAME]", r"(?:HOLD|WAIT|PAUSE)(?:\s+(?!ALL\b)(?P<game>\S+))?")
def hold_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Stop the clock: nothing is due or processed until RESUME. Orders are taken meanwhile."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_running()
        desk.work.run("pause", reason=_BY)
        desk.step.put(change(desk.record, life=Life.PAUSED))

        def waits() -> str:
            return tr("The game waits: its clock is stopped. Orders are taken meanwhile.")

        life.tell_all(desk.step, desk.short, waits)
        desk.say(waits())


@_master("RESUME [GAME]", r"(?:RESUME|UNHOLD)(?:\s+(?P<game>\S+))?")
def resume_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Let the clock go on. The deadline comes as much later as it stood, and by the rule of the game where it has one."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_running()
        words = desk.work.run("resume", reason=_BY)
        desk.step.put(change(desk.record, life=Life.ACTIVE, reminded="", late=""))
        life.follow_rule(desk.step, desk.short)
        work = desk.work
        life.tell_all(desk.step, desk.short, lambda: "\n".join((tr("The game goes on."), what_is_next(work))))
        desk.say(words)


@_master("ROLLBACK [PHASE]", r"ROLL\s?BACK(?:\s+(?P<phase>[A-Z]\d{1,4}[A-Z]?))?")
def rollback_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Go back to the phase before, or to that one. What was played stays in the game as a branch; the orders of then count again.

    The phase is not processed before its deadline.
    """
    work, record = desk.work, desk.record
    last = work.game.last(MAIN)
    wanted = None if given["phase"] is None else phase_of(given["phase"].upper()) or phase_of(f"{given['phase'].upper()}M")
    cursor = Cursor(MAIN, last.index - 1) if given["phase"] is None else None if wanted is None else work.game.find(MAIN, wanted)
    if cursor is None or not 0 <= cursor.index < last.index:
        raise Abort(tr("There is no such phase to go back to."))
    code = str(work.game.turn(cursor).phase)
    phase = work.game.turn(cursor).phase
    work.run_at(cursor, "fork", reason=_BY)
    branch = work.game.branches[-1].name
    work.run_at(work.game.last(branch), "make-this-the-game", reason=_BY)
    desk.step.put(change(record, life=Life.ACTIVE, ended="", reminded="", late="", told_waiting="", not_early=code, questions=()))
    life.follow_rule(desk.step, desk.short)

    def back() -> str:
        named = describe_phase(work.game.variant, phase)
        return tr("{game} goes back to {phase}. The orders of then count again unless you change them.", game=work.game.name, phase=named)

    life.tell_all(desk.step, desk.short, lambda: "\n".join((back(), what_is_next(work))))
    desk.say(back())


@_master("DUMMY POWER", r"DUMMY\s+(?P<power>\S+)")
def dummy_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Leave a power without a player: its units hold, and no substitute is called."""
    power = desk.meant_power(given["power"])
    seat = desk.record.seats.get(power)
    desk.work.run("player", power=power, abandoned=True)
    if seat is not None:
        _tell_removed(desk, seat)
    left = desk.record.without_seat(power)
    desk.step.put(change(left, vacant=tuple(each for each in left.vacant if each != power)))
    desk.say(tr("{power} is played by nobody.", power=power_name(desk.work.game.variant, power)))


def _tell_removed(desk: MailDesk, seat: SeatHolder) -> None:
    """Tell the former holder of *seat* that they play it no longer."""
    with using(seat.language):
        text = tr("You play {power} in {game} no longer, as its master decided.", power=seat.power, game=desk.short)
    desk.step.post(replace(desk.step.to_seat(desk.record, seat, game_subject(desk.work.game, seat.power), text), token=""))


@_master("EJECT POWER", r"EJECT\s+(?P<power>\S+)")
def eject_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Take a seat away from its player, and call for a substitute."""
    desk.check_running()
    power = desk.meant_power(given["power"])
    seat = desk.record.seats.get(power)
    if seat is None:
        raise Abort(tr("Nobody plays {power}.", power=power))
    life.free_seat(desk.step, desk.short, power)
    _tell_removed(desk, seat)
    desk.say(tr("{power} looks for a player.", power=power_name(desk.work.game.variant, power)))


@_master("GIVE POWER TO ADDRESS [NAME]", r"GIVE\s+(?P<power>\S+)\s+TO\s+(?P<address>\S+@\S+)(?:\s+(?P<name>\S.{0,60}))?")
def give_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Give a power to a person by mail address; their name may stand behind it. They get its secret word."""
    power = desk.meant_power(given["power"])
    life.give_seat(desk.step, desk.short, power, given["name"] or "", given["address"].strip("<>"), desk.state.settings.language)
    desk.say(tr("{power} was given away.", power=power_name(desk.work.game.variant, power)))


@_master("REVEAL [GAME]", r"REVEAL(?:\s+(?P<game>\S+))?")
def reveal_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Tell everybody who plays which power."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        game, seats = desk.work.game, desk.record.seats

        def who_plays() -> str:
            lines = [labelled(power_name(game.variant, power), seat.name or power) for power, seat in seats.items()]
            return "\n".join((tr("Who plays in {game}:", game=game.name), *lines))

        life.tell_all(desk.step, desk.short, who_plays)
        desk.say(tr("All were told who plays."))


@_master("TERMINATE [GAME]", r"TERMINATE(?:\s+(?P<game>\S+))?")
def terminate_word(desk: MailDesk, given: re.Match[str]) -> None:
    """End a game without a winner. ROLLBACK plays on all the same."""
    with desk.about(desk.meant_game(given["game"]) if given["game"] else desk.short):
        desk.check_active()
        desk.work.run("end", asking=False, reason=_BY)
        life.note_ending(desk.step, desk.short)
        desk.say(tr("{game} is over.", game=desk.short))


@_master("VARIANT [HOOKS]", r"VARIANT(?:\s+(?P<changes>\S.*?))??(?:\s+AGREE\s+(?P<code>[0-9a-f]{8}))?")
def variant_word(desk: MailDesk, given: re.Match[str]) -> None:
    """Attach hooks from the present phase on, or detach them: VARIANT restrict england turkey -gunboat. Texts are shown first; the players
    are told.
    """
    changes = (given["changes"] or "").strip()
    words = desk.work.run_agreed(given["code"] or "", "variant", changes=changes, **({"reason": _BY} if changes else {}))
    desk.say(words)
    if changes:
        life.tell_all(desk.step, desk.short, lambda: words)


@_master("ATTENTION", r"ATTENTION|WAITING", tells=True, needs_game=False)
def attention_word(desk: MailDesk, _said: re.Match[str]) -> None:
    """List what waits for the game master: doubtful lines, games that are stopped, players who are not reached."""
    lines = [labelled(short, why) for short, why in desk.state.damaged.items()]
    lines += list(desk.state.attention.values())
    for record in map(desk.step.record, desk.step.shorts):
        lines += [labelled(f"{record.short} {each.power}", f"{quoted(each.text)} ({', '.join(each.choices)})") for each in record.questions]
    desk.say("\n".join(lines) or tr("Nothing waits for you."))
