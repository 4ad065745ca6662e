"""A walk through the window, ready to go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.escape.walk import Walk, walking


@pytest.fixture
def walk(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """The window in the language that nobody speaks; a test ends with what escaped."""
    with walking(monkeypatch) as made:
        yield made
