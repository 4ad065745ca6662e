"""Phones at the table of the real window: the invitation, a real phone on the network, and the reveal that no phone takes away."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from app.hotseat.round import RoundStage
from app.hotseat.table import Seat
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.lobby_seats import LobbyRow
from app.qt.hotseat.phones_part import PhonesPart
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.main_controller import MainController
from app.session.services import ChoiceQuestion
from app.web.channel import Channel, PhoneHello, decoded
from tests.gui.answering import answering


class NetworkPhone:
    """A phone on the network, read by a thread of its own while the window goes on."""

    def __init__(self, port: int, key: str, *, stage: bool = False) -> None:
        self.parts: dict[str, Any] = {}
        self.messages: list[Mapping[str, Any]] = []
        self._out: list[Mapping[str, object]] = []
        self._channel: Channel | None = None
        self._connection: ClientConnection | None = None
        self._thread = Thread(target=self._run, args=(port, key, stage), daemon=True)
        self._thread.start()

    def _run(self, port: int, key: str, stage: bool) -> None:
        path = "stage" if stage else "seat"
        with (
            suppress(ConnectionClosed),
            connect(f"ws://127.0.0.1:{port}/ws/{path}", origin=Origin(f"http://127.0.0.1:{port}"), compression=None) as made,
        ):
            if not stage:
                hello = PhoneHello(decoded(key))
                made.send(hello.first())
                answer = made.recv()
                assert isinstance(answer, str)
                self._channel = hello.channel(answer)
            self._connection = made
            for data in made:
                message = self._channel.opened(data) if self._channel is not None and isinstance(data, bytes) else json.loads(data)
                assert isinstance(message, dict)
                self.parts.update(message.get("parts", {}))
                self.messages.append(message)

    def say(self, **message: object) -> None:
        """Send a message."""
        assert self._connection is not None
        assert self._channel is not None
        self._connection.send(self._channel.sealed(message))


@pytest.fixture
def part(controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[PhonesPart]:
    """The table of the window with one phone's seat, opened to this machine."""
    controller.run_line("new standard --name Evening")
    controller.run_line("table AUSTRIA=phone ENGLAND=hold FRANCE=hold GERMANY=hold ITALY=Finn RUSSIA=hold TURKEY=hold")
    found = next(each for each in controller.window.findChildren(PhonesPart))
    answering(monkeypatch, ChoiceQuestion, lambda *_: "This machine only")
    controller.run_line("invite")
    assert found.web is not None
    yield found
    found.close()


def test_a_phone_sits_down_and_the_laptop_reveals(controller: MainController, part: PhonesPart, qtbot: QtBot) -> None:
    assert part.web is not None
    assert part.dialog is not None
    seating, desk = part.web.seating, part.web.desk
    assert desk.door.word == part.dialog.word.text()
    phone, stage = NetworkPhone(part.web.port, desk.server_key), NetworkPhone(part.web.port, "", stage=True)
    qtbot.waitUntil(lambda: "lobby" in phone.parts and "side" in stage.parts, timeout=20_000)
    phone.say(do="join", word=desk.door.word, name="Ada", power="AUSTRIA")
    qtbot.waitUntil(lambda: "sheet" in phone.parts, timeout=20_000)
    assert controller.session.viewer == "(curtain)", "the window shows nothing of the phone"
    phone.say(do="want", o="A BUD - SER")
    phone.say(do="seal")
    qtbot.waitUntil(lambda: "AUSTRIA" in seating.round.sealed, timeout=20_000)
    controller.run_line("open-seat ITALY")
    controller.run_line("seal --anyway")
    assert seating.round.stage is RoundStage.READY
    controller.run_line("show-orders")
    page = controller.window.findChild(RevealPage)
    assert page is not None
    qtbot.waitUntil(
        lambda: "All orders lie open." in phone.parts["sheet"] and "All orders lie open." in stage.parts["side"], timeout=20_000
    )
    assert phone.parts["panel"] == "", "the reveal is the laptop's"
    assert not any("Serbia" in str(message.get("parts", {}).get("side", "")) for message in stage.messages), "nothing before its step"
    assert "Serbia" not in phone.parts["sheet"]
    page.forward()
    qtbot.waitUntil(lambda: "Serbia" in stage.parts["side"] and "Serbia" in phone.parts["sheet"], timeout=20_000)
    assert ('data-do="reveal"' in phone.parts["sheet"]) is False
    seating.telling.steering = "AUSTRIA"
    page.back()
    qtbot.waitUntil(lambda: 'data-do="reveal"' in phone.parts["sheet"], timeout=20_000)
    phone.say(do="reveal", name="all")
    qtbot.waitUntil(lambda: page.is_over, timeout=20_000)
    qtbot.waitUntil(lambda: 'data-name="on"' in phone.parts["sheet"], timeout=20_000)
    phone.say(do="reveal", name="on")
    qtbot.waitUntil(lambda: seating.round.stage is not RoundStage.RESULTS, timeout=20_000)
    qtbot.waitUntil(lambda: "Serbia" in str(phone.parts["panel"]), timeout=20_000)


def test_a_reveal_that_the_laptop_skips_is_shown_on_the_stage_afterwards(
    controller: MainController, part: PhonesPart, qtbot: QtBot
) -> None:
    assert part.web is not None
    phone, stage = NetworkPhone(part.web.port, part.web.desk.server_key), NetworkPhone(part.web.port, "", stage=True)
    qtbot.waitUntil(lambda: "lobby" in phone.parts and "side" in stage.parts, timeout=20_000)
    phone.say(do="join", word=part.web.desk.door.word, name="Ada", power="AUSTRIA")
    qtbot.waitUntil(lambda: "sheet" in phone.parts, timeout=20_000)
    phone.say(do="want", o="A BUD - SER")
    phone.say(do="seal")
    qtbot.waitUntil(lambda: "AUSTRIA" in part.web.seating.round.sealed, timeout=20_000)  # type: ignore[union-attr]
    for line in ("open-seat ITALY", "seal --anyway", "show-orders", "next-round"):
        controller.run_line(line)
    qtbot.waitUntil(lambda: "Serbia" in str(phone.parts["panel"]), timeout=20_000)
    qtbot.waitUntil(lambda: "Serbia" in str(stage.parts["side"]), timeout=20_000)


def test_the_table_closes_to_phones_with_the_game(controller: MainController, part: PhonesPart, qtbot: QtBot) -> None:
    assert part.web is not None
    phone = NetworkPhone(part.web.port, part.web.desk.server_key)
    qtbot.waitUntil(lambda: "lobby" in phone.parts, timeout=20_000)
    controller.run_line("end-table")
    qtbot.waitUntil(lambda: part.web is None, timeout=20_000)
    qtbot.waitUntil(lambda: any("closed" in message for message in phone.messages), timeout=20_000)


def chosen(part: PhonesPart, power: str, words: str) -> None:
    """Choose *words* in the menu of a seat."""
    assert part.web is not None
    assert part.dialog is not None
    menu = part.dialog.menu_for(part.web.seating.table.seat(power))
    next(action for action in menu.actions() if action.text() == words).trigger()


def test_the_organiser_changes_every_seat_in_its_menu(
    controller: MainController, part: PhonesPart, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert part.web is not None
    assert part.dialog is not None
    seating, dialog = part.web.seating, part.dialog
    chosen(part, "AUSTRIA", "At this screen")
    assert not seating.table.seat("AUSTRIA").by_phone
    chosen(part, "ITALY", "Free for a phone")
    assert seating.table.seat("ITALY").is_free
    phone = NetworkPhone(part.web.port, part.web.desk.server_key)
    qtbot.waitUntil(lambda: "lobby" in phone.parts, timeout=20_000)
    phone.say(do="join", word=part.web.desk.door.word, name="Gus", power="ITALY")
    qtbot.waitUntil(lambda: "sheet" in phone.parts, timeout=20_000)
    chosen(part, "ITALY", "Another phone…")
    assert dialog.caption.text() == "For the other phone of Italy"
    dialog.back.click()
    assert dialog.caption.text() == "Scan to sit down"
    chosen(part, "ITALY", "Controls the step-by-step results")
    assert [seating.telling.steering] == ["ITALY"]
    chosen(part, "ITALY", "Controls the step-by-step results")
    assert [seating.telling.steering] == [None]

    phone.say(do="want", o="A VEN - TYR")
    qtbot.waitUntil(lambda: "Tyrolia" in phone.parts["sheet"], timeout=20_000)
    asked: list[str] = []
    answers = iter(("Leave the seat as it is", "Discard the orders", "Agree"))

    def answer(question: str, _choices: object) -> str:
        asked.append(question)
        return next(answers)

    answering(monkeypatch, ChoiceQuestion, answer)
    chosen(part, "ITALY", "Nobody: its units hold")
    assert seating.table.seat("ITALY").is_person, "in the middle of the round nothing is lost by a slip"
    assert "Italy has written in this phase" in asked[0]
    chosen(part, "ITALY", "Nobody: its units hold")
    assert seating.table.seat("ITALY").who == "Absent"
    qtbot.waitUntil(lambda: any("gone" in message for message in phone.messages), timeout=20_000)
    chosen(part, "ITALY", "Built-in: Steady")
    assert seating.table.seat("ITALY").opponent == "steady"


def test_the_invitation_lies_on_the_board_while_a_seat_is_free(controller: MainController, part: PhonesPart, qtbot: QtBot) -> None:
    assert part.web is not None
    curtain = controller.window.findChild(CurtainPage)
    assert curtain is not None
    qtbot.waitUntil(lambda: not curtain.invite.isHidden(), timeout=20_000)
    assert curtain.invite.word.text() == part.web.desk.door.word
    assert curtain.invite.address.text() == part.web.addresses[0].partition("://")[2]
    assert curtain.home.rect().contains(curtain.invite.geometry())
    phone = NetworkPhone(part.web.port, part.web.desk.server_key)
    qtbot.waitUntil(lambda: "lobby" in phone.parts, timeout=20_000)
    phone.say(do="join", word=part.web.desk.door.word, name="Ada", power="AUSTRIA")
    qtbot.waitUntil(curtain.invite.isHidden, timeout=20_000)


def test_the_seats_page_offers_a_person_with_a_phone(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    row = LobbyRow(Seat("FRANCE", "France", person="Cleo"), None, (("steady", "Steady", "Plans"),), widget)
    row.decider.setCurrentIndex(row.decider.findData("phone"))
    assert (row.seat.is_free, row.seat.person) == (True, "")
    row.show_seat(row.seat, is_locked=False)
    assert row.is_phone
    row.decider.setCurrentIndex(0)
    assert not row.seat.by_phone
