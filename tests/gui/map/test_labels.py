"""Names can be read: nothing covers them at the start."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath
from pytestqt.qtbot import QtBot

from adjudicator.board import Terrain
from app.map.paint.label_painter import LEAST_CODE_PIXELS, chosen_label, label_path
from app.map.picture import Labels
from app.map.scene import BoardScene
from tests.fakes.board_pictures import drawn_standard

BOARD = drawn_standard()


def names(zoom: float, labels: Labels) -> dict[str, QPainterPath]:
    found = {}
    for code, shape in BOARD.provinces.items():
        label = chosen_label(shape, labels, zoom)
        if label is not None:
            found[code] = label_path(label, shape.terrain is Terrain.SEA, LEAST_CODE_PIXELS / zoom)
    return found


def disc(x: float, y: float, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), radius, radius)
    return path


@pytest.mark.parametrize("labels", [Labels.SHORT, Labels.FULL])
@pytest.mark.parametrize("zoom", [0.9, 1.9])
def test_no_name_lies_under_a_unit_of_the_start(qtbot: QtBot, scene: BoardScene, zoom: float, labels: Labels) -> None:
    scene.set_zoom(zoom, zoom)
    assert scene.plan is not None
    hidden = [
        (code, str(each.unit))
        for code, path in names(zoom, labels).items()
        for each in scene.plan.units
        if path.intersects(disc(*each.at, each.radius * 0.9))
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
        size = label.size if label.kind.value == "full" else max(label.size, LEAST_CODE_PIXELS / zoom)
        assert size * zoom >= 8.5, code
