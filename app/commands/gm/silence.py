"""The rule for powers that lack orders at a deadline, and who missed how many."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.deadlines import written
from app.game.silence import forgive, read_rule, set_rule, silence_rule
from app.gm.silence_words import missed_words, substitute_call
from app.session.errors import Abort
from app.session.moments import now_of
from app.session.parameters import PowerName, RestOfLine
from app.session.roles import Who
from app.session.session import Session, game_open, orders_taken
from entente.words.names import power_name
from languages import tr


@command("silence", "Rule for silence…", menu="Game/Deadline", place=27, available=orders_taken)
def silence(session: Session, rule: RestOfLine, *, reason: str | None = None) -> None:
    """Say what Process does after a deadline, and its grace, where orders are missing. Before, and without a rule, it asks.

    For example: ``silence extend 1d, lock, disorder after 3, substitute after 2``. Process extends the deadline once for each power that
    lacks orders, and locks what the others sent: their later mails are asked about. Then it goes on without asking, and counts a miss of
    each power that sent nothing. With so many misses a power is in civil disorder, or a substitute is called. Lines that are doubtful are
    asked about all the same. Each step is in the trail.

    Args:
        rule: any of extend and a time, lock, disorder after and a number, substitute after and a number, with commas; count alone; ask
            for no rule.
        reason: why, for the trail.
    """
    now = now_of(session)
    read = None if rule.strip().casefold() in {"ask", "none"} else read_rule(rule)
    if read is None and rule.strip().casefold() not in {"ask", "none"}:
        raise Abort(
            tr("“{text}” is no rule for silence; such as: extend 1d, lock, disorder after 3, substitute after 2; count; or ask.", text=rule)
        )
    label = tr("Set the rule for silence")
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
        reason: why, for the trail.
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
