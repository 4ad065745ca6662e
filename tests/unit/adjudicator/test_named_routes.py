"""Convoy routes named in the army's order (DATC 4.A.6): ignored, allowed, or required."""

from __future__ import annotations

from dataclasses import replace

import pytest

import variants
from adjudicator import Move, Piece, Position, ReasonKind, Refusal, Resolution, Rules, adjudicate, check_order, legal_orders
from adjudicator.notation import parse_order, read_order
from adjudicator.unit import Location
from tests.quick import one_by_one
from tests.unit.adjudicator.small_boards import orders, position

STANDARD = variants.standard()

TWO_WAYS = "ENGLAND A LON, ENGLAND F NTH, ENGLAND F ENG"
"""An army that could be carried to Belgium by either of two fleets."""


def played(choice: str, units: str, given: str) -> Resolution:
    game = replace(STANDARD, rules=Rules.of(f"4.A.6={choice}"))
    return adjudicate(game, position(units), orders(given))


def refusal(choice: str, where: Position, order: str) -> Refusal | None:
    game = replace(STANDARD, rules=Rules.of(f"4.A.6={choice}"))
    return check_order(game, where, "ENGLAND", parse_order(order)).refusal


@pytest.mark.parametrize("text", ["A LON - BEL VIA NTH", "A LON - TUN VIA ENG MAO WES", "A LON - BEL VIA"])
def test_the_canonical_text_names_the_seas_in_sequence(text: str) -> None:
    assert str(parse_order(text)) == text


def test_a_route_can_be_written_in_either_way_people_write_it() -> None:
    where = position("ENGLAND A LON, ENGLAND F NTH, ENGLAND F NWG")
    game = replace(STANDARD, rules=Rules.of("4.A.6=b"))
    expected = Move(Piece.of("A LON"), Location("NWY"), via_convoy=True, route=("NTH", "NWG"))
    for text in ("A Lon - Nth - Nwg - Nwy", "Army London to Norway through North Sea and Norwegian Sea", "A LON - NWY VIA NTH NWG"):
        reading = read_order(game, where, text, "ENGLAND")
        assert reading.order == expected, text
        assert not any(each.kind.value == "route" for each in reading.assumptions)


def test_where_routes_are_ignored_the_reader_leaves_it_out_and_says_so() -> None:
    reading = read_order(STANDARD, position(TWO_WAYS), "A Lon - Nth - Bel", "ENGLAND")
    assert str(reading.order) == "A LON - BEL VIA"
    assert [each.meaning for each in reading.assumptions if each.kind.value == "route"] == ["NTH"]


BROKEN = f"{TWO_WAYS}, GERMANY F HOL, GERMANY F DEN"
ATTACK = "ENGLAND: A LON - BEL VIA {route}, F NTH C A LON - BEL, F ENG C A LON - BEL; GERMANY: F DEN - NTH, F HOL S F DEN - NTH"


@pytest.mark.parametrize(("choice", "route", "arrives"), [("a", "NTH", True), ("b", "NTH", False), ("b", "ENG", True), ("c", "NTH", False)])
def test_a_convoy_over_the_named_route_fails_with_it(choice: str, route: str, arrives: bool) -> None:
    resolution = played(choice, BROKEN, ATTACK.format(route=route))
    assert (resolution.next.unit_at("BEL") is not None) is arrives
    if not arrives:
        found = resolution.outcome_of("LON")
        assert found is not None
        assert found.reasons[0].kind is ReasonKind.CONVOY_BROKEN
        assert [str(unit) for unit in found.reasons[0].by] == ["ENGLAND F NTH"]


def test_without_a_named_route_any_fleet_carries_where_naming_is_free() -> None:
    resolution = played("b", BROKEN, ATTACK.format(route="").replace("VIA ,", "VIA,"))
    assert resolution.next.unit_at("BEL") is not None


def test_a_fleet_beside_the_named_route_convoys_for_nothing() -> None:
    resolution = played("b", TWO_WAYS, "ENGLAND: A LON - BEL VIA NTH, F NTH C A LON - BEL, F ENG C A LON - BEL")
    assert resolution.next.unit_at("BEL") is not None
    found = resolution.outcome_of("ENG")
    assert found is not None
    assert found.reasons[0].kind is ReasonKind.CONVOY_UNMATCHED


def test_a_fleet_of_the_route_that_was_not_ordered_stops_the_convoy() -> None:
    resolution = played("b", TWO_WAYS, "ENGLAND: A LON - BEL VIA NTH, F NTH H, F ENG C A LON - BEL")
    assert resolution.next.unit_at("BEL") is None
    found = resolution.outcome_of("LON")
    assert found is not None
    assert found.reasons[0].kind is ReasonKind.NO_FLEET_ORDERED


@one_by_one(
    ("choice", "order", "expected"),
    [
        ("a", "A LON - BEL", None),
        ("b", "A LON - BEL", None),
        ("c", "A LON - BEL", Refusal.ROUTE_NEEDED),
        ("c", "A LON - BEL VIA", Refusal.ROUTE_NEEDED),
        ("c", "A LON - BEL VIA NTH", None),
        ("c", "A LON - YOR", None),
        ("c", "A LON - YOR VIA", Refusal.ROUTE_NEEDED),
        ("b", "A LON - BEL VIA NTH ENG", None),
        ("b", "A LON - BEL VIA IRI", Refusal.ROUTE_BROKEN),
        ("b", "A LON - BEL VIA ZZZ", Refusal.UNKNOWN_PLACE),
        ("b", "A LON - DEN VIA ENG", Refusal.ROUTE_BROKEN),
        ("a", "A LON - BEL VIA ZZZ", None),
    ],
)
def test_a_route_must_hold_together_fleet_by_fleet(choice: str, order: str, expected: Refusal | None) -> None:
    assert refusal(choice, position(TWO_WAYS), order) is expected


def test_a_refused_route_names_the_place_where_it_breaks() -> None:
    game = replace(STANDARD, rules=Rules.of("4.A.6=b"))
    verdict = check_order(game, position(TWO_WAYS), "ENGLAND", parse_order("A LON - NWY VIA NTH NWG"))
    assert (verdict.refusal, verdict.places) == (Refusal.ROUTE_BROKEN, ("NWG",))


def test_where_a_route_is_required_the_orders_offered_name_a_shortest_one() -> None:
    game = replace(STANDARD, rules=Rules.of("4.A.6=c"))
    where = position("ENGLAND A LON, ENGLAND F ENG, ENGLAND F MAO, FRANCE F WES, FRANCE F NTH")
    offered = [order for order in legal_orders(game, where, "LON") if isinstance(order, Move)]
    assert "A LON - TUN VIA ENG MAO WES" in map(str, offered)
    assert "A LON - YOR" in map(str, offered)
    assert "A LON - YOR VIA NTH" in map(str, offered)
    assert all(check_order(game, where, "ENGLAND", order) for order in offered)
    assert all(order.via_convoy == bool(order.route) for order in offered)
