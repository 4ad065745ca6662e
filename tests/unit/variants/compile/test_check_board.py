"""Report to a designer on a drawing and the variant played on it."""

from __future__ import annotations

import pytest

from tests.unit.variants.compile.small_drawings import ANCHORS, COASTS, drawing, island
from variants import shipped_ids, standard
from variants.catalogue import shipped_drawing
from variants.compile.check_board import check_board


def told(svg: str) -> list[str]:
    return [str(fault) for fault in check_board(svg.encode(), island().board, "small.svg")]


def test_a_drawing_that_agrees_with_its_variant_has_no_faults() -> None:
    apart = '<g inkscape:label="bridges"><path inkscape:label="bay-eas" data-cut="1" d="M1,1 L2,2"/></g>'
    assert told(drawing(more=ANCHORS + COASTS + apart)) == []


def test_a_border_that_nothing_may_cross_is_named_with_its_length_and_place() -> None:
    (fault,) = told(drawing())
    assert fault.startswith("small.svg: <bay-eas> at (400, 200) BAY and EAS touch for 200 units, and nothing may go between them")


@pytest.mark.slow
def test_the_standard_board_has_no_faults() -> None:
    assert "standard" in shipped_ids()
    assert check_board(shipped_drawing("standard"), standard().board, "standard.svg") == ()


def test_a_border_that_the_variant_lacks_is_named_with_its_place() -> None:
    cut = '<g inkscape:label="bridges"><path inkscape:label="bay-sea" d="M1,1 L2,2"/></g>'
    found = told(drawing(more=ANCHORS + COASTS + cut))
    assert any("<bay-sea> at" in each and "BAY and SEA touch for 0 units, and nothing may go" in each for each in found), found


def test_a_step_that_the_drawing_lacks_is_named() -> None:
    cut = '<g inkscape:label="bridges"><path inkscape:label="eas-wes" data-cut="1" d="M1,1 L2,2"/></g>'
    found = told(drawing(more=ANCHORS + COASTS + cut))
    assert any("EAS and WES do not touch, and units may go between them; expected a common border, or a bridge" in each for each in found)


def test_units_on_top_of_one_another_are_named() -> None:
    close = ANCHORS + '<g inkscape:label="anchors"><circle inkscape:label="unit:wes" cx="199" cy="150" r="1"/></g>'
    found = told(drawing(more=close.replace('cx="300"', 'cx="203"')))
    assert any("cover one another" in each for each in found), found
