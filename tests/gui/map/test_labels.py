"""Names can be read: nothing covers them at the start."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath
from pytestqt.qtbot import QtBot

from adjudicator.board import Terrain
from app.map.layout.drawing import Plan
from app.map.layout.names import Disc, beads, covering, step_aside
from app.map.paint.label_painter import LEAST_NAME_PIXELS, chosen_label, label_path, size_at
from app.map.picture import Labels
from app.map.scene import BoardScene
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard

BOARD = drawn_standard()


def names(zoom: float, labels: Labels) -> dict[str, QPainterPath]:
    found = {}
    for code, shape in BOARD.provinces.items():
        label = chosen_label(shape, labels, zoom)
        if label is not None:
            found[code] = label_path(label, shape.terrain is Terrain.SEA, size_at(label, zoom))
    return found


def moved(path: QPainterPath, code: str, plan: Plan, zoom: float, labels: Labels) -> QPainterPath:
    """*path* where the name stands once it has stepped aside."""
    label = chosen_label(BOARD.provinces[code], labels, zoom)
    assert label is not None
    size = size_at(label, zoom)
    return path.translated(*step_aside(beads(label, size), size, covering(plan), plan.sizes.unit * 1.9))


def disc(x: float, y: float, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), radius, radius)
    return path


@pytest.mark.parametrize("labels", [Labels.SHORT, Labels.FULL])
@pytest.mark.parametrize("zoom", [0.38, 0.405, 0.9, 1.9])
def test_no_name_lies_under_a_unit_of_the_start(qtbot: QtBot, scene: BoardScene, zoom: float, labels: Labels) -> None:
    scene.set_zoom(zoom, zoom)
    assert scene.plan is not None
    hidden = [
        (code, str(each.unit))
        for code, path in names(zoom, labels).items()
        for each in scene.plan.units
        if moved(path, code, scene.plan, zoom, labels).intersects(disc(*each.at, each.radius * 0.9))
    ]
    assert hidden == []


@pytest.mark.parametrize("labels", [Labels.SHORT, Labels.FULL])
@pytest.mark.parametrize("zoom", [0.9, 1.9])
def test_no_name_lies_over_a_supply_centre(qtbot: QtBot, scene: BoardScene, zoom: float, labels: Labels) -> None:
    scene.set_zoom(zoom, zoom)
    assert scene.plan is not None
    star = scene.plan.sizes.star * 0.8
    stars = {code: disc(*shape.supply, star) for code, shape in BOARD.provinces.items() if shape.supply is not None}
    covered = [(code, other) for code, path in names(zoom, labels).items() for other, mark in stars.items() if path.intersects(mark)]
    assert covered == []


@pytest.mark.parametrize("labels", [Labels.SHORT, Labels.FULL])
@pytest.mark.parametrize("zoom", [0.405, 0.9, 1.9])
def test_no_two_names_run_into_one_another(qtbot: QtBot, zoom: float, labels: Labels) -> None:
    clashes = [(a, b) for (a, first), (b, second) in combinations(names(zoom, labels).items(), 2) if first.intersects(second)]
    assert clashes == []


@pytest.mark.parametrize("zoom", [0.405, 0.9, 1.9])
def test_every_province_has_a_name_of_readable_size(qtbot: QtBot, zoom: float) -> None:
    shown = names(zoom, Labels.FULL)
    assert set(shown) == set(BOARD.provinces)
    for code, shape in BOARD.provinces.items():
        label = chosen_label(shape, Labels.FULL, zoom)
        assert label is not None
        assert size_at(label, zoom) * zoom >= LEAST_NAME_PIXELS - 1e-9, code


def test_a_name_steps_aside_for_a_unit_that_would_cover_it_and_no_farther_than_needed(qtbot: QtBot) -> None:
    label = chosen_label(BOARD.provinces["SPA"], Labels.FULL, 0.9)
    assert label is not None
    letters = beads(label, label.size)
    covered = Disc(label.x, label.y + label.size * 0.8, 22)
    dx, dy = step_aside(letters, label.size, [covered], 44)
    assert 0 < (dx * dx + dy * dy) ** 0.5 <= 44
    assert all(((x + dx - covered.x) ** 2 + (y + dy - covered.y) ** 2) ** 0.5 > covered.radius for x, y in letters)
    assert step_aside(letters, label.size, [Disc(0, 0, 22)], 44) == (0.0, 0.0)


@pytest.mark.parametrize("zoom", [0.38, 0.9])
def test_of_a_board_full_of_units_and_standoffs_few_names_are_touched(qtbot: QtBot, scene: BoardScene, zoom: float) -> None:
    scene.show_picture(ALL_KINDS)
    scene.set_zoom(zoom, zoom)
    plan = scene.plan
    assert plan is not None
    touched = {
        code
        for code, path in names(zoom, Labels.FULL).items()
        for each in plan.units
        if moved(path, code, plan, zoom, Labels.FULL).intersects(disc(*each.at, each.radius * 0.8))
    }
    assert len(touched) <= 2, touched
