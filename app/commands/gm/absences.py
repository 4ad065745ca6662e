"""Absences of players, so that no deadline falls into one."""

from __future__ import annotations

from enum import StrEnum

from app.commands.declaring.registry import command
from app.game.deadline_edits import AwayDays, add_absence, are_ignored, clear_absences, put_off_for_absences, set_ignored
from app.game.deadlines import due, terms_of, written
from app.game.record import Game
from app.gm.deadline_words import absence_sentences, away_words, how_long, moment_words, read_days
from app.session.errors import Abort
from app.session.moments import now_of
from app.session.parameters import PowerName, RestOfLine
from app.session.roles import Who
from app.session.session import Session, game_open, orders_taken
from languages import mark, tr


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
        reason: why, for the trail.
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
        effect: put-off has no deadline fall into an absence; ignored lets deadlines be as they are.
        reason: why, for the trail.
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
