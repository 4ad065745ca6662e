"""Powers that send nothing, lists that stand in for their orders, and votes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator import (
    Concession,
    Disband,
    DislodgedUnit,
    DrawVote,
    Ending,
    Order,
    PhaseKind,
    Piece,
    Position,
    ReasonKind,
    Result,
    Rules,
    Unit,
    adjudicate,
    fill_missing,
    settle_votes,
)
from adjudicator.missing import by_default_lists, mark_default_orders
from adjudicator.notation import parse_order
from tests.unit.adjudicator.build_board import BORDERS, PLACES, WINTER, game
from tests.unit.adjudicator.small_boards import edges, orders, play, position, standing, variant


def test_the_units_of_a_power_that_sends_nothing_hold() -> None:
    after = play(game(), "FRANCE A PAR, GERMANY A BER", "GERMANY: A BER - BUR")
    outcome = after.outcome_of("PAR")
    assert outcome is not None
    assert (str(outcome.order), outcome.given) == ("A PAR H", False)


def test_in_civil_disorder_support_to_hold_may_be_ruled_out() -> None:
    attack = "GERMANY: A BER S A BUR - PAR, A BUR - PAR; ITALY: A MAR S A PAR"
    places = "PAR inland, BUR inland, BER inland, MAR inland"
    borders = edges("PAR - BUR A, BER - PAR A, MAR - PAR A")
    units = "FRANCE A PAR, GERMANY A BUR, GERMANY A BER, ITALY A MAR"
    saved = variant(places, borders, powers="FRANCE GERMANY ITALY", rules=Rules.of("nmr=disorder"))
    assert "FRANCE A PAR" in standing(play(saved, units, attack))
    doomed = variant(places, borders, powers="FRANCE GERMANY ITALY", rules=Rules.of("nmr=disorder 4.D.9=a"))
    assert "FRANCE A PAR" not in standing(play(doomed, units, attack))
    assert "FRANCE A PAR" in standing(play(doomed, units, attack + "; FRANCE:"))


def test_the_units_of_a_power_that_sends_nothing_may_be_disbanded() -> None:
    strict = game(rules=Rules.of("nmr=disband"))
    after = play(strict, "FRANCE A PAR, GERMANY A BER", "GERMANY: A BER H")
    assert standing(after) == "GERMANY A BER"
    assert Result.DESTROYED in after.outcome_of("PAR").results  # type: ignore[union-attr]
    assert standing(play(strict, "FRANCE A PAR, GERMANY A BER", "FRANCE:; GERMANY:")) == "FRANCE A PAR, GERMANY A BER"


def test_the_last_orders_may_be_given_again_where_they_are_still_legal() -> None:
    repeating = game(rules=Rules.of("nmr=repeat"))
    where = position("FRANCE A PAR, FRANCE F MAR, GERMANY A BER")
    last = orders("FRANCE: A BUR - PAR, F MAR - SPA; GERMANY: A BER - BUR")
    filled = fill_missing(repeating, where, {"GERMANY": ()}, previous=last)
    assert {power: [str(order) for order in given] for power, given in filled.items()} == {"GERMANY": [], "FRANCE": ["F MAR - SPA"]}


def default_list(text: str) -> list[Order]:
    return [parse_order(each.strip(), PhaseKind.ADJUSTMENT) for each in text.split(",")]


def test_a_default_list_makes_the_builds_of_a_power_that_sends_nothing() -> None:
    wishes = {"FRANCE": default_list("A MAR D, F PAR B, F MAR B, A MAR B, A PAR B")}
    filled = fill_missing(game(), WINTER, {}, preferences=wishes)
    assert [str(order) for order in filled["FRANCE"]] == ["F MAR B", "A PAR B"]


def test_a_default_list_makes_the_removals_too() -> None:
    where = position("FRANCE A PAR, FRANCE F MAR, FRANCE A BUR", "W1901A", {"PAR": "FRANCE"})
    filled = fill_missing(game(), where, {}, preferences={"FRANCE": default_list("A BER D, A PAR B, A PAR D, F MAR D")})
    assert [str(order) for order in filled["FRANCE"]] == ["A PAR D", "F MAR D"]
    assert standing(adjudicate(game(), where, filled)) == "FRANCE A BUR"


RETREATS = variant(
    "PAR inland FRANCE, BUR inland, PIC inland, GAS inland, RUH inland, MUN inland GERMANY",
    edges("PAR - BUR A, PAR - PIC A, PAR - GAS A, BUR - PIC A, BUR - RUH A, BUR - MUN A"),
)


def driven_out(*dislodged: str) -> Position:
    """German armies in Paris (from Gascony) and in Burgundy (from Munich), and what they drove out."""
    units = tuple(DislodgedUnit(Unit.of(text), attacker) for text, attacker in (each.split(" < ") for each in dislodged))
    return replace(position("GERMANY A PAR, GERMANY A BUR", "F1901R"), dislodged=units)


def test_a_default_list_retreats_each_unit_to_the_first_place_that_is_open_to_it() -> None:
    where = driven_out("FRANCE A PAR < GAS", "FRANCE A BUR < MUN")
    wishes = {"FRANCE": default_list("A PAR R GAS, A PAR R PIC, A PAR R BUR, A BUR R PIC, A BUR R RUH, A MUN R RUH")}
    filled = fill_missing(RETREATS, where, {}, preferences=wishes)
    assert [str(order) for order in filled["FRANCE"]] == ["A PAR R PIC", "A BUR R RUH"]


def test_a_wish_to_disband_ends_the_list_for_its_unit() -> None:
    where = driven_out("FRANCE A PAR < GAS")
    filled = fill_missing(RETREATS, where, {}, preferences={"FRANCE": default_list("A PAR D, A PAR R PIC")})
    assert filled["FRANCE"] == (Disband(Piece.of("A PAR")),)


def test_a_default_list_is_silent_where_something_was_sent_and_in_movement_phases() -> None:
    wishes = {"FRANCE": default_list("A PAR B, A PAR R GAS")}
    assert fill_missing(game(), WINTER, {"FRANCE": ()}, preferences=wishes) == {"FRANCE": ()}
    assert fill_missing(game(), position("FRANCE A PAR"), {}, preferences=wishes) == {}


def test_what_a_default_list_ordered_is_reported_as_ordered_by_nobody() -> None:
    where = position("FRANCE A PAR, FRANCE F MAR, FRANCE A BUR", "W1901A", {"PAR": "FRANCE"})
    chosen = by_default_lists(game(), where, (), {"FRANCE": default_list("A PAR D")})
    told = mark_default_orders(adjudicate(game(), where, chosen), chosen)
    by_list, by_rule = told.outcome_of("PAR"), next(each for each in told.outcomes if each.order != chosen["FRANCE"][0])
    assert by_list is not None
    assert not by_list.given
    assert [reason.kind for reason in by_list.reasons] == [ReasonKind.UNOPPOSED, ReasonKind.DEFAULT_LIST]
    assert [reason.kind for reason in by_rule.reasons] == [ReasonKind.CIVIL_DISORDER]


THREE = "FRANCE GERMANY ITALY"


def test_a_draw_needs_every_survivor() -> None:
    voting = variant(PLACES, BORDERS, powers=THREE)
    where = position("FRANCE A PAR, GERMANY A BER")
    assert settle_votes(voting, where, {"FRANCE": DrawVote()}) is None
    assert settle_votes(voting, where, {"FRANCE": DrawVote(), "GERMANY": DrawVote()}) == Ending(("FRANCE", "GERMANY"), "draw")


def test_a_draw_may_leave_a_survivor_out_who_agrees() -> None:
    voting = variant(PLACES, BORDERS, powers=THREE)
    where = position("FRANCE A PAR, GERMANY A BER, ITALY A MAR")
    pair = DrawVote(frozenset({"FRANCE", "GERMANY"}))
    votes = dict.fromkeys(("FRANCE", "GERMANY", "ITALY"), pair)
    assert settle_votes(voting, where, votes) == Ending(("FRANCE", "GERMANY"), "draw")
    assert settle_votes(voting, where, votes, all_share=True) is None
    assert settle_votes(voting, where, {**votes, "ITALY": DrawVote()}) is None


def test_a_concession_needs_everybody_but_the_winner() -> None:
    voting = variant(PLACES, BORDERS, powers=THREE)
    where = position("FRANCE A PAR, GERMANY A BER, ITALY A MAR")
    assert settle_votes(voting, where, {"GERMANY": Concession("FRANCE")}) is None
    votes = {"GERMANY": Concession("FRANCE"), "ITALY": Concession("FRANCE")}
    assert settle_votes(voting, where, votes) == Ending(("FRANCE",), "concession")


@pytest.mark.parametrize("text", ["4.A.9=x", "4.A.3=never", "nobody"])
def test_an_unknown_rule_or_choice_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="there are"):
        Rules.of(text)
