"""Mistakes mended through commands: phases corrected in a branch, branches made the game, results forced; replayed without differences."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from adjudicator.phase import PhaseKind
from app.game.dpn.writer import write
from app.game.gm_edits import edit_position
from app.game.opening import open_text
from app.game.record import MAIN, Game
from app.session.errors import CommandError
from app.session.seating import Times
from tests.unit.app.commands.fake_services import Desk

FRIDAY = 1_795_806_360.0
"""27 November 2026, 19:06 UTC."""


@pytest.fixture
def desk() -> Desk:
    """Spring 1901 is processed: France went to Burgundy, Germany held."""
    desk = Desk()
    desk.session.times = Times(wall=lambda: FRIDAY)
    desk.run("A PAR - BUR", "A MUN H", "A VIE - GAL", "F LON - NTH", "process --missing process")
    return desk


def replays_as_it_is(game: Game) -> bool:
    """Return True if the game comes back from its text without a difference."""
    opened = open_text(write(game).encode())
    return not opened.differences and opened.ready().game.branches == game.branches


def test_a_corrected_phase_becomes_the_game_and_what_was_played_stays_as_a_branch(desk: Desk) -> None:
    played = desk.session.game.line(MAIN)
    desk.run("goto S1901M", "correct-phase Germany's mail lay in spam")
    assert desk.session.branch == "b2"
    desk.run("A MUN - BUR", "process --missing process", "make-this-the-game --reason 'Germany was in time'")
    game = desk.session.game
    assert [branch.name for branch in game.branches] == [MAIN, "as played"]
    assert game.line("as played") == played
    assert desk.session.cursor == game.last(MAIN)
    assert game.line(MAIN)[1].position.unit_at("BUR") is None
    assert replays_as_it_is(game)


def test_undo_takes_the_picking_of_a_branch_back_whole(desk: Desk) -> None:
    desk.run("goto S1901M", "correct-phase a mistake", "A MUN - BUR", "process --missing process")
    before = desk.session.game
    desk.run("make-this-the-game --reason agreed", "undo")
    assert desk.session.game == before


def test_a_branch_of_a_branch_can_be_made_the_game_and_no_turn_is_lost(desk: Desk) -> None:
    desk.run("process --missing process", "goto S1901M", "correct-phase one", "A MUN - BUR", "process --missing process")
    desk.run("A GAL - BUD", "correct-phase two", "process --missing process", "goto F1901M", "fork third")
    before = desk.session.game
    lines = {name: before.line(name) for name in (MAIN, "b2", "b3", "third")}
    desk.run("make-this-the-game b3 --reason 'two is right' --keep-as 'the first line'")
    game = desk.session.game
    assert game.line(MAIN) == lines["b3"]
    assert game.line("the first line") == lines[MAIN]
    assert game.line("b2") == lines["b2"]
    assert game.line("third") == lines["third"]
    assert replays_as_it_is(game)


def test_a_result_that_is_forced_puts_the_units_so_and_replays(desk: Desk) -> None:
    desk.run("goto S1901M", "force-result PAR bounce --reason 'France and Germany agreed'")
    game = desk.session.game
    after = game.line(MAIN)[1].position
    assert after.unit_at("BUR") is None
    assert str(after.unit_at("PAR")) == "FRANCE A PAR"
    assert "[forced S1901M]" in write(game)
    assert "| France and Germany agreed" in write(game)
    assert "Army Paris moves to Burgundy: set by the game master; bounced" in desk.run("results S1901M")
    assert replays_as_it_is(game)


def test_what_the_game_master_wrote_as_the_reason_is_not_in_the_results(desk: Desk) -> None:
    said = desk.run("goto S1901M", "force-result PAR bounce --reason 'Dan was ill'", "results S1901M")
    assert "Dan" not in said.partition("results")[2]
    assert "Dan" not in desk.run("results S1901M --template plain")


def test_centres_follow_from_a_forced_result(desk: Desk) -> None:
    desk.run("A BUR - BEL", "process --missing process")
    assert desk.session.game.line(MAIN)[2].position.owners.get("BEL") == "FRANCE"
    desk.run("goto F1901M", "force-result BUR bounce --reason agreed")
    assert desk.session.game.line(MAIN)[-1].position.owners.get("BEL") is None
    assert replays_as_it_is(desk.session.game)


def test_a_forced_result_of_the_open_phase_holds_or_is_taken_away(desk: Desk) -> None:
    """A forced result of the open phase holds when it is processed and can be left to the rules."""
    desk.run("A BUR - BEL", "force-result BUR bounce --reason agreed")
    assert desk.session.open_turn.forced
    desk.run("force-result BUR rules")
    assert not desk.session.open_turn.forced
    desk.run("force-result BUR bounce --reason agreed", "process --missing process")
    assert str(desk.session.open_turn.position.unit_at("BUR")) == "FRANCE A BUR"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("force-result BUR ok", "FRANCE A MAR stands in MAR"),
        ("force-result BUR dislodged", "was not dislodged"),
        ("force-result BUR cut", "cut” cannot be the result of A BUR - MAR"),
        ("force-result MAR bounce", "bounced” cannot be the result of A MAR H"),
        ('force-result BUR "ok, bounce"', "carried out and “bounced” at once"),
    ],
)
def test_a_forced_result_that_cannot_be_is_refused_when_it_is_set(desk: Desk, line: str, why: str) -> None:
    desk.run("A BUR - MAR", "A MAR H")
    before = desk.session.game
    with pytest.raises(CommandError, match=why):
        desk.run(f"{line} --reason agreed")
    assert desk.session.game is before
    desk.run("force-result BUR bounce --reason agreed", "process --missing process")
    assert replays_as_it_is(desk.session.game)


def test_a_forced_result_of_a_past_phase_is_changed_and_taken_away(desk: Desk) -> None:
    """A forced result of a processed phase is forced otherwise and left to the rules without undo."""
    after_the_rules = desk.session.game.line(MAIN)[1].position
    desk.run("A BUR - BEL", "goto S1901M", "force-result PAR bounce --reason agreed")
    desk.run("goto S1901M", "force-result PAR destroyed --reason 'a storm'")
    after = desk.session.game.line(MAIN)[1]
    assert after.position.unit_at("PAR") is None
    assert [each.reason for each in desk.session.turn.forced] == ["a storm"]
    assert not after.orders_of("FRANCE")[0].is_legal, "the draft of the unit that is gone is judged anew"
    said = desk.run("force-result PAR rules --reason 'no storm after all'")
    assert "Spring 1901, movement: the phase is ruled anew without the forced result" in said
    after = desk.session.game.line(MAIN)[1]
    assert after.position == after_the_rules
    assert after.orders_of("FRANCE")[0].is_legal
    assert not desk.session.turn.forced
    assert replays_as_it_is(desk.session.game)
    told = desk.run("audit --about 'forced result'")
    assert "Result of French Army Paris in Spring 1901, movement forced otherwise" in told
    assert "Result of French Army Paris in Spring 1901, movement left to the rules" in told
    assert "no storm after all" in told


def test_taking_one_forced_result_back_keeps_the_others_and_needs_a_reason(desk: Desk) -> None:
    desk.run("goto S1901M", "force-result PAR bounce --reason agreed", "goto S1901M", "force-result VIE bounce --reason agreed")
    desk.services.answers = []
    with pytest.raises(CommandError, match="needs a reason"):
        desk.run("goto S1901M", "force-result PAR rules")
    desk.run("goto S1901M", "force-result PAR rules --reason mistaken")
    after = desk.session.game.line(MAIN)[1].position
    assert str(after.unit_at("BUR")) == "FRANCE A BUR"
    assert str(after.unit_at("VIE")) == "AUSTRIA A VIE"
    assert replays_as_it_is(desk.session.game)


@pytest.fixture
def winter(desk: Desk) -> Desk:
    """Winter 1901: France may build one, Germany has to remove one."""
    desk.run("A MAR - SPA", "process --missing process")

    def without_munich(game: Game) -> Game:
        position = game.turn(game.last()).position
        return edit_position(game, MAIN, replace(position, owners={**position.owners, "MUN": "FRANCE"}), "agreed")

    desk.session.perform("Munich to France", without_munich)
    assert str(desk.session.open_turn.phase) == "W1901A"
    return desk


def places(desk: Desk, index: int = -1) -> set[str]:
    return {str(unit) for unit in desk.session.game.line(MAIN)[index].position.units}


def test_builds_and_removals_are_forced_in_the_open_phase_and_after_it(winter: Desk) -> None:
    winter.run("build A PAR", "remove F KIE", "force-result PAR void --reason 'came too late'", "process --missing process")
    assert "FRANCE A PAR" not in places(winter)
    assert "GERMANY F KIE" not in places(winter)
    winter.run("goto W1901A", "force-result KIE void --reason 'the remove was another'")
    assert "GERMANY F KIE" in places(winter)
    assert "build army in Paris: set by the game master; void" in winter.run("results W1901A")
    assert replays_as_it_is(winter.session.game)
    winter.run("goto W1901A", "force-result PAR ok --reason 'in time after all'", "force-result KIE rules --reason mistaken")
    assert "FRANCE A PAR" in places(winter)
    assert "GERMANY F KIE" not in places(winter)
    assert replays_as_it_is(winter.session.game)


def test_a_build_that_the_rules_refuse_can_be_forced_where_nobody_stands(winter: Desk) -> None:
    winter.run('order "build A BEL" --power france --lying', "process --missing process")
    assert "FRANCE A BEL" not in places(winter)
    winter.run("goto W1901A", "force-result BEL ok --reason 'house rule'")
    assert "FRANCE A BEL" in places(winter)
    assert replays_as_it_is(winter.session.game)
    with pytest.raises(CommandError, match="No unit stands or is built in LON"):
        winter.run("goto W1901A", "force-result LON void --reason 'there is none'")


@pytest.mark.slow
def test_a_unit_that_was_dislodged_stands_again_when_a_hold_is_forced() -> None:
    desk = Desk()
    desk.run("A VIE - TYR", "A VEN H", "F TRI - ALB", "A BUD - TRI", "process --missing process")
    desk.run("A TYR - VEN", "A TRI S A TYR - VEN", "process --missing process")
    retreat = desk.session.open_turn
    assert [str(each.unit) for each in retreat.position.dislodged] == ["ITALY A VEN"]
    with pytest.raises(CommandError, match="stands in VEN"):
        desk.run("goto F1901M", "force-result VEN ok --reason agreed")
    desk.run("goto F1901M", "force-result TYR bounce --reason agreed", "goto F1901M", "force-result VEN ok --reason agreed")
    after = desk.session.game.line(MAIN)[2]
    assert not after.position.dislodged
    assert str(after.position.unit_at("VEN")) == "ITALY A VEN"
    assert after.phase.kind is not PhaseKind.RETREAT
    assert replays_as_it_is(desk.session.game)


def test_nothing_is_forced_under_a_branch_that_rests_on_the_phase(desk: Desk) -> None:
    desk.run("fork b2", "branch main", "goto S1901M")
    with pytest.raises(CommandError, match="b2 depends on S1901M as well"):
        desk.run("force-result PAR bounce --reason agreed")


@pytest.mark.parametrize("line", ["force-result PAR bounce", "make-this-the-game b2", "correct-phase"])
def test_an_intervention_without_a_reason_changes_nothing(line: str, desk: Desk) -> None:
    desk.run("goto S1901M", "fork b2", "branch main", "goto S1901M")
    desk.services.answers = []
    before = desk.session.game
    with pytest.raises(CommandError, match="needs a reason"):
        desk.run(line)
    assert desk.session.game is before


def test_results_nobody_knows_are_refused_with_those_there_are(desk: Desk) -> None:
    with pytest.raises(CommandError, match="no result sideways; there are ok, bounce"):
        desk.run("goto S1901M", "force-result PAR sideways --reason why")


# --- later orders ---


@pytest.fixture
def later(desk: Desk) -> Desk:
    """Two years in: France went to Burgundy, Belgium and Holland."""
    desk.run("A BUR - BEL", "A MAR - SPA", "process --missing process", "build A PAR", "process --missing process")
    desk.run("A BEL - HOL", "process --missing process", "A HOL - KIE")
    assert str(desk.session.open_turn.phase) == "F1902M"
    return desk


def test_later_orders_come_along_after_a_correction_and_what_is_not_legal_is_listed(later: Desk) -> None:
    later.run("goto S1901M", "correct-phase Germany's mail lay in spam", "A MUN - BUR")
    said = later.run("process --missing process")
    assert "Fall 1901, movement: 1 order came along as it was played. 1 line is not carried out now:" in said
    assert "France: A BUR - BEL (no unit stands in Burgundy)" in said
    assert later.orders("FRANCE") == ["A BUR - BEL", "A MAR - SPA"]
    assert "Branch b2 goes on with orders of Fall 1901, movement as played, 1; not carried out now FRANCE A BUR - BEL" in later.run("audit")
    assert replays_as_it_is(later.session.game)
    with pytest.raises(CommandError, match="say first what becomes of the lines that are not legal"):
        later.run("play-on")
    later.run("undo", "undo")
    assert later.session.branch == "b2"
    assert not later.session.open_turn.orders_of("FRANCE")[1:]


def test_a_correction_is_played_on_to_the_phase_that_is_open_as_one_step(later: Desk) -> None:
    played = [str(turn.phase) for turn in later.session.game.line()]
    later.run("goto S1901M", "correct-phase 'in time after all'", "A MUN - RUH", "process --missing process")
    said = later.run("play-on")
    assert said.count("orders, 0 failed") + said.count("order, 0 failed") == 3
    line = later.session.game.line("b2")
    assert [str(turn.phase) for turn in line] == played
    assert [str(each.order) for each in line[-1].orders["FRANCE"]] == ["A HOL - KIE"]
    assert line[-1].position.unit_at("RUH") is not None
    assert replays_as_it_is(later.session.game)
    told = later.run("audit --about process")
    phases = ("Spring 1901, movement", "Fall 1901, movement", "Winter 1901, builds and removals", "Spring 1902, movement")
    assert all(f"Processed {phase} in branch b2" in told for phase in phases)
    with pytest.raises(CommandError, match="was not played before"):
        later.run("play-on")
    later.run("undo")
    assert str(later.session.open_turn.phase) == "F1901M"


def test_later_orders_come_along_where_the_correction_is_the_game_already(later: Desk) -> None:
    later.run("goto S1901M", "correct-phase agreed", "A MUN - RUH", "process --missing process", "make-this-the-game --reason agreed")
    later.run("rename-branch 'as played' 'before it'", "play-on")
    assert str(later.session.open_turn.phase) == "F1902M"
    assert later.session.branch == MAIN
    assert later.orders("FRANCE") == ["A HOL - KIE"]
    assert replays_as_it_is(later.session.game)


def test_no_orders_come_along_in_a_fork_nor_over_orders_that_are_there(later: Desk) -> None:
    later.run("goto S1901M", "fork", "process --missing process")
    assert not later.session.open_turn.orders


def test_orders_that_a_forced_result_makes_impossible_are_listed(later: Desk) -> None:
    said = later.run("goto S1902M", "force-result BEL bounce --reason agreed")
    assert "1 line is not carried out now:" in said
    assert "France: A HOL - KIE (no unit stands in Holland)" in said


def test_the_trail_says_to_what_a_result_was_forced_by_its_old_and_new_line(later: Desk) -> None:
    later.run("goto S1902M", "force-result BEL bounce --reason agreed", "goto S1902M", "force-result BEL void --reason 'not so'")
    later.run("goto S1902M", "force-result BEL rules --reason mistaken", "force-result SPA void --reason late --phase F1902M")
    told = later.run("audit --about 'forced result'")
    order = "Army Belgium moves to Holland"
    assert f"Result of French Army Belgium in Spring 1902, movement forced from {order} (ok) to {order} (bounce)" in told
    assert f"Result of French Army Belgium in Spring 1902, movement forced otherwise from {order} (bounce) to {order} (void)" in told
    assert f"Result of French Army Belgium in Spring 1902, movement left to the rules from {order} (void) to {order} (ok)" in told
    assert "Result of French Army Spain in Fall 1902, movement forced to Army Spain (void)" in told


def test_one_reason_stands_once_in_the_trail(desk: Desk) -> None:
    desk.run("deadline 2026-12-01 20:00 Europe/Berlin --reason 'we agreed'")
    assert desk.run("audit").count("we agreed") == 1
    desk.run("reason we agreed")
    assert desk.run("audit").count("we agreed") == 1


# --- comparing ---


def test_two_branches_are_compared_order_by_order_and_unit_by_unit(desk: Desk) -> None:
    desk.run("goto S1901M", "correct-phase late mail", "A MUN - BUR", "process --missing process")
    said = desk.run("compare")
    assert "Spring 1901, movement: A is main, B is b2." in said
    assert "Germany: A Army Munich holds | B Army Munich moves to Burgundy (bounced)" in said
    assert "French Army Paris: A stands in Burgundy | B stays in Paris" in said
    data = json.loads(desk.run("compare main b2 --phase S1901M --json"))
    assert data["orders"] == [
        {"power": "GERMANY", "unit": "A MUN", "a": {"order": "A MUN H", "result": None}, "b": {"order": "A MUN - BUR", "result": "bounced"}}
    ]
    assert [(each["unit"], each["a_place"], each["b_place"]) for each in data["units_after"]] == [("A PAR", "BUR", "PAR")]
    assert data["same_orders"] == 3


def test_a_branch_that_is_not_processed_has_its_orders_compared_and_says_so(desk: Desk) -> None:
    desk.run("goto S1901M", "fork b2", "A MUN - BUR")
    assert "both branches have to be processed" in desk.run("compare")


def test_builds_and_centres_are_compared_too(desk: Desk) -> None:
    desk.run("A BUR - BEL", "process --missing process", "goto F1901M", "fork b2", "A BUR H", "process --missing process")
    said = desk.run("compare main b2 --phase F1901M")
    assert "Belgium: A France | B nobody" in said


def test_a_game_of_one_branch_has_nothing_to_compare(desk: Desk) -> None:
    with pytest.raises(CommandError, match="one branch only"):
        desk.run("compare")


def test_the_phase_that_one_branch_lacks_is_named_with_those_of_both(desk: Desk) -> None:
    desk.run("goto S1901M", "fork b2")
    with pytest.raises(CommandError, match="Branch b2 has no phase F1901M; both have S1901M"):
        desk.run("compare main b2 --phase F1901M")
