"""Orders that come by mail: read from a file or standard input, kept for a later phase, and words for a mail judge."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.mail_edits import kept_for, kept_in
from app.gm.mail_files import read_mail_file
from app.gm.order_mails import NothingTakenError, take_in
from app.gm.reply import reply_subject, reply_text
from app.mail_in.judge_words import PRESS_SAYS, judge_words
from app.mail_in.letter import HandedIn
from app.mail_in.mime import MOST_BYTES
from app.session.answers import kept_lines
from app.session.errors import Abort, GivenUp
from app.session.moments import now_of
from app.session.parameters import PowerName
from app.session.roles import Who
from app.session.services import FileKind
from app.session.session import Session, orders_taken
from entente.words.names import power_name
from entente.words.phases import describe_phase
from languages import tr

MAIL_NEEDS_SOMEBODY = 4
"""Exit code of ``mail`` where some line is doubtful or refused, the sender is unknown, or nothing was read in it."""


@command("read-mail", "Read mails…", menu="Edit", place=22, available=orders_taken)
def read_mail(session: Session, path: Path | None = None, *, power: PowerName | None = None) -> None:
    """Take orders from a file: one mail (.eml), a box of mails (.mbox), or a text.

    Its lines are read as those of a paste are. Of several mails of one power the later one counts, and what it replaces is listed and
    kept, until the phase has 60 mails. The sender's address tells whose mail it is where a player has that address.

    Args:
        path: the file; asked for unless given.
        power: whose mail it is, whoever sent it.
    """
    chosen = path or session.services.open_path(FileKind.MAIL)
    if chosen is None:
        raise GivenUp(tr("No file was chosen."))
    take_in(session, read_mail_file(chosen), power)


@command("mail", "Take in a mail from standard input", palette=False, available=orders_taken)
def mail(session: Session, path: Path | None = None, *, power: PowerName | None = None, late: bool = False, delivery: bool = False) -> None:
    """Stage a mail without a window: ``./run mail GAME.dpn < message.eml``.

    Its orders are written as lines of the open phase, its words are kept in the game, and nothing is ever processed: a sender can be
    forged. What became of every line is printed, and then, for each mail, the text of an answer to its sender.

    What standard input brings is written beside the game before anything else is done, and is never lost: where the window has the game
    open it waits in GAME.dpn.mails, and the window takes it in, or the next call. The exit code is 0 where all of it was taken, 4 where
    something needs a person, 6 where it waits, and 75 where nothing was kept, so that whoever handed it in tries again.

    Args:
        path: a file with the mail, or a box of them; standard input unless given.
        power: whose mail it is, whoever sent it.
        late: take it though it came after the deadline and its grace.
        delivery: end with 0 wherever the mail is kept, as .forward and procmail want it.
    """
    handed_in = session.handed_in or (HandedIn(now_of(session)) if path is None else None)
    received = session.services.received_bytes(MOST_BYTES + 1) if path is None else read_mail_file(path)
    if not received.strip():
        session.ends_with = 2
        session.say(tr("There is no mail: hand one in on standard input, or name its file."))
        return
    try:
        accounting = take_in(session, received, power, late=late, handed_in=handed_in)
    except NothingTakenError as nothing:
        accounting = nothing.accounting
        session.ends_with = MAIL_NEEDS_SOMEBODY
        if not accounting.letters:  # the very same mails are in the game already
            session.ends_with, session.handed_in = 0, None
    else:
        session.ends_with = MAIL_NEEDS_SOMEBODY if accounting.is_doubtful else 0
    if delivery and session.ends_with == MAIL_NEEDS_SOMEBODY:
        session.ends_with = 0
    for account in accounting.letters:
        session.say(
            tr(
                "\nTo: {sender}\nSubject: {reply_subject}\n",
                sender=account.letter.sender or tr("nobody known"),
                reply_subject=reply_subject(session, account),
            )
        )
        session.say(reply_text(session, account))


@command("judge-words", "Words for a mail judge", who=Who.ANYBODY, palette=False)
def say_judge_words(session: Session) -> None:
    """List the words for a mail judge that mails may hold, and what each of them does here."""
    for word in judge_words():
        session.say(f"{word.usage}\n    {tr(' '.join(word.says.split()))}")
    session.say(f"PRESS TO POWERS ... ENDPRESS\n    {tr(PRESS_SAYS)}")
    session.say(tr("Other words for a judge are shown as not carried out."))


@command("kept-orders", "Orders kept for this phase", who=Who.ANYBODY, menu="Orders", place=14, available=orders_taken)
def kept_orders(session: Session, power: PowerName | None = None, *, take: bool = False) -> None:
    """List what was received in earlier phases for this one, and what is kept for phases to come.

    Nothing of it is written until somebody says so; then it is read as a paste is.

    Args:
        power: only of this power.
        take: read what was kept for this phase as its orders.
    """
    game = session.shown
    cursor = game.last(session.branch)
    due = [line for line in kept_for(game, cursor) if power in {None, line.power}]
    if take:
        if not due:
            raise Abort(tr("Nothing was kept for this phase."))
        text: list[str] = []
        for each in dict.fromkeys(line.power for line in due):
            text.append(f"{power_name(session.variant, each)}:")
            text.extend(line.text for line in due if line.power == each)
        take_in(session, "\n".join(text), power)
        return
    coming = [line for line in kept_in(game, cursor) if power in {None, line.power} and line not in due]
    for words in kept_lines(session) if power is None else [line.text for line in due]:
        session.say(words)
    for line in coming:
        session.say(
            tr(
                "{power}, for {phase}: {line}",
                power=power_name(session.variant, line.power),
                phase=describe_phase(session.variant, line.phase),
                line=line.text,
            )
        )
    if not due and not coming:
        session.say(tr("Nothing is kept for this phase or a later one."))
