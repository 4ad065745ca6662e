"""Words of the inbox on mails and their results."""

from __future__ import annotations

from email.errors import MessageError
from email.header import decode_header, make_header
from email.utils import parseaddr

from app.address_book.letter_languages import language_of_sender, own_book
from app.gm.inbox.mailboxes import BoxMail
from app.gm.inbox.store import InboxReport, TakenRow
from app.gm.reply import greeting
from app.mail_in.mime import letters_of
from app.mail_in.phrases import language_written
from languages import clauses, plural, tr, using
from languages.outside_text import outside_line


def row_words(row: TakenRow) -> str:
    """Return the result of the mails of one game: ``14 orders taken; 2 lines to decide``."""
    if row.trouble:
        return tr("waiting: {trouble}", trouble=row.trouble)
    parts = [
        plural("{count} order taken", "{count} orders taken", row.orders) if row.orders else "",
        plural("{count} line to decide", "{count} lines to decide", row.doubtful) if row.doubtful else "",
        plural("{count} withdrawal", "{count} withdrawals", row.withdrawals) if row.withdrawals else "",
        plural("{count} letter between players", "{count} letters between players", row.letters) if row.letters else "",
        plural("nothing read in {count} mail", "nothing read in {count} mails", row.empty) if row.empty else "",
    ]
    return clauses([each for each in parts if each]) or tr("nothing new")


def answer_words(mail: BoxMail) -> tuple[str, str, str]:
    """Address, subject and text of an answer that asks the sender of *mail* for its game, in their language; it tells of no game."""
    name, address = parseaddr(_decoded(mail.sender))
    written = language_written("\n".join(line.text for letter in letters_of(mail.raw)[0] for line in letter.lines))
    with using(language_of_sender(address, name, own_book(), written)):
        subject = outside_line(_decoded(mail.subject), 120) or tr("Orders")
        lines = [
            greeting(outside_line(name, 80)),
            "",
            tr("your mail “{subject}” names no game that I can place it in: nothing of it counts yet.", subject=subject),
            tr("Please send it again as an answer to a mail of the game, or with the names of the game and of your power in the subject."),
            "",
        ]
        answer = subject if subject.casefold().startswith("re:") else tr("Re: {subject}", subject=subject)
        return address, answer, "\n".join(lines)


def account_words(report: InboxReport) -> str:
    """Return what became of each mail of a mailbox, so that the numbers add up: ``60 mails; 52 found their game; 8 found no game``."""
    here = report.found - report.earlier
    parts = [plural("{count} found its game", "{count} found their game", here)] if here else []
    parts += [plural("{count} found no game", "{count} found no game", report.unplaced)] if report.unplaced else []
    parts += [plural("{count} was taken in before", "{count} were taken in before", report.twice)] if report.twice else []
    parts += [plural("{count} is your own", "{count} are your own", report.ours)] if report.ours else []
    if report.earlier:
        parts.append(plural("{count} that waited found its game", "{count} that waited found their game", report.earlier))
    return clauses([plural("{count} mail", "{count} mails", report.mails), *parts])


def sender_words(mail: BoxMail) -> str:
    """The address of the sender, or the name where there is none."""
    name, address = parseaddr(_decoded(mail.sender))
    return outside_line(address or name, 120) or tr("nobody known")


def subject_words(mail: BoxMail) -> str:
    """The subject, in one line."""
    return outside_line(_decoded(mail.subject), 160) or tr("no subject")


def _decoded(field: str) -> str:
    try:
        return str(make_header(decode_header(field)))
    except (ValueError, LookupError, MessageError):
        return field
