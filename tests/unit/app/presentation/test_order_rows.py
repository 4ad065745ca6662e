"""Rows of the order panel."""

from __future__ import annotations

import pytest

from adjudicator.notation import parse_order
from app.game.default_lists import set_default_list
from app.game.edits import keep_line, new_game, process, set_lines, settle_line
from app.game.record import MAIN, Cursor, Game
from app.presentation.order_rows import PowerBlock, RowKind, order_sheet, power_blocks, result_rows
from tests.unit.app.game.play import wishes
from tests.unit.app.game.test_default_lists import winter_game
from variants.catalogue import standard


def game() -> Game:
    return new_game(standard(), "Rows")


def block(game: Game, power: str) -> PowerBlock:
    return next(each for each in power_blocks(game, game.last()) if each.power == power)


def test_every_power_stands_with_its_counts_and_its_units_without_orders() -> None:
    russia = block(game(), "RUSSIA")
    assert (russia.units, russia.centres, russia.missing, russia.received) == (4, 4, 4, False)
    assert [row.place for row in russia.rows] == ["MOS", "WAR", "SEV", "STP"]
    assert all(row.kind is RowKind.MISSING for row in russia.rows)


def test_units_without_orders_come_first() -> None:
    france = block(set_lines(game(), "main", "FRANCE", ["A PAR - BUR"]), "FRANCE")
    assert [row.kind for row in france.rows] == [RowKind.MISSING, RowKind.MISSING, RowKind.ORDER]


def test_an_illegal_line_is_a_problem_with_its_reason_and_its_unit_still_lacks_an_order() -> None:
    france = block(set_lines(game(), "main", "FRANCE", ["A PAR - MOS"]), "FRANCE")
    problem = next(row for row in france.rows if row.kind is RowKind.PROBLEM)
    assert "cannot reach Moscow" in problem.note
    assert france.problems == 1
    assert "PAR" in {row.place for row in france.rows if row.kind is RowKind.MISSING}


def test_a_line_that_nobody_can_read_is_kept_and_says_why() -> None:
    france = block(set_lines(game(), "main", "FRANCE", ["A PAR to Atlantis"]), "FRANCE")
    problem = next(row for row in france.rows if row.kind is RowKind.PROBLEM)
    assert problem.text == "A PAR to Atlantis"
    assert "Atlantis" in problem.note


def test_who_lacks_orders_is_known() -> None:
    whole = set_lines(game(), "main", "TURKEY", ["A CON H", "A SMY H", "F ANK H"])
    assert "TURKEY" not in {each.power for each in power_blocks(whole, whole.last()) if each.missing}


def test_the_past_shows_what_became_of_orders_and_of_units_without() -> None:
    played = process(set_lines(set_lines(game(), "main", "FRANCE", ["A PAR - BUR"]), "main", "GERMANY", ["A MUN - BUR"]))
    past = next(each for each in power_blocks(played, played.last().__class__("main", 0)) if each.power == "FRANCE")
    bounced = next(row for row in past.rows if row.text == "A PAR - BUR")
    assert bounced.succeeded is False
    assert "bounced 1 against 1" in bounced.note
    assert {row.place for row in past.rows if not row.text} == {"MAR", "BRE"}
    assert past.missing == 0


def test_builds_that_are_due_are_open_rows() -> None:
    at_work = game()
    for power, lines in {"FRANCE": ["A MAR - SPA", "F BRE - MAO"]}.items():
        at_work = set_lines(at_work, "main", power, lines)
    at_work = process(at_work)
    at_work = set_lines(at_work, "main", "FRANCE", ["F MAO - POR"])
    at_work = process(at_work)
    france = block(at_work, "FRANCE")
    assert france.change == 2
    assert france.missing == 2
    ordered = block(set_lines(at_work, "main", "FRANCE", ["A MAR B"]), "FRANCE")
    assert ordered.missing == 1


def test_results_list_failures_of_a_power_first_and_refusals_with_their_reason() -> None:
    played = process(set_lines(set_lines(game(), "main", "FRANCE", ["A MAR - SPA", "A PAR - BUR"]), "main", "GERMANY", ["A MUN - BUR"]))
    turn = played.line("main")[0]
    assert turn.resolution is not None
    rows = [row for row in result_rows(played.variant, turn.position, turn.resolution) if row.power == "FRANCE"]
    assert rows[0].order == "A PAR - BUR"
    assert not rows[0].succeeded
    assert all(row.succeeded for row in rows[1:])


def test_a_removal_that_the_default_list_will_make_says_so() -> None:
    listed = set_default_list(winter_game(), "main", "ITALY", wishes("A PIE D"))
    assert [row.sentence for row in block(listed, "ITALY").rows] == ["Removal that nobody has ordered; the default list decides"]
    done = process(listed)
    notes = [row.note for each in power_blocks(done, Cursor("main", 0)) for row in each.rows if row.place == "PIE"]
    assert notes == ["removed by the default list"]


def test_what_is_printed_for_others_has_orders_and_none_of_the_words_that_were_received() -> None:
    game = settle_line(new_game(standard()), MAIN, "FRANCE", "A Par to Burgundy (don't tell Anna)", parse_order("A PAR - BUR"))
    game = keep_line(game, MAIN, "FRANCE", "and something that Anna must not know")
    texts = [line.text for block in order_sheet(game, game.last(MAIN)) if block.power == "FRANCE" for line in block.lines]
    assert "A PAR - BUR" in texts
    assert "a line that was not understood" in texts
    assert not [text for text in texts if "Anna" in text]


def test_each_own_order_says_what_it_comes_to_if_all_others_hold() -> None:
    fall = process(set_lines(game(), "main", "AUSTRIA", ["A VIE - TYR", "A BUD - SER"]))
    fall = set_lines(fall, "main", "AUSTRIA", ["A TYR - VEN", "F TRI S A TYR - VEN", "A SER - GRE"])
    preview = process(fall).turn(fall.last()).resolution

    def notes(orders: Game) -> dict[str | None, str]:
        (austria,) = power_blocks(orders, orders.last(), ("AUSTRIA",), "AUSTRIA", preview)
        return {row.place: row.note for row in austria.rows if row.kind is RowKind.ORDER}

    assert notes(fall) == {"TYR": "2 against 1 if all others hold", "TRI": "makes it 2", "SER": "nobody stands there"}
    alone = set_lines(fall, "main", "AUSTRIA", ["A TYR - VEN"])
    preview = process(alone).turn(alone.last()).resolution
    assert notes(alone) == {"TYR": "1 against 1 if all others hold"}
    preview = None
    assert set(notes(fall).values()) == {""}


@pytest.mark.parametrize("viewer", [None, "FRANCE"])
def test_orders_are_told_as_sentences_to_all(viewer: str | None) -> None:
    written = set_lines(game(), MAIN, "FRANCE", "A PAR - BUR\nA MAR S the one beside it")
    (own,) = power_blocks(written, written.last(), ("FRANCE",), viewer)
    told = [row.words or row.text for row in own.rows if row.text]
    assert told == ["Army Paris moves to Burgundy", "A MAR S the one beside it"], "what nobody can read stays as it was typed"
