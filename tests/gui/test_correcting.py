"""A game's position corrected with the mouse in the real window: on a board of its own, used in the game as one step with its reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QMenu

from adjudicator.resolution import Result
from app.presentation.layout.drawing import BadgeKind
from app.presentation.order_rows import power_blocks
from app.presentation.order_tools.stage import ProvinceArea, UnitTouch
from app.qt.board.game_page import GamePage
from app.qt.board.setup_bar import SetupBar
from app.qt.main_window.main_controller import MainController
from app.session.services import TextQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands, button


@pytest.fixture
def bar(controller: MainController, hands: Hands) -> SetupBar:
    """A game in Spring 1901, and the strip over the board on which it is corrected."""
    controller.run("new")
    controller.trigger("correct-position")
    assert hands.page.setup is not None
    QApplication.processEvents()  # The strip over the board takes the room that it needs before a unit is dragged.
    return hands.page.setup


def units(hands: Hands) -> set[str]:
    return {str(unit) for unit in hands.turn.position.units}


def test_nothing_changes_in_the_game_until_the_position_is_used_and_then_all_of_it_is_one_step(
    controller: MainController, hands: Hands, bar: SetupBar, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = controller.session.documents[0]
    before = game.game
    hands.drag("PAR", "PIC")
    hands.click(button(bar, "Fleet"))
    bar.powers.setCurrentIndex(bar.powers.findData("ENGLAND"))
    hands.ground("NTH")
    hands.click(button(bar, "Owner"))
    hands.ground("BEL")
    assert game.game is before
    answering(monkeypatch, TextQuestion, lambda *_args: "The units were set up wrongly")
    hands.click(button(bar, "Use this position…"))
    assert controller.session.documents == (game,)
    assert {"FRANCE A PIC", "ENGLAND F NTH"} <= units(hands)
    assert hands.turn.position.owners["BEL"] == "ENGLAND"
    assert [each.reason for each in hands.turn.adjustments] == ["The units were set up wrongly"]
    controller.run("undo")
    assert game.game == before


def test_the_phase_is_changed_and_a_unit_is_driven_out_by_dragging_its_attacker_onto_it(
    controller: MainController, hands: Hands, bar: SetupBar
) -> None:
    hands.click(button(bar, "Dislodge"))
    hands.drag("MUN", "BER")
    assert "retreat phase only" in hands.message
    bar.phase.setCurrentIndex(bar.phase.findData("F1901R"))
    bar.phase.activated.emit(bar.phase.currentIndex())
    assert str(hands.turn.phase) == "F1901R"
    hands.drag("MUN", "BER")
    assert [str(each) for each in hands.turn.position.dislodged] == ["GERMANY A BER < MUN"]
    assert "GERMANY A BER" in units(hands)
    controller.run_line("use-position a test")
    assert [str(each) for each in hands.turn.position.dislodged] == ["GERMANY A BER < MUN"]


def test_a_standoff_is_marked_with_the_mouse_seen_on_the_board_and_bars_retreats_in_the_game(
    controller: MainController, hands: Hands, bar: SetupBar
) -> None:
    hands.click(button(bar, "Standoff"))
    hands.ground("GAL")
    assert "retreat phase only" in hands.message
    bar.phase.setCurrentIndex(bar.phase.findData("F1901R"))
    bar.phase.activated.emit(bar.phase.currentIndex())
    hands.ground("GAL")
    hands.ground("SIL")
    hands.unit("PAR")
    assert "FRANCE A PAR stands in PAR" in hands.message
    hands.ground("SIL")
    assert hands.turn.position.contested == {"GAL"}
    plan = hands.page.scene.plan
    assert plan is not None
    assert [badge.kind for badge in plan.badges] == [BadgeKind.BOUNCE]
    controller.run_line("use-position the standoff was forgotten")
    assert hands.turn.position.contested == {"GAL"}
    assert not controller.session.game.turn(controller.session.cursor).adjustments[-1].contested_removed


def test_a_board_whose_game_went_on_is_not_put_into_it(controller: MainController, hands: Hands, bar: SetupBar) -> None:
    hands.click(button(bar, "Take off"))
    hands.unit("PAR")
    board = controller.session.document
    controller.session.bring_forward(controller.session.documents[0])
    controller.run_line("process --missing process")
    controller.session.bring_forward(board)
    controller.run_line("use-position a test")
    assert "has gone on since" in hands.message
    assert board in controller.session.documents


def test_a_result_is_set_from_the_menu_of_the_order_and_marked_on_the_board_and_beside_it(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    hands.move("PAR", "BUR")
    controller.run_line("process --missing process")
    controller.run_line("goto S1901M")
    answering(monkeypatch, TextQuestion, lambda *_args: "Agreed by all")
    at = hands.point_for(UnitTouch("PAR"))
    hands.page.board.context_requested.emit(hands.page.board.touch_at(at), hands.page.board.mapToGlobal(at))
    menu = next(each for each in hands.page.findChildren(QMenu) if each.title() == "Set the result…")
    next(each for each in menu.actions() if each.text() == "It bounces").trigger()
    menu.close()
    outcome = next(each for each in hands.page.resolution.outcomes if str(each.order) == "A PAR - BUR")  # type: ignore[union-attr]
    assert outcome.results == {Result.BOUNCE}
    assert [each.reason for each in controller.session.turn.forced] == ["Agreed by all"]
    plan = hands.page.scene.plan
    assert plan is not None
    assert [badge.text for order in plan.orders for badge in order.badges if badge.kind is BadgeKind.FORCED] == ["GM"]
    rows = [row for block in power_blocks(controller.session.shown, controller.session.cursor) for row in block.rows]
    assert "set by the game master" in next(row.note for row in rows if row.place == "PAR")


def test_a_build_is_forced_from_its_menu_marked_on_the_board_and_left_to_the_rules_again(
    controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    for line in ("A MAR - SPA", "process --missing process", "process --missing process", "build A MAR", "process --missing process"):
        controller.run_line(line)
    controller.run_line("goto W1901A")
    answering(monkeypatch, TextQuestion, lambda *_args: "It came too late")

    def choose(words: str) -> None:
        at = hands.point_for(ProvinceArea("MAR"))
        hands.page.board.context_requested.emit(hands.page.board.touch_at(at), hands.page.board.mapToGlobal(at))
        menu = next(each for each in hands.page.findChildren(QMenu) if each.title() == "Set the result…")
        next(each for each in menu.actions() if each.text() == words).trigger()
        menu.close()
        menu.deleteLater()
        QApplication.sendPostedEvents(menu, QEvent.Type.DeferredDelete)

    choose("It is not built")
    following = controller.session.game.line("main")[-1].position
    assert following.unit_at("MAR") is None
    plan = hands.page.scene.plan
    assert plan is not None
    assert [badge.text for order in plan.orders for badge in order.badges if badge.kind is BadgeKind.FORCED] == ["GM"]
    choose("As the rules say")
    assert controller.session.game.line("main")[-1].position.unit_at("MAR") is not None
    assert "ruled anew without the forced result" in hands.message


def test_the_menu_of_an_open_order_has_the_results_in_a_menu_of_its_own(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    hands.move("PAR", "BUR")
    at = hands.point_for(UnitTouch("PAR"))
    hands.page.board.context_requested.emit(hands.page.board.touch_at(at), hands.page.board.mapToGlobal(at))
    titles = [each.title() for each in hands.page.findChildren(QMenu)]
    assert "Set the result…" in titles
    for each in hands.page.findChildren(QMenu):
        each.close()


MID_GAME = {
    "AUSTRIA": "A VIE, A BUD, A SER, A TRI, F ALB",
    "ENGLAND": "F NTH, F NWG, F ENG, A YOR, A NWY, F SWE",
    "FRANCE": "A PAR, A BUR, A MAR, F MAO, F POR, F LYO",
    "GERMANY": "A MUN, A RUH, A BER, F DEN, A HOL",
    "ITALY": "A VEN, A ROM, F ION, F TUN",
    "RUSSIA": "A MOS, A WAR, A UKR, F RUM",
    "TURKEY": "A CON, A BUL, F AEG, F BLA",
}
"""34 units of a game in its fourth year."""


class Presses(QObject):
    """Counts the presses of the mouse that reach the board, a button, a box with a list, or the list that it opens."""

    def __init__(self, page: GamePage, powers: QComboBox) -> None:
        super().__init__(page)
        self.count = 0
        self._places = (page.board.viewport(), powers, powers.view().viewport())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count, and let everything through."""
        if event.type() == QEvent.Type.MouseButtonPress and (watched in self._places or isinstance(watched, QAbstractButton)):
            self.count += 1
        return False


def pick_by_mouse(powers: QComboBox, power: str) -> None:
    """Open the list of *powers* and press on *power* in it."""
    QTest.mouseClick(powers, Qt.MouseButton.LeftButton)
    view = powers.view()
    assert view.isVisible()
    QApplication.processEvents()
    index = powers.model().index(powers.findData(power), 0)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    assert powers.currentData() == power
    assert not view.isVisible()


@pytest.fixture
def no_waiting_for_double_clicks(qapp: QApplication) -> Iterator[None]:
    """A list takes a press as soon as it is open; it would wait for the second press of a double click otherwise."""
    before = qapp.doubleClickInterval()
    qapp.setDoubleClickInterval(0)
    yield
    qapp.setDoubleClickInterval(before)


@pytest.mark.usefixtures("no_waiting_for_double_clicks")
@pytest.mark.thorough
def test_a_mid_game_of_34_units_is_entered_by_mouse_in_at_most_90_presses(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    controller.run_line("analysis --empty")
    bar = hands.page.setup
    assert bar is not None
    presses = Presses(hands.page, bar.powers)
    application = QApplication.instance()
    assert application is not None
    application.installEventFilter(presses)
    hands.click(bar.with_centre)
    for power, written in MID_GAME.items():
        pieces = [each.split() for each in written.split(", ")]
        for letter, name in (("A", "Army"), ("F", "Fleet")):
            places = [place for kind, place in pieces if kind == letter]
            if places:
                hands.click(button(bar, name))
            if bar.powers.currentData() != power:
                pick_by_mouse(bar.powers, power)
            for place in places:
                hands.ground(place)
    application.removeEventFilter(presses)
    assert units(hands) == {f"{power} {each}" for power, written in MID_GAME.items() for each in written.split(", ")}
    assert hands.turn.position.owners["VIE"] == "AUSTRIA"
    assert len(units(hands)) == 34
    assert 34 < presses.count <= 90
    assert presses.count == 1 + 7 * 2 + 6 * 2 + 34, "the centre, a kind twice a power, a power in two presses but for the first, the units"
