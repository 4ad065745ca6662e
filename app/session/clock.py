"""What time it is for a session: its clock is handed in, so that a test says when something happens."""

from __future__ import annotations

from datetime import UTC, datetime

from app.session.session import Session


def now_of(session: Session) -> datetime:
    """The time now, in UTC, to the second."""
    return datetime.fromtimestamp(session.times.wall(), UTC).replace(microsecond=0)
