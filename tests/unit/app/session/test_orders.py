"""Orders by power, and as text that can be pasted again."""

from __future__ import annotations

from app.game.record import Turn
from app.session.board_text import giver_of_order, orders_as_text
from tests.unit.app.hooks.playing import fresh, last, ordered, placed
from variants.catalogue import standard

VARIANT = standard()


def turn(**lines: str) -> Turn:
    return last(ordered(fresh(), **lines))


def test_the_giver_of_an_order_is_found_whatever_else_is_written() -> None:
    written = turn(ENGLAND="nonsense", FRANCE="A PAR - BUR; nonsense; F BRE H")
    assert giver_of_order(written, "BRE") == "FRANCE"
    assert giver_of_order(written, "MUN") is None
    winter = last(ordered(placed(fresh(), "W1901A", "", "FRANCE PAR BRE MAR"), FRANCE="WAIVE; A PAR B"))
    assert giver_of_order(winter, "PAR") == "FRANCE"


def test_orders_are_listed_by_power_as_they_can_be_pasted_again() -> None:
    assert orders_as_text(VARIANT, turn(FRANCE="A PAR - BUR; gibberish")) == "FRANCE:\n  A PAR - BUR"
    assert orders_as_text(VARIANT, turn(FRANCE="gibberish")) == "", "an empty set would be something else"
    assert orders_as_text(VARIANT, turn(FRANCE="A PAR H", ITALY="A ROM H"), "ITALY") == "ITALY:\n  A ROM H"
    assert orders_as_text(VARIANT, turn()) == ""


def test_a_list_with_marks_says_what_is_the_matter_with_each_line() -> None:
    lines = orders_as_text(VARIANT, turn(FRANCE="A PAR - BUR; gibberish; A PAR - LON; A PAR H"), marked=True).splitlines()
    assert lines[0] == "France:"
    assert "  gibberish  ; not understood" in lines
    assert any(line.startswith("  A PAR - BUR  ; replaced by a later line") for line in lines)
    assert "  A PAR H" in lines
    assert orders_as_text(VARIANT, turn(), marked=True) == "No orders are written."


def test_an_empty_set_is_marked_and_leaves_nothing_to_paste() -> None:
    assert orders_as_text(VARIANT, turn(FRANCE=""), marked=True) == "France:\n  (an empty set)"
    assert orders_as_text(VARIANT, turn(FRANCE="")) == "FRANCE:"
