"""The real main window, offscreen, and hands to use it with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.windows.application import open_main_window
from app.windows.main_window import MainWindow
from app.windows.preferences import Preferences
from tests.gui.hands import Hands


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """The main window as it opens at the first start: 1280 x 800, on the start page."""
    made = open_main_window(Preferences(tmp_path / "settings"))
    with qtbot.waitExposed(made):
        made.show()
    yield made
    for document in made.session.documents:
        made.session.remove(document)
        document.close(discard=True)
    made.background.close()
    made.close()
    made.deleteLater()


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """What a person does with mouse and keys."""
    return Hands(window)
