"""How much work are the board's frames: first paint, pan, zoom, a changed order, a pick, a theme, an owner?

    python -m benchmarks.bench_map [BOARD.json] [--provinces 350] [--size 3840x2160]

Without a file the standard board is measured, with 35 units and orders of every kind. With one, any compiled board: each of
its provinces then holds a unit that moves to a neighbour. ``--provinces 350`` lays such a board out on a grid. Offscreen, so without a
graphics card. Every figure is processor time in milliseconds, from the change to the end of the real paint events that follow from it.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QPointF, QTimer
from PySide6.QtWidgets import QApplication

from adjudicator.board import Board, Province, Terrain
from adjudicator.order import Move
from adjudicator.unit import Location, Piece, Unit
from app.presentation.picture import DrawnOrder, MapPicture, Pointing
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard
from variants.compiled import Adjacent, Border, BorderKind, CompiledBoard, Label, LabelKind, ProvinceShape
from variants.compiled_json import read_board

ROUNDS = 30


def crowded(board: CompiledBoard) -> MapPicture:
    """A unit in every third province of *board*, each moving to a neighbour."""
    powers = list(ALL_KINDS.variant.powers)
    rules = Board.of(tuple(Province(code, code, shape.terrain) for code, shape in board.provinces.items()), (), ())
    variant = replace(ALL_KINDS.variant, board=rules)
    units: list[Unit] = []
    orders: list[DrawnOrder] = []
    for code, power in zip(list(board.provinces)[::3], cycle(powers), strict=False):
        piece = Piece("A", Location(code))
        units.append(Unit(power, piece))
        near = next((one for each in board.adjacency for one in each.provinces if code in each.provinces and one != code), None)
        if near is not None:
            orders.append(DrawnOrder(Move(piece, Location(near)), power))
    position = replace(ALL_KINDS.position, units=tuple(units), owners={})
    return replace(ALL_KINDS, variant=variant, position=position, orders=tuple(orders))


GRID = 60.0
"""Side of a province of the board that is laid out here, in board units."""


def grid_board(count: int) -> CompiledBoard:
    """About *count* provinces side by side, a fourth of them sea, with ragged borders of some sixty points each."""
    columns = max(2, round(math.sqrt(count * 1.7)))
    rows = max(2, math.ceil(count / columns))
    provinces: dict[str, ProvinceShape] = {}
    borders: list[Border] = []
    adjacency: list[Adjacent] = []
    codes = {(x, y): f"P{y:02}{x:02}" for y in range(rows) for x in range(columns)}
    for (x, y), code in codes.items():
        sea = (x * 7 + y * 3) % 4 == 0
        sides = [_ragged(x, y, True), _ragged(x + 1, y, False), _ragged(x, y + 1, True)[::-1], _ragged(x, y, False)[::-1]]
        ring = tuple(point for side in sides for point in side[:-1])
        middle = ((x + 0.5) * GRID, (y + 0.5) * GRID)
        label = Label(LabelKind.FULL, (f"Province {code}",), middle[0], middle[1] + 14, 0.0, 8.0, 0.0)
        short = Label(LabelKind.SHORT, (code,), middle[0], middle[1] + 14, 0.0, 8.0, 0.0)
        terrain = Terrain.SEA if sea else Terrain.INLAND
        box = (min(p[0] for p in ring), min(p[1] for p in ring), max(p[0] for p in ring), max(p[1] for p in ring))
        levels = tuple(((ring[::step],),) for step in (1, 2, 4))
        supply = (middle[0] - 15, middle[1] - 15) if not sea and (x + y) % 3 == 0 else None
        places = {"": middle}
        provinces[code] = ProvinceShape(
            code, terrain, levels, places, {"": (middle[0] + 8, middle[1] + 8)}, supply, None, (label, short), (), box
        )
        for other, line in ((codes.get((x + 1, y)), sides[1]), (codes.get((x, y + 1)), sides[2])):
            if other is not None:
                first, second = sorted((code, other))
                borders.append(Border(BorderKind.LAND, (first, second), (tuple(line),)))
                adjacency.append(Adjacent((first, second), GRID, 2))
    return CompiledBoard("grid", columns * GRID, rows * GRID, provinces, tuple(borders), (), tuple(adjacency))


def _ragged(x: int, y: int, lying: bool) -> list[tuple[float, float]]:
    points = []
    for step in range(16):
        along = step / 15 * GRID
        off = math.sin(step / 15 * math.pi) * 5 * math.sin(step * 2.1 + x * 1.7 + y * 2.9)
        points.append((x * GRID + along, y * GRID + off) if lying else (x * GRID + off, y * GRID + along))
    return points


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", nargs="?", type=Path)
    parser.add_argument("--provinces", type=int)
    parser.add_argument("--size", default="1600x1000")
    asked = parser.parse_args()
    width, height = (int(each) for each in asked.size.split("x"))
    application = QApplication([])
    if asked.provinces is not None:
        board = grid_board(asked.provinces)
    else:
        board = read_board(asked.board.read_bytes()) if asked.board is not None else drawn_standard()
    picture = ALL_KINDS if asked.board is None and asked.provinces is None else crowded(board)
    print(f"{len(board.provinces)} provinces, {len(picture.position.units)} units, {len(picture.orders)} orders, {width} x {height}")
    scene = BoardScene(board)
    view = BoardView(scene)
    view.resize(width, height)
    # A machine with other work is so slow that the view would come to rest, and paint sharply, in the middle of what is measured.
    for timer in view.findChildren(QTimer):
        timer.setInterval(3_600_000)

    def painted() -> None:
        QCoreApplication.sendPostedEvents()
        application.processEvents()

    def quiet() -> None:
        scene.finish_rendering()
        painted()

    def measure(name: str, work: Callable[[int], object], bar: str, rounds: int = ROUNDS, *, rests: bool = False) -> None:
        found = []
        for index in range(rounds):
            start = time.process_time()
            work(index)
            painted()
            found.append((time.process_time() - start) * 1000)
            if rests:
                quiet()
        found.sort()
        print(f"{name:<34} median {statistics.median(found):7.1f}   95% {found[int(len(found) * 0.95)]:7.1f}   {bar}", flush=True)

    def first(_: int) -> None:
        scene.show_picture(picture)
        view.show()

    def turn_to(one: MapPicture) -> Callable[[int], None]:
        return lambda index: scene.show_picture(picture if index % 2 else one)

    measure("scene first painted", first, "", 1)
    quiet()
    places = [place for shape in board.provinces.values() for place in shape.units.values()]
    measure("what lies under the pointer", lambda index: scene.touch_at(QPointF(*places[index % len(places)])), "bar 1", 200)
    codes = list(board.provinces)
    targets = frozenset(codes[index] for index in (3, 9, 12, 20))
    pick = Pointing(selected=picture.position.units[0].province, targets=targets, dim_others=True)
    taken = next(iter(picture.position.owners), codes[0])
    owners = {
        **picture.position.owners,
        taken: next(power for power in picture.variant.powers if power != picture.position.owners.get(taken)),
    }
    conquered = replace(picture, position=replace(picture.position, owners=owners))
    for seen in ("fitted", "zoomed in"):
        if seen == "zoomed in":
            for _ in range(6):
                view.zoom_in()
        view.settle()
        quiet()
        measure(f"{seen}: whole frame", lambda _: view.viewport().update(), "")
        measure(f"{seen}: an order more or less", turn_to(replace(picture, orders=picture.orders[:-1])), "bar 16")
        measure(f"{seen}: a unit is picked, let go", lambda index: scene.point(Pointing() if index % 2 else pick), "bar 16")
        scene.point(Pointing())
        measure(f"{seen}: a unit is dragged", lambda index: scene.show_drag(pick.selected, QPointF(600 + index * 8, 500)), "bar 16")
        scene.show_drag(None, None)
        if seen == "zoomed in":
            measure("pan by 6 pixels", lambda index: view.pan_by(6 if index % 20 < 10 else -6, 6 if index % 20 < 10 else -6), "bar 16")
            measure("pan by 120 pixels", lambda index: view.pan_by(120 if index % 10 < 5 else -120, 0), "bar 16")
            view.settle()
            quiet()
        measure(
            f"{seen}: zoom step",
            lambda index: view.zoom_by(1.1 if index % 4 < 2 else 1 / 1.1, QPointF(width / 2, height / 2)),
            "bar 33",
            16,
        )
        view.settle()
        quiet()
        measure(f"{seen}: another theme", turn_to(replace(picture, theme="night")), "bar 100", 6, rests=True)
        measure(f"{seen}: another owner", turn_to(conquered), "bar 100", 6, rests=True)
    scene.close()
    application.quit()


if __name__ == "__main__":
    main()
