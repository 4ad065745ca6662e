"""Deadlines: that of the open phase, grace, time for each kind of phase; absences of players, and the rule for silence."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from adjudicator.phase import PhaseKind
from app.commands.declaring.registry import command
from app.game.deadlines import (
    WHILE_STOPPED,
    AwayDays,
    add_absence,
    are_ignored,
    clear_absences,
    due,
    duration_text,
    known_zone,
    put_deadline,
    put_off_for_absences,
    read_duration,
    restart_clock,
    set_early_processing,
    set_grace,
    set_ignored,
    set_time_for,
    set_zone,
    stop_clock,
    terms_of,
    written,
)
from app.game.record import Game
from app.game.silence import forgive, read_rule, set_rule, silence_rule
from app.gm.deadline_words import (
    absence_sentences,
    away_words,
    how_long,
    missed_words,
    moment_words,
    read_days,
    read_moment,
    substitute_call,
)
from app.session.answers import as_json, deadlines_data
from app.session.errors import Abort
from app.session.parameters import PowerName, RestOfLine
from app.session.roles import Who
from app.session.session import Session, game_open, now_of, orders_taken
from entente.words.names import describe_phase, power_name
from languages import mark, tr

_NOTHING = frozenset({"none", "no", "off"})


class PhaseWord(StrEnum):
    """Kinds of phases, as a game master names them."""

    MOVEMENT = mark("movement")
    RETREATS = mark("retreats")
    BUILDS = mark("builds")

    @property
    def kind(self) -> PhaseKind:
        """The adjudicator's kind."""
        return {
            PhaseWord.MOVEMENT: PhaseKind.MOVEMENT,
            PhaseWord.RETREATS: PhaseKind.RETREAT,
            PhaseWord.BUILDS: PhaseKind.ADJUSTMENT,
        }[self]


class EarlyProcessing(StrEnum):
    """Effect on the next deadline of processing before the present one."""

    SPEEDS_UP = mark("speeds-up")
    KEEPS = mark("keeps-deadlines")


@command("deadline", "Set the deadline…", menu="Game/Deadline", place=10, available=orders_taken)
def deadline(session: Session, when: RestOfLine, *, reason: str | None = None) -> None:
    """Say until when the orders of the present phase are due.

    For example: ``deadline fri 20:00 Europe/Berlin``, ``deadline 27 nov 20:00``, ``deadline +3d``, ``deadline none``. A time without a zone
    is in the game's time zone; the first zone that is named becomes the game's. ``+3d`` and ``-12h`` move a deadline that is still to come,
    and count from now where there is none; a day more keeps the clock time, also where the clocks are changed in between. A deadline that
    falls into the absence of a power that has to order is put off to the day after it.

    Args:
        when: the time, or none for no deadline.
        reason: why, for the record.
    """
    now, branch = now_of(session), session.branch
    terms = terms_of(session.game)
    if when.strip().casefold() in _NOTHING:
        session.perform(
            tr("Take the deadline away"), lambda game: put_deadline(game, branch, None, now), show_open_turn=False, reason=reason
        )
        session.say(tr("{phase}: no deadline.", phase=_phase(session)))
        return
    moment, zone = read_moment(when, now, terms.zone_info, due(session.open_turn.deadline))
    names_first_zone = zone.key != terms.zone and "time zone" not in dict(session.game.settings)
    note = WHILE_STOPPED if terms.stopped is not None else ""

    def put(game: Game) -> Game:
        return put_deadline(set_zone(game, zone.key, now) if names_first_zone else game, branch, moment, now, note)

    session.perform(tr("Set the deadline"), put, show_open_turn=False, reason=reason)
    set_to = due(session.open_turn.deadline)
    if set_to is not None and set_to != moment:
        moment = set_to
        for sentence in away_words(session.game, now):
            session.say(sentence)
    session.say(
        tr(
            "{phase}: orders are due {told}.",
            phase=_phase(session),
            told=_moment_and_distance(moment, now, terms_of(session.game).zone_info),
        )
    )


@command("deadlines", "Deadline and clock", who=Who.ANYBODY, menu="Game/Deadline", place=11, available=game_open)
def deadlines(session: Session, *, json: bool = False) -> None:
    """Say when the orders of the present phase are due, and how the game keeps time.

    Args:
        json: say it as data, and nothing else.
    """
    if json:
        session.say(as_json(deadlines_data(session)))
        return
    now, terms = now_of(session), terms_of(session.shown)
    moment = due(session.open_turn.deadline)
    phase = _phase(session)
    session.say(
        tr("{phase}: no deadline.", phase=phase)
        if moment is None
        else tr("{phase}: orders are due {told}.", phase=phase, told=_moment_and_distance(moment, now, terms.zone_info))
    )
    if terms.stopped is not None:
        session.say(tr("The clock is stopped since {moment}.", moment=moment_words(terms.stopped, terms.zone_info)))
    if terms.grace:
        session.say(tr("Grace: {time}.", time=duration_text(terms.grace)))
    for word in PhaseWord:
        if word.kind in terms.times:
            session.say(tr("Time for {word}: {time}.", word=tr(word.value), time=duration_text(terms.times[word.kind])))
    for sentence in away_words(session.shown, now):
        session.say(sentence)
    if terms.speeds_up:
        session.say(tr("Processing early speeds the game up: the next deadline may come before the one that was known."))
    session.say(tr("Time zone: {zone}.", zone=terms.zone))


@command("grace", "Grace after deadlines…", menu="Game/Deadline", place=20, available=orders_taken)
def grace(session: Session, time: RestOfLine, *, reason: str | None = None) -> None:
    """Say how long after a deadline orders are still taken; they are marked as late.

    Args:
        time: such as 1h or 30m; none for none.
        reason: why, for the record.
    """
    given = _duration(time)
    now = now_of(session)
    session.perform(tr("Set the grace"), lambda game: set_grace(game, given or timedelta(), now), show_open_turn=False, reason=reason)
    session.say(
        tr("Orders are taken until {time} after a deadline, and marked as late.", time=duration_text(given))
        if given
        else tr("There is no grace.")
    )


@command("phase-time", "Time for phases…", menu="Game/Deadline", place=21, available=orders_taken)
def phase_time(session: Session, phases: PhaseWord, time: RestOfLine, *, reason: str | None = None) -> None:
    """Say how long players have for phases of a kind, so that each gets its deadline when the one before is processed.

    For example: ``phase-time movement 7d``, ``phase-time retreats 2d``. The deadline is at least so long after the processing, by the
    calendar, and no earlier than the deadline that players knew. Times of a day or more end at the clock time of the game, that of its last
    such deadline; shorter ones end at a full hour.

    Args:
        phases: the kind.
        time: such as 7d or 36h; none for no deadline by itself.
        reason: why, for the record.
    """
    given = _duration(time)
    now = now_of(session)
    session.perform(
        tr("Set the time for phases"), lambda game: set_time_for(game, phases.kind, given, now), show_open_turn=False, reason=reason
    )
    words = tr("no deadline by itself") if given is None else duration_text(given)
    session.say(tr("Time for {word}: {time}.", word=tr(phases.value), time=words))


@command("early-processing", "Early processing…", menu="Game/Deadline", place=23, available=orders_taken)
def early_processing(session: Session, effect: EarlyProcessing, *, reason: str | None = None) -> None:
    """Say whether processing before a deadline speeds the game up.

    By default it does not: the next deadline is no earlier than the one that players already knew.

    Args:
        effect: whether the time of a phase counts from the processing alone, or its deadline never comes before the one that was known.
        reason: why, for the record.
    """
    now, speeds_up = now_of(session), effect is EarlyProcessing.SPEEDS_UP
    session.perform(
        tr("Set early processing"),
        lambda game: set_early_processing(game, now, speeds_up=speeds_up),
        show_open_turn=False,
        reason=reason,
    )
    session.say(
        tr("Processing early speeds the game up: the next deadline may come before the one that was known.")
        if speeds_up
        else tr("Processing early keeps deadlines: none comes before the one that was known.")
    )


@command("time-zone", "Time zone…", menu="Game/Deadline", place=22, available=orders_taken)
def time_zone(session: Session, zone: str, *, reason: str | None = None) -> None:
    """Say in which time zone deadlines are given and shown. A deadline stays the moment that it was.

    Args:
        zone: its name, such as Europe/Berlin or America/New_York.
        reason: why, for the record.
    """
    if known_zone(zone) is None:
        raise Abort(tr("There is no time zone {zone}; names are such as Europe/Berlin, America/New_York and UTC.", zone=zone))
    now = now_of(session)
    session.perform(tr("Set the time zone"), lambda game: set_zone(game, zone, now), show_open_turn=False, reason=reason)
    session.say(tr("The game keeps the time of {zone}.", zone=zone))


@command("pause", "Stop the clock", menu="Game/Deadline", place=30, available=orders_taken)
def pause(session: Session, *, reason: str | None = None) -> None:
    """Stop the clock of the game: nothing is late until it goes on, and no phase gets a deadline by itself.

    Args:
        reason: why, for the record.
    """
    now = now_of(session)
    session.perform(tr("Stop the clock"), lambda game: stop_clock(game, now), show_open_turn=False, reason=reason)
    session.say(tr("The clock is stopped; resume has it go on."))


@command("resume", "Let the clock go on", menu="Game/Deadline", place=31, available=orders_taken)
def resume(session: Session, *, reason: str | None = None) -> None:
    """Let the clock of the game go on. The deadline comes as much later as the clock stood; one that was set meanwhile stays.

    Args:
        reason: why, for the record.
    """
    now, branch = now_of(session), session.branch
    session.perform(tr("Let the clock go on"), lambda game: restart_clock(game, branch, now), show_open_turn=False, reason=reason)
    moment = due(session.open_turn.deadline)
    zone = terms_of(session.game).zone_info
    session.say(
        tr("The clock goes on.")
        if moment is None
        else tr("The clock goes on. {phase}: orders are due {told}.", phase=_phase(session), told=_moment_and_distance(moment, now, zone))
    )


def _duration(text: str) -> timedelta | None:
    if text.strip().casefold() in {*_NOTHING, "0"}:
        return None
    found = read_duration(text)
    if found is None:
        raise Abort(tr("“{text}” is no length of time; expected one such as 7d, 36h, 2d 12h or 30m, at most 400 days.", text=text))
    return found


def _phase(session: Session) -> str:
    return describe_phase(session.variant, session.open_turn.phase)


def _moment_and_distance(moment: datetime, now: datetime, zone: ZoneInfo) -> str:
    return f"{moment_words(moment, zone)} ({how_long(moment, now)})"


class AbsenceEffect(StrEnum):
    """Effect of absences on deadlines."""

    PUT_OFF = mark("put-off")
    IGNORED = mark("ignored")


@command("absence", "Absence of a player…", menu="Game/Deadline", place=24, available=orders_taken)
def absence(session: Session, power: PowerName, days: RestOfLine, *, reason: str | None = None) -> None:
    """Note that the player of a power is away; everybody may read it, and no deadline falls into it.

    For example: ``absence FRANCE 20 dec - 6 jan``, ``absence FRANCE until mon``, ``absence FRANCE none``. The first and the last day are
    among them. A deadline that is to come is put off to its clock time on the day after, while orders of that power are expected.

    Args:
        power: who is away.
        days: the first and the last day, or one day; none takes all absences of the power away.
        reason: why, for the record.
    """
    now, branch = now_of(session), session.branch
    if days.strip().casefold() == "none":
        session.perform(
            tr("Take absences away"), lambda game: clear_absences(game, power, at=written(now)), show_open_turn=False, reason=reason
        )
        session.say(tr("No absence of {power} is noted any more; the deadline stays.", power=power))
        return
    first, last = read_days(days, now, terms_of(session.game).zone_info)
    before = session.open_turn.deadline

    def added(game: Game) -> Game:
        return put_off_for_absences(add_absence(game, power, first, last, at=written(now)), branch, now)

    session.perform(tr("Note an absence"), added, show_open_turn=False, reason=reason)
    session.say(*absence_sentences(session.game, (AwayDays(first, last, power),)))
    moment = due(session.open_turn.deadline)
    if session.open_turn.deadline != before and moment is not None:
        zone = terms_of(session.game).zone_info
        session.say(tr("The deadline is put off: {moment} ({time}).", moment=moment_words(moment, zone), time=how_long(moment, now)))


@command("absences", "Who is away", who=Who.ANYBODY, menu="Game/Deadline", place=25, available=game_open)
def list_absences(session: Session) -> None:
    """Say who is away, and when."""
    found = away_words(session.shown, now_of(session))
    session.say("\n".join(found) if found else tr("Nobody is away."))
    if are_ignored(session.shown):
        session.say(tr("Deadlines of this game may fall into absences."))


@command("absences-and-deadlines", "Absences and deadlines…", menu="Game/Deadline", place=26, available=orders_taken)
def absences_and_deadlines(session: Session, effect: AbsenceEffect, *, reason: str | None = None) -> None:
    """Say whether absences put deadlines off, as they do by default.

    Args:
        effect: whether a deadline that would fall into an absence is put off.
        reason: why, for the record.
    """
    ignored, now, branch = effect is AbsenceEffect.IGNORED, now_of(session), session.branch
    if are_ignored(session.game) is ignored:
        raise Abort(tr("That is so already."))

    def changed(game: Game) -> Game:
        return put_off_for_absences(set_ignored(game, ignored=ignored, at=written(now)), branch, now)

    session.perform(tr("Set what absences do"), changed, show_open_turn=False, reason=reason)
    session.say(
        tr("Deadlines of this game may fall into absences.") if ignored else tr("No deadline of this game falls into an absence to come.")
    )


@command("silence", "Rule for missing orders…", menu="Game/Deadline", place=27, available=orders_taken)
def silence(session: Session, rule: RestOfLine, *, reason: str | None = None) -> None:
    """Say what Process does after a deadline, and its grace, where orders are missing. Before, and without a rule, it asks.

    For example: ``silence extend 1d, lock, disorder after 3, substitute after 2``. Process extends the deadline once for each power that
    lacks orders, and locks what the others sent: their later mails are asked about. Then it goes on without asking, and counts a miss of
    each power that sent nothing. With so many misses a power is in civil disorder, or a substitute is called. Lines that are doubtful are
    asked about all the same. Each step is in the trail.

    Args:
        rule: any of extend and a time, lock, disorder after and a number, substitute after and a number, with commas; count alone; ask
            for no rule.
        reason: why, for the record.
    """
    now = now_of(session)
    read = None if rule.strip().casefold() in {"ask", "none"} else read_rule(rule)
    if read is None and rule.strip().casefold() not in {"ask", "none"}:
        raise Abort(
            tr(
                "“{text}” is no rule for missing orders; such as: extend 1d, lock, disorder after 3, substitute after 2; count; or ask.",
                text=rule,
            )
        )
    label = tr("Set what happens when orders are missing")
    session.perform(label, lambda game: set_rule(game, read, at=written(now)), show_open_turn=False, reason=reason)
    session.say(
        tr("Process asks where orders are missing.")
        if read is None
        else tr("Where orders are missing after a deadline: {rule}.", rule=read.text)
    )


@command("misses", "Missed deadlines", who=Who.ANYBODY, menu="Game/Deadline", place=28, available=game_open)
def list_misses(session: Session) -> None:
    """List the powers that missed deadlines, and the rule of the game for that."""
    found = missed_words(session.shown)
    session.say("\n".join(found) if found else tr("Nobody has missed a deadline."))
    rule = silence_rule(session.shown)
    if rule is not None:
        session.say(tr("Where orders are missing after a deadline: {rule}.", rule=rule.text))


@command("forgive-misses", "Forgive misses…", menu="Game/Deadline", place=29, available=orders_taken)
def forgive_misses(session: Session, power: PowerName, *, reason: str | None = None) -> None:
    """Have no miss of a power count any more, as for a substitute who has taken it over; its deadline may be extended once more.

    Args:
        power: whose.
        reason: why, for the record.
    """
    now = now_of(session)
    session.perform(tr("Forgive misses"), lambda game: forgive(game, power, at=written(now)), show_open_turn=False, reason=reason)
    session.say(tr("{power} starts anew: no miss of it counts.", power=power_name(session.variant, power)))


@command("call-substitute", "Call a substitute…", available=game_open)
def call_substitute(session: Session, power: PowerName) -> None:
    """Copy a text that looks for a new player of a power: the game, its phase and deadline, and how strong the power is.

    Args:
        power: whose player is looked for.
    """
    text = substitute_call(session.shown, session.branch, power)
    session.services.copy_text(text)
    session.say(text)
