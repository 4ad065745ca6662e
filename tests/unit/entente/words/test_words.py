"""The English of orders, results, verdicts and readings; every kind there is has its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator import adjudicate, check_order, legal_orders
from adjudicator.notation import Assumption, AssumptionKind, ReadingError, ReadingErrorKind, TextSpan, parse_order, read_order, read_orders
from adjudicator.order import Hold, Order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.rule_choices import ConvoyParadox
from adjudicator.unit import DislodgedUnit, Piece, Unit
from adjudicator.verdict import Refusal, Verdict
from entente.words import (
    describe_assumption,
    describe_capture,
    describe_ending,
    describe_order,
    describe_outcome,
    describe_phase,
    describe_phase_kind,
    describe_reading_error,
    describe_reason,
    describe_reasons,
    describe_result,
    describe_verdict,
    join_words,
)
from entente.words.outcomes import ending_details
from tests.quick import one_by_one
from variants import standard

VARIANT = standard()
START = VARIANT.start


def position_of(*units: str, phase: str = "S1901M", dislodged: tuple[DislodgedUnit, ...] = ()) -> Position:
    return Position(Phase.of(phase), tuple(sorted(map(Unit.of, units), key=str)), {}, dislodged)


def resolve(position: Position, orders: str) -> Resolution:
    sheet = read_orders(VARIANT, position, orders)
    assert not sheet.not_understood
    return adjudicate(VARIANT, position, sheet.orders)


def told(position: Position, resolution: Resolution, province: str) -> str:
    outcome = resolution.outcome_of(province)
    assert outcome is not None
    return describe_outcome(VARIANT, position, outcome)


@one_by_one(
    ("order", "sentence"),
    [
        ("A PAR H", "Army Paris holds"),
        ("A PAR - BUR", "Army Paris moves to Burgundy"),
        ("F LON - NTH", "Fleet London moves to the North Sea"),
        ("A LVP - NWY VIA", "Army Liverpool moves to Norway by convoy"),
        ("F STP/SC - BOT", "Fleet St Petersburg (south coast) moves to the Gulf of Bothnia"),
        ("A PAR S A MAR", "Army Paris supports Army Marseilles to hold"),
        ("A PAR S A MUN - BUR", "Army Paris supports German Army Munich to Burgundy"),
        ("F LON C A LVP - BEL", "Fleet London convoys Army Liverpool to Belgium"),
        ("A PAR R GAS", "Army Paris retreats to Gascony"),
        ("A PAR D", "Army Paris disbands"),
        ("F STP/NC B", "build fleet in St Petersburg (north coast)"),
        ("WAIVE", "waive a build"),
    ],
)
def test_an_order_is_a_sentence(order: str, sentence: str) -> None:
    assert describe_order(VARIANT, START, parse_order(order)) == sentence


def test_a_removal_names_its_unit() -> None:
    assert describe_order(VARIANT, START, parse_order("F SEV D", PhaseKind.ADJUSTMENT)) == "remove Fleet Sevastopol"


def test_every_legal_order_of_the_start_has_a_sentence() -> None:
    sentences = [describe_order(VARIANT, START, order) for unit in START.units for order in legal_orders(VARIANT, START, unit.location)]
    assert len(sentences) > 100
    assert len(set(sentences)) == len(sentences)


def test_a_bounce_tells_strengths_the_other_unit_and_the_place() -> None:
    position = position_of("FRANCE A PAR", "GERMANY A MUN")
    resolution = resolve(position, "A Par - Bur, A Mun - Bur")
    assert told(position, resolution, "PAR") == "Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy"


def test_a_cut_and_a_dislodgement_name_who_did_it() -> None:
    position = position_of("FRANCE A PAR", "FRANCE A BUR", "GERMANY A MUN", "GERMANY A RUH", "FRANCE A PIC")
    resolution = resolve(position, "A Bur S A Par H, A Mun - Bur, A Ruh S A Mun - Bur, A Par H, A Pic H")
    assert (
        told(position, resolution, "BUR")
        == "Army Burgundy supports Army Paris to hold: cut by Army Munich; dislodged by Army Munich, 2 against 1"
    )


def test_an_army_that_no_fleet_can_carry_names_the_seas() -> None:
    order = parse_order("A MAR - TUN")
    verdict = check_order(VARIANT, START, "FRANCE", order)
    sentence = describe_verdict(VARIANT, START, order, verdict)
    assert sentence.startswith("Army Marseilles cannot reach Tunis: no fleet can convoy in the ")
    assert "Gulf of Lyon" in sentence


@pytest.mark.parametrize(
    ("power", "order", "sentence"),
    [
        ("FRANCE", "A PAR - BUR VIA", "Army Paris cannot reach Burgundy: no chain of fleets can carry it there"),
        ("FRANCE", "A PAR - NWY VIA", "Army Paris cannot reach Norway: no chain of fleets can carry it there"),
        ("ENGLAND", "A LVP - WAL VIA IRI", "Army Liverpool cannot reach Wales: no fleet can convoy in the Irish Sea"),
        ("FRANCE", "A PAR - MUN", "Army Paris cannot reach Munich: the two are not neighbours"),
        ("ITALY", "F ROM - VEN", "no fleet can go from Rome straight to Venice"),
    ],
)
def test_a_refused_move_between_two_places_gives_the_true_reason(power: str, order: str, sentence: str) -> None:
    position = replace(START, units=(*(unit for unit in START.units if unit != Unit.of("ITALY A ROM")), Unit.of("ITALY F ROM")))
    at = position if order.startswith("F ROM") else START
    given = parse_order(order)
    assert describe_verdict(VARIANT, at, given, check_order(VARIANT, at, power, given)) == sentence


READ_ALOUD = [
    (
        ("ENGLAND A LON", "ENGLAND F NTH", "FRANCE F ENG", "FRANCE F BEL"),
        "A Lon - Hol, F Nth C A Lon - Hol, F Eng - Nth, F Bel S F Eng - Nth",
        "LON",
        "the convoy is broken: Fleet North Sea was dislodged",
    ),
    (
        ("ENGLAND A LON", "ENGLAND F NTH", "ENGLAND F ENG", "FRANCE F PIC", "FRANCE F BRE", "GERMANY F HEL", "GERMANY F DEN"),
        "A Lon - Bel, F Nth C A Lon - Bel, F Eng C A Lon - Bel, F Pic - Eng, F Bre S F Pic - Eng, F Hel - Nth, F Den S F Hel - Nth",
        "LON",
        "the convoy is broken: Fleet English Channel and Fleet North Sea were dislodged",
    ),
    (("ENGLAND A LON", "ENGLAND F NTH"), "A Lon - Hol, F Nth H", "LON", "no chain of fleets was ordered to carry it"),
    (("FRANCE A PAR", "GERMANY A BUR"), "A Par - Bur, A Bur H", "PAR", "bounced 1 against 1 off Army Burgundy"),
    (("FRANCE A PAR", "GERMANY A BUR"), "A Par - Bur, A Bur H", "BUR", "held off Army Paris, 1 against 1"),
    (("FRANCE A PAR", "GERMANY A BUR"), "A Par - Bur, A Bur - Par", "PAR", "bounced head to head 1 against 1 with Army Burgundy"),
    (
        ("FRANCE A PAR", "GERMANY A BUR", "GERMANY A GAS"),
        "A Par - Bur, A Bur - Par, A Gas S A Bur - Par",
        "PAR",
        "lost head to head 1 against 2 to Army Burgundy; dislodged by Army Burgundy, 2 against 1",
    ),
    (
        ("FRANCE A PAR", "FRANCE A BUR", "FRANCE A GAS"),
        "A Par - Bur, A Gas S A Par - Bur, A Bur H",
        "PAR",
        "bounced 2 against 1 off Army Burgundy: no power dislodges a unit of its own",
    ),
    (
        ("FRANCE A PAR", "GERMANY A BUR", "GERMANY A MUN"),
        "A Par - Bur, A Mun S A Par - Bur, A Bur H",
        "PAR",
        "bounced 1 against 1 off Army Burgundy: support from its own power does not count",
    ),
    (("FRANCE A PAR", "FRANCE A BUR"), "A Par S A Bur, A Bur - Mun", "PAR", "void: Army Burgundy was ordered to move"),
    (("FRANCE A PIC", "FRANCE A BUR"), "A Pic S A Bur - Bel", "PIC", "void: Army Burgundy was not ordered to Belgium"),
    (("ENGLAND A LON", "ENGLAND F NTH"), "F Nth C A Lon - Hol", "NTH", "void: Army London was not ordered to Holland by convoy"),
    (
        ("FRANCE A PAR", "GERMANY A MUN", "GERMANY A RUH", "FRANCE A GAS", "ITALY A BUR"),
        "A Par - Bur, A Gas S A Par - Bur, A Mun - Bur, A Ruh S A Mun - Bur, A Bur H",
        "BUR",
        "not dislodged: Army Paris and Army Munich stood in each other's way",
    ),
    (
        ("ENGLAND F LON", "ENGLAND F WAL", "FRANCE A BRE", "FRANCE F ENG"),
        "F Lon S F Wal - Eng, F Wal - Eng, A Bre - Lon, F Eng C A Bre - Lon",
        "BRE",
        "the convoy would stop itself (a paradox): the fleets hold (Szykman's rule, DATC 4.A.2)",
    ),
]


@one_by_one(("units", "orders", "province", "reasons"), READ_ALOUD)
def test_a_reason_says_what_happened_to_whom(units: tuple[str, ...], orders: str, province: str, reasons: str) -> None:
    position = position_of(*units)
    outcome = resolve(position, orders).outcome_of(province)
    assert outcome is not None
    assert describe_reasons(VARIANT, position, outcome) == reasons


def test_retreats_to_one_place_name_each_other() -> None:
    out = (DislodgedUnit(Unit.of("FRANCE A BUR"), "MUN"), DislodgedUnit(Unit.of("GERMANY A MAR"), "PIE"))
    position = position_of("FRANCE A PAR", phase="S1901R", dislodged=out)
    sentence = told(position, resolve(position, "A Bur R Gas, A Mar R Gas"), "BUR")
    assert sentence == "Army Burgundy retreats to Gascony: destroyed: Army Marseilles was to retreat to Gascony as well"


def test_a_paradox_names_the_rule_that_settled_it() -> None:
    position = position_of("FRANCE A BRE")
    outcome = OrderOutcome(
        Unit.of("FRANCE A BRE"),
        "FRANCE",
        parse_order("A BRE - LON"),
        given=True,
        results=frozenset({Result.NO_CONVOY}),
        reasons=(Reason(ReasonKind.PARADOX, "4.A.2"),),
    )
    assert describe_reasons(VARIANT, position, outcome).endswith("the fleets hold (Szykman's rule, DATC 4.A.2)")
    for choice in ConvoyParadox:
        variant = replace(VARIANT, rules=replace(VARIANT.rules, convoy_paradox=choice))
        assert "4.A.2" in describe_reasons(variant, position, outcome)


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("order", ["A BUR H", "A BUR - MUN"])
def test_every_reason_has_words_with_and_without_its_details(kind: ReasonKind, order: str) -> None:
    outcome = OrderOutcome(Unit.of("FRANCE A BUR"), "FRANCE", parse_order(order), given=True, results=frozenset(), reasons=())
    plain = describe_reason(VARIANT, START, outcome, Reason(kind, "6.D.1"))
    by = (Unit.of("GERMANY A MUN"), Unit.of("GERMANY A RUH"))
    full = Reason(kind, "6.D.1", 2, 1.5, "BUR", by, Verdict(Refusal.NOT_ADJACENT))
    assert plain
    assert "  " not in plain + describe_reason(VARIANT, START, outcome, full)


@one_by_one("result", Result)
def test_every_result_has_a_word_and_shows_up_where_no_reason_tells_it(result: Result) -> None:
    outcome = OrderOutcome(None, "FRANCE", parse_order("A PAR H"), given=True, results=frozenset({result}), reasons=())
    assert describe_result(result)
    assert describe_reasons(VARIANT, START, outcome) == ("" if result is Result.OK else describe_result(result))


ORDERS = [
    "A PAR H",
    "A MAR - TUN",
    "A PAR S A MAR - BUR",
    "A PAR S A MAR",
    "F BRE C A PAR - LON",
    "A PAR R GAS",
    "A PAR D",
    "F STP B",
    "WAIVE",
]


@one_by_one("refusal", Refusal)
def test_every_refusal_has_words_for_every_kind_of_order(refusal: Refusal) -> None:
    for text in [*ORDERS, "WAIVE"]:
        order: Order = parse_order(text)
        for places in ((), ("LYO", "WES"), ("STP/NC", "STP/SC"), ("NOWHERE",)):
            sentence = describe_verdict(VARIANT, START, order, Verdict(refusal, places))
            assert sentence, text
            assert "None" not in sentence, text


def test_a_legal_order_needs_no_words() -> None:
    assert describe_verdict(VARIANT, START, parse_order("A PAR H"), Verdict()) == ""


def test_a_wrong_unit_says_what_stands_there() -> None:
    order = Hold(Piece.of("F PAR"))
    assert describe_verdict(VARIANT, START, order, Verdict(Refusal.NO_UNIT)) == (
        "there is no Fleet Paris: the unit there is the army in Paris"
    )


@one_by_one("kind", ReadingErrorKind)
def test_every_reading_error_has_words(kind: ReadingErrorKind) -> None:
    plain = describe_reading_error(VARIANT, "A Prais - Bur", ReadingError(kind, TextSpan(2, 5)))
    assert plain
    suggested = describe_reading_error(VARIANT, "A Prais - Bur", ReadingError(kind, TextSpan(2, 5), ("PAR", "PIC")))
    assert suggested == f"{plain}; did you mean Paris or Picardy?"


def test_an_order_that_is_not_complete_offers_a_whole_one() -> None:
    reading = read_order(VARIANT, START, "A Par", "FRANCE")
    assert reading.error is not None
    assert describe_reading_error(VARIANT, "A Par", reading.error) == 'the order is not complete; did you mean "A Par H"?'


@one_by_one("kind", AssumptionKind)
def test_every_assumption_has_words(kind: AssumptionKind) -> None:
    for meaning in ("", "BUR", "FRANCE", "A"):
        sentence = describe_assumption(VARIANT, "A Burg H", Assumption(kind, TextSpan(2, 4), meaning))
        assert '"Burg"' in sentence or kind is AssumptionKind.POWER_FROM_BOARD


def test_phases_captures_and_endings() -> None:
    assert describe_phase(VARIANT, Phase.of("S1901M")) == "Spring 1901, movement"
    assert describe_phase(VARIANT, Phase.of("F-0215R")) == "Fall 215 BC, retreats"
    assert {describe_phase_kind(kind) for kind in PhaseKind} == {"movement", "retreats", "builds and removals"}
    assert describe_capture(VARIANT, Capture("BEL", None, "FRANCE")) == "France takes Belgium"
    assert describe_capture(VARIANT, Capture("BEL", "GERMANY", "FRANCE")) == "France takes Belgium from Germany"
    assert describe_ending(VARIANT, Ending(("FRANCE",), "centres")) == "France wins alone by its centres"
    assert describe_ending(VARIANT, Ending(("ENGLAND", "FRANCE", "TURKEY"), "draw")) == "draw among England, France and Turkey by agreement"
    assert describe_ending(VARIANT, Ending((), "")) == "abandoned"
    assert describe_ending(VARIANT, Ending(("ITALY",), "the bank is full")) == "Italy wins alone (the bank is full)"


def test_what_a_title_says_of_the_end_is_not_said_again_below_it() -> None:
    three = ("ENGLAND", "FRANCE", "TURKEY")
    assert ending_details(VARIANT, Ending(("FRANCE", "ITALY"), "draw")) == ["by agreement"]
    assert ending_details(VARIANT, Ending(three, "draw")) == ["England, France and Turkey", "by agreement"], "its title counts them"
    assert ending_details(VARIANT, Ending(three, "draw"), named=3) == ["by agreement"]
    assert ending_details(VARIANT, Ending(("FRANCE",), "centres")) == ["by the number of centres"]
    assert ending_details(VARIANT, Ending(("ITALY",), "the bank is full")) == ["the bank is full"]
    assert [ending_details(VARIANT, Ending((), reason)) for reason in ("", "abandoned", "last year")] == [
        [],
        [],
        ["since the last year is over"],
    ]


def test_words_are_joined_as_people_do() -> None:
    assert [join_words(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
