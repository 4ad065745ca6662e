"""Rules that decide, on positions that chance seldom draws: the plain adjudicator and the other agree under each choice.

The positions stand in ``deciding_positions.txt``, a line each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from adjudicator import (
    ARMY,
    FLEET,
    Move,
    MovementOrder,
    PhaseKind,
    Position,
    Power,
    Rules,
    Terrain,
    UnitKind,
    Variant,
    adjudicate,
    rule_fields,
)
from adjudicator.legal import canonical_order
from adjudicator.notation import parse_order
from adjudicator.reference import Meaning, resolve_adjustments
from adjudicator.unit import DislodgedUnit, Unit
from adjudicator.variant import BuildPolicy, PowerRole
from tests.datc.corpus_files import corpus
from tests.quick import each_nth, few
from tests.unit.adjudicator.agreement import Given, compare
from tests.unit.adjudicator.small_boards import edges, orders, position, variant
from variants import standard

PAGE = Path(__file__).with_name("deciding_positions.txt")


def rows(section: str) -> list[list[str]]:
    """The lines of a section, each split into its parts; lines that begin with # are headings."""
    text = next(each for each in PAGE.read_text(encoding="utf-8").split("## ") if each.startswith(section))
    return [line.split(" | ") for line in text.splitlines()[1:] if line and not line.startswith("#")]


def under(board: Variant, issues: str) -> Iterator[Variant]:
    """*board* under each choice of each of *issues* with each of the others; ``nmr=disorder`` is that choice alone."""
    choices = {rule.issue: [f"{rule.issue}={choice.value}" for choice in rule.choices] for rule in rule_fields()}
    for rules in product(*(choices.get(issue, [issue]) for issue in issues.split())):
        yield replace(board, rules=Rules.of(" ".join(rules)))


def agree(board: Variant, where: Position, given: Given, text: str) -> None:
    try:
        compare(board, where, given)
    except AssertionError as difference:
        difference.add_note(f"{text} under {board.rules}")
        raise


@pytest.mark.slow
@pytest.mark.parametrize("part", few(range(4), 0))
def test_movement_under_each_choice_of_the_rule_that_decides(part: int) -> None:
    for rules, units, given in rows("Movement")[part::4]:
        for board in under(standard(), rules):
            agree(board, position(units), orders(given), given)


@each_nth(3, "choice", ["szykman", "1971", "1982", "2000", "all-hold"])
def test_paradoxes_of_convoys_under_each_rule_for_them(choice: str) -> None:
    board = replace(standard(), rules=Rules.of(f"4.A.2={choice}"))
    for case in corpus():
        if case.id.startswith("6.F.") and case.main.position.phase.kind is PhaseKind.MOVEMENT and len(case.main.orders) <= 7:
            given: Given = {}
            for each in case.main.orders:
                given.setdefault(each.power, []).append(each.order)
            agree(board, case.main.position, given, case.id)


AROUND_THE_SEA = position(
    "FRANCE F MAO, FRANCE F GAS, ITALY F WES, FRANCE F LYO, FRANCE A MAR, FRANCE F SPA/NC, RUSSIA F BOT, RUSSIA F BAR, RUSSIA A FIN, "
    "RUSSIA F STP/SC, RUSSIA A MOS, TURKEY F CON, TURKEY F AEG, TURKEY A SMY, ITALY A GRE, ITALY F ION, ITALY F ADR, ITALY A APU"
)


@pytest.mark.slow
def test_what_coasts_kinds_and_routes_mean_under_each_choice() -> None:
    for rules, texts in rows("Meaning"):
        given = [parse_order(text) for text in texts.split(", ")]
        given += [replace(order, via_convoy=False) for order in given if isinstance(order, Move) and order.route]
        for board in under(standard(), rules):
            meaning, wrong = Meaning(board, AROUND_THE_SEA), []
            for order in given:
                assert isinstance(order, MovementOrder)
                unit = AROUND_THE_SEA.unit_at(order.piece.location.province)
                power = unit.power if unit else "FRANCE"
                meant, verdict = canonical_order(board, AROUND_THE_SEA, power, order)
                if (meant if verdict else None) != meaning.movement(power, order):
                    wrong.append(str(order))
            assert wrong == [], board.rules


def test_where_a_dislodged_unit_may_go_under_each_choice() -> None:
    driven_out = [
        ("FRANCE A BUR", "MUN", False),
        ("RUSSIA A SWE", "NWY", True),
        ("FRANCE F MAO", "NAO", False),
        ("TURKEY F AEG", "EAS", False),
    ]
    dislodged = tuple(DislodgedUnit(Unit.of(unit), origin, by_convoy) for unit, origin, by_convoy in driven_out)
    standing = position("GERMANY A BUR, ENGLAND A SWE, ENGLAND F MAO, AUSTRIA F AEG, ITALY A PAR", "F1901R")
    barred = {"TURKEY F AEG R BUL/SC": "no", "FRANCE A BUR R RUH": "no"}
    for where in (
        replace(standing, dislodged=dislodged, contested=frozenset({"GAS"})),
        replace(standing, dislodged=dislodged, barred=barred),
    ):
        for rules, texts in rows("Retreat"):
            given = [parse_order(text, PhaseKind.RETREAT) for text in texts.split(", ")]
            for board in under(standard(), rules):
                meaning, wrong = Meaning(board, where), []
                for order, power in product(given, ("FRANCE", "RUSSIA", "TURKEY")):
                    meant, verdict = canonical_order(board, where, power, order)
                    if (meant if verdict else None) != meaning.retreat(power, order):
                        wrong.append(f"{power} {order}")
                assert wrong == [], board.rules


KING = UnitKind("K", "king", frozenset({Terrain.INLAND}))
KINGDOM = variant(
    "PAR inland FRANCE, BRE coast FRANCE, STP coast FRANCE NC SC, MAR inland FRANCE, BER inland GERMANY, KIE coast GERMANY, "
    "SPA coast centre, OUT coast site, DEP inland, RUH inland, ENG sea, NTH sea, FAR sea, ISL coast, WAL coast",
    edges(
        "PAR - BRE A, PAR - MAR AK, PAR - BER AK, BER > RUH AK, RUH > DEP AK, DEP - MAR A, BRE - ENG F, STP/NC - NTH F, STP/SC - ENG F, "
        "ENG > NTH F, NTH - FAR F, FAR - ISL F, SPA - ENG F, SPA - MAR A, OUT - ENG F, KIE - NTH F, KIE - BER A, WAL - FAR F, WAL - ENG F"
    ),
    kinds=(FLEET, ARMY, KING),
)
"""A kind that the sea is closed to, a fleet listed before the army, a place that borders on others in one direction alone."""
HOMES = dict.fromkeys(("PAR", "BRE", "STP", "MAR"), "FRANCE")


def agree_in_winter(boards: Iterator[Variant], where: Position, text: str) -> None:
    given = orders(text, PhaseKind.ADJUSTMENT)
    for board in boards:
        after = set(adjudicate(board, where, given).next.units)
        assert after == resolve_adjustments(board, where, given), f"{text} under {board.rules} {board.builds}"


@pytest.mark.slow
def test_winters_under_each_choice_of_the_rule_that_decides() -> None:
    """France owns its four home centres, and Spain where it wants to build there; Germany owns its own two."""
    for rules, units, texts in rows("Winter"):
        owners = {**HOMES, "BER": "GERMANY", "KIE": "GERMANY", "SPA": "FRANCE" if "SPA" in texts else "GERMANY"}
        for text in texts.split("; "):
            agree_in_winter(under(KINGDOM, rules), position(units, "W1901A", owners), text if text == "GERMANY" else f"FRANCE: {text}")


WINTER = position("GERMANY A DEP", "W1901A", {**HOMES, "MAR": "GERMANY", "BER": "FRANCE", "KIE": "GERMANY", "SPA": "FRANCE"})
SITES: Sequence[str] = ("A PAR", "A MAR", "A BER", "F KIE", "A KIE", "A SPA", "A OUT", "A DEP", "F STP", "K STP")


@pytest.mark.slow
@each_nth(5, "policy", list(BuildPolicy))
def test_where_units_can_be_built_under_each_policy_and_what_the_game_bars(policy: BuildPolicy) -> None:
    cored = replace(WINTER, counters={"core FRANCE SPA": 1, "core GERMANY KIE": 0, "core FRANCE BER": 0})
    barred = replace(WINTER, barred={"FRANCE A PAR B": "no", "FRANCE F STP/SC B": "no", "GERMANY A KIE B": "no"})
    homeless = replace(WINTER, owners={"SPA": "FRANCE", "PAR": "GERMANY", "BER": "FRANCE", "OUT": "FRANCE"})
    for where in (WINTER, cored, barred, homeless):
        for power, site in product(("FRANCE", "GERMANY"), SITES):
            deciding = "4.C.4" if site == "K STP" else "4.D.7"
            agree_in_winter(under(replace(KINGDOM, builds=policy), deciding), where, f"{power}: {site} B")


@pytest.mark.parametrize("role", list(PowerRole))
def test_what_nobody_plays_neither_builds_nor_goes_unless_too_many(role: PowerRole) -> None:
    powers = [Power("FRANCE", "France", "French", "F"), Power("GERMANY", "Germany", "German", "G", role)]
    game = replace(KINGDOM, powers={each.id: each for each in powers})
    for units in ("GERMANY A RUH", "GERMANY A RUH, GERMANY A DEP, GERMANY F FAR", "GERMANY A RUH, GERMANY A DEP"):
        where = position(units, "W1901A", {**HOMES, "BER": "GERMANY", "KIE": "GERMANY"})
        for text in ("", "GERMANY: A BER B", "GERMANY: A RUH D"):
            agree_in_winter(under(game, "nmr"), where, text)
