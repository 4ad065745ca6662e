"""A year played as the guide *A first game* tells a newcomer: each step that it names is on the screen when it is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from adjudicator.phase import PhaseKind
from app.game.edits import new_game
from app.players.bots import Bot
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from tests.gui.hands import Hands
from tests.gui.hotseat.evening import Evening
from tests.unit.app.hooks.playing import placed
from variants.catalogue import standard

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "first-game.md").read_text(encoding="utf-8")
_PLAY_NOW = GUIDE[GUIDE.index("## Play now") : GUIDE.index("## A retreat")]
_RETREAT = GUIDE[GUIDE.index("## A retreat") : GUIDE.index("## A build")]
_BUILD = GUIDE[GUIDE.index("## A build") : GUIDE.index("## All seven powers")]


def button(inside: QWidget, words: str) -> QAbstractButton:
    """Return the button that the guide calls *words*, which it must; it must be in sight."""
    assert f"**{words}**" in _PLAY_NOW, words
    found = [each for each in inside.findChildren(QAbstractButton) if each.isVisible() and each.text().startswith(words)]
    assert found, words
    return found[0]


def in_sight(inside: QWidget, words: str) -> bool:
    return any(each.isVisible() and each.text() == words for each in inside.findChildren(QAbstractButton))


def write_and_seal(controller: MainController, hands: Hands, power: str) -> None:
    """Give each unit of the seat an order as the guide says, and seal."""
    if hands.turn.phase.kind is PhaseKind.MOVEMENT:
        units = [str(each.province) for each in hands.turn.position.units_of(power)]
        for province in units:
            for _ in range(2):  # a click picks the unit unless it is picked already; the next one lets it hold
                if not any(each.split()[1].startswith(province) for each in hands.orders(power)):
                    hands.unit(province)
        assert len(hands.orders(power)) == len(units), hands.orders(power)
    hands.click(button(controller.window, "Seal my orders"))


def look_at_orders(controller: MainController, hands: Hands) -> None:
    """Show the orders of all, and press the space bar to the end."""
    hands.click(button(controller.window, "Show the orders"))
    reveal = controller.stack.currentWidget()
    assert isinstance(reveal, RevealPage)
    for _ in range(60):
        if controller.stack.currentWidget() is not reveal:
            return
        QTest.keyClick(reveal, Qt.Key.Key_Space)
        QApplication.processEvents()
    raise AssertionError("the reveal does not come to an end")


def test_a_newcomer_plays_a_year_by_the_guide(
    controller: MainController, hands: Hands, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")  # builds may be left open
    assert "**Against the program**" in _PLAY_NOW
    assert "*Easy*" in _PLAY_NOW
    controller.window.resize(1354, 724)
    controller.window.show()
    page = controller.start_page
    page.choose_level(Bot.EASY)
    hands.click(page.now_button)
    qtbot.waitUntil(lambda: controller.session.viewer is not None)
    assert hands.page.scene._pointing.targets, "the first unit is picked, and the provinces that it can reach light up"
    first, power = hands.turn.phase.year, str(controller.session.viewer)
    panel = controller.panels.get(GamePanel).widget

    def is_at_the_seat() -> bool:
        """True while orders and Seal are in sight, as they have to be in every phase."""
        return controller.session.viewer == power and not panel.visibleRegion().isEmpty()

    phases = []
    for _ in range(6):
        phases.append(str(hands.turn.phase))
        write_and_seal(controller, hands, power)
        qtbot.waitUntil(lambda: in_sight(controller.window, "Show the orders"))
        while in_sight(controller.window, "Show the orders"):  # in a phase in which nobody at a seat has anything to order, at once
            look_at_orders(controller, hands)
            qtbot.waitUntil(lambda: is_at_the_seat() or in_sight(controller.window, "Show the orders"))
        assert is_at_the_seat()
        if hands.turn.phase.year > first:
            break
    assert {"S1901M", "F1901M"} <= set(phases)
    assert hands.turn.phase.year == first + 1


def test_a_retreat_and_a_build_go_as_the_guide_says(controller: MainController, hands: Hands, qtbot: QtBot) -> None:
    """Ada leads France; Ben leads Germany, and drives her army out of Burgundy."""
    controller.window.resize(1354, 724)
    controller.window.show()
    units = "FRANCE A BUR; FRANCE F BRE; GERMANY A MUN; GERMANY A RUH"
    game = placed(new_game(standard(), "Evening", game_id="7e577e57"), "F1901M", units, "FRANCE PAR BRE MAR SPA; GERMANY MUN BER")
    evening = Evening(controller, game, people={"FRANCE": "Ada", "GERMANY": "Ben"})
    evening.write("GERMANY", "A RUH - BUR", "A MUN S A RUH - BUR")
    evening.run("open-seat FRANCE")
    write_and_seal(controller, hands, "FRANCE")
    look_at_orders(controller, hands)
    assert str(hands.turn.phase) == "F1901R"

    assert "drawn beside the unit that took its place. Click it, then click where it goes" in _RETREAT
    if controller.session.viewer != "FRANCE":  # the laptop goes round
        evening.run("open-seat FRANCE")
    assert hands.page.scene.plan is not None
    assert [each.unit.province for each in hands.page.scene.plan.units if each.displaced] == ["BUR"]
    assert "Click it twice, and it disbands" in _RETREAT
    hands.unit("BUR", dislodged=True)
    assert "cannot go to where the attacker" in _RETREAT.replace("\n", " ")
    reached = hands.page.scene._pointing.targets
    assert "GAS" in reached
    assert "RUH" not in reached
    hands.unit("BUR", dislodged=True)
    assert hands.orders("FRANCE") == ["A BUR D"]
    hands.unit("BUR", dislodged=True)
    hands.ground("GAS")
    assert hands.orders("FRANCE") == ["A BUR R GAS"]
    hands.click(button(controller.window, "Seal my orders"))
    look_at_orders(controller, hands)
    assert str(hands.turn.phase) == "W1901A"

    assert "the list says how many units you may build" in _BUILD
    if controller.session.viewer != "FRANCE":  # the laptop goes round
        evening.run("open-seat FRANCE")
    panel = controller.panels.get(GamePanel).widget
    assert any("2 builds" in each.text() for each in panel.findChildren(QLabel) if each.isVisible())
    assert "Click one of your home centres" in _BUILD
    hands.ground("PAR")
    assert "Choose army or fleet" in _BUILD
    hands.ground("MAR")
    hands.answer("Fleet")
    assert sorted(hands.orders("FRANCE")) == ["A PAR B", "F MAR B"]
    hands.click(button(controller.window, "Seal my orders"))
    look_at_orders(controller, hands)
    assert str(hands.turn.phase) == "S1902M", "that was a year"
    assert {str(unit.province) for unit in hands.turn.position.units_of("FRANCE")} == {"BRE", "GAS", "PAR", "MAR"}
