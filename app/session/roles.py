"""Conditions of commands: the role at a table that each names, and what the menus ask after every change.

Those of one group of commands alone stand with it; more of them, in :mod:`app.session.session`, are asked by the session itself.
"""

from __future__ import annotations

from enum import StrEnum

from app.game.entries import GAME_MASTER
from app.session.session import Session, at_a_table, on_screen, orders_taken
from languages import mark, tr


class Who(StrEnum):
    """Role at a table that a command needs. Without a table everything is everybody's."""

    ANYBODY = mark("anybody")
    """Command that reveals nothing secret, and changes nothing of the game."""
    TABLE = mark("the table")
    """Role of the people together, with the curtain drawn; not taken alone at a seat."""
    SEAT = mark("a seat")
    """Role of the person at the laptop, for their own power."""
    GAME_MASTER = mark("the game master")
    """Role for changes of a game from outside, and for views of secrets. What does not say whose it is, is the game master's."""


OF_A_TURN = frozenset(
    {
        *("order", "legal", "orders", "hint", "clear-order", "clear-power", "hold-all", "take-orders", "default-list", "paste-orders"),
        *("undo", "redo", "press", "notes", "vote", "wait", "seal", "close-seat", "set-pin", "who", "status", "story", "results"),
        *("previous-phase", "next-phase", "find", "save", "preferences", "help", "keys"),
    }
)
"""Commands that a seat offers: orders, letters, votes, and a look round. What else can be done there is typed by its name."""


def is_at_a_seat(session: Session) -> bool:
    """Return True if one person is at the laptop, for their own power."""
    return session.seating is not None and session.seating.open not in {None, GAME_MASTER}


def refusal(session: Session, who: Who) -> str:
    """Return the reason that a command of *who* cannot be run now in the game in front; empty where it can."""
    if who is Who.ANYBODY:
        return ""
    seating = session.seating
    if seating is None or seating.open == GAME_MASTER:
        return ""
    if who is Who.TABLE:
        if seating.open is None:
            return ""
        return tr("{person} is at the laptop; close that seat first.", person=seating.round.title(seating.open))
    if who is Who.SEAT:
        return (
            "" if seating.open is not None else tr("Nobody is at the laptop. Open a seat first: each person does this for their own power.")
        )
    if seating.round.table.game_master is not None:
        return tr("That is for the game master to decide, at the game master's desk.")
    return tr("Nobody decides that alone while orders are secret; the table has no game master. End the table first, all together.")


def at_an_open_seat(session: Session) -> str:
    """For ``available``: a seat is open."""
    if session.seating is None:
        return at_a_table(session)
    return "" if session.seating.open is not None else tr("Nobody is at the laptop.")


def on_analysis_board(session: Session) -> str:
    """For ``available``: an analysis board is in front and takes edits."""
    reason = orders_taken(session)
    if reason:
        return reason
    return (
        ""
        if session.game.is_analysis
        else tr("Pieces are set up on an analysis board; open one with: {analysis}", analysis=session.named("analysis"))
    )


def something_to_undo(session: Session) -> str:
    """For ``available``: there is a version before the present one."""
    return "" if session.current is not None and session.current.undo_label is not None else tr("There is nothing to undo.")


def something_to_redo(session: Session) -> str:
    """For ``available``: there is a version after the present one."""
    return "" if session.current is not None and session.current.redo_label is not None else tr("There is nothing to redo.")


def view_changed(session: Session) -> str:
    """For ``available``: the view was changed since the program was started."""
    return on_screen(session) or ("" if session.views_before else tr("The view was not changed since the program was started."))
