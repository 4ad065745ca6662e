"""The keyboard alone writes every order: a cursor walks between provinces, Enter presses what lies under it."""

from __future__ import annotations

from app.presentation.order_entry import next_province
from app.presentation.order_tools.stage import Pointed, ToolKey
from tests.unit.app.presentation.order_tools.table import only, position, refusal, tool, touch_all

PLACES = {"PAR": (10.0, 10.0), "BUR": (14.0, 11.0), "PIC": (10.0, 6.0), "GAS": (7.0, 14.0), "BRE": (4.0, 9.0), "MUN": (20.0, 10.0)}


def test_the_cursor_goes_to_the_nearest_province_in_its_direction() -> None:
    assert next_province(PLACES, "PAR", ToolKey.RIGHT) == "BUR"
    assert next_province(PLACES, "PAR", ToolKey.UP) == "PIC"
    assert next_province(PLACES, "PAR", ToolKey.LEFT) == "BRE"
    assert next_province(PLACES, "PAR", ToolKey.DOWN) == "GAS"


def test_at_the_edge_the_cursor_stays() -> None:
    assert next_province(PLACES, "MUN", ToolKey.RIGHT) == "MUN"


def test_arrows_and_enter_write_a_move() -> None:
    there = tool(position("FRANCE A PAR"), places=PLACES)
    now, step = touch_all(there, "<Right>")
    assert step == Pointed("PAR", there.stage), "the first press points at a unit that can be ordered"
    assert only(now, "<Enter>", "<Right>", "<Enter>") == "A PAR - BUR"


def test_keys_count_for_the_unit_under_the_cursor() -> None:
    now, _ = touch_all(tool(position("FRANCE A PAR"), places=PLACES), "<Right>")
    assert only(now, "<H>") == "A PAR H"
    assert only(now, "<Enter>", "<Enter>") == "A PAR H"


def test_a_support_without_a_mouse() -> None:
    now, _ = touch_all(tool(position("FRANCE A PAR", "FRANCE A BUR"), places=PLACES), "PAR", "<Right>", "<Enter>")
    assert only(now, "<Enter>") == "A PAR S A BUR"


def test_a_key_that_means_nothing_here_is_refused_not_ignored() -> None:
    assert refusal(tool(position("FRANCE A PAR"), places=PLACES), "<H>") == "no unit"
    assert refusal(tool(), "<Enter>") == "no unit"
    assert refusal(tool(), "PAR", "<W>") == "wrong phase"
