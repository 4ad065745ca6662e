"""Mistakes planted in a correct board: each is found once, at its place, hides no other, and goes away where something safe mends it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from benchmarks.bench_compile_board import large_drawing, rules_of
from tests.quick import every, one_by_one
from tests.unit.variants.review.planted import PLANTED, Planted
from tests.unit.variants.review.twelve import Files
from variants.compile import compile_board, steps
from variants.compile.check_board import faults_of as drawn_faults
from variants.fault import Fault, FaultKind
from variants.review import read_review, review_as_text
from variants.shore_writing import apply_fix

every_mistake = pytest.mark.parametrize("planted", [pytest.param(each, id=each.name) for each in PLANTED])
some_quickly = pytest.mark.parametrize("planted", every(30, PLANTED), ids=lambda each: each.name)
BY_NAME = {each.name: each for each in PLANTED}


@cache
def faults_of(planted: Planted) -> tuple[Fault, ...]:
    """Return the faults that the review finds on the board with this mistake, which several tests look at."""
    return planted.plant(Files()).review().faults


@pytest.mark.slow
def test_the_board_itself_has_no_fault() -> None:
    assert Files().review().faults == ()


def test_there_are_more_than_thirty_kinds_and_fixes_for_more_than_twenty() -> None:
    assert len({each.kind for each in PLANTED}) > 50
    assert len({each.kind for each in PLANTED if each.mended}) > 30


@some_quickly
def test_a_mistake_is_reported_once_with_its_place(planted: Planted) -> None:
    faults = faults_of(planted)
    assert [(fault.kind, fault.places) for fault in faults] == [(planted.kind, planted.places)], [str(fault) for fault in faults]
    assert all(fault.line is not None or fault.point is not None for fault in faults)


@one_by_one("planted", every(40, [each for each in PLANTED if each.mended]), ids=lambda each: each.name)
def test_a_fix_takes_the_fault_away_and_adds_none(planted: Planted) -> None:
    files = planted.plant(Files())
    (fault,) = faults_of(planted)
    assert fault.fix is not None
    if fault.fix.file == "variant.toml":
        after = Files(files.svg, apply_fix(files.toml.encode(), fault.fix).decode())
    else:
        after = Files(apply_fix(files.svg.encode(), fault.fix).decode(), files.toml)
    assert [str(each) for each in after.review().faults] == []


@some_quickly
def test_nothing_is_offered_where_nothing_is_safe(planted: Planted) -> None:
    (fault,) = faults_of(planted)
    assert (fault.fix is not None) == planted.mended
    assert fault.fix is None or fault.fix.is_guess == planted.guess


@some_quickly
def test_a_kept_review_has_the_fixes_of_a_new_one(planted: Planted) -> None:
    found = planted.plant(Files()).review()
    assert [each.fault for each in read_review(review_as_text(found)).found] == [each.fault for each in found.found]


@pytest.mark.slow
@every_mistake
def test_an_error_hides_no_other(planted: Planted) -> None:
    """One in the drawing and one in the file of the variant, beside which every other mistake is found."""
    firsts = [BY_NAME["a key with a slip"], BY_NAME["a label with a slip"]]
    if planted.kind in (FaultKind.MISSING_FILE, FaultKind.DRAWING):
        firsts.pop()  # there is no drawing to look at, or no layer of it
    files = Files()
    for each in firsts:
        files = each.plant(files)
    faults = (files if planted in firsts else planted.plant(files)).review().faults
    assert {(fault.kind, fault.places) for fault in faults} == {(each.kind, each.places) for each in (*firsts, planted)}


@pytest.mark.slow
def test_a_slip_in_a_label_does_not_hide_that_two_provinces_no_longer_touch() -> None:
    slip, gap = BY_NAME["a label with a slip"], BY_NAME["a border with a gap"]
    found = {fault.kind for fault in slip.plant(gap.plant(Files())).review().faults}
    assert found == {FaultKind.LABEL, FaultKind.NO_BORDER}


@pytest.mark.slow
def test_a_province_without_any_list_is_one_fault_whose_fix_takes_all_of_the_drawing() -> None:
    files = Files().with_toml('army = ["DOV", "EAS", "SUD"]\n', "")
    for old, new in (
        ('["DOV", "INL"]\nfleet = ["NOR"', '["DOV"]\nfleet = ["NOR"'),
        ('["DOV", "INL"]\nfleet = ["SOU"', '["DOV"]\nfleet = ["SOU"'),
    ):
        files = files.with_toml(old, new)
    files = files.with_toml('"EAS", "INL", "SUD"]', '"EAS", "SUD"]')
    (fault,) = files.review().faults
    assert (fault.kind, fault.places) == (FaultKind.NO_NEIGHBOURS, ("INL",))
    assert fault.fix is not None
    mended = Files(files.svg, apply_fix(files.toml.encode(), fault.fix).decode())
    assert mended.review().faults == ()


@pytest.mark.parametrize(("end", "offered"), [("MIDD", True), ("QQQ", False)])
def test_an_end_of_an_edge_is_written_anew_where_a_code_is_near_and_never_taken_out(end: str, offered: bool) -> None:
    files = Files()
    toml = files.toml + f'\n[[edges]]\nfrom = "{end}"\nto = "ISL"\nunits = "F"\n'
    (fault,) = [each for each in Files(files.svg, toml).review().faults if each.kind is FaultKind.UNKNOWN_PLACE]
    assert (fault.fix is not None) == offered
    if fault.fix is not None:
        assert b'from = "MID"' in apply_fix(toml.encode(), fault.fix)


@pytest.mark.slow
def test_the_shore_of_a_land_is_looked_at_for_its_own_fault_and_not_for_each_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = large_drawing(60)
    made = compile_board(svg, rules_of(svg), "large.svg", names=False)
    looked: list[tuple[str, str]] = []
    along = steps._along_shore

    def counted(first: str, second: str, *rest: Any) -> Any:
        looked.append((first, second))
        return along(first, second, *rest)

    monkeypatch.setattr(steps, "_along_shore", counted)
    found = [fault for fault in drawn_faults(made, rules_of(svg), "large.svg") if fault.kind is FaultKind.TERRAIN]
    assert len(found) > 10
    assert made.board is not None
    assert len(looked) <= 2 * len(made.board.adjacency)
