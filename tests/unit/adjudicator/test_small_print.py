"""Corners of routes, coasts and closed places that no case of DATC has."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from adjudicator import DislodgedUnit, Location, Move, Piece, Refusal, Retreat, Rules, Unit, check_order, legal_orders
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
