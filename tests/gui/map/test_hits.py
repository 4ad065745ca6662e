"""Every province can be hit, and what was touched is named right."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from app.qt.map.scene import BoardScene
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard, picture

BOARD = drawn_standard()


@pytest.mark.parametrize("code", list(BOARD.provinces))
def test_a_province_is_hit_at_each_of_its_places(scene: BoardScene, code: str) -> None:
    shape = BOARD.provinces[code]
    places = [*shape.units.values(), *([shape.supply] if shape.supply is not None else [])]
    for x, y in places:
        assert scene.hits.province_at(x, y) == code


def test_impassable_ground_and_the_outside_are_nothing(scene: BoardScene) -> None:
    # Within Switzerland, half way from Marseilles to Vienna's south.
    x, y = (sum(BOARD.provinces[code].units[""][axis] for code in ("BUR", "PIE", "TYR", "MUN")) / 4 for axis in (0, 1))
    assert scene.hits.province_at(x, y) is None
    assert scene.hits.province_at(-5, 10) is None
    assert scene.hits.province_at(10, BOARD.height + 5) is None


def test_a_near_miss_counts_within_ten_pixels_of_a_place(scene: BoardScene) -> None:
    x, y = BOARD.provinces["PAR"].units[""]
    assert scene.hits.nearest_place(x + 6, y, 10) == "PAR"
    assert scene.hits.nearest_place(-500, -500, 10) is None


def test_the_nearest_coast_is_named(scene: BoardScene) -> None:
    for coast in ("NC", "SC"):
        x, y = BOARD.provinces["STP"].units[coast]
        assert scene.hits.coast_at("STP", x, y) == coast
    assert scene.hits.coast_at("PAR", 0, 0) is None


def test_the_symbol_of_a_unit_is_told_apart_from_its_ground(scene: BoardScene) -> None:
    x, y = BOARD.provinces["PAR"].units[""]
    on_unit = scene.touch_at(QPointF(x, y))
    assert str(on_unit.unit) == "FRANCE A PAR"
    left, top, _, _ = BOARD.provinces["SPA"].bounds
    on_ground = scene.touch_at(QPointF(*BOARD.provinces["SPA"].units[""]))
    assert on_ground.unit is None
    assert on_ground.province == "SPA"
    assert left > 0
    assert top > 0


def test_a_dislodged_unit_is_told_apart_from_the_one_that_took_its_place(scene: BoardScene) -> None:
    scene.show_picture(picture(others=("FRANCE A BEL",), dislodged=("ENGLAND A BEL < PIC",), phase="S1901R"))
    assert scene.plan is not None
    for each in scene.plan.units:
        touch = scene.touch_at(QPointF(*each.at))
        assert touch.unit == each.unit
        assert touch.dislodged == each.displaced


def test_an_arrow_is_hit_along_its_course(scene: BoardScene) -> None:
    scene.show_picture(ALL_KINDS)
    assert scene.plan is not None
    arrow = next(each for each in scene.plan.orders if str(each.drawn.order) == "A MOS - LVN")
    x, y = arrow.line[len(arrow.line) // 2]
    touch = scene.touch_at(QPointF(x, y))
    assert touch.order is not None
    assert str(touch.order.order) == "A MOS - LVN"
