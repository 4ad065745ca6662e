"""Names can be read: nothing on the board covers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QTransform
from pytestqt.qtbot import QtBot

from adjudicator.board import Terrain
from adjudicator.unit import Location, Piece, Unit
from app.library.unit_sets import usual_set
from app.presentation.layout.drawing import Plan
from app.presentation.layout.name_places import Box, Disc, Name, NamePlacer, PlacedName, covering
from app.presentation.layout.polyline import distance
from app.presentation.layout.situation import star_places, unit_discs
from app.presentation.picture import MapPicture
from app.qt.map.paint.label_painter import LEAST_NAME_PIXELS, chosen_label, label_path, letter_boxes, names_of, size_at
from app.qt.map.paint.order_painter import badge_reach
from app.qt.map.paint.shapes import star_path
from app.qt.map.paint.unit_painter import painted, symbol_for
from app.qt.map.scene import BoardScene
from app.session.view_options import Labels
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard, picture, start_picture

BOARD = drawn_standard()
SMALL = 0.3825
"""Pixels per board unit of the board fitted to a window of 1280 x 800 with its panel."""

ZOOMS = [SMALL, 0.405, 0.565, 0.9, 1.9]
"""The last ones: windows of 1920 x 1080 and 3840 x 2160, and a board one looks at closely."""


def everywhere(kind: str) -> MapPicture:
    """A unit in every province where one of its *kind* can stand, else of the other."""
    powers = list(ALL_KINDS.variant.powers)
    units = []
    for rank, (code, shape) in enumerate(BOARD.provinces.items()):
        fits = {Terrain.SEA: "F", Terrain.INLAND: "A"}.get(shape.terrain, kind)
        coast = next((each for each in shape.units if each), None) if fits == "F" else None
        units.append(Unit(powers[rank % len(powers)], Piece(fits, Location(code, coast))))
    start = start_picture()
    return replace(start, position=replace(start.position, units=tuple(units)))


PICTURES = {
    "the start": start_picture(),
    "nobody": replace(start_picture(), position=replace(start_picture().position, units=())),
    "armies everywhere": everywhere("A"),
    "fleets everywhere": everywhere("F"),
    "a standoff": picture("AUSTRIA A BUD - GAL : bounce 1:1", "RUSSIA A WAR - GAL : bounce 1:1"),
}


def laid_out(shown: MapPicture, zoom: float) -> tuple[Plan, Mapping[str, PlacedName]]:
    scene = BoardScene(BOARD)
    scene.show_picture(shown)
    scene.set_zoom(zoom, zoom)
    plan = scene.plan
    assert plan is not None
    return plan, NamePlacer(BOARD).place(names_of(BOARD, shown, zoom), covering(plan), plan.sizes.unit, plan.sizes.pixel)


def written(placed: PlacedName, code: str, zoom: float) -> QPainterPath:
    """The letters where they stand."""
    label = placed.name.label
    return label_path(label, BOARD.provinces[code].terrain is Terrain.SEA, size_at(label, zoom)).translated(*placed.aside)


def rims(plan: Plan) -> dict[str, QPainterPath]:
    """The units with the light ring and the edge around them, as they are painted."""
    found = {}
    pixel = plan.sizes.pixel / plan.sizes.unit
    ring, edge = max(0.13, 1.35 * pixel), max(0.055, 0.9 * pixel)
    stroker = QPainterPathStroker()
    stroker.setWidth(ring * 2 + edge * 2)
    for each in plan.units:
        body = painted(symbol_for(usual_set(), each.unit.kind)).body
        inner = QTransform().scale(1 - ring * 0.75, 1 - ring * 0.75).map(body)
        place = QTransform().translate(*each.at).scale(each.radius, each.radius)
        found[str(each.unit)] = place.map(stroker.createStroke(inner).united(inner))
    return found


def stars(plan: Plan) -> dict[str, QPainterPath]:
    return {f"star {code}": star_path(*at, plan.sizes.star * 1.1) for code, at in plan.stars.items()}


def badges(plan: Plan) -> dict[str, QPainterPath]:
    found = {}
    for each in (*plan.badges, *(badge for order in plan.orders for badge in order.badges)):
        path = QPainterPath()
        path.addEllipse(QPointF(*each.at), badge_reach(each, plan.sizes) * 0.8, plan.sizes.badge)
        found[f"badge {each.at}"] = path
    return found


@pytest.mark.parametrize("labels", [Labels.SHORT, Labels.FULL])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", PICTURES)
def test_no_name_is_touched_by_a_unit_a_star_a_mark_or_another_name(qtbot: QtBot, name: str, zoom: float, labels: Labels) -> None:
    plan, placed = laid_out(replace(PICTURES[name], labels=labels), zoom)
    assert set(placed) == set(BOARD.provinces)
    assert set(plan.stars) == set(star_places(BOARD, start_picture().variant.board))
    paths = {code: written(each, code, zoom) for code, each in placed.items()}
    things = {**rims(plan), **stars(plan), **badges(plan)}
    touched = [(code, other) for code, path in paths.items() for other, thing in things.items() if path.intersects(thing)]
    touched += [(one, other) for (one, first), (other, second) in combinations(paths.items(), 2) if first.intersects(second)]
    assert touched == []


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", ["armies everywhere", "fleets everywhere"])
def test_no_unit_touches_a_star_or_another_unit(qtbot: QtBot, name: str, zoom: float) -> None:
    plan, _ = laid_out(PICTURES[name], zoom)
    units = rims(plan)
    touched = [(unit, star) for unit, rim in units.items() for star, mark in stars(plan).items() if rim.intersects(mark)]
    touched += [(one, other) for (one, first), (other, second) in combinations(units.items(), 2) if first.intersects(second)]
    assert touched == []


@pytest.mark.parametrize("zoom", [SMALL, 0.9])
def test_of_a_board_full_of_standoffs_few_names_are_touched(qtbot: QtBot, zoom: float) -> None:
    plan, placed = laid_out(ALL_KINDS, zoom)
    things = {**rims(plan), **stars(plan), **badges(plan)}
    touched = {code for code, each in placed.items() for thing in things.values() if written(each, code, zoom).intersects(thing)}
    assert len(touched) <= 2, touched


@pytest.mark.parametrize("zoom", [0.405, 0.9, 1.9])
def test_every_province_has_a_name_of_readable_size(qtbot: QtBot, zoom: float) -> None:
    for code, shape in BOARD.provinces.items():
        label = chosen_label(shape, Labels.FULL, zoom)
        assert label is not None, code
        assert size_at(label, zoom) * zoom >= LEAST_NAME_PIXELS - 1e-9, code


def test_at_the_smallest_window_most_names_are_whole(qtbot: QtBot) -> None:
    _, placed = laid_out(start_picture(), SMALL)
    codes = [code for code, each in placed.items() if each.name.label.lines == (code,)]
    assert len(codes) <= 6, codes


def one_name(x: float, y: float) -> dict[str, tuple[Name, ...]]:
    label = BOARD.provinces["SPA"].labels[0]
    return {"SPA": (Name(label, (Box(x - 40, y - 8, x + 40, y + 8),)),)}


def test_a_name_steps_aside_for_what_would_cover_it_and_no_farther_than_needed(qtbot: QtBot) -> None:
    x, y = BOARD.provinces["SPA"].units[""]
    covered = Disc(x, y + 14, 22)
    moved = NamePlacer(BOARD).place(one_name(x, y), (covered,), 22, 1)["SPA"]
    assert moved.covered == 0
    assert 14 < distance((0.0, 0.0), moved.aside) <= 22 + 8 + 14
    kept = NamePlacer(BOARD).place(one_name(x, y), (Disc(0, 0, 22),), 22, 1)["SPA"]
    assert kept.aside == (0.0, 0.0)


def test_a_name_stays_in_its_province_rather_than_go_the_shortest_way(qtbot: QtBot) -> None:
    label = BOARD.provinces["POR"].labels[0]
    # Near the west coast of Portugal a step into the sea would be nearer.
    x, y = BOARD.provinces["SPA"].units[""]
    left = BOARD.provinces["POR"].bounds[0] + 24
    name = {"POR": (Name(label, (Box(left - 6, y - 6, left + 6, y + 6),)),)}
    placer = NamePlacer(BOARD)
    assert placer.place(name, (Disc(left + 4, y, 10),), 22, 1)["POR"].covered == 0
    assert x > left


def test_where_the_whole_name_has_no_room_the_code_stands(qtbot: QtBot) -> None:
    whole, code = BOARD.provinces["SPA"].labels[0], BOARD.provinces["SPA"].labels[1]
    x, y = BOARD.provinces["SPA"].units[""]
    wide, narrow = Name(whole, (Box(x - 90, y - 8, x + 90, y + 8),)), Name(code, (Box(x - 9, y - 8, x + 9, y + 8),))
    posts = tuple(Disc(x + across * 40, y + down * 20, 5) for across in range(-5, 6) for down in range(-6, 7))
    assert NamePlacer(BOARD).place({"SPA": (wide, narrow)}, posts, 22, 1)["SPA"].name is narrow


def test_a_star_moves_only_where_a_unit_would_touch_it(qtbot: QtBot) -> None:
    rules = start_picture().variant.board
    own = star_places(BOARD, rules)
    assert star_places(BOARD, rules, 5.0, 2.0) == own
    moved = star_places(BOARD, rules, 28.0, 12.0)
    for code, at in moved.items():
        near = [
            distance(at, (x, y)) - radius
            for shape in BOARD.provinces.values()
            for place in shape.units.values()
            for x, y, radius in unit_discs(place, 28.0)
        ]
        assert min(near) > 12 * 0.8, code
    assert any(moved[code] == own[code] for code in own)


def test_the_letters_of_a_name_lie_in_their_boxes(qtbot: QtBot) -> None:
    label = BOARD.provinces["MAO"].labels[0]
    boxes = letter_boxes(label, True, label.size)
    whole = label_path(label, True, label.size).boundingRect()
    assert min(each.left for each in boxes) == pytest.approx(whole.left())
    assert max(each.bottom for each in boxes) == pytest.approx(whole.bottom())
    assert 10 <= len(boxes) <= 20
