"""Seats, curtain, a person's turn, votes and the reveal in the pseudo language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.game.entries import RevealTime
from app.hotseat.table import Decider
from app.presentation.hotseat.seat_rows import VoteKind
from app.qt.hotseat.lobby_dialog import LobbyDialog, PeopleDialog, SecretDialog
from app.qt.hotseat.phones_part import PhonesPart
from app.qt.hotseat.vote_dialog import VoteDialog
from app.qt.widgets.dialogs import AskBox
from tests.gui.hotseat.test_lobby_dialog import choose
from tests.gui.hotseat.test_round_in_the_window import curtain, reveal, take_laptop
from tests.gui.words.walk import Walk

pytestmark = pytest.mark.thorough

SEEN = {"LobbyDialog", "PeopleDialog", "PhonesDialog", "SecretDialog", "VoteDialog", "ProgramDialog"}
"""The dialogs that are opened here."""

FRANCE, GERMANY = 2, 3
"""Their rows on the page of seats."""

SECRETS = {"GERMANY": "4711"}


def press(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def go_on(dialog: QDialog) -> None:
    """The last answer: to seal all the same."""
    assert isinstance(dialog, AskBox)
    list(dialog.buttons.values())[-1].click()


def set_pin(walk: Walk, pin: str) -> None:
    def type_it(dialog: QDialog) -> None:
        assert isinstance(dialog, SecretDialog)
        for first, second in (("47", ""), ("4711", "4712"), (pin, pin)):
            dialog.first.setText(first)
            dialog.second.setText(second)
            walk.look(dialog)
        dialog.set_button.click()

    walk.answer("SecretDialog", type_it)


def name_people(walk: Walk, text: str) -> None:
    def type_them(dialog: QDialog) -> None:
        assert isinstance(dialog, PeopleDialog)
        dialog.text.setPlainText(text)
        next(each for each in dialog.findChildren(QPushButton) if each.isDefault()).click()

    walk.answer("PeopleDialog", type_them)


def two_people_sit_down(walk: Walk) -> None:
    """Cleo for France, Dan for Germany with a PIN; opponents and absent powers; all the page of seats can say."""

    def sit(dialog: QDialog) -> None:
        assert isinstance(dialog, LobbyDialog)
        dialog.rows[FRANCE].person.setText("Cleo")
        dialog.rows[GERMANY].person.setText("Dan")
        for row, decider in ((0, Decider.OPPONENT), (1, Decider.ABSENT), (4, Decider.GAME_MASTER), (5, Decider.ABSENT)):
            choose(dialog, row, decider)
        walk.look(dialog)
        for text in ("Cleo\nDan", "Cleo\nDan\nEve\nFay\nGus\nHal\nIda\nJan\nKim"):
            name_people(walk, text)
            press(dialog.lot_button)
        for text in ("Cleo: France\nDan: Germany", "Cleo: Narnia", "Cleo: France, Italy\nDan:"):
            name_people(walk, text)
            press(dialog.wish_button)
            walk.look(dialog)
        dialog.rows[6].another.click()
        for row in range(7):
            choose(dialog, row, Decider.ABSENT)
        walk.look(dialog)  # no power is called here
        for row, name in ((FRANCE, "Cleo"), (GERMANY, "Dan")):
            choose(dialog, row, Decider.PERSON)
            dialog.rows[row].person.setText(name)
        set_pin(walk, "4711")
        dialog.rows[GERMANY].lock.click()
        dialog.rows[GERMANY].lock.click()  # once more, and left as it is
        for when in RevealTime:
            dialog.shown[when].setChecked(True)
            walk.look(dialog)
        dialog.shown[RevealTime.ALL_SEALED].setChecked(True)
        dialog.start_button.click()

    walk.allow("Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Narnia")
    walk.answer("LobbyDialog", sit)
    walk.always("AskBox", go_on)
    walk.go("seats", walk.controller.start_page.table_button.click)
    walk.allow_game()


def vote(kind: VoteKind, walk: Walk) -> None:
    def choose_it(dialog: QDialog) -> None:
        assert isinstance(dialog, VoteDialog)
        dialog.kinds[kind].click()
        walk.look(dialog)
        dialog.vote_button.click()

    walk.answer("VoteDialog", choose_it)
    walk.go(f"vote {kind}", walk.controller.table.bar.vote_button.click)


def seal(walk: Walk, qtbot: QtBot, power: str, *lines: str) -> None:
    walk.go(f"take the laptop for {power}", lambda: take_laptop(walk.controller, qtbot, power, SECRETS.get(power, "")))
    walk.line(*lines)
    walk.go("seal", walk.controller.table.bar.seal_button.click)


def walk_through_the_reveal(walk: Walk) -> None:
    walk.go("reveal", curtain(walk.controller).reveal_button.click)
    page = reveal(walk.controller)
    for act in (page.toggle_auto, page.toggle_auto, page.sound_button.click):
        walk.go("reveal", act)
    while not page.is_over:
        walk.go(f"reveal, step {page.at}", page.forward)
    walk.go("look at the board", lambda: QTest.keyClick(page, Qt.Key.Key_Escape))
    walk.go("go on", walk.controller.table.bar.seal_button.click)


def test_on_the_page_of_seats_and_the_curtain(walk: Walk, qtbot: QtBot) -> None:
    two_people_sit_down(walk)
    walk.line("clock", "clock pause", "clock start", "clock add", "call germany", "table", "seats", "seats")
    page = curtain(walk.controller)
    walk.go("Germany is called", lambda: press(page.cards.card("GERMANY")))
    walk.go("a wrong PIN", lambda: take_laptop(walk.controller, qtbot, "GERMANY", "1234"))
    walk.line("open-seat germany 1111", "process", "undo", "show-orders", "end-talks", "table-terms", "give-up-orders germany")
    take_laptop(walk.controller, qtbot, "FRANCE")
    walk.panels(name for name in walk.controller.panels.names if name not in {"bench", "phones", "play-test"})
    for kind in VoteKind:
        vote(kind, walk)
    walk.line("set-pin", "A PAR - BUR", "show-now", "close-seat", "end-table")
    walk.look_at_all()
    walk.all_is_well()
    assert walk.seen.keys() >= SEEN - {"PhonesDialog"}


def test_over_a_round_with_its_reveal(walk: Walk, qtbot: QtBot) -> None:
    two_people_sit_down(walk)
    seal(walk, qtbot, "FRANCE", "A PAR - BUR", "A MAR H", "F BRE - ENG")
    seal(walk, qtbot, "GERMANY", "A MUN - RUH", "A BER - MUN", "F KIE - HOL")
    walk_through_the_reveal(walk)
    seal(walk, qtbot, "FRANCE", "A BUR H", "F ENG - BEL")  # an order is missing, which is asked about
    seal(walk, qtbot, "GERMANY", "A RUH - BUR", "A MUN S A RUH - BUR", "F HOL - BEL")
    walk_through_the_reveal(walk)
    seal(walk, qtbot, "FRANCE", "A BUR R PIC")
    walk_through_the_reveal(walk)
    walk.look_at_all()
    walk.all_is_well()


def test_on_the_invitation_of_phones(walk: Walk) -> None:
    def this_machine_only(dialog: QDialog) -> None:
        assert isinstance(dialog, AskBox)
        walk.look(dialog)
        list(dialog.buttons.values())[1].click()

    walk.allow("Finn", "Evening")
    walk.line("new standard --name Evening")
    walk.allow_game()
    walk.line("table AUSTRIA=phone ENGLAND=hold FRANCE=phone GERMANY=hold ITALY=Finn RUSSIA=hold TURKEY=hold")
    part = next(each for each in walk.controller.window.findChildren(PhonesPart))
    walk.answer("AskBox", this_machine_only)
    walk.controller.run("invite")
    assert part.dialog is not None
    assert part.web is not None
    walk.allow(part.dialog.word.text())  # drawn by lot
    walk.go("the invitation", lambda: None)
    walk.look(part.dialog)
    walk.go("shut the door", part.dialog.open_door.click)
    walk.look(part.dialog)
    walk.go("close the table to phones", lambda: walk.controller.run("end-table"))
    assert walk.controller.session.seating is None
    walk.all_is_well()
