"""A designer's first minute: a new variant from the menu, a game on it, and a change to its drawing."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.game.storage.places import places
from app.qt.main_window.command_form import CommandForm
from app.qt.main_window.main_controller import MainController

PATIENCE = 20_000


def place_of_brede(controller: MainController) -> float | None:
    """Return the place from the left of a unit in Brede on the board in view."""
    shape = None if controller.page is None else controller.page.scene.board.provinces.get("BRE")
    return None if shape is None else shape.units[""][0]


def test_a_new_variant_is_played_and_drawn_anew(controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(form: CommandForm) -> int:
        form.field("name").setProperty("text", "Two Lakes")
        form.accept_if_complete()
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(CommandForm, "exec", fill)
    controller.trigger("new-variant")
    drawing = places().variants / "two-lakes" / "board.svg"
    assert drawing.is_file()

    assert controller.run("new", variant="two-lakes")
    assert controller.session.game.name == "Two Lakes"
    qtbot.waitUntil(lambda: place_of_brede(controller) == 590, timeout=PATIENCE)
    assert controller.run("order", text="A ALD - BRE")

    # Saved as Inkscape does: the file is rewritten, here with an anchor moved.
    drawing.write_text(drawing.read_text(encoding="utf-8").replace('cx="590"', 'cx="500"'), encoding="utf-8")
    qtbot.waitUntil(lambda: place_of_brede(controller) == 500, timeout=PATIENCE)
    assert controller.page is not None
    assert controller.page.order_entry.turn.orders_of("RED")[0].text == "A ALD - BRE"
