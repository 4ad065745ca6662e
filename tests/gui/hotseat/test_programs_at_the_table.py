"""A DAIDE program sits down at the table in the window, and the window never waits for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.hotseat.table import Absence, Decider, Table
from app.players.bots import OPPONENTS, Bot
from app.players.daide.remote import RemoteSeat
from app.players.daide.visitor import Visitor
from app.qt.hotseat import lobby_dialog
from app.qt.hotseat.lobby_dialog import offered
from app.qt.main_window.main_controller import MainController
from app.session.services import ChosenSeats
from tests.gui.hotseat.test_round_in_the_window import take_laptop
from tests.unit.app.players.daide.sockets import Plug
from variants.catalogue import standard


def one_person_and_a_program(_game: object, table: Table, *_: object) -> ChosenSeats:
    """France is a person here, Germany a DAIDE program; the others hold."""
    for seat in table.seats:
        match seat.power:
            case "FRANCE":
                table = table.with_seat(replace(seat, person="Ada"))
            case "GERMANY":
                table = table.with_seat(replace(seat, decider=Decider.OPPONENT, opponent="daide"))
            case _:
                table = table.with_seat(replace(seat, decider=Decider.ABSENT, absence=Absence.HOLD))
    return ChosenSeats(table, {})


def test_a_program_is_among_those_that_can_be_given_a_seat() -> None:
    assert ("daide", "DAIDE program") in [(name, title) for name, title, _ in offered()]


def test_a_program_plays_in_the_window_beside_a_person(controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")
    monkeypatch.setattr(lobby_dialog, "ask_seats", one_person_and_a_program)
    controller.start_page.table_button.click()
    QApplication.processEvents()
    seating = controller.session.seating
    assert seating is not None
    qtbot.waitUntil(lambda: seating.clients is not None)
    assert seating.clients is not None
    assert seating.thinking == ("GERMANY",)
    plug = Plug(RemoteSeat(Visitor("Bot", "1", known=[standard()]), OPPONENTS[Bot.RANDOM].make(1)), seating.clients.port)

    def has_answered() -> bool:
        plug.go_on()
        return not seating.thinking

    qtbot.waitUntil(has_answered)
    take_laptop(controller, qtbot, "FRANCE")
    controller.run("hold-all")
    QTest.mouseClick(controller.table.bar.seal_button, Qt.MouseButton.LeftButton)
    controller.run("process")
    assert controller.session.game.line()[0].orders["GERMANY"], "what the program ordered"
    following = plug.seat.visitor.following
    assert following is not None

    def was_told() -> bool:
        plug.go_on()
        return str(following.position.phase) != "S1901M"

    def has_gone() -> bool:
        plug.go_on()
        return plug.seat.visitor.is_closed

    qtbot.waitUntil(was_told)
    controller.session.tables.stand_up(seating.document)
    qtbot.waitUntil(has_gone)
    plug.close()
