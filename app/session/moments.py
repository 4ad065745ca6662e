"""Phases of the game in front, by name, and the time of a session's clock."""

from __future__ import annotations

from datetime import UTC, datetime

from adjudicator.phase import Phase
from app.game.record import Cursor
from app.session.errors import Abort, did_you_mean, nearest
from app.session.session import Session
from languages import tr


def moment(session: Session, phase: Phase) -> Cursor:
    """Return the cursor of *phase* on the branch in view.

    Raises:
        Abort: the branch has no such phase; the nearest are named.
    """
    found = session.game.find(session.branch, phase)
    if found is None:
        played = [str(turn.phase) for turn in session.game.line(session.branch)]
        raise Abort(
            tr(
                "This game has no phase {phase} (it runs from {first} to {last}){did_you_mean}",
                phase=phase,
                first=played[0],
                last=played[-1],
                did_you_mean=did_you_mean(nearest(str(phase), played)),
            )
        )
    return found


def now_of(session: Session) -> datetime:
    """The time now, in UTC, to the second."""
    return datetime.fromtimestamp(session.times.wall(), UTC).replace(microsecond=0)
