"""Judgement of a picture of the screen: the game that the window has open is on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from app.presentation.layout.drawing import OrderLook, Plan, Shape
from app.presentation.layout.name_places import NamePlacer, covering
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.qt.main_window.main_window import MainWindow
from app.qt.map.paint.label_painter import names_of
from app.qt.panels.game_panel import GamePanel
from scripts.window_content import Screenshot, different_colours, ink_in, share_along, symbols
from variants.compiled import CompiledBoard, LabelKind

LEAST_ALONG = 0.7
"""The part of an arrow's line that must carry its colour where no name, unit or mark covers it: heads and crossings cover the rest."""
LEAST_POINTS = 4
"""Points of a line that lie open, below which nothing is said of it."""

LEAST_LABELS = 0.9


def faults_of(image: QImage, window: MainWindow) -> list[str]:
    """Return the parts that the picture *image* of the screen lacks; empty where it has all. The window lies at its top left corner."""
    page = window.controller.page
    if page is None:
        return ["no game is in front"]
    shot = Screenshot.of(image)
    return [*_unit_faults(shot, window), *_arrow_faults(shot, window), *_label_faults(shot, window), *_panel_faults(shot, window)]


def _place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def _unit_faults(shot: Screenshot, window: MainWindow) -> list[str]:
    """Every power's units, counted by patches of its colour."""
    page = window.controller.page
    assert page is not None
    picture, plan = page.scene.picture, page.scene.plan
    assert picture is not None
    assert plan is not None
    area = _place(page.board.viewport())
    radius = plan.sizes.unit * page.board.zoom
    picture_colours = picture_colours_of(picture)

    def on_screen(at: tuple[float, float]) -> QPoint:
        return area.topLeft() + page.board.mapFromScene(QPointF(*at))

    faults: list[str] = []
    wanted = Counter(unit.power for unit in picture.position.units)
    for power, count in wanted.items():
        face = picture_colours.power(power).face
        patches = symbols(shot, area, (face.red, face.green, face.blue), radius)
        standing = [on_screen(each.at) for each in plan.units if each.unit.power == power]
        ends = [on_screen(order.line[-1]) for order in plan.orders if order.drawn.power == power and order.line]
        # The head of an arrow over its own land may come near the colour of a unit.
        found = len([patch for patch in patches if _holds(patch, standing) or not _holds(patch, ends)])
        if found != count:
            faults.append(f"{power} has {count} units, the screen shows {found}")
    return faults


def _holds(patch: QRect, points: list[QPoint]) -> bool:
    return any(patch.adjusted(-3, -3, 3, 3).contains(point) for point in points)


def _arrow_faults(shot: Screenshot, window: MainWindow) -> list[str]:
    """Every order's line in the ink of its power."""
    page = window.controller.page
    assert page is not None
    picture, plan = page.scene.picture, page.scene.plan
    assert picture is not None
    assert plan is not None
    picture_colours = picture_colours_of(picture)
    corner = _place(page.board.viewport()).topLeft()
    covers = _cover_of(page.scene.board, picture, plan, page.board.zoom)
    faults: list[str] = []
    drawn = 0
    for order in plan.orders:
        if order.shape is Shape.HOLD or len(order.line) < 2:
            continue
        drawn += 1
        ink = picture_colours.power(order.drawn.power).ink
        line = [corner + page.board.mapFromScene(QPointF(x, y)) for x, y in order.line if not covers(x, y)]
        if len(line) < LEAST_POINTS:
            continue
        share = share_along(shot, line, (ink.red, ink.green, ink.blue), 3)
        if share < LEAST_ALONG and order.look is OrderLook.FIRM:
            faults.append(f"the arrow of {order.drawn.order} carries its colour along {share:.0%} only")
    if drawn < len([each for each in picture.orders if str(each.order).split()[-1] != "H"]):
        faults.append(f"{drawn} arrows are drawn for {len(picture.orders)} orders")
    return faults


def _cover_of(board: CompiledBoard, picture: MapPicture, plan: Plan, zoom: float) -> Callable[[float, float], bool]:
    """Return the test of whether a unit, mark, star or letter lies over a point of the board."""
    discs = covering(plan)
    names = NamePlacer(board).place(names_of(board, picture, zoom), discs, plan.sizes.unit, plan.sizes.pixel)
    boxes = [
        (box.left + placed.aside[0], box.top + placed.aside[1], box.right + placed.aside[0], box.bottom + placed.aside[1])
        for placed in names.values()
        for box in placed.name.letters
    ]

    def covers(x: float, y: float) -> bool:
        in_disc = any((x - disc.x) ** 2 + (y - disc.y) ** 2 <= disc.radius**2 for disc in discs)
        return in_disc or any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes)

    return covers


def _label_faults(shot: Screenshot, window: MainWindow) -> list[str]:
    """Names of provinces: their ink in nearly all of their places."""
    page = window.controller.page
    assert page is not None
    picture = page.scene.picture
    assert picture is not None
    theme = picture_colours_of(picture).theme
    corner = _place(page.board.viewport()).topLeft()
    read = 0
    shapes = page.scene.board.provinces
    for shape in shapes.values():
        label = shape.label(LabelKind.FULL)
        if label is None:
            continue
        ink = theme.ink.sea_label if shape.terrain.value == "sea" else theme.ink.label
        middle = corner + page.board.mapFromScene(QPointF(label.x, label.y))
        box = QRect(middle - QPoint(14, 7), middle + QPoint(14, 7))
        read += ink_in(shot, box, (ink.red, ink.green, ink.blue)) >= 6
    return [] if read >= LEAST_LABELS * len(shapes) else [f"{read} of {len(shapes)} names can be found"]


def _panel_faults(shot: Screenshot, window: MainWindow) -> list[str]:
    """The panels beside the board carry something."""
    controller = window.controller
    page = controller.page
    assert page is not None
    parts: dict[str, QWidget] = {
        "menu bar": window.menuBar(),
        "phase header": controller.panels.get(GamePanel).widget.header,
        "order list": controller.panels.get(GamePanel).widget.orders,
        "timeline": page.timeline,
        "status line": controller.status,
    }
    faults: list[str] = []
    for name, widget in parts.items():
        if not widget.isVisible():
            faults.append(f"the {name} is not visible")
        elif different_colours(shot, [_place(widget)]) < 6:
            faults.append(f"the {name} is empty")
    return faults
