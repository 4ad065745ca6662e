"""The rules that DATC leaves open: their defaults, and the effects of the choices."""

from __future__ import annotations

from dataclasses import replace

import pytest

import variants
from adjudicator import Position, Refusal, Resolution, Rules, adjudicate, check_order, presets
from adjudicator.adjudicating import adjudicate_in_python
from adjudicator.notation import parse_order
from adjudicator.resolution import Result
from adjudicator.rules import RuleField, rule_fields
from adjudicator.unit import DislodgedUnit, Unit
from tests.quick import one_by_one
from tests.unit.adjudicator.small_boards import edges, orders, position, standing, variant

STANDARD = variants.standard()

CODES = {
    "4.A": "1 a *b | 2 *szykman 1971 1982 2000 all-hold"
    " | 3 1971 1982 2000 2000-fallback *2025EE DPTG convoy-first-v2a convoy-first-v2b | 4 *start-province brannan"
    " | 5 a *b | 6 *a b c | 7 a *b",
    "4.B": "1 *fails default-coast | 2 *a b | 3 a *b | 4 a b *c strict-v2 ignore-v2 | 5 a *b | 6 a *b | 7 *a default-coast-v2",
    "4.C": "1 a *b | 2 a *b | 3 *required | 4 *a b | 5 a *b | 6 a *b",
    "4.D": "1 a b *c d | 2 a *b | 3 *a b c | 4 a *b c | 5 a *b c | 6 a *b c | 7 *a b | 8 a b *c | 9 a *b",
    "4.E": "1 *ignore-illegal still-a-move | 3 a *b | 4 a *b | 5 a b *c | 6 *removed stays",
    "": "nmr *hold disorder disband repeat",
}
"""The choices of every issue as saved games write them; DATC's own where it names them. The default has a star: what the author of DATC
prefers, or what most tables do where DATC leaves it to the game master or names nothing. Options with a word of their own come last."""


def resolve(units: str, given: str, rules: str = "") -> Resolution:
    return adjudicate(replace(STANDARD, rules=Rules.of(rules)), position(units), orders(given))


def test_saved_games_name_each_choice_as_they_always_did() -> None:
    known = {
        f"{chapter}.{number}".lstrip("."): choices
        for chapter, issues in CODES.items()
        for number, *choices in (issue.split() for issue in issues.split(" | "))
    }
    now = {each.issue: ["*" * (choice is each.default) + choice.value for choice in each.choices] for each in rule_fields()}
    assert now == known


@one_by_one("rule", rule_fields(), ids=lambda rule: rule.issue)
def test_rules_read_back_from_their_text_whatever_is_chosen(rule: RuleField) -> None:
    for choice in rule.choices:
        rules = Rules().with_choice(rule.issue, choice)
        assert str(rules) == ("" if choice is rule.default else f"{rule.issue}={choice.value}")
        assert Rules.of(str(rules)) == rules
        assert choice.description.endswith(".")
        assert rule.question.endswith(("?", ":"))


@pytest.mark.parametrize(
    ("name", "differing"),
    [
        ("DATC 2025", ""),
        ("2000 rulebook", "4.A.2=2000 4.A.3=2000 4.A.5=a 4.D.8=b"),
        ("1982", "4.A.2=1982 4.A.3=1982 4.A.5=a 4.D.8=a 4.E.1=still-a-move"),
        ("1971", "4.A.1=a 4.A.2=1971 4.A.3=1971 4.A.5=a 4.D.8=a 4.E.1=still-a-move"),
        ("judge style", "4.A.3=DPTG 4.D.1=a 4.D.3=b 4.D.4=c 4.D.6=c 4.D.8=a"),
    ],
)
def test_each_preset_differs_from_them_as_its_rulebook_does(name: str, differing: str) -> None:
    assert str(presets()[name]) == differing


# ---------------------------------------------------------------------- 4.B.3: a coast that cannot be reached


@pytest.mark.parametrize(("reached", "is_corrected"), [("NC", True), ("NC SC", False)])
def test_a_coast_is_corrected_only_where_there_is_but_one(reached: str, *, is_corrected: bool) -> None:
    borders = ", ".join(f"MAO - SPA/{coast} F" for coast in reached.split())
    board = variant("MAO sea, WES sea, SPA coast NC SC EC", edges(f"{borders}, WES - SPA/EC F"), rules=Rules.of("4.B.3=a"))
    assert bool(check_order(board, position("FRANCE F MAO"), "FRANCE", parse_order("F MAO - SPA/EC"))) == is_corrected


# ---------------------------------------------------------------------- 4.A.4: where the attack of a convoyed army comes from


@pytest.mark.parametrize(
    ("fleets", "into", "is_cut"),
    [("ENG NTH", "ENG", True), ("ENG NTH", "NTH", True), ("ENG", "ENG", False), ("ENG", "NTH", True), ("NTH", "NTH", False)],
)
def test_an_attack_comes_from_the_last_fleet_where_there_is_but_one(fleets: str, into: str, *, is_cut: bool) -> None:
    """Belgium supports an attack on a fleet; the army that lands there from this very fleet does not cut the support."""
    helped = {"ENG": "BRE", "NTH": "HOL"}[into]
    convoys = "".join(f", F {each} C A LON - BEL" for each in fleets.split())
    units = "ENGLAND A LON, ENGLAND F NTH, ENGLAND F ENG, FRANCE F BEL, FRANCE F HOL, FRANCE F BRE"
    given = f"ENGLAND: A LON - BEL VIA{convoys}; FRANCE: F BEL S F {helped} - {into}, F {helped} - {into}"
    after = resolve(units, given, "4.A.4=brannan").next
    assert (f"FRANCE F {into}" not in map(str, after.units)) == is_cut


# ---------------------------------------------------------------------- 4.A.5: back to where a convoyed attacker came from

LANDING = "GERMANY A HOL, ENGLAND A BEL, ENGLAND F NTH, ENGLAND F HEL"
BY_SEA = "ENGLAND: A BEL - HOL VIA, F NTH C A BEL - HOL, F HEL S A BEL - HOL"
ON_FOOT = "ENGLAND: A BEL - HOL, F NTH H, F HEL S A BEL - HOL"


@pytest.mark.parametrize(
    ("given", "rules", "back"),
    [(BY_SEA, "", True), (BY_SEA, "4.A.5=b", True), (BY_SEA, "4.A.5=a", False), (ON_FOOT, "", False), (ON_FOOT, "4.A.5=a", False)],
)
def test_a_unit_may_retreat_to_where_its_attacker_came_from_only_if_that_came_by_sea(given: str, rules: str, *, back: bool) -> None:
    board = replace(STANDARD, rules=Rules.of(rules))
    after = adjudicate(board, position(LANDING), orders(given)).next
    (driven_out,) = after.dislodged
    assert driven_out.by_convoy == (given is BY_SEA)
    retreat = parse_order("A HOL R BEL")
    assert bool(check_order(board, after, "GERMANY", retreat)) == back
    arrived = adjudicate(board, after, {"GERMANY": [retreat]}).next.unit_at("BEL")
    assert (arrived is not None and arrived.power == "GERMANY") == back


# ---------------------------------------------------------------------- 4.A.7: what a dislodged unit still does

SWAP = "ENGLAND A NWY, ENGLAND F DEN, ENGLAND F FIN, GERMANY F SKA, RUSSIA A SWE, RUSSIA F BAR, FRANCE F NWG, FRANCE F NTH"
"""A Norway lands in Sweden; the army there marches to Norway, where a French fleet wants to go too."""

CONVOYED = (
    "ENGLAND: A NWY - SWE VIA, F DEN S A NWY - SWE, F FIN S A NWY - SWE; GERMANY: F SKA C A NWY - SWE; "
    "RUSSIA: A SWE - NWY, F BAR S A SWE - NWY; FRANCE: F NWG - NWY, F NTH S F NWG - NWY"
)


@pytest.mark.parametrize(("rules", "enters"), [("", False), ("4.A.7=b", False), ("4.A.7=a", True)])
def test_a_unit_dislodged_from_the_sea_bounces_others_where_its_attacker_left(rules: str, *, enters: bool) -> None:
    after = resolve(SWAP, CONVOYED, rules).next
    assert ("FRANCE F NWY" in map(str, after.units)) == enters


def test_a_unit_that_loses_head_to_head_bounces_nobody_there_by_either_choice() -> None:
    given = CONVOYED.replace(" VIA", "").replace("F SKA C A NWY - SWE", "F SKA H")
    for rules in ("4.A.7=a", "4.A.7=b"):
        assert "FRANCE F NWY" in map(str, resolve(SWAP, given, rules).next.units)


def test_a_unit_that_is_not_dislodged_bounces_others_by_either_choice() -> None:
    given = CONVOYED.replace("F DEN S A NWY - SWE", "F DEN H").replace("F FIN S A NWY - SWE", "F FIN H")
    for rules in ("4.A.7=a", "4.A.7=b"):
        assert "FRANCE F NWY" not in map(str, resolve(SWAP, given, rules).next.units)


# ---------------------------------------------------------------------- 4.B.5 and 4.B.6: a coast that is wrong, or means nothing

COASTS = "RUSSIA F STP/SC, RUSSIA A SPA, RUSSIA F BRE"


@pytest.mark.parametrize(
    ("order", "wrong", "stray"),
    [
        ("F STP/SC - BOT", True, True),
        ("F STP/NC - BOT", False, True),  # the other coast, which there is: 4.B.5
        ("F STP/EC - BOT", True, False),  # a coast that is not on the board: 4.B.6
        ("A SPA/NC - GAS", True, False),  # an army stands on no coast: 4.B.6
        ("F BRE/NC - ENG", True, False),
    ],
)
def test_the_coast_a_unit_is_named_with_is_judged_by_what_is_known_of_it(order: str, *, wrong: bool, stray: bool) -> None:
    where = position(COASTS)
    for rules, legal in (("4.B.5=a", wrong), ("4.B.6=a", stray), ("", True), ("4.B.5=a 4.B.6=a", wrong and stray)):
        board = replace(STANDARD, rules=Rules.of(rules))
        assert bool(check_order(board, where, "RUSSIA", parse_order(order))) == legal, rules


@pytest.mark.parametrize(
    ("order", "wrong", "stray"),
    [
        ("F STP/SC R FIN", True, True),
        ("F STP/NC R FIN", False, True),
        ("F STP/EC R FIN", True, False),
        ("A SPA/NC R GAS", True, False),
    ],
)
def test_and_so_is_that_of_a_unit_that_retreats(order: str, *, wrong: bool, stray: bool) -> None:
    driven_out = tuple(DislodgedUnit(Unit.of(f"RUSSIA {piece}"), "MOS") for piece in ("F STP/SC", "A SPA"))
    where = replace(position("GERMANY A STP, GERMANY A SPA", "S1901R"), dislodged=driven_out)
    for rules, legal in (("4.B.5=a", wrong), ("4.B.6=a", stray), ("", True), ("4.B.5=a 4.B.6=a", wrong and stray)):
        board = replace(STANDARD, rules=Rules.of(rules))
        assert bool(check_order(board, where, "RUSSIA", parse_order(order))) == legal, rules


# ---------------------------------------------------------------------- 4.E.3: orders that are implied by others


@one_by_one(
    ("units", "given", "moves"),
    [
        ("GERMANY A RUH, GERMANY A KIE", "GERMANY: A KIE S A RUH - HOL", True),
        ("GERMANY A RUH, FRANCE A KIE", "FRANCE: A KIE S A RUH - HOL; GERMANY:", False),
        ("GERMANY A RUH, FRANCE A KIE", "FRANCE: A KIE S A RUH - HOL", False),
        ("GERMANY A RUH, GERMANY A KIE", "GERMANY: A KIE S A RUH - HOL, A RUH - BEL", False),
        ("GERMANY A RUH, GERMANY A KIE", "GERMANY: A KIE S A RUH - HOL, A RUH H", False),
        ("ENGLAND A YOR, ENGLAND F NTH", "ENGLAND: F NTH C A YOR - HOL", True),
        ("ENGLAND A YOR, FRANCE F NTH", "FRANCE: F NTH C A YOR - HOL", False),
        ("ENGLAND A YOR, ENGLAND F NTH", "ENGLAND: F NTH C A YOR - HOL, A YOR - LON", False),
    ],
)
def test_an_order_is_implied_for_ones_own_unit_alone_and_only_where_it_has_none(units: str, given: str, *, moves: bool) -> None:
    assert (resolve(units, given, "4.E.3=a").next.unit_at("HOL") is not None) == moves
    assert resolve(units, given, "4.E.3=b").next.unit_at("HOL") is None


def test_an_implied_move_is_supported_by_what_implied_it() -> None:
    after = resolve("GERMANY A RUH, GERMANY A KIE, FRANCE A BEL", "GERMANY: A KIE S A RUH - HOL; FRANCE: A BEL - HOL", "4.E.3=a")
    assert standing(after) == "FRANCE A BEL, GERMANY A HOL, GERMANY A KIE"
    assert Result.BOUNCE in after.outcome_of("BEL").results  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("support", "rules", "stands"),
    [
        ("F POR S F MAO - SPA/SC", "", "SPA/SC"),
        ("F POR S F MAO - SPA", "", "MAO"),
        ("F POR S F MAO - SPA", " 4.B.1=default-coast", "SPA/NC"),
        ("F POR S F GAS - SPA", "", "SPA/NC"),
    ],
)
def test_an_implied_move_to_a_coast_nobody_named_is_settled_as_an_ordered_one(support: str, rules: str, stands: str) -> None:
    fleet = support.split()[4]
    moved = resolve(f"FRANCE F {fleet}, FRANCE F POR", f"FRANCE: {support}", f"4.E.3=a{rules}")
    assert standing(moved) == ", ".join(sorted(("FRANCE F POR", f"FRANCE F {stands}")))


def test_a_support_to_hold_implies_no_move() -> None:
    after = resolve("GERMANY A RUH, GERMANY A KIE", "GERMANY: A KIE S A RUH", "4.E.3=a")
    assert standing(after) == "GERMANY A KIE, GERMANY A RUH"


# ---------------------------------------------------------------------- what else a broken line showed to be untested


def test_a_support_that_names_no_coast_is_for_that_province_alone() -> None:
    given = "FRANCE: F MAO - POR, F WES S F MAO - SPA; ENGLAND: F POR H"
    for rules in ("", "4.B.4=ignore-v2"):
        assert "ENGLAND F POR" in standing(resolve("FRANCE F MAO, FRANCE F WES, ENGLAND F POR", given, rules))


@pytest.mark.parametrize("repeated", ["a", "b", "c"])
@pytest.mark.parametrize("again", ["", ", F WES S F MAO - SPA/SC", ", F WES S F MAO - SPA/NC", ", F WES S F MAO - SPA"])
def test_a_support_whose_coast_is_not_looked_at_is_carried_out_without_it(again: str, repeated: str) -> None:
    board = replace(STANDARD, rules=Rules.of(f"4.B.4=ignore-v2 4.D.3={repeated}"))
    given = orders(f"FRANCE: F MAO - SPA/NC, F WES S F MAO - SPA/SC{again}")
    where = position("FRANCE F MAO, FRANCE F WES")
    for adjudicated in (adjudicate(board, where, given), adjudicate_in_python(board, where, given)):
        outcome = adjudicated.outcome_of("WES")
        assert outcome is not None
        assert (str(outcome.order), set(outcome.results)) == ("F WES S F MAO - SPA", {Result.OK})
        assert adjudicated.refused == ()  # The same order again is no second order.


def driven_out(unit: str, attacker: str = "MAR") -> Position:
    return replace(position("", "S1901R"), dislodged=(DislodgedUnit(Unit.of(unit), attacker),))


@pytest.mark.parametrize(
    ("unit", "order", "rules", "refusal"),
    [
        ("FRANCE A BUR", "A BUR R BUR", "", Refusal.SAME_PROVINCE),
        ("FRANCE F MAO", "F MAO R SPA", "", Refusal.COAST_NEEDED),
        ("FRANCE F MAO", "F MAO R SPA", "4.B.1=default-coast", None),
        ("FRANCE F GAS", "F GAS R SPA", "", None),
        ("FRANCE F GAS", "F GAS R SPA", "4.B.2=b", Refusal.COAST_NEEDED),
        ("FRANCE F GAS", "F GAS R SPA/SC", "", Refusal.COAST_IMPOSSIBLE),
        ("FRANCE F GAS", "F GAS R SPA/SC", "4.B.3=a", None),
    ],
)
def test_a_retreat_to_a_coast_is_settled_as_a_move_is(unit: str, order: str, rules: str, refusal: Refusal | None) -> None:
    board = replace(STANDARD, rules=Rules.of(rules))
    assert check_order(board, driven_out(unit), "FRANCE", parse_order(order)).refusal is refusal


def test_of_too_many_removals_those_that_count_are_not_refused() -> None:
    where = position("FRANCE A PAR, FRANCE A BUR, FRANCE A GAS", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE"})
    for rules, gone in (("4.D.6=b", "PAR"), ("4.D.6=c", "GAS")):
        given = orders("FRANCE: A PAR D, A GAS D", where.phase.kind)
        resolution = adjudicate(replace(STANDARD, rules=Rules.of(rules)), where, given)
        assert resolution.next.unit_at(gone) is None
        (refused,) = resolution.refused
        assert gone not in str(refused.order)
