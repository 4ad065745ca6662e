"""Commands that write, clear, copy and paste orders."""

from __future__ import annotations

import pytest

from app.game.dpn.writer import write
from app.session.errors import Abort, ArgumentError
from tests.unit.app.commands.fake_services import Desk


def test_a_power_can_be_named_for_an_order() -> None:
    desk = Desk()
    desk.run("order --power france A PAR - BUR")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_what_was_taken_for_granted_is_reported() -> None:
    assert "was read as" in Desk().run("A Pariss - Burgundy")


def test_a_name_that_no_power_has_is_reported_when_it_is_left_out() -> None:
    desk = Desk()
    assert '("FRANSE" was left out)' in desk.run("order FRANSE: A Par - Bur")
    assert '"FRANSE: A Par - Bur"' in write(desk.session.game)


def test_a_game_master_takes_down_an_order_that_is_not_legal() -> None:
    desk = Desk()
    desk.run("order --lying A PAR - MOS")
    assert desk.orders("FRANCE") == ["A PAR - MOS"]
    assert "; " in desk.run("orders")


def test_an_order_is_cleared_by_its_province_or_by_what_is_picked() -> None:
    desk = Desk()
    desk.run("A PAR - BUR", "A MAR H", "clear-order paris")
    assert desk.orders("FRANCE") == ["A MAR H"]
    desk.session.selection = "MAR"
    desk.run("clear order")
    assert desk.orders("FRANCE") == []
    with pytest.raises(Abort, match="No order is written for MAR"):
        desk.run("clear order")
    desk.session.selection = None
    with pytest.raises(Abort, match="Pick a unit first"):
        desk.run("clear order")


def test_all_orders_of_a_power_are_cleared_as_if_none_were_sent() -> None:
    desk = Desk()
    desk.run("A PAR - BUR", "A MAR H", "A VIE H", "clear-power France")
    assert "FRANCE" not in desk.session.open_turn.orders
    assert desk.orders("AUSTRIA") == ["A VIE H"]
    with pytest.raises(Abort, match="France has sent no orders"):
        desk.run("clear-power france")
    with pytest.raises(ArgumentError, match="did you mean FRANCE"):
        desk.run("clear-power Farnce")


def test_units_without_orders_hold() -> None:
    desk = Desk()
    desk.run("A PAR - BUR", "hold-all france")
    assert desk.orders("FRANCE") == ["A PAR - BUR", "A MAR H", "F BRE H"]
    desk.run("hold all")
    assert desk.run("who") == "All orders are in."
    with pytest.raises(Abort, match="already"):
        desk.run("hold all")


def test_who_lists_what_each_power_still_lacks() -> None:
    desk = Desk()
    desk.run("hold all", "clear-order PAR", "clear-order KIE", "clear-order BER")
    assert desk.run("who").splitlines() == ["France: Army Paris", "Germany: Army Berlin and Fleet Kiel"]


@pytest.mark.slow
def test_orders_are_copied_as_text_that_can_be_pasted() -> None:
    desk = Desk()
    desk.run("A PAR - BUR", "A MAR S A PAR - BUR", "A VIE - GAL", "copy-orders")
    assert desk.services.clipboard == "AUSTRIA:\n  A VIE - GAL\nFRANCE:\n  A PAR - BUR\n  A MAR S A PAR - BUR"
    other = Desk()
    other.services.clipboard = desk.services.clipboard
    other.run("paste-orders")
    assert other.orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert other.orders("AUSTRIA") == ["A VIE - GAL"]
    assert other.document.undo_label == "Paste 3 orders"


@pytest.mark.slow
def test_two_orders_for_a_unit_are_asked_about_and_no_line_is_dropped_silently() -> None:
    desk = Desk()
    desk.services.clipboard = "FRANCE:\nA PAR - BUR\nA PAR - GAS\nA MAR - Xyzzy\nF BRE - PIC\nA MAR - MOS\n"
    said = desk.run("paste-orders")
    received = desk.session.open_turn.orders_of("FRANCE")
    assert [str(line.order) for line in received if line.is_legal] == ["F BRE - PIC"]
    assert [line.text for line in received if not line.is_legal] == ["A PAR - BUR", "A PAR - GAS", "A MAR - Xyzzy", "A MAR - MOS"]
    assert "line 2: A PAR - BUR: to be decided (line 3 orders this unit too); it may be A PAR - BUR or A PAR - GAS" in said
    assert "Xyzzy" in said
    assert "A MAR - MOS" in said
    desk.run('order A PAR - GAS --received "A PAR - GAS"')
    assert [line.text for line in desk.session.open_turn.orders_of("FRANCE") if not line.is_legal] == ["A MAR - Xyzzy", "A MAR - MOS"]


def test_a_rule_of_the_game_settles_two_orders_for_a_unit_and_says_so() -> None:
    desk = Desk(game=False)
    desk.run("new standard 4.D.3=b")
    desk.services.clipboard = "FRANCE:\nA PAR - BUR\nA PAR - GAS\n"
    assert "4.D.3" in desk.run("paste-orders")
    assert desk.orders("FRANCE") == ["A PAR - GAS"]


def test_what_was_guessed_keeps_the_words_that_were_received() -> None:
    desk = Desk()
    desk.services.clipboard = "ENGLAND:\nF Edi-NorwSea\nF Lon to Northsee\n"
    said = desk.run("paste-orders")
    assert "NorwSea" in said
    assert [line.text for line in desk.session.open_turn.orders_of("ENGLAND") if line.order] == ["F Lon to Northsee"], "NorwSea is asked"
    assert '"F Lon to Northsee"' in write(desk.session.game)


MAIL = """From: ada@example.org
Hi Karl,
France:
A Par - Bur
A Mar - Mos
F Brest to the Englsh Chanel please
A Xyz - Bur
A Mun - Ruh
Cheers, Ada
"""


def test_doubtful_lines_of_a_mail_stay_among_the_orders_as_received_to_be_mended_there() -> None:
    desk = Desk()
    desk.services.clipboard = MAIL
    said = desk.run("paste-orders")
    lines = {line.text: line for line in desk.session.open_turn.orders_of("FRANCE")}
    assert not lines["A Xyz - Bur"].is_legal
    assert lines["A Xyz - Bur"].order is None
    assert lines["A Mar - Mos"].order is not None
    assert not lines["A Mar - Mos"].is_legal
    assert "A Mun - Ruh" in lines, "a line about another power's unit is the writer's all the same"
    assert not any("Cheers" in text or "ada" in text for text in lines)
    told = [line.strip() for line in said.splitlines()[1:]]
    assert [line.partition(":")[0] for line in told] == [f"line {number}" for number in range(1, 10)]
    assert "line 8: A MUN - RUH: refused (the unit in MUN is Germany's, and this is an order of France)" in told
    desk.run("A MAR - SPA")
    assert "A Mar - Mos" not in {line.text for line in desk.session.open_turn.orders_of("FRANCE")}
    desk.run("undo", "undo")
    assert not desk.session.open_turn.orders_of("FRANCE")


def test_a_doubtful_line_never_takes_the_place_of_a_legal_order() -> None:
    desk = Desk()
    desk.run("A PAR - BUR")
    desk.services.clipboard = "France: A Par - Mos\nF Bre - Mao"
    desk.run("paste-orders")
    assert desk.orders("FRANCE") == ["A PAR - BUR", "F BRE - MAO"]


def test_pasting_keeps_the_orders_of_other_units() -> None:
    desk = Desk()
    desk.run("A MAR H")
    desk.services.clipboard = "France: A PAR - BUR"
    desk.run("paste orders")
    assert sorted(desk.orders("FRANCE")) == ["A MAR H", "A PAR - BUR"]


@pytest.mark.parametrize("text", ["", "   \n ", "dear all, nothing this time", "\x00\x01\x02", "A PAR - MOS"])
def test_pasting_what_is_no_order_changes_nothing_and_says_so(text: str) -> None:
    desk = Desk()
    desk.services.clipboard = text
    with pytest.raises(Abort):
        desk.run("paste-orders")
    assert desk.document.undo_label is None


def test_legal_orders_are_listed_in_both_forms() -> None:
    said = Desk().run("legal par")
    assert "A PAR - BUR" in said
    assert "Army Paris moves to Burgundy" in said
    with pytest.raises(Abort, match="Nothing can be ordered in Burgundy"):
        Desk().run("legal bur")


def test_orders_are_listed_with_what_is_wrong_with_them() -> None:
    desk = Desk()
    assert desk.run("orders") == "No orders are written."
    desk.run("A PAR - BUR")
    assert desk.run("orders") == "France:\n  A PAR - BUR"


def test_no_orders_are_taken_in_a_game_that_is_over() -> None:
    desk = Desk()
    desk.run("draw france italy")
    for line in ("A PAR - BUR", "hold all", "process --missing process", "paste-orders", "clear-power france"):
        with pytest.raises(Abort, match="over"):
            desk.run(line)
    desk.run("reopen", "A PAR - BUR")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


@pytest.mark.parametrize("words", ["rest hold", "all hold"])
def test_words_about_all_units_are_no_order_and_say_so(words: str) -> None:
    desk = Desk()
    desk.run("A PAR - BUR")
    with pytest.raises(Abort, match="is about all units, not one order"):
        desk.run(f"order {words}")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
