"""Beside the list of a round by mail: the card of a line, its choices on the board, who lacks orders, reminders. By real events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

from app.commands.gm.sending import ReminderWay
from app.mail_in.accounting import Fate
from app.presentation.round_words import FATE_MARKS
from app.presentation.window_colours import theme_ids
from app.qt.gm import sending_dialogs
from app.qt.gm.round_choices import ChoiceArrows
from app.qt.main_window.main_controller import MainController
from app.qt.widgets.look import read_look
from app.session.services import ChoiceQuestion, FileToSave
from tests.gui.answering import answering
from tests.gui.mail_round import Desk
from tests.thorough import one_in


@pytest.fixture
def desk(controller: MainController, tmp_path: Path) -> Desk:
    return Desk(controller, tmp_path)


def mail_program(links: list[str]) -> Callable[[str], bool]:
    """One that takes every link, and keeps it in *links*."""

    def open_link(link: str) -> bool:
        links.append(link)
        return True

    return open_link


def numbers(desk: Desk) -> ChoiceArrows:
    assert desk.part.choices is not None
    arrows = desk.part.choices.arrows
    assert arrows is not None
    return arrows


def press_number(desk: Desk, number: int) -> None:
    page = desk.controller.page
    assert page is not None
    board = page.board
    at = board.mapFromScene(numbers(desk).place_of(number, board.transform().m11()))
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    desk.presses += 1
    desk.settle()


def test_touching_a_doubtful_line_shows_its_card_and_its_choices_as_numbers_on_the_board(desk: Desk) -> None:
    desk.controller.window.resize(1920, 1000)
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.part.side is not None
    card = desk.part.side.card
    assert card.words.text() == "F Tri - Alb or Ven"
    assert card.beside.text().startswith("Ada, line 4 · doubtful")
    assert [button.text() for button in card.buttons] == ["1   Fleet Trieste moves to Albania", "2   Fleet Trieste moves to Venice"]
    assert numbers(desk).numbers == (1, 2)
    press_number(desk, 2)
    assert desk.fate("F Tri - Alb or Ven") is Fate.GUESSED
    assert [str(line.order) for line in desk.controller.session.open_turn.orders_of("AUSTRIA")][-1] == "F TRI - VEN"
    assert desk.part.choices is not None
    assert desk.part.choices.arrows is None, "what is decided has no choices any more"


def test_the_number_of_a_choice_is_taken_from_the_keyboard_while_the_board_has_the_keys(desk: Desk) -> None:
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.controller.page is not None
    desk.controller.page.board.setFocus()
    QTest.keyClick(desk.controller.page.board, Qt.Key.Key_1)
    desk.settle()
    assert [str(line.order) for line in desk.controller.session.open_turn.orders_of("AUSTRIA")][-1] == "F TRI - ALB"


def test_the_card_has_the_unit_hold_and_asks_who_wrote_the_line(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.controller.window.resize(1920, 1000)
    links: list[str] = []
    monkeypatch.setattr(sending_dialogs, "open_link", mail_program(links))
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.part.side is not None
    card = desk.part.side.card
    assert card.ask_button.text() == "Ask Ada…"
    desk.press(card.ask_button)
    assert links[0].startswith("mailto:ada@example.org?subject=")
    assert "Do%20you%20mean%3A%20Fleet%20Trieste%20moves%20to%20Albania%20or" in links[0]
    desk.press(card.hold_button)
    assert [str(line.order) for line in desk.controller.session.open_turn.orders_of("AUSTRIA")][-1] == "F TRI H"
    assert desk.part.choices is not None
    assert desk.part.choices.arrows is None
    assert not card.hold_button.isVisible()


def test_the_arrows_go_with_the_round(desk: Desk) -> None:
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    page = desk.controller.page
    assert page is not None
    assert numbers(desk) in page.scene.items()
    desk.controller.run("round")
    assert not [item for item in page.scene.items() if isinstance(item, ChoiceArrows)]


def test_what_comes_of_each_power_is_said_and_decided_beside_the_board(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.controller.window.resize(1920, 1000)
    desk.drop(desk.files("ben", "cleo", "dan", "eve", "finn", "gus"))
    desk.press(desk.buttons("1  F KIE - DEN")[0])
    assert desk.part.side is not None
    outlook = desk.part.side.outlook
    assert list(outlook.boxes) == ["AUSTRIA"]
    box = outlook.boxes["AUSTRIA"]
    assert [box.itemText(at) for at in range(box.count())] == ["Decide then", "Wait", "Hold", "Ask first"]
    box.setCurrentIndex(box.findData("hold"))
    box.activated.emit(box.currentIndex())
    desk.settle()
    assert outlook.boxes["AUSTRIA"].currentText() == "Hold"
    answering(monkeypatch, ChoiceQuestion, lambda *_args: pytest.fail("nothing is left to ask about"))
    assert desk.part.head is not None
    desk.press(desk.part.head.process_button)
    assert desk.controller.session.game.line()[0].resolution is not None
    assert desk.controller.session.game.line()[0].orders["AUSTRIA"] == ()


def test_one_press_reminds_in_the_usual_way_and_the_others_are_beside_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    links: list[str] = []
    monkeypatch.setattr(sending_dialogs, "open_link", mail_program(links))
    desk.controller.run("player", power="AUSTRIA", name="Ada <ada@example.org>")
    desk.settle()
    head = desk.part.head
    assert head is not None
    assert [(each.text(), each.isEnabled()) for each in head.ways.actions()] == [
        ("Send by mail", False),
        ("Write in the mail program", True),
        ("Save as .eml…", True),
        ("Copy the texts", True),
    ]
    desk.press(head.remind_button)
    assert QApplication.clipboard().text().startswith("Dear Ada,")
    head.ways.actions()[1].trigger()
    assert len(links) == 1
    assert links[0].startswith("mailto:ada@example.org")
    folder = desk.folder / "reminders"
    answering(monkeypatch, FileToSave, lambda *_args: folder)
    head.ways.actions()[2].trigger()
    assert [path.suffix for path in folder.iterdir()] == [".eml"]
    ran: list[object] = []
    server = object()
    monkeypatch.setattr(sending_dialogs, "kept_server", lambda: server)
    host = SimpleNamespace(run=lambda *args, **more: ran.append((args, more)), session=desk.controller.session)
    monkeypatch.setattr(desk.part.reminders, "_host", host)
    assert desk.part.reminders.ways() == ("send", True, True)
    desk.press(head.remind_button)
    assert ran == [(("send-reminders",), {"by": ReminderWay.SEND})]


def test_stripes_of_fates_differ_in_every_theme(desk: Desk) -> None:
    assert desk.part.side is not None
    for theme in theme_ids():
        look = read_look(theme)
        desk.part.side.set_look(look)
        for fate, stripe in desk.part.side.stripes.items():
            stripe.resize(4, 20)
            assert stripe.grab().toImage().pixelColor(1, 10).name() == look.colour(FATE_MARKS[fate].ink).name()
        guessed, doubtful = (look.colour(FATE_MARKS[fate].ink) for fate in (Fate.GUESSED, Fate.DOUBTFUL))
        apart = abs(guessed.hue() - doubtful.hue())
        assert theme == "print" or min(apart, 360 - apart) > 60, theme


@pytest.mark.parametrize("size", one_in(4, [200, 150, 100, 80]))
def test_nothing_on_the_right_is_cut_off_in_any_size_of_text(size: int, desk: Desk) -> None:
    desk.controller.run_line(f"text-size {size}")
    desk.controller.window.resize(1920, 1000)
    desk.drop(desk.files("ada", "dan"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.part.side is not None
    assert desk.part.panel is not None
    if not desk.part.side.isVisible():
        desk.press(desk.part.panel.details_button)
    desk.settle()
    scroll = desk.part.side.findChild(QScrollArea)
    assert scroll is not None
    inside = scroll.widget()
    assert inside is not None
    assert inside.width() <= scroll.viewport().width()
