"""Every case of the conformance corpus, by its number, and every alternative outcome it states."""

from __future__ import annotations

import variants
from adjudicator import adjudicate
from adjudicator.conformance import Case, CaseOption, run_case, run_option
from adjudicator.notation import AssumptionKind, read_order
from adjudicator.order import Order
from tests.datc.corpus_files import corpus
from tests.quick import one_by_one

STANDARD = variants.standard()
OPTIONS = [(case, option, choice) for case in corpus() for option in case.options if option.stated for choice in option.choices]
OTHER_WORDS = {(f"6.F.{number}", "4.A.2") for number in (17, 23, 24, 29)}
"""Cases in which we say of a unit that it had nowhere to go, or of a convoy that a rulebook spares that it was available."""


@one_by_one("case", corpus(), ids=lambda case: case.id)
def test_datc(case: Case) -> None:
    report = run_case(STANDARD, case)
    assert report.faults == ()
    assert report.words == ()


@one_by_one(("case", "option", "choice"), OPTIONS, ids=[f"{case.id}-{option.issue}-{choice}" for case, option, choice in OPTIONS])
def test_datc_option(case: Case, option: CaseOption, choice: str) -> None:
    report = run_option(STANDARD, case, option, choice)
    assert report.faults == ()
    assert not report.words or (case.id, option.issue) in OTHER_WORDS


@one_by_one("case", corpus(), ids=lambda case: case.id)
def test_the_long_form_reads_as_the_same_outcome(case: Case) -> None:
    """The orders as DATC prints them, through the lenient reader."""
    scene = case.main
    orders: dict[str, list[Order]] = {}
    for typed, given in zip(case.typed, scene.orders, strict=True):
        _, _, text = typed.partition(": ")
        reading = read_order(STANDARD, scene.position, text, given.power)
        # Many people write a support to hold as "YOR - YOR"; the reader says so, DATC 6.A.5 means the move.
        meant = given.order if any(each.kind is AssumptionKind.SUPPORT_TO_STAY for each in reading.assumptions) else reading.order
        if meant is not None:
            orders.setdefault(given.power, []).append(meant)
    resolution = adjudicate(STANDARD, scene.position, orders)
    assert tuple(str(unit) for unit in resolution.next.units) == scene.after


def test_the_corpus_is_whole() -> None:
    cases = corpus()
    assert len([case for case in cases if case.id.startswith("6.")]) == 176
    assert len(cases) == 184
    assert len({case.id for case in cases}) == 184
    assert len([case for case in cases if case.options]) >= 63


def test_every_case_with_dislodged_units_that_can_retreat_names_all_retreats() -> None:
    for case in corpus():
        for unit, (origin, targets) in (case.main.retreats or {}).items():
            assert unit in case.main.dislodged
            assert origin.removesuffix(" VIA") in STANDARD.board.provinces
            assert len(set(targets)) == len(targets)
