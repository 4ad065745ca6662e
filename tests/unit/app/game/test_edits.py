"""Edits of a game, one act at a time."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from adjudicator.phase import Phase
from adjudicator.resolution import Result
from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
from adjudicator.verdict import Refusal
from app.game.branch_edits import fork, remove_branch, rename_branch
from app.game.edits import MOST_LINES, clear_order, clear_power, keep_line, process, set_lines, set_order, set_orders
from app.game.ending_edits import abandon, concede, declare_draw, reopen
from app.game.gm_edits import change_rules, edit_position, force_result
from app.game.mail_edits import keep_for_later
from app.game.record import MAIN, Cursor, EditError, Game, Why
from tests.unit.app.game.play import fresh_game, order, ordered, played_game


def texts(game: Game, power: str, branch: str = MAIN) -> list[str]:
    """The orders of a power, as they are read."""
    return [str(line.order) for line in game.turn(game.last(branch)).orders_of(power)]


def winter(builds: str = "FRANCE") -> Game:
    """A winter in which one power may build two units at home."""
    game = fresh_game()
    position = game.turn(game.last()).position
    units = tuple(unit for unit in position.units if unit.power != builds or unit.province == "MAR")
    position = replace(position, phase=Phase.of("W1901A"), units=units)
    return edit_position(game, MAIN, position, "Winter at once.")


def test_an_order_takes_the_place_of_the_earlier_one_of_its_unit() -> None:
    game = ordered(fresh_game(), "FRANCE", "A PAR - BUR", "F BRE H", "A PAR - PIC")
    assert texts(game, "FRANCE") == ["A PAR - PIC", "F BRE H"]


def test_the_game_before_stays_as_it_was() -> None:
    before = ordered(fresh_game(), "FRANCE", "A PAR - BUR")
    ordered(before, "FRANCE", "A PAR H")
    assert texts(before, "FRANCE") == ["A PAR - BUR"]


def test_builds_replace_each_other_by_site_and_each_waive_is_a_line() -> None:
    game = ordered(winter(), "FRANCE", "A PAR B", "F BRE B", "A BRE B", "WAIVE", "WAIVE")
    assert texts(game, "FRANCE") == ["A PAR B", "A BRE B", "WAIVE", "WAIVE"]
    game = clear_order(game, MAIN, "FRANCE", "WAIVE")
    assert texts(game, "FRANCE") == ["A PAR B", "A BRE B", "WAIVE"]


def test_an_illegal_order_is_kept_with_the_reason_why_not() -> None:
    game = ordered(fresh_game(), "FRANCE", "A PAR - MOS")
    line = game.turn(game.last()).orders_of("FRANCE")[0]
    assert not line.is_legal
    assert line.verdict is not None
    assert line.verdict.refusal is not None


def test_lines_are_read_tolerantly_and_those_that_cannot_be_read_are_kept_as_received() -> None:
    game = set_lines(fresh_game(), MAIN, "FRANCE", "army paris to burgundy\n\n  my fleet sings  \nF Bre H\n")
    lines = game.turn(game.last()).orders_of("FRANCE")
    assert [line.text for line in lines] == ["army paris to burgundy", "my fleet sings", "F Bre H"]
    assert [str(line.order) for line in lines] == ["A PAR - BUR", "None", "F BRE H"]
    assert lines[1].verdict is None


def test_the_last_line_of_a_unit_counts_and_the_earlier_is_marked() -> None:
    game = set_lines(fresh_game(), MAIN, "FRANCE", ["A PAR H", "A PAR - BUR"])
    lines = game.turn(game.last()).orders_of("FRANCE")
    assert lines[0].verdict is not None
    assert lines[0].verdict.refusal is Refusal.UNIT_ORDERED_TWICE
    assert game.turn(game.last()).read_orders()["FRANCE"] == [order("A PAR - BUR", game)]


def test_no_lines_are_an_empty_set_and_that_is_not_none_received() -> None:
    game = set_lines(fresh_game(), MAIN, "FRANCE", "")
    assert game.turn(game.last()).orders == {"FRANCE": ()}
    assert clear_power(game, MAIN, "FRANCE").turn(game.last()).orders == {}


def test_taking_back_the_only_order_leaves_none_received() -> None:
    game = clear_order(ordered(fresh_game(), "FRANCE", "A PAR H"), MAIN, "FRANCE", "PAR")
    assert "FRANCE" not in game.turn(game.last()).orders


def test_taking_back_what_was_never_ordered_is_refused() -> None:
    with pytest.raises(EditError, match="FRANCE has given no order for PAR"):
        clear_order(fresh_game(), MAIN, "FRANCE", "PAR")


def test_a_stranger_gives_no_orders() -> None:
    with pytest.raises(EditError) as refused:
        set_orders(fresh_game(), MAIN, "GAUL", [])
    assert refused.value.why is Why.NO_SUCH_POWER


def test_too_long_a_line_is_refused() -> None:
    with pytest.raises(EditError, match="2001 characters"):
        set_lines(fresh_game(), MAIN, "FRANCE", "x" * 2001)


def test_processing_appends_the_next_phase_with_no_orders() -> None:
    game = process(ordered(fresh_game(), "FRANCE", "A PAR - BUR"))
    first, second = game.line()
    assert first.resolution is not None
    assert second.resolution is None
    assert str(second.phase) == "F1901M"
    assert second.orders == {}
    assert second.position.unit_at("BUR") == Unit.of("FRANCE A BUR")


def test_a_solo_ends_the_game_and_no_more_orders_are_taken() -> None:
    game = fresh_game()
    position = game.turn(game.last()).position
    owners = MappingProxyType(dict.fromkeys(game.variant.board.centres[:20], "FRANCE"))
    units = tuple(unit for unit in position.units if unit.power == "FRANCE")
    game = edit_position(game, MAIN, replace(position, phase=Phase.of("F1901M"), units=units, owners=owners), "France has won.")
    game = process(game)
    assert game.ending is not None
    assert game.ending.winners == ("FRANCE",)
    with pytest.raises(EditError, match="FRANCE has won this game") as refused:
        process(game)
    assert refused.value.why is Why.GAME_OVER
    with pytest.raises(EditError, match="FRANCE has won this game"):
        ordered(game, "FRANCE", "A PAR H")
    with pytest.raises(EditError, match="FRANCE has won this game"):
        declare_draw(game)
    with pytest.raises(EditError, match="The game is over"):
        reopen(game)


def test_a_draw_is_shared_by_all_who_are_left_and_can_be_taken_back() -> None:
    game = declare_draw(fresh_game())
    assert game.ending is not None
    assert len(game.ending.winners) == 7
    with pytest.raises(EditError, match="draw between AUSTRIA, ENGLAND"):
        process(game)
    assert reopen(game).ending is None


def test_conceding_makes_a_winner_and_abandoning_none() -> None:
    conceded, abandoned = concede(fresh_game(), winner="ITALY").ending, abandon(fresh_game()).ending
    assert conceded is not None
    assert (conceded.winners, conceded.reason) == (("ITALY",), "concession")
    assert abandoned is not None
    assert abandoned.winners == ()


def test_a_fork_of_the_past_has_its_orders_as_drafts_and_overwrites_nothing() -> None:
    game = played_game(4)
    forked = fork(game, Cursor(MAIN, 1))
    assert forked.branches[0] is game.branches[0]
    assert [branch.name for branch in forked.branches] == [MAIN, "b2"]
    assert forked.turn(Cursor("b2", 0)) is game.turn(Cursor(MAIN, 0))
    assert forked.turn(Cursor("b2", 1)).orders == game.turn(Cursor(MAIN, 1)).orders
    assert forked.is_open(Cursor("b2", 1))
    assert not forked.is_open(Cursor(MAIN, 1))
    assert [str(turn.phase) for turn in forked.line("b2")] == ["S1901M", "F1901M"]


def test_a_fork_of_a_shared_phase_belongs_to_the_branch_that_keeps_it() -> None:
    game = fork(fork(played_game(4), Cursor(MAIN, 2)), Cursor("b2", 1), "third")
    assert game.branch("third").parent == Cursor(MAIN, 1)
    assert [branch.name for branch in game.children(Cursor(MAIN, 1))] == ["third"]


def test_a_branch_is_renamed_with_those_that_start_from_it() -> None:
    game = fork(fork(played_game(4), Cursor(MAIN, 1)), Cursor("b2", 1))
    game = rename_branch(game, "b2", "Italy stabs")
    assert [branch.name for branch in game.branches] == [MAIN, "Italy stabs", "b3"]
    assert game.branch("b3").parent == Cursor("Italy stabs", 1)
    for wrong in ("", 'a"b', "a]b", "x" * 61, MAIN):
        with pytest.raises(EditError):
            rename_branch(game, "b3", wrong)
    with pytest.raises(EditError):
        rename_branch(game, MAIN, "other")


def test_a_branch_goes_unless_another_starts_from_it() -> None:
    game = fork(fork(played_game(4), Cursor(MAIN, 1)), Cursor("b2", 1))
    with pytest.raises(EditError, match="b3 starts from it"):
        remove_branch(game, "b2")
    with pytest.raises(EditError, match="started with"):
        remove_branch(game, MAIN)
    assert [branch.name for branch in remove_branch(game, "b3").branches] == [MAIN, "b2"]


def test_editing_the_position_needs_a_reason_and_leaves_an_audit_line() -> None:
    game = fresh_game()
    position = game.turn(game.last()).position
    moved = replace(position, units=position.units[1:])
    with pytest.raises(EditError, match="needs a reason"):
        edit_position(game, MAIN, moved, "  ")
    game = edit_position(game, MAIN, moved, "Lost at sea.", at="2026-11-20T21:03Z")
    assert game.turn(game.last()).position == moved
    assert game.turn(game.last()).adjustments[0].removed == (position.units[0],)
    assert game.audit[0].text == "position edited in S1901M: Lost at sea."


def test_two_units_in_a_province_cannot_be_edited_in() -> None:
    game = fresh_game()
    position = game.turn(game.last()).position
    with pytest.raises(EditError, match="Two units stand in PAR"):
        edit_position(game, MAIN, replace(position, units=(*position.units, Unit.of("ITALY A PAR"))), "Why not?")


def test_a_forced_bounce_puts_the_unit_back_and_a_forced_success_on_its_target() -> None:
    game = ordered(fresh_game(), "FRANCE", "A PAR - BUR", "A MAR - SPA")
    game = process(ordered(game, "GERMANY", "A MUN - BUR"))
    spring = Cursor(MAIN, 0)
    forced = force_result(game, spring, Unit.of("FRANCE A MAR"), {Result.BOUNCE}, "The mail came late.")
    assert forced.turn(forced.last()).position.unit_at("MAR") == Unit.of("FRANCE A MAR")
    assert forced.turn(forced.last()).position.unit_at("SPA") is None
    forced = force_result(forced, spring, Unit.of("FRANCE A PAR"), {Result.OK}, "Germany agreed.")
    assert forced.turn(forced.last()).position.unit_at("BUR") == Unit.of("FRANCE A BUR")
    resolution = forced.turn(spring).resolution
    assert resolution is not None
    outcomes = {str(outcome.order): outcome.results for outcome in resolution.outcomes}
    assert (outcomes["A MAR - SPA"], outcomes["A PAR - BUR"]) == (frozenset({Result.BOUNCE}), frozenset({Result.OK}))


def test_a_forced_result_holds_when_the_phase_is_processed_later() -> None:
    game = ordered(fresh_game(), "FRANCE", "A PAR - BUR")
    game = force_result(game, game.last(), Unit.of("FRANCE A PAR"), {Result.BOUNCE}, "A test.")
    assert process(game).line()[1].position.unit_at("PAR") == Unit.of("FRANCE A PAR")


def test_no_result_is_forced_under_phases_that_rest_on_it() -> None:
    with pytest.raises(EditError, match="fork it"):
        force_result(played_game(5), Cursor(MAIN, 0), Unit.of("FRANCE A PAR"), {Result.OK}, "Too late.")


def test_rules_change_from_the_open_phase_on() -> None:
    game = change_rules(played_game(3), MAIN, [("4.A.3", "DPTG")])
    assert game.rules_at(Cursor(MAIN, 1)) == {}
    assert game.rules_at(game.last()) == {"4.A.3": "DPTG"}
    for key, word in (("4.A.3", "whatever"), ("9.Z.1", "a"), ("a b", "c")):
        with pytest.raises(EditError):
            change_rules(game, MAIN, [(key, word)])


def test_an_order_is_written_by_its_text_where_one_is_given() -> None:
    game = fresh_game()
    game = set_order(game, MAIN, "FRANCE", order("A PAR - BUR", game), "par to bur")
    assert game.turn(game.last()).orders_of("FRANCE")[0].text == "par to bur"


def test_a_line_for_a_later_phase_is_kept_once_and_a_blank_one_not_at_all() -> None:
    once = keep_for_later(fresh_game(), MAIN, "FRANCE", Phase.of("F1901M"), "A Bur - Mun")
    for text in ("A Bur - Mun", " A Bur - Mun ", "", "  "):
        assert keep_for_later(once, MAIN, "FRANCE", Phase.of("F1901M"), text) is once
    assert [each.text for each in keep_for_later(once, MAIN, "ITALY", Phase.of("F1901M"), "A Bur - Mun").turn(once.last()).later] == [
        "A Bur - Mun",
        "A Bur - Mun",
    ]


@pytest.mark.slow
def test_the_five_hundredth_line_that_cannot_be_read_is_kept_and_no_more() -> None:
    game = fresh_game()
    for number in range(MOST_LINES + 3):
        game = keep_line(game, MAIN, "FRANCE", f"A word {number}")
    lines = [line.text for line in game.turn(game.last()).orders_of("FRANCE")]
    assert (len(lines), lines[-1]) == (500, "A word 499")
    with pytest.raises(EditError, match="501 lines of orders are too many; at most 500"):
        set_lines(game, MAIN, "FRANCE", [*lines, "A word more"])
    assert len(set_lines(game, MAIN, "FRANCE", lines).turn(game.last()).orders_of("FRANCE")) == 500


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"units": (Unit("FRANCE", Piece("A", Location("NTH"))),)}, "A NTH cannot stand"),
        ({"units": (Unit("RUSSIA", Piece("F", Location("STP"))),)}, "F STP cannot stand"),
        ({"dislodged": (DislodgedUnit(Unit("FRANCE", Piece("A", Location("NTH"))), "BUR"),)}, "A NTH cannot stand"),
        ({"dislodged": (DislodgedUnit(Unit("NOBODY", Piece("A", Location("MUN"))), "BUR"),)}, "NOBODY is no power"),
        ({"dislodged": (DislodgedUnit(Unit("FRANCE", Piece("A", Location("MUN"))), "XXX"),)}, "XXX: there is no such place"),
        ({"contested": frozenset({"XXX"})}, "XXX: there is no such place"),
        ({"phase": Phase.of("W1901M")}, "no phase such as W1901M"),
    ],
)
def test_a_position_that_cannot_be_played_from_is_refused_when_it_is_set(changed: dict[str, Any], why: str) -> None:
    game = fresh_game()
    position = replace(game.turn(game.last()).position, **changed)
    with pytest.raises(EditError, match=why):
        edit_position(game, MAIN, position, "Tried.")
