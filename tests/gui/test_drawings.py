"""A variant with several drawings can change to another one in mid-game."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.game.dpn.writer import write
from app.game.storage.places import places
from app.qt.main_window.main_controller import MainController

TWO = """\
format = 1
id = "two-maps"
name = "Two maps"
version = "1"
extends = "standard"
without = ["maps"]

[maps.wall]
name = "Wall map"
file = "standard"

[maps.table]
name = "Table map"
file = "standard"
"""


@pytest.fixture
def two_maps() -> None:
    folder = places().variants / "two-maps"
    folder.mkdir(parents=True)
    (folder / "variant.toml").write_text(TWO, encoding="utf-8")


def test_the_board_is_shown_on_the_next_drawing_and_the_game_remembers_it(two_maps: None, controller: MainController, qtbot: QtBot) -> None:
    controller.run("new", variant="two-maps")
    controller.run("order", text="A PAR - BUR")
    first = controller.page
    assert controller.run("drawing")
    qtbot.waitUntil(lambda: controller.page is not first, timeout=20_000)
    assert controller.page is not None
    assert controller.page.drawing == "table"
    assert "drawing: table" in write(controller.session.game)
    assert controller.page.order_entry.turn.orders_of("FRANCE")[0].text == "A PAR - BUR"
    controller.run("undo")
    qtbot.waitUntil(lambda: controller.page is not None and controller.page.drawing == "", timeout=20_000)


def test_a_drawing_that_is_not_there_is_refused_with_those_that_are(two_maps: None, controller: MainController) -> None:
    controller.run("new", variant="two-maps")
    assert not controller.run("drawing", name="globe")
    assert "wall, table" in controller.status.message.text()


def test_a_variant_with_one_drawing_says_so(controller: MainController) -> None:
    controller.run("new")
    assert not controller.run("drawing")
    assert "has one drawing" in controller.status.message.text()
