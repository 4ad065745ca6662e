"""The click grammar on the real board."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from adjudicator.notation import parse_order
from app.game.document import Document
from app.game.edits import new_game
from app.presentation.layout.polyline import distance_to
from app.presentation.order_tools.stage import Arrow, UnitTouch
from app.qt.main_window.main_controller import MainController
from app.qt.panels.console_panel import ConsolePanel
from app.qt.widgets.look import Tone
from tests.gui.hands import Hands
from variants.catalogue import standard


@pytest.fixture(autouse=True)
def standard_game(controller: MainController) -> Document:
    document = Document(new_game(standard(), "Evening"))
    controller.session.add(document)
    return document


def test_a_unit_and_a_province_make_a_move(hands: Hands) -> None:
    hands.move("PAR", "BUR")
    assert hands.orders("FRANCE") == ["A PAR - BUR"]


def test_a_unit_pressed_twice_holds(hands: Hands) -> None:
    hands.hold("MOS")
    assert hands.orders("RUSSIA") == ["A MOS H"]


def test_a_unit_is_dragged_to_where_it_moves(hands: Hands) -> None:
    hands.drag("VEN", "TYR")
    assert hands.orders("ITALY") == ["A VEN - TYR"]


def test_pressing_an_own_unit_that_moves_supports_its_move(hands: Hands) -> None:
    hands.move("PAR", "BUR")
    hands.unit("MAR")
    hands.unit("PAR")
    assert hands.orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_pressing_an_arrow_supports_that_move(hands: Hands) -> None:
    hands.move("MUN", "BUR")
    hands.unit("PAR")
    hands.press(Arrow("GERMANY", parse_order("A MUN - BUR")))
    assert hands.orders("FRANCE") == ["A PAR S A MUN - BUR"]


def test_pressing_a_foreign_unit_asks_at_the_pointer_whether_to_attack_or_support(hands: Hands) -> None:
    hands.unit("VEN")
    hands.unit("TRI")
    assert hands.page.acts.chip.isVisible()
    hands.answer("Attack")
    assert hands.orders("ITALY") == ["A VEN - TRI"]
    assert not hands.page.acts.chip.isVisible()


def test_enter_takes_the_first_answer_and_escape_none(hands: Hands) -> None:
    hands.unit("VEN")
    hands.unit("TRI")
    hands.key_on(hands.page.acts.chip.button(0), Qt.Key.Key_Escape)
    assert hands.orders("ITALY") == []
    hands.unit("TRI")
    hands.key_on(hands.page.acts.chip.button(0), Qt.Key.Key_Return)
    assert hands.orders("ITALY") == ["A VEN - TRI"]


def test_the_coast_is_asked_only_where_two_are_possible(hands: Hands, controller: MainController) -> None:
    hands.move("SEV", "RUM")
    hands.move("STP", "BOT")
    assert hands.orders("RUSSIA") == ["F SEV - RUM", "F STP/SC - BOT"]
    assert not hands.page.acts.chip.isVisible()


def test_an_illegal_target_says_why_and_orders_nothing(hands: Hands, controller: MainController) -> None:
    hands.move("MAR", "TUN")
    assert hands.orders("FRANCE") == []
    assert controller.status.tone is Tone.REFUSED
    assert "Tunis" in hands.message
    assert "no fleet can convoy" in hands.message


def test_a_refusal_can_be_read_again_after_the_next_press(hands: Hands, controller: MainController) -> None:
    hands.move("MAR", "TUN")
    hands.unit("PAR")
    assert any("Tunis" in text for _, text in controller.status.messages())
    assert "Tunis" in controller.panels.get(ConsolePanel).widget.text()


def test_escape_backs_out_one_step(hands: Hands) -> None:
    hands.unit("PAR")
    assert hands.page.selection == "PAR"
    hands.keys(Qt.Key.Key_Escape)
    assert hands.page.order_entry.is_idle


def test_backspace_takes_the_order_of_the_picked_unit_back(hands: Hands) -> None:
    hands.move("PAR", "BUR")
    hands.unit("PAR")
    hands.keys(Qt.Key.Key_Backspace)
    assert hands.orders("FRANCE") == []


def test_targets_glow_and_the_rest_is_dimmed_while_a_unit_is_picked(hands: Hands) -> None:
    hands.unit("PAR")
    picture = hands.page.scene.picture
    assert picture is not None
    assert {"BUR", "PIC", "GAS", "BRE"} <= picture.pointing.targets
    assert "MUN" not in picture.pointing.targets
    assert "MUN" in picture.pointing.partners
    assert picture.pointing.dim_others


def test_the_status_line_tells_province_owner_unit_and_order_under_the_pointer(hands: Hands, controller: MainController) -> None:
    hands.move("PAR", "BUR")
    board = hands.page.board
    board.location_hovered.emit(board.touch_at(hands.point_for(UnitTouch("PAR"))))
    words = controller.status.hover.text()
    assert "Paris (PAR)" in words
    assert "France" in words
    assert "French army" in words
    assert "Burgundy" in words


def test_the_status_line_follows_what_becomes_of_the_unit_under_the_pointer(hands: Hands, controller: MainController) -> None:
    hands.move("PAR", "BUR")
    board = hands.page.board
    board.location_hovered.emit(board.touch_at(hands.point_for(UnitTouch("PAR"))))
    controller.run("process", missing="process")
    assert "Burgundy" not in controller.status.hover.text()


def beside(hands: Hands, arrow: str, pixels: float, *, inside: str | None = None) -> QPoint:
    """A point of the view that lies so far from the line of the drawn order, in *inside* where that is given, and on no unit."""
    scene, view = hands.page.scene, hands.page.board
    assert scene.plan is not None
    line = next(each.line for each in scene.plan.orders if str(each.drawn.order) == arrow)
    for (x1, y1), (x2, y2) in pairwise(line):
        for share in range(20):
            x, y = x1 + (x2 - x1) * share / 20, y1 + (y2 - y1) * share / 20
            for turn in range(24):
                dx, dy = math.cos(turn * math.pi / 12) * pixels / view.zoom, math.sin(turn * math.pi / 12) * pixels / view.zoom
                at = view.mapFromScene(QPointF(x + dx, y + dy))
                there = view.mapToScene(at)
                gap = distance_to(line, (there.x(), there.y())) * view.zoom
                fits = abs(gap - pixels) < 1 and view.viewport().rect().contains(at) and scene.unit_at(there) is None
                if fits and inside in (None, scene.province_at(there)):
                    return at
    raise AssertionError(f"no point {pixels} pixels from {arrow}")


def click(hands: Hands, at: QPoint, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mouseClick(hands.page.board.viewport(), Qt.MouseButton.LeftButton, modifier, at)


@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_a_press_on_ground_that_the_picked_unit_can_go_to_means_that_ground(hands: Hands, zoom: float) -> None:
    hands.move("SEV", "BLA")
    board = hands.page.board
    board.zoom_by(zoom, QPointF(board.mapFromScene(QPointF(*hands.page.scene.board.provinces["ANK"].units[""]))))
    hands.unit("ANK")
    click(hands, beside(hands, "F SEV - BLA", 1, inside="BLA"))
    assert hands.orders("TURKEY") == ["F ANK - BLA"], "even right on the arrow"


def test_with_shift_an_arrow_is_meant_anywhere_on_it(hands: Hands) -> None:
    hands.move("SEV", "BLA")
    hands.unit("ANK")
    click(hands, beside(hands, "F SEV - BLA", 3, inside="BLA"), Qt.KeyboardModifier.ShiftModifier)
    assert hands.orders("TURKEY") == ["F ANK S F SEV - BLA"]


@pytest.mark.parametrize(("pixels", "hit"), [(5, True), (8, False), (20, False)])
@pytest.mark.parametrize("closer", [1.0, 2.5])
def test_outside_such_ground_an_arrow_is_hit_within_six_pixels_of_its_line_at_any_zoom(
    hands: Hands, pixels: int, closer: float, *, hit: bool
) -> None:
    hands.move("SEV", "BLA")
    board = hands.page.board
    board.zoom_by(closer, QPointF(board.mapFromScene(QPointF(*hands.page.scene.board.provinces["SEV"].units[""]))))
    at = beside(hands, "F SEV - BLA", pixels)
    assert (hands.page.board.touch_at(at).order is not None) is hit


def test_a_second_refused_press_drops_the_pick_and_says_so(hands: Hands) -> None:
    hands.unit("PAR")
    hands.ground("MOS")
    assert hands.page.selection == "PAR"
    hands.ground("UKR")
    assert hands.page.order_entry.is_idle
    assert "Nothing is picked any more" in hands.message
    hands.move("MAR", "SPA")
    assert hands.orders("FRANCE") == ["A MAR - SPA"]


def test_fleet_army_coast_asks_whether_to_carry_or_support(hands: Hands, controller: MainController) -> None:
    for line in ("F LON - NTH", "A LVP - YOR"):
        assert controller.run("order", text=line)
    controller.run("process", missing="process")
    controller.run("last-phase")
    hands.unit("NTH")
    hands.unit("YOR")
    hands.ground("EDI")
    assert hands.page.acts.chip.answers() == ("Support to EDI (Enter)", "Convoy to EDI")
    hands.answer("Support")
    assert hands.orders("ENGLAND") == ["F NTH S A YOR - EDI"]


def test_after_results_a_press_on_a_unit_goes_on_and_picks_it_where_it_stands_now(hands: Hands, controller: MainController) -> None:
    hands.move("PAR", "BUR")
    controller.run("process", missing="process")
    controller.run("previous-phase")
    controller.show_panel("results")
    assert str(hands.turn.phase) == "S1901M"
    hands.page.animator.skip()
    hands.unit("PAR")
    assert str(hands.turn.phase) == "F1901M"
    assert hands.page.selection == "BUR"
    hands.ground("BEL")
    assert hands.orders("FRANCE") == ["A BUR - BEL"]


def test_after_results_a_press_on_a_dislodged_unit_picks_it_for_its_retreat(hands: Hands, controller: MainController) -> None:
    for orders in (("A VIE - TYR", "A VEN H", "F TRI - ADR"), ("A TYR - VEN", "F ADR S A TYR - VEN")):
        for line in orders:
            assert controller.run("order", text=line)
        controller.run("process", missing="process")
    controller.run("previous-phase")
    controller.show_panel("results")
    hands.page.animator.skip()
    hands.unit("VEN")
    assert str(hands.turn.phase) == "F1901R"
    hands.ground("PIE")
    assert hands.orders("ITALY") == ["A VEN R PIE"]


def test_over_older_results_a_press_still_says_that_the_phase_is_past(hands: Hands, controller: MainController) -> None:
    controller.run("process", missing="process")
    controller.run("process", missing="process")
    controller.run("first-phase")
    hands.unit("PAR")
    assert str(hands.turn.phase) == "S1901M"
    assert "past" in hands.message


def test_a_far_coast_over_the_sea_orders_the_fleet_along(hands: Hands, controller: MainController) -> None:
    for line in ("F LON - NTH", "A LVP - YOR"):
        assert controller.run("order", text=line)
    controller.run("process", missing="process")
    controller.run("last-phase")
    hands.move("YOR", "NWY")
    assert hands.orders("ENGLAND") == ["A YOR - NWY", "F NTH C A YOR - NWY"]


def test_pressing_an_own_unit_and_then_it_again_supports_it_to_hold(hands: Hands) -> None:
    hands.unit("BER")
    hands.unit("MUN")
    hands.unit("MUN")
    assert hands.orders("GERMANY") == ["A BER S A MUN"]


def test_pressing_a_moving_unit_twice_at_once_supports_it_to_hold(hands: Hands) -> None:
    hands.move("MUN", "SIL")
    hands.unit("BER")
    at = hands.point_for(UnitTouch("MUN"))
    click(hands, at)
    for act in (QTest.mouseDClick, QTest.mouseRelease):
        act(hands.page.board.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert hands.orders("GERMANY") == ["A MUN - SIL", "A BER S A MUN"]


def test_the_right_button_offers_every_legal_order_in_words(hands: Hands) -> None:
    board = hands.page.board
    at = hands.point_for(UnitTouch("PAR"))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, board.viewport().mapToGlobal(at))
    QApplication.sendEvent(board.viewport(), event)
    menu = next(each for each in hands.page.findChildren(QMenu) if each.isVisible())
    words = hands.words_of(menu)
    assert any("Burgundy" in each for each in words)
    menu.close()


def test_a_long_press_opens_the_same_menu(hands: Hands, qtbot: QtBot) -> None:
    board = hands.page.board
    with qtbot.waitSignal(board.long_clicked):
        QTest.mousePress(board.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, hands.point_for(UnitTouch("PAR")))
    menu = next(each for each in hands.page.findChildren(QMenu) if each.isVisible())
    assert any("Burgundy" in each for each in hands.words_of(menu))
    menu.close()


def test_a_drag_onto_a_unit_attacks_it(hands: Hands) -> None:
    viewport = hands.page.board.viewport()
    begin, end = hands.point_for(UnitTouch("VEN")), hands.point_for(UnitTouch("TRI"))
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin)
    QTest.mouseMove(viewport, begin + (end - begin) / 2)
    QTest.mouseMove(viewport, end)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    assert hands.orders("ITALY") == ["A VEN - TRI"]
