"""A walk through the window, ready to go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.words.walk import SIZES, Walk, walking
from tests.thorough import one_in


@pytest.fixture(params=one_in(len(SIZES), SIZES[::-1]))
def walk(qtbot: QtBot, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """The window in the pseudo language, with words twice as large; in a thorough run with words of usual size too."""
    with walking(request.param, monkeypatch) as made:
        yield made


@pytest.fixture(params=SIZES)
def walk_in_each_size(qtbot: QtBot, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """The same with words of both sizes in every run."""
    with walking(request.param, monkeypatch) as made:
        yield made
