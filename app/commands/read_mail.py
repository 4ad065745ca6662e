"""Orders from files of mails."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.storage.atomic import read_bounded
from app.post.mime import MOST_BYTES
from app.session.errors import Abort
from app.session.mails import take_in
from app.session.parameter_kinds import PowerName
from app.session.services import FileKind
from app.session.session import Session, orders_taken


@command("read-mail", "Read mails…", menu="Edit", place=22, available=orders_taken)
def read_mail(session: Session, path: Path | None = None, *, power: PowerName | None = None) -> None:
    """Take orders from a file: one mail (.eml), a box of mails (.mbox), or a text.

    Its lines are read as those of a paste are. Of several mails of one power the later one counts, and what it replaces is told. The
    sender's address tells whose mail it is where a player has that address.

    Args:
        path: the file; asked for unless given.
        power: whose mail it is, whoever sent it.
    """
    chosen = path or session.services.open_path(FileKind.MAIL)
    if chosen is None:
        raise Abort("No file was chosen.")
    take_in(session, read_bounded(chosen, MOST_BYTES), power)
