"""Taking back what was done, and doing it again."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session
from languages import tr


def something_to_undo(session: Session) -> str:
    """There is a version before the present one."""
    return "" if session.current is not None and session.current.undo_label is not None else tr("There is nothing to undo.")


@command("undo", "Undo", who=Who.SEAT, menu="Edit", place=10, shortcut="Ctrl+Z", available=something_to_undo)
def undo(session: Session) -> None:
    """Take back what was done last: an order, a whole paste or script, an adjudication."""
    if session.in_batch:
        raise Abort(tr("undo cannot be part of a script: a script is one undo step itself"))
    words = session.undo_words
    session.document.undo()
    session.settle_history()
    session.say(tr("Undone: {words}", words=words))


def something_to_redo(session: Session) -> str:
    """There is a version after the present one."""
    return "" if session.current is not None and session.current.redo_label is not None else tr("There is nothing to redo.")


@command("redo", "Redo", who=Who.SEAT, menu="Edit", place=11, shortcut="Ctrl+Shift+Z, Ctrl+Y", available=something_to_redo)
def redo(session: Session) -> None:
    """Do again what was undone last."""
    if session.in_batch:
        raise Abort(tr("redo cannot be part of a script: a script is one undo step itself"))
    words = session.redo_words
    session.document.redo()
    session.settle_history()
    session.say(tr("Done again: {words}", words=words))
