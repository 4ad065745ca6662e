"""The window in the language that nobody speaks, on a small screen, with words of usual size and twice as large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gui.room.walk import SIZES, Walk, walking


@pytest.fixture(params=SIZES)
def walk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """The start page of such a window."""
    with walking(request.param, monkeypatch) as made:
        yield made
