"""Roles at a table: each command names the role it needs, and this tells if its person is there."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from app.game.entries import GAME_MASTER
from languages import mark, tr

if TYPE_CHECKING:
    from app.session.session import Session


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
