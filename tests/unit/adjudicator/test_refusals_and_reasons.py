"""Wrong orders come back with their verdict, and every result with its reason."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import variants
from adjudicator import (
    DislodgedUnit,
    Location,
    Move,
    OrderOutcome,
    Phase,
    Piece,
    Position,
    ReasonKind,
    Refusal,
    Result,
    Rules,
    Unit,
    Verdict,
    Waive,
    adjudicate,
    check_order,
    legal_orders,
    orderable,
    presets,
)
from adjudicator.notation import parse_order
from tests.quick import every, one_by_one
from tests.unit.adjudicator.small_boards import orders, position

STANDARD = variants.standard()


def resolve(units: str, given: str, rules: str = "", phase: str = "S1901M"):  # type: ignore[no-untyped-def]
    game = replace(STANDARD, rules=Rules.of(rules))
    where = position(units, phase)
    return adjudicate(game, where, orders(given, where.phase.kind))


def outcome(units: str, given: str, province: str, rules: str = "") -> OrderOutcome:
    found = resolve(units, given, rules).outcome_of(province)
    assert isinstance(found, OrderOutcome)
    return found


# ---------------------------------------------------------------------- refusals


@one_by_one(
    ("order", "refusal"),
    [
        ("A PAR - BUR", None),
        ("A MUN - BUR", Refusal.FOREIGN_UNIT),
        ("A BUR - MAR", Refusal.NO_UNIT),
        ("A PAR - MOO", Refusal.UNKNOWN_PLACE),
        ("A ZZZ H", Refusal.UNKNOWN_PLACE),
        ("A PAR - PAR", Refusal.SAME_PROVINCE),
        ("A PAR - MUN", Refusal.NOT_ADJACENT),
        ("A PAR - ENG", Refusal.WRONG_TERRAIN),
        ("A MAR - TUN", Refusal.NO_CONVOY_ROUTE),
        ("A MAR - MUN VIA", Refusal.NOT_ADJACENT),
        ("A PAR - TUN VIA", Refusal.NOT_ADJACENT),
        ("A PAR - BUR VIA", Refusal.NO_CONVOY_ROUTE),
        ("A MAR - SPA VIA LYO", Refusal.NO_CONVOY_ROUTE),
        ("F BRE C A MAR - SPA", Refusal.CANNOT_CONVOY),
        ("F BRE - SPA", Refusal.NOT_ADJACENT),
        ("F MAO - SPA", Refusal.COAST_NEEDED),
        ("F MAO - SPA/EC", Refusal.COAST_NEEDED),
        ("A PAR S A MUN - BUR", None),
        ("A PAR S A MUN - BER", Refusal.CANNOT_SUPPORT_THERE),
        ("A MAR S F BRE - GAS", None),
        ("A MAR S F MAO - BUR", Refusal.SUPPORTED_CANNOT_GO),
        ("A PAR S A RUH", Refusal.NO_UNIT),
        ("A PAR C A MAR - SPA", Refusal.CANNOT_CONVOY),
        ("F MAO C F BRE - SPA/NC", Refusal.CANNOT_BE_CONVOYED),
        ("F MAO C A MAR - MAR", Refusal.SAME_PROVINCE),
        ("A PAR R BUR", Refusal.WRONG_PHASE),
        ("A PAR B", Refusal.WRONG_PHASE),
        ("WAIVE", Refusal.WRONG_PHASE),
    ],
)
def test_a_wrong_order_is_named_for_what_is_wrong(order: str, refusal: Refusal | None) -> None:
    where = position("FRANCE A PAR, FRANCE A MAR, FRANCE F BRE, FRANCE F MAO, GERMANY A MUN")
    assert check_order(STANDARD, where, "FRANCE", parse_order(order)).refusal is refusal


@pytest.mark.parametrize(
    ("order", "refusal"),
    [("F MAO R SPA", Refusal.COAST_NEEDED), ("F MAO R SPA/EC", Refusal.COAST_NEEDED), ("F MAO R SPA/NC", None), ("F MAO R POR/NC", None)],
)
def test_coasts_of_a_retreat_are_read_as_those_of_a_move(order: str, refusal: Refusal | None) -> None:
    driven_out = Position(Phase.of("F1901R"), (), {}, (DislodgedUnit(Unit.of("FRANCE F MAO"), "NAO"),))
    assert check_order(STANDARD, driven_out, "FRANCE", parse_order(order)).refusal is refusal


def test_an_unknown_power_is_named() -> None:
    assert check_order(STANDARD, STANDARD.start, "ATLANTIS", parse_order("A PAR H")).refusal is Refusal.UNKNOWN_POWER


def test_the_possible_coasts_are_reported() -> None:
    verdict = check_order(STANDARD, position("FRANCE F MAO"), "FRANCE", parse_order("F MAO - SPA"))
    assert verdict.places == ("SPA/NC", "SPA/SC")


def test_orders_that_cannot_be_used_come_back_and_none_is_dropped() -> None:
    given = "FRANCE: A PAR - BUR, A MUN - BER, A PAR - PIC, A GAS H, A MAR - TUN, A MAR R SPA; ATLANTIS: A PAR H"
    resolution = resolve("FRANCE A PAR, FRANCE A MAR, GERMANY A MUN", given)
    told = {(str(each.order), each.reasons[0].verdict.refusal) for each in resolution.refused if each.reasons[0].verdict is not None}
    assert told == {
        ("A MUN - BER", Refusal.FOREIGN_UNIT),
        ("A PAR - PIC", Refusal.UNIT_ORDERED_TWICE),
        ("A GAS H", Refusal.NO_UNIT),
        ("A MAR R SPA", Refusal.WRONG_PHASE),
        ("A PAR H", Refusal.UNKNOWN_POWER),
    }
    marseilles = resolution.outcome_of("MAR")
    assert (str(marseilles.order), marseilles.results) == ("A MAR - TUN", {Result.ILLEGAL})
    assert marseilles.reasons[0].verdict.refusal is Refusal.NO_CONVOY_ROUTE


def test_a_legal_order_is_used_though_an_illegal_one_came_first() -> None:
    resolution = resolve("FRANCE A PAR", "FRANCE: A PAR - MUN, A PAR - BUR")
    assert str(resolution.next.units[0]) == "FRANCE A BUR"
    assert [str(each.order) for each in resolution.refused] == ["A PAR - MUN"]


@pytest.mark.parametrize(("choice", "where"), [("a", "BUR"), ("b", "PIC"), ("c", "PAR")])
def test_of_two_orders_for_a_unit_the_rule_takes_one_or_none(choice: str, where: str) -> None:
    resolution = resolve("FRANCE A PAR", "FRANCE: A PAR - BUR, A PAR - PIC", f"4.D.3={choice}")
    assert resolution.next.units[0].province == where


def test_two_orders_of_which_none_counts_are_both_refused() -> None:
    resolution = resolve("FRANCE A PAR, FRANCE A MAR", "FRANCE: A PAR - BUR, A MAR H, A PAR - PIC, A PAR - MUN", "4.D.3=c")
    twice = [str(each.order) for each in resolution.refused if each.reasons[0].verdict == Verdict(Refusal.UNIT_ORDERED_TWICE, ("A PAR",))]
    assert twice == ["A PAR - BUR", "A PAR - PIC"]
    assert {str(each.order): each.given for each in resolution.outcomes} == {"A MAR H": True, "A PAR - MUN": True}


def test_the_same_order_twice_is_no_fault() -> None:
    assert resolve("FRANCE A PAR", "FRANCE: A PAR - BUR, A PAR - BUR").refused == ()


def test_a_wrong_kind_is_forgiven_unless_the_rules_are_strict() -> None:
    assert resolve("FRANCE F BRE", "FRANCE: A BRE - MAO").next.units[0].province == "MAO"
    assert resolve("FRANCE F BRE", "FRANCE: A BRE - MAO", "4.C.2=a").next.units[0].province == "BRE"


def test_an_order_may_be_deduced_from_a_support_where_the_rules_allow() -> None:
    given = "GERMANY: A RUH S A KIE - HOL"
    assert resolve("GERMANY A RUH, GERMANY A KIE", given).next.unit_at("HOL") is None
    assert resolve("GERMANY A RUH, GERMANY A KIE", given, "4.E.3=a").next.unit_at("HOL") is not None


def test_a_retreat_is_refused_with_its_reason() -> None:
    fought = resolve(
        "FRANCE A BUR, GERMANY A MUN, GERMANY A RUH, ITALY A MAR, ITALY A PIE, FRANCE A GAS, ENGLAND A PIC, RUSSIA A BRE",
        "GERMANY: A MUN - BUR, A RUH S A MUN - BUR; ENGLAND: A PIC - PAR; RUSSIA: A BRE - PAR",
    ).next
    verdicts = {
        code: check_order(STANDARD, fought, "FRANCE", parse_order(f"A BUR R {code}")).refusal
        for code in ("MUN", "GAS", "PAR", "BEL", "BER", "ENG")
    }
    assert verdicts == {
        "MUN": Refusal.RETREAT_TO_ATTACKER,
        "GAS": Refusal.RETREAT_OCCUPIED,
        "PAR": Refusal.RETREAT_CONTESTED,
        "BEL": None,
        "BER": Refusal.NOT_ADJACENT,
        "ENG": Refusal.WRONG_TERRAIN,
    }
    assert check_order(STANDARD, fought, "FRANCE", parse_order("A GAS R SPA")).refusal is Refusal.NOT_DISLODGED


# ---------------------------------------------------------------------- reasons


def test_a_bounce_tells_strengths_place_and_rival() -> None:
    bounced = outcome("FRANCE A PAR, GERMANY A MUN", "FRANCE: A PAR - BUR; GERMANY: A MUN - BUR", "PAR")
    reason = bounced.reasons[0]
    assert bounced.results == {Result.BOUNCE}
    assert reason.kind is ReasonKind.BOUNCED_OFF_MOVE
    assert (reason.strength, reason.against, reason.province) == (1, 1, "BUR")
    assert [str(unit) for unit in reason.by] == ["GERMANY A MUN"]


def test_a_cut_support_tells_who_cut_it() -> None:
    cut = outcome("FRANCE A MAR, FRANCE A PAR, ITALY A PIE", "FRANCE: A MAR S A PAR - BUR, A PAR - BUR; ITALY: A PIE - MAR", "MAR")
    assert cut.results == {Result.CUT}
    assert cut.reasons[0].kind is ReasonKind.CUT_BY
    assert [str(unit) for unit in cut.reasons[0].by] == ["ITALY A PIE"]


def test_a_unit_may_be_cut_and_dislodged_at_once() -> None:
    both = outcome(
        "FRANCE A MAR, FRANCE A PAR, ITALY A PIE, ITALY F LYO",
        "FRANCE: A MAR S A PAR - BUR, A PAR - BUR; ITALY: A PIE - MAR, F LYO S A PIE - MAR",
        "MAR",
    )
    assert both.results == {Result.CUT, Result.DISLODGED}
    assert [reason.kind for reason in both.reasons] == [ReasonKind.CUT_BY, ReasonKind.DISLODGED_BY]
    assert (both.reasons[1].strength, both.reasons[1].against) == (1, 2)


@one_by_one(
    ("units", "given", "province", "kind"),
    [
        ("FRANCE A PAR", "FRANCE: A PAR - BUR", "PAR", ReasonKind.UNOPPOSED),
        ("FRANCE A PAR, GERMANY A BUR", "FRANCE: A PAR - BUR", "PAR", ReasonKind.BOUNCED_OFF_UNIT),
        ("FRANCE A PAR, GERMANY A BUR", "FRANCE: A PAR - BUR; GERMANY: A BUR - PAR", "PAR", ReasonKind.LOST_HEAD_TO_HEAD),
        ("FRANCE A PAR, FRANCE A BUR", "FRANCE: A PAR - BUR", "PAR", ReasonKind.OWN_UNIT_IN_THE_WAY),
        (
            "FRANCE A PAR, FRANCE A MAR, GERMANY A BUR, GERMANY A GAS",
            "GERMANY: A GAS S A PAR - BUR; FRANCE: A PAR - BUR",
            "PAR",
            ReasonKind.OWN_SUPPORT_NOT_COUNTED,
        ),
        ("FRANCE A PAR, FRANCE A BUR, FRANCE A PIC", "FRANCE: A PAR S A BUR - GAS", "PAR", ReasonKind.SUPPORT_UNMATCHED),
        ("ENGLAND A LON, ENGLAND F NTH", "ENGLAND: A LON - BEL", "LON", ReasonKind.NO_FLEET_ORDERED),
        ("ENGLAND A LON, ENGLAND F NTH", "ENGLAND: F NTH C A LON - BEL", "NTH", ReasonKind.CONVOY_UNMATCHED),
        ("TURKEY A ANK, TURKEY A CON, TURKEY A SMY", "TURKEY: A ANK - CON, A CON - SMY, A SMY - ANK", "ANK", ReasonKind.ROTATION),
        ("FRANCE A PAR", "", "PAR", ReasonKind.NOT_ORDERED),
        (
            "ENGLAND A LON, ENGLAND F NTH, GERMANY F HEL, GERMANY F SKA",
            "ENGLAND: A LON - BEL, F NTH C A LON - BEL; GERMANY: F HEL - NTH, F SKA S F HEL - NTH",
            "LON",
            ReasonKind.CONVOY_BROKEN,
        ),
        (
            "ENGLAND F LON, ENGLAND F WAL, FRANCE A BRE, FRANCE F ENG",
            "ENGLAND: F LON S F WAL - ENG, F WAL - ENG; FRANCE: A BRE - LON, F ENG C A BRE - LON",
            "BRE",
            ReasonKind.PARADOX,
        ),
    ],
)
def test_each_result_has_its_reason(units: str, given: str, province: str, kind: ReasonKind) -> None:
    assert outcome(units, given, province).reasons[0].kind is kind


def test_the_rule_that_settled_a_paradox_is_named() -> None:
    units = "ENGLAND F LON, ENGLAND F WAL, FRANCE A BRE, FRANCE F ENG"
    given = "ENGLAND: F LON S F WAL - ENG, F WAL - ENG; FRANCE: A BRE - LON, F ENG C A BRE - LON"
    assert outcome(units, given, "BRE").reasons[0].rule == "4.A.2 Szykman"
    assert outcome(units, given, "BRE", "4.A.2=all-hold").reasons[0].rule == "4.A.2 all-hold"


def test_a_unit_without_retreat_is_destroyed_at_once() -> None:
    lost = outcome(
        "ITALY A NAP, AUSTRIA F ION, AUSTRIA F TYS, AUSTRIA A APU, AUSTRIA A ROM",
        "AUSTRIA: F ION - NAP, F TYS S F ION - NAP, A APU H, A ROM H",
        "NAP",
    )
    assert lost.results == {Result.DISLODGED, Result.DESTROYED}
    assert [reason.kind for reason in lost.reasons[-2:]] == [ReasonKind.DISLODGED_BY, ReasonKind.NO_RETREAT]


# ---------------------------------------------------------------------- values


def test_a_resolution_is_a_plain_value() -> None:
    given = orders("FRANCE: A PAR - BUR; GERMANY: A MUN - BUR")
    one, two = (adjudicate(STANDARD, STANDARD.start, given) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == two
    assert replace(one, ending=None) == two
    assert one.outcomes is one.outcomes


def test_a_position_is_a_plain_value() -> None:
    copied: Position = pickle.loads(pickle.dumps(STANDARD.start))
    assert copied == STANDARD.start
    assert hash(copied) == hash(STANDARD.start)
    with pytest.raises(TypeError):
        copied.owners["PAR"] = "GERMANY"  # type: ignore[index]
    assert pickle.loads(pickle.dumps(STANDARD)) == STANDARD


def test_what_was_worked_out_about_an_order_is_no_part_of_it() -> None:
    used, fresh = (Move(Piece.of("A PAR"), Location.of("BUR")) for _ in range(2))
    adjudicate(STANDARD, STANDARD.start, {"FRANCE": [used]})
    assert used == fresh
    assert hash(used) == hash(fresh)
    assert repr(used) == repr(fresh)
    assert not hasattr(pickle.loads(pickle.dumps(used)), "compiled")


def test_a_position_may_be_played_under_two_variants() -> None:
    other = replace(STANDARD, rules=presets()["1971"])
    given = orders("FRANCE: A PAR - BUR")
    first = adjudicate(STANDARD, STANDARD.start, given).next
    assert adjudicate(other, STANDARD.start, given).next == first
    assert adjudicate(STANDARD, first, given).next == adjudicate(other, first, given).next


@pytest.mark.parametrize("name", [*presets()])
def test_presets_read_back_from_their_text(name: str) -> None:
    rules = presets()[name]
    assert Rules.of(str(rules)) == rules
    assert Rules.of(name.replace(" ", "-")) == rules


@pytest.mark.parametrize("name", every(4, variants.shipped_ids()))
def test_what_is_listed_at_the_start_of_a_shipped_variant_is_accepted(name: str) -> None:
    game = variants.load(variants.shipped_source(name)).variant
    asked = 0
    for power in game.powers:
        for place in orderable(game, game.start, power):
            for order in legal_orders(game, game.start, place):
                asked += 1
                assert check_order(game, game.start, power, order), f"{power} {order}"
    assert asked
    after = adjudicate(game, game.start, dict.fromkeys(game.powers, ()))
    assert after.next.phase != game.start.phase
    assert check_order(game, game.start, next(iter(game.powers)), Waive()).refusal in (
        None,
        Refusal.WRONG_PHASE,
        Refusal.NO_BUILDS_LEFT,
    )


def test_the_standard_game_begins_with_these_many_orders() -> None:
    """436 directed edges; counted once by hand for Vienna: a hold, five moves, and supports among three neighbours."""
    assert Phase.of("S1901M") == STANDARD.start.phase
    vienna = [str(order) for order in legal_orders(STANDARD, STANDARD.start, "VIE")]
    assert vienna[:6] == ["A VIE H", "A VIE - BOH", "A VIE - BUD", "A VIE - GAL", "A VIE - TRI", "A VIE - TYR"]
    assert {"A VIE S A BUD", "A VIE S A BUD - TRI", "A VIE S A BUD - GAL", "A VIE S F TRI"} <= set(vienna)
    assert "A VIE S A VEN - TRI" in vienna
    assert not [order for order in vienna if "SER" in order or "VIA" in order]
