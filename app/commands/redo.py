"""Redo."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.session import Session


def something_to_redo(session: Session) -> str:
    """There is a version after the present one."""
    return "" if session.current is not None and session.current.redo_label is not None else "There is nothing to redo."


@command("redo", "Redo", menu="Edit", place=11, shortcut="Ctrl+Shift+Z, Ctrl+Y", available=something_to_redo)
def redo(session: Session) -> None:
    """Do again what was undone last."""
    if session.in_batch:
        raise Abort("redo cannot be part of a script: a script is one undo step itself")
    words = session.redo_words
    session.document.redo()
    session.settle_history()
    session.say(f"Done again: {words}")
