"""Default lists: what a power wishes for retreats and builds, used where it sends nothing."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from adjudicator.notation import parse_order
from adjudicator.phase import Phase
from adjudicator.resolution import ReasonKind
from adjudicator.unit import Unit
from app.game.branch_edits import fork
from app.game.default_lists import list_used, read_list_lines, set_default_list
from app.game.dpn.writer import write
from app.game.edits import process, set_lines
from app.game.gm_edits import change_rules, edit_position
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Cursor, EditError, Game
from tests.unit.app.game.play import fresh_game, wishes


def winter_game() -> Game:
    """The winter of 1901: France may build once, Italy has a unit too many, and the others have nothing to do."""
    game = fresh_game()
    units = [Unit.of(f"FRANCE {piece}") for piece in ("A BUR", "F MAO")]
    units += [Unit.of(f"ITALY {piece}") for piece in ("A TYR", "F ION", "A APU", "A PIE")]
    owners = {**dict.fromkeys(("PAR", "BRE", "MAR"), "FRANCE"), **dict.fromkeys(("ROM", "NAP", "VEN"), "ITALY")}
    position = replace(
        game.turn(game.last()).position, phase=Phase.of("W1901A"), units=tuple(sorted(units, key=str)), owners=MappingProxyType(owners)
    )
    return edit_position(game, MAIN, position, "Set up.")


def after(game: Game) -> set[str]:
    """The units that stand after the last phase that was played."""
    return {str(unit) for unit in game.turn(game.last()).position.units}


def test_a_list_builds_for_a_power_that_sends_nothing() -> None:
    game = process(set_default_list(winter_game(), MAIN, "FRANCE", wishes("A BUR D, F PAR B, F BRE B, A PAR B")))
    assert {"FRANCE F BRE", "FRANCE A BUR", "FRANCE F MAO"} <= after(game)


def test_a_list_removes_for_a_power_that_sends_nothing_and_the_result_says_so() -> None:
    game = process(set_default_list(winter_game(), MAIN, "ITALY", wishes("A VEN D, A PIE D, F ION D")))
    assert "ITALY A PIE" not in after(game)
    resolution = game.line()[-2].resolution
    assert resolution is not None
    outcome = resolution.outcome_of("PIE")
    assert outcome is not None
    assert not outcome.given
    assert ReasonKind.DEFAULT_LIST in {reason.kind for reason in outcome.reasons}


def test_what_a_power_sends_goes_before_its_list() -> None:
    game = set_default_list(winter_game(), MAIN, "ITALY", wishes("A PIE D"))
    assert {"ITALY A PIE"} <= after(process(set_lines(game, MAIN, "ITALY", "A TYR D")))
    sent_nothing_in_it = set_default_list(winter_game(), MAIN, "FRANCE", wishes("F BRE B"))
    assert "FRANCE F BRE" not in after(process(set_lines(sent_nothing_in_it, MAIN, "FRANCE", "")))


def test_a_list_goes_before_orders_given_again_and_before_the_loss_of_all_units() -> None:
    for rule in ("repeat", "disband"):
        game = change_rules(winter_game(), MAIN, [("nmr", rule)])
        assert {"FRANCE F BRE", "FRANCE A BUR"} <= after(process(set_default_list(game, MAIN, "FRANCE", wishes("F BRE B"))))


def test_a_list_holds_until_another_is_given() -> None:
    game = set_default_list(winter_game(), MAIN, "FRANCE", wishes("F BRE B"))
    played = process(game)
    assert played.default_lists_at(played.last()) == {"FRANCE": tuple(wishes("F BRE B"))}
    changed = set_default_list(played, MAIN, "FRANCE", wishes("A PAR B"))
    assert changed.default_lists_at(Cursor(MAIN, 0)) == {"FRANCE": tuple(wishes("F BRE B"))}
    assert changed.default_lists_at(changed.last()) == {"FRANCE": tuple(wishes("A PAR B"))}
    assert set_default_list(played, MAIN, "FRANCE", ()).default_lists_at(played.last()) == {}


def test_giving_the_same_list_again_changes_nothing() -> None:
    game = set_default_list(winter_game(), MAIN, "FRANCE", wishes("F BRE B"))
    assert set_default_list(game, MAIN, "FRANCE", wishes("F BRE B")) == game
    assert set_default_list(game, MAIN, "FRANCE", ()).turn(game.last()).changes == ()
    played = process(game)
    assert set_default_list(played, MAIN, "FRANCE", wishes("F BRE B")) == played


def test_a_branch_takes_the_lists_along() -> None:
    game = set_default_list(winter_game(), MAIN, "FRANCE", wishes("F BRE B"))
    forked = fork(process(game), Cursor(MAIN, 0))
    assert "FRANCE F BRE" in {str(unit) for unit in process(forked, "b2").line("b2")[-1].position.units}


def test_whose_list_will_be_used() -> None:
    game = winter_game()
    for power in ("FRANCE", "ITALY", "TURKEY"):
        game = set_default_list(game, MAIN, power, wishes("F BRE B"))
    assert list_used(game, game.last()) == ("FRANCE",)
    assert list_used(set_lines(game, MAIN, "FRANCE", "A PAR B"), game.last()) == ()


def test_no_other_orders_than_retreats_removals_and_builds() -> None:
    with pytest.raises(EditError, match="A PAR H is no retreat, removal or build"):
        set_default_list(winter_game(), MAIN, "FRANCE", [parse_order("A PAR H")])


def test_lists_are_read_in_the_usual_notations() -> None:
    game = winter_game()
    text = "build fleet Brest, A PAR B; remove BUR\nA MUN - BUR, F MAO retreats to Spain sc"
    read_lines = read_list_lines(game.variant, game.turn(game.last()).position, "FRANCE", text)
    assert [str(wish.order) for wish in read_lines] == ["F BRE B", "A PAR B", "A BUR D", "A MUN R BUR", "F MAO R SPA/SC"]
    assert not any(wish.impossible for wish in read_lines)


def test_lines_that_cannot_be_followed_are_reported() -> None:
    game = winter_game()
    read_lines = read_list_lines(game.variant, game.turn(game.last()).position, "FRANCE", "F PAR B, A PAR H, gibberish, A MUN R NTH")
    assert [(wish.order is None, wish.impossible) for wish in read_lines] == [(False, "PAR"), (True, ""), (True, ""), (False, "NTH")]


def test_a_saved_game_replays_with_its_lists_and_says_what_they_did() -> None:
    long = wishes(", ".join(f"A {place} D" for place in fresh_game().variant.board.provinces))
    game = set_default_list(winter_game(), MAIN, "ITALY", [*long, *wishes("A VEN R TYR")])
    game = process(set_default_list(game, MAIN, "FRANCE", wishes("F BRE B")))
    text = write(game)
    assert "+ defaults FRANCE: F BRE B\n" in text
    assert "  F BRE B  ; not ordered\n" in text
    found = open_text(text.encode())
    assert (found.faults, found.standing) == ((), FileStanding.CHECKED)
    assert found.game is not None
    assert found.game.line()[0].changes == game.line()[0].changes
    assert write(found.game) == text
    resolution = found.game.line()[-2].resolution
    assert resolution is not None
    outcome = resolution.outcome_of("BRE")
    assert outcome is not None
    assert ReasonKind.DEFAULT_LIST in {reason.kind for reason in outcome.reasons}


def test_a_list_of_no_power_is_a_fault_of_the_file() -> None:
    text = write(set_default_list(fresh_game(), MAIN, "FRANCE", wishes("F BRE B"))).replace("defaults FRANCE", "defaults FRANCIA")
    found = open_text(text.encode())
    assert [fault.what for fault in found.faults] == ["FRANCIA is no power of this game"]
    assert found.game is not None
    assert found.game.default_lists_at(found.game.last()) == {}


def test_a_line_of_a_list_that_is_no_default_order_is_a_fault_of_the_file() -> None:
    text = write(set_default_list(fresh_game(), MAIN, "FRANCE", wishes("F BRE B"))).replace("F BRE B", "F BRE B, F BRE H")
    found = open_text(text.encode())
    assert [fault.what for fault in found.faults] == ["F BRE H is not a default order"]
