"""Question to a player about one line of a mail that can be understood in more than one way, or not at all."""

from __future__ import annotations

from app.address_book.languages import language_of_sender, own_book
from app.game.deadlines import due, terms_of
from app.gm.deadline_words import moment_words
from app.gm.reply import greeting
from app.gm.round_sheet import SheetRow
from app.session.session import Session
from entente.words.names import join_words
from entente.words.orders import describe_order
from entente.words.phases import describe_phase
from languages import tr, using


def question_about(session: Session, row: SheetRow) -> str:
    """A short mail to the writer of the line of *row*, in their language: its words, their meanings, and the deadline of the answer."""
    mails = session.open_turn.mails
    mail = mails[row.mail - 1] if 0 < row.mail <= len(mails) else None
    if mail is None:
        return _question(session, row, "")
    with using(language_of_sender(mail.address, mail.name, own_book())):
        return _question(session, row, mail.name)


def _question(session: Session, row: SheetRow, sender: str) -> str:
    turn, variant = session.open_turn, session.variant
    lines = [
        greeting(sender),
        "",
        tr("in your orders for {phase} you wrote:", phase=describe_phase(variant, turn.phase)),
    ]
    lines += ["", f"  {row.words}", ""]
    meant = [describe_order(variant, turn.position, each.order) for each in row.choices]
    lines.append(tr("Do you mean: {meant}?", meant=join_words(meant, "or")) if meant else tr("What do you mean by it?"))
    moment = due(turn.deadline)
    if moment is not None:
        lines.append(tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(session.shown).zone_info)))
    return "\n".join(lines)
