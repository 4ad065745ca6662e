"""Report on a conformance case with an unexpected result, and the effect of a stated alternative in one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.conformance import Case, CaseOption, actual_words, read_corpus, rules_for, run_case
from adjudicator.rules import Rules
from variants import standard

CASE = """
[[case]]
id = "1"
title = "an army lands in Belgium, and two others bounce in Burgundy"
tags = ["convoy"]
phase = "S1901M"
units = ["England A YOR", "England F NTH", "England F ENG", "France A BEL", "France A GAS", "Germany A MUN"]
orders = [
  "Germany F ENG S A YOR - BEL", "England A YOR - BEL", "England F NTH C A YOR - BEL", "England F ENG S A YOR - BEL",
  "France A BEL H", "France A GAS - BUR",
  "Germany A MUN - BUR", "Germany A BER H",
]
typed = ["England: Army Yorkshire - Belgium"]
expect = ["illegal", "succeeds", "available", "given", "dislodged", "fails", "fails", "illegal"]
after = ["England A BEL", "England F ENG", "England F NTH", "France A GAS", "Germany A MUN"]
dislodged = [{ unit = "France A BEL", attacker_from = "YOR", via_convoy = true, retreats = ["RUH", "HOL", "PIC"] }]
contested = ["BUR"]
"""
RETREAT = """
[case.retreat]
phase = "S1901R"
units = ["England A BEL", "England F ENG", "England F NTH", "France A GAS", "Germany A MUN"]
dislodged = [{ unit = "France A BEL", attacker_from = "YOR", via_convoy = true, retreats = ["HOL", "PIC", "RUH"] }]
contested = ["BUR"]
orders = ["France A BEL R BUR"]
typed = []
expect = ["illegal"]
after = ["England A BEL", "England F ENG", "England F NTH", "France A GAS", "Germany A MUN"]
disbanded = ["France A BEL"]
"""
WINTER = """
[[case]]
id = "2"
title = "an army is built, one is removed by rule, for the removal names no unit"
phase = "W1901A"
units = ["Germany A KIE", "Germany A BER", "Italy A ROM", "Italy A PAR", "Italy A NAP"]
centers = { Germany = ["KIE", "BER", "MUN"], Italy = ["ROM", "NAP"] }
orders = ["Germany BUILD A MUN", "Italy REMOVE A VEN"]
typed = []
expect = ["succeeds", "illegal"]
after = ["Germany A BER", "Germany A KIE", "Germany A MUN", "Italy A NAP", "Italy A ROM"]
auto_removed = ["Italy A PAR"]
"""

OTHERS = "'ENGLAND F ENG', 'ENGLAND F NTH', 'FRANCE A GAS', 'GERMANY A MUN']"
LANDED = f"['ENGLAND A BEL', {OTHERS}"
ELSEWHERE = f"['ENGLAND A PIC', {OTHERS}"
GONE_BACK = LANDED.replace("'FRANCE A GAS'", "'FRANCE A BUR', 'FRANCE A GAS'")
STANDING = "['GERMANY A %s', 'GERMANY A KIE', 'GERMANY A MUN', 'ITALY A NAP', 'ITALY A ROM']"
BEGINS = "(<PhaseKind.RETREAT: 'R'>, %s, frozenset({'%s'}))"
WAYS = "FRANCE A BEL should retreat from %s, retreats from ('YOR VIA', ('HOL', 'PIC', 'RUH'))"
WRONG: list[tuple[str, str, str, list[str]]] = [
    (CASE + RETREAT, "", "", []),
    (WINTER, "", "", []),
    (CASE, 'after = ["England A BEL"', 'after = ["England A PIC"', [f"units should be {ELSEWHERE}, are {LANDED}"]),
    (
        CASE + RETREAT,
        'units = ["England A BEL"',
        'units = ["England A PIC"',
        [
            f"the retreat phase should begin with {BEGINS % (ELSEWHERE, 'BUR')}, begins with {BEGINS % (LANDED, 'BUR')}",
            f"units should be {LANDED}, are {ELSEWHERE}",
        ],
    ),
    (CASE, '"YOR", via', '"LON", via', [WAYS % "('LON VIA', ('HOL', 'PIC', 'RUH'))"]),
    (CASE, "convoy = true", "convoy = false", [WAYS % "('YOR', ('HOL', 'PIC', 'RUH'))"]),
    (CASE, '"HOL", "PIC"', '"HOL"', [WAYS % "('YOR VIA', ('HOL', 'RUH'))"]),
    (CASE, 'unit = "France A BEL"', 'unit = "France A GAS"', ["dislodged should be ['FRANCE A GAS'], are ['FRANCE A BEL']"]),
    (CASE, 'contested = ["BUR"]', 'contested = ["PIC"]', ["contested should be ['PIC'], is ['BUR']"]),
    (
        CASE + RETREAT,
        'contested = ["BUR"]\norders',
        'contested = ["RUH"]\norders',
        [
            f"the retreat phase should begin with {BEGINS % (LANDED, 'RUH')}, begins with {BEGINS % (LANDED, 'BUR')}",
            f"units should be {LANDED}, are {GONE_BACK}",
            "disbanded should be ['FRANCE A BEL'], are []",
            "France A BEL R BUR: should be 'illegal', is 'succeeds'",
        ],
    ),
    (CASE, '"succeeds"', '"fails"', ["England A YOR - BEL: should be 'fails', is 'succeeds'"]),
    (CASE, '"illegal"]', '"fails"]', []),  # DATC itself uses the two words alike,
    (CASE, '"illegal"]', '"stands"]', ["Germany A BER H: should be 'stands', is 'illegal'"]),
    (CASE, '"illegal"]', '"fails dislodged"]', ["Germany A BER H: should be 'fails dislodged', is 'illegal'"]),
    (CASE, '"given"', '"cut"', ["listed: England F ENG S A YOR - BEL: cut, given"]),  # and its words for supports and convoys do not bind.
    (CASE, '["illegal"', '["fails"', ["listed: Germany F ENG S A YOR - BEL: fails, illegal"]),
    (CASE, '"available"', '"fails"', ["listed: England F NTH C A YOR - BEL: fails, available"]),
    (
        CASE + RETREAT,
        'disbanded = ["France A BEL"]',
        'disbanded = ["France A GAS"]',
        ["disbanded should be ['FRANCE A GAS'], are ['FRANCE A BEL']"],
    ),
    (WINTER, 'after = ["Germany A BER"', 'after = ["Germany A BOH"', [f"units should be {STANDING % 'BOH'}, are {STANDING % 'BER'}"]),
    (WINTER, 'auto_removed = ["Italy A PAR"]', "", ["removed by rule should be [], are ['ITALY A PAR']"]),
    (WINTER, '["Italy A PAR"]', '["Italy A ROM"]', ["removed by rule should be ['ITALY A ROM'], are ['ITALY A PAR']"]),
]
"""Replacements of right values, and the report on each."""


def case_of(text: str) -> Case:
    (found,) = read_corpus(text)
    return found


def test_a_case_that_does_not_come_out_as_expected_says_what_differs() -> None:
    told = []
    for text, right, wrong, _ in WRONG:
        assert right in text
        report = run_case(standard(), case_of(text.replace(right, wrong)))
        listed = [f"listed: {each.order}: {each.expected}, {each.actual}" for each in report.words if not each.binding]
        told.append((text, right, wrong, [*report.faults, *listed]))
        assert report.passed == (not report.faults)
    assert told == WRONG


def test_a_case_has_its_tags_and_its_orders_as_people_write_them() -> None:
    assert (case_of(CASE).tags, case_of(WINTER).tags) == (("convoy",), ())
    assert case_of(CASE).typed == ("England: Army Yorkshire - Belgium",)


def test_words_that_differ_in_the_retreats_are_listed_as_well() -> None:
    text = CASE + RETREAT.replace('orders = ["', 'orders = ["England F NTH S A BEL", "').replace('expect = ["', 'expect = ["given", "')
    report = run_case(standard(), case_of(text))
    assert [(each.order, each.actual) for each in report.words] == [("England F NTH S A BEL", "illegal")]
    assert len(report.resolutions) == 2


def test_a_case_has_a_word_for_every_order() -> None:
    with pytest.raises(ValueError, match="zip"):
        run_case(standard(), case_of(CASE.replace('["illegal", ', "[")))


def test_an_order_that_does_not_count_is_none_that_its_unit_was_given_by_default() -> None:
    """DATC 4.D.3: of several orders none counts, and the unit holds; so nobody told it to."""
    case = case_of(CASE.replace('"Germany A BER H"', '"France A GAS H"'))
    game = replace(standard(), rules=Rules.of("4.D.3=c"))
    words = actual_words(game, case.main, run_case(game, case).resolutions[0])
    assert dict(zip((given.text for given in case.main.orders), words, strict=True))["France A GAS H"] == "illegal"


def option_of(text: str, lines: str) -> tuple[Case, CaseOption]:
    case = case_of(f'{text}[[case.option]]\nissue = "4.A.5"\nchoice = ["a", "b"]\nlabel = "never"\n{lines}')
    (option,) = case.options
    assert (option.issue, option.choices, option.label) == ("4.A.5", ("a", "b"), "never")
    return case, option


@pytest.mark.parametrize(("outcome", "stated"), [("as main", True), ("not stated", False)])
def test_an_alternative_that_states_nothing_else_is_as_the_main_case(outcome: str, stated: bool) -> None:
    case, option = option_of(CASE + RETREAT, f'outcome = "{outcome}"\nafter = ["Italy A ROM"]')
    assert (option.stated, option.main, option.retreat) == (stated, case.main, case.retreat)


WORDS = ("illegal", "succeeds", "available", "given", "dislodged", "fails", "fails", "illegal")
CHANGES: list[tuple[str, str, dict[str, object]]] = [
    (CASE, 'changes = { "France A BEL H" = "stands" }', {"words": (*WORDS[:4], "stands", *WORDS[5:])}),
    (CASE, f"expect = {['fails'] * 8}", {"words": ("fails",) * 8}),
    (CASE, 'after = ["Italy A ROM", "Austria F TRI"]', {"after": ("AUSTRIA F TRI", "ITALY A ROM")}),
    (CASE, 'dislodged = ["France A GAS"]', {"dislodged": ("FRANCE A GAS",), "retreats": None, "contested": None}),
    (CASE, 'auto_removed = ["France A GAS"]', {"auto_removed": ("FRANCE A GAS",)}),
    (CASE + RETREAT, 'changes = { "France A BEL R BUR" = "stands" }', {"retreats": None}),
]


def test_an_alternative_changes_what_it_states_and_no_more() -> None:
    for text, lines, changes in CHANGES:
        case, option = option_of(text, f'outcome = "differs"\n{lines}')
        assert option.stated
        assert option.main == replace(case.main, **changes), lines  # type: ignore[arg-type]
        assert option.retreat is None, lines


def test_an_alternative_can_change_the_retreats_as_well() -> None:
    changes = 'retreat_changes = { "France A BEL R BUR" = "fails" }\nretreat_after = ["Italy A ROM"]'
    case, option = option_of(CASE + RETREAT, f'outcome = "differs"\n{changes}\nexpect = {["fails"] * 8}')
    assert case.retreat is not None
    assert option.retreat == replace(case.retreat, words=("fails",), after=("ITALY A ROM",), dislodged=())
    assert option.main == replace(case.main, words=("fails",) * 8, retreats=None)


def test_rules_are_set_by_the_words_of_the_corpus() -> None:
    assert rules_for("4.A.2", "all-hold") == Rules.of("4.A.2=all-hold")
    for issue, choice in (("4.A.3", "maybe"), ("9.Z", "a")):
        with pytest.raises(ValueError, match=f"{issue} has no choice '{choice}'"):
            rules_for(issue, choice)


@pytest.mark.parametrize("text", ["", "case = 1", '[[case]]\nid = "1"'])
def test_what_is_no_corpus_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a corpus of cases"):
        read_corpus(text)
