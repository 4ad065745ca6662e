"""The click grammar on the real board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from adjudicator.notation import parse_order
from app.game.document import Document
from app.game.edits import new_game
from app.map.order_tools.touch import Arrow, Symbol
from app.windows.status_line import Tone
from app.windows.workbench import Workbench
from tests.gui.hands import Hands
from variants.shipped import standard


@pytest.fixture(autouse=True)
def standard_game(bench: Workbench) -> Document:
    document = Document(new_game(standard(), "Evening"))
    bench.session.add(document)
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
    assert hands.page.chip.isVisible()
    hands.answer("Attack")
    assert hands.orders("ITALY") == ["A VEN - TRI"]
    assert not hands.page.chip.isVisible()


def test_enter_takes_the_first_answer_and_escape_none(hands: Hands) -> None:
    hands.unit("VEN")
    hands.unit("TRI")
    hands.key_on(hands.page.chip.button(0), Qt.Key.Key_Escape)
    assert hands.orders("ITALY") == []
    hands.unit("TRI")
    hands.key_on(hands.page.chip.button(0), Qt.Key.Key_Return)
    assert hands.orders("ITALY") == ["A VEN - TRI"]


def test_the_coast_is_asked_only_where_two_are_possible(hands: Hands, bench: Workbench) -> None:
    hands.move("SEV", "RUM")
    hands.move("STP", "BOT")
    assert hands.orders("RUSSIA") == ["F SEV - RUM", "F STP/SC - BOT"]
    assert not hands.page.chip.isVisible()


def test_an_illegal_target_says_why_and_orders_nothing(hands: Hands, bench: Workbench) -> None:
    hands.move("MAR", "TUN")
    assert hands.orders("FRANCE") == []
    assert bench.status.tone is Tone.REFUSED
    assert "Tunis" in hands.message
    assert "no fleet can convoy" in hands.message


def test_a_refusal_can_be_read_again_after_the_next_press(hands: Hands, bench: Workbench) -> None:
    hands.move("MAR", "TUN")
    hands.unit("PAR")
    assert any("Tunis" in text for _, text in bench.status.messages())
    assert "Tunis" in bench.console.text()


def test_escape_backs_out_one_step(hands: Hands) -> None:
    hands.unit("PAR")
    assert hands.page.selection == "PAR"
    hands.keys(Qt.Key.Key_Escape)
    assert hands.page.desk.is_idle


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


def test_the_status_line_tells_province_owner_unit_and_order_under_the_pointer(hands: Hands, bench: Workbench) -> None:
    hands.move("PAR", "BUR")
    board = hands.page.board
    board.location_hovered.emit(board.touch_at(hands.point_for(Symbol("PAR"))))
    words = bench.status.hover.text()
    assert "Paris (PAR)" in words
    assert "France" in words
    assert "French army" in words
    assert "Burgundy" in words


def test_the_status_line_follows_what_becomes_of_the_unit_under_the_pointer(hands: Hands, bench: Workbench) -> None:
    hands.move("PAR", "BUR")
    board = hands.page.board
    board.location_hovered.emit(board.touch_at(hands.point_for(Symbol("PAR"))))
    bench.run("process", missing="process")
    assert "Burgundy" not in bench.status.hover.text()
