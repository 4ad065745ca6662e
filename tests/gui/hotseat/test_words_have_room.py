"""Large words on a small screen: curtain, seat and reveal cut none of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.players.bots import Bot
from app.qt.hotseat import lobby_dialog
from app.qt.main_window.main_controller import MainController
from app.qt.widgets.labels import ElidedLabel
from languages import using
from languages.pseudo import PSEUDO
from tests.gui.hands import Hands
from tests.gui.hotseat.test_round_in_the_window import curtain, reveal, sealed_round, take_laptop, two_people
from tests.thorough import one_in


@pytest.fixture(params=one_in(2, ["200", "100"]))
def at_table(controller: MainController, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[MainController]:
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")
    monkeypatch.setattr(lobby_dialog, "ask_seats", two_people)
    controller.window.resize(1366, 768)
    controller.run_line(f"text-size {request.param}")
    controller.start_page.table_button.click()
    QApplication.processEvents()
    yield controller
    controller.run_line("text-size 100")


def cut_words(of: QWidget) -> list[str]:
    """The labels and buttons below *of* that have less room than their words need."""
    QApplication.processEvents()
    cut = []
    for label in of.findChildren(QLabel):
        if label.isVisible() and label.text() and not isinstance(label, ElidedLabel):
            needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
            wide = label.minimumSizeHint().width()
            if label.height() < needed or label.width() < wide:
                cut.append(label.text())
    buttons = [each for each in of.findChildren(QAbstractButton) if each.isVisible() and each.text()]
    return cut + [each.text() for each in buttons if each.width() < each.minimumSizeHint().width()]


@pytest.mark.thorough
def test_the_curtain_cuts_no_word(at_table: MainController, qtbot: QtBot) -> None:
    page = curtain(at_table)
    assert cut_words(page) == []
    at_table.run("call", power="GERMANY")
    assert cut_words(page) == []


def test_the_bar_of_a_seat_cuts_no_word(at_table: MainController, qtbot: QtBot) -> None:
    take_laptop(at_table, qtbot, "FRANCE")
    bar = at_table.table.bar
    assert cut_words(bar) == []
    assert bar.seal_button.isVisible()
    assert bar.power.text() == "France"


@pytest.mark.thorough
def test_the_reveal_cuts_no_word_of_any_step(at_table: MainController, qtbot: QtBot, hands: Hands) -> None:
    sealed_round(at_table, qtbot, hands)
    curtain(at_table).reveal_button.click()
    page = reveal(at_table)
    for _ in page._story.steps:
        assert cut_words(page) == []
        page.forward()


def test_the_bar_of_a_seat_settles_in_a_longer_language_with_large_words(at_table: MainController, qtbot: QtBot) -> None:
    take_laptop(at_table, qtbot, "FRANCE")
    bar = at_table.table.bar
    with using(PSEUDO):
        for width in (1366, 1100, 900):
            at_table.window.resize(width, 768)
            bar.resize(width // 3, bar.height())  # a panel that takes most of the room
            bar.show_time("59:59")
            QApplication.processEvents()
    assert bar.seal_button.isVisible()


def test_the_bar_of_a_seat_is_no_higher_than_its_words(at_table: MainController, qtbot: QtBot) -> None:
    take_laptop(at_table, qtbot, "FRANCE")
    bar = at_table.table.bar
    for line in ("press", "press", "press"):
        at_table.run_line(line)
        for _ in range(6):
            QApplication.processEvents()
        assert cut_words(bar) == []
        assert bar.height() <= bar.heightForWidth(bar.width())


def test_the_panels_of_a_seat_have_their_width_before_they_are_painted(controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1366, 768)
    controller.window.show()
    controller.run("play-now", level=Bot.EASY)
    docks = [each for each in controller.window.findChildren(QDockWidget) if each.isVisible()]
    at_once = [each.width() for each in docks]
    qtbot.wait(300)
    assert [each.width() for each in docks] == at_once
