"""Retreats and builds that a game's own rules bar: they are neither offered nor allowed, and the reason names the rule."""

from __future__ import annotations

import pickle
from dataclasses import replace
from types import MappingProxyType

import pytest

import variants
from adjudicator import Phase, Position, Refusal, Result, adjudicate, adjustment, check_order, legal_orders, orderable
from adjudicator.notation import parse_order
from adjudicator.rule_choices import BuildDecline
from adjudicator.unit import DislodgedUnit, Unit
from adjudicator.variant import BuildPolicy
from entente.words import describe_verdict

STANDARD = replace(variants.standard(), builds=BuildPolicy.ANY_OWNED)


def routed(*barred: str, unit: str = "ITALY A BUR", origin: str = "PAR") -> Position:
    return Position(
        Phase.of("S1901R"),
        (Unit.of("FRANCE A BUR"),) if unit == "ITALY A BUR" else (Unit.of("FRANCE F POR"),),
        MappingProxyType({}),
        (DislodgedUnit(Unit.of(unit), origin, by_convoy=False),),
        barred=dict.fromkeys(barred, "walls"),
    )


def winter(*barred: str) -> Position:
    owners = dict.fromkeys(("PAR", "BRE", "SPA"), "FRANCE")
    return Position(Phase.of("W1901A"), (), owners, barred=dict.fromkeys(barred, "walls"))


def texts(position: Position, place: str) -> list[str]:
    return [str(order) for order in legal_orders(STANDARD, position, place)]


def test_a_barred_retreat_is_not_offered_and_not_legal() -> None:
    position = routed("ITALY A BUR R GAS")
    assert "A BUR R GAS" not in texts(position, "BUR")
    assert "A BUR R BEL" in texts(position, "BUR")
    verdict = check_order(STANDARD, position, "ITALY", parse_order("A BUR R GAS"))
    assert (verdict.refusal, verdict.places, verdict.by) == (Refusal.BARRED, ("GAS",), "walls")
    words = describe_verdict(STANDARD, position, parse_order("A BUR R GAS"), verdict)
    assert words == "Gascony as a retreat of Army Burgundy is closed by the rule change walls"


def test_a_barred_retreat_is_refused_when_it_is_adjudicated() -> None:
    position = routed("ITALY A BUR R GAS")
    resolution = adjudicate(STANDARD, position, {"ITALY": [parse_order("A BUR R GAS")]})
    (outcome,) = resolution.outcomes
    assert outcome.results == {Result.ILLEGAL, Result.DESTROYED}
    assert outcome.reasons[0].verdict is not None
    assert outcome.reasons[0].verdict.by == "walls"
    assert resolution.next.barred == {}, "what is barred is barred for this phase"


def test_where_one_coast_is_barred_the_other_is_not_taken_for_it() -> None:
    position = routed("ITALY F GAS R SPA/NC", unit="ITALY F GAS", origin="BRE")
    assert check_order(STANDARD, position, "ITALY", parse_order("F GAS R SPA/NC")).refusal is Refusal.BARRED
    other = routed("ITALY F MAO R SPA/NC", unit="ITALY F MAO", origin="BRE")
    assert check_order(STANDARD, other, "ITALY", parse_order("F MAO R SPA/NC")).refusal is Refusal.BARRED
    assert check_order(STANDARD, other, "ITALY", parse_order("F MAO R SPA/SC"))


def test_another_powers_bar_is_no_bar() -> None:
    assert check_order(STANDARD, routed("FRANCE A BUR R GAS"), "ITALY", parse_order("A BUR R GAS"))


def test_a_site_is_barred_kind_by_kind_and_coast_by_coast() -> None:
    position = winter("FRANCE F BRE B", "FRANCE F SPA/NC B", "FRANCE A PAR B")
    assert texts(position, "BRE") == ["A BRE B", "WAIVE"]
    assert texts(position, "SPA") == ["A SPA B", "F SPA/SC B", "WAIVE"]
    assert [str(each) for each in orderable(STANDARD, position, "FRANCE")] == ["BRE", "SPA"]
    assert adjustment(STANDARD, position, "FRANCE") == 2, "no more builds than open sites"
    for text in ("F BRE B", "F SPA/NC B", "A PAR B"):
        assert check_order(STANDARD, position, "FRANCE", parse_order(text)).refusal is Refusal.BARRED
    assert check_order(STANDARD, position, "FRANCE", parse_order("F SPA/SC B"))
    verdict = check_order(STANDARD, position, "FRANCE", parse_order("F BRE B"))
    assert (
        describe_verdict(STANDARD, position, parse_order("F BRE B"), verdict) == "building Fleet Brest is closed by the rule change walls"
    )


@pytest.mark.parametrize(("decline", "expected"), [(BuildDecline.ALLOWED, set()), (BuildDecline.FORBIDDEN, {"F BRE", "F SPA/SC"})])
def test_builds_that_the_rules_choose_stay_on_open_sites(decline: BuildDecline, expected: set[str]) -> None:
    variant = replace(STANDARD, rules=replace(STANDARD.rules, build_decline=decline))
    position = winter("FRANCE A BRE B", "FRANCE A PAR B", "FRANCE A SPA B", "FRANCE F SPA/NC B")
    resolution = adjudicate(variant, position, {"FRANCE": []})
    assert {str(unit.piece) for unit in resolution.next.units} == expected


def test_bars_are_part_of_the_value() -> None:
    position = routed("ITALY A BUR R GAS")
    assert pickle.loads(pickle.dumps(position)) == position
    assert position != replace(position, barred={})
    with pytest.raises(TypeError):
        position.barred["x"] = "y"  # type: ignore[index]
