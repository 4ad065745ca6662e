"""Words of the inbox on mails and their results."""

from __future__ import annotations

from email.errors import MessageError
from email.header import decode_header, make_header
from email.utils import parseaddr

from app.gm.inbox.mailboxes import BoxMail
from app.gm.inbox.store import TakenRow
from languages import clauses, plural, tr
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
