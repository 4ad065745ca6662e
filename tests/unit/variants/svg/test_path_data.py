"""Path data is read as another reader reads it, and what has no end is given up."""

from __future__ import annotations

import math
import random

import pytest
import shapely
import svgelements

from tests.quick import one_by_one
from variants.svg.element import Element
from variants.svg.paths import MOST_POINTS, lines_of
from variants.svg.read_xml import read_xml
from variants.svg.transforms import Point, ShapeError, matrix_of


def path(data: str, transform: str = "") -> Element:
    return Element("path", {"d": data, "transform": transform}, 1)


def read(data: str, transform: str = "") -> list[list[Point]]:
    element = path(data, transform)
    return lines_of(element, matrix_of(element), 0.5)


def by_library(data: str, transform: str) -> list[list[Point]]:
    """The ends of all steps, a list for each subpath, as another reader has them."""
    drawn = svgelements.Path(data) * svgelements.Matrix(transform)
    drawn.reify()
    found: list[list[Point]] = []
    for step in drawn:
        if type(step).__name__ == "Move":
            found.append([])
        found[-1].append((float(step.end.x), float(step.end.y)))
    return found


def passes(line: list[Point], stops: list[Point]) -> bool:
    """Return True if *line* comes by all *stops*, one after the other, and begins and ends with them."""
    rest = iter(line)
    met = all(any(math.dist(stop, point) < 1e-9 for point in rest) for stop in stops)
    return met and math.dist(line[0], stops[0]) < 1e-9 and math.dist(line[-1], stops[-1]) < 1e-9


def anything(chance: random.Random) -> str:
    """A path of every step but arcs, with numbers as tightly written as Inkscape's."""
    parts = [f"M{chance.randint(0, 99)},{chance.randint(0, 99)}"]
    for _ in range(40):
        letter = chance.choice("mMlLhHvVzZcCqQ")
        count = {"h": 1, "v": 1, "z": 0, "c": 6, "q": 4}.get(letter.lower(), 2) * (1 if letter in "zZ" else chance.randint(1, 3))
        numbers = [f"{chance.uniform(-50, 50):.{chance.randint(0, 3)}f}" for _ in range(count)]
        parts.append(letter + " ".join(numbers).replace(" -", "-"))
    return "".join(parts)


@pytest.mark.parametrize("transform", ["", "rotate(30) translate(5,-7) scale(1.5,-2)"])
@pytest.mark.parametrize("seed", range(6))
def test_every_step_ends_where_another_reader_has_it_end(seed: int, transform: str) -> None:
    data = anything(random.Random(seed))
    ours, theirs = read(data, transform), by_library(data, transform)
    assert len(ours) == len(theirs)
    assert all(passes(line, stops) for line, stops in zip(ours, theirs, strict=True))


SHAPES = [
    "M0,0c0,30 30,30 30,0s30,-30 30,0S80,9 90,0z",
    "M0,0q15,30 30,0t30,0T90,5z",
    "M9,9a20,10 30 0 1 30,5a20,10 30 1030,5A5,9 0 1 1 9,30z",
    "M0,0a1,1 0 0 1 40,0 3,3 0 010,40z",
    "M0,0a0,5 0 0 1 40,0l5,5z",
    "M1e1,-.5l+3-4.5.5.25z",
    "m5,5 10,0 0,10z m20,20 5,0 0,5z",
]


@pytest.mark.parametrize("transform", ["", "rotate(30) translate(5,-7) scale(2)"])
@pytest.mark.parametrize("data", SHAPES)
def test_curves_and_arcs_run_where_another_reader_has_them_run(data: str, transform: str) -> None:
    ours = shapely.multilinestrings([shapely.linestrings(line) for line in read(data, transform)])
    drawn = svgelements.Path(data) * svgelements.Matrix(transform)
    drawn.reify()
    curves = [step for step in drawn if type(step).__name__ not in ("Move", "Line", "Close")]
    points = [shapely.Point(step.point(at / 20).x, step.point(at / 20).y) for step in curves for at in range(21)]
    assert all(shapely.distance(point, ours) < 0.5 for point in points)
    assert all(passes(line, stops) for line, stops in zip(read(data, transform), by_library(data, transform), strict=True))


def test_a_smooth_step_after_another_kind_of_curve_begins_straight() -> None:
    assert read("M0,0Q15,30 30,0S40,9 60,0") == read("M0,0Q15,30 30,0C30,0 40,9 60,0")


@one_by_one(
    ("data", "place"),
    [
        ("M0,0 l1", "'l1'"),
        ("M0,0 C1,2 3,4", "'C1,2 3,4'"),
        ("l1,1 2,2", "'l1,1 2,2'"),
        ("5 m1,1", "'5 m1,1'"),
        ("M0,0 l1,NaN", "'l1,N"),
        ("m0,0 z 5", "'z 5'"),
        ("M0,0 H", "'H'"),
        ("M0,0 a1,1 0 2 0 5,5", "'a1,1 0 2 0 5,5'"),
        ("M0,0 a1,1 0 0 0 5", "'a1,1 0 0 0 5'"),
        ("nothing", "'nothing'"),
    ],
)
def test_what_is_no_path_data_is_told_with_the_step_at_which_it_ends(data: str, place: str) -> None:
    with pytest.raises(ShapeError) as caught:
        read(data)
    assert str(caught.value).startswith(f"its path data cannot be read: {place}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        pytest.param("M0,0 l1,1" + "z" * (MOST_POINTS + 9), id="closings"),
        pytest.param("M0,0" + "h1" * (MOST_POINTS + 9), id="short steps", marks=pytest.mark.slow),
        pytest.param("M0,0c" + "9,90 90,9 99,99 " * (MOST_POINTS // 3), id="curves", marks=pytest.mark.slow),
        pytest.param("M0,0h1v1z" * (MOST_POINTS // 2), id="squares", marks=pytest.mark.slow),
        pytest.param("M0,0a1,1 0 0 0 1,1" + "z" * (MOST_POINTS + 9), id="closings after an arc", marks=pytest.mark.slow),
        pytest.param("M0,0a" + "1,1 0 0 0 1,1 " * MOST_POINTS, id="arcs", marks=pytest.mark.slow),
    ],
)
def test_a_path_without_end_is_given_up_at_a_number_of_points(data: str) -> None:
    with pytest.raises(ShapeError, match="too many points"):
        read(data)


@pytest.mark.parametrize(
    ("shape", "bounds"),
    [
        ('<rect width="100%" height="50%"/>', (0, 0, 640, 220)),
        ('<rect x="1in" y="10mm" width="96px" height="2.54cm"/>', (96, 37.8, 192, 133.8)),
        ('<circle cx="50%" cy="50%" r="10"/>', (310, 210, 330, 230)),
    ],
)
def test_lengths_are_shares_of_the_page_or_in_the_units_of_print(shape: str, bounds: tuple[float, ...]) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 440"><g>{shape}</g></svg>'
    (drawn,) = read_xml(svg.encode(), "x.svg").children[0].children
    assert shapely.MultiLineString(lines_of(drawn, None, 0.1)).bounds == pytest.approx(bounds, abs=0.1)


def test_a_share_of_a_page_without_a_size_is_a_fault() -> None:
    (drawn,) = read_xml(b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="50%"/></svg>', "x.svg").children
    with pytest.raises(ShapeError):
        lines_of(drawn, None, 0.1)
