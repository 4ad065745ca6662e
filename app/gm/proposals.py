"""Proposals in lines of mails beside orders, an absence or a vote: in words, and taken by a person."""

from __future__ import annotations

from datetime import date

from app.game.absences import add_absence
from app.game.deadline_edits import put_off_for_absences
from app.game.deadlines import moment_of, terms_of, written
from app.game.mail_edits import settle_mail_line
from app.game.record import Game
from app.game.table_edits import cast_vote
from app.gm.deadline_words import read_days
from app.gm.taking import account_of, mail_number
from app.session.errors import Abort
from app.session.moments import now_of
from app.session.session import Session
from languages import tr


def proposal_words(proposal: str) -> str:
    """Return the label of the button that takes it."""
    kind, _, said = proposal.partition(" ")
    return tr("Absence: {days}", days=said) if kind == "absence" else tr("Vote: {vote}", vote=said)


def proposed_days(session: Session, number: int, days: str) -> tuple[date, date]:
    """The days of an absence that mail *number* tells, counted from when it was written.

    Raises:
        Abort: they are none, or over.
    """
    mail, now = mail_number(session, number), now_of(session)
    sent = moment_of(mail.sent) or moment_of(mail.taken) or now
    first, last = read_days(days, min(sent, now), terms_of(session.game).zone_info)
    if last < now.astimezone(terms_of(session.game).zone_info).date():
        raise Abort(tr("These days are over: {first} to {last}.", first=first.isoformat(), last=last.isoformat()))
    return first, last


def with_proposal(session: Session, game: Game, number: int, line: int) -> Game:
    """*game* with what line *line* of mail *number* proposes, and the line asked about no longer.

    Raises:
        Abort: it proposes nothing that can be taken, or the power of the mail is undecided.
    """
    mail, branch, at = mail_number(session, number), session.branch, written(now_of(session))
    account = account_of(session, mail)
    proposal = next((each.proposal for each in account.lines if each.line == line and each.proposal), "")
    kind, _, said = proposal.partition(" ")
    power = mail.power or account.power
    if not proposal or said == "?":
        raise Abort(tr("Line {line} of mail {number} proposes nothing that could be taken.", line=line, number=number))
    if power is None:
        raise Abort(tr("Say first whose mail it is: mail-of."))
    if kind == "absence":
        first, last = proposed_days(session, number, said)
        game = put_off_for_absences(add_absence(game, power, first, last, at=at), branch, now_of(session))
    else:
        game = cast_vote(game, branch, power, said)
    return settle_mail_line(game, branch, number, line)
