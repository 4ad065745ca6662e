"""A desk with a new game on it, to run commands at."""

from __future__ import annotations

import pytest

from tests.unit.app.commands.fake_services import Desk


@pytest.fixture
def desk() -> Desk:
    """The standard game at its start, without a window."""
    return Desk()
