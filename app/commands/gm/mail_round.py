"""The round of the open phase: whose mails are, who waits, who is reminded."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.game.deadlines import written
from app.game.default_lists import IfMissing, with_policy
from app.game.edits import add_audit
from app.game.entries import Mail
from app.game.mail_edits import set_wait
from app.game.record import Game
from app.gm.order_mails import decision_about, mail_reason
from app.gm.reply import reminder, reply_subject, reply_text
from app.gm.taken_mails import (
    account_of,
    given_to,
    later_phase_of,
    mail_number,
    put_aside,
    put_out,
    sender_words,
    settle_withdrawn,
    settled_words,
    with_proposal,
)
from app.mail_in.accounting import Accounting, Fate
from app.session.answers import as_json, mails_data
from app.session.errors import Abort
from app.session.parameters import PowerName
from app.session.roles import Who
from app.session.session import Session, board_on_screen, now_of, orders_taken
from entente.words.names import describe_phase, power_name
from languages import labelled, plural, tr


@command("round", "Round by mail", menu="Game", place=21, shortcut="Ctrl+Shift+D", available=board_on_screen)
def round_by_mail(session: Session) -> None:
    """Open the round of the present phase: the mails of each power with every line's fate beside the board; again, and it goes.

    Mails are dropped on it, pasted or opened, several at once. Touching a line shows its unit, touching a unit its line; one click on a
    doubtful line takes what it means. Nothing moves before Process.
    """
    screen_of(session).show_panel("round")


@command("mails", "Mails of this phase", available=orders_taken)
def mails(session: Session, number: int | None = None, *, json: bool = False) -> None:
    """List the mails that were taken in for the present phase, with their numbers and how many lines are to be decided.

    With a number it is said what became of each line of that mail, and the answer to its sender.

    Args:
        number: of the mail.
        json: say it as data, and nothing else.
    """
    if json:
        session.say(as_json(mails_data(session)))
        return
    if number is not None:
        _say_account(session, number)
        return
    if not session.open_turn.mails:
        session.say(tr("No mail was taken in for this phase."))
    for at, mail in enumerate(session.open_turn.mails, 1):
        whose = power_name(session.variant, mail.power) if mail.power else tr("whose?")
        words = f"{at}  {whose}  {sender_words(session, mail)}  {mail.sent or mail.taken}  {mail.subject}".rstrip()
        count = _to_decide(session, mail)
        session.say(labelled(words, plural("{count} line to decide", "{count} lines to decide", count)) if count else words)


def _say_account(session: Session, number: int) -> None:
    mail = mail_number(session, number)
    account = account_of(session, mail)
    summary = tr("Mail from {sender}", sender=sender_words(session, mail))
    session.services.show_accounting(summary, Accounting((account,)))
    session.say(f"{labelled(tr('Subject'), reply_subject(session, account))}\n\n{reply_text(session, account)}")


def _to_decide(session: Session, mail: Mail) -> int:
    """Number of lines of *mail* that wait for a decision."""
    lines = [line for line in account_of(session, mail).of(Fate.DOUBTFUL, Fate.REFUSED) if line.line not in mail.settled]
    return sum(line.is_kept and decision_about(line, session.open_turn) is None for line in lines)


@command("mail-of", "Say whose a mail is…", available=orders_taken)
def mail_of(session: Session, number: int, power: PowerName, *, learn: bool = False, reason: str | None = None) -> None:
    """Read a mail that was taken in as the orders of a power, whoever sent it and whenever it came.

    What it wrote before, for another power or as doubtful because it came too late, is taken back.

    Args:
        number: of the mail, as ``mails`` lists them.
        power: whose it is.
        learn: mails from its address are that power's from now on.
        reason: why, for the record.
    """
    session.check_writer(power)
    mail = mail_number(session, number)
    label = tr("Give the mail from {sender_words} to {power}", sender_words=sender_words(session, mail), power=power)
    session.perform(label, lambda game: given_to(session, game, number, power, learn=learn), reason=reason or mail_reason(mail))
    session.say(
        tr(
            "The mail from {sender_words} is read as that of {power}.",
            sender_words=sender_words(session, mail),
            power=power_name(session.variant, power),
        )
    )


@command("drop-mail", "Remove a mail…", available=orders_taken)
def drop_mail(session: Session, number: int, *, reason: str | None = None) -> None:
    """Remove a mail again, with the orders, lines and letters that came with it; what was changed since stays.

    Args:
        number: of the mail, as ``mails`` lists them.
        reason: why, for the record.
    """
    mail = mail_number(session, number)
    label = tr("Remove the mail from {sender_words}", sender_words=sender_words(session, mail))
    session.perform(label, lambda game: put_out(session, game, number), reason=reason or mail_reason(mail))
    session.say(tr("The mail from {sender_words} is removed.", sender_words=sender_words(session, mail)))


@command("withdrawn", "Orders perhaps taken back", available=orders_taken)
def withdrawn(session: Session, power: PowerName | None = None, *units: str, stand: bool = False, out: bool = False) -> None:
    """Say whether orders stand that a mail seems to take back; without an answer they are listed.

    Process stops for them by name until then.

    Args:
        power: whose orders; all of them unless given.
        units: only those of units in these provinces: ``withdrawn russia swe --out``.
        stand: they stand.
        out: they are taken out, and their units are among those without an order.
    """
    found = session.open_turn.withdrawn
    if stand == out:
        for owner, line in found:
            if power in {None, owner}:
                session.say(labelled(power_name(session.variant, owner), f"{line.order}  ; withdrawn?"))
        if not found:
            session.say(tr("No mail seems to take back an order."))
        return
    settled = settle_withdrawn(session, power, units, stands=stand)
    session.say(settled_words(settled, stands=stand))


@command("set-aside", "Set a line of a mail aside…", available=orders_taken)
def set_aside(session: Session, number: int, line: int = 0, *, later: str | None = None) -> None:
    """Say that a line of a mail orders nothing now: it is asked about no more, and stays in the mail as it was received.

    Args:
        number: of the mail, as ``mails`` lists them.
        line: of the mail, counted from 1; 0 is the mail as a whole.
        later: keep the line for a later phase: ``retreats``, ``builds``, or a phase such as F1901M.
    """
    phase = None if later is None else later_phase_of(session, later)
    label = tr("Set a line aside") if phase is None else tr("Keep a line for {phase}", phase=describe_phase(session.variant, phase))
    session.perform(label, lambda game: put_aside(session, game, number, line, phase), show_open_turn=False, reason="")
    if phase is None:
        session.say(tr("The line is left out.") if line else tr("The mail is left out."))
    else:
        session.say(tr("The line is kept for {phase}.", phase=describe_phase(session.variant, phase)))


@command("take-proposal", "Take what a line proposes…", available=orders_taken)
def take_proposal(session: Session, number: int, line: int, *, reason: str | None = None) -> None:
    """Take what a line of a mail proposes beside orders: the absence of its player, or a vote that was not plain.

    Args:
        number: of the mail, as ``mails`` lists them.
        line: of the mail.
        reason: why, for the record.
    """
    mail = mail_number(session, number)
    label = tr("Take line {line} of the mail from {sender}", line=line, sender=sender_words(session, mail))
    session.perform(
        label, lambda game: with_proposal(session, game, number, line), show_open_turn=False, reason=reason or mail_reason(mail)
    )
    session.say(tr("It is taken as the mail says."))


@command("wait", "Wait for the deadline…", who=Who.SEAT, available=orders_taken)
def wait(session: Session, power: PowerName, *, off: bool = False) -> None:
    """Have a power ask not to process before the deadline, though all orders are in; SET WAIT in a mail does the same.

    Args:
        power: who asks.
        off: it no longer asks.
    """
    session.check_writer(power)
    branch, now = session.branch, now_of(session)
    says = "no longer asks to wait" if off else "asks to wait for the deadline"

    def asked(game: Game) -> Game:
        return add_audit(set_wait(game, branch, power, waits=not off), f"{power} {says}", "", written(now))

    name = power_name(session.variant, power)
    session.perform(
        tr("{power} no longer asks to wait", power=power) if off else tr("{power} asks to wait for the deadline", power=power),
        asked,
        show_open_turn=False,
    )
    session.say(tr("{power} no longer asks to wait.", power=name) if off else tr("{power} asks to wait for the deadline.", power=name))


@command("if-missing", "If orders are missing…", menu="Game/Deadline", place=42, available=orders_taken)
def if_missing(session: Session, power: PowerName | None = None, policy: IfMissing = IfMissing.DECIDE) -> None:
    """Decide beforehand what becomes of a power that lacks orders when the open phase is processed: if-missing germany hold.

    It holds for the open phase alone. Process then asks only about the powers for which nothing was decided. Without a power it is listed
    what comes of each.

    Args:
        power: whose orders are missing, or doubtful.
        policy: decide (asks when the phase is processed), wait, hold, default (its default list orders), or ask (the phase waits, and its
            player is reminded).
    """
    from app.gm.reply import outlook

    if power is not None:
        session.check_writer(power)
        branch, name = session.branch, power_name(session.variant, power)
        session.perform(
            tr("If {name} lacks orders: {policy}", name=name, policy=tr(policy.value)),
            lambda game: with_policy(game, branch, power, policy),
            show_open_turn=False,
        )
    rows = [row for row in outlook(session) if power in {None, row.power}]
    for row in rows:
        session.say(labelled(row.name, f"{row.lacks}. {row.comes}"))
    if not rows:
        session.say(
            tr("All orders are in.") if power is None else tr("{power} lacks no orders so far.", power=power_name(session.variant, power))
        )


@command("remind", "Reminder for who lacks orders", menu="Game/Deadline", place=40, available=orders_taken)
def remind(session: Session, *powers: PowerName) -> None:
    """Put a reminder for every power that lacks orders onto the clipboard: what is missing, and when it is due.

    Each text is made of what its power may see.

    Args:
        powers: only these.
    """
    for power in powers:
        session.check_writer(power)
    everybody = session.variant.powers if session.viewer is None else [each for each in session.variant.powers if each == session.viewer]
    texts = [(power, reminder(session, power)) for power in (powers or everybody)]
    wanted = [(power, text) for power, text in texts if text]
    if not wanted:
        raise Abort(tr("Nobody lacks orders.") if not powers else tr("They lack no orders."))
    session.services.copy_text("\n\n".join(text for _, text in wanted))
    names = ", ".join(power_name(session.variant, power) for power, _ in wanted)
    session.say(tr("Reminder for {names} copied.", names=names))
