"""A table at which programs have all seats plays on without anybody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.hotseat.round import RoundStage
from app.hotseat.table import Absence, Decider, first_table
from app.qt.hotseat import reveal_page, table_controller
from app.qt.main_window.main_controller import MainController
from app.tables.table_setup import set_table


def test_the_orders_are_shown_told_and_the_next_phase_begins(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reveal_page, "PACES", (1, 1, 1))
    controller.run_line("animation off")
    controller.run("new", variant="standard")
    session = controller.session
    table = first_table(session.game)
    for number, seat in enumerate(table.seats):
        away = replace(seat, decider=Decider.ABSENT, absence=Absence.HOLD)
        table = table.with_seat(replace(seat, decider=Decider.OPPONENT, opponent="easy") if number < 2 else away)
    controller.table._alone.setInterval(1)
    set_table(session, table, {})
    seating = session.seating
    assert seating is not None
    qtbot.waitUntil(lambda: seating.round.phase.year > 1901 or str(seating.round.phase) == "F1901M")
    assert seating.round.stage is not RoundStage.OVER
    assert session.game.line()[0].resolution is not None


def test_a_table_with_a_person_waits(controller: MainController, qtbot: QtBot) -> None:
    controller.run("new", variant="standard")
    session = controller.session
    set_table(session, first_table(session.game), {})
    assert session.seating is not None
    assert not table_controller.TableController._plays_alone(session.seating)
    assert not controller.table._alone.isActive()
