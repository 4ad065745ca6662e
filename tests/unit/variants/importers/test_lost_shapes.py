"""Provinces without a shape, and several with one."""

from __future__ import annotations

import pytest
import shapely

from variants.importers.draft import ImportReport
from variants.importers.lost_shapes import divide_twins, draw_disc, usable_spots

VIEW = (0.0, 0.0, 1000.0, 800.0)


def test_places_off_the_page_and_those_that_all_share_say_nothing() -> None:
    spots = {"AAA": (0.0, 0.0), "BBB": (0.0, 0.0), "CCC": (5.0, 5.0), "DDD": (9.0, 9.0), "EEE": (9.0, 9.0), "FFF": (9.0, 9.0)}
    assert usable_spots(spots, VIEW) == {"CCC": (5.0, 5.0)}


def test_a_disc_stands_near_its_neighbours_and_on_nobodys_middle() -> None:
    drawn = {code: shapely.box(x, 100, x + 100, 200) for code, x in (("AAA", 100), ("BBB", 200), ("CCC", 800))}
    disc = draw_disc(VIEW, None, ["AAA", "BBB"], drawn, 20.0)
    assert disc.distance(drawn["AAA"]) < 60
    assert disc.distance(drawn["BBB"]) < 60
    assert all(not disc.intersects(shape.centroid) for shape in drawn.values())
    assert all(shapely.intersection(disc, shape).area == pytest.approx(0, abs=1e-6) for shape in drawn.values())


def test_many_discs_beside_one_neighbour_do_not_cover_one_another() -> None:
    drawn = {"AAA": shapely.box(400, 300, 600, 500)}
    for number in range(12):
        drawn[f"X{number}"] = draw_disc(VIEW, None, ["AAA"], drawn, 18.0)
    assert all(drawn[f"X{number}"].area > 0.5 * 18 * 18 for number in range(12))
    assert shapely.box(*VIEW).contains(shapely.union_all(list(drawn.values())))


@pytest.mark.parametrize("count", [2, 3, 7])
@pytest.mark.parametrize("placed", [True, False])
def test_a_shape_of_several_provinces_is_divided_wholly_and_fairly(count: int, placed: bool) -> None:
    shape = shapely.Polygon([(0, 0), (400, 0), (400, 90), (200, 90), (200, 200), (0, 200)])
    codes = [f"P{number}" for number in range(count)]
    spots = {code: (10.0 + 25 * at, 20.0 + 2 * at) for at, code in enumerate(codes)} if placed else {}
    shapes = {**dict.fromkeys(codes, shape), "FAR": shapely.box(500, 500, 600, 600)}
    report = ImportReport()
    divide_twins(shapes, spots, "twins.svg", report)
    assert shapely.union_all([shapes[code] for code in codes]).area == pytest.approx(shape.area)
    assert sum(shapes[code].area for code in codes) == pytest.approx(shape.area)
    assert shapes["FAR"].area == 10_000
    assert len(report.lines()) == 1
    for code in codes:
        if placed:
            assert shapes[code].contains(shapely.Point(spots[code]))
        else:
            assert shapes[code].area == pytest.approx(shape.area / count, rel=0.01)
