"""Corners of routes, coasts and closed places that no case of DATC has."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from adjudicator import DislodgedUnit, Location, Move, Piece, Refusal, Result, Retreat, Rules, Unit, adjudicate, check_order, legal_orders
from adjudicator.notation import parse_order
from tests.unit.adjudicator.small_boards import edges, play, position, standing, variant


def test_a_route_names_the_first_sea_of_the_board_wherever_it_lies_on_the_way() -> None:
    """AAS, the first of all places, is the first of two seas on the way."""
    seas = edges("LON - AAS F, AAS - NTH F, NTH - OSL F")
    game = variant("AAS sea, LON coast FRANCE, NTH sea, OSL coast", seas, rules=Rules.of("4.A.6=c"))
    moves = [order for order in legal_orders(game, position("FRANCE A LON, FRANCE F NTH, FRANCE F AAS"), "LON") if isinstance(order, Move)]
    assert [each.route for each in moves if each.route] == [("AAS", "NTH")]


def test_a_retreat_to_a_taken_place_is_not_blamed_on_a_hook_that_closes_another() -> None:
    roads = edges("PAR - BUR A, BUR - MUN A, BUR - GAS A")
    game = variant("PAR inland FRANCE, BUR inland, MUN inland GERMANY, GAS inland", roads)
    driven = DislodgedUnit(Unit.of("FRANCE A BUR"), "MUN", by_convoy=False)
    where = replace(
        position("GERMANY A BUR, FRANCE A PAR", "S1901R"), dislodged=(driven,), barred=MappingProxyType({"FRANCE A BUR R GAS": "walls"})
    )
    verdicts = {to: check_order(game, where, "FRANCE", Retreat(Piece.of("A BUR"), Location(to))) for to in ("PAR", "GAS")}
    assert verdicts["GAS"].refusal is Refusal.BARRED
    assert verdicts["GAS"].by == "walls"
    assert verdicts["PAR"].refusal not in {None, Refusal.BARRED}


@pytest.mark.parametrize(("coast", "refused"), [("EC", Refusal.COAST_IMPOSSIBLE), ("NC", None)])
def test_a_support_to_a_coast_out_of_reach_is_not_corrected_where_two_are_within(coast: str, refused: Refusal | None) -> None:
    shores = edges("OCE - SPA/NC F, OCE - SPA/SC F, BAY - SPA/EC F, PAR - SPA A")
    for choice in ("a", "b"):
        game = variant("OCE sea, BAY sea, PAR inland FRANCE, SPA coast NC SC EC", shores, rules=Rules.of(f"4.B.3={choice}"))
        where = position("FRANCE F OCE, FRANCE A PAR")
        assert check_order(game, where, "FRANCE", parse_order(f"A PAR S F OCE - SPA/{coast}")).refusal is refused


@pytest.mark.parametrize("choice", ["1982", "1971", "2000"])
def test_an_army_walks_where_the_fleet_that_is_ordered_to_carry_it_has_no_way(choice: str) -> None:
    """The fleet lies off the first shore alone: no chain leads to the second."""
    shores = edges("LON - YOR A, LON - NTH F, YOR - IRI F")
    game = variant("LON coast FRANCE, YOR coast, NTH sea, IRI sea", shores, rules=Rules.of(f"4.A.3={choice}"))
    after = play(game, "FRANCE A LON, FRANCE F NTH", "FRANCE: A LON - YOR, F NTH C A LON - YOR")
    assert standing(after) == "FRANCE A YOR, FRANCE F NTH"


CONVOYED = variant(
    "LON coast ENGLAND, NTH sea, BEL coast, HOL coast",
    edges("LON - BEL A, LON - NTH F, NTH - BEL F, HOL - BEL AF, HOL - NTH F"),
    powers="ENGLAND GERMANY",
)


@pytest.mark.parametrize(("rule", "away"), [("", True), ("4.A.5=b", True), ("4.A.5=a", False)])
def test_retreat_to_the_origin_of_a_convoyed_attacker(rule: str, away: bool) -> None:
    """DATC 4.A.5: there is nowhere else to go, so the unit is lost at once where it may not go there."""
    game = replace(CONVOYED, rules=Rules.of(rule))
    given = "ENGLAND: A LON - BEL VIA, F NTH C A LON - BEL, F HOL S A LON - BEL"
    after = play(game, "ENGLAND A LON, ENGLAND F NTH, ENGLAND F HOL, GERMANY A BEL", given)
    assert [str(each.unit) for each in after.next.dislodged] == (["GERMANY A BEL"] if away else [])
    assert any(Result.DESTROYED in each.results for each in after.outcomes) is not away


def test_two_units_that_retreat_to_the_first_place_of_the_board_are_both_lost() -> None:
    game = variant("AAA inland, BUR inland, GAS inland, PAR inland FRANCE", edges("BUR - AAA A, GAS - AAA A, PAR - BUR A, PAR - GAS A"))
    driven = tuple(DislodgedUnit(Unit.of(each), "PAR", by_convoy=False) for each in ("FRANCE A BUR", "FRANCE A GAS"))
    where = replace(position("GERMANY A BUR, GERMANY A GAS", "S1901R"), dislodged=driven)
    both = {"FRANCE": [Retreat(Piece.of("A BUR"), Location("AAA")), Retreat(Piece.of("A GAS"), Location("AAA"))]}
    assert standing(adjudicate(game, where, both)) == "GERMANY A BUR, GERMANY A GAS"
    assert standing(adjudicate(game, where, {"FRANCE": both["FRANCE"][:1]})) == "FRANCE A AAA, GERMANY A BUR, GERMANY A GAS"


def test_why_a_retreat_is_refused_is_told_of_the_place_that_is_meant() -> None:
    roads = edges("BUR - MUN A, BUR - GAS A, MUN - SPA A")
    game = variant("BUR inland, GAS inland, MUN inland GERMANY, SPA coast NC SC", roads)
    driven = DislodgedUnit(Unit.of("FRANCE A BUR"), "MUN", by_convoy=False)
    where = replace(position("FRANCE A MUN, GERMANY A BUR", "S1901R"), dislodged=(driven,))

    def refusal(piece: str, to: str) -> Refusal | None:
        return check_order(game, where, "FRANCE", Retreat(Piece.of(piece), Location.of(to))).refusal

    assert refusal("A MUN", "GAS") is Refusal.NOT_DISLODGED
    assert refusal("A SPA", "MUN") is Refusal.NO_UNIT
    assert refusal("A BUR", "SPA") is Refusal.NOT_ADJACENT
    assert refusal("A BUR", "MUN") is Refusal.RETREAT_OCCUPIED
    shut = replace(where, conditions=frozenset({"closed BUR - GAS"}))
    assert check_order(game, shut, "FRANCE", Retreat(Piece.of("A BUR"), Location("GAS"))).refusal is Refusal.BORDER_CLOSED


def test_an_army_that_retreats_to_a_coast_by_name_goes_to_the_province() -> None:
    game = variant("BUR inland, MUN inland GERMANY, SPA coast NC SC", edges("BUR - MUN A, BUR - SPA A"))
    driven = DislodgedUnit(Unit.of("FRANCE A BUR"), "MUN", by_convoy=False)
    where = replace(position("GERMANY A BUR", "S1901R"), dislodged=(driven,))
    after = adjudicate(game, where, {"FRANCE": [Retreat(Piece.of("A BUR"), Location.of("SPA/NC"))]})
    assert standing(after) == "FRANCE A SPA, GERMANY A BUR"


def test_a_unit_driven_out_by_a_convoyed_army_may_retreat_to_the_first_place_of_the_board() -> None:
    """DATC 4.A.5 b: no place is closed to it then, and the first of all places no more than another."""
    game = variant(
        "AAA coast, BEL coast, LON coast ENGLAND, NTH sea, HOL coast",
        edges("BEL - AAA A, HOL - BEL F, LON - NTH F, NTH - BEL F, LON - BEL A"),
        powers="ENGLAND GERMANY",
    )
    after = play(
        game,
        "ENGLAND A LON, ENGLAND F NTH, ENGLAND F HOL, GERMANY A BEL",
        "ENGLAND: A LON - BEL VIA, F NTH C A LON - BEL, F HOL S A LON - BEL",
    )
    assert [str(order) for order in legal_orders(game, after.next, "BEL")] == ["A BEL R AAA", "A BEL R LON", "A BEL D"]


def test_a_contested_place_ahead_of_a_column_has_no_part_in_what_another_battle_comes_to() -> None:
    """The last unit of all, which beats a rival elsewhere, is decided after a column whose head is held up before an empty place."""
    game = variant(
        "PAR inland, BUR inland, RUH inland, MUN inland, ALB inland, SER inland, ION inland, GRE inland",
        edges("PAR - BUR A, BUR - RUH A, MUN - RUH A, SER - GRE A, ALB - GRE A, ION - GRE A, ALB - SER A"),
        powers="ENGLAND FRANCE GERMANY ITALY TURKEY",
    )
    after = play(
        game,
        "ENGLAND A PAR, FRANCE A BUR, GERMANY A MUN, ITALY A ION, TURKEY A ALB, TURKEY A SER",
        "ENGLAND: A PAR - BUR; FRANCE: A BUR - RUH; GERMANY: A MUN - RUH; ITALY: A ION - GRE; TURKEY: A SER - GRE, A ALB S A SER - GRE",
    )
    assert standing(after) == "ENGLAND A PAR, FRANCE A BUR, GERMANY A MUN, ITALY A ION, TURKEY A ALB, TURKEY A GRE"
