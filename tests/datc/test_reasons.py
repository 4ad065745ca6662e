"""Every order of every case of the corpus, under every choice it names, is explained as the page of reasons says."""

from __future__ import annotations

import variants
from adjudicator import ReasonKind, Result, adjudicate
from adjudicator.conformance import Case
from tests.datc.corpus_files import corpus
from tests.datc.reasons import PAGE, reasons_of
from tests.quick import one_by_one

EXPECTED = {part.split(" ", 1)[0]: part for part in PAGE.read_text(encoding="utf-8").split("\n\n")}


@one_by_one("case", corpus(), ids=lambda case: case.id)
def test_each_order_gets_its_result_for_its_reason(case: Case) -> None:
    assert reasons_of(variants.standard(), case).splitlines() == EXPECTED[case.id].strip("\n").splitlines()


def test_no_case_is_left_out_of_the_page() -> None:
    assert list(EXPECTED) == [case.id for case in corpus()]


@one_by_one("case", corpus(), ids=lambda case: case.id)
def test_a_reason_agrees_with_the_result_it_is_for(case: Case) -> None:
    """A success had more strength than was against it, a failure had not; every unit that is named as the cause was there."""
    scene = case.main
    orders: dict[str, list[object]] = {}
    for given in scene.orders:
        orders.setdefault(given.power, []).append(given.order)
    for outcome in adjudicate(variants.standard(), scene.position, orders).outcomes:  # type: ignore[arg-type]
        for reason in outcome.reasons:
            assert set(reason.by) <= set(scene.position.units)
            assert outcome.unit not in reason.by or reason.kind is ReasonKind.PARADOX
            if reason.strength is None or reason.against is None:
                continue
            assert reason.by
            moves = not {Result.BOUNCE, Result.OK}.isdisjoint(outcome.results) and hasattr(outcome.order, "via_convoy")
            if reason.kind is ReasonKind.DISLODGED_BY:
                assert reason.against > reason.strength
            elif reason.kind is ReasonKind.PREVAILED and moves:
                assert reason.strength > reason.against
            elif reason.kind in (ReasonKind.BOUNCED_OFF_UNIT, ReasonKind.BOUNCED_OFF_MOVE, ReasonKind.LOST_HEAD_TO_HEAD):
                assert reason.strength <= reason.against
