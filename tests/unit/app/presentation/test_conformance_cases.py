"""Every conformance case as the DATC page shows it, and as a board that is played."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.conformance import Case
from adjudicator.phase import PhaseKind
from app.game.edits import process
from app.presentation.conformance_cases import board_of, matches, run, ways
from tests.datc.corpus_files import corpus
from tests.quick import one_by_one
from variants.catalogue import standard


@one_by_one("case", corpus(), ids=lambda case: case.id)
def test_a_case_is_shown_as_passed_in_every_way_and_its_board_plays_to_the_expected_position(case: Case) -> None:
    for way in ways(case):
        ran = run(standard(), case, way)
        assert ran.report.passed, way.words
        for part in ran.parts:
            assert [row.text for row in part.orders] == [given.text for given in part.scene.orders]
            assert all(row.is_right for row in (*part.orders, *part.positions)), way.words
            played = process(board_of(standard(), ran, part))
            resolution = played.line()[0].resolution
            assert resolution is not None
            assert tuple(str(unit) for unit in resolution.next.units) == part.scene.after, way.words


def test_a_case_with_retreats_has_two_parts_and_alternatives_are_ways_of_their_own() -> None:
    with_retreat = next(case for case in corpus() if case.retreat is not None)
    parts = run(standard(), with_retreat, ways(with_retreat)[0]).parts
    assert [part.scene.position.phase.kind for part in parts] == [PhaseKind.MOVEMENT, PhaseKind.RETREAT]
    stated = sum(len(ways(case)) > 1 for case in corpus())
    assert stated >= 40


def test_what_does_not_come_out_as_expected_is_marked_where_it_differs() -> None:
    case = next(case for case in corpus() if case.id == "6.A.1")
    wrong = replace(case, main=replace(case.main, words=("succeeds",), after=("ENGLAND F PIC",)))
    ran = run(standard(), wrong, ways(wrong)[0])
    assert not ran.report.passed
    (order,) = ran.parts[0].orders
    assert (order.expected, order.actual, order.is_right) == ("succeeds", "illegal", False)
    assert {(row.what, row.expected, row.actual) for row in ran.parts[0].positions} == {
        ("English Fleet North Sea", "—", "stands"),
        ("English Fleet Picardy", "stands", "—"),
    }


def test_cases_are_found_by_number_title_and_orders() -> None:
    assert [case.id for case in corpus() if matches(case, "6.A.1")][:2] == ["6.A.1", "6.A.10"]
    assert any(case.id == "6.A.2" for case in corpus() if matches(case, "open sea"))
    assert all("F NTH" in " ".join(given.text for given in case.main.orders) for case in corpus() if matches(case, "england nth"))
    assert not any(matches(case, "no such words") for case in corpus())
