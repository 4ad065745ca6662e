"""A desk with a new game on it, to run commands at."""

from __future__ import annotations

import pytest

from app.session.seating import Times
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.commands.standing_clock import StandingClock


@pytest.fixture
def desk() -> Desk:
    """The standard game at its start, without a window."""
    return Desk()


@pytest.fixture
def clock(desk: Desk) -> StandingClock:
    """The clock of that desk."""
    clock = StandingClock()
    desk.session.times = Times(wall=lambda: clock.now)
    return clock
