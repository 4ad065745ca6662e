"""Meaning of each feature of the board model, on a board of a few provinces."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator import (
    ARMY,
    FLEET,
    Location,
    Move,
    Order,
    Phase,
    Piece,
    Position,
    Refusal,
    Result,
    Rules,
    Terrain,
    Unit,
    UnitKind,
    Verdict,
    adjudicate,
    check_order,
    legal_orders,
)
from adjudicator.notation import parse_order
from tests.unit.adjudicator.small_boards import edges, orders, play, position, standing, variant
from variants import standard as standard_variant

LAND = "PAR inland, BUR inland, MUN inland, RUH inland"


def targets(found: object) -> set[str]:
    return {str(order) for order in found if " - " in str(order) and " S " not in str(order)}  # type: ignore[attr-defined]


def refusal(game: object, where: object, power: str, text: str) -> Refusal | None:
    order: Order = parse_order(text)
    return check_order(game, where, power, order).refusal  # type: ignore[arg-type]


def test_a_directed_edge_is_crossed_one_way() -> None:
    game = variant(LAND, edges("PAR > BUR A"))
    assert targets(legal_orders(game, position("FRANCE A PAR"), "PAR")) == {"A PAR - BUR"}
    assert targets(legal_orders(game, position("FRANCE A BUR"), "BUR")) == set()
    assert refusal(game, position("FRANCE A BUR"), "FRANCE", "A BUR - PAR") is Refusal.NOT_ADJACENT


def test_support_is_given_only_in_the_direction_in_which_the_supporter_could_go() -> None:
    game = variant(LAND, edges("PAR > BUR A, MUN - BUR A"))
    where = position("FRANCE A PAR, FRANCE A BUR, FRANCE A MUN")
    assert refusal(game, where, "FRANCE", "A PAR S A BUR") is None
    assert refusal(game, where, "FRANCE", "A BUR S A PAR") is Refusal.CANNOT_SUPPORT_THERE


def test_a_unit_does_not_retreat_against_a_directed_edge() -> None:
    game = variant(LAND, (*edges("MUN - BUR A, RUH - BUR A"), *edges("PAR > BUR A")))
    after = play(game, "FRANCE A BUR, GERMANY A MUN, GERMANY A RUH", "GERMANY: A MUN - BUR, A RUH S A MUN - BUR")
    assert after.outcome_of("BUR").results == {Result.DISLODGED, Result.DESTROYED}  # type: ignore[union-attr]


def test_a_seasonal_edge_is_closed_out_of_season() -> None:
    game = variant(LAND, edges("PAR - BUR A", seasons=frozenset("S")))
    assert standing(play(game, "FRANCE A PAR", "FRANCE: A PAR - BUR", "S1901M")) == "FRANCE A BUR"
    assert standing(play(game, "FRANCE A PAR", "FRANCE: A PAR - BUR", "F1901M")) == "FRANCE A PAR"
    assert refusal(game, position("FRANCE A PAR", "F1901M"), "FRANCE", "A PAR - BUR") is Refusal.BORDER_CLOSED


def test_an_edge_opens_and_closes_with_the_years() -> None:
    game = variant(LAND, edges("PAR - BUR A", years=(1903, 1905)))
    open_in = {year for year in range(1901, 1908) if refusal(game, position("FRANCE A PAR", f"S{year}M"), "FRANCE", "A PAR - BUR") is None}
    assert open_in == {1903, 1904, 1905}


def test_an_edge_may_be_open_to_some_powers_only() -> None:
    game = variant(LAND, (*edges("PAR - BUR A", powers=frozenset({"FRANCE"})), *edges("RUH - BUR A")))
    assert refusal(game, position("FRANCE A PAR"), "FRANCE", "A PAR - BUR") is None
    assert refusal(game, position("GERMANY A PAR"), "GERMANY", "A PAR - BUR") is Refusal.BORDER_CLOSED
    where = position("FRANCE A PAR, GERMANY A RUH")
    assert refusal(game, where, "GERMANY", "A RUH S A PAR - BUR") is None
    other = position("GERMANY A PAR, FRANCE A RUH")
    assert refusal(game, other, "FRANCE", "A RUH S A PAR - BUR") is Refusal.SUPPORTED_CANNOT_GO
    assert "A RUH S A PAR - BUR" in map(str, legal_orders(game, where, "RUH"))
    assert "A RUH S A PAR - BUR" not in map(str, legal_orders(game, other, "RUH"))


def test_conditions_close_an_open_edge_and_open_a_closed_one() -> None:
    game = variant(LAND, edges("PAR - BUR A"))
    closed = replace(position("FRANCE A PAR"), conditions=frozenset({"closed PAR - BUR"}))
    assert refusal(game, closed, "FRANCE", "A PAR - BUR") is Refusal.BORDER_CLOSED
    seasonal = variant(LAND, edges("PAR - BUR A", seasons=frozenset("F")))
    opened = replace(position("FRANCE A PAR"), conditions=frozenset({"open PAR - BUR"}))
    assert refusal(seasonal, opened, "FRANCE", "A PAR - BUR") is None
    assert adjudicate(seasonal, opened, orders("FRANCE: A PAR - BUR")).next.conditions == opened.conditions


def test_a_unit_counts_half_over_a_strait_of_half_strength() -> None:
    game = variant(LAND, (*edges("PAR - BUR A", half_strength=1), *edges("MUN - BUR A")))
    after = play(game, "FRANCE A PAR, GERMANY A MUN", "FRANCE: A PAR - BUR; GERMANY: A MUN - BUR")
    assert standing(after) == "FRANCE A PAR, GERMANY A BUR"
    lost = after.outcome_of("PAR")
    assert lost is not None
    assert (lost.reasons[0].strength, lost.reasons[0].against) == (0.5, 1)


@pytest.mark.parametrize(
    ("rules", "carrying", "standing_after"),
    [("4.A.3=1971", "", "GERMANY A BUR"), ("", ", F BAY C A PAR - BUR", "GERMANY A MUN")],
    ids=["walks", "is carried"],
)
def test_a_unit_that_may_be_carried_over_a_strait_counts_half_where_it_walks(rules: str, carrying: str, standing_after: str) -> None:
    borders = (*edges("PAR - BUR A", half_strength=1), *edges("MUN - BUR A"), *edges("PAR - BAY F, BUR - BAY F"))
    game = variant("PAR coast, BUR coast, MUN coast, BAY sea", borders, rules=Rules.of(rules))
    after = play(game, "FRANCE A PAR, FRANCE F BAY, GERMANY A MUN", f"FRANCE: A PAR - BUR VIA{carrying}; GERMANY: A MUN - BUR")
    assert standing(after) == f"FRANCE A PAR, FRANCE F BAY, {standing_after}"


def test_with_support_a_unit_gets_over_a_strait_against_a_lone_one() -> None:
    game = variant(LAND, (*edges("PAR - BUR A", half_strength=1), *edges("MUN - BUR A, RUH - BUR A")))
    after = play(game, "FRANCE A PAR, FRANCE A RUH, GERMANY A BUR", "FRANCE: A PAR - BUR, A RUH S A PAR - BUR; GERMANY: A BUR H")
    assert standing(after) == "FRANCE A BUR, FRANCE A RUH"


def test_a_unit_crosses_a_river_only_where_nobody_stands_or_comes() -> None:
    game = variant(LAND, (*edges("PAR - BUR A", half_strength=0), *edges("MUN - BUR A")))
    assert standing(play(game, "FRANCE A PAR", "FRANCE: A PAR - BUR")) == "FRANCE A BUR"
    assert standing(play(game, "FRANCE A PAR, GERMANY A BUR", "FRANCE: A PAR - BUR")) == "FRANCE A PAR, GERMANY A BUR"
    after = play(game, "FRANCE A PAR, GERMANY A MUN", "FRANCE: A PAR - BUR; GERMANY: A MUN - BUR")
    assert standing(after) == "FRANCE A PAR, GERMANY A BUR"


def test_two_units_of_no_strength_keep_each_other_out() -> None:
    game = variant(LAND, edges("PAR - BUR A, MUN - BUR A", half_strength=0))
    after = play(game, "FRANCE A PAR, GERMANY A MUN", "FRANCE: A PAR - BUR; GERMANY: A MUN - BUR")
    assert standing(after) == "FRANCE A PAR, GERMANY A MUN"


def test_no_support_is_given_across_a_no_support_border_but_units_pass() -> None:
    game = variant(LAND, (*edges("PAR - BUR A", supports=False), *edges("MUN - BUR A")))
    where = position("FRANCE A PAR, FRANCE A MUN")
    assert refusal(game, where, "FRANCE", "A PAR - BUR") is None
    assert refusal(game, where, "FRANCE", "A PAR S A MUN - BUR") is Refusal.CANNOT_SUPPORT_THERE
    assert refusal(game, where, "FRANCE", "A MUN S A PAR - BUR") is None


COASTS = "LON coast, NTH sea, BEL coast, ISL coast convoyable, NWY coast, DEN coast"
SHORE = edges("LON - NTH F, NTH - BEL F, BEL - ISL F, ISL - NWY F, LON - ISL F, NTH - ISL F, DEN - BEL F, DEN - NTH F")


def test_a_fleet_convoys_from_a_convoyable_coast() -> None:
    game = variant(COASTS, SHORE)
    after = play(game, "FRANCE A LON, FRANCE F ISL", "FRANCE: A LON - NWY, F ISL C A LON - NWY")
    assert standing(after) == "FRANCE A NWY, FRANCE F ISL"


def test_a_fleet_does_not_convoy_from_a_plain_coast() -> None:
    game = variant(COASTS, SHORE)
    where = position("FRANCE A LON, FRANCE F BEL")
    assert refusal(game, where, "FRANCE", "F BEL C A LON - NWY") is Refusal.CANNOT_CONVOY
    assert refusal(game, where, "FRANCE", "A LON - DEN") is Refusal.NO_CONVOY_ROUTE


def test_a_convoy_runs_over_sea_and_convoyable_coast_alike() -> None:
    game = variant(COASTS, SHORE)
    after = play(game, "FRANCE A DEN, FRANCE F NTH, FRANCE F ISL", "FRANCE: A DEN - NWY, F NTH C A DEN - NWY, F ISL C A DEN - NWY")
    assert standing(after) == "FRANCE A NWY, FRANCE F ISL, FRANCE F NTH"


def test_where_a_convoy_lacks_a_fleet_is_reported() -> None:
    game = variant(COASTS, SHORE)
    verdict = check_order(game, position("FRANCE A DEN, FRANCE F NTH"), "FRANCE", parse_order("A DEN - NWY"))
    assert (verdict.refusal, verdict.places) == (Refusal.NO_CONVOY_ROUTE, ("ISL",))


@pytest.mark.parametrize("seed", range(6))
def test_the_fleets_that_are_lacking_are_as_few_as_can_be(seed: int) -> None:
    standard, chance = standard_variant(), random.Random(seed)
    seas = [code for code, place in standard.board.provinces.items() if place.terrain is Terrain.SEA]
    coasts = [code for code, place in standard.board.provinces.items() if place.terrain is Terrain.COASTAL]
    for _ in range(5):
        origin, target = chance.sample(coasts, 2)
        fleets = set(chance.sample(seas, 5))
        order = Move(Piece.of(f"A {origin}"), Location(target))

        def verdict(fleets: set[str], order: Move = order, origin: str = origin) -> Verdict:
            units = [Unit("FRANCE", Piece.of(f"F {code}")) for code in fleets] + [Unit("FRANCE", Piece.of(f"A {origin}"))]
            return check_order(standard, Position(Phase.of("S1901M"), tuple(sorted(units, key=str)), {}), "FRANCE", order)

        told = verdict(fleets)
        if told:
            continue
        assert told.refusal is Refusal.NO_CONVOY_ROUTE
        assert bool(verdict({*fleets, *told.places})) == bool(told.places)
        assert bool(verdict(set(seas))) == bool(told.places)  # Over the Black Sea there is no way anywhere else.
        for few in range(min(len(told.places), 3)):
            assert not any(verdict({*fleets, *some}) for some in itertools.combinations(seas, few))


WING = UnitKind("W", "wing", frozenset({Terrain.INLAND, Terrain.COASTAL, Terrain.SEA}), captures=False)


def test_a_third_kind_of_unit_goes_where_its_edges_lead_and_takes_no_centre() -> None:
    game = variant(
        "PAR inland FRANCE, BUR inland, NTH sea, BEL coast centre",
        edges("PAR - BUR AW, BUR - NTH W, NTH - BEL W, BUR - BEL AW"),
        kinds=(ARMY, FLEET, WING),
    )
    assert standing(play(game, "FRANCE W BUR", "FRANCE: W BUR - NTH")) == "FRANCE W NTH"
    fall = play(game, "FRANCE W NTH, FRANCE A BUR", "FRANCE: W NTH - BEL", "F1901M", {"PAR": "FRANCE"})
    assert standing(fall) == "FRANCE A BUR, FRANCE W BEL"
    assert fall.captures == ()
    assert "BEL" not in fall.next.owners


def test_a_kind_may_be_carried_or_not() -> None:
    game = variant(COASTS, SHORE, kinds=(ARMY, FLEET, WING))
    where = position("FRANCE W LON, FRANCE F NTH")
    assert refusal(game, where, "FRANCE", "W LON - BEL") is Refusal.NOT_ADJACENT
    assert refusal(game, where, "FRANCE", "F NTH C W LON - BEL") is Refusal.CANNOT_BE_CONVOYED


def test_a_fleet_stands_on_a_coast_and_reaches_what_that_coast_touches() -> None:
    game = variant(
        "STP coast NC SC, BAR sea, BOT sea, MOS inland",
        edges("STP/NC - BAR F, STP/SC - BOT F, STP - MOS A"),
    )
    assert targets(legal_orders(game, position("FRANCE F STP/NC"), "STP")) == {"F STP/NC - BAR"}
    assert targets(legal_orders(game, position("FRANCE F BOT"), "BOT")) == {"F BOT - STP/SC"}
    assert refusal(game, position("FRANCE F BOT"), "FRANCE", "F BOT - STP/NC") is Refusal.COAST_IMPOSSIBLE
    assert standing(play(game, "FRANCE F BOT", "FRANCE: F BOT - STP")) == "FRANCE F STP/SC"


def test_an_impassable_province_is_never_entered() -> None:
    game = variant("PAR inland, SWI impassable", edges("PAR - SWI A"))
    assert targets(legal_orders(game, position("FRANCE A PAR"), "PAR")) == set()
    assert refusal(game, position("FRANCE A PAR"), "FRANCE", "A PAR - SWI") is not None


def test_a_unit_that_cannot_stand_there_is_named() -> None:
    game = variant(LAND, edges("PAR - BUR A"))
    with pytest.raises(ValueError, match="FRANCE F PAR"):
        adjudicate(game, position("FRANCE F PAR"), {})


def test_two_units_in_one_province_are_named() -> None:
    game = variant(LAND, edges("PAR - BUR A"))
    with pytest.raises(ValueError, match="PAR"):
        adjudicate(game, position("FRANCE A PAR, GERMANY A PAR"), {})


def test_a_phase_that_the_calendar_lacks_is_named() -> None:
    game = variant(LAND, edges("PAR - BUR A"))
    with pytest.raises(ValueError, match="W1901M"):
        adjudicate(game, position("FRANCE A PAR", "W1901M"), {})


def test_fifty_powers_on_four_hundred_provinces() -> None:
    names = [f"P{number:03d}" for number in range(400)]
    borders = ", ".join(f"{one} - {two} A" for one, two in pairwise(names))
    powers = " ".join(f"POWER{number:02d}" for number in range(50))
    game = variant(", ".join(f"{name} inland" for name in names), edges(borders), powers=powers)
    units = ", ".join(f"POWER{number % 50:02d} A {names[number * 2]}" for number in range(200))
    after = play(game, units, "; ".join(f"POWER{number:02d}: A {names[number * 2]} - {names[number * 2 + 1]}" for number in range(50)))
    assert len(after.next.units) == 200
    assert after.next.unit_at("P001") is not None
    assert Location("P001") in {unit.location for unit in after.next.units}


def test_the_languages_in_which_a_variant_can_be_shown_make_no_other_game_of_it() -> None:
    known = standard_variant()
    assert known.languages
    assert replace(known, languages=()) == known
