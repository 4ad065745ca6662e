"""A first evening: from the start page to builds, saved, closed, and opened again, with the mouse alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from adjudicator.notation import parse_order
from app.game.dpn.writer import write
from app.presentation.order_tools.stage import Arrow
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.session.services import ChoiceQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands


def test_the_first_evening_by_clicks(controller: MainController, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "evening.dpn"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), "Games (*.dpn)"))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), "Games (*.dpn)"))

    assert controller.stack.currentWidget() is controller.start_page
    hands.click(controller.start_page.play_button)
    assert str(hands.turn.phase) == "S1901M"

    _spring(hands)
    assert controller.panels.get(GamePanel).widget.header.summary.text() == "All orders are in."
    hands.click(controller.panels.get(GamePanel).widget.header.process_button)
    assert hands.turn.resolution is not None, "the results are shown first"
    hands.click(controller.panels.get(GamePanel).widget.header.onward_button)
    assert str(hands.turn.phase) == "F1901M"

    _fall(hands)
    hands.click(controller.panels.get(GamePanel).widget.header.process_button)
    results = [line.row for line in controller.panels.get(GamePanel).widget.results.lines()]
    assert any(row.place == "VEN" and row.dislodged for row in results)
    hands.click(controller.panels.get(GamePanel).widget.header.onward_button)
    assert str(hands.turn.phase) == "F1901R"

    hands.unit("VEN", dislodged=True)
    hands.ground("ROM")
    assert hands.orders("ITALY") == ["A VEN R ROM"]
    hands.click(controller.panels.get(GamePanel).widget.header.process_button)
    hands.click(controller.panels.get(GamePanel).widget.header.onward_button)
    assert str(hands.turn.phase) == "W1901A"

    hands.ground("LON")
    hands.answer("Fleet")
    hands.ground("BRE")
    hands.answer("Fleet")
    hands.ground("MUN")
    assert hands.orders("GERMANY") == ["A MUN B"], "only an army can be built there, so nothing is asked"
    assert hands.orders("ENGLAND") == ["F LON B"]
    assert hands.orders("FRANCE") == ["F BRE B"]
    answering(
        monkeypatch,
        ChoiceQuestion,
        lambda _question, choices: next((each for each in choices if each.startswith(("Process", "Go on"))), choices[-1]),
    )
    hands.click(controller.panels.get(GamePanel).widget.header.process_button)
    hands.click(controller.panels.get(GamePanel).widget.header.onward_button)
    assert str(hands.turn.phase) == "S1902M"

    assert controller.window.isWindowModified()
    controller.trigger("save")
    assert not controller.window.isWindowModified()
    before = write(hands.page.document.game)
    controller.trigger("close")
    assert controller.stack.currentWidget() is controller.start_page
    assert [card.title for card in controller.start_page.cards()] == ["Standard"]

    hands.click(controller.start_page.open_button)
    assert write(hands.page.document.game) == before
    assert str(hands.turn.phase) == "S1902M"
    assert not controller.window.isWindowModified()


def test_a_recent_game_opens_by_one_click_on_its_board(controller: MainController, hands: Hands, tmp_path: Path) -> None:
    controller.run("new")
    hands.page.document.save(tmp_path / "recent.dpn")
    controller.run("close")
    card = controller.start_page.cards()[0]
    seen = card.grab().toImage()
    assert len({seen.pixel(x, seen.height() // 3) for x in range(seen.width())}) > 20, "the lands of its board are seen"
    hands.click(card)
    assert hands.page.document.path == tmp_path / "recent.dpn"


def test_a_game_that_was_opened_is_among_the_recent_ones_while_it_is_still_open(
    controller: MainController, hands: Hands, tmp_path: Path
) -> None:
    controller.run("new", name="Thursday")
    hands.page.document.save(tmp_path / "thursday.dpn")
    controller.run("close")
    controller.start_page.forget_requested.emit(tmp_path / "thursday.dpn")
    controller.run("open", file=tmp_path / "thursday.dpn")
    controller.run("start-page")
    assert [card.title for card in controller.start_page.cards()] == ["Thursday"]


def test_several_games_are_open_side_by_side(controller: MainController, hands: Hands) -> None:
    controller.run("new", name="Monday")
    controller.run("new", name="Tuesday")
    hands.move("PAR", "BUR")
    assert [controller.tabs.tabText(number) for number in range(controller.tabs.count())] == ["Start", "Monday •", "Tuesday •"]
    controller.tabs.setCurrentIndex(1)
    assert hands.page.document.game.name == "Monday"
    assert hands.orders("FRANCE") == []
    controller.tabs.setCurrentIndex(2)
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def _spring(hands: Hands) -> None:
    hands.move("VIE", "TYR")
    hands.move("BUD", "SER")
    hands.hold("TRI")
    hands.move("LON", "NTH")
    hands.move("EDI", "NWG")
    hands.move("LVP", "YOR")
    hands.move("PAR", "BUR")
    hands.unit("MAR")
    hands.unit("PAR")
    hands.move("BRE", "MAO")
    hands.move("MUN", "RUH")
    hands.move("KIE", "DEN")
    hands.move("BER", "KIE")
    hands.drag("ROM", "APU")
    hands.move("NAP", "ION")
    hands.hold("VEN")
    hands.move("MOS", "UKR")
    hands.move("WAR", "GAL")
    hands.move("SEV", "RUM")
    hands.move("STP", "BOT")
    hands.move("CON", "BUL")
    hands.move("SMY", "CON")
    hands.move("ANK", "BLA")


def _fall(hands: Hands) -> None:
    hands.unit("TYR")
    hands.unit("VEN")
    hands.answer("Attack")
    hands.unit("TRI")
    hands.press(Arrow("AUSTRIA", parse_order("A TYR - VEN")))
    hands.hold("SER")
    hands.move("YOR", "NWY")
    assert hands.orders("ENGLAND") == ["A YOR - NWY", "F NTH C A YOR - NWY"], "the fleet that makes the chain is ordered along"
    hands.move("MAR", "SPA")
    hands.hold("BUR")
    hands.hold("MAO")
    hands.hold("NWG")
    hands.move("RUH", "BEL")
    hands.move("KIE", "HOL")
    hands.hold("DEN")
    hands.unit("ION")
    hands.unit("APU")
    hands.ground("TUN")
    assert hands.orders("ITALY") == ["F ION C A APU - TUN", "A APU - TUN"], "the own army is ordered along"
    hands.hold("VEN")
    for province in ("UKR", "GAL", "RUM", "BOT", "BUL", "CON", "BLA"):
        hands.hold(province)
