"""Orders from the clipboard."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.mails import take_in
from app.session.parameter_kinds import PowerName
from app.session.session import Session, orders_taken


@command("paste-orders", "Paste orders", menu="Edit", place=21, shortcut="Ctrl+Shift+V", available=orders_taken)
def paste_orders(session: Session, power: PowerName | None = None) -> None:
    """Take orders from the clipboard: a whole mail, a list, one or many powers, in any of the usual notations.

    Orders are taken only where they were meant: quoted text, headers, signatures, press and results are none; what depends on a condition,
    offers a choice, or orders a unit twice is shown with its choices and waits for a decision; what is headed for another phase is kept for
    that phase. Each order takes the place of the unit's earlier one; other units keep theirs. What became of every line is shown. All of it
    is one undo step. Where nothing in the text can be written, nothing is changed.

    Args:
        power: whose mail it is: orders of other powers in it are refused. Otherwise its sender or the headings in it tell.
    """
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort("There is no text on the clipboard.")
    take_in(session, text, power)
