"""Reasons of orders that were not carried out: those that are refused, by whose order, and the units in the way with their strength."""

from __future__ import annotations

from dataclasses import replace

import pytest

import variants
from adjudicator import (
    Order,
    OrderOutcome,
    Phase,
    Position,
    Reason,
    ReasonKind,
    Refusal,
    Resolution,
    Result,
    Rules,
    Waive,
    adjudicate,
    check_order,
    fill_missing,
    legal_orders,
)
from adjudicator.errors import MalformedOrderError, SourceSpan
from adjudicator.notation import parse_order
from adjudicator.unit import DislodgedUnit, Unit
from adjudicator.variant import BuildPolicy
from tests.unit.adjudicator.small_boards import edges, orders, position, variant

STANDARD = variants.standard()


def resolve(units: str, given: str, rules: str = "", phase: str = "S1901M") -> Resolution:
    where = position(units, phase)
    return adjudicate(replace(STANDARD, rules=Rules.of(rules)), where, orders(given, where.phase.kind))


def outcome(units: str, given: str, province: str, rules: str = "") -> OrderOutcome:
    found = resolve(units, given, rules).outcome_of(province)
    assert found is not None
    return found


def reason(units: str, given: str, province: str, rules: str = "") -> Reason:
    return outcome(units, given, province, rules).reasons[-1]


# ---------------------------------------------------------------------- movement


def test_those_who_cut_a_support_are_foreign_and_come_from_elsewhere_than_it_is_for() -> None:
    """DATC 6.D.2, 6.D.15: an attack by an own unit, or from where the support is for, does not cut."""
    told = reason(
        "FRANCE A PAR, FRANCE A MAR, FRANCE A BRE, GERMANY A BUR, GERMANY A PIC",
        "FRANCE: A PAR S A MAR - BUR, A MAR - BUR, A BRE - PAR; GERMANY: A BUR - PAR, A PIC - PAR",
        "PAR",
    )
    assert (told.kind, [unit.province for unit in told.by]) == (ReasonKind.CUT_BY, ["PIC"])


def test_a_unit_that_prevailed_is_told_the_unit_it_drove_out_before_those_it_beat_to_the_place() -> None:
    told = reason(
        "FRANCE A PAR, FRANCE A GAS, FRANCE A MAR, GERMANY A BUR, ITALY A MUN, ENGLAND A PIC",
        "FRANCE: A PAR - BUR, A GAS S A PAR - BUR, A MAR S A PAR - BUR; GERMANY: A BUR H; ITALY: A MUN - BUR; ENGLAND: A PIC - BUR",
        "PAR",
    )
    assert (told.kind, told.strength, told.against) == (ReasonKind.PREVAILED, 3, 1)
    assert [unit.province for unit in told.by] == ["BUR", "PIC", "MUN"]


def test_strength_of_a_lost_head_to_head_battle_leaves_out_support_of_the_attacked() -> None:
    """DATC 6.D.12, 6.D.20."""
    told = outcome(
        "GERMANY A MUN, FRANCE A BUR, FRANCE A RUH, FRANCE A TYR, FRANCE A MAR",
        "GERMANY: A MUN - BUR; FRANCE: A BUR - MUN, A RUH S A BUR - MUN, A TYR S A BUR - MUN, A MAR S A MUN - BUR",
        "MUN",
    ).reasons[0]
    assert (told.kind, told.strength, told.against) == (ReasonKind.LOST_HEAD_TO_HEAD, 1, 3)


def test_an_order_of_another_phase_is_refused_and_so_is_one_that_names_no_unit() -> None:
    where = position("FRANCE A PAR")
    given: dict[str, list[Order]] = {"FRANCE": [Waive(), parse_order("A PAR B")]}
    resolution = adjudicate(STANDARD, where, given)
    assert [(each.order, each.reasons[0].verdict.refusal) for each in resolution.refused if each.reasons[0].verdict is not None] == [
        (Waive(), Refusal.WRONG_PHASE),
        (parse_order("A PAR B"), Refusal.WRONG_PHASE),
    ]
    (held,) = resolution.outcomes
    assert not held.given


SEAS = variant(
    "A coast, B coast, S1 sea, S2 sea, S3 sea, T1 sea, T2 sea",
    edges("A - S1 F, S1 - S2 F, S2 - S3 F, S3 - B F, A - T1 F, T1 - T2 F, T2 - B F"),
)


def test_the_route_that_lacks_the_fewest_fleets_is_named_however_long_it_is() -> None:
    """DATC 4.E.1: the order is illegal, and the place that wants one fleet is of more use than two."""
    where = position("FRANCE A A, FRANCE F S1, FRANCE F S3")
    verdict = check_order(SEAS, where, "FRANCE", parse_order("A A - B"))
    assert (verdict.refusal, verdict.places) == (Refusal.NO_CONVOY_ROUTE, ("S2",))


def test_a_place_without_a_unit_has_no_orders() -> None:
    where = position("FRANCE A PAR, TURKEY F ANK")
    assert legal_orders(STANDARD, where, "BUR") == ()


def test_supports_of_convoyed_moves_stand_in_the_sequence_of_the_board() -> None:
    where = position(
        "ENGLAND A YOR, ENGLAND F NTH, ENGLAND F SKA, ENGLAND F NWG, ENGLAND F BAR, GERMANY A DEN, GERMANY F HEL, RUSSIA F BAL"
    )
    codes = list(STANDARD.board.provinces)
    for place in ("DEN", "HEL", "BAL"):
        found = [order for order in legal_orders(STANDARD, where, place) if " S A YOR - " in str(order)]
        into = [codes.index(str(order).rpartition(" - ")[2]) for order in found]
        assert into == sorted(into)
    assert [str(order) for order in legal_orders(STANDARD, where, "HEL") if " S A YOR - " in str(order)] == [
        "F HEL S A YOR - DEN",
        "F HEL S A YOR - HOL",
    ]


@pytest.mark.parametrize(("rules", "filled"), [("nmr=hold", set()), ("nmr=repeat", {"FRANCE"})])
def test_the_last_orders_are_given_again_only_where_the_rules_say_so(rules: str, filled: set[str]) -> None:
    where = position("FRANCE A PAR, GERMANY A MUN")
    game = replace(STANDARD, rules=Rules.of(rules))
    before = {"FRANCE": [parse_order("A PAR - BUR")]}
    assert fill_missing(game, where, {"GERMANY": []}, previous=before).keys() - {"GERMANY"} == filled


# ---------------------------------------------------------------------- retreats


def driven_out(*units: str, origin: str = "PAR", standing: str = "FRANCE A BUR", barred: dict[str, str] | None = None) -> Position:
    dislodged = tuple(DislodgedUnit(Unit.of(unit), origin, by_convoy=False) for unit in units)
    found = position(standing, "S1901R")
    return replace(found, dislodged=dislodged, barred=barred or {})


def refusals(where: Position, given: str) -> list[tuple[str, str, Refusal | None]]:
    resolution = adjudicate(STANDARD, where, orders(given, where.phase.kind))
    return [
        (each.power, str(each.order), each.reasons[0].verdict.refusal) for each in resolution.refused if each.reasons[0].verdict is not None
    ]


def test_of_an_illegal_and_a_legal_retreat_the_illegal_one_is_reported_as_refused() -> None:
    where = driven_out("ITALY A BUR")
    assert refusals(where, "ITALY: A BUR R PAR, A BUR R GAS") == [("ITALY", "A BUR R PAR", Refusal.RETREAT_TO_ATTACKER)]
    assert refusals(where, "ITALY: A BUR R GAS, A BUR R PAR") == [("ITALY", "A BUR R PAR", Refusal.RETREAT_TO_ATTACKER)]


def test_of_two_retreats_of_a_unit_the_second_is_refused_unless_it_says_the_same() -> None:
    where = driven_out("ITALY A BUR")
    assert refusals(where, "ITALY: A BUR R GAS, A BUR R BEL") == [("ITALY", "A BUR R BEL", Refusal.UNIT_ORDERED_TWICE)]
    assert refusals(where, "ITALY: A BUR R GAS, A BUR R GAS") == []


def test_a_retreat_that_another_power_orders_is_refused_and_the_unit_stays_without_an_order() -> None:
    where = driven_out("ITALY A BUR")
    assert refusals(where, "GERMANY: A BUR R GAS") == [("GERMANY", "A BUR R GAS", Refusal.FOREIGN_UNIT)]
    (lost,) = adjudicate(STANDARD, where, orders("GERMANY: A BUR R GAS", where.phase.kind)).outcomes
    assert (lost.power, lost.given, lost.results) == ("ITALY", False, frozenset({Result.DESTROYED}))


def test_a_coast_that_no_hook_closes_is_taken_where_the_order_names_none() -> None:
    where = driven_out("ITALY F MAO", origin="BRE", standing="FRANCE F BRE", barred={"ITALY F MAO R SPA/NC": "walls"})
    assert check_order(STANDARD, where, "ITALY", parse_order("F MAO R SPA"))


# ---------------------------------------------------------------------- builds


def barred_winter(barred: dict[str, str]) -> Position:
    return Position(Phase.of("W1901A"), (), dict.fromkeys(("PAR", "BRE", "SPA"), "FRANCE"), barred=barred)


@pytest.mark.parametrize(
    ("order", "barred"),
    [
        ("A BRE B", {"FRANCE A BRE B": "walls", "FRANCE F BRE B": "fog"}),
        ("F SPA B", {"FRANCE F SPA/NC B": "walls", "FRANCE F SPA/SC B": "fog"}),
    ],
)
def test_of_several_hooks_that_close_a_site_the_first_on_the_board_is_named(order: str, barred: dict[str, str]) -> None:
    anywhere = replace(STANDARD, builds=BuildPolicy.ANY_OWNED)
    verdict = check_order(anywhere, barred_winter(barred), "FRANCE", parse_order(order))
    assert (verdict.refusal, verdict.by) == (Refusal.BARRED, "walls")


# ---------------------------------------------------------------------- what is asked for and is not there


def test_nobody_is_driven_out_where_no_retreat_is_asked_for() -> None:
    assert legal_orders(STANDARD, driven_out("ITALY A BUR"), "PAR") == ()


def test_a_resolution_has_no_fields_but_its_own() -> None:
    resolution = adjudicate(STANDARD, position("FRANCE A PAR"), {})
    assert not hasattr(resolution, "reasons")
    assert hasattr(resolution, "outcomes")


def test_a_unit_without_an_order_is_told_so_where_the_rules_write_it() -> None:
    (held,) = adjudicate(STANDARD, position("FRANCE A PAR"), {}).outcomes
    assert [(each.kind, each.rule) for each in held.reasons] == [(ReasonKind.NOT_ORDERED, "4.E.1"), (ReasonKind.UNOPPOSED, "5.B.5")]


def test_a_convoy_without_its_route_is_illegal_where_routes_must_be_named() -> None:
    """DATC 4.A.6 c."""
    resolution = resolve("ENGLAND A LON, ENGLAND F NTH", "ENGLAND: A LON - NWY, F NTH C A LON - NWY", "4.A.6=c")
    told = resolution.outcome_of("LON")
    assert told is not None
    assert told.results == {Result.ILLEGAL}
    assert told.reasons[0].verdict is not None
    assert (told.reasons[0].verdict.refusal, told.reasons[0].verdict.places) == (Refusal.ROUTE_NEEDED, ("NTH",))


def test_an_error_tells_its_place_only_where_it_has_one() -> None:
    assert str(MalformedOrderError("no such coast")) == "no such coast"
    assert str(MalformedOrderError("no such coast", SourceSpan("orders.txt", 3, 9))) == "orders.txt:3:9: no such coast"


def test_nothing_is_built_where_a_power_with_builds_left_has_no_site() -> None:
    where = Position(Phase.of("W1901A"), (), {"PAR": "FRANCE"})
    assert [str(order) for order in legal_orders(STANDARD, where, "PAR")] == ["A PAR B", "WAIVE"]
    assert legal_orders(STANDARD, where, "BUR") == ()
    assert legal_orders(STANDARD, where, "MUN") == ()
