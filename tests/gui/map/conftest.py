"""A board in a window, baked and laid out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from tests.fakes.board_pictures import drawn_standard, start_picture


@pytest.fixture
def scene(qtbot: QtBot) -> BoardScene:
    """The standard board at its start."""
    made = BoardScene(drawn_standard())
    made.show_picture(start_picture())
    return made


@pytest.fixture
def view(qtbot: QtBot, scene: BoardScene) -> Iterator[BoardView]:
    """A window of 700 x 640 pixels onto the board."""
    made = BoardView(scene)
    made.resize(700, 640)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    scene.close()
